"""Who stands where in a tournament, as a page of the harbour's ledger; at the end with a podium."""

from __future__ import annotations

import msgspec

from bot.images import drawing_parts
from bot.images.drawing_parts import HEAD_HEIGHT, INNER_WIDTH, TournamentTitle
from games.contract import Picture
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import CROSS, TICK
from games.drawing.furniture import MARGIN, MIDDLE, SMALL, chip, note, note_height, table
from games.drawing.lettering import DISPLAY, STRONG, TEXT, drawable
from games.drawing.palette import (
    CHALK,
    CHALK_SOFT,
    EMBER,
    GOLD,
    INK,
    INK_SOFT,
    LEAF,
    LEATHER,
    LEATHER_EDGE,
    NIGHT,
    PAPER,
)
from games.text import Seat, Text, Value, Words, _

_SHADE = "#eee1c9"
"""Of every other line. A colour of its own: what is see-through takes long to rasterise."""
_EDGE = 10
_TITLES = 38
_ROW_HEIGHT, _ROW_NOTE_HEIGHT = 54, SMALL * 1.3
_LOW_ROW_HEIGHT, _HEADING_HEIGHT = 42, 36
"""Of a row beside a podium, and of a line that says how far those below it came."""
_BESIDE_PLACE, _POINTS = 66, 132
"""Where names begin, and how wide the column with the points is."""


class StandingsRow(msgspec.Struct, frozen=True):
    """One row of the standings as it is drawn: who, and how they stand."""

    place: int
    name: Value
    points: Value
    notes: tuple[Text, ...]
    """How far they came, what parts them from their neighbours, that they are out."""
    alt: Text
    """What the row says, in words for whoever cannot see it."""
    out: bool = False
    """Dropped out or disqualified; the notes say so."""
    own: bool = False
    """Whether the row is of the one who looks at the picture."""
    played: bool = True
    """They have played a game: there are medals for no others."""
    reached: Text | None = None
    """How far they came, to be said once above all who came as far."""


class StandingsData(msgspec.Struct, frozen=True):
    """What is shown, and in which words."""

    title: Text
    tournament: TournamentTitle
    rows: tuple[StandingsRow, ...]
    counted: Text
    """The heading of the points: what they are points of."""
    podium: tuple[StandingsRow, ...] = ()
    """The first three, when it is over; they are not among the rows, which are lower then."""

    remarks: tuple[Text, ...] = ()
    """How many there are beyond the rows, and what the figures in the notes mean."""

    @property
    def everybody(self) -> tuple[StandingsRow, ...]:
        """Who is shown, by place."""
        return tuple(sorted((*self.podium, *self.rows), key=lambda row: row.place))


def draw_standings(data: StandingsData, words: Words) -> Picture:
    """The standings of a tournament, drawn and in words; with a podium when it is over."""
    lines = _laid(data, words)
    steps = _steps(data.podium, words)
    top = HEAD_HEIGHT + drawing_parts.podium_height(steps)
    pad = Box(MARGIN, top, INNER_WIDTH, _TITLES + sum(line.height for line in lines) + 2 * _EDGE)
    below = pad.bottom + 14 if lines else top
    canvas = table(below + drawing_parts.remarks_height(words, data.remarks) + 10)
    drawing_parts.draw_head(canvas, words, data.title, data.tournament)
    if steps:
        drawing_parts.draw_podium(
            canvas, Box(MARGIN, HEAD_HEIGHT, INNER_WIDTH, top - HEAD_HEIGHT - 16), steps
        )
    if lines:
        _draw_pad(canvas, pad, words, words(data.counted))
        _draw_lines(canvas, pad, lines, words)
    drawing_parts.draw_remarks(canvas, words, below, data.remarks)
    alt = (row.alt for row in data.everybody)
    return Picture(canvas.drawing(), (data.title, data.tournament.text, *alt, *data.remarks))


class _Laid(msgspec.Struct, frozen=True):
    """A line as it is drawn: a row, or for None how far those came who stand below."""

    row: StandingsRow | None
    height: float
    heading: str = ""
    apart: bool = False
    """Some stand between it and the row above who are not shown."""


def _laid(data: StandingsData, words: Words) -> list[_Laid]:
    """All lines of the pad. Beside a podium everything of a row stands on one line."""
    found: list[_Laid] = []
    reached = next((row.reached for row in reversed(data.podium)), None)
    for at, row in enumerate(data.rows):
        if row.reached is not None and row.reached != reached:
            reached = row.reached
            found.append(_Laid(None, _HEADING_HEIGHT, words(reached)))
        apart = not data.podium and at > 0 and row.place != data.rows[at - 1].place + 1
        height = _LOW_ROW_HEIGHT if data.podium else _row_height(row, words)
        found.append(_Laid(row, height, apart=apart))
    return found


def _draw_lines(canvas: Canvas, pad: Box, lines: list[_Laid], words: Words) -> None:
    y, shaded = pad.y + _EDGE + _TITLES, True
    for each in lines:
        line = Box(pad.x + 6, y, pad.w - 12, each.height)
        y += each.height
        if each.row is None:
            heading = Box(line.x + 14, line.y, line.w - 28, line.h)
            canvas.words_in(each.heading, heading, STRONG, SMALL, INK_SOFT, anchor="start")
            shaded = True
            continue
        _draw_row(canvas, line, each.row, words, shaded=shaded)
        shaded = not shaded
        if each.apart:
            canvas.line([(line.x + 4, line.y), (line.right - 4, line.y)], Stroke(INK, 3, 9))


def _notes(row: StandingsRow, words: Words) -> str:
    return " · ".join(map(words, row.notes))


_NOTE_ROOM = INNER_WIDTH - 12 - _BESIDE_PLACE - 14


def _row_height(row: StandingsRow, words: Words) -> float:
    return _ROW_HEIGHT + note_height(_notes(row, words), _NOTE_ROOM, size=SMALL)


def _draw_pad(canvas: Canvas, pad: Box, words: Words, counted: str) -> None:
    canvas.rect(Box(pad.x + 4, pad.y + 6, pad.w, pad.h - 2), NIGHT, radius=10, opacity=0.6)
    canvas.rect(pad, PAPER, radius=8)
    titles = Box(pad.x + 20, pad.y + _EDGE - 2, pad.w - 40, _TITLES)
    room = titles.w * 0.64
    half = Box(titles.right - room, titles.y, room, titles.h)
    right = canvas.words_in(counted, half, TEXT, SMALL, INK_SOFT, anchor="end")
    left = Box(titles.x, titles.y, titles.w - right - 20, titles.h)
    canvas.words_in(words(_("Place and name")), left, TEXT, SMALL, INK_SOFT, anchor="start")


def _draw_row(canvas: Canvas, box: Box, row: StandingsRow, words: Words, *, shaded: bool) -> None:
    if row.own:
        canvas.rect(box, GOLD)
        pointer = box.y + _ROW_HEIGHT / 2
        canvas.polygon([(box.x, pointer - 12), (box.x + 13, pointer), (box.x, pointer + 12)], INK)
    elif shaded:
        canvas.rect(box, _SHADE)
    ink = INK_SOFT if row.out else INK
    low = box.h == _LOW_ROW_HEIGHT
    line = Box(box.x, box.y, box.w, min(box.h, _ROW_HEIGHT))
    drawing_parts.draw_place(canvas, box.x + 38, line.cy, 17 if low else 21, row.place, ink, won=row.played)
    points = Box(line.right - _POINTS - 14, line.y, _POINTS, line.h)
    taken = canvas.words_in(
        drawing_parts.name_in_words(words, row.points), points, DISPLAY, 34, ink, anchor="end", least=SMALL
    )
    left = box.x + _BESIDE_PLACE
    name = Box(left, line.y, points.right - taken - 16 - left, line.h)
    face, size = TEXT if row.out else STRONG, 28 if low else 30
    wide = canvas.words_in(
        drawing_parts.name_in_words(words, row.name), name, face, size, ink, anchor="start", least=SMALL
    )
    if low:
        beside = Box(left + wide + 14, line.y, name.w - wide - 14, line.h)
        _draw_note_beside(canvas, beside, _notes(row, words))
    elif row.notes:
        below = Box(left, line.bottom - 8, _NOTE_ROOM, box.h - _ROW_HEIGHT)
        note(canvas, _notes(row, words), below, size=SMALL, colour=INK_SOFT, anchor="start")


_SMALLEST_NOTE = 17


def _draw_note_beside(canvas: Canvas, room: Box, notes: str) -> None:
    """On the line of a name, if all of it can be read there: half of it says nothing."""
    if notes and TEXT.width(drawable(notes, TEXT), _SMALLEST_NOTE) <= room.w:
        canvas.words_in(notes, room, TEXT, SMALL, INK_SOFT, anchor="end", least=_SMALLEST_NOTE)


def _steps(rows: tuple[StandingsRow, ...], words: Words) -> list[drawing_parts.PodiumStep]:
    """Ranks count those who are shown: a place before theirs may be that of somebody disqualified. What parts
    equal points stands on the steps too, or the remarks would explain what nobody sees.
    """
    most = max((len(row.notes) for row in rows), default=0)
    return [
        drawing_parts.PodiumStep(
            drawing_parts.name_in_words(words, row.name),
            row.place,
            drawing_parts.name_in_words(words, row.points),
            rank,
            notes=(*map(words, row.notes), *[""] * (most - len(row.notes))),
            own=row.own,
        )
        for rank, row in enumerate(rows, 1)
    ]


# The pods of a round of a tournament: who sits where and, where a game is over, who came where.


_GAP = 12
_POD_TITLE_HEIGHT, _SEAT_HEIGHT, _SEAT_NOTE_HEIGHT, _FOOT = 46, 40, SMALL * 1.3, 8
_CHIP = 16


class DrawnSeat(msgspec.Struct, frozen=True):
    """Whoever sits in a pod."""

    seat: Seat
    """At that table, whose colours they have there."""
    name: Value
    place: int = 0
    """0 where there is none."""
    note: Text | None = None
    """That they did not come, or that a robot played."""
    own: bool = False
    """Whether whoever sits there is the one who looks at the picture."""


class PodCard(msgspec.Struct, frozen=True):
    """One table of a round as it is drawn: its name, who sits there and how they did."""

    name: Text
    sitters: tuple[DrawnSeat, ...]
    """The best first where it is over, else in the order of play."""
    alt: Text
    """All of it in words."""
    over: bool = False
    note: Text | None = None
    """That the table does not count, or that robots finished its game."""
    void: bool = False
    """Whether the table does not count."""

    @property
    def own(self) -> bool:
        """Whether the one who looks at the picture sits at this table."""
        return any(sitter.own for sitter in self.sitters)


class PodsData(msgspec.Struct, frozen=True):
    """What is shown, and in which words."""

    title: Text
    tournament: TournamentTitle
    pods: tuple[PodCard, ...]
    byes: Text | None = None
    """Who sits out this round, in a sentence; None: nobody."""
    remarks: tuple[Text, ...] = ()
    """How many pods there are beyond these."""


def draw_pods(data: PodsData, words: Words) -> Picture:
    """Two pods side by side; a single one as wide as the table."""
    across = 1 if len(data.pods) == 1 else 2
    width = (INNER_WIDTH - _GAP * (across - 1)) / across
    rows = [data.pods[at : at + across] for at in range(0, len(data.pods), across)]
    heights = [max(_pod_height(pod, width, words) for pod in row) for row in rows]
    byes = "" if data.byes is None else words(data.byes)
    resting = note_height(byes, INNER_WIDTH - 40, most=4) + 24 if byes else 0
    end = HEAD_HEIGHT + sum(height + _GAP for height in heights) + (resting + _GAP if resting else 0)
    canvas = table(end + drawing_parts.remarks_height(words, data.remarks) + 12)
    drawing_parts.draw_head(canvas, words, data.title, data.tournament)
    top = float(HEAD_HEIGHT)
    for row, height in zip(rows, heights, strict=True):
        for at, pod in enumerate(row):
            _draw_pod(canvas, Box(MARGIN + at * (width + _GAP), top, width, height), pod, words)
        top += height + _GAP
    if byes:
        plate = Box(MARGIN, top, INNER_WIDTH, resting)
        canvas.rect(plate.inset(2), None, radius=14, stroke=Stroke(LEATHER_EDGE, 2))
        note(canvas, byes, plate.inset(20, 12))
        top += resting + _GAP
    drawing_parts.draw_remarks(canvas, words, top, data.remarks)
    resters = () if data.byes is None else (data.byes,)
    alt = (data.title, data.tournament.text, *(pod.alt for pod in data.pods), *resters, *data.remarks)
    return Picture(canvas.drawing(), alt)


def _pod_height(pod: PodCard, width: float, words: Words) -> float:
    noted = sum(
        _SEAT_HEIGHT + (_SEAT_NOTE_HEIGHT if sitter.note is not None else 0) for sitter in pod.sitters
    )
    below = 0 if pod.note is None else note_height(words(pod.note), width - 32, size=SMALL) + 6
    return _POD_TITLE_HEIGHT + noted + below + _FOOT


def _draw_pod(canvas: Canvas, box: Box, pod: PodCard, words: Words) -> None:
    edge = Stroke(GOLD, 4) if pod.own else Stroke(LEATHER_EDGE, 2)
    canvas.rect(box.inset(2), LEATHER, radius=14, stroke=edge)
    title = Box(box.x + 16, box.y + 4, box.w - 32, _POD_TITLE_HEIGHT - 4)
    if pod.over:
        emblem, colour = (CROSS, EMBER) if pod.void else (TICK, LEAF)
        canvas.art(emblem.art(colour, LEATHER), Box(title.right - 26, title.y, 26, title.h))
        title = Box(title.x, title.y, title.w - 36, title.h)
    canvas.words_in(words(pod.name), title, STRONG, MIDDLE, CHALK_SOFT, anchor="start", least=SMALL)
    y = box.y + _POD_TITLE_HEIGHT
    for sitter in pod.sitters:
        y = _draw_seat(canvas, Box(box.x + 14, y, box.w - 28, _SEAT_HEIGHT), sitter, words)
    if pod.note is not None:
        below = Box(box.x + 16, y, box.w - 32, box.bottom - _FOOT - y)
        height = note_height(words(pod.note), below.w, size=SMALL)
        note(canvas, words(pod.note), Box(below.x, y, below.w, height), size=SMALL, colour=CHALK_SOFT)


def _draw_seat(canvas: Canvas, line: Box, sitter: DrawnSeat, words: Words) -> float:
    """One line, with what is to be said of it below; where it ends."""
    name = drawing_parts.name_in_words(words, sitter.name)
    chip(canvas, line.x + _CHIP, line.cy, _CHIP, sitter.seat, drawable(name, STRONG))
    right = line.right
    if sitter.place:
        drawing_parts.draw_place(canvas, right - _CHIP, line.cy, _CHIP, sitter.place, CHALK_SOFT)
        right -= 2 * _CHIP + 8
    left = line.x + 2 * _CHIP + 10
    room = Box(left, line.y, right - left, line.h)
    face, ink = (STRONG, GOLD) if sitter.own else (TEXT, CHALK)
    canvas.words_in(name, room, face, MIDDLE, ink, anchor="start", least=SMALL)
    if sitter.note is None:
        return line.bottom
    below = Box(left, line.bottom - 6, line.right - left, _SEAT_NOTE_HEIGHT)
    canvas.words_in(words(sitter.note), below, TEXT, SMALL, CHALK_SOFT, anchor="start")
    return line.bottom + _SEAT_NOTE_HEIGHT

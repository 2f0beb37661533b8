"""The pods of a round of a tournament: who sits where and, where a game is over, who came where."""

from __future__ import annotations

import msgspec

from bot.pictures.drawings import ledger
from bot.pictures.drawings.ledger import HEAD, INNER, Cup
from games.contract import Picture
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import CROSS, TICK
from games.drawing.furniture import MARGIN, MIDDLE, SMALL, chip, note, note_height, table
from games.drawing.lettering import STRONG, TEXT, drawable
from games.drawing.palette import CHALK, CHALK_SOFT, EMBER, GOLD, LEAF, LEATHER, LEATHER_EDGE
from games.text import Seat, Text, Value, Words

_GAP = 12
_TITLE, _LINE, _NOTE, _FOOT = 46, 40, SMALL * 1.3, 8
_CHIP = 16


class Sitter(msgspec.Struct, frozen=True):
    """Whoever sits in a pod."""

    seat: Seat
    """At that table, whose colours they have there."""
    name: Value
    place: int = 0
    """0 where there is none."""
    note: Text | None = None
    """That they did not come, or that a robot played."""
    own: bool = False
    """It is the reader."""


class Pod(msgspec.Struct, frozen=True):
    """One table."""

    name: Text
    sitters: tuple[Sitter, ...]
    """The best first where it is over, else in the order of play."""
    said: Text
    """All of it in words."""
    over: bool = False
    note: Text | None = None
    """That the table does not count."""

    @property
    def own(self) -> bool:
        """The reader sits there."""
        return any(sitter.own for sitter in self.sitters)


class Data(msgspec.Struct, frozen=True):
    """What is shown, and in which words."""

    title: Text
    cup: Cup
    pods: tuple[Pod, ...]
    byes: Text | None = None
    """Who rests."""
    remarks: tuple[Text, ...] = ()
    """How many pods there are beyond these."""


def draw(data: Data, words: Words) -> Picture:
    """Two pods side by side; a single one as wide as the table."""
    across = 1 if len(data.pods) == 1 else 2
    width = (INNER - _GAP * (across - 1)) / across
    rows = [data.pods[at : at + across] for at in range(0, len(data.pods), across)]
    heights = [max(_height(pod, width, words) for pod in row) for row in rows]
    byes = "" if data.byes is None else words(data.byes)
    resting = note_height(byes, INNER - 40, most=4) + 24 if byes else 0
    end = HEAD + sum(height + _GAP for height in heights) + (resting + _GAP if resting else 0)
    canvas = table(end + ledger.remarks_height(words, data.remarks) + 12)
    ledger.head(canvas, words, data.title, data.cup)
    top = float(HEAD)
    for row, height in zip(rows, heights, strict=True):
        for at, pod in enumerate(row):
            _draw(canvas, Box(MARGIN + at * (width + _GAP), top, width, height), pod, words)
        top += height + _GAP
    if byes:
        plate = Box(MARGIN, top, INNER, resting)
        canvas.rect(plate.inset(2), None, radius=14, stroke=Stroke(LEATHER_EDGE, 2))
        note(canvas, byes, plate.inset(20, 12))
        top += resting + _GAP
    ledger.remarks(canvas, words, top, data.remarks)
    resters = () if data.byes is None else (data.byes,)
    said = (data.title, data.cup.said, *(pod.said for pod in data.pods), *resters, *data.remarks)
    return Picture(canvas.svg(), said)


def _height(pod: Pod, width: float, words: Words) -> float:
    noted = sum(_LINE + (_NOTE if sitter.note is not None else 0) for sitter in pod.sitters)
    below = 0 if pod.note is None else note_height(words(pod.note), width - 32, size=SMALL) + 6
    return _TITLE + noted + below + _FOOT


def _draw(canvas: Canvas, box: Box, pod: Pod, words: Words) -> None:
    edge = Stroke(GOLD, 4) if pod.own else Stroke(LEATHER_EDGE, 2)
    canvas.rect(box.inset(2), LEATHER, radius=14, stroke=edge)
    title = Box(box.x + 16, box.y + 4, box.w - 32, _TITLE - 4)
    if pod.note is not None or pod.over:
        emblem, colour = (CROSS, EMBER) if pod.note is not None else (TICK, LEAF)
        canvas.art(emblem.art(colour, LEATHER), Box(title.right - 26, title.y, 26, title.h))
        title = Box(title.x, title.y, title.w - 36, title.h)
    canvas.words_in(words(pod.name), title, STRONG, MIDDLE, CHALK_SOFT, anchor="start", least=SMALL)
    y = box.y + _TITLE
    for sitter in pod.sitters:
        y = _draw_sitter(canvas, Box(box.x + 14, y, box.w - 28, _LINE), sitter, words)
    if pod.note is not None:
        below = Box(box.x + 16, y, box.w - 32, box.bottom - _FOOT - y)
        height = note_height(words(pod.note), below.w, size=SMALL)
        note(canvas, words(pod.note), Box(below.x, y, below.w, height), size=SMALL, colour=CHALK_SOFT)


def _draw_sitter(canvas: Canvas, line: Box, sitter: Sitter, words: Words) -> float:
    """One line, with what is to be said of it below; where it ends."""
    name = ledger.called(words, sitter.name)
    chip(canvas, line.x + _CHIP, line.cy, _CHIP, sitter.seat, drawable(name, STRONG))
    right = line.right
    if sitter.place:
        ledger.place(canvas, right - _CHIP, line.cy, _CHIP, sitter.place, CHALK_SOFT)
        right -= 2 * _CHIP + 8
    left = line.x + 2 * _CHIP + 10
    room = Box(left, line.y, right - left, line.h)
    face, ink = (STRONG, GOLD) if sitter.own else (TEXT, CHALK)
    canvas.words_in(name, room, face, MIDDLE, ink, anchor="start", least=SMALL)
    if sitter.note is None:
        return line.bottom
    below = Box(left, line.bottom - 6, line.right - left, _NOTE)
    canvas.words_in(words(sitter.note), below, TEXT, SMALL, CHALK_SOFT, anchor="start")
    return line.bottom + _NOTE

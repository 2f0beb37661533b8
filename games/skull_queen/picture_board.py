"""The board, drawn: whose turn it is, the middle, the trick in its order of play, and everybody's plank."""

from __future__ import annotations

from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import CROWN
from games.drawing.furniture import (
    BANNER,
    MARGIN,
    SMALL,
    WIDTH,
    chip,
    note,
    table,
)
from games.drawing.lettering import DISPLAY
from games.drawing.palette import CHALK, CHALK_SOFT, GOLD, LEATHER
from games.skull_queen import picture_lying, picture_plates, scoring
from games.skull_queen.constants import OLD_KING_PLAYS
from games.skull_queen.picture_plates import draw_king, draw_plate
from games.skull_queen.picture_trick import (
    Judged,
    draw_banner,
    draw_narrow,
    draw_played,
    judged_trick,
    way_of,
)
from games.skull_queen.state import OLD_KING, Table, View
from games.text import Seat, Words, _, named

_READY = 44
"""The height of how many are ready."""
_RESULT = 104
"""The height of what says which round the planks are of."""
_TRICK, _WON = 182, 186
"""The height of the trick, and of the winners."""
_LYING = 204
"""The width of the middle beside the trick."""
_GAP = 8
_WIDE = WIDTH - 2 * MARGIN


def draw(view: View, words: Words, *, least: float = 0) -> Canvas:
    """The table as this watcher sees it, at least so high."""
    shown = view.table
    upper, lower = _height_above(shown), _height_below(shown)
    canvas = table(max(least, BANNER + upper + lower + MARGIN - 6))
    judged, place = judged_trick(shown), Box(MARGIN, BANNER, _WIDE, upper)
    draw_banner(canvas, shown, judged, words)
    match shown.phase:
        case "plank":
            _draw_ready(canvas, place, shown, judged, words)
        case "play":
            _draw_trick(canvas, place, shown, judged, words)
        case "over":
            _draw_winners(canvas, Box(place.x, place.y, place.w, place.h - 8), shown, words)
    below = Box(MARGIN - 6, place.bottom, _WIDE + 12, lower)
    if _before_all(shown):
        _draw_lines(canvas, below, shown, words)
    else:
        _draw_plates(canvas, below, shown, judged, words)
    return canvas


def _before_all(shown: Table) -> bool:
    """Whether nothing has been played yet, and nobody's plank may be seen."""
    return shown.phase == "plank" and not shown.complete


def _height_above(shown: Table) -> float:
    match shown.phase:
        case "plank":
            lying = picture_lying.LYING if shown.middle or shown.aside else 0
            return lying + (_RESULT if shown.complete else _READY)
        case "play":
            return _TRICK + (picture_lying.LYING if shown.players == OLD_KING_PLAYS else 0)
        case "over":
            return _WON


def _height_below(shown: Table) -> float:
    if _before_all(shown):
        return -(-shown.players // 2) * picture_plates.LINE
    return _rows(shown) * (picture_plates.HEIGHT + _GAP) - _GAP


def _seats(shown: Table) -> list[Seat]:
    return [*range(shown.players), *([OLD_KING] if shown.players == OLD_KING_PLAYS else [])]


def _across(shown: Table) -> int:
    return 2 if len(_seats(shown)) == 4 else 3


def _rows(shown: Table) -> int:
    return -(-len(_seats(shown)) // _across(shown))


def _draw_lines(canvas: Canvas, place: Box, shown: Table, words: Words) -> None:
    columns = place.columns(2, _GAP)
    for seat in range(shown.players):
        y = place.y + seat // 2 * picture_plates.LINE
        line = Box(columns[seat % 2].x, y, columns[0].w, picture_plates.LINE - 3)
        picture_plates.draw_line(canvas, line, shown, seat, None, words)


def _draw_plates(canvas: Canvas, place: Box, shown: Table, judged: Judged, words: Words) -> None:
    columns = place.columns(_across(shown), _GAP)
    for at, seat in enumerate(_seats(shown)):
        y = place.y + at // len(columns) * (picture_plates.HEIGHT + _GAP)
        plate = Box(columns[at % len(columns)].x, y, columns[0].w, picture_plates.HEIGHT)
        if seat == OLD_KING:
            draw_king(canvas, plate, words)
        else:
            draw_plate(canvas, plate, shown, seat, way_of(judged, seat), words)


# The trick, or what there is instead


def _draw_trick(canvas: Canvas, place: Box, shown: Table, judged: Judged, words: Words) -> None:
    """What is played, and the middle beside it; with two players below, as both tricks are shown."""
    if shown.players == OLD_KING_PLAYS:
        middle = Box(place.x, place.bottom - picture_lying.LYING, place.w, picture_lying.LYING)
        draw_played(canvas, Box(place.x, place.y, place.w, _TRICK - 8), shown, judged, words)
    else:
        middle = Box(place.right - _LYING, place.y + 34, _LYING, picture_lying.LYING)
        left = Box(place.x, place.y, place.w - _LYING - 20, _TRICK - 8)
        draw_narrow(canvas, left, shown, judged, words)
    picture_lying.draw(canvas, middle, shown, judged, words)


def _draw_ready(canvas: Canvas, place: Box, shown: Table, judged: Judged, words: Words) -> None:
    """How many are ready, the middle, and which round the planks below were."""
    rounds, ready, players = shown.complete, shown.players - len(shown.to_act), shown.players
    text = _("{ready} of {players} are ready", ready=ready, players=players)
    top = place.y
    if rounds:
        text = _("New planks: {ready} of {players} are ready", ready=ready, players=players)
        title = words(_("How round {round} ended", round=rounds))
        canvas.words_in(title, Box(place.x, top, place.w, 54), DISPLAY, 40, GOLD, least=SMALL)
        top += 54
    note(canvas, words(text), Box(place.x, top, place.w, 36), colour=CHALK_SOFT)
    if shown.middle or shown.aside:
        lying = Box(place.x, place.bottom - picture_lying.LYING, place.w, picture_lying.LYING)
        picture_lying.draw(canvas, lying, shown, judged, words)


def _draw_winners(canvas: Canvas, place: Box, shown: Table, words: Words) -> None:
    seats = scoring.winners(shown.points)
    for seat, room in zip(seats, place.columns(len(seats), 10), strict=True):
        name = words(named(seat))
        radius = min(44, room.w / 2 - 4)
        crown = Box(room.cx - radius * 0.7, room.y - 2, radius * 1.4, radius * 1.1)
        canvas.art(CROWN.art(GOLD, LEATHER), crown)
        chip(canvas, room.cx, room.y + 40 + radius, radius, seat, name)
        canvas.name_in(name, Box(room.x, room.bottom - 46, room.w, 44), DISPLAY, 36, CHALK, least=SMALL)

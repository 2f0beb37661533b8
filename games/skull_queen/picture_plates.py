"""What everybody has before them, drawn: name, points, and the plank with its pirates."""

from __future__ import annotations

from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import CROWN, HOURGLASS, TICK
from games.drawing.furniture import CARD, MIDDLE, SMALL, card_back, note, plate
from games.drawing.lettering import DISPLAY, STRONG, TEXT
from games.drawing.palette import CHALK, CHALK_SOFT, GOLD, LEAF, LEATHER
from games.skull_queen import plank, scoring
from games.skull_queen.artwork import draw_player
from games.skull_queen.picture_plank import Way, draw_blank, draw_plank
from games.skull_queen.speech import signed
from games.skull_queen.state import OLD_KING, Table
from games.text import Seat, Text, Words, _, named

PLATE = 304
"""The height of a plate."""
_HEAD = 68
_CHIP = 24
_POINTS = 32
_PILE = 122
"""The height of the old Pirate King's cards."""


def draw_plate(canvas: Canvas, place: Box, shown: Table, seat: Seat, way: Way | None, words: Words) -> None:
    """The plate of a seat, and how one of its pirates went or would go."""
    plate(canvas, place, awaited=seat in shown.to_act)
    name = words(named(seat))
    lower = _draw_head(canvas, place, seat, name)
    width = canvas.words_in(
        str(shown.points[seat]), lower, DISPLAY, _POINTS, CHALK, anchor="start", least=SMALL
    )
    beside = Box(lower.x + width + 10, lower.y, lower.w - width - 10, lower.h)
    sea = Box(place.x + 17, place.y + _HEAD, place.w - 34, place.h - _HEAD - 10)
    match shown.phase:
        case "plank":
            _draw_latest(canvas, beside, shown, seat)
            _draw_whether_ready(canvas, draw_blank(canvas, sea), seat in shown.to_act, words)
        case "play":
            worth = signed(plank.worth(shown.planks[seat]))
            canvas.words_in(worth, beside, STRONG, MIDDLE, LEAF, anchor="start", least=18)
            draw_plank(canvas, sea, shown.planks[seat], way)
        case "over":
            _draw_place(canvas, beside, shown, seat, words)
            draw_plank(canvas, sea, shown.planks[seat], way)


def draw_king(canvas: Canvas, place: Box, words: Words) -> None:
    """The plate of the old Pirate King, who has a pile and no plank."""
    plate(canvas, place)
    draw_player(canvas, place.cx, place.y + 46, 32, OLD_KING, "")
    width = _PILE / CARD
    for off in (0, 5, 10):
        card_back(canvas, Box(place.cx - width / 2 + off - 5, place.y + 90 + off, width, _PILE))
    called = Box(place.x + 10, place.bottom - 74, place.w - 20, 66)
    note(canvas, words(_("The old Pirate King")), called, size=24)


def _draw_head(canvas: Canvas, place: Box, who: Seat, name: str) -> Box:
    """Chip and name; the line below the name is returned."""
    draw_player(canvas, place.x + 42, place.y + _HEAD / 2, _CHIP, who, name)
    beside = Box(place.x + 74, place.y + 5, place.w - 84, _HEAD - 9)
    upper, lower = beside.rows(2, 0)
    canvas.words_in(name, upper, STRONG, 24, CHALK, anchor="start", least=SMALL - 2)
    return lower


def _draw_latest(canvas: Canvas, place: Box, shown: Table, seat: Seat) -> None:
    """What the round brought that has just ended."""
    rounds = scoring.rounds_of(shown.ledger, shown.players)
    if rounds:
        told = signed(plank.worth(rounds[-1][seat]))
        canvas.words_in(told, place, STRONG, SMALL, CHALK_SOFT, anchor="start")


def _draw_whether_ready(canvas: Canvas, place: Box, waiting: bool, words: Words) -> None:
    told: Text = _("sets the plank") if waiting else _("is ready")
    sign, colour = (HOURGLASS, CHALK) if waiting else (TICK, GOLD)
    canvas.art(sign.art(colour, LEATHER), Box(place.x, place.y + 16, place.w, 76))
    note(canvas, words(told), Box(place.x + 8, place.y + 96, place.w - 16, 66), size=SMALL + 2, colour=colour)


def _draw_place(canvas: Canvas, place: Box, shown: Table, seat: Seat, words: Words) -> None:
    reached = scoring.places(shown.points)[seat]
    if reached == 1:
        canvas.art(CROWN.art(GOLD, LEATHER), Box(place.x, place.y + 2, 26, place.h - 4))
        place = Box(place.x + 32, place.y, place.w - 32, place.h)
    told = words(_("place {place}", place=reached))
    canvas.words_in(told, place, TEXT, SMALL, CHALK_SOFT, anchor="start", least=16)

"""What everybody has before them, drawn: name, points, and the plank with its pirates."""

from __future__ import annotations

from games import shared_words
from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import CROSS, CROWN, HOURGLASS, TICK
from games.drawing.furniture import CARD, MIDDLE, SMALL, card_back, mark, note, plate
from games.drawing.lettering import DISPLAY, STRONG, TEXT
from games.drawing.palette import CHALK, CHALK_SOFT, EMBER, GOLD, LEAF, LEATHER
from games.skull_queen import emblems, plank, scoring
from games.skull_queen.artwork import draw_colour, draw_player
from games.skull_queen.cards import COLOURS
from games.skull_queen.picture_plank import Way, draw_plank
from games.skull_queen.state import OLD_KING, Table
from games.text import Seat, Words, _, named, signed

HEIGHT = 230
"""The height of a plate with its plank, in units."""
_HEAD = 68
_CHIP = 24
_POINTS = 32
_CALLED = 72
"""The height of what the old Pirate King is called."""
LINE = 41
"""The height of a plate that is one line."""
_DISC = 12
"""The radius of a pirate on a plate that is one line."""


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
            _draw_result(canvas, beside, sea, shown, seat, way)
        case "play":
            worth = signed(plank.worth(shown.planks[seat]))
            canvas.words_in(worth, beside, STRONG, MIDDLE, LEAF, anchor="start", least=18)
            draw_plank(canvas, sea, shown.planks[seat], way)
        case "over":
            _draw_place(canvas, beside, shown, seat, words)
            draw_plank(canvas, sea, shown.planks[seat], way)


def draw_line(canvas: Canvas, place: Box, shown: Table, who: Seat, way: Way | None, words: Words) -> None:
    """A plate in one line: name, points, and where the pirates stand, by what it is worth."""
    plate(canvas, place, awaited=who in shown.to_act)
    name = words(named(who))
    draw_player(canvas, place.x + 33, place.cy, 15, who, name)
    start, right = place.x + 53, place.right - 10
    after = right - (86 if shown.phase == "plank" else 4 * _LANE + 27)
    points = canvas.words_in(
        str(shown.points[who]), Box(start, place.y, after - start, place.h), DISPLAY, 28, CHALK, anchor="end"
    )
    called = Box(start, place.y, after - start - points - 8, place.h)
    canvas.name_in(name, called, STRONG, SMALL, CHALK, anchor="start", least=SMALL - 2)
    rest = Box(after + 8, place.y, right - after - 8, place.h)
    if shown.phase == "plank":
        _draw_ready(canvas, rest, shown, who)
    else:
        _draw_pirates(canvas, rest, shown.planks[who], way)


_LANE = 42
"""The width of a pirate and what its space is worth."""


def _draw_ready(canvas: Canvas, place: Box, shown: Table, who: Seat) -> None:
    """What the latest round brought, and whether the plank is set."""
    _draw_latest(canvas, place, shown, who)
    sign, colour = (HOURGLASS, CHALK_SOFT) if who in shown.to_act else (TICK, GOLD)
    canvas.art(sign.art(colour, LEATHER), Box(place.right - 26, place.y, 26, place.h).square(24))


def _draw_pirates(canvas: Canvas, place: Box, own: plank.Plank, way: Way | None) -> None:
    """Which side is up, then each pirate with what its space is worth, or crossed out in the water."""
    sign = emblems.ASCENDS if own[0] == plank.UP else emblems.DESCENDS
    canvas.art(sign.art(CHALK_SOFT, LEATHER), Box(place.x - 2, place.y, 20, place.h).square(20))
    for colour in range(len(COLOURS)):
        x = place.x + 19 + colour * _LANE + _DISC
        space = plank.space_of(own, colour)
        if way is not None and way.done and way.colour == colour:
            canvas.circle(x, place.cy, _DISC + 2.5, GOLD)
        draw_colour(canvas, x, place.cy, _DISC, colour)
        beside = Box(x + _DISC + 2, place.y, _LANE - 2 * _DISC - 5, place.h)
        if space == plank.OVERBOARD:
            canvas.art(CROSS.art(EMBER, LEATHER), beside.square(13))
        else:
            canvas.words_in(str(plank.WORTH[own[0]][space]), beside, STRONG, SMALL, CHALK)


def draw_king(canvas: Canvas, place: Box, words: Words) -> None:
    """The plate of the old Pirate King, who has a pile and no plank."""
    plate(canvas, place)
    draw_player(canvas, place.cx, place.y + 38, 28, OLD_KING, "")
    pile = Box(place.x, place.y + 72, place.w, place.h - 72 - _CALLED - 18)
    width = pile.h / CARD
    for off in (0, 5, 10):
        card_back(canvas, Box(place.cx - width / 2 + off - 5, pile.y + off, width, pile.h))
    called = Box(place.x + 10, place.bottom - _CALLED - 4, place.w - 20, _CALLED)
    note(canvas, words(_("The old Pirate King")), called, size=24)


def _draw_head(canvas: Canvas, place: Box, who: Seat, name: str) -> Box:
    """Chip and name; the line below the name is returned."""
    draw_player(canvas, place.x + 42, place.y + _HEAD / 2, _CHIP, who, name)
    beside = Box(place.x + 74, place.y + 5, place.w - 84, _HEAD - 9)
    upper, lower = beside.rows(2, 0)
    canvas.name_in(name, upper, STRONG, 24, CHALK, anchor="start", least=SMALL - 2)
    return lower


def _draw_latest(canvas: Canvas, place: Box, shown: Table, seat: Seat) -> None:
    """What the round brought that has just ended."""
    rounds = scoring.rounds_of(shown.score_sheet, shown.players)
    if rounds:
        text = signed(plank.worth(rounds[-1][seat]))
        canvas.words_in(text, place, STRONG, SMALL + 2, LEAF, anchor="start")


def _draw_result(canvas: Canvas, beside: Box, sea: Box, shown: Table, seat: Seat, way: Way | None) -> None:
    """The plank as the round left it, and what it brought; the best has a crown. The sign: who is ready."""
    planks = scoring.rounds_of(shown.score_sheet, shown.players)[-1]
    draw_plank(canvas, sea, planks[seat], way)
    _draw_latest(canvas, beside, shown, seat)
    if plank.worth(planks[seat]) == max(map(plank.worth, planks)):
        mark(canvas, sea.x + 6, sea.y - 52, CROWN, 15)
    sign, colour = (HOURGLASS, CHALK_SOFT) if seat in shown.to_act else (TICK, GOLD)
    canvas.art(sign.art(colour, LEATHER), Box(beside.right - 26, beside.y, 26, beside.h).square(24))


def _draw_place(canvas: Canvas, place: Box, shown: Table, seat: Seat, words: Words) -> None:
    reached = scoring.places(shown.points)[seat]
    if reached == 1:
        canvas.art(CROWN.art(GOLD, LEATHER), Box(place.x, place.y + 2, 22, place.h - 4))
        place = Box(place.x + 26, place.y, place.w - 26, place.h)
    text = words(shared_words.place(reached))
    canvas.words_in(text, place, TEXT, SMALL, CHALK_SOFT, anchor="start", least=16)

"""The plate of each player on the board: bid, tricks, points, and what is at stake."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import CANNONBALL, COIN, CROWN, GHOST, HOURGLASS, TICK, Emblem
from games.drawing.furniture import MIDDLE, SMALL, chip, emblem_disc, pips, plate
from games.drawing.lettering import DISPLAY, STRONG, TEXT
from games.drawing.palette import CHALK, CHALK_SOFT, EMBER, GOLD, LEAF, LEATHER, Colour
from games.skull_king import scoring
from games.skull_king.dealing import cards_dealt
from games.skull_king.emblems import GEM
from games.skull_king.speech import figure, signed, who
from games.skull_king.state import GRAYBEARD, Table
from games.text import Seat, Text, Words, _

_GHOSTLY = "#868d98"
_POINTS = 34
"""The size of the points."""


def name_of(seat: Seat) -> Text:
    """The name of a player, or of Graybeard."""
    return _("{player}", player=who(seat))


def seats_with_plates(table: Table) -> tuple[Seat, ...]:
    """Who has one, in the order of the seats."""
    seats = tuple(range(table.players))
    return seats if table.ghost is None else (*seats, GRAYBEARD)


def draw_chip(canvas: Canvas, x: float, y: float, radius: float, seat: Seat, name: str) -> None:
    """The chip of a player, or of Graybeard."""
    if seat == GRAYBEARD:
        emblem_disc(canvas, x, y, radius, _GHOSTLY, GHOST)
    else:
        chip(canvas, x, y, radius, seat, name)


def draw_plate(canvas: Canvas, box: Box, table: Table, seat: Seat, words: Words) -> None:
    """The plate of a seat, or of Graybeard."""
    plate(canvas, box, awaited=seat in table.to_act)
    name = words(name_of(seat))
    draw_chip(canvas, box.x + 48, box.cy, 26, seat, name)
    inner = Box(box.x + 86, box.y + 7, box.w - 102, box.h - 14)
    upper, lower = inner.rows(2, 0)
    used = 0.0 if seat == GRAYBEARD else _draw_points(canvas, upper, table, seat)
    name_box = Box(upper.x, upper.y, upper.w - used - 12, upper.h)
    canvas.words_in(name, name_box, STRONG, MIDDLE, CHALK, anchor="start", least=SMALL)
    if seat == GRAYBEARD:
        _draw_ghost(canvas, lower, table, words)
    elif table.phase == "over":
        _draw_place(canvas, lower, table, seat, words)
    elif table.phase == "bid":
        _draw_whether_chosen(canvas, lower, table, seat, words)
        _draw_latest(canvas, lower, table, seat)
    else:
        _draw_bid(canvas, lower, table, seat, words)


def _draw_points(canvas: Canvas, box: Box, table: Table, seat: Seat) -> float:
    """In all, at the right; how wide that is."""
    right = Box(box.x + box.w / 2, box.y, box.w / 2, box.h)
    return canvas.words_in(
        figure(table.points[seat]), right, DISPLAY, _POINTS, CHALK, anchor="end", least=SMALL
    )


def _draw_whether_chosen(canvas: Canvas, box: Box, table: Table, seat: Seat, words: Words) -> None:
    waiting = seat in table.to_act
    text = words(_("chooses") if waiting else _("has chosen"))
    colour = CHALK_SOFT if waiting else GOLD
    _draw_sign(canvas, box.x, box, _Sign(HOURGLASS if waiting else TICK, text, colour), 0.7 * box.w)


def _draw_latest(canvas: Canvas, box: Box, table: Table, seat: Seat) -> None:
    """What the round brought that has just ended."""
    rounds = scoring.rounds_of(table.score_sheet, table.players)
    if not rounds:
        return
    points = rounds[-1][seat].points(cards_dealt(table, table.complete), table.setup.scoring)
    right = Box(box.right - 0.3 * box.w, box.y, 0.3 * box.w, box.h)
    colour = EMBER if points < 0 else LEAF if points else CHALK_SOFT
    canvas.words_in(signed(points), right, STRONG, SMALL, colour, anchor="end")


def _draw_place(canvas: Canvas, box: Box, table: Table, seat: Seat, words: Words) -> None:
    place = 1 + sum(points > table.points[seat] for points in table.points)
    if place == 1:
        canvas.art(CROWN.art(GOLD, LEATHER), Box(box.x, box.y + 3, 30, box.h - 6))
        box = Box(box.x + 38, box.y, box.w - 38, box.h)
    text = words(_("place {place}", place=place))
    canvas.words_in(text, box, TEXT, SMALL, CHALK_SOFT, anchor="start")


def _draw_ghost(canvas: Canvas, box: Box, table: Table, words: Words) -> None:
    taken = 0 if table.ghost is None else table.ghost.taken
    text = words(_("took {taken}", taken=taken))
    canvas.words_in(text, box, TEXT, SMALL, CHALK_SOFT, anchor="start")


# Bid and tricks


@dataclass(frozen=True)
class _Sign:
    """An emblem with a word after it."""

    emblem: Emblem
    text: str
    colour: Colour


def _draw_bid(canvas: Canvas, box: Box, table: Table, seat: Seat, words: Words) -> None:
    """Tricks of those bid, in figures and as coins; then what else is at stake."""
    bid, taken = table.bids[seat], table.taken[seat]
    counted = words(_("{taken}/{bid}", taken=taken, bid=bid))
    room = 66
    width = canvas.words_in(
        counted, Box(box.x, box.y, room, box.h), STRONG, 24, CHALK, anchor="start", least=18
    )
    right = box.right
    for sign in _signs(table, seat):
        right = _draw_sign_before(canvas, right, box, sign)
    left = box.x + width + 10
    room = min(20 * max(bid, taken, 1), right - left - 4)
    pips(canvas, Box(left, box.y + 9, room, box.h - 18), taken, bid)


def _signs(table: Table, seat: Seat) -> Iterator[_Sign]:
    """Whether the cannon is loaded; what an exact bid is worth beside its tricks. From the right."""
    if table.phase == "load":
        waiting = seat in table.to_act
        yield _Sign(HOURGLASS if waiting else TICK, "", CHALK_SOFT if waiting else GOLD)
    if table.bonus[seat]:
        yield _Sign(COIN, f"+{table.bonus[seat]}", GOLD)
    if table.wager is not None and table.wager[0] == seat:
        yield _Sign(COIN, f"±{table.wager[1]}", CHALK)
    if any(seat in pair for pair in table.alliances):
        yield _Sign(GEM, "", LEAF)
    if table.shots and table.shots[seat] and table.phase != "load":
        yield _Sign(CANNONBALL, "", CHALK_SOFT)


def _draw_sign(canvas: Canvas, x: float, box: Box, sign: _Sign, room: float) -> None:
    canvas.art(sign.emblem.art(sign.colour, LEATHER), Box(x, box.y + 4, box.h - 8, box.h - 8))
    caption = Box(x + box.h, box.y, room - box.h, box.h)
    canvas.words_in(sign.text, caption, TEXT, SMALL, sign.colour, anchor="start")


def _draw_sign_before(canvas: Canvas, right: float, box: Box, sign: _Sign) -> float:
    """The sign, ending at `right`; where it begins is returned."""
    caption = Box(right - 60, box.y, 60, box.h)
    width = canvas.words_in(sign.text, caption, STRONG, SMALL, sign.colour, anchor="end")
    size = box.h - 10
    left = right - width - size - (4 if width else 0)
    canvas.art(sign.emblem.art(sign.colour, LEATHER), Box(left, box.y + 5, size, size))
    return left - 8

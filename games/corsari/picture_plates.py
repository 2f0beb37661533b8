"""The plates of the players: penalty cards, what everybody knows of a hand, who sails and who is ready."""

from __future__ import annotations

from games.cards import Cards
from games.corsari import emblems
from games.corsari.artwork import TOKEN, draw_token
from games.corsari.speech import (
    gained_words,
)
from games.corsari.split import Layout
from games.corsari.state import NOTHING, Showdown, Table
from games.corsari.tabletop import has_just_ended
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import CROWN, HOURGLASS, TICK, Emblem
from games.drawing.furniture import MARGIN, SMALL, WIDTH, chip, plate
from games.drawing.lettering import DISPLAY, STRONG, TEXT
from games.drawing.palette import CHALK, CHALK_SOFT, EMBER, GOLD, LEAF, LEATHER, LEATHER_OWN, Colour
from games.text import Seat, Text, Words, _, named

_LINE, _TOKENS = 62, 52
"""The height of a plate, and of a row of tokens on it."""
_LOW_LINE, _LOW_TOKENS, _LOW_TOKEN = 50, 38, 28
"""The same where there is little room, and the width of a token there."""
_GAP = 6
_ACROSS = 2
_TOKEN, _BETWEEN = 36, 4
_MOST = 6
"""Tokens on a plate, the latest; how many more there are is a number."""
Known = tuple[Emblem, Text | str, Colour]
"""What a plate says under the name, with its sign."""


def seen(table: Table, seat: Seat, watcher: Seat | None = None) -> Cards:
    """The cards that lie on the plate, the latest last: taken openly and still held, by who does not show all
    of them soon. Watchers see their own below.
    """
    is_open = bool(table.taken) and table.closed is None and seat not in (table.closer, watcher)
    is_open = is_open and table.phase != "split"  # the splits that are offered need the room
    return table.taken[seat] if is_open else b""


def low_height(table: Table) -> float:
    """How high all plates are where there is little room: always the same while cards are drawn."""
    drawing = table.phase in ("draw", "drop")
    return -(-table.players // _ACROSS) * (_LOW_LINE + drawing * _LOW_TOKENS + _GAP)


def draw_low(canvas: Canvas, top: float, table: Table, words: Words, watcher: Seat) -> None:
    """All plates, in the order of seats, where there is little room."""
    rows = -(-table.players // _ACROSS)
    box = Box(MARGIN - 6, top, WIDTH - 2 * MARGIN + 12, low_height(table) - _GAP)
    for row, places in enumerate(box.rows(rows, _GAP)):
        for at, place in enumerate(places.columns(_ACROSS, _GAP)):
            if (seat := row * _ACROSS + at) < table.players:
                _draw_plate(canvas, place, table, seat, words, watcher, low=True)


def _rows(table: Table, watcher: Seat | None) -> list[tuple[list[Seat], float]]:
    """Seats side by side, and how high their plates are."""
    seats = list(range(table.players))
    beside = [seats[at : at + _ACROSS] for at in range(0, len(seats), _ACROSS)]
    return [
        (row, _LINE + (_TOKENS if any(seen(table, seat, watcher) for seat in row) else 0)) for row in beside
    ]


def height(table: Table, watcher: Seat | None = None) -> float:
    """How high all plates are."""
    return sum(high + _GAP for _row, high in _rows(table, watcher))


def draw(canvas: Canvas, top: float, table: Table, words: Words, watcher: Seat | None = None) -> None:
    """All plates, in the order of seats."""
    for row, high in _rows(table, watcher):
        places = Box(MARGIN - 6, top, WIDTH - 2 * MARGIN + 12, high).columns(_ACROSS, _GAP)
        for seat, place in zip(row, places, strict=False):
            _draw_plate(canvas, place, table, seat, words, watcher)
        top += high + _GAP


def chip_at(top: float, table: Table, seat: Seat) -> tuple[float, float]:
    """Where a seat's chip is on a board whose plates begin there."""
    for row, high in _rows(table, None):
        if seat in row:
            places = Box(MARGIN - 6, top, WIDTH - 2 * MARGIN + 12, high).columns(_ACROSS, _GAP)
            place = places[row.index(seat)]
            return place.x + 42, place.y + _LINE / 2
        top += high + _GAP
    raise ValueError(f"There is no seat {seat}.")


def _draw_plate(
    canvas: Canvas,
    box: Box,
    table: Table,
    seat: Seat,
    words: Words,
    watcher: Seat | None,
    *,
    low: bool = False,
) -> None:
    ground = LEATHER_OWN if seat == watcher else LEATHER
    plate(canvas, box, awaited=seat in table.to_act, ground=ground)
    line, name = Box(box.x, box.y, box.w, _LOW_LINE if low else _LINE), words(named(seat))
    chip(canvas, line.x + 42, line.cy, 23, seat, name)
    count = str(table.counts[seat])
    number = Box(line.right - 92, line.y, 76, line.h)
    wide = canvas.words_in(count, number, DISPLAY, 40, CHALK, anchor="end")
    canvas.art(emblems.CARDS.art(CHALK_SOFT, LEATHER), Box(number.right - wide - 36, line.cy - 14, 28, 28))
    left = line.x + 74
    inset = 2 if low else 6
    words_box = Box(left, line.y + inset, number.right - wide - 46 - left, line.h - 2 * inset)
    known = _known(table, seat)
    if known is None:
        canvas.name_in(name, words_box, STRONG, 25, CHALK, anchor="start", least=SMALL)
    else:
        upper, lower = words_box.rows(2, 0)
        canvas.name_in(name, upper, STRONG, 24, CHALK, anchor="start", least=SMALL)
        _draw_known(canvas, lower, table, seat, known, words)
    taken = seen(table, seat, watcher)
    if taken:
        below = Box(box.x + 20, line.bottom - 6, box.w - 36, _LOW_TOKENS if low else _TOKENS)
        _draw_seen(canvas, below, taken, _just_taken(table, seat), _LOW_TOKEN if low else _TOKEN)


# What everybody knows


def _just_taken(table: Table, seat: Seat) -> int:
    """The card that has just gone into the hand for all to see."""
    return table.taken[seat][-1] if table.drew in ("discard", "pier") and seat in table.to_act else NOTHING


def _draw_seen(canvas: Canvas, box: Box, cards: Cards, latest: int, token: float) -> None:
    """An eye, and what everybody saw go into the hand; the oldest only in number if they are many."""
    canvas.art(emblems.EYE.art(CHALK_SOFT, LEATHER), Box(box.x, box.cy - 14, 28, 28))
    hidden = 0 if len(cards) <= _MOST else len(cards) - _MOST + 1
    x = box.x + 36
    for card in sorted(cards[hidden:]):
        place = Box(x, box.y + 2, token, token * TOKEN)
        draw_token(canvas, place, card)
        if card == latest:
            canvas.rect(place.inset(-1), None, radius=7, stroke=Stroke(CHALK, 4))
        x += token + _BETWEEN
    if hidden:
        canvas.words_in(
            f"+{hidden}", Box(x, box.y, box.right - x, box.h), TEXT, SMALL, CHALK_SOFT, anchor="start"
        )


def _known(table: Table, seat: Seat) -> Known | None:
    """Who sails, and who has laid out cards; after a hand the limit that there was."""
    if table.latest is not None and has_just_ended(table):
        return _ending(table.latest, seat)
    if seat == table.closer:
        text = _("sails")
        if table.closed is not None:
            text = _("limit {limit}", limit=table.closed.limit)
        return emblems.SAIL, text, GOLD
    if table.phase != "answer":
        return None
    if seat in table.to_act:
        return HOURGLASS, _("choosing"), CHALK_SOFT
    return TICK, _("ready"), GOLD


def _ending(ended: Showdown, seat: Seat) -> Known | None:
    if not ended.layouts:
        return None
    if seat in ended.cappotto:
        return CROWN, _("cappotto"), GOLD
    if not has_shown(ended.layouts[seat]):
        return None
    emblem = emblems.SAIL if seat == ended.closer else emblems.BARREL
    return emblem, str(ended.layouts[seat].limit), CHALK_SOFT


def _draw_known(canvas: Canvas, box: Box, table: Table, seat: Seat, known: Known, words: Words) -> None:
    emblem, text, colour = known
    canvas.art(emblem.art(colour, LEATHER), Box(box.x, box.cy - 12, 24, 24))
    said = text if isinstance(text, str) else words(text)
    rest = Box(box.x + 32, box.y, box.w - 32, box.h)
    wide = canvas.words_in(said, rest, TEXT, SMALL, colour, anchor="start", least=18)
    ended = table.latest
    if ended is None or not has_just_ended(table) or not ended.layouts or ended.cappotto:
        return
    count = len(ended.gained[seat])
    cost = Box(rest.x + wide + 12, box.y, max(0, rest.w - wide - 12), box.h)
    canvas.words_in(gained_words(count), cost, STRONG, 24, EMBER if count else LEAF, anchor="start")


def has_shown(layout: Layout) -> bool:
    """Whether somebody's cards were laid out: not if the closer has won the game at once."""
    return bool(layout.prisoners or layout.crew or layout.stowaways or layout.attached)

"""The plate of each player on the board: penalty cards, and what everybody knows of the player's hand."""

from __future__ import annotations

from games.cards import Cards
from games.corsari import emblems
from games.corsari.artwork import TOKEN, draw_token
from games.corsari.speech import gained_words
from games.corsari.split import Layout
from games.corsari.state import NOTHING, Showdown, Table
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import CROSS, CROWN, HOURGLASS, TICK, Emblem
from games.drawing.furniture import MIDDLE, SMALL, chip, plate
from games.drawing.lettering import DISPLAY, STRONG, TEXT
from games.drawing.palette import CHALK, CHALK_SOFT, EMBER, GOLD, LEAF, LEATHER, Colour
from games.text import Seat, Words, _, _n, named

PLATE = 86
"""The height of a plate, if all that belongs on it fits on one line."""
_TOKEN = 42
_BETWEEN = 4
_MOST = 6
"""Tokens on one line."""
_LEFT = 322
"""The width of the part with name and penalty cards."""
_COUNT = 40
"""The size of their number."""


def has_just_ended(table: Table) -> bool:
    """Whether the latest news is how a hand has ended: until the first card of the next one is drawn."""
    return table.latest is not None and (
        table.phase == "over" or (table.turn == 0 and table.phase == "draw" and table.hand > 1)
    )


def seen(table: Table, seat: Seat) -> Cards:
    """The cards that lie on the plate: taken openly and still held, by who does not show all of them soon."""
    is_open = bool(table.taken) and table.closed is None and seat != table.closer
    return bytes(sorted(table.taken[seat])) if is_open else b""


def height(table: Table, seat: Seat) -> float:
    """How high a seat's plate is."""
    lines = -(-len(seen(table, seat)) // _MOST)
    return PLATE + max(0, lines - 1) * (_TOKEN * TOKEN + _BETWEEN)


def draw_plate(canvas: Canvas, box: Box, table: Table, seat: Seat, words: Words) -> None:
    """The plate of a seat."""
    plate(canvas, box, awaited=seat in table.to_act)
    name = words(named(seat))
    chip(canvas, box.x + 48, box.cy, 26, seat, name)
    left = Box(box.x + 86, box.cy - 36, _LEFT - 86, 72)
    count = table.counts[seat]
    width = canvas.words_in(str(count), left, DISPLAY, _COUNT, CHALK, anchor="end")
    upper, lower = Box(left.x, left.y, left.w - width - 12, left.h).rows(2, 0)
    canvas.words_in(name, upper, STRONG, MIDDLE, CHALK, anchor="start", least=SMALL)
    unit = words(_n("penalty card", "penalty cards", count))
    canvas.words_in(unit, lower, TEXT, SMALL, CHALK_SOFT, anchor="start", least=17)
    right = Box(box.x + _LEFT + 18, box.y + 7, box.w - _LEFT - 32, box.h - 14)
    if table.latest is not None and has_just_ended(table):
        _draw_ending(canvas, right, table.latest, seat, words)
    elif table.closer == seat or table.phase == "answer":
        _draw_sailing(canvas, right, table, seat, words)
    else:
        _draw_seen(canvas, right, seen(table, seat), _just_taken(table, seat))


# What everybody knows


def _just_taken(table: Table, seat: Seat) -> int:
    """The card that has just gone into the hand for all to see."""
    return table.taken[seat][-1] if table.drew in ("discard", "pier") and seat in table.to_act else NOTHING


def _draw_seen(canvas: Canvas, box: Box, cards: Cards, latest: int) -> None:
    """An eye, and what everybody saw go into the hand."""
    if not cards:
        return
    canvas.art(emblems.EYE.art(CHALK_SOFT, LEATHER), Box(box.x, box.cy - 14, 28, 28))
    step, rise = _TOKEN + _BETWEEN, _TOKEN * TOKEN + _BETWEEN
    lines = -(-len(cards) // _MOST)
    top = box.cy - (lines * rise - _BETWEEN) / 2
    for at, card in enumerate(cards):
        row, column = divmod(at, _MOST)
        place = Box(box.x + 36 + column * step, top + row * rise, _TOKEN, _TOKEN * TOKEN)
        draw_token(canvas, place, card)
        if card == latest:
            canvas.rect(place.inset(-1), None, radius=7, stroke=Stroke(CHALK, 4))


def _draw_sailing(canvas: Canvas, box: Box, table: Table, seat: Seat, words: Words) -> None:
    """Who sails, and who has laid out cards."""
    if seat == table.closer:
        text = _("sets sail")
        if table.closed is not None:
            text = _("sails with limit {limit}", limit=table.closed.limit)
        _draw_sign(canvas, box, emblems.SAIL, words(text), GOLD)
    elif seat in table.to_act:
        _draw_sign(canvas, box, HOURGLASS, words(_("lays out cards")), CHALK_SOFT)
    else:
        _draw_sign(canvas, box, TICK, words(_("has laid out")), GOLD)


def _draw_sign(canvas: Canvas, box: Box, emblem: Emblem, text: str, colour: Colour) -> None:
    canvas.art(emblem.art(colour, LEATHER), Box(box.x, box.cy - 17, 34, 34))
    rest = Box(box.x + 46, box.y, box.w - 46, box.h)
    canvas.words_in(text, rest, TEXT, 24, colour, anchor="start", least=18)


# How a hand has ended


def _draw_ending(canvas: Canvas, box: Box, ended: Showdown, seat: Seat, words: Words) -> None:
    """The limit that there was, who set it, and what it has cost."""
    if not ended.layouts:
        if seat == ended.closer:
            _draw_sign(canvas, box, CROSS, words(_("emptied the pier")), EMBER)
    elif seat in ended.cappotto:
        _draw_sign(canvas, box, CROWN, words(_("cappotto")), GOLD)
    elif has_shown(ended.layouts[seat]):
        text = words(_("limit {limit}", limit=ended.layouts[seat].limit))
        emblem = emblems.SAIL if seat == ended.closer else emblems.BARREL
        rest = Box(box.x, box.y, box.w - 100, box.h)
        _draw_sign(canvas, rest, emblem, text, CHALK_SOFT)
        if not ended.cappotto:
            count = len(ended.gained[seat])
            cost = Box(rest.right, box.y, 100, box.h)
            colour = EMBER if count else LEAF
            canvas.words_in(gained_words(count), cost, DISPLAY, _COUNT, colour, anchor="end")


def has_shown(layout: Layout) -> bool:
    """Whether somebody's cards were laid out: not if the closer has won the game at once."""
    return bool(layout.prisoners or layout.crew or layout.stowaways or layout.attached)

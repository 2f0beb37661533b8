"""How a hand has ended, drawn: what it came to, and everybody's cards in their places, limits and costs."""

from __future__ import annotations

from collections.abc import Iterator

from games.cards import Card
from games.corsari import emblems, scoring
from games.corsari.artwork import TOKEN, by_number, draw_ship, draw_token
from games.corsari.picture_plates import has_shown
from games.corsari.speech import (
    ending_words,
    gained_words,
)
from games.corsari.split import Layout
from games.corsari.state import Showdown, Table
from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import CROWN, Emblem
from games.drawing.furniture import (
    MARGIN,
    MIDDLE,
    SMALL,
    WIDTH,
    chip,
    mark,
    note,
    plate,
)
from games.drawing.lettering import DISPLAY, STRONG, TEXT
from games.drawing.palette import CHALK, CHALK_SOFT, EMBER, GOLD, LEAF, LEATHER
from games.text import Player, Seat, Text, Words, _, named

STORY = 60
"""The height of the line that says what a hand came to, with the ship that it is about."""
_GAP = 4
_HEAD = 36
_TOKEN = 35
_BETWEEN = 3
_SMALL_SHIP = 60
_SIGN = 26
"""The emblem before the cards of a place."""
ROW = _HEAD + _TOKEN * TOKEN + 6
_WIDE = WIDTH - 2 * MARGIN


def height(ended: Showdown) -> float:
    """The height of a hand's showdown when it is drawn, in units."""
    return STORY + len(_order(ended)) * (ROW + _GAP)


def draw(canvas: Canvas, top: float, ended: Showdown, table: Table, words: Words) -> None:
    """From `top` on, as wide as the picture; the closer first."""
    draw_story(canvas, top, ended, words)
    top += STORY
    for seat in _order(ended):
        box = Box(MARGIN - 6, top, _WIDE + 12, ROW)
        plate(canvas, box, awaited=seat in table.to_act)
        head = Box(box.x + 18, box.y + 3, box.w - 32, _HEAD - 4)
        wide = canvas.words_in(str(table.counts[seat]), head, DISPLAY, 32, CHALK, anchor="end")
        canvas.art(emblems.CARDS.art(CHALK_SOFT, LEATHER), Box(head.right - wide - 34, head.cy - 13, 26, 26))
        _draw_head(canvas, Box(head.x, head.y, head.w - 96, head.h), ended, seat, words)
        draw_tokens(canvas, Box(box.x + 12, box.y + _HEAD, box.w - 24, _TOKEN * TOKEN), ended.layouts[seat])
        top = box.bottom + _GAP


def draw_story(canvas: Canvas, top: float, ended: Showdown, words: Words) -> None:
    """The closer's ship, afloat or not, and what became of it."""
    sent_under = (
        bool(ended.layouts) and not ended.cappotto and bool(scoring.senders(ended.layouts, ended.closer))
    )
    sunk = sent_under or not ended.layouts
    hero = ended.cappotto[0] if ended.cappotto else ended.closer
    ship = Box(MARGIN, top, STORY - 8, STORY - 8)
    draw_ship(canvas, ship, hero, sunk=sunk)
    if ended.cappotto:
        mark(canvas, ship.right - 4, ship.y + 20, CROWN)
    beside = Box(ship.right + 18, top, WIDTH - MARGIN - ship.right - 18, STORY - 2)
    note(canvas, words(ending_words(ended)), beside, anchor="start", least=SMALL)


def _order(ended: Showdown) -> list[Seat]:
    """The closer first, then in the order of play whoever had to show cards."""
    players = len(ended.layouts)
    seats = [(ended.closer + place) % players for place in range(players)]
    return [seat for seat in seats if has_shown(ended.layouts[seat])]


def _places(layout: Layout) -> Iterator[tuple[Emblem, list[Card]]]:
    """Where cards are, the dear ones last."""
    for emblem, cards in (
        (emblems.ROPE, list(layout.attached)),
        (emblems.CAGE, list(layout.prisoners)),
        (emblems.WHEEL, by_number(layout.crew)),
        (emblems.BARREL, by_number(layout.stowaways)[::-1]),
    ):
        if cards:
            yield emblem, cards


def _draw_head(canvas: Canvas, box: Box, ended: Showdown, seat: Seat, words: Words) -> None:
    """Who it is, the limit, and what it has cost."""
    name = words(named(seat))
    chip(canvas, box.x + 22, box.cy, 20, seat, name)
    cost = _draw_cost(canvas, Box(box.right - 130, box.y, 130, box.h), ended, seat, words)
    limit = Box(box.right - 260, box.y, 260 - cost - 18, box.h)
    text = words(_("limit {limit}", limit=ended.layouts[seat].limit))
    width = canvas.words_in(text, limit, STRONG, 24, CHALK, anchor="end", least=18)
    left, right = box.x + 54, limit.right - width - 16
    if seat == ended.closer:
        canvas.art(emblems.SAIL.art(GOLD, LEATHER), Box(left, box.cy - 15, 30, 30))
        left += 40
    canvas.words_in(
        name, Box(left, box.y, right - left, box.h), STRONG, MIDDLE, CHALK, anchor="start", least=SMALL
    )


def _draw_cost(canvas: Canvas, box: Box, ended: Showdown, seat: Seat, words: Words) -> float:
    """New penalty cards, or that they do not matter; how wide that is."""
    if seat in ended.cappotto:
        canvas.art(CROWN.art(GOLD, LEATHER), Box(box.right - 32, box.y, 32, box.h))
        caption = Box(box.x, box.y, box.w - 40, box.h)
        return 40 + canvas.words_in(words(_("cappotto")), caption, TEXT, 24, GOLD, anchor="end", least=18)
    if ended.cappotto:
        return 0
    count = len(ended.gained[seat])
    return canvas.words_in(gained_words(count), box, DISPLAY, 34, EMBER if count else LEAF, anchor="end")


def draw_tokens(canvas: Canvas, box: Box, layout: Layout) -> None:
    """Every card, in places that their emblems tell apart."""
    places = list(_places(layout))
    cards = sum(len(held) for _emblem, held in places)
    room = box.w - len(places) * (_SIGN + 4) - (len(places) - 1) * 12 - cards * _BETWEEN
    width = min(_TOKEN, room / max(1, cards))
    x = box.x
    for emblem, held in places:
        canvas.art(emblem.art(CHALK_SOFT, LEATHER), Box(x, box.cy - _SIGN / 2, _SIGN, _SIGN))
        x += _SIGN + 4
        for card in held:
            draw_token(canvas, Box(x, box.y, width, box.h), card)
            x += width + _BETWEEN
        x += 12


def closer_height(ship: float = _SMALL_SHIP) -> float:
    """How high the ship that has sailed is drawn, with its cards."""
    return ship + 6 + _TOKEN * TOKEN + 16 + _GAP


def draw_closer(
    canvas: Canvas, top: float, closer: Seat, layout: Layout, words: Words, ship: float = _SMALL_SHIP
) -> None:
    """The ship that has sailed, to attach to and to get below. `ship`: how large it is."""
    box = Box(MARGIN - 6, top, _WIDE + 12, closer_height(ship) - _GAP)
    plate(canvas, box)
    sailing = Box(box.x + 12, box.y + 6, ship, ship)
    draw_ship(canvas, sailing, closer)
    name = words(named(closer))
    chip(canvas, sailing.right + 30, sailing.cy, 21, closer, name)
    limit = Box(box.right - 250, sailing.y, 234, ship)
    wide = canvas.words_in(
        words(_("limit {limit}", limit=layout.limit)), limit, DISPLAY, 38, GOLD, anchor="end", least=SMALL
    )
    left = sailing.right + 62
    rest = Box(left, sailing.y, limit.right - wide - 16 - left, ship)
    text = _("{player} sails!", player=Player(closer))
    note(canvas, words(text), rest, anchor="start", least=SMALL)
    draw_tokens(canvas, Box(box.x + 12, sailing.bottom + 6, box.w - 24, _TOKEN * TOKEN), layout)


def key() -> tuple[tuple[Emblem, Text], ...]:
    """Each emblem of the showdown with the words that explain it."""
    return (
        (emblems.ROPE, _("attached")),
        (emblems.CAGE, _("prisoners")),
        (emblems.WHEEL, _("crew")),
        (emblems.BARREL, _("stowaways")),
    )

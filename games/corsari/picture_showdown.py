"""How a hand has ended, drawn: everybody's cards in their places, the limits, and who takes what for it."""

from __future__ import annotations

from collections.abc import Iterator

from games.cards import Card
from games.corsari import emblems
from games.corsari.artwork import TOKEN, by_number, draw_token, dress
from games.corsari.cards import BANDS
from games.corsari.picture_plates import has_shown
from games.corsari.speech import gained_words, showdown_words
from games.corsari.split import Layout
from games.corsari.state import Showdown
from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import CROWN, Emblem
from games.drawing.furniture import (
    MARGIN,
    MIDDLE,
    SMALL,
    WIDTH,
    chip,
    emblem_disc,
    note,
    note_height,
    plate,
)
from games.drawing.lettering import DISPLAY, STRONG, TEXT
from games.drawing.palette import CHALK, CHALK_SOFT, EMBER, GOLD, HUES, LEAF, LEATHER
from games.text import Seat, Text, Words, _, named

_TITLE = 48
_GAP = 8
_HEAD = 56
_TOKEN = 41
_BETWEEN = 3
_SIGN = 26
"""The emblem before the cards of a place."""
_WIDE = WIDTH - 2 * MARGIN


def height(ended: Showdown, words: Words) -> float:
    """How high it is."""
    if not ended.layouts:
        return _TITLE + note_height(words(showdown_words(ended)[0]), _WIDE, most=3)
    return _TITLE + len(_order(ended)) * (_HEAD + _TOKEN * TOKEN + 12 + _GAP)


def draw(canvas: Canvas, top: float, ended: Showdown, words: Words) -> None:
    """From `top` on, as wide as the picture; the closer first."""
    _draw_title(canvas, Box(MARGIN, top, _WIDE, _TITLE), ended, words)
    top += _TITLE
    if not ended.layouts:
        text = words(showdown_words(ended)[0])
        note(canvas, text, Box(MARGIN, top, _WIDE, note_height(text, _WIDE, most=3)), anchor="start")
        return
    for seat in _order(ended):
        box = Box(MARGIN - 6, top, _WIDE + 12, _HEAD + _TOKEN * TOKEN + 12)
        plate(canvas, box)
        _draw_head(canvas, Box(box.x + 14, box.y + 4, box.w - 28, _HEAD - 4), ended, seat, words)
        _draw_cards(canvas, Box(box.x + 12, box.y + _HEAD, box.w - 24, _TOKEN * TOKEN), ended.layouts[seat])
        top = box.bottom + _GAP


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


def _draw_title(canvas: Canvas, box: Box, ended: Showdown, words: Words) -> None:
    hue, emblem = dress(ended.pier)
    text = words(_("{colour} cards were prisoners", colour=BANDS[ended.pier].name))
    left = Box(box.x, box.y, box.w * 0.45, box.h)
    canvas.words_in(words(_("Hand {hand}", hand=ended.hand)), left, DISPLAY, 32, CHALK, anchor="start")
    right = Box(box.x + box.w * 0.45 + 44, box.y, box.w * 0.55 - 44, box.h)
    width = canvas.words_in(text, right, TEXT, SMALL, CHALK_SOFT, anchor="end", least=18)
    emblem_disc(canvas, box.right - width - 26, box.cy, 18, HUES[hue], emblem)


def _draw_head(canvas: Canvas, box: Box, ended: Showdown, seat: Seat, words: Words) -> None:
    """Who it is, the limit, and what it has cost."""
    name = words(named(seat))
    chip(canvas, box.x + 24, box.cy, 22, seat, name)
    cost = _draw_cost(canvas, Box(box.right - 150, box.y, 150, box.h), ended, seat, words)
    limit = Box(box.right - 320, box.y, 320 - cost - 24, box.h)
    text = words(_("limit {limit}", limit=ended.layouts[seat].limit))
    width = canvas.words_in(text, limit, STRONG, 24, CHALK, anchor="end", least=18)
    left, right = box.x + 58, limit.right - width - 16
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


def _draw_cards(canvas: Canvas, box: Box, layout: Layout) -> None:
    """Every card, in places that their emblems tell apart."""
    places = list(_places(layout))
    cards = sum(len(held) for _emblem, held in places)
    room = box.w - len(places) * (_SIGN + 4) - (len(places) - 1) * 12 - cards * _BETWEEN
    width = min(_TOKEN, room / cards)
    x = box.x
    for emblem, held in places:
        canvas.art(emblem.art(CHALK_SOFT, LEATHER), Box(x, box.cy - _SIGN / 2, _SIGN, _SIGN))
        x += _SIGN + 4
        for card in held:
            draw_token(canvas, Box(x, box.y, width, box.h), card)
            x += width + _BETWEEN
        x += 12


def key() -> tuple[tuple[Emblem, Text], ...]:
    """What the emblems mean."""
    return (
        (emblems.ROPE, _("attached")),
        (emblems.CAGE, _("prisoners")),
        (emblems.WHEEL, _("crew")),
        (emblems.BARREL, _("stowaways")),
    )

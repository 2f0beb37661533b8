"""Cards in their places, drawn: prisoners, crew, stowaways, each on a panel of its own, two on a line."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from games.cards import Card
from games.corsari import emblems
from games.corsari.artwork import by_number, draw_card, dress
from games.corsari.cards import COLOUR, Colour
from games.corsari.split import Layout
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import PLUS, Emblem
from games.drawing.furniture import CARD, MARGIN, SMALL, WIDTH, chip, emblem_disc, mark
from games.drawing.lettering import DISPLAY, STRONG, drawable
from games.drawing.palette import CHALK, GOLD, HUES, LEATHER, LEATHER_EDGE
from games.text import Seat, Text, Words, _, named

_HEAD = 42
_PAD = 10
_GAP = 6
_CARD, _LEAST, _BETWEEN = 70, 44, 4
"""The width of a card at most, and at least beside titles, and of the gap to the next."""
_DISC = 17
"""The radius of a band's disc."""
_TITLE, _SMALL_TITLE, _LIMIT = 23, 17, 28
"""The letter sizes of a group's title, at most and at least, and of its limit."""
_LEFT, _RIGHT = MARGIN - 6, WIDTH - MARGIN + 6


class Group(msgspec.Struct, frozen=True):
    """Cards that have one place, in their order. `bands`: whose they are, shown beside the title. `fresh`: a
    card that has just come. `against`: who sails, and the limit there, to compare one's own with.
    """

    emblem: Emblem
    title: Text
    cards: Sequence[Card]
    bands: tuple[Colour, ...] = ()
    limit: int | None = None
    fresh: int = -1
    against: tuple[Seat, int] | None = None
    low: bool = False
    """Whether there is little room, so that it says what it is only where that fits."""


Line = tuple[Group, ...]
"""The groups that stand beside each other, from the left."""


def lines_of(
    layout: Layout,
    pier: Colour,
    beside: Group | None = None,
    fresh: int = -1,
    against: tuple[Seat, int] | None = None,
) -> list[Line]:
    """The places of a ship that sails: what costs nothing above, what does below. `beside`: cards that are
    not on it.
    """
    crew, dearest_first = by_number(layout.crew), by_number(layout.stowaways)[::-1]
    bands = tuple(dict.fromkeys(COLOUR[card] for card in layout.crew))
    prisoners = Group(emblems.CAGE, _("Prisoners"), layout.prisoners, (pier,), fresh=fresh)
    aboard = Group(emblems.WHEEL, _("Crew"), crew, bands, fresh=fresh)
    stowaways = Group(
        emblems.BARREL,
        _("Stowaways"),
        dearest_first,
        limit=layout.limit,
        fresh=fresh,
        against=against,
    )
    if beside is None:
        return [(prisoners, aboard), (stowaways,)]
    if len(prisoners.cards) + len(aboard.cards) < len(stowaways.cards):
        return [(prisoners, aboard, beside), (stowaways,)]
    return [(prisoners, aboard), (stowaways, beside)]


def on_one_line(lines: Sequence[Line], words: Words) -> list[Line]:
    """All groups beside each other; where cards would be too small, their titles get what is left."""
    line = tuple(group for each in lines for group in each)
    if _card_width(line, words) >= _LEAST:
        return [line]
    return [tuple(replace(group, low=True) for group in line)]


def height(lines: Sequence[Line], words: Words) -> float:
    """How high so many lines are, with a gap after each."""
    return sum(_height_of(line, _card_width(line, words)) + _GAP for line in lines)


def _height_of(line: Line, card: float) -> float:
    return _HEAD + (card * CARD + _PAD if any(group.cards for group in line) else 0)


def _card_width(line: Line, words: Words) -> float:
    """As large as the line has room for: a title that is wider than its cards takes room from the others."""
    for width in range(_CARD, 40, -2):
        if sum(_width(group, width, words) for group in line) + _GAP * (len(line) - 1) <= _RIGHT - _LEFT:
            return width
    return 40


def _width(group: Group, card: float, words: Words) -> float:
    """The width of a group's panel, for cards of this width each."""
    cards = len(group.cards) * (card + _BETWEEN) - _BETWEEN
    return 2 * _PAD + max(cards, _head_width(group, words))


def _head_width(group: Group, words: Words) -> float:
    if group.low:
        return 42 + (2 * _DISC + 6 if group.limit is not None else 0)
    wide = 42 + STRONG.width(drawable(words(group.title), STRONG), _TITLE)
    wide += (2 * _DISC + 6) * len(group.bands) + 4
    if group.limit is not None:
        limit = _limit_words(group.limit, group.against, words)
        wide += 24 + DISPLAY.width(drawable(limit, DISPLAY), _LIMIT)
    return wide + (116 if group.against is not None else 0)


def _limit_words(limit: int, against: tuple[Seat, int] | None, words: Words) -> str:
    """Only the number, until it is held against the limit of a ship that sails."""
    return str(limit) if against is None else words(_("limit {limit}", limit=limit))


def draw(canvas: Canvas, top: float, lines: Sequence[Line], words: Words) -> None:
    """The panels, as wide as the picture."""
    for line in lines:
        card = _card_width(line, words)
        high = _height_of(line, card)
        widths = [_width(group, card, words) for group in line]
        room = _RIGHT - _LEFT - _GAP * (len(line) - 1)
        share = min(1, room / sum(widths))
        widths = [width * share for width in widths]
        widths[widths.index(max(widths))] += room - sum(widths)
        x = _LEFT
        for group, width in zip(line, widths, strict=True):
            _draw_panel(canvas, Box(x, top, width, high), group, card, words)
            x += width + _GAP
        top += high + _GAP


def _draw_panel(canvas: Canvas, box: Box, group: Group, card_width: float, words: Words) -> None:
    canvas.rect(box.inset(1), LEATHER, radius=14, stroke=Stroke(LEATHER_EDGE, 2))
    _draw_head(canvas, Box(box.x + _PAD + 2, box.y + 2, box.w - 2 * _PAD - 4, _HEAD - 4), group, words)
    cards = len(group.cards)
    step = min(card_width + _BETWEEN, (box.w - 2 * _PAD + _BETWEEN) / max(1, cards))
    for at, card in enumerate(group.cards):
        width = step - _BETWEEN
        place = Box(box.x + _PAD + at * step, box.y + _HEAD, width, width * CARD)
        draw_card(canvas, place, card)
        if card == group.fresh:
            mark(canvas, place.right - 6, place.y + 4, PLUS, 15)


def _draw_head(canvas: Canvas, box: Box, group: Group, words: Words) -> None:
    """What the place is called, whose it is, and what it costs."""
    sign = Box(box.x, box.y + 6, box.h - 12, box.h - 12)
    canvas.art(group.emblem.art(CHALK, LEATHER), sign)
    title, right = words(group.title), box.right
    least = STRONG.width(drawable(title, STRONG), _SMALL_TITLE) + 10
    if group.limit is not None:
        text = _limit_words(group.limit, group.against, words)
        if group.low and sign.right + least + DISPLAY.width(drawable(text, DISPLAY), _LIMIT) > right:
            text = str(group.limit)
        half = Box(box.x + box.w * 0.3, box.y, box.w * 0.7, box.h)
        right -= 12 + canvas.words_in(text, half, DISPLAY, _LIMIT, GOLD, anchor="end", least=SMALL)
    if group.against is not None and not group.low:
        left = Box(box.x, box.y, right - 12 - box.x, box.h)
        right -= 24 + _draw_against(canvas, left, *group.against, words)
    discs = (2 * _DISC + 6) * len(group.bands)
    if group.low and sign.right + least + discs > right:
        discs = 0
    name = Box(sign.right + 10, box.y, right - sign.right - 10 - discs, box.h)
    if group.low and least - 10 > name.w:
        title = ""
    width = canvas.words_in(title, name, STRONG, _TITLE, CHALK, anchor="start", least=_SMALL_TITLE)
    for at, band in enumerate(group.bands if discs else ()):
        hue, emblem = dress(band)
        x = name.x + width + 8 + _DISC + at * (2 * _DISC + 6)
        emblem_disc(canvas, x, box.cy, _DISC, HUES[hue], emblem)


def _draw_against(canvas: Canvas, box: Box, closer: Seat, limit: int, words: Words) -> float:
    """Whose limit it is that counts, at the right of the box; how wide that is."""
    width = canvas.words_in(str(limit), box, STRONG, 25, CHALK, anchor="end")
    x = box.right - width - 8 - _DISC
    chip(canvas, x, box.cy, _DISC, closer, words(named(closer)))
    canvas.art(emblems.SAIL.art(CHALK, LEATHER), Box(x - _DISC - 32, box.cy - 13, 26, 26))
    return box.right - x + _DISC + 32

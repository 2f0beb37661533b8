"""Cards in their places, drawn: prisoners, crew, stowaways, each on a panel of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.cards import Card
from games.corsari import emblems
from games.corsari.artwork import by_number, draw_card, dress
from games.corsari.cards import COLOUR, Colour
from games.corsari.split import Layout
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import PLUS, Emblem
from games.drawing.furniture import CARD, MARGIN, SMALL, WIDTH, chip, emblem_disc, mark
from games.drawing.lettering import DISPLAY, STRONG
from games.drawing.palette import CHALK, GOLD, HUES, LEATHER, LEATHER_EDGE
from games.text import Seat, Text, Words, _, named

_HEAD = 52
_PAD = 10
_GAP = 8
_MOST = 8
"""Cards that stand side by side."""
_LEAST = 3
"""The width of a panel that has another one beside it, in cards."""
_CARD, _BETWEEN = 76, 5
"""The width of a card, and of the gap to the next."""


@dataclass(frozen=True)
class Group:
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

    @property
    def rows(self) -> int:
        """How many rows of cards it has."""
        return -(-len(self.cards) // _MOST)

    @property
    def height(self) -> float:
        """Of its panel."""
        return _HEAD + (self.rows * (_CARD * CARD + _BETWEEN) + 5 if self.cards else 0)

    @property
    def across(self) -> int:
        """How many cards it has room for, where another group is beside it."""
        return max(_LEAST, len(self.cards))


Line = tuple[Group, ...]
"""One group, or two beside each other."""


def lines_of(
    layout: Layout,
    pier: Colour,
    beside: Group | None = None,
    fresh: int = -1,
    against: tuple[Seat, int] | None = None,
) -> list[Line]:
    """The places of a ship that sails, from the one that costs nothing to the one that does. `beside`: cards
    that are not on it.
    """
    crew, dearest_first = by_number(layout.crew), by_number(layout.stowaways)[::-1]
    bands = tuple(dict.fromkeys(COLOUR[card] for card in layout.crew))
    prisoners = Group(emblems.CAGE, _("Prisoners"), layout.prisoners, (pier,), fresh=fresh)
    rest: list[Line] = [
        (Group(emblems.WHEEL, _("Crew"), crew, bands, fresh=fresh),),
        (
            Group(
                emblems.BARREL,
                _("Stowaways"),
                dearest_first,
                limit=layout.limit,
                fresh=fresh,
                against=against,
            ),
        ),
    ]
    if beside is None:
        return [(prisoners,), *rest]
    return [*side_by_side(prisoners, beside), *rest]


def side_by_side(one: Group, other: Group) -> list[Line]:
    """On one line if there is room for both, else on two."""
    return [(one, other)] if one.across + other.across <= _MOST else [(one,), (other,)]


def height(lines: Sequence[Line]) -> float:
    """How high so many lines are, with a gap after each."""
    return sum(max(group.height for group in line) + _GAP for line in lines)


def draw(canvas: Canvas, top: float, lines: Sequence[Line], words: Words) -> None:
    """The panels, as wide as the picture."""
    left, right = MARGIN - 6, WIDTH - MARGIN + 6
    for line in lines:
        high = max(group.height for group in line)
        split = right
        if len(line) == 2:
            split = right - (line[1].across * (_CARD + _BETWEEN) - _BETWEEN + 2 * _PAD)
            _draw_panel(canvas, Box(split, top, right - split, high), line[1], words)
            split -= _GAP
        _draw_panel(canvas, Box(left, top, split - left, high), line[0], words)
        top += high + _GAP


def _draw_panel(canvas: Canvas, box: Box, group: Group, words: Words) -> None:
    canvas.rect(box.inset(1), LEATHER, radius=14, stroke=Stroke(LEATHER_EDGE, 2))
    _draw_head(canvas, Box(box.x + _PAD + 2, box.y + 2, box.w - 2 * _PAD - 4, _HEAD - 4), group, words)
    for at, card in enumerate(group.cards):
        row, column = divmod(at, _MOST)
        x = box.x + _PAD + column * (_CARD + _BETWEEN)
        y = box.y + _HEAD + row * (_CARD * CARD + _BETWEEN)
        draw_card(canvas, Box(x, y, _CARD, _CARD * CARD), card)
        if card == group.fresh:
            mark(canvas, x + _CARD - 3, y + 4, PLUS, 15)


def _draw_head(canvas: Canvas, box: Box, group: Group, words: Words) -> None:
    """What the place is called, whose it is, and what it costs."""
    sign = Box(box.x, box.y + 6, box.h - 12, box.h - 12)
    canvas.art(group.emblem.art(CHALK, LEATHER), sign)
    right = box.right
    if group.limit is not None:
        text = words(_("limit {limit}", limit=group.limit))
        half = Box(box.x + box.w * 0.55, box.y, box.w * 0.45, box.h)
        right -= 10 + canvas.words_in(text, half, DISPLAY, 34, GOLD, anchor="end", least=SMALL)
    if group.against is not None:
        left = Box(box.x, box.y, right - 24 - box.x, box.h)
        right -= 24 + _draw_against(canvas, left, *group.against, words)
    discs = (2 * _DISC + 6) * len(group.bands)
    name = Box(sign.right + 10, box.y, right - sign.right - 10 - discs, box.h)
    width = canvas.words_in(words(group.title), name, STRONG, 25, CHALK, anchor="start", least=20)
    for at, band in enumerate(group.bands):
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


_DISC = 19
"""The radius of a band's disc."""

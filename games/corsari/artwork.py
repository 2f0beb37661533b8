"""How Corsari's cards are painted: whole, as the strip that shows of a covered one, and as small tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.cards import Card
from games.corsari import emblems
from games.corsari.cards import BANDS, COLOUR, NUMBER, Colour
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import Emblem
from games.drawing.furniture import suit_card, tile
from games.drawing.lettering import DISPLAY, STRONG
from games.drawing.palette import HUES, INK, Hue, ink_on, player_hue
from games.shapes import Drawing
from games.text import Seat

_BANDS: Mapping[str, tuple[Hue, Emblem]] = {
    "pink": ("pink", emblems.FLOWER),
    "purple": ("purple", emblems.GRAPES),
    "blue": ("blue", emblems.FLUKE),
    "sky": ("sky", emblems.ICE),
    "grey": ("grey", emblems.FIN),
    "brown": ("brown", emblems.PALM),
    "red": ("red", emblems.CRAB),
    "orange": ("orange", emblems.SLICE),
    "yellow": ("yellow", emblems.LEMON),
    "green": ("green", emblems.TURTLE),
}
_HULL = "#8a5a33"
TOKEN = 1.36
"""The height of a token, its width being 1."""


def dress(colour: Colour) -> tuple[Hue, Emblem]:
    """A band's colour and emblem."""
    return _BANDS[BANDS[colour].short]


def emoji() -> dict[str, Drawing]:
    """The bands as they stand on buttons, by their symbols."""
    dressed = ((band.symbol, *_BANDS[band.short]) for band in BANDS)
    return {symbol: tile(HUES[hue], emblem) for symbol, hue, emblem in dressed}


def by_number(cards: Iterable[Card]) -> list[Card]:
    """Cards as a crew is laid out: what it has and what it lacks is seen at once."""
    return sorted(cards, key=lambda card: (NUMBER[card], card))


def draw_card(canvas: Canvas, box: Box, card: Card) -> None:
    """Draws the front of a card into the box: its colour, number and the band's emblem."""
    hue, emblem = dress(COLOUR[card])
    suit_card(canvas, box, hue, str(NUMBER[card]), emblem)


def draw_strip(canvas: Canvas, box: Box, card: Card) -> None:
    """What shows of a card that the one before it covers: the number, below it the emblem."""
    hue, emblem = dress(COLOUR[card])
    colour = HUES[hue]
    canvas.rect(box, colour, radius=8)
    upper, lower = box.inset(3, 12).rows(2, 4)
    canvas.words_in(str(NUMBER[card]), upper, DISPLAY, 50, ink_on(colour), least=26)
    canvas.art(emblem.art(ink_on(colour), colour), lower)
    canvas.rect(box.inset(1), None, radius=7, stroke=Stroke(INK, 2))


def draw_token(canvas: Canvas, box: Box, card: Card) -> None:
    """A card where there is room for a small one only: the emblem, below it the number."""
    hue, emblem = dress(COLOUR[card])
    colour = HUES[hue]
    canvas.rect(box, colour, radius=box.w * 0.16)
    half = box.h / 2
    canvas.art(emblem.art(ink_on(colour), colour), Box(box.x + 3, box.y + 4, box.w - 6, half - 5))
    number = Box(box.x + 2, box.y + half, box.w - 4, half - 3)
    canvas.words_in(str(NUMBER[card]), number, STRONG, box.h * 0.46, ink_on(colour), least=18)


def draw_ship(canvas: Canvas, box: Box, seat: Seat, *, sunk: bool = False) -> None:
    """Somebody's ship under full sail, or what is still seen of it."""
    emblem = emblems.WRECK if sunk else emblems.SHIP
    canvas.art(emblem.art(_HULL, HUES[player_hue(seat)]), box)

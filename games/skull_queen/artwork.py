"""How Skull Queen's cards, pirates and signs are painted."""

from __future__ import annotations

from games.cards import Card
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import Emblem
from games.drawing.furniture import chip, emblem_disc, suit_card, tile
from games.drawing.palette import CHALK_SOFT, GOLD, HUES, INK, LEATHER, LEATHER_EDGE, Hue
from games.shapes import Drawing
from games.skull_queen import constants, emblems
from games.skull_queen.cards import COLOUR, COLOURS, FACES, MATE, MONKEY, VALUES, Colour
from games.skull_queen.speech import SIDE_SYMBOLS
from games.skull_queen.state import OLD_KING
from games.text import Seat

_COLOURS: tuple[tuple[Hue, Emblem], ...] = (
    ("red", emblems.FLAME),
    ("green", emblems.CLOVER),
    ("yellow", emblems.SUN),
    ("blue", emblems.DROP),
)
"""As they stand in `cards.COLOURS`."""
_SPECIALS: dict[Card, tuple[Hue, Emblem]] = {
    MONKEY: ("brown", emblems.MONKEY),
    MATE: ("grey", emblems.ANCHOR),
}
_LENGTHENED = {constants.TWO_UP: emblems.TWO_UP, constants.TWO_DOWN: emblems.TWO_DOWN}
_KING = "#15110f"
BESIDE_SYMBOL = 0.2
"""The share of a card's width that is free at the right of its symbol."""


def draw_card(canvas: Canvas, place: Box, card: Card) -> None:
    """A card, face up. Those that lengthen a pirate's way say so beside their emblem."""
    hue, emblem = _SPECIALS[card] if card in _SPECIALS else _COLOURS[COLOUR[card]]
    suit_card(canvas, place, hue, str(VALUES[card]), emblem)
    sign = None if card in _SPECIALS else _LENGTHENED.get(VALUES[card])
    if sign is not None:
        side, y = place.w * 0.2, place.y + place.h * 0.75
        canvas.art(sign.art(INK, INK), Box(place.x + side * 0.65, y, 0, 0).inset(-side / 2))


def emoji() -> dict[str, Drawing]:
    """Colours, the two specials and a plank's sides as they stand on buttons, by their symbols."""
    colours = zip(COLOURS, _COLOURS, strict=True)
    sides = zip(SIDE_SYMBOLS, (emblems.ASCENDS, emblems.DESCENDS), strict=True)
    return {
        **{colour.symbol: tile(HUES[hue], emblem) for colour, (hue, emblem) in colours},
        **{FACES[card].symbol: tile(HUES[hue], emblem) for card, (hue, emblem) in _SPECIALS.items()},
        **{symbol: tile(LEATHER, emblem) for symbol, emblem in sides},
    }


def draw_colour(canvas: Canvas, x: float, y: float, radius: float, colour: Colour) -> None:
    """A colour, or the pirate of that colour."""
    hue, emblem = _COLOURS[colour]
    emblem_disc(canvas, x, y, radius, HUES[hue], emblem)


def draw_player(canvas: Canvas, x: float, y: float, radius: float, who: Seat, name: str) -> None:
    """The chip of a player, or of the old Pirate King."""
    if who == OLD_KING:
        emblem_disc(canvas, x, y, radius, _KING, emblems.CROWNED_SKULL)
    else:
        chip(canvas, x, y, radius, who, name)


def draw_steps(canvas: Canvas, x: float, y: float, radius: float, steps: int, *, acting: bool) -> None:
    """On a card's corner: how far it sends a pirate up or down. Dull where it moves nobody."""
    if steps > 0:
        sign = emblems.UP if steps == constants.STEP else emblems.TWO_UP
    else:
        sign = emblems.DOWN if steps == -constants.STEP else emblems.TWO_DOWN
    ground, ink, edge = (GOLD, INK, INK) if acting else (LEATHER, CHALK_SOFT, LEATHER_EDGE)
    canvas.circle(x, y, radius - 1.5, ground, stroke=Stroke(edge, 3))
    canvas.art(sign.art(ink, ground), Box(x, y, 0, 0).inset(-radius * 0.58))

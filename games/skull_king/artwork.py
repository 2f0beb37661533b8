"""How Skull King's cards are painted."""

from __future__ import annotations

from collections.abc import Mapping

from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import Emblem
from games.drawing.furniture import Character, character_card, emblem_disc, suit_card, tile
from games.drawing.palette import HUES, Hue
from games.shapes import Drawing
from games.skull_king import emblems
from games.skull_king.cards import (
    BLACK,
    BLUE,
    CHEST,
    FACES,
    MAP,
    MARY,
    PARROT,
    RED,
    YELLOW,
    FaceNumber,
    Kind,
    Suit,
)
from games.text import Words

_SUITS: Mapping[str, tuple[Hue, Emblem]] = {
    PARROT.symbol: ("green", emblems.PARROT),
    CHEST.symbol: ("yellow", emblems.CHEST),
    MAP.symbol: ("purple", emblems.MAP),
    YELLOW.symbol: ("yellow", emblems.SUN),
    BLUE.symbol: ("blue", emblems.DROP),
    RED.symbol: ("red", emblems.FLAME),
    BLACK.symbol: ("black", emblems.JOLLY_ROGER),
}
_KINDS: Mapping[Kind, Character] = {
    Kind.ESCAPE: Character("#d9e4ea", emblems.FLAG),
    Kind.LOOT: Character("#8a5a14", emblems.GEM),
    Kind.KRAKEN: Character("#343a78", emblems.KRAKEN),
    Kind.WHALE: Character("#7fb0cc", emblems.WHALE),
    Kind.MERMAID: Character("#0e6a70", emblems.MERMAID),
    Kind.PIRATE: Character("#7c2118", emblems.SABRES),
    Kind.KING: Character("#15110f", emblems.CROWNED_SKULL),
    Kind.EITHER: Character("#d9812c", emblems.TIGRESS),
}
_MARY = Character("#5f2f66", emblems.MASK)


def dress(suit: Suit) -> tuple[Hue, Emblem]:
    """A suit's colour and emblem."""
    return _SUITS[suit.symbol]


def draw_face(canvas: Canvas, box: Box, face: FaceNumber, words: Words) -> None:
    """A card as it lies on the table or is held."""
    shown = FACES[face]
    if shown.suit is not None:
        hue, emblem = dress(shown.suit)
        suit_card(canvas, box, hue, str(shown.number), emblem)
        return
    played_as = "" if shown.played_as is None else words(shown.played_as)
    character_card(canvas, box, character_of(face), called(face, words), played_as)
    if played_as:
        acts_as, radius = _KINDS[shown.kind], box.w * 0.18
        emblem_disc(canvas, box.x + radius + 4, box.y + radius + 4, radius, acts_as.colour, acts_as.emblem)


def emoji() -> dict[str, Drawing]:
    """Suits and characters as they stand on buttons, by their symbols."""
    return {
        shown.symbol: tile(HUES[hue], emblem)
        for shown in FACES
        if shown.suit is not None
        for hue, emblem in [dress(shown.suit)]
    } | {
        shown.symbol: tile(character.colour, character.emblem)
        for face, shown in enumerate(FACES)
        if shown.suit is None
        for character in [character_of(face)]
    }


def called(face: FaceNumber, words: Words) -> str:
    """What stands on a card without a suit. The emblem says already that a pirate is one."""
    label = FACES[face].label
    name = label.values.get("name")
    return name if isinstance(name, str) else words(label)


def character_of(face: FaceNumber) -> Character:
    """How a card without a suit is painted, whatever it is played as."""
    if FACES[face].short.startswith(FACES[MARY].short):
        return _MARY
    return _KINDS[Kind.EITHER if FACES[face].played_as is not None else FACES[face].kind]

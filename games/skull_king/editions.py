"""What differs between the editions, as data: one implementation plays both.

`classic`: the first edition (Schmidt, 66 cards); where its languages differ, the German decides. `beck`:
Grandpa Beck's (70 cards, expansions apart).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from games.cards import Card, CardNames, Cards
from games.contract import Action
from games.skull_king import cards as c
from games.skull_king.cards import FaceNumber, Suit
from games.text import Text, _


class Edition(msgspec.Struct, frozen=True, eq=False):
    """The rules that an edition has of its own. Bonuses are points, and count for an exact bid only."""

    name: Text
    note: Text
    players: range
    suits: tuple[Suit, ...]
    """The suits of this edition, the trump as the last one."""
    highest: int
    """The highest number of each suit."""
    specials: Cards
    either: Card
    """The card that is played as a pirate or as an escape."""
    passing: Cards
    """Faces that pass the choice of the suit on to the next card; any other face decides."""
    king_takes: Cards
    """Faces that pay the Skull King."""
    per_pirate: int
    """Points for each face of `king_takes` in a trick that the Skull King wins."""
    mermaid_takes_king: int
    per_mermaid: int
    """For each mermaid in a trick that a pirate wins."""
    fourteens: Mapping[FaceNumber, int]
    """What each of them is worth to whoever takes it."""
    options: frozenset[str]
    """What a table can choose, by the names of the options; everything else stays as it is by default."""
    hand_limits: Mapping[int, int] = msgspec.field(default_factory=dict[int, int])
    """For so many players: the most cards that anybody is dealt, in any round of any length."""

    # Worked out here, and not when first asked: where Python caches a property, every field is read slower.
    deck: Cards = b""
    """All its cards, expansions apart."""
    cards: Cards = b""
    """All its cards, with those of the expansions."""
    treasure: frozenset[FaceNumber] = frozenset()
    """Without any of these a trick has no bonus."""
    tens: bytes = b""
    """What a fourteen is worth, in tens, by its face: for `bytes.translate`."""
    faces: Mapping[Action, FaceNumber] = msgspec.field(default_factory=dict[Action, FaceNumber])
    """What an action lays on the table: a yellow 12 is another card in each edition."""

    def __post_init__(self) -> None:
        deck = b"".join(c.faces_of(suit)[: self.highest] for suit in self.suits) + self.specials
        cards = deck + (c.LOOTS + c.BEASTS if self.options else b"")
        found = {
            "deck": deck,
            "cards": cards,
            "treasure": frozenset((*self.fourteens, c.KING, *c.MERMAIDS)),
            "tens": bytes(self.fourteens.get(face, 0) // 10 for face in range(256)),
            "faces": {c.PLAYS[face]: face for card in cards for face in c.FACES_OF_CARD[card]},
        }
        for name, value in found.items():
            msgspec.structs.force_setattr(self, name, value)

    @property
    def names(self) -> CardNames:
        """Its cards, those of the expansions too, and what the one that is either may be played as."""
        return _names_of(self)


CLASSIC = Edition(
    name=_("First edition"),
    note=_("66 cards, 2 to 6 players, with Scary Mary"),
    players=range(2, 7),
    suits=(c.YELLOW, c.BLUE, c.RED, c.BLACK),
    highest=13,
    specials=c.ESCAPE_CARDS + c.MERMAIDS + c.PLAIN_PIRATES + bytes((c.MARY, c.KING)),
    either=c.MARY,
    passing=c.SPECIALS,
    king_takes=c.PIRATES + bytes((c.MARY_AS_ESCAPE,)),
    per_pirate=30,
    mermaid_takes_king=50,
    per_mermaid=0,
    fourteens={},
    options=frozenset(),
)

BECK = Edition(
    name=_("Grandpa Beck's"),
    note=_("70 cards, 2 to 8 players, with the Tigress and bonuses for fourteens"),
    players=range(2, 9),
    suits=(c.PARROT, c.CHEST, c.MAP, c.BLACK),
    highest=14,
    specials=c.ESCAPE_CARDS + c.MERMAIDS + c.NAMED_PIRATES + bytes((c.TIGRESS, c.KING)),
    either=c.TIGRESS,
    passing=c.ESCAPES + c.LOOTS,
    king_takes=c.PIRATES,
    per_pirate=30,
    mermaid_takes_king=40,
    per_mermaid=20,
    fourteens={fourteen: 20 if fourteen == c.BLACK_FOURTEEN else 10 for fourteen in c.FOURTEENS},
    options=frozenset(
        (
            *("kraken", "white_whale", "loot", "powers", "graybeard"),
            *("length", "scoring", "kraken_lead", "whale_lead", "extra_round"),
        )
    ),
    hand_limits={8: 8},
)


@cache
def _names_of(edition: Edition) -> CardNames:
    faces = dict.fromkeys([*edition.cards, *edition.faces.values()])
    return CardNames({face: c.FACES[face] for face in faces})


EDITIONS: Mapping[str, Edition] = {"beck": BECK, "classic": CLASSIC}

"""The one table of Skull King's cards: the short names, labels and symbols that every text, log and picture
uses.

A card is a number (see `games.cards`), the same in a hand and in the table below. The Tigress and Scary Mary
have two more numbers each, for what they were played as: a *face* is what lies on the table, a *card* is what
a hand holds. All faces but theirs are cards. The numbers are stored with games in progress: new faces go at
the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import TypeAlias

import msgspec

from games import shared_words
from games.cards import Card, Cards
from games.contract import Action
from games.text import Text, _
from games.tricks import Followed


class Kind(IntEnum):
    """What a face does in a trick."""

    NUMBER = 1
    ESCAPE = 2
    LOOT = 3
    KRAKEN = 4
    WHALE = 5
    MERMAID = 6
    PIRATE = 7
    KING = 8
    EITHER = 9
    """Pirate or escape, as its player says when playing it."""


FaceNumber: TypeAlias = int
"""A card as it lies on the table."""


class Suit(msgspec.Struct, frozen=True):
    """A suit has a name and a symbol beside its colour, since colour alone says nothing to many."""

    name: Text
    symbol: str
    letter: str
    highest: int


class Face(msgspec.Struct, frozen=True):
    """One line of the table. `short` stands in actions and the log for ever: "play g12", "play tigress
    pirate".
    """

    short: str
    label: Text
    symbol: str
    kind: Kind
    suit: Suit | None = None
    number: int = 0
    played_as: Text | None = None
    """"as a pirate", for the faces of a card that has several."""
    brief: Text | None = None
    """What stands behind the symbol where there is little room; None: the label."""

    @property
    def button(self) -> Text:
        """What stands on a small button, behind the symbol."""
        return self.label if self.brief is None else self.brief


PARROT = Suit(_("Parrot"), "🦜", "g", 14)
CHEST = Suit(_("Chest"), "💰", "y", 14)
MAP = Suit(_("Map"), "🗺️", "p", 14)
YELLOW = Suit(shared_words.YELLOW, "☀️", "y", 13)
BLUE = Suit(shared_words.BLUE, "💧", "b", 13)
RED = Suit(shared_words.RED, "🔥", "r", 13)
BLACK = Suit(shared_words.BLACK, "🏴‍☠️", "k", 14)
"""The Jolly Roger: it trumps the other suits."""

SUITS = (PARROT, CHEST, MAP, YELLOW, BLUE, RED, BLACK)


def _numbers(suit: Suit) -> Iterable[Face]:
    for number in range(1, suit.highest + 1):
        label = _("{suit} {number}", suit=suit.name, number=number)
        brief = _("{number}", number=number)
        yield Face(f"{suit.letter}{number}", label, suit.symbol, Kind.NUMBER, suit, number, brief=brief)


def _alike(count: int, short: str, label: Text, symbol: str, kind: Kind) -> Iterable[Face]:
    return (Face(f"{short}{copy}", label, symbol, kind) for copy in range(1, count + 1))


def _pirate(short: str, name: str) -> Face:
    first = _("{name}", name=name.split()[0])
    return Face(short, _("Pirate {name}", name=name), "⚔️", Kind.PIRATE, brief=first)


def _either(short: str, label: Text, symbol: str) -> Iterable[Face]:
    as_pirate, as_escape = _("as a pirate"), _("as an escape")
    pirate, escape = _("Pirate"), _("Escape")
    yield Face(f"{short} pirate", label, symbol, Kind.PIRATE, played_as=as_pirate, brief=pirate)
    yield Face(f"{short} escape", label, symbol, Kind.ESCAPE, played_as=as_escape, brief=escape)


FACES: tuple[Face, ...] = (
    *(face for suit in SUITS for face in _numbers(suit)),
    *_alike(5, "escape", _("Escape"), "🏳️", Kind.ESCAPE),
    *_alike(2, "loot", _("Loot"), "💎", Kind.LOOT),
    *_alike(2, "mermaid", _("Mermaid"), "🧜", Kind.MERMAID),
    *_alike(5, "pirate", _("Pirate"), "⚔️", Kind.PIRATE),
    _pirate("rosie", "Rosie D'Laney"),
    _pirate("bendt", "Bendt the Bandit"),
    _pirate("rascal", "Rascal of Roatan"),
    _pirate("juanita", "Juanita Jade"),
    _pirate("harry", "Harry the Giant"),
    Face("tigress", _("Tigress"), "🐯", Kind.EITHER),
    Face("mary", _("Scary Mary"), "🎭", Kind.EITHER),
    Face("king", _("Skull King"), "💀", Kind.KING),
    Face("kraken", _("Kraken"), "🐙", Kind.KRAKEN),
    Face("whale", _("White Whale"), "🐋", Kind.WHALE, brief=_("Whale")),
    *_either("tigress", _("Tigress"), "🐯"),
    *_either("mary", _("Scary Mary"), "🎭"),
)


def faces_of(suit: Suit) -> Cards:
    """The suit's cards, lowest first."""
    return bytes(number for number, face in enumerate(FACES) if face.suit is suit)


def special(short: str) -> FaceNumber:
    """The special card or face of this short name."""
    return next(number for number, face in enumerate(FACES) if face.short == short and face.suit is None)


def _of_kind(kind: Kind) -> Cards:
    return bytes(number for number, face in enumerate(FACES) if face.kind == kind)


NUMBERS = _of_kind(Kind.NUMBER)
SPECIALS = bytes(number for number in range(len(FACES)) if number not in NUMBERS)
ESCAPES, LOOTS, MERMAIDS, PIRATES = map(_of_kind, (Kind.ESCAPE, Kind.LOOT, Kind.MERMAID, Kind.PIRATE))
KING, KRAKEN, WHALE, TIGRESS, MARY = map(special, ("king", "kraken", "whale", "tigress", "mary"))
BEASTS = bytes((KRAKEN, WHALE))
MARY_AS_ESCAPE = special("mary escape")
ESCAPE_CARDS = bytes(special(f"escape{copy}") for copy in range(1, 6))
PLAIN_PIRATES = bytes(special(f"pirate{copy}") for copy in range(1, 6))
NAMED_PIRATES = bytes(map(special, ("rosie", "bendt", "rascal", "juanita", "harry")))
ROSIE, BENDT, RASCAL, JUANITA, HARRY = NAMED_PIRATES
FOURTEENS = bytes(number for number in NUMBERS if FACES[number].number == 14)
BLACK_FOURTEEN = faces_of(BLACK)[-1]

# Tables by face number, for the rules' speed.

KIND: bytes = bytes(face.kind for face in FACES).ljust(256, b"\0")
"""For `bytes.translate`: a trick's kinds in its order."""
PLAYS: tuple[Action, ...] = tuple(f"play {face.short}" for face in FACES)
"""The action that lays each face on the table."""
NUMBER: tuple[int, ...] = tuple(face.number for face in FACES)
FOLLOWED: tuple[Followed | None, ...] = tuple(
    Followed.among(faces_of(face.suit), NUMBERS) if face.suit else None for face in FACES
)
"""The suit that a face sets when it decides; None if then there is none."""
TRUMPS = Followed.among(faces_of(BLACK), NUMBERS)


def _card_of(face: Face) -> Card:
    return next(
        number
        for number, card in enumerate(FACES)
        if card.short == face.short.split()[0] and card.suit is face.suit
    )


CARD_OF: tuple[Card, ...] = tuple(map(_card_of, FACES))
"""The card that lies there."""
FACES_OF_CARD: tuple[Cards, ...] = tuple(
    bytes(number for number, of in enumerate(CARD_OF) if of == card and FACES[number].kind != Kind.EITHER)
    for card in range(len(FACES))
)
"""What each card can be played as, in the order in which it is asked."""

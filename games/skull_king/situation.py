"""What a trick has come to, as far as it matters for the cards that follow: tables for quick thinking.

Two tricks in which the same face wins, the same suit must be followed and the same characters lie are one
situation. What each face does there is asked of `trick` once and then looked up: a playout asks some
hundreds of times.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TypeAlias

from games.cards import ONE, Card, Cards
from games.skull_king import trick
from games.skull_king.cards import CARD_OF, FACES_OF_CARD, KIND, KING, NUMBER, TRUMPS, FaceNumber, Kind
from games.skull_king.dealing import deck_of
from games.skull_king.state import Setup

Mask: TypeAlias = int
"""A set of cards: the bit 1 << card for each."""
BIT: tuple[Mask, ...] = tuple(1 << card for card in range(256))

STAYS, TAKES, UPSETS = range(3)
"""What a face does: nothing; it takes the trick; it makes that another takes it than before."""
Laid: TypeAlias = "tuple[int, Mask, Situation]"
"""What a face does, the cards that beat it if it takes the trick, and what the trick has come to then."""


def mask_of(cards: Cards) -> Mask:
    """The cards as a set."""
    return sum([BIT[card] for card in cards])


class Situation(dict[FaceNumber, Laid]):
    """What each face would do in a trick; found out when it is first asked."""

    __slots__ = ("_beating", "_pack", "_trick", "held_back", "suit")

    def __init__(self, pack: Pack, faces: Cards) -> None:
        super().__init__()
        self._pack = pack
        self._trick = faces
        self._beating: Mask | None = None
        led = trick.suit_led(faces, pack.setup.edition)
        self.suit: Mask = mask_of(bytes(led.cards)) if led else 0
        """The cards of the suit that must be followed."""
        self.held_back: Cards = led.held_back if led else b""
        """What may not be played by who can follow."""

    def __missing__(self, face: FaceNumber) -> Laid:
        setup, faces = self._pack.setup, self._trick + ONE[face]
        after = self._pack.situation(faces)
        taker = trick.settle(faces, setup).taker
        laid = STAYS, 0, after
        if taker == len(self._trick):
            laid = TAKES, after.beating(), after
        elif self._trick and taker != trick.settle(self._trick, setup).taker:
            laid = UPSETS, 0, after
        self[face] = laid
        return laid

    def playable(self, hand: Cards, held: Mask) -> Cards:
        """The cards of a hand that may be played; `held`: the same hand as a set."""
        return hand.translate(None, self.held_back) if self.suit & held else hand

    def beating(self) -> Mask:
        """The cards that would take the trick away from who takes it so far, as pirates if they can."""
        if self._beating is None:
            setup = self._pack.setup
            taker = trick.settle(self._trick, setup).taker
            self._beating = mask_of(
                bytes(
                    card
                    for card in deck_of(setup)
                    if trick.settle(self._trick + FACES_OF_CARD[card][:1], setup).taker != taker
                )
            )
        return self._beating


class Pack:
    """The cards that a table plays with, and every situation that has come up with them."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.cards: Mask = mask_of(deck_of(setup))
        self.either: Cards = ONE[setup.edition.either]
        self.treasure: Mask = mask_of(bytes(setup.edition.treasure))
        self._situations: dict[object, Situation] = {}
        self.opening = self.situation(b"")
        """The situation of whoever leads: no card lies in the trick yet."""
        leads = {card: self.opening[FACES_OF_CARD[card][0]] for card in deck_of(setup)}
        self.beating: Mapping[Card, Mask] = {
            card: beating for card, (does, beating, _after) in leads.items() if does == TAKES
        }
        """The cards that beat each card when it is led; without those that take no trick."""

    def situation(self, faces: Cards) -> Situation:
        """The one in which these faces lie there."""
        key = self._what_matters(faces)
        if key not in self._situations:
            self._situations[key] = Situation(self, faces)
        return self._situations[key]

    def _what_matters(self, faces: Cards) -> object:
        edition = self.setup.edition
        suit = trick.suit_led(faces, edition)
        verdict = trick.settle(faces, self.setup) if faces else None
        wins = None if verdict is None or verdict.taker is None else _alike(faces[verdict.taker])
        return (
            suit.cards if suit else trick.suit_is_open(faces, edition),
            verdict and verdict.beast,
            wins,
            bool(faces),
            Kind.MERMAID in faces.translate(KIND),
            KING in faces,
            self.setup.white_whale and max((NUMBER[face] for face in faces), default=0),
        )


def _alike(face: FaceNumber) -> tuple[int, FaceNumber]:
    """The same for faces that win in the same way."""
    kind = Kind(KIND[face])
    if kind == Kind.NUMBER:
        return kind, face
    return (Kind.ESCAPE if kind == Kind.LOOT else kind), 0


@cache
def pack_of(setup: Setup) -> Pack:
    """The pack of cards that is played with this setup, worked out once for all tables that have the same."""
    return Pack(setup)


_STRENGTH = {
    Kind.ESCAPE: 0,
    Kind.LOOT: 1,
    Kind.KRAKEN: 2,
    Kind.WHALE: 3,
    Kind.MERMAID: 40,
    Kind.PIRATE: 41,
    Kind.KING: 42,
}


def _strength(face: FaceNumber) -> int:
    kind = Kind(KIND[face])
    if kind == Kind.NUMBER:
        return NUMBER[face] + (20 if face in TRUMPS.cards else 4)
    return _STRENGTH.get(kind, 0)


STRENGTH: tuple[int, ...] = tuple(map(_strength, range(len(CARD_OF))))
"""How dear each face is, for choosing between cards; numbers lie between the escapes and the characters."""

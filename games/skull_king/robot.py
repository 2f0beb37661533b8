"""Robot players. They are told a view, so they know what a person in their seat would know."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TypeAlias

from games.cards import Card, Cards
from games.contract import Action
from games.skull_king import trick
from games.skull_king.cards import CARD_OF, FACES_OF_CARD, KIND, NUMBER, PLAYS, FaceNumber, Kind
from games.skull_king.dealing import deck_of
from games.skull_king.editions import Edition
from games.skull_king.rules import BIDS, playable
from games.skull_king.state import Table, View
from games.text import Text, _

# Chosen by trial, at tables of two to six with robots of its own kind and with others.

INCLINATION = 0.55
"""How likely an opponent is to beat a card when able to: the others have bids of their own to keep."""
PROBABLE, WORTH_A_TRY, UNLIKELY = 0.6, 0.3, 0.05
"""Chances of taking the trick: enough to rely on, enough to try, little enough to feel safe."""

Chances: TypeAlias = dict[FaceNumber, float]
"""How likely each face that may be played takes the trick."""


class AnyLegal:
    """Plays any legal action."""

    label: Text = _("Landlubber: plays anything")
    slow = False

    def choose(self, observation: View, random: Random) -> Action:
        """One of the legal actions, each as likely."""
        return random.choice(observation.legal)


class Sensible:
    """Bids what its hand promises, and tries to take exactly that."""

    label: Text = _("Sailor: bids from its hand and tries to make it")
    slow = False

    def choose(self, observation: View, random: Random) -> Action:
        """The bid, or the card, that looks best; the same whenever the same is known."""
        return _bid(observation) if observation.table.phase == "bid" else _play(observation)


def _bid(view: View) -> Action:
    promise = sum(_promise(view, card) for card in view.hand)
    return BIDS[min(round(promise), view.table.dealt)]


def _promise(view: View, card: Card) -> float:
    """How likely a card is to take a trick at some time, played as well as it can be."""
    return max(_chance(view, b"", face, view.players - 1) for face in FACES_OF_CARD[card])


def _play(view: View) -> Action:
    table = view.table
    cards = playable(view.hand, table.trick, table.setup.edition)
    after = view.players - len(table.trick) - 1
    chances = {
        face: _chance(view, table.trick, face, after) for card in cards for face in FACES_OF_CARD[card]
    }
    missing = table.bids[view.seat or 0] - table.taken[view.seat or 0]
    return PLAYS[_to_win(chances, missing, len(view.hand)) if missing > 0 else _to_lose(chances)]


def _to_win(chances: Chances, missing: int, tricks: int) -> FaceNumber:
    """The cheapest card that probably wins; if none does, the one that is missed least."""
    likely = [face for face, chance in chances.items() if chance > PROBABLE]
    if likely:
        return min(likely, key=_strength)
    best = max(chances, key=chances.__getitem__)
    if chances[best] > WORTH_A_TRY or missing >= tricks:
        return best
    return min(chances, key=_strength)


def _to_lose(chances: Chances) -> FaceNumber:
    """The strongest card that surely loses; if none does, the least likely winner."""
    losing = [face for face, chance in chances.items() if chance < UNLIKELY]
    if losing:
        return max(losing, key=_strength)
    return min(chances, key=lambda face: (chances[face], -_strength(face)))


_STRENGTH = {
    Kind.ESCAPE: 0,
    Kind.LOOT: 1,
    Kind.KRAKEN: 2,
    Kind.WHALE: 3,
    Kind.MERMAID: 40,
    Kind.PIRATE: 41,
    Kind.KING: 42,
}


@cache
def _strength(face: FaceNumber) -> int:
    """How dear a face is, for choosing between cards; numbers lie between the escapes and the characters."""
    kind = Kind(KIND[face])
    if kind == Kind.NUMBER:
        return NUMBER[face] + (20 if face in trick.TRUMPS.cards else 4)
    return _STRENGTH[kind]


def _chance(view: View, played: Cards, face: FaceNumber, after: int) -> float:
    """How likely the face takes the trick when so many play after it. Kraken and whale take none."""
    edition = view.table.setup.edition
    so_far = played + bytes((face,))
    if trick.settle(so_far, edition).taker != len(played):
        return 0.0
    unseen = _unseen(view.table, view.hand)
    beating = sum(_beats(card, so_far, edition) for card in unseen)
    able = 1 - (1 - beating / max(len(unseen), 1)) ** len(view.hand)
    return (1 - INCLINATION * able) ** after


def _beats(card: Card, so_far: Cards, edition: Edition) -> bool:
    """Whether a card, as a pirate if it can be one, would take the trick away from the face played last."""
    face = FACES_OF_CARD[card][0]
    return trick.settle(so_far + bytes((face,)), edition).taker != len(so_far) - 1


def _unseen(table: Table, hand: Cards) -> Cards:
    """The cards that may be in other hands."""
    fallen = bytes([CARD_OF[face] for face in table.fallen + table.trick])
    return deck_of(table.setup).translate(None, fallen + hand)

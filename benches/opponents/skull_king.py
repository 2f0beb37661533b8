"""This game's sensible robot from before there were levels: a yardstick that does not move."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random
from typing import TypeAlias

from games.cards import Card, Cards
from games.contract import Action
from games.skull_king import powers, trick
from games.skull_king.bidding import BIDS, SHOTS
from games.skull_king.cards import (
    BENDT,
    CARD_OF,
    FACES,
    FACES_OF_CARD,
    JUANITA,
    KIND,
    NUMBER,
    PLAYS,
    RASCAL,
    ROSIE,
    TRUMPS,
    FaceNumber,
    Kind,
)
from games.skull_king.dealing import deck_of
from games.skull_king.rules import playable
from games.skull_king.state import Setup, Table, View
from games.skull_king.variants import WAGERS

# Chosen by trial, at tables of two to six with robots of its own kind and with others.

INCLINATION = 0.55
"""How likely an opponent is to beat a card when able to: the others have bids of their own to keep."""
SURE = 0.35
"""So near to the bid the hand looks as if it will make it."""
PROBABLE, WORTH_A_TRY, UNLIKELY = 0.6, 0.3, 0.05
"""Chances of taking the trick: enough to rely on, enough to try, little enough to feel safe."""

Chances: TypeAlias = dict[FaceNumber, float]
"""How likely each face that may be played takes the trick."""


class Sensible:
    """Bids what its hand promises, and tries to take exactly that."""

    def choose(self, observation: View, random: Random) -> Action:
        """What looks best; the same whenever the same is known."""
        match observation.table.phase:
            case "bid":
                return BIDS[min(round(_promised(observation)), observation.table.dealt)]
            case "load":
                return SHOTS[abs(_surplus(observation)) < SURE]
            case "power":
                return _power(observation)
            case _:
                return _play(observation)


class Beginner:
    """Somebody in a first game: bids one for each Skull King, pirate, mermaid, trump from 10 on, and any 13
    or 14; plays its highest card when it wants the trick, and its lowest when not. With powers it does
    nothing.
    """

    def choose(self, observation: View, random: Random) -> Action:
        """By that rule; the same whenever the same is known."""
        table, legal = observation.table, observation.legal
        if table.phase == "bid":
            return BIDS[sum(map(_looks_high, observation.hand))]
        if table.phase != "play":
            return powers.change_action(0) if powers.change_action(0) in legal else legal[0]
        seat, faces = observation.seat or 0, table.setup.edition.faces
        wants = table.bids[seat] > table.taken[seat]
        return (max if wants else min)(legal, key=lambda action: _strength(faces[action]))


def _looks_high(card: Card) -> bool:
    if KIND[card] == Kind.NUMBER:
        return NUMBER[card] >= (10 if card in TRUMPS.cards else 13)
    return KIND[card] in (Kind.MERMAID, Kind.PIRATE, Kind.KING, Kind.EITHER)


def _promised(view: View) -> float:
    """How many tricks the hand should take."""
    return sum(_promise(view, card) for card in view.hand)


def _promise(view: View, card: Card) -> float:
    """How likely a card is to take a trick at some time, played as well as it can be."""
    return max(_chance(view, b"", face, view.table.hands - 1) for face in FACES_OF_CARD[card])


def _surplus(view: View) -> float:
    """How many tricks the hand should take beyond those that are missing; below 0: too few."""
    return _promised(view) - _missing(view)


def _missing(view: View) -> int:
    seat = view.seat or 0
    return view.table.bids[seat] - view.table.taken[seat]


def _power(view: View) -> Action:
    pirate, surplus = powers.pirate_of(view.table), _surplus(view)
    if pirate == ROSIE:  # to lead helps to take tricks, to come last helps to avoid them
        own = view.seat or 0
        return f"lead {own if _missing(view) > 0 else (own + 1) % view.players}"
    if pirate == BENDT:
        return _discard(view)
    if pirate == RASCAL:
        return f"wager {max(WAGERS) if abs(surplus) < SURE else 0}"
    if pirate == JUANITA:
        return powers.SEEN
    change = max(-1, min(1, round(surplus)))
    wanted = powers.change_action(change)
    return wanted if wanted in view.legal else powers.change_action(0)


def _discard(view: View) -> Action:
    """One of the cards without which the hand promises best what is missing."""
    promises = {card: _promise(view, card) for card in view.hand}
    surplus = sum(promises.values()) - _missing(view)
    ways = combinations(view.hand, powers.to_discard(view.table, view.hand))
    best = min(ways, key=lambda gone: abs(surplus - sum([promises[card] for card in gone])))
    return f"discard {FACES[best[0]].short}"


def _play(view: View) -> Action:
    table = view.table
    cards = playable(view.hand, table.trick, table.setup.edition)
    after = table.hands - len(table.trick) - 1
    chances = {
        face: _chance(view, table.trick, face, after) for card in cards for face in FACES_OF_CARD[card]
    }
    missing = _missing(view)
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
        return NUMBER[face] + (20 if face in TRUMPS.cards else 4)
    return _STRENGTH[kind]


def _chance(view: View, played: Cards, face: FaceNumber, after: int) -> float:
    """How likely the face takes the trick when so many play after it. Kraken and whale take none."""
    setup = view.table.setup
    so_far = played + bytes((face,))
    if trick.settle(so_far, setup).taker != len(played):
        return 0.0
    unseen = _unseen(view.table, view.hand)
    beating = sum(_beats(card, so_far, setup) for card in unseen)
    able = 1 - (1 - beating / max(len(unseen), 1)) ** len(view.hand)
    return (1 - INCLINATION * able) ** after


def _beats(card: Card, so_far: Cards, setup: Setup) -> bool:
    """Whether a card, as a pirate if it can be one, would take the trick away from the face played last."""
    face = FACES_OF_CARD[card][0]
    return trick.settle(so_far + bytes((face,)), setup).taker != len(so_far) - 1


def _unseen(table: Table, hand: Cards) -> Cards:
    """The cards that may be in other hands."""
    fallen = bytes([CARD_OF[face] for face in table.fallen + table.trick])
    return deck_of(table.setup).translate(None, fallen + hand)

"""How somebody sensible bids and plays: a robot by itself, and everybody in the playouts of those that think.

It all comes from one number: how likely a face takes the trick, given the cards that a seat has not seen and
who is still to play. It is worked out from tables, since a playout asks some hundreds of times.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import TypeAlias

from games.cards import Card, Cards
from games.contract import Action
from games.skull_king import powers, seating
from games.skull_king.bidding import BIDS, SHOTS
from games.skull_king.cards import (
    BENDT,
    CARD_OF,
    FACES,
    FACES_OF_CARD,
    JUANITA,
    PLAYS,
    RASCAL,
    ROSIE,
    FaceNumber,
)
from games.skull_king.situation import STRENGTH, TAKES, Mask, Pack, Situation, mask_of, pack_of
from games.skull_king.state import Table, View
from games.skull_king.variants import WAGERS

# Chosen by trial, at tables of two to six with robots of its own kind and with others.

UNDECIDED, HUNGRY, SATED = 0.55, 0.55, 0.55
"""How likely an opponent is to beat a card when able to: before the bids are known, while tricks are missing
to the bid, and when it has them.
"""
CAUTION = 0.2
"""By how many tricks less is bid than the hand promises."""
SURE = 0.35
"""So near to the bid the hand looks as if it will make it."""
PROBABLE, WORTH_A_TRY, UNLIKELY = 0.6, 0.3, 0.05
"""Chances of taking the trick: enough to rely on, enough to try, little enough to feel safe."""

Chances: TypeAlias = Sequence[float]
"""How likely a face takes the trick, by how many of the unseen cards would beat it."""


@cache
def chances(unseen: int, tricks: int, hungry: int, sated: int, undecided: int = 0) -> Chances:
    """Among so many unseen cards, with so many in each hand, if so many of each kind are still to play."""
    hand = min(tricks, unseen)
    found: list[float] = []
    for beating in range(unseen + 1):
        able = 1 - comb(unseen - beating, hand) / comb(unseen, hand)
        found.append(
            (1 - HUNGRY * able) ** hungry * (1 - SATED * able) ** sated * (1 - UNDECIDED * able) ** undecided
        )
    return found


def promises(pack: Pack, hand: Cards, unseen: Mask, others: int) -> list[float]:
    """How likely each card is to take a trick at some time, played as well as it can be."""
    chance = chances(unseen.bit_count(), len(hand), 0, 0, others)
    opening = pack.opening
    found: list[float] = []
    for card in hand:
        best = 0.0
        for face in FACES_OF_CARD[card]:
            does, beating, _after = opening[face]
            if does == TAKES:
                best = max(best, chance[(beating & unseen).bit_count()])
        found.append(best)
    return found


def bid(promised: float, dealt: int) -> int:
    """How many tricks to bid with a hand that promises so many."""
    return max(0, min(round(promised - CAUTION), dealt))


def face_to_play(
    situation: Situation, faces: Cards, unseen: Mask, chance: Chances, missing: int, tricks: int
) -> FaceNumber:
    """One of these faces: to take the trick while tricks are missing, else not to."""
    if missing <= 0:
        return _to_lose(situation, faces, unseen, chance)
    return _to_win(situation, faces, unseen, chance, missing >= tricks)


def _to_win(
    situation: Situation, faces: Cards, unseen: Mask, chance: Chances, all_of_them: bool
) -> FaceNumber:
    """The cheapest face that probably wins; if none does, the one that is missed least."""
    best, most = faces[0], -1.0
    cheapest, least = faces[0], 100
    likely, cost = -1, 100
    for face in faces:
        does, beating, _after = situation[face]
        wins = chance[(beating & unseen).bit_count()] if does == TAKES else 0.0
        strength = STRENGTH[face]
        if wins > PROBABLE and strength < cost:
            likely, cost = face, strength
        if wins > most:
            best, most = face, wins
        if strength < least:
            cheapest, least = face, strength
    if likely >= 0:
        return likely
    return best if most > WORTH_A_TRY or all_of_them else cheapest


def _to_lose(situation: Situation, faces: Cards, unseen: Mask, chance: Chances) -> FaceNumber:
    """The strongest face that surely loses; if none does, the least likely winner."""
    safe, dearest = -1, -1
    least, lowest, strongest = faces[0], 2.0, -1
    for face in faces:
        does, beating, _after = situation[face]
        wins = chance[(beating & unseen).bit_count()] if does == TAKES else 0.0
        strength = STRENGTH[face]
        if wins < UNLIKELY:
            if strength > dearest:
                safe, dearest = face, strength
        elif wins < lowest or (wins == lowest and strength > strongest):
            least, lowest, strongest = face, wins, strength
    return safe if safe >= 0 else least


# The powers of the pirates


def leader_to_choose(missing: int, seat: int, players: int) -> int:
    """Whom to let lead with Rosie: to lead helps to take tricks, to come last helps to avoid them."""
    return seat if missing > 0 else (seat + 1) % players


def discard(promised: Sequence[float], hand: Cards, count: int, missing: int) -> Card:
    """One of the cards without which the hand promises best what is missing."""
    surplus = sum(promised) - missing
    ways = combinations(range(len(hand)), count)
    best = min(ways, key=lambda gone: abs(surplus - sum([promised[place] for place in gone])))
    return hand[best[0]]


def change(surplus: float, own: int, dealt: int) -> int:
    """What to do to the own bid with Harry."""
    wanted = max(-1, min(1, round(surplus)))
    return wanted if 0 <= own + wanted <= dealt else 0


def wager(surplus: float) -> int:
    """What to set on the own bid with Rascal."""
    return max(WAGERS) if abs(surplus) < SURE else 0


def shot(surplus: float) -> int:
    """Whether to load a cannonball."""
    return int(abs(surplus) < SURE)


# The same for a seat that is asked


def choose(view: View) -> Action:
    """What looks best to this seat; the same whenever the same is known."""
    table = view.table
    if table.phase == "play":
        return _play(view)
    promised = promised_to(view)
    if table.phase == "bid":
        return BIDS[bid(sum(promised), table.dealt)]
    surplus = sum(promised) - _missing(view)
    return SHOTS[shot(surplus)] if table.phase == "load" else _power(view, promised, surplus)


def promised_to(view: View) -> list[float]:
    """How likely each card of the seat's hand is to take a trick."""
    return promises(pack_of(view.table.setup), view.hand, _unseen(view), view.table.hands - 1)


def _missing(view: View) -> int:
    seat = view.seat or 0
    return view.table.bids[seat] - view.table.taken[seat]


def _unseen(view: View) -> Mask:
    """The cards that may be in other hands."""
    table = view.table
    played = bytes([CARD_OF[face] for face in table.fallen + table.trick])
    return pack_of(table.setup).cards & ~mask_of(played + view.hand)


def _play(view: View) -> Action:
    table, unseen = view.table, _unseen(view)
    situation = situation_of(table)
    cards = situation.playable(view.hand, mask_of(view.hand))
    hungry, sated = appetites(table)
    tricks = len(view.hand)
    chance = chances(unseen.bit_count(), tricks, hungry, sated)
    faces = faces_of(cards, pack_of(table.setup))
    return PLAYS[face_to_play(situation, faces, unseen, chance, _missing(view), tricks)]


def situation_of(table: Table) -> Situation:
    """What the trick that lies there has come to."""
    situation = pack_of(table.setup).opening
    for face in table.trick:
        situation = situation[face][2]
    return situation


def appetites(table: Table) -> tuple[int, int]:
    """How many of those who play after the seat in turn still miss tricks, and how many do not."""
    after = seating.order(table)[len(table.trick) + 1 :]
    hungry = sum([seat >= 0 and table.bids[seat] > table.taken[seat] for seat in after])
    return hungry, len(after) - hungry


def faces_of(cards: Cards, pack: Pack) -> Cards:
    """What these cards can be played as."""
    return cards.replace(pack.either, FACES_OF_CARD[pack.either[0]]) if pack.either in cards else cards


def _power(view: View, promised: Sequence[float], surplus: float) -> Action:
    table, seat = view.table, view.seat or 0
    pirate = powers.pirate_of(table)
    if pirate == ROSIE:
        return f"lead {leader_to_choose(_missing(view), seat, view.players)}"
    if pirate == BENDT:
        count = powers.to_discard(table, view.hand)
        return f"discard {FACES[discard(promised, view.hand, count, _missing(view))].short}"
    if pirate == RASCAL:
        return f"wager {wager(surplus)}"
    if pirate == JUANITA:
        return powers.SEEN
    return powers.change_action(change(surplus, table.bids[seat], table.dealt))

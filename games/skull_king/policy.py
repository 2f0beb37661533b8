"""How somebody sensible bids and plays: a robot by itself, and everybody in the playouts of those that think.

It all comes from one number: how likely a face takes the trick, given the cards that a seat has not seen and
who is still to play. It is worked out from tables, since a playout asks some hundreds of times.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb
from random import Random
from typing import NamedTuple, TypeAlias

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

# Chosen by trial: some thousands of games against other choices, in both editions.

FEWEST, BY_HANDS, BY_TRICKS = 0.2, 0.6, 0.83
"""How likely an opponent is to beat a card when able to: more so the fewer play, and the fewer tricks there
are to come, since the others have bids of their own to keep.
"""
HUNGRY, SATED = 1.0, 1.0
"""By how much likelier who still misses tricks is to do so, and who has its bid."""
CAUTION = 0.2
"""By how many tricks less is bid than the hand promises."""
DOUBT, DREAD = 0.2, 0.5
"""What an uncertain trick costs, in tricks, and what one more that is not wanted costs beside itself."""
THRIFT = 0.0001
"""What a face's strength counts for: where all else is equal, it is kept while tricks are missing."""
PROBABLE, WORTH_A_TRY, UNLIKELY = 0.6, 0.3, 0.05
"""Chances of taking the trick: enough for the greedy to rely on, enough to try, and to feel safe."""
GREEDY = 0.5
"""How often somebody at the table plays greedily: who expects one way of playing alone is soon mistaken."""
TIMID, BOLD = 0.7, 1.1
"""The share of what their hands promise for which others bid."""
SURE = 0.35
"""So near to the bid the hand looks as if it will make it."""

Chances: TypeAlias = Sequence[float]
"""How likely a face takes the trick, by how many of the unseen cards would beat it."""


def _inclination(hands: int, tricks: int) -> float:
    return min(1.0, FEWEST + BY_HANDS / hands + BY_TRICKS / max(tricks, 1))


def _able(unseen: int, tricks: int) -> list[float]:
    """How likely a hand of so many cards has one of those that beat a face, by how many they are."""
    hand = min(tricks, unseen)
    return [1 - comb(unseen - beating, hand) / comb(unseen, hand) for beating in range(unseen + 1)]


@cache
def chances(unseen: int, tricks: int, hands: int, hungry: int, sated: int) -> Chances:
    """In the trick that lies there: among so many unseen cards, with so many in each of the hands, if so many
    of each kind are still to play.
    """
    inclined = _inclination(hands, tricks)
    hungrily, idly = min(1.0, HUNGRY * inclined), min(1.0, SATED * inclined)
    return [(1 - hungrily * able) ** hungry * (1 - idly * able) ** sated for able in _able(unseen, tricks)]


@cache
def later_chances(unseen: int, tricks: int, hands: int) -> Chances:
    """The same at some time, played as well as it can be."""
    inclined = _inclination(hands, tricks)
    return [(1 - inclined * able) ** (hands - 1) for able in _able(unseen, tricks)]


def promises(pack: Pack, hand: Cards, unseen: Mask, hands: int) -> list[float]:
    """How likely each card is to take a trick at some time."""
    chance, beating = later_chances(unseen.bit_count(), len(hand), hands), pack.beating
    return [chance[(beating[card] & unseen).bit_count()] if card in beating else 0.0 for card in hand]


def bid(promised: float, dealt: int, boldness: float = 1.0) -> int:
    """How many tricks to bid with a hand that promises so many; below 1: of somebody who trusts it less."""
    return max(0, min(round(promised * boldness - CAUTION), dealt))


def boldness(random: Random) -> float:
    """That of somebody at the table: what a hand promises is read in different ways."""
    return TIMID + (BOLD - TIMID) * random.random()


class Hand(NamedTuple):
    """What a seat knows when it plays a card."""

    cards: Cards
    unseen: Mask
    missing: int
    """How many tricks this seat has still to take to make its bid; 0 or less: none."""
    hands: int
    hungry: int
    sated: int
    """How many of each kind play after it."""


def face_to_play(pack: Pack, situation: Situation, faces: Cards, own: Hand) -> FaceNumber:
    """The one of these faces after which the hand promises best what is missing: if nothing is, the least."""
    cards, unseen, missing, hands, hungry, sated = own
    count, tricks = unseen.bit_count(), len(cards)
    promised = dict(zip(cards, promises(pack, cards, unseen, hands), strict=True))
    chance = chances(count, tricks, hands, hungry, sated)
    surplus = sum(promised.values()) - missing
    best, least = faces[0], 100.0
    for face in faces:
        does, beating, _after = situation[face]
        wins = chance[(beating & unseen).bit_count()] if does == TAKES else 0.0
        surplus_then = surplus + wins - promised[CARD_OF[face]]
        off = DOUBT * wins * (1 - wins)
        if missing > 0:
            off += abs(surplus_then) + THRIFT * STRENGTH[face]
        else:
            off += surplus_then + DREAD * wins - THRIFT * STRENGTH[face]
        if off < least:
            best, least = face, off
    return best


def greedy_face(pack: Pack, situation: Situation, faces: Cards, own: Hand) -> FaceNumber:
    """As somebody plays who takes what there is to take until the bid is made, and nothing afterwards: the
    cheapest face that probably wins, or the dearest that surely loses.
    """
    cards, unseen, missing, hands, hungry, sated = own
    chance = chances(unseen.bit_count(), len(cards), hands, hungry, sated)
    likeliest, most = faces[0], -1.0
    cheapest, cost, dearest, worth = -1, 100, -1, -1
    least, fewest, low = faces[0], 2.0, faces[0]
    for face in faces:
        does, beating, _after = situation[face]
        wins = chance[(beating & unseen).bit_count()] if does == TAKES else 0.0
        strength = STRENGTH[face]
        if wins > PROBABLE and strength < cost:
            cheapest, cost = face, strength
        if wins < UNLIKELY and strength > worth:
            dearest, worth = face, strength
        if wins > most:
            likeliest, most = face, wins
        if wins < fewest:
            least, fewest = face, wins
        if strength < STRENGTH[low]:
            low = face
    if missing <= 0:
        return dearest if dearest >= 0 else least
    if cheapest >= 0:
        return cheapest
    return likeliest if most > WORTH_A_TRY or missing >= len(cards) else low


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
        return play(view)
    promised = promised_to(view)
    if table.phase == "bid":
        return BIDS[bid(sum(promised), table.dealt)]
    surplus = sum(promised) - _missing(view)
    return SHOTS[shot(surplus)] if table.phase == "load" else _power(view, promised, surplus)


def promised_to(view: View) -> list[float]:
    """How likely each card of the seat's hand is to take a trick."""
    return promises(pack_of(view.table.setup), view.hand, _unseen(view), view.table.hands)


def _missing(view: View) -> int:
    seat = view.seat or 0
    return view.table.bids[seat] - view.table.taken[seat]


def _unseen(view: View) -> Mask:
    """The cards that may be in other hands."""
    table = view.table
    played = bytes([CARD_OF[face] for face in table.fallen + table.trick])
    return pack_of(table.setup).cards & ~mask_of(played + view.hand)


def play(view: View, greedy: bool = False) -> Action:
    """The card that the seat would lay."""
    table, unseen = view.table, _unseen(view)
    situation = situation_of(table)
    cards = situation.playable(view.hand, mask_of(view.hand))
    pack = pack_of(table.setup)
    own = Hand(view.hand, unseen, _missing(view), table.hands, *appetites(table))
    return PLAYS[(greedy_face if greedy else face_to_play)(pack, situation, faces_of(cards, pack), own)]


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

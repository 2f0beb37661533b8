"""What robots think on: rounds that look exactly like the one that a seat sees.

What the table has shown holds in all of them: who could not follow, what Juanita Jade let the seat see, and
that whom Bendt the Bandit drew for may hold two cards that could not have been there before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple, TypeAlias

from games.cards import Card, Cards
from games.fairness import SECRET_BYTES
from games.skull_king import dealing, policy, powers, seating
from games.skull_king.bidding import MOST_CHANGES
from games.skull_king.cards import BENDT, CARD_OF, JUANITA
from games.skull_king.situation import mask_of, pack_of
from games.skull_king.state import GRAYBEARD, NOT_SAID, State, Table, View
from games.skull_king.trick import suit_led
from games.text import Seat

UNDEALT: Seat = -2
"""Where the cards lie that nobody was dealt, and what Bendt's player discarded."""
ANY_BID = 0.1
"""How often somebody bids, or loads, something else than a sensible player would."""

Barred: TypeAlias = frozenset[Card]
"""Cards that cannot be somewhere."""
NOTHING: Barred = frozenset()
Laid: TypeAlias = tuple[tuple[Seat, ...], Cards]
"""A trick: who played to it, one after the other, and the faces."""


class Place(NamedTuple):
    """Where cards lie that the seat has not seen: how many, and which cannot be among them."""

    whose: Seat
    room: int
    barred: Barred


class Unknown(NamedTuple):
    """The cards that a seat has not seen, where they may lie, and which it knows to be undealt."""

    cards: Cards
    places: tuple[Place, ...]
    undealt: Cards


def resample(view: View, random: Random) -> State:
    table = view.table
    unknown = _unknown(view, _discarded(view, random))
    dealt = deal(unknown.cards, unknown.places, random)
    held: dict[Seat, list[Card]] = {owner: [] for owner in (*range(table.players), GRAYBEARD, UNDEALT)}
    for place, cards in zip(unknown.places, dealt, strict=True):
        held[place.whose] += cards
    if view.seat is not None:
        held[view.seat] += view.hand
    held[UNDEALT] += unknown.undealt
    if table.setup.house is not None:  # the order of what lies face down matters only there
        random.shuffle(held[GRAYBEARD])
        random.shuffle(held[UNDEALT])
    hands = tuple([bytes(sorted(held[owner])) for owner in range(table.players)])
    return State(
        table,
        hands if table.ghost is None else (*hands, bytes(held[GRAYBEARD])),
        _sealed(view, hands, random),
        random.randbytes(SECRET_BYTES),
        bytes(held[UNDEALT]) + view.put_away,
        view.drawn or _drawn(view, unknown.places, dealt),
        _changes(view),
        (view.seat, view.shown) if view.seat is not None and view.shown else None,
    )


# Where cards may lie


@lru_cache(maxsize=64)
def _unknown(view: View, discarded: int) -> Unknown:
    """What this seat does not know, if Bendt's player has discarded so many cards."""
    table, bandit = view.table, powers.bandit(view.table)
    played = bytes([CARD_OF[face] for face in table.fallen + table.trick])
    unseen = dealing.deck_of(table.setup).translate(None, played + view.hand + view.put_away)
    shown = frozenset(unseen).intersection(view.shown + view.undealt)
    places, elsewhere = _hands(view), NOTHING
    if bandit is not None and bandit != view.seat:
        before = bool(shown) and table.fallen.find(JUANITA) < table.fallen.find(BENDT)
        known = _Bandit(view, bandit, discarded, shown if before else NOTHING)
        places, elsewhere = known.places(places)
        shown = NOTHING if before else shown
    cards = unseen.translate(None, bytes(shown))
    rest = len(cards) - sum([place.room for place in places])
    return Unknown(cards, (*places, Place(UNDEALT, rest, elsewhere)), bytes(sorted(shown)))


def _hands(view: View) -> list[Place]:
    """The hands of the others, and Graybeard's pile."""
    table = view.table
    full, order = table.dealt - dealing.tricks_done(table), seating.order(table)
    played, void = order[: len(table.trick)], _void(_laid(table), table)
    return [
        Place(seat, full - (seat in played), void.get(seat, NOTHING)) for seat in order if seat != view.seat
    ]


def _laid(table: Table) -> Sequence[Laid]:
    """The round's tricks, the one that lies there too."""
    return *seating.tricks(table), (seating.order(table), table.trick)


def _void(laid: Iterable[Laid], table: Table) -> dict[Seat, Barred]:
    """The cards of the suits that each seat could not follow in these tricks."""
    found: dict[Seat, Barred] = {}
    for order, faces in laid:
        suit = suit_led(faces, table.setup.edition)
        if suit is not None:
            for seat, face in zip(order, faces, strict=False):
                if face in suit.held_back and seat != GRAYBEARD:
                    found[seat] = found.get(seat, NOTHING) | suit.cards
    return found


class _Bandit:
    """What another seat knows of the one for which Bendt drew: of the cards that it holds, or discarded, two
    were undealt. Only they can be of a suit that the hand did not have, and whoever saw the undealt cards
    before (`shown`) knows that they are two of those.
    """

    def __init__(self, view: View, seat: Seat, discarded: int, shown: Barred) -> None:
        table = view.table
        laid, drawing = _laid(table), powers.trick_of(table, BENDT) + 1
        self._seat, self._discarded, self._shown = seat, discarded, shown
        self._drawn = powers.count_drawn(table)
        self._could_not = _void(laid[:drawing], table).get(seat, NOTHING)
        self._cannot = _void(laid[drawing:], table).get(seat, NOTHING)
        self._deck = frozenset(dealing.deck_of(table.setup))
        self._undealt = len(view.shown) - self._drawn
        self._extra = self._drawn - discarded if powers.is_drawing(table) else 0
        since = [
            CARD_OF[face]
            for order, faces in laid[drawing:]
            for who, face in zip(order, faces, strict=False)
            if who == seat
        ]
        self._left = self._drawn - len((self._could_not | shown).intersection(since))

    def places(self, hands: Iterable[Place]) -> tuple[list[Place], Barred]:
        """The places where cards lie but for the undealt ones; what cannot be among those."""
        places: list[Place] = []
        for place in hands:
            if place.whose == self._seat:
                places += self._hand(place.room + self._extra)
            else:
                places.append(place._replace(barred=place.barred | self._shown))
        if not self._shown:
            return places, NOTHING
        places.append(Place(UNDEALT, self._undealt, self._deck - self._shown))
        return places, self._could_not - self._shown

    def _hand(self, cards: int) -> tuple[Place, Place]:
        """Those that may have been drawn, and those that were not."""
        loose = min(self._left, cards)
        barred = self._could_not - self._shown if self._shown else NOTHING
        if self._shown and self._extra == self._drawn:
            barred = self._deck - self._shown
        return (
            Place(self._seat, loose, self._cannot | barred),
            Place(self._seat, cards - loose, self._cannot | self._could_not | self._shown),
        )


def _is_watching_discards(view: View) -> bool:
    return powers.is_drawing(view.table) and view.seat not in view.to_act


def _discarded(view: View, random: Random) -> int:
    """How many cards Bendt's player has discarded; who watches does not see it."""
    drawn = powers.count_drawn(view.table)
    return random.randrange(drawn) if _is_watching_discards(view) else drawn


def _drawn(view: View, places: Sequence[Place], dealt: Sequence[list[Card]]) -> Cards:
    """Of what Bendt drew for another seat, what it still holds, while it discards."""
    if not _is_watching_discards(view):
        return b""
    (bandit,) = view.to_act
    loose = next(cards for place, cards in zip(places, dealt, strict=True) if place.whose == bandit)
    return bytes(sorted(frozenset(loose).intersection(view.shown) if view.shown else loose))


# Dealing


def deal(cards: Cards, places: Sequence[Place], random: Random) -> list[list[Card]]:
    """The cards, each where it may lie, as many in each place as there is room for; in the last place their
    order says nothing. ValueError if there is no such deal.
    """
    somewhere = NOTHING.union(*[place.barred for place in places])
    tied = [card for card in cards if card in somewhere]
    held = _tied(tied, places, random)
    free = cards.translate(None, bytes(tied))
    rooms = [place.room - len(own) for place, own in zip(places, held, strict=True)]
    drawn = random.sample(free, sum(rooms[:-1]))
    for own, room in zip(held[:-1], rooms, strict=False):
        own += drawn[:room]
        del drawn[:room]
    held[-1] += free.translate(None, b"".join([bytes(own) for own in held[:-1]]))
    return held


def _tied(cards: list[Card], places: Sequence[Place], random: Random) -> list[list[Card]]:
    """Cards that cannot lie everywhere, if there are any, the roomier places being the likelier ones."""
    random.shuffle(cards)
    held: list[list[Card]] = [[] for _place in places]
    for card in cards:
        rooms = [
            0 if card in place.barred else place.room - len(held[number])
            for number, place in enumerate(places)
        ]
        if not any(rooms):
            number = _cleared(card, places, held, random)
        else:
            (number,) = random.choices(range(len(places)), rooms)
        held[number].append(card)
    return held


def _cleared(card: Card, places: Sequence[Place], held: list[list[Card]], random: Random) -> int:
    """A place for this card in which there was no room: others moved on, one after the other, to where there
    was. ValueError if nowhere was any.
    """
    start = [number for number, place in enumerate(places) if place.room and card not in place.barred]
    random.shuffle(start)
    came_from: dict[int, tuple[int, Card] | None] = dict.fromkeys(start)
    for number in (queue := list(start)):
        for moved in random.sample(held[number], len(held[number])):
            for other, place in enumerate(places):
                if other in came_from or moved in place.barred or not place.room:
                    continue
                came_from[other] = number, moved
                queue.append(other)
                if len(held[other]) < place.room:
                    return _moved_on(other, came_from, held)
    raise ValueError("These cards cannot lie in these places.")


def _moved_on(number: int, came_from: dict[int, tuple[int, Card] | None], held: list[list[Card]]) -> int:
    """The place that becomes free when each card on the way to this one is moved on."""
    while (step := came_from[number]) is not None:
        before, card = step
        held[before].remove(card)
        held[number].append(card)
        number = before
    return number


# What is chosen in secret


def _sealed(view: View, hands: Sequence[Cards], random: Random) -> tuple[int, ...]:
    """What everybody has chosen that is not shown yet: as somebody sensible would, or sometimes anything."""
    phase = view.table.phase
    if phase not in ("bid", "load"):
        return ()
    own = view.bid if phase == "bid" else view.shot
    chosen = [
        NOT_SAID if seat in view.to_act else _choice(view.table, seat, hands[seat], random)
        for seat in range(view.players)
    ]
    if view.seat is not None:
        chosen[view.seat] = NOT_SAID if own is None else own
    return tuple(chosen)


def _choice(table: Table, seat: Seat, hand: Cards, random: Random) -> int:
    if random.random() < ANY_BID:
        return random.randint(0, 1 if table.phase == "load" else table.dealt)
    pack = pack_of(table.setup)
    promised = sum(policy.promises(pack, hand, pack.cards & ~mask_of(hand), table.hands))
    if table.phase == "load":
        return policy.shot(promised - table.bids[seat])
    return policy.bid(promised, table.dealt, policy.boldness(random))


def _changes(view: View) -> tuple[int, ...]:
    """How often the seat has changed what it chose, as the decision that it still has tells."""
    if view.table.phase not in ("bid", "load") or view.seat is None or view.seat in view.to_act:
        return ()
    changes = int(view.decision.split(".")[1]) - 1 if view.decision else MOST_CHANGES
    return tuple([changes if seat == view.seat else 0 for seat in range(view.players)]) if changes else ()

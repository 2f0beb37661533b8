"""Points and places, and the score sheet in few bytes.

The whole score sheet is stored with every move, so it is worth being small: for each complete round and each
seat one byte, bid and tricks taken in four bits each. Where an exact bid earned a bonus the tricks are known:
15 stands in their place, and a second byte holds the bonus in tens.

What else there may be is rarer, and written in three bytes: 15 in the place of the bid and beside it the
wager in tens, plus 4 for a cannonball; bid and tricks taken; the bonus in tens.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import msgspec

from games.contract import Cost, Event, Figure, Reckoning
from games.skull_king import seating, trick
from games.skull_king.state import GRAYBEARD, RoundEnded, Setup, Table, TrickEnded, View
from games.skull_king.variants import CANNONBALL_PER_CARD, PER_CARD, WAGERS, Scoring
from games.text import Seat, Text, _

ALLIANCE = 20
"""For each of the two who are allied over a loot, if both make their bids."""

MOST_BONUS = 310
"""More than the bonuses of one round ever come to: 260 for characters and loot, 50 for fourteens."""
MOST_WAGER = max(WAGERS)

_WITH_BONUS = 15
"""More tricks than anybody takes."""
_WITH_STAKES = 15
"""More tricks than anybody bids."""
_CANNONBALL = 4
"""More tens than anybody wagers."""

COUNTED: Mapping[str, Text] = {
    "bids": _("Bids made"),
    "bids_of_nothing": _("Bids of 0 made"),
}


def extremes(setup: Setup, dealt: Sequence[int]) -> tuple[int, int]:
    """The fewest and the most points of a seat in rounds in which so many cards are dealt."""
    stake = MOST_WAGER * len(dealt) if setup.chosen.powers else 0
    lowest = 0 if setup.scoring.rascal else -10 * sum(dealt)
    return lowest - stake, sum(20 * cards + MOST_BONUS for cards in dealt) + stake


class Entry(msgspec.Struct, frozen=True):
    """What a seat did in a round. `bonus` is what an exact bid earns on top."""

    bid: int
    taken: int
    bonus: int
    wager: int = 0
    """Rascal's: won with an exact bid, else lost."""
    cannonball: bool = False

    @property
    def made(self) -> bool:
        """Whether the bid was exact."""
        return self.bid == self.taken

    def counts(self, scoring: Scoring) -> bool:
        """Whether any of the bonus counts."""
        return self.made or (scoring.rascal and not self.cannonball and abs(self.bid - self.taken) == 1)

    def points(self, cards: int, scoring: Scoring) -> int:
        """The round's points, when each was dealt so many cards."""
        bid, bonus, wager = self.parts(cards, scoring)
        return bid + bonus + wager

    def parts(self, cards: int, scoring: Scoring) -> tuple[int, int, int]:
        """What the bid, the bonuses and the wager have brought."""
        wager = self.wager if self.made else -self.wager
        if not scoring.rascal:
            return bid_points(self.bid, self.taken, cards), self.bonus if self.made else 0, wager
        if self.made:
            return (CANNONBALL_PER_CARD if self.cannonball else PER_CARD) * cards, self.bonus, wager
        if self.counts(scoring):
            return PER_CARD * cards // 2, self.bonus // 2, wager
        return 0, 0, wager


def bid_points(bid: int, taken: int, cards: int) -> int:
    """Points for the bid: 20 a trick if exact, -10 for each trick off; a bid of 0 wins or loses 10 a card."""
    if bid == 0:
        return 10 * cards if taken == 0 else -10 * cards
    return 20 * bid if taken == bid else -10 * abs(bid - taken)


def bonus_may_count(table: Table, seat: Seat) -> bool:
    """Whether a bonus of the seat's may still bring points, however the round's other tricks go."""
    bid, taken = table.bids[seat], table.taken[seat]
    left = table.dealt - len(table.fallen) // table.hands
    off = max(0, taken - bid, bid - taken - left)
    shot = bool(table.shots) and bool(table.shots[seat])
    return Entry(bid, bid + off, 0, cannonball=shot).counts(table.setup.scoring)


def entries(table: Table) -> list[Entry]:
    """How the round stands for each seat, loot alliances of exact bids included."""
    bonus = _with_alliances(table) if table.alliances else table.bonus
    line = list(map(Entry, table.bids, table.taken, bonus))
    return _with_stakes(line, table) if table.wager or any(table.shots) else line


def _with_alliances(table: Table) -> list[int]:
    bonus = list(table.bonus)
    for pair in table.alliances:
        if all(table.bids[seat] == table.taken[seat] for seat in pair):
            for seat in pair:
                bonus[seat] += ALLIANCE
    return bonus


def _with_stakes(line: Sequence[Entry], table: Table) -> list[Entry]:
    """The same with Rascal's wager, and with what was loaded."""
    shots = table.shots or (0,) * len(line)
    wagers = dict([table.wager]) if table.wager else {}
    return [
        msgspec.structs.replace(entry, wager=wagers.get(seat, 0), cannonball=bool(shots[seat]))
        for seat, entry in enumerate(line)
    ]


def places(points: Sequence[int]) -> tuple[int, ...]:
    """Each seat's place; equal points share the better one."""
    return tuple(1 + sum(other > own for other in points) for own in points)


def winners(points: Sequence[int]) -> tuple[Seat, ...]:
    """The seats in first place."""
    return tuple(seat for seat, own in enumerate(points) if own == max(points))


def figures(rounds: Sequence[Sequence[Entry]]) -> tuple[Figure, ...]:
    """How many bids each seat has made, of all and of those of 0."""
    of_seats = list(zip(*rounds, strict=True))
    of_nothing = [[entry for entry in own if entry.bid == 0] for own in of_seats]
    return _made("bids", of_seats), _made("bids_of_nothing", of_nothing)


def _made(name: str, of_seats: Sequence[Sequence[Entry]]) -> Figure:
    made = tuple(sum(entry.made for entry in own) for own in of_seats)
    return Figure(name, made, tuple(len(own) for own in of_seats))


def reckoned(view: View, events: Sequence[Event]) -> Reckoning:
    """What the round that ends brought, and whose tricks spoiled which bids."""
    ended = next((event for event in events if isinstance(event, RoundEnded)), None)
    if ended is None:
        return Reckoning()
    laid = seating.tricks(view.table)
    laid += [(event.order, event.trick) for event in events if isinstance(event, TrickEnded)]
    verdicts = [(order, trick.settle(played, view.table.setup).taker) for order, played in laid]
    takers = [GRAYBEARD if taker is None else order[taker] for order, taker in verdicts]
    known = len(takers) == ended.cards
    return Reckoning(ended.scored, tuple(_costs(ended, takers, view.table.setup.scoring)) if known else ())


def _costs(ended: RoundEnded, takers: Sequence[Seat], scoring: Scoring) -> Iterator[Cost]:
    """Whoever takes a trick when another needs all that are left costs them what one more missing costs."""
    for seat, (bid, taken) in enumerate(zip(ended.bids, ended.taken, strict=True)):
        wager = ended.wager[1] if ended.wager and ended.wager[0] == seat else 0
        shot = bool(ended.shots) and bool(ended.shots[seat])
        worth = [
            Entry(bid, bid - off, 0, wager, shot).points(ended.cards, scoring)
            for off in range(bid - taken + 1)
        ]
        lost = [taker for taker in takers if taker != seat][taken - bid :]
        for taker, before, after in zip(lost, worth, worth[1:], strict=False):
            if taker != GRAYBEARD and before > after:
                yield Cost(taker, seat, before - after)


# The score sheet


def packed(entries: Sequence[Entry], scoring: Scoring) -> bytes:
    """A round as the score sheet keeps it, seat after seat. A bonus that does not count is not kept."""
    line: list[int] = []
    for entry in entries:
        bonus = entry.bonus // 10 if entry.bonus and entry.counts(scoring) else 0
        if entry.wager or entry.cannonball or (bonus and not entry.made):
            stakes = entry.wager // 10 + _CANNONBALL * entry.cannonball
            line += (_WITH_STAKES << 4 | stakes, entry.bid << 4 | entry.taken, bonus)
        elif bonus:
            line += (entry.bid << 4 | _WITH_BONUS, bonus)
        else:
            line.append(entry.bid << 4 | entry.taken)
    return bytes(line)


@cache
def result(entry: Entry, cards: int, scoring: Scoring) -> tuple[int, bytes]:
    """The round's points, and the entry as the score sheet keeps it. The same few come up in every game."""
    return entry.points(cards, scoring), packed([entry], scoring)


def rounds_of(score_sheet: bytes, players: int) -> list[list[Entry]]:
    """The complete rounds, each with an entry for each seat."""
    entries = list(_unpacked(iter(score_sheet)))
    return [entries[start : start + players] for start in range(0, len(entries), players)]


def _unpacked(packed_entries: Iterator[int]) -> Iterator[Entry]:
    for byte in packed_entries:
        bid, taken = byte >> 4, byte & 15
        if bid == _WITH_STAKES:
            cannonball, tens = divmod(taken, _CANNONBALL)
            both, bonus = next(packed_entries), next(packed_entries)
            yield Entry(both >> 4, both & 15, 10 * bonus, 10 * tens, bool(cannonball))
        elif taken == _WITH_BONUS:
            yield Entry(bid, bid, 10 * next(packed_entries))
        else:
            yield Entry(bid, taken, 0)

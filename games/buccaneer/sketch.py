"""The table as a playout needs it: numbers that are changed in place, without events, words or actions.

A sketch is made of a state or of what is seen of one, and chooses alike on both: wages that lie covered are
guessed from those that their owner has nowhere else. Worth is counted in sixtieths of a ducat, of which the
mean of up to five wages is a whole number, so that it is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter, mul
from random import Random
from typing import NamedTuple, TypeAlias

from games.buccaneer import scoring
from games.buccaneer.boarding import WAGE
from games.buccaneer.discs import EACH, MOST_PLAYERS, OWNER, QUESTION, WAGES, Disc, Party
from games.buccaneer.ships import (
    BOOTY,
    IN_SIGHT,
    LARGEST_PARTY,
    MUTINEERS,
    NEEDS,
    SHIPS,
    Kind,
    ShipNumber,
    other_piece,
)
from games.buccaneer.state import LETS_BE, Table
from games.text import Seat

PART = 60
"""A ducat in the smaller units in which the sketch reckons, so that shares of it stay whole numbers."""
PIECE = 0.3
"""What a piece of booty is worth before the end, as a share of what most of its kind bring."""
PATIENCE = 0.5
"""What a party is worth that could board next turn, as a share of what boarding now would bring."""

# What counts at the end of a playout: fitted to how 400 games among sailors ended.

HOPE = 0.35
"""What a piece of booty is worth early in the game, as a share of what most of its kind bring."""
READY = 0.5
"""Which share of what a party could bring its captain does so."""
EARNED = 0.65
"""Which share of its usual wage a pirate under another will be paid."""
DELAY = 0.8
"""Ducats lost by each seat whose turn comes before."""

UNSURE = 4 * PART
"""Turns that differ by less may be taken one for the other: nobody knows for sure what others will do."""

NOBODY = -1
"""Whom a party climbs on that boards a ship instead."""

Turn: TypeAlias = tuple[float, Disc, int, ShipNumber]
"""What a turn is worth, the top disc of the party, the one that it climbs on (or `NOBODY`), and its ship."""
Costs: TypeAlias = list[int]
"""What pirates cost on each of the ships in sight."""
Side: TypeAlias = tuple[Disc, int, Costs]
"""One half of a party to be: its top disc, its size, and what it costs."""


class Crew(NamedTuple):
    """A party of two or more."""

    party: Party
    under: tuple[int, ...]
    """How many pirates of each seat lie under the top disc."""
    mutineers: list[Seat]


class Offer(NamedTuple):
    """What a ship in sight is worth to those who board it; sums in parts of a ducat (`PART`)."""

    ship: ShipNumber
    pirates: int
    ducats: int
    prize: int
    """What its booty is worth to its captain, less what it is to the others."""


# Pirates of a colour as bits of a number: which of its five discs.

_ALL = (1 << EACH) - 1
_DEAREST_FIRST = sorted(range(EACH), key=lambda place: (WAGES[place] == QUESTION, -WAGES[place]))
_TO_LEAD: tuple[Disc, ...] = tuple(
    next((place for place in _DEAREST_FIRST if mask >> place & 1), NOBODY) for mask in range(_ALL + 1)
)
"""Which of a colour's pirates that are alone climbs on others: the dearer it is, the fewer climb on it."""
_CHEAPEST_FIRST = sorted(range(EACH), key=lambda place: (WAGES[place] == QUESTION, WAGES[place]))
_WITH_WAGE: tuple[int, ...] = tuple(
    sum(1 << EACH * seat + place for seat in range(MOST_PLAYERS)) for place in _CHEAPEST_FIRST
)
"""All colours' pirates of one wage, the cheapest first, those with a question mark last."""

# By ship.

_COST = tuple(tuple(PART * wage for wage in wages) for wages in WAGE)
"""What each pirate costs whose wage can be seen."""
DEAREST: tuple[Kind, ...] = tuple(max(ship.booty, key=lambda kind: BOOTY[kind].value) for ship in SHIPS)
"""The piece that a captain takes."""
_LEFT: tuple[Kind | None, ...] = tuple(map(other_piece, SHIPS, DEAREST))
"""What is left for the mate."""


def _mean(ship: ShipNumber, mask: int) -> int:
    costs = [_COST[ship][place] for place in range(EACH) if mask >> place & 1]
    return sum(costs) // len(costs) if costs else 0


_MEAN = tuple(tuple(_mean(ship, mask) for mask in range(_ALL + 1)) for ship in range(len(SHIPS)))
"""What one of these pirates of a colour costs on average."""


def _offer(ship: ShipNumber, players: int) -> Offer:
    left = _LEFT[ship]
    lost = BOOTY[left].value / players if left is not None else 0
    prize = round(PART * PIECE * (BOOTY[DEAREST[ship]].value - lost))
    return Offer(ship, NEEDS[ship], PART * SHIPS[ship].ducats, prize)


_OFFERS = tuple(
    tuple(_offer(ship, players) for ship in range(len(SHIPS))) for players in range(1, MOST_PLAYERS + 1)
)


class Sketch:
    """A game in progress, simple enough to be played out many times; players choose by a quick estimate."""

    def __init__(self, table: Table, parties: Sequence[Party], deck: bytes = b"") -> None:
        self.players = table.players
        self.captain = table.current
        self.ducats = list(table.ducats)
        self.booty = list(table.booty)
        self.gone = len(table.voyages)
        self._stalled = table.stalled
        self._content = [said == LETS_BE for said in table.answers]
        """Who lets a captain be. All others mutiny where they can."""
        self._alone = sum([1 << party[0] for party in parties if len(party) == 1])
        """The parties of one, as bits."""
        self._crews = [self._crew(party) for party in parties if len(party) > 1]
        self._deck = deck
        self._sight(table.ships)

    def _sight(self, ships: bytes) -> None:
        self.ships = ships
        self._offers = [_OFFERS[self.players - 1][ship] for ship in ships]
        self._means = [_MEAN[ship] for ship in ships]
        self._least = min(ships.translate(NEEDS), default=0)

    def _crew(self, party: Party) -> Crew:
        owners = party[1:].translate(OWNER)
        under = tuple([owners.count(seat) for seat in range(self.players)])
        if max(under) < MUTINEERS:
            return Crew(party, under, [])
        captain = OWNER[party[0]]
        angry = [seat for seat, pirates in enumerate(under) if pirates >= MUTINEERS and seat != captain]
        return Crew(party, under, angry)

    # what can be done

    def choice(self, random: Random | None = None) -> Turn:
        """What looks best, the first of equals; with chance, to somebody who is not quite sure of it."""
        turns = self.turns()
        if random is None:
            return max(turns, key=itemgetter(0))
        return max(turns, key=lambda turn: turn[0] + UNSURE * random.random())

    def turns(self, thorough: bool = False) -> list[Turn]:
        """What the captain can do. Of pirates that are alone, only those are thought of that cost least; if
        `thorough`, all are.
        """
        own, others, forced = self._sides()
        turns: list[Turn] = []
        for top, size, costs in own:
            if size >= self._least:
                self._add_boardings(turns, top, size, costs)
        if not forced:
            self._add_alone(own, others, thorough)
            self._add_moves(turns, own, others)
        return turns

    def _sides(self) -> tuple[list[Side], list[Side], bool]:
        """The captain's parties of two and more, and the others'; where a mutiny forces the captain, those of
        the captain's alone with which a ship must be boarded.
        """
        captain, least, wages = self.captain, self._least, self._wages()
        for each in wages:
            each[captain] = 0
        own: list[Side] = []
        others: list[Side] = []
        forced: list[Side] = []
        for party, under, angry in self._crews:
            costs = [sum(map(mul, under, each)) for each in wages]
            top, size = party[0], len(party)
            if OWNER[top] != captain:
                costs = [cost + _COST[ship][top] for cost, ship in zip(costs, self.ships, strict=True)]
                others.append((top, size, costs))
                continue
            own.append((top, size, costs))
            if angry and size >= least and not all(self._content[seat] for seat in angry):
                forced.append(own[-1])
        return forced or own, others, bool(forced)

    def _wages(self) -> list[Costs]:
        """For each ship what a covered pirate of each seat costs on average."""
        seen = self._alone
        for crew in self._crews:
            seen |= 1 << crew.party[0]
        covered = [~(seen >> place) & _ALL for place in range(0, EACH * self.players, EACH)]
        return [[mean[mask] for mask in covered] for mean in self._means]

    def _add_boardings(self, turns: list[Turn], top: Disc, size: int, costs: Costs) -> None:
        purse = -PART * self.ducats[self.captain]
        for (ship, need, ducats, prize), cost in zip(self._offers, costs, strict=True):
            if size >= need:
                turns.append((max(ducats - cost, purse) + prize, top, NOBODY, ship))

    def _add_alone(self, own: list[Side], others: list[Side], thorough: bool) -> None:
        """The pirates that are alone: of the captain's the one that leads best, of the others' the cheapest
        and, since who is cheaper depends on the ship, one with a question mark.
        """
        place = EACH * self.captain
        mine, theirs = self._alone >> place & _ALL, self._alone & ~(_ALL << place)
        while mine:
            disc = _TO_LEAD[mine]
            own.append((place + disc, 1, [0] * len(self.ships)))
            mine = mine ^ 1 << disc if thorough else 0
        some = False
        for alike in _WITH_WAGE:
            same = theirs & alike
            if some and not thorough and alike is not _WITH_WAGE[-1]:
                continue
            while same:
                disc, some = (same & -same).bit_length() - 1, True
                others.append((disc, 1, [_COST[ship][disc] for ship in self.ships]))
                same = same & (same - 1) if thorough else 0

    def _add_moves(self, turns: list[Turn], own: list[Side], others: list[Side]) -> None:
        """A move is worth a share of what its party could bring; if that is too small for any ship, what it
        lacks counts against it.
        """
        least, purse = self._least, -PART * self.ducats[self.captain]
        for top, size, costs in own:
            left = [
                (need, ducats - cost, prize)
                for (_ship, need, ducats, prize), cost in zip(self._offers, costs, strict=True)
            ]
            for other, more, dues in others:
                together = size + more
                if together > LARGEST_PARTY:
                    continue
                if together < least:
                    turns.append((PATIENCE * PART * (together - least), top, other, 0))
                    continue
                best = purse
                for (need, net, prize), due in zip(left, dues, strict=True):
                    if together < need:
                        continue
                    net = prize + (net - due if net - due > purse else purse)
                    if net > best:
                        best = net
                turns.append((PATIENCE * best, top, other, 0))

    # what comes of it

    def take(self, turn: Turn) -> None:
        """The turn is made, and the next seat that can do anything becomes captain."""
        _worth, top, onto, ship = turn
        if onto == NOBODY:
            self._board(self._taken(top), ship)
        else:
            party = self._taken(top) + self._taken(onto)
            self._crews.append(self._crew(party))
            self._crews.sort()
            self._forget(party)
        if self.ships:
            self._go_on()

    def _taken(self, top: Disc) -> Party:
        """The party with this disc on top, which leaves its place."""
        if self._alone >> top & 1:
            self._alone ^= 1 << top
            return bytes((top,))
        place = next(at for at, crew in enumerate(self._crews) if crew.party[0] == top)
        return self._crews.pop(place).party

    def _forget(self, party: Party) -> None:
        """What was said about this party, or its parts, no longer counts."""
        if any(self._content):
            owners = party.translate(OWNER)
            self._content = [
                said and owners.count(seat) < MUTINEERS for seat, said in enumerate(self._content)
            ]

    def _board(self, party: Party, ship: ShipNumber) -> None:
        wages, ducats, captain = WAGE[ship], self.ducats, self.captain
        left = ducats[captain] + SHIPS[ship].ducats
        for disc in party:
            self._alone |= 1 << disc
            owner = OWNER[disc]
            if owner != captain:
                ducats[owner] += wages[disc]
                left -= wages[disc]
        ducats[captain] = max(left, 0)
        self.booty[captain] += bytes((DEAREST[ship],))
        second = _LEFT[ship]
        if second is not None:
            self.booty[OWNER[party[1]]] += bytes((second,))
        self._forget(party)
        self._stalled = False
        self._lose(ship)

    def _lose(self, ship: ShipNumber) -> None:
        self.gone += 1
        ships = self.ships.replace(bytes((ship,)), b"")
        if not ships:
            ships, self._deck = self._deck[:IN_SIGHT], self._deck[IN_SIGHT:]
        self._sight(ships)

    def _go_on(self) -> None:
        for further in range(1, self.players + 1):
            seat = (self.captain + further) % self.players
            if self._can_act(seat):
                self.captain = seat
                return
        self._disband()

    def _can_act(self, seat: Seat) -> bool:
        mine = _ALL << EACH * seat & self._alone
        if mine and mine != self._alone:
            return True  # two that are alone are never too many
        own: list[int] = [1] if mine else []
        others: list[int] = [1] if self._alone and not mine else []
        for crew in self._crews:
            (own if OWNER[crew.party[0]] == seat else others).append(len(crew.party))
        if not own:
            return False
        return max(own) >= self._least or (bool(others) and min(own) + min(others) <= LARGEST_PARTY)

    def _disband(self) -> None:
        self._alone, self._crews = (1 << EACH * self.players) - 1, []
        self._content = [False] * self.players
        if self._stalled:
            self._lose(max(self.ships, key=lambda ship: (SHIPS[ship].pirates, SHIPS[ship].ducats)))
        self._stalled = True
        self.captain = (self.captain + 1) % self.players

    # what it is worth

    def standing(self) -> tuple[float, ...]:
        """What each seat has, and may expect of its booty and of the parties on the table."""
        points = [float(ducats) for ducats in self.ducats]
        share = self.gone / len(SHIPS) if self.ships else 1.0
        for seat, pieces in enumerate(self.booty):
            points[seat] += (1 - share) * HOPE * sum([BOOTY[kind].value for kind in pieces])
        for won in scoring.all_awards(self.booty):
            for seat, ducats in enumerate(won):
                points[seat] += share**3 * ducats
        if self.ships:
            self._add_prospects(points)
        return tuple(points)

    def _add_prospects(self, points: list[float]) -> None:
        """What the parties that are large enough may bring their captains, and pirates under others in wages;
        and the sooner it is a seat's turn, the better.
        """
        wages, promises = self._wages(), [0] * self.players
        usual = [sum(each) / len(wages) for each in zip(*wages, strict=True)]
        for party, under, _angry in self._crews:
            captain, size = OWNER[party[0]], len(party)
            for (_ship, need, ducats, prize), each in zip(self._offers, wages, strict=True):
                if size >= need:
                    cost = sum(map(mul, under, each)) - under[captain] * each[captain]
                    promises[captain] = max(promises[captain], ducats - cost + prize)
            for seat, pirates in enumerate(under):
                if pirates and seat != captain:
                    points[seat] += EARNED / PART * pirates * usual[seat]
        for seat, promise in enumerate(promises):
            wait = (seat - self.captain) % self.players
            points[seat] += READY / PART * promise - DELAY * wait

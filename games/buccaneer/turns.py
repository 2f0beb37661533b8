"""Whose turn it is next, what happens when nobody can do anything, and when the game ends."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.buccaneer import scoring
from games.buccaneer.actions import can_act, to_be_asked
from games.buccaneer.discs import OWNER, Party, discs_of
from games.buccaneer.ships import BOOTY, IN_SIGHT, SHIPS, ShipNumber
from games.buccaneer.state import (
    BootyScored,
    Disbanded,
    GameEnded,
    PassedOver,
    SailedAway,
    ShipsSighted,
    State,
    Table,
    Voyage,
)
from games.cards import ONE
from games.contract import Event
from games.text import Seat


def home(discs: Party) -> tuple[Party, ...]:
    """Each disc a party of its own."""
    return tuple([ONE[disc] for disc in discs])


def all_home(players: int) -> tuple[Party, ...]:
    """Every player's pirates side by side."""
    return home(b"".join(map(discs_of, range(players))))


def begin(table: Table, parties: Sequence[Party], seat: Seat) -> Table:
    """The turn of a seat that has something to do; first those are asked who could mutiny."""
    asked = to_be_asked(table, parties, seat)
    return replace(
        table,
        phase="mutiny" if asked else "turn",
        turn=table.turn + 1,
        current=seat,
        to_act=asked or (seat,),
        changes=bytes(len(table.ducats)),
        flips=0,
    )


def go_on(state: State) -> tuple[State, list[Event]]:
    """After a turn's action: new ships if none is in sight, then the next turn, or the end."""
    events: list[Event] = []
    state = _ships_in_sight(state, events)
    if not state.table.ships:
        return _ended(state, events), events
    table, parties = state.table, state.parties
    players = len(table.ducats)
    passed: list[Event] = []
    for further in range(1, players + 1):
        seat = (table.current + further) % players
        if can_act(table, parties, seat):
            events += passed
            return State(begin(table, parties, seat), parties, state.deck, state.seed), events
        blocked = all(OWNER[party[0]] != seat for party in parties)
        passed.append(PassedOver(seat=seat, blocked=blocked))
    return _deadlocked(state, events), events


def _ships_in_sight(state: State, events: list[Event]) -> State:
    """Only once all ships face up are gone, the next are turned up."""
    table, deck = state.table, state.deck
    if table.ships or not deck:
        return state
    ships, rest = deck[:IN_SIGHT], deck[IN_SIGHT:]
    events.append(ShipsSighted(ships=ships, unseen=len(rest)))
    return replace(state, table=replace(table, ships=ships, unseen=len(rest)), deck=rest)


def _deadlocked(state: State, events: list[Event]) -> State:
    """Our ruling: all parties disband; if that comes again before a ship is boarded, one sails away."""
    table = state.table
    events.append(Disbanded(again=table.stalled))
    parties = all_home(table.players)
    table = replace(table, answers=bytes(table.players), laid=None)
    if table.stalled:
        table = _sailed(table, events)
    state = replace(state, table=replace(table, stalled=True), parties=parties)
    state = _ships_in_sight(state, events)
    if not state.table.ships:
        return _ended(state, events)
    after = (table.current + 1) % table.players
    return replace(state, table=begin(state.table, parties, after))


def _sailed(table: Table, events: list[Event]) -> Table:
    ship = _hardest(table.ships)
    events.append(SailedAway(ship=ship))
    return replace(table, ships=table.ships.replace(ONE[ship], b""), voyages=(*table.voyages, Voyage(ship)))


def _hardest(ships: bytes) -> ShipNumber:
    """The ship that needs most pirates; of equals, the one with most ducats."""
    return max(ships, key=lambda ship: (SHIPS[ship].pirates, SHIPS[ship].ducats))


def _ended(state: State, events: list[Event]) -> State:
    """No ship is left: booty is turned into ducats."""
    table = state.table
    won = scoring.all_awards(table.booty)
    ducats = tuple(map(sum, zip(table.ducats, *won, strict=True)))
    events += [
        BootyScored(kind=kind, pieces=scoring.pieces_of(table.booty, kind), ducats=won[kind])
        for kind in range(len(BOOTY))
    ]
    winners = scoring.winners(ducats, table.booty)
    by_pieces = ducats.count(max(ducats)) > len(winners)
    events.append(GameEnded(winners=winners, ducats=max(ducats), by_pieces=by_pieces))
    over = replace(table, phase="over", to_act=(), ducats=ducats, answers=bytes(len(ducats)))
    return replace(state, table=over)

"""The play: moving, boarding, mutiny. `actions` says what is allowed, `boarding` pays, `turns` goes on.

These functions are called at every move of every game: where a shorter way to write something was measurably
slower, it is not written so.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar, NoReturn

from msgspec.structs import replace

from games.buccaneer import boarding, scoring, thinking, turns
from games.buccaneer.actions import (
    MEANING,
    MOST_CHANGES,
    Answer,
    Board,
    Move,
    answers_open,
    mutinous_party,
    obliged,
    party_of,
    turn_actions,
)
from games.buccaneer.discs import EACH, MOST_PLAYERS, NAMES, OWNER, QUESTION, WAGES, Party, as_seen
from games.buccaneer.options import BuccaneerOptions
from games.buccaneer.position import BuccaneerPosition, set_up
from games.buccaneer.refusals import why_not
from games.buccaneer.ships import BOOTY, IN_SIGHT, LARGEST_PARTY, MUTINEERS, PURSE, SHIPS
from games.buccaneer.state import UNASKED, Answered, Boarded, Laid, Moved, State, Table, View
from games.cards import ONE, CardNames
from games.contract import (
    Action,
    Bounds,
    Event,
    IllegalAction,
    Outcome,
    Play,
    check_seat,
    check_seed,
)
from games.fairness import shuffled
from games.text import Seat, _

PLAYERS = range(3, MOST_PLAYERS + 1)
"""How many can play, by the leaflet's title."""


class Rules(Play[BuccaneerOptions, State, View]):
    """The half of the game that is play; the words for it come with the other half, in `game`."""

    ahead: ClassVar[int] = 2
    rivalry: ClassVar[float] = 0.4

    def players_for(self, options: BuccaneerOptions) -> range:
        return PLAYERS

    def new(self, options: BuccaneerOptions, players: int, seed: bytes) -> State:
        """The first turn. Ships and first player are drawn (who is eldest, nobody can know)."""
        check_seed(seed)
        if players not in PLAYERS:
            raise ValueError(f"Buccaneer is for {PLAYERS[0]} to {PLAYERS[-1]} players, not {players}.")
        deck, parties = bytes(shuffled(seed, "ships", len(SHIPS))), turns.all_home(players)
        table = Table(
            phase="turn",
            turn=0,
            current=0,
            to_act=(),
            ships=deck[:IN_SIGHT],
            unseen=len(deck) - IN_SIGHT,
            ducats=(PURSE,) * players,
            booty=(b"",) * players,
            answers=bytes(players),
            changes=bytes(players),
            flips=0,
            asked=(0,) * players,
            stalled=False,
            voyages=(),
        )
        first = shuffled(seed, "first player", players)[0]
        return State(turns.begin(table, parties, first), parties, deck[IN_SIGHT:], seed)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return state.table.to_act

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Boardings and moves for the captain in turn; what a mutineer may say, at any time."""
        table = state.table
        check_seat(seat, len(table.ducats))
        if table.phase == "turn" and seat == table.current:
            return (*turn_actions(table, state.parties), *answers_open(table, seat))
        return answers_open(table, seat)

    def decision(self, state: State, seat: Seat) -> str:
        """ "q7" is the seventh thing (from 0) that was asked of this seat."""
        table = state.table
        check_seat(seat, len(table.ducats))
        if seat in table.to_act or answers_open(table, seat):
            return f"q{table.asked[seat]}"
        return ""

    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        table, wanted = state.table, MEANING.get(action)
        check_seat(seat, len(table.ducats))
        if isinstance(wanted, Answer):
            if action not in answers_open(table, seat):
                _refuse(state, seat, wanted)
            after, events = _answer(state, seat, wanted)
        elif wanted is None or seat != table.current or table.phase != "turn":
            _refuse(state, seat, wanted)
        elif isinstance(wanted, Move):
            after, events = _move(state, wanted)
        else:
            after, events = _board(state, wanted)
        asked = _counted(table, after.table, seat)
        return State(replace(after.table, asked=asked), after.parties, after.deck, after.seed), tuple(events)

    def card_names(self, options: BuccaneerOptions) -> CardNames:
        """The names of all discs, which are Buccaneer's cards; the options change nothing."""
        return NAMES

    def canonical(self, state: State, seat: Seat, action: Action) -> Action:
        return NAMES.shortened(action)

    def observe(self, state: State, seat: Seat | None) -> View:
        table = state.table
        seen = tuple([as_seen(party) for party in state.parties])
        if seat is None:
            return View(seat=None, players=len(table.ducats), to_act=table.to_act, table=table, parties=seen)
        check_seat(seat, len(table.ducats))
        return View(
            seat=seat,
            players=len(table.ducats),
            to_act=table.to_act,
            decision=self.decision(state, seat),
            legal=self.legal_actions(state, seat),
            table=table,
            parties=seen,
        )

    def outcome(self, state: State) -> Outcome | None:
        table = state.table
        if table.phase != "over":
            return None
        return Outcome(scoring.places(table.ducats, table.booty), table.ducats)

    def bounds(self, options: BuccaneerOptions, players: int) -> Bounds:
        """A move makes one party fewer, so there are few between two times that all are disbanded; after the
        second time a ship has gone. In each turn everybody answers once and changes the answer twice.
        """
        moves = EACH * players - 1
        most_turns = len(SHIPS) * (2 * moves + 1)
        wages = [sum(ship.question if wage == QUESTION else wage for wage in WAGES) for ship in SHIPS]
        earned = sum(max(ship.ducats, pay) for ship, pay in zip(SHIPS, wages, strict=True))
        highest = PURSE + earned + sum(kind.value for kind in BOOTY)
        return Bounds(most_turns * (1 + players * (1 + MOST_CHANGES)), 0, highest)

    def position(
        self, options: BuccaneerOptions, players: int, seed: bytes, given: BuccaneerPosition
    ) -> State:
        return self.moved(set_up(self.new(options, players, seed), given), given.moves)

    def resample(self, observation: View, random: Random) -> State:
        return thinking.resample(observation, random)

    def chapter(self, state: State) -> int:
        """How many ships are gone."""
        return len(state.table.voyages)

    def standing(self, state: State) -> tuple[float, ...]:
        return thinking.standing(state)

    def playout_action(self, state: State, seat: Seat, random: Random) -> Action:
        return thinking.sensible(state.table, state.parties, seat, random)

    def playout(self, state: State, end: int, random: Random) -> tuple[float, ...]:
        return thinking.playout(state, end, random)


def _refuse(state: State, seat: Seat, wanted: Move | Board | Answer | None) -> NoReturn:
    refused = why_not(state.table, state.parties, seat, wanted)
    raise IllegalAction(refused or _("That cannot be done now."))


def _answer(state: State, seat: Seat, answer: Answer) -> tuple[State, Sequence[Event]]:
    """A mutineer answers, or changes the answer; when all who are asked have answered, the captain acts."""
    table, parties = state.table, state.parties
    party = mutinous_party(parties, seat)
    if party is None:
        raise ValueError(f"Seat {seat} has no party to mutiny in.")
    before = table.answers[seat]
    event = Answered(seat=seat, captain=OWNER[party[0]], answer=answer.says, before=before, size=len(party))
    changed = replace(table, answers=_with(table.answers, seat, answer.says))
    if before != UNASKED:
        changed = replace(changed, changes=_with(table.changes, seat, table.changes[seat] + 1))
        if table.phase == "turn" and obliged(changed, parties) != obliged(table, parties):
            changed = replace(changed, flips=table.flips + 1)
    elif table.to_act == (seat,):
        changed = replace(changed, phase="turn", to_act=(table.current,))
    else:
        changed = replace(changed, to_act=tuple([other for other in table.to_act if other != seat]))
    return replace(state, table=changed), (event,)


def _move(state: State, move: Move) -> tuple[State, Sequence[Event]]:
    """One party is put on another; what anybody has said about either is void."""
    table, parties = state.table, state.parties
    mine, other = party_of(parties, move.top), party_of(parties, move.onto)
    if (
        mine is None
        or other is None
        or OWNER[move.top] != table.current
        or OWNER[move.onto] == table.current
        or len(mine) + len(other) > LARGEST_PARTY
        or obliged(table, parties)
    ):
        _refuse(state, table.current, move)
    merged = mine + other
    after = tuple([merged if party is mine else party for party in parties if party is not other])
    event = Moved(seat=table.current, size=len(mine), onto=OWNER[move.onto], onto_size=len(other))
    table = replace(_forgotten(table, merged), laid=Laid(move.top, len(mine)))
    moved, events = turns.go_on(State(table, after, state.deck, state.seed))
    return moved, [event, *events]


def _board(state: State, wanted: Board) -> tuple[State, Sequence[Event]]:
    """A ship is boarded, and its party goes home."""
    table, parties = state.table, state.parties
    mine, mutinous = party_of(parties, wanted.top), obliged(table, parties)
    if (
        mine is None
        or OWNER[wanted.top] != table.current
        or wanted.ship not in table.ships
        or len(mine) < SHIPS[wanted.ship].pirates
        or (mutinous and mine not in mutinous)
    ):
        _refuse(state, table.current, wanted)
    boarded, voyage = boarding.board(table, mine, wanted.ship, wanted.booty)
    after = tuple(sorted([*[party for party in parties if party is not mine], *turns.home(mine)]))
    boarded = _forgotten(boarded, mine)
    event = Boarded(voyage=voyage, mutiny=bool(mutinous))
    moved, events = turns.go_on(State(boarded, after, state.deck, state.seed))
    return moved, [event, *events]


def _forgotten(table: Table, party: Party) -> Table:
    """What has been said about this party, or its parts, no longer counts."""
    if not any(table.answers):
        return table
    owners = party.translate(OWNER)
    kept = [
        UNASKED if owners.count(seat) >= MUTINEERS else answer for seat, answer in enumerate(table.answers)
    ]
    return replace(table, answers=bytes(kept))


def _with(values: bytes, seat: Seat, value: int) -> bytes:
    """The values, that of the seat changed."""
    return values[:seat] + ONE[value] + values[seat + 1 :]


def _counted(before: Table, after: Table, actor: Seat) -> tuple[int, ...]:
    """How often what is asked of each seat has changed: for whoever acted, it always has."""
    counts = list(before.asked)
    counts[actor] += 1
    if before.phase == after.phase == "turn" and not any(before.answers) and not any(after.answers):
        if after.current != actor:  # nothing but a turn has passed
            counts[after.current] += 1
        return tuple(counts)
    for seat in range(len(counts)):
        if seat != actor and _question(before, seat) != _question(after, seat):
            counts[seat] += 1
    return tuple(counts)


def _question(table: Table, seat: Seat) -> tuple[int, int, tuple[Action, ...]]:
    """What is asked of a seat, as far as two questions must be told apart."""
    answers = answers_open(table, seat)
    if seat == table.current and table.phase == "turn":
        return table.turn, table.flips, answers
    return 0, 0, answers

"""How long a game takes people who do something else besides: `python -m tests.support.week.lengths`.

The people are those of the simulated week: they look in now and then, sleep at night, come or do not when
they are told that it is their turn, and some are away for days. What of the bot decides how long they take is
kept here once more, in a few lines: turns with their time, reserve and reminders, and robots for whoever
misses them. So thousands of games are played in minutes.

Writes `bot/tournaments/game_lengths.json`: by game, length of game and number of players, how many moves
there are, and for each pace the median and the ninth of ten, in seconds.
"""

from __future__ import annotations

import argparse
import heapq
import itertools
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any
from zoneinfo import ZoneInfo

import bot.tournaments
from bot.pace import PACES, Pace
from bot.preferences.people import quiet_until
from bot.tables.clocks import FIRST_REMINDER, FORGOTTEN_AFTER, MISSED_UNTIL_STAND_IN
from games.catalogue import BUILT_IN
from games.contract import AnyGame
from games.fairness import SECRET_BYTES
from tests.support.week.people import DAY, MINUTE, Person, Scale, Visit, invited

GAMES = 100
"""How many games of each kind are played."""
TABLE = Path(bot.tournaments.__file__).with_name("game_lengths.json")
HERE = 2 * MINUTE
"""Whoever has pressed so lately is told nothing."""
SOON = 8 * MINUTE
"""So long it takes on average until somebody comes who is told that a table waits; they stay for a while."""
STAYS = 3 * MINUTE


@dataclass(frozen=True)
class Kind:
    """Games that are alike: the same game, length and number of players."""

    game: AnyGame
    length: str
    """The value of the game's length; empty if there is none to choose."""
    players: int

    @property
    def options(self) -> Any:
        """The game's options, as they are but for the length."""
        return self.game.Options.model_validate({self.game.length_option: self.length} if self.length else {})


@dataclass
class Sitter:
    """Somebody at the table: when they look in, how much time is spent, what is their turn."""

    person: Person
    visits: Iterator[Visit]
    stays_until: float = -inf
    spent: float = 0.0
    """Seconds of their reserve that are spent."""
    missed: int = 0
    turn: int = 0
    """Counts up whenever a turn begins or ends: what was to happen in another one does not any more."""
    began: float | None = None

    @property
    def robot(self) -> bool:
        """Whether a robot keeps the seat."""
        return self.missed >= MISSED_UNTIL_STAND_IN


@dataclass
class Evening:
    """One game from the deal to its end."""

    kind: Kind
    pace: Pace
    random: Random
    sitters: list[Sitter]
    now: float
    moves: int = 0
    _due: list[tuple[float, int, Any]] = field(default_factory=list[Any])
    _order: Iterator[int] = field(default_factory=itertools.count)

    def play(self) -> tuple[float, int]:
        """How long it took, in how many moves."""
        game, began = self.kind.game, self.now
        self.state = game.new(self.kind.options, self.kind.players, self.random.randbytes(SECRET_BYTES))
        for seat in range(self.kind.players):
            self._next_visit(seat)
        self._ask()
        while game.to_act(self.state):
            self.now, _order, (happens, *about) = heapq.heappop(self._due)
            happens(*about)
        return self.now - began, self.moves

    def _at(self, moment: float, happens: Any, *about: Any) -> None:
        heapq.heappush(self._due, (max(self.now, moment), next(self._order), (happens, *about)))

    # people come and go

    def _next_visit(self, seat: int) -> None:
        for visit in self.sitters[seat].visits:
            if visit.ends > self.now:
                self._at(visit.begins, self._comes, seat, visit.ends - visit.begins, True)
                return

    def _comes(self, seat: int, stays: float, by_themselves: bool) -> None:
        sitter = self.sitters[seat]
        if by_themselves:
            self._next_visit(seat)
        elif not sitter.person.is_up(self.now):
            return
        was_here = self.now < sitter.stays_until
        sitter.stays_until = max(sitter.stays_until, self.now + stays)
        sitter.missed = 0
        if not was_here and sitter.began is not None:
            self._about_to_move(seat)

    def _about_to_move(self, seat: int) -> None:
        sitter = self.sitters[seat]
        self._at(
            self.now + self.random.uniform(0.5, 1.5) * sitter.person.haste, self._moves, seat, sitter.turn
        )

    def _reminded(self, seat: int, turn: int) -> None:
        """Told once that the table waits: perhaps they come."""
        sitter, person = self.sitters[seat], self.sitters[seat].person
        if sitter.turn != turn:
            return
        quiet = person.wishes.quiet
        until = quiet_until(quiet, ZoneInfo(person.zone), self.now) if quiet is not None else None
        here = max(until or 0.0, sitter.stays_until + HERE)
        if here > self.now:
            self._at(here, self._reminded, seat, turn)
        elif person.wishes.nudges != "none" and self.random.random() < person.answers:
            comes = self.now + self.random.expovariate(1 / SOON)
            self._at(comes, self._comes, seat, STAYS, False)

    # turns

    def _ask(self) -> None:
        """Whoever is asked something now has a turn; whoever was and is not any more has had it."""
        game = self.kind.game
        while waiting := game.to_act(self.state):
            by_themselves = [seat for seat in waiting if self._forced(seat) is not None]
            if not by_themselves:
                break
            self._apply(by_themselves[0], self._forced(by_themselves[0]))
        for seat, sitter in enumerate(self.sitters):
            if seat in waiting and sitter.began is None:
                self._begins(seat)

    def _forced(self, seat: int) -> str | None:
        """What is played without anybody: a robot's move, or one without a choice."""
        game, sitter = self.kind.game, self.sitters[seat]
        if sitter.robot:
            return game.playout_action(self.state, seat, self.random)
        return game.forced(game.observe(self.state, seat)) if sitter.person.wishes.forced_moves else None

    def _begins(self, seat: int) -> None:
        sitter, pace = self.sitters[seat], self.pace
        sitter.turn += 1
        sitter.began = self.now
        if pace.live or self.now < sitter.stays_until:
            self._about_to_move(seat)
        if pace.live:
            return
        whole = pace.move + pace.bank - sitter.spent if pace.limited else FORGOTTEN_AFTER
        told = (FIRST_REMINDER, whole / 2, whole * 0.9) if pace.limited else (FIRST_REMINDER,)
        for after in told:
            self._at(self.now + after, self._reminded, seat, sitter.turn)
        self._at(self.now + whole, self._missed, seat, sitter.turn)

    def _moves(self, seat: int, turn: int) -> None:
        sitter = self.sitters[seat]
        if sitter.turn != turn:
            return
        sitter.missed = 0
        self._apply(seat, self.kind.game.playout_action(self.state, seat, self.random))
        self._ask()

    def _missed(self, seat: int, turn: int) -> None:
        sitter = self.sitters[seat]
        if sitter.turn != turn:
            return
        sitter.missed += 1
        self._apply(seat, self.kind.game.playout_action(self.state, seat, self.random))
        self._ask()

    def _apply(self, seat: int, action: str | None) -> None:
        assert action is not None
        sitter, game = self.sitters[seat], self.kind.game
        if sitter.began is not None and self.pace.limited:
            over = max(0.0, self.now - sitter.began - self.pace.move)
            sitter.spent = min(self.pace.bank, max(0.0, sitter.spent + over - self.pace.increment))
        asked = {each: game.decision(self.state, each) for each in game.to_act(self.state)}
        self.state, _events = game.apply(self.state, seat, action)
        self.moves += 1
        still = game.to_act(self.state)
        for each, sitter in enumerate(self.sitters):
            same = each != seat and each in still and game.decision(self.state, each) == asked.get(each)
            if sitter.began is not None and not same:
                sitter.began = None
                sitter.turn += 1


def lengths(kind: Kind, pace: Pace, games: int) -> tuple[list[float], list[int]]:
    """How long so many games took, and how many moves they had."""
    seconds, moves = list[float](), list[int]()
    for number in range(games):
        scale = Scale(seed=number, servers=4, people=24, days=21)
        random = scale.random("length", kind.players)  # the same people whatever they play, and how fast
        begins = scale.begins + random.uniform(0, 7 * DAY)
        there = random.sample([_present(each) for each in invited(scale)], kind.players)
        late = replace(scale, begins=begins - DAY)
        sitters = [Sitter(each, each.visits(late, inf)) for each in there]
        took, count = Evening(kind, pace, random, sitters, begins).play()
        seconds.append(took)
        moves.append(count)
    return seconds, moves


def _present(person: Person) -> Person:
    """Some are away for days, but nobody goes for good: what becomes of that is not how long a game takes."""
    return replace(person, gone=tuple(each for each in person.gone if each[1] < inf))


def kinds(game: AnyGame) -> Iterator[Kind]:
    """All kinds of games that are told apart."""
    fields = game.option_fields(game.Options())
    values = next((each.values for each in fields if each.name == game.length_option), None)
    for length in [""] if values is None else [str(each.value) for each in values]:
        kind = Kind(game, length, 0)
        for players in game.players_for(kind.options):
            yield replace(kind, players=players)


def row(kind: Kind, games: int) -> dict[str, Any]:
    """What the table says of one kind."""
    found: dict[str, Any] = {}
    for name, pace in PACES.items():
        seconds, moves = lengths(kind, pace, games)
        found["moves"] = round(median(moves))
        found[name] = [round(median(seconds)), round(quantiles(seconds, n=10)[-1])]
    return found


def main() -> None:
    """Play them all, and write the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.week.lengths", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--into", type=Path, default=TABLE)
    given = parser.parse_args()
    all_kinds = [kind for game in BUILT_IN for kind in kinds(game)]
    with ProcessPoolExecutor(given.processes) as pool:
        rows = list(pool.map(row, all_kinds, itertools.repeat(given.games)))
    table: dict[str, Any] = {}
    for kind, found in zip(all_kinds, rows, strict=True):
        table.setdefault(kind.game.slug, {}).setdefault(kind.length, {})[str(kind.players)] = found
    lines = json.dumps({"made by": "python -m tests.support.week.lengths", "games": table}, indent=1)
    given.into.write_text(lines + "\n", "utf-8")


if __name__ == "__main__":
    main()

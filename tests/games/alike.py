"""Games with many options and numbers of players, of which no more is kept than a fingerprint of each side.

The playthroughs are for reading, and so they are few; these are many, and only say that something has
changed. `python -m tests.games.alike [slug ...]` takes the fingerprints anew, of all games or of some: after
a change that is meant, and when the playthroughs and `make gallery` have shown what it changes.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from games.catalogue import BUILT_IN
from games.contract import AnyGame, Event, Options
from games.text import Words, english
from tests.games.playing import paths

FILE = Path(__file__).parent / "alike.json"
DRAWS = range(215, 10_000)
"""Each draws other options and players. A game's is the first by which everything of it comes up."""
NAMES = ("Anne", "Bart", "Calico", "Drake", "Edward", "Fanny", "Grace", "Henry", "Ivo", "Jack")


@dataclass(frozen=True)
class Party:
    """One game with options and players of its own, all of them robots."""

    game: AnyGame
    number: int
    draw: int

    @property
    def name(self) -> str:
        """As it is called in the file."""
        return f"{self.game.slug} {self.number}"

    @property
    def options(self) -> Options:
        """Of every option any value, where it is offered."""
        options: Options = self.game.Options()
        for name in self.game.Options.model_fields:
            offered = {each.name: each.values for each in self.game.option_fields(options)}
            if name in offered:
                value = offered[name][self._drawn(name, len(offered[name]))].value
                options = self.game.Options.model_validate({**options.model_dump(), name: value})
        return options

    @property
    def players(self) -> int:
        """From the fewest to the most."""
        possible = self.game.players_for(self.options)
        return possible[self._drawn("players", len(possible))]

    def _drawn(self, what: str, count: int) -> int:
        """A number below `count`, the same on every machine."""
        return int.from_bytes(hashlib.sha256(f"{self.draw} {self.name} {what}".encode()).digest()) % count


@cache
def parties() -> dict[str, Party]:
    """All of them, by name."""
    return {party.name: party for game in BUILT_IN for party in _parties_of(game)}


def _parties_of(game: AnyGame) -> Sequence[Party]:
    """The more options a game has, the more."""
    numbers = range(4 + len(game.option_fields(game.Options())))
    drawn = ([Party(game, number, draw) for number in numbers] for draw in DRAWS)
    return next((own for own in drawn if not missing(own)), ())


def missing(own: Sequence[Party]) -> set[tuple[str, Any]]:
    """Which values of options, and which of the fewest and the most players, no party of a game has."""
    game = own[0].game
    options, players = [party.options for party in own], {party.players for party in own}
    offered = {field.name: field for each in options for field in game.option_fields(each)}
    wanted = {(name, value.value) for name, field in offered.items() for value in field.values}
    tried = {(name, getattr(each, name)) for name in offered for each in options}
    return (wanted - tried) | {("players", end) for end in {min(game.players), max(game.players)} - players}


@dataclass
class Fingerprints:
    """One for each side of a game: who changes its words sees that its rules are as they were."""

    hashes: dict[str, Any] = field(default_factory=dict[str, Any])

    def add(self, side: str, *things: object) -> None:
        """Something is to be seen there."""
        self.hashes.setdefault(side, hashlib.sha256()).update(msgspec.json.encode(things, enc_hook=repr))

    def told(self) -> dict[str, str]:
        """Each in a few letters."""
        return {side: hash.hexdigest()[:12] for side, hash in self.hashes.items()}


def fingerprints(party: Party) -> dict[str, str]:
    """Of the whole game: of every action and event, and of all screens whenever something new is asked."""
    game, options, taken = party.game, party.options, Fingerprints()
    random = Random(party.name)
    state = game.new(options, party.players, hashlib.sha256(party.name.encode()).digest())
    taken.add("options", options, game.describe_options(options), game.option_fields(options))
    taken.add("rules", game.rules(options, None), game.bounds(options, party.players))
    robots = list(game.robots.values())
    known: set[object] = set()
    while waiting := game.to_act(state):
        seat = random.choice(waiting)
        seen = game.observe(state, seat)
        if (new := _what_is_new(game, seen)) not in known:
            known.add(new)
            _look(taken, game, options, [game.observe(state, other) for other in _watchers(party, seat)])
        action = robots[(seat + party.number) % len(robots)].choose(seen, random)
        state, events = game.apply(state, seat, action)
        taken.add("actions", seat, action, [game.decision(state, other) for other in range(party.players)])
        taken.add("events", [_told(game, event) for event in events])
    _look(taken, game, options, [game.observe(state, None)])
    taken.add("outcome", game.outcome(state), game.figures(state), msgspec.json.encode(state).decode())
    return taken.told()


def _what_is_new(game: AnyGame, seen: Any) -> object:
    """What distinguishes moments: the words that actions begin with, and how full the hand is."""
    hand = game.hand(seen)
    return frozenset(action.split()[0] for action in seen.legal), len(hand.cards) if hand else 0


def _watchers(party: Party, seat: int) -> Sequence[int | None]:
    """Who is asked, the next at the table, and a spectator."""
    return seat, (seat + 1) % party.players, None


def _told(game: AnyGame, event: Event) -> object:
    score = game.narrate(event)
    return type(event).__name__, event, score, game.milestone(event), game.reveals(event)


def _look(taken: Fingerprints, game: AnyGame, options: Options, views: Sequence[Any]) -> None:
    for seen in views:
        taken.add("screens", game.board(seen), game.hand(seen), game.sheet(seen))
        taken.add("menus", game.steps(seen), list(paths(game, seen)), game.plans(seen), game.forced(seen))
        taken.add("rules", game.rules(options, seen))
        for picture in (game.board_picture, game.hand_picture, game.sheet_picture):
            taken.add("pictures", picture(seen, _words()))


def _words() -> Words:
    return lambda text: english(text, dict(enumerate(NAMES)))


def kept() -> dict[str, dict[str, str]]:
    """The fingerprints that were taken."""
    return json.loads(FILE.read_text("utf-8"))


if __name__ == "__main__":
    slugs = sys.argv[1:] or [game.slug for game in BUILT_IN]
    taken = {
        name: fingerprints(party) if party.game.slug in slugs else kept()[name]
        for name, party in parties().items()
    }
    FILE.write_text(json.dumps(taken, indent=1) + "\n", "utf-8")

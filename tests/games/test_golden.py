"""Games that were played by the rules of earlier days are the same games by today's."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.catalogue import BUILT_IN, game
from games.contract import AnyGame, Outcome
from games.replay import agrees, replay
from tests.games.golden.recording import FOLDER, Recording, Table, asked_in, brings, read
from tests.games.playing import GAMES

FILES = sorted(FOLDER.glob("*.jsonl"))
UNREADABLE = "a stored state cannot be read"


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of `changes.toml`."""

    game: str
    before: str
    what: str
    because: str

    def concerns(self, file: Path, recording: Recording) -> bool:
        """Whether the recording is older."""
        return recording.game == self.game and file.stem < self.before


CHANGES = msgspec.convert(
    tomllib.loads((FOLDER / "changes.toml").read_text("utf-8"))["change"], type=list[Change]
)


def in_file(file: Path) -> Iterator[tuple[AnyGame, Recording]]:
    """Every game that a file holds, of those that are played."""
    for recording in read(file):
        if game(recording.game) in GAMES:
            yield game(recording.game), recording


def states_of(rules: AnyGame, recording: Recording) -> list[Any]:
    """The first state and every later one, by today's rules."""
    options = rules.Options.model_validate(recording.options)
    seed = bytes.fromhex(recording.seed)
    return [state for state, _events in replay(rules, options, recording.players, seed, recording.log)]


def ending(recording: Recording) -> Outcome:
    """How it ended on its day."""
    rules = game(recording.game)
    return Outcome(tuple(recording.places), tuple(recording.points), rules.higher_is_better)


every_day = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


@every_day
def test_every_log_is_played_to_the_end_it_had_by_way_of_the_same_questions_and_states(file: Path) -> None:
    for rules, recording in in_file(file):
        states = states_of(rules, recording)
        assert "".join(asked_in(rules, state) for state in states) == recording.asked
        assert rules.outcome(states[-1]) == ending(recording)
        if not named(UNREADABLE, file, recording):
            for actions, stored in recording.stored.items():
                assert agrees(rules.load(stored.encode()), states[actions])


@every_day
def test_every_stored_state_is_played_on_to_the_end_it_had(file: Path) -> None:
    for rules, recording in in_file(file):
        if named(UNREADABLE, file, recording):
            continue
        for actions, stored in recording.stored.items():
            state = rules.load(stored.encode())
            asked = asked_in(rules, state)
            for seat, action in recording.log[actions:]:
                state, _events = rules.apply(state, seat, action)
                asked += asked_in(rules, state)
            assert asked == recording.asked_after(actions)
            assert rules.outcome(state) == ending(recording)


def named(what: str, file: Path, recording: Recording) -> bool:
    """Whether it is known that this does not hold, and why."""
    return any(change.what == what and change.concerns(file, recording) for change in CHANGES)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: f"{change.game} before {change.before}")
def test_what_is_said_to_have_changed_has_changed(change: Change) -> None:
    assert change.what == UNREADABLE
    concerned = [
        (rules, stored)
        for file in FILES
        for rules, recording in in_file(file)
        if change.concerns(file, recording)
        for stored in recording.stored.values()
    ]
    assert concerned
    for rules, stored in concerned:
        with pytest.raises(msgspec.ValidationError):
            rules.load(stored.encode())


@pytest.mark.parametrize("rules", BUILT_IN, ids=lambda rules: rules.slug)
def test_the_newest_recordings_have_every_option_and_number_of_players_among_them(rules: AnyGame) -> None:
    by_day = [[recording for kind, recording in in_file(file) if kind is rules] for file in FILES]
    newest = next((recordings for recordings in reversed(by_day) if recordings), [])
    recorded = [brings(rules, Table(each.options, each.players)) for each in newest]
    wanted = set[tuple[str, Any]]().union(*_all_that_can_be_chosen(rules))
    assert wanted - set[tuple[str, Any]]().union(*recorded) == set(), (
        "python -m tests.games.golden records games with it."
    )


def _all_that_can_be_chosen(rules: AnyGame) -> Iterator[set[tuple[str, Any]]]:
    yield {("players", count) for count in rules.players}
    options = rules.Options()
    for field in rules.option_fields(options):
        for value in field.values:
            chosen = rules.Options.model_validate({field.name: value.value})
            for further in rules.option_fields(chosen):
                yield {(further.name, each.value) for each in further.values}


def test_the_page_beside_the_recordings_says_why_each_is_kept() -> None:
    told = re.findall(r"^\| (\d\S+) \| \w", (FOLDER / "README.md").read_text("utf-8"), re.M)
    assert told == [file.stem for file in FILES]

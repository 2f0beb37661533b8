"""What was published stays true: exports of earlier days give the same pods, places and lots today."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.tournaments.formats.engine import imported, is_over
from tests.bot.tournaments.pairing.evening import recompute
from tests.bot.tournaments.pairing.published import EVENTS, Published, happened, recorded

PUBLISHED = {one.name: one for one in recorded()}
every = pytest.mark.parametrize("published", PUBLISHED.values(), ids=PUBLISHED)


def of_those_days(now: Any, then: Any) -> Any:
    """What is told today, without the fields that were not told then."""
    if isinstance(then, dict):
        return {key: of_those_days(now[key], value) for key, value in then.items()}
    if isinstance(then, list) and len(now) == len(then):
        return [of_those_days(new, old) for new, old in zip(now, then, strict=True)]
    return list(now) if isinstance(now, tuple) else now


def test_every_event_is_recorded() -> None:
    assert PUBLISHED.keys() == EVENTS.keys()


@every
@pytest.mark.long
def test_an_export_of_earlier_days_gives_the_same_pods_and_standings(published: Published) -> None:
    told = imported(bytes(published.event))
    again = recompute(told)
    assert is_over(told)
    assert again.differs_from is None
    assert again.rounds == told.rounds
    made = msgspec.json.decode(msgspec.json.encode(again.standings, enc_hook=str))
    assert of_those_days(made, msgspec.json.decode(published.standings)) == msgspec.json.decode(
        published.standings
    )


@every
def test_an_export_reads_as_it_was_written(published: Published) -> None:
    written, read = msgspec.json.decode(published.event), imported(bytes(published.event))
    assert of_those_days(msgspec.to_builtins(read, str_keys=True), written) == written
    assert imported(msgspec.json.encode(read)) == read


@every
def test_an_event_of_earlier_days_keeps_the_rules_it_began_with(published: Published) -> None:
    options = imported(bytes(published.event)).options
    assert not options.absent_last


def test_the_same_event_happens_again_as_it_was_recorded() -> None:
    name = "swiss with robots"
    written = msgspec.json.decode(PUBLISHED[name].event)
    again = msgspec.to_builtins(happened(name, *EVENTS[name]), str_keys=True)
    assert of_those_days(again, written) == written


def test_pods_that_were_not_drawn_so_are_found_out() -> None:
    told = imported(bytes(PUBLISHED["swiss of a large field"].event))
    first, second, *others = told.rounds[1].pods
    swapped = replace(
        told.rounds[1], pods=(replace(first, seats=second.seats), replace(second, seats=first.seats), *others)
    )
    assert recompute(replace(told, rounds=(told.rounds[0], swapped, *told.rounds[2:]))).differs_from == 2

"""What was published stays true: exports of earlier days give the same pods, places and lots today."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from bot.tournaments.formats.engine import imported, is_over
from tests.bot.tournaments.pairing.evening import recompute
from tests.bot.tournaments.pairing.published import EVENTS, Published, happened, recorded

PUBLISHED = {one.name: one for one in recorded()}
every = pytest.mark.parametrize("published", PUBLISHED.values(), ids=PUBLISHED)


def test_every_event_is_recorded() -> None:
    assert PUBLISHED.keys() == EVENTS.keys()


@every
def test_an_export_of_earlier_days_gives_the_same_pods_and_standings(published: Published) -> None:
    told = imported(bytes(published.event))
    again = recompute(told)
    assert is_over(told)
    assert again.differs_from is None
    assert again.rounds == told.rounds
    assert msgspec.json.encode(again.standings, enc_hook=str) == bytes(published.standings)


@every
def test_an_export_reads_as_it_was_written(published: Published) -> None:
    assert msgspec.json.encode(imported(bytes(published.event))) == bytes(published.event)


def test_the_same_event_happens_again_as_it_was_recorded() -> None:
    name = "swiss with robots"
    assert msgspec.json.encode(happened(name, *EVENTS[name])) == bytes(PUBLISHED[name].event)


def test_pods_that_were_not_drawn_so_are_found_out() -> None:
    told = imported(bytes(PUBLISHED["swiss of a large field"].event))
    first, second, *others = told.rounds[1].pods
    swapped = replace(
        told.rounds[1], pods=(replace(first, seats=second.seats), replace(second, seats=first.seats), *others)
    )
    assert recompute(replace(told, rounds=(told.rounds[0], swapped, *told.rounds[2:]))).differs_from == 2

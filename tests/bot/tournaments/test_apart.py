"""Who would rather not play with whom is kept apart by the lot, and nothing that is published tells of it."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from bot.preferences.people import with_blocked
from bot.tournaments import actions
from bot.tournaments.export import files
from bot.tournaments.formats.engine import (
    DRAWS,
    next_round,
    next_round_apart,
    order_of_draws,
    standings,
    with_entrant,
)
from bot.tournaments.model import Tournament
from bot.tournaments.pairing.event import Event, EventOptions, Round
from bot.tournaments.verify import verify_tournament
from tests.bot.tournaments.conftest import Evening, entrant

BLOCKS = ((101, 102), (103, 104), (105, 101), (101, 999))
"""Who has whom on their list; the last one has not entered."""


def an_event(people: int, format: str = "swiss") -> Event:
    """A tournament of which nothing is drawn yet."""
    event = Event(options=EventOptions(format=format), seed="5eed" * 16)
    for number in range(people):
        event = with_entrant(event, str(number))
    return event


def together(made: Round) -> set[frozenset[str | None]]:
    """All pairs that sit at one table."""
    return {frozenset(pair) for pod in made.pods for pair in combinations(pod.seats, 2)}


async def drawn_with_lists(evening: Evening, format: str) -> Tournament:
    """Eight have entered, some of whom would rather not meet, and the first round is drawn."""
    t = await evening.announced(format, by_hand=True)
    await evening.join(t, *range(101, 109))
    for user, other in BLOCKS:
        await evening.tables.people.update(user, lambda now, other=other: with_blocked(now, (other,)))
    return (await evening.act(t, actions.Begin())).tournament


@pytest.mark.parametrize("format", ["swiss", "knock-out"])
async def test_who_would_rather_not_meet_does_not_and_the_draw_can_be_checked_without_knowing(
    evening: Evening, format: str
) -> None:
    t = await drawn_with_lists(evening, format)
    event, made = t.record.event, t.record.drawn
    assert event is not None
    assert made is not None
    ids = {user: entrant(t, user).id for user in range(101, 109)}
    apart = {frozenset((ids[one], ids[other])) for one, other in BLOCKS if other in ids}
    of_all = [together(next_round(event, draw)) & apart for draw in range(DRAWS)]
    assert together(made) & apart == min(of_all, key=len)
    assert made == next_round(event, made.draw)
    [content] = [file.content for file in files(t, standings(event), {}) if file.name == "tournament.json"]
    assert all(finding.right for finding in verify_tournament(content))
    assert made.draw == next(
        draw for draw in order_of_draws(event, t.record.chain) if len(of_all[draw]) == min(map(len, of_all))
    )


def test_the_draw_that_is_taken_is_any_of_those_that_keep_them_apart() -> None:
    event, random = an_event(8), Random(7)
    apart = {frozenset("01"), frozenset("23")}
    good = {draw for draw in range(DRAWS) if not together(next_round(event, draw)) & apart}
    taken = set[int]()
    for _secret in range(100):
        made = next_round_apart(event, order_of_draws(event, random.randbytes(32).hex()), apart)
        assert isinstance(made, Round)
        taken.add(made.draw)
    assert 1 < len(good) < DRAWS
    assert taken == good


def test_where_nobody_has_a_list_any_draw_is_taken_so_that_its_number_tells_nothing() -> None:
    event, random = an_event(8), Random(7)
    first = {order_of_draws(event, random.randbytes(32).hex())[0] for _secret in range(100)}
    assert first == set(range(DRAWS))


def test_where_they_cannot_be_kept_apart_they_meet() -> None:
    made = next_round_apart(an_event(4), range(DRAWS), {frozenset("01")})
    assert isinstance(made, Round)
    assert len(made.pods) == 1


@pytest.mark.parametrize("format", ["round-robin", "league", "groups"])
def test_fixtures_are_drawn_once_and_so_are_tournaments_from_before_each_round_had_its_seed(
    format: str,
) -> None:
    assert order_of_draws(an_event(8, format), "5a" * 32) == (0,)
    assert order_of_draws(an_event(8), "") == (0,)


async def test_who_draws_anew_cannot_see_who_never_meets(evening: Evening) -> None:
    t = await drawn_with_lists(evening, "swiss")
    event = t.record.event
    assert event is not None
    for times in range(3):
        t = (await evening.act(t, actions.Redraw())).tournament
        assert t.record.drawn == next_round(event, DRAWS + times)

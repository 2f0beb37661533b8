"""Rounds, targets and moments as pure functions, whatever the order of what happens."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as some

from bot.tables.pod_model import PodSeat
from bot.tournaments import rounds, schedule
from bot.tournaments.formats.engine import next_round
from bot.tournaments.model import Entry, PodTable, Tournament, TournamentRecord, from_row, to_row
from bot.tournaments.schedule import LONGEST_SLEEP, Times
from games.catalogue import game
from tests.bot.tournaments.conftest import GAME, HOUR, quick


def a_tournament(people: int = 6, **changes: Any) -> Tournament:
    """A tournament that runs, before its first round."""
    settings = changes.pop("settings", {})
    entries = tuple(
        Entry(str(at), 100 + at, f"Player {at}", f"press {at}", 0.0) for at in range(1, people + 1)
    )
    record = TournamentRecord(50, "Organiser", "en", quick(**settings), "5a" * 32, entries, people)
    t = Tournament("abc234", 1, 2, game(GAME), "open", 1, record, 0.0, 0.0)
    return rounds.begun(t).with_record(**changes)


def published(t: Tournament, now: float = 0.0) -> Tournament:
    """Its next round drawn."""
    assert t.record.event is not None
    return rounds.published(t, next_round(t.record.event), now, lambda: "c3" * 32)


def test_a_tournament_survives_being_stored() -> None:
    t = rounds.opened(published(a_tournament()), 5.0, 1_800_000_000.0)[0]
    assert from_row(to_row(t)) == t


def test_a_drawn_round_has_a_table_for_each_pod_and_none_is_left_when_it_is_drawn_no_more() -> None:
    t = published(a_tournament(9))
    assert t.record.drawn is not None
    assert [one.pod for one in t.record.tables] == [pod.number for pod in t.record.drawn.pods]
    assert len({one.table for one in t.record.tables}) == len(t.record.tables)
    assert rounds.unpublished(t).record.tables == ()


def test_the_table_is_wanted_with_whoever_plays_now_and_the_press_of_whoever_joined() -> None:
    t, _outbox_entry = rounds.opened(published(a_tournament(3)), 5.0, 0.0)
    assert t.record.event is not None
    (round,) = t.record.event.rounds
    (pod,) = round.pods
    first = t.entry(pod.seats[0] or "")
    assert first is not None
    replaced = msgspec.structs.replace(first, user=999, name="Sub", out=True)
    entries = tuple(replaced if one is first else one for one in t.record.entries)
    target = rounds.wanted_table(t.with_record(entries=entries), round, pod)
    assert target.sitters[0] == PodSeat(first.id, 999, "Sub", first.press)
    assert target.out == (first.id,)
    assert [entry.kind for entry in rounds.tables_to_sync(t, t.with_record(entries=entries))] == ["bring"]
    assert rounds.tables_to_sync(t, t) == ()


def test_an_appointment_that_is_far_off_is_looked_at_again_on_the_way() -> None:
    times = Times(awake=100.0, unix=1_800_000_000.0)
    assert times.at(times.unix + 60) == 160.0
    assert times.at(times.unix + 10 * HOUR) == 100.0 + LONGEST_SLEEP
    assert times.at(times.unix - 60) == 100.0


@given(
    some.lists(some.sampled_from(["pause", "resume", "shut", "back"]), max_size=12),
    some.lists(some.floats(0.0, 500.0), min_size=12, max_size=12),
)
def test_moments_move_by_just_the_time_for_which_the_clocks_stood_still(
    doings: list[str], lengths: list[float]
) -> None:
    t = a_tournament(drawn_at=10.0, tables=(PodTable(1, 1, "x", "y", since=20.0),))
    now = 100.0
    stopped_for, since = 0.0, None
    for doing, length in zip(doings, lengths, strict=False):
        now += length
        if doing in ("pause", "shut"):
            t = rounds.clocks_stopped(t, now, paused=doing == "pause", shut=doing == "shut")
        else:
            t = rounds.clocks_resumed(t, now, paused=doing == "resume", shut=doing == "back")
        if t.stands_still and since is None:
            since = now
        if not t.stands_still and since is not None:
            stopped_for, since = stopped_for + now - since, None
    assert abs(t.record.drawn_at - 10.0 - stopped_for) < 1e-6
    assert t.record.tables[0].since is not None
    assert abs(t.record.tables[0].since - 20.0 - stopped_for) < 1e-6


def test_what_is_due_is_never_before_its_moment_and_is_due_at_it() -> None:
    t = published(a_tournament(settings={"between": 120.0}), now=50.0)
    assert schedule.next_moment(t, Times(60.0, 0.0)) == 170.0
    assert schedule.next_step(t, Times(169.999, 0.0)) is None
    assert schedule.next_step(t, Times(170.0, 0.0)) == "open"


def test_a_table_that_nobody_can_see_has_its_time_later() -> None:
    t = rounds.opened(published(a_tournament(settings={"round_lasts": HOUR})), 0.0, 1_800_000_000.0)[0]
    one = t.record.tables[0]
    assert rounds.deadline(t, one) == HOUR
    hidden = rounds.with_sight(t, one.round, one.pod, 600.0, 600.0)
    assert rounds.deadline(hidden, hidden.record.tables[0]) is None
    assert not rounds.with_deadlines_applied(hidden, 5 * HOUR).record.tables[0].finish
    again = rounds.with_sight(hidden, one.round, one.pod, None, 2 * HOUR)
    assert rounds.deadline(again, again.record.tables[0]) == HOUR + (2 * HOUR - 600.0)


def test_what_nobody_can_see_while_all_clocks_stand_still_has_no_time_twice() -> None:
    t = rounds.opened(published(a_tournament(settings={"round_lasts": HOUR})), 0.0, 1_800_000_000.0)[0]
    one = t.record.tables[0]
    hidden = rounds.with_sight(t, one.round, one.pod, 100.0, 100.0)
    paused = rounds.clocks_stopped(hidden, 300.0, paused=True)
    seen = rounds.with_sight(paused, one.round, one.pod, None, 500.0)
    resumed = rounds.clocks_resumed(seen, 900.0, paused=True)
    assert rounds.deadline(resumed, resumed.record.tables[0]) == HOUR + 800.0
    late = rounds.clocks_resumed(paused, 900.0, paused=True)
    late = rounds.with_sight(late, one.round, one.pod, None, 1000.0)
    assert rounds.deadline(late, late.record.tables[0]) == HOUR + 900.0

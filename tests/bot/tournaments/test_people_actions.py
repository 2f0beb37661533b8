"""How an organiser sees to it that people are there: added, checked in, reminded, written to, recounted."""

from __future__ import annotations

import msgspec
import pytest

from bot.i18n import Reader
from bot.refusal import Refusal
from bot.screens.tournaments import action_targets
from bot.tournaments import actions
from bot.tournaments.actions import ActionTaken, Drop
from bot.tournaments.model import Tournament, from_row, to_row
from bot.tournaments.requirements import entry_written
from games.text import english
from tests.bot.tournaments.conftest import HOUR, MINUTE, ORGANISER, Evening, entrant
from tests.bot.tournaments.cups import cup
from tests.bot.tournaments.pairing.evening import sitting
from tests.bot.tournaments.test_actions import at_play, begun, drawn, event_of, round_over
from tests.bot.tournaments.test_attendance import EVERYBODY, round_played
from tests.bot.tournaments.test_attendance import begun as begun_cup
from tests.bot.tournaments.test_entries import refused


async def test_who_is_added_is_in_whatever_the_conditions_and_out_again_when_that_is_undone(
    evening: Evening,
) -> None:
    t = await evening.announced(roles=(7,))
    t = (await evening.act(t, actions.AddPlayer(101, "Anne"))).tournament
    added = entrant(t, 101)
    assert (added.name, added.state, added.at) == ("Anne", "in", evening.clock.now())
    assert added.press != "0"
    assert (await refused(evening.act(t, actions.AddPlayer(101, "Anne")))).reason == "twice"
    row = (await evening.tournament_service.audit(t))[-1]
    assert (row.kind, row.about, row.about_name) == ("add", 101, "Anne")
    t = (await evening.undo(t)).tournament
    assert t.entry_of(101) is None


async def test_who_is_added_where_all_places_are_taken_waits(evening: Evening) -> None:
    t = await evening.announced(cap=4)
    await evening.join(t, 101, 102, 103, 104)
    t = (await evening.act(t, actions.AddPlayer(105, "Eve"))).tournament
    assert entrant(t, 105).state == "waiting"


async def test_who_is_added_during_the_event_plays_from_the_next_round_on(evening: Evening) -> None:
    t = await begun(evening)
    t = (await evening.act(t, actions.AddPlayer(150, "Late"))).tournament
    late = next(one for one in event_of(t).entrants if one.id == entrant(t, 150).id)
    assert late.first_round == 1  # the first round is drawn, and drawn anew with them
    assert late.id in sitting(drawn(t))


async def test_in_a_knock_out_nobody_is_added_once_it_has_begun(evening: Evening) -> None:
    t = await begun(evening, format="knock-out")
    t = (await evening.act(t, actions.OpenRound())).tournament
    assert (await refused(evening.act(t, actions.AddPlayer(150, "Late")))).reason == "late"


async def test_somebody_is_checked_in_and_that_is_undone(evening: Evening) -> None:
    t = await evening.announced(starts=evening.clock.now() + HOUR, check_in=30 * MINUTE)
    await evening.join(t, 101, 102, 103)
    assert (await refused(evening.act(t, actions.CheckIn("1")))).reason == "early"
    await evening.passes(31 * MINUTE)
    t = (await evening.act(t, actions.CheckIn("1"))).tournament
    assert entrant(t, 101).here
    assert [entry.id for entry in actions.CheckIn.candidates(t)] == ["2", "3"]
    t = (await evening.undo(t)).tournament
    assert not entrant(t, 101).here


async def test_just_those_who_have_not_checked_in_are_reminded_and_not_again_at_once(
    evening: Evening,
) -> None:
    t = await evening.announced(starts=evening.clock.now() + HOUR, check_in=30 * MINUTE)
    await evening.join(t, 101, 102, 103)
    assert (await refused(evening.act(t, actions.Remind()))).reason == "early"
    await evening.passes(31 * MINUTE)
    await evening.tournament_service.check_in(evening.press(102), t.id)
    await evening.act(t, actions.Remind())
    await evening.settled()
    told = [one.act for one in evening.tournament_publisher.told("acted", ActionTaken)]
    assert told == [actions.Remind(("1", "3"))]
    assert (await refused(evening.act(t, actions.Remind()))).reason == "late"
    await evening.passes(5 * MINUTE)
    await evening.act(t, actions.Remind())


async def test_during_a_round_those_who_have_not_come_to_their_tables_are_reminded(
    evening: Evening,
) -> None:
    t = await at_play(evening, show_up=10 * MINUTE)
    for table in await evening.pod_tables(t):
        for seat in table.awaited:
            user = table.seats[seat].person
            if user not in (None, 103, 105):
                await evening.tables.pods.check_in(evening.press(user), table.id)
    t = (await evening.act(t, actions.Remind())).tournament
    await evening.settled()
    (told,) = [one.act for one in evening.tournament_publisher.told("acted", ActionTaken)][-1:]
    assert isinstance(told, actions.Remind)
    assert set(told.entrants) == {"3", "5"}


async def test_a_pod_is_written_to_as_long_as_it_plays(evening: Evening) -> None:
    t = await begun(evening)
    assert (await refused(evening.act(t, actions.MessagePod(1, 1), "Hello"))).reason == "gone"
    t = (await evening.act(t, actions.OpenRound())).tournament
    await evening.settled()
    await evening.act(t, actions.MessagePod(1, 1), "Please hurry")
    await evening.settled()
    told = evening.tournament_publisher.told("acted", ActionTaken)[-1]
    assert (told.act, told.reason, told.who) == (
        actions.MessagePod(1, 1),
        "Please hurry",
        f"Player {ORGANISER}",
    )
    await evening.passes(2 * MINUTE)
    assert (await refused(evening.act(t, actions.MessagePod(1, 1), "Hello"))).reason == "over"


# Disqualified, and what was played is counted anew


async def test_what_was_played_counts_as_it_did_unless_the_organiser_has_it_recounted(
    evening: Evening,
) -> None:
    t = await round_played(evening, await begun_cup(evening), EVERYBODY)
    (pod,) = [pod for pod in event_of(t).rounds[0].pods if "1" in pod.seats]
    seat = pod.seats.index("1")
    before = t.result_of(1, pod.number)
    t = (await evening.act(t, actions.Disqualify("1"), "Looked at cards")).tournament
    assert t.result_of(1, pod.number) == before
    t = (await evening.undo(t)).tournament
    t = (await evening.act(t, actions.Disqualify("1", recount=True), "Looked at cards")).tournament
    after = t.result_of(1, pod.number)
    assert after is not None
    assert (after.behind, after.places[seat]) == ((seat,), len(pod.seats))
    t = (await evening.undo(t)).tournament
    again = t.result_of(1, pod.number)
    assert again is not None
    assert before is not None
    assert again.places == before.places
    assert entrant(t, 101).state == "in"


async def test_the_desk_offers_each_of_them_when_it_makes_sense(evening: Evening) -> None:
    t = await round_over(evening)
    kinds = {act.kind() for act in actions.offered(t)}
    assert "add" in kinds
    assert not kinds & {"check-in", "remind", "message"}
    t = (await evening.act(t, actions.Draw())).tournament
    t = (await evening.act(t, actions.OpenRound())).tournament
    await evening.settled()
    kinds = {act.kind() for act in actions.offered(await evening.now(t))}
    assert {"remind", "message"} <= kinds


def twins() -> Tournament:
    """Two are called Twin, one of them in other letters."""
    t = cup(names=("Twin", "Anne", "twin"), rounds=0)
    names = {"1": "twin.a", "3": "twin.b"}
    entries = t.record.entries
    named = (msgspec.structs.replace(each, username=names.get(each.id, "")) for each in entries)
    return t.with_record(entries=tuple(named))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Twin 1", "1"),
        ("twin 3", "3"),
        ("@twin.b", "3"),
        ("twin.a", "1"),
        ("<@203>", "3"),
        ("<@!201>", "1"),
        ("3", "3"),
        ("anne", "2"),
        ("Nobody", None),
        ("<@999>", None),
    ],
)
def test_who_is_written_by_number_username_or_mention_is_found(written: str, meant: str | None) -> None:
    entry = entry_written(twins(), written)
    assert (None if entry is None else entry.id) == meant


def test_a_name_that_two_have_is_refused_with_both_of_them() -> None:
    with pytest.raises(Refusal) as refused:
        entry_written(twins(), "Twin")
    said = english(refused.value.text)
    assert "Twin 1 (@twin.a) and twin 3 (@twin.b)" in said


def test_twins_are_numbered_in_the_tournament_and_what_was_stored_without_is_so_too() -> None:
    t = twins()
    assert [entry.called for entry in t.record.entries] == ["Twin 1", "Anne", "twin 3"]
    stored = to_row(t)
    plain = msgspec.structs.replace(stored, record=stored.record.replace(b'"number":1', b'"number":0'))
    assert from_row(plain).record == t.record
    alone = t.with_record(entries=t.record.entries[:2])
    assert [entry.called for entry in alone.record.entries] == ["Twin", "Anne"]


def test_lists_of_people_tell_those_of_one_name_apart() -> None:
    chosen = action_targets.step(twins(), Drop, "", 0, Reader("en"))
    [asked] = chosen.asks
    told = {each.value: (each.label, each.more) for each in asked.choices}
    assert told == {"1": ("Twin 1", "@twin.a"), "2": ("Anne", ""), "3": ("twin 3", "@twin.b")}
    offered = action_targets.suggestions(twins(), Drop, "twin.b", Reader("en"))
    assert offered == [("twin 3 · @twin.b", "3")]

"""Whoever is out of a knock-out: told so, asked whether they would stand in, and put in as a substitute."""

from __future__ import annotations

from bot.i18n import Reader
from bot.screens.tournaments import action_targets
from bot.tournaments import actions, attendance
from bot.tournaments.model import Entry, Tournament
from bot.tournaments.outbox import KnockedOut
from tests.bot.tournaments.conftest import Evening, entrant
from tests.bot.tournaments.pairing.evening import sitting
from tests.bot.tournaments.test_actions import event_of
from tests.bot.tournaments.test_attendance import EVERYBODY, begun, round_played
from tests.bot.tournaments.test_entries import refused


async def cup(evening: Evening) -> Tournament:
    """A knock-out of eight whose first round is over: four go on, two of each pod."""
    how = {"absent_last": True, "go_on": 2}
    return await round_played(evening, await begun(evening, format="knock-out", how=how), EVERYBODY)


def out_of(t: Tournament, told: KnockedOut) -> list[int]:
    """Who that is, by user."""
    return [entry.user for who in told.entrants if (entry := t.entry(who)) is not None]


async def test_whoever_does_not_go_on_is_told_so_once(evening: Evening) -> None:
    t = await cup(evening)
    (told,) = evening.tournament_publisher.told("out", KnockedOut)
    assert (told.round, len(told.entrants)) == (1, 4)
    t = (await evening.act(t, actions.Draw())).tournament
    assert t.record.drawn is not None
    assert not set(told.entrants) & set(sitting(t.record.drawn))
    t = await round_played(evening, t, EVERYBODY)
    assert t.phase == "over"  # of the final nobody is told so
    assert len(evening.tournament_publisher.told("out", KnockedOut)) == 1


async def test_only_whoever_is_out_can_stand_by_and_may_think_better_of_it(evening: Evening) -> None:
    t = await cup(evening)
    (told,) = evening.tournament_publisher.told("out", KnockedOut)
    out = out_of(t, told)
    still_in = min(EVERYBODY - set(out))
    service = evening.tournament_service
    for user in (still_in, 999):
        assert (await refused(service.stand_by(evening.press(user), t.id, on=True))).reason == "foreign"
    t = (await service.stand_by(evening.press(out[0]), t.id, on=True)).tournament
    assert [entry.user for entry in attendance.substitutes(t)] == [out[0]]
    t = (await service.stand_by(evening.press(out[0]), t.id, on=False)).tournament
    assert attendance.substitutes(t) == []


async def with_substitute(evening: Evening) -> tuple[Tournament, int, Entry]:
    """A cup in which somebody is out and stands by, and somebody who goes on could leave."""
    t = await cup(evening)
    (told,) = evening.tournament_publisher.told("out", KnockedOut)
    ready = out_of(t, told)[0]
    t = (await evening.tournament_service.stand_by(evening.press(ready), t.id, on=True)).tournament
    return t, ready, entrant(t, min(EVERYBODY - set(out_of(t, told))))


async def test_who_stands_by_is_listed_for_the_organiser_and_plays_on_in_anothers_place(
    evening: Evening,
) -> None:
    t, ready, leaving = await with_substitute(evening)
    own = entrant(t, ready).id
    reader = Reader("en", t.game)
    now = action_targets.step(t, actions.Substitute, leaving.id, 0, reader)
    (listed,) = [each for each in now.asks if each.key == "substitute"]
    assert [choice.value for choice in listed.choices] == [own]
    what = action_targets.target_after_choice(t, actions.Substitute, leaving.id, "substitute", own)
    substitute = action_targets.target(t, actions.Substitute, what).substitute
    assert substitute is not None
    assert substitute.user == ready
    other = out_of(t, evening.tournament_publisher.told("out", KnockedOut)[0])[1]
    stranger = evening.act(t, actions.Substitute(leaving.id, other, "Other"))
    assert (await refused(stranger)).reason == "twice"  # they did not say that they would
    t = (await evening.act(t, actions.Substitute(leaving.id, ready, "Ready"))).tournament
    assert entrant(t, ready).id == leaving.id
    t = (await evening.act(t, actions.Draw())).tournament
    t = (await evening.act(t, actions.OpenRound())).tournament
    await evening.settled()
    final = {one.table for one in t.record.tables if one.round == 2}
    tables = [table for table in await evening.pod_tables(t) if table.id in final]
    users = {user for table in tables for user in table.people}
    assert ready in users
    assert leaving.user not in users
    assert event_of(t).entrants == event_of(await evening.now(t)).entrants


async def test_when_a_substitution_is_undone_both_are_who_they_were(evening: Evening) -> None:
    t, ready, leaving = await with_substitute(evening)
    own = entrant(t, ready).id
    await evening.act(t, actions.Substitute(leaving.id, ready, "Ready"))
    t = (await evening.undo(t)).tournament
    assert entrant(t, ready).id == own
    assert entrant(t, leaving.user).id == leaving.id
    assert [entry.user for entry in attendance.substitutes(t)] == [ready]


async def test_of_somebody_who_had_their_data_erased_both_entries_name_nobody(evening: Evening) -> None:
    t, ready, leaving = await with_substitute(evening)
    await evening.act(t, actions.Substitute(leaving.id, ready, "Ready"))
    await evening.tournament_service.forget_person(ready, t.id)
    t = await evening.now(t)
    assert all(ready not in (entry.user, *entry.former_users) for entry in t.record.entries)
    assert attendance.substitutes(t) == []

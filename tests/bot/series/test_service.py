"""Series: which tournaments count in which season, when a season ends, who may still change what."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.refusal import Refusal
from bot.series.service import ChangeSeries, SeasonStandings, Series, SeriesRecord, SeriesService, SeriesTerms
from bot.series.standings import SeriesRules
from bot.tournaments import actions
from bot.tournaments.model import PendingChange, Tournament
from bot.tournaments.requirements import OrganiserRights
from tests.bot.recurring.test_service import pass_by, weekly_of
from tests.bot.tournaments.conftest import DAY, GUILD, HOUR, ORGANISER, Evening, entrant

LEAGUE = SeriesRecord("Harbour league")
PEOPLE = range(101, 107)


def service(evening: Evening) -> SeriesService:
    """The service."""
    return evening.tournament_service.series


async def league(evening: Evening, **changes: Any) -> Series:
    """A series."""
    return await service(evening).create(evening.press(ORGANISER), GUILD, replace(LEAGUE, **changes))


async def announced(evening: Evening, series: Series, **changes: Any) -> Tournament:
    """A tournament of one round that counts for it, with everybody in."""
    evening.clock.advance(1.0)
    t = await evening.announced(series=series.id, how={"rounds": 1}, **changes)
    return await evening.join(t, *PEOPLE)


async def over(evening: Evening, t: Tournament) -> Tournament:
    """The tournament, played to its end by those who came."""
    await evening.act(t, actions.Begin())
    await evening.settled()
    for table in await evening.pod_tables(t):
        for seat in table.awaited:
            user = table.seats[seat].person
            assert user is not None
            await evening.tables.pods.check_in(evening.press(user), table.id)
    return await evening.played(t)


async def played(evening: Evening, series: Series, **changes: Any) -> Tournament:
    """A tournament that counts for it, played to its end."""
    return await over(evening, await announced(evening, series, show_up=600.0, **changes))


async def season(evening: Evening, series: Series, number: int = 1) -> SeasonStandings:
    """As it stands."""
    return await service(evening).season(await service(evening).series(series.id), number)


async def test_those_that_are_over_count_in_the_order_of_their_announcements(evening: Evening) -> None:
    series = await league(evening)
    first, second = await played(evening, series), await played(evening, series)
    await announced(evening, series)
    cancelled = await announced(evening, series)
    await evening.act(cancelled, actions.Cancel(), "no time")
    await evening.announced()  # counts for nothing
    now = await season(evening, series)
    assert [t.id for t in now.events] == [first.id, second.id]
    assert (now.to_come, now.decided) == (1, False)
    assert sorted(now.names) == [str(user) for user in PEOPLE]
    assert sum(line.points for line in now.lines) == 2 * (25 + 18 + 15 + 12 + 10 + 8)
    assert evening.tournament_publisher.kinds.count("series") == 2


async def test_each_message_shows_the_season_up_to_its_tournament(evening: Evening) -> None:
    series = await league(evening)
    first, second = await played(evening, series), await played(evening, series)
    seen = [await evening.tournament_service.season(t) for t in (first, second)]
    assert [len(each.events) for each in seen if each is not None] == [1, 2]
    assert await evening.tournament_service.season(await evening.announced()) is None


async def test_those_of_one_name_are_numbered_through_a_whole_season(evening: Evening) -> None:
    series = await league(evening)
    t = await announced(evening, series)
    one, other = (replace(entry, name="Twin") for entry in t.record.entries[:2])

    async def rename(t: Tournament) -> PendingChange:
        return PendingChange(t.with_record(entries=(one, other, *t.record.entries[2:])))

    await evening.tournament_service.repository.change(evening.press(ORGANISER), t.id, rename)
    await over(evening, t)
    await played(evening, series)
    names = (await season(evening, series)).names
    assert (names[str(one.user)], names[str(other.user)]) == (f"Player {one.user}", f"Player {other.user}")
    second = await announced(evening, series)
    await evening.tournament_service.repository.change(evening.press(ORGANISER), second.id, rename)
    await over(evening, second)
    names = (await season(evening, series)).names
    assert (names[str(one.user)], names[str(other.user)]) == ("Twin 1", "Twin 2")


async def test_a_season_of_two_ends_by_itself_and_the_third_tournament_begins_another(
    evening: Evening,
) -> None:
    series = await league(evening, length=2)
    await played(evening, series)
    assert not (await season(evening, series)).decided
    await played(evening, series)
    assert (await season(evening, series)).decided
    third = await announced(evening, series)
    assert third.record.season == 2
    assert (await service(evening).series(series.id)).record.season == 2
    assert len((await season(evening, series)).events) == 2


async def test_one_that_was_cancelled_leaves_its_place_in_the_season(evening: Evening) -> None:
    series = await league(evening, length=1)
    cancelled = await announced(evening, series)
    await evening.act(cancelled, actions.Cancel(), "no time")
    assert (await announced(evening, series)).record.season == 1


async def test_an_organiser_ends_a_season_once_and_it_is_told_once(evening: Evening) -> None:
    series = await league(evening)
    with pytest.raises(Refusal, match="No tournament of this season is over yet"):
        await service(evening).end_season(evening.press(ORGANISER), series.id, 1)
    last = await played(evening, series)
    press = evening.press(ORGANISER)
    await service(evening).end_season(press, series.id, 1)
    with pytest.raises(Refusal, match="ended already"):
        await service(evening).end_season(press, series.id, 1)
    await evening.settled()
    assert evening.tournament_publisher.kinds.count("season") == 1
    assert (await season(evening, series)).decided
    again = await announced(evening, series)
    assert (last.record.season, again.record.season) == (1, 2)


async def test_a_season_that_was_ended_waits_for_its_last_tournament(evening: Evening) -> None:
    series = await league(evening)
    await played(evening, series)
    late = await announced(evening, series, show_up=600.0)
    await service(evening).end_season(evening.press(ORGANISER), series.id, 1)
    assert not (await season(evening, series)).decided
    await over(evening, late)
    assert (await season(evening, series)).decided
    assert "season" not in evening.tournament_publisher.kinds  # its own message says so


async def test_the_rules_of_a_season_are_fixed_once_a_tournament_is_over(evening: Evening) -> None:
    series = await league(evening)
    best = replace(LEAGUE, rules=SeriesRules(best=3))
    assert (await service(evening).change(evening.press(ORGANISER), series.id, best)).record.rules.best == 3
    await played(evening, series)
    with pytest.raises(Refusal, match="fixed"):
        await service(evening).change(evening.press(ORGANISER), series.id, LEAGUE)
    renamed = replace(best, name="Port league")
    assert (
        await service(evening).change(evening.press(ORGANISER), series.id, renamed)
    ).record.name == "Port league"
    logged = await evening.latest_act(ChangeSeries)
    assert (logged.was, logged.now) == (
        SeriesTerms(LEAGUE.name, best.rules, LEAGUE.length),
        SeriesTerms("Port league", best.rules, LEAGUE.length),
    )
    await service(evening).end_season(evening.press(ORGANISER), series.id, 1)
    added = replace(renamed, rules=SeriesRules(points=()))
    changed = await service(evening).change(evening.press(ORGANISER), series.id, added)
    assert (changed.record.rules_of(1).best, changed.record.rules_of(2).points) == (3, ())


@pytest.mark.parametrize(
    "nonsense",
    [
        {"name": " "},
        {"rules": SeriesRules(points=(1, 2))},
        {"rules": SeriesRules(points=(5, -1))},
        {"rules": SeriesRules(points=(1,) * 65)},
        {"rules": SeriesRules(best=-1)},
        {"length": 100},
    ],
)
async def test_a_series_that_makes_no_sense_is_refused(evening: Evening, nonsense: dict[str, Any]) -> None:
    with pytest.raises(Refusal):
        await league(evening, **nonsense)
    assert await service(evening).of_server(GUILD) == []


async def test_a_tournament_may_change_its_series_until_it_begins(evening: Evening) -> None:
    one, other = await league(evening), await league(evening, name="Other")
    t = await announced(evening, one)

    async def counts_for(id: str) -> Tournament:
        rights = OrganiserRights(ORGANISER)
        done = await evening.tournament_service.set(evening.press(ORGANISER), rights, t.id, series=id)
        return done.tournament

    assert (await counts_for(other.id)).settings.series == other.id
    assert (await counts_for("nosuch")).settings.series == ""
    assert (await counts_for("")).record.season == 0


async def test_another_servers_series_is_none(evening: Evening) -> None:
    theirs = await service(evening).create(evening.press(ORGANISER), GUILD + 1, LEAGUE)
    assert (await announced(evening, theirs)).settings.series == ""
    with pytest.raises(Refusal, match="no such series"):
        await service(evening).series(theirs.id, GUILD)
    assert await service(evening).series(theirs.id, GUILD + 1) == theirs


async def test_what_is_removed_leaves_its_tournaments(evening: Evening) -> None:
    series = await league(evening)
    t = await played(evening, series)
    await service(evening).remove(evening.press(ORGANISER), series.id)
    assert await service(evening).known(series.id) is None
    assert (await evening.now(t)).phase == "over"
    assert await evening.tournament_service.season(t) is None
    kinds = [row.kind for row in await evening.store.audit.of_server(GUILD) if row.tournament is None]
    assert kinds == ["series-remove", "series"]


async def test_a_substitute_counts_for_what_they_finished(evening: Evening) -> None:
    series = await league(evening)
    t = await announced(evening, series, show_up=600.0)
    await evening.act(t, actions.Begin())
    await evening.settled()
    act = actions.Substitute(entrant=entrant(await evening.now(t), 101).id, user=200, name="Player 200")
    await evening.act(t, act, "had to go")
    await evening.settled()
    for table in await evening.pod_tables(t):
        for seat in table.awaited:
            await evening.tables.pods.check_in(evening.press(table.seats[seat].person or 0), table.id)
    await evening.played(t)
    names = (await season(evening, series)).names
    assert "200" in names
    assert "101" not in {line.who for line in (await season(evening, series)).lines}


async def test_who_is_erased_has_no_line_and_takes_no_points_from_others(evening: Evening) -> None:
    series = await league(evening)
    first, second = await played(evening, series), await played(evening, series)
    before = await season(evening, series)
    revision = (await evening.now(second)).revision
    await evening.tournament_service.forget_person(101, first.id)
    await evening.settled()
    assert (await evening.now(second)).revision > revision  # its message, which named them, is drawn anew
    await evening.tournament_service.forget_person(101, second.id)
    await evening.settled()
    after = await season(evening, series)
    assert "101" not in after.names
    points = {line.who: line.points for line in before.lines}
    assert {line.who: line.points for line in after.lines} == {
        who: value for who, value in points.items() if who != "101"
    }


async def test_a_correction_is_told_by_the_messages_of_all_later_tournaments(evening: Evening) -> None:
    series = await league(evening)
    first, second, third = [await played(evening, series) for _each in range(3)]
    before = [(await evening.now(t)).revision for t in (first, third)]
    result = (await evening.now(second)).result_of(1, 1)
    assert result is not None
    in_order = tuple(range(1, len(result.places) + 1))
    places = in_order if in_order != result.places else in_order[::-1]
    await evening.act(second, actions.Correct(1, 1, places), reason="It was noted down wrongly.")
    await evening.settled()
    after = [(await evening.now(t)).revision for t in (first, third)]
    assert (after[0], after[1]) == (before[0], before[1] + 1)


async def test_one_that_ends_late_is_told_by_the_messages_of_those_announced_after_it(
    evening: Evening,
) -> None:
    series = await league(evening)
    slow = await announced(evening, series, show_up=600.0)
    quick = await played(evening, series)
    revision = (await evening.now(quick)).revision
    await over(evening, slow)
    await evening.settled()
    assert (await evening.now(quick)).revision == revision + 1


async def test_only_the_last_message_of_a_season_that_is_over_names_its_winner(evening: Evening) -> None:
    series = await league(evening, length=2)
    first, second = await played(evening, series), await played(evening, series)
    seen = [await evening.tournament_service.season(await evening.now(t)) for t in (first, second)]
    assert [each.decided for each in seen if each is not None] == [False, True]


async def test_a_recurring_tournament_feeds_its_series(evening: Evening) -> None:
    series = await league(evening, length=1)
    t = await evening.announced(series=series.id, starts=evening.clock.now() + 3 * DAY)
    await evening.tournament_service.recurring.repeat(evening.press(ORGANISER), t, weekly_of(t))
    await pass_by(evening, 8 * DAY + HOUR)
    found = await evening.tournament_service.tournaments_in(GUILD, ("open", "running", "over", "cancelled"))
    by_name = {each.settings.name: each for each in found}
    assert by_name["Cup #2"].settings.series == series.id
    assert by_name["Cup #2"].record.season in (1, 2)

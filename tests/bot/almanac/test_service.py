"""When there is an almanac, and what goes into it: of a tournament, and of a season as the sum of them."""

from __future__ import annotations

import re

import pytest

from bot.almanac import web
from bot.almanac.web import Almanacs
from bot.profiles.analysis import AnalysisService
from bot.refusal import Refusal
from bot.series.service import SeasonStandings
from bot.tables.robot_pool import RobotPool
from bot.tournaments import actions
from bot.tournaments.model import Tournament
from tests.bot.almanac.test_page import parts_of
from tests.bot.series.test_service import league, season
from tests.bot.tournaments.conftest import Evening
from tests.bot.tournaments.test_what_counts import play

pytestmark = pytest.mark.long
ROOM = 8 * 1024 * 1024
PEOPLE = range(101, 106)


def almanacs(evening: Evening, analyses: AnalysisService | None = None) -> Almanacs:
    """What makes almanacs from the records of this evening."""
    return Almanacs(evening.tables, evening.tournament_service, analyses)


async def played(evening: Evening, format: str = "swiss", series: str = "") -> Tournament:
    """A tournament of five whose people have played all of it themselves."""
    evening.clock.advance(1.0)
    how = {"rounds": 2} if format == "swiss" else {"fewest": 2, "preferred": 3, "most": 3}
    t = await evening.announced(format, series=series, show_up=600.0, how=how)
    t = await evening.join(t, *PEOPLE)
    await evening.act(t, actions.Begin())
    t = await play(evening, t)
    assert t.phase == "over"
    return t


async def told(evening: Evening, of: Tournament | SeasonStandings, locale: str = "en-US") -> str:
    """The HTML page that is kept of the tournament or season."""
    made = almanacs(evening)
    if isinstance(of, Tournament):
        content = await made.of_tournament(of, locale, ROOM)
    else:
        content = await made.of_season(of, locale, ROOM)
    assert content is not None
    return content.decode()


async def test_there_is_none_before_the_end_and_none_where_nobody_has_played(evening: Evening) -> None:
    t = await evening.announced(show_up=600.0, how={"rounds": 1})
    t = await evening.join(t, *PEOPLE)
    with pytest.raises(Refusal, match="written when it's over"):
        await almanacs(evening).of_tournament(t, "en-US", ROOM)
    await evening.act(t, actions.Begin())
    running = await evening.now(t)
    assert running.phase == "running"
    with pytest.raises(Refusal, match="written when it's over"):
        await almanacs(evening).of_tournament(running, "en-US", ROOM)
    t = await evening.played(t)  # by robots: nobody came
    with pytest.raises(Refusal, match="Nobody has played here"):
        await almanacs(evening).of_tournament(t, "en-US", ROOM)


async def test_all_that_counted_is_told_of_whoever_played_by_the_names_that_they_chose(
    evening: Evening,
) -> None:
    t = await played(evening)
    people = parts_of(await told(evening, t))
    assert sorted(people) == [f"Player {user}" for user in PEOPLE]
    seats = [seat.user for table in await evening.pod_tables(t) for seat in table.seats]
    for user in PEOPLE:
        assert re.match(rf"{seats.count(user)} games?, ", people[f"Player {user}"][1])
    await evening.tournament_service.call_by(evening.press(101), t.id, "initial")
    await evening.tournament_service.forget_person(102, t.id)
    for table in await evening.pod_tables(t):
        await evening.tables.anonymiser.forget_person(102, table.id)
    page = await told(evening, await evening.now(t))
    assert "Player 101" not in page
    assert "Player 102" not in page
    assert len(parts_of(page)) == len(PEOPLE) - 1


async def test_a_season_is_the_sum_of_its_tournaments_once_it_is_decided(evening: Evening) -> None:
    series = await league(evening, length=2)
    first = await played(evening, series=series.id)
    with pytest.raises(Refusal, match="when the season is over"):
        await told(evening, await season(evening, series))
    second = await played(evening, series=series.id)
    each = [parts_of(await told(evening, t)) for t in (first, second)]
    page = await told(evening, await season(evening, series))
    both = parts_of(page)
    assert "Harbour league, season 1" in page
    assert sorted(both) == sorted(each[0])
    for name, lines in both.items():
        figures = ([int(figure) for figure in re.findall(r"\d+", one[name][1])[:2]] for one in each)
        games, won = map(sum, zip(*figures, strict=True))
        assert lines[1].startswith(f"{games} games, {won} won")


async def test_whoever_is_an_initial_in_one_tournament_of_a_season_is_one_in_all(evening: Evening) -> None:
    series = await league(evening, length=2)
    first = await played(evening, series=series.id)
    await played(evening, series=series.id)
    await evening.tournament_service.call_by(evening.press(101), first.id, "initial")
    page = await told(evening, await season(evening, series))
    assert "Player 101" not in page
    assert "Player 102" in page


async def test_the_final_turned_where_the_analysis_says(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "TURN_PATIENCE", web.PATIENCE)  # on a busy machine, the page can do without
    pool = RobotPool()
    analyses = AnalysisService(evening.store.results, pool)
    t = await played(evening, "knock-out")
    content = await almanacs(evening, analyses).of_tournament(t, "en-US", ROOM)
    assert content is not None
    final = t.record.tables[-1]
    table = await evening.tables.table(final.table)
    found = await analyses.turning_point(table, await evening.tables.logs.actions_of(table))
    assert found is not None
    said = (
        f"went from {round(100 * found[1].before)} % to {round(100 * found[1].after)} %" in content.decode()
    )
    finals = [one for one in t.record.tables if one.round == final.round]
    assert said == (len(finals) == 1), "nothing is told of a final that was played again"
    pool.close()

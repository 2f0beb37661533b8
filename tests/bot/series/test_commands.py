"""`/tournament series`: made by organisers, chosen in setup, read by everybody."""

from __future__ import annotations

import pytest

from bot.app import Tortuga
from playground import Playground, Seen, Visitor
from tests.bot.test_tournaments import draft, shown, tournaments, turn


async def new_series(organiser: Visitor, **typed: str) -> Seen:
    """The standings of a series that was just made."""
    screen = await shown(await organiser.slash("tournament series"))
    opened = await organiser.press(screen, "New series")
    assert opened.modal is not None
    given = {"name": "Harbour league", "points": "10, 6, 3", "best": "2", "length": "4", **typed}
    return await shown(await organiser.submit(opened.modal, given))


async def test_a_series_is_made_chosen_for_a_tournament_changed_and_removed(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor
) -> None:
    refused = await shown(await anne.slash("tournament series"))
    assert "No series here yet" in refused.text
    assert [button.label for button in refused.buttons] == []
    standings = await new_series(morgan)
    assert "Harbour league, season 1" in standings.text
    assert "Points by place: 10, 6 and 3" in standings.text
    [series] = await bot.services.tournament_service.series.of_server(int(pg.guild().id))
    assert (series.record.rules.best, series.record.length) == (2, 4)
    setup = await turn(morgan, await draft(morgan), "Points and ties")
    [chosen] = [each for each in setup.selects if each.custom_id.endswith(":series")]
    setup = await shown(await morgan.choose(setup, chosen.custom_id, series.id))
    await morgan.press(setup, "Announce")
    [announced] = await tournaments(bot, pg)
    assert (announced.settings.series, announced.record.season) == (series.id, 1)
    seen = await shown(await anne.slash("tournament series"))
    assert "1 more tournament is on its way" in seen.text
    assert "Change" not in [button.label for button in seen.buttons]
    listed = await shown(await morgan.slash("tournament series"))
    standings = await shown(await morgan.press(listed, "Harbour league"))
    changing = await morgan.press(standings, "Change")
    assert changing.modal is not None
    typed = {"name": "Port league", "points": "", "best": "0", "length": "0"}
    standings = await shown(await morgan.submit(changing.modal, typed))
    assert "Port league" in standings.text
    assert "are added up" in standings.text
    sure = await shown(await morgan.press(standings, "Remove"))
    gone = await shown(await morgan.press(sure, "Remove"))
    assert "removed" in gone.text
    assert await bot.services.tournament_service.series.of_server(int(pg.guild().id)) == []
    assert pg.violations == []


async def test_a_window_with_a_wrong_field_comes_back_as_it_was_filled_in(
    pg: Playground, bot: Tortuga, morgan: Visitor
) -> None:
    refused = await new_series(morgan, best="two")
    assert "I can't read “two” as a whole number." in refused.text
    again = await morgan.press(refused, "Fix it")
    assert again.modal is not None
    typed = {question.custom_id: question.value for question in again.modal.questions}
    assert typed == {"name": "Harbour league", "points": "10, 6, 3", "best": "two", "length": "4"}
    standings = await shown(await morgan.submit(again.modal, {**typed, "best": "2"}))
    assert "Harbour league, season 1" in standings.text
    assert pg.violations == []


async def test_what_was_written_into_a_refused_window_is_forgotten_with_whoever_wrote_it(
    pg: Playground, bot: Tortuga, morgan: Visitor
) -> None:
    refused = await new_series(morgan, best="two")
    await (await bot.services.eraser.erase(int(morgan.id)))
    again = await morgan.press(refused, "Fix it")
    assert again.modal is not None
    assert "Harbour league" not in [question.value for question in again.modal.questions]
    assert pg.violations == []


async def test_a_new_series_leads_to_the_tournaments_that_can_count_for_it(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor
) -> None:
    standings = await new_series(morgan)
    assert "choose the series under Points and ties" in standings.text
    assert standings.selects == []
    await morgan.press(await draft(morgan), "Announce")
    [there] = await tournaments(bot, pg)
    standings = await shown(
        await morgan.press(await shown(await morgan.slash("tournament series")), "Harbour league")
    )
    [offered] = standings.selects
    standings = await shown(await morgan.choose(standings, offered.custom_id, there.id))
    assert "1 more tournament is on its way" in standings.text
    assert "Points and ties" not in standings.text
    assert standings.selects == []
    [there] = await tournaments(bot, pg)
    assert there.record.season == 1
    seen = await shown(await anne.slash("tournament series"))
    assert seen.selects == []
    assert pg.violations == []


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"points": "1, 2"}, "no place gets more"),
        ({"points": "many"}, "as a whole number"),
        ({"best": "-3"}, "as a whole number"),
        ({"length": "400"}, "Choose 1 to 99"),
    ],
)
async def test_what_makes_no_sense_is_refused(morgan: Visitor, typed: dict[str, str], said: str) -> None:
    assert said in (await new_series(morgan, **typed)).text

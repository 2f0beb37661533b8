"""`/tournament again`: the same once more, from a setup that is filled in."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from bot.app import Tortuga
from bot.i18n.date_parsing import weekday_name
from playground import Playground, Visitor
from tests.bot.test_tournaments import announce, shown, tournaments


async def test_the_same_once_more_opens_filled_in_and_a_week_later(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor
) -> None:
    card = await announce(morgan, players=16, pod=5, start="in 2 h")
    [first] = await tournaments(bot, pg)
    desk = await shown(await morgan.press(card, "Organiser's desk"))
    setup = await shown(await morgan.press(desk, "Again"))
    assert "Evening cup #2" in setup.text
    assert len(await tournaments(bot, pg)) == 1
    await shown(await morgan.press(setup, "Announce"))
    [second] = [each for each in await tournaments(bot, pg) if each.id != first.id]
    assert (second.settings.name, second.settings.cap, second.settings.how) == (
        *("Evening cup #2", 16),
        first.settings.how,
    )
    assert first.settings.starts is not None
    assert second.settings.starts is not None
    assert 6.9 * 86400 < second.settings.starts - first.settings.starts < 7.1 * 86400
    assert second.entrants == ()
    refused = await shown(await anne.slash("tournament again", tournament=first.id))
    assert "Only server managers and organisers" in refused.text


def _german(day: datetime) -> str:
    return weekday_name(day.weekday(), "de")


async def test_it_comes_again_every_week_until_it_is_stopped(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor
) -> None:
    card = await announce(morgan, start="in 2 h")
    desk = await shown(await morgan.press(card, "Organiser's desk"))
    asked = await shown(await morgan.press(desk, "Every week"))
    assert "Set your time zone in /settings me" in asked.text
    await bot.services.people.change(int(morgan.id), zone="UTC")
    desk = await shown(await morgan.press(card, "Organiser's desk"))
    opened = await morgan.press(desk, "Every week")
    assert opened.modal is not None
    first, later = (datetime.now(UTC) + timedelta(days=days) for days in (3, 4))  # no sooner than announced
    typed = {"when": f"{first:%A} and {later:%A}s 8 pm", "weeks": "2", "ahead": "2 d"}
    screen = await shown(await morgan.submit(opened.modal, typed))
    assert re.search(r"Every 2 weeks: \w+day and \w+day, 20:00", screen.text)
    [programme] = await bot.services.tournament_service.recurring.of_server(int(pg.guild().id))
    rule = programme.record.rule
    assert rule.days == tuple(sorted((first.weekday(), later.weekday())))
    assert (rule.minute, rule.weeks) == (20 * 60, 2)
    screen = await shown(await morgan.press(screen, "Skip this one"))
    assert "is skipped" in screen.text
    screen = await shown(await morgan.press(screen, "Hold it after all"))
    changing = await morgan.press(screen, "Change")
    assert changing.modal is not None
    screen = await shown(
        await morgan.submit(changing.modal, {"when": f"{_german(later)} 19:30", "weeks": "", "ahead": "1 d"})
    )
    assert f"Every week: {later:%A}, 19:30" in screen.text
    screen = await shown(await morgan.press(screen, "Stop"))
    assert "no longer repeats" in screen.text
    refused = await shown(await anne.slash("tournament recurring"))
    assert "Only server managers and organisers" in refused.text
    screen = await shown(await morgan.slash("tournament recurring"))
    screen = await shown(await morgan.press(screen, "Start again"))
    screen = await shown(await morgan.press(screen, "Stop"))
    gone = await shown(await morgan.press(screen, "Remove"))
    assert "Removed" in gone.text
    log = await shown(await morgan.slash("moderate log"))
    assert "stopped Evening cup" in log.text
    assert pg.violations == []


async def test_what_cannot_be_read_as_a_day_and_a_time_is_refused_with_an_example(
    bot: Tortuga, morgan: Visitor
) -> None:
    await bot.services.people.change(int(morgan.id), zone="UTC")
    card = await announce(morgan)
    desk = await shown(await morgan.press(card, "Organiser's desk"))
    for typed, said in (
        ({"when": "soon", "weeks": "1", "ahead": "2 d"}, "Friday 20:00"),
        ({"when": "Friday 20:00", "weeks": "9", "ahead": "2 d"}, "a number of weeks from 1 to 8"),
        ({"when": "Friday 20:00", "weeks": "1", "ahead": "5 min"}, "1 hour to 28 days"),
    ):
        opened = await morgan.press(desk, "Every week")
        assert opened.modal is not None
        refused = await shown(await morgan.submit(opened.modal, typed))
        assert said in refused.text
        desk = await shown(await morgan.press(refused, "Back"))

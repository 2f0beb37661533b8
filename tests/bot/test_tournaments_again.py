"""`/tournament again`: the same once more, from a setup that is filled in."""

from __future__ import annotations

import pytest

from bot.app import Tortuga
from playground import Playground, Visitor
from tests.bot.test_tournaments import announce, shown, tournaments


@pytest.fixture
def morgan(pg: Playground, bot: Tortuga) -> Visitor:
    """The organiser."""
    del bot
    return pg.person("Morgan")


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

"""A tournament's messages and pages come with pictures, to those who want them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.app import Tortuga
from bot.tables.model import Press
from bot.tournaments.actions import Begin
from bot.tournaments.model import Tournament
from bot.tournaments.requirements import OrganiserRights
from games.catalogue import BUILT_IN
from playground import Playground, Seen, Visitor
from tests.bot.screens.tournaments.making import cup as knock_out
from tests.bot.screens.tournaments.making import in_order, played_out, replaced
from tests.bot.test_tournament_messages import CUP, create, titled, until
from tests.support.bot import tortuga
from tests.support.renderer import InlineRenderer

SAILORS = ("Anne II", "Bart II", "Calico II", "Dora II")


@pytest.fixture
async def bot(pg: Playground, tmp_path: Path) -> AsyncIterator[Tortuga]:
    async with tortuga(pg, tmp_path, speed=300.0) as running:
        running.services.image_service.renderer = InlineRenderer()
        yield running


@pytest.fixture
def looking(pg: Playground) -> Visitor:
    return pg.person("Dampier")


async def begin(bot: Tortuga, pg: Playground, looking: Visitor) -> tuple[Tournament, list[Visitor]]:
    """A tournament of one round, entered and begun."""
    organiser, *sailors = pg.add_people("Olga", *SAILORS)
    made = await create(bot, pg, organiser, replace(CUP, how=replace(CUP.how, rounds=1)))
    await until(lambda: titled(looking, "🏆 Evening cup"))
    (announcement,) = titled(looking, "🏆 Evening cup")
    for sailor in sailors:
        await sailor.press(announcement, "Join")
    press = Press(2, int(organiser.id), organiser.name)
    await bot.services.tournament_service.organising.act(
        press, OrganiserRights(int(organiser.id)), made.id, Begin(), ""
    )
    return made, sailors


async def the_one(looking: Visitor, title: str) -> Seen:
    """The public message of this title."""
    await until(lambda: titled(looking, title))
    (found,) = titled(looking, title)
    return found


async def test_pods_standings_and_the_end_are_drawn_as_the_messages_say_them(
    pg: Playground, bot: Tortuga, looking: Visitor
) -> None:
    made, sailors = await begin(bot, pg, looking)
    round = await the_one(looking, "Evening cup: Round 1")
    (drawn,) = round.alt_texts
    assert "The table: " in drawn
    assert all(name in drawn for name in SAILORS)
    end = await the_one(looking, "the end")
    await until(lambda: "🏁 The table: " in round.refresh().alt_texts[0])
    assert not [name for name in SAILORS if name in round.text]  # the picture says it already
    assert "[**The table**](https://discord.com/channels/" in round.text
    (standings,) = end.alt_texts
    assert "Final standings" in standings
    assert all(name in standings for name in SAILORS)
    assert "1. " not in end.text
    mine = (await sailors[0].slash("tournament standings", tournament=made.id)).message
    assert mine is not None
    assert mine.alt_texts[0].startswith("Final standings")
    assert SAILORS[0] not in mine.text
    listed = (await sailors[0].slash("tournament pods", tournament=made.id)).message
    assert listed is not None
    assert "🏁 The table: " in listed.alt_texts[0]
    assert SAILORS[1] not in listed.text
    assert pg.violations == []


async def test_the_end_of_a_knock_out_shows_the_standings_and_a_round_the_tree_as_well(bot: Tortuga) -> None:
    made = knock_out(16, game=BUILT_IN[0], format="knock-out", go_on=2, fewest=4, most=4)
    made = replaced(played_out(made, places=in_order), "over")
    shown = await bot.services.tournament_publisher.messages.drawn(made, "final")
    assert shown is not None
    (standings,) = (picture.alt for picture in shown.pictures)
    assert standings.startswith("Final standings")
    then = await bot.services.tournament_publisher.messages.drawn(made, "standings 2")
    assert then is not None
    assert [picture.alt.splitlines()[0] for picture in then.pictures] == [
        "Standings after round 2",
        "The knock-out",
    ]
    assert "The final" not in then.pictures[1].alt


async def test_pictures_go_from_a_round_that_is_published_when_the_server_wants_words(
    pg: Playground, tmp_path: Path, looking: Visitor
) -> None:
    async with tortuga(pg, tmp_path) as bot:
        bot.services.image_service.renderer = InlineRenderer()
        await begin(bot, pg, looking)
        round = await the_one(looking, "Evening cup: Round 1")
        assert round.alt_texts
        morgan = pg.person("Morgan")
        settings = (await morgan.slash("settings server")).message
        assert settings is not None
        await morgan.press(settings, "Words only")
        await until(lambda: not round.refresh().alt_texts)
        assert not round.json.attachments


async def test_a_server_that_wants_words_gets_them_alone(
    pg: Playground, bot: Tortuga, looking: Visitor
) -> None:
    await bot.services.tables.servers.change(bot.guilds[0].id, text_mode=True)
    made, sailors = await begin(bot, pg, looking)
    await the_one(looking, "the end")
    public = [seen for seen in looking.sees("tavern") if "Evening cup" in seen.text]
    assert [seen.text for seen in public if seen.alt_texts] == []
    mine = (await sailors[0].slash("tournament standings", tournament=made.id)).message
    assert mine is not None
    assert mine.alt_texts

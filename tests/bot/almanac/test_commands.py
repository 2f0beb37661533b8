"""`/tournament almanac`: handed over in private, posted by an organiser alone, of a season as well."""

from __future__ import annotations

from itertools import count

import pytest
from msgspec.structs import replace

from bot.app import Tortuga
from bot.series.service import SeriesRecord
from bot.tables.model import Press
from bot.tournaments import actions
from bot.tournaments.model import Tournament
from bot.tournaments.qualification import Applicant
from bot.tournaments.requirements import OrganiserRights
from bot.tournaments.settings import default_settings
from games.catalogue import game
from playground import Playground, Seen, Visitor
from tests.bot.test_admin_panel import crafted
from tests.support.idle import until
from tests.support.table_play import id_of
from tests.support.tournament_play import shown

pytestmark = pytest.mark.long
GAME = "skull-king"
_PRESSES = count(10_000)


def press(person: Visitor) -> Press:
    """A new press of this person's."""
    return Press(next(_PRESSES), int(person.id), person.name)


async def finished(pg: Playground, bot: Tortuga, series: str = "") -> Tournament:
    """A tournament of one short game, which its three people have played themselves."""
    service, tables = bot.services.tournament_service, bot.services.tables
    morgan, people = pg.person("Morgan"), [pg.person(name) for name in ("Anne", "Calico", "Dampier")]
    usual = default_settings(game(GAME), "Evening cup", game_options={"length": "bedtime"})
    settings = replace(usual, how=replace(usual.how, rounds=1), show_up=0.0, between=0.0, series=series)
    rights = OrganiserRights(int(morgan.id), manages=True)
    said = await service.create(
        press(morgan),
        rights,
        guild=int(pg.guild().id),
        channel=int(pg.channel("tavern").id),
        game=GAME,
        settings=settings,
        locale="en-GB",
    )
    cup = said.tournament.id
    for person in people:
        await service.enter(press(person), cup, Applicant())
    await service.organising.act(press(morgan), rights, cup, actions.Begin(), "")

    async def is_over() -> bool:
        for one in (await service.tournament(cup)).record.tables:
            if not one.opened:
                continue
            table = await tables.table(one.table)
            for person in people:
                seat = table.seat_of(int(person.id))
                if table.phase == "playing" and seat in table.game.to_act(table.state):
                    seen = table.game.observe(table.state, seat)
                    menu = table.game.steps(seen, await tables.drafts.of(table, seat))
                    assert menu is not None
                    at = next(at for at, each in enumerate(menu.choices) if each.why_not is None)
                    depth = len(await tables.drafts.of(table, seat))
                    await tables.playing.choose(press(person), table.id, seen.decision, depth, at)
                    table = await tables.table(one.table)
        return (await service.tournament(cup)).phase == "over"

    await until(is_over)
    return await service.tournament(cup)


def attached(pg: Playground, seen: Seen) -> tuple[str, str]:
    """The name of the one file of a message, and what is in it."""
    [file] = seen.json.attachments
    return file.filename, pg.world.state.files[file.id].content.decode()


async def test_anybody_has_it_in_private_and_an_organiser_posts_it(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor
) -> None:
    cup = await finished(pg, bot)
    seen = await shown(await anne.slash("tournament almanac"))
    name, page = attached(pg, seen)
    assert name == "evening-cup-almanac.html"
    assert "The almanac of Evening cup" in page
    assert "Calico" in page
    assert seen.buttons == []
    refused = await crafted(pg, anne, f"almanac:{cup.id}:1")
    assert "organiser" in refused.text.casefold()
    mine = await shown(await morgan.slash("tournament almanac", tournament=cup.id))
    said = await shown(await morgan.press(mine, "Post it here"))
    assert "I'll put it in the channel." in said.text
    posted = await anne.wait_for(lambda each: "The almanac of" in each.text and not each.is_ephemeral)
    assert attached(pg, posted)[0] == name
    assert posted.buttons == []
    assert pg.violations == []


async def test_it_is_one_press_away_where_the_tournament_is_read_and_speaks_the_readers_language(
    pg: Playground, bot: Tortuga, anne: Visitor
) -> None:
    cup = await finished(pg, bot)
    standings = await shown(await anne.slash("tournament standings", tournament=cup.id))
    anne.person.locale = "de"
    _name, page = attached(pg, await shown(await anne.press(standings, "Almanac")))
    assert "Almanach: Evening cup" in page
    assert "Nemesis" not in page


async def test_before_the_end_it_is_refused_in_a_sentence(
    pg: Playground, bot: Tortuga, anne: Visitor
) -> None:
    service, morgan = bot.services.tournament_service, pg.person("Morgan")
    await service.create(
        press(morgan),
        OrganiserRights(int(morgan.id), manages=True),
        guild=int(pg.guild().id),
        channel=int(pg.channel("tavern").id),
        game=GAME,
        settings=default_settings(game(GAME), "Evening cup"),
        locale="en-GB",
    )
    said = await shown(await anne.slash("tournament almanac"))
    assert said.text == "The almanac is written when it's over. See /tournament standings."


async def test_a_season_that_is_decided_has_one_at_its_standings_and_at_its_tournaments(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor
) -> None:
    service = bot.services.tournament_service.series
    series = await service.create(press(morgan), int(pg.guild().id), SeriesRecord("Harbour league", length=1))
    cup = await finished(pg, bot, series.id)
    mine = await shown(await anne.slash("tournament almanac", tournament=cup.id))
    name, page = attached(pg, await shown(await anne.press(mine, "The season's almanac")))
    assert name == "harbour-league-1-almanac.html"
    assert "The almanac of Harbour league, season 1" in page
    listed = await shown(await anne.slash("tournament series"))
    again = await shown(await anne.press(listed, custom_id=id_of(listed, "almanacs")))
    assert attached(pg, again)[1] == page
    theirs = await shown(await morgan.slash("tournament almanac", tournament=cup.id))
    seasons = await shown(await morgan.press(theirs, "The season's almanac"))
    await morgan.press(seasons, "Post it here")
    posted = await anne.wait_for(
        lambda each: "season 1" in each.text and "almanac" in each.text and not each.is_ephemeral
    )
    assert attached(pg, posted)[0] == name
    assert pg.violations == []

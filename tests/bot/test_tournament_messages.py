"""A tournament from its announcement to its end, as those see it who only look at the channel."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.app import Tortuga
from bot.series.service import SeriesRecord
from bot.tables.model import Press
from bot.tournaments.actions import Begin
from bot.tournaments.model import Tournament, TournamentSettings
from bot.tournaments.pairing.event import EventOptions
from bot.tournaments.qualification import Applicant
from bot.tournaments.requirements import OrganiserRights
from playground import Playground, Seen, Visitor
from tests.support.bot import tortuga
from tests.support.idle import until
from tests.support.tournament_play import does

GAME = "skull-king"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
A_DAY = 24 * 60 * 60.0
"""Virtual seconds: a machine that has much else to do gets through a round in them as well."""
CUP = TournamentSettings(
    "Evening cup", how=EventOptions(rounds=2), show_up=60.0, between=60.0, round_lasts=A_DAY
)


async def create(
    bot: Tortuga, pg: Playground, organiser: Visitor, settings: TournamentSettings = CUP
) -> Tournament:
    """Announced in the tavern."""
    said = await bot.services.tournament_service.create(
        Press(1, int(organiser.id), organiser.name),
        OrganiserRights(int(organiser.id), manages=True),
        guild=int(pg.guild().id),
        channel=int(pg.channel("tavern").id),
        game=GAME,
        settings=settings,
        locale="en-GB",
    )
    return said.tournament


async def nothing_is_left(bot: Tortuga) -> bool:
    """Whether everything is told and drawn."""
    services = bot.services
    is_drawn = (
        services.tournament_publisher.redraws.is_idle and services.table_publisher.message_redraws.is_idle
    )
    return is_drawn and not await bot.store.outbox() and not await bot.store.tournaments.outbox()


def titled(looking: Visitor, title: str) -> list[Seen]:
    """The messages in the channel whose heading ends like this."""
    return [seen for seen in looking.sees("tavern") if seen.text.splitlines()[0].endswith(title)]


async def test_whoever_looks_on_can_follow_a_tournament_from_the_announcement_to_the_end(
    pg: Playground, tmp_path: Path
) -> None:
    async with tortuga(pg, tmp_path, speed=300.0) as bot:
        organiser, *sailors = pg.add_people("Olga", "Anne II", "Bart II", "Calico II", "Dora II")
        looking = pg.person("Dampier")
        made = await create(bot, pg, organiser)
        await until(lambda: titled(looking, "🏆 Evening cup"))
        (announcement,) = titled(looking, "🏆 Evening cup")
        for sailor in sailors:
            await sailor.press(announcement, "Join")
        await until(lambda: "**4 have entered**" in announcement.refresh().text)
        press = Press(2, int(organiser.id), organiser.name)
        await bot.services.tournament_service.organising.act(
            press, OrganiserRights(int(organiser.id)), made.id, Begin(), ""
        )
        await until(lambda: titled(looking, "Evening cup: Round 1"))
        (round,) = titled(looking, "Evening cup: Round 1")
        assert "**The table**" in round.text
        await until(lambda: "[**The table**](https://discord.com/channels/" in round.refresh().text)
        await until(lambda: titled(looking, "the end"))
        await until(lambda: "🏁 [**The table**](" in round.refresh().text)
        assert len(titled(looking, "standings after 1 round")) == 1
        assert len(titled(looking, "the end")) == 1
        (end,) = titled(looking, "the end")
        assert "Nobody won." in end.text  # robots played: a title is for people who came
        await until(lambda: f"/{end.id}" in announcement.refresh().text)
        assert "🏁 The tournament is over." in announcement.text
        called = {name for seen in looking.sees("tavern") for name in seen.notified}
        # Each was called in the thread of their table. (At this speed whatever a busy machine keeps waiting
        # for a second is overdue by minutes: of that its organiser is told, and nobody else.)
        assert called <= {organiser.name}


@pytest.mark.parametrize("locked", [False, True], ids=["open", "after a lockdown"])
async def test_the_cards_of_a_round_come_in_the_order_of_its_pods_below_its_message(
    pg: Playground, bot: Tortuga, locked: bool
) -> None:
    names = [f"Sailor {number}" for number in range(1, 16)]
    organiser, *sailors = pg.add_people("Olga", *names)
    looking = pg.person("Dampier")
    how = EventOptions(rounds=2, preferred=3, most=3)
    made = await create(bot, pg, organiser, replace(CUP, how=how, between=0.0))
    await until(lambda: titled(looking, "🏆 Evening cup"))
    for sailor in sailors:
        await sailor.press(titled(looking, "🏆 Evening cup")[0], "Join")
    if locked:
        pg.forget_permission("tavern", "send_messages")
    service = bot.services.tournament_service
    press = Press(2, int(organiser.id), organiser.name)
    await service.organising.act(press, OrganiserRights(int(organiser.id)), made.id, Begin(), "")

    async def unseen() -> bool:
        tables = (await service.tournament(made.id)).record.tables
        return len(tables) == 5 and all(one.unseen is not None for one in tables)

    if locked:
        await until(unseen)
        pg.give_permission("tavern", "send_messages")

    def cards() -> list[str]:
        heads = (seen.text.splitlines()[0] for seen in looking.sees("tavern") if seen.text)
        return [head.partition("Evening cup: ")[2] for head in heads if "Evening cup: Round 1" in head]

    await until(lambda: len(cards()) == 6)
    assert cards() == ["Round 1", *(f"Round 1, Pod {number}" for number in range(1, 6))]


async def test_an_organiser_puts_an_announcement_back_that_is_out_of_sight(
    pg: Playground, bot: Tortuga
) -> None:
    (organiser, sailor) = pg.add_people("Olga", "Anne II")
    looking = pg.person("Dampier")
    made = await create(bot, pg, organiser)
    await until(lambda: titled(looking, "🏆 Evening cup"))
    (announcement,) = titled(looking, "🏆 Evening cup")
    pg.forget_permission("tavern", "send_messages")  # else it would be back at once
    pg.delete(announcement)
    await sailor.slash("tournament show", tournament=made.id)
    assert titled(looking, "🏆 Evening cup") == []  # a player cannot have it posted anywhere
    await organiser.slash("tournament show", tournament=made.id, channel="captains-table")
    await organiser.wait_for(
        lambda seen: "The announcement is here now" in seen.text and seen.is_ephemeral,
        channel="captains-table",
    )
    edited = asyncio.ensure_future(pg.wait_for_request(EDIT))
    await organiser.slash("tournament show", tournament=made.id, channel="captains-table")
    await edited
    again = [seen for seen in looking.sees("captains-table") if "🏆 Evening cup" in seen.text]
    assert len(again) == 1


async def test_where_the_announcement_is_put_back_the_tables_open_too(pg: Playground, tmp_path: Path) -> None:
    async with tortuga(pg, tmp_path, speed=300.0) as bot:
        organiser, *sailors = pg.add_people("Olga", "Anne II", "Bart II", "Calico II")
        looking = pg.person("Dampier")
        made = await create(bot, pg, organiser)
        await until(lambda: titled(looking, "🏆 Evening cup"))
        (announcement,) = titled(looking, "🏆 Evening cup")
        for sailor in sailors:
            await sailor.press(announcement, "Join")
        pg.forget_permission("tavern", "send_messages")  # else it would be back at once
        pg.delete(announcement)
        await organiser.slash("tournament show", tournament=made.id, channel="captains-table")
        press = Press(2, int(organiser.id), organiser.name)
        await bot.services.tournament_service.organising.act(
            press, OrganiserRights(int(organiser.id)), made.id, Begin(), ""
        )
        cards = partial(looking.sees, "captains-table")
        await until(lambda: any(does(seen, "here") for seen in cards()))
        now = await bot.services.tournament_service.tournament(made.id)
        tables = [await bot.services.tables.table(one.table) for one in now.record.tables if one.opened]
        assert {table.channel for table in tables} == {int(pg.channel("captains-table").id)}


async def test_an_announcement_that_may_stand_nowhere_is_explained_to_its_organiser(
    pg: Playground, bot: Tortuga
) -> None:
    (organiser,) = pg.add_people("Olga")
    pg.forget_permission("tavern", "send_messages")
    made = await create(bot, pg, organiser)
    await organiser.slash("tournament show", tournament=made.id)
    await organiser.wait_for(lambda seen: "I need" in seen.text and seen.is_ephemeral)


async def test_after_its_end_the_season_for_which_it_counts_is_told_once_and_again_when_it_ends(
    pg: Playground, tmp_path: Path
) -> None:
    olga, *sailors = pg.add_people("Olga", "Anne II", "Bart II", "Calico II")
    looking = pg.person("Dampier")

    def seasons() -> list[Seen]:
        return [seen for seen in titled(looking, "Harbour league, season 1") if not seen.is_ephemeral]

    async with tortuga(pg, tmp_path, speed=300.0) as bot:
        service = bot.services.tournament_service
        press = Press(7, int(olga.id), olga.name)
        league = await service.series.create(press, int(pg.guild().id), SeriesRecord("Harbour league"))
        made = await create(
            bot,
            pg,
            olga,
            replace(CUP, series=league.id, how=EventOptions(rounds=1), show_up=900.0, round_lasts=6 * 3600.0),
        )
        for number, sailor in enumerate(sailors):
            await service.enter(Press(20 + number, int(sailor.id), sailor.name), made.id, Applicant())
        await service.organising.act(
            Press(2, int(olga.id), olga.name), OrganiserRights(int(olga.id)), made.id, Begin(), ""
        )
        await until(lambda: titled(looking, "Evening cup: Round 1"))
        [table] = [one.table for one in (await service.tournament(made.id)).record.tables]
        await until(lambda: bot.store.table(table))
        for number, sailor in enumerate(sailors):
            await bot.services.tables.pods.check_in(Press(30 + number, int(sailor.id), sailor.name), table)
        await until(lambda: seasons())
        [told] = seasons()
        assert "After 1 tournament" in told.text
        assert all(sailor.name in told.text for sailor in sailors)
        reply = await (await looking.press(told, "Series standings")).settled()
        assert reply is not None
        assert "Points by place: 25" in reply.text
        await service.series.end_season(Press(8, int(olga.id), olga.name), league.id, 1)
        await until(lambda: len(seasons()) == 2)
        assert re.search("wins? season 1", seasons()[-1].text)
    async with tortuga(pg, tmp_path, speed=300.0) as bot:  # after a restart nothing is told anew
        await until(lambda: nothing_is_left(bot))
        assert len(seasons()) == 2

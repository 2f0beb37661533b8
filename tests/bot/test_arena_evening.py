"""An evening's arena as people live it: entered, played, paused, come late to, and over."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import aiohttp
import pytest

from bot.tournaments.formats import arena
from bot.tournaments.model import Tournament
from playground import Playground, Seen, Visitor
from tests.support.bot import tortuga
from tests.support.idle import until
from tests.support.ports import free_port
from tests.support.table_play import id_of
from tests.support.tournament_play import Channels, Setup, does, headed, organise, shown
from tests.support.whole_game import PEOPLE, SLOW, come_to_rest
from tests.support.whole_tournament import PATIENCE, Cup, played_at

pytestmark = pytest.mark.long


async def mine(person: Visitor) -> Seen:
    """The screen that tells this person how they stand in the tournament."""
    return await shown(await person.slash("tournament me"))


async def test_people_come_play_pause_and_go_and_the_standings_are_always_true(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena, "BREATH", 0.0)
    port = free_port()
    async with Playground.start(limits="off") as pg, tortuga(pg, tmp_path, SLOW, web_port=port) as bot:
        pg.add_people(*PEOPLE[3:])
        channels, organiser = Channels(pg), pg.person("Morgan")
        anne, *others, late = (pg.person(name) for name in PEOPLE[:5])
        setup = await Setup.begun(organiser, name="Friday", game="skull-king", format="arena")
        await setup.choose("game", "option.length", "bedtime")
        await setup.choose("rounds", "lasts", "3600")
        await setup.put("entry", "page", "1")
        announced = await setup.announce()
        id = id_of(announced, "tinfo").split(":")[1]
        everybody = {int(each.id): each for each in (anne, *others, late)}
        cup = Cup(pg, bot, id, everybody, Random(4))
        for person in (anne, *others):
            await person.press(announced, custom_id=f"tjoin:{id}")
        await organise(organiser, "begin", tournament=id)

        async def plays(number: int) -> Tournament:
            """Until this pod's table is played at."""

            async def stands() -> bool:
                t = await cup.now()
                return any(one.pod == number and one.opened for one in t.record.tables)

            await until(stands)
            await come_to_rest(bot)
            return await cup.now()

        t = await plays(1)
        board = await organiser.wait_for(
            lambda seen: headed("Friday: Standings")(seen) and not seen.is_ephemeral, PATIENCE
        )
        assert "1 table is playing" in board.text
        paused = await shown(await anne.press(await mine(anne), "Pause"))
        assert "You're paused" in paused.text
        await played_at(cup, t.record.tables[0].table)

        over = await organiser.wait_for(
            lambda seen: does(seen, "replay") and does(seen, "tinfo") and not seen.is_ephemeral, PATIENCE
        )
        await come_to_rest(bot)
        assert "Pod 1: place" in (await shown(await others[0].press(over, "My tournament"))).text

        t = await plays(2)
        assert [len(one.everybody) for one in t.published] == [4, 3]
        assert "60" in board.refresh().text, "the first table's points"
        back = await shown(await anne.press(await mine(anne), "Back in"))
        assert "you're in for the next table" in back.text
        joined = await shown(await late.press(board, custom_id=f"tjoin:{id}"))
        assert "you're in for the next table · 1 other waits" in joined.text
        await played_at(cup, t.record.tables[1].table)

        t = await plays(3)
        assert len(t.published[2].everybody) == 5
        change = bot.services.tournament_service.scheduler.change
        await change(id, lambda t: t.with_record(began=t.record.began - 3600.0))
        await organiser.wait_for(
            lambda seen: "No more tables open · 1 table is playing" in seen.text, PATIENCE
        )
        await played_at(cup, t.record.tables[2].table)
        end = await organiser.wait_for(headed("Friday: the end"), PATIENCE)
        assert does(end, "tagain")
        await come_to_rest(bot)
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/t/{id}") as got:
            page = await got.text()
        assert all(each in page for each in ("Final standings", "Draw 3", "Pod 3"))
        calls = Counter(call.person for call in channels.calls)
        assert sorted(calls.values()) == [1, 2, 3, 3, 3], "each table has called each of its people, once"
        tavern = pg.world.posts_in(pg.channel("tavern").id).values()
        assert len([post for post in tavern if post.only_for is None]) == 6, (
            "two of its own, the end and 3 tables"
        )
        assert not channels.leaks
        assert pg.violations == []

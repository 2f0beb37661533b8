"""Whatever somebody sends who writes presses by hand: it acts for nobody else, tells nothing that is not
theirs, reaches no moderator's deed, and is answered with a sentence.

Discord lets only those buttons be pressed that stand on a message; that is not what this relies on.
`CRAFTED=100` tries each verb a hundred times with everybody, `CRAFTED_SEED` tries others.
"""

from __future__ import annotations

import pytest

from bot.app import Tortuga
from playground import Playground, Visitor, places
from playground.default_world import BOT_RIGHTS
from tests.bot.test_secrets import hands_of
from tests.support.attack_targets import (
    LEAVES,
    Evening,
    alone_with,
    begun,
    every_message,
    messages_of,
    says_any,
    try_everything,
)
from tests.support.forged_interactions import Crafted, answer_to


@pytest.fixture
async def evening(pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor) -> Evening:
    return await begun(pg, bot, anne, calico)


async def test_whoever_looks_on_changes_nothing_and_sees_no_hand(
    pg: Playground, evening: Evening, dampier: Visitor
) -> None:
    await dampier.slash("help")
    before = await evening.kept()
    await try_everything(pg, evening, dampier, messages_of(dampier, evening.board, evening.lobby), LEAVES)
    assert await evening.kept() == before
    entries = (await evening.bot.services.tournament_service.tournament(evening.tournament)).record.entries
    assert {entry.name for entry in entries} <= {"Anne", "Dampier"}


async def test_a_player_acts_for_no_other_seat_and_sees_no_other_hand(
    pg: Playground, evening: Evening, calico: Visitor
) -> None:
    await calico.slash("help")
    before = await evening.kept()
    sources = [evening.hands["Calico"].post, *messages_of(calico, evening.board, evening.lobby)]
    await try_everything(pg, evening, calico, sources, LEAVES)
    after = await evening.kept()
    table, anne = await evening.table(), 1 - await seat_of(evening, calico)
    assert {row.seat for row in after["log"][len(before["log"]) :]} <= {1 - anne}
    assert (after["drafts"][anne], table.plans.get(anne)) == (before["drafts"][anne], None)
    assert table.seats == before["tables"][0].seats
    assert after["tables"][1] == before["tables"][1]
    for same in ("audit", "cup", "deeds", "server"):
        assert after[same] == before[same]


async def seat_of(evening: Evening, person: Visitor) -> int:
    seat = (await evening.table()).seat_of(int(person.id))
    assert seat is not None
    return seat


async def test_on_another_server_and_in_direct_messages_nothing_of_a_table_is_told(
    pg: Playground, evening: Evening
) -> None:
    eve = places.add_person(pg.world, "Eve")
    elsewhere = places.add_guild(pg.world, "Port Royal", eve)
    places.add_channel(pg.world, elsewhere, "quay")
    places.invite_bot(pg.world, elsewhere, BOT_RIGHTS)
    stranger = pg.person("Eve", "quay")
    await stranger.slash("help")
    alone = alone_with(pg, stranger)
    before = await evening.kept()
    for source in (stranger.last().post, alone):
        await try_everything(pg, evening, stranger, [source], LEAVES)
    assert await evening.kept() == before
    table, lobby = evening.tables
    for custom_id in (f"log:{table}:-1", f"rules:{table}:0", f"more:{table}", f"join:{lobby}"):
        for source in (stranger.last().post, alone):
            assert "know that table" in await answer_to(pg, stranger, Crafted(custom_id), source)


async def test_who_plays_reads_on_in_direct_messages(
    pg: Playground, evening: Evening, anne: Visitor, dampier: Visitor
) -> None:
    log = Crafted(f"log:{evening.tables[0]}:-1")
    for person, told in ((anne, "What happened"), (dampier, "know that table")):
        assert told in await answer_to(pg, person, log, alone_with(pg, person))


async def test_a_hand_is_never_drawn_into_a_message_that_others_see(
    pg: Playground, evening: Evening, anne: Visitor
) -> None:
    seat = await seat_of(evening, anne)
    table = await evening.table()
    cards = hands_of(table, table.state)[seat]
    for verb in (f"back:{table.id}:x", f"hand:{table.id}", f"plan:{table.id}", f"pick:{table.id}:x:0:0"):
        with every_message(pg) as seen:
            said = await answer_to(pg, anne, Crafted(verb), evening.board.post)
        assert says_any(said, cards)
        assert [post.only_for for post, written in seen if says_any(written, cards)] == [anne.id]


async def test_an_organiser_who_presses_nonsense_is_told_so(pg: Playground, evening: Evening) -> None:
    morgan = pg.person("Morgan")
    await morgan.slash("help")
    rubbish = (
        "tact:{cup}:drop:1:x",
        "tact:{cup}:drop:1:" + "9" * 40,
        "tback:{cup}:one",
        "mback:{table}:",
        "mlog:x",
    )
    for custom_id in rubbish:
        crafted = Crafted(custom_id.format(cup=evening.tournament, table=evening.tables[0]))
        assert "That's an old " in await answer_to(pg, morgan, crafted, morgan.last().post)
    await try_everything(pg, evening, morgan, messages_of(morgan, evening.board), LEAVES)

"""`/moderate table` and `/moderate log` over the playground: every act, what players see, and who may."""

from __future__ import annotations

from typing import Any

import pytest

from bot.app import Tortuga
from bot.tables.model import Press, Table
from bot.tables.moderation import ACTIONS, Hold, Release
from bot.ui import custom_ids
from playground import Playground, Seen, Visitor
from playground.interactions import Kind
from storage.models import AuditRow
from tests.bot.test_admin_panel import confirmed, crafted, moderators, shown
from tests.support.table_play import deal, hand, open_lobby, table_of

NOT_YOURS = "Only server managers and moderators"


@pytest.fixture
async def board(anne: Visitor, calico: Visitor) -> Seen:
    """The board of a game between Anne and Calico, by the day."""
    return await deal(anne, calico, pace="daily")


async def desk(person: Visitor, **options: Any) -> Seen:
    """The desk, as the command opens it."""
    return await shown(await person.slash("moderate table", **options))


async def done(moderator: Visitor, table: str, kind: str, who: Visitor | None = None, **fields: Any) -> Seen:
    """An act from the desk to its end."""
    opened = await moderator.choose(await desk(moderator, table=table), f"macts:{table}", kind)
    assert opened.modal is not None
    fields |= {} if who is None else {"target": [who.id]}
    return await shown(await moderator.submit(opened.modal, fields))


async def table_at(bot: Tortuga, board: Seen) -> Table:
    """The table as it is."""
    return await bot.services.tables.table(table_of(board))


async def audit(bot: Tortuga, board: Seen) -> list[AuditRow]:
    """What was done there."""
    return await bot.store.audit.of_table(table_of(board))


# every act


async def test_every_act_is_done_from_the_panel_and_the_last_is_taken_back(
    bot: Tortuga, morgan: Visitor, anne: Visitor, calico: Visitor, dampier: Visitor, board: Seen
) -> None:
    whom = {"robot": anne, "replace": anne, "remove": calico}
    kinds = ["extend", "hold", "release", "robot", "replace", "remove", "void"]
    assert set(kinds) == set(ACTIONS)
    said = None
    for kind in kinds:
        fields: dict[str, Any] = {"person": dampier.id} if ACTIONS[kind].person else {}
        fields |= {"length": ["3600"]} if ACTIONS[kind].asks_length() else {}
        said = await done(morgan, table_of(board), kind, whom.get(kind), reason="so it is", **fields)
        row = (await audit(bot, board))[-1]
        assert (row.kind, row.name, row.reason) == (kind, "Morgan", "so it is")
    assert said is not None
    assert (await table_at(bot, board)).phase == "closed"
    await confirmed(morgan, said, "Undo…")
    assert (await table_at(bot, board)).phase == "playing"
    assert [row.kind for row in await audit(bot, board)] == [*kinds, "void"]


@pytest.mark.parametrize("readers", ["few", "all"])
async def test_somebody_is_removed_for_good_and_everybody_reads_why_only_where_that_was_chosen(
    bot: Tortuga, morgan: Visitor, anne: Visitor, calico: Visitor, board: Seen, readers: str
) -> None:
    await done(morgan, table_of(board), "remove", anne, reason="was rude", readers=[readers])
    assert (await table_at(bot, board)).seat_kept_for(int(anne.id)) is None
    told = await calico.wait_for(lambda seen: "Morgan removed" in seen.text and not seen.is_ephemeral)
    assert ("was rude" in told.text) == (readers == "all")
    assert "was rude" in (await shown(await morgan.slash("moderate log"))).text


async def test_somebody_else_plays_on_in_the_seat(
    bot: Tortuga, morgan: Visitor, anne: Visitor, dampier: Visitor, board: Seen
) -> None:
    await done(morgan, table_of(board), "replace", anne, person=dampier.id, reason="ill")
    table = await table_at(bot, board)
    assert table.seat_of(int(dampier.id)) is not None
    assert table.seat_kept_for(int(anne.id)) is None
    assert (await hand(dampier, board)).is_ephemeral
    log = await shown(await morgan.slash("moderate log"))
    assert "Morgan put Dampier in for Anne. Reason: ill" in log.text


async def test_whoever_is_told_why_in_private_is_told_at_which_table(
    bot: Tortuga, morgan: Visitor, anne: Visitor, board: Seen
) -> None:
    await done(morgan, table_of(board), "robot", anne, reason="asleep")
    table = await table_at(bot, board)
    there = anne.direct_messages
    told = await anne.wait_for(lambda seen: "Reason: asleep" in seen.text, timeout=10, channel=there)
    assert f"table `{table.id}` in <#{table.channel}>" in told.text


async def test_whoever_waits_in_a_lobby_is_removed_from_it(
    bot: Tortuga, morgan: Visitor, anne: Visitor, calico: Visitor
) -> None:
    lobby = await open_lobby(anne, calico)
    await done(morgan, table_of(lobby), "remove", calico, reason="asked for it")
    table = await bot.services.tables.table(table_of(lobby))
    assert [seat.user for seat in table.seats] == [int(anne.id)]


async def test_what_was_done_is_taken_back_from_the_desk(bot: Tortuga, morgan: Visitor, board: Seen) -> None:
    table = table_of(board)
    said = await done(morgan, table, "hold")
    screen = await desk(morgan)
    assert "Morgan stopped the table's clocks." in screen.text
    entry = (await audit(bot, board))[-1].id
    asked = await shown(await morgan.choose(screen, f"mbacks:{table}", str(entry)))
    await confirmed(morgan, asked, "Undo…", reason="they are back")
    assert not (await table_at(bot, board)).is_held
    assert "mbacks:" not in str([select.custom_id for select in (await desk(morgan)).selects])
    assert "already done" in (await shown(await morgan.press(said, "Undo…"))).text


async def test_a_long_log_of_the_server_is_turned_page_by_page(
    bot: Tortuga, morgan: Visitor, board: Seen
) -> None:
    for at in range(30):
        act = Hold() if at % 2 == 0 else Release()
        await bot.services.tables.moderation.apply(
            Press(9000 + at, int(morgan.id), "Morgan"), table_of(board), act, f"no. {at}"
        )
    screen, read = await shown(await morgan.slash("moderate log")), list[str]()
    read.append(screen.text)
    while any(button.label == "Earlier" for button in screen.buttons):
        screen = await shown(await morgan.press(screen, "Earlier"))
        read.append(screen.text)
    assert len(read) == 3
    told = "\n".join(read).splitlines()
    assert [sum(line.endswith(f"Reason: no. {at}") for line in told) for at in range(30)] == [1] * 30
    assert "no. 29" in (await shown(await morgan.press(screen, "The latest"))).text


async def test_the_table_is_the_one_in_this_channel_whether_or_not_the_moderator_plays(
    bot: Tortuga, morgan: Visitor, anne: Visitor, calico: Visitor, board: Seen
) -> None:
    assert table_of(board) in (await desk(morgan)).text
    morgan.channel = "captains-table"
    await open_lobby(morgan)
    morgan.channel = "tavern"
    assert table_of(board) in (await desk(morgan)).text


# who may, and what they see


CRAFTED = [
    ("mdesk", ("0",)),
    ("macts", ()),
    ("mact", ("void", "", "0")),
    ("mwhich", ("remove", "", "0")),
    ("msure", ("void", "")),
    ("mback", ("1",)),
    ("mbacks", ()),
]


async def test_a_players_crafted_press_is_refused(
    pg: Playground, bot: Tortuga, anne: Visitor, board: Seen
) -> None:
    before = await table_at(bot, board)
    assert {
        verb for verb in custom_ids.VERBS if verb.startswith("m") and "table" in custom_ids.VERBS[verb]
    } - {"more"} == {verb for verb, _parts in CRAFTED}
    for verb, parts in CRAFTED:
        custom_id = custom_ids.encode(verb, table_of(board), *parts)
        assert NOT_YOURS in (await crafted(pg, anne, custom_id)).text
        if verb in ("msure", "mback"):
            assert NOT_YOURS in (await crafted(pg, anne, custom_id, Kind.MODAL)).text
    assert NOT_YOURS in (await crafted(pg, anne, "mlog:0")).text
    assert NOT_YOURS in (await shown(await anne.slash("moderate table"))).text
    assert NOT_YOURS in (await shown(await anne.slash("moderate log"))).text
    assert (await table_at(bot, board)).revision == before.revision


async def test_a_role_that_is_taken_away_makes_the_open_desk_useless(
    pg: Playground, bot: Tortuga, morgan: Visitor, board: Seen
) -> None:
    table = table_of(board)
    opened = await morgan.choose(await desk(morgan), f"macts:{table}", "void")
    assert opened.modal is not None
    pg.guild().members[morgan.id].roles.remove(moderators(pg).id)
    assert NOT_YOURS in (await shown(await morgan.submit(opened.modal, {"reason": "because"}))).text
    assert (await table_at(bot, board)).phase == "playing"

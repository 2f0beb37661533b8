"""What becomes of a table's messages when its game is over: threads are put away, and nothing breaks."""

from __future__ import annotations

from msgspec.structs import replace

from bot.app import Tortuga
from bot.tables import lobby
from bot.tables.model import Press
from bot.tables.moderation import ClearTable, VoidTable
from playground import Playground, Seen, Visitor
from tests.bot.commands.test_leaving import ways_out
from tests.support.idle import until, until_told
from tests.support.table_play import behind_more, board_of, deal, has_ended, open_lobby, table_of


async def conceded(anne: Visitor, calico: Visitor) -> tuple[Seen, Seen]:
    """The board and the result of a game that Calico has conceded, in a thread that is put away."""
    board = await deal(anne, calico)
    asked = await calico.press(await ways_out(calico, board), "Concede")
    assert asked.message is not None
    await calico.press(asked.message, "Yes, concede")
    return board, await anne.wait_for(lambda seen: seen.channel_id == board.channel_id and has_ended(seen))


def is_archived(pg: Playground, seen: Seen) -> bool:
    """Whether the thread in which the message stands is put away."""
    return pg.world.channel(seen.channel_id).metadata.archived


async def put_away(pg: Playground, bot: Tortuga, seen: Seen) -> None:
    """Wait until the thread is, and nothing more is to be done."""
    await until_told(bot.store, lambda: is_archived(pg, seen))


async def test_the_thread_is_put_away_after_the_result(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    board, result = await conceded(anne, calico)
    await put_away(pg, bot, board)
    card = next(seen for seen in anne.sees("tavern") if seen.id == board.channel_id)
    assert has_ended(card)
    assert has_ended(result.refresh())
    assert pg.violations == []


async def test_late_presses_and_a_rematch_work_from_a_thread_that_is_put_away(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    board, result = await conceded(anne, calico)
    await put_away(pg, bot, board)
    for label in ("Scores", "More"):
        read = await calico.press(board, label)
        assert read.message is not None
        assert read.message.is_ephemeral
    replay = await behind_more(calico, board, "Replay")
    assert replay.message is not None
    assert replay.message.is_ephemeral
    await anne.press(result, "Rematch")
    again = await calico.wait_for(lambda seen: "Join" in str(seen.buttons), channel="tavern")
    await calico.press(result, "Rematch")
    await until(lambda: "Calico" in again.refresh().text)
    assert is_archived(pg, board)
    assert pg.violations == []


async def test_what_is_drawn_after_the_end_is_drawn_in_the_thread_that_is_put_away_and_it_stays_so(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    board, result = await conceded(anne, calico)
    await put_away(pg, bot, board)
    messages = bot.services.table_publisher.messages
    table = await bot.services.tables.table(table_of(result))
    renamed = table.with_record(seats=tuple(_shouting(seat) for seat in table.seats))
    async with messages.turns.turn(table.id):
        assert await messages.refresh(replace(renamed, revision=table.revision + 1))
    assert "ANNE" in result.refresh().text
    assert not result.is_gone
    assert is_archived(pg, board)
    results = [seen for seen in anne.sees(board) if has_ended(seen)]
    assert [seen.id for seen in results] == [result.id]


def _shouting(seat):

    return replace(seat, name=seat.name.upper())


async def test_of_a_table_that_is_taken_away_nothing_stays_in_its_thread_whoever_has_put_that_away(
    pg: Playground, bot: Tortuga, anne: Visitor
) -> None:
    waiting, tables, morgan = await open_lobby(anne), bot.services.tables, pg.person("Morgan")
    await tables.change(Press(1, int(anne.id), anne.name), table_of(waiting), lobby.add_robot)
    await anne.press(waiting, "Start")
    board = await board_of(anne, waiting)
    pg.archive(board)
    await tables.moderation.apply(Press(2, int(morgan.id), morgan.name), table_of(board), ClearTable(), "")
    await until_told(bot.store, lambda: board.is_gone)
    assert is_archived(pg, board)


async def test_where_a_closing_is_undone_before_it_was_told_the_game_goes_on_in_its_thread(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    tables, id, morgan = bot.services.tables, table_of(board), pg.person("Morgan")
    async with bot.services.table_publisher.messages.turns.turn(id):  # nothing is told of it meanwhile
        await tables.moderation.apply(Press(1, int(morgan.id), morgan.name), id, VoidTable(), "a slip")
        assert (await tables.table(id)).phase == "closed"
        (done,) = await bot.store.audit.of_table(id)
        await tables.moderation.undo(Press(2, int(morgan.id), morgan.name), done.id, "")
        assert (await tables.table(id)).phase == "playing"
    await until_told(bot.store)
    assert not is_archived(pg, board)
    assert "table closed" not in board.refresh().text
    hand = await anne.press(board, "My hand")
    assert hand.message is not None


async def test_showing_a_finished_table_finds_its_result_where_it_is(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    board, result = await conceded(anne, calico)
    await put_away(pg, bot, board)
    card = next(seen for seen in anne.sees("tavern") if seen.id == board.channel_id)
    before = len(anne.sees("tavern"))
    shown = await anne.slash("table show", table=table_of(result))
    assert f"/{card.channel_id}/{card.id}" in shown.text  # the lobby's message has become the result
    assert has_ended(card.refresh())
    assert len([seen for seen in anne.sees("tavern") if not seen.is_ephemeral]) <= before
    assert is_archived(pg, board)


async def test_an_abandoned_tables_messages_say_so_although_its_thread_was_put_away_by_silence(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    for person in (anne, calico):
        await person.press(await ways_out(person, board), "Robot plays")
    await anne.wait_for(lambda seen: seen.id == board.id and "the game waits" in seen.text)
    pg.archive(board)
    tables = bot.services.tables
    tables.clock.resume(8 * 86400.0)  # a week later
    tables.deadlines.set(table_of(board), 0.0)
    await until(lambda: "Nobody came back for a week" in board.refresh().text)
    await put_away(pg, bot, board)
    card = next(seen for seen in anne.sees("tavern") if seen.id == board.channel_id)
    assert "Nobody came back for a week" in card.text

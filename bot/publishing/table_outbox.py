"""The outbox of a table: what must be told the channel once, however often the bot is killed meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
import msgspec
import structlog

from bot.client.discord_errors import DISCORD_ERRORS, DiscordProblem, discord_problem
from bot.i18n import reader_for
from bot.publishing.delivery import has_button, says
from bot.publishing.message_state import NEVER_OUTDATED
from bot.runtime.outbox import RetryLater
from bot.screens.board import board_screen, thread_name
from bot.screens.leaving import substitute_screen as call_screen
from bot.screens.lobby import pod_lobby_screen
from bot.screens.result import sheet_screen
from bot.tables.leaving import SubstituteCallPayload
from bot.tables.model import Table
from bot.tables.play import SheetPayload
from bot.ui.views import Payload
from storage.models import OutboxRow

if TYPE_CHECKING:
    from bot.publishing.table_publisher import DiscordTablePublisher

log = structlog.get_logger(__name__)

LONGEST_PAUSE = 300.0
"""Seconds before another attempt at most."""


async def handle_entry(table_publisher: DiscordTablePublisher, table: Table, entry: OutboxRow) -> None:
    """Do it. Later: Discord or the network fails just now. What cannot be done for good counts as done."""
    if entry.kind not in _HANDLERS:
        log.info(
            "an outbox entry that this version does not know is dropped", kind=entry.kind, table=table.id
        )
        return
    try:
        if entry.kind in (
            "lobby",
            "open",
        ):  # before the table's turn: the answer that is waited for does not need it
            await table_publisher.wait_for_answers(table)
        async with table_publisher.messages.turns.turn(table.id):
            await _HANDLERS[entry.kind](table_publisher, table, entry)
    except DISCORD_ERRORS as error:
        if discord_problem(error) is not DiscordProblem.PASSING:
            raise
        raise RetryLater(min(LONGEST_PAUSE, 2.0**entry.attempts)) from error


async def _lobby(table_publisher: DiscordTablePublisher, table: Table, entry: OutboxRow) -> None:
    """Post the lobby, unless the answer to the press that opened the table has."""
    if table.phase == "lobby":
        await _post_lobby(table_publisher, table, entry)


async def _post_lobby(table_publisher: DiscordTablePublisher, table: Table, entry: OutboxRow) -> None:
    poster = table_publisher.poster
    if "lobby" in await poster.posts.of(table.id):
        return
    payload = await poster.drawn(table, "lobby")
    message = await poster.post_once(
        table,
        table.channel,
        payload,
        mark=f"{entry.id}.lobby",
        tried_before=entry.attempts > 0,
        is_it=lambda message: has_button(message, "rules", table.id),
    )
    if message is not None:
        await poster.remember(table, "lobby", table.channel, message, payload)


async def _open(table_publisher: DiscordTablePublisher, table: Table, entry: OutboxRow) -> None:
    """The game has begun: a thread under the lobby's message where there may be one, and the board in it.
    Or a tournament's table waits for its players: there they are asked whether they are here.

    The board mentions once those who play, which brings them into the thread.
    """
    await table_publisher.ready()
    poster = table_publisher.poster
    await _post_lobby(table_publisher, table, entry)
    if table.phase == "closed" and table.state is None:  # the card says all there is to say
        return
    place = await _place_for_the_board(table_publisher, table)
    posts = await poster.posts.of(table.id)
    lobby = posts["lobby"].message if "lobby" in posts else None
    if "board" not in posts:
        reader, unix = reader_for(table, table.record.locale), table_publisher.tables.clock.unix
        picture = None if poster.pictures is None else await poster.pictures.of_post(table, "board")

        def drawn(opening: bool) -> Payload:
            if table.phase == "lobby":
                return pod_lobby_screen(table, reader, unix=unix, opening=opening).payload()
            return board_screen(table, reader, unix=unix, opening=opening, picture=picture).payload()

        message = await poster.post_once(
            table,
            place,
            drawn(opening=True),
            mark=f"{entry.id}.board",
            tried_before=entry.attempts > 0,
            is_it=lambda message: message.id != lobby and _is_board(message, table),
            mention=table.people,
        )
        if message is not None:
            # The greeting stays until the board is drawn for another reason.
            await poster.remember(table, "board", place, message, drawn(opening=False))
    if not await table_publisher.messages.refresh(await table_publisher.tables.table(table.id)):
        table_publisher.redraw(table.id)


def _is_board(message: discord.Message, table: Table) -> bool:
    """Whether it is the table's board, or was posted where it will be."""
    return has_button(message, "hand", table.id) or has_button(message, "here", table.id)


async def _place_for_the_board(table_publisher: DiscordTablePublisher, table: Table) -> int:
    """The table's thread if it has one or can have one, else the channel."""
    poster = table_publisher.poster
    posts = await poster.posts.of(table.id)
    if "thread" in posts:
        return posts["thread"].channel
    lobby = posts.get("lobby")
    if lobby is None or not poster.channels.may_open_threads(table.guild, lobby.channel):
        return table.channel
    reader = reader_for(table, table.record.locale)
    try:
        thread = await poster.channels.open_thread(
            table.guild, lobby.channel, lobby.message, thread_name(table, reader)
        )
    except DISCORD_ERRORS as error:
        if discord_problem(error) is DiscordProblem.PASSING:
            raise
        if discord_problem(error) is not DiscordProblem.THREAD_EXISTS:
            log.info(
                "no thread for a table; its board stands in the channel",
                table=table.id,
                why=discord_problem(error).value,
            )
            return table.channel
        # Opened by an earlier attempt: a thread has the id of the message from which it was opened.
        thread = lobby.message
    await poster.posts.posted(table.id, "thread", thread, thread, NEVER_OUTDATED)
    return thread


async def _where_it_is_played(table_publisher: DiscordTablePublisher, table: Table) -> int:
    board = (await table_publisher.poster.posts.of(table.id)).get("board")
    return table.channel if board is None else board.channel


async def _sheet(table_publisher: DiscordTablePublisher, table: Table, entry: OutboxRow) -> None:
    """The score sheet as it was when a chapter closed."""
    actions = msgspec.json.decode(entry.payload, type=SheetPayload).actions
    seen, poster = await table_publisher.tables.seen_at(table, actions), table_publisher.poster
    sheet = table.game.sheet(seen)
    if sheet is None:
        return
    picture = None if poster.pictures is None else await poster.pictures.of_sheet(table, seen)
    reader = reader_for(table, table.record.locale)
    payload = sheet_screen(table, sheet, reader, picture=picture).payload()
    await poster.post_once(
        table,
        await _where_it_is_played(table_publisher, table),
        payload,
        mark=str(entry.id),
        tried_before=entry.attempts > 0,
        is_it=lambda message: says(message, payload),
    )


async def _result(table_publisher: DiscordTablePublisher, table: Table, entry: OutboxRow) -> None:
    """The lobby's message becomes the result, the board shows the end, the result is posted beside it."""
    poster = table_publisher.poster
    place = await _where_it_is_played(table_publisher, table)
    if "result" not in await poster.posts.of(table.id):
        payload = await poster.drawn(table, "result")
        message = await poster.post_once(
            table,
            place,
            payload,
            mark=str(entry.id),
            tried_before=entry.attempts > 0,
            is_it=lambda message: has_button(message, "proof", table.id),
        )
        if message is not None:
            await poster.remember(table, "result", place, message, payload)
    await _finish(table_publisher, table)


async def _rated(table_publisher: DiscordTablePublisher, table: Table, entry: OutboxRow) -> None:
    """The result shows what it did to ratings."""
    del entry
    await _finish(table_publisher, table)


async def _call(table_publisher: DiscordTablePublisher, table: Table, entry: OutboxRow) -> None:
    """Somebody is wanted for a seat: said in the channel, where those are who do not play yet."""
    poster, seat = (
        table_publisher.poster,
        msgspec.json.decode(entry.payload, type=SubstituteCallPayload).seat,
    )
    wanted = any(call.seat == seat for call in table.record.calls)
    if not wanted and not entry.attempts:  # else it may stand there, to be taken away
        return
    posts = await poster.posts.of(table.id)
    place = posts["lobby"].channel if "lobby" in posts else table.channel
    message = await poster.post_once(
        table,
        place,
        call_screen(table, reader_for(table, table.record.locale), seat).payload(),
        mark=str(entry.id),
        tried_before=entry.attempts > 0,
        is_it=lambda message: has_button(message, "take", table.id, str(seat)),
    )
    if message is not None:
        await poster.posts.posted(table.id, _call_of(seat), place, message, NEVER_OUTDATED)


async def _uncall(table_publisher: DiscordTablePublisher, table: Table, entry: OutboxRow) -> None:
    """Nobody is wanted for the seat any more: the call is taken away."""
    poster, seat = (
        table_publisher.poster,
        msgspec.json.decode(entry.payload, type=SubstituteCallPayload).seat,
    )
    post = (await poster.posts.of(table.id)).get(_call_of(seat))
    if post is None:
        return
    try:
        await poster.channels.delete(table.guild, post.channel, post.message)
    except DISCORD_ERRORS as error:
        if discord_problem(error) is DiscordProblem.PASSING:
            raise
        log.info("a call was not removed", table=table.id, why=discord_problem(error).value)
    await poster.posts.gone(post)


def _call_of(seat: int) -> str:
    """The kind of post that a call for this seat is."""
    return f"call {seat}"


async def _closed(table_publisher: DiscordTablePublisher, table: Table, entry: OutboxRow) -> None:
    """The messages say that the table has closed."""
    del entry
    await _finish(table_publisher, table)


async def _finish(table_publisher: DiscordTablePublisher, table: Table) -> None:
    """Draw the last state, then put the thread away. Whoever still writes in it opens it again.

    What is drawn in a thread opens it, too; so it stays for what the next outbox entry has to draw.
    """
    poster = table_publisher.poster
    more_to_come = await poster.waits_for_ratings(table)
    if not await table_publisher.messages.refresh(table):
        raise RetryLater(2.0)
    thread = (await poster.posts.of(table.id)).get("thread")
    if thread is None or more_to_come:
        return
    if table_publisher.nudges.has_messages_about(
        table.id
    ):  # those in the thread go first: what goes later opens it again
        raise RetryLater(2.0)
    try:
        await poster.channels.archive(thread.channel)
    except DISCORD_ERRORS as error:
        if discord_problem(error) is DiscordProblem.PASSING:
            raise
        log.info("a thread was not archived", table=table.id, why=discord_problem(error).value)


_HANDLERS = {
    "lobby": _lobby,
    "open": _open,
    "sheet": _sheet,
    "call": _call,
    "uncall": _uncall,
    "result": _result,
    "rated": _rated,
    "closed": _closed,
}

"""The errands: what must be told the channel once, however often the bot is killed meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
import msgspec
import structlog

from bot.discord_errors import ERRORS, Trouble, trouble
from bot.messenger.contents import has_button, says
from bot.messenger.posts import NEVER_OUTDATED
from bot.page import Payload
from bot.screens.board import board, thread_name
from bot.screens.leaving import call as call_screen
from bot.screens.pods import waiting
from bot.screens.sheet import sheet as sheet_screen
from bot.tables.errands import Later
from bot.tables.leaving import Called
from bot.tables.play import Sheeted
from bot.tables.table import Table
from bot.words import reader_for
from storage.records import ErrandRow

if TYPE_CHECKING:
    from bot.messenger.messenger import DiscordMessenger

log = structlog.get_logger(__name__)

LONGEST_PAUSE = 300.0
"""Seconds before another attempt at most."""


async def run(messenger: DiscordMessenger, table: Table, errand: ErrandRow) -> None:
    """Do it. Later: Discord or the network fails just now. What cannot be done for good counts as done."""
    if errand.kind not in _RUN:
        log.info("an errand that this version does not know is dropped", kind=errand.kind, table=table.id)
        return
    try:
        if errand.kind in (
            "lobby",
            "open",
        ):  # before the table's turn: the answer that is waited for does not need it
            await messenger.answers_given(table)
        async with messenger.messages.turns.turn(table.id):
            await _RUN[errand.kind](messenger, table, errand)
    except ERRORS as error:
        if trouble(error) is not Trouble.PASSING:
            raise
        raise Later(min(LONGEST_PAUSE, 2.0**errand.attempts)) from error


async def _lobby(messenger: DiscordMessenger, table: Table, errand: ErrandRow) -> None:
    """Post the lobby, unless the answer to the press that opened the table has."""
    if table.phase == "lobby":
        await _post_lobby(messenger, table, errand)


async def _post_lobby(messenger: DiscordMessenger, table: Table, errand: ErrandRow) -> None:
    placing = messenger.placing
    if "lobby" in await placing.posts.of(table.id):
        return
    payload = await placing.drawn(table, "lobby")
    message = await placing.post_once(
        table,
        table.channel,
        payload,
        mark=f"{errand.id}.lobby",
        tried_before=errand.attempts > 0,
        is_it=lambda message: has_button(message, "rules", table.id),
    )
    if message is not None:
        await placing.remember(table, "lobby", table.channel, message, payload)


async def _open(messenger: DiscordMessenger, table: Table, errand: ErrandRow) -> None:
    """The game has begun: a thread under the lobby's message where there may be one, and the board in it.
    Or a tournament's table waits for its players: there they are asked whether they are here.

    The board mentions once those who play, which brings them into the thread.
    """
    await messenger.ready()
    placing = messenger.placing
    await _post_lobby(messenger, table, errand)
    if table.phase == "closed" and table.state is None:  # the card says all there is to say
        return
    place = await _place_for_the_board(messenger, table)
    posts = await placing.posts.of(table.id)
    lobby = posts["lobby"].message if "lobby" in posts else None
    if "board" not in posts:
        reader, unix = reader_for(table, table.record.locale), messenger.house.clock.unix
        picture = None if placing.pictures is None else await placing.pictures.of_post(table, "board")

        def drawn(opening: bool) -> Payload:
            if table.phase == "lobby":
                return waiting(table, reader, unix=unix, opening=opening).payload()
            return board(table, reader, unix=unix, opening=opening, picture=picture).payload()

        message = await placing.post_once(
            table,
            place,
            drawn(opening=True),
            mark=f"{errand.id}.board",
            tried_before=errand.attempts > 0,
            is_it=lambda message: message.id != lobby and _is_board(message, table),
            mention=table.people,
        )
        if message is not None:
            # The greeting stays until the board is drawn for another reason.
            await placing.remember(table, "board", place, message, drawn(opening=False))
    if not await messenger.messages.refresh(await messenger.house.table(table.id)):
        messenger.redraw(table.id)


def _is_board(message: discord.Message, table: Table) -> bool:
    """Whether it is the table's board, or was posted where it will be."""
    return has_button(message, "hand", table.id) or has_button(message, "here", table.id)


async def _place_for_the_board(messenger: DiscordMessenger, table: Table) -> int:
    """The table's thread if it has one or can have one, else the channel."""
    placing = messenger.placing
    posts = await placing.posts.of(table.id)
    if "thread" in posts:
        return posts["thread"].channel
    lobby = posts.get("lobby")
    if lobby is None or not placing.channels.may_open_threads(table.guild, lobby.channel):
        return table.channel
    reader = reader_for(table, table.record.locale)
    try:
        thread = await placing.channels.open_thread(
            table.guild, lobby.channel, lobby.message, thread_name(table, reader)
        )
    except ERRORS as error:
        if trouble(error) is Trouble.PASSING:
            raise
        if trouble(error) is not Trouble.THREAD_EXISTS:
            log.info(
                "no thread for a table; its board stands in the channel",
                table=table.id,
                why=trouble(error).value,
            )
            return table.channel
        # Opened by an earlier attempt: a thread has the id of the message from which it was opened.
        thread = lobby.message
    await placing.posts.posted(table.id, "thread", thread, thread, NEVER_OUTDATED)
    return thread


async def _where_it_is_played(messenger: DiscordMessenger, table: Table) -> int:
    board = (await messenger.placing.posts.of(table.id)).get("board")
    return table.channel if board is None else board.channel


async def _sheet(messenger: DiscordMessenger, table: Table, errand: ErrandRow) -> None:
    """The score sheet as it was when a chapter closed."""
    actions = msgspec.json.decode(errand.payload, type=Sheeted).actions
    seen, placing = await messenger.house.seen_at(table, actions), messenger.placing
    sheet = table.game.sheet(seen)
    if sheet is None:
        return
    picture = None if placing.pictures is None else await placing.pictures.of_sheet(table, seen)
    reader = reader_for(table, table.record.locale)
    payload = sheet_screen(table, sheet, reader, picture=picture).payload()
    await placing.post_once(
        table,
        await _where_it_is_played(messenger, table),
        payload,
        mark=str(errand.id),
        tried_before=errand.attempts > 0,
        is_it=lambda message: says(message, payload),
    )


async def _result(messenger: DiscordMessenger, table: Table, errand: ErrandRow) -> None:
    """The lobby's message becomes the result, the board shows the end, the result is posted beside it."""
    placing = messenger.placing
    place = await _where_it_is_played(messenger, table)
    if "result" not in await placing.posts.of(table.id):
        payload = await placing.drawn(table, "result")
        message = await placing.post_once(
            table,
            place,
            payload,
            mark=str(errand.id),
            tried_before=errand.attempts > 0,
            is_it=lambda message: has_button(message, "proof", table.id),
        )
        if message is not None:
            await placing.remember(table, "result", place, message, payload)
    await _finish(messenger, table)


async def _rated(messenger: DiscordMessenger, table: Table, errand: ErrandRow) -> None:
    """The result shows what it did to ratings."""
    del errand
    await _finish(messenger, table)


async def _call(messenger: DiscordMessenger, table: Table, errand: ErrandRow) -> None:
    """Somebody is wanted for a seat: said in the channel, where those are who do not play yet."""
    placing, seat = messenger.placing, msgspec.json.decode(errand.payload, type=Called).seat
    wanted = any(call.seat == seat for call in table.record.calls)
    if not wanted and not errand.attempts:  # else it may stand there, to be taken away
        return
    posts = await placing.posts.of(table.id)
    place = posts["lobby"].channel if "lobby" in posts else table.channel
    message = await placing.post_once(
        table,
        place,
        call_screen(table, reader_for(table, table.record.locale), seat).payload(),
        mark=str(errand.id),
        tried_before=errand.attempts > 0,
        is_it=lambda message: has_button(message, "take", table.id, str(seat)),
    )
    if message is not None:
        await placing.posts.posted(table.id, _call_of(seat), place, message, NEVER_OUTDATED)


async def _uncall(messenger: DiscordMessenger, table: Table, errand: ErrandRow) -> None:
    """Nobody is wanted for the seat any more: the call is taken away."""
    placing, seat = messenger.placing, msgspec.json.decode(errand.payload, type=Called).seat
    post = (await placing.posts.of(table.id)).get(_call_of(seat))
    if post is None:
        return
    try:
        await placing.channels.delete(table.guild, post.channel, post.message)
    except ERRORS as error:
        if trouble(error) is Trouble.PASSING:
            raise
        log.info("a call was not removed", table=table.id, why=trouble(error).value)
    await placing.posts.gone(post)


def _call_of(seat: int) -> str:
    """The kind of post that a call for this seat is."""
    return f"call {seat}"


async def _closed(messenger: DiscordMessenger, table: Table, errand: ErrandRow) -> None:
    """The messages say that the table has closed."""
    del errand
    await _finish(messenger, table)


async def _finish(messenger: DiscordMessenger, table: Table) -> None:
    """Draw the last state, then put the thread away. Whoever still writes in it opens it again.

    What is drawn in a thread opens it, too; so it stays for what the next errand has to draw.
    """
    placing = messenger.placing
    more_to_come = await placing.waits_for_ratings(table)
    if not await messenger.messages.refresh(table):
        raise Later(2.0)
    thread = (await placing.posts.of(table.id)).get("thread")
    if thread is None or more_to_come:
        return
    if messenger.nudges.tell_of(table.id):  # those in the thread go first: what goes later opens it again
        raise Later(2.0)
    try:
        await placing.channels.archive(thread.channel)
    except ERRORS as error:
        if trouble(error) is Trouble.PASSING:
            raise
        log.info("a thread was not archived", table=table.id, why=trouble(error).value)


_RUN = {
    "lobby": _lobby,
    "open": _open,
    "sheet": _sheet,
    "call": _call,
    "uncall": _uncall,
    "result": _result,
    "rated": _rated,
    "closed": _closed,
}

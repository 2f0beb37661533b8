"""Opening tables: a lobby to wait in, a game against robots at once, a rematch."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.client import channels
from bot.client.interaction_context import InteractionContext
from bot.commands.playing import follow_up_with_hand, send_hand, warn_host
from bot.commands.responses import confirm
from bot.i18n import Markup, Reader
from bot.pace import Pace
from bot.publishing.table_messages import message_link
from bot.refusal import Refusal
from bot.runtime.log_context import bind_log_context
from bot.screens import leaving as screens
from bot.screens import options as options_screens
from bot.screens import options as screens_options
from bot.screens.lobby import confirm_close
from bot.services import Services
from bot.tables import leaving
from bot.tables import lobby as rules_of_the_house
from bot.tables import options as tables_options
from bot.tables.model import Press, PressResult, Table
from bot.ui import custom_ids, notices
from bot.ui.views import Payload
from games.text import _

BOARD_PATIENCE = 3.0
"""Seconds for which a hand waits, where the board will stand in the same channel, to come below it."""


async def create(
    services: Services,
    asked: InteractionContext,
    game: str,
    capacity: int | None,
    options: dict[str, Any],
    pace: Pace | None,
) -> None:
    """A new lobby; the answer is its message."""
    require_permissions(asked)
    with services.table_publisher.posting(asked.interaction.id):
        done = await services.tables.create(
            asked.press,
            guild=asked.guild,
            channel=asked.channel,
            game=game,
            options=options,
            capacity=capacity,
            locale=asked.public_locale,
            pace=pace,
            opener=asked.opener,
        )
        bind_log_context("table", done.table.id)
        await _answer_with_lobby(services, asked, done)


async def play(
    services: Services, asked: InteractionContext, game: str | None, options: dict[str, Any]
) -> None:
    """A table full of robots, the game begun: the answer says so to everybody, the hand follows below it.

    What is posted later pushes a private message up, out of sight. So the hand comes last.
    """
    require_permissions(asked)
    with services.table_publisher.posting(asked.interaction.id):
        done = await services.tables.play(
            asked.press,
            guild=asked.guild,
            channel=asked.channel,
            game=game,
            options=options,
            locale=asked.public_locale,
            opener=asked.opener,
        )
        bind_log_context("table", done.table.id)
        is_answered = await _post_lobby(services, asked, done.table)
    if not is_answered:  # the answer was put off: it will be private, and the outbox entry posts the rest
        await send_hand(services, asked, done.table, done.said)
        return
    await services.table_publisher.wait_for_board(done.table, BOARD_PATIENCE)
    await follow_up_with_hand(services, asked, await services.tables.table(done.table.id), done.said)


async def rematch(services: Services, asked: InteractionContext, table: str) -> None:
    """The first to press opens the table for the next game, the others sit down at it."""
    with services.table_publisher.posting(asked.interaction.id):
        done = await services.tables.rematch(asked.press, table, asked.opener)
        if done.table.record.host == asked.user and done.table.revision == 1:
            await _answer_with_lobby(services, asked, done)
            return
    await send_seated(services, asked, done)


async def send_seated(services: Services, asked: InteractionContext, done: PressResult) -> None:
    """Where the table is at which somebody has sat down."""
    post = await services.table_publisher.live_post(done.table)
    if done.said is not None:
        words = done.said
    elif post is None:
        words = _("You sit at table {table}.", table=done.table.id)
    else:
        where = Markup(message_link(done.table.guild, post))
        words = _("You sit at table {table}: {where}", table=done.table.id, where=where)
    await asked.tell(notices.info(words, await services.reader(asked, done.table.id)).payload())


async def _answer_with_lobby(services: Services, asked: InteractionContext, done: PressResult) -> None:
    """The lobby as the answer. If that was put off, the outbox entry posts it, and the host is told so."""
    table = done.table
    if await _post_lobby(services, asked, table):
        return
    where = Markup(f"<#{table.channel}>")
    words = _(
        "Table {table} is open. Its lobby appears in {channel} in a moment.", table=table.id, channel=where
    )
    await asked.tell(notices.info(words, await services.reader(asked, table.id)).payload())


async def _post_lobby(services: Services, asked: InteractionContext, table: Table) -> bool:
    """The lobby's message as the answer, for everybody; False if not, and the outbox entry posts it."""
    if table.channel != asked.channel:
        return False  # a rematch stands where the first game's lobby stood, not in that game's thread
    poster = services.table_publisher.poster
    payload = await poster.drawn(table, "lobby")
    message = await asked.post(payload)
    if message is not None:
        await poster.remember(table, "lobby", asked.channel, message, payload)
    return message is not None


def require_permissions(asked: InteractionContext) -> None:
    """Refusal in a channel in which the bot may not show a table."""
    thread = isinstance(asked.interaction.channel, discord.Thread)
    lacking = channels.missing_for_tables(asked.interaction.app_permissions, thread=thread)
    if lacking:
        raise Refusal(
            "shut",
            _(
                "I cannot set up a table here: in this channel I lack {permissions}. Whoever manages the "
                "server can give it to me in the channel's settings, under Permissions. Until then, try "
                "another channel.",
                permissions=channels.permission_names(lacking),
            ),
        )


# Buttons that lead out of a running game, and into it in somebody's place.


async def show_ways_out(services: Services, asked: InteractionContext, table: str) -> None:
    """Show the ways out."""
    known = await services.tables.table(table)
    seat = leaving.require_own_seat(known, asked.user)
    await asked.tell(screens.ways_out_screen(known, await services.reader(asked, table), seat).payload())


async def leave_to_robot(services: Services, asked: InteractionContext, table: str) -> None:
    """A robot plays on until they are back."""
    done = await services.tables.leave_to_robot(asked.press, table)
    await confirm(services, asked, done, _("A robot plays on in your seat."))


async def ask_to_concede(services: Services, asked: InteractionContext, table: str) -> None:
    """Ask whether they mean it."""
    known = await services.tables.table(table)
    seat = leaving.require_own_seat(known, asked.user)
    await _in_place(
        asked, screens.confirm_concede(known, await services.reader(asked, table), seat).payload()
    )


async def concede(services: Services, asked: InteractionContext, table: str) -> None:
    """Leave for good."""
    done = await services.tables.concede(asked.press, table)
    await confirm(services, asked, done, _("You have conceded."))


async def call_substitute(services: Services, asked: InteractionContext, table: str, seat: str) -> None:
    """A substitute is wanted."""
    done = await services.tables.call_substitute(asked.press, table, int(seat))
    await confirm(services, asked, done, _("A substitute is wanted."))


async def withdraw_call(services: Services, asked: InteractionContext, table: str, seat: str) -> None:
    """None is wanted after all."""
    done = await services.tables.withdraw_call(asked.press, table, int(seat))
    await confirm(services, asked, done, _("No substitute is wanted any more."))


async def take_seat(services: Services, asked: InteractionContext, table: str, seat: str) -> None:
    """Sit down in somebody's place: the answer is the hand, which nobody but them is shown."""
    done = await services.tables.take_seat(asked.press, table, int(seat))
    await send_hand(services, asked, done.table, _("The seat is yours: this is your hand now."))


async def _in_place(asked: InteractionContext, payload: Payload) -> None:
    """In place of the private message whose button was pressed, or as a new one."""
    await (asked.redraw(payload) if asked.is_press and asked.is_on_private_message else asked.tell(payload))


# The lobby's buttons, and the options that the host has behind one of them.


LobbyAction = Callable[[Press, str], Awaitable[PressResult]]


async def join(services: Services, asked: InteractionContext, table: str) -> None:
    """Sit down."""
    if asked.is_on_private_message:
        await send_seated(services, asked, await services.tables.join(asked.press, table))
    else:
        await _act_on_lobby(services, asked, table, services.tables.join)


async def leave(services: Services, asked: InteractionContext, table: str) -> None:
    """Get up; in the middle of a game there are several ways to do so."""
    known = await services.tables.table(table)
    if known.phase == "playing":
        await show_ways_out(services, asked, table)
    elif asked.is_on_private_message:
        await leave_lobby(services, asked, table)
    else:
        await _act_on_lobby(services, asked, table, services.tables.leave)


async def leave_lobby(services: Services, asked: InteractionContext, table: str) -> None:
    """Get up before the game begins."""
    done = await services.tables.leave(asked.press, table)
    await confirm(services, asked, done, _("You have left table {table}.", table=table))


async def add_robot(services: Services, asked: InteractionContext, table: str) -> None:
    """A robot sits down."""
    await _act_on_lobby(services, asked, table, services.tables.add_robot)


async def start(services: Services, asked: InteractionContext, table: str) -> None:
    """Deal."""
    await _act_on_lobby(services, asked, table, services.tables.start)


async def _act_on_lobby(services: Services, asked: InteractionContext, table: str, act: LobbyAction) -> None:
    """Do it and draw the lobby anew, whose button it was; the answer shows it, no other edit is needed."""
    message = asked.message
    with services.table_publisher.pressed(table, message):
        done = await act(asked.press, table)
        payload = await services.table_publisher.poster.drawn(done.table, "lobby")
        await services.table_publisher.answer_with(
            done.table, "lobby", asked.channel, message, payload, lambda: asked.redraw(payload)
        )
    if done.said is not None:
        await asked.also_tell(notices.info(done.said, await services.reader(asked, table)).payload())
    await warn_host(services, asked, done.table)


async def ask_for_cut(services: Services, asked: InteractionContext, table: str) -> None:
    """Ask for the word to cut with."""
    known = await services.tables.table(table)
    rules_of_the_house.require_lobby(known)
    if known.seat_of(asked.user) is None:
        raise Refusal("foreign", _("You do not sit at this table. Press Join first."))
    if not await asked.ask(screens_options.cut_modal(known, await services.reader(asked, table)).payload()):
        raise Refusal("late", _("That took too long, so the window could not be opened. Press Cut again."))


async def cut(services: Services, asked: InteractionContext, table: str) -> None:
    """The word has come."""
    done = await services.tables.cut(asked.press, table, asked.written(screens_options.WORD))
    await confirm(services, asked, done, _("Your word is in the shuffle."))


# what only the host may do


async def show_options(services: Services, asked: InteractionContext, table: str) -> None:
    """Show the host what can be changed."""
    known = await services.tables.table(table)
    rules_of_the_house.require_lobby(known)
    rules_of_the_house.require_host(known, asked.user)
    shown = options_screens.options_screen(known, await services.reader(asked, table)).payload()
    await (asked.redraw if asked.is_on_private_message else asked.tell)(shown)


async def show_seat_options(services: Services, asked: InteractionContext, table: str) -> None:
    """Turn the options' page: who plays."""
    known = await services.tables.table(table)
    rules_of_the_house.require_lobby(known)
    rules_of_the_house.require_host(known, asked.user)
    await asked.redraw(
        options_screens.seat_options_screen(known, await services.reader(asked, table)).payload()
    )


async def set_option(services: Services, asked: InteractionContext, table: str, name: str) -> None:
    """Play it differently."""
    await _redraw_options(
        services, asked, await services.tables.set_option(asked.press, table, name, asked.values[0])
    )


async def set_pace(services: Services, asked: InteractionContext, table: str) -> None:
    """How long a move may take: one of the list."""
    known = await services.tables.table(table)
    kept = asked.values[0] == known.record.pace.name == "own"
    chosen = known.record.pace if kept else tables_options.named_pace(asked.values[0])
    await _redraw_options(services, asked, await services.tables.set_pace(asked.press, table, chosen))


async def ask_for_own_pace(services: Services, asked: InteractionContext, table: str) -> None:
    """Open the window for values of one's own."""
    known = await services.tables.table(table)
    rules_of_the_house.require_lobby(known)
    rules_of_the_house.require_host(known, asked.user)
    if not await asked.ask(_pace_window(known, await services.reader(asked, table))):
        raise Refusal(
            "late", _("That took too long, so the window could not be opened. Choose it once more.")
        )


def _pace_window(table: Table, reader: Reader) -> dict[str, Any]:
    return screens_options.pace_modal(
        custom_ids.encode("pace", table.id), table.record.pace, reader
    ).payload()


async def set_own_pace(services: Services, asked: InteractionContext, table: str) -> None:
    """The values have come."""
    fields = (screens_options.MOVE, screens_options.BANK, screens_options.INCREMENT)
    chosen = tables_options.own_pace(*map(asked.written, fields))
    await _redraw_options(services, asked, await services.tables.set_pace(asked.press, table, chosen))


async def set_capacity(services: Services, asked: InteractionContext, table: str) -> None:
    """More seats, or fewer."""
    await _redraw_seat_options(
        services, asked, await services.tables.set_capacity(asked.press, table, int(asked.values[0]))
    )


async def add_robot_of_strength(
    services: Services, asked: InteractionContext, table: str, taken: str
) -> None:
    """A robot of a chosen strength sits down."""
    del taken
    await _redraw_seat_options(
        services, asked, await services.tables.add_robot(asked.press, table, asked.values[0])
    )


async def remove_player(services: Services, asked: InteractionContext, table: str) -> None:
    """Show somebody the door."""
    await _redraw_seat_options(
        services, asked, await services.tables.remove(asked.press, table, asked.values[0])
    )


async def set_locked(services: Services, asked: InteractionContext, table: str, locked: str) -> None:
    """Lock or unlock."""
    await _redraw_seat_options(services, asked, await services.tables.lock(asked.press, table, locked == "1"))


async def set_rated(services: Services, asked: InteractionContext, table: str, rated: str) -> None:
    """For ratings, or not."""
    await _redraw_options(services, asked, await services.tables.rate(asked.press, table, rated == "1"))


async def invite(services: Services, asked: InteractionContext, table: str) -> None:
    """Name who may join."""
    users = [int(user) for user in asked.values]
    await _redraw_seat_options(services, asked, await services.tables.invite(asked.press, table, users))


async def set_by_invitation(services: Services, asked: InteractionContext, table: str, who: str) -> None:
    """By invitation only, or open to all."""
    await _redraw_seat_options(
        services, asked, await services.tables.invite(asked.press, table, None if who == "all" else ())
    )


async def _redraw_options(services: Services, asked: InteractionContext, done: PressResult) -> None:
    reader = await services.reader(asked, done.table.id)
    await asked.redraw(options_screens.options_screen(done.table, reader).payload())


async def _redraw_seat_options(services: Services, asked: InteractionContext, done: PressResult) -> None:
    reader = await services.reader(asked, done.table.id)
    await asked.redraw(options_screens.seat_options_screen(done.table, reader).payload())


async def ask_to_close(services: Services, asked: InteractionContext, table: str) -> None:
    """Ask whether the host means it."""
    known = await services.tables.table(table)
    rules_of_the_house.close(known, asked.user)  # refuses what could not be done anyway
    await asked.tell(confirm_close(known, await services.reader(asked, table)).payload())


async def close(services: Services, asked: InteractionContext, table: str) -> None:
    """Call it off."""
    done = await services.tables.close_table(asked.press, table)
    await confirm(services, asked, done, _("Table {table} is closed.", table=table))


# during the game


async def pause(services: Services, asked: InteractionContext, table: str) -> None:
    """Ask for a pause, or agree to one."""
    done = await services.tables.pause(asked.press, table)
    await confirm(services, asked, done, _("The table pauses."))


async def unpause(services: Services, asked: InteractionContext, table: str) -> None:
    """Play on."""
    done = await services.tables.unpause(asked.press, table)
    await confirm(services, asked, done, _("The clocks run again."))

"""Tables: opened, joined, set up, left and closed; buttons of their lobby, and those out of a game."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

import discord

from bot.client import channels
from bot.client.interaction_context import InteractionContext
from bot.commands.playing import answer_with_hand, warn_host
from bot.commands.responses import confirm, inform
from bot.i18n import Markup
from bot.pace import NOW, Pace
from bot.publishing.message_state import message_link
from bot.refusal import Refusal
from bot.runtime.log_context import bind_log_context
from bot.screens import leaving as screens
from bot.screens import options as option_screens
from bot.screens.lobby import confirm_close, lobby_more_screen
from bot.screens.solo import confirm_end
from bot.services import Services
from bot.tables import leaving, lobby, options
from bot.tables import play as table_play
from bot.tables.model import PressResult, SoloWish, Table
from bot.ui import custom_ids, notices
from games.text import _

BOARD_PATIENCE = 3.0
"""Seconds for which a hand waits, where the board will stand in the same channel, to come below it."""


async def create(
    services: Services,
    context: InteractionContext,
    game: str,
    capacity: int | None,
    options: dict[str, Any],
    pace: Pace | None,
) -> None:
    """A new lobby; the answer is its message."""
    require_permissions(context)
    with services.table_publisher.posting(context.interaction.id):
        done = await services.tables.opening.create(
            context.press,
            guild=context.guild,
            channel=context.channel,
            game=game,
            options=options,
            capacity=capacity,
            locale=context.public_locale,
            pace=pace,
            opener=context.opener,
        )
        bind_log_context("table", done.table.id)
        await _answer_with_lobby(services, context, done)


async def begin_among_robots(
    services: Services,
    context: InteractionContext,
    game: str | None,
    wish: SoloWish,
    *,
    private: bool = False,
) -> PressResult:
    """A table full of robots, the game begun."""
    return await services.tables.opening.play(
        context.press,
        guild=context.guild,
        channel=context.channel,
        game=game,
        options=wish.options,
        locale=context.public_locale,
        opener=context.opener,
        players=wish.players,
        robot=wish.robot,
        private=private,
    )


async def play(services: Services, context: InteractionContext, game: str | None, wish: SoloWish) -> None:
    """A table full of robots, the game begun: the answer says so to everybody, the hand follows below it.

    What is posted later pushes a private message up, out of sight. So the hand comes last.
    """
    require_permissions(context)
    with services.table_publisher.posting(context.interaction.id):
        done = await begin_among_robots(services, context, game, wish)
        bind_log_context("table", done.table.id)
        is_answered = await _post_lobby(services, context, done.table)
    if not is_answered:  # the answer was deferred: it will be private, and the outbox posts the rest
        await answer_with_hand(services, context, done.table, done.said, "new")
        return
    await services.table_publisher.wait_for_board(done.table, BOARD_PATIENCE)
    table = await services.tables.table(done.table.id)
    await answer_with_hand(services, context, table, done.said, "below")


async def rematch(services: Services, context: InteractionContext, table: str) -> None:
    """The first to press opens the table for the next game, the others sit down at it."""
    posted = False
    with services.table_publisher.posting(context.interaction.id):
        done = await services.tables.opening.rematch(context.press, table, context.opener)
        opened = done.table.record.host == context.user and done.table.revision == 1
        if opened and done.table.phase == "lobby":
            await _answer_with_lobby(services, context, done)
            return
        if opened and not done.table.is_private:
            posted = await _post_lobby(services, context, done.table)
    if posted:
        await services.table_publisher.wait_for_board(done.table, BOARD_PATIENCE)
        await answer_with_hand(services, context, await services.tables.table(done.table.id), None, "below")
    else:
        await send_seated(services, context, done)


async def send_seated(services: Services, context: InteractionContext, done: PressResult) -> None:
    """Where the table is at which somebody has sat down; the hand, if that was all it waited for."""
    if done.table.phase == "playing":
        await answer_with_hand(services, context, done.table, done.said, "new")
        return
    post = await services.table_publisher.live_post(done.table)
    if done.said is not None:
        words = done.said
    elif post is None:
        words = _("You're at table {table}.", table=done.table.id)
    else:
        where = Markup(message_link(done.table.guild, post))
        words = _("You're at table {table}: {where}", table=done.table.id, where=where)
    await inform(services, context, words, done.table.id)


async def _answer_with_lobby(services: Services, context: InteractionContext, done: PressResult) -> None:
    """The lobby as the answer. If that was deferred, the outbox posts it, and the host is told so."""
    table = done.table
    if await _post_lobby(services, context, table):
        return
    where = Markup(f"<#{table.channel}>")
    words = _("Table {table} is open, in {channel}.", table=table.id, channel=where)
    await inform(services, context, words, table.id)


async def _post_lobby(services: Services, context: InteractionContext, table: Table) -> bool:
    """The lobby's message as the answer, for everybody; False if it cannot be, and the outbox posts it."""
    if table.channel != context.channel:
        return False  # a rematch stands where the first game's lobby stood, not in that game's thread
    messages = services.table_publisher.messages
    payload = await messages.drawn(table, "lobby")
    message = await context.post(payload, mention=table.record.expected)
    if message is not None:
        await messages.remember(table, "lobby", context.channel, message, payload)
    return message is not None


def require_permissions(context: InteractionContext) -> None:
    """Refusal in a channel in which the bot may not show a table."""
    thread = isinstance(context.interaction.channel, discord.Thread)
    lacking = channels.missing_for_tables(context.interaction.app_permissions, thread=thread)
    if lacking:
        raise Refusal(
            "shut",
            _(
                "I can't open a table here: I need {permissions} (channel settings, Permissions). Try "
                "another channel.",
                permissions=channels.permission_names(lacking),
            ),
        )


# Buttons that lead out of a running game, and into it in somebody's place.


async def show_ways_out(services: Services, context: InteractionContext, table: str) -> None:
    """Shows how whoever sits at the table can leave it. Refusal to everybody else."""
    known = await services.tables.table(table)
    seat = leaving.require_own_seat(known, context.user)
    if known.is_private:
        await context.show(confirm_end(known, await services.reader(context, table)).payload())
        return
    await context.show(screens.ways_out_screen(known, await services.reader(context, table), seat).payload())


async def leave_to_robot(services: Services, context: InteractionContext, table: str) -> None:
    """A robot plays on until they are back."""
    done = await services.tables.change(context.press, table, leaving.leave_to_robot)
    await confirm(services, context, done, _("A robot plays for you."))


async def ask_to_concede(services: Services, context: InteractionContext, table: str) -> None:
    """Ask whether they mean it."""
    known = await services.tables.table(table)
    seat = leaving.require_own_seat(known, context.user)
    shown = screens.confirm_concede(known, await services.reader(context, table), seat)
    await context.show(shown.payload())


async def concede(services: Services, context: InteractionContext, table: str) -> None:
    """Gives up the seat of whoever pressed, for good: a robot plays on. Refusal if they have none."""
    done = await services.tables.change(context.press, table, leaving.concede)
    await confirm(services, context, done, _("You conceded."))


async def call_substitute(services: Services, context: InteractionContext, table: str, seat: str) -> None:
    """Makes it known that somebody else is wanted for this seat. Refusal where that cannot be."""
    done = await services.tables.seating.call_substitute(context.press, table, int(seat))
    await confirm(services, context, done, _("I'm looking for a substitute."))


async def withdraw_call(services: Services, context: InteractionContext, table: str, seat: str) -> None:
    """None is wanted after all."""
    done = await services.tables.change(context.press, table, leaving.withdraw_call, int(seat))
    await confirm(services, context, done, _("No substitute needed any more."))


async def take_seat(services: Services, context: InteractionContext, table: str, seat: str) -> None:
    """Sit down in somebody's place: the answer is the hand, which nobody but them is shown."""
    done = await services.tables.seating.take_seat(context.press, table, int(seat))
    said = _("The seat is yours: this is your hand now.")
    await answer_with_hand(services, context, done.table, said, "new")


# The lobby's buttons, and the options that the host has behind one of them.


async def join(services: Services, context: InteractionContext, table: str) -> None:
    """Takes a seat at a table in its lobby. Refusal if it is full, locked or has begun."""
    if context.is_on_private_message:
        await send_seated(services, context, await services.tables.seating.join(context.press, table))
    else:
        await _act_on_lobby(services, context, table, services.tables.seating.join(context.press, table))


async def leave(services: Services, context: InteractionContext, table: str) -> None:
    """Get up; in the middle of a game there are several ways to do so."""
    known = await services.tables.table(table)
    if known.phase == "playing":
        await show_ways_out(services, context, table)
    elif context.is_on_private_message:
        await leave_lobby(services, context, table)
    else:
        await _act_on_lobby(
            services, context, table, services.tables.change(context.press, table, lobby.leave)
        )


async def leave_lobby(services: Services, context: InteractionContext, table: str) -> None:
    """Get up before the game begins."""
    done = await services.tables.change(context.press, table, lobby.leave)
    await confirm(services, context, done, _("You left table {table}.", table=table))


async def leave_from_command(services: Services, context: InteractionContext, table: str) -> None:
    """Get up, not by the lobby's button."""
    known = await services.tables.table(table)
    await (show_ways_out if known.phase == "playing" else leave_lobby)(services, context, table)


async def add_robot(services: Services, context: InteractionContext, table: str) -> None:
    """A robot sits down, one that is good for whoever wants it; others are chosen behind More, Seats."""
    known = await services.tables.table(table)
    level = await services.tables.opening.usual_robot(context.user, known)
    await _act_on_lobby(
        services, context, table, services.tables.change(context.press, table, lobby.add_robot, level)
    )


async def start(services: Services, context: InteractionContext, table: str) -> None:
    """Deals the cards at a table in its lobby. Refusal if people are missing or whoever asks may not."""
    await _act_on_lobby(services, context, table, services.tables.playing.start(context.press, table))


async def _act_on_lobby(
    services: Services, context: InteractionContext, table: str, doing: Awaitable[PressResult]
) -> None:
    """Do it and draw the lobby anew, whose button it was; the answer shows it, no other edit is needed."""
    message = context.message
    with services.table_publisher.pressed(table, message):
        done = await doing
        payload = await services.table_publisher.messages.drawn(done.table, "lobby")
        await services.table_publisher.answer_with(
            done.table, "lobby", context.channel, message, payload, lambda: context.redraw(payload)
        )
    if done.said is not None:
        await context.follow_up(notices.info(done.said, await services.reader(context, table)).payload())
    await warn_host(services, context, done.table)


async def set_when(services: Services, context: InteractionContext, table: str, when: str) -> None:
    """Makes a table one to play now, or over days at the server's own pace; `when`: "now" or another word."""
    slow = (await services.tables.servers.of(context.guild)).slow_pace
    pace = NOW if when == "now" else slow
    doing = services.tables.change(context.press, table, options.set_pace, pace)
    await _act_on_lobby(services, context, table, doing)


async def show_more(services: Services, context: InteractionContext, table: Table) -> None:
    """What is one press away from a lobby."""
    reader = await services.reader(context, table.id)
    await context.show(lobby_more_screen(table, reader, context.user).payload())


async def ask_for_cut(services: Services, context: InteractionContext, table: str) -> None:
    """Ask for the word to cut with."""
    known = await services.tables.table(table)
    lobby.require_lobby(known)
    if known.seat_of(context.user) is None:
        raise Refusal("foreign", _("You're not at this table. Press Join first."))
    modal = option_screens.cut_modal(known, await services.reader(context, table))
    if not await context.open_modal(modal.payload()):
        raise Refusal("late", _("That took too long. Press Cut again."))


async def cut(services: Services, context: InteractionContext, table: str) -> None:
    """Puts the word that was typed into the shuffle. Refusal if the cards are dealt."""
    done = await services.tables.change(context.press, table, lobby.cut, context.written(option_screens.WORD))
    await confirm(services, context, done, _("Your word is in the shuffle."))


# what only the host may do


async def _hosted_lobby(services: Services, context: InteractionContext, table: str) -> Table:
    """The table, which has not begun. Refusal to all but its host."""
    known = await services.tables.table(table)
    lobby.require_lobby(known)
    lobby.require_host(known, context.user)
    return known


async def show_options(services: Services, context: InteractionContext, table: str, page: str = "0") -> None:
    """Show the host what can be changed."""
    await _show_options(services, context, await _hosted_lobby(services, context, table), int(page))


async def show_seat_options(services: Services, context: InteractionContext, table: str) -> None:
    """Who plays: seats, robots, doors."""
    await _show_seat_options(services, context, await _hosted_lobby(services, context, table))


async def set_option(services: Services, context: InteractionContext, table: str, name: str) -> None:
    """Sets an option of the table's game to what was chosen from its list. Refusal to whoever may not."""
    done = await services.tables.change(context.press, table, options.set_option, name, context.values[0])
    await _show_options(services, context, done.table, option_screens.page_of_option(done.table, name))


async def set_pace(services: Services, context: InteractionContext, table: str) -> None:
    """How long a move may take: one of the list."""
    known = await services.tables.table(table)
    kept = context.values[0] == known.record.pace.name == "own"
    chosen = known.record.pace if kept else options.named_pace(context.values[0])
    done = await services.tables.change(context.press, table, options.set_pace, chosen)
    await _show_options(services, context, done.table)


async def ask_for_own_pace(services: Services, context: InteractionContext, table: str) -> None:
    """Open the window for values of one's own."""
    known, id = await _hosted_lobby(services, context, table), custom_ids.encode("pace", table)
    modal = option_screens.pace_modal(id, known.record.pace, await services.reader(context, table))
    if not await context.open_modal(modal.payload()):
        raise Refusal("late", _("That took too long. Choose it again."))


async def set_own_pace(services: Services, context: InteractionContext, table: str) -> None:
    """Sets the time for a move and the reserve as they were typed. Refusal if they make no sense."""
    fields = (option_screens.MOVE, option_screens.BANK, option_screens.INCREMENT)
    chosen = options.own_pace(*map(context.written, fields))
    done = await services.tables.change(context.press, table, options.set_pace, chosen)
    await _show_options(services, context, done.table)


async def set_capacity(services: Services, context: InteractionContext, table: str) -> None:
    """Sets how many seats the table has, to what was chosen from a list. Refusal to whoever may not."""
    done = await services.tables.change(context.press, table, options.set_capacity, int(context.values[0]))
    await _show_seat_options(services, context, done.table)


async def add_robot_of_strength(
    services: Services, context: InteractionContext, table: str, taken: str
) -> None:
    """A robot of a chosen strength sits down."""
    del taken
    done = await services.tables.change(context.press, table, lobby.add_robot, context.values[0])
    await _show_seat_options(services, context, done.table)


async def remove_player(services: Services, context: InteractionContext, table: str) -> None:
    """Takes away the seat of whoever was chosen from a list. Refusal to all but the host."""
    done = await services.tables.change(context.press, table, lobby.remove, context.values[0])
    await _show_seat_options(services, context, done.table)


async def readmit(services: Services, context: InteractionContext, table: str) -> None:
    """Let somebody join again who was sent away."""
    done = await services.tables.change(context.press, table, lobby.readmit, int(context.values[0]))
    await _show_seat_options(services, context, done.table)


async def set_locked(services: Services, context: InteractionContext, table: str, locked: str) -> None:
    """Sets whether nobody can join the table any more; `locked`: "1" for yes. Refusal to all but the host."""
    done = await services.tables.change(context.press, table, lobby.lock, locked == "1")
    await _show_seat_options(services, context, done.table)


async def set_rated(services: Services, context: InteractionContext, table: str, rated: str) -> None:
    """Sets whether the table's game counts for ratings; `rated`: "1" for yes. Refusal to all but the host."""
    done = await services.tables.change(context.press, table, lobby.set_rated, rated == "1")
    await _show_options(services, context, done.table)


async def allow_hints(services: Services, context: InteractionContext, table: str, on: str) -> None:
    """Hints for whoever wants one, or none."""
    done = await services.tables.change(context.press, table, lobby.allow_hints, on == "1")
    await _show_options(services, context, done.table)


async def invite(services: Services, context: InteractionContext, table: str) -> None:
    """Lets those who were chosen from a list join a locked table. Refusal to all but the host."""
    done = await services.tables.change(
        context.press, table, lobby.invite, [int(user) for user in context.values]
    )
    await _show_seat_options(services, context, done.table)


async def set_by_invitation(services: Services, context: InteractionContext, table: str, who: str) -> None:
    """By invitation only, or open to all."""
    done = await services.tables.change(context.press, table, lobby.invite, None if who == "all" else ())
    await _show_seat_options(services, context, done.table)


async def _show_options(
    services: Services, context: InteractionContext, table: Table, page: int | None = None
) -> None:
    """This page of the options; None: the one with the pace."""
    reader = await services.reader(context, table.id)
    shown = option_screens.page_of_option(table, "") if page is None else page
    await context.redraw(option_screens.options_screen(table, reader, shown).payload())


async def _show_seat_options(services: Services, context: InteractionContext, table: Table) -> None:
    reader = await services.reader(context, table.id)
    await context.redraw(option_screens.seat_options_screen(table, reader).payload())


async def ask_to_close(services: Services, context: InteractionContext, table: str) -> None:
    """Ask whether the host means it."""
    known = await services.tables.table(table)
    lobby.close(known, context.press)  # refuses what could not be done anyway
    await context.show(confirm_close(known, await services.reader(context, table)).payload())


async def close(services: Services, context: InteractionContext, table: str) -> None:
    """Calls off a table before it has begun. Refusal to whoever may not."""
    done = await services.tables.change(context.press, table, lobby.close)
    await confirm(services, context, done, _("Table {table} is closed.", table=table))


# during the game


async def pause(services: Services, context: InteractionContext, table: str) -> None:
    """Ask for a pause, or agree to one. The hand says so, as it is drawn anew once that is no longer true."""
    done = await services.tables.playing.pause(context.press, table)
    await answer_with_hand(services, context, done.table, done.said)


async def unpause(services: Services, context: InteractionContext, table: str) -> None:
    """Lets the clocks of a paused table run again. Refusal to whoever does not sit there."""
    done = await services.tables.change(context.press, table, table_play.unpause)
    await confirm(services, context, done, _("Clocks are running."))

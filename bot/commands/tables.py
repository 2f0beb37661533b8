"""Tables: opened, joined, set up, left and closed; buttons of their lobby, and those out of a game."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Annotated, Any

from bot.client.servers import ServerEvent, Servers
from bot.commands.context import Context
from bot.commands.playing import answer_with_hand, warn_host
from bot.commands.responses import confirm, inform
from bot.commands.table_answers import answer_with_message, opened_words, post_lobby, require_permissions
from bot.commands.tournaments.server_rights import require_events
from bot.commands.verbs import Found, Snowflake, button, modal, select
from bot.i18n import Markup, Reader
from bot.i18n.sanitising import truncate
from bot.pace import HOUR, NOW, Pace
from bot.publishing.message_state import message_link
from bot.recurring.recurrence import same_time_next_week
from bot.refusal import Refusal
from bot.runtime.log_context import bind_log_context
from bot.screens import leaving as screens
from bot.screens import options as option_screens
from bot.screens.board import what_next_screen
from bot.screens.calls import usual_zone
from bot.screens.lobby import confirm_close, lobby_more_screen
from bot.screens.solo import confirm_end
from bot.tables import calling, leaving, lobby, options
from bot.tables import play as table_play
from bot.tables.model import PressResult, SoloWish, Table
from bot.tables.reliability import Reliability, load_reliability
from bot.ui import custom_ids, notices
from games.contract import AnyGame
from games.text import Listed, Player, _

BOARD_PATIENCE = 3.0
"""Seconds for which a hand waits, where the board will stand in the same channel, to come below it."""


async def create(
    context: Context, game: str, capacity: int | None, options: dict[str, Any], pace: Pace | None
) -> None:
    """A new lobby; the answer is its message."""
    if not context.group:
        require_permissions(context)
    with context.publisher.posting(context.interaction.id):
        done = await context.tables.opening.create(
            context.press,
            guild=context.guild,
            channel=context.channel or context.group,
            game=game,
            options=options,
            capacity=capacity,
            locale=context.public_locale,
            pace=pace,
            opener=context.opener,
            forum=await _forum(context),
        )
        bind_log_context("table", done.table.id)
        await _answer_with_lobby(context, done)


async def _forum(context: Context) -> int:
    """The forum in which tables open here; 0: none, or none any more."""
    wanted = (await context.tables.servers.of(context.guild)).forum
    return wanted if context.publisher.messages.channels.forum(context.guild, wanted) is not None else 0


async def begin_among_robots(
    context: Context, game: str | None, wish: SoloWish, *, private: bool = False
) -> PressResult:
    """A table full of robots, the game begun."""
    return await context.tables.opening.play(
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


async def play(context: Context, game: str | None, wish: SoloWish) -> None:
    """A table full of robots, the game begun: the answer says so to everybody, the hand follows below it.

    What is posted later pushes a private message up, out of sight. So the hand comes last.
    """
    require_permissions(context)
    with context.publisher.posting(context.interaction.id):
        done = await begin_among_robots(context, game, wish)
        bind_log_context("table", done.table.id)
        is_answered = await post_lobby(context, done.table)
    if not is_answered:  # the answer was deferred: it will be private, and the outbox posts the rest
        await answer_with_hand(context, done.table, done.said, "new")
        return
    await context.publisher.wait_for_board(done.table, BOARD_PATIENCE)
    table = await context.tables.table(done.table.id)
    await answer_with_hand(context, table, done.said, "below")


@button("whatnext")
async def show_what_next(context: Context, table: Table) -> None:
    """What those who have played together can do next."""
    lobby.require_over(table)
    await context.show(what_next_screen(table, context.reader(table)))


@button("rematchas", "new")
async def rematch_as(context: Context, table: Table, game: AnyGame) -> None:
    """Another game with the same people."""
    await rematch(context, table, game.slug)


@button("nextweek")
async def meet_next_week(context: Context, table: Table) -> None:
    """The same people a week later at the same hour, by the clocks of whoever asks, as an event in the
    server's list: one for each game that is over. (Its place is at most 100 characters long:
    https://discord.com/developers/docs/resources/guild-scheduled-event.)
    """
    lobby.require_over(table)
    table_play.require_server(table)
    table_play.require_seat(table, context.user)
    require_events(context, 1)
    reader, now, mark = (
        Reader(table.record.locale, table.game, table.names),
        context.tables.clock.now(),
        table.id,
    )
    zone = (await context.people.of(context.user)).zone or usual_zone(context.locale)
    starts = same_time_next_week(table.created, now, zone)
    players = Listed(tuple(Player(at) for at, seat in enumerate(table.seats) if seat.user))
    wanted = ServerEvent(
        truncate(reader.plain(_("{game}: {players}", game=table.game.title, players=players)), 100),
        f"/table create · {mark}",
        f"https://discord.com/channels/{table.guild}/{table.channel}",
        starts,
        starts + 2 * HOUR,
    )
    servers = Servers(context.interaction.client, context.publisher.messages.channels.budget)
    if await servers.find_event(table.guild, 0, mark) is None:
        await servers.make_event(table.guild, wanted)
    when = Markup(f"<t:{int(starts)}:F>")
    await inform(
        context, _("📅 Next week, same people: {when}. It's among the server's events.", when=when), table
    )


async def rematch(context: Context, table: Table, another: str | None = None) -> None:
    """The first to press opens the table for the next game, perhaps `another`; the others sit down at it."""
    posted = False
    with context.publisher.posting(context.interaction.id):
        done = await context.tables.opening.rematch(
            context.press, table.id, context.opener, another, await _forum(context)
        )
        opened = done.table.record.host == context.user and done.table.revision == 1
        if opened and done.table.phase == "lobby":
            await _answer_with_lobby(context, done)
            return
        if opened and not done.table.record.private:
            posted = await post_lobby(context, done.table)
    if posted:
        await context.publisher.wait_for_board(done.table, BOARD_PATIENCE)
        await answer_with_hand(context, await context.tables.table(done.table.id), None, "below")
    else:
        await send_seated(context, done)


async def send_seated(context: Context, done: PressResult) -> None:
    """Where the table is at which somebody has sat down; the hand, if that was all it waited for."""
    if done.table.phase == "playing":
        await answer_with_hand(context, done.table, done.said, "new")
        return
    post = await context.publisher.live_post(done.table)
    if done.said is not None:
        words = done.said
    elif post is None:
        words = _("You're at table {table}.", table=done.table.id)
    else:
        where = Markup(message_link(done.table.guild, post))
        words = _("You're at table {table}: {where}", table=done.table.id, where=where)
    await inform(context, words, done.table)


async def _answer_with_lobby(context: Context, done: PressResult) -> None:
    """The lobby as the answer. If that was deferred, the outbox posts it, and the host is told so."""
    table = done.table
    if await post_lobby(context, table):
        return
    await inform(context, opened_words(table), table)


# Buttons that lead out of a running game, and into it in somebody's place.


async def show_ways_out(context: Context, table: Table) -> None:
    """Shows how whoever sits at the table can leave it. Refusal to everybody else."""
    seat = leaving.require_own_seat(table, context.user)
    if table.record.private:
        await context.show(confirm_end(table, context.reader(table)))
        return
    await context.show(screens.ways_out_screen(table, context.reader(table), seat))


@button("leaverobot")
async def leave_to_robot(context: Context, table: Table) -> None:
    """A robot plays on until they are back."""
    await confirm(context, await context.change(table, leaving.leave_to_robot), _("A robot plays for you."))


@button("concede")
async def ask_to_concede(context: Context, table: Table) -> None:
    """Ask whether whoever pressed means to give the game up."""
    seat = leaving.require_own_seat(table, context.user)
    await context.show(screens.confirm_concede(table, context.reader(table), seat))


@button("concedeconfirm")
async def concede(context: Context, table: Table) -> None:
    """Gives up the seat of whoever pressed, for good: a robot plays on. Refusal if they have none."""
    await confirm(context, await context.change(table, leaving.concede), _("You conceded."))


@button("call")
async def call_substitute(context: Context, table: Table, seat: int) -> None:
    """Makes it known that somebody else is wanted for this seat. Refusal where that cannot be."""
    done = await context.tables.seating.call_substitute(context.press, table.id, seat)
    await confirm(context, done, _("I'm looking for a substitute."))


@button("uncall")
async def withdraw_call(context: Context, table: Table, seat: int) -> None:
    """Take back the call for a substitute: none is wanted after all."""
    done = await context.change(table, leaving.withdraw_call, seat)
    await confirm(context, done, _("No substitute needed any more."))


@button("take", "new")
async def take_seat(context: Context, table: Table, seat: int) -> None:
    """Sit down in somebody's place: the answer is the hand, which nobody but them is shown."""
    done = await context.tables.seating.take_seat(context.press, table.id, seat)
    said = _("The seat is yours: this is your hand now.")
    await answer_with_hand(context, done.table, said, "new")


# The lobby's buttons, and the options that the host has behind one of them.


@button("join", "public", in_lobby=True)
async def join(context: Context, table: Table) -> None:
    """Takes a seat at a table in its lobby. Refusal if it is full, locked or has begun."""
    if context.is_on_private_message:
        await send_seated(context, await context.tables.seating.join(context.press, table.id))
    else:
        await _act_on_lobby(context, table, context.tables.seating.join(context.press, table.id))


@button("leave", "public")
async def leave(context: Context, table: Table) -> None:
    """Get up; in the middle of a game there are several ways to do so."""
    if table.phase == "playing":
        await show_ways_out(context, table)
    elif context.is_on_private_message:
        await leave_lobby(context, table)
    else:
        await _act_on_lobby(context, table, context.change(table, lobby.leave))


async def leave_lobby(context: Context, table: Table) -> None:
    """Get up before the game begins."""
    done = await context.change(table, lobby.leave)
    await confirm(context, done, _("You left table {table}.", table=table.id))


async def leave_from_command(context: Context, table: Table) -> None:
    """Get up, not by the lobby's button."""
    await (show_ways_out if table.phase == "playing" else leave_lobby)(context, table)


@button("robot", "public", in_lobby=True)
async def add_robot(context: Context, table: Table) -> None:
    """A robot sits down, one that is good for whoever wants it; others are chosen behind More, Seats."""
    level = await context.tables.opening.usual_robot(context.user, table)
    await _act_on_lobby(context, table, context.change(table, lobby.add_robot, level))


@button("start", "public", in_lobby=True)
async def start(context: Context, table: Table) -> None:
    """Deals the cards at a table in its lobby. Refusal if people are missing or whoever asks may not."""
    await _act_on_lobby(context, table, context.tables.playing.start(context.press, table.id))


async def _act_on_lobby(context: Context, table: Table, doing: Awaitable[PressResult]) -> None:
    """Do it and draw the lobby anew, whose button it was; the answer shows it, no other edit is needed."""
    message = context.message
    with context.publisher.pressed(table.id, message):
        done = await doing
        payload = await context.publisher.messages.drawn(done.table, "lobby")
        await answer_with_message(context, done.table, payload, context.redraw(payload))
    if done.said is not None:
        await context.follow_up(notices.info(done.said, context.reader(done.table)))
    await warn_host(context, done.table)


@button("startnow", "new", in_lobby=True)
async def start_as_told(context: Context, table: Table) -> None:
    """Start, from the message that tells a host that all seats are taken: the answer is the hand."""
    done = await context.tables.playing.start(context.press, table.id)
    await answer_with_hand(context, done.table, done.said, "new")


@button("aboard", "new", in_lobby=True)
async def come_aboard(context: Context, table: Table) -> None:
    """Join, from the message that calls players."""
    await send_seated(context, await context.tables.seating.join(context.press, table.id))


@button("callplayers", in_lobby=True)
async def call_players(context: Context, table: Table) -> None:
    """Whoever wants to be called is. Refusal to all but the host."""
    clock = context.tables.clock
    done = await context.change(table, calling.call_players, clock.now(), clock.awake())
    await show_more(context, done.table)


@button("when", "public", in_lobby=True)
async def set_when(context: Context, table: Table, when: str) -> None:
    """Makes a table one to play now, or over days at the server's own pace; `when`: "now" or another word."""
    slow = (await context.tables.servers.of(context.guild)).slow_pace
    doing = context.change(table, options.set_pace, NOW if when == "now" else slow)
    await _act_on_lobby(context, table, doing)


async def show_more(context: Context, table: Table) -> None:
    """What is one press away from a lobby."""
    reliable = dict[int, Reliability]()
    for at, seat in enumerate(table.seats if table.record.pod is None else ()):
        known = seat.person and await load_reliability(context.services.results, seat.person, table.guild)
        if known:
            reliable[at] = known
    await context.show(lobby_more_screen(table, context.reader(table), context.user, reliable))


@button("cut", "new", in_lobby=True)
async def ask_for_cut(context: Context, table: Table) -> None:
    """Ask for the word to cut with."""
    lobby.require_lobby(table)
    if table.seat_of(context.user) is None:
        raise Refusal("foreign", _("You're not at this table. Press Join first."))
    await context.open(option_screens.cut_modal(table, context.reader(table)))


@modal("cut", "new")
async def cut(context: Context, table: Table) -> None:
    """Puts the word that was typed into the shuffle. Refusal if the cards are dealt."""
    done = await context.change(table, lobby.cut, context.written(option_screens.WORD))
    await confirm(context, done, _("Your word is in the shuffle."))


# what only the host may do


async def _hosted_lobby(context: Context, table_id: str) -> Table:
    """The table, which has not begun. Refusal to all but its host."""
    table = await context.table_here(table_id)
    lobby.require_lobby(table)
    lobby.require_host(table, context.user)
    return table


HostedLobby = Annotated[Table, Found(_hosted_lobby)]


@button("options", in_lobby=True)
async def show_options(context: Context, table: HostedLobby) -> None:
    """Show the host what can be changed."""
    await _show_options(context, table, 0)


@button("optionpage", in_lobby=True)
async def show_options_page(context: Context, table: HostedLobby, page: int) -> None:
    """Show the host one page of what can be changed."""
    await _show_options(context, table, page)


@button("doors", in_lobby=True)
async def show_seat_options(context: Context, table: HostedLobby) -> None:
    """Show who may sit there: how many seats, robots, whether others can join."""
    await _show_seat_options(context, table)


@select("option", in_lobby=True)
async def set_option(context: Context, table: Table, name: str, chosen: str) -> None:
    """Sets an option of the table's game to what was chosen from its list. Refusal to whoever may not."""
    done = await context.change(table, options.set_option, name, chosen)
    await _show_options(context, done.table, option_screens.page_of_option(done.table, name))


@select("pace", in_lobby=True)
async def set_pace(context: Context, table: Table, chosen: str) -> None:
    """How long a move may take: one of the list."""
    kept = chosen == table.record.pace.name == "own"
    pace = table.record.pace if kept else options.named_pace(chosen)
    done = await context.change(table, options.set_pace, pace)
    await _show_options(context, done.table)


@button("ownpace", "new", in_lobby=True)
async def ask_for_own_pace(context: Context, table: HostedLobby) -> None:
    """Open the window for values of one's own."""
    id = custom_ids.encode("pace", table.id)
    await context.open(option_screens.pace_modal(id, table.record.pace, context.reader(table)))


@modal("pace", opened_by="ownpace", back="options:{table}".format)
async def set_own_pace(context: Context, table: Table) -> None:
    """Sets the time for a move and the reserve as they were typed. Refusal if they make no sense."""
    fields = (option_screens.MOVE, option_screens.BANK, option_screens.INCREMENT)
    chosen = options.own_pace(*map(context.written, fields))
    done = await context.change(table, options.set_pace, chosen)
    await _show_options(context, done.table)


@select("seats", in_lobby=True)
async def set_capacity(context: Context, table: Table, seats: int) -> None:
    """Sets how many seats the table has, to what was chosen from a list. Refusal to whoever may not."""
    done = await context.change(table, options.set_capacity, seats)
    await _show_seat_options(context, done.table)


@select("strength", in_lobby=True)
async def add_robot_of_strength(context: Context, table: Table, taken: int, strength: str) -> None:
    """A robot of a chosen strength sits down. `taken`: the seats, which tell lists apart."""
    del taken
    done = await context.change(table, lobby.add_robot, strength)
    await _show_seat_options(context, done.table)


@select("remove", in_lobby=True)
async def remove_player(context: Context, table: Table, join: str) -> None:
    """Takes away the seat of whoever was chosen from a list. Refusal to all but the host."""
    done = await context.change(table, lobby.remove, join)
    await _show_seat_options(context, done.table)


@select("readmit", in_lobby=True)
async def readmit(context: Context, table: Table, user: Snowflake) -> None:
    """Let somebody join again who was sent away."""
    done = await context.change(table, lobby.readmit, user)
    await _show_seat_options(context, done.table)


@button("lock", in_lobby=True)
async def set_locked(context: Context, table: Table, locked: bool) -> None:
    """Sets whether nobody can join the table any more. Refusal to all but the host."""
    done = await context.change(table, lobby.lock, locked)
    await _show_seat_options(context, done.table)


@button("rate", in_lobby=True)
async def set_rated(context: Context, table: Table, rated: bool) -> None:
    """Sets whether the table's game counts for ratings. Refusal to all but the host."""
    done = await context.change(table, lobby.set_rated, rated)
    await _show_options(context, done.table)


@button("hints")
async def allow_hints(context: Context, table: Table, on: bool) -> None:
    """Hints for whoever wants one, or none."""
    done = await context.change(table, lobby.allow_hints, on)
    await _show_options(context, done.table)


@button("asklate", in_lobby=True)
async def ask_to_wait(context: Context, table: Table, on: bool) -> None:
    """Before a robot plays for whoever is late the others are asked, or not. Refusal to all but the host."""
    done = await context.change(table, lobby.ask_to_wait, on)
    await _show_options(context, done.table)


@select("invite", in_lobby=True)
async def invite(context: Context, table: Table, users: list[Snowflake]) -> None:
    """Lets those who were chosen from a list join a locked table. Refusal to all but the host."""
    done = await context.change(table, lobby.invite, users)
    await _show_seat_options(context, done.table)


@button("invited", in_lobby=True)
async def set_by_invitation(context: Context, table: Table, who: str) -> None:
    """By invitation only, or open to all."""
    done = await context.change(table, lobby.invite, None if who == "all" else ())
    await _show_seat_options(context, done.table)


async def _show_options(context: Context, table: Table, page: int | None = None) -> None:
    """This page of the options; None: the one with the pace."""
    shown = option_screens.page_of_option(table, "") if page is None else page
    await context.redraw(option_screens.options_screen(table, context.reader(table), shown))


async def _show_seat_options(context: Context, table: Table) -> None:
    await context.redraw(option_screens.seat_options_screen(table, context.reader(table)))


@button("close")
async def ask_to_close(context: Context, table: Table) -> None:
    """Ask whether the host means to close the table."""
    lobby.close(table, context.press)  # refuses what could not be done anyway
    await context.show(confirm_close(table, context.reader(table)))


@button("closeconfirm")
async def close(context: Context, table: Table) -> None:
    """Calls off a table before it has begun. Refusal to whoever may not."""
    done = await context.change(table, lobby.close)
    await confirm(context, done, _("Table {table} is closed.", table=table.id))


# during the game


@button("pause")
async def pause(context: Context, table: Table) -> None:
    """Ask for a pause, or agree to one. The hand says so, as it is drawn anew once that is no longer true."""
    done = await context.tables.playing.pause(context.press, table.id)
    await answer_with_hand(context, done.table, done.said)


@button("askpace")
async def ask_for_pace(context: Context, table: Table, when: str) -> None:
    """Ask that the game goes on over days, or `when` "now" in one sitting again; or agree to that."""
    done = await context.tables.playing.ask_for_pace(context.press, table.id, when)
    await answer_with_hand(context, done.table, done.said)


@button("late")
async def answer_for_late(context: Context, table: Table, seat: int, waits: bool) -> None:
    """Whether one waits for somebody whose time is up. Refusal if that is not asked any more."""
    awake = context.tables.clock.awake()
    done = await context.change(table, table_play.answer_for_late, seat, waits, awake)
    await confirm(context, done, _("Done."))


@button("unpause")
async def unpause(context: Context, table: Table) -> None:
    """Lets the clocks of a paused table run again. Refusal to whoever does not sit there."""
    done = await context.change(table, table_play.unpause)
    await answer_with_hand(context, done.table, done.said)

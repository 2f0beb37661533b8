"""Games for one alone, against robots: played in private answers, shared when they are over; and lessons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from bot.commands import tables
from bot.commands.context import Context
from bot.commands.playing import answer_with_hand
from bot.commands.table_answers import require_permissions
from bot.commands.typed_options import packed_options, unpacked_options
from bot.commands.verbs import button
from bot.refusal import Refusal
from bot.runtime.log_context import bind_log_context
from bot.screens import solo as screens
from bot.tables import lobby
from bot.tables import play as table_play
from bot.tables.model import PressResult, SoloWish, Table
from bot.tables.options import check_options
from games.contract import AnyGame
from games.text import _


async def play_alone(context: Context, game: AnyGame, wish: SoloWish) -> None:
    """A private game at once, as `begin` begins one; where one goes on already, the question whether it is to
    end.
    """
    going_on = await context.tables.opening.private_game(context.user, context.guild, game.slug)
    if going_on is not None:
        await _ask(context, going_on, wish)
        return
    await begin(context, game, wish, "alone")


Where = Literal["alone", "anew", "here"]
"""In private, with `anew` in place of the private game that goes on; or at a table in this channel."""


async def begin(context: Context, game: AnyGame, wish: SoloWish, where: Where) -> None:
    """A game against robots, at once. Who names none, has played the game, and has never said against which
    is asked whether they are to be stronger: nobody gets stronger ones unasked.
    """
    opening = context.tables.opening
    if wish.robot is None and await opening.may_want_stronger(context.user, context.guild, game):
        context.game = game
        options = packed_options(game, wish.options)
        await context.show(screens.which_robots(game, context.reader(), where, wish.players or 0, options))
    elif where == "here":
        await tables.play(context, game.slug, wish)
    else:
        await _begin(context, game.slug, wish)


@button("play")
async def play(context: Context, game: AnyGame) -> None:
    """A private game as it usually is."""
    await play_alone(context, game, SoloWish())


@button("against")
async def play_against(context: Context, game: AnyGame, robot: str) -> None:
    """A private game against these robots, and every other from now on."""
    await play_as_wanted(context, game, robot, "alone", 0, "")


@button("versus")
async def play_as_wanted(
    context: Context, game: AnyGame, robot: str, where: str, players: int, options: str
) -> None:
    """The game that was asked for against these robots, and every other from now on."""
    if robot not in game.robots:
        raise Refusal("stale", _("There is no such robot any more. /play asks once more."))
    wish = SoloWish(unpacked_options(game, options), players or None)
    await context.people.prefers_robot(context.user, game.slug, robot)
    if where == "here" or where == "anew":
        await begin(context, game, wish, where)
    else:
        await play_alone(context, game, wish)


@button("learn")
async def learn(context: Context, game: AnyGame, *, options: Mapping[str, Any] = {}) -> None:
    """The game's course as it is played with these options, in private; or on with it."""
    context.game, wish = game, SoloWish(dict(options))
    going_on = await context.tables.opening.private_game(
        context.user, context.guild, game.slug, learning=True
    )
    if going_on is None:
        await _begin_course(context, game.slug, wish)
    else:
        await _ask(context, going_on, wish)


@button("course")
async def learn_here(context: Context, table: Table) -> None:
    """The course in the game of this table, as it is played there."""
    await learn(context, table.game, options=table.record.options)


def _require_server(context: Context) -> None:
    if not context.guild and not context.is_outside:
        raise Refusal("input", _("A new game begins on a server: give the command there."))


async def _ask(context: Context, going_on: Table, wish: SoloWish) -> None:
    await context.change(going_on, table_play.with_wish, wish)
    asked = check_options(going_on.game, wish.options)
    course = going_on.game.course(asked) if going_on.record.learning else None
    asked = asked if course is None else course.options
    await context.show(screens.go_on_or_anew(going_on, asked, context.reader(going_on)))


@button("anew")
async def anew(context: Context, table: Table) -> None:
    """A new game in place of the one that goes on, as it was asked for last."""
    if not table.record.private:  # it was shared meanwhile
        raise Refusal("stale", _("That game isn't just for you any more. /play starts a new one."))
    if table.record.learning:
        await _begin_course(context, table.game.slug, table.record.wish or SoloWish(table.record.options))
    else:
        await begin(context, table.game, table.record.wish or SoloWish(), "anew")


@button("rematch", "new")
async def rematch(context: Context, table: Table) -> None:
    """The same game once more: in private at once, else at a table for all who played."""
    if table.record.private:
        await _again(context, table)
    else:
        await tables.rematch(context, table)


async def _again(context: Context, table: Table) -> None:
    lobby.require_over(table)
    table_play.require_seat(table, context.user)
    if table.record.learning:
        await learn_here(context, table)
        return
    robot = next((seat.robot for seat in table.seats if seat.robot), None)
    wish = SoloWish(table.record.options, len(table.seats), robot)
    await play_alone(context, table.game, wish)


async def _begin(context: Context, game: str, wish: SoloWish) -> None:
    _require_server(context)
    await _show(context, await tables.begin_among_robots(context, game, wish, private=True))


async def _begin_course(context: Context, game: str, wish: SoloWish) -> None:
    _require_server(context)
    done = await context.tables.opening.learn(
        context.press,
        guild=context.guild,
        channel=context.channel,
        game=game,
        options=wish.options,
        locale=context.public_locale,
        opener=context.opener,
    )
    await _show(context, done)


async def _show(context: Context, done: PressResult) -> None:
    bind_log_context("table", done.table.id)
    place = "in place" if context.is_press else "new"
    await answer_with_hand(context, done.table, done.said, place)


@button("share")
async def share(context: Context, table: Table) -> None:
    """How the game ended is posted in this channel."""
    if context.guild:
        require_permissions(context)
    channel = context.channel if context.guild else None
    done = await context.tables.playing.share(context.press, table.id, channel, context.opener)
    await answer_with_hand(context, done.table, done.said)


def wish_of(options: dict[str, Any], robots: int | None = None, robot: str | None = None) -> SoloWish:
    """What was asked for: so many `robots`, each of them this one."""
    return SoloWish(options, None if robots is None else robots + 1, robot)

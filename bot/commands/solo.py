"""Games for one alone, against robots: played in private answers, shared when they are over; and lessons."""

from __future__ import annotations

from typing import Any

from bot.client.interaction_context import InteractionContext
from bot.commands import tables
from bot.commands.playing import answer_with_hand
from bot.refusal import Refusal
from bot.runtime.log_context import bind_log_context
from bot.screens import solo as screens
from bot.services import Services
from bot.tables import lobby, play
from bot.tables.model import PressResult, SoloWish, Table
from bot.tables.options import check_game
from games.text import _


async def play_alone(services: Services, context: InteractionContext, game: str, wish: SoloWish) -> None:
    """A private game at once; where one goes on already, the question whether it is to end; at the second one
    the question whether its robots are to be stronger.
    """
    going_on = await services.tables.private_game(context.user, context.guild, game)
    if going_on is not None:
        await services.tables.change(context.press, going_on.id, play.with_wish, wish)
        await _ask(services, context, going_on)
        return
    known = check_game(game)
    if wish == SoloWish() and await services.tables.may_want_stronger(context.user, context.guild, known):
        context.game = known
        await context.show(screens.which_robots(known, await services.reader(context)).payload())
        return
    await _begin(services, context, game, wish)


async def play_against(services: Services, context: InteractionContext, game: str, robot: str) -> None:
    """A private game against these robots, and every other from now on."""
    known = check_game(game)
    if robot not in known.robots:
        raise Refusal("stale", _("There is no such robot any more. /play asks once more."))
    await services.people.prefers_robot(context.user, known.slug, robot)
    await play_alone(services, context, known.slug, SoloWish())


async def learn(
    services: Services, context: InteractionContext, game: str | None, options: dict[str, Any] | None = None
) -> None:
    """The game's course as it is played with these options, in private; or on with it."""
    context.game = check_game(game)
    slug, wish = context.game.slug, SoloWish(options or {})
    going_on = await services.tables.private_game(context.user, context.guild, slug, learning=True)
    if going_on is None:
        await _begin_course(services, context, slug, wish)
    else:
        await services.tables.change(context.press, going_on.id, play.with_wish, wish)
        await _ask(services, context, going_on)


async def learn_here(services: Services, context: InteractionContext, table_id: str) -> None:
    """The course in the game of this table, as it is played there."""
    table = await services.tables.table(table_id)
    await learn(services, context, table.game.slug, table.record.options)


def _require_server(context: InteractionContext) -> None:
    if not context.guild and not context.is_outside:
        raise Refusal("input", _("A new game begins on a server: give the command there."))


async def _ask(services: Services, context: InteractionContext, going_on: Table) -> None:
    reader = await services.reader(context, going_on.id)
    await context.show(screens.go_on_or_anew(going_on, reader).payload())


async def anew(services: Services, context: InteractionContext, table_id: str) -> None:
    """A new game in place of the one that goes on, as it was asked for last."""
    table = await services.tables.table(table_id)
    if not table.is_private:  # it was shared meanwhile
        raise Refusal("stale", _("That game isn't just for you any more. /play starts a new one."))
    if table.record.learning:
        wish = table.record.wish or SoloWish(table.record.options)
        await _begin_course(services, context, table.game.slug, wish)
    else:
        await _begin(services, context, table.game.slug, table.record.wish or SoloWish())


async def rematch(services: Services, context: InteractionContext, table_id: str) -> None:
    """The same game once more: in private at once, else at a table for all who played."""
    table = await services.tables.table(table_id)
    if table.is_private:
        await _again(services, context, table)
    else:
        await tables.rematch(services, context, table_id)


async def _again(services: Services, context: InteractionContext, table: Table) -> None:
    lobby.require_over(table)
    play.require_seat(table, context.user)
    if table.record.learning:
        await learn_here(services, context, table.id)
        return
    robot = next((seat.robot for seat in table.seats if seat.robot), None)
    wish = SoloWish(table.record.options, len(table.seats), robot)
    await play_alone(services, context, table.game.slug, wish)


async def _begin(services: Services, context: InteractionContext, game: str, wish: SoloWish) -> None:
    _require_server(context)
    await _show(
        services, context, await tables.begin_among_robots(services, context, game, wish, private=True)
    )


async def _begin_course(services: Services, context: InteractionContext, game: str, wish: SoloWish) -> None:
    _require_server(context)
    done = await services.tables.learn(
        context.press,
        guild=context.guild,
        channel=context.channel,
        game=game,
        options=wish.options,
        locale=context.public_locale,
        opener=context.opener,
    )
    await _show(services, context, done)


async def _show(services: Services, context: InteractionContext, done: PressResult) -> None:
    bind_log_context("table", done.table.id)
    place = "in place" if context.is_press else "new"
    await answer_with_hand(services, context, done.table, done.said, place)


async def share(services: Services, context: InteractionContext, table_id: str) -> None:
    """How the game ended is posted in this channel."""
    if context.guild:
        tables.require_permissions(context)
    channel = context.channel if context.guild else None
    done = await services.tables.share(context.press, table_id, channel, context.opener)
    await answer_with_hand(services, context, done.table, done.said)


def wish_of(options: dict[str, Any], robots: int | None = None, robot: str | None = None) -> SoloWish:
    """What was asked for: so many `robots`, each of them this one."""
    return SoloWish(options, None if robots is None else robots + 1, robot)

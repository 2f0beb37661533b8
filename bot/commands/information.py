"""What can be read: the log, the rules, the score sheet, the proof, the tables there are, and help."""

from __future__ import annotations

from bot.client.interaction_context import InteractionContext
from bot.commands import arguments, responses
from bot.i18n import Markup
from bot.images.model import MessageImage
from bot.images.requests import game_image
from bot.publishing.messages import message_link
from bot.refusal import Refusal
from bot.screens import table_lists
from bot.screens.board import more_screen
from bot.screens.help import help_screen, rules_screen
from bot.screens.history import log_screen
from bot.screens.result import proof_screen, sheet_screen
from bot.screens.table_lists import WaitingTable, by_urgency, turns_screen
from bot.services import Services
from bot.tables.history import proof_of
from bot.tables.leaving import seats_to_fill
from bot.tables.model import Table
from bot.ui.components import Screen
from games.catalogue import catalogue
from games.text import _


async def log(services: Services, context: InteractionContext, table_id: str, page: str = "-1") -> None:
    """What has happened, as far as the reader may know; the newest page if `page` is negative."""
    table = await services.tables.table(table_id)
    lines = await services.tables.log_of(table, context.user)
    reader, hand = await services.reader(context, table_id), table.has_hand(context.user)
    payload = log_screen(table, lines, int(page), reader, hand=hand).payload()
    await (context.show(payload) if int(page) >= 0 else context.send(payload))


async def rules(services: Services, context: InteractionContext, table_id: str, page: str = "0") -> None:
    """The rules as they are played at a table, with what it is about just now."""
    table = await services.tables.table(table_id)
    observation = None if table.state is None else table.observe(context.user)
    reader = await services.reader(context, table_id)
    shown = rules_screen(table.game, table.options, observation, int(page), reader, table_id)
    await context.show(shown.payload())


async def rules_of(services: Services, context: InteractionContext, slug: str, page: str = "0") -> None:
    """The rules of a game."""
    game = catalogue().get(slug)
    if game is None:
        raise Refusal("input", _("I don't know that game. Pick one from the list."))
    reader = (await services.reader(context)).about(game)
    await context.show(rules_screen(game, game.Options(), None, int(page), reader).payload())


async def more(services: Services, context: InteractionContext, table_id: str) -> None:
    """What is one press away from the board."""
    table = await services.tables.table(table_id)
    seats = seats_to_fill(table, context.user, services.tables.clock.awake())
    reader = await services.reader(context, table_id)
    await context.send(more_screen(table, reader, context.user, to_be_filled=seats).payload())


async def sheet(services: Services, context: InteractionContext, table_id: str) -> None:
    """The score sheet as it is now."""
    table = await services.tables.table(table_id)
    reader, hand = await services.reader(context, table_id), table.has_hand(context.user)
    seen = None if table.state is None else table.observe(None)
    now = None if seen is None else table.game.sheet(seen)
    wanted = None if seen is None else game_image("sheet", table.game, seen, reader)

    def page(picture: MessageImage | None) -> Screen:
        return sheet_screen(table, now, reader, hand=hand, picture=picture)

    await responses.send_with_image(services, context, wanted, page)


async def proof(services: Services, context: InteractionContext, table_id: str) -> None:
    """How the shuffle was made."""
    table = await services.tables.table(table_id)
    await context.send(
        proof_screen(table, proof_of(table), await services.reader(context, table_id)).payload()
    )


async def tables(services: Services, context: InteractionContext) -> None:
    """The tables of this server."""
    there = await services.tables.tables_in(context.guild, arguments.OPEN)
    await context.send(
        table_lists.tables_screen(there, await services.reader(context), context.user).payload()
    )


async def help(services: Services, context: InteractionContext) -> None:
    """How to begin."""
    await context.send(help_screen(await services.reader(context), list(catalogue().values())).payload())


async def show_table(services: Services, context: InteractionContext, table_id: str) -> None:
    """Put the table's message back where it may stand, and say where that is."""
    table = await context.table_here(services.tables, table_id)
    if table.phase == "closed":
        raise Refusal("over", _("This table is closed. /table create opens a new one."))
    if table.is_private:
        raise Refusal("shut", _("This game is just for you, so it stands in no channel. /hand opens it."))
    here = context.channel if context.guild else table.channel
    post = await services.table_publisher.messages.put_back(table, here)
    if post is None:
        raise _cannot_be_shown(services, table)
    services.table_publisher.redraw(table.id)
    where = _("Table {table} is here: {where}", table=table.id, where=Markup(message_link(table.guild, post)))
    await responses.inform(services, context, where, table_id)


def _cannot_be_shown(services: Services, table: Table) -> Refusal:
    """Why it may stand neither there nor here."""
    complaint = services.table_publisher.messages.take_problem(table.id)
    return Refusal(
        "shut",
        complaint or _("I can't show this table there or here. Try another channel."),
    )


# All tables that wait for me, wherever they are.


async def turns(services: Services, context: InteractionContext) -> None:
    """The most urgent first. A hand opens on its own server, and in direct messages."""
    tables = await services.tables.tables_of(context.user)
    waiting = [
        await _waiting_table(services, context, table) for table in tables if table.waiting_for(context.user)
    ]
    reader = await services.reader(context)
    await context.send(turns_screen(by_urgency(waiting), reader, services.tables.clock.unix).payload())


async def _waiting_table(services: Services, context: InteractionContext, table: Table) -> WaitingTable:
    post, seat = await services.table_publisher.live_post(table), table.seat_of(context.user)
    assert seat is not None, "a table waits for those who sit at it"
    where = f"https://discord.com/channels/{table.guild}/{table.channel}"
    here = not context.guild or table.guild == context.guild
    return WaitingTable(table, seat, where if post is None else message_link(table.guild, post), here)

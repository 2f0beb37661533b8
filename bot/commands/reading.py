"""What can be read: the log, the rules, the score sheet, the proof, the tables there are, and help."""

from __future__ import annotations

from bot.asked import Asked
from bot.commands import finding, illustrated
from bot.messenger.placing import link
from bot.page import Payload
from bot.pictures.commissions import Illustration
from bot.pictures.of_games import picture_of
from bot.screens import listing, notice
from bot.screens.board import more as more_screen
from bot.screens.help import help as help_screen
from bot.screens.kit import Screen
from bot.screens.log import log as log_screen
from bot.screens.result import proof as proof_screen
from bot.screens.rules import rules as rules_screen
from bot.screens.sheet import sheet as sheet_screen
from bot.tables.leaving import to_be_filled
from bot.tables.refusal import Refusal
from bot.tables.table import Table
from bot.tavern import Tavern
from bot.words import Markup
from games.catalogue import catalogue
from games.text import _


async def turn_page(asked: Asked, payload: Payload) -> None:
    """Where something private is read already, its next page comes in its place."""
    if asked.is_press and asked.on_private_message:
        await asked.redraw(payload)
    else:
        await asked.tell(payload)


async def log(tavern: Tavern, asked: Asked, table_id: str, page: str = "-1") -> None:
    """What has happened, as far as the reader may know; the newest page if `page` is negative."""
    table = await tavern.house.table(table_id)
    lines = await tavern.house.log_of(table, asked.user)
    reader, hand = await tavern.reader(asked, table_id), table.has_hand(asked.user)
    payload = log_screen(table, lines, int(page), reader, hand=hand).payload()
    await (turn_page(asked, payload) if int(page) >= 0 else asked.tell(payload))


async def rules(tavern: Tavern, asked: Asked, table_id: str, page: str = "0") -> None:
    """The rules as they are played at a table, with what it is about just now."""
    table = await tavern.house.table(table_id)
    observation = None if table.state is None else table.observe(asked.user)
    reader = await tavern.reader(asked, table_id)
    await turn_page(
        asked, rules_screen(table.game, table.options, observation, int(page), reader, table_id).payload()
    )


async def rules_of(tavern: Tavern, asked: Asked, slug: str, page: str = "0") -> None:
    """The rules of a game."""
    game = catalogue().get(slug)
    if game is None:
        raise Refusal(
            "input", _("There is no such game here. Pick one from the list that opens while you type.")
        )
    reader = (await tavern.reader(asked)).about(game)
    await turn_page(asked, rules_screen(game, game.Options(), None, int(page), reader).payload())


async def more(tavern: Tavern, asked: Asked, table_id: str) -> None:
    """What is one press away from the board."""
    table = await tavern.house.table(table_id)
    seats = to_be_filled(table, asked.user, tavern.house.clock.awake())
    reader = await tavern.reader(asked, table_id)
    await asked.tell(more_screen(table, reader, asked.user, to_be_filled=seats).payload())


async def sheet(tavern: Tavern, asked: Asked, table_id: str) -> None:
    """The score sheet as it is now."""
    table = await tavern.house.table(table_id)
    reader, hand = await tavern.reader(asked, table_id), table.has_hand(asked.user)
    seen = None if table.state is None else table.observe(None)
    now = None if seen is None else table.game.sheet(seen)
    wanted = None if seen is None else picture_of("sheet", table.game, seen, reader)

    def page(picture: Illustration | None) -> Screen:
        return sheet_screen(table, now, reader, hand=hand, picture=picture)

    await illustrated.tell(tavern, asked, wanted, page)


async def proof(tavern: Tavern, asked: Asked, table_id: str) -> None:
    """How the shuffle was made."""
    table = await tavern.house.table(table_id)
    made = await tavern.house.proof_of(table)
    await asked.tell(proof_screen(table, made, await tavern.reader(asked, table_id)).payload())


async def tables(tavern: Tavern, asked: Asked) -> None:
    """The tables of this server."""
    there = await tavern.house.tables_in(asked.guild, finding.OPEN)
    await asked.tell(listing.tables(there, await tavern.reader(asked), asked.user).payload())


async def help(tavern: Tavern, asked: Asked) -> None:
    """How to begin."""
    await asked.tell(help_screen(await tavern.reader(asked), list(catalogue().values())).payload())


async def show(tavern: Tavern, asked: Asked, table_id: str) -> None:
    """Put the table's message back where it may stand, and say where that is."""
    table = await finding.table_here(tavern, asked, table_id)
    if table.phase == "closed":
        raise Refusal("over", _("This table has closed. /table create opens a new one."))
    here = table.channel if asked.in_direct_messages else asked.channel
    post = await tavern.messenger.messages.put_back(table, here)
    if post is None:
        raise _nowhere(tavern, table)
    tavern.messenger.redraw(table.id)
    where = _("Table {table} is here: {where}", table=table.id, where=Markup(link(table.guild, post)))
    await asked.tell(notice.said(where, await tavern.reader(asked, table_id)).payload())


def _nowhere(tavern: Tavern, table: Table) -> Refusal:
    """Why it may stand neither there nor here."""
    untold = tavern.messenger.placing.complaints.told(table.id)
    return Refusal(
        "shut", untold or _("This table can be shown neither where it stood nor here. Try another channel.")
    )

"""`/tournament show`: what it is; and for its organisers, the announcement put back where it can be seen."""

from __future__ import annotations

import discord

from bot.asked import Asked
from bot.commands.tournaments import finding, reading
from bot.messenger.placing import link
from bot.organising.office import OPEN
from bot.organising.rights import is_organiser
from bot.screens import notice
from bot.screens.tournaments import pages
from bot.tavern import Tavern
from bot.words import Markup
from games.text import Text, _


async def show(tavern: Tavern, asked: Asked, tournament_id: str) -> None:
    """The page about it; whoever organises it is told if the announcement had to be posted again."""
    await reading.page(tavern, asked, tournament_id, str(pages.ABOUT))
    tournament = await finding.tournament_here(tavern, asked, tournament_id)
    organises = is_organiser(asked.rights, await tavern.house.servers.of(asked.guild), tournament)
    if not organises or tournament.phase not in OPEN:
        return
    before = await tavern.herald.post(tournament)
    post = await tavern.herald.put_back(tournament, _channel(asked))
    if post is not None and post.channel != tournament.channel:
        await tavern.office.move(tournament.id, post.channel)
    told: Text | None = None
    if post is None:
        told = tavern.herald.bills.complaints.told(tournament.id)
    elif before is None or before.message != post.message:
        told = _("The announcement is here now: {where}", where=Markup(link(tournament.guild, post)))
    if told is not None:
        await asked.also_tell(notice.said(told, await tavern.reader(asked)).payload())


def _channel(asked: Asked) -> int:
    """The channel in which, or in a thread of which, it was asked: tables cannot have threads in a thread."""
    channel = asked.interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else asked.channel

"""`/tournament export`: the tournament as files, for whoever wants them. Nothing in them is secret."""

from __future__ import annotations

import asyncio

from bot.asked import Asked
from bot.commands.files import packed
from bot.commands.tournaments import finding
from bot.organising.export import files
from bot.organising.tournament import Tournament
from bot.screens.tournaments.export import export as export_screen
from bot.tavern import Tavern
from bot.words import Reader
from games.text import _

_TOO_MUCH = _(
    "This tournament is so large that Discord does not let me send its files. Ask whoever runs this bot for "
    "them."
)


async def export(tavern: Tavern, asked: Asked, tournament_id: str) -> None:
    """Hand the files over, in private."""
    tournament = await finding.tournament_here(tavern, asked, tournament_id)
    standings = await tavern.office.standings(tournament)
    over = await _played_out(tavern, tournament)
    made = await asyncio.to_thread(files, tournament, standings, over)
    content = {f"{tournament.id}-{file.name}": file.content for file in made}
    given = packed(content, f"{tournament.id}.zip", asked.interaction.filesize_limit, _TOO_MUCH)
    reader = Reader(asked.locale, tournament.game)
    await asked.hand_over(export_screen(tournament, given, reader).payload(), given)


async def _played_out(tavern: Tavern, tournament: Tournament) -> set[str]:
    """The tables whose games have ended: their secrets are no secrets any more."""
    there = [one.table for one in tournament.record.tables if one.opened]
    return {table for table in there if (await tavern.house.table(table)).phase == "over"}

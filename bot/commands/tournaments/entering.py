"""In, here, and out: what the buttons of an announcement do."""

from __future__ import annotations

from bot.asked import Asked
from bot.commands.reading import turn_page
from bot.commands.tournaments import finding, reading
from bot.organising.office import Said
from bot.screens.tournaments.mine import confirm_withdrawal
from bot.tavern import Tavern


async def join(tavern: Tavern, asked: Asked, tournament_id: str) -> None:
    """A place, or the waiting list."""
    tournament = await finding.tournament_here(tavern, asked, tournament_id)
    await _tell(tavern, asked, await tavern.office.enter(asked.press, tournament.id, asked.opener.roles))


async def withdraw(tavern: Tavern, asked: Asked, tournament_id: str) -> None:
    """Give the place up; once it has begun, they are asked whether they mean it."""
    tournament = await finding.tournament_here(tavern, asked, tournament_id)
    entry = tournament.entry_of(asked.user)
    if tournament.phase == "running" and entry is not None and entry.state == "in":
        reader = await tavern.reader(asked)
        await turn_page(asked, confirm_withdrawal(tournament, reader).payload())
        return
    await withdraw_now(tavern, asked, tournament_id)


async def withdraw_now(tavern: Tavern, asked: Asked, tournament_id: str) -> None:
    """They mean it."""
    tournament = await finding.tournament_here(tavern, asked, tournament_id)
    await _tell(tavern, asked, await tavern.office.withdraw(asked.press, tournament.id))


async def check_in(tavern: Tavern, asked: Asked, tournament_id: str) -> None:
    """They are here."""
    tournament = await finding.tournament_here(tavern, asked, tournament_id)
    await _tell(tavern, asked, await tavern.office.check_in(asked.press, tournament.id))


async def _tell(tavern: Tavern, asked: Asked, done: Said) -> None:
    """What came of it, with where they stand now."""
    reader = await tavern.reader(asked)
    shown = await reading.mine(tavern, done.tournament, asked.user, reader, done.text)
    await turn_page(asked, shown.payload())

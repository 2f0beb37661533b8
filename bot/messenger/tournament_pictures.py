"""The pictures in tournaments' public messages, in the server's language."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from bot.organising.tournament import Tournament
from bot.pictures.commissions import Commission, Drawn, Illustration
from bot.pictures.drawings import pods, standings, tree
from bot.pictures.illustrator import Illustrator
from bot.pictures.of_records import picture_of
from bot.screens.tournaments import pictures
from bot.tournaments.event import Round
from bot.tournaments.standings import Standings
from bot.words import Reader
from games.text import _

PATIENCE = 2.0
"""Seconds that a message waits for its picture: nobody waits for the message."""


class TournamentPictures:
    """Has them drawn. `redraw` looks at a tournament's messages again when one comes late."""

    def __init__(self, illustrator: Illustrator, redraw: Callable[[str], None]) -> None:
        self._illustrator = illustrator
        self._redraw = redraw

    async def of_round(self, tournament: Tournament, round: Round) -> Sequence[Illustration]:
        """Its pods."""
        reader, subject = _reader(tournament), f"{tournament.id} round {round.number}"
        wanted = picture_of(pods.draw, pictures.pods(tournament, round), reader, subject)
        return await self._illustrations(tournament, [wanted])

    async def after_round(
        self, tournament: Tournament, table: Standings, number: int
    ) -> Sequence[Illustration]:
        """The standings as they were then; in a knock-out the tree as far as it had grown."""
        reader, subject = _reader(tournament), f"{tournament.id} standings {number}"
        title = _("Standings after round {round}", round=number)
        shown = pictures.standings(tournament, table, title)
        wanted = [picture_of(standings.draw, shown, reader, subject)]
        return await self._illustrations(tournament, [*wanted, *_tree(tournament, table, number)])

    async def of_end(self, tournament: Tournament, table: Standings) -> Sequence[Illustration]:
        """The final standings, and the way there if it was a knock-out."""
        reader, subject = _reader(tournament), f"{tournament.id} final"
        wanted = [picture_of(standings.draw, pictures.final(tournament, table), reader, subject)]
        return await self._illustrations(tournament, [*wanted, *_tree(tournament, table)])

    async def _illustrations(
        self, tournament: Tournament, wanted: Sequence[Commission]
    ) -> Sequence[Illustration]:
        found: list[Illustration] = []
        for each in wanted:
            illustration = await self._illustrator.for_all(tournament.guild, each, PATIENCE)
            if illustration is None:
                continue
            found.append(illustration)
            if illustration.coming is not None:
                illustration.coming.add_done_callback(lambda picture: self._arrived(tournament.id, picture))
        return found

    def _arrived(self, tournament: str, picture: asyncio.Future[Drawn | None]) -> None:
        if not picture.cancelled() and picture.result() is not None:
            self._redraw(tournament)


def _reader(tournament: Tournament) -> Reader:
    """Everybody on the server, who is told of people by the numbers that the pictures use."""
    return Reader(tournament.record.locale, tournament.game, pictures.names(tournament))


def _tree(tournament: Tournament, table: Standings, until: int | None = None) -> Sequence[Commission]:
    shown = pictures.tree(tournament, table, until)
    if shown is None:
        return ()
    subject = f"{tournament.id} tree" if until is None else f"{tournament.id} tree {until}"
    return [picture_of(tree.draw, shown, _reader(tournament), subject)]

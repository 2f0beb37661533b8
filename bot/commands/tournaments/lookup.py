"""Which tournament is meant, where a command leaves it open, and the list that opens while somebody types."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, TypeAlias

import discord

from bot.commands.context import Context
from bot.i18n import Reader
from bot.i18n.sanitising import truncate
from bot.services import Services
from bot.tournaments.model import Tournament
from bot.tournaments.service import OPEN
from games.text import _
from storage.models import TournamentPhase

EVER: tuple[TournamentPhase, ...] = (*OPEN, "over", "cancelled")

Whose: TypeAlias = Literal["any", "entered", "not entered"]
"""Any tournament; those in which I am; those in which I am not."""


async def meant(
    context: Context, whose: Whose = "any", phases: Collection[TournamentPhase] = OPEN
) -> list[Tournament]:
    """The tournaments that may be meant where none is named; one if that is clear.

    Those in this channel come before mine elsewhere, and mine before others'. Where none is open, those that
    are over may be meant as well, if `phases` has them: the latest of this channel, else of the server.
    """
    known = await context.tournaments.tournaments_in(context.guild, phases)
    known = [each for each in known if _is_whose(each, context.user, whose)]
    open_ = [each for each in known if each.phase in OPEN]
    around = places(context)
    if not open_:
        return sorted(known, key=lambda each: each.channel not in around)[:1]
    here = [each for each in open_ if each.channel in around]
    mine = [each for each in open_ if has_part(each, context.user)]
    for among in ([each for each in here if each in mine], here, mine, open_):
        if len(among) == 1:
            return among
    return [*here, *(each for each in mine if each not in here)] or open_


def has_part(tournament: Tournament, user: int) -> bool:
    """Whether the user plays or waits in it, or organises it."""
    return tournament.entry_of(user) is not None or tournament.record.organiser == user


def _is_whose(tournament: Tournament, user: int, whose: Whose) -> bool:
    if whose == "any":
        return True
    return (tournament.entry_of(user) is not None) == (whose == "entered")


def places(context: Context) -> set[int]:
    """This channel and, in a thread, the channel in which it is."""
    channel = context.interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    return {context.channel, *([] if parent is None else [parent])}


async def suggestions(
    services: Services,
    guild: int,
    user: int,
    typed: str,
    locale: str,
    *,
    whose: Whose = "any",
    phases: Collection[TournamentPhase] = EVER,
) -> list[tuple[str, str]]:
    """Tournaments that fit what is typed: what to show, and the id. Open ones first, of these my own."""
    known = await services.tournament_service.tournaments_in(guild, phases)
    known = [each for each in known if _is_whose(each, user, whose)]
    known.sort(key=lambda each: (each.phase not in OPEN, not has_part(each, user)))
    wanted = typed.strip().lower()
    shown = [(_described(each, Reader(locale, each.game)), each) for each in known]
    fitting = [(text, each.id) for text, each in shown if wanted in text.lower() or wanted == each.id]
    return fitting[:25]


def _described(tournament: Tournament, reader: Reader) -> str:
    name, game = tournament.settings.name, tournament.game.title
    words = {
        "open": _("{tournament}: {game}, open to enter", tournament=name, game=game),
        "running": _("{tournament}: {game}, under way", tournament=name, game=game),
        "over": _("{tournament}: {game}, over", tournament=name, game=game),
        "cancelled": _("{tournament}: {game}, cancelled", tournament=name, game=game),
    }
    return truncate(reader.plain(words[tournament.phase]), 100)

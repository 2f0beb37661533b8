"""`/organise`: every act of the desk as a command. All lead to the window in which it is confirmed."""

from __future__ import annotations

from bot.asked import Asked
from bot.commands.tournaments import desk, finding
from bot.organising.rights import Rights, is_organiser
from bot.organising.tournament import Tournament
from bot.screens.acting import Given
from bot.screens.tournaments import deed_steps, targets
from bot.tables.refusal import Refusal
from bot.tavern import Tavern
from bot.words import Reader
from bot.words.harmless import cut
from games.text import _
from storage.records import TournamentPhase

GOING_ON: tuple[TournamentPhase, ...] = ("open", "running")
AFTERWARDS: tuple[TournamentPhase, ...] = ("open", "running", "over")


async def act(
    tavern: Tavern, asked: Asked, kind: str, named: str | None, what: str = "", given: Given | None = None
) -> None:
    """Ask whether it is meant. `what`: whom or which, as it was written; if nothing was, it is asked."""
    tournament = await meant(tavern, asked, named)
    spelled = targets.typed(tournament, kind, what) if what else ""
    await desk.ACTING.ask(tavern, asked, tournament.id, kind, spelled, given or Given())


async def show(tavern: Tavern, asked: Asked, named: str | None) -> None:
    """The desk."""
    await desk.show(tavern, asked, (await meant(tavern, asked, named)).id)


async def meant(tavern: Tavern, asked: Asked, named: str | None) -> Tournament:
    """The tournament that is named, else the one that can only be meant. Refusal if there is none."""
    if named:
        return await finding.tournament_here(tavern, asked, named)
    known = await mine(tavern, asked.guild, asked.rights, GOING_ON)
    known = known or (await mine(tavern, asked.guild, asked.rights, AFTERWARDS))[:1]
    places = finding.places(asked)
    here = [each for each in known if each.channel in places]
    for found in (here, known):
        if len(found) == 1:
            return found[0]
    if known:
        raise Refusal(
            "few",
            _("You organise several tournaments here. Name the one you mean in the option tournament."),
        )
    raise Refusal(
        "gone",
        _("There is no tournament here that you organise. /tournament create announces one."),
    )


async def mine(
    tavern: Tavern, guild: int, rights: Rights, phases: tuple[TournamentPhase, ...]
) -> list[Tournament]:
    """The tournaments of the server that this person may organise, the latest changed first."""
    wishes = await tavern.house.servers.of(guild)
    known = await tavern.office.tournaments_in(guild, phases)
    return [each for each in known if is_organiser(rights, wishes, each)]


async def suggested_tournaments(
    tavern: Tavern, guild: int, rights: Rights, typed: str, locale: str
) -> list[tuple[str, str]]:
    """Tournaments that fit what is typed: what to show, and the id."""
    wanted = typed.strip().casefold()
    shown = [(_named(each, locale), each.id) for each in await mine(tavern, guild, rights, AFTERWARDS)]
    return [(name, id) for name, id in shown if wanted in name.casefold()][:25]


def _named(tournament: Tournament, locale: str) -> str:
    reader = Reader(locale, tournament.game)
    named = _("{name} ({id})", name=tournament.settings.name, id=tournament.id)
    return cut(reader.plain(named), 100)


async def suggested_targets(
    tavern: Tavern, guild: int, rights: Rights, kind: str, named: str | None, typed: str, locale: str
) -> list[tuple[str, str]]:
    """Players or pods that fit what is typed, of the tournament that is named, else of the only one."""
    known = await mine(tavern, guild, rights, AFTERWARDS)
    fitting = [each for each in known if each.id == named] if named else known
    going_on = [each for each in fitting if each.phase in GOING_ON] or fitting
    if len(going_on) != 1:
        return []
    return deed_steps.suggestions(going_on[0], kind, typed, Reader(locale, going_on[0].game))

"""Commands that are about a tournament: which one, where none is named, and on with the command.

Where several may be meant, the answer is a list to choose from. What follows the choice comes in its place.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bot.client.interaction_context import InteractionContext
from bot.commands.tournaments import desk, lookup, views
from bot.commands.tournaments.lookup import EVER, Whose
from bot.refusal import Refusal
from bot.runtime.log_context import bind_log_context
from bot.screens.tournaments import listing, pages
from bot.services import Services
from bot.tournaments.service import OPEN
from games.text import Text, _
from storage.models import TournamentPhase


@dataclass(frozen=True)
class ChooserEntry:
    """What a command does with a tournament, and which may be meant."""

    act: Callable[[Services, InteractionContext, str], Awaitable[None]]
    question: Text
    """Which of several."""
    nothing: Text
    """What is said where there is none."""
    whose: Whose = "any"
    phases: tuple[TournamentPhase, ...] = EVER


def _page(page: pages.Page) -> Callable[[Services, InteractionContext, str], Awaitable[None]]:
    async def show(services: Services, context: InteractionContext, tournament: str) -> None:
        await views.page(services, context, tournament, str(page))

    return show


_NONE_HERE = _(
    "There has been no tournament on this server yet. Organisers announce one with /tournament create."
)
_WHICH_TO_SEE = _("There are several tournaments. Which one do you want to see?")

CHOOSERS: Mapping[str, ChooserEntry] = {
    "show": ChooserEntry(views.show_tournament, _WHICH_TO_SEE, _NONE_HERE),
    "me": ChooserEntry(_page(pages.MINE), _WHICH_TO_SEE, _NONE_HERE),
    "standings": ChooserEntry(_page(pages.STANDINGS), _WHICH_TO_SEE, _NONE_HERE),
    "pods": ChooserEntry(_page(pages.PODS), _WHICH_TO_SEE, _NONE_HERE),
    "log": ChooserEntry(_page(pages.Page("log")), _WHICH_TO_SEE, _NONE_HERE),
    "desk": ChooserEntry(
        desk.show_desk,
        _("There are several tournaments. Whose desk do you want to see?"),
        _NONE_HERE,
    ),
    "export": ChooserEntry(
        views.export,
        _("There are several tournaments. Which one do you want as files?"),
        _NONE_HERE,
    ),
    "join": ChooserEntry(
        views.join,
        _("There are several tournaments. Which one do you want to enter?"),
        _(
            "There is no tournament here that you could enter. /tournament list shows those on this server, "
            "/play deals you cards at once."
        ),
        "not entered",
        OPEN,
    ),
    "withdraw": ChooserEntry(
        views.withdraw,
        _("You are in several tournaments. From which one do you withdraw?"),
        _("You are in no tournament here. /tournament list shows those on this server."),
        "entered",
        OPEN,
    ),
}
"""By the part of the custom_id that says what the list of tournaments is for."""


async def choose_or_go(services: Services, context: InteractionContext, what: str, given: str | None) -> None:
    """The command, for the tournament that is named, else the one that is meant. Refusal if there is none."""
    wish = CHOOSERS[what]
    if given:
        tournament = await lookup.tournament_here(services, context, given)
        await wish.act(services, context, tournament.id)
        return
    meant = await lookup.meant(services, context, wish.whose, wish.phases)
    if not meant:
        raise Refusal("gone", wish.nothing)
    if len(meant) == 1:
        bind_log_context("tournament", meant[0].id)
        await wish.act(services, context, meant[0].id)
    else:
        question = listing.which(what, wish.question, meant, await services.reader(context))
        await context.tell(question.payload())


async def chosen(services: Services, context: InteractionContext, what: str) -> None:
    """The tournament was chosen from the list: the command goes on with it."""
    if what not in CHOOSERS:
        raise Refusal("stale", _("This list is from another version of Tortuga. Give the command again."))
    context.replace_private_message()
    await choose_or_go(services, context, what, context.values[0])

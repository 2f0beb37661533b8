"""Commands that are about a tournament: which one, where none is named, and on with the command.

Where several may be meant, the answer is a list to choose from. What follows the choice comes in its place.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bot.asked import Asked
from bot.commands.tournaments import desk, entering, export, finding, reading, showing
from bot.commands.tournaments.finding import EVER, Whose
from bot.following import from_now_on
from bot.organising.office import OPEN
from bot.screens.tournaments import listing, pages
from bot.tables.refusal import Refusal
from bot.tavern import Tavern
from games.text import Text, _
from storage.records import TournamentPhase


@dataclass(frozen=True)
class Wish:
    """What a command does with a tournament, and which may be meant."""

    act: Callable[[Tavern, Asked, str], Awaitable[None]]
    question: Text
    """Which of several."""
    nothing: Text
    """What is said where there is none."""
    whose: Whose = "any"
    phases: tuple[TournamentPhase, ...] = EVER


def _page(page: pages.Page) -> Callable[[Tavern, Asked, str], Awaitable[None]]:
    async def show(tavern: Tavern, asked: Asked, tournament: str) -> None:
        await reading.page(tavern, asked, tournament, str(page))

    return show


_NONE_HERE = _(
    "There has been no tournament on this server yet. Organisers announce one with /tournament create."
)
_WHICH_TO_SEE = _("There are several tournaments. Which one do you want to see?")

WISHES: Mapping[str, Wish] = {
    "show": Wish(showing.show, _WHICH_TO_SEE, _NONE_HERE),
    "me": Wish(_page(pages.MINE), _WHICH_TO_SEE, _NONE_HERE),
    "standings": Wish(_page(pages.STANDINGS), _WHICH_TO_SEE, _NONE_HERE),
    "pods": Wish(_page(pages.PODS), _WHICH_TO_SEE, _NONE_HERE),
    "log": Wish(_page(pages.Page("log")), _WHICH_TO_SEE, _NONE_HERE),
    "desk": Wish(
        desk.show,
        _("There are several tournaments. Whose desk do you want to see?"),
        _NONE_HERE,
    ),
    "export": Wish(
        export.export,
        _("There are several tournaments. Which one do you want as files?"),
        _NONE_HERE,
    ),
    "join": Wish(
        entering.join,
        _("There are several tournaments. Which one do you want to enter?"),
        _(
            "There is no tournament here that you could enter. /tournament list shows those on this server, "
            "/play deals you cards at once."
        ),
        "not entered",
        OPEN,
    ),
    "withdraw": Wish(
        entering.withdraw,
        _("You are in several tournaments. From which one do you withdraw?"),
        _("You are in no tournament here. /tournament list shows those on this server."),
        "entered",
        OPEN,
    ),
}
"""By the part of the custom_id that says what the list of tournaments is for."""


async def go(tavern: Tavern, asked: Asked, what: str, given: str | None) -> None:
    """The command, for the tournament that is named, else the one that is meant. Refusal if there is none."""
    wish = WISHES[what]
    if given:
        tournament = await finding.tournament_here(tavern, asked, given)
        await wish.act(tavern, asked, tournament.id)
        return
    meant = await finding.meant(tavern, asked, wish.whose, wish.phases)
    if not meant:
        raise Refusal("gone", wish.nothing)
    if len(meant) == 1:
        from_now_on("tournament", meant[0].id)
        await wish.act(tavern, asked, meant[0].id)
    else:
        question = listing.which(what, wish.question, meant, await tavern.reader(asked))
        await asked.tell(question.payload())


async def chosen(tavern: Tavern, asked: Asked, what: str) -> None:
    """The tournament was chosen from the list: the command goes on with it."""
    if what not in WISHES:
        raise Refusal("stale", _("This list is from another version of Tortuga. Give the command again."))
    asked.takes_place_of_the_question()
    await go(tavern, asked, what, asked.values[0])

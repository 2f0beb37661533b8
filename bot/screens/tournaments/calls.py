"""Short messages that speak to those whom something concerns, each mentioned once. Public."""

from __future__ import annotations

from collections.abc import Sequence

from bot.organising.tournament import Tournament
from bot.screens import clocks, parts
from bot.screens.kit import Accent, Screen, block, screen
from bot.screens.tournaments import pages
from bot.screens.tournaments.announcement import LONGEST_NAME
from bot.screens.tournaments.pages import Page
from bot.words import Markup, Reader
from bot.words.harmless import escaped
from games.text import Text, _

MOST = 80
"""People whom one message mentions at most. Discord allows a hundred."""


def check_in(tournament: Tournament, users: Sequence[int], reader: Reader) -> Screen:
    """It starts soon: whoever is here presses."""
    starts = tournament.settings.starts
    asked = (
        _("🔔 {name} is about to start.", name=_called(tournament))
        if starts is None
        else _("🔔 {name} starts {when}.", name=_called(tournament), when=clocks.moment(starts))
    )
    what = _("Press I am here, so that you are in the draw; whoever has not pressed by then is left out.")
    return screen(
        Accent.GREEN,
        block(_mentions(users), reader(asked), reader(what), most=3000),
        parts.row(pages.here(reader, tournament.id), pages.withdraw(reader, tournament.id)),
    )


def moved_up(tournament: Tournament, users: Sequence[int], reader: Reader) -> Screen:
    """There is a place for those who waited."""
    told = _("🎉 A place has become free: you are in {name} now.", name=_called(tournament))
    asked = tournament.record.checking_in and tournament.phase == "open"
    press = _("Press I am here, so that you are in the draw.") if asked else None
    return screen(
        Accent.GREEN,
        block(_mentions(users), reader(told), None if press is None else reader(press), most=3000),
        parts.row(
            pages.here(reader, tournament.id) if asked else None,
            pages.information(reader, tournament.id),
        ),
    )


def acted(tournament: Tournament, deed: Text, concerned: Sequence[int], mark: int, reader: Reader) -> Screen:
    """An organiser did something. `mark` makes the message unlike all others of its kind."""
    heading = parts.small(reader(_("🏆 {name}", name=_called(tournament))))
    return screen(
        Accent.SAND,
        block(heading, _mentions(concerned), reader(deed), most=1500),
        parts.row(
            pages.to(reader, _("What organisers did"), tournament.id, Page("log", mark)),
            pages.mine(reader, tournament.id),
        ),
    )


def _called(tournament: Tournament) -> Markup:
    return Markup(f"**{escaped(tournament.settings.name, LONGEST_NAME)}**")


def _mentions(users: Sequence[int]) -> str:
    return " ".join(f"<@{user}>" for user in users)

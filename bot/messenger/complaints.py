"""What cannot be shown and why, for those who can see to it: said to them once, and to the log."""

from __future__ import annotations

import structlog

from bot.following import Whose, about
from bot.organising.tournament import Tournament
from bot.tables.table import Table
from bot.words import Reader
from games.text import Listed, Text, _

log = structlog.get_logger(__name__)


def not_allowed(table: Table, permissions: Listed) -> Text:
    """Permissions were taken away."""
    return _(
        "I may not show this table where it stands: I lack {permissions} there. Whoever manages the server "
        "can give it to me in the channel's settings, under Permissions. The game is kept; then "
        "/table show {table} brings it back.",
        permissions=permissions,
        table=table.id,
    )


def place_gone(table: Table) -> Text:
    """The channel was deleted, or nothing is allowed in it."""
    return _(
        "The place where this table stood is gone, or closed to me. The game is kept: "
        "/table show {table} puts it into the channel in which you ask for it.",
        table=table.id,
    )


def moved(table: Table) -> Text:
    """The thread is locked or gone."""
    return _(
        "The thread of table {table} is locked or gone, so the board now stands in the channel.",
        table=table.id,
    )


def tournament_not_allowed(tournament: Tournament, permissions: Listed) -> Text:
    """Permissions were taken away."""
    return _(
        "I may not show this tournament where it was announced: I lack {permissions} there. Whoever manages "
        "the server can give it to me in the channel's settings, under Permissions. The tournament is kept; "
        "then /tournament show {tournament} brings its announcement back.",
        permissions=permissions,
        tournament=tournament.id,
    )


def tournament_place_gone(tournament: Tournament) -> Text:
    """The channel was deleted, or nothing is allowed in it."""
    return _(
        "The channel in which this tournament was announced is gone, or closed to me. The tournament is "
        "kept: /tournament show {tournament} puts its announcement into the channel in which you ask for it.",
        tournament=tournament.id,
    )


class Complaints:
    """By table or tournament, what its host or organiser has not been told yet."""

    def __init__(self, whose: Whose) -> None:
        self._whose: Whose = whose
        self._untold: dict[str, Text] = {}

    def about(self, id: str, channel: int, words: Text) -> None:
        """The host of this table, or the organiser of this tournament, is to be told this."""
        if self._untold.get(id) != words:
            self._untold[id] = words
            with about(self._whose, id):
                log.warning("it cannot be shown as it should", channel=channel, why=Reader("").plain(words))

    def settle(self, id: str) -> None:
        """It is shown again."""
        self._untold.pop(id, None)

    def told(self, id: str) -> Text | None:
        """What to tell them now; the next time there is nothing."""
        return self._untold.pop(id, None)

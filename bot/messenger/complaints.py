"""What cannot be shown and why, for the one who can see to it: said to the host once, and to the log."""

from __future__ import annotations

import structlog

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


class Complaints:
    """By table, what its host has not been told yet."""

    def __init__(self) -> None:
        self._untold: dict[str, Text] = {}

    def about(self, table: Table, words: Text) -> None:
        """The host is to be told this."""
        if self._untold.get(table.id) != words:
            self._untold[table.id] = words
            log.warning(
                "a table cannot be shown as it should",
                table=table.id,
                channel=table.channel,
                why=Reader("").plain(words),
            )

    def settle(self, table: str) -> None:
        """It is shown again."""
        self._untold.pop(table, None)

    def told(self, table: str) -> Text | None:
        """What to tell the host now; the next time there is nothing."""
        return self._untold.pop(table, None)

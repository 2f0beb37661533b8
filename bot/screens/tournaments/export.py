"""A tournament as files. Private."""

from __future__ import annotations

from collections.abc import Iterable

from bot.organising.tournament import Tournament
from bot.screens import parts
from bot.screens.kit import Accent, Attached, File, Screen, block, screen
from bot.words import Reader
from games.text import _


def export(tournament: Tournament, names: Iterable[str], reader: Reader) -> Screen:
    """What the files are, and the files."""
    title = _("{name} as files", name=tournament.settings.name)
    said = _(
        "Standings, pods and results for a spreadsheet, and the whole event as JSON: from it anybody can "
        "compute all pods and standings again."
    )
    return screen(
        Accent.SAND,
        block(parts.heading(reader, title), reader(said), most=800),
        [File(Attached(f"attachment://{name}")) for name in names],
    )

"""The rules in short, in our own words, for the edition and options at this table."""

from __future__ import annotations

from games.contract import Section
from games.skull_king.options import SkullKingOptions
from games.skull_king.state import View
from games.text import _


def rules(options: SkullKingOptions, view: View | None) -> tuple[Section, ...]:
    """Overview, this phase, scoring, these options."""
    return (Section(_("The game"), (_("Bid how many tricks you will take, then take exactly so many."),)),)

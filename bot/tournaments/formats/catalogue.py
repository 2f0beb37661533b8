"""Which tournament formats there are. A new one is a module beside this one, and its name in `FORMATS`."""

from __future__ import annotations

from bot.tournaments.formats.arena import Arena
from bot.tournaments.formats.contract import Format
from bot.tournaments.formats.duplicate import Duplicate
from bot.tournaments.formats.groups import Groups
from bot.tournaments.formats.knock_out import KnockOut
from bot.tournaments.formats.round_robin import League, RoundRobin
from bot.tournaments.formats.swiss import Swiss
from bot.tournaments.pairing.event import EventOptions

FORMATS: dict[str, Format] = {
    each.tag: each for each in (Swiss(), KnockOut(), RoundRobin(), Groups(), League(), Duplicate(), Arena())
}
"""By tag, in the order in which they are offered."""


def format_of(options: EventOptions) -> Format:
    """The format that is chosen there. ValueError if there is none of that tag."""
    if options.format not in FORMATS:
        raise ValueError(f"there is no tournament format {options.format!r}")
    return FORMATS[options.format]

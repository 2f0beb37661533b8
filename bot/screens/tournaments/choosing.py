"""What is being set up, and the pages on which it is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from bot.organising.tournament import Settings
from bot.tournaments.event import Options
from games.contract import AnyGame
from games.text import Text, _

PageName: TypeAlias = Literal["all", "entry", "game", "rounds", "course", "points"]
PAGES: Mapping[PageName, Text] = {
    "all": _("Overview"),
    "entry": _("Name, start, entry"),
    "game": _("Game and pace"),
    "rounds": _("Format and pods"),
    "course": _("How rounds go"),
    "points": _("Points and ties"),
}


@dataclass(frozen=True)
class Choosing:
    """What is being set up. `id`: the draft's or the tournament's."""

    id: str
    game: AnyGame
    settings: Settings
    zone: str
    """The IANA name of the time zone in which the organiser types times."""
    announced: bool = False
    trouble: Text | None = None
    """Why it could not be announced like this."""


def page_named(page: str) -> PageName:
    """The page; the overview if there is none of that name."""
    return next((name for name in get_args(PageName) if name == page), "all")


def pod_range(how: Options) -> range:
    return range(how.fewest, how.most + 1)

"""A tournament that is being set up: what its settings are chosen by, and what their entries are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

import msgspec

from bot.i18n import Reader
from bot.preferences.people import zone_of
from bot.tournaments.formats.catalogue import format_of
from bot.tournaments.formats.contract import FormatSetting
from bot.tournaments.game_lengths import Misfit, misfit
from bot.tournaments.model import TournamentSettings
from bot.tournaments.setup_choices import LABELS
from bot.ui import components as ui
from bot.ui.settings import Setting
from games.contract import AnyGame
from games.text import Text, _

PageName: TypeAlias = Literal["all", "entry", "game", "rounds", "course", "points", "words"]
PAGES: Mapping[PageName, Text] = {
    "all": _("Overview"),
    "entry": _("Name, start, entry"),
    "game": _("Game and pace"),
    "rounds": _("Format and pods"),
    "course": _("How it runs"),
    "points": _("Points and ties"),
    "words": _("Texts, roles, channel"),
}
CURES = "cures"
"""The page of what has to be chosen before it can be announced: it stands on every page."""


class Choosing(msgspec.Struct, frozen=True):
    """What is being set up. `id`: the draft's or the tournament's."""

    id: str
    game: AnyGame
    settings: TournamentSettings
    zone: str
    """The IANA name of the time zone in which the organiser types times."""
    announced: bool = False
    trouble: Text | None = None
    """Why it could not be announced like this."""
    pages: bool = False
    """Whether there can be a page for everybody: the operator has a place for them."""
    hidden: bool = False
    """Not everybody on the server can see the channel."""
    start: str = ""
    """A start that was typed and waits until it is known in which time zone; empty: none."""
    zone_known: bool = True
    """Whether they have said in which one they live."""
    series: Sequence[tuple[str, str]] = ()
    """The server's series, each by its id and name."""
    brought: Text | None = None
    """What else has changed with what was just chosen."""
    now: float = 0.0
    """The moment of the press, in Unix seconds."""

    @property
    def misfit(self) -> Misfit | None:
        """What does not fit: a game takes longer than a round lasts."""
        return misfit(self.game, self.settings)

    def value(self, name: str) -> Any:
        """The field of that name, wherever it is kept."""
        return self.settings.value(name)


Entries: TypeAlias = Sequence[Setting[Choosing, TournamentSettings]]
"""The settings of one page, in the order in which they stand there."""

LONGEST_TYPED = 40
"""Characters of a moment, a length of time or a number in a window."""


def local_time(unix: float | None, zone: str) -> str:
    """The moment as the clocks there show it, so that it can be read again."""
    if unix is None:
        return ""
    return datetime.fromtimestamp(unix, UTC).astimezone(zone_of(zone)).strftime("%Y-%m-%d %H:%M")


def text_line(
    reader: Reader,
    name: str,
    why: Text,
    value: str,
    like: Text | None = None,
    *,
    label: Text | None = None,
    longest: int = LONGEST_TYPED,
    required: bool = False,
) -> ui.Label:
    """A line of a window. `why` stands below its label, and `like` in it as long as it is empty."""
    line = ui.text_input(reader, name, longest, why if like is None else like, value, required=required)
    return ui.labelled(reader, LABELS[name] if label is None else label, line, why)


def opener(text: Text, what: str) -> Callable[[Choosing], Iterable[tuple[Text, str]]]:
    """The one button that opens the window of that name."""
    return lambda _now: [(text, what)]


def format_has(setting: FormatSetting) -> Callable[[Choosing], bool]:
    """Whether the format of the draw has the setting."""
    return lambda now: setting in format_of(now.settings.how).settings

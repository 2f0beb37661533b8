"""A season as data for its page: in words, in one language. The JSON beside a live page is this."""

from __future__ import annotations

import msgspec

from bot.i18n import Reader
from bot.screens.tournaments.settings_text import exact
from bot.series import screens
from bot.series.service import SeasonStandings
from games.text import _


class SeasonLine(msgspec.Struct, frozen=True):
    """One line of a season's standings. `events`: the place in each tournament, and whether it counts."""

    place: int
    name: str
    points: str
    events: tuple[tuple[str, bool], ...]


class SeasonView(msgspec.Struct, frozen=True):
    """A season of a series, in words."""

    title: str
    state: str
    locale: str
    champion: str
    events: tuple[str, ...]
    """What the tournaments are called."""
    lines: tuple[SeasonLine, ...]
    rules: tuple[str, ...]


_EQUAL_POINTS = _(
    "Equal points: more first places decide, then more second places, and so on; then the latest tournament."
)


def season_view(now: SeasonStandings, locale: str) -> SeasonView:
    """What a page says of a season, in which people are called as `now` calls them."""
    reader = Reader(locale)
    won = screens.champions(now)
    return SeasonView(
        reader.plain(screens.title(now)),
        reader.plain(screens.subtitle(now)),
        locale,
        "" if won is None else reader.plain(won),
        tuple(t.settings.name for t in now.events),
        tuple(
            SeasonLine(
                line.place,
                reader.plain(_("{name}", name=screens.called(now, line.who))),
                reader.plain(_("{points}", points=exact(line.points))),
                tuple(
                    ("–", True) if each is None else (str(each.place), each.counts) for each in line.events
                ),
            )
            for line in now.lines
        ),
        tuple(map(reader.plain, (*screens.rules_in_lines(now.rules), _EQUAL_POINTS))),
    )

"""Teams as data for a tournament's page: in words, in one language."""

from __future__ import annotations

import msgspec

from bot.i18n import Reader
from bot.screens.tournaments import lines
from bot.screens.tournaments.settings_text import exact
from bot.teams.screens import team_name
from bot.teams.standings import team_standings
from bot.tournaments.model import Tournament
from bot.tournaments.pairing.standings import Standings
from games.text import Listed, _


class TeamView(msgspec.Struct, frozen=True):
    """One row of the teams' standings on the page."""

    place: int
    name: str
    points: str
    members: str


def team_views(t: Tournament, standings: Standings, reader: Reader) -> tuple[TeamView, ...]:
    """Where the teams stand, in words; nothing where everybody plays for themselves."""
    event = t.record.event
    return tuple(
        TeamView(
            line.place,
            reader.plain(_("{name}", name=team_name(t, line.team))),
            reader.plain(_("{points}", points=exact(line.points))),
            reader.plain(_("{players}", players=Listed(tuple(lines.who(t, each) for each in line.members)))),
        )
        for line in (() if event is None else team_standings(event, standings))
    )

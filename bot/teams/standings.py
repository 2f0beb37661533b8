"""Where teams stand: the points of their members, added up."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from bot.tournaments.pairing.event import Event
from bot.tournaments.pairing.standings import Standings


class TeamLine(msgspec.Struct, frozen=True):
    """One team's line. `members`: entrants, who stands best first; those who left are among them."""

    place: int
    team: str
    points: Fraction
    members: tuple[str, ...]
    parted_by_member: bool = False
    """It has as many points as the team above, whose best member stands higher."""


def team_standings(event: Event, standings: Standings) -> tuple[TeamLine, ...]:
    """All teams in one order. `standings`: those of the event's entrants, which part teams of equal points:
    by their best member, for no two share a line. Who was disqualified brings their team nothing.
    """
    team_of = {entrant.id: entrant.team for entrant in event.entrants if entrant.team}
    members: dict[str, list[str]] = {}
    points: dict[str, Fraction] = {}
    for line in standings:  # in their order: a team comes up with its best member
        team = team_of.get(line.entrant, "")
        if team:
            members.setdefault(team, []).append(line.entrant)
            points[team] = points.get(team, Fraction(0)) + (0 if line.disqualified else line.points)
    order = sorted(members, key=lambda team: -points[team])  # stable: equals stay by their best member
    return tuple(
        TeamLine(
            place,
            team,
            points[team],
            tuple(members[team]),
            parted_by_member=place > 1 and points[order[place - 2]] == points[team],
        )
        for place, team in enumerate(order, 1)
    )

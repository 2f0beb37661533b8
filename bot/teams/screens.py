"""Teams: which there are, whose one is, where they stand; and how one chooses among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.i18n import Reader
from bot.screens.common import medal
from bot.screens.tournaments.choosing import text_line
from bot.screens.tournaments.lines import has_no_winner, name_of, who
from bot.screens.tournaments.settings_text import exact
from bot.teams import roster
from bot.teams.standings import team_standings
from bot.tournaments.model import Entry, Team, Tournament
from bot.tournaments.pairing.standings import Standings
from bot.ui import components as ui
from bot.ui import custom_ids
from bot.ui.limits import OPTIONS
from games.text import Listed, Text, Value, _, _n

NO_TEAM = "-"
"""The value of the list that leaves one's team."""
TEAM_NAME = "name"
"""The field of the window that asks for one."""


def may_choose_team(tournament: Tournament, entry: Entry | None) -> bool:
    """Whether they can still found, join and leave teams."""
    there = entry is not None and entry.state in ("in", "waiting")
    return bool(tournament.settings.how.team_size) and tournament.phase == "open" and there


def team_in_words(tournament: Tournament, entry: Entry) -> Iterator[Text]:
    """Whose team it is; nothing where everybody plays for themselves."""
    team = roster.team_of(tournament, entry)
    if team is not None:
        mates = [name_of(each) for each in roster.members(tournament, team.id) if each is not entry]
        called = roster.name_of(team)
        yield (
            _("🤝 Your team: {team}, with {mates}", team=called, mates=Listed(tuple(mates)))
            if mates
            else _("🤝 Your team: {team}. Tell your friends its name!", team=called)
        )
    elif may_choose_team(tournament, entry):
        yield roster.NO_TEAM_YET


def team_list(tournament: Tournament, entry: Entry | None, reader: Reader) -> ui.Row | None:
    """Those that they can join; None if there is nothing to choose. A window finds the others by name."""
    if entry is None or not may_choose_team(tournament, entry):
        return None
    offered = [_option(tournament, team, reader) for team in _open_teams(tournament, entry)][: OPTIONS - 1]
    if entry.team:
        offered.append(ui.option(reader, _("Leave your team"), NO_TEAM))
    if not offered:
        return None
    return ui.select(reader, custom_ids.encode("tteam", tournament.id), _("Choose a team"), offered)


def _open_teams(tournament: Tournament, entry: Entry) -> Iterator[Team]:
    for team in tournament.record.teams:
        there = roster.members(tournament, team.id)
        if there and team.id != entry.team and len(there) < tournament.settings.how.team_size:
            yield team


def _option(tournament: Tournament, team: Team, reader: Reader) -> ui.Option:
    there = tuple(name_of(each) for each in roster.members(tournament, team.id))
    return ui.option(
        reader, _("{team}", team=roster.name_of(team)), team.id, _("{players}", players=Listed(there))
    )


def team_modal(tournament: Tournament, reader: Reader) -> ui.Modal:
    """Asks for a team's name."""
    hint = _("For example Red Sails")
    why, label = _("A new one, or that of a team to join."), _("The team's name")
    most = roster.LONGEST_TEAM_NAME
    line = text_line(reader, TEAM_NAME, why, "", hint, label=label, longest=most, required=True)
    return ui.modal(reader, _("Your team"), custom_ids.encode("tfound", tournament.id), line)


def in_teams(tournament: Tournament, entries: Sequence[Entry], named: Sequence[Value]) -> Sequence[Value]:
    """The names, those of a team together behind its name; as they are where nobody has a team."""
    if not any(entry.team for entry in entries):
        return named
    by_team: dict[str, list[Value]] = {}
    for entry, name in zip(entries, named, strict=True):
        by_team.setdefault(entry.team, []).append(name)
    alone = by_team.pop("", [])
    return (*(_together(tournament, team, names) for team, names in by_team.items()), *alone)


def _together(tournament: Tournament, id: str, names: Sequence[Value]) -> Text:
    return _("{team} ({players})", team=team_name(tournament, id), players=Listed(tuple(names)))


def team_lines(tournament: Tournament, order: Standings) -> list[Text]:
    """Where each team stands, a line each; none where everybody plays for themselves."""
    event = tournament.record.event
    if event is None or not event.options.team_size or has_no_winner(tournament):
        return []
    return [
        _n(
            "{medal} {place}. {team}: {points} point ({players})",
            "{medal} {place}. {team}: {points} points ({players})",
            1 if line.points == 1 else 2,
            medal=medal(line.place),
            place=line.place,
            team=team_name(tournament, line.team),
            points=exact(line.points),
            players=Listed(tuple(who(tournament, each) for each in line.members)),
        )
        for line in team_standings(event, order)
    ]


def team_legend(tournament: Tournament, order: Standings) -> list[Text]:
    """Why teams of equal points stand as they do, if there are any."""
    event = tournament.record.event
    if event is None or not any(line.parted_by_member for line in team_standings(event, order)):
        return []
    return [_("Equal teams: whose best player stands higher comes first")]


def team_block(tournament: Tournament, order: Standings, reader: Reader) -> ui.TextBlock | None:
    """Where the teams stand, the best first, for a public message; a private page shows all."""
    why = (ui.small(reader(each)) for each in team_legend(tournament, order))
    return ui.block(*map(reader, team_lines(tournament, order)), *why, most=1200)


def winning_team(tournament: Tournament, order: Standings) -> Value | None:
    """The name of the team that stands first; None where everybody plays for themselves."""
    event = tournament.record.event
    if event is None or not event.options.team_size:
        return None
    first = next(iter(team_standings(event, order)), None)
    return None if first is None else team_name(tournament, first.team)


def team_name(tournament: Tournament, id: str) -> Value:
    team = roster.find(tournament, id)
    return _("Team {number}", number=id) if team is None else roster.name_of(team)

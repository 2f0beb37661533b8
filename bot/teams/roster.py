"""Who plays for which team, before the draw: founding, joining, leaving, filling up. Pure functions."""

from __future__ import annotations

import msgspec

from bot.refusal import Refusal
from bot.tournaments.model import ERASED_USER, Entry, PendingChange, Team, Tournament
from games.text import Value, _

LONGEST_TEAM_NAME = 30

NO_TEAM_YET = _("🤝 No team yet: choose one, or I find you one at the start.")


def members(t: Tournament, team: str) -> tuple[Entry, ...]:
    """Those who play for it or will, in the order of entering; whoever dropped out has left their place."""
    return tuple(
        entry for entry in t.record.entries if entry.team == team and entry.state in ("in", "waiting")
    )


def has_room(t: Tournament, team: str) -> bool:
    """Whether one more can play for it."""
    return len(members(t, team)) < t.settings.how.team_size


def team_of(t: Tournament, entry: Entry | None) -> Team | None:
    """Their team; None if they have none."""
    return None if entry is None or not entry.team else find(t, entry.team)


def find(t: Tournament, id: str) -> Team | None:
    """The team of this id."""
    return next((team for team in t.record.teams if team.id == id), None)


def name_of(team: Team) -> Value:
    """The name of a team for people: its own, else "Team" with its number."""
    return team.name or _("Team {number}", number=team.id)


def founded(t: Tournament, user: int, typed: str) -> PendingChange:
    """A team of this name, with them in it; if there is one, they join it. Refusal if they cannot."""
    entry, name = _free_entry(t, user), " ".join(typed.split())
    if not 1 <= len(name) <= LONGEST_TEAM_NAME or not name.isprintable():
        raise Refusal(
            "input",
            _("A name has 1 to {most} readable characters. Choose another.", most=LONGEST_TEAM_NAME),
        )
    same = next((team for team in t.record.teams if team.name.casefold() == name.casefold()), None)
    if same is not None:
        return joined(t, user, same.id)
    t, team = _with_team(t, name, user)
    return PendingChange(_moved(t, entry, team.id))


def joined(t: Tournament, user: int, id: str) -> PendingChange:
    """They play for that team. Refusal if it is full or gone."""
    entry, team = _free_entry(t, user), find(t, id)
    if team is None:
        raise Refusal("gone", _("That team is gone. Choose another, or found one."))
    if entry.team == team.id:
        raise Refusal("twice", _("You're in that team already."))
    if not has_room(t, team.id):
        raise Refusal("full", _("{team} is full. Choose another, or found one.", team=name_of(team)))
    return PendingChange(_moved(t, entry, team.id))


def left(t: Tournament, user: int) -> PendingChange:
    """They have no team any more. Refusal if they had none."""
    entry = _free_entry(t, user)
    if not entry.team:
        raise Refusal("twice", NO_TEAM_YET)
    return PendingChange(_moved(t, entry, ""))


def filled(t: Tournament) -> Tournament:
    """At the start: whoever has no team fills up the others, the emptiest first, or makes new ones with those
    left over. Teams of which nobody plays are gone.
    """
    size = t.settings.how.team_size
    for team in t.record.teams:
        for entry in members(t, team.id)[size:]:  # the size was changed after they had found each other
            t = _moved(t, entry, "")
    t = _without_empty(t)
    for entry in t.playing if size else ():
        if not entry.team:
            t = with_place(t, entry.id)
            found = t.entry(entry.id)
            if found is not None and not found.team:
                t, team = _with_team(t, "", ERASED_USER)
                t = _moved(t, entry, team.id)
    return t


def with_place(t: Tournament, id: str) -> Tournament:
    """An entry without a team has a place in the emptiest, if any has one."""
    entry = t.entry(id)
    short = [team for team in t.record.teams if has_room(t, team.id)]
    if entry is None or entry.team or not short:
        return t
    return _moved(t, entry, min(short, key=lambda team: len(members(t, team.id))).id)


def _with_team(t: Tournament, name: str, by: int) -> tuple[Tournament, Team]:
    team = Team(str(t.record.founded + 1), name, by)
    return t.with_record(teams=(*t.record.teams, team), founded=t.record.founded + 1), team


def _moved(t: Tournament, entry: Entry, team: str) -> Tournament:
    changed = msgspec.structs.replace(entry, team=team)
    entries = tuple(changed if one.id == entry.id else one for one in t.record.entries)
    return _without_empty(t.with_record(entries=entries), but=team)


def _without_empty(t: Tournament, but: str = "") -> Tournament:
    wanted = {entry.team for entry in t.record.entries} | {but}
    return t.with_record(teams=tuple(team for team in t.record.teams if team.id in wanted))


def _free_entry(t: Tournament, user: int) -> Entry:
    """Theirs. Refusal unless they can still choose."""
    entry = t.entry_of(user)
    if not t.settings.how.team_size:
        raise Refusal("stale", _("Everyone plays for themselves here."))
    if t.phase != "open":
        raise Refusal("late", _("It has begun, so teams stay as they are."))
    if entry is None or entry.state not in ("in", "waiting"):
        raise Refusal("foreign", _("You're not in yet. Press Join first, if you still can."))
    return entry

"""Why something cannot be done with the draw, in a sentence for the organiser: what, why, what instead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.preferences.servers import ServerPreferences
from bot.refusal import Reason, Refusal
from bot.tournaments.model import Entry, Tournament
from bot.tournaments.pairing.event import Event, PairingProblem
from games.text import Text, _

PROBLEM_TEXTS: Mapping[PairingProblem, Text] = {
    PairingProblem.POD_SIZES: _(
        "Pods cannot be of these sizes: at least 2 and at most 10 play in one, and the preferred size lies "
        "between the smallest and the largest. Choose other sizes."
    ),
    PairingProblem.TOO_MANY_ROUNDS: _("A tournament has from 1 to 99 rounds. Choose a number between them."),
    PairingProblem.GO_ON: _(
        "At least one of each pod goes on, and fewer than sit in the smallest pod. Choose another number of "
        "those who go on, or larger pods."
    ),
    PairingProblem.POINTS: _(
        "These points cannot be used: each place needs a number that is not below 0, and no place may bring "
        "more than the one above it. Write other points."
    ),
    PairingProblem.TIE_BREAKS: _("A tie-break is named twice. Name each of them once."),
    PairingProblem.ENTRANTS: _("Somebody is in this tournament twice. Take one of the two out."),
    PairingProblem.TOO_FEW: _(
        "There are too few players for a single table. Wait for more of them, let robots fill the seats, or "
        "cancel the tournament."
    ),
    PairingProblem.LATE_ENTRY: _("Entries are closed: it's down to the qualifiers. See you at the next one!"),
    PairingProblem.NO_SUCH_POD: _("There is no such pod in that round. Choose one from the list."),
    PairingProblem.NO_SUCH_ENTRANT: _(
        "There is no such player in this tournament. Choose one from the list."
    ),
    PairingProblem.PLACES: _(
        "A game cannot end with these places. Give each seat its place from 1 on, equal ones for those who "
        "share a place (after two second places comes the fourth), and 0 for a walk-over."
    ),
    PairingProblem.RESULTS_MISSING: _(
        "The next round depends on results that are not there yet. Wait for them, or enter or void what is "
        "missing."
    ),
    PairingProblem.OVER: _("That was the last round."),
    PairingProblem.SEED: _(
        "The seed is none: it has 64 hexadecimal digits. Use the one that the tournament shows."
    ),
    PairingProblem.ROUNDS: _("The rounds are not numbered 1, 2, 3 and so on. Use the export as it was made."),
}

_REASONS: Mapping[PairingProblem, Reason] = {
    PairingProblem.TOO_FEW: "few",
    PairingProblem.LATE_ENTRY: "late",
    PairingProblem.NO_SUCH_POD: "gone",
    PairingProblem.NO_SUCH_ENTRANT: "gone",
    PairingProblem.RESULTS_MISSING: "early",
    PairingProblem.OVER: "over",
}
"""All others are about what was given."""


def refusal_of(trouble: PairingProblem) -> Refusal:
    """The trouble, as it is told to whoever wanted something."""
    return Refusal(_REASONS.get(trouble, "input"), PROBLEM_TEXTS[trouble])


def problem_text(trouble: str) -> Text | None:
    """What a tournament's record says of why it does not go on; None if it does."""
    return PROBLEM_TEXTS[PairingProblem(trouble)] if trouble else None


# Who may organise: asked at every press, of what Discord says with that very press.


@dataclass(frozen=True, slots=True)
class OrganiserRights:
    """Whoever presses, as far as it matters: whether they may manage the server, and their roles there."""

    user: int
    manages: bool = False
    roles: frozenset[int] = frozenset()


def is_organiser(
    rights: OrganiserRights, wishes: ServerPreferences, tournament: Tournament | None = None
) -> bool:
    """Whether they may organise tournaments on this server, or at least this one."""
    if rights.manages or rights.roles & set(wishes.organisers):
        return True
    return tournament is not None and tournament.record.organiser == rights.user


def require_organiser(
    rights: OrganiserRights, wishes: ServerPreferences, tournament: Tournament | None = None
) -> None:
    """Refusal to everybody else."""
    if not is_organiser(rights, wishes, tournament):
        raise Refusal(
            "foreign",
            _("Only server managers and organisers (see /settings server) run tournaments. Ask one of them."),
        )


# What a tournament must be like for an act of an organiser's: a `Refusal` says what is missing.


def entry_named(t: Tournament, entrant: str) -> Entry:
    """Whoever is meant. Refusal if there is nobody like that."""
    entry = t.entry(entrant)
    if entry is None:
        raise refusal_of(PairingProblem.NO_SUCH_ENTRANT)
    return entry


def require_running(t: Tournament) -> Event:
    """The event. Refusal before the start and after the end."""
    if t.phase == "open":
        raise Refusal("early", _("The tournament has not begun yet. Begin it first, or wait for its start."))
    event = t.record.event
    if t.phase != "running" or event is None:
        raise Refusal("over", _("The tournament is over: too late for that."))
    return event


def require_event(t: Tournament) -> Event:
    """The event, also when it is over. Refusal before the start, and if the tournament was cancelled."""
    event = t.record.event
    return event if t.phase == "over" and event is not None else require_running(t)


def require_alive(t: Tournament) -> None:
    if t.phase not in ("open", "running"):
        require_running(t)


def require_drawn(t: Tournament) -> None:
    """Refusal unless a round is published whose tables are not open yet."""
    require_running(t)
    if t.record.drawn is None:
        raise Refusal(
            "early",
            _("No round is drawn whose tables could be opened. Have the next round drawn first."),
        )


def require_clocks(t: Tournament) -> None:
    if t.record.paused is not None:
        raise Refusal("shut", _("All clocks stand still. Let them run again first."))

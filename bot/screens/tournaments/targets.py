"""Whom or which pod an organiser's act is about, as far as that is chosen.

It is spelled in a custom_id: an entrant's id, "round.pod", and for a correction the places seat by seat,
"2.5.21-3": "-" is not chosen yet, 0 a walk-over.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.organising.tournament import Entry, Tournament
from bot.tables.refusal import Refusal
from bot.tournaments.event import Pod, Round
from bot.words.harmless import clean
from games.text import _

NOT_CHOSEN = "-"
PLACES = "0123456789a"
"""A place as one character."""
WHOLE_ROUND = "0"
ABOUT_SOMEBODY = ("drop", "disqualify", "reinstate", "substitute")
ABOUT_A_POD = ("extend", "correct", "void")


def not_any_more() -> Refusal:
    """Said to whoever presses what an older screen offered."""
    return Refusal("stale", _("That can no longer be chosen. The organiser's desk shows what there is now."))


@dataclass(frozen=True, slots=True)
class Target:
    """Whom or which pod it is about, as far as that is chosen."""

    entry: Entry | None = None
    round: Round | None = None
    pod: Pod | None = None
    places: str = ""


def target(tournament: Tournament, kind: str, what: str) -> Target:
    """What is spelled in a custom_id or was given with a command. Refusal if there is no such thing there."""
    if not what:
        return Target()
    if kind in ABOUT_SOMEBODY:
        entry = tournament.entry(what)
        if entry is None:
            raise Refusal(
                "gone", _("Nobody of that name is in this tournament. Choose somebody from the list.")
            )
        return Target(entry)
    if kind == "extend" and what == WHOLE_ROUND:
        return Target(round=tournament.running_round)
    if kind not in ABOUT_A_POD:
        raise not_any_more()
    number, pod, *places = (*what.split("."), "", "")[:3]
    found = _pod(tournament, number, pod)
    if found is None or (kind == "extend" and found[0] != tournament.running_round):
        raise Refusal(
            "gone", _("There is no such pod in this tournament. Choose the round and the pod from the list.")
        )
    return Target(None, *found, places=_checked(places[0], found[1]) or _as_it_counts(tournament, *found))


def typed(tournament: Tournament, kind: str, written: str) -> str:
    """What was written into a command, as the custom_ids have it: a name, "5" for a pod of this round."""
    written = written.strip()
    if kind in ABOUT_SOMEBODY and tournament.entry(written) is None:
        named = [entry for entry in tournament.record.entries if by_name(entry)[0] == written.casefold()]
        return named[0].id if len(named) == 1 else written
    now = tournament.running_round
    if kind in ABOUT_A_POD and written.isdecimal() and now is not None and written != WHOLE_ROUND:
        return f"{now.number}.{written}"
    return written


def _pod(tournament: Tournament, number: str, pod: str) -> tuple[Round, Pod] | None:
    event = tournament.record.event
    pods = [] if event is None else event.pods()
    wanted = (number, pod)
    return next(((one, each) for one, each in pods if (str(one.number), str(each.number)) == wanted), None)


def _checked(places: str, pod: Pod) -> str:
    """The places, if there is one for each seat."""
    known = set(PLACES[: len(pod.seats) + 1]) | {NOT_CHOSEN}
    return places if len(places) == len(pod.seats) and set(places) <= known else ""


def _as_it_counts(tournament: Tournament, round: Round, pod: Pod) -> str:
    """The places as the pod's result has them now."""
    result = tournament.result_of(round.number, pod.number)
    if result is None or result.void:
        return NOT_CHOSEN * len(pod.seats)
    return "".join(PLACES[place] for place in result.places)


def answered(tournament: Tournament, kind: str, what: str, key: str, value: str) -> str:
    """What is chosen when `value` was chosen from the list of that key."""
    chosen = target(tournament, kind, what)
    if kind == "correct" and chosen.pod is not None and chosen.round is not None:
        places = list(chosen.places)
        if not (key.isdecimal() and int(key) < len(places) and value in (NOT_CHOSEN, *PLACES)):
            raise not_any_more()
        places[int(key)] = value
        return f"{chosen.round.number}.{chosen.pod.number}.{''.join(places)}"
    return value


def complete(chosen: Target) -> bool:
    """Whether each seat has its place."""
    return bool(chosen.places) and NOT_CHOSEN not in chosen.places


def is_ready(tournament: Tournament, kind: str, chosen: Target) -> bool:
    """Whether all is chosen that the window does not ask."""
    if kind in ABOUT_SOMEBODY:
        return chosen.entry is not None
    if kind == "correct":
        return complete(chosen) and not _is_as_it_counts(tournament, chosen)
    return kind not in ABOUT_A_POD or chosen.round is not None


def _is_as_it_counts(tournament: Tournament, chosen: Target) -> bool:
    """Whether nothing would be corrected: that is where the choice of places begins."""
    if chosen.round is None or chosen.pod is None:
        return False
    return chosen.places == _as_it_counts(tournament, chosen.round, chosen.pod)


def by_name(entry: Entry) -> tuple[str, str]:
    """To sort by; the name as it is compared comes first."""
    return clean(entry.name).casefold(), entry.id

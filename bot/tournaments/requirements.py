"""Why something cannot be done with the draw, in a sentence for the organiser: what, why, what instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import msgspec

from bot.i18n.sanitising import alike, handle
from bot.preferences.servers import ServerPreferences
from bot.refusal import Reason, Refusal
from bot.tournaments.model import Entry, Tournament
from bot.tournaments.pairing.event import Event, PairingProblem
from games.text import Listed, Text, _

PROBLEM_TEXTS: Mapping[PairingProblem, Text] = {
    PairingProblem.POD_SIZES: _(
        "These pod sizes don't fit. A pod takes 2 to 10 players, and the preferred size lies between the "
        "smallest and the largest."
    ),
    PairingProblem.TOO_MANY_ROUNDS: _("A tournament has 1 to 99 rounds."),
    PairingProblem.GO_ON: _(
        "At least one of each pod goes on, but never a whole pod. Choose another number, or larger pods."
    ),
    PairingProblem.POINTS: _("No place gets fewer than 0 points, or more than the place above it."),
    PairingProblem.TEAMS: _(
        "Teams have 2 to 5 players, and need a format in which everybody plays every round. Choose Swiss, "
        "round robin or league."
    ),
    PairingProblem.TIE_BREAKS: _("That tie-break is there twice. Name each one once."),
    PairingProblem.ENTRANTS: _("Somebody is in this tournament twice. Take one out."),
    PairingProblem.VOID: _(
        "A table doesn't count, so nobody there goes on or is out yet. At the desk, play it again or correct "
        "its result."
    ),
    PairingProblem.NOBODY_CAME: _(
        "Nobody came to the last round, so I've stopped. Go on from the desk when people are back, or end it."
    ),
    PairingProblem.TOO_FEW: _(
        "Too few players for even one table. Wait for more, let robots fill the seats, or cancel."
    ),
    PairingProblem.LATE_ENTRY: _("Entries are closed: it's down to the qualifiers. See you at the next one!"),
    PairingProblem.NO_SUCH_POD: _("I don't know that one. Pick one from the list."),
    PairingProblem.NO_SUCH_ENTRANT: _("I don't know that one. Pick one from the list."),
    PairingProblem.PLACES: _(
        "A game can't end like that. Begin with place 1. A tie skips places: two on place 2, then place 4. "
        "Only people can be marked “didn't come”."
    ),
    PairingProblem.MOVE: _(
        "They can't sit there: pods keep their sizes, and groups stay together. Swap two instead."
    ),
    PairingProblem.BEACON: _("The draw waits for drand's value. At the desk, enter it, or draw without it."),
    PairingProblem.RESULTS_MISSING: _(
        "The next round needs results that aren't in yet. Wait for them, or enter or void what's missing."
    ),
    PairingProblem.OVER: _("That was the last round."),
    PairingProblem.SEED: _(
        "That's no seed: a seed has 64 hexadecimal digits. Use the one the tournament shows."
    ),
    PairingProblem.ROUNDS: _("The rounds aren't numbered 1, 2, 3 and so on. Use the export as it was made."),
}

_REASONS: Mapping[PairingProblem, Reason] = {
    PairingProblem.TOO_FEW: "few",
    PairingProblem.LATE_ENTRY: "late",
    PairingProblem.NO_SUCH_POD: "gone",
    PairingProblem.NO_SUCH_ENTRANT: "gone",
    PairingProblem.BEACON: "early",
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


def trouble_of(t: Tournament) -> Text | None:
    """Why it does not go on by itself, and what then; None if it does."""
    if t.phase == "open" and t.record.trouble == PairingProblem.TOO_FEW.value:
        return _("When it was to start, too few were there. Once enough are, press Begin now.")
    return problem_text(t.record.trouble)


# Who may organise: asked at every press, of what Discord says with that very press.


class OrganiserRights(msgspec.Struct, frozen=True):
    """Whoever presses, as far as it matters: whether they may manage the server, and their roles there."""

    user: int
    manages: bool = False
    roles: frozenset[int] = frozenset()


def is_organiser(
    rights: OrganiserRights, preferences: ServerPreferences, tournament: Tournament | None = None
) -> bool:
    """Whether they may organise tournaments on this server, or at least this one."""
    if rights.manages or rights.roles & set(preferences.organisers):
        return True
    return tournament is not None and tournament.record.organiser == rights.user


def is_moderator(rights: OrganiserRights, preferences: ServerPreferences) -> bool:
    """Whether they may see to tables on this server: as long as nobody is chosen for that, organisers do."""
    return rights.manages or bool(rights.roles & set(preferences.moderators or preferences.organisers))


def may_ban(rights: OrganiserRights, preferences: ServerPreferences) -> bool:
    """Whether they may keep somebody from playing on this server: nobody may for organising events alone."""
    return rights.manages or bool(rights.roles & set(preferences.moderators))


def require_organiser(
    rights: OrganiserRights, preferences: ServerPreferences, tournament: Tournament | None = None
) -> None:
    """Refusal to whoever may not run this tournament; None: any tournament of the server."""
    if not is_organiser(rights, preferences, tournament):
        raise Refusal(
            "foreign",
            _("Only server managers and organisers run tournaments. Ask one of them."),
        )


# What a tournament must be like for an act of an organiser's: a `Refusal` says what is missing.


def entry_named(t: Tournament, entrant: str) -> Entry:
    """Whoever is meant. Refusal if there is nobody like that."""
    entry = t.entry(entrant)
    if entry is None:
        raise refusal_of(PairingProblem.NO_SUCH_ENTRANT)
    return entry


_MENTION = re.compile(r"<@!?(\d+)>")


def entry_written(t: Tournament, written: str) -> Entry | None:
    """Whoever is meant by what an organiser wrote: an entry's id, a mention, @username, or a name as it is
    shown. None if that is nobody; Refusal if several are called so.
    """
    entry, mention = t.entry(written), _MENTION.fullmatch(written)
    if entry is not None or mention is not None:
        return entry if mention is None else t.entry_of(int(mention[1]))
    for look in _WRITTEN:
        found = [entry for entry in t.record.entries if alike(look(entry), written)]
        if len(found) > 1:
            raise _ambiguous(found)
        if found:
            return found[0]
    return None


_WRITTEN: Sequence[Callable[[Entry], str]] = (
    lambda entry: handle(entry.username),
    lambda entry: entry.called,
    lambda entry: entry.name,
    lambda entry: entry.username,
)
"""How people are written, the surest way first."""


def _ambiguous(found: Sequence[Entry]) -> Refusal:
    told = (
        _("{player} ({username})", player=one.called, username=handle(one.username))
        if one.username
        else _("{player}", player=one.called)
        for one in found
    )
    return Refusal(
        "few",
        _(
            "Several are called that: {players}. Write the name with its number, or the @username.",
            players=Listed(tuple(told)),
        ),
    )


def require_running(t: Tournament) -> Event:
    """The event. Refusal before the start and after the end."""
    if t.phase == "open":
        raise Refusal("early", _("It hasn't begun yet. Begin it first, or wait for the start."))
    event = t.record.event
    if t.phase != "running" or event is None:
        raise Refusal("over", _("Too late: the tournament is over."))
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
            _("No round is waiting to open. Draw the next one first."),
        )


def require_clocks(t: Tournament) -> None:
    if t.record.paused is not None:
        raise Refusal("shut", _("All clocks are stopped. Restart them first."))

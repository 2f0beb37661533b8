"""What an organiser's acts make of those who are in a tournament. Pure functions."""

from __future__ import annotations

import msgspec

from bot.organising import acts, entering
from bot.organising.outcome import Outcome
from bot.organising.required import entry_named, require_alive, require_event, require_running
from bot.organising.tournament import FORMER, Entry, Tournament
from bot.tables.refusal import Refusal
from bot.tournaments import running
from games.text import _


def dropped(t: Tournament, act: acts.Drop) -> Outcome:
    """They play no further round; on the waiting list, they stand there no more."""
    require_alive(t)
    entry = entry_named(t, act.entrant)
    if entry.state in ("dropped", "disqualified"):
        raise Refusal("twice", _("They are not in the tournament any more."))
    if entry.state == "waiting":
        others = tuple(one for one in t.record.entries if one.id != entry.id)
        return Outcome(t.with_record(entries=others), _("They are on the waiting list no more."))
    after, errands = entering.moved_up(entering.dropped(t, entry, out=True))
    return Outcome(after, _("They play no further round, and a robot plays on at their table."), errands)


def disqualified(t: Tournament, act: acts.Disqualify) -> Outcome:
    """They are out and stand below everybody else."""
    if t.phase != "open":
        require_event(t)
    entry = entry_named(t, act.entrant)
    if entry.state == "disqualified":
        raise Refusal("twice", _("They are disqualified already."))
    after, errands = entering.moved_up(entering.dropped(t, entry, out=True, disqualified=True))
    return Outcome(after, _("They are disqualified, and stand below everybody else."), errands)


def reinstated(t: Tournament, act: acts.Reinstate) -> Outcome:
    """Whoever dropped out or was disqualified is in again."""
    entry = entry_named(t, act.entrant)
    if entry.state not in ("dropped", "disqualified"):
        raise Refusal("twice", _("They have not left the tournament, so there is nothing to be done."))
    if entry.user == FORMER:
        raise Refusal(
            "gone",
            _(
                "Whoever that was had their data erased, so nobody would play there. "
                "The tournament goes on without them."
            ),
        )
    if t.phase == "over":
        require_event(t)
        if entry.state == "dropped":
            raise Refusal("over", _("The tournament is over: there is no round in which they could play."))
    else:
        require_alive(t)
    after = back(t, entry)
    if waits(after, entry.id):
        return Outcome(after, _("All places are taken by now: they are the first on the waiting list."))
    return Outcome(after, _("They are in again, from the next round on."))


def waits(t: Tournament, entrant: str) -> bool:
    """Whether they are on the waiting list."""
    return any(entry.id == entrant for entry in t.waiting)


def back(t: Tournament, entry: Entry) -> Tournament:
    """They are in again; before the start only if there is a place, else on the waiting list."""
    full = t.phase == "open" and not entering.has_room(t)
    state = "waiting" if full else "in"
    t = entering.with_entry(t, msgspec.structs.replace(entry, state=state, out=False))
    t = t.with_record(entries=(*t.entrants, *t.waiting))
    event = t.record.event
    if event is None:
        return t
    if any(one.id == entry.id for one in event.entrants):
        return t.with_record(event=running.with_again(event, entry.id))
    return t.with_record(event=running.with_entrant(event, entry.id))


def substituted(t: Tournament, act: acts.Substitute) -> Outcome:
    """Somebody new to the tournament plays on in their place."""
    require_alive(t)
    entry = entry_named(t, act.entrant)
    if entry.state != "in":
        raise Refusal(
            "late",
            _("They have left the tournament. Let them play again first, then put the substitute in."),
        )
    known = t.entry_of(act.user)
    had_another = any(act.user in one.former_users for one in t.record.entries if one is not entry)
    if had_another or (known is not None and known.state != "waiting"):
        raise Refusal(
            "twice",
            _("The substitute is or was in this tournament already. Choose somebody who is new to it."),
        )
    t = t.with_record(entries=tuple(one for one in t.record.entries if one is not known))
    seated = msgspec.structs.replace(
        entry,
        user=act.user,
        name=act.name,
        formerly=(*entry.formerly, entry.name),
        former_users=(*entry.former_users, entry.user),
        out=False,
    )
    return Outcome(
        entering.with_entry(t, seated),
        _("The substitute plays on in their place, with what has been won so far."),
    )


def handed_over(t: Tournament, act: acts.HandOver) -> Outcome:
    """Somebody else is the organiser."""
    if t.phase == "cancelled":
        require_running(t)
    if act.user == t.record.organiser:
        raise Refusal("twice", _("They are this tournament's organiser already."))
    return Outcome(
        t.with_record(organiser=act.user, organiser_name=act.name), _("They are the organiser from now on.")
    )

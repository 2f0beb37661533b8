"""What a tournament must be like for an act of an organiser's: a `Refusal` says what is missing."""

from __future__ import annotations

from bot.organising.tournament import Entry, Tournament
from bot.organising.troubles import refused
from bot.tables.refusal import Refusal
from bot.tournaments.event import Event, Trouble
from games.text import _


def entry_named(t: Tournament, entrant: str) -> Entry:
    """Whoever is meant. Refusal if there is nobody like that."""
    entry = t.entry(entrant)
    if entry is None:
        raise refused(Trouble.NO_SUCH_ENTRANT)
    return entry


def require_running(t: Tournament) -> Event:
    """The event. Refusal before the start and after the end."""
    if t.phase == "open":
        raise Refusal("early", _("The tournament has not begun yet. Begin it first, or wait for its start."))
    event = t.record.event
    if t.phase != "running" or event is None:
        raise Refusal("over", _("The tournament is over, so that is not possible any more."))
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

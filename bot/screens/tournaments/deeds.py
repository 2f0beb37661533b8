"""What can be done at an organiser's desk: what each act is called, what comes of it, what it has to know."""

from __future__ import annotations

from collections.abc import Mapping

from bot.organising import acts
from bot.organising.acts import Act
from bot.organising.tournament import Tournament
from bot.screens.acting import Deed
from bot.screens.tournaments.targets import PLACES, Target, complete, not_any_more
from bot.tournaments import running
from bot.tournaments.event import Event
from games.text import _

LETTER = "t"

DEEDS: Mapping[str, Deed] = {
    "begin": Deed(
        _("Begin now"),
        _(
            "The first round is drawn now, with everybody who is in; if the check-in has begun, with those "
            "who have said that they are here. The settings are fixed from then on."
        ),
    ),
    "draw": Deed(_("Draw the next round"), _("The pods of the next round are drawn and published.")),
    "redraw": Deed(
        _("Draw the round anew"), _("The published pods are drawn once more, before their tables open.")
    ),
    "open": Deed(_("Open the tables"), _("The tables of the round that is drawn open now.")),
    "extend": Deed(
        _("Give more time"),
        _("The round, or one pod of it, may last longer, and every move there too."),
        length=True,
    ),
    "pause": Deed(_("Stop all clocks"), _("All clocks stand still, at the tables and between the rounds.")),
    "resume": Deed(_("Let the clocks run"), _("All clocks run again.")),
    "drop": Deed(
        _("Take somebody out"),
        _("They play no further round, and a robot plays on at their table. They keep their points."),
        needs_reason=True,
        grave=True,
    ),
    "disqualify": Deed(
        _("Disqualify somebody"),
        _("They are out and stand below everybody else; a robot plays on at their table."),
        needs_reason=True,
        grave=True,
    ),
    "reinstate": Deed(
        _("Let somebody in again"), _("Whoever was taken out or disqualified plays from the next round on.")
    ),
    "substitute": Deed(
        _("Put a substitute in"),
        _("Somebody else plays on in a player's place, with the points won so far."),
        person=_("Who plays from now on"),
    ),
    "correct": Deed(
        _("Correct a result"),
        _("You say how a pod ended. Rounds whose tables are open already stay as they are."),
        needs_reason=True,
    ),
    "void": Deed(
        _("Declare a table void"),
        _("A pod's table does not count, and is closed. Whoever came gets as much as for a bye."),
        needs_reason=True,
        grave=True,
    ),
    "hand-over": Deed(
        _("Hand the tournament over"),
        _("Somebody else becomes the organiser of this tournament."),
        person=_("Who organises from now on"),
    ),
    "finish": Deed(
        _("End the tournament now"),
        _("The standings as they are become the final ones; rounds still to come are not played."),
        needs_reason=True,
        grave=True,
    ),
    "cancel": Deed(
        _("Cancel the tournament"),
        _("The tournament ends here, nobody wins, and its tables are closed."),
        needs_reason=True,
        grave=True,
    ),
}
"""By the tag of the act. A former result is restored by taking back what was done to it."""


def possible(tournament: Tournament) -> list[str]:
    """What makes sense now, the likeliest first. The office has the last word."""
    record = tournament.record
    people = ["substitute", "drop", "disqualify"] if record.entries else []
    out = any(entry.state in ("dropped", "disqualified") for entry in record.entries)
    back = ["reinstate"] if out else []
    if tournament.phase == "open":
        return ["begin", *people, *back, "hand-over", "cancel"]
    played = record.event is not None and bool(record.event.rounds)
    if tournament.phase == "over":
        return [*(["correct", "void"] if played else []), "disqualify", *back, "hand-over"]
    if tournament.phase != "running":
        return []
    extendable = ["extend"] if tournament.open_pods() else []
    drawn = ["open", "redraw"] if record.drawn is not None else []
    return [
        *(drawn or (["draw"] if _can_be_drawn(record.event) else [])),
        *extendable,
        "pause" if record.paused is None else "resume",
        *(*people, *back),
        *(["correct", "void"] if played else []),
        *(["finish"] if played and not tournament.open_pods() else []),
        *("hand-over", "cancel"),
    ]


def _can_be_drawn(event: Event | None) -> bool:
    """Whether there is a next round, and nothing is missing that it depends on."""
    if event is None or running.is_over(event):
        return False
    return running.goes_by_fixtures(event) or not running.missing(event)


def deed(kind: str) -> Deed:
    """What it is. Refusal if there is no such thing (any more)."""
    if kind not in DEEDS:
        raise not_any_more()
    return DEEDS[kind]


def act(
    kind: str, chosen: Target, person: int | None = None, name: str = "", seconds: float = 0.0
) -> Act | None:
    """The act itself, when all is chosen; None if something is missing."""
    match kind:
        case "begin":
            return acts.Begin()
        case "draw":
            return acts.Draw()
        case "redraw":
            return acts.Redraw()
        case "open":
            return acts.OpenRound()
        case "pause":
            return acts.Pause()
        case "resume":
            return acts.Resume()
        case "finish":
            return acts.Finish()
        case "cancel":
            return acts.Cancel()
        case "extend" if chosen.round is not None and seconds > 0:
            return acts.Extend(seconds, 0 if chosen.pod is None else chosen.pod.number)
        case "hand-over" if person is not None:
            return acts.HandOver(person, name)
        case "substitute" if chosen.entry is not None and person is not None:
            return acts.Substitute(chosen.entry.id, person, name)
        case "drop" if chosen.entry is not None:
            return acts.Drop(chosen.entry.id)
        case "disqualify" if chosen.entry is not None:
            return acts.Disqualify(chosen.entry.id)
        case "reinstate" if chosen.entry is not None:
            return acts.Reinstate(chosen.entry.id)
        case "void" if chosen.round is not None and chosen.pod is not None:
            return acts.Void(chosen.round.number, chosen.pod.number)
        case "correct" if chosen.round is not None and chosen.pod is not None and complete(chosen):
            return acts.Correct(
                chosen.round.number, chosen.pod.number, tuple(map(PLACES.index, chosen.places))
            )
        case _:
            return None

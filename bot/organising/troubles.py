"""Why something cannot be done with the draw, in a sentence for the organiser: what, why, what instead."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.refusal import Reason, Refusal
from bot.tournaments.event import Trouble
from games.text import Text, _

SENTENCES: Mapping[Trouble, Text] = {
    Trouble.POD_SIZES: _(
        "Pods cannot be of these sizes: at least 2 and at most 10 play in one, and the preferred size lies "
        "between the smallest and the largest. Choose other sizes."
    ),
    Trouble.TOO_MANY_ROUNDS: _("A tournament has from 1 to 99 rounds. Choose a number between them."),
    Trouble.GO_ON: _(
        "At least one of each pod goes on, and fewer than sit in the smallest pod. Choose another number of "
        "those who go on, or larger pods."
    ),
    Trouble.POINTS: _(
        "These points cannot be used: each place needs a number that is not below 0, and no place may bring "
        "more than the one above it. Write other points."
    ),
    Trouble.TIE_BREAKS: _("A tie-break is named twice. Name each of them once."),
    Trouble.ENTRANTS: _("Somebody is in this tournament twice. Take one of the two out."),
    Trouble.TOO_FEW: _(
        "There are too few players for a single table. Wait for more of them, let robots fill the seats, or "
        "cancel the tournament."
    ),
    Trouble.LATE_ENTRY: _(
        "Nobody can enter any more: from here on only those play who have won their way on. "
        "You are welcome at the next tournament."
    ),
    Trouble.NO_SUCH_POD: _("There is no such pod in that round. Choose one from the list."),
    Trouble.NO_SUCH_ENTRANT: _("There is no such player in this tournament. Choose one from the list."),
    Trouble.PLACES: _(
        "A game cannot end with these places. Give each seat its place from 1 on, equal ones for those who "
        "share a place (after two second places comes the fourth), and 0 for a walk-over."
    ),
    Trouble.RESULTS_MISSING: _(
        "The next round depends on results that are not there yet. Wait for them, or enter or void what is "
        "missing."
    ),
    Trouble.OVER: _("All rounds have been played, so there is no next one."),
    Trouble.SEED: _("The seed is none: it has 64 hexadecimal digits. Use the one that the tournament shows."),
    Trouble.ROUNDS: _("The rounds are not numbered 1, 2, 3 and so on. Use the export as it was made."),
}

_REASONS: Mapping[Trouble, Reason] = {
    Trouble.TOO_FEW: "few",
    Trouble.LATE_ENTRY: "late",
    Trouble.NO_SUCH_POD: "gone",
    Trouble.NO_SUCH_ENTRANT: "gone",
    Trouble.RESULTS_MISSING: "early",
    Trouble.OVER: "over",
}
"""All others are about what was given."""


def refused(trouble: Trouble) -> Refusal:
    """The trouble, as it is told to whoever wanted something."""
    return Refusal(_REASONS.get(trouble, "input"), SENTENCES[trouble])


def told(trouble: str) -> Text | None:
    """What a tournament's record says of why it does not go on; None if it does."""
    return SENTENCES[Trouble(trouble)] if trouble else None

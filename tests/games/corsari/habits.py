"""What each of Corsari's lessons makes a beginner do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.contract import Action
from games.corsari import actions, split
from games.corsari.actions import CREW_ACTION, DROPS, SAIL
from games.corsari.answering import best_answer
from games.corsari.cards import NUMBER
from games.corsari.foresight import limits_by_draw
from games.corsari.rulebook import LOW
from games.corsari.state import View
from tests.games.habits import Habit


def _keeps_crew(view: View, legal: Sequence[Action]) -> list[Action]:
    """Drops nothing that costs nothing; to sail is left open."""
    costs = {SAIL, *(DROPS[card] for card in _stowaways(view))}
    return [action for action in legal if action in costs]


def _drops_highest(view: View, legal: Sequence[Action]) -> list[Action]:
    cards = [card for card in _stowaways(view) if DROPS[card] in legal]
    return [DROPS[max(cards, key=NUMBER.__getitem__)]] if cards else []


def _stowaways(view: View) -> bytes:
    pier = view.table.pier_colour
    return split.laid_out(view.hand, pier, split.best(view.hand, pier).crew).stowaways


def _lowers_limit(view: View, legal: Sequence[Action]) -> list[Action]:
    """Draws what the limits below the cards say; from the stock, where they say nothing."""
    limits = limits_by_draw(view) if view.table.phase == "draw" else {}
    return [min(legal, key=lambda action: limits[action])] if limits else []


def _sails(view: View, legal: Sequence[Action]) -> list[Action]:
    low = SAIL in legal and split.limit_after_drop(view.hand, view.table.pier_colour) <= LOW
    return [SAIL] if low else []


def _picks_lowest(view: View, _legal: Sequence[Action]) -> list[Action]:
    if view.table.phase != "split":
        return []
    return [CREW_ACTION[split.best(view.hand, view.table.pier_colour).crew]]


def _answers(view: View, _legal: Sequence[Action]) -> list[Action]:
    """The split that the game offers to whoever answers another ship, taken as it is shown."""
    closed = view.table.closed
    if view.table.phase != "answer" or closed is None:
        return []
    best = best_answer(view.hand, closed.crew, view.table.pier_colour, closed.limit)
    return [actions.answer(best.attached, best.crew)]


HABITS: Mapping[str, Habit] = {
    "sail": _sails,
    "stowaways": _drops_highest,
    "crew": _keeps_crew,
    "limit": _lowers_limit,
    "name-crew": _picks_lowest,
    "answer": _answers,
}

"""What each of Buccaneer's lessons makes a beginner do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from games.buccaneer.actions import CHALLENGE, MEANING, Board, Move, least_crew, party_of
from games.buccaneer.discs import FACES
from games.buccaneer.outlook import outlook
from games.buccaneer.state import View
from games.contract import Action
from tests.games.habits import Habit

UNSURE = 3
"""What a ? may cost."""


def _boards(view: View, legal: Sequence[Action]) -> list[Action]:
    """Boards when a ship promises something, the one that promises most."""
    kept = {action: view_of for action, view_of in _promises(view, legal) if view_of > 0}
    return [action for action in kept if kept[action] == max(kept.values())]


def _promises(view: View, legal: Sequence[Action]) -> Iterator[tuple[Action, float]]:
    """The middle of what stands below each ship that can be boarded."""
    for action in legal:
        meant = MEANING[action]
        party = party_of(view.parties, meant.top) if isinstance(meant, Board) else None
        if isinstance(meant, Board) and party is not None:
            seen = outlook(view, party, meant.ship)
            yield action, (seen.least + seen.most) / 2


def _gathers(view: View, legal: Sequence[Action]) -> list[Action]:
    """Climbs so that the party is large enough for a ship."""
    return [
        action
        for action, size in _climbs(legal, lambda move: _size(view, move))
        if size >= least_crew(view.table)
    ]


def _leads(_view: View, legal: Sequence[Action]) -> list[Action]:
    """Climbs with the dearest pirate."""
    wages = dict(_climbs(legal, lambda move: FACES[move.top].wage))
    return [action for action in wages if wages[action] == max(wages.values())]


def _pays_little(_view: View, legal: Sequence[Action]) -> list[Action]:
    """Climbs on the cheapest captain."""
    wages = dict(_climbs(legal, lambda move: FACES[move.onto].wage or UNSURE))
    return [action for action in wages if wages[action] == min(wages.values())]


def _mutinies(_view: View, legal: Sequence[Action]) -> list[Action]:
    return [action for action in legal if action == CHALLENGE]


def _climbs(legal: Sequence[Action], measure: Callable[[Move], int]) -> Iterator[tuple[Action, int]]:
    for action in legal:
        if isinstance(meant := MEANING[action], Move):
            yield action, measure(meant)


def _size(view: View, move: Move) -> int:
    return sum(len(party_of(view.parties, top) or b"") for top in (move.top, move.onto))


HABITS: Mapping[str, Habit] = {
    "board": _boards,
    "later": _gathers,
    "lead": _leads,
    "wages": _pays_little,
    "mutiny": _mutinies,
}

"""What each of Skull Queen's lessons makes a beginner do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.contract import Action
from games.skull_queen.cards import COLOURS, OTHERS, SPECIALS, VALUES
from games.skull_queen.plank import DOWN, PLANK_OF, UP
from games.skull_queen.robot import gained_at_once
from games.skull_queen.state import View
from tests.games.habits import Habit

_AVERAGE = 6.5
"""The mean of the numbers that a colour's cards have, 1 to 12."""


def _turns_up(view: View, legal: Sequence[Action]) -> list[Action]:
    """The side for high cards, or the one for low ones."""
    side = UP if _are_high(view.hand) else DOWN
    return [action for action in legal if PLANK_OF[action][0] == side] if _sets(view) else []


def _leaves_room(view: View, legal: Sequence[Action]) -> list[Action]:
    """Near the bottom whoever is to climb, near the top whoever is not."""
    spaces = bytes(
        2 if _are_high(view.hand.translate(None, OTHERS[each])) else 4 for each in range(len(COLOURS))
    )
    return [action for action in legal if PLANK_OF[action][1:] == spaces] if _sets(view) else []


def _moves_well(view: View, legal: Sequence[Action]) -> list[Action]:
    """What sends a pirate towards the 8, or else what moves nobody."""
    if _sets(view):
        return []
    gains = {action: gained_at_once(view, action) for action in legal}
    return [action for action in legal if gains[action] == max(gains.values())]


def _sets(view: View) -> bool:
    return view.table.phase == "plank"


def _are_high(cards: bytes) -> bool:
    numbers = [VALUES[card] for card in cards.translate(None, SPECIALS)]
    return sum(numbers) > _AVERAGE * len(numbers)


HABITS: Mapping[str, Habit] = {"side": _turns_up, "room": _leaves_room, "better": _moves_well}

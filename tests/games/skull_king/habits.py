"""What each of Skull King's lessons makes a beginner do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.contract import Action
from games.skull_king import trick
from games.skull_king.cards import BLACK, FACES, FaceNumber, Kind
from games.skull_king.situation import STRENGTH
from games.skull_king.state import View
from tests.games.habits import Habit

_COUNTED = (Kind.PIRATE, Kind.MERMAID, Kind.KING, Kind.EITHER)


def _counts(view: View, legal: Sequence[Action]) -> list[Action]:
    """Bids what was said to be worth a trick."""
    edition = view.table.setup.edition
    faces = [FACES[card] for card in view.hand]
    sure = sum(
        face.kind in _COUNTED or face.number == edition.highest or (face.suit is BLACK and face.number >= 10)
        for face in faces
    )
    return [action for action in legal if action == f"bid {sure}"]


def _plays_on(view: View, legal: Sequence[Action]) -> list[Action]:
    """While short of the bid: what wins; else the weakest."""
    if view.table.phase != "play" or _missing(view) <= 0:
        return []
    winning = [action for action in legal if _wins(view, action)]
    return winning or [min(legal, key=lambda action: STRENGTH[_face(view, action)])]


def _loses(view: View, legal: Sequence[Action]) -> list[Action]:
    """With enough tricks: the strongest that does not win."""
    if view.table.phase != "play" or _missing(view) > 0:
        return []
    losing = [action for action in legal if not _wins(view, action)]
    return [max(losing, key=lambda action: STRENGTH[_face(view, action)])] if losing else []


def _missing(view: View) -> int:
    seat = view.seat or 0
    return view.table.bids[seat] - view.table.taken[seat]


def _face(view: View, action: Action) -> FaceNumber:
    return view.table.setup.edition.faces[action]


def _wins(view: View, action: Action) -> bool:
    table = view.table
    laid = table.trick + bytes((_face(view, action),))
    return trick.settle(laid, table.setup).taker == len(table.trick)


HABITS: Mapping[str, Habit] = {"count": _counts, "short": _plays_on, "enough": _loses}

"""What was played, as an animated picture: the table after each move, under a line that says what it was."""

from __future__ import annotations

from collections.abc import Sequence

from games.buccaneer import picture_board, tabletop
from games.buccaneer.actions import obliged
from games.buccaneer.state import View
from games.contract import Frame, Stands
from games.text import Words

MOST = 18
"""Pictures. Where more has happened, plain moves are left out, then the oldest."""
ALL = 9
"""So many moves are shown whatever they were."""


def frames(seen: Sequence[View], words: Words) -> tuple[Frame, ...]:
    """The table after each move that counted, all of one height."""
    shown = [(view, _caption(view, words)) for view in _counted(seen)]
    heights = [picture_board.board_height(view, words, caption) for view, caption in shown]
    last = len(shown) - 1
    return tuple(
        Frame(
            picture_board.draw_frame(view, words, caption, max(heights)).drawing(),
            Stands.NOW if at == last else Stands.MOMENT if _eventful(view) else Stands.MOVE,
        )
        for at, (view, caption) in enumerate(shown)
    )


def _counted(seen: Sequence[View]) -> Sequence[View]:
    if len(seen) <= ALL:
        return seen
    return [*[view for view in seen[:-1] if _eventful(view)][1 - MOST :], seen[-1]]


def _eventful(view: View) -> bool:
    """Whether a ship is gone, everybody has gone home, or there is mutiny."""
    table = view.table
    return tabletop.ship_just_left(table) or table.laid is None or bool(obliged(table, view.parties))


def _caption(view: View, words: Words) -> str:
    table = view.table
    mutiny = table.phase == "mutiny" or obliged(table, view.parties)
    said = tabletop.turn(view) if mutiny else tabletop.news(view)
    return words(said if said is not None else tabletop.turn(view))

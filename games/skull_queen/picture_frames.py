"""What was played, animated: the board card by card, and each trick before and after it moves pirates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from games.contract import Frame, Stands
from games.skull_queen import picture_board
from games.skull_queen.state import View
from games.text import Words


def frames(seen: Sequence[View], words: Words) -> tuple[Frame, ...]:
    """As high as the highest of them, each once."""
    shown = list(_shown(seen))
    if not shown:
        return ()
    drawn = [(picture_board.draw(view, words), milliseconds) for view, milliseconds in shown]
    high = max(canvas.box.h for canvas, _milliseconds in drawn)
    done: list[Frame] = []
    for (view, milliseconds), (canvas, _same) in zip(shown, drawn, strict=True):
        drawing = (canvas if canvas.box.h == high else picture_board.draw(view, words, least=high)).drawing()
        if not done or done[-1].drawing != drawing:
            done.append(Frame(drawing, milliseconds))
    return (*done[:-1], Frame(done[-1].drawing, Stands.NOW))


def _shown(seen: Sequence[View]) -> Iterator[tuple[View, int]]:
    """Each view, before those that show a trick done, the trick with its last card."""
    before = None
    for view in seen:
        complete = None if before is None else _complete(before, view)
        if complete is not None:
            yield complete, Stands.MOVE
        yield view, Stands.MOVE if complete is None else Stands.MOMENT
        before = view


def _complete(before: View, after: View) -> View | None:
    """The trick that lay there, with all of its cards, if it has been completed since."""
    then, now = before.table, after.table
    same_trick = (then.round, then.done) == (now.round, now.done)
    if then.phase != "play" or same_trick or not now.last.startswith(then.trick):
        return None
    return replace(before, table=replace(then, trick=now.last, to_act=()), to_act=())

"""The notepad: the line below it that explains the signs."""

from __future__ import annotations

from games.drawing.canvas import Canvas
from games.drawing.emblems import ANCHOR, CROWN
from games.drawing.furniture import SMALL
from games.drawing.notepad import KEY, Key, draw_key, key_lines
from tests.games.audit import outside, parsed, places

SHOWN: Key = [(CROWN, "the most points"), (ANCHOR, "closed the hand"), (None, "limit of the crew")]


def drawn_key(wide: float) -> tuple[float, set[str]]:
    """Where the key ends, and the sizes of its words."""
    canvas = Canvas(wide, KEY)
    draw_key(canvas, canvas.box, SHOWN)
    root = parsed(canvas.drawing().svg())
    assert outside(canvas.drawing().svg()) == []
    sizes = {element.attrib["font-size"] for element in root.iter() if "font-size" in element.attrib}
    return max(place.right for place in places(root)), sizes


def test_a_key_takes_a_second_line_only_where_its_words_would_have_to_shrink() -> None:
    end, sizes = drawn_key(wide=2000)
    assert sizes == {str(SMALL)}
    assert key_lines(SHOWN, end + 1) == [SHOWN]
    assert drawn_key(end + 1)[1] == {str(SMALL)}
    assert key_lines(SHOWN, end - 1) == [SHOWN[:2], SHOWN[2:]]
    assert drawn_key(end - 1)[1] != {str(SMALL)}

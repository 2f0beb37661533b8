"""The score sheet, drawn: the notepad, and where there is room how the latest hand ended.

It is as high as a telephone shows at once, however long the game: then the first hands share a line.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.contract import TOTAL
from games.corsari import emblems, picture_showdown, scoring
from games.corsari.scoring import CAPPOTTO, ScoredHand
from games.corsari.speech import (
    gained_words,
)
from games.corsari.state import Showdown, View
from games.drawing import notepad
from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import Emblem
from games.drawing.furniture import MARGIN, STRIP, WIDTH, strip, table
from games.drawing.notepad import Entry, Line
from games.text import Text, Words, _, named

_MOST = 670
"""How high the score sheet may be drawn, in units."""
_LINES = 8
_KEY = 34
"""The height of the line that explains the emblems."""
_WIDE = WIDTH - 2 * MARGIN


def draw(view: View, words: Words) -> Canvas:
    """The complete hands; there is at least one."""
    shown = view.table
    lines = _lines(scoring.hands_of(shown.score_sheet, shown.players), words)
    names = [words(named(seat)) for seat in range(shown.players)]
    top = STRIP + notepad.height(lines) + 10
    ended = _shown_below(shown.latest, _MOST - top - 2 * _KEY - MARGIN)
    below = 0 if ended is None else picture_showdown.height(ended)
    keys = notepad.key_lines([(emblem, words(text)) for emblem, text in _key(ended)], _WIDE)
    canvas = table(top + len(keys) * _KEY + below + MARGIN - 8)
    strip(canvas, words(_("Penalty cards")), words(_("fewest win")))
    totals = [str(count) for count in shown.counts]
    places = scoring.places(shown.counts, scoring.made_cappotto(shown))
    notepad.draw(canvas, STRIP, names, lines, words(TOTAL), totals, [place == 1 for place in places])
    for line in keys:
        notepad.draw_key(canvas, Box(MARGIN, top, _WIDE, _KEY - 4), line)
        top += _KEY
    if ended is not None:
        picture_showdown.draw(canvas, top, ended, shown, words)
    return canvas


def _lines(hands: Sequence[ScoredHand], words: Words) -> list[Line]:
    """A line for each hand; for the first ones together if they are too many."""
    together = max(0, len(hands) - _LINES + 1) if len(hands) > _LINES else 0
    first, rest = hands[:together], hands[together:]
    lines = [
        Line(str(scored.hand), tuple(_entry(scored, seat, words) for seat in range(len(scored.gained))))
        for scored in rest
    ]
    if not first:
        return lines
    sums = [sum(gained) for gained in zip(*(scored.gained for scored in first), strict=True)]
    label = f"{first[0].hand}–{first[-1].hand}"
    return [Line(label, tuple(Entry(gained_words(count)) for count in sums)), *lines]


def _shown_below(ended: Showdown | None, room: float) -> Showdown | None:
    return ended if ended is not None and picture_showdown.height(ended) <= room else None


def _entry(scored: ScoredHand, seat: int, words: Words) -> Entry:
    """New penalty cards; a sail for who set it."""
    gained = scored.gained[seat]
    points = words(_("cappotto")) if gained == CAPPOTTO else gained_words(gained)
    return Entry(points, sign=emblems.SAIL if seat == scored.closer else None)


def _key(ended: Showdown | None) -> tuple[tuple[Emblem, Text], ...]:
    """What the emblems mean, on the notepad and below it."""
    sailed = ((emblems.SAIL, _("sailed")),)
    return (*sailed, *picture_showdown.key()) if ended is not None and ended.layouts else sailed

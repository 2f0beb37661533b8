"""The score sheet, drawn: the notepad, and after the game the course of it."""

from __future__ import annotations

from games import shared_words
from games.contract import TOTAL
from games.drawing import chart, notepad
from games.drawing.canvas import Box, Canvas
from games.drawing.furniture import BANNER, MARGIN, WIDTH, banner, table
from games.drawing.notepad import Entry, Line
from games.skull_queen import scoring
from games.skull_queen.plank import NOTED, OVERBOARD, WORTH, Plank, worth
from games.skull_queen.state import View
from games.text import Words, named, signed

_CHART, _LEAST_CHART = 300, 150
"""The height of the course of the game, which stands there if there is room for it."""
_MOST = 660
"""The height of a sheet that is seen at once."""


def draw(view: View, words: Words) -> Canvas:
    """The complete rounds; there is at least one."""
    shown = view.table
    rounds = scoring.rounds_of(shown.score_sheet, shown.players)
    first = shown.complete - len(rounds) + 1
    lines = [Line(str(number), tuple(map(_entry, planks))) for number, planks in enumerate(rounds, first)]
    names = [words(named(seat)) for seat in range(shown.players)]
    top = BANNER + notepad.height(lines)
    room = min(_CHART, _MOST - top - 2 * MARGIN)
    charted = shown.phase == "over" and room >= _LEAST_CHART
    canvas = table(top + (room + MARGIN if charted else 0) + MARGIN)
    aside = shared_words.after_round(shown.complete, shown.rounds)
    banner(canvas, words(shared_words.SCORE_SHEET), words(aside))
    leading = [seat in scoring.winners(shown.points) for seat in range(shown.players)]
    totals = [str(points) for points in shown.points]
    notepad.draw(canvas, BANNER, names, lines, words(TOTAL), totals, leading)
    if charted:
        scores = chart.courses([list(map(worth, planks)) for planks in rounds], shown.points)
        chart.draw(canvas, Box(MARGIN, top + MARGIN, WIDTH - 2 * MARGIN, room), names, scores)
    return canvas


def _entry(plank: Plank) -> Entry:
    """What a plank was worth, and how that came about: the spaces of those who still stood on it."""
    if plank[0] == NOTED:
        return Entry(signed(worth(plank)))
    values = [WORTH[plank[0]][space] for space in plank[1:] if space != OVERBOARD]
    return Entry(signed(worth(plank)), "+".join(map(str, values)) or "–")

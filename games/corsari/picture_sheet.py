"""The score sheet, drawn: the notepad, how the latest hand ended, and after the game the course of it."""

from __future__ import annotations

from games.corsari import emblems, picture_showdown, scoring
from games.corsari.scoring import CAPPOTTO, ScoredHand
from games.corsari.speech import gained_words
from games.corsari.state import Showdown, View
from games.drawing import chart, notepad
from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import Emblem
from games.drawing.furniture import BANNER, MARGIN, WIDTH, banner, table
from games.drawing.notepad import Entry, Line
from games.text import Text, Words, _, named

_CHART = 330
_KEY = 34
"""The height of a line that explains the emblems."""
_WIDE = WIDTH - 2 * MARGIN


def draw(view: View, words: Words) -> Canvas:
    """The complete hands; there is at least one."""
    shown = view.table
    hands = scoring.hands_of(shown.score_sheet, shown.players)
    lines = [
        Line(str(scored.hand), tuple(_entry(scored, seat, words) for seat in range(shown.players)))
        for scored in hands
    ]
    names = [words(named(seat)) for seat in range(shown.players)]
    pad, ended = notepad.height(lines), _height_of_ending(shown.latest, words)
    charted = shown.phase == "over" and len(hands) > 1
    keys = notepad.key_lines(_key(shown.latest, words), _WIDE)
    top, below = BANNER + pad + 14, len(keys) * _KEY + 6
    canvas = table(top + below + ended + (_CHART + 8 if charted else 0) + MARGIN - 8)
    banner(canvas, words(_("Penalty cards")), words(_("fewest win")))
    totals = [str(count) for count in shown.counts]
    places = scoring.places(shown.counts, scoring.made_cappotto(shown))
    notepad.draw(canvas, BANNER, names, lines, words(_("Total")), totals, [place == 1 for place in places])
    for at, line in enumerate(keys):
        notepad.draw_key(canvas, Box(MARGIN, top + at * _KEY, _WIDE, _KEY), line)
    top += below
    if shown.latest is not None:
        picture_showdown.draw(canvas, top, shown.latest, shown, words)
    if charted:
        gained = [[0 if count == CAPPOTTO else count for count in line.gained] for line in hands]
        scores = chart.courses(gained, shown.counts)
        chart.draw(canvas, Box(MARGIN, top + ended, _WIDE, _CHART), names, scores)
    return canvas


def _entry(scored: ScoredHand, seat: int, words: Words) -> Entry:
    """New penalty cards; a sail for who set it."""
    gained = scored.gained[seat]
    points = words(_("cappotto")) if gained == CAPPOTTO else gained_words(gained)
    return Entry(points, sign=emblems.SAIL if seat == scored.closer else None)


def _height_of_ending(ended: Showdown | None, words: Words) -> float:
    return 0 if ended is None else picture_showdown.height(ended)


def _key(ended: Showdown | None, words: Words) -> notepad.Key:
    """What the emblems mean, on the notepad and below it."""
    shown: tuple[tuple[Emblem, Text], ...] = ((emblems.SAIL, _("sailed")),)
    if ended is not None and ended.layouts:
        shown += picture_showdown.key()
    return [(emblem, words(text)) for emblem, text in shown]

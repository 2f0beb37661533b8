"""The score sheet, drawn: the notepad, and after the game the course of it."""

from __future__ import annotations

from itertools import accumulate

from games.drawing import chart, notepad
from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import CANNONBALL
from games.drawing.furniture import BANNER, MARGIN, WIDTH, banner, table
from games.drawing.notepad import Entry, Line
from games.skull_king import ledger, scoring
from games.skull_king.dealing import cards_dealt
from games.skull_king.speech import figure, signed
from games.skull_king.state import Table, View
from games.text import Text, Words, _, named

_CHART = 330


def draw(view: View, words: Words) -> Canvas:
    """The complete rounds; there is at least one."""
    shown = view.table
    rounds = ledger.read(shown.ledger, shown.players)
    points = [
        [entry.points(cards_dealt(shown, number), shown.setup.scoring) for entry in line]
        for number, line in enumerate(rounds, 1)
    ]
    lines = [
        Line(str(number), tuple(map(_entry, entries, scored, [words] * shown.players)))
        for number, (entries, scored) in enumerate(zip(rounds, points, strict=True), 1)
    ]
    names = [words(named(seat)) for seat in range(shown.players)]
    charted = shown.phase == "over" and len(rounds) > 1
    top = BANNER + notepad.height(lines)
    canvas = table(top + (_CHART + MARGIN if charted else 0) + MARGIN)
    banner(canvas, words(_("Score sheet")), words(_aside(shown, len(rounds))))
    totals = [figure(total) for total in shown.points]
    leading = [seat in scoring.winners(shown.points) for seat in range(shown.players)]
    notepad.draw(canvas, BANNER, names, lines, words(_("Total")), totals, leading)
    if charted:
        scores = [list(accumulate(line[seat] for line in points)) for seat in range(shown.players)]
        chart.draw(canvas, Box(MARGIN, top + MARGIN, WIDTH - 2 * MARGIN, _CHART), names, scores)
    return canvas


def _entry(entry: scoring.Entry, points: int, words: Words) -> Entry:
    how = words(_("{taken}/{bid}", taken=entry.taken, bid=entry.bid))
    return Entry(signed(points), how, CANNONBALL if entry.cannonball else None)


def _aside(shown: Table, rounds: int) -> Text:
    of = len(shown.setup.length.rounds)
    if rounds > of:
        return _("after the extra round")
    return _("after round {round} of {rounds}", round=rounds, rounds=of)

"""The score sheet, drawn: the notepad, and after the game the course of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from games import shared_words
from games.contract import TOTAL
from games.drawing import notepad
from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import CANNONBALL, Emblem
from games.drawing.furniture import MARGIN, STRIP, WIDTH, strip, table
from games.drawing.notepad import Entry, Line
from games.skull_king import scoring
from games.skull_king.dealing import cards_dealt
from games.skull_king.state import Table, View
from games.text import Text, Words, _, figure, named, signed

_MOST = 672
"""As high as the sheet may be under a result."""
_WIDE = 4
"""With more columns what points are made of takes a line of its own."""


def draw(view: View, words: Words) -> Canvas:
    """The complete rounds; there is at least one."""
    shown = view.table
    rounds = scoring.rounds_of(shown.score_sheet, shown.players)
    first = shown.complete - len(rounds) + 1
    lines = _fitting(
        [
            Line(
                str(number),
                tuple(
                    _entry(entry, entry.parts(cards_dealt(shown, number), shown.setup.scoring), words)
                    for entry in line
                ),
            )
            for number, line in enumerate(rounds, first)
        ]
    )
    names = [words(named(seat)) for seat in range(shown.players)]
    top = STRIP + notepad.height(lines)
    canvas = table(top + notepad.KEY + 4)
    strip(canvas, words(shared_words.SCORE_SHEET), words(_aside(shown, shown.complete)))
    totals = [figure(total) for total in shown.points]
    leading = [seat in scoring.winners(shown.points) for seat in range(shown.players)]
    notepad.draw(canvas, STRIP, names, lines, words(TOTAL), totals, leading)
    key = [(sign, words(text)) for sign, text in _key(rounds)]
    notepad.draw_key(canvas, Box(MARGIN, top + 4, WIDTH - 2 * MARGIN, notepad.KEY - 6), key)
    return canvas


def _fitting(lines: list[Line]) -> list[Line]:
    """The lines, all but the latest in points alone where that is more than a telephone shows at once."""
    if STRIP + notepad.height(lines) + notepad.KEY <= _MOST:
        return lines
    latest = lines[-1]
    few = tuple(
        replace(entry, parts="") if len(latest.entries) > _WIDE else entry for entry in latest.entries
    )
    return [*(replace(line, dense=True) for line in lines[:-1]), replace(latest, entries=few)]


def _entry(entry: scoring.Entry, brought: tuple[int, int, int], words: Words) -> Entry:
    """The points; tricks taken and bid; and where there is more to it, what the points are made of."""
    how = words(_("{taken}/{bid}", taken=entry.taken, bid=entry.bid))
    bid, *more = brought
    parts = "".join((figure(bid), *(signed(part) for part in more if part))) if any(more) else ""
    return Entry(signed(sum(brought)), how, CANNONBALL if entry.cannonball else None, parts)


def _key(rounds: Sequence[Sequence[scoring.Entry]]) -> Iterator[tuple[Emblem | None, Text]]:
    """What the small figures are."""
    entries = [entry for line in rounds for entry in line]
    if any(entry.wager for entry in entries):
        yield None, _("tricks taken/bid; bid points + bonuses ± wager")
    elif any(entry.bonus for entry in entries):
        yield None, _("tricks taken/bid; bid points + bonuses")
    else:
        yield None, _("tricks taken/bid")
    if any(entry.cannonball for entry in entries):
        yield CANNONBALL, _("with a cannonball")


def _aside(shown: Table, rounds: int) -> Text:
    of = len(shown.setup.length.rounds)
    if rounds > of:
        return _("after the extra round")
    return shared_words.after_round(rounds, of)

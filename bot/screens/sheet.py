"""The score sheet: first in sentences, then as the notepad that lies on every card table."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from bot.pictures.commissions import Illustration
from bot.screens import parts
from bot.screens.kit import Accent, Screen, TextBlock, block, screen
from bot.tables.table import Table
from bot.words import Reader
from bot.words.apart import shortened
from bot.words.harmless import cut
from games import described
from games.contract import Sheet
from games.text import _

WIDEST = 52
"""Columns of a notepad: more would break its lines in a narrow window. Further seats follow below."""
WIDEST_NAME = 7
_FORMER = _("former")
"""Who has had their data erased, over a column of at most seven characters."""
WIDEST_LABEL = 16
WIDEST_CELL = 14
MOST = 2300
"""Characters of notepads on one screen."""


def sheet(
    table: Table,
    sheet: Sheet | None,
    reader: Reader,
    *,
    hand: bool = True,
    picture: Illustration | None = None,
) -> Screen:
    """The sheet as far as it has come; None: nothing stands on it yet. `hand`: with a way to the hand."""
    if sheet is None:
        return screen(
            Accent.SAND, block(reader(_("The score sheet is still empty: no round has ended.")), most=200)
        )
    return screen(
        Accent.SAND,
        picture,
        block(parts.heading(reader, sheet.title), *map(reader, sheet.latest), most=900),
        block(reader(described.totals(sheet)), most=700),
        notepads(table, sheet, reader),
        parts.row(parts.log_button(reader, table.id), parts.hand_button(reader, table.id) if hand else None),
    )


def notepads(table: Table, sheet: Sheet, reader: Reader) -> TextBlock | None:
    """The sheet in columns, as many seats beside each other as a narrow window shows."""
    labels = ["", *(_short(reader.plain(row.label), WIDEST_LABEL) for row in sheet.rows)]
    labels.append(_short(reader.plain(sheet.totals.label), WIDEST_LABEL))
    columns = [_column(sheet, seat, called, reader) for seat, called in enumerate(_called(table, reader))]
    pads = [_notepad(labels, beside) for beside in _side_by_side(_width(labels), columns)]
    return block(*pads, most=MOST)


def _called(table: Table, reader: Reader) -> list[str]:
    """What stands over the columns."""
    names = shortened({seat: sitter.name for seat, sitter in enumerate(table.seats)}, WIDEST_NAME)
    return [name or reader.plain(_FORMER) for name in names.values()]


def _column(sheet: Sheet, seat: int, called: str, reader: Reader) -> list[str]:
    cells = [_short(reader.plain(row.cells[seat]), WIDEST_CELL) for row in (*sheet.rows, sheet.totals)]
    return [_short(called, WIDEST_NAME), *cells]


def _short(text: str, most: int) -> str:
    """One cell: a back-tick would end the notepad, and a change of direction reorder it."""
    return cut(text.strip("\u2068\u2069").replace("`", "'"), most)


def _side_by_side(first: int, columns: Sequence[list[str]]) -> list[list[list[str]]]:
    """The columns, as many as fit beside each other."""
    pads: list[list[list[str]]] = []
    room = 0
    for column in columns:
        wide = _width(column) + 2
        if not pads or wide > room:
            pads.append([])
            room = WIDEST - first
        pads[-1].append(column)
        room -= wide
    return pads


def _notepad(labels: Sequence[str], columns: Sequence[Sequence[str]]) -> str:
    lines = list(map("  ".join, zip(_flush_left(labels), *map(_flush_right, columns), strict=True)))
    lines.insert(-1, "-" * max(map(_columns_of, lines)))
    return "\n".join(("```", *lines, "```"))


def _flush_left(column: Sequence[str]) -> list[str]:
    wide = _width(column)
    return [text + " " * (wide - _columns_of(text)) for text in column]


def _flush_right(column: Sequence[str]) -> list[str]:
    wide = _width(column)
    return [" " * (wide - _columns_of(text)) + text for text in column]


def _width(texts: Sequence[str]) -> int:
    return max(map(_columns_of, texts))


def _columns_of(text: str) -> int:
    """How many columns the text takes in a typewriter face: wide characters take two, accents none."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(unicodedata.combining(char) > 0 for char in text)

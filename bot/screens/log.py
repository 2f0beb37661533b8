"""The log: all that happened at a table, as far as the reader may know it. Private, the newest last."""

from __future__ import annotations

from collections.abc import Sequence

from bot.screens import parts
from bot.screens.kit import Accent, Screen, block, screen
from bot.screens.rules import page_of
from bot.tables.table import Table
from bot.words import Reader
from games.text import Text, _

PAGE = 1800
"""Characters on one page: some forty lines."""


def log(table: Table, lines: Sequence[Text], page: int, reader: Reader, *, hand: bool = True) -> Screen:
    """One page of it; `page` counts from 0, the oldest; negative or too high: the newest.

    `hand`: with a way to the reader's hand.
    """
    turned = _pages([reader(line) for line in lines])
    page = page if 0 <= page < len(turned) else len(turned) - 1
    return screen(
        Accent.SAND,
        block(parts.heading(reader, _("What happened at this table")), most=200),
        block(*turned[page], most=PAGE) or block(reader(_("Nothing has happened yet.")), most=200),
        page_of(reader, page, len(turned)),
        parts.row(
            *parts.turner(reader, "log", table.id, page, len(turned), _("Earlier"), _("Later")),
            parts.hand_button(reader, table.id) if hand else None,
        ),
    )


def _pages(lines: Sequence[str]) -> list[list[str]]:
    """From the oldest on, so that a page stays what it was while the game goes on. The newest is the one that
    is asked for: it is filled up with what the page before it has too.
    """
    turned = parts.pages(lines, PAGE)
    return [*turned[:-1], parts.pages(reversed(lines), PAGE)[0][::-1]]

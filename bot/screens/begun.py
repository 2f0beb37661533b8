"""What the lobby's message says while the game goes on: who plays, and where the board is. Public.

Short, because it may stand below somebody's open hand.
"""

from __future__ import annotations

from bot.screens import parts
from bot.screens.kit import PRIMARY, Accent, Screen, TextBlock, block, screen
from bot.tables.table import Table
from bot.words import Markup, Reader
from games.text import Listed, Player, Text, _


def begun(table: Table, reader: Reader, board: str | None) -> Screen:
    """That the cards are dealt. `board`: the address of the board's message, if it stands already."""
    return screen(
        Accent.NAVY,
        block(
            parts.heading(reader, table.game.title),
            reader(_players(table)),
            reader(_where(board)),
            parts.of_the_pod(reader, table),
            most=1000,
        ),
        _terms(table, reader),
        block(*map(parts.small, parts.sealed(reader, table)), most=300),
        parts.foot(reader, table),
        parts.row(
            parts.hand_button(reader, table.id, style=PRIMARY),
            parts.rules_button(reader, table.id),
            parts.button(reader, _("More"), "more", table.id),
        ),
    )


def _terms(table: Table, reader: Reader) -> TextBlock | None:
    """What is played; a tournament's announcement says that for all its tables."""
    if table.record.pod is not None:
        return None
    return block(*map(parts.small, map(reader, parts.terms(table))), most=700)


def _players(table: Table) -> Text:
    players = Listed(tuple(Player(seat) for seat in range(len(table.seats))))
    return _("The game has begun: {players} play, in this order.", players=players)


def _where(board: str | None) -> Text:
    if board is None:
        return _("The board will stand here in a moment. My hand shows what is yours and what you can do.")
    return _(
        "The board is here: {board}. My hand shows what is yours and what you can do.", board=Markup(board)
    )

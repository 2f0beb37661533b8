"""What was played while its reader was away, and a whole game, as an animated picture. Private."""

from __future__ import annotations

from typing import Literal

from bot.i18n import Reader
from bot.images.model import MessageImage
from bot.tables.model import Table
from bot.tables.watching import Playback
from bot.ui import components as ui
from bot.ui.limits import TEXT
from games.text import Text, _, _n

What = Literal["missed", "game"]
MOVING, WORDS = "moving", "words"
LEAST_MISSED = 2
"""Whoever has missed fewer moves sees them in the hand itself."""
LONGEST = 3000
"""The most characters of all that a watcher's screen says in words."""


def watch_screen(
    table: Table,
    what: What,
    playback: Playback,
    reader: Reader,
    back: ui.Button | None,
    picture: MessageImage | None = None,
) -> ui.Screen:
    """The picture; in its place, or until it is there, the words."""
    drawn = picture is not None and picture.drawn is not None
    head = ui.block(ui.strong(reader, course_title(what, playback)), most=200)
    lines = None if drawn else ui.block(*_latest(list(map(reader, playback.lines))), most=LONGEST)
    if not playback.moves:
        lines = ui.block(reader(_("Nothing has been played since your last move.")), most=200)
    as_words = ui.button(reader, _("Words"), "watch", table.id, what, WORDS)
    return ui.screen(ui.Accent.SAND, head, picture, lines, ui.row(back, as_words if drawn else None))


def course_title(what: What, playback: Playback) -> Text:
    """What it is that is seen."""
    if what == "game":
        return _("🎬 The game in 20 seconds")
    if playback.mine:
        return _n("🎬 {count} move since yours", "🎬 {count} moves since yours", playback.moves)
    return _n("🎬 The latest move", "🎬 The latest {count} moves", playback.moves)


def _latest(lines: list[str]) -> list[str]:
    """As many of the last lines as there is room for."""
    kept: list[str] = []
    room = min(LONGEST, TEXT) - 2
    for line in reversed(lines):
        room -= len(line) + 1
        if room < 0:
            return ["…", *kept]
        kept.insert(0, line)
    return kept


def watch_button(reader: Reader, table: Table) -> ui.Button | None:
    """To what was played of late, once anything has lain on the table; of a game that is over, to all of it
    in short.
    """
    if table.phase == "over":
        return ui.button(reader, _("In 20 seconds"), "watch", table.id, "game", MOVING)
    if table.phase != "playing" or not table.actions:
        return None
    board = table.game.board(table.observe(None))
    if not board.table and board.recap is None:  # bids alone are nothing to look at
        return None
    return ui.button(reader, _("Watch"), "watch", table.id, "missed", MOVING)

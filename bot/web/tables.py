"""A table as a page shows it: the board that every spectator sees, the score sheet, a finished game's steps.

All of it is computed from what somebody may know who only looks on, in a process of its own: a game of 260
moves takes a third of a second. A hand is in none of it, not even in a replay.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.i18n import Reader, reader_for
from bot.images.requests import words_at_table
from bot.profiles.replays import Replay, replay_of
from bot.screens.analysis import chance_lines, turned
from bot.screens.history import happened, reader_then
from bot.screens.result import placing_lines, winners
from bot.screens.tournaments.hands import SharedDeal, compared
from bot.tables.model import Table
from bot.tables.repository import table_from_row
from bot.web.drawings import Film, film
from games.contract import AnyGame, Observation, Sheet
from games.shapes import Drawing
from games.text import _, named
from games.thinking.chances import Chances, TurningPoint
from storage.models import ActionRow, TableRow


class ScoreSheet(msgspec.Struct, frozen=True):
    """The score sheet in words; the rows' first cell is what they are about."""

    title: str
    players: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    totals: tuple[str, ...]


class BoardView(msgspec.Struct, frozen=True):
    """A table that is played at, as spectators see it."""

    headline: str
    turn: str
    words: tuple[str, ...]
    """What lies on the table and what each seat has, in lines: all that the picture says."""
    sheet: ScoreSheet | None = None
    drawing: Drawing | None = None
    """None where the game draws none."""
    chances: tuple[str, ...] = ()
    """Each seat's a trick ago; empty where nothing can be said."""


class ReplayRound(msgspec.Struct, frozen=True):
    """A chapter of a game: from which step on, and what it is called."""

    start: int
    name: str


class ReplayView(msgspec.Struct, frozen=True):
    """A finished game, step by step, as spectators saw it."""

    steps: tuple[str, ...]
    """What happened with each, from the deal on."""
    rounds: tuple[ReplayRound, ...]
    sheet: ScoreSheet | None = None
    film: Film = Film()
    """A drawing for each step; none where the game draws none, or where there is no room for them."""
    turned: tuple[int, str] | None = None
    """The step with which the game turned, and for whom; None where nobody looked for it."""


class GameView(msgspec.Struct, frozen=True):
    """A finished game whose players want to be seen."""

    id: str
    locale: str
    game: str
    won: str
    """Who has won, in a sentence."""
    placings: tuple[str, ...]
    replay: ReplayView


class ServerView(msgspec.Struct, frozen=True):
    """What goes on in public on a server that wants to be listed."""

    name: str
    tables: tuple[str, ...]
    tournaments: tuple[tuple[str, str], ...]
    """Names, and the ids of their pages."""


def in_a_line(table: Table) -> str:
    """A table that has not ended, without anybody's name."""
    reader = reader_for(table, "en")
    here = (table.game.title, len(table.seats))
    if table.phase == "lobby":
        return reader.plain(
            _(
                "{game}: {count} of {most} seats taken",
                game=here[0],
                count=here[1],
                most=table.record.capacity,
            )
        )
    return reader.plain(_("{game}: {count} are playing", game=here[0], count=here[1]))


# in the worker process


def view_board(row: TableRow, locale: str, chances: Chances | None = None) -> BoardView:
    """The board of a running table. `chances`: everybody's a trick ago."""
    table = table_from_row(row)
    game, reader, seen = table.game, reader_for(table, locale), table.observe(None)
    board = game.board(seen)
    said = [*board.table, *(line.words for line in board.seats)]
    names = [reader.plain(named(line.seat)) for line in board.seats]
    words = list(map(reader.plain, said))
    for at, name in enumerate(names, len(board.table)):
        words[at] = f"{name}: {words[at]}"
    return BoardView(
        reader.plain(board.headline),
        reader.plain(board.turn),
        tuple(words),
        _sheet(game.sheet(seen), reader, len(table.seats)),
        _drawing(game, seen, reader),
        () if chances is None else tuple(map(reader.plain, chance_lines(chances))),
    )


def view_replay(
    row: TableRow, log: Sequence[ActionRow], locale: str, turn: tuple[int, TurningPoint] | None = None
) -> ReplayView:
    """A finished game. `turn`: after how many actions it turned, and how. Refusal if it is not over."""
    table = table_from_row(row)
    shown = replay_of(table, log)
    game, reader = table.game, reader_for(table, locale)
    seen = [game.observe(step.state, None) for step in shown.steps]
    readers = [reader_then(reader, table, step.number) for step in shown.steps]
    drawings = [_drawing(game, each, told) for each, told in zip(seen, readers, strict=True)]
    return ReplayView(
        tuple(_told(shown, number, told) for number, told in enumerate(readers)),
        tuple(ReplayRound(start, reader.plain(game.board(seen[start]).headline)) for start in shown.rounds),
        _sheet(game.sheet(seen[-1]), reader, len(table.seats)),
        film([drawing for drawing in drawings if drawing is not None]) if all(drawings) else Film(),
        None if turn is None else (turn[0], reader.plain(turned(turn[1]))),
    )


def view_hands(rows: Sequence[TableRow], log: Sequence[ActionRow], locale: str) -> tuple[SharedDeal, ...]:
    """What was made of the same cards at these tables. `log`: the first one's."""
    return compared([table_from_row(row) for row in rows], log, locale)


def view_game(
    row: TableRow, log: Sequence[ActionRow], turn: tuple[int, TurningPoint] | None = None
) -> GameView:
    """A finished game by itself, in the words of its server."""
    table = table_from_row(row)
    locale = table.record.locale
    reader = reader_for(table, locale)
    return GameView(
        table.id,
        locale,
        reader.plain(table.game.title),
        " ".join(map(reader.plain, winners(table))),
        tuple(map(reader.plain, placing_lines(table))),
        view_replay(row, log, locale, turn),
    )


def _told(shown: Replay, number: int, reader: Reader) -> str:
    return " ".join(map(reader.plain, happened(shown, shown.steps[number], None)))


def _drawing(game: AnyGame, seen: Observation, reader: Reader) -> Drawing | None:
    picture = game.board_picture(seen, words_at_table(reader))
    return None if picture is None else picture.drawing


def _sheet(sheet: Sheet | None, reader: Reader, players: int) -> ScoreSheet | None:
    if sheet is None:
        return None
    return ScoreSheet(
        reader.plain(sheet.title),
        tuple(reader.plain(named(seat)) for seat in range(players)),
        tuple(tuple(map(reader.plain, (row.label, *row.cells))) for row in sheet.rows),
        tuple(map(reader.plain, (sheet.totals.label, *sheet.totals.cells))),
    )

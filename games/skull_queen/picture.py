"""Skull Queen's pictures, each with what it says in words."""

from __future__ import annotations

from games.contract import Picture, SheetRow
from games.skull_queen import picture_board, picture_hand, picture_sheet, picture_trick, sheet, tabletop
from games.skull_queen.state import View
from games.text import Listed, Player, Seat, Text, Words, _


def board(view: View, words: Words) -> Picture:
    """The table, for everybody who may see this view."""
    said = tabletop.board(view)
    seats = [_("{player}: {words}", player=Player(line.seat), words=line.words) for line in said.seats]
    alt = (said.headline, said.turn, *said.table, *seats, *_latest(view))
    return Picture(picture_board.draw(view, words).svg(), alt)


def _latest(view: View) -> tuple[Text, ...]:
    """The last trick as long as it is shown; once a round is scored, how its planks were."""
    shown, written = view.table, sheet.sheet(view)
    if shown.phase != "play":
        return () if written is None else written.latest
    recap = tabletop.board(view).recap
    return (recap.title, *recap.lines) if recap is not None and picture_trick.shows_last(shown) else ()


def hand(view: View, words: Words) -> Picture | None:
    """The seat's own cards, for its player alone."""
    said = tabletop.hand(view)
    if said is None:
        return None
    held = _("Your hand: {cards}", cards=Listed(said.cards)) if said.cards else _("Your hand is empty.")
    alt = (held,) if said.note is None else (held, said.note)
    return Picture(picture_hand.draw(view, words).svg(), alt)


def score_sheet(view: View, words: Words) -> Picture | None:
    """The notepad, as soon as anything stands on it."""
    said = sheet.sheet(view)
    if said is None:
        return None
    rounds = [_of_row(row) for row in said.rows]
    alt = (said.title, _of_row(said.totals), *rounds, *said.latest)
    return Picture(picture_sheet.draw(view, words).svg(), alt)


def _of_row(row: SheetRow) -> Text:
    points = Listed(tuple(_of_seat(seat, cell) for seat, cell in enumerate(row.cells)))
    return _("{label}: {points}", label=row.label, points=points)


def _of_seat(seat: Seat, points: Text) -> Text:
    return _("{player} {points}", player=Player(seat), points=points)

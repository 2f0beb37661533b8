"""Buccaneer's pictures, each with what it says in words."""

from __future__ import annotations

from games.buccaneer import picture_board, picture_hand, picture_sheet, sheet, tabletop
from games.buccaneer.state import View
from games.contract import Picture
from games.text import Listed, Player, Seat, Text, Words, _


def board(view: View, words: Words) -> Picture:
    """The table, for everybody."""
    said = tabletop.board(view)
    seats = [_("{player}: {words}", player=Player(line.seat), words=line.words) for line in said.seats]
    boarded = view.table.laid is None and not view.table.stalled and said.recap is not None
    recap = (said.recap.title, *said.recap.lines) if boarded and said.recap is not None else ()
    alt = (said.headline, said.turn, *said.table, *seats, *recap)
    return Picture(picture_board.draw(view, words).svg(), alt)


def hand(view: View, words: Words) -> Picture | None:
    """The seat's own pirates, and those of its pirates that serve under others."""
    said = tabletop.hand(view)
    if said is None or view.seat is None:
        return None
    own = (
        _("Your parties: {parties}", parties=Listed(said.cards)) if said.cards else _("You command no party.")
    )
    alt = (own,) if said.note is None else (own, said.note)
    return Picture(picture_hand.draw(view, view.seat, words).svg(), alt)


def score_sheet(view: View, words: Words) -> Picture | None:
    """The notepad, as soon as a ship is gone."""
    said = sheet.sheet(view)
    if said is None:
        return None
    totals = Listed(tuple(map(_total, range(view.players), said.totals.cells)))
    summed = _("{label}: {totals}", label=said.totals.label, totals=totals)
    return Picture(picture_sheet.draw(view, words).svg(), (said.title, summed, *said.latest))


def _total(seat: Seat, total: Text) -> Text:
    return _("{player} {total}", player=Player(seat), total=total)

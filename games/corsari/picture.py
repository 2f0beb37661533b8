"""Corsari's pictures, each with what it says in words."""

from __future__ import annotations

from games.contract import Picture
from games.corsari import picture_board, picture_hand, picture_sheet, sheet, tabletop
from games.corsari.picture_plates import has_just_ended
from games.corsari.state import View
from games.text import Listed, Player, Seat, Text, Words, _


def board(view: View, words: Words) -> Picture:
    """The table, for everybody who may see this view."""
    said = tabletop.board(view)
    seats = [_("{player}: {words}", player=Player(line.seat), words=line.words) for line in said.seats]
    recap = (
        () if said.recap is None or not has_just_ended(view.table) else (said.recap.title, *said.recap.lines)
    )
    alt = (said.headline, said.turn, *tabletop.just_done(view.table), *said.table, *seats, *recap)
    return Picture(picture_board.draw(view, words).svg(), alt)


def hand(view: View, words: Words) -> Picture | None:
    """The seat's own cards, for its player alone."""
    said = tabletop.hand(view)
    if said is None:
        return None
    held = _("Your cards: {cards}", cards=Listed(said.cards)) if said.cards else _("You have no cards left.")
    alt = (held,) if said.note is None else (held, said.note)
    return Picture(picture_hand.draw(view, words).svg(), alt)


def score_sheet(view: View, words: Words) -> Picture | None:
    """The notepad, as soon as anything stands on it."""
    said = sheet.sheet(view)
    if said is None:
        return None
    totals = Listed(tuple(map(_total, range(view.players), said.totals.cells)))
    summed = _("{label}: {totals}", label=said.totals.label, totals=totals)
    return Picture(picture_sheet.draw(view, words).svg(), (said.title, summed, *said.latest))


def _total(seat: Seat, total: Text) -> Text:
    return _("{player} {total}", player=Player(seat), total=total)

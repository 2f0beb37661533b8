"""Buccaneer's pictures, each with what it says in words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from games import picture_alt
from games.buccaneer import picture_board, picture_sheet, sheet, tabletop
from games.buccaneer.boarding import gains
from games.buccaneer.discs import FACES
from games.buccaneer.outlook import figures, outlook
from games.buccaneer.picture_ships import boarders
from games.buccaneer.ships import SHIPS
from games.buccaneer.speech import (
    voyage_words,
)
from games.buccaneer.state import View
from games.contract import Picture
from games.text import Listed, Seat, Text, Words, _, signed


def board(view: View, words: Words) -> Picture:
    """The table as everybody sees it, drawn, with the same in words for whoever cannot see it."""
    said = tabletop.board(view)
    alt = (said.headline, said.turn, *said.table, *picture_alt.seats(said), *_ship_lines(view))
    return Picture(picture_board.draw(view, words).drawing(), alt)


def _ship_lines(view: View) -> Iterator[Text]:
    """What the latest turn did to a ship, and what it brought everybody."""
    if not tabletop.ship_just_left(view.table):
        return
    voyage = view.table.voyages[-1]
    yield next(voyage_words(voyage))
    if voyage.captain is not None:
        changes = enumerate(gains(voyage, view.players))
        lines = [
            picture_alt.of_seat(seat, _("{ducats}", ducats=signed(change)))
            for seat, change in changes
            if change
        ]
        yield _("Who won and lost: {changes}", changes=Listed(tuple(lines)))


def hand(view: View, words: Words, chosen: Sequence[str] = (), room: float = math.inf) -> Picture | None:
    """The table as this seat plays at it: the own parties, ships, the others. `chosen`: a party, and perhaps
    a ship.
    """
    said = tabletop.hand(view)
    if said is None or view.seat is None:
        return None
    own = _("Your parties: {parties}", parties=Listed(said.cards)) if said.cards else _("You command nobody.")
    table = tabletop.board(view)
    alt = (
        *picture_alt.hand(own, said),
        *_net_lines(view, view.seat),
        *table.table,
        *picture_alt.seats(table),
    )
    return Picture(picture_board.draw_hand(view, view.seat, words, chosen, room).drawing(), alt)


def _net_lines(view: View, seat: Seat) -> Iterator[Text]:
    """What each ship would bring each of the seat's parties that can board her."""
    for ship in view.table.ships:
        for party in boarders(view, seat, ship):
            yield _(
                "{disc} on the {ship}: {net}",
                disc=FACES[party[0]].label,
                ship=SHIPS[ship].name,
                net=figures(outlook(view, party, ship)),
            )


def score_sheet(view: View, words: Words) -> Picture | None:
    """The notepad, as soon as a ship is gone."""
    said = sheet.sheet(view)
    return (
        None if said is None else Picture(picture_sheet.draw(view, words).drawing(), picture_alt.sheet(said))
    )

"""A player's private hand, drawn for that player alone."""

from __future__ import annotations

from bot.page import Payload
from bot.pictures.commissions import Commission
from bot.pictures.illustrator import ANSWER, Illustrator
from bot.pictures.of_games import picture_of
from bot.screens.hand import hand
from bot.tables.house import House
from bot.tables.orders import Order
from bot.tables.table import Table
from bot.tables.timing import deadline
from bot.words import Reader, reader_for
from games.text import Text


async def hand_page(
    house: House,
    illustrator: Illustrator,
    table: Table,
    user: int,
    locale: str,
    notice: Text | None = None,
    patience: float = ANSWER,
) -> Payload:
    """The hand of `user`, who plays at the table, at this revision. `notice`: what to say above it;
    `patience`: seconds to wait for its picture.
    """
    seat, reader = table.seat_of(user), reader_for(table, locale)
    chosen = () if seat is None else await house.draft_of(table, seat)
    picture = await illustrator.for_one(user, _picture(table, user, reader), patience)
    page = hand(table, user, chosen, reader, notice, unix=house.clock.unix, picture=picture)
    return page.payload()


def _picture(table: Table, user: int, reader: Reader) -> Commission | None:
    """The hand drawn; at the end of a game the score sheet."""
    if table.state is None or table.seat_of(user) is None or table.phase not in ("playing", "over"):
        return None
    seen, subject = table.observe(user), f"{table.id} hand {user}"
    return picture_of("hand" if table.phase == "playing" else "sheet", table.game, seen, reader, subject)


Seen = tuple[str, int | None, str, bool, int, float | None, Order | None]


def seen_by(table: Table, user: int) -> Seen:
    """What makes an open hand outdated: the phase, the seat, what is asked of it, whether the game waits for
    it, what all at the table have waited for, until when there is time, and what became of
    its orders.

    Not every move of the others: at a full table that would be a drawing for each hand and move.
    """
    seat = table.seat_of(user)
    if table.phase != "playing" or seat is None:
        return table.phase, seat, "", False, 0, None, None
    decision, to_act = table.game.decision(table.state, seat), table.game.to_act(table.state)
    mine = deadline(table, seat), table.orders.get(seat)
    return table.phase, seat, decision, seat in to_act, table.turning_point, *mine

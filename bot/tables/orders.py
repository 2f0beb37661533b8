"""Standing orders, as data: what a seat wants done by itself. Private to whoever plays the seat.

`planning` says what becomes of them, `valet` carries them out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

import msgspec

from games.contract import Action, Surprise
from games.text import Seat, Text
from storage.models import OrderRow


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the seat wants to do when it is next asked, unless one of the surprises has happened."""

    action: Action
    label: Text
    """The choice as its player read it."""
    since: int
    """Made after so many actions: what happened later can be a surprise."""
    surprises: tuple[Surprise, ...] = ()


class OrderOutcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of an order, for the player to read.

    `forced` and `planned` were done; a plan was dropped as it was not allowed any more (`illegal`), or
    because of a surprise (`why`).
    """

    kind: Literal["forced", "planned", "illegal", "surprised"]
    label: Text
    why: Text | None = None


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that one seat wants."""

    forced: bool = False
    """Moves without a choice are to be made by themselves."""
    plan: Plan | None = None
    told: OrderOutcome | None = None
    """What became of the last order, until the seat's next move."""


NO_ORDER = Order()

Orders: TypeAlias = Mapping[Seat, Order]
"""By seat; those that want nothing are left out."""


def with_order(orders: Orders, seat: Seat, order: Order) -> Orders:
    """The same, but for one seat."""
    others = {other: kept for other, kept in orders.items() if other != seat}
    return others if order == NO_ORDER else {**others, seat: order}


def after_own_move(orders: Orders, seat: Seat) -> Orders:
    """The seat has made a move: whatever it had planned for it is done with, and what it was told is old."""
    order = orders.get(seat)
    if order is None:
        return orders
    return with_order(orders, seat, msgspec.structs.replace(order, plan=None, told=None))


def order_to_row(table: str, seat: Seat, order: Order) -> OrderRow:
    """The order as storage keeps it."""
    return OrderRow(table, seat, b"" if order == NO_ORDER else msgspec.json.encode(order))


def orders_from_rows(rows: Iterable[OrderRow]) -> Orders:
    """The orders that storage kept. msgspec.ValidationError if they are none."""
    return {row.seat: msgspec.json.decode(row.wish, type=Order) for row in rows}

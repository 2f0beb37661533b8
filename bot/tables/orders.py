"""Standing orders, as data: what a seat wants done by itself. Private to whoever plays the seat.

`planning` says what becomes of them, `automatic_moves` carries them out.
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


def order_to_row(table: str, seat: Seat, order: Order) -> OrderRow:
    """The order as storage keeps it."""
    return OrderRow(table, seat, b"" if order == NO_ORDER else msgspec.json.encode(order))


def orders_from_rows(rows: Iterable[OrderRow]) -> Orders:
    """The orders that storage kept. msgspec.ValidationError if they are none."""
    return {row.seat: msgspec.json.decode(row.order, type=Order) for row in rows}

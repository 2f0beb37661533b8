"""A move at the table: what a press on a hand means, and what the game makes of it. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec

from bot.refusal import Refusal
from bot.tables import clocks
from bot.tables.model import Table
from bot.tables.orders import after_own_move
from games.contract import Action, Choice, IllegalAction
from games.text import _
from storage.models import OutboxEntry


@dataclass(frozen=True, slots=True)
class SheetPayload:
    """What the outbox entry "sheet" carries: show the score sheet as it was after so many actions."""

    actions: int


def require_running(table: Table) -> None:
    """Refusal unless a game is going on."""
    if table.phase == "lobby" and table.record.pod is not None:
        raise Refusal(
            "early",
            _(
                "The cards are not dealt yet: this table waits for its players. Press I am here, on the "
                "table's message, if you are one of them."
            ),
        )
    if table.phase == "lobby":
        raise Refusal("early", _("The game has not begun yet: the host starts it in the lobby."))
    if table.phase != "playing" and table.record.pod is not None:
        raise Refusal(
            "over", _("This game has ended. The tournament's messages in the channel say how it goes on.")
        )
    if table.phase != "playing":
        raise Refusal(
            "over", _("This game has ended. Rematch, under the result, opens a table for the next one.")
        )
    if clocks.is_finished_by_robots(table):
        raise Refusal(
            "late",
            _(
                "The time of this round is up, so robots play the game to its end. What you have won so far "
                "counts; the tournament's messages say how it goes on."
            ),
        )


def require_seat(table: Table, user: int) -> int:
    """The user's seat. Refusal to somebody who plays none here."""
    seat = table.seat_of(user)
    if seat is None and table.seat_kept_for(user) is not None:
        raise Refusal("foreign", _("A robot plays in your seat just now. My hand brings you back."))
    if seat is None and any(left.user == user and left.how == "removed" for left in table.record.leavers):
        raise Refusal(
            "foreign",
            _("You were taken out of this game by whoever runs it, so you have no hand here. Ask them why."),
        )
    if seat is None and any(left.user == user for left in table.record.leavers):
        raise Refusal(
            "foreign",
            _("You have left this game, so you have no hand here any more. /play deals you one at once."),
        )
    if seat is None:
        raise Refusal(
            "foreign",
            _("You do not play at this table, so you have no hand here. /play deals you one at once."),
        )
    return seat


def pick(table: Table, seat: int, chosen: Sequence[str], index: int) -> Choice:
    """The value behind a button of the hand. Refusal if it cannot be chosen now."""
    menu = table.game.steps(table.game.observe(table.state, seat), chosen)
    if menu is None or not 0 <= index < len(menu.choices):
        raise Refusal("stale", _("That choice is no longer on offer. Here is your hand as it is now."))
    choice = menu.choices[index]
    if choice.why_not is not None:
        raise Refusal("illegal", choice.why_not)
    return choice


def move(table: Table, seat: int, action: Action) -> tuple[Table, tuple[OutboxEntry, ...]]:
    """The table after the action, and what must happen afterwards. Refusal if the rules do not allow it."""
    try:
        state, events = table.game.apply(table.state, seat, action)
    except IllegalAction as illegal:
        raise Refusal("illegal", illegal.reason) from None
    actions = table.actions + 1
    moved = replace(table, state=state, actions=actions, orders=after_own_move(table.orders, seat))
    if table.game.outcome(state) is not None:
        return replace(moved, phase="over"), (OutboxEntry("result"),)
    if any(table.game.milestone(event) for event in events):
        sheet = OutboxEntry("sheet", msgspec.json.encode(SheetPayload(actions)))
        return replace(moved, turning_point=actions), (sheet,)
    if any(table.game.reveals(event) for event in events):
        return replace(moved, turning_point=actions), ()
    return moved, ()

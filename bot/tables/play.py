"""What people do while the game goes on: their moves, and pauses. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec

from bot.refusal import Refusal
from bot.tables import clocks
from bot.tables.model import Press, Table, TableUpdate
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


def move(table: Table, seat: int, action: Action, by: int | None = None) -> TableUpdate:
    """The table after the action, which is `by`'s if nobody presses. Refusal if the rules forbid it."""
    try:
        state, events = table.game.apply(table.state, seat, action)
    except IllegalAction as illegal:
        raise Refusal("illegal", illegal.reason) from None
    actions = table.actions + 1
    moved = replace(table, state=state, actions=actions)
    if seat in table.orders:  # what was planned is done with, and what became of the last plan is old
        order = msgspec.structs.replace(table.orders[seat], plan=None, told=None)
        moved = moved.with_order(seat, order)
    outbox: tuple[OutboxEntry, ...] = ()
    if table.game.outcome(state) is not None:
        moved = replace(moved, phase="over")
    elif any(table.game.milestone(event) for event in events):
        moved = replace(moved, turning_point=actions)
        outbox = (OutboxEntry("sheet", msgspec.json.encode(SheetPayload(actions))),)
    elif any(table.game.reveals(event) for event in events):
        moved = replace(moved, turning_point=actions)
    return TableUpdate(moved, outbox=outbox, action=(seat, action), by=by)


def pause(table: Table, press: Press, now: float) -> TableUpdate:
    """Ask for a pause, or agree to one: when everybody has, the clocks stand still. `now`: awake time."""
    seat = _require_running_clocks(table, press)
    if not table.record.pace.limited:
        raise Refusal("input", _("This table plays without a time limit: there is no clock to be stopped."))
    asked = clocks.ask_for_pause(table, seat, now)
    paused = _("The table pauses: all clocks stand still until somebody plays on.")
    shown = _("The board says that you would like a pause. It begins when everybody agrees.")
    return TableUpdate(asked, shown if asked.timing.paused is None else paused)


def unpause(table: Table, press: Press) -> TableUpdate:
    """End the pause, or say no to one that was asked for."""
    seat = _require_running_clocks(table, press)
    if table.timing.paused is None and not table.timing.asking:
        raise Refusal("stale", _("There is no pause just now: the clocks run."))
    ended = _("The pause is over: the clocks run again.")
    declined = _("There is no pause: the clocks go on.")
    said = declined if table.timing.paused is None else ended
    return TableUpdate(clocks.end_or_decline_pause(table, seat), said)


def _require_running_clocks(table: Table, press: Press) -> int:
    """The user's seat. Refusal if they play none here, or the clocks are not the players' to stop."""
    if table.is_held:
        raise Refusal(
            "shut",
            _(
                "Whoever runs this tournament or server has stopped the clocks of this table, and will set "
                "them going again. You can play on meanwhile."
            ),
        )
    require_running(table)
    return require_seat(table, press.user)

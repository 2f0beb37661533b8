"""Ways out of a running game, and into it in somebody's place.

Whoever does not want to play on asks for a substitute, leaves the seat to a robot and may come back, or
concedes. Those who remain may look for somebody in the place of a robot. Pure functions: a table and a press
go in, the changed table comes out, or a `Refusal` that says why not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from bot.pace import DAY, MINUTE
from bot.refusal import Refusal
from bot.tables.clocks import clock_of, owner_resumed, robot_keeps, stand_in_ended
from bot.tables.model import (
    ERASED_USER,
    Call,
    Leaver,
    Notice,
    Press,
    Seat,
    Table,
    TableUpdate,
)
from bot.tables.play import ROBOT_PLAYS, require_running, require_server
from games.text import Player, _
from storage.models import OutboxEntry

LEAST_WAIT, MOST_WAIT = 10 * MINUTE, DAY
"""How long a robot plays in somebody's place before others may look for a substitute: as long as a move may
take, between these bounds."""


class SubstituteCallPayload(msgspec.Struct, frozen=True):
    """What the outbox entries "call" and "uncall" carry: the seat that wants a substitute, or no more."""

    seat: int


# what people may do


def require_own_seat(table: Table, user: int) -> int:
    """The seat that the user plays or may come back to. Refusal to everybody else."""
    require_running(table)
    seat = table.seat_kept_for(user)
    if seat is not None:
        return seat
    if _has_left_for_good(table, user):
        raise Refusal("foreign", _("You've already left this game for good. You can still watch the board."))
    raise Refusal("foreign", _("You're not at this table anyway."))


def leave_to_robot(table: Table, press: Press) -> TableUpdate:
    """A robot plays on in the user's seat until they come back."""
    seat = require_own_seat(table, press.user)
    if table.seats[seat].robot:
        raise Refusal(
            "twice",
            ROBOT_PLAYS,
        )
    said = ROBOT_PLAYS
    return TableUpdate(lend_to_robot(table, seat).with_notices(Notice("left", table.actions, seat)), said)


def lend_to_robot(table: Table, seat: int) -> Table:
    """A robot plays on in the seat until its owner, who plays there now, comes back."""
    sitter = table.seats[seat]
    leaver = Leaver(sitter.user or ERASED_USER, sitter.name, seat, table.actions, "left")
    lent = _with_seat(table, seat, replace(sitter, robot=table.game.default_robot))
    return lent.with_record(leavers=(*table.record.leavers, leaver))


def with_kept_seat(table: Table, user: int, change: Callable[[Table, int], Table]) -> Table:
    """Only where whoever sits there is to stay: not in a lobby that people join and leave."""
    seat = table.seat_kept_for(user)
    stays = table.phase == "playing" or (table.phase == "lobby" and table.record.pod is not None)
    return change(table, seat) if stays and seat is not None else table


def owner_returned(table: Table, seat: int) -> Table:
    """The seat's owner is here: a robot that was left the seat, or stood in, gets up. The same table if none
    did, and they were known to be here.
    """
    if table.is_missing(seat):
        return _arrived(table, seat)
    if table.seats[seat].robot is None or table.owner(seat) is None:
        return stand_in_ended(table, seat)
    return give_back(table, seat)


def give_back(table: Table, seat: int, notice: Notice | None = None) -> Table:
    """The seat's owner plays in it again, and a robot there gets up.

    `notice`: what everybody is told, if it is not just that they are back.
    """
    return owner_resumed(_seat_given_back(table, seat), seat, notice)


def _seat_given_back(table: Table, seat: int) -> Table:
    leavers = tuple(left for left in table.record.leavers if left.seat != seat or left.taken is not None)
    given = _with_seat(table, seat, replace(table.seats[seat], robot=None))
    return given.with_record(leavers=leavers)


def _arrived(table: Table, seat: int) -> Table:
    """Whoever was to play here in a tournament has come at last."""
    here = table.with_arrival(seat)
    if table.owner(seat) is None or not robot_keeps(table, seat):
        return here
    return give_back(here, seat, Notice("came", table.actions, seat))


def concede(table: Table, press: Press) -> TableUpdate:
    """The user leaves for good: a robot plays the seat to the end.

    When one person is left who has not conceded, they have won; when nobody is, the table closes. A
    tournament's game is played to its end in any case: its places count.
    """
    given = give_up_seat(table, require_own_seat(table, press.user), "conceded")
    left = len(given.owners)
    if table.record.pod is None and left == 0:
        return TableUpdate(replace(given, phase="closed"))
    if table.record.pod is None and left == 1:
        return TableUpdate(replace(given, phase="over"), _("You conceded, and the game is over."))
    said = _("You conceded. A robot plays it out for you.")
    return TableUpdate(_with_next_host(given, press.user), said)


def give_to_robot(
    table: Table,
    seat: int,
    how: Literal["conceded", "removed"] = "conceded",
    notice: Notice | None = None,
) -> Table:
    """A robot plays the seat to the end, however few are left; when nobody is, the table closes.

    `notice`: what everybody is told, if it is not that they have conceded.
    """
    user = table.seats[seat].user or ERASED_USER
    given = give_up_seat(table, seat, how, notice)
    if not given.owners and given.record.pod is None:
        return replace(given, phase="closed")
    return _with_next_host(given, user)


def give_up_seat(
    table: Table, seat: int, how: Literal["conceded", "removed"], notice: Notice | None = None
) -> Table:
    """A robot plays the seat to the end; nothing else follows from that yet."""
    sitter = table.seats[seat]
    leavers = [left for left in table.record.leavers if left.seat != seat or left.taken is not None]
    leavers.append(Leaver(sitter.user or ERASED_USER, sitter.name, seat, table.actions, how))
    robot = sitter.robot or table.game.default_robot
    given = _with_seat(table, seat, replace(sitter, robot=robot))
    notices = notice or Notice("conceded", table.actions, seat)
    return given.with_record(leavers=tuple(leavers)).with_notices(notices)


def reinstate(table: Table, seat: int, notice: Notice) -> Table:
    """Whoever was removed from the seat plays on in it; the same table if nobody was, or they are no more."""
    if not is_removed(table, seat):
        return table
    return give_back(table, seat, notice)


def is_removed(table: Table, seat: int) -> bool:
    """Whether somebody who is known was removed from the seat, and nobody has taken it since."""
    removed = (left for left in table.record.leavers if left.how == "removed" and left.taken is None)
    return table.seats[seat].user != ERASED_USER and any(left.seat == seat for left in removed)


def ends_the_game(table: Table, seat: int) -> bool:
    """Whether nobody but one would be left who has not conceded, if this seat's owner did."""
    if table.record.pod is not None:
        return False
    return sum(table.owner(at) is not None for at in range(len(table.seats)) if at != seat) <= 1


def call_substitute(table: Table, press: Press, now: float, seat: int | None = None) -> TableUpdate:
    """A substitute is wanted for the user's seat, or (`seat`) one that a robot keeps. `now`: awake time."""
    own = require_own_seat(table, press.user)
    seat = own if seat is None else seat
    require_server(table)
    if table.record.pod is not None:
        raise Refusal(
            "shut",
            _(
                "In a tournament the organiser picks substitutes. Ask them, or let a robot play until "
                "you're back."
            ),
        )
    if any(call.seat == seat for call in table.record.calls):
        raise Refusal("twice", _("I've already asked the channel about that seat: see the message there."))
    if seat != own:
        _require_free_for_others(table, press.user, seat, now)
    for_own = _(
        "I've asked the channel for a substitute. Play on until someone takes over, or cancel any time."
    )
    for_others = _("I've asked the channel for a substitute.")
    called = table.with_record(calls=(*table.record.calls, Call(seat, press.user)))
    notice = Notice("calls" if seat == own else "wanted", table.actions, seat)
    return TableUpdate(called.with_notices(notice), for_own if seat == own else for_others)


def _require_free_for_others(table: Table, user: int, seat: int, now: float) -> None:
    """Refusal unless somebody who plays here may look for a substitute for that seat, which is not theirs."""
    if table.seat_of(user) is None:
        raise Refusal("foreign", _("Only players can look for a substitute. My hand brings you back in."))
    if not 0 <= seat < len(table.seats) or not robot_keeps(table, seat):
        raise Refusal("stale", _("Nobody is away from that seat, so no substitute is needed."))
    if now < substitute_allowed_from(table, seat):
        raise Refusal(
            "early",
            _(
                "{player} may still come back. You can find someone else once a robot has played a while, "
                "at most a day.",
                player=Player(seat),
            ),
        )


def substitute_allowed_from(table: Table, seat: int) -> float:
    """The awake time from which others may look for a substitute for a seat that a robot keeps."""
    pace = table.record.pace
    wait = min(MOST_WAIT, max(LEAST_WAIT, pace.move)) if pace.limited else MOST_WAIT
    return (clock_of(table, seat).robot_since or 0.0) + wait


def seats_to_fill(table: Table, user: int, now: float) -> Sequence[int]:
    """The seats for which this user may look for a substitute, their own left out."""
    own = table.seat_of(user)
    if table.phase != "playing" or own is None or table.record.pod is not None or table.in_group:
        return ()
    wanted = {call.seat for call in table.record.calls}
    others = (seat for seat in range(len(table.seats)) if seat != own and seat not in wanted)
    return [
        seat for seat in others if robot_keeps(table, seat) and now >= substitute_allowed_from(table, seat)
    ]


def withdraw_call(table: Table, press: Press, seat: int) -> TableUpdate:
    """No substitute is wanted for the seat after all."""
    require_running(table)
    call = next((call for call in table.record.calls if call.seat == seat), None)
    if call is None:
        raise Refusal("stale", _("That seat no longer needs a substitute."))
    for_others = table.owner(seat) != call.by
    entitled = press.user in (call.by, table.owner(seat))
    if not entitled and not (for_others and table.seat_of(press.user) is not None):
        raise Refusal("foreign", _("Only the person who asked can cancel that."))
    calls = tuple(call for call in table.record.calls if call.seat != seat)
    withdrawn = table.with_record(calls=calls).with_notices(Notice("withdrawn", table.actions, seat))
    return TableUpdate(withdrawn, _("Cancelled: you're keeping your seat."))


def take_seat(table: Table, press: Press, seat: int) -> Table:
    """The user sits down in a seat for which a substitute is wanted, and plays on from here."""
    _require_may_take(table, press.user, seat)
    return hand_over(table, Seat(press.name, "", press.user, username=press.username), seat)


def hand_over(table: Table, sitter: Seat, seat: int, notice: Notice | None = None) -> Table:
    """Somebody plays on in the seat, and whoever sat there has left for good.

    `notice`: what everybody is told, if it is not that they have taken the seat.
    """
    old = table.seats[seat]
    owner = old.user or ERASED_USER  # a seat that was a robot's from the start is never offered
    before = [left for left in table.record.leavers if left.seat == seat and left.taken is None]
    gone = before[0] if before else Leaver(owner, old.name, seat, table.actions, "replaced")
    leavers = [left for left in table.record.leavers if left not in before]
    leavers.append(replace(gone, taken=table.actions))
    notices = tuple(_notice_with_name(each, seat, table.names[seat]) for each in table.record.happenings)
    seated = _with_seat(table, seat, replace(sitter, join=old.join)).with_record(
        leavers=tuple(leavers),
        calls=tuple(call for call in table.record.calls if call.seat != seat),
    )
    told = notice or seat_taken_notice(table, seat, seated.names[seat])
    seated = seated.with_record(happenings=(*notices, told))
    asking = tuple(at for at in seated.timing.asking if at != seat)
    seated = replace(seated, timing=replace(seated.timing, asking=asking))
    return _with_next_host(seated, owner)


def seat_taken_notice(table: Table, seat: int, name: str) -> Notice:
    """That somebody of this name takes the seat of whoever sits there now."""
    old = table.names[seat]
    return Notice("taken", table.actions, seat if old else None, old, name)


def _require_may_take(table: Table, user: int, seat: int) -> None:
    """Refusal to those who must not sit down there."""
    require_running(table)
    if table.seat_kept_for(user) == seat:
        raise Refusal("twice", _("That's your own seat. My hand shows your cards."))
    if table.seat_kept_for(user) is not None:
        raise Refusal("twice", _("Nobody gets two seats at one table."))
    if _has_left_for_good(table, user):
        raise Refusal(
            "shut",
            _("You've seen cards in this game, so you can't rejoin it. /play starts a new one."),
        )
    if table.record.invited is not None and user not in table.record.invited:
        raise Refusal(
            "shut",
            _("This table is by invitation, and you're not on the list. Ask the host."),
        )
    if all(call.seat != seat for call in table.record.calls):
        raise Refusal("stale", _("That seat is taken. /table list shows where there's room."))


def require_never_played_here(table: Table, user: int) -> None:
    """Refusal if the user plays there or has played there, said to somebody who wants to put them in."""
    if table.seat_kept_for(user) is not None:
        raise Refusal("twice", _("Nobody gets two seats at one table."))
    if _has_left_for_good(table, user):
        raise _knows_cards_refusal()


def require_no_other_seat(table: Table, user: int, entrant: str) -> None:
    """Refusal if the user has had another seat at a tournament's table than this entrant's."""
    others = [left for left in table.record.leavers if left.user == user]
    if any(table.entrant(left.seat) != entrant for left in others):
        raise _knows_cards_refusal()


def _knows_cards_refusal() -> Refusal:
    return Refusal(
        "shut",
        _(
            "They've played in this game and know some cards, so they can't come back in. Choose someone "
            "else."
        ),
    )


def _has_left_for_good(table: Table, user: int) -> bool:
    """Whether the user has left this game for good."""
    return table.seat_kept_for(user) is None and any(left.user == user for left in table.record.leavers)


def _notice_with_name(notice: Notice, seat: int, name: str) -> Notice:
    """What happened to whoever sat in the seat stays theirs when somebody else sits there."""
    if notice.seat != seat or notice.name:
        return notice
    if not name:  # a former player's
        return replace(notice, seat=None)
    return replace(notice, name=name)


def _with_seat(table: Table, seat: int, sitter: Seat) -> Table:
    return table.with_record(seats=(*table.seats[:seat], sitter, *table.seats[seat + 1 :]))


def _with_next_host(table: Table, gone: int) -> Table:
    """If the host has left for good, somebody who is here is host."""
    if table.record.host != gone:
        return table
    present = [
        at
        for at, seat in enumerate(table.seats)
        if seat.person is not None and not clock_of(table, at).stand_in
    ]
    heirs = present or [at for at in range(len(table.seats)) if table.owner(at) is not None]
    if not heirs:
        return table
    heir = heirs[0]
    handed = table.with_record(host=table.seats[heir].user)
    return handed.with_notices(Notice("host", table.actions, heir))


# with every change


def settle_calls(before: Table | None, after: Table) -> tuple[Table, tuple[OutboxEntry, ...]]:
    """Calls end when no substitute is wanted any more; the outbox entries that post and remove them."""
    calls = tuple(call for call in after.record.calls if _still_wanted(after, call))
    if calls != after.record.calls:
        after = after.with_record(calls=calls)
    known = {call.seat for call in before.record.calls} if before is not None else set[int]()
    open_ = {call.seat for call in calls}
    outbox = [_outbox_entry("uncall", seat) for seat in sorted(known - open_)]
    outbox += [_outbox_entry("call", seat) for seat in sorted(open_ - known)]
    return after, tuple(outbox)


def _outbox_entry(kind: str, seat: int) -> OutboxEntry:
    return OutboxEntry(kind, msgspec.json.encode(SubstituteCallPayload(seat)))


def _still_wanted(table: Table, call: Call) -> bool:
    """Until the game ends; where others look for somebody, until the seat's owner is there again."""
    return table.phase == "playing" and (
        table.seats[call.seat].user == call.by or robot_keeps(table, call.seat)
    )

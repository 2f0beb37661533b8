"""A table before its cards are dealt: who sits down, who leaves, when the game begins.

Pure functions: a table and a press go in, the changed table comes out, or a `Refusal` that says why not.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec
from msgspec.structs import replace

from bot.i18n import Markup
from bot.i18n.sanitising import NAMELESS
from bot.pace import DAY, MINUTE, NOW, Pace
from bot.refusal import Refusal
from bot.tables.ids import new_id
from bot.tables.model import (
    ERASED_USER,
    Cut,
    Press,
    Record,
    Removal,
    Seat,
    Table,
    TableUpdate,
    robot_name,
)
from bot.tables.play import require_server
from games import fairness
from games.contract import AnyGame, Options, Position
from games.replay import first_state
from games.text import Listed, Text, _, _n
from games.thinking.levels import level_of
from storage.models import OutboxEntry

ANYONE_MAY_START_AFTER = 600.0
"""Seconds after which the host is no longer waited for."""
LONGEST_CUT_WORD = 50
"""Characters of a word put into the shuffle."""


class RemovalPayload(msgspec.Struct, frozen=True):
    """What the outbox entry "removed" carries: who is to be told, and who sent them away, and why."""

    user: int
    by: str
    reason: str


REMATCH_WAITS, REMATCH_OVER_DAYS_WAITS = MINUTE, DAY
"""Seconds for which a rematch waits for those who played before."""


def require_lobby(table: Table) -> None:
    """Refusal if the game has begun or the table is gone."""
    if table.phase == "playing":
        raise Refusal("late", _("Too late: this game has begun. /table list shows where there's room."))
    if table.phase != "lobby":
        raise Refusal("over", _("This table is closed. /table create opens a new one."))


def require_own_lobby(table: Table, instead: Text | None = None) -> None:
    """Refusal if the game has begun, the table is gone, or a tournament decides who sits here and what is
    played.

    `instead`: what to do there instead.
    """
    require_lobby(table)
    if table.record.pod is not None:
        raise Refusal("shut", instead or _THE_TOURNAMENTS)


_THE_TOURNAMENTS = _(
    "This is a tournament table, so its organiser decides who plays. The tournament's message says who "
    "that is."
)


def require_over(table: Table) -> None:
    """Refusal unless the game has ended and its players may have a rematch."""
    if table.record.pod is not None:
        raise Refusal(
            "shut",
            _("No rematches in tournaments. For a table of your own: /table create."),
        )
    if table.phase != "over":
        raise Refusal("early", _("Finish this game first, then ask for a rematch."))


def require_host(table: Table, user: int) -> None:
    """Refusal to everybody but the host."""
    if table.record.host != user:
        raise Refusal(
            "foreign",
            _(
                "Only {name}, the host, can do that. Ask them, or open your own table.",
                name=table.host_name or NAMELESS,
            ),
        )


def new_table(
    press: Press,
    *,
    guild: int,
    channel: int,
    game: AnyGame,
    options: Options,
    capacity: int,
    locale: str,
    pace: Pace,
    now: float,
    rated: bool = True,
    position: Position | None = None,
    pace_open: bool = False,
    on_time: int = 0,
) -> Table:
    """A table in its lobby, whoever presses its host. `now`: Unix seconds.

    `pace_open`: nobody has chosen the pace, so it goes by who is here. `on_time`: what is known of the host's
    moves (`Seat.on_time`).
    """
    record = Record(
        host=press.user,
        options=options.model_dump(mode="json", exclude_defaults=True),
        secret=fairness.new_secret().hex(),
        capacity=capacity,
        locale=locale,
        seats=(replace(_seat_of(press), on_time=on_time),),
        pace=pace,
        pace_open=pace_open,
        rated=rated,
        position=None if position is None else position.model_dump(mode="json", exclude_defaults=True),
    )
    return Table(new_id(), guild, channel, game, "lobby", 0, 0, record, None, now, now)


def _seat_of(press: Press) -> Seat:
    return Seat(name=press.name, join=str(press.id), user=press.user, username=press.username)


def rematch(new: Table, old: Table, press: Press, now: float) -> Table:
    """The table at which those meet again who played the old one: its robots sit there already, its people
    are expected. When nobody is missing the game begins. Refusal to somebody who did not play.
    """
    removed = [Removal(left.user, left.name) for left in old.record.leavers if left.how == "removed"]
    removed = tuple(dict.fromkeys((*old.record.removed, *removed)))
    shut_out = {each.user for each in removed}
    players = [seat.user for seat in old.seats if seat.user not in (None, ERASED_USER)]
    if press.user not in players or press.user in shut_out:
        raise Refusal("foreign", _("The rematch is for those who played. /table create opens a new table."))
    game = new.game  # perhaps another one, whose robots are others
    robots = (
        Seat(
            name=seat.name,
            join=str(press.id),
            robot=seat.robot if level_of(game, seat.robot) in game.robots else game.default_robot,
        )
        for seat in old.seats
        if seat.robot and seat.user is None
    )
    waiting = new.with_record(
        capacity=len(old.seats),
        seats=(*new.seats, *robots),
        rated=old.record.rated,
        private=old.record.private,
        expected=tuple(user for user in players if user is not None and user not in {press.user, *shut_out}),
        removed=removed,
    )
    return waiting if waiting.record.expected else start(waiting, press, now)


def rematch_waits_until(table: Table) -> float:
    """Until when a rematch waits for those who are missing, in Unix seconds."""
    pace = table.record.pace
    days = pace.limited and not pace.live
    return table.created + (REMATCH_OVER_DAYS_WAITS if days else REMATCH_WAITS)


def with_open_pace(table: Table, all_here: bool, slow: Pace) -> Table:
    """The table at the pace that goes by whether all who sit there are here just now.

    What begins does not become faster than everybody has read, and nobody who has gone meanwhile is put on a
    clock that counts minutes.
    """
    was_now = table.record.pace.live or table.phase == "lobby"
    return table.with_record(pace=NOW if all_here and was_now else slow)


def join(table: Table, press: Press, on_time: int = 0) -> Table:
    """The user takes the next free seat. Whoever is the last to come to a rematch lets it begin. `on_time`:
    what is known of their moves (`Seat.on_time`).
    """
    require_own_lobby(
        table,
        _(
            "These seats are for a tournament. Is one yours? Press “I am here”. If not, its message "
            "says whether you can still join."
        ),
    )
    if table.seat_of(press.user) is not None:
        mine = _("You're here already. Press Start to begin.")
        others = _("You're here already. The game begins when the host presses Start.")
        raise Refusal("twice", mine if press.user == table.record.host else others)
    if is_removed(table, press.user):
        raise Refusal(
            "shut",
            _(
                "You were removed from this table. Ask the host to let you back, or open your own: "
                "/table create."
            ),
        )
    if table.record.locked:
        raise Refusal(
            "shut",
            _("This table is locked. Ask the host to unlock it, or open your own: /table create."),
        )
    if table.record.invited is not None and press.user not in table.record.invited:
        raise Refusal(
            "shut",
            _("This table is by invitation. Ask the host for one, or open your own: /table create."),
        )
    missing = tuple(user for user in table.record.expected if user != press.user)
    if len(table.seats) >= table.record.capacity:
        raise Refusal(
            "full",
            _n(
                "The {count} seat is taken. /table create opens another table.",
                "All {count} seats are taken. /table create opens another table.",
                table.record.capacity,
            ),
        )
    if len(table.seats) + len(missing) >= table.record.capacity:
        raise Refusal(
            "full",
            _("The free seats are kept for the last game's players. /table create opens another table."),
        )
    seat = replace(_seat_of(press), on_time=on_time)
    seated = table.with_record(seats=(*table.seats, seat), expected=missing)
    return _dealt(seated) if table.record.expected and not missing and _can_begin(seated) else seated


def leave(table: Table, press: Press) -> Table:
    """The user gives the seat up. The next person becomes host, if they were; the last closes the table."""
    if table.phase == "playing":
        raise Refusal("late", _("The game has begun. To leave it, press More, then Leave game."))
    require_own_lobby(
        table,
        _("This seat is for a tournament. To drop out, press Withdraw on the tournament's message."),
    )
    seat = table.seat_of(press.user)
    if seat is not None:
        return without_seat(table, seat)
    if press.user not in table.record.expected:
        raise Refusal("foreign", _("You're not at this table anyway."))
    return table.with_record(expected=tuple(user for user in table.record.expected if user != press.user))


def remove(table: Table, press: Press, join: str) -> TableUpdate:
    """The host empties the seat that was taken with the press `join`; whoever sat there cannot come back."""
    require_own_lobby(table)
    require_host(table, press.user)
    seat = next((index for index, seat in enumerate(table.seats) if seat.join == join), None)
    if seat is None:
        raise Refusal("stale", _("They've already left."))
    if table.seats[seat].user == press.user:
        raise Refusal("input", _("That's your own seat. Press Leave to give it up."))
    sent, told = sent_away(table, seat, press.name)
    return TableUpdate(sent, outbox=told)


def sent_away(table: Table, seat: int, by: str, reason: str = "") -> tuple[Table, tuple[OutboxEntry, ...]]:
    """The seat is free, and whoever sat there cannot join again; they are told who did it, and why."""
    sitter = table.seats[seat]
    if not sitter.user:
        return without_seat(table, seat), ()
    return shut_out(without_seat(table, seat), sitter), (removal_entry(sitter.user, by, reason),)


def shut_out(table: Table, sitter: Seat) -> Table:
    """The table with whoever sat there unable to join it any more."""
    if not sitter.user or is_removed(table, sitter.user):
        return table
    return table.with_record(
        removed=(*table.record.removed, Removal(sitter.user, sitter.name, sitter.username))
    )


def removal_entry(user: int, by: str, reason: str) -> OutboxEntry:
    """The outbox entry by which whoever was removed is told of it."""
    return OutboxEntry("removed", msgspec.json.encode(RemovalPayload(user, by, reason)))


def is_removed(table: Table, user: int) -> bool:
    """Whether they were sent away and not let back."""
    return any(removed.user == user for removed in table.record.removed)


def let_back(table: Table, users: Collection[int]) -> Table:
    """The table with these users allowed to join again after they were removed."""
    still = tuple(removed for removed in table.record.removed if removed.user not in users)
    return table.with_record(removed=still)


def readmit(table: Table, press: Press, user: int) -> Table:
    """The host lets somebody join again whom they have sent away."""
    require_own_lobby(table)
    require_host(table, press.user)
    if not is_removed(table, user):
        raise Refusal("stale", _("They can join again already."))
    return let_back(table, (user,))


def without_seat(table: Table, seat: int) -> Table:
    """The seat is free again. The next person becomes host, if theirs it was; the last closes the table."""
    seats = table.seats[:seat] + table.seats[seat + 1 :]
    gone = table.seats[seat].user
    heir = next((other.user for other in seats if other.user is not None), None)
    if heir is None:
        return replace(table, phase="closed").with_record(seats=seats)
    host = heir if gone == table.record.host else table.record.host
    cuts = tuple(cut for cut in table.record.cuts if cut.user != gone)
    return table.with_record(seats=seats, host=host, cuts=cuts)


def named_robot(game: AnyGame, level: str) -> str:
    """The robot of that id. Refusal if the game has none such."""
    known = level_of(game, level)
    if known not in game.robots:
        raise Refusal("input", _("I don't know that one. Pick one from the list."))
    return known


def add_robot(table: Table, press: Press, strength: str | None = None) -> Table:
    """A robot sits down, as somebody who sits here wants it. None: the usual one."""
    require_own_lobby(table)
    _require_seated(table, press)
    if len(table.seats) + len(table.record.expected) >= table.record.capacity:
        raise Refusal("full", _("No free seat for a robot. Remove somebody first, or start."))
    chosen = named_robot(table.game, strength or table.game.default_robot)
    name = robot_name([seat.name for seat in table.seats])
    return table.with_record(seats=(*table.seats, Seat(name=name, join=str(press.id), robot=chosen)))


NO_CUT = _("All pods of this round get the same cards, so nobody cuts the deck at one table.")


def cut(table: Table, press: Press, word: str) -> TableUpdate:
    """The user's word goes into the shuffle; a later word replaces it, an empty one takes it back."""
    require_lobby(table)
    seat = _require_seated(table, press)
    if table.shares_deals:
        raise Refusal("input", NO_CUT)
    word = " ".join(word.split())
    if len(word) > LONGEST_CUT_WORD:
        raise Refusal(
            "input",
            _(
                "That word is too long: {most} characters at most.",
                most=LONGEST_CUT_WORD,
            ),
        )
    others = tuple(cut for cut in table.record.cuts if cut.user != press.user)
    said = _("✂️ Your word is in the shuffle. Everyone sees it after the game.")
    taken_back = _("✂️ Your word is out of the shuffle again.")
    after = table.with_record(cuts=(*others, Cut(press.user, word)) if word else others)
    return TableUpdate(after.with_arrival(seat), said if word else taken_back)


def _require_seated(table: Table, press: Press) -> int:
    seat = table.seat_of(press.user)
    if seat is None:
        raise Refusal("foreign", _("You're not at this table. Press Join first."))
    return seat


def lock(table: Table, press: Press, locked: bool) -> Table:
    """The host lets nobody join any more, or everybody again."""
    require_own_lobby(table)
    require_host(table, press.user)
    return table.with_record(locked=locked)


def invite(table: Table, press: Press, users: Sequence[int] | None) -> Table:
    """Only those may join whom the host names, added to those named before; None: everybody may."""
    require_own_lobby(table)
    require_host(table, press.user)
    if users is None:
        return table.with_record(invited=None)
    table = let_back(table, users)
    return table.with_record(invited=tuple(dict.fromkeys((*(table.record.invited or ()), *users))))


def welcome(table: Table, press: Press, user: int, is_bot: bool) -> Table:
    """Somebody whom the host asks to the table may join it, whatever was before. Refusal if they cannot."""
    require_own_lobby(table)
    require_host(table, press.user)
    if is_bot:
        raise Refusal("input", _("That's an app. For a robot, press Add robot."))
    if table.seat_of(user) is not None:
        raise Refusal("twice", _("They're at your table already."))
    if table.record.locked:
        raise Refusal("shut", _("Nobody could join: open the table first, under More, Seats."))
    if len(table.seats) >= table.record.capacity:
        raise Refusal("full", _("All seats are taken or kept, so nobody is wanted."))
    return let_back(table, (user,)) if table.record.invited is None else invite(table, press, (user,))


def set_rated(table: Table, press: Press, rated: bool) -> Table:
    """The host says whether the result counts for ratings."""
    require_server(table)
    require_own_lobby(table)
    require_host(table, press.user)
    return table.with_record(rated=rated)


def ask_to_wait(table: Table, press: Press, asks: bool) -> Table:
    """The host says whether the others are asked before a robot plays for somebody whose time is up."""
    require_own_lobby(table)
    require_host(table, press.user)
    return table.with_record(asks_to_wait=asks)


def allow_hints(table: Table, press: Press, allowed: bool) -> Table:
    """The host says whether players may ask for hints in a game that is not rated."""
    require_own_lobby(table)
    require_host(table, press.user)
    return table.with_record(no_hints=not allowed)


def close(table: Table, press: Press) -> Table:
    """The host closes the table, before the first move only; in private at any time."""
    if table.phase in ("over", "closed"):
        raise Refusal("over", _("This table is already closed."))
    if table.record.pod is not None:
        raise Refusal(
            "shut",
            _("Only the organiser can close a tournament table. Ask them to declare it void."),
        )
    require_host(table, press.user)
    if table.actions and not table.record.private:
        raise Refusal(
            "late",
            _("Too late to close: the game has begun. /table leave hands your seat to a robot."),
        )
    return replace(table, phase="closed")


def start(table: Table, press: Press, now: float) -> Table:
    """The game begins: the seed is made from secret, joins and cuts, and the seat order is drawn from it.

    `now`: Unix seconds. In a position that was set up everybody sits in the order of joining.
    """
    require_own_lobby(
        table,
        _("I deal once everyone has pressed “I am here”, or when time's up."),
    )
    _require_seated(table, press)
    if press.user != table.record.host and now - table.created < ANYONE_MAY_START_AFTER:
        minutes = int(ANYONE_MAY_START_AFTER // 60)
        raise Refusal(
            "foreign",
            _n(
                "The host starts. Once the table is {count} minute old, anyone here may.",
                "The host starts. Once the table is {count} minutes old, anyone here may.",
                minutes,
            ),
        )
    if table.record.expected and now < rematch_waits_until(table):
        names = Listed(tuple(Markup(f"<@{user}>") for user in table.record.expected))
        when = Markup(f"<t:{int(rematch_waits_until(table))}:R>")
        raise Refusal(
            "early", _("Waiting for {people}. You can start without them {when}.", people=names, when=when)
        )
    if not _can_begin(table):
        allowed = table.game.players_for(table.options)
        raise Refusal("few", _wrong_number(table.game.title, len(table.seats), allowed))
    return _dealt(table)


def _can_begin(table: Table) -> bool:
    return len(table.seats) in table.game.players_for(table.options)


def _dealt(table: Table) -> Table:
    """The game begins with those who sit here, in an order that is drawn."""
    count = len(table.seats)
    joined = table.with_record(joins=tuple(seat.join for seat in table.seats), expected=())
    order = range(count) if table.position else fairness.seat_order(seed_of(joined), count)
    return deal_cards(joined.with_record(seats=tuple(table.seats[index] for index in order)))


def deal_cards(table: Table) -> Table:
    """The cards are dealt to those who sit here, in this order. The record has the joins already.

    Or they lie as the table's position has them: ValueError if they cannot.
    """
    state = first_state(table.game, table.options, len(table.seats), seed_of(table), table.position)
    return replace(table, phase="playing", state=state)


def _wrong_number(title: Text, count: int, allowed: range) -> Text:
    if count < allowed[0]:
        return _n(
            "{game} needs {count} more player. Wait for somebody, or press Add robot.",
            "{game} needs {count} more players. Wait for somebody, or press Add robot.",
            allowed[0] - count,
            game=title,
        )
    return _(
        "At most {most} can play {game} with these options. Remove somebody first.",
        most=allowed[-1],
        game=title,
    )


def seed_of(table: Table) -> bytes:
    """The game's seed, from what the table's record holds since the start."""
    return seed_of_record(table.record)


def seed_of_record(record: Record) -> bytes:
    """The seed of the game whose record this is."""
    if record.seed:
        return bytes.fromhex(record.seed)
    cuts = [(str(cut.user), cut.word) for cut in record.cuts]
    return fairness.game_seed(bytes.fromhex(record.secret), record.joins, cuts)

"""A table before its cards are dealt: who sits down, who leaves, when the game begins.

Pure functions: a table and a press go in, the changed table comes out, or a `Refusal` that says why not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.pace import Pace
from bot.refusal import Refusal
from bot.tables.model import (
    Cut,
    Press,
    Record,
    Seat,
    Table,
    TableUpdate,
    new_table_id,
    robot_name,
    strongest_robot,
)
from games import fairness
from games.contract import AnyGame, Options, Position
from games.replay import first_state
from games.text import Text, _, _n

ANYONE_MAY_START_AFTER = 600.0
"""Seconds after which the host is no longer waited for."""
LONGEST_CUT_WORD = 50
"""Characters of a word put into the shuffle."""


def require_lobby(table: Table) -> None:
    """Refusal if the game has begun or the table is gone."""
    if table.phase == "playing":
        raise Refusal(
            "late", _("The game at this table has already begun. /table list shows where there is room.")
        )
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
    "This is a tournament's table: who plays here, and how, is the tournament's affair. Its organiser can "
    "help; its message in the channel says who that is."
)


def require_over(table: Table) -> None:
    """Refusal unless the game has ended and its players may have a rematch."""
    if table.record.pod is not None:
        raise Refusal(
            "shut",
            _(
                "A tournament's game has no rematch: the tournament's messages in the channel say how it "
                "goes on. /table create opens a table of your own."
            ),
        )
    if table.phase != "over":
        raise Refusal("early", _("A rematch can be had when this game has ended."))


def require_host(table: Table, user: int) -> None:
    """Refusal to everybody but the host."""
    if table.record.host != user:
        host = next((seat.name for seat in table.seats if seat.user == table.record.host), "?")
        raise Refusal(
            "foreign",
            _("Only {name}, the host, can do that. Ask them, or open a table of your own.", name=host),
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
) -> Table:
    """A table in its lobby, whoever presses its host. `now`: Unix seconds."""
    record = Record(
        host=press.user,
        options=options.model_dump(mode="json", exclude_defaults=True),
        secret=fairness.new_secret().hex(),
        capacity=capacity,
        locale=locale,
        seats=(_seat_of(press),),
        pace=pace,
        rated=rated,
        position=None if position is None else position.model_dump(mode="json", exclude_defaults=True),
    )
    return Table(new_table_id(), guild, channel, game, "lobby", 0, 0, record, None, now, now)


def _seat_of(press: Press) -> Seat:
    return Seat(name=press.name, join=str(press.id), user=press.user)


def join(table: Table, press: Press) -> Table:
    """The user takes the next free seat."""
    require_own_lobby(
        table,
        _(
            "The seats of this table were drawn for a tournament. If one of them is yours, press I am here; "
            "else the tournament's message in the channel says whether you can still join."
        ),
    )
    if table.seat_of(press.user) is not None:
        mine = _("You already sit at this table, as its host. The game begins when you press Start.")
        others = _("You already sit at this table. The game begins when the host presses Start.")
        raise Refusal("twice", mine if press.user == table.record.host else others)
    if table.record.locked:
        raise Refusal(
            "shut",
            _("The host has locked this table. Ask them to unlock it, or open one with /table create."),
        )
    if table.record.invited is not None and press.user not in table.record.invited:
        raise Refusal(
            "shut",
            _("This table is by invitation. Ask the host to invite you, or open one with /table create."),
        )
    if len(table.seats) >= table.record.capacity:
        raise Refusal(
            "full",
            _n(
                "The {count} seat is taken. Open another table with /table create.",
                "All {count} seats are taken. Open another table with /table create.",
                table.record.capacity,
            ),
        )
    return table.with_record(seats=(*table.seats, _seat_of(press)))


def leave(table: Table, press: Press) -> Table:
    """The user gives the seat up. The next person becomes host, if they were; the last closes the table."""
    if table.phase == "playing":
        raise Refusal("late", _("The game has begun meanwhile. Leave, under More, shows the ways out of it."))
    require_own_lobby(
        table,
        _(
            "The seats of this table were drawn for a tournament. If you do not want to play on there, press "
            "Withdraw on the tournament's message in the channel."
        ),
    )
    seat = table.seat_of(press.user)
    if seat is None:
        raise Refusal("foreign", _("You're not at this table, so there's nothing to leave."))
    return without_seat(table, seat)


def remove(table: Table, press: Press, join: str) -> Table:
    """The host empties the seat that was taken with the press `join`."""
    require_own_lobby(table)
    require_host(table, press.user)
    seat = next((index for index, seat in enumerate(table.seats) if seat.join == join), None)
    if seat is None:
        raise Refusal(
            "stale", _("Whoever you mean has left already. Open Options again to see who sits here.")
        )
    if table.seats[seat].user == press.user:
        raise Refusal("input", _("To give up your own seat, press Leave: the hat passes to the next player."))
    return without_seat(table, seat)


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


def add_robot(table: Table, press: Press, strength: str | None = None) -> Table:
    """A robot sits down, as somebody who sits here wants it. None: the strongest."""
    require_own_lobby(table)
    _require_seated(table, press)
    if len(table.seats) >= table.record.capacity:
        raise Refusal(
            "full", _("Every seat is taken, so there is none for a robot. Remove somebody first, or start.")
        )
    chosen = strength or strongest_robot(table.game)
    if chosen not in table.game.robots:
        raise Refusal("input", _("There is no such robot for this game. Choose one from the list."))
    name = robot_name([seat.name for seat in table.seats])
    return table.with_record(seats=(*table.seats, Seat(name=name, join=str(press.id), robot=chosen)))


def cut(table: Table, press: Press, word: str) -> TableUpdate:
    """The user's word goes into the shuffle; a later word replaces it, an empty one takes it back."""
    require_lobby(table)
    seat = _require_seated(table, press)
    word = " ".join(word.split())
    if len(word) > LONGEST_CUT_WORD:
        raise Refusal(
            "input",
            _(
                "A word to cut with has at most {most} characters. Choose a shorter one.",
                most=LONGEST_CUT_WORD,
            ),
        )
    others = tuple(cut for cut in table.record.cuts if cut.user != press.user)
    said = _(
        "Your word is in the shuffle. It is shown when the game has ended, so that everybody can "
        "check the deal."
    )
    taken_back = _("Your word is taken out of the shuffle again.")
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
    return table.with_record(invited=tuple(dict.fromkeys((*(table.record.invited or ()), *users))))


def set_rated(table: Table, press: Press, rated: bool) -> Table:
    """The host says whether the result counts for ratings."""
    require_own_lobby(table)
    require_host(table, press.user)
    return table.with_record(rated=rated)


def close(table: Table, press: Press) -> Table:
    """The host closes the table, before the first move only; in private at any time."""
    if table.phase in ("over", "closed"):
        raise Refusal("over", _("This table has already closed."))
    if table.record.pod is not None:
        raise Refusal(
            "shut",
            _("A tournament's table can be closed by its organiser alone. Ask them to declare it void."),
        )
    require_host(table, press.user)
    if table.actions and not table.is_private:
        raise Refusal(
            "late",
            _(
                "The game is under way, and a table closes before the first move only. You can hand "
                "your seat to a robot with /table leave."
            ),
        )
    return replace(table, phase="closed")


def start(table: Table, press: Press, now: float) -> Table:
    """The game begins: the seed is made from secret, joins and cuts, and the seat order is drawn from it.

    `now`: Unix seconds. In a position that was set up everybody sits in the order of joining.
    """
    require_own_lobby(
        table,
        _(
            "The cards are dealt by themselves when all players have pressed I am here, or when the waiting "
            "time is up."
        ),
    )
    _require_seated(table, press)
    if press.user != table.record.host and now - table.created < ANYONE_MAY_START_AFTER:
        minutes = int(ANYONE_MAY_START_AFTER // 60)
        raise Refusal(
            "foreign",
            _n(
                "The host starts the game. When the table is {count} minute old, anybody who sits here may.",
                "The host starts the game. When the table is {count} minutes old, anybody who sits here may.",
                minutes,
            ),
        )
    count = len(table.seats)
    allowed = table.game.players_for(table.options)
    if count not in allowed:
        raise Refusal("few", _wrong_number(table.game.title, count, allowed))
    joined = table.with_record(joins=tuple(seat.join for seat in table.seats))
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

"""Somebody at a table wants to be forgotten: they leave it for good, and nothing at it names them any more.

What they did stays, as a former player's: the game, its log and its proof are others' as well. But for
`Anonymiser`, which stores it, pure functions: a table goes in, the table without them comes out.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from msgspec.structs import replace

from bot.hours import agreement
from bot.i18n.sanitising import is_called
from bot.tables import lobby
from bot.tables.leaving import give_to_robot
from bot.tables.model import ERASED_USER, Call, Cut, Leaver, Notice, Record, Seat, Table, TableUpdate
from bot.tables.pod_model import PodInfo
from bot.tables.turns import TableTurns
from storage.models import Change, OutboxEntry


def seats_of_user(record: Record, user: int) -> list[int]:
    """The seats that are or were the user's last."""
    return [at for at, seat in enumerate(record.seats) if seat.user == user]


def anonymise_table(table: Table, user: int) -> Table:
    """The table when they have left it and are forgotten; the same table if it did not know them."""
    seat = table.seat_kept_for(user)
    if table.phase == "lobby" and seat is not None and table.record.pod is None:
        table = lobby.without_seat(table, seat)
    elif table.phase == "playing" and seat is not None:
        table = give_to_robot(table, seat)
    record = anonymise_record(table.record, user)
    return table if record == table.record else table.with_record(**msgspec.structs.asdict(record))


def anonymise_record(record: Record, user: int) -> Record:
    """The record of a table that they have left, without them."""
    names = {seat.name for seat in record.seats if seat.user == user}
    names |= {left.name for left in record.leavers if left.user == user}
    names |= {removed.name for removed in record.removed if removed.user == user}
    seats = tuple(_seat(seat, user) for seat in record.seats)
    invited = record.invited
    own_seats = seats_of_user(record, user)
    return msgspec.structs.replace(
        record,
        host=_host(record, user),
        seats=seats,
        cuts=tuple(cut for cut in (_cut(cut, record, user) for cut in record.cuts) if cut is not None),
        seed=_seed(record, user),
        invited=None if invited is None else tuple(guest for guest in invited if guest != user),
        expected=tuple(guest for guest in record.expected if guest != user),
        leavers=tuple(_leaver(left, user) for left in record.leavers),
        calls=tuple(Call(call.seat, ERASED_USER if call.by == user else call.by) for call in record.calls),
        happenings=tuple(_notice(each, user, own_seats, names - {""}) for each in record.happenings),
        removed=tuple(removed for removed in record.removed if removed.user != user),
        page=tuple(agreed for agreed in record.page if agreed != user),
        pod=_pod(record, own_seats),
    )


def _pod(record: Record, seats: Collection[int]) -> PodInfo | None:
    """Without the times at which they could have played."""
    pod = record.pod
    if pod is None or not pod.times:
        return pod
    entrants = [(pod.seated or pod.entrants)[seat] for seat in seats]
    return msgspec.structs.replace(pod, times=agreement.times_without(pod, *entrants))


def _host(record: Record, user: int) -> int:
    """Who is host: the first of the others who sit there, if they were."""
    if record.host != user:
        return record.host
    others = (seat.user for seat in record.seats if seat.user and seat.user != user and not seat.robot)
    return next(others, ERASED_USER)


def _seat(seat: Seat, user: int) -> Seat:
    if seat.user != user:
        return seat
    return msgspec.structs.replace(seat, user=ERASED_USER, name="", username="", on_time=0)


def _leaver(left: Leaver, user: int) -> Leaver:
    return msgspec.structs.replace(left, user=ERASED_USER, name="") if left.user == user else left


def _cut(cut: Cut, record: Record, user: int) -> Cut | None:
    """Before the start a cut can be taken back; afterwards it is remembered that there was one."""
    if cut.user != user:
        return cut
    return Cut(ERASED_USER, "") if record.joins else None


def _seed(record: Record, user: int) -> str:
    """The seed, once it cannot be made from the cuts any more."""
    if record.joins and any(cut.user == user for cut in record.cuts):
        return lobby.seed_of_record(record).hex()
    return record.seed


def _notice(notice: Notice, user: int, seats: Collection[int], names: Collection[str]) -> Notice:
    """What is told of them is told of a former player, also when somebody else sits there later."""
    about = _is_one_of(notice.name, names) or (notice.seat in seats and not notice.name)
    if notice.by == user:
        notice = msgspec.structs.replace(notice, by=ERASED_USER, other="", why="")
    elif _is_one_of(notice.other, names):
        notice = msgspec.structs.replace(notice, other="")
    return msgspec.structs.replace(notice, seat=None, name="", why="") if about else notice


def _is_one_of(shown: str, names: Collection[str]) -> bool:
    return any(is_called(shown, name) for name in names)


class Anonymiser:
    """Takes people out of tables."""

    def __init__(self, turns: TableTurns) -> None:
        self._turns = turns

    async def forget_person(self, user: int, table_id: str) -> None:
        """They leave the table for good, and nothing about it names them any more.

        May be called again and again. The audit log is the caller's part.
        """

        async def work(table: Table) -> None:
            await self._erase_at(table_id, user, table.record)
            if (after := anonymise_table(table, user)) is not table:
                # The messages of a table that has closed still name them.
                again = (OutboxEntry("closed"),) if table.phase == "closed" else ()
                await self._turns.update(None, table, TableUpdate(after, outbox=again))

        if await self._turns.readable(table_id) is not None:
            await self._turns.in_turn(table_id, work)
        else:  # it is gone, its game is not installed, or it cannot be read: the names can
            async with self._turns.repository.turn(table_id):
                await self._forget_in_row(user, table_id)

    async def _erase_at(self, table_id: str, user: int, record: Record) -> None:
        """First whatever is only found by the seat, which does not tell afterwards whose it was."""
        await self._turns.store.privacy.erase_at_table(table_id, user, seats_of_user(record, user))
        self._turns.drafts.forget(table_id)

    async def _forget_in_row(self, user: int, table_id: str) -> None:
        row = await self._turns.store.table(table_id)
        if row is None:
            return
        record = msgspec.json.decode(row.record, type=Record)
        await self._erase_at(table_id, user, record)
        after = anonymise_record(record, user)
        if after != record:
            users = tuple(seat.person for seat in after.seats if seat.person is not None)
            changed = replace(row, record=msgspec.json.encode(after), revision=row.revision + 1)
            await self._turns.store.commit(Change(changed, users=users))

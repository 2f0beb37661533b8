"""What organisers do to a tournament: done and written into the audit log in one transaction, and undone."""

from __future__ import annotations

from msgspec.structs import replace

from bot.refusal import Refusal
from bot.runtime.clock import Clock
from bot.tables import leaving
from bot.tables.history import latest_choice
from bot.tables.model import Press, Table
from bot.tables.server_moderation import came_with
from bot.tables.service import TableService
from bot.tournaments import actions, rounds
from bot.tournaments.actions import ActionTaken, AnyAction
from bot.tournaments.model import (
    CommittedChange,
    PendingChange,
    Tournament,
)
from bot.tournaments.outbox import outbox_entry
from bot.tournaments.pairing.event import PairingError
from bot.tournaments.repository import tournaments_from_rows
from bot.tournaments.requirements import OrganiserRights, refusal_of, require_organiser
from bot.tournaments.rounds import NewSecret
from bot.tournaments.schedule import DrawDependencies, with_round_drawn, with_round_redrawn
from bot.tournaments.scheduler import OPEN, TournamentScheduler
from games.text import _
from storage.models import AuditRow
from storage.sql.store import Store


class Organising:
    """The acts of all tournaments' organisers. `Refusal` says why not."""

    def __init__(
        self,
        store: Store,
        tables: TableService,
        clock: Clock,
        scheduler: TournamentScheduler,
        drawing: DrawDependencies,
        new_secret: NewSecret,
    ) -> None:
        self._store = store
        self._tables = tables
        self._clock = clock
        self._scheduler = scheduler
        self._repository = scheduler.repository
        self._drawing = drawing
        self._new_secret = new_secret

    async def require_organiser(self, rights: OrganiserRights, t: Tournament) -> None:
        """Refusal to whoever does not organise the tournament."""
        require_organiser(rights, await self._tables.servers.of(t.guild), t)

    async def act(
        self,
        press: Press,
        rights: OrganiserRights,
        id: str,
        given: AnyAction,
        reason: str,
        *,
        openly: bool = False,
    ) -> CommittedChange:
        """Do it, and write it into the audit log, in one transaction. `openly`: everybody may read the
        reason, else whoever it is about, and whoever reads the log.
        """

        async def work_out(t: Tournament) -> PendingChange:
            await self.require_organiser(rights, t)
            act = await self._completed(t, press, given)
            return await self._acted(press, t, act, reason, openly=openly)

        return await self._repository.change(press, id, work_out)

    async def _acted(
        self, press: Press, t: Tournament, act: AnyAction, reason: str, *, openly: bool = False
    ) -> PendingChange:
        user, name = act.concerns(t)
        before = actions.state_before(t, act, press.user)
        if isinstance(act, actions.Substitute):
            before = replace(before, dealt=await self._is_dealt(t, act.entrant))
        if isinstance(act, actions.Extend):
            before = replace(before, ends=self._ends(t, act.pod))
        payload = actions.audit_payload(act, before, openly=openly)
        row = replace(self.row(press, t, act, payload, reason), about=user, about_name=name)
        if act.person is not None:
            await self._tables.bans.require_may_be_put_in(t.guild, getattr(act, "user", 0))
        if isinstance(act, actions.Substitute):
            await self._require_strange(t, act)
        table = None
        if isinstance(act, actions.Correct | actions.Void):
            table = await self._table_if_open(t, act.round, act.pod)
        outcome = actions.apply_action(t, act, self._clock.awake(), table)
        return recorded(await self._with_round(outcome, act), row, act, openly=openly)

    def row(self, press: Press, t: Tournament, act: AnyAction, payload: bytes, reason: str = "") -> AuditRow:
        """The act's entry in the log."""
        who = press.user, press.name
        return AuditRow(0, t.guild, t.id, None, self._clock.now(), *who, act.kind(), payload, reason)

    def _ends(self, t: Tournament, pod: int) -> float:
        """When the round that is played ends, or this pod of it; 0: nobody can say."""
        tables = () if t.stands_still else rounds.open_tables(t)
        ends = [rounds.deadline(t, one) for one in tables if pod in (0, one.pod)]
        known = [end for end in ends if end is not None]
        return self._clock.unix(min(known)) if known else 0.0

    async def entered_by(self, user: int, guild: int) -> list[Tournament]:
        """The server's tournaments that this user plays in, or waits to."""
        known = tournaments_from_rows(
            await self._store.tournaments.tournaments(guild=guild, user=user, phases=OPEN)
        )
        return [t for t in known if (entry := t.entry_of(user)) and entry.state in actions.Drop.states]

    async def taken_out(self, user: int, guild: int) -> list[Tournament]:
        """The server's tournaments into which only their organisers let this user back."""
        known = tournaments_from_rows(
            await self._store.tournaments.tournaments(guild=guild, user=user, phases=OPEN)
        )
        return [t for t in known if (entry := t.entry_of(user)) and entry.state == "dropped" and entry.out]

    async def drop_everywhere(self, press: Press, guild: int, user: int) -> int:
        """Take them out of the server's tournaments, each with an entry in the log: out of how many. Why is
        not said, as those who play could read it.

        Whether whoever presses may do that is for the caller to see to.
        """

        async def work(t: Tournament) -> bool:
            entry = t.entry_of(user)
            if t.phase not in OPEN or entry is None or entry.state not in actions.Drop.states:
                return False
            outcome = await self._acted(press, t, actions.Drop(entry.id), "")
            await self._repository.store(None, t, outcome)
            return True

        return sum([await self._repository.in_turn(t.id, work) for t in await self.entered_by(user, guild)])

    async def _completed(self, t: Tournament, press: Press, act: AnyAction) -> AnyAction:
        """The act, with what nobody has to choose."""
        match act:
            case actions.AddPlayer():
                return replace(act, press=str(press.id), at=self._clock.now())
            case actions.Remind():
                return replace(act, entrants=tuple(await self.missing(t)))
            case actions.TakeBack():
                return await self._with_their_move(t, act)
            case _:
                return act

    async def _with_their_move(self, t: Tournament, act: actions.TakeBack) -> actions.TakeBack:
        """The act, with the move that it is about. Refusal if there is none."""
        pods = [each for each in t.pods_being_played() if act.entrant in each[1].seats]
        if pods:  # of two the later one: a tie is played off there
            round, pod = pods[-1][0].number, pods[-1][1].number
            table = await self._table_if_open(t, round, pod)
            seats = () if table is None or table.state is None else range(len(table.seats))
            for seat in seats:
                if table is not None and table.entrant(seat) == act.entrant:
                    log = await self._tables.logs.actions_of(table)
                    if (kept := latest_choice(table, log, seat)) is not None:
                        return replace(act, round=round, pod=pod, was=len(log), kept=kept)
        raise Refusal("early", _("They've had no choice yet at this round's table, so nothing to take back."))

    async def missing(self, t: Tournament) -> list[str]:
        """Those who have not checked in or, once it has begun, not come to their table."""
        if t.phase == "open":
            return [entry.id for entry in t.playing if t.record.checking_in and not entry.here]
        missing = list[str]()
        for round, pod in t.open_pods():
            table = await self._table_if_open(t, round.number, pod.number)
            if table is not None and table.is_early:  # its hour is yet to come: nobody is late
                continue
            seats = rounds.absent_seats(table, pod)
            found = [entry for seat in seats if (entry := t.entry(pod.seats[seat] or "")) is not None]
            missing += [entry.id for entry in found if entry.state == "in"]
        return list(dict.fromkeys(missing))

    async def stood_in_for(self, t: Tournament) -> list[str]:
        """Those who came to a table that is still played, and for whom a robot plays on."""
        found = list[str]()
        for round, pod in t.open_pods():
            table = await self._table_if_open(t, round.number, pod.number)
            if table is not None and table.phase == "playing":
                found += [table.entrant(seat) for seat in rounds.stood_in_for(table)]
        return [who for who in dict.fromkeys(found) if (entry := t.entry(who)) and entry.state == "in"]

    async def _table_if_open(self, t: Tournament, round: int, pod: int) -> Table | None:
        """The pod's table; None if there is none yet."""
        one = t.table_of(round, pod)
        try:
            return await self._tables.table(one.table) if one is not None else None
        except Refusal:  # it is not opened yet
            return None

    async def _require_strange(self, t: Tournament, act: actions.Substitute) -> None:
        """Refusal if the substitute knows cards of a game that is still played, as one of the others."""
        for round, pod in t.open_pods():
            seated = act.entrant in pod.seats
            if seated and (table := await self._table_if_open(t, round.number, pod.number)) is not None:
                leaving.require_no_other_seat(table, act.user, act.entrant)

    async def _with_round(self, outcome: PendingChange, act: AnyAction) -> PendingChange:
        """The act's outcome with the round that it has drawn or opened."""
        times = self._scheduler.times
        try:
            match act:
                case actions.Begin() | actions.Draw():
                    return await with_round_drawn(outcome, times, self._drawing)
                case actions.Redraw():
                    return await with_round_redrawn(outcome, times, self._drawing)
                case actions.PlayAgain(round=round, pod=pod):
                    t, opening = rounds.played_again(
                        outcome.tournament, round, pod, times.awake, self._new_secret
                    )
                    return replace(outcome, tournament=t, outbox=(*outcome.outbox, *opening))
                case actions.TakeBack(round=round, pod=pod, kept=kept):
                    t, opening = rounds.played_again(
                        outcome.tournament, round, pod, times.awake, self._new_secret, kept
                    )
                    return replace(outcome, tournament=t, outbox=(*outcome.outbox, *opening))
                case actions.OpenRound():
                    t, opening = rounds.opened(outcome.tournament, times.awake, times.unix, self._new_secret)
                    return replace(outcome, tournament=t, outbox=(*outcome.outbox, opening))
                case _:
                    return outcome
        except PairingError as impossible:
            raise refusal_of(impossible.trouble) from None

    async def undo(
        self, press: Press, rights: OrganiserRights, id: str, entry: int, reason: str
    ) -> CommittedChange:
        """Take an act back, where it can be; that is an entry of its own."""

        async def work_out(t: Tournament) -> PendingChange:
            await self.require_organiser(rights, t)
            row = await self._store.audit.entry(entry)
            if row is None or row.tournament != t.id:
                raise Refusal("gone", _("There's no such entry in the log."))
            return await self._recorded_undo(press, t, row, reason)

        return await self._repository.change(press, id, work_out)

    async def _recorded_undo(self, press: Press, t: Tournament, row: AuditRow, reason: str) -> PendingChange:
        """The tournament without the act of this entry, with one of its own. Refusal if it has to stay."""
        outcome = await self._undone(t, row)
        undo = replace(
            row,
            id=0,
            at=self._clock.now(),
            user=press.user,
            name=press.name,
            kind=actions.UNDO,
            reason=reason,
            action=actions.audit_payload(actions.action_of(row), actions.before_of(row)),
            undoes=row.id,
        )
        return recorded(outcome, undo, actions.action_of(row))

    async def undo_drops(self, press: Press, ban: AuditRow) -> int:
        """The ban of this entry is taken back: whoever was taken out of tournaments with it is let back in,
        each with an entry in the log. Into how many. Where too much has followed, that is the organiser's.

        Whether whoever presses may do that is for the caller to see to.
        """

        async def work(t: Tournament) -> bool:
            found = [
                row
                for row in await self._store.audit.of_tournament(t.id)
                if came_with(ban, row, actions.Drop.kind())
            ]
            if t.phase not in OPEN or not found:
                return False
            try:
                outcome = await self._recorded_undo(press, t, found[-1], "")
            except Refusal:
                return False
            await self._repository.store(None, t, outcome)
            return True

        if not ban.about:
            return 0
        known = await self._store.tournaments.tournaments(guild=ban.guild, user=ban.about, phases=OPEN)
        return sum([await self._repository.in_turn(t.id, work) for t in tournaments_from_rows(known)])

    async def _undone(self, t: Tournament, row: AuditRow) -> PendingChange:
        if row.undoes is not None:
            raise Refusal("input", _("That was itself an undo. Do it again instead."))
        if any(other.undoes == row.id for other in await self._store.audit.of_tournament(t.id)):
            raise Refusal("twice", _("That's already been taken back."))
        act = actions.action_of(row)
        if (
            isinstance(act, actions.Substitute)
            and actions.before_of(row).dealt is False
            and await self._is_dealt(t, act.entrant)
        ):
            raise Refusal(
                "late", _("Too late to undo: the substitute's game has begun. Put somebody else in instead.")
            )
        return actions.undo_action(t, row, self._clock.awake())

    async def _is_dealt(self, t: Tournament, entrant: str) -> bool:
        """Whether the cards are dealt at their latest table."""
        event = t.record.event
        pods = [] if event is None else [each for each in event.pods() if entrant in each[1].seats]
        if not pods:
            return False
        round, pod = pods[-1]
        table = await self._table_if_open(t, round.number, pod.number)
        return table is not None and table.phase in ("playing", "over")

    async def can_undo(self, tournament: Tournament, entry: AuditRow) -> bool:
        """Whether `undo` would be possible now."""
        try:
            await self.require_undoable(tournament, entry)
        except Refusal:
            return False
        return True

    async def require_undoable(self, tournament: Tournament, entry: AuditRow) -> None:
        """Refusal if `undo` would not be possible now."""
        await self._undone(tournament, entry)


def recorded(outcome: PendingChange, row: AuditRow, act: AnyAction, *, openly: bool = False) -> PendingChange:
    """The outcome, with its entry in the log and the outbox entry that tells of it."""
    action_taken = ActionTaken(
        *(row.kind, row.name, row.about, row.about_name, row.reason, act),
        openly=openly,
        opened=actions.before_of(row).round,
    )
    return replace(outcome, audit=(row,), outbox=(*outcome.outbox, outbox_entry("acted", action_taken)))

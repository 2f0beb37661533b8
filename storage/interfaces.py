"""The interfaces of storage: all that the bot asks of it. `storage.sqlite` implements them.

Nothing here is of one engine. What another implementation has to promise stands in `README.md`;
`tests/storage/contract` holds any implementation to it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Protocol

from storage.models import (
    ActionRow,
    AuditPost,
    AuditRow,
    BanRow,
    Census,
    Change,
    ClockRow,
    Draft,
    News,
    NewsListener,
    NudgeRow,
    OrderRow,
    OutboxEntry,
    OutboxRow,
    PersonRows,
    Phase,
    PlanChange,
    PlanRow,
    Post,
    RatingRow,
    ResultRow,
    Room,
    SeatRows,
    ServerChange,
    ServerRow,
    Shard,
    TableRow,
    Taken,
    TournamentChange,
    TournamentDraftRow,
    TournamentPhase,
    TournamentRow,
)


class OutboxStore(Protocol):
    """What is still to be done for tables, or for tournaments. Every method may raise `StorageError`.

    The ids are unique over tables and tournaments, count up, and never come back.
    """

    async def outbox(self) -> list[OutboxRow]:
        """All that is still to be done, the oldest first."""
        ...

    async def outbox_begun(self, entry: int) -> None:
        """Counts an attempt at this entry; it is durable before the attempt begins."""
        ...

    async def outbox_done(self, entry: int) -> None:
        """Removes this entry, as it has been done, or can never be."""
        ...


class OwnedStore(OutboxStore, Protocol):
    """What belongs to tables, or to tournaments: the outbox and messages. May raise `StorageError`."""

    async def post_shown(self, post: Post) -> None:
        """Remember (or replace) the owner's message of that kind and which revision it shows.

        Conflict if there is no such owner.
        """
        ...

    async def post_gone(self, owner: str, kind: str) -> None:
        """The message is no more."""
        ...

    async def posts(self, owner: str) -> list[Post]:
        """The messages of a table or tournament."""
        ...

    async def outdated(self) -> list[Post]:
        """Messages that show less than their owner's newest revision (whatever its phase)."""
        ...


class AuditStore(Protocol):
    """What moderators did. Every method may raise `StorageError`."""

    async def entry(self, entry: int) -> AuditRow | None:
        """The entry of this number; None where there is none."""
        ...

    async def of_tournament(self, tournament: str) -> list[AuditRow]:
        """What was done to the tournament, the oldest first."""
        ...

    async def of_table(self, table: str) -> list[AuditRow]:
        """What was done to the table, the oldest first."""
        ...

    async def of_server(self, guild: int, *, before: int | None = None, limit: int = 25) -> list[AuditRow]:
        """What was done on the server, the latest first; `before`: older than that entry."""
        ...

    async def undone(self, guild: int) -> set[int]:
        """The server's entries that were taken back."""
        ...


class AuditPostStore(OutboxStore, Protocol):
    """Which entries of the audit log are posted in a channel of their server.

    An entry that is stored while its server has such a channel is to be posted there: that is an outbox
    entry, whose `id` is the audit entry's and whose owner is the server. It is one again when somebody is
    erased whom the message may name. Every method may raise `StorageError`.
    """

    def listen(self, listener: Callable[[], None]) -> None:
        """Call it after entries were added to any server's log. It must neither block nor raise."""
        ...

    async def channel(self, guild: int) -> int | None:
        """Where the server reads its log, if it does."""
        ...

    async def set_channel(self, guild: int, channel: int | None) -> None:
        """From now on entries are posted there; None: nowhere."""
        ...

    async def of(self, entry: int) -> AuditPost | None:
        """The entry's message; None if it has none, and needs none."""
        ...

    async def shown(self, post: AuditPost, message: int) -> None:
        """The message shows the entry as it was when `post` was read, or later."""
        ...

    async def gone(self, entry: int) -> None:
        """The message is no more, or can never be."""
        ...


class BanStore(Protocol):
    """Who may not play on a server. Every method may raise `StorageError`."""

    async def commit(self, change: ServerChange) -> None:
        """Store the change, all of it or nothing. AlreadyDone if `interaction` was stored before."""
        ...

    async def of(self, guild: int, now: float) -> list[BanRow]:
        """The server's bans that have not ended, the latest first."""
        ...

    async def find(self, guild: int, key: bytes, now: float) -> BanRow | None:
        """The ban of that key, if there is one that has not ended."""
        ...

    async def forget_ended(self, now: float) -> None:
        """Nothing is left of bans that have ended."""
        ...


class OrderStore(Protocol):
    """What seats want done by themselves. Private. Every method may raise `StorageError`."""

    async def of(self, table: str) -> list[OrderRow]:
        """The standing orders at the table, by seat."""
        ...

    async def seats(self) -> list[tuple[str, int]]:
        """Everybody who wants anything: table and seat."""
        ...


class PreferencesStore(Protocol):
    """What people, or servers, prefer: the bot's JSON. Every method may raise `StorageError`."""

    async def preferences(self, id: int) -> bytes | None:
        """What the person or server prefers; None if they never said anything."""
        ...

    async def set_preferences(self, id: int, preferences: bytes, before: bytes | None = None) -> None:
        """From now on they prefer this. Conflict if what they preferred is not `before` (None: nothing)."""
        ...


class PersonStore(PreferencesStore, Protocol):
    """What people prefer, whatever the server: preferences by user id, each as encoded bytes."""

    async def all(self) -> list[tuple[int, bytes]]:
        """Everybody who ever said anything, with what they prefer."""
        ...


class NudgeStore(Protocol):
    """Nudges: messages that say that it is somebody's turn. Every method may raise `StorageError`."""

    async def all(self) -> list[NudgeRow]:
        """All that were not taken away yet, the oldest first."""
        ...

    async def of(self, user: int) -> list[NudgeRow]:
        """This user's nudges that were not taken away yet, the oldest first."""
        ...

    async def servers_of(self, tables: Collection[str]) -> dict[str, int]:
        """The servers of these tables, as far as there are such."""
        ...

    async def sent(self, nudge: NudgeRow, *, instead_of: int | None = None) -> None:
        """Remember (or replace) the message; `instead_of`: another one to this user, forgotten with it."""
        ...

    async def gone(self, user: int, message: int) -> None:
        """The message is no more."""
        ...


class PrivacyStore(Protocol):
    """All that is stored about somebody, for an export and for erasing it. May raise `StorageError`."""

    async def tables_naming(self, user: int) -> list[str]:
        """Every table at which they sit or sat, moved, cut, or are named in any other way."""
        ...

    async def tournaments_naming(self, user: int) -> list[str]:
        """Every tournament that they have or had to do with, as players, organisers or in any other way."""
        ...

    async def recurring_naming(self, user: int) -> list[str]:
        """Every recurring tournament that they organise."""
        ...

    async def of_person(self, user: int) -> PersonRows:
        """What is stored of them apart from tables and tournaments."""
        ...

    async def at_table(self, table: str, user: int, seats: Collection[int]) -> SeatRows:
        """What is stored of them at a table; `seats`: those that are theirs."""
        ...

    async def begin_erasing(self, user: int) -> None:
        """They want to be erased: not forgotten until `erase` is through."""
        ...

    async def erasing(self) -> list[int]:
        """Whose erasing was begun and is not through."""
        ...

    async def erase_at_table(self, table: str, user: int, seats: Collection[int]) -> None:
        """Who took the actions, what `seats` planned; the table itself is the caller's part."""
        ...

    async def rewrite_audit(self, entry: int, action: bytes) -> None:
        """Replace an audit entry's action by one without them: who it names is for the caller to read."""
        ...

    async def erase(self, user: int) -> None:
        """All that is left of them; at last that they wanted it.

        Results and audit entries stay, of nobody in particular, and so do the moderators' words in the
        latter: the reasons. Bans stay as well, with nothing but their keys to tell whom they are about.
        """
        ...

    async def wipe(self) -> None:
        """See to it that nothing that was erased, of people or servers, can be found in the file or its log.

        Nothing happens if nothing was erased since. Writes wait meanwhile: about as long as a copy takes.
        """
        ...


class ResultStore(Protocol):
    """How games ended, and the ratings that follow from it. Every method may raise `StorageError`.

    Ratings belong to a server, a game and a season. The order of the tables is the order in which they ended.
    """

    async def of_table(self, table: str) -> list[ResultRow]:
        """How the table's game ended for each seat; empty if it has not, or ended before this was stored."""
        ...

    async def of_user(self, user: int, guild: int, game: str | None = None) -> list[ResultRow]:
        """The games in which the user had a seat, with everybody's results, table by table in their order."""
        ...

    async def keep_analysis(self, table: str, seat: int, user: int, analysis: bytes) -> None:
        """How the user has played in that seat, as the bot's JSON. Nothing happens if no result of theirs is
        stored there.
        """
        ...

    async def latest_game(self, guild: int) -> str | None:
        """Which game ended last on this server."""
        ...

    async def next_to_rate(self) -> list[ResultRow]:
        """The results of the first table that still has to be counted; empty if there is none."""
        ...

    async def overtaken(self, guild: int, game: str, ended: float, table: str) -> bool:
        """Whether a table that comes after this one in the order has been counted already."""
        ...

    async def take_back(self, guild: int, game: str, ended: float, table: str = "") -> None:
        """Undo the ratings by all tables after this one in the order: they still have to be counted."""
        ...

    async def rate(self, table: str, ratings: Sequence[RatingRow], entry: OutboxEntry) -> None:
        """The table has been counted, and there everybody stands now: all at once, with the outbox entry."""
        ...

    async def standings(
        self, guild: int, game: str, season: int, users: Collection[int]
    ) -> dict[int, RatingRow]:
        """Where these people stand in that season; those are missing who have no rated game in it."""
        ...

    async def ranking(self, guild: int, game: str, season: int) -> list[tuple[RatingRow, str]]:
        """Where everybody stands in that season, the best first (by mu - 3 sigma), each with their name."""
        ...

    async def ratings_of(self, user: int, guild: int, game: str | None = None) -> list[RatingRow]:
        """Where the user stood after each of their rated games: game by game, season by season, in order."""
        ...

    async def wins(self, guild: int, game: str, season: int, users: Collection[int]) -> dict[int, int]:
        """How many of their rated games in that season these people won; those are missing who won none."""
        ...

    async def changes_by(self, table: str) -> list[tuple[RatingRow | None, RatingRow]]:
        """What a table did to people's ratings: before (None: it was their first game) and after."""
        ...

    async def seasons(self, guild: int, game: str) -> list[tuple[int, float]]:
        """The seasons after the first, with when each began; the latest last."""
        ...

    async def begin_season(self, guild: int, game: str, season: int, began: float) -> None:
        """Ratings begin anew; nothing happens if that season has begun already."""
        ...


class ServerStore(PreferencesStore, Protocol):
    """What servers prefer, and which of them the bot was removed from. May raise `StorageError`."""

    async def of(self, guild: int) -> ServerRow | None:
        """What is known of the server; None if nobody has chosen anything, and the bot is there."""
        ...

    async def went(self, guild: int, at: float) -> None:
        """The bot was removed from the server; if that is known already, the earlier time stays."""
        ...

    async def came_back(self, guild: int) -> None:
        """The bot is there again."""
        ...

    async def gone(self) -> list[tuple[int, float]]:
        """The servers that the bot was removed from, and when, the earliest first."""
        ...

    async def known(self) -> list[int]:
        """The servers of which anything is stored and that are not marked as gone. 0 is none: what is stored
        under it belongs to people alone.
        """
        ...

    async def open_tables(self, guild: int) -> int:
        """How many tables of the server are in their lobby or playing."""
        ...

    async def room(self, guild: int, user: int) -> Room:
        """At how many of those the user sits, and how many there are: for a change that opens one more."""
        ...

    async def erase_some(self, guild: int, most: int) -> list[str]:
        """Erase so many of the server's tables with all that belongs to them: their ids.

        When there are none any more, whatever else is stored of the server is erased, its tournaments among
        it: an empty list. What was erased is beyond finding after `Privacy.wipe`.
        """
        ...


class TournamentStore(OwnedStore, Protocol):
    """Tournaments with their outbox and messages. Every method may raise `StorageError`."""

    async def commit(self, change: TournamentChange) -> tuple[OutboxRow, ...]:
        """Store the change; returns its outbox entries, with their ids, when it is durable.

        Once called, it is stored even if nobody waits for it any more. AlreadyDone if `interaction` was
        stored before (by a table's change, too); Conflict if the change does not follow on what is stored.
        """
        ...

    async def tournament(self, tournament: str) -> TournamentRow | None:
        """The tournament as it stands."""
        ...

    async def tournaments(
        self,
        *,
        guild: int | None = None,
        user: int | None = None,
        phases: Collection[TournamentPhase] = ("open", "running"),
        limit: int = 100,
    ) -> list[TournamentRow]:
        """Tournaments that fit all that is given, the latest changed first."""
        ...

    async def draft(self, user: int, guild: int) -> TournamentDraftRow | None:
        """What the person sets up on the server."""
        ...

    async def keep_draft(self, draft: TournamentDraftRow) -> None:
        """From now on they set this up there, in place of anything before."""
        ...

    async def drop_draft(self, user: int, guild: int, id: str) -> None:
        """It is not kept any more; nothing happens if they set up another one by now."""
        ...

    async def drop_drafts_before(self, touched: float) -> None:
        """Those that nobody has touched since then are not kept any more."""
        ...

    async def of_series(self, series: str, season: int) -> list[TournamentRow]:
        """The tournaments that count in this season of the series, the first announced first."""
        ...


class PlanStore(Protocol):
    """Tournaments that come again, or series. Every method may raise `StorageError`."""

    async def commit(self, change: PlanChange) -> None:
        """Store the change; returns when it is durable, and is stored even if nobody waits for it any more.

        AlreadyDone if `interaction` was stored before; Conflict if the change does not follow on what is
        stored.
        """
        ...

    async def plan(self, plan: str) -> PlanRow | None:
        """The plan as it stands."""
        ...

    async def of_server(self, guild: int) -> list[PlanRow]:
        """The server's, in the order of their ids."""
        ...

    async def all(self) -> list[PlanRow]:
        """Every one that there is."""
        ...


class MonitoringStore(Protocol):
    """Figures for whoever watches over the bot. Methods may raise `StorageError`."""

    @property
    def writes_waiting(self) -> int:
        """How many writes wait for their transaction to begin."""
        ...

    async def census(self) -> Census:
        """The figures of the whole database at this moment."""
        ...

    async def try_to_write(self) -> None:
        """Returns when something has been written, durably, as a move would be."""
        ...


class LeaseStore(Protocol):
    """Which process serves which shard. Every method may raise `StorageError`.

    Seconds are counted by the database's clock, which is the same for all processes.
    """

    async def attend(self, process: str, count: int, lasts: float, *, leaving: bool = False) -> int:
        """The process is there for so many seconds at least, or `leaving`; how many are there to stay.
        Conflict if another one divides the servers into another number of shards.
        """
        ...

    async def leave(self, process: str) -> None:
        """The process is not there any more, and holds nothing."""
        ...

    async def bury(self, lasts: float, unheard: float) -> list[str]:
        """Processes that have not attended for `unheard` seconds, each time for as long as a lease `lasts`,
        and are not connected to the database any more, are dead: they hold nothing. Returns which.
        """
        ...

    async def take(self, shard: Shard, process: str, lasts: float) -> Taken | None:
        """The shard is the process's, for so many seconds. None: it is another one's."""
        ...

    async def renew(self, process: str, lasts: float, served: Collection[int] = ()) -> dict[int, int]:
        """What the process still holds is its for so many more seconds, and so is what it has `served` all
        the while, if the lease has run out and nobody has taken it: shards with their epochs.
        """
        ...

    async def release(self, process: str, shards: Collection[int]) -> None:
        """Others may take these at once, or claim them; nothing happens to those that the process neither
        holds nor has claimed.
        """
        ...

    async def offer(self, process: str, shards: Collection[int]) -> None:
        """Of what the process holds it would give these, and no others, to whoever is ready for them."""
        ...

    async def claim(self, process: str, count: int, shards: Collection[int], most: int) -> dict[int, int]:
        """Of these shards the process is to have so many of those that are offered and that nobody else who
        is there is to have: under which epochs it would serve them.
        """
        ...

    async def claims(self, process: str) -> dict[int, int]:
        """The shards that the process is to have, with these epochs."""
        ...

    async def be_ready(self, process: str, shard: int) -> None:
        """The process, which is to have the shard, could serve it at once."""
        ...

    async def heirs(self, process: str) -> dict[int, tuple[str, bool]]:
        """Of what the process offers: who is to have it, and whether they are ready."""
        ...

    async def hand_over(self, process: str, shard: int, lasts: float, attended: Collection[int]) -> bool:
        """The shard goes to whoever is to have it and is ready, for so many seconds, with the presses that
        were `attended` to here of late. False: there is nobody, or the process does not hold it.
        """
        ...

    async def attended(self, shard: Shard) -> list[int]:
        """The latest presses to which the one before has attended, who has handed the shard over."""
        ...

    async def holders(self) -> dict[int, str]:
        """Which process holds which shard."""
        ...

    async def take_identify_turn(self, bucket: int, pause: float) -> float:
        """0: a new session may be begun in this bucket, and nobody else may for so many seconds. Else the
        seconds after which to ask again.
        """
        ...

    async def sessions_begun(self, within: float) -> tuple[int, float]:
        """How many were begun in so many seconds, and for how many seconds none has been."""
        ...


class Store(OwnedStore, Protocol):
    """Reading and writing. Every method may raise `StorageError`."""

    @property
    def results(self) -> ResultStore:
        """How games ended, and what came of it."""
        ...

    @property
    def servers(self) -> ServerStore:
        """What servers prefer, and which of them are gone."""
        ...

    @property
    def privacy(self) -> PrivacyStore:
        """All that is stored about somebody."""
        ...

    @property
    def orders(self) -> OrderStore:
        """What seats want done by themselves."""
        ...

    @property
    def people(self) -> PersonStore:
        """The preferences of people, which hold on every server."""
        ...

    @property
    def nudges(self) -> NudgeStore:
        """The messages that say that it is somebody's turn."""
        ...

    @property
    def tournaments(self) -> TournamentStore:
        """Tournaments, their messages, and what is still to be done for them."""
        ...

    @property
    def recurring(self) -> PlanStore:
        """Tournaments that come again by the calendar."""
        ...

    @property
    def series(self) -> PlanStore:
        """Series of tournaments that count together."""
        ...

    @property
    def audit(self) -> AuditStore:
        """What moderators and organisers did, of tables, tournaments and servers."""
        ...

    @property
    def audit_posts(self) -> AuditPostStore:
        """What of it is posted in a channel."""
        ...

    @property
    def bans(self) -> BanStore:
        """Who may not play on a server."""
        ...

    @property
    def leases(self) -> LeaseStore | None:
        """Which process serves which shard; None where there is never more than one process."""
        ...

    @property
    def monitoring(self) -> MonitoringStore:
        """Figures for whoever watches over the bot."""
        ...

    async def commit(self, change: Change) -> tuple[OutboxRow, ...]:
        """Store the change; returns its outbox entries, with their ids, when it is durable.

        Changes that wait at the same moment share one transaction, each atomic on its own: one that fails
        does not take the others down. Once called, it is stored even if nobody waits for it any more.

        AlreadyDone if `interaction` was stored before; Conflict if the change does not follow on what is
        stored, or contradicts itself about how many actions there are.
        """
        ...

    async def table(self, table: str) -> TableRow | None:
        """The table as it stands."""
        ...

    async def tables(
        self,
        *,
        guild: int | None = None,
        channel: int | None = None,
        user: int | None = None,
        phases: Collection[Phase] = ("lobby", "playing"),
        limit: int = 100,
    ) -> list[TableRow]:
        """Tables that fit all that is given, the latest changed first."""
        ...

    async def due(self) -> list[tuple[str, float]]:
        """The tables that must be looked at, and when (see `TableRow.due`), the earliest first."""
        ...

    async def clocks(self) -> list[ClockRow]:
        """The clocks of all open tables. It reads little of each, however many there are."""
        ...

    async def servers_of_tables(self) -> dict[str, int]:
        """The servers of the tables that `due` and `clocks` tell of, by the tables' ids."""
        ...

    async def log(self, table: str) -> list[ActionRow]:
        """The table's actions, in order."""
        ...

    async def answer(self, interaction: int) -> bytes | None:
        """What an interaction was answered with, if it was stored."""
        ...

    async def draft(self, draft: Draft, tell: int | None = None) -> None:
        """Remember what a seat has half built; replaces the seat's earlier one. Empty `chosen` forgets it.
        `tell`: the table's server, whose shard is told.
        """
        ...

    async def drafts(self, table: str) -> list[Draft]:
        """What the table's seats have half built."""
        ...

    async def set_note(self, key: str, value: str) -> None:
        """A small fact about the installation (the hash of the commands that Discord knows)."""
        ...

    async def keep_note(self, key: str, value: str) -> str:
        """What the fact is, from now on this one if there was none."""
        ...

    async def replace_note(self, key: str, before: str | None, after: str) -> bool:
        """The fact is `after` from now on if it was `before` (None: there was none); whether it was.

        Of several who replace the same fact, one does.
        """
        ...

    async def get_note(self, key: str) -> str | None:
        """The fact of that key; None if there is none."""
        ...

    def listen(self, listener: NewsListener) -> None:
        """Call it with what those change who do not serve its shard."""
        ...

    def deafen(self, listener: NewsListener) -> None:
        """Do not call it any more; nothing, if it does not listen."""
        ...

    async def tell(self, news: News) -> None:
        """Let everybody who listens know."""
        ...

    def for_shard(self, shard: Shard, epoch: int) -> Store:
        """The same, for whoever serves the shard under that epoch: what is asked for without saying whose
        (outboxes, deadlines, what is outdated ...) is that of its servers, and what its owner alone may write
        raises NotTheOwner once the lease is another's. `epoch` 0: there are no leases. Closed by itself.
        """
        ...

    async def backup(self, target: Path) -> None:
        """A consistent copy while everything goes on. StorageError if `target` exists or is unwritable."""
        ...

    async def close(self) -> None:
        """Everything accepted is stored; then the file is closed."""
        ...

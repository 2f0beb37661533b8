"""What is stored, as plain data. `record`, `state`, `answer`, `payload`: others' JSON, left unread here."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple, TypeAlias

import msgspec

Phase = Literal["lobby", "playing", "over", "closed"]
"""A table's life. `over`: the game was played to its end; `closed`: it ended otherwise."""
TournamentPhase = Literal["open", "running", "over", "cancelled"]
"""A tournament's life. `open`: announced, it has not begun; `over`: played to its end."""


class Shard(msgspec.Struct, frozen=True):
    """A share of the servers, as Discord cuts it
    (https://discord.com/developers/docs/events/gateway#sharding-sharding-formula): number `id` of `count`.
    """

    id: int
    count: int

    def serves(self, id: int) -> bool:
        """Whether the server is in this share, or the person. 0, which is no server, is in the first."""
        return (id >> 22) % self.count == self.id


WHOLE = Shard(0, 1)
"""The share of a process that serves all servers and everybody."""


class News(NamedTuple):
    """Somebody who does not serve the shard has changed something of it: whoever does is told."""

    kind: Literal["table", "tournament", "recurring", "person", "nudge", "undelivered", "shards", "all"]
    """`nudge`: the table of this id has something to remind the person of, or has it no more. `undelivered`:
    the person of this id could not be told directly of a table on the server. `shards`: who serves which, or
    is to. `all`: news may have been missed, about anything.
    """
    id: str = ""
    of: int = 0
    """The server that it belongs to, or the person."""
    revision: int = 0
    """As of which it is known to be changed; of a person, the `preferences_digest`."""


def preferences_digest(stored: bytes) -> int:
    """Tells what is stored of somebody's preferences from anything else; never 0."""
    return zlib.crc32(stored) or 1


NewsListener: TypeAlias = Callable[[News], None]
"""Hears of news, perhaps more than once. It must neither block nor raise."""


class Taken(msgspec.Struct, frozen=True):
    """A shard that has become a process's."""

    epoch: int
    """Counts who had the shard: higher than that of any process before."""
    was_free: bool
    """Whether nobody had it before, or they gave it back. Else they may not know yet that it is lost."""


class TableRow(msgspec.Struct, frozen=True):
    """A table as it stands. Ids of Discord are ints; times are Unix seconds.

    `record` holds what changes in the lobby only (seats, options, who may join, the shuffle's secret);
    `state` is the game's, None before the start; `timing` holds the clocks. `due` is when the table must be
    looked at next, in seconds that the bot has been awake; None: never.
    """

    id: str
    guild: int
    channel: int
    game: str
    phase: Phase
    revision: int
    """Grows by one with each stored change, from 1."""
    actions: int
    """How many actions are in the log."""
    record: bytes
    state: bytes | None
    created: float
    changed: float
    timing: bytes | None = None
    due: float | None = None


class ClockRow(msgspec.Struct, frozen=True):
    """The clocks of an open table (see `TableRow`), without the table itself."""

    table: str
    phase: Phase
    timing: bytes | None
    due: float | None


class ActionRow(msgspec.Struct, frozen=True):
    """One action in a table's log; `number` counts from 1. `user` is None for a robot's."""

    number: int
    seat: int
    action: str
    user: int | None
    at: float


class OutboxEntry(msgspec.Struct, frozen=True):
    """Something that must happen towards people once the change is stored. `kind`, `payload`: the bot's."""

    kind: str
    payload: bytes = b"{}"


class OutboxRow(msgspec.Struct, frozen=True):
    """An outbox entry not yet run. `id` is unique for ever and serves as a nonce; `attempts`: begun before.

    `table`: whose it is, a table or a tournament.
    """

    id: int
    table: str
    kind: str
    payload: bytes
    attempts: int


class ResultRow(msgspec.Struct, frozen=True):
    """How a game ended for one seat. `user`: None for a robot, and for somebody whose data was erased.

    `place` counts from 1, `ended` is in Unix seconds, `figures` is the bot's JSON. Seats beyond the table's
    own are those of people who left for good, and whose place somebody else has taken.
    """

    table: str
    seat: int
    guild: int
    game: str
    ended: float
    rated: int
    """0: does not count for ratings; 1: still has to be counted; 2: has been."""
    user: int | None
    name: str
    robot: bool
    quit: bool
    """Whoever sat there left for good before the end."""
    place: int
    points: int
    figures: bytes = b"{}"
    analysis: bytes | None = None
    """How its player has played, as the bot's JSON; None until somebody asks."""


class ConductRow(msgspec.Struct, frozen=True):
    """How somebody has played a game that is over: whether they left for good, or a robot had their seat at
    the end; how many moves that seat made, and how many of them were theirs; when its first and last were.
    """

    quit: bool
    robot: bool
    moves: int
    own: int
    first: float
    last: float


class PlanRow(msgspec.Struct, frozen=True):
    """What a seat wants done by itself. Private. `plan` is the bot's JSON; empty: nothing any more."""

    table: str
    seat: int
    plan: bytes = b""


class RatingRow(msgspec.Struct, frozen=True):
    """Where somebody stood after one of their rated games on a server, counted from 1 in each season."""

    guild: int
    game: str
    season: int
    user: int
    games: int
    table: str
    """The game after which they stood there."""
    mu: float
    sigma: float
    at: float
    """When that game ended, in Unix seconds."""


class Room(msgspec.Struct, frozen=True):
    """What there was when it was looked whether one more table may be opened: the server's open tables at
    which the `user` sat, and all of them (None: it has any number). With more, it is refused: `NoRoom`.
    """

    user: int
    seats: int
    tables: int | None = None


class Change(msgspec.Struct, frozen=True):
    """All that one accepted press (or robot's move) brings: stored together or not at all.

    `table` is the whole new row. Its `revision` must be one more than the stored one (1 for a new table).
    `full` says whether `record` and the columns of a table's place changed; moves leave them (faster).
    `users`: who sits at the table now, if that changed. `results`: how the game ended, if it just did.
    `plans`: the seats' plans, those that change.
    """

    table: TableRow
    action: ActionRow | None = None
    interaction: int | None = None
    answer: bytes = b"{}"
    outbox: tuple[OutboxEntry, ...] = ()
    full: bool = True
    users: tuple[int, ...] | None = None
    results: tuple[ResultRow, ...] = ()
    plans: tuple[PlanRow, ...] = ()
    audit: tuple[AuditRow, ...] = ()
    on_begun: Callable[[], None] | None = None
    """Is called in the event loop, once at most, as soon as the engine stores it and has no need of the
    loop: for work that can be done meanwhile.
    """
    room: Room | None = None
    """Of a new table: it is stored only if there still is room for it; None: there always is."""
    copied_from: str = ""
    """Of a new table: another one, whose first actions are its own too; empty: it begins with none."""


class TournamentRow(msgspec.Struct, frozen=True):
    """A tournament as it stands. `record` is the bot's JSON: all there is to know of it."""

    id: str
    guild: int
    channel: int
    """Where it was announced, and where its tables are opened."""
    game: str
    phase: TournamentPhase
    revision: int
    """Grows by one with each stored change, from 1."""
    record: bytes
    created: float
    changed: float
    series: str | None = None
    """The series for which it counts, and in which of its seasons."""
    season: int | None = None


class TournamentChange(msgspec.Struct, frozen=True):
    """All that one accepted press (or the passing of time) brings: stored together or not at all.

    `row` is the whole new row; its `revision` must be one more than the stored one (1: a new one). `users`:
    who has to do with it now (entrants, those who wait, the organiser), if that changed.
    """

    row: TournamentRow
    interaction: int | None = None
    answer: bytes = b"{}"
    outbox: tuple[OutboxEntry, ...] = ()
    users: tuple[int, ...] | None = None
    audit: tuple[AuditRow, ...] = ()


class ProgrammeRow(msgspec.Struct, frozen=True):
    """What a server has on its programme beyond one tournament: one that comes again, or a series.

    `record` is the bot's JSON: all there is to know of it.
    """

    id: str
    guild: int
    revision: int
    """Grows by one with each stored change, from 1."""
    record: bytes


class ProgrammeChange(msgspec.Struct, frozen=True):
    """A programme's change: stored with what goes with it, or not at all.

    `row` is the whole new row; its `revision` must be one more than the stored one (1: a new one).
    """

    row: ProgrammeRow
    interaction: int | None = None
    answer: bytes = b"{}"
    audit: tuple[AuditRow, ...] = ()
    removed: bool = False
    """It is no more: the row is what it was at last."""
    outbox: tuple[tuple[str, OutboxEntry], ...] = ()
    """What tournaments are to do about it, each with its id."""


class AuditRow(msgspec.Struct, frozen=True):
    """Something that a moderator did to a tournament or a table, by whom, when, and why.

    `id` counts up; 0 of what is not stored yet. `about` is the user whom it concerns. `action` is the bot's
    JSON: what was done, and how it can be undone. The names are those of that time; `user` and `about` are
    None, and the names empty, once those people had their data erased.
    """

    id: int
    guild: int
    tournament: str | None
    table: str | None
    at: float
    user: int | None
    name: str
    kind: str
    action: bytes
    reason: str
    about: int | None = None
    about_name: str = ""
    undoes: int | None = None
    """The id of the entry that this one takes back."""


class BanRow(msgspec.Struct, frozen=True):
    """Somebody who may not play on a server. `until`: Unix seconds; None: for good.

    `key` is the bot's: it tells whom it is about, also when `user` is None and the name empty, as they had
    their data erased.
    """

    guild: int
    key: bytes
    user: int | None
    name: str
    since: float
    until: float | None = None


class ServerChange(msgspec.Struct, frozen=True):
    """What a moderator does to a whole server: entries of the audit log, and what they tell of.

    `ban` takes the place of an earlier one of the same key; `lifted` is the key of one that ends.
    """

    guild: int
    audit: tuple[AuditRow, ...]
    ban: BanRow | None = None
    lifted: bytes | None = None
    interaction: int | None = None
    answer: bytes = b"{}"


class AuditPost(msgspec.Struct, frozen=True):
    """An entry of the audit log in the channel where its server reads them. `message`: None until it stands.

    `outdated`: how often somebody was erased whom it may name, since it was last drawn.
    """

    entry: int
    guild: int
    channel: int
    message: int | None
    outdated: int


class Post(msgspec.Struct, frozen=True):
    """A table's or tournament's message. `kind`: "lobby", "board" ... `revision`: what it shows."""

    table: str
    kind: str
    channel: int
    message: int
    revision: int
    at: float


class Draft(msgspec.Struct, frozen=True):
    """An action that a seat has half built: the values chosen so far under one decision. Private."""

    table: str
    seat: int
    decision: str
    chosen: tuple[str, ...]


class TournamentDraftRow(msgspec.Struct, frozen=True):
    """A tournament that somebody sets up, of which nobody else knows. `content` is the bot's JSON."""

    user: int
    guild: int
    id: str
    channel: int
    game: str
    content: bytes
    touched: float
    """When something was last chosen, in Unix seconds."""


class ScoreSheetRow(msgspec.Struct, frozen=True):
    """The score sheet of an evening with real cards. `record` is the bot's JSON: all there is to know."""

    id: str
    guild: int
    """Where it was begun; 0: on no server."""
    keeper: int
    """Who began it, and alone writes on it."""
    revision: int
    """Grows by one with each stored change, from 1."""
    touched: float
    """When something was last written on it, in Unix seconds."""
    record: bytes


class ForecastRow(msgspec.Struct, frozen=True):
    """What somebody who looks on says of a round at a table: who will keep what they promised there."""

    table: str
    round: int
    user: int
    """0: the bot's own chances."""
    guild: int
    name: str
    at: float
    """When they said it, in Unix seconds."""
    chances: bytes
    """In percent, by seat: the bot's JSON."""
    brier: float | None = None
    """The mean square of what they missed, from 0 to 1; None while the round goes on."""


class ServerRow(msgspec.Struct, frozen=True):
    """A server that somebody has settings for, or that the bot was removed from.

    `preferences`: the bot's JSON.
    """

    guild: int
    preferences: bytes
    gone: float | None
    """When Discord removed the bot from it, in Unix seconds; None: it is there."""


class NotificationRow(msgspec.Struct, frozen=True):
    """A short message that says whose turn it is. `tables` is the bot's JSON, `at` in Unix seconds."""

    user: int
    channel: int
    message: int
    """Negative: it was about to be posted, and it is not known whether it was."""
    tables: str
    at: float


class PersonRows(msgspec.Struct, frozen=True):
    """What is stored of somebody apart from tables. `preferences`: the bot's JSON, None if there are none."""

    preferences: bytes | None
    results: tuple[ResultRow, ...]
    ratings: tuple[RatingRow, ...]
    notifications: tuple[NotificationRow, ...]
    audit: tuple[AuditRow, ...]
    """What they did as moderators, what was done about them, and whatever has their id in its `action`."""
    tournament_drafts: tuple[TournamentDraftRow, ...] = ()
    """What they are setting up."""
    bans: tuple[BanRow, ...] = ()
    forecasts: tuple[ForecastRow, ...] = ()


class SeatRows(msgspec.Struct, frozen=True):
    """What is stored of somebody at one table, apart from the table itself.

    `actions`: those that they took. `drafts` and `plans` (seat, the bot's JSON) are of the seats asked for.
    """

    actions: tuple[ActionRow, ...]
    drafts: tuple[Draft, ...]
    plans: tuple[tuple[int, bytes], ...]


# For those who watch over the bot: figures without a name, an id or a word that is stored.


class TransactionMetric(msgspec.Struct, frozen=True):
    """A transaction that is through: what waited at the same moment, stored together."""

    writes: int
    actions: int
    """How many moves in games were stored."""
    refused: int
    """How many did not follow on what is stored, or had been stored before."""
    seconds: float
    failed: bool
    """The file or the disk was the trouble: nothing of it was stored."""


TransactionListener: TypeAlias = Callable[[TransactionMetric], None]
"""Is called after each transaction. It must neither block nor raise."""


class Census(msgspec.Struct, frozen=True):
    """What there is at one moment."""

    open_tables: Mapping[tuple[str, Phase], int]
    """By game and phase: those in their lobby and those being played."""
    ended_tables: Mapping[Phase, int]
    """By phase: those that are over or closed."""
    tournaments: Mapping[TournamentPhase, int]
    table_outbox: int
    """What is still to be done for tables."""
    tournament_outbox: int
    file_bytes: int
    log_bytes: int
    """The size of the write-ahead log beside the file; 0 where there is none."""

"""Tables are opened, as many as one member may open on a server: lobbies that wait at the same time, and
tables in a while.

What was opened lately is kept in memory only: a restart forgets it, and who waits at which lobby is stored.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace

from bot.i18n import Markup
from bot.pace import MINUTE, NONE, Pace
from bot.preferences.servers import ANYBODY, Opener, ServerPreferences, require_may_open, require_room
from bot.refusal import Refusal
from bot.runtime.clock import Clock
from bot.runtime.keyed_lock import KeyedLock
from bot.tables import lobby
from bot.tables.bans import require_wanted
from bot.tables.ids import new_id, rematch_id
from bot.tables.model import Press, PressResult, Table
from bot.tables.options import check_capacity, check_game, check_options
from bot.tables.reliability import load_reliability
from bot.tables.repository import tables_from_rows
from bot.tables.turns import OPEN_PHASES, TableTurns
from games.contract import AnyGame, Position
from games.text import Listed, Text, Value, _, _n
from storage.errors import Conflict, NoRoom
from storage.models import Room
from storage.sql.store import Store

MOST_OPENED, MOST_PRIVATE = 10, 30
"""Tables within `WITHIN` by one member on one server: those that everybody sees, and private games."""
WITHIN = 10 * MINUTE
NO_LIMIT = 1_000_000
"""More tables than there ever are."""
MOST_ATTEMPTS_TO_OPEN = 20
"""Times that a new table is stored, should others be opened at the same moment."""
SIZE_OF_A_QUICK_TABLE = 4
"""Seats at a table that `play` fills with robots, where the game allows so many."""
MOST_LINKED = 5
"""Lobbies to which a refusal links at most."""


class OpeningLimits:
    """Asked before a table is opened, and told afterwards. For one member one after the other."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._opened: OrderedDict[tuple[int, int, bool], deque[float]] = OrderedDict()
        """By server, member and whether it was in private: when, the latest last."""

    async def require_may_open(self, table: Table, preferences: ServerPreferences) -> None:
        """Refusal if the table's host has opened as many as they may."""
        if preferences.lobbies and table.lacks_people:
            waiting = await self._waiting_of(table.record.host, table.guild)
            if len(waiting) >= preferences.lobbies:
                raise Refusal("full", await self._too_many(waiting))
        self._require_rested(table)

    async def _waiting_of(self, host: int, guild: int) -> Sequence[Table]:
        rows = await self._store.tables(user=host, guild=guild, limit=NO_LIMIT)
        return [table for table in tables_from_rows(rows) if table.record.host == host and table.lacks_people]

    async def _too_many(self, waiting: Sequence[Table]) -> Text:
        links: list[Value] = [await self._link(table) for table in waiting[:MOST_LINKED]]
        return _n(
            "Your table {tables} has nobody else at it yet. Finish it or close it, then open another.",
            "{count} of your tables have nobody else at them yet: {tables}. Finish or close one, then open "
            "another.",
            len(waiting),
            tables=Listed((*links, "…") if len(waiting) > MOST_LINKED else tuple(links)),
        )

    async def _link(self, table: Table) -> Markup:
        """The table, and where it stands: its message if there is one, else its channel."""
        posts = {post.kind: post for post in await self._store.posts(table.id)}
        lobby = posts.get("lobby")
        place = f"/{lobby.channel}/{lobby.message}" if lobby is not None else f"/{table.channel}"
        return Markup(f"[`{table.id}`](https://discord.com/channels/{table.guild or '@me'}{place})")

    def _require_rested(self, table: Table) -> None:
        opened, now = self._opened.get(_key(table), deque[float]()), self._clock.awake()
        lately = [at for at in opened if at > now - WITHIN]
        most = MOST_PRIVATE if table.record.private else MOST_OPENED
        if len(lately) < most:
            return
        again = Markup(f"<t:{int(self._clock.unix(lately[-most] + WITHIN)) + 1}:R>")
        raise Refusal(
            "early",
            _(
                "You've opened {count} tables in ten minutes. Play at one of them (/turns), or open the next "
                "{when}.",
                count=len(lately),
                when=again,
            ),
        )

    def opened(self, table: Table) -> None:
        """The table's host has opened it just now."""
        key, now = _key(table), self._clock.awake()
        self._opened.setdefault(key, deque(maxlen=MOST_PRIVATE)).append(now)
        self._opened.move_to_end(key)
        while next(iter(self._opened.values()))[-1] <= now - WITHIN:
            self._opened.popitem(last=False)


def _key(table: Table) -> tuple[int, int, bool]:
    return table.guild, table.record.host, table.record.private


class TableOpening:
    """Opens tables: in a lobby, among robots at once, for a lesson, for those who have just played."""

    def __init__(self, turns: TableTurns) -> None:
        self._turns = turns
        self._turns_to_open = KeyedLock()
        self._limits = OpeningLimits(turns.store, turns.clock)

    async def create(
        self,
        press: Press,
        *,
        guild: int,
        channel: int,
        game: str,
        options: dict[str, Any],
        capacity: int | None = None,
        locale: str = "",
        pace: Pace | None = None,
        opener: Opener = ANYBODY,
        forum: int = 0,
    ) -> PressResult:
        """A new table with its host at it. Without a `pace`, with the server's. `forum`: where it opens as
        a post, whatever channel it is asked for in.
        """
        if done := await self._turns.repository.stored_result(press):
            return done
        table = await self._new_table(press, opener, guild, channel, game, options, capacity, locale, pace)
        return await self._open(press, replace(table, channel=forum or channel))

    async def play(
        self,
        press: Press,
        *,
        guild: int,
        channel: int,
        game: str | None,
        options: dict[str, Any],
        locale: str = "",
        opener: Opener = ANYBODY,
        players: int | None = None,
        position: Position | None = None,
        robot: str | None = None,
        private: bool = False,
    ) -> PressResult:
        """A table with robots in every other seat, the game begun; which `robot`, if not the usual one.

        `position`: where so many `players` begin, instead of a deal, whoever presses in seat 0. ValueError if
        no game can stand so. `private`: nobody else knows of it; one that goes on already ends.
        """
        if done := await self._turns.repository.stored_result(press):
            return done
        table = await self._new_table(
            press, opener, guild, channel, game, options, players, locale, NONE, position
        )
        if players is None:
            allowed = table.game.players_for(table.options)
            players = max(allowed[0], min(SIZE_OF_A_QUICK_TABLE, allowed[-1]))
        table = table.with_record(capacity=players, rated=False, private=private)
        return await self._open_with_robots(press, table, robot)

    async def learn(
        self,
        press: Press,
        *,
        guild: int,
        channel: int,
        game: str,
        options: dict[str, Any],
        locale: str = "",
        opener: Opener = ANYBODY,
    ) -> PressResult:
        """A private game in which whoever presses learns the game as it is played with these options: its
        course, if it has one.
        """
        learned = check_game(game)
        course = learned.course(check_options(learned, options))
        if course is None:
            players, position, seed = None, None, ""
        else:
            options = course.options.model_dump(mode="json", exclude_defaults=True)
            players, seed = course.players, course.seed.hex()
            # A position of nothing begins as it is dealt: the learner has the first seat.
            position = course.position or learned.Position()
        if done := await self._turns.repository.stored_result(press):
            return done
        table = await self._new_table(
            press, opener, guild, channel, game, options, players, locale, NONE, position
        )
        await self._turns.lessons.begin_course(press.user, table.game.slug)
        players = players or table.game.players_for(table.options)[0]
        table = table.with_record(capacity=players, rated=False, private=True, learning=True, seed=seed)
        # What is to be learned comes with the learner's own cards, whoever else plays.
        return await self._open_with_robots(press, table, table.game.first_robot)

    async def _open_with_robots(self, press: Press, table: Table, robot: str | None = None) -> PressResult:
        """The table with robots in all seats that are free, the game begun."""
        robot = robot or await self.usual_robot(press.user, table)
        for _free in range(table.record.capacity - len(table.seats)):
            table = lobby.add_robot(table, press, robot)
        begun = lobby.start(table, press, self._turns.clock.now())
        if table.record.private:
            known = await self.private_game(
                press.user, table.guild, table.game.slug, learning=table.record.learning
            )
            if known is not None:
                await self._end_private(known.id)
        return await self._open(press, begun)

    async def usual_robot(self, user: int, table: Table) -> str:
        """The robot that sits down where the user names none: the one that they have chosen, or a gentle one
        for a first game of the kind.
        """
        chosen = (await self._turns.people.of(user)).robots.get(table.game.slug)
        if chosen is not None and chosen in table.game.robots:
            return chosen
        played_before = await self._turns.store.results.of_user(user, table.guild, table.game.slug)
        return table.game.default_robot if played_before else table.game.first_robot

    async def may_want_stronger(self, user: int, guild: int, game: AnyGame) -> bool:
        """Whether the user has played the game there, and has never said against which robots."""
        if game.slug in (await self._turns.people.of(user)).robots:
            return False
        return bool(await self._turns.store.results.of_user(user, guild, game.slug))

    async def private_game(self, user: int, guild: int, game: str, *, learning: bool = False) -> Table | None:
        """The private game that the user plays there, or learns from; None: none goes on."""
        for table in await self._turns.tables_of(user, ("playing",)):
            known = table.guild, table.game.slug, table.record.learning
            if table.record.private and known == (guild, game, learning):
                return table
        return None

    async def _end_private(self, table_id: str) -> None:
        async def work(table: Table) -> None:
            if table.record.private and table.phase == "playing":
                await self._turns.update(None, table, replace(table, phase="closed"))

        await self._turns.in_turn(table_id, work)

    async def rematch(
        self,
        press: Press,
        table_id: str,
        opener: Opener = ANYBODY,
        another: str | None = None,
        forum: int = 0,
    ) -> PressResult:
        """A new table with the same people, robots and options, or (`another`) with another game: the first
        to press is its host, the others join it, and it begins when all are there.
        """
        old = await self._turns.table(table_id)
        lobby.require_over(old)
        await self._turns.bans.require_welcome(old.guild, press.user)
        # The new table's id follows from the old one's: whoever comes second finds the table there, also
        # after a crash.
        meeting = rematch_id(old.id)
        if await self._turns.store.table(meeting) is not None:
            return await self._join(press, meeting)
        record, game = old.record, another or old.game.slug
        options = record.options if game == old.game.slug else {}
        pace = None if record.pace_open else record.pace
        table = await self._new_table(
            press, opener, old.guild, old.channel, game, options, len(old.seats), record.locale, pace
        )
        table = replace(table, id=meeting, channel=forum or old.channel)
        table = lobby.rematch(table, old, press, self._turns.clock.now())
        try:
            return await self._open(press, table, another_id=False)
        except (Conflict, Refusal):
            if await self._turns.store.table(meeting) is None:  # nobody was quicker: there is no room
                raise
            return await self._join(press, meeting)

    async def _join(self, press: Press, id: str) -> PressResult:
        await require_wanted(self._turns.people, await self._turns.table(id), press.user)
        return await self._turns.change(press, id, lobby.join)

    async def _new_table(
        self,
        press: Press,
        opener: Opener,
        guild: int,
        channel: int,
        game: str | None,
        options: dict[str, Any],
        capacity: int | None,
        locale: str,
        pace: Pace | None,
        position: Position | None = None,
    ) -> Table:
        """A table that is not stored yet. Refusal if whoever presses may not open it there."""
        preferences = await self._turns.servers.of(guild)
        await self._turns.bans.require_welcome(guild, press.user)
        require_may_open(preferences, opener, channel)
        rules = check_game(game)
        checked = check_options(rules, options)
        usual = preferences.default_pace
        known = await load_reliability(self._turns.store.results, press.user, guild)
        return lobby.new_table(
            press,
            on_time=known.on_time if known else 0,
            guild=guild,
            channel=channel,
            game=rules,
            options=checked,
            capacity=check_capacity(rules, checked, capacity),
            locale=preferences.locale or locale,
            pace=usual if pace is None else pace,
            pace_open=pace is None and bool(guild) and usual.limited and not usual.live,
            now=self._turns.clock.now(),
            rated=bool(guild),  # ratings are a server's
            position=position,
        )

    async def _open(self, press: Press, table: Table, *, another_id: bool = True) -> PressResult:
        """The new table is stored. Refusal if its host has opened as many as one may, or the server wants no
        more of them at once; Conflict if one of its id exists and it may have no other.
        """
        async with self._turn_to_open(table):
            for _attempt in range(MOST_ATTEMPTS_TO_OPEN):
                try:
                    opened = await self._turns.update(press, None, table, await self._room(table))
                except NoRoom:  # others are opened at the same moment, perhaps by another process
                    continue
                except Conflict:  # a table of that id exists
                    if not another_id:
                        raise
                    table = replace(table, id=new_id())
                else:
                    self._limits.opened(table)
                    return opened
        raise Refusal("full", _("Many tables open here at this very moment. Try again in a few seconds."))

    @asynccontextmanager
    async def _turn_to_open(self, table: Table) -> AsyncIterator[None]:
        """One after the other opens tables where they are counted: the storage would refuse all but one."""
        async with self._turns_to_open.turn(f"{table.guild} {table.record.host}"):
            if table.record.private or not (await self._turns.servers.of(table.guild)).tables:
                yield
            else:
                async with self._turns_to_open.turn(str(table.guild)):
                    yield

    async def _room(self, table: Table) -> Room | None:
        """What there is now, and leaves room for the table; None: nothing limits it. Refusal if it leaves
        none.
        """
        preferences = await self._turns.servers.of(table.guild)
        if table.record.private or not (preferences.tables or preferences.lobbies):
            await self._limits.require_may_open(table, preferences)
            return None
        # Before it is looked closer: what is opened meanwhile is noticed.
        room = await self._turns.store.servers.room(table.guild, table.record.host)
        await self._limits.require_may_open(table, preferences)
        if not preferences.tables:
            return replace(room, tables=None)
        if room.tables is not None and room.tables >= preferences.tables:
            rows = await self._turns.store.tables(guild=table.guild, phases=OPEN_PHASES, limit=NO_LIMIT)
            require_room(preferences, sum(not each.record.private for each in tables_from_rows(rows)))
        return room

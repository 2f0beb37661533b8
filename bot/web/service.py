"""Pages of tournaments: the file that somebody takes away, and what is served to whoever looks on.

What is served is made again only when something has changed, for all who ask at the same moment together, and
at most every few seconds. Everything that takes long is done in a process of its own.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Sequence
from contextlib import asynccontextmanager
from time import monotonic
from typing import Generic, TypeVar

import msgspec

from bot.almanac.web import Almanacs
from bot.i18n import Reader, reader_for
from bot.images.requests import game_image
from bot.images.service import ImageService
from bot.preferences.people import is_calendar_of
from bot.profiles.analysis import AnalysisService
from bot.refusal import Refusal
from bot.runtime.worker_process import WorkerProcess
from bot.screens.tournaments.hands import SharedDeal, played_out
from bot.screens.tournaments.pages import public_page
from bot.series.screens import season_page_address
from bot.series.service import SeasonStandings, season_publicly_named
from bot.series.web import SeasonView, season_view
from bot.tables.model import Table
from bot.tables.repository import table_to_row
from bot.tables.service import TableService
from bot.tables.verify import Finding
from bot.tournaments.model import Tournament
from bot.tournaments.pairing.event import Round
from bot.tournaments.public_names import publicly_named, table_publicly_named
from bot.tournaments.service import TournamentService
from bot.tournaments.verify import verify_tournament
from bot.web import calendars
from bot.web.calendars import Happening
from bot.web.content import TableView, TournamentView, tournament_view
from bot.web.drawings import Film
from bot.web.page import (
    Document,
    Live,
    fitted_page,
    game_page,
    index_page,
    replay_page,
    season_page,
    tournament_page,
)
from bot.web.tables import (
    BoardView,
    ReplayView,
    ServerView,
    in_a_line,
    view_board,
    view_game,
    view_hands,
    view_replay,
)
from games.text import _
from games.thinking.chances import TurningPoint
from storage.models import ActionRow, TableRow
from storage.sql.servers import ServerStore

FILE_PATIENCE = 480.0
"""Seconds after which a file does without the games that are not drawn yet: Discord waits fifteen minutes."""
PICTURE_PATIENCE = 10.0
"""Seconds that whoever asks for a picture waits for it."""
FRESH = 5.0
"""Seconds for which a page is served as it is."""
MOST_KEPT = 16 * 1024 * 1024
"""Bytes of pages that are kept."""
MOST_WAITING = 8
"""Games and pages that wait to be drawn; more are put off."""


class Busy(Exception):
    """More is asked for than can be drawn just now."""


class Served(msgspec.Struct, frozen=True):
    """What is sent, as it is and packed."""

    content: bytes
    packed: bytes
    kind: str
    tag: str
    """The ETag, which changes with the content."""
    policy: str = ""
    """The content security policy of a page."""


class Both(msgspec.Struct, frozen=True):
    """A page, and the JSON beside it. `basis`: while that is the same, so are they."""

    page: Served
    json: Served
    basis: Hashable

    @property
    def size(self) -> int:
        """The bytes of the page and its data, packed ones included."""
        return sum(len(each.content) + len(each.packed) for each in (self.page, self.json))


class PageService:
    """Makes them. `base`: the address at which pages are served; empty: they are not. `name_of`: what a
    server is called, empty if the bot is not there; `is_open`: whether everybody there sees that channel.
    """

    def __init__(
        self,
        tables: TableService,
        tournaments: TournamentService,
        servers: ServerStore,
        base: str = "",
        images: ImageService | None = None,
        name_of: Callable[[int], str] = lambda _guild: "",
        is_open: Callable[[int, int], bool] = lambda _guild, _channel: False,
        analyses: AnalysisService | None = None,
    ) -> None:
        self._tables = tables
        self._tournaments = tournaments
        self._servers = servers
        self.base = base
        self._images, self._name_of, self._is_open = images, name_of, is_open
        self._analyses = analyses
        self.almanacs = Almanacs(tables, tournaments, analyses)
        self._process = WorkerProcess("pages", niceness=5)
        self._filing, self._verifies = 0, False
        self._drawn: Cache[BoardView] = Cache(200, lambda _board: 1)
        self._hands_seen: Cache[tuple[SharedDeal, ...]] = Cache(30, lambda _deals: 1)
        self._served: Cache[Both] = Cache(MOST_KEPT, lambda both: both.size)
        self._made: OrderedDict[str, tuple[float, asyncio.Task[Both | None]]] = OrderedDict()

    def close(self) -> None:
        """Stops drawing: cancels what is being made, and ends the process that draws."""
        for _since, task in self._made.values():
            task.cancel()
        self._process.close()

    # the file

    async def file(self, tournament: Tournament, most: int) -> bytes | None:
        """The whole tournament as one file of at most so many bytes; None if that is impossible.

        Where it would be larger, or take too long, games are left out, those of the first rounds first.
        """
        async with self._needed():
            return await self._filed(tournament, most)

    async def season_file(self, season: SeasonStandings, locale: str) -> bytes:
        """A season's page as a file."""
        async with self._needed():
            return await self._process.run(_season_file, season, locale)

    async def verified(self, export: bytes) -> list[Finding]:
        """What comes of computing an exported tournament again, in a process of its own. NotVerifiable if it
        is none; Refusal if another is looked at, or it takes too long.
        """
        if self._verifies:
            raise Refusal("early", _("I'm looking at another file just now. Try again in a minute."))
        worker, self._verifies = WorkerProcess("verify", niceness=5), True
        try:
            return await asyncio.wait_for(worker.run(verify_tournament, export), FILE_PATIENCE)
        except TimeoutError:
            raise Refusal("input", _("That file would take too long here.")) from None
        finally:
            self._verifies = False
            worker.close()

    @asynccontextmanager
    async def _needed(self) -> AsyncIterator[None]:
        """The process stays within the block, and after it only where pages are served."""
        self._filing += 1
        try:
            yield
        finally:
            self._filing -= 1
            if not self._filing and not self.base:  # nobody needs the process before the next file
                self._process.close()

    async def _filed(self, tournament: Tournament, most: int) -> bytes | None:
        named = publicly_named(tournament, "file")
        view = await self._view(named, tournament)
        ends, found, late = monotonic() + FILE_PATIENCE, dict[str, TableView](), 0
        for one in reversed(tournament.record.tables):
            if one.opened and monotonic() > ends:
                late += 1
            elif one.opened and (seen := await self._seen(one.table, named)) is not None:
                found[one.table] = seen
        page = await self._process.run(fitted_page, view, found, most, late)
        return None if page is None else page.content

    async def _view(self, named: Tournament, tournament: Tournament) -> TournamentView:
        standings, hands = await self._tournaments.standings(tournament), await self._all_hands(named)
        return await self._process.run(tournament_view, named, standings, hands)

    async def _all_hands(self, named: Tournament) -> dict[int, tuple[SharedDeal, ...]]:
        """What everybody made of the same cards, by round, where there are such."""
        rounds = named.published if named.shares_deals else ()
        return {one.number: await self._hands(named, one) for one in rounds}

    async def _hands(self, named: Tournament, one: Round) -> tuple[SharedDeal, ...]:
        """What everybody made of the round's cards; nothing before all have played them."""
        if named.is_closed(one):
            return ()
        ids = [each.table for each in named.record.tables if each.round == one.number and each.opened]
        tables = played_out([table for id in ids if (table := await self._table(id)) is not None])
        if not tables:
            return ()
        rows = [table_to_row(table_publicly_named(table, named)) for table in tables]
        locale = named.record.locale
        key = locale, *((row.id, row.revision, row.record) for row in rows)
        if (known := self._hands_seen.get(key)) is not None:
            return known
        log = await self._tables.logs.actions_of(tables[0])
        return self._hands_seen.keep(key, await self._process.run(view_hands, rows, log, locale))

    async def _seen(self, id: str, named: Tournament) -> TableView | None:
        """What everybody may see at a table; None before the cards are dealt, and if it was closed."""
        table = await self._table(id)
        if table is None or table.phase not in ("playing", "over"):
            return None
        return await (self._board(table, named) if table.phase == "playing" else self._replay(table, named))

    async def _table(self, id: str) -> Table | None:
        """The table, if everybody may see it."""
        try:
            table = await self._tables.table(id)
        except Refusal:  # it is being opened just now
            return None
        return None if table.is_closed else table

    async def _board(self, table: Table, named: Tournament) -> BoardView:
        row, locale = table_to_row(table_publicly_named(table, named)), named.record.locale
        key = table.id, table.revision, row.record, locale
        known = self._drawn.get(key)
        if known is not None:
            return known
        found = None
        if self._analyses is not None:
            found = await self._analyses.chances(table, await self._tables.logs.actions_of(table))
        return self._drawn.keep(key, await self._process.run(view_board, row, locale, found))

    async def _replay(self, table: Table, named: Tournament, *, turning: bool = False) -> ReplayView:
        row, log = table_to_row(table_publicly_named(table, named)), await self._tables.logs.actions_of(table)
        turn = await self._turning_point(table, log) if turning else None
        return await self._process.run(view_replay, row, log, named.record.locale, turn)

    async def _turning_point(self, table: Table, log: Sequence[ActionRow]) -> tuple[int, TurningPoint] | None:
        return None if self._analyses is None else await self._analyses.turning_point(table, log)

    # what is served

    async def tournament(self, id: str) -> Both | None:
        """The page of a tournament that has one; None of any other. Busy if too much is asked for."""
        return await self._once(id, lambda: self._tournament(id))

    async def game(self, id: str, table: str) -> Both | None:
        """The replay of a game of such a tournament, once it is over."""
        return await self._once(f"{id}-{table}", lambda: self._game(id, table))

    async def season(self, id: str, number: int) -> Both | None:
        """A season of a series, if all its tournaments have a page; None of any other."""
        return await self._once(f"series-{id}-{number}", lambda: self._season(id, number))

    def address(self, table: str) -> str:
        """Where the page of a finished game is, or would be; empty where none are served."""
        return self.base and f"{self.base}/t/game-{table}"

    async def finished(self, id: str) -> Both | None:
        """A finished game by itself, if all who played want that; None of any other."""
        return await self._once(f"game-{id}", lambda: self._finished(id))

    async def picture(self, id: str) -> Served | None:
        """The score sheet of such a game as a picture, for those who show what the link leads to."""
        table = await self._shown(id)
        if table is None or self._images is None:
            return None
        wanted = game_image("sheet", table.game, table.observe(None), reader_for(table, table.record.locale))
        made = await self._images.for_all(table.guild, wanted, PICTURE_PATIENCE)
        drawn = None if made is None else made.drawn
        return None if drawn is None else _served(drawn.content, "image/png")

    async def calendar(self, user: int, secret: str) -> Served | None:
        """What somebody has ahead, if that is the secret in their calendar's address: until when they have to
        move, and their tournaments.
        """
        kept = await self._tables.people.of(user)
        if not is_calendar_of(kept, secret):
            return None
        tables, reader = await self._tables.tables_of(user), Reader(kept.locale)
        moves = [calendars.move_of(table, user, self._tables.clock, reader) for table in tables]
        cups = [
            calendars.start_of(each)
            for each in await self._tournaments.tournaments_of(user)
            if each.entry_of(user) is not None
        ]
        return await self._calendar("Tortuga", [*moves, *cups])

    async def server_calendar(self, guild: int) -> Served | None:
        """The tournaments that everybody on a server sees announced, if it wants to be listed."""
        if not (await self._tables.servers.of(guild)).listed or not (name := self._name_of(guild)):
            return None
        cups = [
            calendars.start_of(each)
            for each in await self._tournaments.tournaments_in(guild)
            if self._is_open(guild, each.channel)
        ]
        return await self._calendar(name, cups)

    async def _calendar(self, name: str, found: Sequence[Happening | None]) -> Served:
        happenings = [each for each in found if each is not None]
        now = self._tables.clock.now()
        return _served(await self._process.run(calendars.written, name, happenings, now), "text/calendar")

    async def index(self) -> Served:
        """What goes on in public on the servers that want to be listed: tables without names, tournaments
        that have a page.
        """
        both = await self._once("", self._index)
        assert both is not None
        return both.page

    async def _index(self) -> Both:
        found: list[ServerView] = []
        for guild in await self._servers.known():
            if (await self._tables.servers.of(guild)).listed and (name := self._name_of(guild)):
                found.append(await self._listed(guild, name))
        return await self._process.run(_index_served, found)

    async def _listed(self, guild: int, name: str) -> ServerView:
        tables = [
            table
            for table in await self._tables.tables_in(guild, ("lobby", "playing"))
            if table.record.pod is None and not table.record.private and self._is_open(guild, table.channel)
        ]
        cups = [
            tournament
            for tournament in await self._tournaments.tournaments_in(guild)
            if tournament.phase in ("open", "running") and public_page(self.base, tournament)
        ]
        return ServerView(
            name,
            tuple(map(in_a_line, tables)),
            tuple((tournament.record.settings.name, tournament.id) for tournament in cups),
        )

    async def _shown(self, id: str) -> Table | None:
        table = await self._table(id)
        if table is None or not table.has_page:
            return None
        server = await self._servers.of(table.guild)
        return table if server is None or server.gone is None else None

    async def _finished(self, id: str) -> Both | None:
        table = await self._shown(id)
        if table is None:
            return None
        name, basis = f"game-{id}", table.revision
        known = self._served.get(name)
        if known is not None and known.basis == basis:
            return known
        row, log = table_to_row(table), await self._tables.logs.actions_of(table)
        has_picture = self._images is not None and await self._images.wants_images(table.guild)
        said = log, await self._turning_point(table, log), self.address(id), has_picture, basis
        return self._served.keep(name, await self._process.run(_finished_served, row, *said))

    async def _once(self, name: str, make: Callable[[], Awaitable[Both | None]]) -> Both | None:
        """For all who ask in these seconds together."""
        since, task = self._made.get(name, (0.0, None))
        if task is None or (task.done() and monotonic() > since + FRESH):
            waiting = sum(not other.done() for _since, other in self._made.values())
            if waiting >= MOST_WAITING:
                raise Busy
            task = asyncio.ensure_future(make())
            self._made[name] = monotonic(), task
            self._made.move_to_end(name)
            self._forget_old()
        return await asyncio.shield(task)

    def _forget_old(self) -> None:
        """The pages themselves are kept apart, by what they were made from."""
        ends = monotonic() - FRESH
        for name, (since, task) in list(self._made.items()):
            if since > ends:
                break
            if task.done():
                del self._made[name]

    async def _public(self, id: str) -> Tournament | None:
        """The tournament, if it has a page and the bot is still in its server."""
        try:
            tournament = await self._tournaments.tournament(id)
        except Refusal:
            return None
        if not public_page(self.base, tournament):
            return None
        server = await self._servers.of(tournament.guild)
        return tournament if server is None or server.gone is None else None

    async def _tournament(self, id: str) -> Both | None:
        tournament = await self._public(id)
        if tournament is None:
            return None
        playing = [
            table
            for round_, pod in tournament.open_pods()
            if (one := tournament.table_of(round_.number, pod.number)) is not None
            if (table := await self._table(one.table)) is not None and table.phase == "playing"
        ]
        named = publicly_named(tournament, "page")
        # A round's tables open to everybody one by one, after the tournament has changed.
        hands = tuple(map(len, (await self._all_hands(named)).values()))
        basis = tournament.revision, tuple((table.id, table.revision) for table in playing), hands
        known = self._served.get(id)
        if known is not None and known.basis == basis:
            return known
        view = await self._view(named, tournament)
        boards = {table.id: await self._board(table, named) for table in playing}
        return self._served.keep(id, await self._process.run(_tournament_served, view, boards, basis))

    async def _season(self, id: str, number: int) -> Both | None:
        series = await self._tournaments.series.known(id)
        if series is None or not 1 <= number <= series.record.season:
            return None
        server = await self._servers.of(series.guild)
        now = await self._tournaments.series.season(series, number)
        if (server is not None and server.gone is not None) or not season_page_address(self.base, now):
            return None
        events = tuple((t.id, t.revision) for t in now.events)
        name, basis = f"series-{id}-{number}", (series.revision, events, now.to_come, now.decided)
        known = self._served.get(name)
        if known is not None and known.basis == basis:
            return known
        view = season_view(season_publicly_named(now, "page"), now.events[-1].record.locale)
        return self._served.keep(name, await self._process.run(_season_served, view, basis))

    async def _game(self, id: str, table_id: str) -> Both | None:
        tournament = await self._public(id)
        if tournament is None or all(one.table != table_id for one in tournament.record.tables):
            return None
        table = await self._table(table_id)
        if table is None or table.phase != "over":
            return None
        name, basis = f"{id}-{table_id}", (tournament.revision, table.revision)
        known = self._served.get(name)
        if known is not None and known.basis == basis:
            return known
        named = publicly_named(tournament, "page")
        view, replay = await self._view(named, tournament), await self._replay(table, named, turning=True)
        return self._served.keep(name, await self._process.run(_game_served, view, table_id, replay, basis))


def _season_file(season: SeasonStandings, locale: str) -> bytes:
    return season_page(season_view(season, locale)).content


def _tournament_served(view: TournamentView, boards: dict[str, BoardView], basis: Hashable) -> Both:
    over = [pod.table for one in view.rounds for pod in one.pods if pod.state == "over" and pod.table]
    page = tournament_page(view, boards, Live({table: f"{view.id}-{table}" for table in over}))
    words = {table: msgspec.structs.replace(board, drawing=None) for table, board in boards.items()}
    return Both(_page(page), _json({"tournament": view, "boards": words}), basis)


def _game_served(view: TournamentView, table: str, replay: ReplayView, basis: Hashable) -> Both:
    told = {"steps": replay.steps, "rounds": replay.rounds, "sheet": replay.sheet}
    return Both(_page(replay_page(view, table, replay, view.id)), _json(told), basis)


def _finished_served(
    row: TableRow,
    log: Sequence[ActionRow],
    turn: tuple[int, TurningPoint] | None,
    address: str,
    has_picture: bool,
    basis: Hashable,
) -> Both:
    view = view_game(row, log, turn)
    page = game_page(view, address, has_picture and view.replay.sheet is not None)
    told = msgspec.structs.replace(view, replay=msgspec.structs.replace(view.replay, film=Film()))
    return Both(_page(page), _json(told), basis)


def _index_served(servers: Sequence[ServerView]) -> Both:
    return Both(_page(index_page(servers)), _json(servers), None)


def _season_served(view: SeasonView, basis: Hashable) -> Both:
    return Both(_page(season_page(view, Live({}))), _json(view), basis)


def _page(page: Document) -> Served:
    return _served(page.content, "text/html", f"{page.policy}; frame-ancestors 'none'")


def _json(told: object) -> Served:
    return _served(msgspec.json.encode(told) + b"\n", "application/json")


def _served(content: bytes, kind: str, policy: str = "") -> Served:
    digest = hashlib.sha256(content).hexdigest()[:32]
    return Served(content, gzip.compress(content, 6, mtime=0), kind, digest, policy)


T = TypeVar("T")


class Cache(Generic[T]):
    """What was used last is kept, as far as there is room. `size`: of one thing."""

    def __init__(self, most: int, size: Callable[[T], int]) -> None:
        self._most, self._size = most, size
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._taken = 0

    def get(self, key: Hashable) -> T | None:
        """What is kept under this key."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def keep(self, key: Hashable, thing: T) -> T:
        """It is kept, in place of what was, and returned."""
        if key in self._kept:
            self._taken -= self._size(self._kept.pop(key))
        self._kept[key] = thing
        self._taken += self._size(thing)
        while self._taken > self._most and len(self._kept) > 1:
            _oldest, dropped = self._kept.popitem(last=False)
            self._taken -= self._size(dropped)
        return thing

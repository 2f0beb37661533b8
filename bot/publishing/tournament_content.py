"""What each of a tournament's public messages shows, in the server's language."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol
from zlib import crc32

import msgspec
from msgspec.structs import replace

from bot.i18n import Reader
from bot.images import knockout_drawing, tournament_drawings
from bot.images.model import ImageRequest, MessageImage, RenderedImage
from bot.images.requests import record_image
from bot.images.service import ImageService
from bot.publishing.message_state import NEVER_OUTDATED, PostedMessages
from bot.publishing.table_messages import message_link
from bot.runtime.clock import Clock
from bot.screens.tournaments import audit_log, images
from bot.screens.tournaments.announcement import LATEST, announcement
from bot.screens.tournaments.pods import called_off, pods, round_of
from bot.screens.tournaments.standings import final_standings, standings
from bot.tournaments.formats import engine
from bot.tournaments.formats.contract import Plan
from bot.tournaments.model import ERASED_USER, Tournament
from bot.tournaments.pairing.event import Round
from bot.tournaments.pairing.standings import Standings
from bot.ui.views import Payload
from games.text import _
from storage.models import AuditRow

# The pictures in tournaments' public messages, in the server's language.


IMAGE_PATIENCE = 2.0
"""Seconds that a message waits for its picture: nobody waits for the message."""


class TournamentImages:
    """Has them drawn. `redraw` looks at a tournament's messages again when one comes late."""

    def __init__(self, image_service: ImageService, redraw: Callable[[str], None]) -> None:
        self._image_service = image_service
        self._redraw = redraw

    async def of_round(self, tournament: Tournament, round: Round) -> Sequence[MessageImage]:
        """Its pods."""
        reader, subject = _reader(tournament), f"{tournament.id} round {round.number}"
        wanted = record_image(tournament_drawings.draw_pods, images.pods(tournament, round), reader, subject)
        return await self._illustrations(tournament, [wanted])

    async def after_round(
        self, tournament: Tournament, table: Standings, number: int
    ) -> Sequence[MessageImage]:
        """The standings as they were then; in a knock-out the tree as far as it had grown."""
        reader, subject = _reader(tournament), f"{tournament.id} standings {number}"
        title = _("Standings after round {round}", round=number)
        shown = images.standings(tournament, table, title)
        wanted = [record_image(tournament_drawings.draw_standings, shown, reader, subject)]
        return await self._illustrations(
            tournament, [*wanted, *_knockout_requests(tournament, table, number)]
        )

    async def of_end(self, tournament: Tournament, table: Standings) -> Sequence[MessageImage]:
        """The final standings, and the way there if it was a knock-out."""
        reader, subject = _reader(tournament), f"{tournament.id} final"
        wanted = [
            record_image(tournament_drawings.draw_standings, images.final(tournament, table), reader, subject)
        ]
        return await self._illustrations(tournament, [*wanted, *_knockout_requests(tournament, table)])

    async def _illustrations(
        self, tournament: Tournament, wanted: Sequence[ImageRequest]
    ) -> Sequence[MessageImage]:
        found: list[MessageImage] = []
        for each in wanted:
            illustration = await self._image_service.for_all(tournament.guild, each, IMAGE_PATIENCE)
            if illustration is None:
                continue
            found.append(illustration)
            if illustration.coming is not None:
                illustration.coming.add_done_callback(lambda picture: self._arrived(tournament.id, picture))
        return found

    def _arrived(self, tournament: str, picture: asyncio.Future[RenderedImage | None]) -> None:
        if not picture.cancelled() and picture.result() is not None:
            self._redraw(tournament)


def _reader(tournament: Tournament) -> Reader:
    """Everybody on the server, who is told of people by the numbers that the pictures use."""
    return Reader(tournament.record.locale, tournament.game, images.names(tournament))


def _knockout_requests(
    tournament: Tournament, table: Standings, until: int | None = None
) -> Sequence[ImageRequest]:
    shown = images.tree(tournament, table, until)
    if shown is None:
        return ()
    subject = f"{tournament.id} tree" if until is None else f"{tournament.id} tree {until}"
    return [record_image(knockout_drawing.draw_knockout, shown, _reader(tournament), subject)]


ANNOUNCEMENT, FINAL = "announcement", "final"


def round_kind(number: int) -> str:
    """The kind of post that shows a round's pods."""
    return f"round {number}"


def standings_kind(number: int) -> str:
    """The kind of post that shows the standings after a round."""
    return f"standings {number}"


class TournamentQueries(Protocol):
    """What is asked of the office (`bot.tournaments.service.TournamentService`) to draw a bill."""

    async def tournament(self, id: str) -> Tournament: ...

    async def standings(self, tournament: Tournament) -> Standings: ...

    async def plan(self, tournament: Tournament) -> Plan | None: ...

    async def audit(self, tournament: Tournament) -> list[AuditRow]: ...


class TournamentContent:
    """Draws the messages of all tournaments. `tables`: the tables' posts, to which a round's pods lead."""

    def __init__(
        self,
        posts: PostedMessages,
        tables: PostedMessages,
        clock: Clock,
        service: Callable[[], TournamentQueries],
        pictures: TournamentImages,
    ) -> None:
        self._posts = posts
        self._tables = tables
        self._clock = clock
        self._service = service
        self._pictures = pictures

    async def drawn(self, tournament: Tournament, kind: str) -> Payload | None:
        """The message of this kind as it should be; None if there is nothing to show."""
        reader = Reader(tournament.record.locale, tournament.game)
        match kind.split():
            case ["announcement"]:
                return await self.announcement(tournament)
            case ["round", number] if (round := round_of(tournament, int(number))) is not None:
                tables = await self.table_links(tournament, round.number)
                drawn = await self._pictures.of_round(tournament, round)
                shown = pods(tournament, round, reader, drawn, unix=self._clock.unix, tables=tables)
                return shown.payload()
            case ["round", number]:
                return called_off(tournament, int(number), reader).payload()
            case ["standings", number]:
                table = await self._standings_after(tournament, int(number))
                if table is None:
                    return None
                drawn = await self._pictures.after_round(tournament, table, int(number))
                return standings(tournament, table, int(number), reader, drawn).payload()
            case ["final"]:
                table = await self._service().standings(tournament)
                drawn = await self._pictures.of_end(tournament, table)
                return final_standings(tournament, table, reader, drawn).payload()
            case _:
                return None

    async def announcement(self, tournament: Tournament) -> Payload:
        """What it is, and how far it has come."""
        service = self._service()
        reader = Reader(tournament.record.locale, tournament.game)
        acts = [audit_log.of_row(row) for row in (await service.audit(tournament))[-LATEST:]]
        shown = announcement(
            tournament,
            reader,
            now=self._clock.now(),
            unix=self._clock.unix,
            plan=await service.plan(tournament) if tournament.phase == "open" else None,
            lately=acts,
            links=await self.links(tournament),
        )
        return shown.payload()

    async def _standings_after(self, tournament: Tournament, number: int) -> Standings | None:
        """As all results of the rounds up to this one make them."""
        event = tournament.record.event
        if event is None or number > len(event.rounds):
            return None
        if number == len(event.rounds):
            return await self._service().standings(tournament)
        until = replace(
            event,
            rounds=event.rounds[:number],
            results=tuple(result for result in event.results if result.round <= number),
        )
        return await asyncio.to_thread(engine.standings, until)

    async def links(self, tournament: Tournament) -> Mapping[str, str]:
        """Where the tournament's messages stand, by their kinds."""
        posts = await self._posts.of(tournament.id)
        return {kind: message_link(tournament.guild, post) for kind, post in posts.items()}

    async def table_links(self, tournament: Tournament, round: int) -> Mapping[int, str]:
        """Where the tables of a round's pods stand, as far as they do: their threads, which never move."""
        found: dict[int, str] = {}
        for table in tournament.record.tables:
            if table.round != round:
                continue
            posts = await self._tables.of(table.table)
            if "thread" in posts:
                found[table.pod] = (
                    f"https://discord.com/channels/{tournament.guild}/{posts['thread'].channel}"
                )
            elif (post := posts.get("board") or posts.get("lobby")) is not None:
                found[table.pod] = message_link(tournament.guild, post)
        return found


def is_current(tournament: Tournament, kind: str) -> bool:
    """Whether people look at the message for how things stand; else it is history."""
    if kind in (ANNOUNCEMENT, FINAL):
        return True
    event, drawn = tournament.record.event, tournament.record.drawn
    if drawn is not None and kind == round_kind(drawn.number):
        return True
    if event is None or not event.rounds or tournament.phase != "running":
        return False
    open_rounds = {round.number for round, _pod in tournament.open_pods()} | {len(event.rounds)}
    return kind == standings_kind(len(event.rounds)) or kind in map(round_kind, open_rounds)


def version(tournament: Tournament, kind: str) -> int:
    """Which revision of its message this is, for storage: history is never outdated by what comes after it.

    But it is another version when a result that it shows is corrected, or somebody in it has had their data
    erased.
    """
    if is_current(tournament, kind):
        return tournament.revision
    event = tournament.record.event
    number = int(kind.split()[1])
    results = () if event is None else tuple(each for each in event.results if each.round <= number)
    former = tuple(entry.id for entry in tournament.record.entries if entry.user == ERASED_USER)
    return NEVER_OUTDATED + crc32(msgspec.json.encode((results, former)))

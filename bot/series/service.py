"""Series: tournaments of a server that count together, season by season.

A tournament knows its series and season; a series knows how they count. The standings of a season are
worked out from its tournaments whenever somebody looks, so that a corrected result or an erased name is so
there too.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeAlias

import msgspec
import structlog
from msgspec.structs import replace

from bot.i18n.sanitising import tell_apart
from bot.refusal import Refusal
from bot.runtime.clock import Clock
from bot.series.standings import (
    MOST_EVENTS,
    MOST_PLACES,
    MOST_POINTS,
    Placing,
    SeriesRules,
    SeriesStandings,
    placings,
    series_standings,
)
from bot.tables.model import Press
from bot.tournaments.model import ERASED_USER, Tournament
from bot.tournaments.outbox import outbox_entry
from bot.tournaments.pairing.standings import Standings
from bot.tournaments.programmes import Programme, ProgrammeAction, ProgrammeRepository
from bot.tournaments.public_names import Audience, publicly_named
from bot.tournaments.repository import tournaments_from_rows
from games.text import _
from storage.models import OutboxEntry, TournamentRow
from storage.sql.store import Store

log = structlog.get_logger(__name__)

LONGEST_NAME = 60


class SeriesTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """What can be changed of a series."""

    name: str
    rules: SeriesRules = SeriesRules()
    length: int = 0
    """How many tournaments make a season; 0: as many as there are until an organiser ends it."""


class SeriesRecord(SeriesTerms, frozen=True, omit_defaults=True):
    """How tournaments count together. It names nobody."""

    season: int = 1
    past: tuple[SeriesRules, ...] = ()
    """The rules of the seasons before, the first first."""

    def rules_of(self, season: int) -> SeriesRules:
        """The rules by which that season is counted."""
        return self.past[season - 1] if 1 <= season <= len(self.past) else self.rules

    def next_season(self) -> SeriesRecord:
        """The season has ended, another begins by the same rules."""
        return replace(self, season=self.season + 1, past=(*self.past, self.rules))


Series = Programme[SeriesRecord]


# What organisers do, for the log.


class NewSeries(ProgrammeAction, frozen=True, tag="series"):
    """Tournaments may count together from now on."""

    done = _("{who} opened the series {plan}.")


class ChangeSeries(ProgrammeAction, frozen=True, omit_defaults=True, tag="series-change"):
    """Somebody has changed how a series counts; None: what it was is not kept."""

    done = _("{who} changed {plan}.")

    was: SeriesTerms | None = None
    now: SeriesTerms | None = None


class EndSeason(ProgrammeAction, frozen=True, tag="series-season"):
    """Somebody ends a season, and another begins."""

    done = _("{who} ended a season of {plan}.")


class RemoveSeries(ProgrammeAction, frozen=True, tag="series-remove"):
    """Somebody removes a series: nothing counts together any more."""

    done = _("{who} removed {plan}.")


SeriesAction: TypeAlias = NewSeries | ChangeSeries | EndSeason | RemoveSeries


class SeasonStandings(msgspec.Struct, frozen=True):
    """A season as it stands. `events`: the tournaments that are over, in the order of their announcements."""

    series: Series
    season: int
    events: tuple[Tournament, ...]
    placings: tuple[Sequence[Placing], ...]
    """Of each of them, who took part."""
    lines: SeriesStandings
    names: Mapping[str, str]
    """What people are called, by the `who` of the lines."""
    to_come: int
    """How many are announced and not over yet."""
    decided: bool
    """All are over, and no other will come."""

    @property
    def rules(self) -> SeriesRules:
        """The rules by which the season is counted."""
        return self.series.record.rules_of(self.season)


def season_publicly_named(now: SeasonStandings, audience: Audience) -> SeasonStandings:
    """The same, in which everybody is called as this audience may call them."""
    events = tuple(publicly_named(t, audience) for t in now.events)
    return replace(now, events=events, names=_names(events))


def checked_series(record: SeriesRecord) -> SeriesRecord:
    """The series as it is kept. Refusal if it makes no sense."""
    name, rules = " ".join(record.name.split()), record.rules
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise Refusal(
            "input", _("A name has 1 to {most} readable characters. Choose another.", most=LONGEST_NAME)
        )
    falling = all(above >= below for above, below in zip(rules.points, rules.points[1:], strict=False))
    if (
        len(rules.points) > MOST_PLACES
        or not falling
        or any(not 0 <= each <= MOST_POINTS for each in rules.points)
    ):
        raise Refusal(
            "input",
            _("Up to {most} whole numbers, and no place gets more than the one above it.", most=MOST_PLACES),
        )
    if not 0 <= rules.best <= MOST_EVENTS or not 0 <= record.length <= MOST_EVENTS:
        raise Refusal("input", _("Choose 1 to {most}, or 0 for all.", most=MOST_EVENTS))
    return replace(record, name=name)


class SeriesService:
    """All series, and what follows from their tournaments. Whether somebody may is the caller's to ask.

    `standings`: those of a tournament; `wake`: tournaments have something to publish.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        standings: Callable[[Tournament], Awaitable[Standings]],
        wake: Callable[[], None],
    ) -> None:
        self._store = store.tournaments
        self._programmes = ProgrammeRepository(store.series, SeriesRecord, clock)
        self._standings, self._wake = standings, wake

    # reading

    async def of_server(self, guild: int) -> list[Series]:
        """The series of this server, sorted by name."""
        return sorted(await self._programmes.of_server(guild), key=lambda each: each.record.name.casefold())

    async def known(self, id: str) -> Series | None:
        """One of them; None if there is none (any more)."""
        return await self._programmes.programme(id) if id else None

    async def series(self, id: str, guild: int | None = None) -> Series:
        """One of them, of this server if one is named. Refusal if there is none (any more)."""
        found = await self.known(id)
        if found is None or guild not in (None, found.guild):
            raise Refusal("gone", _("There's no such series. /tournament series shows them all."))
        return found

    async def season(self, series: Series, number: int, until: Tournament | None = None) -> SeasonStandings:
        """A season as it stands; `until`: without the tournaments announced after this one."""
        rows = await self._counting(series.id, number)
        events = over = tournaments_from_rows([row for row in rows if row.phase == "over"])
        if until is not None:
            events = [t for t in over if (t.created, t.id) <= (until.created, until.id)]
        taken = [await self._placings(t) for t in events]
        record, to_come = series.record, sum(row.phase != "over" for row in rows)
        closed = number < record.season or 0 < record.length <= len(rows)
        return SeasonStandings(
            series,
            number,
            tuple(events),
            tuple(taken),
            series_standings(taken, record.rules_of(number)),
            _names(events),
            to_come,
            decided=closed and not to_come and bool(events) and len(events) == len(over),
        )

    async def _placings(self, t: Tournament) -> Sequence[Placing]:
        if t.record.event is None:
            return ()
        return placings(t.record.event, await self._standings(t), _people(t))

    async def _counting(self, id: str, season: int) -> list[TournamentRow]:
        """The tournaments of the season; those that were cancelled count nowhere."""
        return [row for row in await self._store.of_series(id, season) if row.phase != "cancelled"]

    # what organisers do

    async def create(self, press: Press, guild: int, record: SeriesRecord) -> Series:
        """A new series. Refusal if it makes no sense."""
        record = checked_series(record)
        return await self._programmes.create(press, guild, record, NewSeries(record.name))

    async def change(self, press: Press, id: str, record: SeriesRecord) -> Series:
        """It is called, or counts, otherwise from now on. Refusal if the season's rules are fixed."""

        async def work() -> Series:
            series = await self.series(id)
            was, wanted = series.record, checked_series(record)
            if wanted.rules != was.rules and (await self.season(series, was.season)).events:
                raise Refusal(
                    "late",
                    _("The season's rules are fixed once a tournament is over. End the season first."),
                )
            after = replace(was, name=wanted.name, rules=wanted.rules, length=wanted.length)
            terms = (SeriesTerms(each.name, each.rules, each.length) for each in (was, after))
            return await self._changed(series, after, press, ChangeSeries(after.name, *terms))

        return await self._programmes.in_turn(id, work)

    async def end_season(self, press: Press, id: str, season: int) -> Series:
        """That season is over: tournaments that are announced from now on count in the next one."""

        async def work() -> Series:
            series = await self.series(id)
            found = await self.season(series, series.record.season)
            if season != series.record.season:
                raise Refusal("stale", _("That season has ended already."))
            if not found.events:
                raise Refusal(
                    "early", _("No tournament of this season is over yet. End it after the first one.")
                )
            last = found.events[-1].id
            news = () if found.to_come else ((last, outbox_entry("season")),)
            after = series.record.next_season()
            return await self._changed(series, after, press, EndSeason(after.name), news)

        changed = await self._programmes.in_turn(id, work)
        self._wake()
        return changed

    async def remove(self, press: Press, id: str) -> None:
        """Its tournaments stay, and count together no more."""

        async def work() -> None:
            series = await self.series(id)
            act = RemoveSeries(series.record.name)
            await self._programmes.change(series, series.record, press, act, removed=True)

        await self._programmes.in_turn(id, work)

    async def _changed(
        self,
        series: Series,
        record: SeriesRecord,
        press: Press,
        act: ProgrammeAction,
        outbox: tuple[tuple[str, OutboxEntry], ...] = (),
    ) -> Series:
        if record == series.record:
            return series
        return await self._programmes.change(series, record, press, act, outbox=outbox)

    # by itself

    async def joined(self, t: Tournament) -> Tournament:
        """A tournament that is about to be announced, or to count for another series: in its season.

        It counts for none if there is no such series (any more). A season that is full has ended.
        """
        id = t.settings.series
        if not id:
            return t.with_record(season=0)

        async def work() -> Tournament:
            series = await self.known(id)
            if series is None or series.guild != t.guild:
                return t.with_record(settings=replace(t.settings, series=""), season=0)
            record = series.record
            others = [row for row in await self._counting(id, record.season) if row.id != t.id]
            if record.length and len(others) >= record.length:
                record = record.next_season()
                await self._programmes.change(series, record)
            return t.with_record(season=record.season)

        return await self._programmes.in_turn(id, work)


def _people(t: Tournament) -> dict[str, str]:
    """Who each entrant is, throughout all tournaments."""
    return {entry.id: str(entry.user) for entry in t.record.entries if entry.user != ERASED_USER}


def _names(events: Sequence[Tournament]) -> dict[str, str]:
    """What people were called when they played last; those who were called the same are numbered."""
    everybody = (entry for t in events for entry in t.record.entries if entry.user != ERASED_USER)
    return tell_apart({str(entry.user): entry.name for entry in everybody})

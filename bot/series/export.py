"""A season of a series as files: a table for a spreadsheet, and the whole as JSON, from which anybody can
compute the standings again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Literal

import msgspec

from bot.series.service import SeasonStandings
from bot.series.standings import Placing, SeriesRules
from bot.tournaments.export import Cell, ExportFile, csv_content


class SeasonPlayer(msgspec.Struct, frozen=True):
    """Somebody who took part; the number tells them from others within this file."""

    number: int
    name: str


class SeasonResult(msgspec.Struct, frozen=True):
    """How somebody ended in a tournament: the points there are written exactly ("75/2")."""

    player: int
    place: int
    sharing: int
    points: str


class SeasonTournament(msgspec.Struct, frozen=True):
    """A tournament that counts for the season, with who came where."""

    id: str
    name: str
    game: str
    announced: str
    places: tuple[SeasonResult, ...]


class SeasonStanding(msgspec.Struct, frozen=True):
    """A line of the standings."""

    place: int
    player: int
    points: str
    counts: tuple[bool | None, ...]
    """For each tournament; None: did not take part."""
    parted_by: str | None


class ExportedSeason(msgspec.Struct, frozen=True):
    """A whole season as it is exported: rules, players, tournaments and standings."""

    format: Literal["tortuga-series-1"]
    name: str
    season: int
    decided: bool
    rules: SeriesRules
    players: tuple[SeasonPlayer, ...]
    tournaments: tuple[SeasonTournament, ...]
    standings: tuple[SeasonStanding, ...]


def season_files(now: SeasonStandings, locale: str = "en") -> tuple[ExportFile, ...]:
    """The season, in which people are called as `now` calls them, for a reader of this language."""
    return ExportFile("standings.csv", csv_content(_rows(now), locale)), ExportFile("series.json", _json(now))


def _rows(now: SeasonStandings) -> Iterator[Sequence[Cell]]:
    yield "place", "name", "points", *(t.settings.name for t in now.events), "parted by"
    for line in now.lines:
        cells = (
            "" if each is None else each.place if each.counts else f"[{each.place}]" for each in line.events
        )
        parted_by = "" if line.parted_by is None else line.parted_by.value
        yield line.place, now.names.get(line.who, ""), line.points, *cells, parted_by


def _json(now: SeasonStandings) -> bytes:
    numbers = {line.who: at for at, line in enumerate(now.lines, 1)}
    told = ExportedSeason(
        "tortuga-series-1",
        now.series.record.name,
        now.season,
        now.decided,
        now.rules,
        tuple(SeasonPlayer(number, now.names.get(who, "")) for who, number in numbers.items()),
        tuple(
            SeasonTournament(
                t.id,
                t.settings.name,
                t.game.slug,
                datetime.fromtimestamp(t.created, UTC).isoformat(timespec="seconds"),
                tuple(_came(placing, numbers) for placing in taken),
            )
            for t, taken in zip(now.events, now.placings, strict=True)
        ),
        tuple(
            SeasonStanding(
                line.place,
                numbers[line.who],
                str(line.points),
                tuple(None if each is None else each.counts for each in line.events),
                None if line.parted_by is None else line.parted_by.value,
            )
            for line in now.lines
        ),
    )
    # Empty points mean something: no field is left out for being as usual.
    whole = msgspec.to_builtins(told) | {"rules": {"points": now.rules.points, "best": now.rules.best}}
    return msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n"


def _came(placing: Placing, numbers: dict[str, int]) -> SeasonResult:
    return SeasonResult(numbers[placing.who], placing.place, placing.sharing, str(placing.points))

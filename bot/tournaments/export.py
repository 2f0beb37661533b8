"""A tournament as files: for a spreadsheet, and whole, so that anybody can compute it again.

Nothing in them is secret: the seed is published from the start on, and a table's secret stands in the file
only when its game was played to its end. Column names and the words in cells are English, for programs. Who
somebody is on Discord stands in the files of organisers alone.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import Literal, TypeAlias
from unicodedata import category

import msgspec

from bot.refusal import Refusal
from bot.tables.lobby import seed_of
from bot.tables.model import PodVerdict, SeatFate, Table
from bot.tournaments.formats import engine
from bot.tournaments.model import ERASED_USER, Entry, PodTable, Team, Tournament
from bot.tournaments.pairing.event import Entrant, Event, Pod, Result, Round
from bot.tournaments.pairing.standings import Line, Standings, decimal, played_out, scores
from bot.tournaments.pairing.teams import team_standings
from bot.tournaments.public_names import publicly_named
from bot.tournaments.verdicts import verdict_of
from games.fairness import commitment
from games.text import _, english

FORMAT: Literal["tortuga-tournament-1"] = "tortuga-tournament-1"
FORMER_PLAYER = "(a former player)"
ROBOT = "(a robot)"

Cell: TypeAlias = str | int

_BEGIN_FORMULAS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""Those of East Asian keyboards among them: some spreadsheets take them for the others."""
_BREAKS = frozenset({"Cc", "Zl", "Zp"})
"""Unicode's categories of what ends a line or a cell."""
_UNSEEN = frozenset({"Cf", "Zs"})
"""And of what may stand before a formula without being seen."""


class File(msgspec.Struct, frozen=True):
    """One file of the export."""

    name: str
    content: bytes


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who an entrant is, by name. Empty: somebody who had their data erased."""

    id: str
    name: str
    formerly: tuple[str, ...] = ()
    """Those whose place this person has taken."""
    user: str = ""
    """Their id on Discord, as digits; for organisers only."""


class Sealed(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table of a pod, and what its shuffle was bound to before anybody saw a card."""

    round: int
    pod: int
    table: str
    commitment: str
    secret: str | None = None
    """None unless the game was played to its end."""
    seed: str | None = None
    """What the shuffle was made from: the secret, the presses of Join and the words of the cuts; likewise."""


class Scores(msgspec.Struct, frozen=True):
    """What a finished game's score sheet says. A line has a label, then a cell for each seat."""

    round: int
    pod: int
    entrants: tuple[str, ...]
    """Who sat there, in the order of play; empty: a robot."""
    lines: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]


class Place(msgspec.Struct, frozen=True):
    """A line of the standings, its fractions written exactly ("75/2")."""

    place: int
    entrant: str
    points: str
    opponents: str
    rounds: int
    places: tuple[int, ...]
    lot: int
    parted_by: str | None
    dropped: bool
    disqualified: bool


class TeamPlace(msgspec.Struct, frozen=True):
    """A line of the teams' standings; `members`: entrants, who stands best first."""

    place: int
    team: str
    name: str
    points: str
    members: tuple[str, ...]


class Exported(msgspec.Struct, frozen=True):
    """The whole tournament. `event` is the JSON of a `bot.tournaments.pairing.event.Event`."""

    format: Literal["tortuga-tournament-1"]
    id: str
    name: str
    game: str
    phase: str
    commitment: str
    """The SHA-256 of the seed, which stood in the announcement."""
    players: tuple[Player, ...]
    event: msgspec.Raw
    drawn: Round | None
    """The round that is published and not opened, if there is one."""
    tables: tuple[Sealed, ...]
    standings: tuple[Place, ...]
    scores: tuple[Scores, ...] = ()
    former: tuple[Sealed, ...] = ()
    """Tables that do not count any more, in the order in which they were given up."""
    teams: tuple[TeamPlace, ...] = ()


def files(
    tournament: Tournament, standings: Standings, over: Mapping[str, Table], *, organises: bool = False
) -> tuple[File, ...]:
    """The export. `over`: the tables, by their ids, whose games were played to their end. `organises`: it is
    for an organiser.

    Refusal before the first round is drawn.
    """
    event = tournament.record.event
    if event is None:
        raise Refusal("early", _("Nothing to export before the first round."))
    tournament = publicly_named(tournament, "file")
    told, teams = tuple(_scores(tournament, over)), team_places(event, standings, tournament.record.teams)
    return (
        *([File("entrants.csv", csv_content(_entrants(tournament)))] if organises else []),
        File("standings.csv", csv_content(_standings(tournament, standings))),
        *([File("teams.csv", csv_content(_teams(tournament, teams)))] if teams else []),
        File("pods.csv", csv_content(_pods(tournament))),
        File("results.csv", csv_content(_results(tournament, event))),
        File("scores.csv", csv_content(_scored(tournament, told))),
        File("tournament.json", _json(tournament, event, standings, over, told, organises=organises)),
    )


def place_of(line: Line) -> Place:
    """A line of the standings as it stands in the file."""
    return Place(
        place=line.place,
        entrant=line.entrant,
        points=str(line.points),
        opponents=str(line.opponents),
        rounds=line.played,
        places=line.places,
        lot=line.lot,
        parted_by=None if line.parted_by is None else line.parted_by.value,
        dropped=line.dropped,
        disqualified=line.disqualified,
    )


def _json(
    tournament: Tournament,
    event: Event,
    standings: Standings,
    over: Mapping[str, Table],
    told: tuple[Scores, ...],
    *,
    organises: bool,
) -> bytes:
    whole = Exported(
        format=FORMAT,
        id=tournament.id,
        name=tournament.settings.name,
        game=tournament.game.slug,
        phase=tournament.phase,
        commitment=commitment(event.seed_bytes),
        players=tuple(
            Player(entry.id, entry.name, entry.formerly, _user(entry) if organises else "")
            for entry in map(tournament.entry, (entrant.id for entrant in event.entrants))
            if entry is not None
        ),
        event=msgspec.Raw(engine.exported(event)),
        drawn=tournament.record.drawn,
        tables=tuple(_sealed(one, over) for one in tournament.record.tables),
        former=tuple(_sealed(one, over) for one in tournament.record.former),
        standings=tuple(map(place_of, standings)),
        scores=told,
        teams=team_places(event, standings, tournament.record.teams),
    )
    return msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n"


def _sealed(one: PodTable, over: Mapping[str, Table]) -> Sealed:
    return Sealed(
        round=one.round,
        pod=one.pod,
        table=one.table,
        commitment=commitment(bytes.fromhex(one.secret)),
        secret=one.secret if one.table in over else None,
        seed=seed_of(over[one.table]).hex() if one.table in over else None,
    )


def _scores(tournament: Tournament, over: Mapping[str, Table]) -> Iterator[Scores]:
    """Of the games that were played to their end, in the order of rounds and pods."""
    for one in tournament.record.tables:
        table = over.get(one.table)
        outcome = None if table is None else table.outcome
        if table is None or outcome is None:
            continue
        sheet = table.game.sheet(table.observe(None))
        rows = () if sheet is None else (*sheet.rows, sheet.totals)
        seats = range(len(table.seats))
        yield Scores(
            one.round,
            one.pod,
            tuple(map(table.entrant, seats)),
            tuple(tuple(map(english, (row.label, *row.cells))) for row in rows),
            outcome.points,
        )


# what stands in the rows


def team_places(event: Event, standings: Standings, named: Iterable[Team] = ()) -> tuple[TeamPlace, ...]:
    """The teams' standings as they stand in the file, their names if those are known."""
    names = {team.id: team.name for team in named}
    return tuple(
        TeamPlace(line.place, line.team, names.get(line.team, ""), str(line.points), line.members)
        for line in team_standings(event, standings)
    )


def _teams(tournament: Tournament, teams: Sequence[TeamPlace]) -> Iterator[Sequence[Cell]]:
    yield "place", "team", "name", "points", "entrants", "names"
    for line in teams:
        players = (name_of(tournament, each) for each in line.members)
        points = _number(Fraction(line.points))
        yield line.place, line.team, line.name, points, "; ".join(line.members), "; ".join(players)


def _entrants(tournament: Tournament) -> Iterator[Sequence[Cell]]:
    yield "entrant", "name", "user", "formerly", "former users", "entered", "state"
    for entry in tournament.record.entries:
        yield (
            *(entry.id, entry.name or FORMER_PLAYER, _user(entry), "; ".join(entry.formerly)),
            "; ".join(str(user) for user in entry.former_users if user != ERASED_USER),
            f"{datetime.fromtimestamp(entry.at, UTC):%Y-%m-%dT%H:%M:%SZ}",
            entry.state,
        )


def _user(entry: Entry) -> str:
    """As text: a spreadsheet would round so large a number."""
    return "" if entry.user == ERASED_USER else str(entry.user)


def _scored(tournament: Tournament, told: Sequence[Scores]) -> Iterator[Sequence[Cell]]:
    """A row for each player and line of a score sheet; what stands in the cells is the game's."""
    yield "round", "pod", "seat", "entrant", "name", "line", "score", "points"
    for game in told:
        for seat, who in enumerate(game.entrants):
            place = game.round, game.pod, seat + 1, who, name_of(tournament, who or None)
            for line in game.lines:
                yield *place, line[0], line[seat + 1], ""
            yield *place, "game", "", game.points[seat]


def _standings(tournament: Tournament, standings: Standings) -> Iterator[Sequence[Cell]]:
    most, event = max((len(line.places) for line in standings), default=0), tournament.record.event
    yield (
        *("place", "entrant", "name", "formerly", "points", "rounds", "opponents"),
        *(f"times placed {place}" for place in range(1, most + 1)),
        *("lot", "parted by", "state", "finished by robots", "rated at the draw", "seed"),
    )
    drawn = {} if event is None else {entrant.id: entrant for entrant in event.entrants if entrant.seed}
    by_robots = Counter[str | None]() if event is None else played_out(event)
    for line in standings:
        entry = tournament.entry(line.entrant)
        yield (
            *(line.place, line.entrant, name_of(tournament, line.entrant)),
            "; ".join(entry.formerly) if entry is not None else "",
            *(_number(line.points), line.played, _number(line.opponents)),
            *(line.places[place] if place < len(line.places) else 0 for place in range(most)),
            *(line.lot, line.parted_by.value if line.parted_by is not None else ""),
            "disqualified" if line.disqualified else "dropped" if line.dropped else "",
            by_robots[line.entrant],
            *_seed(drawn.get(line.entrant)),
        )


def _seed(entrant: Entrant | None) -> tuple[Cell, Cell]:
    """By what they were kept apart from others at the first draw, if that was by ratings."""
    if entrant is None or entrant.rating is None:
        return "", ""
    return entrant.rating, entrant.seed


def _pods(tournament: Tournament) -> Iterator[Sequence[Cell]]:
    yield "round", "stage", "pod", "group", "seat", "entrant", "name", "table", "commitment"
    for one in tournament.published:
        for pod in one.pods:
            table = tournament.table_of(one.number, pod.number)
            seal = "" if table is None else commitment(bytes.fromhex(table.secret))
            played = ("", "") if table is None else (table.table, seal)
            for seat, who in enumerate(pod.seats, 1):
                place = one.number, one.stage.value, pod.number, pod.group or ""
                yield *place, seat, who or "", name_of(tournament, who), *played
        for who in one.byes:
            yield one.number, one.stage.value, "bye", "", "", who, name_of(tournament, who), "", ""


def _results(tournament: Tournament, event: Event) -> Iterator[Sequence[Cell]]:
    yield "round", "pod", "seat", "entrant", "name", "place", "points", "remark"
    figures, results = scores(event), event.results_by_pod()
    for one in event.rounds:
        for pod in one.pods:
            result, verdict = results.get((one.number, pod.number)), verdict_of(tournament, one, pod)
            for seat, who in enumerate(pod.seats):
                if result is not None and verdict is not None:
                    counts = who is not None and not pod.play_off
                    points = _number(figures[who].points[one.number]) if counts and who is not None else ""
                    remark = _remark(result, verdict, pod, seat)
                    yield (
                        *(one.number, pod.number, seat + 1, who or "", name_of(tournament, who)),
                        *("" if result.void else result.places[seat] or "", points, remark),
                    )
        for who in one.byes:
            points = _number(figures[who].points[one.number])
            yield one.number, "bye", "", who, name_of(tournament, who), "", points, "bye"


_FATES: Mapping[SeatFate, str] = {"": "", "on": "goes on", "out": "out", "won": "has won"}


def _remark(result: Result, verdict: PodVerdict, pod: Pod, seat: int) -> str:
    """What is particular about a seat's result, and what comes of it."""
    remarks = (
        f"play-off of pod {pod.play_off}" if pod.play_off else "",
        "void" if result.void else "",
        "walk-over" if seat in result.walk_overs else "",
        "never came, a robot played" if seat in result.stand_ins else "",
        "behind those who stayed" if seat in result.behind else "",
        "made no move, a robot played" if seat in result.idle else "",
        "time was up, robots finished the game" if result.played_out else "",
        "disqualified" if verdict.seats[seat].remark == "disqualified" else "",
        "corrected by the organiser" if verdict.corrected else "",
        "" if pod.play_off else _FATES[verdict.seats[seat].fate],
    )
    return "; ".join(filter(None, remarks))


def name_of(tournament: Tournament, who: str | None) -> str:
    """What an entrant is called; whoever is none is a robot."""
    if who is None:
        return ROBOT
    entry = tournament.entry(who)
    return entry.name if entry is not None and entry.name else FORMER_PLAYER


def _number(value: Fraction) -> str:
    return decimal(value, 4)


# how a row becomes a line of a file


def csv_content(rows: Iterable[Sequence[Cell]]) -> bytes:
    """Comma-separated, in UTF-8 with the mark by which spreadsheets know it."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows([harmless(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def harmless(cell: Cell) -> Cell:
    """A cell that no spreadsheet takes for a formula, whatever somebody is called, and that is one line."""
    if isinstance(cell, int):
        return cell
    line = "".join(" " if category(character) in _BREAKS else character for character in cell)
    seen = "".join(character for character in line if category(character) not in _UNSEEN)
    return f"'{line}" if seen.startswith(_BEGIN_FORMULAS) else line

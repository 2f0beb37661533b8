"""A tournament as files: for a spreadsheet, and whole, so that anybody can compute it again.

Nothing in them is secret: a round's seed is published with its draw, and a table's secret stands in the file
only when its game was played to its end. Headings, separators and decimal signs of the tables are those of
the reader's language, the words in cells are English. Who somebody is on Discord stands in the files of
organisers alone.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import Literal, TypeAlias
from unicodedata import category

import msgspec

from bot.i18n import Reader
from bot.i18n.date_parsing import decimal_sign
from bot.refusal import Refusal
from bot.tables.lobby import seed_of
from bot.tables.model import Table
from bot.tables.pod_model import PodVerdict, SeatFate
from bot.teams.standings import team_standings
from bot.tournaments.formats import engine
from bot.tournaments.model import ERASED_USER, Entry, PodTable, Team, Tournament
from bot.tournaments.pairing.event import Entrant, Event, Pod, Result, Round
from bot.tournaments.pairing.standings import Line, Standings, decimal, played_out, scores
from bot.tournaments.public_names import publicly_named
from bot.tournaments.requirements import require_event
from bot.tournaments.verdicts import verdict_of
from games.fairness import commitment
from games.text import Text, _, english

FORMAT: Literal["tortuga-tournament-1"] = "tortuga-tournament-1"
FORMER_PLAYER = "(a former player)"
ROBOT = "(a robot)"

Cell: TypeAlias = str | int | Fraction

_BEGIN_FORMULAS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""Those of East Asian keyboards among them: some spreadsheets take them for the others."""
_BREAKS = frozenset({"Cc", "Zl", "Zp"})
"""Unicode's categories of what ends a line or a cell."""
_UNSEEN = frozenset({"Cf", "Zs"})
"""And of what may stand before a formula without being seen."""


class ExportFile(msgspec.Struct, frozen=True):
    """One file of the export: its name and what is in it."""

    name: str
    content: bytes


class ExportedPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who an entrant is, by name. Empty: somebody who had their data erased."""

    id: str
    name: str
    formerly: tuple[str, ...] = ()
    """The names of those whose place this person has taken."""
    user: str = ""
    """Their id on Discord, as digits; for organisers only."""
    username: str = ""
    """By which Discord tells them from everybody else; for organisers only."""


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
    players: tuple[ExportedPlayer, ...]
    event: msgspec.Raw
    drawn: Round | None
    """The round that is published and not opened, if there is one."""
    tables: tuple[Sealed, ...]
    standings: tuple[Place, ...]
    scores: tuple[Scores, ...] = ()
    former: tuple[Sealed, ...] = ()
    """Tables that do not count any more, in the order in which they were given up."""
    teams: tuple[TeamPlace, ...] = ()
    chain: str = ""
    """Of which the seeds and all deals were made, where pods share their deals: told once it is over."""


def files(
    tournament: Tournament,
    standings: Standings,
    over: Mapping[str, Table],
    *,
    organises: bool = False,
    locale: str = "en",
) -> tuple[ExportFile, ...]:
    """The export. `over`: the tables, by their ids, whose games were played to their end. `organises`: it is
    for an organiser. `locale`: the reader's.

    Refusal before the first round is drawn.
    """
    event = tournament.record.event
    if event is None:
        raise Refusal("early", _("Nothing to export before the first round."))
    tournament = publicly_named(_told(tournament, event), "file")
    event = require_event(tournament)
    told, teams = tuple(_scores(tournament, over)), team_places(event, standings, tournament.record.teams)
    tables = {
        "entrants": _entrants(tournament) if organises else None,
        "standings": _standings(tournament, standings),
        "teams": _teams(tournament, teams) if teams else None,
        "pods": _pods(tournament),
        "results": _results(tournament, event),
        "scores": _scored(tournament, over),
    }
    return (
        *(
            ExportFile(f"{name}.csv", csv_content(rows, locale))
            for name, rows in tables.items()
            if rows is not None
        ),
        ExportFile("tournament.json", _json(tournament, event, standings, over, told, organises=organises)),
    )


def _told(tournament: Tournament, event: Event) -> Tournament:
    """Without what a round has brought that is to be told to nobody yet."""
    closed = {one.number for one in event.rounds if tournament.is_closed(one)}
    told = tuple(result for result in event.results if result.round not in closed)
    return tournament.with_record(event=msgspec.structs.replace(event, results=told))


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
            ExportedPlayer(
                *(entry.id, entry.called, entry.formerly),
                *((_user(entry), entry.username) if organises else ()),
            )
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
        chain=tournament.record.chain if tournament.shares_deals and tournament.phase == "over" else "",
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
        yield (
            line.place,
            line.team,
            line.name,
            Fraction(line.points),
            "; ".join(line.members),
            "; ".join(players),
        )


def _entrants(tournament: Tournament) -> Iterator[Sequence[Cell]]:
    yield "entrant", "name", "username", "user", "formerly", "former users", "entered", "state"
    for entry in tournament.record.entries:
        yield (
            *(_number_of(entry.id), entry.called or FORMER_PLAYER, entry.username),
            *(_mention(entry.user), "; ".join(entry.formerly)),
            "; ".join(filter(None, map(_mention, entry.former_users))),
            f"{datetime.fromtimestamp(entry.at, UTC):%Y-%m-%dT%H:%M:%SZ}",
            entry.state,
        )


def _mention(user: int) -> str:
    """Who somebody is on Discord, as text: a spreadsheet would round so large a number."""
    return "" if user == ERASED_USER else f"<@{user}>"


def _number_of(entrant: str | None) -> Cell:
    return int(entrant) if entrant and entrant.isdecimal() else entrant or ""


def _user(entry: Entry) -> str:
    return "" if entry.user == ERASED_USER else str(entry.user)


_FIGURE = re.compile(r"[+\u2212-]?\d+")
_CALLED = {"taken": "won"}
"""What columns are called that are none of what a game calls the figures in its cells."""


def _scored(tournament: Tournament, over: Mapping[str, Table]) -> Iterator[Sequence[Cell]]:
    """A row for each player and line of a score sheet: what the line brought, and besides, in a column each,
    whatever other figures its cell shows; what is no figure at all is a note.
    """
    rows = list(_score_rows(tournament, over))
    beside = list(
        dict.fromkeys(name for _place, _line, figures, _note in rows for name in list(figures)[:-1])
    )
    yield (
        *("round", "pod", "seat", "entrant", "name", "line"),
        *(_CALLED.get(name, name) for name in beside),
        *("score", "note"),
    )
    for place, line, figures, note in rows:
        *others, last = figures or [""]
        yield (
            *(*place, line),
            *(figures[name] if name in others else "" for name in beside),
            *(figures.get(last, ""), note),
        )


def _score_rows(
    tournament: Tournament, over: Mapping[str, Table]
) -> Iterator[tuple[Sequence[Cell], str, Mapping[str, int], str]]:
    for one in tournament.record.tables:
        table = over.get(one.table)
        outcome = None if table is None else table.outcome
        if table is None or outcome is None:
            continue
        sheet = table.game.sheet(table.observe(None))
        for seat in range(len(table.seats)):
            who = table.entrant(seat)
            name = name_of(tournament, who or None)
            place = one.round, one.pod, seat + 1, _number_of(who), name
            for row in () if sheet is None else (*sheet.rows, sheet.totals):
                figures = dict(_figures(row.cells[seat]))
                yield place, english(row.label), figures, "" if figures else english(row.cells[seat])
            yield place, "game", {"score": outcome.points[seat]}, ""


def _figures(cell: Text) -> Iterator[tuple[str, int]]:
    """What is a number in it, in the order in which it is shown: the last is what the line brought."""
    shown = sorted(cell.values, key=lambda name: cell.message.find(f"{{{name}}}"))
    for name in shown:
        value = cell.values[name]
        written = english(value) if isinstance(value, Text) else str(value)
        if _FIGURE.fullmatch(written):
            yield name, int(written.replace("\u2212", "-"))


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
            *(line.place, _number_of(line.entrant), name_of(tournament, line.entrant)),
            "; ".join(entry.formerly) if entry is not None else "",
            *(line.points, line.played, line.opponents),
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
                yield *place, seat, _number_of(who), name_of(tournament, who), *played
        for who in one.byes:
            yield (
                one.number,
                one.stage.value,
                "bye",
                "",
                "",
                _number_of(who),
                name_of(tournament, who),
                "",
                "",
            )


def _results(tournament: Tournament, event: Event) -> Iterator[Sequence[Cell]]:
    yield "round", "pod", "seat", "entrant", "name", "place", "points", "remark"
    figures, results = scores(event), event.results_by_pod()
    for one in event.rounds:
        for pod in one.pods:
            result, verdict = results.get((one.number, pod.number)), verdict_of(tournament, one, pod)
            for seat, who in enumerate(pod.seats):
                if result is not None and verdict is not None:
                    counts = who is not None and not pod.play_off
                    points = figures[who].points[one.number] if counts and who is not None else ""
                    remark = _remark(result, verdict, pod, seat)
                    yield (
                        *(one.number, pod.number, seat + 1, _number_of(who), name_of(tournament, who)),
                        *("" if result.void else result.places[seat] or "", points, remark),
                    )
        for who in one.byes:
            points = figures[who].points[one.number]
            yield one.number, "bye", "", _number_of(who), name_of(tournament, who), "", points, "bye"


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
    return entry.called if entry is not None and entry.called else FORMER_PLAYER


# how a row becomes a line of a file


_HEADINGS: Mapping[str, Text] = {
    "place": _("place"),
    "entrant": _("entrant"),
    "entrants": _("entrants"),
    "name": _("name"),
    "names": _("names"),
    "username": _("username"),
    "user": _("user"),
    "formerly": _("formerly"),
    "former users": _("former users"),
    "entered": _("entered"),
    "state": _("state"),
    "team": _("team"),
    "points": _("points"),
    "round": _("round"),
    "rounds": _("rounds"),
    "stage": _("stage"),
    "pod": _("pod"),
    "group": _("group"),
    "seat": _("seat"),
    "table": _("table"),
    "commitment": _("commitment"),
    "opponents": _("opponents"),
    "lot": _("lot"),
    "parted by": _("parted by"),
    "finished by robots": _("finished by robots"),
    "rated at the draw": _("rated at the draw"),
    "seed": _("seed"),
    "remark": _("remark"),
    "line": _("line"),
    "bid": _("bid"),
    "won": _("won"),
    "pieces": _("pieces"),
    "score": _("score"),
    "note": _("note"),
}
"""What stands above the columns. (What is not among them is somebody's own word.)"""
_TIMES_PLACED = "times placed "


def _heading(cell: Cell, reader: Reader) -> Cell:
    told = _HEADINGS.get(str(cell))
    if told is not None:
        return reader.plain(told)
    if isinstance(cell, str) and cell.startswith(_TIMES_PLACED):
        return reader.plain(_("times placed {place}", place=cell.removeprefix(_TIMES_PLACED)))
    return cell


def csv_content(rows: Iterable[Sequence[Cell]], locale: str) -> bytes:
    """In UTF-8 with the mark by which spreadsheets know it; the first row's headings are in the reader's
    language, numbers and what stands between them as spreadsheets have it there.
    """
    text, reader = io.StringIO(newline=""), Reader(locale)
    sign = decimal_sign(locale)
    lines = csv.writer(text, delimiter=";" if sign == "," else ",")
    for number, row in enumerate(rows):
        shown = row if number else [_heading(cell, reader) for cell in row]
        lines.writerow([harmless(_written(cell, sign)) for cell in shown])
    return text.getvalue().encode("utf-8-sig")


def _written(cell: Cell, sign: str) -> str | int:
    """A number is one in the spreadsheet, too."""
    if not isinstance(cell, Fraction):
        return cell
    return int(cell) if cell.denominator == 1 else _Number(decimal(cell, 4).replace(".", sign))


class _Number(str):
    """A number with a fraction, written."""

    __slots__ = ()


_TAKEN_FOR_NUMBERS = re.compile(r"\d+[eE]\d+|\d{12,}|0\d+|\d{1,4}[./-]\d{1,4}([./-]\d{1,4})?")
"""What a spreadsheet would take for a number or a date, so that it would be another text there."""


def harmless(cell: str | int) -> str | int:
    """A cell that no spreadsheet takes for a formula or for anything else than it is, whatever somebody is
    called, and that is one line.
    """
    if isinstance(cell, int | _Number):
        return cell
    line = "".join(" " if category(character) in _BREAKS else character for character in cell)
    seen = "".join(character for character in line if category(character) not in _UNSEEN)
    is_another = seen.startswith(_BEGIN_FORMULAS) or _TAKEN_FOR_NUMBERS.fullmatch(seen)
    return f"'{line}" if is_another else line

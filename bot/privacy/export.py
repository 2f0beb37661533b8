"""All that is stored about somebody, as plain data for a JSON file, in words that they can read.

Complete, and theirs alone: of a running game there is what they may see of it, never what is hidden from
them, and of others nothing but where they sit, and what moderators wrote about them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec

from bot.i18n.sanitising import is_called
from bot.privacy.erasure import action_without
from bot.recurring.service import RecurringRecord
from bot.score_sheets.sheet import ScoreSheet, SheetRecord
from bot.tables.anonymise import seats_of_user
from bot.tables.model import Leaver, Record
from bot.tables.pod_model import PodInfo
from bot.tables.repository import table_from_row
from bot.tables.timing import Timing
from bot.tournaments.model import Entry, TournamentRecord
from games.catalogue import catalogue
from storage.models import (
    AuditRow,
    BanRow,
    ForecastRow,
    ProgrammeRow,
    RatingRow,
    ResultRow,
    ScoreSheetRow,
    TableRow,
    TournamentDraftRow,
    TournamentRow,
)
from storage.sql.store import Store

ABOUT = (
    "All that Tortuga stores about you. Ids are Discord's, times are in UTC. What is stored, why, and for "
    "how long, stands in docs/privacy.md of its source."
)

Data = Mapping[str, Any]


async def export_person(store: Store, user: int, now: float) -> Data:
    """What is stored about the user. StorageError if it cannot be read."""
    person = await store.privacy.of_person(user)
    tables: list[Data] = []
    for table_id in await store.privacy.tables_naming(user):
        row = await store.table(table_id)
        if row is not None:
            tables.append(await _at_table(store, row, user))
    tournaments = [
        row
        for id in await store.privacy.tournaments_naming(user)
        if (row := await store.tournaments.tournament(id)) is not None
    ]
    recurring = [
        row
        for id in await store.privacy.recurring_naming(user)
        if (row := await store.recurring.programme(id)) is not None
    ]
    score_sheets = [
        row
        for id in await store.privacy.score_sheets_naming(user)
        if (row := await store.score_sheets.sheet(id)) is not None
    ]
    return {
        "about": ABOUT,
        "user": str(user),
        "made": _time(now),
        "preferences": None if person.preferences is None else msgspec.json.decode(person.preferences),
        "tables": tables,
        "tournaments": [_in_tournament(row, user) for row in tournaments],
        "tournaments that come again": [each for row in recurring if (each := _recurring(row, user))],
        "score sheets": [each for row in score_sheets if (each := _score_sheet(row, user))],
        "tournaments that you set up": [_draft(row) for row in person.tournament_drafts],
        "moderation": [_moderation(row, user) for row in person.audit if _names(row, user)],
        "bans": [_ban(row) for row in person.bans],
        "results": [_result(row) for row in person.results],
        "ratings": [_rating(row) for row in person.ratings],
        "calls of bids": [_forecast(row) for row in person.forecasts],
        "reminders": [
            {
                "channel": str(row.channel),
                "message": str(row.message),
                "tables": msgspec.json.decode(row.tables),
                "sent": _time(row.at),
            }
            for row in person.notifications
        ],
    }


async def _at_table(store: Store, row: TableRow, user: int) -> Data:
    record = msgspec.json.decode(row.record, type=Record)
    seats = seats_of_user(record, user)
    stored = await store.privacy.at_table(row.id, user, seats)
    return {
        "table": row.id,
        "server": str(row.guild),
        "channel": str(row.channel),
        "game": row.game,
        "phase": row.phase,
        "private": record.private,
        "asked for instead": None if record.wish is None else msgspec.to_builtins(record.wish),
        "opened": _time(row.created),
        "changed": _time(row.changed),
        "of a tournament": None
        if record.pod is None
        else {
            "tournament": record.pod.tournament,
            "round": record.pod.round,
            "pod": record.pod.number,
            "times you can play": _times_to_play(record.pod, seats),
        },
        "host": record.host == user,
        "invited": record.invited is not None and user in record.invited,
        "expected at a rematch": user in record.expected,
        "agreed to a page": user in record.page,
        "seats": [
            {
                "seat": seat,
                "name": record.seats[seat].name,
                "username": record.seats[seat].username,
                "joined with": record.seats[seat].join,
                "robot in your place": record.seats[seat].robot,
                "given hints": seat in record.helped,
                "clock": _clock(row, seat),
            }
            for seat in seats
        ],
        "cut": next((cut.word for cut in record.cuts if cut.user == user), None),
        "removed": any(removed.user == user for removed in record.removed),
        "left": [_left(left) for left in record.leavers if left.user == user],
        "asked for a substitute in seat": [call.seat for call in record.calls if call.by == user],
        "what became of your seat": _notices(record, user, seats),
        "actions": [
            {"number": taken.number, "seat": taken.seat, "action": taken.action, "at": _time(taken.at)}
            for taken in stored.actions
        ],
        "half chosen": [{"seat": draft.seat, "chosen": draft.chosen} for draft in stored.drafts],
        "standing orders": [{"seat": seat, "wish": msgspec.json.decode(wish)} for seat, wish in stored.plans],
        "your hand": _hand(row, record, user),
    }


def _in_tournament(row: TournamentRow, user: int) -> Data:
    record = msgspec.json.decode(row.record, type=TournamentRecord)
    return {
        "tournament": row.id,
        "name": record.settings.name,
        "server": str(row.guild),
        "channel": str(row.channel),
        "game": row.game,
        "phase": row.phase,
        "announced": _time(row.created),
        "changed": _time(row.changed),
        "organiser": record.organiser == user,
        "entries": [_entry(entry) for entry in record.entries if entry.user == user],
        "rated at the first draw": _drawn_rating(record, user),
        "has the champion's role by it": record.crowned == user,
        "teams that you founded": [
            {"team": team.id, "name": team.name} for team in record.teams if team.by == user
        ],
        "somebody took your place": [
            {"entrant": entry.id, "name": name}
            for entry in record.entries
            for name, former in zip(entry.formerly, entry.former_users, strict=True)
            if former == user
        ],
    }


def _drawn_rating(record: TournamentRecord, user: int) -> int | None:
    """The rating by which they were numbered, if ratings mattered."""
    mine = {entry.id for entry in record.entries if entry.user == user}
    entrants = () if record.event is None else record.event.entrants
    return next((entrant.rating for entrant in entrants if entrant.id in mine), None)


def _draft(row: TournamentDraftRow) -> Data:
    return {
        "draft": row.id,
        "server": str(row.guild),
        "channel": str(row.channel),
        "game": row.game,
        "chosen": msgspec.json.decode(row.content),
        "changed": _time(row.touched),
    }


def _recurring(row: ProgrammeRow, user: int) -> Data | None:
    """None if they do not organise it: only the digits of their id are in it."""
    record = msgspec.json.decode(row.record, type=RecurringRecord)
    if record.organiser != user:
        return None
    return {
        "name": record.settings.name,
        "server": str(row.guild),
        "channel": str(record.channel),
        "game": record.game,
        "your name": record.organiser_name,
        "your time zone": record.rule.zone,
        "stopped": record.stopped,
    }


def _score_sheet(row: ScoreSheetRow, user: int) -> Data | None:
    """Whole for whoever keeps it, typed names among it; of others' where they sit. None: only the digits of
    their id are in it.
    """
    record = msgspec.json.decode(row.record, type=SheetRecord)
    seats = [seat for seat, player in enumerate(record.players) if player.user == user]
    if row.keeper != user and not seats:
        return None
    shared = {"sheet": row.id, "server": str(row.guild), "game": record.game, "your seats": seats}
    if row.keeper == user:
        names = [player.name for player in record.players]
        shared |= {"players": names, "options": record.options, "rounds": record.rounds}
        shared |= {"noted of the next round": record.part, "ended early": record.stopped}
    else:
        shared["your names"] = [record.players[seat].name for seat in seats]
    sheet = ScoreSheet(row.id, row.guild, row.keeper, row.revision, row.touched, record)
    if record.game in catalogue() and sheet.over:
        outcome = sheet.outcome()
        shared["your places"] = [outcome.places[seat] for seat in seats]
    return {**shared, "begun": _time(record.begun), "changed": _time(row.touched)}


def _entry(entry: Entry) -> Data:
    return {
        "entrant": entry.id,
        "name": entry.name,
        "username": entry.username,
        "joined with": entry.press,
        "entered": _time(entry.at),
        "state": entry.state,
        "checked in": entry.here,
        "called outside Discord by": entry.named,
        "team": entry.team,
        "asked after missing round": entry.asked,
        "dropped for missing rounds": entry.no_show,
        "would stand in for others": entry.stands_by,
        "plays as entrant": entry.plays_as,
    }


def _names(row: AuditRow, user: int) -> bool:
    """Whether an entry has to do with them: what was found may only have had the digits of their id in it."""
    return user in (row.user, row.about) or action_without(row.action, user) is not None


def _moderation(row: AuditRow, user: int) -> Data:
    return {
        "entry": row.id,
        "server": str(row.guild),
        "tournament": row.tournament,
        "table": row.table,
        "at": _time(row.at),
        "what": row.kind,
        "reason": row.reason,
        "done by you": row.user == user,
        "about you": row.user != user or row.about == user,
    }


def _ban(row: BanRow) -> Data:
    return {
        "server": str(row.guild),
        "name": row.name,
        "since": _time(row.since),
        "until": None if row.until is None else _time(row.until),
    }


def _clock(row: TableRow, seat: int) -> Data | None:
    """The seat's clock, while there is one."""
    if row.timing is None:
        return None
    clocks = msgspec.json.decode(row.timing, type=Timing).seats
    return msgspec.to_builtins(clocks[seat]) if seat < len(clocks) else None


def _notices(record: Record, user: int, seats: Collection[int]) -> list[Data]:
    """The notices about their seats and about them."""
    names = {record.seats[seat].name for seat in seats}
    names |= {left.name for left in record.leavers if left.user == user}
    mine = (
        each
        for each in record.happenings
        if (each.seat in seats and not each.name)
        or each.by == user
        or any(is_called(shown, name) for shown in (each.name, each.other) for name in names)
    )
    return [{"what": each.kind, "after action": each.at} for each in mine]


def _hand(row: TableRow, record: Record, user: int) -> Any:
    """What they may see of a game in which they play, as their hand shows it; None if they play in none."""
    if row.phase != "playing" or row.game not in catalogue():
        return None
    if all(seat.person != user for seat in record.seats):
        return None
    return msgspec.to_builtins(table_from_row(row).observe(user))


def _times_to_play(pod: PodInfo, seats: Collection[int]) -> list[str]:
    """What they answered where the pod agrees on an hour."""
    seated = pod.seated or pod.entrants
    mine = {seated[seat] for seat in seats if seat < len(seated)} - {""}
    return [_time(at) for entrant, times in pod.times if entrant in mine for at in times]


def _left(left: Leaver) -> Data:
    return {
        "seat": left.seat,
        "name": left.name,
        "how": left.how,
        "after action": left.at,
        "taken": left.taken,
    }


def _result(row: ResultRow) -> Data:
    return {
        "table": row.table,
        "seat": row.seat,
        "server": str(row.guild),
        "game": row.game,
        "ended": _time(row.ended),
        "rated": row.rated,
        "name": row.name,
        "robot in your place": row.robot,
        "left early": row.quit,
        "place": row.place,
        "points": row.points,
        "figures": msgspec.json.decode(row.figures),
        "analysis": None if row.analysis is None else msgspec.json.decode(row.analysis),
    }


def _rating(row: RatingRow) -> Data:
    return {
        "server": str(row.guild),
        "game": row.game,
        "season": row.season,
        "games": row.games,
        "after table": row.table,
        "mu": row.mu,
        "sigma": row.sigma,
        "at": _time(row.at),
    }


def _forecast(row: ForecastRow) -> Data:
    return {
        "table": row.table,
        "round": row.round + 1,
        "server": str(row.guild),
        "name": row.name,
        "at": _time(row.at),
        "percent by seat": msgspec.json.decode(row.chances),
        "Brier score": row.brier,
    }


def _time(unix: float) -> str:
    return datetime.fromtimestamp(unix, UTC).isoformat(timespec="seconds")

"""Small tables and changes for the tests of storage, whose contents mean nothing."""

from __future__ import annotations

import os
import time
from pathlib import Path

from msgspec.structs import replace

from storage import (
    ActionRow,
    AuditRow,
    BanRow,
    Change,
    Draft,
    ForecastRow,
    OutboxEntry,
    Post,
    ProgrammeChange,
    ProgrammeRow,
    RatingRow,
    ResultRow,
    ScoreSheetRow,
    ServerChange,
    Store,
    TableRow,
    TournamentChange,
    TournamentDraftRow,
    TournamentRow,
)


def was_written(file: Path, seconds: float) -> None:
    """The file is as if nobody had written to it for so long."""
    moment = time.time() - seconds
    os.utime(file, (moment, moment))


def new_table(table: str = "t1", **fields: object) -> TableRow:
    """A lobby at revision 1."""
    row = TableRow(
        id=table,
        guild=1,
        channel=10,
        game="some-game",
        phase="lobby",
        revision=1,
        actions=0,
        record=b'{"seats":[]}',
        state=None,
        created=1000.0,
        changed=1000.0,
    )
    return replace(row, **fields)  # type: ignore[arg-type]


def opening(table: str = "t1", **fields: object) -> Change:
    """The change that makes a table."""
    return Change(new_table(table), **fields)  # type: ignore[arg-type]


def move_after(
    row: TableRow, *, interaction: int | None = None, outbox: tuple[OutboxEntry, ...] = ()
) -> Change:
    """The next action at a table that stands as `row`."""
    number = row.actions + 1
    after = replace(
        row,
        phase="playing",
        revision=row.revision + 1,
        actions=number,
        state=b'{"move":%d}' % number,
        changed=row.changed + 1,
    )
    return Change(
        after,
        action=ActionRow(number, seat=number % 4, action=f"play {number}", user=7, at=after.changed),
        interaction=interaction,
        answer=b'{"answer":%d}' % number,
        outbox=outbox,
        full=False,
    )


def new_tournament(tournament: str = "c1", **fields: object) -> TournamentRow:
    """One that was just announced, at revision 1."""
    row = TournamentRow(
        id=tournament,
        guild=1,
        channel=10,
        game="some-game",
        phase="open",
        revision=1,
        record=b'{"name":"Cup"}',
        created=1000.0,
        changed=1000.0,
    )
    return replace(row, **fields)  # type: ignore[arg-type]


def announcing(tournament: str = "c1", **fields: object) -> TournamentChange:
    """The change that makes a tournament."""
    return TournamentChange(new_tournament(tournament), **fields)  # type: ignore[arg-type]


def step_after(row: TournamentRow, **fields: object) -> TournamentChange:
    """The next change of a tournament that stands as `row`."""
    number = row.revision + 1
    after = replace(row, revision=number, record=b'{"step":%d}' % number, changed=row.changed + 1)
    return TournamentChange(after, answer=b'{"answer":%d}' % number, **fields)  # type: ignore[arg-type]


def new_programme(programme: str = "p1", **fields: object) -> ProgrammeRow:
    """A recurring tournament or a series that was just made."""
    return replace(ProgrammeRow(programme, 1, 1, b'{"name":"Friday cup"}'), **fields)  # type: ignore[arg-type]


def new_score_sheet(sheet: str = "s1", **fields: object) -> ScoreSheetRow:
    """A sheet that was just begun, by 7."""
    return replace(ScoreSheetRow(sheet, 1, 7, 1, 1000.0, b'{"players":[]}'), **fields)  # type: ignore[arg-type]


def audit_entry(**fields: object) -> AuditRow:
    """What a moderator did to the tournament "c1", not stored yet."""
    row = AuditRow(
        id=0,
        guild=1,
        tournament="c1",
        table=None,
        at=1001.0,
        user=70,
        name="Anne",
        kind="drop",
        action=b'{"type":"drop","entrant":"3"}',
        reason="asked to go",
        about=80,
        about_name="Bart",
    )
    return replace(row, **fields)  # type: ignore[arg-type]


def new_ban(**fields: object) -> BanRow:
    """Bart is banned from server 1, for good."""
    return replace(BanRow(1, b"bart's key", 80, "Bart", 1001.0), **fields)  # type: ignore[arg-type]


def new_forecast(**fields: object) -> ForecastRow:
    """Anne says of round 1 at table t1 that the first seat keeps its bid and the second does not."""
    said = ForecastRow("t1", 1, 7, 1, "Anne", 1001.0, b"[80,20]")
    return replace(said, **fields)  # type: ignore[arg-type]


async def fill_server(store: Store, guild: int, *names: str) -> None:
    """Tables and tournaments of a server, with something of every kind."""
    await store.audit_posts.set_channel(guild, 12)
    banned = audit_entry(guild=guild, tournament=None, kind="ban")
    await store.bans.commit(ServerChange(guild, (banned,), new_ban(guild=guild)))
    for name in names:
        row = new_table(name, guild=guild)
        result = ResultRow(name, 0, guild, "some-game", 5.0, 1, 7, "Anne", False, False, 1, 10)
        await store.commit(Change(row, users=(7,), outbox=(OutboxEntry("lobby"),)))
        await store.commit(move_after(row, interaction=int(name, 36), outbox=(OutboxEntry("sheet"),)))
        await store.post_shown(Post(name, "board", 10, 100, 1, 1.0))
        await store.draft(Draft(name, 0, "d", ("a",)))
        ended = new_table(name, guild=guild, phase="over", revision=3, actions=1)
        await store.commit(Change(ended, results=(result,)))
        rating = RatingRow(guild, "some-game", 1, 7, await _games(store, guild) + 1, name, 25.0, 8.0, 5.0)
        await store.results.rate(name, [rating], OutboxEntry("rated"))
        await store.forecasts.say(new_forecast(table=name, guild=guild))
        cup = announcing(f"{name}-cup", users=(7,), outbox=(OutboxEntry("announce"),))
        entries = (
            audit_entry(guild=guild, tournament=cup.row.id),
            audit_entry(guild=guild, tournament=None, table=name),
        )
        await store.tournaments.commit(replace(cup, row=replace(cup.row, guild=guild), audit=entries))
        await store.tournaments.post_shown(Post(cup.row.id, "announcement", 10, 100, 1, 1.0))
        await store.recurring.commit(ProgrammeChange(new_programme(f"{name}-weekly", guild=guild)))
        await store.series.commit(ProgrammeChange(new_programme(f"{name}-series", guild=guild)))
        await store.score_sheets.keep(new_score_sheet(f"{name}sheet", guild=guild))
    await store.tournaments.keep_draft(TournamentDraftRow(7, guild, "+1", 10, "some-game", b"{}", 6.0))
    await store.results.begin_season(guild, "some-game", 2, 6.0)
    await store.servers.set_preferences(guild, b'{"tables":3}')


async def _games(store: Store, guild: int) -> int:
    found = await store.results.standings(guild, "some-game", 1, [7])
    return found[7].games if found else 0

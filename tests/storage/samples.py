"""Small tables and changes for the tests of storage, whose contents mean nothing."""

from __future__ import annotations

from dataclasses import replace

from storage import ActionRow, AuditRow, Change, OutboxEntry, TableRow, TournamentChange, TournamentRow


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
        act=b'{"type":"drop","entrant":"3"}',
        reason="asked to go",
        about=80,
        about_name="Bart",
    )
    return replace(row, **fields)  # type: ignore[arg-type]

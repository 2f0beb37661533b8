"""Small tables and changes for the tests of storage, whose contents mean nothing."""

from __future__ import annotations

from dataclasses import replace

from storage import ActionRow, Change, Errand, TableRow


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


def move_after(row: TableRow, *, interaction: int | None = None, errands: tuple[Errand, ...] = ()) -> Change:
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
        errands=errands,
        full=False,
    )

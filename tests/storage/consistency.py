"""What holds of every stored table, at any moment and after any crash, if changes are stored whole or not.

It asks of the changes that `samples.move_after` makes: each with an interaction and an errand of its own.
"""

from __future__ import annotations

from storage import Store


async def assert_nothing_half_stored(store: Store) -> dict[str, int]:
    """Every table's log, standing and state tell the same; returns each table's number of actions."""
    found: dict[str, int] = {}
    for row in await store.tables(phases=("lobby", "playing", "over", "closed"), limit=1_000_000):
        log = await store.log(row.id)
        assert [action.number for action in log] == list(range(1, row.actions + 1))
        assert row.revision == row.actions + 1
        assert row.state == (b'{"move":%d}' % row.actions if log else None)
        found[row.id] = row.actions
    return found

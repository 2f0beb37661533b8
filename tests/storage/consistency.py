"""What holds of every stored table and tournament, at any moment and after any crash, if changes are stored
whole or not.

It asks of the changes that `samples.move_after` and `samples.step_after` make: each with an interaction and
an outbox entry of its own, and each step with an audit entry.
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


async def assert_no_tournament_half_stored(store: Store) -> dict[str, int]:
    """Every tournament's audit log, standing and record tell the same; returns each one's number of steps."""
    found: dict[str, int] = {}
    for row in await store.tournaments.tournaments(limit=1_000_000):
        entries = await store.audit.of_tournament(row.id)
        assert row.revision == len(entries) + 1
        assert row.record == (b'{"step":%d}' % row.revision if entries else b'{"name":"Cup"}')
        found[row.id] = len(entries)
    return found

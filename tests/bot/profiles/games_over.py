"""Games that have ended, as storage keeps them: only who finished where matters."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from storage import Change, ResultRow, Store
from tests.storage.samples import move_after, new_table

GUILD = 1
GAME = "some-game"


def results(
    table: str,
    *order: int | None,
    ended: float = 0.0,
    shared: bool = False,
    left: tuple[int, ...] = (),
    rated: bool = True,
    guild: int = GUILD,
    game: str = GAME,
    points: tuple[int, ...] = (),
    figures: dict[str, tuple[int, int]] | None = None,
) -> tuple[ResultRow, ...]:
    """A game in which these users finished in this order (None: a robot), or all shared the first place.

    `left`: those among them who left for good.
    """
    return tuple(
        ResultRow(
            *(table, seat, guild, game, ended, int(rated and user is not None)),
            *(user, f"user {user}", user is None or user in left, user in left),
            1 if shared else seat + 1,
            points[seat] if points else 10 * (len(order) - seat),
            msgspec.json.encode(figures or {}),
        )
        for seat, user in enumerate(order)
    )


async def end(store: Store, rows: tuple[ResultRow, ...]) -> None:
    """A table is opened, and its game ends like this."""
    table = new_table(rows[0].table, guild=rows[0].guild, game=rows[0].game)
    await store.commit(Change(table))
    move = move_after(table)
    await store.commit(replace(move, table=replace(move.table, phase="over"), results=rows, full=True))

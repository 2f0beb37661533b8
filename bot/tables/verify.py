"""Was every card dealt as committed? Deals a finished table's whole game again from the secret, joins and cuts."""

from __future__ import annotations

from dataclasses import dataclass

from bot.tables.history import proof_of, replayed
from bot.tables.table import Table, from_row
from games.catalogue import catalogue
from games.contract import IllegalAction
from storage.doors import Store
from storage.records import ActionRow


@dataclass(frozen=True)
class Finding:
    """One thing that was checked, for the operator to read (English, as the whole command line)."""

    right: bool
    what: str


class NotVerifiable(Exception):
    """There is nothing to check; the text says why."""


async def verify_table(store: Store, table_id: str) -> list[Finding]:
    """All that was checked of a table's shuffle and log. NotVerifiable if it is unknown, or its game was not played out."""
    row = await store.table(table_id)
    if row is None:
        raise NotVerifiable(f"There is no table {table_id} in this database.")
    if row.game not in catalogue():
        raise NotVerifiable(f"Table {table_id} plays {row.game}, which is not installed here.")
    table = from_row(row)
    if table.phase != "over":
        raise NotVerifiable(f"Table {table_id} has no finished game: hands are re-dealt only when they are no longer secret.")
    return [*_shuffle(table), *_game(table, await store.log(table_id))]


def _shuffle(table: Table) -> list[Finding]:
    proof = proof_of(table)
    joined = [proof.joins[index] for index in proof.order]
    return [
        Finding(True, f"The secret {proof.secret} has the commitment {proof.commitment}: compare it with the lobby's."),
        Finding(True, f"With {len(proof.joins)} joins and {len(proof.cuts)} cuts it makes the seed {proof.seed}."),
        Finding([seat.join for seat in table.seats] == joined, "The seats stand in the order that was drawn from the seed."),
    ]


def _game(table: Table, log: list[ActionRow]) -> list[Finding]:
    try:
        states = [state for state, _row, _events in replayed(table, log)]
    except (IllegalAction, ValueError) as error:
        return [Finding(False, f"The log does not fit the deal: {error}")]
    numbers = [row.number for row in log]
    return [
        Finding(numbers == list(range(1, len(log) + 1)), f"The log holds the actions 1 to {len(log)}, none missing."),
        Finding(states[-1] == table.state, "Dealt again and played by its log, the game ends exactly as it is stored."),
    ]

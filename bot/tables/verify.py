"""Was every card dealt as committed? Deals a finished game again from its secret, joins and cuts."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.tables.history import NO_PROOF, proof_of, replay_states
from bot.tables.model import Table
from bot.tables.repository import table_from_row
from games.catalogue import catalogue
from games.contract import IllegalAction
from games.replay import agrees
from games.text import Text, _, english
from storage.models import ActionRow
from storage.sql.store import Store

_NO_FIT = _("This game doesn't fit its seal.")


class Finding(msgspec.Struct, frozen=True):
    """One thing that was checked. `what`: for the operator to read (English, as the whole command line);
    `wrong`: for those who play, should it not be right.
    """

    right: bool
    what: str
    wrong: Text = _NO_FIT


class NotVerifiable(Exception):
    """There is nothing to check; the text says why."""


async def verify_table(store: Store, table_id: str, commitment: str | None = None) -> list[Finding]:
    """All that was checked of a table's shuffle and log, and against the commitment shown, if it is given.

    NotVerifiable if the table is unknown or cannot be read, or its game was not played out.
    """
    row = await store.table(table_id)
    if row is None:
        raise NotVerifiable(f"There is no table {table_id} in this database.")
    if row.game not in catalogue():
        raise NotVerifiable(f"Table {table_id} plays {row.game}, which is not installed here.")
    try:
        table = table_from_row(row)
        bytes.fromhex(table.record.secret + table.record.seed)
    except ValueError as error:
        raise NotVerifiable(f"What is stored of table {table_id} cannot be read: it is damaged.") from error
    if table.phase != "over":
        raise NotVerifiable(
            f"Table {table_id} has no finished game: hands are re-dealt only when they are no longer secret."
        )
    return findings(table, await store.log(table_id), commitment)


def findings(table: Table, log: list[ActionRow], commitment: str | None = None) -> list[Finding]:
    """All that can be checked of a game that has ended, dealt and played again."""
    if table.position is not None:
        return [Finding(True, english(NO_PROOF)), *_game(table, log)]
    return [_commitment(table, commitment), *_seed(table), _seats(table), *_game(table, log)]


def _commitment(table: Table, shown: str | None) -> Finding:
    made = proof_of(table).commitment
    if shown is None:
        return Finding(
            True, f"The secret has the commitment {made}. Compare it with the one that the lobby showed."
        )
    return Finding(
        made == shown.strip().lower(), f"The secret has the commitment {made}; the lobby showed {shown}."
    )


def _seed(table: Table) -> list[Finding]:
    erased = proof_of(table).erased
    if not erased:
        return []
    what = (
        f"{erased} of the cuts had to be erased at the wish of whoever had made them, so the seed cannot be "
        "made again from the secret. All below is checked against the seed that was kept."
    )
    return [Finding(True, what)]


def _seats(table: Table) -> Finding:
    proof, pod = proof_of(table), table.record.pod
    if pod is not None and pod.shares_deals:
        what = f"All pods of the round have this seed: in place of the joins stands {pod.mark!r}, and no cut."
        return Finding((proof.joins, proof.cuts) == ((pod.mark,), ()), what, _WRONG_SEATS)
    joined = [proof.joins[index] for index in proof.order]
    if pod is not None:
        what = f"The seats stand in the order of the draw, and the last of the joins is {pod.mark!r}."
        in_order = [seat.join for seat in table.seats] == joined
        return Finding(in_order and proof.joins[-1] == pod.mark, what, _WRONG_SEATS)
    made = f"the secret makes with {len(proof.joins)} joins and {len(proof.cuts)} cuts"
    what = f"The seats stand in the order drawn from the seed that {'was kept' if proof.erased else made}."
    return Finding([seat.join for seat in table.seats] == joined, what, _WRONG_SEATS)


_WRONG_SEATS = _("The seats are not in the order that was drawn.")


def _game(table: Table, log: list[ActionRow]) -> list[Finding]:
    states: list[Any] = []
    deal = 1
    try:
        for state, events in replay_states(table, log):
            states.append(state)
            deal += any(map(table.game.milestone, events))
    except (IllegalAction, ValueError) as error:
        what = f"The log does not fit the deal: {error}"
        wrong = _("Deal {number} is not the one that was sealed: its moves don't fit the cards.", number=deal)
        return [Finding(False, what, wrong)]
    numbers = [row.number for row in log]
    return [
        Finding(
            numbers == list(range(1, len(log) + 1)),
            f"The log holds the actions 1 to {len(log)}, none missing.",
            _("Moves are missing from the log."),
        ),
        Finding(
            agrees(table.state, states[-1])
            and table.game.outcome(table.state) == table.game.outcome(states[-1]),
            "Dealt again and played by its log, the game ends exactly as it is stored.",
            _("Played again from the sealed cards, the game ends differently."),
        ),
    ]

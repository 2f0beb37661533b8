"""What the shuffles of a round's tables are bound to, before anybody has seen a card there."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from bot.organising.tournament import Tournament
from games.fairness import commitment


def commitments(tournament: Tournament, round: int) -> tuple[tuple[int, str], ...]:
    """Each pod's number with the SHA-256 of its table's secret, which stands on the table's card as well."""
    tables = sorted((one for one in tournament.record.tables if one.round == round), key=lambda one: one.pod)
    return tuple((one.pod, commitment(bytes.fromhex(one.secret))) for one in tables)


def digest(sealed: Iterable[tuple[int, str]]) -> str:
    """The SHA-256 of all of them, one in a line in the order of the pods: published with the round."""
    return hashlib.sha256("".join(f"{each}\n" for _pod, each in sealed).encode("ascii")).hexdigest()

"""What storage tells those who watch over the bot: figures without a name, an id or a word that is stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from storage.records import Phase, TournamentPhase


@dataclass(frozen=True, slots=True)
class Lot:
    """A transaction that is through: what waited at the same moment, stored together."""

    writes: int
    actions: int
    """How many moves in games were stored."""
    refused: int
    """How many did not follow on what is stored, or had been stored before."""
    seconds: float
    failed: bool
    """The file or the disk was the trouble: nothing of it was stored."""


Witness: TypeAlias = Callable[[Lot], None]
"""Hears of each transaction. It must neither block nor raise."""


@dataclass(frozen=True, slots=True)
class Census:
    """What there is at one moment."""

    open_tables: Mapping[tuple[str, Phase], int]
    """By game and phase: those in their lobby and those being played."""
    ended_tables: Mapping[Phase, int]
    """By phase: those that are over or closed."""
    tournaments: Mapping[TournamentPhase, int]
    table_errands: int
    """What is still to be done for tables."""
    tournament_errands: int
    file_bytes: int
    log_bytes: int
    """Of the write-ahead log beside the file."""

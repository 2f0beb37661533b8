"""The office: every tournament there is, and all that anybody can do about one.

As in the house, a press waits for the tournament's turn, the change is worked out by pure functions, stored
in one transaction, and only then answered. What must happen afterwards (messages, tables) is begun from what
was stored, so that a crash at any point loses and doubles nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from bot.organising.acts import Act
from bot.organising.herald import Herald
from bot.organising.rights import Rights
from bot.organising.tournament import Settings, Tournament
from bot.tables.clock import Clock
from bot.tables.house import House
from bot.tables.press import Press
from bot.tournaments.plan import Plan
from bot.tournaments.running import Recomputed
from bot.tournaments.standings import Standings
from games.text import Text
from storage.doors import Store
from storage.records import AuditRow, TournamentPhase

OPEN: tuple[TournamentPhase, ...] = ("open", "running")


@dataclass(frozen=True, slots=True)
class Said:
    """The tournament as it is now, and what to tell the presser, if anything."""

    tournament: Tournament
    text: Text | None = None


class Office:
    """Opens, changes and shows tournaments. All that is returned is durable. `Refusal` says why not."""

    def __init__(self, store: Store, house: House, herald: Herald, clock: Clock) -> None:
        raise NotImplementedError

    async def open(self) -> None:
        """Take up whatever a stop or a crash left: errands, tables to open, results to fetch, moments."""
        raise NotImplementedError

    async def close(self) -> None:
        """Nothing new is begun; whatever was accepted is stored already."""
        raise NotImplementedError

    # reading

    async def tournament(self, id: str) -> Tournament:
        """The tournament as it is now. Refusal if there is none."""
        raise NotImplementedError

    async def tournaments_in(
        self, guild: int, phases: Collection[TournamentPhase] = OPEN
    ) -> list[Tournament]:
        """The tournaments of a server, the latest changed first."""
        raise NotImplementedError

    async def tournaments_of(self, user: int, phases: Collection[TournamentPhase] = OPEN) -> list[Tournament]:
        """Those that this user has entered, waits for or organises, the latest changed first."""
        raise NotImplementedError

    async def standings(self, tournament: Tournament) -> Standings:
        """Everybody in one order, by all results there are; empty before the start."""
        raise NotImplementedError

    async def plan(self, tournament: Tournament) -> Plan | None:
        """All rounds, for those who are in now; None if so few are in that it cannot be held."""
        raise NotImplementedError

    async def recomputed(self, tournament: Tournament) -> Recomputed:
        """The event made again from its seed and results: the proof."""
        raise NotImplementedError

    async def audit(self, tournament: Tournament) -> list[AuditRow]:
        """What its organisers did, the oldest first."""
        raise NotImplementedError

    # before the start

    async def create(
        self,
        press: Press,
        rights: Rights,
        *,
        guild: int,
        channel: int,
        game: str,
        settings: Settings,
        locale: str,
    ) -> Said:
        """Announce a tournament. Refusal to those who may not, and if the settings make no sense."""
        raise NotImplementedError

    async def set(self, press: Press, rights: Rights, id: str, **changes: Any) -> Said:
        """Change settings (fields of `Settings`, by name) as long as it has not begun."""
        raise NotImplementedError

    async def enter(self, press: Press, id: str, roles: Collection[int]) -> Said:
        """Join: a place, or the waiting list; during the event, late entry where that is allowed."""
        raise NotImplementedError

    async def withdraw(self, press: Press, id: str) -> Said:
        """Give the place up; after the start, drop out after the rounds that are published."""
        raise NotImplementedError

    async def check_in(self, press: Press, id: str) -> Said:
        """Say that one is here. Who is not here at the start is not in the draw."""
        raise NotImplementedError

    # the organiser's desk

    async def act(self, press: Press, rights: Rights, id: str, act: Act, reason: str) -> Said:
        """Do it, and write it into the audit log, in one transaction."""
        raise NotImplementedError

    async def undo(self, press: Press, rights: Rights, id: str, entry: int, reason: str) -> Said:
        """Take an act back, where it can be; that is an entry of its own."""
        raise NotImplementedError

    async def can_undo(self, tournament: Tournament, entry: AuditRow) -> bool:
        """Whether `undo` would be possible now."""
        raise NotImplementedError

    # people who go

    async def forget_person(self, user: int, id: str) -> None:
        """Nothing about the tournament names them any more; before its end, they have dropped out of it.

        May be called again and again.
        """
        raise NotImplementedError

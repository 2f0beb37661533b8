"""Who may organise: asked at every press, of what Discord says with that very press."""

from __future__ import annotations

from dataclasses import dataclass

from bot.organising.tournament import Tournament
from bot.tables.refusal import Refusal
from bot.wishes.servers import ServerWishes
from games.text import _


@dataclass(frozen=True, slots=True)
class Rights:
    """Whoever presses, as far as it matters: whether they may manage the server, and their roles there."""

    user: int
    manages: bool = False
    roles: frozenset[int] = frozenset()


def is_organiser(rights: Rights, wishes: ServerWishes, tournament: Tournament | None = None) -> bool:
    """Whether they may organise tournaments on this server, or at least this one."""
    if rights.manages or rights.roles & set(wishes.organisers):
        return True
    return tournament is not None and tournament.record.organiser == rights.user


def require_organiser(rights: Rights, wishes: ServerWishes, tournament: Tournament | None = None) -> None:
    """Refusal to everybody else."""
    if not is_organiser(rights, wishes, tournament):
        raise Refusal(
            "foreign",
            _(
                "Tournaments are run by those who may manage this server and by members with its organiser "
                "role, which /settings server names. Ask one of them."
            ),
        )

"""What comes in and what goes out: a press, what it comes to, and what is answered."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from bot.tables.table import Table
from games.contract import Action
from games.text import Text
from storage.records import AuditRow, Errand


@dataclass(frozen=True, slots=True)
class Press:
    """Who asks, and by which interaction of Discord's."""

    id: int
    user: int
    name: str


@dataclass(frozen=True, slots=True)
class Done:
    """The table as it is now, and what to tell the presser, if anything."""

    table: Table
    said: Text | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a press comes to, before it is stored: the table, what to tell, what must happen afterwards.

    `action` is the seat's move in the game, if it was one; `by` is whose move it is where nobody pressed.
    `audit`: what a moderator did.
    """

    table: Table
    said: Text | None = None
    errands: tuple[Errand, ...] = ()
    action: tuple[int, Action] | None = None
    by: int | None = None
    audit: tuple[AuditRow, ...] = ()


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is stored with an interaction, so that a second delivery gets the same answer."""

    table: str
    said: Text | None = None

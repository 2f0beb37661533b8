"""What a press, an act or the passing of time comes to, before it is stored."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from bot.organising.tournament import Tournament
from games.text import Text
from storage.records import AuditRow, Errand


@dataclass(frozen=True, slots=True)
class Outcome:
    """The tournament, what to tell whoever asked, what must happen afterwards, what goes into the log."""

    tournament: Tournament
    said: Text | None = None
    errands: tuple[Errand, ...] = ()
    audit: tuple[AuditRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """The tournament as it is now, and what to tell the presser, if anything."""

    tournament: Tournament
    text: Text | None = None


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is stored with an interaction, so that a second delivery gets the same answer.

    It names nobody: it is kept for a while whoever has their data erased.
    """

    tournament: str
    said: Text | None = None

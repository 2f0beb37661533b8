"""How an interaction was attended to, for those who watch over the bot. It does not say whose it was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.tables.refusal import Reason

By = Literal["press", "window", "command"]
"""A button or a list, a submitted window, or a slash command."""

Ended = Literal[
    "answered",
    "refused",  # in a sentence that says why
    "late",  # Discord did not wait for it any more: nothing was done
    "stopping",  # the bot was about to stop
    "not shown",  # Discord or a missing permission kept the answer away
    "not stored",  # the database cannot be written
    "failed",  # an error of the bot's
]


@dataclass(frozen=True, slots=True)
class Attended:
    """How it went, in seconds since the interaction arrived."""

    by: By
    kind: str
    """The verb of the button or window, or the command's name."""
    ended: Ended
    refused: Reason | None
    put_off: bool
    acknowledged: float | None
    """When Discord had the answer, or the word that it will come; None if it had neither."""
    answered: float | None
    """When it had the answer."""

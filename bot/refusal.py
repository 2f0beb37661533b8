"""Why something was not done, in a sentence for the person who asked for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from games.text import Text, _, labelled

Reason = Literal[
    "gone",  # no such table (any more)
    "stale",  # the decision this press was for has passed
    "foreign",  # somebody else's seat or somebody else's business
    "over",  # the game has ended
    "early",  # the game has not begun
    "late",  # the game has begun
    "full",
    "twice",  # already done
    "few",  # too few (or too many) for what is asked
    "shut",  # the table is locked or by invitation
    "illegal",  # the rules do not allow it
    "input",  # what was given cannot be used
]
"""Closed, so that screens, counters and tests can rely on it."""


class Refusal(Exception):
    """The press changed nothing. `text` says what, why, and what to do instead, privately to the presser."""

    def __init__(self, reason: Reason, text: Text) -> None:
        super().__init__(text.message)
        self.reason: Reason = reason
        self.text = text

    def __reduce__(self) -> tuple[type[Refusal], tuple[Reason, Text]]:
        """It comes out of a worker process as it was raised there."""
        return Refusal, (self.reason, self.text)


def read_fields(labels: Mapping[str, Text], **readings: Callable[[], Any]) -> dict[str, Any]:
    """What the fields of a window say, by their names. Refusal if any cannot be read, which names all of
    those by their `labels`, and says why.
    """
    said, wrong = dict[str, Any](), list[Text]()
    for name, reading in readings.items():
        try:
            said[name] = reading()
        except Refusal as refusal:
            wrong.append(labelled(labels[name], refusal.text))
    if not wrong:
        return said
    first, *others = wrong
    for other in others:
        first = _("{line}\n{next_line}", line=first, next_line=other)
    raise Refusal("input", first)

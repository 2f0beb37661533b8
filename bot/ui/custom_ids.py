"""The custom_ids of buttons, selects and modals: a verb and its parts, with colons between them.

All that a press needs is in its custom_id, so that buttons work after a restart. A custom_id never holds a
card, a bid or anything else that is secret: choices are named by their index.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from bot.ui.limits import CUSTOM_ID


class Spelling(msgspec.Struct, frozen=True):
    """How a part is spelled."""

    like: re.Pattern[str]
    wrong: str = ""
    """What is to be said of one that is not, with its name in braces."""


NUMBER = Spelling(re.compile("-?[0-9]{1,18}"), "{name} is no number")
"""No more digits than storage takes; no other alphabet's, no blanks and no signs that `int` would forgive."""
ID = Spelling(re.compile("[0-9]{1,20}"), "{name} is no id")
"""Somebody's or something's id, as Discord gives it."""
PLACE = Spelling(re.compile(r"\+?[0-9a-z]{1,20}"), "there can be no such {name}")
"""A table's or tournament's id: what a press is about stands in the log, where nothing else has a place."""
ANYTHING = Spelling(re.compile(".*", re.DOTALL))


class ListValues(msgspec.Struct, frozen=True):
    """What can come with a list's verb: each value like this, and at least so many of them."""

    like: re.Pattern[str]
    least: int = 1


VERBS: dict[str, Mapping[str, Spelling]] = {}
"""The parts that follow each verb, by their names: what answers a verb declares it (`bot.commands.verbs`)."""
NUMBERS: set[str] = set()
"""Names of parts that are whole numbers."""
LISTS: dict[str, ListValues] = {}
"""By verb. What else a value may be is for whoever asks to know."""


def declare(verb: str, parts: Mapping[str, Spelling], values: ListValues | None = None) -> None:
    """There is such a verb, of a list if it has `values`. ValueError if it has other parts by now."""
    if VERBS.setdefault(verb, parts) != parts:
        raise ValueError(f"declared with other parts: {verb}")
    NUMBERS.update(name for name, spelling in parts.items() if spelling is NUMBER)
    if values is not None:
        LISTS[verb] = values


def encode(verb: str, *parts: str | int) -> str:
    """The custom_id. ValueError if the verb does not take these parts, or they do not fit."""
    custom_id = ":".join([verb, *map(str, parts)])
    if custom_id.count(":") != len(VERBS[verb]) or len(custom_id) > CUSTOM_ID:
        raise ValueError(f"not a custom_id: {custom_id}")
    return custom_id


def decode(custom_id: str) -> tuple[str, tuple[str, ...]]:
    """The verb and its parts, the numbers among which are numbers. ValueError if it is none of ours."""
    verb, *parts = custom_id.split(":")
    if verb not in VERBS or len(parts) != len(VERBS[verb]) or len(custom_id) > CUSTOM_ID:
        raise ValueError(f"not a custom_id of ours: {custom_id}")
    for (name, spelling), part in zip(VERBS[verb].items(), parts, strict=True):
        if not spelling.like.fullmatch(part):
            raise ValueError(f"not a custom_id of ours, as {spelling.wrong.format(name=name)}: {custom_id}")
    return verb, tuple(parts)


def require_valid_values(verb: str, values: Sequence[str]) -> None:
    """ValueError unless these values can have been chosen from a list, if the verb is a list's."""
    wanted = LISTS.get(verb)
    if wanted is None:
        return
    if len(values) < wanted.least or not all(map(wanted.like.fullmatch, values)):
        raise ValueError(f"not to be chosen from a list of ours: {verb}")


def is_id(value: str) -> bool:
    """Whether it is spelled like the id of a person, role or channel."""
    return ID.like.fullmatch(value) is not None


def is_turn_notification(custom_id: str, user: int | None = None) -> bool:
    """Whether it is of a button on a message that told this user of their turn (None: anybody of theirs)."""
    verb, *parts = custom_id.split(":")
    return verb == "nudged" and (user is None or parts[-1] == str(user))

"""Words that a game (or the bot) says to people, before it is known in which language.

A `Text` is an English sentence with named places, kept as data: the sentence is looked up in a gettext
catalogue and filled in only when somebody reads it, in that person's language. Nothing is glued from pieces:
what stands in a place is a number, a proper name, a seat (shown as its player's name), another `Text`, or a
`Listed` of those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

import msgspec

__all__ = [
    "Listed",
    "Player",
    "Seat",
    "Text",
    "Value",
    "Words",
    "_",
    "_n",
    "english",
    "figure",
    "labelled",
    "named",
    "seats_words",
    "sentences",
    "signed",
]

Seat: TypeAlias = int
"""A place at the table: 0 for the first in the order of play, clockwise."""


class Player(msgspec.Struct, frozen=True, tag="player"):
    """Whoever sits at `seat`; readers see the name, escaped."""

    seat: Seat


class Text(msgspec.Struct, frozen=True, tag="text"):
    """A sentence (`str.format` places) with what goes into it.

    `plural` and `count` are set together by `_n`: the language's own rule chooses the form.
    """

    message: str
    values: dict[str, Value] = {}
    plural: str = ""
    count: int = 0


class Listed(msgspec.Struct, frozen=True, tag="list"):
    """Several of them, shown one after another as the reader's language lists things."""

    items: tuple[Value, ...]
    either: bool = False
    """One of them is meant, any one: "this or that"."""


Value: TypeAlias = str | int | Player | Text | Listed

Words: TypeAlias = Callable[[Text], str]
"""Says a text in a reader's language, without markup: what a drawing, which must measure words, is given."""


def _(message: str, /, **values: Value) -> Text:
    """A sentence to be translated; every place of `message` is named in `values`."""
    return Text(message, values)


def _n(one: str, many: str, count: int, /, **values: Value) -> Text:
    """A sentence that depends on `count`, which is also available as the place `{count}`."""
    return Text(one, {"count": count, **values}, many, count)


def named(seat: Seat) -> Text:
    """Nothing but the name of whoever sits there."""
    return _("{player}", player=Player(seat))


def labelled(label: Value, words: Value) -> Text:
    """What something is called, or whose it is, and what there is to say of it."""
    return _("{label}: {words}", label=label, words=words)


def seats_words(seats: Iterable[Seat]) -> Listed:
    """The players of these seats by name, as a list in words."""
    return Listed(tuple(map(Player, seats)))


def sentences(several: Iterable[Text]) -> Text:
    """Sentences one after the other, as one text. There is at least one."""
    first, *others = several
    for other in others:
        first = _("{sentence} {next_sentence}", sentence=first, next_sentence=other)
    return first


def figure(points: int) -> str:
    """Points in all: 60, −40. With a true minus, which screen readers speak."""
    return str(points).replace("-", "−")


def signed(points: int) -> str:
    """Points won or lost: +60, −40, 0."""
    return f"+{points}" if points > 0 else figure(points)


def english(text: Text, names: Mapping[Seat, str] | None = None) -> str:
    """The text in English, for logs and tests: readers are served by catalogues, in their own language.

    `names`: who sits where; a seat without a name is called by its number, from 1. KeyError if a place of the
    sentence is not filled.
    """
    message = text.plural if text.plural and text.count != 1 else text.message
    return message.format(**{place: _spelled(value, names or {}) for place, value in text.values.items()})


def _spelled(value: Value, names: Mapping[Seat, str]) -> str:
    if isinstance(value, Text):
        return english(value, names)
    if isinstance(value, Player):
        return names.get(value.seat, f"seat {value.seat + 1}")
    if isinstance(value, Listed):
        *others, last = [_spelled(item, names) for item in value.items] or [""]
        return f"{', '.join(others)} {'or' if value.either else 'and'} {last}" if others else last
    return str(value)

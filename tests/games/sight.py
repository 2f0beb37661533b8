"""What a watcher is shown and told at one moment, as plain lines, and what has changed a moment later."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeAlias

import msgspec

from games.contract import Action, AnyGame, Board, Hand, Menu, Sheet
from games.text import Listed, Player, Seat, Text, _, english

MOST_ACTIONS = 16
"""Legal actions that are written out; of more, the first and the last are, and a fingerprint of all."""
SAID_ELSEWHERE = ("seat", "players", "to_act")
"""Fields of an observation that are told with every action, or never change."""
ASKING = ("asked", "not allowed")
"""Where the words stand that ask for an action."""


@dataclass(frozen=True)
class Sight:
    """One watcher's view: words by where they stand on the screens, and the observation's facts by name."""

    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    facts: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True)
class Change:
    """Lines of words that went (-), came (+) or replace all that stood there (!), and facts."""

    words: tuple[str, ...]
    facts: tuple[str, ...]


def sight(game: AnyGame, observation: Any, names: Mapping[Seat, str]) -> Sight:
    """All that this observation tells, and all that is shown of it. `names`: who sits where."""
    words: dict[str, tuple[str, ...]] = {}
    for where, *texts in (
        *_board_lines(game.board(observation)),
        *_hand_lines(game.hand(observation)),
        *_asked_lines(game.steps(observation)),
        *_sheet_lines(game.sheet(observation)),
    ):
        line = " | ".join(english(text, names) for text in texts)
        words[where] = (*words.get(where, ()), line)
    return Sight(words, {name: value for name, value in _facts(observation) if name not in SAID_ELSEWHERE})


def change(before: Sight, after: Sight) -> Change:
    """The difference between two moments of one watcher."""
    words = [
        f"{sign} {where}: {line}"
        for where in dict.fromkeys((*after.words, *before.words))
        if where in after.words or where not in ASKING  # the facts say that nothing is asked any more
        for sign, line in _lines_changed(before.words.get(where, ()), after.words.get(where, ()))
    ]
    return Change(tuple(words), tuple(_facts_changed(before.facts, after.facts)))


def _lines_changed(before: tuple[str, ...], after: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Line by line; where no line is left of what stood there, only what stands there now."""
    if before and after and set(before).isdisjoint(after):
        yield from (("!", line) for line in after)
        return
    for tag, old, old_end, new, new_end in SequenceMatcher(None, before, after, False).get_opcodes():
        if tag != "equal":
            yield from (("-", line) for line in before[old:old_end])
            yield from (("+", line) for line in after[new:new_end])


def _facts_changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"{name} is gone" for name in before if name not in after)
    for name, value in after.items():
        if name not in before or before[name] != value:
            grown = _grown_by(before.get(name), value)
            yield f"{name} = {_spelled(name, value)}" if grown is None else f"{name} += {_listed(grown)}"


def _grown_by(before: Any, after: Any) -> Any:
    """What has been put at the end, if that is shorter to say; None if not."""
    if not (_is_row(before) and _is_row(after) and after[: len(before)] == before):
        return None
    grown = after[len(before) :]
    return grown if len(grown) <= len(before) else None


# The screens as lines: where a line stands, and its text, or several that stand beside each other

Line: TypeAlias = tuple[str, *tuple[Text, ...]]


def _board_lines(board: Board) -> Iterator[Line]:
    yield "headline", board.headline
    yield "turn", board.turn
    yield from (("table", line) for line in board.table)
    for line in board.seats:
        yield f"seat {line.seat}", line.words
    yield from (("leads", _("{player}", player=Player(line.seat))) for line in board.seats if line.leads)
    if board.recap is not None:
        yield "recap title", board.recap.title
        yield from (("recap", line) for line in board.recap.lines)


def _hand_lines(hand: Hand | None) -> Iterator[Line]:
    if hand is not None:
        yield "hand title", hand.title
        yield from (("hand", card) for card in hand.cards)
        if hand.note is not None:
            yield "note", hand.note


def _asked_lines(menu: Menu | None) -> Iterator[Line]:
    """What is asked, and what is shown but refused; what is allowed stands among the facts."""
    if menu is None:
        return
    yield "asked", menu.prompt
    refused = [(choice.why_not, choice.label) for choice in menu.choices if choice.why_not is not None]
    for reason, several in groupby(refused, key=itemgetter(0)):
        yield (
            "not allowed",
            _("{choices}", choices=Listed(tuple(label for _reason, label in several))),
            reason,
        )


def _sheet_lines(sheet: Sheet | None) -> Iterator[Line]:
    if sheet is not None:
        yield "sheet title", sheet.title
        yield from (("sheet", row.label, *row.cells) for row in sheet.rows)
        yield "sheet totals", sheet.totals.label, *sheet.totals.cells
        yield from (("sheet latest", line) for line in sheet.latest)


# The observation as facts: the names of its fields, with dots where one stands inside another


def _facts(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    inside = _parts(value)
    if inside is None:
        yield name, value
        return
    for part, inner in inside:
        yield from _facts(inner, f"{name}.{part}" if name else part)


def _parts(value: Any) -> list[tuple[str, Any]] | None:
    """What a value is made of; None for one that is written in a line."""
    if isinstance(value, msgspec.Struct):
        return [(part, getattr(value, part)) for part in value.__struct_fields__]
    if isinstance(value, Mapping):
        return [(str(part), inner) for part, inner in value.items()]
    if isinstance(value, tuple | list) and any(_parts(item) is not None for item in value):
        return [(str(part), inner) for part, inner in enumerate(value)]
    return None


def _is_row(value: Any) -> bool:
    return isinstance(value, tuple | list | bytes)


def _spelled(name: str, value: Any) -> str:
    if name == "legal":
        return _actions(value)
    return _word(value)


def _actions(legal: tuple[Action, ...]) -> str:
    if len(legal) <= MOST_ACTIONS:
        return _listed(legal)
    fingerprint = hashlib.sha256("\n".join(legal).encode()).hexdigest()[:8]
    return f"{len(legal)} actions from [{legal[0]}] to [{legal[-1]}], fingerprint {fingerprint}"


def _listed(values: Any) -> str:
    between = ", " if any(isinstance(value, str) for value in values) else " "
    return f"[{between.join(map(_word, values))}]"


def _word(value: Any) -> str:
    match value:
        case None:
            return "none"
        case tuple() | list() | bytes():
            return _listed(value)
        case bool():
            return "yes" if value else "no"
        case str():
            return value or "nothing"
        case _:
            return str(value)


def told(text: Text | None, names: Mapping[Seat, str]) -> str:
    """A sentence for the log; one that goes without saying says so."""
    return "(goes without saying)" if text is None else english(text, names)

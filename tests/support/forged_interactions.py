"""Presses that no screen of ours offers: what somebody could send who writes interactions by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

from bot.commands.buttons import BUTTONS, MODALS
from bot.ui.custom_ids import LISTS, NUMBERS, VERBS
from playground import Playground, Reply, Visitor
from playground.interactions import Kind
from playground.model import Channel, Post
from playground.rules.commands import CHAT_INPUT, STRING, SUBCOMMAND, SUBCOMMAND_GROUP, USER
from playground.rules.components import BUTTON, LABEL, STRING_SELECT, TEXT_INPUT
from playground.slash import resolve_user
from tests.bot.test_secrets import cards_read_on

ODD_NUMBERS = ("0", "1", "2", "5", "24", "-1", "-7", "9" * 17, "-" + "9" * 17)
NO_NUMBERS = ("", "x", "1.5", "1e3", "+1", " 1", "1_0", "٣", "9" * 40, "0x10")
ODD_WORDS = (
    "",
    "?",
    "\u202edrow",
    "\u200b",
    "@everyone",
    "`x`",
    "<@1>",
    "None",
    "🏴‍☠️" * 4,
    "a b",
    "-",
    "+x",
    "0",
)
FIELDS = ("reason", "person", "length", "word", "zone", "move", "bank", "increment", "name", "starts", "cap")
"""The ids of the fields that the bot's windows have."""


Option: TypeAlias = dict[str, Any]
"""Of a command: as it is registered, or as it is given."""


@dataclass(frozen=True)
class Crafted:
    """One press: a custom_id, with what was chosen from a list, or what was written into a window."""

    custom_id: str
    values: tuple[str, ...] | None = None
    written: Mapping[str, str] | None = None

    @property
    def kind(self) -> Kind:
        """Whether it is a press or a submitted window."""
        return Kind.COMPONENT if self.written is None else Kind.MODAL

    def data(self) -> dict[str, Any]:
        """As Discord would send it."""
        if self.written is None:
            if self.values is None:
                return {"custom_id": self.custom_id, "component_type": BUTTON, "id": 1}
            values = list(self.values)
            return {"custom_id": self.custom_id, "component_type": STRING_SELECT, "id": 1, "values": values}
        lines = [
            {"type": LABEL, "id": at, "component": component | {"custom_id": field}}
            for at, (field, value) in enumerate(self.written.items())
            for component in ({"type": TEXT_INPUT, "value": value, "values": [value]},)
        ]
        return {"custom_id": self.custom_id, "components": lines, "resolved": {}}


class Forger:
    """Makes up presses. `known`: by the name of a part, what it can be that exists.

    The first two of each verb and of each command are whole, and name what exists: one thing, and another.
    """

    def __init__(self, seed: int, known: Mapping[str, Sequence[str]]) -> None:
        self._seed, self._random = seed, Random(seed)
        self._known = known

    def presses(self, times: int, without: Sequence[str] = ()) -> Iterator[Crafted]:
        """So many of each verb, of buttons, lists and windows."""
        for verb in sorted(BUTTONS.keys() - set(without)):
            for time in range(times):
                values = self._values(verb) if verb in LISTS and self._random.random() < 0.9 else None
                yield Crafted(self._custom_id(verb, self._existing(time)), values)
        for verb in sorted(MODALS.keys() - set(without)):
            for time in range(times):
                words = (*ODD_WORDS, "because", "10 min", "30 s")
                written = {each: self._random.choice(words) for each in FIELDS}
                yield Crafted(self._custom_id(verb, self._existing(time)), None, written)

    def commands(self, pg: Playground, channel: Channel, times: int) -> Iterator[Typed]:
        """So many of each command, given and (half of them) still being typed."""
        resolved: dict[str, Any] = {}
        people = [resolve_user(pg.world, channel, each, resolved) for each in pg.world.state.people]
        for path, options in commands_of(pg):
            for time in range(times):
                existing = self._existing(time)
                given = tuple(
                    {"name": each["name"], "type": each["type"], "value": self._value(each, people, existing)}
                    for each in options
                    if existing is not None or each.get("required") or self._random.random() < 0.7
                )
                yield Typed(path, given, resolved)
                names = {each["name"] for each in given}
                opening = [
                    each["name"] for each in options if each.get("autocomplete") and each["name"] in names
                ]
                if opening and self._random.random() < 0.5:
                    yield Typed(path, given, focused=self._random.choice(opening))

    def _value(self, option: Option, people: Sequence[str], existing: int | None) -> Any:
        """Of the kind that Discord itself sees to; nothing else is as it should be."""
        if option["type"] == USER:
            return self._random.choice(people)
        if option["type"] != STRING:
            return self._random.randint(option.get("min_value") or 0, option.get("max_value") or 99)
        least, most = option.get("min_length") or 0, option.get("max_length") or 100
        known = self._known.get(option["name"], ())
        if existing is not None and known:
            return known[existing % len(known)]
        known = known if self._random.random() < 0.6 else ()
        return self._random.choice(known or (*ODD_WORDS, *NO_NUMBERS)).ljust(least, "?")[:most]

    def _existing(self, time: int) -> int | None:
        """Which of what exists is named then; None: anything at all is."""
        return self._seed + time if time < 2 else None

    def _custom_id(self, verb: str, existing: int | None) -> str:
        if existing is not None:
            known = (self._known.get(name, ODD_NUMBERS) for name in VERBS[verb])
            return ":".join((verb, *(each[existing % len(each)] for each in known)))
        parts = [self._part(name) for name in VERBS[verb]]
        match self._random.randrange(20):
            case 0:
                parts = parts[1:]
            case 1:
                parts = [*parts, "more"]
            case _:
                pass
        return ":".join((verb, *parts))

    def _part(self, name: str) -> str:
        if name in NUMBERS:
            return self._random.choice(ODD_NUMBERS if self._random.random() < 0.85 else NO_NUMBERS)
        known = self._known.get(name, ())
        return self._random.choice(known if known and self._random.random() < 0.85 else ODD_WORDS)

    def _values(self, verb: str) -> tuple[str, ...]:
        pool = (*ODD_NUMBERS, *NO_NUMBERS, *ODD_WORDS, *self._known["table"], *self._known["kind"])
        return tuple(self._random.choices(pool, k=self._random.choice((0, 1, 1, 1, 1, 3))))


@dataclass(frozen=True)
class Typed:
    """A command with options that nobody's client has looked at. `path`: its name with those that follow.

    With `focused`, the option that is being typed into, it asks for the list that opens.
    """

    path: str
    options: tuple[Option, ...] = ()
    resolved: Mapping[str, Any] = field(default_factory=dict[str, Any])
    focused: str | None = None

    @property
    def kind(self) -> Kind:
        """Whether it is given, or still being typed."""
        return Kind.COMMAND if self.focused is None else Kind.AUTOCOMPLETE

    def data(self) -> dict[str, Any]:
        """As Discord would send it."""
        first, *steps = self.path.split()
        given = [dict(each, focused=True) if each["name"] == self.focused else each for each in self.options]
        for depth, step in enumerate(reversed(steps)):
            given = [{"name": step, "type": SUBCOMMAND if depth == 0 else SUBCOMMAND_GROUP, "options": given}]
        data: dict[str, Any] = {"id": "1", "name": first, "type": CHAT_INPUT, "options": given}
        return data | {"resolved": self.resolved} if self.resolved else data


def commands_of(pg: Playground) -> Iterator[tuple[str, list[Option]]]:
    """Every command that can be given, as the bot has registered it, with its options."""

    def inside(path: str, options: list[Option]) -> Iterator[tuple[str, list[Option]]]:
        steps = [each for each in options if each["type"] in (SUBCOMMAND, SUBCOMMAND_GROUP)]
        for each in steps:
            yield from inside(f"{path} {each['name']}", each.get("options") or [])
        if not steps:
            yield path, options

    for commands in pg.world.state.commands.values():
        for command in commands:
            yield from inside(command["name"], command.get("options") or [])


async def reply_to(
    pg: Playground, person: Visitor, crafted: Crafted | Typed, source: Post | Channel
) -> Reply:
    """What the bot says first to it, sent as if from a message that somebody sees, or from a channel.

    InteractionFailed if it says nothing in time.
    """
    post = source if isinstance(source, Post) else None
    channel = pg.world.channel(source.id if isinstance(source, Channel) else source.message.channel_id)
    begin = pg.backend.interactions.begin
    return await person.answered(begin(crafted.kind, person.id, channel, crafted.data(), post))


async def answer_to(pg: Playground, person: Visitor, crafted: Crafted | Typed, source: Post | Channel) -> str:
    """The words of it: a message with the cards on its buttons, a window's title, the list that opened."""
    reply = await reply_to(pg, person, crafted, source)
    if reply.modal is not None:
        return str(reply.modal.title)
    if crafted.kind is Kind.AUTOCOMPLETE:
        return "\n".join(choice["name"] for choice in reply.interaction.choices)
    shown = await reply.settled()
    return "" if shown is None else "\n".join((shown.text, *cards_read_on(shown.post.message)))

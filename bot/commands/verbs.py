"""A verb is declared where it is answered: `@button("hint")` above the function, whose parameters are the
parts of the custom_id.

After the context, each parameter is one part, read as its type says; what stands behind a `*` is for callers
in code. A list's function takes what was chosen as its last parameter: one value, or a list of any number.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from types import UnionType
from typing import Annotated, Any, NewType, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from bot.client.interaction_context import AnswerPlace
from bot.commands.context import Context
from bot.tables.model import Table
from bot.tables.options import check_game
from bot.tournaments.model import Tournament
from bot.ui import custom_ids
from bot.ui.custom_ids import ListValues, Spelling
from games.contract import AnyGame

Answer = TypeVar("Answer", bound=Callable[..., Awaitable[None]])
Opener: TypeAlias = Callable[..., Awaitable[object]]

Snowflake = NewType("Snowflake", int)
"""Somebody's or something's id, as Discord gives it."""
Id = NewType("Id", str)
"""A table's or tournament's id, where the handler itself looks up what is meant."""


@dataclass(frozen=True)
class Found:
    """Beside a parameter's type: what makes of the id in a custom_id what is meant by it."""

    by: Callable[[Context, str], Awaitable[object]]


@dataclass(frozen=True)
class Part:
    """How a part is spelled, and what the handler is given for it."""

    spelling: Spelling
    read: Callable[[str], object] = str
    found: Callable[[Context, str], Awaitable[object]] | None = None


PARTS: Mapping[object, Part] = {
    int: Part(custom_ids.NUMBER, int),
    str: Part(custom_ids.ANYTHING),
    bool: Part(custom_ids.ANYTHING, "1".__eq__),
    Snowflake: Part(custom_ids.ID, int),
    Id: Part(custom_ids.PLACE),
    Table: Part(custom_ids.PLACE, found=Context.table_here),
    Tournament: Part(custom_ids.PLACE, found=Context.tournament_here),
    AnyGame: Part(custom_ids.ANYTHING, check_game),
}
"""How a part is read, by the type of the parameter that takes it."""


@dataclass(frozen=True)
class Handler:
    """What a verb does, and where the answer may stand."""

    answer: Callable[..., Awaitable[None]]
    parts: Sequence[Part]
    chosen: Callable[[Sequence[str]], object] | None
    """What a list's handler is given of what was chosen."""
    place: AnswerPlace
    in_lobby: bool = False
    """Whether it belongs to a lobby, which may be read long after the game has begun."""
    opened_by: str = ""
    """The verb of the button that opens a window, if it is another one."""
    back: Callable[..., str] | None = None
    """Makes of a window's parts, by their names, the custom_id that shows again from where it was opened."""

    async def arguments(self, context: Context, parts: Sequence[str]) -> list[object]:
        """What follows the context. Refusal if something is named that there is not."""
        given = [
            part.read(text) if part.found is None else await part.found(context, text)
            for part, text in zip(self.parts, parts, strict=True)
        ]
        return given if self.chosen is None else [*given, self.chosen(context.values)]


BUTTONS: dict[str, Handler] = {}
"""The handlers of buttons and lists, by verb."""
MODALS: dict[str, Handler] = {}
"""Those of submitted windows. The button of the same custom_id opens the window, if there is one."""


def button(
    verb: str, place: AnswerPlace = "private", *, in_lobby: bool = False, after: Opener | None = None
) -> Callable[[Answer], Answer]:
    """Declares what a button does. `after`: it is given what this makes of context and first parts."""
    return lambda answer: _declare(BUTTONS, verb, answer, after, place=place, in_lobby=in_lobby)


def select(
    verb: str, place: AnswerPlace = "private", *, in_lobby: bool = False, after: Opener | None = None
) -> Callable[[Answer], Answer]:
    """Declares what a choice from a list does, likewise."""
    return lambda answer: _declare(BUTTONS, verb, answer, after, place=place, in_lobby=in_lobby, is_list=True)


def modal(
    verb: str,
    place: AnswerPlace = "private",
    *,
    opened_by: str = "",
    back: Callable[..., str] | None = None,
    after: Opener | None = None,
) -> Callable[[Answer], Answer]:
    """Declares what a submitted window does, likewise."""
    return lambda answer: _declare(MODALS, verb, answer, after, place=place, opened_by=opened_by, back=back)


def _declare(
    handlers: dict[str, Handler],
    verb: str,
    answer: Answer,
    after: Opener | None,
    *,
    is_list: bool = False,
    **more: Any,
) -> Answer:
    """Notes the handler, and the verb with its parts. ValueError if the verb is taken, or has other parts."""
    hints, chosen, values = _hints(answer), None, None
    if is_list:
        chosen, values = _choice(hints.pop([*hints][-1]))
    first = {} if after is None else _hints(after)
    parts = {name: _part(hint) for name, hint in {**first, **hints}.items()}
    custom_ids.declare(verb, {name: part.spelling for name, part in parts.items()}, values)
    if verb in handlers:
        raise ValueError(f"declared twice: {verb}")

    async def answer_after(context: Context, *given: object) -> None:
        assert after is not None
        await answer(await after(context, *given[: len(first)]), *given[len(first) :])

    whole = answer if after is None else answer_after
    handlers[verb] = Handler(whole, tuple(parts.values()), chosen, **more)
    return answer


def _hints(function: Callable[..., object]) -> dict[str, Any]:
    """The types of the parameters after the first, but for those behind a `*`."""
    _context, *parameters = inspect.signature(function).parameters.values()
    hints = get_type_hints(function, include_extras=True)
    return {each.name: hints[each.name] for each in parameters if each.kind is not each.KEYWORD_ONLY}


def _part(hint: Any) -> Part:
    if get_origin(hint) in (Union, UnionType):
        hint = get_args(hint)[0]
    if get_origin(hint) is not Annotated:
        return PARTS[hint]
    kind, how = get_args(hint)
    if isinstance(how, Found):
        return Part(custom_ids.PLACE, found=how.by)
    return Part(Spelling(re.compile(how)), PARTS[kind].read)


def _choice(hint: Any) -> tuple[Callable[[Sequence[str]], object], ListValues]:
    """What makes of the values what the handler is given, and which values there can be."""
    if get_origin(hint) is list:
        part = _part(*get_args(hint))
        return lambda values: list(map(part.read, values)), ListValues(part.spelling.like, least=0)
    part = _part(hint)
    return lambda values: part.read(values[0]), ListValues(part.spelling.like)

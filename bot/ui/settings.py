"""What can be set, each thing declared once: how it is drawn, what may be chosen, and how it is said.

A table is a sequence of settings; `SettingsTable` draws a page of it, finds what a press means, and tells
what has changed. Nothing here knows what any setting is about. `S` is what is being set up, with all that a
setting needs to know of it; `T` is what is kept of that in the end, and what sentences are made of.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import msgspec

from bot.i18n import Reader
from bot.ui import components as ui
from bot.ui import custom_ids
from games.text import Text

Changes: TypeAlias = dict[str, Any]
"""Fields that change, by name, with what they are from now on."""
Offer: TypeAlias = Text | tuple[Text, Text]
"""What a value is called in a list; with a note, it stands below in small letters."""
Typed: TypeAlias = Callable[[str], str]
"""What was written into a window's field."""


class Subject(Protocol):
    """What is being set up."""

    def value(self, name: str) -> Any:
        """What the field of that name is now."""
        ...


S = TypeVar("S", bound=Subject)
T = TypeVar("T")


class Form(msgspec.Struct, frozen=True):
    """Where settings are drawn: for whom, and by which verbs and parts their custom_ids begin."""

    reader: Reader
    lists: tuple[str, ...]
    buttons: tuple[str, ...] = ()
    windows: tuple[str, ...] = ()
    there: Collection[int] = ()
    """The roles and channels that the server has: others cannot be shown as chosen."""
    lists_end: tuple[str, ...] = ()
    """What a list's custom_id ends with."""

    def list_id(self, what: str) -> str:
        """The custom_id of the list of what is chosen there."""
        return custom_ids.encode(*self.lists, what, *self.lists_end)

    def button(self, text: Text, what: str, value: str | int) -> ui.Button:
        """A button that chooses the value."""
        verb, *parts = self.buttons
        return ui.button(self.reader, text, verb, *parts, what, value)

    def opener(self, text: Text, what: str) -> ui.Button:
        """A button that opens the window of that name."""
        verb, *parts = self.windows
        return ui.button(self.reader, text, verb, *parts, what)


Part: TypeAlias = ui.Row | ui.Button


def _always(_now: object) -> bool:
    return True


def _nothing(_said: object) -> Iterable[Text]:
    return ()


@dataclass(frozen=True)
class Setting(ABC, Generic[S, T]):
    """One thing that can be set.

    `name`: what custom_ids call it; one that ends with a dot stands for all that begin so. `field`: what it
    is called where it is kept, if that is something else. `says`: in lines, what holds. `right`: what whoever
    chooses it must be allowed to do themselves, by a name.
    """

    name: str
    _: KW_ONLY
    field: str = ""
    shown: Callable[[S], bool] = _always
    says: Callable[[T], Iterable[Text]] = _nothing
    right: str = ""

    @property
    def kept_as(self) -> str:
        """The field that it sets."""
        return self.field or self.name

    def means(self, what: str) -> bool:
        """Whether the part of a custom_id names it."""
        return what.startswith(self.name) if self.name.endswith(".") else what == self.name

    def lines(self, kept: T) -> Iterable[Text]:
        """What holds, as it is said."""
        return self.says(kept)

    @abstractmethod
    def draw(self, now: S, form: Form) -> Iterable[Part]:
        """The rows and buttons with which it is chosen, as it stands now."""

    def take(self, now: S, what: str, values: Sequence[str]) -> Changes:
        """What comes of choosing that. ValueError or KeyError if it is not (or no longer) offered."""
        raise ValueError(f"nothing is chosen for {what}")


def spelled(value: object) -> str:
    """How a value stands in a custom_id or in a list: 1 and 0 for yes and no, whole seconds for a length of
    time, commas within an order.
    """
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, float):
        return f"{value:.0f}"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


@dataclass(frozen=True)
class OneOf(Setting[S, T]):
    """One value from a list. Every line says what the list is about: one that has a value shows no hint.

    `offers`: the values, by what they are called; none: there is nothing to choose. `empty`: how a value
    that is nothing is spelled. `brings`: all that changes with it.
    """

    hint: Text
    offers: Callable[[S], Mapping[Any, Offer]]
    _: KW_ONLY
    chosen: Callable[[S], Any] | None = None
    brings: Callable[[S, Any], Changes] | None = None
    empty: str = ""

    def draw(self, now: S, form: Form) -> Iterable[Part]:
        offers = self.offers(now)
        held = self.spelled(now.value(self.kept_as) if self.chosen is None else self.chosen(now))
        if offers:
            yield ui.select(
                form.reader,
                form.list_id(self.name),
                self.hint,
                (self._line(form, value, offer, held) for value, offer in offers.items()),
            )

    def _line(self, form: Form, value: Any, offer: Offer, held: str) -> ui.Option:
        text, note = offer if isinstance(offer, tuple) else (offer, None)
        written = self.spelled(value)
        return ui.option(form.reader, text, written, note, chosen=written == held)

    def take(self, now: S, what: str, values: Sequence[str]) -> Changes:
        chosen = {self.spelled(value): value for value in self.offers(now)}[values[0] if values else ""]
        return {self.kept_as: chosen} if self.brings is None else self.brings(now, chosen)

    def spelled(self, value: Any) -> str:
        """How the value stands in the list: like `spelled`, but for one that is nothing."""
        return self.empty if self.empty and not value else spelled(value)


@dataclass(frozen=True)
class Switch(Setting[S, T]):
    """One of two values, with a button that says what pressing it does. `values`: off, and on; `said`: what
    holds then, for a subject that knows its fields.
    """

    on: Text
    off: Text
    _: KW_ONLY
    values: tuple[Any, Any] = (False, True)
    said: tuple[Text, Text] | None = None
    brings: Callable[[S, Any], Changes] | None = None

    def lines(self, kept: Any) -> Iterable[Text]:
        return super().lines(kept) if self.said is None else [self.said[self._is_on(kept)]]

    def _is_on(self, now: Subject) -> bool:
        return now.value(self.kept_as) == self.values[1]

    def draw(self, now: S, form: Form) -> Iterable[Part]:
        is_on = self._is_on(now)
        value = spelled(self.values[0 if is_on else 1])
        yield form.button(self.off if is_on else self.on, self.name, value)

    def take(self, now: S, what: str, values: Sequence[str]) -> Changes:
        chosen = {spelled(value): value for value in self.values}[values[0] if values else ""]
        return {self.kept_as: chosen} if self.brings is None else self.brings(now, chosen)


@dataclass(frozen=True)
class Picked(Setting[S, T]):
    """Roles or channels of the server, from the list that Discord has of them. `types`: Discord's types of
    channels; none: it is roles that are picked. `most`: one is kept as its id (0: none), several in a tuple.
    `clear`: a button that takes the choice back; `cleared`: the value that does.
    """

    hint: Text
    _: KW_ONLY
    types: tuple[int, ...] = ()
    most: int = 25
    clear: Text | None = None
    cleared: str = "0"

    def draw(self, now: S, form: Form) -> Iterable[Part]:
        kept = now.value(self.kept_as)
        chosen = kept if isinstance(kept, tuple) else (kept,) if kept else ()
        if self.types:
            yield ui.channel_select(
                form.reader,
                form.list_id(self.name),
                self.hint,
                self.types,
                chosen,
                form.there,
                self.most,
            )
        else:
            yield ui.role_select(
                form.reader, form.list_id(self.name), self.hint, chosen, form.there, self.most
            )
        if kept and self.clear is not None:
            yield form.button(self.clear, self.name, self.cleared)

    def take(self, now: S, what: str, values: Sequence[str]) -> Changes:
        picked = [] if list(values) in ([], [self.cleared], ["0"], [""]) else list(values)
        if not all(map(custom_ids.is_id, picked)):
            raise ValueError(f"no ids: {picked}")
        ids = tuple(map(int, picked))
        return {self.kept_as: ids if self.most > 1 else (*ids, 0)[0]}


@dataclass(frozen=True)
class Window(Setting[S, T]):
    """What has to be typed. `opener`: its button; `modal`: its window, None if there is none of that name;
    `read`: what comes of what was typed. A Refusal says what cannot be read.
    """

    opener: Callable[[S], Iterable[tuple[Text, str]]]
    modal: Callable[[S, str, str, Reader], ui.Modal | None]
    read: Callable[[S, str, Typed], Changes]

    def draw(self, now: S, form: Form) -> Iterable[Part]:
        return (form.opener(text, what) for text, what in self.opener(now))

    def window(self, now: S, what: str, form: Form) -> ui.Modal | None:
        """The window of that name."""
        custom_id = custom_ids.encode(*form.windows, what)
        return self.modal(now, what, custom_id, form.reader)


@dataclass(frozen=True)
class Drawn(Setting[S, T]):
    """Whatever is none of the others: it draws itself."""

    widget: Callable[[S, Form], Iterable[Part]]
    brings: Callable[[S, str, str], Changes]

    def draw(self, now: S, form: Form) -> Iterable[Part]:
        return self.widget(now, form)

    def take(self, now: S, what: str, values: Sequence[str]) -> Changes:
        return self.brings(now, what, values[0] if values else "")


class SettingsTable(Generic[S, T]):
    """All that can be set of something, by the pages on which it is chosen."""

    def __init__(self, pages: Mapping[str, Sequence[Setting[S, T]]]) -> None:
        self._pages = pages
        self.settings = [each for page in pages.values() for each in page]

    def parts(self, now: S, page: str, form: Form) -> Iterator[Part]:
        """What is chosen on that page, in the order of the table."""
        for each in self._pages.get(page, ()):
            if each.shown(now):
                yield from each.draw(now, form)

    def named(self, what: str) -> Setting[S, T] | None:
        """The one that is chosen from the list or with the button of that name; None if there is none."""
        return next(
            (each for each in self.settings if each.means(what) and not isinstance(each, Window)), None
        )

    def typed(self, what: str) -> Window[S, T] | None:
        """The one whose window has that name; None if there is none."""
        windows = (each for each in self.settings if isinstance(each, Window))
        return next((each for each in windows if each.means(what)), None)

    def page_of(self, what: str) -> str:
        """Where that is chosen; empty if it is nothing that can be."""
        found = (page for page, there in self._pages.items() if any(each.means(what) for each in there))
        return next(found, "")

    def said(self, kept: T, *pages: str) -> list[Text]:
        """In lines, all that holds, or what is chosen on these pages."""
        there = (each for page in pages or self._pages for each in self._pages[page])
        return [line for each in there for line in each.lines(kept)]


def in_rows(parts: Iterable[Part]) -> Iterator[ui.Row]:
    """The lists, each in a row, and buttons that follow on each other beside each other."""
    buttons: list[ui.Button] = []
    for part in parts:
        if isinstance(part, ui.Row):
            yield from ui.rows(buttons)
            buttons = []
            yield part
        else:
            buttons.append(part)
    yield from ui.rows(buttons)


def buttons_last(parts: Iterable[Part], *more: ui.Button) -> Iterator[ui.Row]:
    """The lists, and all buttons below them."""
    there = list(parts)
    yield from (part for part in there if isinstance(part, ui.Row))
    yield from ui.rows([*(part for part in there if isinstance(part, ui.Button)), *more])

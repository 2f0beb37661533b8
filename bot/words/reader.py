"""Whoever reads: a language, a game, and the names of the people at the table, which together turn texts into strings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bot.words.catalogues import language
from bot.words.harmless import NAMELESS, clean, escaped
from games.text import Listed, Player, Text, Value, _

if TYPE_CHECKING:
    from bot.tables.table import Table
    from games.contract import AnyGame

LONGEST_VALUE = 100
"""Characters shown of a string that stands in a place without being a player's name."""

# How a language lists things: "a", "a and b", "a, b and c".
_LAST_OF_LIST = _("{before} and {last}")
_WITHIN_LIST = _("{before}, {next}")


class Markup(str):
    """A string of our own making which Discord is to read as markdown: a mention, a time, code. Never what people typed."""

    __slots__ = ()


class Reader:
    """Says texts in one language, to somebody who knows the people at one table by name."""

    __slots__ = ("_language", "game", "locale", "names")

    def __init__(
        self, locale: str, game: AnyGame | None = None, names: Mapping[int, str] | None = None
    ) -> None:
        self.locale = locale
        self.game = game
        self.names: Mapping[int, str] = names or {}
        self._language = language(locale, None if game is None else game.locale)

    def __call__(self, text: Text) -> str:
        """The text for where markdown is read; players' names are bold, and no name can do harm."""
        return self._filled(text, True)

    def plain(self, text: Text) -> str:
        """The text for where markdown is not read: labels, titles, names of threads."""
        return self._filled(text, False)

    def listed(self, items: Sequence[Value]) -> str:
        """The things one after another, as this language lists them; for where markdown is read."""
        return self._listed(items, True)

    def name(self, name: str) -> str:
        """Somebody's name as it stands in texts: bold and harmless."""
        return f"**{escaped(name)}**"

    def about(self, game: AnyGame) -> Reader:
        """The same reader, being told about a game."""
        return Reader(self.locale, game)

    def at(self, table: Table) -> Reader:
        """The same reader, being told about a table."""
        return reader_for(table, self.locale)

    def _filled(self, text: Text, marked: bool) -> str:
        template = self._language.template(text)
        values = text.values
        if not values:
            return template.format() if "{" in template or "}" in template else template
        return template.format_map({place: self._value(value, marked) for place, value in values.items()})

    def _value(self, value: Value, marked: bool) -> str:
        match value:
            case int():
                return str(value)
            case Markup():
                return value
            case str():
                return escaped(value, LONGEST_VALUE) if marked else clean(value, LONGEST_VALUE)
            case Player(seat):
                name = self.names.get(seat, NAMELESS)
                return self.name(name) if marked else clean(name)
            case Text():
                return self._filled(value, marked)
            case Listed(items):
                return self._listed(items, marked)

    def _listed(self, items: Sequence[Value], marked: bool) -> str:
        shown = [self._value(item, marked) for item in items]
        if len(shown) < 2:
            return "".join(shown)
        within = self._language.template(_WITHIN_LIST)
        listed, *rest, last = shown
        for item in rest:
            listed = within.format(before=listed, next=item)
        return self._language.template(_LAST_OF_LIST).format(before=listed, last=last)


def reader_for(table: Table, locale: str) -> Reader:
    """Somebody who reads about this table in this locale."""
    return Reader(locale, table.game, {seat: sitter.name for seat, sitter in enumerate(table.seats)})

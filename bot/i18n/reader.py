"""Whoever reads: a language, a game and the names of the people at a table turn texts into strings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from bot.i18n.catalogues import language_of
from bot.i18n.sanitising import NAMELESS, escape_markdown, sanitise
from games.text import Listed, Player, Text, Value, _

if TYPE_CHECKING:
    from games.contract import AnyGame

FORMER_PLAYER = _("a former player")
"""What somebody is called who had their data erased: their name is empty then."""

LONGEST_VALUE = 100
"""Characters shown of a string that stands in a place without being a player's name."""

MINUS = "−"
"""The sign itself and not a hyphen, which screen readers leave out."""

# How a language lists things: "a", "a and b", "a, b and c".
_LAST_OF_LIST = _("{before} and {last}")
_LAST_OF_SEVERAL_WAYS = _("{before} or {last}")
_WITHIN_LIST = _("{before}, {next}")


class Markup(str):
    """A string that Discord is to read as markdown: a mention, a time, code. Never what people typed."""

    __slots__ = ()


class AtTable(Protocol):
    """A table, as far as its texts need it."""

    @property
    def game(self) -> AnyGame:
        """The game that is played at the table, which has words of its own."""
        ...

    @property
    def names(self) -> Mapping[int, str]:
        """Who sits in which seat, as they are shown; empty: a name that was erased."""
        ...

    @property
    def out(self) -> Collection[int]:
        """The seats of those who are out: robots play there to the end."""
        ...


class Reader:
    """Says texts in one language, to somebody who knows the people at one table by name."""

    __slots__ = ("_language", "game", "locale", "names")

    def __init__(
        self, locale: str, game: AnyGame | None = None, names: Mapping[int, str] | None = None
    ) -> None:
        self.locale = locale
        self.game = game
        self.names: Mapping[int, str] = names or {}
        self._language = language_of(locale, None if game is None else game.locale)

    def __call__(self, text: Text) -> str:
        """The text for where markdown is read; players' names are bold, and no name can do harm."""
        return self._say(text, True)

    def plain(self, text: Text) -> str:
        """The text for where markdown is not read: labels, titles, names of threads."""
        return self._say(text, False)

    def listed(self, items: Sequence[Value]) -> str:
        """The things one after another, as this language lists them; for where markdown is read."""
        return self._say(Listed(tuple(items)), True)

    def name(self, name: str) -> str:
        """Somebody's name as it stands in texts: bold and harmless."""
        return f"**{escape_markdown(name)}**"

    def about(self, game: AnyGame) -> Reader:
        """A reader of the same language who is told about this game, in its words."""
        return Reader(self.locale, game)

    def _say(self, value: Value, marked: bool) -> str:
        # A hand is some hundred texts, and a press waits for them: no comprehension, which is a call more.
        if type(value) is Text:
            language = self._language
            if value.plural:
                template = language.numbered(value.message, value.plural, value.count)
            else:
                template = language[value.message]
            if marked and "/" in template:
                template = language.pressable(template)
            if not value.values:
                return template
            said: dict[str, str] = {}
            for place, each in value.values.items():
                said[place] = self._say(each, marked)
            return template.format_map(said)
        if type(value) is int:
            return str(value) if value >= 0 else f"{MINUS}{-value}"
        if type(value) is Player:
            name = self.names.get(value.seat, NAMELESS)
            if not name:
                return self._language[FORMER_PLAYER.message]
            return self.name(name) if marked else sanitise(name)
        if type(value) is str:
            return escape_markdown(value, LONGEST_VALUE) if marked else sanitise(value, LONGEST_VALUE)
        if type(value) is Listed:
            shown = [self._say(item, marked) for item in value.items]
            if len(shown) < 2:
                return "".join(shown)
            within = self._language[_WITHIN_LIST.message]
            before, *rest, last = shown
            for item in rest:
                before = within.format(before=before, next=item)
            joined = _LAST_OF_SEVERAL_WAYS if value.either else _LAST_OF_LIST
            return self._language[joined.message].format(before=before, last=last)
        if type(value) is Markup:
            return value
        raise TypeError(f"a text cannot hold {value!r}")


def reader_for(table: AtTable, locale: str) -> Reader:
    """Somebody who reads about this table in this locale. Whoever is out does not stand there as playing."""
    reader = Reader(locale, table.game, table.names)
    gone = {seat: name for seat in table.out if (name := reader.names[seat])}
    out = {seat: reader.plain(_("{player} (out)", player=name)) for seat, name in gone.items()}
    return Reader(locale, table.game, {**reader.names, **out}) if out else reader

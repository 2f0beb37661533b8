"""Gettext catalogues: which sentence stands for an English one in a language.

A catalogue is `<folder>/<language>/LC_MESSAGES/messages.po`, which is read as it stands: nothing has to be
compiled, so that none can be missing or old. It is read when the first sentence in its language is wanted,
which takes a fiftieth of a second: no start waits for languages that nobody reads. The bot has a folder and
each game its own; a sentence is looked for in the game's first. A language that nobody translated to falls
back by its parts (de-DE, de), then to English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter

from bot.i18n import po_file
from bot.i18n.commands import Pressable
from bot.i18n.po_file import Catalogue

BOT_LOCALE = Path(__file__).parent.parent / "locale"
"""The folder of the bot's own sentences."""
NAME_CONTEXT = "name of a command or of its option: lower case, no spaces"
"""The context in which the names stand that people type after a slash."""

_LOCALE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]+)*")


class Language(dict[str, str]):
    """The sentences of one language by the English ones, places still open; looked up once, then remembered.

    A translation with other places than the English sentence is not used: the English one stands for it.
    """

    def __init__(self, locale: str, translations: Iterable[Catalogue]) -> None:
        super().__init__({"": ""})  # gettext would answer the empty string with the catalogue's header
        self._locale = locale
        self._translations = tuple(translations)
        self._checked: dict[tuple[str, str], bool] = {}
        self.pressable = Pressable(self.name)

    def __missing__(self, message: str) -> str:
        said = (catalogue.gettext(message) for catalogue in self._translations)
        found = next((each for each in said if each != message), message)
        if found != message and not self._is_usable(message, found):
            found = message
        self[message] = found
        return found

    def name(self, name: str) -> str:
        """What a command or an option of this English name is called."""
        said = (catalogue.pgettext(NAME_CONTEXT, name) for catalogue in self._translations)
        return next((each for each in said if each != name), name)

    def numbered(self, one: str, many: str, count: int) -> str:
        """The sentence that this language has for so many. It may leave the number out ("one card").

        A loss counts like a gain: a catalogue's rule is made for counts from 0 on, and French would say
        "−40 point".
        """
        count = abs(count)
        english = one if count == 1 else many
        for catalogue in self._translations:
            found = catalogue.ngettext(one, many, count)
            if found != english:
                return found if self._is_usable(one, found, many) else english
        return english

    def _is_usable(self, message: str, found: str, many: str | None = None) -> bool:
        usable = self._checked.get((message, found))
        if usable is None:
            usable = self._checked[message, found] = _same_placeholders(found, message, many)
            if not usable:
                wrong = {"locale": self._locale, "sentence": message, "translation": found}
                _log_error("a translation has wrong places", **wrong)
        return usable


def _same_placeholders(found: str, one: str, many: str | None) -> bool:
    """Whether a translation tells all that must be told, and asks for nothing that is not given."""
    told = given = _places(one)
    if many is not None:
        told, given = (told & _places(many)) - {"count"}, told | _places(many) | {"count"}
    try:
        return told <= _places(found) <= given
    except ValueError:  # a lonely brace
        return False


@cache
def _places(template: str) -> frozenset[str]:
    return frozenset(
        name for _text, name, _spec, _conversion in Formatter().parse(template) if name is not None
    )


@lru_cache(maxsize=512)
def language_of(locale: str, folder: Path | None = None) -> Language:
    """The language of a Discord locale ("de", "pt-BR"): a game's `folder` first, then the bot's."""
    found = [_catalogue(path, locale) for path in (folder, BOT_LOCALE) if path is not None]
    return Language(locale, [catalogue for catalogue in found if catalogue is not None])


def catalogue_file(folder: Path, language: str) -> Path:
    """Where a folder keeps its sentences in this language."""
    return folder / language / "LC_MESSAGES" / "messages.po"


def catalogue_files(folder: Path) -> list[Path]:
    """Every catalogue of a folder, one for each language."""
    return sorted(folder.glob("*/LC_MESSAGES/messages.po"))


def _catalogue(folder: Path, locale: str) -> Catalogue | None:
    """What this folder has for the locale or for its language; None if nothing."""
    found = (_read(catalogue_file(folder, each)) for each in _locale_fallbacks(locale))
    return next((catalogue for catalogue in found if catalogue is not None), None)


def _locale_fallbacks(locale: str) -> Iterator[str]:
    if not _LOCALE.fullmatch(locale):
        return
    parts = re.split("[-_]", locale)
    for length in range(len(parts), 0, -1):
        yield "_".join(parts[:length])


@cache
def _read(path: Path) -> Catalogue | None:
    """The catalogue in a file; None if there is none, or if it cannot be read: then the log says why."""
    if not path.is_file():
        return None
    try:
        return po_file.read(path)
    except (OSError, ValueError) as error:
        _log_error("a catalogue of translations cannot be read", path=str(path), why=str(error))
        return None


def _log_error(event: str, **what: str) -> None:
    import structlog  # here, since processes that draw read catalogues too, and have no log else

    structlog.get_logger(__name__).error(event, **what)

"""Gettext catalogues: which sentence stands for an English one in a language.

A catalogue is `<folder>/<language>/LC_MESSAGES/messages.mo`. The bot has a folder and each game its own; a
sentence is looked for in the game's first. A language that nobody translated to falls back by its parts (de-
DE, de), then to English.
"""

from __future__ import annotations

import gettext
import re
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter

import structlog

log = structlog.get_logger(__name__)

BOT = Path(__file__).parent.parent / "locale"
"""The folder of the bot's own sentences."""
DOMAIN = "messages"

_LOCALE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]+)*")


class Language(dict[str, str]):
    """The sentences of one language by the English ones, places still open; looked up once, then remembered.

    A translation with other places than the English sentence is not used: the English one stands for it.
    """

    def __init__(self, locale: str, translations: gettext.NullTranslations) -> None:
        super().__init__({"": ""})  # gettext would answer the empty string with the catalogue's header
        self._locale = locale
        self._translations = translations
        self._checked: dict[tuple[str, str], bool] = {}

    def __missing__(self, message: str) -> str:
        found = self._translations.gettext(message)
        if found != message and not self._is_usable(message, found):
            found = message
        self[message] = found
        return found

    def numbered(self, one: str, many: str, count: int) -> str:
        """The sentence that this language has for so many. It may leave the number out ("one card")."""
        english = one if count == 1 else many
        found = self._translations.ngettext(one, many, count)
        return found if found == english or self._is_usable(one, found, many) else english

    def _is_usable(self, message: str, found: str, many: str | None = None) -> bool:
        usable = self._checked.get((message, found))
        if usable is None:
            usable = self._checked[message, found] = _same_places(found, message, many)
            if not usable:
                wrong = {"locale": self._locale, "sentence": message, "translation": found}
                log.error("a translation has wrong places", **wrong)
        return usable


def _same_places(found: str, one: str, many: str | None) -> bool:
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
def language(locale: str, folder: Path | None = None) -> Language:
    """The language of a Discord locale ("de", "pt-BR"): a game's `folder` first, then the bot's."""
    folders = [path for path in (folder, BOT) if path is not None]
    found = [catalogue for path in folders if (catalogue := _catalogue(path, locale))]
    first, *others = found or [gettext.NullTranslations()]
    for other in others:
        first.add_fallback(other)
    return Language(locale, first)


def catalogue_file(folder: Path, language: str) -> Path:
    """Where a folder keeps its sentences in this language."""
    return folder / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def _catalogue(folder: Path, locale: str) -> gettext.NullTranslations | None:
    """What this folder has for the locale or for its language; None if nothing."""
    if not _LOCALE.fullmatch(locale):
        return None
    try:
        return gettext.translation(DOMAIN, folder, [locale.replace("-", "_")])
    except FileNotFoundError:
        return None

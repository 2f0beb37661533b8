"""Gettext catalogues: which sentence stands for an English one in a language.

A catalogue is `<folder>/<language>/LC_MESSAGES/messages.mo`. The bot has a folder and each game its own; a sentence is
looked for in the game's first. A language that nobody translated to falls back by its parts (de-DE, de), then to English.
"""

from __future__ import annotations

import gettext
import re
from functools import lru_cache
from pathlib import Path
from string import Formatter

import structlog

from games.text import Text

log = structlog.get_logger(__name__)

BOT = Path(__file__).parent.parent / "locale"
"""The folder of the bot's own sentences."""
DOMAIN = "messages"

_LOCALE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]+)*")


class Language:
    """The sentences of one language. A translation with other places than the English sentence is not used."""

    def __init__(self, locale: str, translations: gettext.NullTranslations) -> None:
        self._locale = locale
        self._translations = translations
        self._usable: dict[tuple[str, str], bool] = {}

    def template(self, text: Text) -> str:
        """The sentence in this language, its places still open; the English one if the translation is unusable."""
        message, plural, count = text.message, text.plural, text.count
        if not message:  # gettext answers the empty string with the catalogue's header
            return ""
        if not plural:
            english, found = message, self._translations.gettext(message)
        else:
            english = message if count == 1 else plural
            found = self._translations.ngettext(message, plural, count)
        if found == english or self._is_usable(text, found):
            return found
        return english

    def _is_usable(self, text: Text, found: str) -> bool:
        usable = self._usable.get((text.message, found))
        if usable is None:
            usable = self._usable[text.message, found] = _same_places(text, found)
            if not usable:
                log.error(
                    "a translation has wrong places",
                    locale=self._locale,
                    message=text.message,
                    translation=found,
                )
        return usable


def _same_places(text: Text, found: str) -> bool:
    """Whether everything that the English sentence tells is told, and nothing asked for that is not given."""
    told = _places(text.message)
    if text.plural:
        told &= _places(text.plural)
    try:
        return told - {"count"} <= _places(found) <= text.values.keys()
    except ValueError:  # a lonely brace
        return False


def _places(template: str) -> frozenset[str]:
    return frozenset(
        name for _text, name, _spec, _conversion in Formatter().parse(template) if name is not None
    )


@lru_cache(maxsize=512)
def language(locale: str, folder: Path | None = None) -> Language:
    """The language of a Discord locale ("de", "pt-BR", "" for English): a game's `folder` first, then the bot's."""
    folders = [path for path in (folder, BOT) if path is not None]
    chain = gettext.NullTranslations()
    for path in folders:
        chain.add_fallback(_catalogue(path, locale))
    return Language(locale, chain)


def _catalogue(folder: Path, locale: str) -> gettext.NullTranslations:
    if not _LOCALE.fullmatch(locale):
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, folder, [locale.replace("-", "_")], fallback=True)

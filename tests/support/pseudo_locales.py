"""Languages that nobody speaks, made from the sources while tests run, to find what is in no catalogue.

In each of them a sentence stands between marks of its own, with accents on its letters and a third longer
than in English, as translations tend to be. Names of commands have the accents only: Discord allows no more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from bot.i18n import catalogues
from games import catalogue
from tests.support.source_messages import said
from tools import messages

LONGER = 0.3
_ACCENTS = str.maketrans("aceinouyACEINOUY", "áçéíñóúýÁÇÉÍÑÓÚÝ")


def spoken(sentence: str, marks: str = "⟦⟧") -> str:
    """The sentence in the language with these marks."""
    accented = "".join(_accented(*part) for part in Formatter().parse(sentence))
    padding = "·" * int(len(sentence) * LONGER)
    return f"{marks[0]}{accented}{padding}{marks[1]}"


def _accented(text: str, place: str | None, _spec: str | None, _conversion: str | None) -> str:
    accented = text.translate(_ACCENTS).replace("{", "{{").replace("}", "}}")
    return accented if place is None else f"{accented}{{{place}}}"


@contextmanager
def spoken_here(folder: Path, languages: Mapping[str, str]) -> Iterator[None]:
    """The bot and every built-in game speak these languages, and no others: marks by locale."""
    with pytest.MonkeyPatch.context() as patch:
        for number, source in enumerate(messages.sources()):
            locale = folder / str(number)
            for language, marks in languages.items():
                _write(said(source), catalogues.catalogue_file(locale, language), marks)
            if source.locale == catalogues.BOT_LOCALE:
                patch.setattr(catalogues, "BOT_LOCALE", locale)
                continue
            (game,) = [each for each in catalogue.BUILT_IN if each.locale == source.locale]
            patch.setattr(type(game), "locale", locale)
        catalogues.language_of.cache_clear()
        yield
    catalogues.language_of.cache_clear()


def _write(sentences: Catalog, path: Path, marks: str) -> None:
    invented = Catalog()
    for entry in sentences:
        if entry.id:
            invented.add(entry.id, _translation(entry, marks), context=entry.context)
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, invented)


def _translation(entry: Message, marks: str) -> str | tuple[str, ...]:
    if not isinstance(entry.id, str):
        return tuple(spoken(form, marks) for form in entry.id)
    return (
        entry.id.translate(_ACCENTS) if entry.context == catalogues.NAME_CONTEXT else spoken(entry.id, marks)
    )


# Looking at what is shown

NO_WORDS = re.compile(r"`[^`]*`|<@!?\d+>|<t:\d+(:\w)?>|<#\d+>|```json.*?(```|$)|https?://\S+", re.S)
"""What stands on screens without being anybody's language: code, mentions, times, addresses."""


def unspoken(shown: str, marks: str = "⟦⟧") -> str:
    """What is left of a string when all that is in the language with these marks is taken out."""
    opening, closing = map(re.escape, marks)
    # Where a sentence has been cut off, its end is missing.
    sentence = re.compile(f"{opening}[^{opening}{closing}]*({closing}|$)")
    while shown != (shown := sentence.sub("", shown)):
        pass
    return NO_WORDS.sub("", shown)


def has_words(shown: str) -> bool:
    """Whether there are letters in it."""
    return re.search(r"[^\W\d_]", shown) is not None

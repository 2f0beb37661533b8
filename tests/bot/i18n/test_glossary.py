"""A term is translated by the same word everywhere: glossary.toml says by which."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from bot.i18n import catalogues
from tools import messages

LANGUAGES = messages.languages(catalogues.BOT_LOCALE)
GLOSSARY = tomllib.loads(Path(__file__).with_name("glossary.toml").read_text(encoding="utf-8"))
each_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def sentences(language: str) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Every sentence in its English forms and in those of the language; names of commands are none."""
    found: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    for source in messages.sources():
        with catalogues.catalogue_file(source.locale, language).open("rb") as file:
            for entry in read_po(file, abort_invalid=True):
                if entry.id and entry.context is None:
                    found.append((forms(entry.id), forms(entry.string)))
    return tuple(found)


def forms(text: object) -> tuple[str, ...]:
    """The text or its plural forms."""
    return tuple(text) if isinstance(text, tuple | list) else (str(text),)


def wording(form: str) -> str:
    """What it says in lower case, without the places to fill in."""
    return " ".join(text for text, *_place in Formatter().parse(form)).lower()


def term(singular: str) -> re.Pattern[str]:
    """The term as a word of its own, in singular or plural, but in no command and no place to fill in."""
    ending = r"(?:y|ies)" if singular.endswith("y") else rf"{re.escape(singular[-1])}(?:s|es)?"
    return re.compile(rf"(?<![\w/{{-]){re.escape(singular[:-1])}{ending}(?![\w}}-])", re.IGNORECASE)


def otherwise(language: str, singular: str) -> Iterator[str]:
    """The English sentences with the term whose translation has none of its words."""
    pattern, stems = term(singular), GLOSSARY[language][singular]
    for english, translated in sentences(language):
        held = all(any(stem in wording(form) for stem in stems) for form in translated)
        if not held and any(map(pattern.search, english)):
            yield english[0]


@each_language
def test_a_term_is_translated_by_its_word(language: str) -> None:
    excepted = GLOSSARY["exceptions"].get(language, {})
    wrong = [
        (singular, sentence)
        for singular in GLOSSARY[language]
        for sentence in otherwise(language, singular)
        if not sentence.startswith(tuple(excepted.get(singular, ())))
    ]
    assert wrong == []


@each_language
def test_a_word_that_stands_for_one_term_alone_stands_for_no_other(language: str) -> None:
    for word, singular in GLOSSARY["alone"].get(language, {}).items():
        pattern = term(singular)
        wrong = [
            english[0]
            for english, translated in sentences(language)
            if any(word in wording(form) for form in translated) and not any(map(pattern.search, english))
        ]
        assert wrong == [], word


@each_language
def test_the_glossary_names_no_term_that_nobody_says_and_no_exception_that_is_none(language: str) -> None:
    known = GLOSSARY[language]
    said = [form for english, _translated in sentences(language) for form in english]
    assert [singular for singular in known if not any(map(term(singular).search, said))] == []
    idle = [
        beginning
        for singular, beginnings in GLOSSARY["exceptions"].get(language, {}).items()
        for beginning in beginnings
        if not any(sentence.startswith(beginning) for sentence in otherwise(language, singular))
    ]
    assert idle == []

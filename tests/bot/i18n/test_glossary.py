"""A term is translated by the same word everywhere: glossary.toml says by which."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from bot.i18n import catalogues
from tools import messages

LANGUAGES = messages.languages(catalogues.BOT_LOCALE)
GLOSSARY = tomllib.loads(Path(__file__).with_name("glossary.toml").read_text(encoding="utf-8"))
Forms = tuple[str, ...]
each_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def sentences(language: str) -> Mapping[Forms, Forms]:
    """What the language makes of every sentence, in lower case without the places to fill in, by its English
    forms; names of commands are none.
    """
    found: dict[Forms, Forms] = {}
    for source in messages.sources():
        with catalogues.catalogue_file(source.locale, language).open("rb") as file:
            for entry in read_po(file, abort_invalid=True):
                if entry.id and entry.context is None:
                    english = forms(entry.id)
                    found[english] = (*found.get(english, ()), *map(wording, forms(entry.string)))
    return found


def forms(text: object) -> Forms:
    """The text or its plural forms."""
    return tuple(text) if isinstance(text, tuple | list) else (str(text),)


def wording(form: str) -> str:
    """What it says in lower case, without the places to fill in."""
    return " ".join(text for text, *_place in Formatter().parse(form)).lower()


@cache
def with_term(singular: str) -> frozenset[Forms]:
    """The English sentences that say it as a word of its own, in singular or plural, but in no command and no
    place to fill in.
    """
    ending = r"(?:y|ies)" if singular.endswith("y") else rf"{re.escape(singular[-1])}(?:s|es)?"
    word = re.compile(rf"(?<![\w/{{-]){re.escape(singular[:-1])}{ending}(?![\w}}-])", re.IGNORECASE)
    return frozenset(
        english
        for english, lower in in_lower_case()
        if singular[:-1].lower() in lower and any(map(word.search, english))
    )


@cache
def in_lower_case() -> tuple[tuple[Forms, str], ...]:
    """Every English sentence, and what is looked at before its words are."""
    known = {english for language in LANGUAGES for english in sentences(language)}
    return tuple((english, " ".join(english).lower()) for english in known)


def otherwise(language: str, singular: str) -> Iterator[str]:
    """The English sentences with the term whose translation has none of its words."""
    stems = GLOSSARY[language][singular]
    for english in with_term(singular):
        translated = sentences(language).get(english, ())
        if not all(any(stem in form for stem in stems) for form in translated):
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
        wrong = [
            english[0]
            for english, translated in sentences(language).items()
            if any(word in form for form in translated) and english not in with_term(singular)
        ]
        assert wrong == [], word


@each_language
def test_the_glossary_names_no_term_that_nobody_says_and_no_exception_that_is_none(language: str) -> None:
    known = GLOSSARY[language]
    assert [singular for singular in known if with_term(singular).isdisjoint(sentences(language))] == []
    idle = [
        beginning
        for singular, beginnings in GLOSSARY["exceptions"].get(language, {}).items()
        for beginning in beginnings
        if not any(sentence.startswith(beginning) for sentence in otherwise(language, singular))
    ]
    assert idle == []

"""What translators have written: complete, with the same places, within the limits, and read by people."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

from bot.i18n import Reader, catalogues
from bot.ui import limits
from games.catalogue import BUILT_IN
from games.contract import AnyGame, Options
from playground import Playground
from playground.rules.commands import CHAT_INPUT
from tests.bot.screens.looking import visible
from tests.bot.screens.tour import everything, lobby_of
from tests.games.variants import VARIANTS
from tests.support.bot import COMMANDS, tortuga
from tests.support.examples import sampled
from tests.support.source_messages import said
from tests.support.table_tour import in_four_languages
from tools import messages

LANGUAGES = messages.languages(catalogues.BOT_LOCALE)
SOURCES = {source.locale.parent.name: source for source in messages.sources()}
each_catalogue = pytest.mark.parametrize(
    ("name", "language"), [(name, language) for language in LANGUAGES for name in SOURCES]
)
each_language = pytest.mark.parametrize("language", LANGUAGES)
each_game = pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.slug)


@cache
def kept(name: str, language: str) -> Catalog:
    """The catalogue as it is in its file."""
    with catalogues.catalogue_file(SOURCES[name].locale, language).open("rb") as file:
        return read_po(file, abort_invalid=True)


def entries(name: str, language: str) -> list[Message]:
    return [entry for entry in kept(name, language) if entry.id]


def forms(text: object) -> tuple[str, ...]:
    """The text or its plural forms."""
    return tuple(text) if isinstance(text, tuple | list) else (str(text),)


def pairs(name: str, language: str) -> Iterator[tuple[str, str, bool]]:
    """What is translated: the English, the translation, and whether the count may be left out.

    A plural's forms stand beside the English form that they are closest to.
    """
    for entry in entries(name, language):
        english, translated = forms(entry.id), forms(entry.string)
        for number, form in enumerate(translated):
            if form:
                yield english[min(number, len(english) - 1)], form, len(english) > 1


# Complete


@each_catalogue
def test_nothing_is_missing(name: str, language: str) -> None:
    missing = [forms(entry.id)[0] for entry in entries(name, language) if not all(forms(entry.string))]
    assert missing == []


@each_catalogue
def test_nothing_is_a_guess_and_nothing_is_left_over(name: str, language: str) -> None:
    assert [entry.id for entry in entries(name, language) if entry.fuzzy] == []
    assert list(kept(name, language).obsolete) == []
    needed = {forms(entry.id) for entry in said(SOURCES[name])}
    assert [entry.id for entry in entries(name, language) if forms(entry.id) not in needed] == []


@each_catalogue
def test_a_plural_has_as_many_forms_as_the_language(name: str, language: str) -> None:
    assert kept(name, language).num_plurals == get_plural(language).num_plurals
    for entry in entries(name, language):
        if len(forms(entry.id)) > 1:
            assert len(forms(entry.string)) == get_plural(language).num_plurals, entry.id


# Faithful

NAMES = {
    *(game.title.message for game in BUILT_IN),
    "Check-in",
    "Scary Mary",
    "Grandpa Beck's",
    "Grandpa Beck’s",
}
FRENCH_AND_ITALIAN = {"un robot", "🤖 un robot", ", un robot (", "La finale", "la finale", ": la finale"}
"""Said in the same words."""


def phrases(sentences: Iterable[str]) -> set[str]:
    """What has at least two words in a row, between the places that are filled in."""
    between = (text.strip() for sentence in sentences for text, *_place in Formatter().parse(sentence))
    return {text for text in between if len(re.findall(r"[^\W\d_]{2,}", text)) > 1}


@pytest.mark.parametrize("name", SOURCES)
def test_no_sentence_reads_the_same_in_two_languages(name: str) -> None:
    for language, other in combinations(LANGUAGES, 2):
        theirs = {forms(entry.id): phrases(forms(entry.string)) for entry in entries(name, other)}
        for entry in entries(name, language):
            ours, english = phrases(forms(entry.string)), phrases(forms(entry.id))
            same = (ours & theirs[forms(entry.id)]) | (ours & english) | (theirs[forms(entry.id)] & english)
            assert same <= NAMES | (FRENCH_AND_ITALIAN if {language, other} == {"fr", "it"} else set())


def places(text: str) -> Counter[str]:
    """What is filled in, and how often."""
    return Counter(place for _text, place, _spec, _conversion in Formatter().parse(text) if place is not None)


@each_catalogue
def test_a_translation_has_the_places_of_the_english_sentence(name: str, language: str) -> None:
    for english, translated, counted in pairs(name, language):
        given, told = set(places(english)), set(places(translated))
        if counted:
            given, told = given - {"count"}, told - {"count"}
        assert told == given, f"{english!r}: {translated!r}"


def signs(text: str) -> Counter[str]:
    """Emoji and the like, which mean the same in every language."""
    return Counter(char for char in text if unicodedata.category(char) == "So")


def shape(text: str) -> tuple[object, ...]:
    """What a sentence looks like apart from its words: lines, bold, code, signs, space around it."""
    around = (text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :])
    return (around, text.count("\n"), text.count("**"), text.count("`"), signs(text))


@each_catalogue
def test_a_translation_has_the_marks_of_the_english_sentence(name: str, language: str) -> None:
    for english, translated, _counted in pairs(name, language):
        assert shape(translated) == shape(english), f"{english!r}: {translated!r}"


@each_catalogue
def test_a_translation_ends_as_the_english_sentence_does(name: str, language: str) -> None:
    ends = (".", "!", "?", ":", "…", ")")
    for english, translated, _counted in pairs(name, language):
        if english.endswith(ends):
            assert translated.endswith(ends), f"{english!r}: {translated!r}"
        else:
            assert not translated.endswith("."), f"{english!r}: {translated!r}"


# Commands

NAME = re.compile(r"[-_'\w]{1,32}")
"""Discord's ^[-_'\\p{L}\\p{N}\\p{sc=Deva}\\p{sc=Thai}]{1,32}$, nearly."""
MOST_CHARACTERS = 8000
"""Of a command: all names, descriptions, choices and their values, each in the longest of its languages (so
Discord's documentation since its pull requests 5343 and 6668)."""


@pytest.fixture
async def commands(pg: Playground, tmp_path: Path) -> list[Any]:
    """What Discord is told of the slash commands."""
    async with tortuga(pg, tmp_path, new=True):
        pass
    (told,) = [request.json for request in pg.requests if request.route == COMMANDS]
    return [command for command in told if command["type"] == CHAT_INPUT]


def called(part: Any, language: str) -> str:
    """The name of a command, an option or a choice in the language."""
    return (part.get("name_localizations") or {}).get(language, part["name"])


def families(parts: list[Any]) -> Iterator[list[Any]]:
    """Those who stand beside each other: the commands, the options of each of them."""
    yield parts
    for part in parts:
        if part.get("options"):
            yield from families(part["options"])


@each_language
async def test_names_of_commands_are_such_as_discord_takes_and_no_two_siblings_are_called_alike(
    commands: list[Any], language: str
) -> None:
    for family in families(commands):
        names = [called(part, language) for part in family]
        assert len(set(names)) == len(names), names
        for name in names:
            assert NAME.fullmatch(name), name
            assert name == name.lower()


@each_language
async def test_descriptions_of_commands_are_short_enough(commands: list[Any], language: str) -> None:
    for part in (part for family in families(commands) for part in family):
        description = (part.get("description_localizations") or {}).get(language, part["description"])
        assert 1 <= len(description) <= 100, description
        for choice in part.get("choices", ()):
            assert len(called(choice, language)) <= 100


def longest(part: Any, key: str) -> int:
    return max(map(len, [part.get(key) or "", *(part.get(f"{key}_localizations") or {}).values()]))


def size(part: Any) -> int:
    """Characters of a command, as Discord counts them."""
    own = longest(part, "name") + longest(part, "description") + len(str(part.get("value", "")))
    return own + sum(map(size, (*part.get("options", ()), *part.get("choices", ()))))


async def test_no_command_is_too_large(commands: list[Any]) -> None:
    for command in commands:
        assert 0 < size(command) <= MOST_CHARACTERS


def typed(commands: list[Any], language: str) -> dict[str, str]:
    """How each command is typed in the language, by how it is typed in English, the longest first."""
    known: dict[str, str] = {}
    for command in commands:
        known[f"/{command['name']}"] = f"/{called(command, language)}"
        for inner in command.get("options", ()):
            if inner["type"] == 1:
                path = f"/{command['name']} {inner['name']}"
                known[path] = f"/{called(command, language)} {called(inner, language)}"
    return dict(sorted(known.items(), key=lambda pair: -len(pair[0])))


def pattern(known: Iterable[str]) -> re.Pattern[str]:
    """Finds the commands that a sentence tells people to type, known ones and others."""
    spelled = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    return re.compile(rf"(?<![\w/])(?:{spelled})(?!\w)|(?<![\w/}}])/\w+")


@each_language
async def test_a_sentence_names_commands_as_they_are_called_in_its_language(
    commands: list[Any], language: str
) -> None:
    known = typed(commands, language)
    ours, theirs = pattern(known), pattern(known.values())
    wrong: list[tuple[str, str]] = []
    for name in SOURCES:
        for english, translated, _counted in pairs(name, language):
            said = Counter(ours.findall(english))
            assert not set(said) - set(known), f"there is no such command: {english!r}"
            wanted = Counter({known[command]: times for command, times in said.items()})
            if Counter(theirs.findall(translated)) != wanted:
                wrong.append((english, translated))
    assert wrong == []


# Within the limits


def shown(screen: Any) -> Iterator[str]:
    yield from [screen] if isinstance(screen, str) else visible(screen)


@pytest.mark.parametrize("moves", sampled((59, 7), 59))
@pytest.mark.parametrize("language", ["en-US", *LANGUAGES])
@each_game
def test_nothing_is_cut_on_any_screen(game: AnyGame, language: str, moves: int) -> None:
    for screen in everything(lobby_of(game), language, moves):
        assert [text for text in shown(screen) if "…" in text] == []


@pytest.mark.parametrize("language", ["en-US", *LANGUAGES])
@each_game
def test_every_option_and_robot_fits_its_list(game: AnyGame, language: str) -> None:
    reader = Reader(language, game)
    for variant in VARIANTS[game.slug].values():
        for field in game.option_fields(variant.options_of(game)):
            for value in field.values:
                assert len(f"{reader.plain(field.label)}: {reader.plain(value.label)}") <= limits.OPTION
                assert value.note is None or len(reader.plain(value.note)) <= limits.OPTION
    for robot in game.robots.values():
        assert len(reader.plain(robot.label)) <= limits.OPTION
    assert len(reader.plain(game.tagline)) <= limits.OPTION


def filled(game: AnyGame, **chosen: str | int | bool) -> Options:
    """The options with the last value wherever nothing is chosen: every expansion and house rule is on."""
    options: Options = game.Options()
    for name in game.Options.model_fields:  # some are offered only after a choice made before them
        offered = {field.name: field.values for field in game.option_fields(options)}
        if name in offered:
            value = chosen.get(name, offered[name][-1].value)
            options = game.Options.model_validate({**options.model_dump(), name: value})
    return options


@pytest.mark.parametrize("language", ["en-US", *LANGUAGES])
@each_game
def test_every_page_of_the_rules_fits_a_telephone_whatever_is_played(game: AnyGame, language: str) -> None:
    reader = Reader(language, game)
    fields = game.option_fields(filled(game))
    played = [filled(game, **{field.name: value.value}) for field in fields for value in field.values]
    for options in (game.Options(), *played):
        for page in game.rules(options, None):
            words = sum(len(reader.plain(line).split()) for line in page.lines)
            assert words <= 90, (reader.plain(page.title), words)


# Read


@cache
def fragments(language: str) -> set[str]:
    """Runs of words of the language, as they stand between the places of its sentences."""
    said: set[str] = set()
    for name in SOURCES:
        for entry in entries(name, LANGUAGES[0] if language == "en-US" else language):
            for sentence in forms(entry.id if language == "en-US" else entry.string):
                said |= {text.strip() for text, *_place in Formatter().parse(sentence)}
    return said


def strange(read: str, language: str, other: str) -> list[str]:
    """What was read in runs of at least two words that are in the other language, and not in this one."""
    long = (each for each in fragments(other) if len(each) > 8 and " " in each)
    ours = "\n".join(fragments(language))
    return [each for each in long if each in read and each not in ours]


def test_what_is_read_in_another_language_is_seen() -> None:
    english = next(each for each in sorted(fragments("en-US")) if each.count(" ") == 4)
    assert english in strange(f"⟦{english}⟧", "de", "en-US")
    assert strange(f"⟦{english}⟧", "en-US", "de") == []


async def test_a_game_is_played_to_its_end_in_four_languages_each_in_its_place(
    pg: Playground, tmp_path: Path
) -> None:
    # With all games it is tried in languages of our own making: see test_four_languages.
    languages = ("en-US", *LANGUAGES)
    async with tortuga(pg, tmp_path):
        read = await in_four_languages(pg, "corsari")
    for language, texts in read:
        everything_read = "\n".join(texts)
        assert any(each in everything_read for each in fragments(language) if " " in each)
        for other in languages:
            if other != language:
                found = strange(everything_read, language, other)
                assert found == [], f"{other} was read where {language} belongs"


COUNTED = re.compile(
    r"\{(?:count|cards|points|ducats|rounds|ships|pirates|days|choices|needs|size|left|tricks|games|places"
    r"|cost|wanted|number|value)"
    r"\} (?!(?:in|of|and|or|each|to|for|with|by|more|the|now|a|if|on|from|are|is|that|when|before|at|already"
    r"|sit|here|so)\b)[a-z]"
)
"""A number and the noun of which there are so many, or an adjective before it."""
NEVER_ONE = (
    "With {count} entrants it can't work",  # it takes more
    "You've opened {count} tables in ten minutes.",
    "Groups: {number} players each",
    "Teams: {number} players each",
    "Pods: {number} players",
    "{symbol} {booty}, {value} ducats for the most",
    "You've used all {days} vacation days",
    "I can't read “{typed}” as points for a pod of {size}.",
    "With {players} players: {cards} cards each at most.",
    "{rounds} rounds. Cards each, round by round",
    "Bet {points} points",  # what bids, bonuses and bets bring is tens
    "{player} bets {points} points",
    "Bid {bid}: your {cards} should each take one.",  # two at least
    "{card}: the trick is yours, {points} extra.",
    "Put {move}: you lead {size} pirates then.",
    "{card}: it takes {prey} from {player}, {points} extra.",
    "{card}: it should take this trick, {points} extra.",
    "{edition}, {cards} cards",  # decks, hands, heaps of penalties
    "You hold {cards} cards.",
    "House rule: after {rounds} rounds in which nobody drew",
    "{cards} cards with {players} players",
    "At {cards} penalty cards, all players' together",
    "{count} others stayed within the limit",  # of one the name is said
    "Waiting for {count} players.",
    "Everybody begins with {purse} ducats",  # the smallest ship takes two and carries eight ducats
    "The {ships} ships come {in_sight} at a time",
    "{ships} ships, with figures of our own",
    "{gone} of {ships} ships gone",
    "Together that makes {size} pirates",
    "It takes {needs} pirates; this party has {size}.",
    "{ship} (needs {needs}, {ducats} ducats",
    "{captain} boards the {ship} with {size} pirates.",
    "{captain} keeps {left} of {ducats} ducats.",
    "{captain} adds {own} to the ship's {ducats} ducats.",
    "All {ships} ships are gone",
    "{pirates} under {disc}",
)
"""The beginnings of sentences whose number is never 1."""


def test_a_sentence_with_a_number_of_things_has_a_form_for_one() -> None:
    alone = {
        str(entry.id)
        for source in SOURCES.values()
        for entry in said(source)
        if entry.id and not isinstance(entry.id, tuple) and COUNTED.search(str(entry.id))
    }
    assert sorted(each for each in alone if not each.startswith(NEVER_ONE)) == []
    assert sorted(each for each in NEVER_ONE if not any(said.startswith(each) for said in alone)) == []

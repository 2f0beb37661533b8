"""Four people, four languages that nobody speaks, one table: each reads their own in private, and the
server's in public; and every text of the bot has been through gettext.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.tables import model
from games.catalogue import BUILT_IN
from playground import Playground
from playground.recorder import Request
from tests.support.bot import COMMANDS, tortuga
from tests.support.examples import sampled
from tests.support.pseudo_locales import has_words, spoken_here, unspoken
from tests.support.table_tour import SERVERS, in_four_languages
from tests.support.texts import texts

MARKS = {"pl": "⦗⦘", "de": "⟦⟧", SERVERS: "⟪⟫", "it": "⦃⦄"}
SPOKEN: dict[str, str] = dict(zip(("☀️", "🌙", "⭐", "☄️"), MARKS, strict=True))
"""Polish is one of Discord's languages that the bot does not speak otherwise."""
READ = ("content", "label", "placeholder", "description", "title", "name")
"""The keys under which people read something in what the bot sends."""
SAMPLE = "corsari"
"""The game that is not left to the trials. test_translatable looks at every screen of each game."""


@pytest.mark.parametrize("slug", sampled([game.slug for game in BUILT_IN], SAMPLE))
async def test_everybody_reads_their_own_language_and_no_word_has_not_been_through_gettext(
    pg: Playground, tmp_path: Path, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model, "ROBOTS", {"🔩": ""})
    with spoken_here(tmp_path / "locale", MARKS):
        async with tortuga(pg, tmp_path):
            read = await in_four_languages(pg, slug, SPOKEN)
    for language, strings in read:
        assert len(strings) > 20
        others = "".join(marks for each, marks in MARKS.items() if each != language)
        assert [text for text in strings if set(text) & set(others)] == []
        assert [text for text in strings if has_words(unspoken(text, MARKS[language]))] == []
    sent = [request for request in pg.requests if request.route != COMMANDS]
    assert sum(len(list(texts(request.json, READ))) for request in sent) > 1000
    assert [text for request in sent for text in escaped(request)] == []


def escaped(request: Request) -> list[str]:
    """What it says that is in none of the languages."""
    return [text for _key, text in texts(request.json, READ) if has_words(left_of(text))]


def left_of(text: str) -> str:
    """The text without all that is in one of the languages."""
    for marks in MARKS.values():
        text = unspoken(text, marks)
    return text


def localised(command: Any, locale: str) -> Iterator[tuple[str, str | None]]:
    """Every name and description of a command with what it is in the language."""
    for key in ("name", "description"):
        if command.get(key):
            yield command[key], (command.get(f"{key}_localizations") or {}).get(locale)
    for part in (*command.get("options", ()), *command.get("choices", ())):
        yield from localised(part, locale)


async def test_every_name_and_description_of_a_command_is_localised(pg: Playground, tmp_path: Path) -> None:
    with spoken_here(tmp_path / "locale", MARKS):
        async with tortuga(pg, tmp_path, new=True):
            pass
    (commands,) = [request.json for request in pg.requests if request.route == COMMANDS]
    for locale in MARKS:
        told = [pair for command in commands for pair in localised(command, locale)]
        assert len(told) > 40
        assert [english for english, invented in told if invented is None] == []

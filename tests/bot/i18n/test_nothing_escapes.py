"""Whole evenings in a language that nobody speaks: every text of the bot has been through gettext."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.tables import model
from games import catalogue
from playground import Playground
from playground.recorder import Request
from tests.support.bot import tortuga
from tests.support.pseudo_locales import has_words, spoken_here, unspoken
from tests.support.table_tour import evening
from tests.support.texts import texts

LOCALE, MARKS = "pl", "⟦⟧"
"""One of Discord's languages that the bot does not speak otherwise."""
READ = ("content", "label", "placeholder", "description", "title", "name")
"""The keys under which people read something in what the bot sends."""
COMMANDS = "PUT /applications/{application_id}/commands"


def escaped(request: Request) -> list[str]:
    """What it says that is not in the language."""
    return [text for _key, text in texts(request.json, READ) if has_words(unspoken(text, MARKS))]


def localised(command: Any) -> Iterator[tuple[str, str | None]]:
    """Every name and description of a command with what it is in the language."""
    for key in ("name", "description"):
        if command.get(key):
            yield command[key], (command.get(f"{key}_localizations") or {}).get(LOCALE)
    for part in (*command.get("options", ()), *command.get("choices", ())):
        yield from localised(part)


@pytest.mark.timeout(240)
@pytest.mark.parametrize("slug", [game.slug for game in catalogue.BUILT_IN])
async def test_no_word_of_a_whole_evening_has_not_been_through_gettext(
    pg: Playground, tmp_path: Path, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model, "ROBOTS", {"🔩": ""})
    pg.guild().preferred_locale = LOCALE
    with spoken_here(tmp_path / "locale", {LOCALE: MARKS}):
        async with tortuga(pg, tmp_path):
            people = pg.add_people("☀️", "🌙")
            await evening(pg, slug, *(person.speaks(LOCALE) for person in people))
    sent = [request for request in pg.requests if request.route != COMMANDS]
    assert sum(len(list(texts(request.json, READ))) for request in sent) > 1000
    assert [text for request in sent for text in escaped(request)] == []


async def test_every_name_and_description_of_a_command_is_localised(pg: Playground, tmp_path: Path) -> None:
    with spoken_here(tmp_path / "locale", {LOCALE: MARKS}):
        async with tortuga(pg, tmp_path):
            pass
    (commands,) = [request.json for request in pg.requests if request.route == COMMANDS]
    told = [pair for command in commands for pair in localised(command)]
    assert len(told) > 40
    assert [english for english, invented in told if invented is None] == []

"""`/tournament verify`: a window takes an exported file, which is computed again."""

from __future__ import annotations

import re

import pytest

from bot.app import Tortuga
from bot.commands import context
from playground import Playground, Seen, Visitor
from tests.bot.test_command_line import an_export


async def checked(person: Visitor, content: bytes) -> Seen:
    opened = await person.slash("tournament verify")
    assert opened.modal is not None
    told = await (await person.submit(opened.modal, {"file": {"tournament.json": content}})).settled()
    assert told is not None
    assert told.is_ephemeral
    return told


async def test_an_export_is_computed_again_and_what_does_not_fit_is_told(
    pg: Playground, bot: Tortuga, anne: Visitor
) -> None:
    export = an_export()
    right = (await checked(anne, export)).text
    assert "things checked, and all fit." in right
    assert "✓ The seed has the fingerprint" in right
    changed = re.sub(rb'("commitment": ?")', rb"\g<1>0", export, count=1)
    assert "1 thing doesn't fit." in (await checked(anne, changed)).text
    assert "That isn't a tournament.json" in (await checked(anne, b"Eggs, milk")).text
    assert pg.violations == []


async def test_too_large_a_file_is_not_even_fetched(
    bot: Tortuga, anne: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context, "MOST_UPLOADED", 10)
    assert "That file is too large." in (await checked(anne, b"x" * 11)).text

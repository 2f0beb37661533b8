"""Four people, four languages, one table: each reads their own in private, and the server's in public."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.catalogue import BUILT_IN
from playground import Playground
from tests.support.bot import tortuga
from tests.support.pseudo_locales import has_words, spoken_here, unspoken
from tests.support.table_tour import in_four_languages

MARKS = {"de": "⟦⟧", "fr": "⟪⟫", "it": "⦃⦄"}


@pytest.mark.timeout(240)
@pytest.mark.parametrize("slug", [game.slug for game in BUILT_IN])
async def test_private_texts_are_in_each_readers_language_and_public_ones_in_the_servers(
    pg: Playground, tmp_path: Path, slug: str
) -> None:
    with spoken_here(tmp_path / "locale", MARKS):
        async with tortuga(pg, tmp_path):
            read = await in_four_languages(pg, slug)
    for language, texts in read:
        assert len(texts) > 20
        others = "".join(marks for each, marks in MARKS.items() if each != language)
        assert [text for text in texts if set(text) & set(others)] == []
        if language in MARKS:
            assert [text for text in texts if not in_language(text, MARKS[language])] == []


def in_language(text: str, marks: str) -> bool:
    """Whether no word in it, apart from names of robots, is in another language."""
    return not has_words(re.sub(r"Rusty\S*( Nell)?", "", unspoken(text, marks)))

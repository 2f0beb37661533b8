"""A language that nobody speaks, for looking at all that is shown of tournaments."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.pseudo_locales import spoken_here


@pytest.fixture(scope="module")
def invented(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A language a third longer than English, which only what goes through gettext is in."""
    with spoken_here(tmp_path_factory.mktemp("locale"), {"qps": "⟦⟧"}):
        yield

"""How many examples hypothesis tries: as many as a test says, in proportion to the profile of the run."""

from __future__ import annotations

from typing import Any

from hypothesis import settings

PROFILES = {"quick": 0.2, "usual": 1.0, "thorough": 20.0}
"""How many times as many as usual (`--hypothesis-profile`)."""
USUAL = 100
"""Examples of a test that says nothing."""


def examples(usual: int, **others: Any) -> settings:
    """So many in a usual run; `others` as `settings` takes them."""
    profile = settings.default
    assert profile is not None
    return settings(max_examples=max(1, usual * profile.max_examples // USUAL), **others)

"""How much is tried: as many examples of hypothesis as a test says, in proportion to the profile of the run.

Of cases that each take long one is in every run.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
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


def sampled(cases: Iterable[Any], *kept: Any) -> list[Any]:
    """The values of a test's parameter, of which those that are not kept are trials."""
    return [case if case in kept else pytest.param(*_values(case), marks=pytest.mark.trial) for case in cases]


def _values(case: Any) -> tuple[Any, ...]:
    return case if isinstance(case, tuple) else (case,)

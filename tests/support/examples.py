"""How much is tried: as many examples of hypothesis as a test says, times what the profile of the run says.

Of cases that each take long one is in every run.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings

PROFILES = {"quick": 0.1, "usual": 0.7, "thorough": 20.0}
"""How much is tried of what a test says (`--hypothesis-profile`)."""
USUAL = 100
"""What a test says that says nothing."""


def examples(usual: int, **others: Any) -> settings:
    """So many, times what the run's profile says; `others` as `settings` takes them."""
    profile = settings.default
    assert profile is not None
    return settings(max_examples=max(1, usual * profile.max_examples // USUAL), **others)


def sampled(cases: Iterable[Any], *kept: Any) -> list[Any]:
    """The values of a test's parameter, of which those that are not kept are trials."""
    return [case if case in kept else pytest.param(*_values(case), marks=pytest.mark.trial) for case in cases]


def _values(case: Any) -> tuple[Any, ...]:
    return case if isinstance(case, tuple) else (case,)

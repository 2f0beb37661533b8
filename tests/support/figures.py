"""Figures of benches, held to what they must be on any machine."""

from __future__ import annotations

import math
from collections.abc import Sequence

from benches.report import Figure


def assert_sound(figures: Sequence[Figure]) -> None:
    """Each measured something, and is told from the others."""
    assert figures
    assert len({(each.subject, each.what, each.beside) for each in figures}) == len(figures)
    for each in figures:
        assert not math.isnan(each.measured)  # (infinite: longer than a histogram tells, on a busy machine)
        assert each.measured > 0
        assert each.floor is None or each.floor > 0

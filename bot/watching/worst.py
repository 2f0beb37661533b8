"""The largest of the latest figures."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

REMEMBERED = 60.0
"""Seconds."""


class Worst:
    """Remembers what can still turn out to be the largest, and nothing else."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._falling: deque[tuple[float, float]] = deque()

    def add(self, figure: float) -> None:
        """One more."""
        while self._falling and self._falling[-1][1] <= figure:
            self._falling.pop()
        self._falling.append((self._now(), figure))
        self._forget()

    def of_late(self) -> float:
        """The largest of the last minute; 0 if there was none."""
        self._forget()
        return self._falling[0][1] if self._falling else 0.0

    def _forget(self) -> None:
        while self._falling and self._falling[0][0] < self._now() - REMEMBERED:
            self._falling.popleft()

"""The emblems of Skull Queen: its colours, its two special cards, the ways up and down."""

from __future__ import annotations

from games.drawing.emblems import (
    ANCHOR,
    CLOVER,
    CROWNED_SKULL,
    DROP,
    FLAME,
    SUN,
    emblems_of,
)

__all__ = [
    "ANCHOR", "ASCENDS", "CLOVER", "CROWNED_SKULL", "DESCENDS", "DOWN", "DROP", "FLAME", "MONKEY", "SUN",
    "TWO_DOWN", "TWO_UP", "UP",
]  # fmt: skip

emblem = emblems_of(__file__)

MONKEY = emblem("monkey")
UP = emblem("up")
DOWN = emblem("down")
TWO_UP = emblem("two-up")
TWO_DOWN = emblem("two-down")
ASCENDS = emblem("ascends")
DESCENDS = emblem("descends")

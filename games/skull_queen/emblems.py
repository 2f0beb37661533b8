"""The emblems of Skull Queen: its colours, its two special cards, the ways up and down."""

from __future__ import annotations

from games.drawing.emblems import (
    ANCHOR,
    CLOVER,
    CROWNED_SKULL,
    DROP,
    FLAME,
    SUN,
    Emblem,
    dot,
    filled,
    stroked,
)

__all__ = [
    "ANCHOR", "ASCENDS", "CLOVER", "CROWNED_SKULL", "DESCENDS", "DOWN", "DROP", "FLAME", "MONKEY", "SUN",
    "TWO_DOWN", "TWO_UP", "UP",
]  # fmt: skip

MONKEY = Emblem(
    dot(15, 46, 13)
    + dot(85, 46, 13)
    + dot(16, 46, 6, "paper")
    + dot(84, 46, 6, "paper")
    + filled("M50 8 C26 8 18 26 20 46 C14 62 22 92 50 92 C78 92 86 62 80 46 C82 26 74 8 50 8Z")
    + filled(
        "M50 33 C44 24 28 26 28 41 C28 50 33 54 29 64 C28 78 38 86 50 86 C62 86 72 78 71 64"
        " C67 54 72 50 72 41 C72 26 56 24 50 33Z",
        "paper",
    )
    + dot(40, 43, 5.5)
    + dot(60, 43, 5.5)
    + dot(46, 59, 2.5)
    + dot(54, 59, 2.5)
    + stroked("M38 70 C44 77 56 77 62 70", 4)
)
UP = Emblem(stroked("M50 88 L50 16 M20 44 L50 14 L80 44", 16))
DOWN = Emblem(stroked("M50 12 L50 84 M20 56 L50 86 L80 56", 16))
TWO_UP = Emblem(stroked("M16 50 L50 18 L84 50 M16 86 L50 54 L84 86", 16))
TWO_DOWN = Emblem(stroked("M16 14 L50 46 L84 14 M16 50 L50 82 L84 50", 16))
ASCENDS = Emblem(stroked("M16 84 L82 18 M40 16 L84 16 L84 60", 15))
DESCENDS = Emblem(stroked("M16 16 L82 82 M40 84 L84 84 L84 40", 15))

"""The emblems of Skull King's cards: suits, characters and beasts."""

from __future__ import annotations

from games.drawing.emblems import (
    CHEST,
    CROWNED_SKULL,
    DROP,
    FLAME,
    JOLLY_ROGER,
    SABRES,
    SUN,
    emblems_of,
)

__all__ = [
    "CHEST", "CROWNED_SKULL", "DROP", "FLAG", "FLAME", "GEM", "HEART", "JOLLY_ROGER", "KRAKEN", "MAP", "MASK",
    "MERMAID", "NET", "PARROT", "SABRES", "SUN", "TENTACLES", "TIGRESS", "WHALE",
]  # fmt: skip

emblem = emblems_of(__file__)

PARROT = emblem("parrot")
MAP = emblem("map")
FLAG = emblem("flag")
GEM = emblem("gem")
MERMAID = emblem("mermaid")
TIGRESS = emblem("tigress")
MASK = emblem("mask")
KRAKEN = emblem("kraken")
WHALE = emblem("whale")

# What befalls the cards of a trick

HEART = emblem("heart")
NET = emblem("net")
TENTACLES = emblem("tentacles")

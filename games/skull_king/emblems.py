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
    Emblem,
    dot,
    filled,
    mirrored,
    stroked,
)

__all__ = [
    "CHEST", "CROWNED_SKULL", "DROP", "FLAG", "FLAME", "GEM", "HEART", "JOLLY_ROGER", "KRAKEN", "MAP", "MASK",
    "MERMAID", "NET", "PARROT", "SABRES", "SUN", "TENTACLES", "TIGRESS", "WHALE",
]  # fmt: skip

PARROT = Emblem(
    filled("M44 16 C36 3 24 1 15 6 C24 10 27 16 29 24Z")
    + filled(
        "M46 12 C26 12 15 28 17 50 C18 70 20 84 24 96 L64 96 C71 82 72 70 69 58 L74 40 C72 24 62 12 46 12Z"
    )
    + filled("M69 24 C86 23 97 38 91 62 C86 53 79 50 70 51Z")
    + filled("M68 55 C75 55 80 58 82 64 C76 69 68 67 64 62Z")
    + dot(54, 36, 10, "paper")
    + dot(56, 36, 4.5)
    + stroked("M30 60 C32 74 40 82 50 84 M26 72 C30 84 36 90 44 92", 4, "paper")
)
MAP = Emblem(
    filled("M8 22 L36 12 L64 22 L92 12 L92 78 L64 88 L36 78 L8 88Z")
    + stroked("M36 15 L36 76 M64 24 L64 85", 3, "paper")
    + stroked("M18 72 L22 66 M28 60 L34 56 M42 54 L48 52 M55 47 L60 42", 5, "paper")
    + stroked("M70 30 L84 44 M84 30 L70 44", 6, "paper")
)
FLAG = Emblem(
    stroked("M20 8 L20 94", 8)
    + filled("M27 12 C44 3 58 24 92 11 L88 34 L92 58 C58 70 44 49 27 58Z")
    + stroked("M38 26 C48 22 58 32 74 29", 3, "paper")
)
GEM = Emblem(
    filled("M50 93 L6 40 L24 12 L76 12 L94 40Z")
    + stroked("M6 40 L94 40 M24 12 L34 40 L50 91 L66 40 L76 12 M34 40 L50 12 L66 40", 3.5, "paper")
)
MERMAID = Emblem(
    filled("M52 4 C34 2 28 16 32 28 C34 38 30 46 22 52 C38 56 50 46 48 30Z")
    + dot(54, 18, 12)
    + filled("M46 30 C44 38 46 44 43 53 L64 53 C65 44 65 38 61 30Z")
    + stroked("M47 35 C38 40 35 48 40 58 M61 35 C70 40 73 48 68 56", 6)
    + filled("M42 52 C34 74 46 92 70 90 C78 88 78 76 70 74 C62 74 60 64 65 52Z")
    + filled("M66 74 C76 72 86 62 96 62 C91 72 91 84 97 95 C86 96 76 94 68 90Z")
    + stroked("M45 62 C49 66 54 66 58 62 M46 72 C50 76 55 76 59 72", 3, "paper")
)
TIGRESS = Emblem(
    filled(
        "M14 14 C24 8 33 13 37 20 C45 17 55 17 63 20 C67 13 76 8 86 14 C90 24 87 33 82 40 C88 58 80 78 65 88"
        " C56 94 44 94 35 88 C20 78 12 58 18 40 C13 33 10 24 14 14Z"
    )
    + filled("M50 22 L45 38 L55 38Z M36 25 L38 38 L43 30Z M64 25 L62 38 L57 30Z", "paper")
    + filled(
        "M16 52 L32 55 L19 60Z M84 52 L68 55 L81 60Z M22 69 L35 66 L28 76Z M78 69 L65 66 L72 76Z", "paper"
    )
    + filled(
        "M28 46 C34 41 41 44 43 50 C37 53 31 51 28 46Z M72 46 C66 41 59 44 57 50 C63 53 69 51 72 46Z", "paper"
    )
    + dot(37, 47, 2.5)
    + dot(63, 47, 2.5)
    + filled("M50 60 C60 60 66 68 62 76 C58 83 42 83 38 76 C34 68 40 60 50 60Z", "paper")
    + filled("M43 62 L57 62 L50 70Z")
    + stroked("M50 70 L50 75", 3)
)
MASK = Emblem(
    filled("M10 18 C36 30 64 30 90 18 C95 56 79 86 50 96 C21 86 5 56 10 18Z")
    + filled(
        "M22 42 C30 35 40 38 43 47 C35 51 26 50 22 42Z M78 42 C70 35 60 38 57 47 C65 51 74 50 78 42Z", "paper"
    )
    + filled("M28 62 C36 68 44 69 50 66 C56 63 64 62 72 66 C68 78 60 84 50 85 C40 84 32 76 28 62Z", "paper")
    + stroked("M82 32 L76 60", 3, "paper")
)
_TENTACLES = (
    stroked("M38 58 C34 78 18 80 9 66", 9)
    + stroked("M45 62 C45 84 34 95 19 92", 9)
    + filled("M30 50 L50 50 L50 70Z")
)
KRAKEN = Emblem(
    filled("M50 5 C27 5 18 24 20 42 C21 54 28 60 34 64 L66 64 C72 60 79 54 80 42 C82 24 73 5 50 5Z")
    + _TENTACLES
    + mirrored(_TENTACLES)
    + stroked("M50 62 L50 92", 8)
    + dot(39, 40, 7, "paper")
    + dot(61, 40, 7, "paper")
    + dot(41, 41, 3)
    + dot(59, 41, 3)
)
WHALE = Emblem(
    filled(
        "M4 62 C4 42 24 34 44 36 C60 38 68 50 80 54 C84 48 82 38 74 30 C84 28 90 33 91 40 C93 34 96 31 98 30"
        " C99 48 94 60 88 66 C82 82 66 90 44 90 C20 90 4 80 4 62Z"
    )
    + dot(24, 58, 4.5, "paper")
    + stroked("M10 72 C24 80 44 80 58 72", 4, "paper")
    + stroked("M36 28 C36 14 28 9 21 13 M36 28 C36 14 44 9 51 13", 6)
)

# What befalls the cards of a trick

HEART = Emblem(
    filled(
        "M50 90 C20 66 7 49 7 32 C7 17 18 9 30 9 C40 9 47 15 50 24 C53 15 60 9 70 9 C82 9 93 17 93 32"
        " C93 49 80 66 50 90Z"
    )
    + stroked("M24 34 C24 27 28 23 34 23", 6, "paper")
)
NET = Emblem(
    stroked("M4 36 L36 4 M4 68 L68 4 M4 96 L96 4 M32 96 L96 32 M64 96 L96 64", 4)
    + stroked("M4 64 L36 96 M4 32 L68 96 M4 4 L96 96 M32 4 L96 68 M64 4 L96 36", 4)
    + "".join(dot(x, y, 4.5) for x in (18, 50, 82) for y in (18, 50, 82))
)
_ARM = stroked("M14 95 C2 74 34 62 22 38 C17 28 7 32 10 41", 9) + "".join(
    dot(x, y, 2.6, "paper") for x, y in ((15, 84), (18, 72), (23, 60), (24, 49))
)
TENTACLES = Emblem(
    _ARM
    + mirrored(_ARM)
    + stroked("M50 95 C36 72 66 58 54 28 C50 17 38 20 40 30", 10)
    + "".join(dot(x, y, 3, "paper") for x, y in ((47, 84), (49, 72), (55, 58), (57, 44)))
)

"""The emblems of Corsari: one for each band, and one for each place that a card has when a ship sails."""

from __future__ import annotations

from math import cos, pi, sin

from games.drawing.emblems import Emblem, dot, filled, mirrored, stroked


def _around(x: float, y: float, radius: float, count: int, turn: float = 0) -> list[tuple[float, float]]:
    """So many places around a middle, the first of them at the top."""
    angles = [turn - pi / 2 + 2 * pi * at / count for at in range(count)]
    return [(round(x + radius * cos(angle), 1), round(y + radius * sin(angle), 1)) for angle in angles]


# The bands

FLOWER = Emblem("".join(dot(x, y, 19) for x, y in _around(50, 51, 27, 5)) + dot(50, 51, 14, "paper"))
_GRAPES = ((22, 42), (50, 42), (78, 42), (36, 62), (64, 62), (50, 82))
GRAPES = Emblem(
    stroked("M50 30 C50 20 54 12 62 7", 7)
    + filled("M48 22 C34 24 22 18 18 6 C32 2 46 8 48 22Z")
    + "".join(dot(x, y, 14.5) for x, y in _GRAPES)
    + "".join(dot(x - 4, y - 4, 3.5, "paper") for x, y in _GRAPES)
)
FLUKE = Emblem(
    filled(
        "M42 78 C44 60 42 50 34 44 C22 42 8 36 3 14 C18 14 34 16 50 34 C66 16 82 14 97 14"
        " C92 36 78 42 66 44 C58 50 56 60 58 78Z"
    )
    + stroked("M6 84 C18 74 28 74 38 84 C46 91 54 91 62 84 C72 74 82 74 94 84", 8)
)
ICE = Emblem(
    filled("M50 6 L90 28 L90 72 L50 94 L10 72 L10 28Z")
    + stroked("M14 30 L50 50 L86 30 M50 50 L50 90", 6, "paper")
    + stroked("M22 44 L22 58 M62 62 L76 54", 5, "paper")
)
FIN = Emblem(
    filled("M16 76 C22 40 44 14 82 6 C70 28 70 54 80 76Z")
    + stroked("M5 88 C16 78 28 78 38 86 C48 94 58 94 66 86 C76 78 86 78 95 86", 8)
    + stroked("M40 62 C42 54 46 48 52 42", 5, "paper")
)
PALM = Emblem(
    stroked("M52 40 C50 60 46 78 38 92", 11)
    + stroked("M14 92 L72 92", 8)
    + filled("M52 38 C40 24 22 20 6 34 C22 32 32 36 40 44 C28 44 20 52 18 66 C28 54 40 50 52 44Z")
    + filled("M52 38 C64 24 80 22 94 36 C80 34 70 36 62 44 C74 46 82 54 84 70 C74 56 64 50 52 44Z")
    + filled("M50 42 C44 26 48 12 60 4 C60 14 62 26 56 42Z")
    + dot(60, 54, 8)
)
_CLAW = (
    stroked("M28 56 C16 52 12 44 14 36", 8)
    + filled("M16 40 C2 34 2 14 16 6 C16 14 18 20 22 24 C24 18 26 12 32 8 C38 20 32 38 16 40Z")
    + stroked("M30 74 L10 78 M34 82 L18 94", 7)
)
CRAB = Emblem(
    _CLAW
    + mirrored(_CLAW)
    + filled("M50 44 C72 44 82 56 80 68 C78 80 66 88 50 88 C34 88 22 80 20 68 C18 56 28 44 50 44Z")
    + stroked("M42 46 L40 34 M58 46 L60 34", 5)
    + dot(40, 32, 6)
    + dot(60, 32, 6)
    + stroked("M38 70 C44 77 56 77 62 70", 5, "paper")
)
SLICE = Emblem(
    dot(50, 50, 44)
    + dot(50, 50, 37, "paper")
    + dot(50, 50, 32)
    + stroked(" ".join(f"M50 50 L{x} {y}" for x, y in _around(50, 50, 34, 8)), 5, "paper")
)
LEMON = Emblem(
    filled(
        "M8 78 C12 74 14 70 14 62 C14 34 38 12 66 16 C74 16 80 12 86 8 C92 10 94 14 94 20"
        " C88 26 86 32 86 40 C86 68 62 88 36 84 C28 84 22 88 16 92 C10 90 6 84 8 78Z"
    )
    + stroked("M28 62 C28 46 40 32 56 30", 6, "paper")
)
TURTLE = Emblem(
    dot(50, 14, 11)
    + filled("M30 32 C16 20 6 26 6 40 C14 38 22 40 26 46Z M70 32 C84 20 94 26 94 40 C86 38 78 40 74 46Z")
    + filled("M28 70 C16 72 12 82 18 92 C26 90 34 86 38 80Z M72 70 C84 72 88 82 82 92 C74 90 66 86 62 80Z")
    + filled("M50 22 C70 22 80 38 80 56 C80 74 68 90 50 90 C32 90 20 74 20 56 C20 38 30 22 50 22Z")
    + stroked("M50 40 L66 49 L66 66 L50 75 L34 66 L34 49Z", 5, "paper")
    + stroked(
        "M50 40 L50 27 M66 49 L76 43 M66 66 L75 72 M50 75 L50 86 M34 66 L25 72 M34 49 L24 43", 4, "paper"
    )
)

# The places of a card

CAGE = Emblem(
    stroked("M12 14 L88 14 M12 88 L88 88", 10)
    + stroked("M20 14 L20 88 M40 14 L40 88 M60 14 L60 88 M80 14 L80 88", 8)
    + stroked("M50 8 L50 4", 6)
)
"""Prisoners."""
WHEEL = Emblem(
    stroked(" ".join(f"M50 50 L{x} {y}" for x, y in _around(50, 50, 44, 8)), 8)
    + dot(50, 50, 32)
    + dot(50, 50, 22, "paper")
    + stroked(" ".join(f"M50 50 L{x} {y}" for x, y in _around(50, 50, 24, 8)), 6)
    + dot(50, 50, 9)
)
"""The crew."""
BARREL = Emblem(
    filled("M28 8 L72 8 C86 34 86 66 72 92 L28 92 C14 66 14 34 28 8Z")
    + stroked("M22 26 L78 26 M22 74 L78 74", 5, "paper")
    + filled("M24 42 L76 42 L76 60 L24 60Z", "paper")
    + dot(40, 51, 6)
    + dot(60, 51, 6)
)
"""Stowaways: somebody peers out."""
ROPE = Emblem(
    stroked("M38 62 L62 38", 11)
    + stroked("M44 32 L56 20 C64 12 74 12 82 18 C88 26 88 36 80 44 L68 56", 11)
    + stroked("M56 68 L44 80 C36 88 26 88 18 82 C12 74 12 64 20 56 L32 44", 11)
)
"""What is attached to another crew."""
SAIL = Emblem(
    filled("M46 8 L46 66 L12 66 C28 48 40 30 46 8Z M54 16 C74 28 84 46 86 66 L54 66Z")
    + filled("M6 74 L94 74 C90 86 82 92 72 92 L28 92 C18 92 10 86 6 74Z")
)
"""Who sets sail."""
EYE = Emblem(
    filled("M4 50 C18 26 34 16 50 16 C66 16 82 26 96 50 C82 74 66 84 50 84 C34 84 18 74 4 50Z")
    + dot(50, 50, 22, "paper")
    + dot(50, 50, 12)
)
"""What everybody has seen."""
OVERBOARD = Emblem(
    filled("M38 6 L62 6 L62 34 L82 34 L50 66 L18 34 L38 34Z")
    + stroked("M6 84 C18 74 28 74 38 84 C46 91 54 91 62 84 C72 74 82 74 94 84", 9)
)
"""What is best dropped."""

# A ship, which carries its owner's colour in its sails ("paper")

_SEA = "#5f9bd0"
_WAVES = stroked("M4 93 C12 86 20 86 28 92 C36 97 44 97 50 92 C58 86 66 86 72 92 C80 97 88 97 96 92", 6, _SEA)
SHIP = Emblem(
    stroked("M50 66 L50 8 M24 66 L24 26 M76 66 L76 30", 4)
    + filled("M53 14 C74 24 76 44 70 56 L53 56Z M47 14 C36 26 34 44 38 56 L47 56Z", "paper")
    + filled("M79 34 C90 40 92 50 88 58 L79 58Z M21 30 C8 38 8 50 12 58 L21 58Z", "paper")
    + filled("M50 3 L66 8 L50 13Z")
    + filled("M4 62 L96 62 C92 78 84 88 74 88 L26 88 C16 88 8 78 4 62Z")
    + "".join(dot(x, 73, 4.5, "paper") for x in (30, 50, 70))
    + _WAVES
)
WRECK = Emblem(
    filled("M26 82 L30 26 C40 14 56 10 70 14 L78 82Z")
    + "".join(dot(x, y, 5, "paper") for x, y in ((44, 34), (50, 54), (56, 74)))
    + stroked("M70 30 L92 18 M74 54 L95 46", 4)
    + filled("M74 28 L93 17 L95 44 L76 52Z", "paper")
    + "".join(dot(x, y, radius, _SEA) for x, y, radius in ((12, 66, 6), (18, 46, 4), (10, 28, 3)))
    + filled("M2 82 L98 82 L98 98 L2 98Z", _SEA)
    + stroked("M4 82 C12 74 20 74 28 80 C36 86 44 86 50 80 C58 74 66 74 72 80 C80 86 88 86 96 80", 6, _SEA)
)
"""A ship that was sent under."""
CARDS = Emblem(
    filled("M8 26 L46 14 L66 78 L28 90Z")
    + stroked("M56 12 L88 18 L78 80", 8)
    + filled("M22 38 L40 32 L50 64 L32 70Z", "paper")
)
"""Penalty cards."""

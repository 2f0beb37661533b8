"""Emblems that any game may use: small pictures in two colours, in a square of 100 units, drawn by ourselves.

A game's own emblems stand beside its `picture.py`, written in the same way: SVG shapes with absolute paths
that stay inside the square, painted "ink" and "paper" (or in a colour that is always the same).
"""

from __future__ import annotations

from math import cos, pi, sin

import msgspec

from games.drawing.palette import GOLD, Colour


class Emblem(msgspec.Struct, frozen=True):
    """A small picture, its two colours still open."""

    shapes: str

    def art(self, ink: Colour, paper: Colour) -> str:
        """The emblem in these colours."""
        return self.shapes.replace('"ink"', f'"{ink}"').replace('"paper"', f'"{paper}"')


def filled(path: str, colour: str = "ink") -> str:
    """A filled shape."""
    return f'<path d="{path}" fill="{colour}"/>'


def stroked(path: str, width: float, colour: str = "ink") -> str:
    """A line with round ends."""
    line = f'stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{path}" fill="none" {line}/>'


def dot(x: float, y: float, radius: float, colour: str = "ink") -> str:
    """A filled disc."""
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/>'


def placed(shapes: str, x: float, y: float, scale: float) -> str:
    """Shapes made smaller, their corner moved to a place in the square."""
    return f'<g transform="translate({x} {y}) scale({scale})">{shapes}</g>'


def mirrored(shapes: str) -> str:
    """The same the other way round."""
    return f'<g transform="matrix(-1 0 0 1 100 0)">{shapes}</g>'


def _ray(turn: float) -> str:
    def at(radius: float, angle: float) -> str:
        return f"{50 + radius * cos(angle):.1f} {50 + radius * sin(angle):.1f}"

    return f"M{at(29, turn - 0.24)} L{at(47, turn)} L{at(29, turn + 0.24)}Z"


SUN = Emblem(dot(50, 50, 24) + filled(" ".join(_ray(part * pi / 4) for part in range(8))))
DROP = Emblem(
    filled("M50 5 C50 5 19 45 19 64 C19 82 33 95 50 95 C67 95 81 82 81 64 C81 45 50 5 50 5Z")
    + stroked("M34 62 C34 73 41 80 50 81", 6, "paper")
)
FLAME = Emblem(
    filled(
        "M54 5 C58 26 82 38 82 64 C82 83 67 95 50 95 C33 95 18 83 18 64 C18 50 27 42 31 28"
        " C38 35 41 42 42 48 C49 38 56 22 54 5Z"
    )
    + filled("M50 88 C40 88 34 81 34 73 C34 63 45 60 48 48 C58 56 66 63 66 73 C66 82 60 88 50 88Z", "paper")
)
CLOVER = Emblem(
    "".join(dot(x, y, 18) for x, y in ((34, 33), (66, 33), (34, 62), (66, 62)))
    + dot(50, 48, 14)
    + stroked("M50 50 C52 70 58 84 70 93", 7)
    + stroked("M40 38 L60 58 M60 38 L40 58", 4, "paper")
)
SKULL_SHAPES = (
    filled(
        "M50 6 C27 6 13 22 13 42 C13 55 19 63 28 68 L28 82 C28 87 31 90 36 90 L64 90 C69 90 72 87 72 82"
        " L72 68 C81 63 87 55 87 42 C87 22 73 6 50 6Z"
    )
    + dot(35, 45, 11, "paper")
    + dot(65, 45, 11, "paper")
    + filled("M50 55 L43 68 L57 68Z", "paper")
    + stroked("M42 77 L42 88 M50 77 L50 88 M58 77 L58 88", 3.5, "paper")
)
JOLLY_ROGER = Emblem(
    stroked("M12 68 L88 94 M88 68 L12 94", 9)
    + "".join(dot(x, y, 6.5) for x in (10, 90) for y in (65, 93))
    + placed(SKULL_SHAPES, 16, 2, 0.68)
)
CROWN = Emblem(
    filled("M14 72 L7 26 L31 46 L50 14 L69 46 L93 26 L86 72Z") + filled("M14 77 L86 77 L86 88 L14 88Z")
)
CROWNED_SKULL = Emblem(
    filled("M20 40 L12 5 L34 20 L50 1 L66 20 L88 5 L80 40Z", GOLD) + placed(SKULL_SHAPES, 12, 28, 0.76)
)
PENNANT = Emblem(stroked("M22 8 L22 94", 11) + filled("M27 8 L92 30 L27 54Z"))
TICK = Emblem(stroked("M16 54 L40 78 L86 22", 15))
PLUS = Emblem(stroked("M50 18 L50 82 M18 50 L82 50", 18))
CROSS = Emblem(stroked("M22 22 L78 78 M78 22 L22 78", 15))
HOURGLASS = Emblem(
    stroked("M20 10 L80 10 M20 90 L80 90", 9)
    + stroked("M27 12 C27 36 46 42 46 50 C46 58 27 64 27 88 M73 12 C73 36 54 42 54 50 C54 58 73 64 73 88", 6)
    + filled("M36 32 C42 40 48 44 50 48 C52 44 58 40 64 32Z")
    + filled("M33 86 C35 74 46 68 50 66 C54 68 65 74 67 86Z")
)
COIN = Emblem(
    dot(50, 50, 45) + dot(50, 50, 37, "paper") + dot(50, 50, 32) + placed(SKULL_SHAPES, 27, 25, 0.46)
)
CANNONBALL = Emblem(
    dot(46, 58, 35)
    + stroked("M68 30 C74 22 80 18 86 18", 7)
    + filled("M88 4 L91 13 L98 16 L91 19 L88 28 L85 19 L78 16 L85 13Z", GOLD)
    + stroked("M26 52 C28 42 34 37 42 36", 5, "paper")
)
CHEST = Emblem(
    filled("M10 46 L10 38 C10 22 21 14 34 14 L66 14 C79 14 90 22 90 38 L90 46Z")
    + filled("M10 51 L90 51 L90 87 L10 87Z")
    + stroked("M27 20 L27 84 M73 20 L73 84", 4, "paper")
    + filled("M40 40 L60 40 L60 64 L40 64Z", "paper")
    + dot(50, 49, 4.5)
    + stroked("M50 50 L50 57", 4)
)
ANCHOR = Emblem(
    stroked("M50 28 L50 90 M30 40 L70 40 M14 60 C18 82 34 90 50 90 C66 90 82 82 86 60", 9)
    + dot(50, 18, 12)
    + dot(50, 18, 5, "paper")
)
SABRES = Emblem(
    "".join(
        turn(
            filled("M10 8 C42 16 68 42 79 70 L71 78 C54 54 34 32 10 8Z")
            + stroked("M60 84 C68 82 80 72 84 60", 7)
            + stroked("M76 76 L90 90", 9)
        )
        for turn in (str, mirrored)
    )
)
GHOST = Emblem(
    filled(
        "M50 6 C28 6 17 24 17 46 L17 94 L33 82 L42 94 L50 84 L58 94 L67 82 L83 94 L83 46 C83 24 72 6 50 6Z"
    )
    + dot(38, 42, 7, "paper")
    + dot(62, 42, 7, "paper")
    + filled("M42 60 C46 56 54 56 58 60 C60 68 56 74 50 74 C44 74 40 68 42 60Z", "paper")
)

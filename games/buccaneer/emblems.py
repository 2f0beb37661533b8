"""The emblems of Buccaneer: ships, pirates, and the four kinds of booty."""

from __future__ import annotations

from games.drawing.emblems import Emblem, dot, filled, stroked

SHIP = Emblem(
    stroked("M51 8 L51 62", 5)
    + filled("M53 3 L72 9 L53 15Z")
    + filled("M46 16 L46 56 L12 56 C18 42 32 26 46 16Z")
    + filled("M56 21 C76 26 88 40 90 56 L56 56Z")
    + filled("M4 62 L96 62 C94 80 86 92 74 95 L26 95 C14 92 6 80 4 62Z")
    + "".join(dot(x, 76, 5, "paper") for x in (30, 50, 70))
)
PIRATE = Emblem(
    filled("M6 44 C20 34 26 8 50 6 C74 8 80 34 94 44 C78 54 22 54 6 44Z")
    + dot(50, 27, 7, "paper")
    + filled("M22 56 C40 60 60 60 78 56 C78 80 68 96 50 96 C32 96 22 80 22 56Z")
    + stroked("M24 60 L62 70", 4, "paper")
    + filled("M54 64 L72 64 C72 74 56 76 54 64Z", "paper")
    + stroked("M40 83 C46 88 54 88 60 82", 5, "paper")
)
HAT = Emblem(
    filled("M2 72 C18 60 22 24 50 21 C78 24 82 60 98 72 C82 86 18 86 2 72Z")
    + stroked("M14 73 C36 66 64 66 86 73", 5, "paper")
    + dot(50, 44, 9, "paper")
)
DUCAT = Emblem(dot(50, 50, 46) + dot(50, 50, 36, "paper") + filled("M50 24 L76 50 L50 76 L24 50Z"))
"""Plainer than the coin of other tables: every purse and every ship has one."""
BARREL = Emblem(
    filled("M26 6 L74 6 C90 34 90 66 74 94 L26 94 C10 66 10 34 26 6Z")
    + stroked("M20 28 C40 32 60 32 80 28 M20 72 C40 76 60 76 80 72", 7, "paper")
    + dot(50, 51, 8, "paper")
)
CANDLESTICK = Emblem(
    filled("M50 2 C58 12 62 18 59 25 C56 32 44 32 41 25 C38 18 44 12 50 2Z")
    + filled("M40 36 L60 36 L60 60 L40 60Z")
    + filled("M24 64 L76 64 C76 72 70 76 62 76 L38 76 C30 76 24 72 24 64Z")
    + filled("M43 76 L57 76 L58 86 C70 86 78 90 80 97 L20 97 C22 90 30 86 42 86Z")
)
DAGGER = Emblem(
    filled("M90 6 L94 10 C92 34 78 52 58 68 L44 80 L20 56 L32 42 C48 22 66 8 90 6Z")
    + stroked("M78 22 L44 56", 5, "paper")
    + stroked("M16 46 L54 84", 10)
    + stroked("M30 70 L16 84", 13)
    + dot(12, 88, 9)
)

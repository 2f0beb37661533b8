"""Players in small: a plate for each, with a chip, the name and up to three short figures, up to eight of
them in two rows. For the play view, in which the cards are what counts.

`small_plates` draws them all. A game that wants to lay something on each plate (the card that was played)
takes the boxes of `spread` and draws a `head` in each, or a `frame` and the `badge` where it likes.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import CROWN, PENNANT, Emblem
from games.drawing.furniture import SMALL, chip, emblem_disc, mark
from games.drawing.lettering import STRONG, TEXT, drawable, shrunk
from games.drawing.palette import (
    CHALK,
    GOLD,
    GREY,
    INK,
    LEATHER,
    LEATHER_EDGE,
    LEATHER_OWN,
    Colour,
)
from games.text import Seat

HEAD = 36
"""The height of a plate's first line: chip and name."""
LINE = 32
"""The height of the line with the figures."""
GAP = 8
"""The gap between two plates, in units."""
_CHIP, _SIGN, _APART = 15, 22, 5
_MOST_ACROSS = 4


class Told(msgspec.Struct, frozen=True):
    """A short figure on a plate, "2/3" or "+20"; `sign` stands before it, or alone. Where eight play, some
    ten characters fit side by side: what is more gets smaller than it should.
    """

    text: str = ""
    sign: Emblem | None = None
    colour: Colour = CHALK


class SmallPlate(msgspec.Struct, frozen=True):
    """What a small plate says of a player. `emblem` stands in place of the chip of whoever has no seat.

    `awaited`: the game waits for them; `leads`: they began what is going on, or will; `winner`: they are
    winning it, or have won; `own`: they are who looks at the picture.
    """

    seat: Seat
    name: str
    figures: tuple[Told, ...] = ()
    awaited: bool = False
    leads: bool = False
    winner: bool = False
    own: bool = False
    emblem: Emblem | None = None


def spread(box: Box, count: int, gap: float = GAP) -> list[Box]:
    """Places for so many plates: up to four side by side, more in two rows."""
    rows = box.rows(rows_for(count), gap)
    across = -(-count // len(rows))
    return [rows[at // across].columns(across, gap)[at % across] for at in range(count)]


def rows_for(count: int) -> int:
    """How many rows so many plates take."""
    return 1 if count <= _MOST_ACROSS else 2


def small_plates_height(count: int) -> float:
    """How high the box of so many plates has to be, if they have figures."""
    rows = rows_for(count)
    return rows * (HEAD + LINE) + (rows - 1) * GAP


def small_plates(canvas: Canvas, box: Box, shown: Sequence[SmallPlate]) -> None:
    """All of them, as `spread` has it."""
    for place, each in zip(spread(box, len(shown)), shown, strict=True):
        small_plate(canvas, place, each)


def small_plate(canvas: Canvas, box: Box, shown: SmallPlate) -> None:
    """One of them: chip and name, the figures below side by side."""
    head(canvas, box, shown)
    line = Box(box.x + 10, box.y + HEAD, box.w - 20, box.h - HEAD - 5)
    _tell_all(canvas, line, shown.figures)


def _tell_all(canvas: Canvas, box: Box, figures: Sequence[Told]) -> None:
    """Side by side, each as wide as it is; all smaller where that is too much."""
    size, gaps = float(SMALL), 6 * (len(figures) - 1)
    while size > 10 and sum(_wide(figure, size) for figure in figures) > box.w - gaps:
        size -= 1
    gap = (box.w - sum(_wide(figure, size) for figure in figures)) / max(1, len(figures))
    x = box.x
    for figure in figures:
        width = _wide(figure, size) + gap
        tell(canvas, Box(x, box.y, width, box.h), figure, size=size)
        x += width


def _wide(figure: Told, size: float) -> float:
    """How much room a figure takes."""
    words = STRONG.width(drawable(figure.text, STRONG), size)
    return words + (0 if figure.sign is None else _SIGN) + (_APART if figure.sign and words else 0)


def head(canvas: Canvas, box: Box, shown: SmallPlate) -> None:
    """The plate itself with its signs, the chip and the name; what comes below begins at HEAD."""
    frame(canvas, box, shown)
    x, y = box.x + 9 + _CHIP, box.y + 5 + _CHIP
    badge(canvas, x, y, _CHIP, shown)
    left, right = x + _CHIP + 6, box.right - 8
    if shown.winner:
        mark(canvas, right - 14, y, CROWN, 15)
        right -= 32
    if shown.leads:
        canvas.art(PENNANT.art(GOLD, INK), Box(right - 20, y - 12, 20, 24))
        right -= 24
    place = Box(left, box.y + 4, right - left, HEAD - 6)
    face = STRONG if shown.own else TEXT
    canvas.name_in(shown.name, place, face, SMALL, CHALK, anchor="start", least=SMALL - 2)


def frame(canvas: Canvas, box: Box, shown: SmallPlate) -> None:
    """The plate with nothing on it: golden where it is awaited, lighter where it is one's own."""
    edge = Stroke(GOLD, 4) if shown.awaited else Stroke(LEATHER_EDGE, 2)
    canvas.rect(box.inset(2), LEATHER_OWN if shown.own else LEATHER, radius=12, stroke=edge)


def badge(canvas: Canvas, x: float, y: float, radius: float, shown: SmallPlate) -> None:
    """The chip, or the emblem of whoever has no seat."""
    if shown.emblem is None:
        chip(canvas, x, y, radius, shown.seat, shown.name)
    else:
        emblem_disc(canvas, x, y, radius, GREY, shown.emblem)


def tell(canvas: Canvas, box: Box, figure: Told, *, size: float = SMALL, least: float = SMALL) -> None:
    """A figure with its sign in the middle of the box."""
    words = drawable(figure.text, STRONG)
    sign = 0 if figure.sign is None else min(_SIGN, box.h)
    between = _APART if sign and words else 0
    room = max(0, box.w - sign - between)
    size = shrunk(words, STRONG, size, room, least)
    width = min(room, STRONG.width(words, size))
    left = box.cx - (sign + between + width) / 2
    if figure.sign is not None:
        canvas.art(figure.sign.art(figure.colour, LEATHER), Box(left, box.cy - sign / 2, sign, sign))
    beside = Box(left + sign + between, box.y, width + 0.1, box.h)
    canvas.words_in(words, beside, STRONG, size, figure.colour, anchor="start")

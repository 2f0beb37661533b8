"""What stands and lies on every table: the table itself, cards, chips, plates, banners and pips.

Sizes are in units (see `games.drawing`). Everything keeps within the box that it is given.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from games.drawing.canvas import Anchor, Box, Canvas, Stroke
from games.drawing.emblems import CROWN, Emblem
from games.drawing.lettering import DISPLAY, STRONG, TEXT, Typeface, initials, wrapped
from games.drawing.lettering import drawable as _drawable
from games.drawing.palette import (
    CHALK,
    CHALK_FAINT,
    CHALK_SOFT,
    EMBER,
    GOLD,
    HUES,
    INK,
    INK_SOFT,
    LAMPLIGHT,
    LEATHER,
    LEATHER_EDGE,
    NIGHT,
    PAPER,
    PAPER_SHADE,
    PLANK,
    RIM,
    SEAM,
    Colour,
    Hue,
    ink_on,
    player_hue,
)
from games.shapes import Drawing
from games.text import Seat

WIDTH = 700
"""Of every picture. A telephone shows it about 350 of its own pixels wide: two units are one of them."""
MARGIN = 22
"""Between the edge of a picture and what lies on it."""
SMALL, MIDDLE, LARGE = 22, 26, 36
"""Sizes of words. Nothing that must be read is smaller than SMALL: eleven pixels on a telephone."""
BANNER = 66
"""Where a picture's title ends."""
EMOJI = 128
"""The sides of an emoji (https://discord.com/developers/docs/resources/emoji: 128 by 128 pixels)."""
CARD = 1.4
"""The height of a card, its width being 1."""

_CORNER = 26
_BOARDS = 110


def table(height: float) -> Canvas:
    """A tavern table at night, a lamp over its middle, for the picture to be drawn on."""
    canvas = Canvas(WIDTH, height)
    canvas.rect(canvas.box, RIM, radius=_CORNER)
    top = canvas.box.inset(5)
    canvas.rect(top, PLANK, radius=_CORNER - 5)
    middle = min(0.42 * height, 300)
    reach = min(middle, height - middle) - 14
    for ring, colour in enumerate(LAMPLIGHT):
        share = 1 - ring * 0.36
        canvas.ellipse(WIDTH / 2, middle, (WIDTH / 2 - 14) * share, reach * share, colour)
    for board in range(1, int(height / _BOARDS) + 1):
        y = board * _BOARDS
        if y < height - 30:
            canvas.rect(Box(top.x + 3, y - 1, top.w - 6, 2), SEAM)
            nail = 57 + 170 * (board * 3 % 4)
            canvas.rect(Box(nail, y - 14, 5, 5), SEAM)
            canvas.rect(Box(nail, y + 9, 5, 5), SEAM)
    return canvas


# Cards


def suit_card(canvas: Canvas, box: Box, hue: Hue, rank: str, emblem: Emblem) -> None:
    """A card of a suit: its rank over the suit's colour, its emblem on paper below."""
    colour = HUES[hue]
    ink = ink_on(colour)
    radius = box.w * 0.1
    head = box.h * 0.5
    canvas.rect(box, PAPER, radius=radius)
    canvas.rect(Box(box.x, box.y, box.w, head), colour, radius=radius)
    canvas.rect(Box(box.x, box.y + head - radius, box.w, radius), colour)
    size = head * 0.94
    canvas.words_in(rank, Box(box.x, box.y, box.w, head).inset(box.w * 0.06, 0), DISPLAY, size, ink, least=8)
    foot = Box(box.x, box.y + head, box.w, box.h - head).inset(box.w * 0.06, box.h * 0.045)
    # A disc of the suit's own colour keeps light suits visible on paper.
    canvas.circle(foot.cx, foot.cy, foot.h / 2, colour)
    canvas.art(emblem.art(ink, colour), foot.square(foot.h * 0.74))
    canvas.rect(box.inset(1), None, radius=radius - 1, stroke=Stroke(INK, 2))


class Character(msgspec.Struct, frozen=True):
    """How a card without a suit is painted."""

    colour: Colour
    emblem: Emblem


def character_card(canvas: Canvas, box: Box, character: Character, name: str, played_as: str = "") -> None:
    """A card with a name of its own: its emblem on its colour, the name on paper below.

    `played_as`: what it counts as, where it can be several things.
    """
    colour = character.colour
    radius = box.w * 0.1
    foot = box.h * 0.34
    canvas.rect(box, colour, radius=radius)
    lower = Box(box.x, box.bottom - foot, box.w, foot)
    canvas.rect(lower, PAPER, radius=radius)
    canvas.rect(Box(box.x, lower.y, box.w, radius), PAPER)
    picture = Box(box.x, box.y, box.w, box.h - foot).inset(box.w * 0.08, box.h * 0.04)
    canvas.art(character.emblem.art(ink_on(colour), colour), picture)
    _draw_name(canvas, lower.inset(box.w * 0.05, foot * 0.06), name, played_as)
    canvas.rect(box.inset(1), None, radius=radius - 1, stroke=Stroke(INK, 2))


def _draw_name(canvas: Canvas, box: Box, name: str, played_as: str) -> None:
    """On one line or two, as large as the longest word allows; on one if it says too what it is played as."""
    shown = _drawable(name, STRONG)
    words = [shown] if played_as else shown.split()
    size = box.h * 0.42
    widest = max([STRONG.width(word, size) for word in words] or [0])
    if widest > box.w:
        size = max(0.99 * size * box.w / widest, box.h * 0.3)
    lines = wrapped(shown, STRONG, size, box.w, 1 if played_as else 2)
    places = box.rows(len(lines) + bool(played_as), 0)
    for line, place in zip(lines, places, strict=False):
        canvas.words_in(line, place, STRONG, size, INK, least=8)
    if played_as:
        canvas.words_in(played_as, places[-1], TEXT, box.h * 0.42, INK_SOFT, least=8)


def card_back(canvas: Canvas, box: Box, colour: Colour = "#5b2a1e") -> None:
    """Draws the back of a card into the box, in a colour that tells packs apart."""
    radius = box.w * 0.1
    canvas.rect(box, PAPER_SHADE, radius=radius)
    inner = box.inset(box.w * 0.07)
    canvas.rect(inner, colour, radius=radius * 0.6)
    x, y = inner.cx, inner.cy
    across, down = inner.w * 0.36, inner.h * 0.36
    canvas.polygon(
        [(x, y - down), (x + across, y), (x, y + down), (x - across, y)], PAPER_SHADE, opacity=0.55
    )
    canvas.rect(box.inset(1), None, radius=radius - 1, stroke=Stroke(INK, 2))


def empty_place(canvas: Canvas, box: Box, *, awaited: bool = False) -> None:
    """Where a card will lie; `awaited`: it is the next one."""
    stroke = Stroke(GOLD, 4, 12) if awaited else Stroke(CHALK_FAINT, 2, 9)
    canvas.rect(box.inset(2), NIGHT, radius=box.w * 0.1, stroke=stroke, opacity=0.75)


def veil(canvas: Canvas, box: Box) -> None:
    """Over a card that may not be played now: dimmed, but still to be read."""
    canvas.rect(box, NIGHT, radius=box.w * 0.1, opacity=0.58)


def glow(canvas: Canvas, box: Box) -> None:
    """Around a card that the eye is to find. It reaches 5 units out of the box."""
    canvas.rect(box.inset(-2), None, radius=box.w * 0.1 + 2, stroke=Stroke(GOLD, 6))


def mark(canvas: Canvas, x: float, y: float, emblem: Emblem, radius: float = 20) -> None:
    """A round golden sign on a corner: what is special about the thing below."""
    canvas.circle(x, y, radius - 1.5, GOLD, stroke=Stroke(INK, 3))
    canvas.art(emblem.art(INK, GOLD), Box(x, y, 0, 0).inset(-radius * 0.62))


def fan_out(box: Box, count: int, *, per_row: int, gap: float = 12, widest: float = 150) -> list[Box]:
    """Places for so many cards, in rows of at most `per_row`, as large as the box allows, in its middle."""
    rows = max(1, -(-count // per_row))
    across = -(-count // rows) if count else 1
    width = min((box.w - gap * (across - 1)) / across, (box.h - gap * (rows - 1)) / rows / CARD, widest)
    height = width * CARD
    top = box.cy - (rows * height + gap * (rows - 1)) / 2
    places: list[Box] = []
    for row in range(rows):
        here = min(across, count - row * across)
        left = box.cx - (here * width + gap * (here - 1)) / 2
        places += [
            Box(left + at * (width + gap), top + row * (height + gap), width, height) for at in range(here)
        ]
    return places


# Players


def chip(canvas: Canvas, x: float, y: float, radius: float, seat: Seat, name: str) -> None:
    """A player: the seat's colour, and the initials of the name, or else the seat's number."""
    colour = HUES[player_hue(seat)]
    letters = initials(name) or str(seat + 1)
    disc(canvas, x, y, radius, colour, letters)


def disc(canvas: Canvas, x: float, y: float, radius: float, colour: Colour, letters: str) -> None:
    """A disc with a light edge and something written on it."""
    canvas.circle(x, y, radius - 1.5, colour, stroke=Stroke(CHALK, 3))
    inner = Box(x, y, 0, 0).inset(-radius * 0.74)
    canvas.words_in(letters, inner, STRONG, radius * 0.95, ink_on(colour), least=6)


def emblem_disc(canvas: Canvas, x: float, y: float, radius: float, colour: Colour, emblem: Emblem) -> None:
    """A disc with an emblem."""
    canvas.circle(x, y, radius - 1.5, colour, stroke=Stroke(CHALK, 3))
    canvas.art(emblem.art(ink_on(colour), colour), Box(x, y, 0, 0).inset(-radius * 0.64))


def tile(colour: Colour, emblem: Emblem) -> Drawing:
    """An emblem as an emoji: large on a square, which is seen on a light page as on a dark one."""
    canvas = Canvas(EMOJI, EMOJI)
    canvas.rect(canvas.box.inset(2), colour, radius=EMOJI * 0.22, stroke=Stroke(CHALK_FAINT, 4))
    canvas.art(emblem.art(ink_on(colour), colour), canvas.box.inset(EMOJI * 0.12))
    return canvas.drawing()


def stripes(number: int) -> Drawing:
    """A rank as an emoji: so many stripes as on a sleeve, which are told apart without their colour."""
    canvas = Canvas(EMOJI, EMOJI)
    canvas.rect(canvas.box.inset(2), LEATHER, radius=EMOJI * 0.22, stroke=Stroke(CHALK_FAINT, 4))
    for at in range(number):
        middle = EMOJI * (0.5 + 0.19 * (at - (number - 1) / 2))
        canvas.rect(Box(EMOJI * 0.18, middle - EMOJI * 0.055, EMOJI * 0.64, EMOJI * 0.11), GOLD, radius=4)
    return canvas.drawing()


def plate(canvas: Canvas, box: Box, *, awaited: bool = False, ground: Colour = LEATHER) -> None:
    """What something is written on; `awaited`: the game waits for whoever it belongs to."""
    canvas.rect(
        box.inset(2), ground, radius=14, stroke=Stroke(GOLD, 4) if awaited else Stroke(LEATHER_EDGE, 2)
    )
    if awaited:
        canvas.polygon([(box.x + 4, box.cy - 11), (box.x + 17, box.cy), (box.x + 4, box.cy + 11)], GOLD)


def banner(
    canvas: Canvas, words: str, aside: str = "", *, urgent: bool = False, news: Colour | None = None
) -> None:
    """The title on top of a picture, `aside` at its right; `urgent`: somebody is to do something; `news`: it
    tells in this colour what has happened, and takes more room.

    What comes next begins at BANNER.
    """
    line = Box(MARGIN, 16, WIDTH - 2 * MARGIN, BANNER - 20)
    face, colour = (STRONG, news or GOLD) if urgent or news else (TEXT, CHALK_SOFT)
    two_ends(canvas, line, words, aside, face, colour, sizes=(LARGE, MIDDLE))


STRIP = 52
"""The y below which there is room when a `strip` has been drawn at the top."""


def strip(canvas: Canvas, words: str, aside: str = "", *, urgent: bool = False) -> None:
    """The line on top of a picture that has no room for a banner; what comes next begins at STRIP."""
    line = Box(MARGIN, 12, WIDTH - 2 * MARGIN, STRIP - 16)
    face, colour = (STRONG, GOLD) if urgent else (TEXT, CHALK_SOFT)
    two_ends(canvas, line, words, aside, face, colour, sizes=(28, SMALL))


def two_ends(
    canvas: Canvas,
    line: Box,
    words: str,
    aside: str,
    face: Typeface,
    colour: Colour,
    *,
    sizes: tuple[float, float],
) -> None:
    """A title at the left end of a line and what stands beside it at the right, in these sizes. Where they do
    not fit, both shrink, the title first; and only then is the longer of them cut.
    """
    large, size = sizes
    whole = DISPLAY.width(_drawable(words, DISPLAY), SMALL) + _GAP
    room = max(line.w - whole, line.w / 2)
    part = Box(line.right - room, line.y, room, line.h)
    right = canvas.words_in(aside, part, face, size, colour, anchor="end", least=SMALL)
    left = Box(line.x, line.y, line.w - right - (_GAP if right else 0), line.h)
    canvas.words_in(words, left, DISPLAY, large, CHALK, anchor="start", least=SMALL)


_GAP = 16
"""Units between a title and what stands beside it."""

_LINE = 1.3
"""From one line to the next, its size being 1."""


def note_height(words: str, room: float, *, size: float = MIDDLE, most: int = 2) -> float:
    """How high a `note` of at most so many lines is in a box of this width."""
    return len(wrapped(_drawable(words, TEXT), TEXT, size, room, most)) * size * _LINE


def note(
    canvas: Canvas,
    words: str,
    box: Box,
    *,
    size: float = MIDDLE,
    colour: Colour = CHALK,
    anchor: Anchor = "middle",
    least: float | None = None,
) -> None:
    """A sentence, on as many lines as the box has room for. It shrinks to the size `least` if that is given
    and it does not fit, and is cut then.
    """
    shown = _drawable(words, TEXT)
    while least is not None and size > least and not _fits(shown, box, size):
        size = max(least, size - 1)
    lines = wrapped(shown, TEXT, size, box.w, _most_lines(box, size))
    height = size * _LINE
    top = box.cy - height * len(lines) / 2
    for at, line in enumerate(lines):
        place = Box(box.x, top + at * height, box.w, height)
        canvas.words_in(line, place, TEXT, size, colour, anchor=anchor)


def _most_lines(box: Box, size: float) -> int:
    return max(1, int((box.h + 0.01) / (size * _LINE)))


def _fits(words: str, box: Box, size: float) -> bool:
    return " ".join(wrapped(words, TEXT, size, box.w, _most_lines(box, size))) == words


_SMALLEST_PIP = 11


def pips(canvas: Canvas, box: Box, done: int, wanted: int) -> None:
    """What was wanted as rings, what was done as coins in them, and a cross for each one too many. Nothing
    where they would be too small to be seen.
    """
    count = max(done, wanted)
    step = min(box.h + 4, box.w / max(1, count))
    if step < _SMALLEST_PIP:
        return
    radius = min(box.h, step - 3) / 2
    for at in range(count):
        x = box.x + step * at + step / 2
        if at >= wanted:
            stroke = Stroke(EMBER, max(2.5, radius * 0.36))
            half = radius * 0.62
            canvas.line([(x - half, box.cy - half), (x + half, box.cy + half)], stroke)
            canvas.line([(x - half, box.cy + half), (x + half, box.cy - half)], stroke)
        elif at < done:
            canvas.circle(x, box.cy, radius - 1, GOLD)
        else:
            canvas.circle(x, box.cy, radius - 2, None, stroke=Stroke(CHALK_SOFT, 2.5))


def winners(canvas: Canvas, box: Box, names: Mapping[Seat, str]) -> None:
    """Whoever has won, under a crown. The box is 226 units high or more."""
    for (seat, name), place in zip(names.items(), box.columns(len(names), 10), strict=True):
        radius = min(56, place.w / 2 - 4)
        centre = box.y + 120
        crown = Box(place.cx - radius * 0.7, centre - radius * 2.1, radius * 1.4, radius * 1.4)
        canvas.art(CROWN.art(GOLD, LEATHER), crown)
        chip(canvas, place.cx, centre + 6, radius, seat, name)
        canvas.name_in(name, Box(place.x, box.bottom - 46, place.w, 44), DISPLAY, 38, CHALK, least=SMALL)

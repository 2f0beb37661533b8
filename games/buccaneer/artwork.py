"""How Buccaneer's parties, ships and booty are painted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from games.buccaneer.discs import FACES, OWNER, QUESTION, Disc, Party
from games.buccaneer.emblems import BARREL, CANDLESTICK, DAGGER, DUCAT, HAT, PIRATE, SHIP
from games.buccaneer.ships import BOOTY, SHIPS, Kind, ShipNumber
from games.buccaneer.state import Voyage
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import ANCHOR, CHEST, Emblem
from games.drawing.furniture import MIDDLE, SMALL, chip
from games.drawing.lettering import DISPLAY, STRONG, TEXT, initials
from games.drawing.palette import (
    CHALK,
    CHALK_FAINT,
    CHALK_SOFT,
    GOLD,
    HUES,
    INK,
    INK_SOFT,
    LEATHER,
    PAPER,
    PAPER_SHADE,
    Colour,
    Hue,
    ink_on,
    player_hue,
)
from games.text import Seat, Words, _, named

_BOOTY: Mapping[str, tuple[Hue, Emblem]] = {
    "chest": ("orange", CHEST),
    "barrel": ("brown", BARREL),
    "candlestick": ("sky", CANDLESTICK),
    "dagger": ("grey", DAGGER),
}
_SEA = "#1d5265"
_APART = 4
"""Between pieces of booty."""

BAND, _FACE, _HAT = 27, 60, 30
"""Heights: of a disc seen from the side, of the captain's, and of the hat above it."""
WIDEST = 104
"""Of a tower."""
SHIP_CARD, _HEAD = 206, 40
"""The height of a ship's card, and of its name."""


def dress(kind: Kind) -> tuple[Colour, Emblem]:
    """The colour and the emblem of a kind of booty."""
    hue, emblem = _BOOTY[BOOTY[kind].short]
    return HUES[hue], emblem


def draw_booty(canvas: Canvas, box: Box, kind: Kind) -> None:
    """A piece of booty: a tile, so that nobody takes it for a pirate."""
    colour, emblem = dress(kind)
    canvas.rect(box, CHALK, radius=box.w * 0.2)
    canvas.rect(box.inset(2), colour, radius=box.w * 0.15)
    canvas.art(emblem.art(ink_on(colour), colour), box.inset(box.w * 0.13))


def wage_shown(disc: Disc) -> str:
    """What stands on a disc that lies open."""
    wage = FACES[disc].wage
    return "?" if wage == QUESTION else str(wage)


def draw_wage(canvas: Canvas, x: float, y: float, radius: float, disc: Disc) -> None:
    """A disc that lies by itself, seen from above."""
    colour = HUES[player_hue(OWNER[disc])]
    canvas.circle(x, y, radius - 1.5, colour, stroke=Stroke(CHALK, 2.5))
    inner = Box(x, y, 0, 0).inset(-radius * 0.74)
    canvas.words_in(wage_shown(disc), inner, STRONG, max(SMALL, radius * 1.1), ink_on(colour))


# Parties: towers of discs, the captain on top with a hat, the first mate below with an anchor


def tower_height(size: int) -> float:
    """How high the tower of so many pirates is."""
    return _HAT + _FACE + BAND * (size - 1)


@dataclass(frozen=True)
class Tower:
    """Where a party stands: in the middle of its place, on its lower edge."""

    party: Party
    box: Box

    @property
    def face(self) -> Box:
        """The captain's disc."""
        top = self.box.bottom - tower_height(len(self.party)) + _HAT
        return Box(self.box.x, top, self.box.w, _FACE)

    def upper(self, size: int) -> Box:
        """The uppermost so many discs."""
        return Box(self.box.x, self.face.y, self.box.w, _FACE + BAND * (size - 1))


def tower_in(column: Box, party: Party) -> Tower:
    """The party in the middle of a column, on its lower edge."""
    width = min(WIDEST, column.w - 22)
    height = tower_height(len(party))
    return Tower(party, Box(column.cx - width / 2, column.bottom - height, width, height))


def draw_tower(canvas: Canvas, tower: Tower, names: Callable[[Seat], str]) -> None:
    """The discs, each with whose it is; of the captain's, the wage."""
    face, party = tower.face, tower.party
    if len(party) > 1:
        # One light ground for the edges of all: edges take a rasteriser longer than surfaces.
        below = Box(face.x, face.bottom, face.w, BAND * (len(party) - 1))
        canvas.rect(below, PAPER_SHADE, radius=10)
    for at in reversed(range(1, len(party))):
        band = Box(face.x, face.bottom + BAND * (at - 1), face.w, BAND)
        _draw_band(canvas, band, OWNER[party[at]], names, mate=at == 1)
    colour = HUES[player_hue(OWNER[party[0]])]
    across, down = face.w / 2 - 1, (_FACE - 10) / 2
    middle = face.y + down + 1
    side = Box(face.x + 1, middle, face.w - 2, face.bottom - middle - 1)
    canvas.rect(side, colour, radius=12, stroke=Stroke(PAPER_SHADE, 2))
    canvas.ellipse(face.cx, middle, across, down, colour, stroke=Stroke(CHALK, 3))
    number = Box(face.x, middle - down + 6, face.w, 2 * down - 4)
    canvas.words_in(wage_shown(party[0]), number.inset(8, 0), DISPLAY, 46, ink_on(colour))
    canvas.art(HAT.art(CHALK_SOFT, LEATHER), Box(face.cx - 23, face.y - 33, 46, 46))


def _draw_band(canvas: Canvas, box: Box, seat: Seat, names: Callable[[Seat], str], *, mate: bool) -> None:
    colour = HUES[player_hue(seat)]
    canvas.rect(box.inset(2, 1.5), colour, radius=8)
    letters = Box(box.x + 4, box.y, box.w - 8, box.h)
    if mate:
        sign = Box(box.x + 5, box.y + 2, box.h - 4, box.h - 4)
        canvas.art(ANCHOR.art(ink_on(colour), colour), sign)
        letters = Box(sign.right + 1, box.y, box.right - sign.right - 5, box.h)
    canvas.words_in(initials(names(seat)) or str(seat + 1), letters, STRONG, SMALL, ink_on(colour), least=15)


def names_by(words: Words) -> Callable[[Seat], str]:
    """What players are called."""
    return lambda seat: words(named(seat))


def draw_count(canvas: Canvas, box: Box, count: int, colour: Colour = CHALK) -> None:
    """So many pirates."""
    width = STRONG.width(str(count), MIDDLE)
    left = box.cx - (box.h + 4 + width) / 2
    canvas.art(PIRATE.art(colour, LEATHER), Box(left, box.y, box.h, box.h).inset(1))
    beside = Box(left + box.h + 4, box.y, width + 1, box.h)
    canvas.words_in(str(count), beside, STRONG, MIDDLE, colour, anchor="start")


# Ships


def draw_ship(canvas: Canvas, box: Box, ship: ShipNumber, words: Words) -> None:
    """A ship's card: its name; how many pirates it takes, its ducats, the wage of a ?; its booty."""
    card = SHIPS[ship]
    canvas.rect(box, PAPER, radius=12)
    head = Box(box.x, box.y, box.w, _HEAD)
    canvas.rect(head, _SEA, radius=12)
    canvas.rect(Box(head.x, head.bottom - 12, head.w, 12), _SEA)
    canvas.words_in(words(card.name), head.inset(10, 0), DISPLAY, 28, CHALK, least=SMALL - 2)
    left = Box(box.x + 10, head.bottom + 8, 84, 80)
    canvas.art(SHIP.art(_SEA, PAPER), left)
    draw_pieces(canvas, Box(left.x, left.bottom + 4, left.w, box.bottom - left.bottom - 10), card.booty)
    right = Box(left.right + 8, head.bottom + 5, box.right - left.right - 14, box.bottom - head.bottom - 10)
    needs, ducats, question = right.rows(3, 2)
    canvas.art(PIRATE.art(INK, PAPER), _draw_number(canvas, needs, card.pirates))
    canvas.art(DUCAT.art(INK, PAPER), _draw_number(canvas, ducats, card.ducats))
    sign = _draw_number(canvas, question, card.question)
    canvas.circle(sign.cx, sign.cy, 19, PAPER_SHADE, stroke=Stroke(INK_SOFT, 3))
    canvas.words_in("?", sign, STRONG, 28, INK)
    canvas.rect(box.inset(1), None, radius=11, stroke=Stroke(INK, 2))


def draw_ship_gone(canvas: Canvas, box: Box, voyage: Voyage, words: Words) -> None:
    """The place of a ship that is gone: its name, and who boarded it."""
    canvas.rect(box.inset(1), LEATHER, radius=12, stroke=Stroke(CHALK_FAINT, 2, 9))
    name = Box(box.x, box.y, box.w, _HEAD).inset(10, 0)
    canvas.words_in(words(SHIPS[voyage.ship].name), name, DISPLAY, 28, CHALK_SOFT, least=SMALL - 2)
    fate = _("sailed away") if voyage.captain is None else _("boarded")
    caption = Box(box.x, box.bottom - _HEAD, box.w, _HEAD - 8).inset(10, 0)
    canvas.words_in(words(fate), caption, TEXT, SMALL, CHALK_SOFT, least=16)
    if voyage.captain is None:
        canvas.art(SHIP.art(CHALK_FAINT, LEATHER), box.square(84))
    else:
        chip(canvas, box.cx, box.cy, 42, voyage.captain, words(named(voyage.captain)))


def draw_pieces(canvas: Canvas, box: Box, kinds: Sequence[Kind]) -> None:
    """Pieces of booty side by side."""
    side = min(box.h, (box.w - _APART) / 2)
    left = box.cx - (len(kinds) * (side + _APART) - _APART) / 2
    for at, kind in enumerate(kinds):
        draw_booty(canvas, Box(left + at * (side + _APART), box.cy - side / 2, side, side), kind)


def _draw_number(canvas: Canvas, box: Box, number: int) -> Box:
    """A number on a ship's card; the place for the sign before it is returned."""
    sign = Box(box.x, box.y, 40, box.h)
    beside = Box(sign.right + 8, box.y, box.right - sign.right - 8, box.h)
    canvas.words_in(str(number), beside, DISPLAY, 42, INK, anchor="start", least=30)
    return sign


def draw_purse(canvas: Canvas, box: Box, ducats: int) -> float:
    """A player's ducats, at the right of the box; how wide that is."""
    width = canvas.words_in(str(ducats), box, DISPLAY, 34, CHALK, anchor="end")
    side = 28
    canvas.art(DUCAT.art(GOLD, LEATHER), Box(box.right - width - side - 6, box.cy - side / 2, side, side))
    return width + side + 6


def draw_booty_of(canvas: Canvas, box: Box, booty: bytes) -> None:
    """How many pieces a player has of each kind. Each kind has its place, empty as long as there is none."""
    side = min(box.h, 34)
    for kind, place in enumerate(box.columns(len(BOOTY), 6)):
        pieces = booty.count(kind)
        if pieces:
            draw_booty(canvas, Box(place.x, place.cy - side / 2, side, side), kind)
            beside = Box(place.x + side + 7, place.y, place.w - side - 7, place.h)
            canvas.words_in(str(pieces), beside, STRONG, MIDDLE, CHALK, anchor="start")

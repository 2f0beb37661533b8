"""How Buccaneer's parties, ships and booty are painted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import cos, pi, sin

import msgspec

from games.buccaneer.discs import COLOURS, OWNER, Disc, Party
from games.buccaneer.emblems import BARREL, CANDLESTICK, DAGGER, DUCAT, HAT, PIRATE, SHIP
from games.buccaneer.ships import BOOTY, SHIPS, Kind, ShipNumber
from games.buccaneer.speech import (
    mark,
    wage_shown,
)
from games.buccaneer.state import Voyage
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import ANCHOR, CHEST, Emblem
from games.drawing.furniture import EMOJI, MIDDLE, SMALL, chip, tile
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
from games.shapes import Drawing
from games.text import Seat, Text, Words, _, named

_BOOTY: Mapping[str, tuple[Hue, Emblem]] = {
    "chest": ("orange", CHEST),
    "barrel": ("brown", BARREL),
    "candlestick": ("sky", CANDLESTICK),
    "dagger": ("grey", DAGGER),
}
SEA = "#1d5265"
_APART = 4
"""The gap between two pieces of booty, in units of the drawing."""
SHIP_CARD, _HEAD = 146, 40
"""The height of a ship's card, and of its name."""
_ROOMY = 98
"""From this height on below a name, who boarded the ship stands over that they did, else beside it."""


def dress(kind: Kind) -> tuple[Colour, Emblem]:
    """The colour and the emblem of a kind of booty."""
    hue, emblem = _BOOTY[BOOTY[kind].short]
    return HUES[hue], emblem


def emoji() -> dict[str, Drawing]:
    """Booty, and the pirates' colours, each in a shape of its own, as they stand on buttons, by symbol."""
    booty = {each.symbol: tile(HUES[hue], emblem) for each in BOOTY for hue, emblem in [_BOOTY[each.short]]}
    return booty | {colour.symbol: _pirates(seat) for seat, colour in enumerate(COLOURS)}


def _pirates(seat: Seat) -> Drawing:
    """A disc, a triangle, a square, a pentagon or a hexagon: colour alone says nothing to many."""
    canvas = Canvas(EMOJI, EMOJI)
    colour, corners = HUES[player_hue(seat)], seat + 2
    middle, radius = EMOJI / 2, EMOJI * 0.46
    if corners == 2:
        canvas.circle(middle, middle, radius, colour, stroke=Stroke(CHALK, 6))
        return canvas.drawing()
    turns = [2 * pi * (at + (0.5 if corners == 4 else 0)) / corners for at in range(corners)]
    points = [(middle + radius * sin(turn), middle - radius * cos(turn)) for turn in turns]
    canvas.polygon(points, colour, stroke=Stroke(CHALK, 6))
    return canvas.drawing()


def draw_booty(canvas: Canvas, box: Box, kind: Kind) -> None:
    """A piece of booty: a tile, so that nobody takes it for a pirate."""
    colour, emblem = dress(kind)
    canvas.rect(box, CHALK, radius=box.w * 0.2)
    canvas.rect(box.inset(2), colour, radius=box.w * 0.15)
    canvas.art(emblem.art(ink_on(colour), colour), box.inset(box.w * 0.13))


def draw_wage(canvas: Canvas, x: float, y: float, radius: float, disc: Disc) -> None:
    """A disc that lies by itself, seen from above."""
    colour = HUES[player_hue(OWNER[disc])]
    canvas.circle(x, y, radius - 1.5, colour, stroke=Stroke(CHALK, 2.5))
    inner = Box(x, y, 0, 0).inset(-radius * 0.74)
    canvas.words_in(wage_shown(disc), inner, STRONG, max(SMALL, radius * 1.1), ink_on(colour))


# Parties: boats full of pirates, the captain in the bow with a hat, the first mate behind under an anchor

_FACE, _CREW, _CREW_HIGH, _HULL, _HAT = 50, 32, 34, 30, 18
"""Of the captain's disc, of the place and the height of another's, the hull's height, the hat's above."""
_BOW, _STERN = 7, 9
_SUNK = 6
"""How deep the captain's disc stands in the hull."""
BOAT = _HAT + _FACE - _SUNK + _HULL
"""The height of a boat with its crew."""
_WOOD = "#7b5230"


def boat_width(size: int) -> float:
    """How long the boat of so many pirates is; one alone has none."""
    return _FACE + 8 if size == 1 else _BOW + _FACE + _CREW * (size - 1) + _STERN


class Boat(msgspec.Struct, frozen=True):
    """Where one party is drawn: its discs in a boat, and the box that holds both."""

    party: Party
    box: Box

    @property
    def face(self) -> Box:
        """The box of the captain's disc, in the bow."""
        left = self.box.x + (4 if len(self.party) == 1 else _BOW)
        return Box(left, self.box.y + _HAT, _FACE, _FACE)

    def first(self, size: int) -> Box:
        """The foremost so many discs."""
        return Box(self.face.x, self.face.y, _FACE + _CREW * (size - 1), _FACE - _SUNK)


def draw_boat(canvas: Canvas, boat: Boat, words: Words, names: Callable[[Seat], str] | None = None) -> None:
    """The discs, each with whose it is, or with a pirate where nobody plays; of the captain's, the wage. How
    many they are stands on the hull.
    """
    face, party = boat.face, boat.party
    deck = face.bottom - _SUNK
    for at, disc in enumerate(party[1:]):
        place = Box(face.right + _CREW * at + 1, deck - _CREW_HIGH, _CREW - 2, _CREW_HIGH + 6)
        _draw_crew(canvas, place, OWNER[disc], names)
    draw_face(canvas, face, party[0], words)
    if len(party) == 1:
        return
    canvas.art(ANCHOR.art(CHALK_SOFT, LEATHER), Box(face.right + 5, deck - _CREW_HIGH - 24, 22, 22))
    canvas.art(HAT.art(CHALK_SOFT, LEATHER), Box(face.cx - 20, face.y - 26, 40, 40))
    box = boat.box
    hull = [(box.x, deck), (box.right, deck), (box.right - 12, deck + _HULL), (box.x + 16, deck + _HULL)]
    canvas.polygon(hull, _WOOD)
    draw_count(canvas, Box(box.x + 16, deck + 2, box.w - 28, _HULL - 4), len(party))


def draw_face(canvas: Canvas, box: Box, disc: Disc, words: Words) -> None:
    """A disc that lies open, in a square: its colour's letter and its wage, as on buttons."""
    colour = HUES[player_hue(OWNER[disc])]
    canvas.circle(box.cx, box.cy, box.w / 2 - 1.5, colour, stroke=Stroke(CHALK, 3))
    inner = Box(box.x + 5, box.y + 7, box.w - 10, box.h - 12)
    canvas.words_in(words(mark(disc)), inner, DISPLAY, 32, ink_on(colour), least=26)


def _draw_crew(canvas: Canvas, box: Box, seat: Seat, names: Callable[[Seat], str] | None) -> None:
    colour = HUES[player_hue(seat)]
    canvas.rect(box, colour, radius=9, stroke=Stroke(PAPER_SHADE, 2))
    letters = Box(box.x + 1, box.y, box.w - 2, _CREW_HIGH)
    if names is None:
        canvas.art(PIRATE.art(ink_on(colour), colour), letters.square(25))
        return
    canvas.words_in(initials(names(seat)) or str(seat + 1), letters, STRONG, SMALL, ink_on(colour), least=13)


def names_by(words: Words) -> Callable[[Seat], str]:
    """Gives, for each seat, the name of its player in the words of whoever looks."""
    return lambda seat: words(named(seat))


def draw_count(canvas: Canvas, box: Box, count: int, colour: Colour = CHALK) -> None:
    """Draws a pirate and beside it how many there are, both in the middle of the box."""
    width = STRONG.width(str(count), MIDDLE)
    left = box.cx - (box.h + 4 + width) / 2
    canvas.art(PIRATE.art(colour, LEATHER), Box(left, box.y, box.h, box.h).inset(1))
    beside = Box(left + box.h + 4, box.y, width + 1, box.h)
    canvas.words_in(str(count), beside, STRONG, MIDDLE, colour, anchor="start")


# Ships


def draw_ship(canvas: Canvas, box: Box, ship: ShipNumber, words: Words, sign: str = "") -> None:
    """A ship's card: its name, before it the `sign` of its place; how many pirates it takes, its ducats, the
    wage of a ?; its booty.
    """
    card = SHIPS[ship]
    canvas.rect(box.inset(1), PAPER, radius=12, stroke=Stroke(INK, 2))
    head = Box(box.x + 2, box.y + 2, box.w - 4, _HEAD)
    canvas.rect(head, SEA, radius=10)
    canvas.rect(Box(head.x, head.bottom - 12, head.w, 12), SEA)
    used = canvas.words_in(sign, head.inset(8, 0), STRONG, MIDDLE, GOLD, anchor="start") if sign else 0
    name = Box(head.x + 8 + used, head.y, head.w - 16 - used, head.h)
    canvas.words_in(words(card.name), name.inset(4, 0), DISPLAY, 30, CHALK, least=SMALL)
    body = Box(box.x + 10, head.bottom + 4, box.w - 18, box.bottom - head.bottom - 10)
    (needs, ducats), (question, booty) = (row.columns(2, 4) for row in body.rows(2, 2))
    canvas.art(PIRATE.art(INK, PAPER), _draw_number(canvas, needs, card.pirates))
    canvas.art(DUCAT.art(INK, PAPER), _draw_number(canvas, ducats, card.ducats))
    place = _draw_number(canvas, question, card.question)
    canvas.circle(place.cx, place.cy, 17, PAPER_SHADE, stroke=Stroke(INK_SOFT, 3))
    canvas.words_in("?", place, STRONG, 26, INK)
    draw_pieces(canvas, booty.inset(0, 3), card.booty)


def draw_ship_gone(canvas: Canvas, box: Box, voyage: Voyage, words: Words) -> None:
    """The place of a ship that is gone: its name, and who boarded it."""
    canvas.rect(box.inset(1), LEATHER, radius=12, stroke=Stroke(CHALK_FAINT, 2, 9))
    name = Box(box.x, box.y, box.w, _HEAD).inset(10, 0)
    canvas.words_in(words(SHIPS[voyage.ship].name), name, DISPLAY, 30, CHALK_SOFT, least=SMALL)
    below = Box(name.x, name.bottom, name.w, box.bottom - name.bottom - 6)
    if below.h >= _ROOMY:
        caption = Box(below.x, below.bottom - 30, below.w, 32)
        sign = Box(box.cx, (name.bottom + caption.y) / 2, 0, 0).inset(-32)
    else:
        sign = Box(below.x, below.y + 2, below.h - 4, below.h - 4)
        caption = Box(sign.right + 8, below.y, below.right - sign.right - 8, below.h)
    canvas.words_in(words(fate(voyage)), caption, TEXT, SMALL, CHALK_SOFT, least=16)
    if voyage.captain is None:
        canvas.art(SHIP.art(CHALK_FAINT, LEATHER), sign)
    else:
        chip(canvas, sign.cx, sign.cy, sign.w / 2, voyage.captain, words(named(voyage.captain)))


def fate(voyage: Voyage) -> Text:
    """What became of a ship, in a word or two."""
    return _("sailed away") if voyage.captain is None else _("boarded")


def draw_pieces(canvas: Canvas, box: Box, kinds: Sequence[Kind]) -> None:
    """Pieces of booty side by side."""
    side = min(box.h, (box.w - _APART) / 2)
    left = box.cx - (len(kinds) * (side + _APART) - _APART) / 2
    for at, kind in enumerate(kinds):
        draw_booty(canvas, Box(left + at * (side + _APART), box.cy - side / 2, side, side), kind)


def _draw_number(canvas: Canvas, box: Box, number: int) -> Box:
    """A number on a ship's card; the place for the sign before it is returned."""
    sign = Box(box.x, box.y, 36, box.h)
    beside = Box(sign.right + 8, box.y, box.right - sign.right - 8, box.h)
    size = min(42, 1.2 * box.h)
    canvas.words_in(str(number), beside, DISPLAY, size, INK, anchor="start", least=min(30, size))
    return sign


def draw_purse(canvas: Canvas, box: Box, ducats: int) -> None:
    """A player's ducats, at the right of the box."""
    width = canvas.words_in(str(ducats), box, DISPLAY, 32, CHALK, anchor="end")
    side = 26
    canvas.art(DUCAT.art(GOLD, LEATHER), Box(box.right - width - side - 6, box.cy - side / 2, side, side))

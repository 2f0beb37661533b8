"""A plank over the sea, drawn: what its spaces are worth, a lane for each pirate, and how one of them goes.

The lanes are in the order of the colours, from the left: red, green, yellow, blue. Whoever has fallen swims
in the water below.
"""

from __future__ import annotations

from math import cos, pi, sin

import msgspec

from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.lettering import DISPLAY
from games.drawing.palette import CHALK, Colour
from games.skull_queen import constants
from games.skull_queen import plank as planks
from games.skull_queen.artwork import draw_colour
from games.skull_queen.cards import COLOURS
from games.skull_queen.cards import Colour as PirateColour
from games.skull_queen.plank import OVERBOARD, SPACES, WORTH, Plank, Side, Space, space_of

SEA, WAVE = "#14384a", "#3f7f97"
_DEEP = "#0f2b39"
_DROP, FIN = "#b9dcf8", "#6d7b88"
WOOD, WOOD_EDGE, _WORN = "#80582f", "#57391c", "#6b4826"
_NARROWER = 0.07
"""Of the width, taken off each side of the plank at its top."""
_VALUES = 0.19
"""The part of a plank's width in which its values stand."""
_WATER = 0.17
"""The part of the height in which pirates swim."""
_TOP = 0.045
"""The part of the height that is water beyond the top."""
_CRESTS = 5
"""Of the wave before a swimmer."""
_FIGURE = 28
_GONE, _GOING = Stroke(CHALK, 4), Stroke(CHALK, 4, 7)


class Way(msgspec.Struct, frozen=True):
    """How a pirate went, or as long as that is not `done`, would go."""

    colour: PirateColour
    before: Space
    steps: int
    done: bool

    @property
    def after(self) -> Space:
        """The space on the plank to which these steps lead."""
        return planks.after(self.before, self.steps)


class _Sea:
    """Where everything stands: `box` is the water around the plank."""

    def __init__(self, place: Box) -> None:
        self.box = place
        top, bottom = place.y + place.h * _TOP, place.bottom - place.h * _WATER
        self.step = (bottom - top) / constants.SPACES
        self.top, self.bottom = top, bottom
        # Nobody stands above or below a pirate on its own lane: it may be higher than its space.
        self.radius = min(self.step * 0.54, self._lane(bottom) * 0.46, place.h * _WATER * 0.5)

    def edges(self, y: float) -> tuple[float, float]:
        """The left and the right edge of the plank at this height."""
        share = min(1, max(0, (self.bottom - y) / (self.bottom - self.top)))
        off = self.box.w * (0.035 + _NARROWER * share)
        return self.box.x + off, self.box.right - off

    def _lane(self, y: float) -> float:
        left, right = self.edges(y)
        return (right - left) * (1 - _VALUES) / constants.COLOURS

    def line(self, space: Space) -> float:
        """How high the middle of a space is; of the water below for those overboard."""
        if space == OVERBOARD:
            return self.bottom + self.box.h * _WATER * 0.5
        return self.bottom - (space - 0.5) * self.step

    def lane(self, colour: PirateColour, y: float) -> float:
        """How far right a pirate stands at this height."""
        left, right = self.edges(y)
        return left + (right - left) * _VALUES + self._lane(y) * (colour + 0.45)

    def value(self, y: float) -> Box:
        """Where the value of a space stands."""
        left, right = self.edges(y)
        return Box(left + 4, y - self.step / 2, (right - left) * _VALUES - 4, self.step)


def draw_plank(canvas: Canvas, place: Box, plank: Plank, way: Way | None = None) -> None:
    """A plank with its pirates, and how one of them went or would go. Of a plank that is being set, those who
    stand on it, and where the next one may.
    """
    sea = _Sea(place)
    _draw_wood(canvas, sea)
    _draw_values(canvas, sea, plank[0])
    if way is not None:
        _draw_way(canvas, sea, way)
    standing = len(plank) - 1
    if standing < len(COLOURS):
        _draw_free(canvas, sea, standing)
    for colour in range(standing):
        space = space_of(plank, colour)
        y = sea.line(space)
        x = sea.lane(colour, y)
        if way is not None and way.done and way.colour == colour:
            canvas.circle(x, y, sea.radius + 2, CHALK)
        draw_colour(canvas, x, y, sea.radius, colour)
        if space == OVERBOARD:
            _draw_swell(canvas, sea, x, y)
    if way is not None and way.done and way.after == OVERBOARD:
        _draw_splash(canvas, sea, way.colour)


def _draw_free(canvas: Canvas, sea: _Sea, colour: PirateColour) -> None:
    """A ring on each space for the pirate who is to be placed, who waits in the water."""
    for space in SPACES:
        y = sea.line(space)
        canvas.circle(sea.lane(colour, y), y, sea.radius * 0.75, WOOD, stroke=_GOING)
    y = sea.line(OVERBOARD)
    draw_colour(canvas, sea.lane(colour, y), y, sea.radius, colour)


def draw_side(canvas: Canvas, place: Box, side: Side) -> None:
    """A plank that nobody stands on yet."""
    sea = _Sea(place)
    _draw_wood(canvas, sea)
    _draw_values(canvas, sea, side)


def _draw_wood(canvas: Canvas, sea: _Sea) -> None:
    place = sea.box
    canvas.rect(place, SEA, radius=12)
    for share in (0.3, 0.75):
        y = sea.bottom + place.h * _WATER * share
        _draw_wave(canvas, place.x + 10, place.right - 10, y, WAVE if share < 0.5 else _DEEP, 3)
    (left, right), (narrow_left, narrow_right) = sea.edges(sea.bottom), sea.edges(sea.top)
    corners = [(left, sea.bottom), (narrow_left, sea.top), (narrow_right, sea.top), (right, sea.bottom)]
    canvas.polygon(corners, WOOD, stroke=Stroke(WOOD_EDGE, 3))


def _draw_values(canvas: Canvas, sea: _Sea, side: Side) -> None:
    """What the spaces are worth, from the bottom up."""
    for space in SPACES:
        y = sea.line(space)
        if space != SPACES[-1]:
            seam = y - sea.step / 2
            left, right = sea.edges(seam)
            canvas.line([(left + 3, seam), (right - 3, seam)], Stroke(WOOD_EDGE, 2.5))
        canvas.words_in(str(WORTH[side][space]), sea.value(y), DISPLAY, _FIGURE, CHALK)
        for colour in range(len(COLOURS)):
            canvas.circle(sea.lane(colour, y), y, 4, _WORN)


def _draw_way(canvas: Canvas, sea: _Sea, way: Way) -> None:
    """From where the pirate stood: a ring there, and a line; dashed, and a ring at its end, if it only would
    go.
    """
    start = sea.line(way.before)
    over_top = way.after == OVERBOARD and way.steps > 0
    end = sea.box.y + 3 if over_top else sea.line(way.after)
    x, there = sea.lane(way.colour, start), sea.lane(way.colour, end)
    if way.done:
        canvas.circle(x, start, sea.radius * 0.6, None, stroke=_GONE)
    elif not over_top:
        canvas.circle(there, end, sea.radius - 1, SEA if way.after == OVERBOARD else WOOD, stroke=_GOING)
    ahead = -1 if way.steps > 0 else 1
    tip = end if way.done or over_top else end - ahead * (sea.radius + 3)
    tip_x = sea.lane(way.colour, tip)
    canvas.line([(x, start), (tip_x, tip)], _GONE if way.done else _GOING)
    if over_top or not way.done:
        canvas.line([(tip_x - 8, tip - ahead * 9), (tip_x, tip), (tip_x + 8, tip - ahead * 9)], _GONE)


def _draw_swell(canvas: Canvas, sea: _Sea, x: float, y: float) -> None:
    """Water up to the chest of whoever swims there."""
    reach = sea.radius + 4
    crests = [
        (x - reach + at * reach / 2, y + sea.radius * (0.5 if at % 2 else 0.7)) for at in range(_CRESTS)
    ]
    below = min(y + reach, sea.box.bottom)
    canvas.polygon([*crests, (x + reach, below), (x - reach, below)], SEA)
    canvas.line(crests, Stroke(WAVE, 3))


def _draw_splash(canvas: Canvas, sea: _Sea, colour: PirateColour) -> None:
    """Where a pirate has just fallen in: drops fly, and somebody with a fin is interested."""
    y = sea.line(OVERBOARD)
    x, reach = sea.lane(colour, y), sea.radius
    for turn in (-1.0, -0.5, 0.5, 1.0):
        inner, outer = reach * 1.1, reach * (1.75 - 0.2 * abs(turn))
        ends = [(x + sin(turn) * far, y - cos(turn) * far) for far in (inner, outer)]
        canvas.line(ends, Stroke(_DROP, 5))
    beyond = 1 if x < sea.box.cx else -1
    fin = x + beyond * reach * 2.9
    low, high = sea.bottom + (sea.box.bottom - sea.bottom) * 0.8, sea.bottom + 3
    shape = [(fin - 17 * beyond, low), (fin + 7 * beyond, high), (fin + 13 * beyond, low)]
    canvas.polygon(shape, FIN, stroke=Stroke(CHALK, 2))
    _draw_wave(canvas, fin - 26, fin + 26, low, WAVE, 3)


def _draw_wave(canvas: Canvas, left: float, right: float, y: float, colour: Colour, width: float) -> None:
    count = max(4, int((right - left) / 8))
    across = (right - left) / count
    points = [(left + at * across, y + 3 * sin(at * pi / 2)) for at in range(count + 1)]
    canvas.line(points, Stroke(colour, width))

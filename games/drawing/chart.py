"""A line chart of scores, round by round: each player's line ends in the player's chip."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.furniture import chip
from games.drawing.lettering import TEXT
from games.drawing.palette import CHALK, CHALK_FAINT, CHALK_SOFT, HUES, LEATHER, LEATHER_EDGE, player_hue

_CHIP = 17
_DASHES = (0, 14, 4, 24)
"""Told apart without colour: whole lines and three kinds of dashes, in turn."""


def courses(rounds: Sequence[Sequence[int]], totals: Sequence[int]) -> list[list[int]]:
    """How each seat came to its total: what it had at first, and after each of the rounds, which brought so
    much to each seat.
    """
    gained = list(zip(*rounds, strict=True))
    return [list(accumulate(own, initial=totals[seat] - sum(own))) for seat, own in enumerate(gained)]


def draw(canvas: Canvas, box: Box, names: Sequence[str], scores: Sequence[Sequence[int]]) -> None:
    """`scores` by seat, at first and after each round. Nothing is drawn before the first round."""
    rounds = len(scores[0]) - 1 if scores else 0
    if rounds < 1:
        return
    canvas.rect(box.inset(1), LEATHER, radius=14, stroke=Stroke(LEATHER_EDGE, 2))
    low, high = min(0, *map(min, scores)), max(0, *map(max, scores))
    step = _step(high - low)
    low, high = low // step * step, -(-high // step) * step or step
    plot = Box(box.x + 76, box.y + 26, box.w - 76 - 3 * _CHIP - 14, box.h - 52)

    def place(round: int, points: int) -> tuple[float, float]:
        return plot.x + plot.w * round / rounds, plot.bottom - plot.h * (points - low) / (high - low)

    for points in range(low, high + 1, step):
        y = place(0, points)[1]
        canvas.line([(plot.x, y), (plot.right, y)], Stroke(CHALK_SOFT if points == 0 else CHALK_FAINT, 2))
        label = Box(box.x + 10, y - 14, 56, 28)
        canvas.words_in(str(points).replace("-", "−"), label, TEXT, 20, CHALK_SOFT, anchor="end", least=14)
    for seat, line in enumerate(scores):
        through = [place(round, points) for round, points in enumerate(line)]
        canvas.line(through, Stroke(CHALK, 8))
        canvas.line(through, Stroke(HUES[player_hue(seat)], 5, _DASHES[seat % len(_DASHES)]))
    ends = _apart([place(rounds, line[-1])[1] for line in scores], box)
    for seat, y in enumerate(ends):
        canvas.line([place(rounds, scores[seat][-1]), (plot.right + 12, y)], Stroke(CHALK_FAINT, 2))
        chip(canvas, plot.right + 12 + _CHIP, y, _CHIP, seat, names[seat])


def _step(span: int) -> int:
    """How far apart the lines across are: at most six of them."""
    step = 10
    for factor in (2, 2.5, 2) * 6:
        if span <= 5 * step:
            break
        step = int(step * factor)
    return step


def _apart(wanted: Sequence[float], box: Box) -> list[float]:
    """The places down the edge, moved as little as need be for no two chips to lie on each other."""
    order = sorted(range(len(wanted)), key=lambda seat: (wanted[seat], seat))
    gap = min(2.0 * _CHIP, (box.h - 2 * _CHIP - 8) / max(1, len(wanted) - 1))
    places = list(wanted)
    least = box.y + _CHIP + 4
    for seat in order:
        places[seat] = least = max(wanted[seat], least)
        least += gap
    most = box.bottom - _CHIP - 4
    for seat in reversed(order):
        places[seat] = most = min(places[seat], most)
        most -= gap
    return places

"""How large a drawing asks to be."""

from __future__ import annotations

import re

import pytest

from games.drawing.canvas import FEWEST, MANY, PIXELS, Canvas
from games.drawing.furniture import WIDTH


def size_of(canvas: Canvas) -> tuple[float, float]:
    found = re.match(r'<svg [^>]*width="([\d.]+)" height="([\d.]+)"', canvas.svg())
    assert found is not None
    return float(found[1]), float(found[2])


def test_a_picture_of_usual_height_is_as_fine_as_can_be() -> None:
    assert size_of(Canvas(WIDTH, 800)) == (WIDTH * PIXELS, 800 * PIXELS)


def test_a_tall_picture_is_coarser_so_that_it_does_not_take_much_longer() -> None:
    wide, high = size_of(Canvas(WIDTH, 1200))
    assert FEWEST * WIDTH < wide < PIXELS * WIDTH
    assert wide * high == pytest.approx(MANY, rel=0.001)
    assert wide / high == pytest.approx(WIDTH / 1200, rel=0.001)


def test_even_the_tallest_has_two_pixels_for_each_of_a_telephones() -> None:
    assert size_of(Canvas(WIDTH, 5000)) == (WIDTH * FEWEST, 5000 * FEWEST)
    assert WIDTH * FEWEST >= 2 * 350

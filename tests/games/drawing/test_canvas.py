"""How large a drawing asks to be."""

from __future__ import annotations

import re

import pytest

from games.drawing.canvas import FEWEST, MANY, PIXELS, Box, Canvas, fitted
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


def test_a_drawing_that_is_too_high_is_shown_smaller_as_a_whole() -> None:
    canvas = Canvas(700, 600)
    canvas.rect(canvas.box, "#000000")
    drawn = canvas.svg()
    assert fitted(drawn, 600) == drawn
    smaller = fitted(drawn, 300)
    assert 'viewBox="0 0 1400 600"><g transform="translate(350 0) scale(1)">' in smaller, "in the middle"
    assert 'width="875" height="375"' in smaller
    assert drawn.partition("viewBox=")[2].partition(">")[2].removesuffix("</svg>") in smaller


def test_what_is_scaled_is_drawn_in_units_of_its_own() -> None:
    canvas = Canvas(700, 600)
    with canvas.scaled(Box(10, 20, 300, 200), 0.5) as within:
        assert within == Box(0, 0, 600, 400)
        canvas.rect(within, "#000000")
    with canvas.scaled(Box(10, 20, 300, 200), 1) as within:
        assert within == Box(10, 20, 300, 200)
    assert '<g transform="translate(10 20) scale(0.5)"><rect x="0" y="0" width="600"' in canvas.svg()
    assert canvas.svg().count("<g") == 1

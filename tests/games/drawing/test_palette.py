"""The colours, as people see them who see few: simulated after Machado, Oliveira and Fernandes (2009)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import dist

import pytest

from games.drawing import palette
from games.drawing.palette import HUES, PLAYERS, Colour, Hue, ink_on

Row = tuple[float, float, float]

AS_IT_IS = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
SIGHTS: dict[str, tuple[Row, Row, Row]] = {
    "all colours": AS_IT_IS,
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""The published matrices at severity 1, for linear red, green and blue."""
each_sight = pytest.mark.parametrize("sight", SIGHTS)


def linear(colour: Colour) -> Row:
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    )
    return red, green, blue


def times(matrix: Iterable[Row], light: Row) -> Row:
    red, green, blue = (min(1, max(0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in matrix)
    return red, green, blue


def lab(light: Row) -> Row:
    """CIE L*a*b* under D65."""
    to_xyz = (
        (0.4124564, 0.3575761, 0.1804375),
        (0.2126729, 0.7151522, 0.0721750),
        (0.0193339, 0.119192, 0.9503041),
    )
    white = (0.95047, 1.0, 1.08883)
    parts = [sum(a * b for a, b in zip(row, light, strict=True)) for row in to_xyz]
    x, y, z = (
        share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116
        for share in (part / of for part, of in zip(parts, white, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: Colour, other: Colour, sight: str) -> float:
    """How different they look (the CIE's distance of 1976)."""
    return dist(*(lab(times(SIGHTS[sight], linear(each))) for each in (one, other)))


def closest(hues: Iterable[Hue], sight: str) -> tuple[float, Hue, Hue]:
    return min((apart(HUES[one], HUES[other], sight), one, other) for one, other in combinations(hues, 2))


SUITS: list[tuple[Hue, ...]] = [
    ("green", "yellow", "purple", "black"),
    ("yellow", "blue", "red", "black"),
    ("red", "green", "yellow", "blue"),
    PLAYERS[:5],
]
BANDS: tuple[Hue, ...] = (
    *("pink", "purple", "blue", "sky", "grey"),
    *("brown", "red", "orange", "yellow", "green"),
)


@each_sight
@pytest.mark.parametrize("hues", SUITS, ids=str)
def test_the_suits_of_a_deck_look_very_different_to_everybody(hues: tuple[Hue, ...], sight: str) -> None:
    assert closest(hues, sight)[0] >= 33, closest(hues, sight)


@each_sight
@pytest.mark.parametrize("hues", [PLAYERS, BANDS], ids=["players", "bands"])
def test_eight_players_and_ten_bands_look_different_to_everybody(hues: tuple[Hue, ...], sight: str) -> None:
    assert closest(hues, sight)[0] >= 14, closest(hues, sight)


@pytest.mark.parametrize(("sight", "green"), [("protanopia", "#53591a"), ("deuteranopia", "#6b7a1e")])
def test_a_red_and_a_green_as_bright_as_each_other_would_not_pass(sight: str, green: Colour) -> None:
    """That the check can fail."""
    assert apart("#b34a1a", green, "all colours") > 33
    assert apart("#b34a1a", green, sight) < 14


def luminance(colour: Colour) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """As the web's accessibility guidelines count it."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("hue", HUES)
def test_a_rank_can_be_read_on_its_suits_colour(hue: Hue) -> None:
    assert contrast(HUES[hue], ink_on(HUES[hue])) >= 4.5


@pytest.mark.parametrize("ink", ["CHALK", "CHALK_SOFT", "GOLD", "EMBER", "LEAF"])
def test_words_can_be_read_on_wood_and_leather(ink: str) -> None:
    for ground in (palette.LEATHER, palette.PLANK, *palette.LAMPLIGHT):
        assert contrast(getattr(palette, ink), ground) >= 4.5


@pytest.mark.parametrize("ink", ["INK", "INK_SOFT"])
def test_words_can_be_read_on_paper(ink: str) -> None:
    for ground in (palette.PAPER, palette.PAPER_SHADE):
        assert contrast(getattr(palette, ink), ground) >= 4.5


@pytest.mark.parametrize("page", ["#313338", "#ffffff"])
def test_a_pictures_rim_stands_out_from_a_dark_page_and_from_a_white_one(page: str) -> None:
    assert contrast(palette.RIM, page) >= 2.2

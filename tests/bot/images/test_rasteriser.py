"""What a `Canvas` draws becomes pixels: areas in their very colours, words where they belong."""

from __future__ import annotations

import random
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.images.painter import svg_to_png
from bot.images.rasteriser import packed, svg_to_pixels
from games.drawing import palette
from games.drawing.canvas import PIXELS, Box, Canvas, Stroke, fitted
from games.drawing.emblems import ANCHOR, filled
from games.drawing.lettering import DISPLAY, STRONG, TEXT, Typeface

Colour = tuple[int, ...]
BOX = Box(20, 20, 160, 60)
BLACK, WHITE = "#000000", "#ffffff"


def seen(canvas: Canvas) -> Image.Image:
    """What somebody sees of it."""
    return Image.open(BytesIO(svg_to_png(canvas.svg()))).convert("RGBA")


def at(picture: Image.Image, x: float, y: float) -> Colour:
    """The colour of a place, told in units."""
    pixel = picture.getpixel((int(x * PIXELS), int(y * PIXELS)))
    assert isinstance(pixel, tuple)
    return tuple(map(int, pixel))


def rgb(colour: str) -> Colour:
    return (*bytes.fromhex(colour[1:]), 255)


def test_areas_have_the_very_colours_that_they_were_given() -> None:
    colours = [*palette.HUES.values(), palette.PLANK, palette.NIGHT, palette.PAPER, palette.PAPER_SHADE]
    canvas = Canvas(700, 60 * len(colours))
    for row, colour in enumerate(colours):
        canvas.rect(Box(20, 60 * row + 5, 660, 50), colour, radius=12)
    picture = seen(canvas)
    assert [at(picture, 350, 60 * row + 30) for row in range(len(colours))] == [rgb(each) for each in colours]


@pytest.mark.parametrize(("opacity", "within"), [(1, 0), (0.5, 2)])
@pytest.mark.parametrize("colour", palette.HUES.values())
def test_discs_and_artwork_have_the_colour_of_a_rectangle(colour: str, opacity: float, within: int) -> None:
    canvas = Canvas(600, 200)
    canvas.rect(canvas.box, WHITE)
    canvas.rect(Box(400, 60, 80, 80), colour, opacity=opacity)
    canvas.circle(100, 100, 40, colour, opacity=opacity)
    canvas.art(filled("M10 10 L90 10 L90 90 L10 90Z", colour), Box(200, 60, 80, 80), opacity=opacity)
    picture = seen(canvas)
    area = pytest.approx(at(picture, 440, 100), abs=within)
    assert [at(picture, x, 100) for x in (100, 240)] == [area, area]


def test_edges_come_in_few_shades() -> None:
    canvas = Canvas(700, 100)
    canvas.words("Mary Read, Anne Bonny", 20, 60, DISPLAY, 48, palette.CHALK, room=660)
    assert len(seen(canvas).getcolors() or ()) < 40


def test_a_line_around_a_shape_lies_on_its_edge() -> None:
    canvas = Canvas(200, 100)
    canvas.rect(BOX, WHITE, radius=8, stroke=Stroke(BLACK, 8))
    picture = seen(canvas)
    across = [at(picture, x, 50) for x in (10, 18, 22, 30)]
    assert across == [(0, 0, 0, 0), rgb(BLACK), rgb(BLACK), rgb(WHITE)]


def test_a_ring_is_open_in_its_middle() -> None:
    canvas = Canvas(200, 100)
    canvas.circle(100, 50, 30, None, stroke=Stroke(BLACK, 6))
    picture = seen(canvas)
    assert [at(picture, x, 50) for x in (100, 70, 60)] == [(0, 0, 0, 0), rgb(BLACK), (0, 0, 0, 0)]


def test_what_is_see_through_lets_through_what_is_below() -> None:
    canvas = Canvas(200, 100)
    canvas.rect(canvas.box, WHITE)
    canvas.rect(BOX, BLACK, opacity=0.5)
    assert at(seen(canvas), 100, 50)[0] in range(126, 130)


@pytest.mark.parametrize("face", [TEXT, STRONG, DISPLAY], ids=lambda face: f"{face.family} {face.weight}")
def test_capitals_stand_on_their_line_and_are_as_high_as_the_typeface_says(face: Typeface) -> None:
    canvas = Canvas(200, 100)
    canvas.words("HE", 20, 80, face, 60, BLACK, room=180)
    box = seen(canvas).getbbox()
    assert box is not None
    _left, top, right, bottom = (each / PIXELS for each in box)
    assert bottom == pytest.approx(80, abs=1.2)
    assert top == pytest.approx(80 - face.capital * 60, abs=1.2)
    assert right == pytest.approx(20 + face.width("HE", 60), abs=5)


@pytest.mark.parametrize("words", ["<b>", "a & b", "&lt;", "]]>", "<", "\"'", "Çağla Ελλ Мария"])
def test_words_are_drawn_letter_by_letter_whatever_they_are(words: str) -> None:
    whole, parts = Canvas(400, 60), Canvas(400, 60)
    whole.words(words, 10, 40, TEXT, 30, BLACK, room=390)
    x = 10.0
    for letter in words:
        x += parts.words(letter, x, 40, TEXT, 30, BLACK, room=390) or TEXT.width(letter, 30)
    # Words begin at a whole pixel, so that letters by themselves stand half of one beside, at most.
    one, other = (seen(canvas).getchannel("A").reduce(4) for canvas in (whole, parts))
    assert max(ImageChops.difference(one, other).tobytes()) <= 72
    assert one.getbbox() is not None


def pieces() -> list[str]:
    """Drawings of many kinds of pieces."""
    drawn: list[str] = []
    for number in range(12):
        canvas = Canvas(300, 100 + number)
        canvas.rect(canvas.box, palette.PLANK, radius=10, stroke=Stroke(palette.GOLD, 3))
        canvas.art(ANCHOR.art(BLACK, WHITE), Box(number, 5, 80, 80), opacity=0.5 + number / 30)
        canvas.words_in(f"Anne {number}", Box(100, 0, 180, 60), TEXT, 24, WHITE)
        canvas.rect(Box(120, 60, 50, 30), None, stroke=Stroke(WHITE, 2, 7))
        canvas.line([(200, 70), (250, 90), (280, 60)], Stroke(palette.EMBER, 5))
        drawn.append(canvas.svg())
    return drawn


def test_the_same_drawing_is_the_same_file_whatever_was_drawn_before() -> None:
    drawings = pieces()
    first = {svg: svg_to_png(svg) for svg in drawings}
    random.Random(1).shuffle(drawings)
    assert {svg: svg_to_png(svg) for svg in drawings} == first


def test_pixels_stay_while_others_are_drawn() -> None:
    drawings = pieces()
    held = [svg_to_pixels(svg) for svg in drawings]
    assert [packed(each) for each in held] == [svg_to_png(svg) for svg in drawings]


def wrapped(inside: str) -> str:
    return Canvas(100, 100).svg().replace("</svg>", f"{inside}</svg>")


@pytest.mark.parametrize(
    "inside",
    [
        "<rect",
        "words",
        "</g>",
        "<g>",
        '<image href="/etc/passwd"/>',
        '<rect x="1" y="1" width="9" height="9" fill="red"/>',
        '<rect x="1" y="1" width="9" height="9" fill="#ff0000" filter="url(#a)"/>',
        '<rect x="one" y="1" width="9" height="9" fill="#ff0000"/>',
        '<polygon points="1,1 2" fill="#ff0000"/>',
        '<path d="M1 1 A1 1 0 0 0 2 2Z" fill="#ff0000"/>',
        '<g transform="skewX(3)"></g>',
    ],
)
def test_what_no_canvas_draws_is_refused(inside: str) -> None:
    with pytest.raises(ValueError, match="cannot read this drawing"):
        svg_to_png(wrapped(inside))


def test_artwork_within_artwork_is_drawn() -> None:
    canvas = Canvas(100, 100)
    canvas.art(f'<g transform="matrix(-1 0 0 1 100 0)">{ANCHOR.shapes}</g>', canvas.box)
    other = Canvas(100, 100)
    other.art(filled("M0 0 L100 0 L100 100 L0 100Z"), other.box)
    with pytest.raises(ValueError, match="cannot read"):  # its ink was never chosen
        svg_to_png(other.svg())
    painted = canvas.svg().replace('"ink"', '"#000000"').replace('"paper"', '"#ffffff"')
    assert svg_to_png(painted) != svg_to_png(Canvas(100, 100).svg())


def test_a_drawing_that_is_too_high_is_drawn_smaller_in_the_middle_of_its_width() -> None:
    canvas = Canvas(700, 600)
    canvas.rect(Box(0, 0, 350, 600), BLACK)
    canvas.rect(Box(350, 0, 350, 600), WHITE)
    picture = Image.open(BytesIO(svg_to_png(fitted(canvas.svg(), 300)))).convert("RGBA")
    assert picture.size == (round(700 * PIXELS), round(300 * PIXELS))
    assert [at(picture, x, 290)[3] for x in (170, 530)] == [0, 0], "beside it there is nothing"
    assert [at(picture, x, 290) for x in (180, 340, 360, 520)] == [*[rgb(BLACK)] * 2, *[rgb(WHITE)] * 2]

"""Emblems are files that a drawing program opens, and take the two colours of where they are drawn."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.drawing.emblems import JOLLY_ROGER, Emblem, artwork
from games.shapes import svg_of

GAMES = Path(__file__).parents[3] / "games"
FILES = sorted(GAMES.glob("*/art/*.svg"))


def test_an_emblem_is_a_drawing_in_a_square_of_100_units_and_has_a_name() -> None:
    assert FILES
    for path in FILES:
        drawing = ElementTree.parse(path).getroot()
        assert drawing.get("viewBox") == "0 0 100 100", path
        shapes = path.read_text("utf-8").splitlines()[1:-1]
        lines = sum(not each.startswith("</") for each in shapes)
        assert len(list(drawing.iter())) - 1 == lines, f"{path}: a shape a line"
        named = import_module(f"games.{path.parts[-3]}.emblems")
        assert isinstance(getattr(named, path.stem.upper().replace("-", "_")), Emblem)


def test_black_is_the_ink_and_white_the_paper() -> None:
    painted = "".join(map(svg_of, JOLLY_ROGER.art("#123456", "#654321").shapes))
    assert set(re.findall("#[0-9a-f]{6}", painted)) == {"#123456", "#654321"}


@pytest.mark.parametrize(
    ("inside", "why"),
    [
        ('<image href="/etc/passwd"/>', "there is a image in it"),
        ('<path d="M1 1 A1 1 0 0 0 2 2Z" fill="#ff0000"/>', "A"),
        ('<path d="M1 1 L2Z" fill="#ff0000"/>', "L2"),
        ('<circle cx="one" cy="1" r="9" fill="#ff0000"/>', "one"),
        ('<g transform="skewX(3)"></g>', "skewX"),
        ("<path", "not well-formed"),
    ],
)
def test_what_is_no_artwork_is_refused_and_its_file_named(tmp_path: Path, inside: str, why: str) -> None:
    file = tmp_path / "flag.svg"
    file.write_text(f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>')
    with pytest.raises(ValueError, match=f"flag.svg as artwork: .*{why}"):
        artwork(file)

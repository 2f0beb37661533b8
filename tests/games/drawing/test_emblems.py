"""Emblems are files that a drawing program opens, and take the two colours of where they are drawn."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

from games.drawing.emblems import CROWN, Emblem

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
    painted = CROWN.art("#123456", "#654321")
    assert '"#123456"' in painted
    assert not {'"#000000"', '"#ffffff"', '"ink"', '"paper"'} & set(painted.replace("=", " ").split())

"""A docstring is a sentence: an editor shows it alone, without the line below and the docstring above."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("bot", "games", "storage", "playground", "tools")
ROOMS += ("tests/support", "tests/simulation", "tests/whist_game")
FEWEST_WORDS = 5
"""Of fewer words, a docstring leaves what it is about to the lines around it, or says the name once more."""


def riddles(source: str) -> list[str]:
    """The docstrings of fewer than `FEWEST_WORDS` words, those of attributes (below an assignment) too."""
    return [said for said in _docstrings(ast.parse(source)) if len(said.split()) < FEWEST_WORDS]


def _docstrings(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(said))):
                yield said
            case _:
                pass


def test_docstrings_of_everything_are_read():
    source = '''
"""Cards and ships."""
class Ship:
    """A ship card."""
    wage: int
    """In ducats."""
    def board(self):
        """They do."""
        self.crew = 3
        """How many sit on board now."""
        return "a value"
'''
    assert riddles(source) == ["Cards and ships.", "A ship card.", "In ducats.", "They do."]


@pytest.mark.long
def test_no_docstring_is_a_riddle():
    found = [
        f"{path.relative_to(ROOT).as_posix()}: {said}"
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        for said in riddles(path.read_text("utf-8"))
    ]
    assert found == [], "say what goes in and out, so that one who reads this line alone understands it"

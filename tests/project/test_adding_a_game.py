"""The walk-through for adding a game shows the very files that are installed and played by a test."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "adding-a-game.md"
PACKAGE = ROOT / "tests" / "plugin_game"


def test_the_pages_code_is_the_packages_files_all_of_them() -> None:
    page = PAGE.read_text("utf-8")
    shown = re.findall(r"^`([^`\n]+)`\n\n```\w+\n(.*?)^```$", page, re.M | re.S)
    files = {
        str(path.relative_to(PACKAGE)): path.read_text("utf-8")
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert dict(shown) == files
    assert len(re.findall(r"^```\w", page, re.M)) == len(files), "there is other code on the page"

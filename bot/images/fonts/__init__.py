"""The typefaces in which pictures and pages are written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

FONTS = Path(__file__).parent
FONT_FILES: Mapping[str, Path] = {
    "TEXT": FONTS / "NotoSans-Medium.ttf",
    "STRONG": FONTS / "NotoSans-Bold.ttf",
    "DISPLAY": FONTS / "Vollkorn-ExtraBold.ttf",
}
"""Each file by the name of its table."""

"""The second painter: resvg draws and packs the drawing's SVG, in three times the time of ThorVG.

Loaded only where ThorVG cannot be; docs/dependencies.md says why this one.
"""

from __future__ import annotations

from functools import cache

from resvg import render, usvg

from bot.images.fonts import FONT_FILES
from games.shapes import Drawing


def painted(drawing: Drawing) -> bytes:
    """The drawing as a PNG, as `bot.images.painter.painted` has it, drawn by resvg."""
    return bytes(render(usvg.Tree.from_str(drawing.svg(), _options()), (1, 0, 0, 0, 1, 0)))


@cache
def _options() -> usvg.Options:
    """With our typefaces, and none of the machine's."""
    options = usvg.Options.default()
    for path in FONT_FILES.values():
        options.load_font_data(path.read_bytes())
    return options

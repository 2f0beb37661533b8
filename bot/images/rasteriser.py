"""SVG to PNG by resvg, with our own typefaces and none of the machine's.

Rasterising holds Python's lock from beginning to end, which is why `bot.images.renderer` has it done in a
process of its own; and the typefaces, once read, may be used by the thread that read them and no other.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from resvg import render, usvg

from bot.runtime.worker_process import keep_freed_memory

FONTS = Path(__file__).parent / "fonts"
FILES: Mapping[str, Path] = {
    "TEXT": FONTS / "NotoSans-Medium.ttf",
    "STRONG": FONTS / "NotoSans-Bold.ttf",
    "DISPLAY": FONTS / "Vollkorn-ExtraBold.ttf",
}
"""Each file by the name of its table."""
EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>'
"""The least there is to draw."""

_AS_IT_IS = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
"""resvg's order: across, down and moved, for the horizontal and then for the vertical."""


def png(svg: str) -> bytes:
    """The drawing in the size that it gives itself. ValueError if it is none."""
    try:
        return bytes(render(usvg.Tree.from_str(svg, _options(threading.get_ident())), _AS_IT_IS))
    except BaseException as panic:
        # What the library does not understand is no Exception with it, and would end the process.
        if type(panic).__name__ != "PanicException":
            raise
        raise ValueError(f"resvg cannot read this drawing: {panic}") from None


@cache
def _options(_thread: int) -> usvg.Options:
    keep_freed_memory()  # a picture is megabytes of pixels, several times over: a tenth of its time
    options = usvg.Options.default()
    for path in FILES.values():
        # From memory: a typeface that is given as a file is read again for every line of words.
        options.load_font_data(path.read_bytes())
    return options

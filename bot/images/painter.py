"""What a process that draws does: a request becomes a PNG. Whoever asks it is `bot.images.renderer`.

What draws and packs is imported there alone: it need not be loaded elsewhere. Where ThorVG cannot be loaded,
resvg draws, if it is installed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.images.model import AnimatedDrawing, DescribedDrawing
from games.shapes import Drawing


def render(
    draw: Callable[..., DescribedDrawing | AnimatedDrawing | None], args: tuple[Any, ...]
) -> tuple[bytes, str] | AnimatedDrawing | None:
    drawing = draw(*args)
    if drawing is None or isinstance(drawing, AnimatedDrawing):
        return drawing
    return painted(drawing.drawing), drawing.alt


def empty_drawing() -> DescribedDrawing:
    return DescribedDrawing(Drawing(1, 1), "")


def painted(drawing: Drawing) -> bytes:
    """The drawing as a PNG. ImportError if nothing that draws can be loaded; ValueError if a typeface or a
    colour in it is unknown.
    """
    try:
        from bot.images import rasteriser
    except ImportError as error:
        try:
            from bot.images import resvg_painter
        except ImportError:
            raise error from None  # the first is what is wanted
        return resvg_painter.painted(drawing)
    return rasteriser.packed(rasteriser.pixels_of(drawing))

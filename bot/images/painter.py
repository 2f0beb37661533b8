"""What a process that draws does: a request becomes a PNG. Whoever asks it is `bot.images.renderer`.

What draws and packs is imported there alone: it need not be loaded elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.images.model import AnimatedDrawing, SvgDrawing
from games.drawing.canvas import Canvas


def render(
    draw: Callable[..., SvgDrawing | AnimatedDrawing | None], args: tuple[Any, ...]
) -> tuple[bytes, str] | AnimatedDrawing | None:
    drawing = draw(*args)
    if drawing is None or isinstance(drawing, AnimatedDrawing):
        return drawing
    return svg_to_png(drawing.svg), drawing.alt


def empty_drawing() -> SvgDrawing:
    return SvgDrawing(Canvas(1, 1).svg(), "")


def svg_to_png(svg: str) -> bytes:
    """The drawing in the size that it gives itself. ValueError if it is none that a `Canvas` makes."""
    from bot.images import rasteriser

    return rasteriser.packed(rasteriser.svg_to_pixels(svg))

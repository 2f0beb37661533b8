"""The rules on one page, drawn: the two things to do, who is paid what, mutiny, and what booty brings."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from games.buccaneer.artwork import (
    BOAT,
    SHIP_CARD,
    Boat,
    boat_width,
    draw_boat,
    draw_booty,
    draw_face,
    draw_ship,
)
from games.buccaneer.discs import QUESTION, WAGES, Party, discs_of
from games.buccaneer.emblems import DUCAT
from games.buccaneer.options import BuccaneerOptions
from games.buccaneer.rulebook import ENOUGH, TAUGHT
from games.buccaneer.ships import BOOTY, CHEST
from games.contract import Picture
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import ANCHOR, CROWN, SABRES
from games.drawing.furniture import (
    BANNER,
    MARGIN,
    SMALL,
    WIDTH,
    banner,
    mark,
    note,
    note_height,
    plate,
    table,
)
from games.drawing.lettering import DISPLAY
from games.drawing.palette import CHALK, GOLD, LEATHER
from games.text import Seat, Text, Words, _, sentences


class _Row(msgspec.Struct, frozen=True):
    """What is drawn on the left, in so much room, and the sentences beside it."""

    draw: Callable[[Canvas, Box, Words], None]
    text: Text
    wide: float = 44
    high: float = 44

    def height(self, words: Words) -> float:
        """Of the drawing, or of the sentences, with what is above and below."""
        return 4 + max(self.high, note_height(words(self.text), _WIDE - self.wide, size=SMALL, most=9))


_WIDE = WIDTH - 2 * MARGIN - 38
"""Of a drawing and what stands beside it."""


def reference(_options: BuccaneerOptions, words: Words) -> Picture:
    """The rules on one page: climbing, boarding, pay, mutiny and the end; the options change nothing."""
    heights = [sum(row.height(words) for row in panel) + 8 for panel in _PANELS]
    canvas = table(BANNER + sum(heights) + 6 * len(heights) + MARGIN - 8)
    banner(canvas, words(_("Buccaneer")), words(_("most ducats win")))
    y: float = BANNER
    for panel, high in zip(_PANELS, heights, strict=True):
        plate(canvas, Box(MARGIN - 4, y, WIDTH - 2 * MARGIN + 8, high))
        top = y + 4
        for row in panel:
            line = Box(MARGIN + 10, top, _WIDE + 18, row.height(words))
            row.draw(canvas, Box(line.x, line.cy - row.high / 2, row.wide, row.high), words)
            beside = Box(line.x + row.wide + 18, top, _WIDE - row.wide, line.h)
            note(canvas, words(row.text), beside, size=SMALL, anchor="start")
            top = line.bottom
        y += high + 6
    return Picture(canvas.drawing(), (*(row.text for panel in _PANELS for row in panel), TAUGHT["value"]))


def _draw_climb(canvas: Canvas, box: Box, words: Words) -> None:
    top = box.cy - BOAT / 2
    draw_face(canvas, Box(box.x, top + 22, 50, 50), _disc(0, 5), words)
    _arrow(canvas, box.x + 58, box.x + 92, top + 47)
    _boat(canvas, box.x + 100, top, bytes([_disc(0, 5), *_crew(1, 2, 3)]), words)


def _draw_board(canvas: Canvas, box: Box, words: Words) -> None:
    _boat(canvas, box.x, box.cy - BOAT / 2, bytes([_disc(0, 5), *_crew(1)]), words)
    _arrow(canvas, box.x + 102, box.x + 126, box.cy)
    draw_ship(canvas, Box(box.x + 132, box.cy - SHIP_CARD / 2, 158, SHIP_CARD), 1, words)


def _draw_mutiny(canvas: Canvas, box: Box, words: Words) -> None:
    boat = _boat(canvas, box.x, box.cy - BOAT / 2, bytes([_disc(0, 4), *_crew(1, 1, 1, 2)]), words)
    mark(canvas, boat.box.right + 26, boat.box.cy, SABRES, 24)


def _draw_end(canvas: Canvas, box: Box, _words: Words) -> None:
    canvas.art(CROWN.art(GOLD, LEATHER), Box(box.x, box.cy - 18, 36, 36))
    for kind, place in enumerate(Box(box.x + 46, box.y, box.w - 46, box.h).columns(len(BOOTY), 6)):
        draw_booty(canvas, Box(place.cx - 23, place.cy - 48, 46, 46), kind)
        below = Box(place.x, place.cy + 2, place.w, 44)
        canvas.words_in(str(BOOTY[kind].value), below, DISPLAY, 36, CHALK)


def _arrow(canvas: Canvas, left: float, right: float, y: float) -> None:
    stroke = Stroke(GOLD, 5)
    canvas.line([(left, y), (right, y)], stroke)
    canvas.line([(right - 11, y - 11), (right, y), (right - 11, y + 11)], stroke)


def _boat(canvas: Canvas, x: float, y: float, party: Party, words: Words) -> Boat:
    boat = Boat(party, Box(x, y, boat_width(len(party)), BOAT))
    draw_boat(canvas, boat, words)
    return boat


def _disc(seat: Seat, wage: int) -> int:
    return discs_of(seat)[WAGES.index(wage)]


def _crew(*seats: Seat) -> Party:
    return bytes([discs_of(seat)[0] for seat in seats])


_ART = 290
"""How wide the drawings are that stand beside a sentence."""
_PANELS: Sequence[Sequence[_Row]] = (
    [_Row(_draw_climb, sentences((TAUGHT["climb"], TAUGHT["nine"])), _ART, BOAT)],
    [_Row(_draw_board, sentences((ENOUGH, TAUGHT["new-ships"])), _ART, SHIP_CARD)],
    [
        _Row(lambda canvas, box, _words: draw_booty(canvas, box, CHEST), TAUGHT["paid"]),
        _Row(lambda canvas, box, _words: canvas.art(ANCHOR.art(CHALK, LEATHER), box), TAUGHT["mate"]),
        _Row(lambda canvas, box, words: draw_face(canvas, box, _disc(1, 5), words), TAUGHT["wages"]),
        _Row(
            lambda canvas, box, words: draw_face(canvas, box, _disc(1, QUESTION), words), TAUGHT["question"]
        ),
        _Row(lambda canvas, box, _words: canvas.art(DUCAT.art(GOLD, LEATHER), box), TAUGHT["loss"]),
    ],
    [_Row(_draw_mutiny, TAUGHT["mutiny"], _ART, BOAT)],
    [_Row(_draw_end, sentences((TAUGHT["booty"], TAUGHT["piece"])), _ART, 96)],
)

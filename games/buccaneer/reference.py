"""The rules on one page, drawn: the two things to do, who is paid what, mutiny, and what booty brings."""

from __future__ import annotations

from collections.abc import Iterator

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
from games.buccaneer.discs import WAGES, Party, discs_of
from games.buccaneer.emblems import DUCAT
from games.buccaneer.options import BuccaneerOptions
from games.buccaneer.ships import BOOTY, CONSOLATION, IN_SIGHT, LARGEST_PARTY, MUTINEERS, SHIPS
from games.contract import Picture
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import ANCHOR, CROWN, SABRES
from games.drawing.furniture import BANNER, MARGIN, SMALL, WIDTH, banner, mark, note, plate, table
from games.drawing.lettering import DISPLAY
from games.drawing.palette import CHALK, GOLD, LEATHER
from games.text import Seat, Text, Words, _, _n

_WIDE = WIDTH - 2 * MARGIN
_GAP = 8
_ART = 290
"""The width of what is drawn beside a sentence."""
_CLIMB, _BOARD, _PAY, _MUTINY, _END = 148, 172, 66, 148, 136
"""The heights of the panels on climbing, boarding, a payment, mutiny and the end, in units."""
_SHIP = 6

_TITLE, _AIM = _("Buccaneer"), _("most ducats win")
_HOW_TO_CLIMB = _(
    "Climb: put a party of yours on another player's. You are captain now. Never more than {most} together.",
    most=LARGEST_PARTY,
)
_HOW_TO_BOARD = _(
    "Or board, with as many pirates as the ship asks for, or more. New ships come when all {in_sight} are "
    "gone.",
    in_sight=IN_SIGHT,
)
_CAPTAINS = _("The captain takes the ship's ducats and one piece of booty.")
_MATES = _("Of two pieces the first mate, second from the top, gets the other.")
_WAGES = _("The captain pays the others' pirates their wage, for a ? what the ship says. Own ones are free.")
_SHORT = _("Too little aboard? The captain's purse pays, then the bank. All pirates go home.")
_MUTINIES = _(
    "Mutiny: {mutineers} or more of one colour under another captain may force a boarding on that captain's "
    "turn.",
    mutineers=MUTINEERS,
)
_BOOTY = _n(
    "In the end the most of a kind bring this, shared if equal. Without a share, a piece is {count} ducat.",
    "In the end the most of a kind bring this, shared if equal. Without a share, a piece is {count} ducats.",
    CONSOLATION,
)


def reference(_options: BuccaneerOptions, words: Words) -> Picture:
    """The rules on one page: climbing, boarding, pay, mutiny and the end; the options change nothing."""
    heights = (_CLIMB, _BOARD, 4 * _PAY + 12, _MUTINY, _END)
    canvas = table(BANNER + sum(heights) + _GAP * len(heights) + MARGIN - 8)
    banner(canvas, words(_TITLE), words(_AIM))
    climb, board, pay, mutiny, end = _panels(canvas, heights)
    _draw_climb(canvas, climb, words)
    _draw_board(canvas, board, words)
    _draw_pay(canvas, pay, words)
    _draw_mutiny(canvas, mutiny, words)
    _draw_end(canvas, end, words)
    values = tuple(_("{booty}: {value}", booty=kind.name, value=kind.value) for kind in BOOTY)
    said = (_HOW_TO_CLIMB, _HOW_TO_BOARD, _CAPTAINS, _MATES, _WAGES, _SHORT, _MUTINIES, _BOOTY)
    return Picture(canvas.drawing(), (*said, *values))


def _panels(canvas: Canvas, heights: tuple[float, ...]) -> Iterator[Box]:
    y: float = BANNER
    for height in heights:
        box = Box(MARGIN - 4, y, _WIDE + 8, height)
        plate(canvas, box)
        yield box.inset(14, 8)
        y += height + _GAP


def _draw_climb(canvas: Canvas, box: Box, words: Words) -> None:
    art, beside = _parted(box)
    top = art.cy - BOAT / 2
    draw_face(canvas, Box(art.x, top + 22, 50, 50), _disc(0, 5), words)
    _arrow(canvas, art.x + 58, art.x + 92, top + 47)
    party = bytes([_disc(0, 5), *_crew(1, 2, 3)])
    _boat(canvas, art.x + 100, top, party, words)
    _say(canvas, beside, words, _HOW_TO_CLIMB)


def _draw_board(canvas: Canvas, box: Box, words: Words) -> None:
    art, beside = _parted(box)
    party = bytes([_disc(0, 5), *_crew(1)])
    _boat(canvas, art.x, art.cy - BOAT / 2, party, words)
    _arrow(canvas, art.x + 102, art.x + 126, art.cy)
    place = Box(art.x + 132, art.cy - SHIP_CARD / 2, 158, SHIP_CARD)
    draw_ship(canvas, place, 1, words)
    _say(canvas, beside, words, _HOW_TO_BOARD)


def _draw_pay(canvas: Canvas, box: Box, words: Words) -> None:
    rows = box.rows(4, 0)
    signs = [Box(row.x + 4, row.cy - 22, 44, 44) for row in rows]
    draw_booty(canvas, signs[0], SHIPS[_SHIP].booty[0])
    canvas.art(ANCHOR.art(CHALK, LEATHER), signs[1])
    draw_face(canvas, signs[2], _disc(1, 5), words)
    canvas.art(DUCAT.art(GOLD, LEATHER), signs[3])
    for row, text in zip(rows, (_CAPTAINS, _MATES, _WAGES, _SHORT), strict=True):
        _say(canvas, Box(row.x + 62, row.y, row.w - 62, row.h), words, text)


def _draw_mutiny(canvas: Canvas, box: Box, words: Words) -> None:
    art, beside = _parted(box)
    party = bytes([_disc(0, 4), *_crew(1, 1, 1, 2)])
    boat = _boat(canvas, art.x, art.cy - BOAT / 2, party, words)
    mark(canvas, boat.box.right + 26, boat.box.cy, SABRES, 24)
    _say(canvas, beside, words, _MUTINIES)


def _draw_end(canvas: Canvas, box: Box, words: Words) -> None:
    art, beside = _parted(box)
    canvas.art(CROWN.art(GOLD, LEATHER), Box(art.x, art.cy - 18, 36, 36))
    for kind, place in enumerate(Box(art.x + 46, art.y, art.w - 46, art.h).columns(len(BOOTY), 6)):
        draw_booty(canvas, Box(place.cx - 23, place.cy - 48, 46, 46), kind)
        below = Box(place.x, place.cy + 2, place.w, 44)
        canvas.words_in(str(BOOTY[kind].value), below, DISPLAY, 36, CHALK)
    _say(canvas, beside, words, _BOOTY)


def _parted(box: Box) -> tuple[Box, Box]:
    """What is drawn, and the sentence beside it."""
    left = Box(box.x, box.y, _ART, box.h)
    return left, Box(left.right + 18, box.y, box.right - left.right - 18, box.h)


def _say(canvas: Canvas, box: Box, words: Words, text: Text) -> None:
    note(canvas, words(text), box, size=24, anchor="start", least=SMALL)


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

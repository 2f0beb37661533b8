"""The players under each other: purse, pirates that stand alone, booty kind by kind."""

from __future__ import annotations

from games import shared_words
from games.buccaneer import scoring
from games.buccaneer.artwork import draw_booty, draw_purse, draw_wage
from games.buccaneer.discs import COLOURS, OWNER
from games.buccaneer.ships import BOOTY, SHIPS, Kind
from games.buccaneer.state import CHALLENGES, Table, View
from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import CROWN, HOURGLASS, SABRES
from games.drawing.furniture import MIDDLE, SMALL, chip, mark, plate
from games.drawing.lettering import STRONG, TEXT
from games.drawing.palette import CHALK, CHALK_SOFT, GOLD, LEATHER, PLANK, Colour
from games.text import Seat, Words, _, named

HEAD, ROW, LOW = 36, 46, 40
"""Heights; of a line where there is little room."""
_LETTER, _NAME, _PURSE, _ALONE, _BOOTY = 56, 78, 200, 286, 454
"""How far from the left edge the columns begin: colour's letter, name, ducats, lone pirates and booty."""
_KIND = 52
"""The width of a kind of booty."""
_PIRATE = 15.5
"""The radius of a pirate that stands alone."""


def draw_head(canvas: Canvas, box: Box, shown: Table, words: Words) -> None:
    """How far the game is, and what a crown in each kind of booty brings."""
    gone = _("{gone} of {ships} ships gone", gone=len(shown.voyages), ships=len(SHIPS))
    left = Box(box.x + 8, box.y, _BOOTY - 60, box.h)
    canvas.words_in(words(gone), left, TEXT, SMALL, CHALK_SOFT, anchor="start")
    canvas.art(CROWN.art(GOLD, PLANK), Box(box.x + _BOOTY - 34, box.cy - 13, 26, 26))
    for kind, place in enumerate(_kinds(box)):
        _draw_kind(canvas, place, kind, BOOTY[kind].value, CHALK_SOFT)


def _draw_kind(canvas: Canvas, box: Box, kind: Kind, number: int, colour: Colour) -> None:
    """A kind of booty, and a number beside it."""
    draw_booty(canvas, Box(box.x, box.cy - 10, 20, 20), kind)
    beside = Box(box.x + 22, box.y, box.w - 22, box.h)
    canvas.words_in(str(number), beside, STRONG, SMALL, colour, anchor="start")


def draw_row(canvas: Canvas, box: Box, view: View, seat: Seat, words: Words) -> None:
    """Draws the line of one player: ducats, lone pirates and booty, and the place once it is over."""
    awaited = seat in view.table.to_act
    plate(canvas, box, awaited=awaited)
    draw_goods(canvas, box, view, seat, words)
    if view.table.phase == "over":
        draw_place(canvas, box, view.table, seat, words)
    else:
        _draw_alone(canvas, Box(box.x + _ALONE, box.y, 0, box.h), view, seat)


def draw_goods(canvas: Canvas, box: Box, view: View, seat: Seat, words: Words) -> None:
    """What a player is called and owns."""
    shown, name = view.table, words(named(seat))
    chip(canvas, box.x + 34, box.cy, 18, seat, name)
    letter = Box(box.x + _LETTER, box.y, _NAME - _LETTER, box.h)
    canvas.words_in(words(COLOURS[seat].mark), letter, STRONG, SMALL, CHALK_SOFT, anchor="start")
    beside = Box(box.x + _NAME, box.y, _PURSE - _NAME - 6, box.h)
    canvas.name_in(name, beside, STRONG, MIDDLE, CHALK, anchor="start", least=SMALL)
    draw_purse(canvas, Box(box.x + _PURSE, box.y, _ALONE - _PURSE - 16, box.h), shown.ducats[seat])
    for kind, place in enumerate(_kinds(box)):
        own = scoring.pieces_of(shown.booty, kind)
        if own[seat]:
            colour = GOLD if own[seat] == max(own) else CHALK_SOFT
            _draw_kind(canvas, place, kind, own[seat], colour)
    if shown.answers[seat] == CHALLENGES:
        mark(canvas, box.x + 50, box.cy - 12, SABRES, 11)
    elif shown.phase == "mutiny" and seat in shown.to_act:
        mark(canvas, box.x + 50, box.cy - 12, HOURGLASS, 11)


def _kinds(box: Box) -> list[Box]:
    return [Box(box.x + _BOOTY + kind * _KIND, box.y, _KIND - 4, box.h) for kind in range(len(BOOTY))]


def _draw_alone(canvas: Canvas, box: Box, view: View, seat: Seat) -> None:
    alone = [party[0] for party in view.parties if len(party) == 1 and OWNER[party[0]] == seat]
    for at, disc in enumerate(alone):
        draw_wage(canvas, box.x + _PIRATE + at * 2 * (_PIRATE + 0.5), box.cy, _PIRATE, disc)


def draw_place(canvas: Canvas, line: Box, table: Table, seat: Seat, words: Words) -> None:
    """Which place a player has come to, on the player's line."""
    box = Box(line.x + _ALONE, line.y, _BOOTY - _ALONE - 8, line.h)
    place = scoring.places(table.ducats, table.booty)[seat]
    if place == 1:
        canvas.art(CROWN.art(GOLD, LEATHER), Box(box.x, box.y + 3, 30, box.h - 6))
        box = Box(box.x + 38, box.y, box.w - 38, box.h)
    canvas.words_in(words(shared_words.place(place)), box, TEXT, SMALL, CHALK_SOFT, anchor="start")

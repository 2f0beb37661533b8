"""A player's own pirates, drawn: the parties they command, and those in which they serve under others."""

from __future__ import annotations

from collections.abc import Sequence

from games.buccaneer import menus, tabletop
from games.buccaneer.artwork import (
    SHIP_CARD,
    draw_booty_of,
    draw_count,
    draw_purse,
    draw_ship,
    tower_height,
)
from games.buccaneer.discs import OWNER, Party
from games.buccaneer.picture_parties import draw_party, places
from games.buccaneer.refusals import why_idle, why_not_board
from games.buccaneer.ships import IN_SIGHT, SHIPS, ShipNumber
from games.buccaneer.state import View
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import TICK
from games.drawing.furniture import (
    BANNER,
    MARGIN,
    SMALL,
    WIDTH,
    banner,
    chip,
    note,
    note_height,
    plate,
    table,
    veil,
)
from games.drawing.lettering import STRONG, TEXT
from games.drawing.palette import CHALK, CHALK_FAINT, CHALK_SOFT, LEAF, LEATHER
from games.text import Seat, Text, Words, _, _n, named

_NOTE = 24
"""The size of the sentence above the parties."""
_HEADING = 36
_LOWEST = 3
"""The size of the party for which there is always room."""
_LINE = 28
"""The height of a line under a party."""
_LEAST = 19
"""Of words that have little room."""
_PURSE = 60
_WIDEST = 180
"""Of the place for a party."""


def draw(view: View, seat: Seat, words: Words) -> Canvas:
    """The parties with this seat's pirates in them: never more than it has pirates."""
    own = [party for party in view.parties if OWNER[party[0]] == seat]
    serving = [p for p in view.parties if OWNER[p[0]] != seat and seat in p.translate(OWNER)]
    text = words(_note(view, seat))
    wide = WIDTH - 2 * MARGIN
    note_high = note_height(text, wide, size=_NOTE, most=3) + 12
    towers = tower_height(max([_LOWEST, *map(len, own), *map(len, serving)]))
    lines = (1 + max(1, *(len(_ships_for(view, party)) for party in own), 1)) * _LINE
    ships = SHIP_CARD + 16 if view.table.ships else 0
    top = BANNER + note_high
    canvas = table(top + _HEADING + towers + lines + 24 + ships + _PURSE + MARGIN)
    asked = seat in view.to_act
    banner(canvas, words(_("Your pirates")), words(_aside(own, asked)), urgent=asked)
    note(canvas, text, Box(MARGIN, BANNER, wide, note_high - 8), size=_NOTE, anchor="start")
    box = Box(MARGIN, top, wide, _HEADING + towers)
    columns = places(box, len(own) + len(serving), _WIDEST)
    _draw_heading(canvas, columns[: len(own)], words(_("Yours")))
    _draw_heading(canvas, columns[len(own) :], words(_("Under others")))
    for party, column in zip(own, columns, strict=False):
        _draw_own(canvas, column, view, party, words)
    for party, column in zip(serving, columns[len(own) :], strict=True):
        _draw_serving(canvas, column, view, party, words)
    y = top + _HEADING + towers + lines + 16
    width = (wide - 12 * (IN_SIGHT - 1)) / IN_SIGHT
    for at, ship in enumerate(sorted(view.table.ships)):
        left = WIDTH / 2 + (at - len(view.table.ships) / 2) * (width + 12) + 6
        draw_ship(canvas, Box(left, y, width, SHIP_CARD), ship, words)
    _draw_purse(canvas, Box(MARGIN - 6, y + ships, wide + 12, _PURSE), view, seat, words)
    return canvas


def _note(view: View, seat: Seat) -> Text:
    """What is asked; else under whom one's pirates are."""
    menu = menus.steps(view)
    if menu is not None:
        return menu.prompt
    return tabletop.hand_note(view, seat)


def _aside(own: Sequence[Party], asked: bool) -> Text:
    return _("your turn") if asked else _n("{count} party", "{count} parties", len(own))


def _draw_heading(canvas: Canvas, columns: Sequence[Box], words: str) -> None:
    if not columns:
        return
    left, right = columns[0].x + 4, columns[-1].right - 4
    canvas.line([(left, columns[0].y + 32), (right, columns[0].y + 32)], Stroke(CHALK_FAINT, 2))
    canvas.words_in(words, Box(left, columns[0].y, right - left, 28), TEXT, SMALL, CHALK_SOFT, least=_LEAST)


def _draw_own(canvas: Canvas, column: Box, view: View, party: Party, words: Words) -> None:
    """A party of one's own, and the ships that it could board."""
    tower = draw_party(canvas, column, view, party, words)
    if _is_idle(view, party):
        veil(canvas, tower.box.inset(-2))
    line = Box(column.x, column.bottom + 4, column.w, _LINE).inset(3, 1)
    draw_count(canvas, line, len(party))
    for at, ship in enumerate(_ships_for(view, party), 1):
        below = Box(line.x, line.y + at * _LINE, line.w, line.h)
        canvas.art(TICK.art(LEAF, LEATHER), Box(below.x, below.y, 22, below.h))
        name = Box(below.x + 25, below.y, below.w - 25, below.h)
        canvas.words_in(words(SHIPS[ship].name), name, TEXT, SMALL, LEAF, anchor="start", least=_LEAST)


def _is_idle(view: View, party: Party) -> bool:
    """Whether it is this captain's turn, but nothing can be done with this party."""
    shown = view.table
    if shown.phase != "turn" or shown.current != OWNER[party[0]]:
        return False
    return why_idle(shown, view.parties, party) is not None


def _ships_for(view: View, party: Party) -> list[ShipNumber]:
    return [ship for ship in sorted(view.table.ships) if why_not_board(view.table, party, ship) is None]


def _draw_serving(canvas: Canvas, column: Box, view: View, party: Party, words: Words) -> None:
    """A party of another's, and whose it is."""
    draw_party(canvas, column, view, party, words)
    line = Box(column.x, column.bottom + 4, column.w, _LINE).inset(3, 1)
    draw_count(canvas, line, len(party))
    below = Box(line.x, line.y + _LINE, line.w, line.h)
    canvas.words_in(words(named(OWNER[party[0]])), below, TEXT, SMALL, CHALK, least=_LEAST)


def _draw_purse(canvas: Canvas, box: Box, view: View, seat: Seat, words: Words) -> None:
    """What this player owns."""
    plate(canvas, box)
    name = words(named(seat))
    chip(canvas, box.x + 40, box.cy, 22, seat, name)
    owned = Box(box.x + 74, box.y + 8, box.w - 94, box.h - 16)
    used = draw_purse(canvas, owned, view.table.ducats[seat])
    booty = Box(owned.x, owned.y + 4, owned.w - used - 16, owned.h - 8)
    draw_booty_of(canvas, Box(booty.right - 340, booty.y, 340, booty.h), view.table.booty[seat])
    beside = Box(booty.x, booty.y, booty.w - 352, booty.h)
    canvas.words_in(name, beside, STRONG, SMALL, CHALK, anchor="start", least=_LEAST)

"""The board, drawn: whose turn it is, ships in sight, parties as towers, and a plate for each player."""

from __future__ import annotations

from collections.abc import Sequence

from games.buccaneer import scoring, tabletop
from games.buccaneer.artwork import (
    SHIP_CARD,
    draw_count,
    draw_ship,
    draw_ship_gone,
    tower_height,
)
from games.buccaneer.discs import OWNER, Party
from games.buccaneer.picture_key import draw_key, draw_key_line
from games.buccaneer.picture_parties import LATEST, draw_party, places
from games.buccaneer.picture_plates import PLATE, draw_plate
from games.buccaneer.ships import IN_SIGHT, SHIPS
from games.buccaneer.speech import voyage_words
from games.buccaneer.state import Table, View
from games.drawing.canvas import Box, Canvas
from games.drawing.furniture import (
    BANNER,
    MARGIN,
    SMALL,
    WIDTH,
    banner,
    chip,
    note,
    note_height,
    table,
    winners,
)
from games.drawing.lettering import TEXT
from games.drawing.palette import CHALK, CHALK_SOFT, GOLD, LEATHER_EDGE
from games.text import Seat, Text, Words, _, _n, named

_SENTENCES = 142
"""The height of the sentences that say whose turn it is and what has just happened, unless they are long."""
_CHIPS = 76
"""The width of the place for the chip before them."""
_GAP = 8
_KEY = 44
_WIDE = WIDTH - 2 * MARGIN
_WINNERS = 240
_PER_ROW = 6
_WIDEST = 164
"""Of the place for a party."""
_LOWEST = 4
"""The size of the party for which there is always room, so that the plates move little."""
_CAPTION = 62


def draw(view: View, words: Words) -> Canvas:
    """The table as everybody sees it."""
    shown = view.table
    over = shown.phase == "over"
    rows = _rows(view)
    heights = [_row_height(row, len(rows)) for row in rows]
    middle = BANNER + _note_height(view, words)
    top = middle + (_WINNERS if over else SHIP_CARD + 14 + sum(heights))
    plates = -(-shown.players // 2) * (PLATE + _GAP)
    key = 0 if over or shown.players % 2 else _KEY
    canvas = table(top + plates + key + MARGIN - _GAP)
    banner(canvas, words(_title(shown)), words(_aside(shown)))
    _draw_note(canvas, BANNER, view, words)
    if over:
        _draw_winners(canvas, Box(MARGIN, middle, _WIDE, _WINNERS - 14), shown, words)
    else:
        _draw_ships(canvas, Box(MARGIN, middle, _WIDE, SHIP_CARD), shown, words)
        y = middle + SHIP_CARD + 14
        for row, high in zip(rows, heights, strict=True):
            _draw_row(canvas, Box(MARGIN, y, _WIDE, high), view, row, words)
            y += high
    columns = Box(MARGIN - 6, top, _WIDE + 12, PLATE).columns(2, _GAP)
    for seat in range(shown.players):
        column = columns[seat % 2]
        place = Box(column.x, top + seat // 2 * (PLATE + _GAP), column.w, PLATE)
        draw_plate(canvas, place, view, seat, words)
    if key:
        draw_key_line(canvas, Box(MARGIN, top + plates - _GAP, _WIDE, key), words)
    elif not over:
        free = Box(columns[1].x, top + plates - PLATE - _GAP, columns[1].w, PLATE)
        draw_key(canvas, free.inset(16, 8), words)
    return canvas


# What is written on top


def _title(shown: Table) -> Text:
    if shown.phase == "over":
        return _("The game is over")
    return _("{gone} of {ships} ships gone", gone=len(shown.voyages), ships=len(SHIPS))


def _aside(shown: Table) -> Text:
    if shown.phase == "over":
        return _n("{count} turn", "{count} turns", shown.turn)
    if not shown.unseen:
        return _("the last ones in sight")
    return _n("{count} still to come", "{count} still to come", shown.unseen)


def just_happened(view: View) -> Text | None:
    """What the latest turn did, in a sentence."""
    text = tabletop.latest(view)
    if text is None and view.table.voyages:
        return next(voyage_words(view.table.voyages[-1]))
    return text


def _note_height(view: View, words: Words) -> float:
    return max(_SENTENCES, sum(_sentence_heights(view, words)) + 14)


def _note_room(view: View) -> float:
    """The width of the sentences: the chip of whoever the game waits for stands before them."""
    return _WIDE - (_CHIPS if _waited_for(view.table) is not None else 0)


def _waited_for(shown: Table) -> Seat | None:
    return shown.to_act[0] if len(shown.to_act) == 1 else None


def _sentence_heights(view: View, words: Words) -> tuple[float, float]:
    """Of the sentence whose turn it is, and of what has just happened."""
    text, room = just_happened(view), _note_room(view)
    turn = note_height(words(tabletop.board(view).turn), room, most=3) + 4
    return turn, 0 if text is None else note_height(words(text), room, size=SMALL)


def _draw_note(canvas: Canvas, y: float, view: View, words: Words) -> None:
    """Whose turn it is; below in small what has just happened."""
    text, room, seat = just_happened(view), _note_room(view), _waited_for(view.table)
    turn_height, recap_height = _sentence_heights(view, words)
    left = MARGIN + _WIDE - room
    if seat is not None:
        chip(canvas, MARGIN + 30, y + max(turn_height / 2, 34), 30, seat, words(named(seat)))
    note(canvas, words(tabletop.board(view).turn), Box(left, y, room, turn_height), anchor="start")
    if text is not None:
        below = Box(left, y + turn_height, room, recap_height)
        note(canvas, words(text), below, size=SMALL, colour=CHALK_SOFT, anchor="start")


# The ships


def _draw_ships(canvas: Canvas, box: Box, shown: Table, words: Words) -> None:
    """Those in sight, and in the places of the others what has become of them: each keeps its place from when
    it came in sight, the smallest on the left.
    """
    missing = IN_SIGHT - len(shown.ships)
    gone = {voyage.ship: voyage for voyage in shown.voyages[-missing:]} if missing else {}
    for ship, place in zip(sorted((*shown.ships, *gone)), box.columns(IN_SIGHT, 12), strict=False):
        if ship in shown.ships:
            draw_ship(canvas, place, ship, words)
            continue
        draw_ship_gone(canvas, place, gone[ship], words)
        if ship == shown.voyages[-1].ship and tabletop.ship_just_left(shown):
            canvas.rect(place.inset(-1), None, radius=13, stroke=LATEST)


# The parties


def _rows(view: View) -> list[list[Party]]:
    """The parties of two or more, row by row."""
    parties = [party for party in view.parties if len(party) > 1]
    rows = max(1, -(-len(parties) // _PER_ROW))
    across = -(-len(parties) // rows)
    return [parties[row * across : (row + 1) * across] for row in range(rows)]


def _row_height(row: Sequence[Party], rows: int) -> float:
    lowest = _LOWEST if rows == 1 else 1
    return tower_height(max([lowest, *map(len, row)])) + _CAPTION + 20


def _draw_row(canvas: Canvas, box: Box, view: View, row: Sequence[Party], words: Words) -> None:
    """Towers on the quay, under each how many pirates it is, and who commands them."""
    quay = box.bottom - _CAPTION - 8
    canvas.rect(Box(box.x - 6, quay, box.w + 12, 8), LEATHER_EDGE, radius=3)
    if not row:
        text = _("Every pirate stands alone.")
        note(canvas, words(text), Box(box.x, box.y, box.w, quay - box.y), colour=CHALK_SOFT)
        return
    columns = places(Box(box.x, box.y, box.w, quay - box.y), len(row), _WIDEST)
    for party, column in zip(row, columns, strict=True):
        draw_party(canvas, column, view, party, words)
        _draw_caption(canvas, Box(column.x, quay + 12, column.w, _CAPTION - 6), view, party, words)


def _draw_caption(canvas: Canvas, box: Box, view: View, party: Party, words: Words) -> None:
    captain = OWNER[party[0]]
    colour = GOLD if captain == view.table.current else CHALK
    count, name = box.inset(6, 0).rows(2, 0)
    draw_count(canvas, count, len(party), colour)
    canvas.words_in(words(named(captain)), name, TEXT, SMALL, colour, least=SMALL - 3)


# The end


def _draw_winners(canvas: Canvas, box: Box, shown: Table, words: Words) -> None:
    seats = scoring.winners(shown.ducats, shown.booty)
    winners(canvas, box, {seat: words(named(seat)) for seat in seats})

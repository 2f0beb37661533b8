"""The board, drawn: whose turn it is, ships in sight, parties as towers, and a plate for each player."""

from __future__ import annotations

from collections.abc import Sequence

from games.buccaneer import scoring, tabletop
from games.buccaneer.acting import obliged, to_be_asked
from games.buccaneer.artwork import (
    SHIP_CARD,
    draw_count,
    draw_ship,
    draw_tower,
    names_by,
    tower_height,
    tower_in,
)
from games.buccaneer.discs import OWNER, Party
from games.buccaneer.picture_plates import PLATE, draw_plate
from games.buccaneer.ships import IN_SIGHT, SHIPS
from games.buccaneer.speech import voyage_words
from games.buccaneer.state import Table, View, Voyage
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import HOURGLASS, SABRES
from games.drawing.furniture import (
    BANNER,
    MARGIN,
    SMALL,
    WIDTH,
    banner,
    chip,
    glow,
    mark,
    note,
    note_height,
    table,
    veil,
    winners,
)
from games.drawing.lettering import STRONG, TEXT
from games.drawing.palette import CHALK, CHALK_SOFT, GOLD, LEATHER, LEATHER_EDGE
from games.text import Text, Words, _, _n, named

_TOLD = 132
"""The height of the sentences that say whose turn it is and what has just happened."""
_GAP = 8
_WINNERS = 240
_PER_ROW = 6
_WIDEST = 164
"""Of the place for a party."""
_LOWEST = 4
"""The size of the party for which there is always room, so that the plates move little."""
_CAPTION = 62
_LATEST = Stroke(CHALK, 4)


def draw(view: View, words: Words) -> Canvas:
    """The table as everybody sees it."""
    shown = view.table
    over = shown.phase == "over"
    rows = _rows(view)
    quay = sum(_row_height(row) for row in rows)
    middle = _WINNERS if over else SHIP_CARD + 14 + quay
    top = BANNER + _TOLD + middle
    canvas = table(top + -(-shown.players // 2) * (PLATE + _GAP) + MARGIN - _GAP)
    wide = WIDTH - 2 * MARGIN
    banner(canvas, words(_title(shown)), words(_aside(shown)))
    _draw_told(canvas, Box(MARGIN, BANNER, wide, _TOLD), view, words)
    if over:
        _draw_winners(canvas, Box(MARGIN, BANNER + _TOLD, wide, _WINNERS - 14), shown, words)
    else:
        _draw_ships(canvas, Box(MARGIN, BANNER + _TOLD, wide, SHIP_CARD), shown, words)
        y = BANNER + _TOLD + SHIP_CARD + 14
        for row in rows:
            _draw_row(canvas, Box(MARGIN, y, wide, _row_height(row)), view, row, words)
            y += _row_height(row)
    columns = Box(MARGIN - 6, top, wide + 12, PLATE).columns(2, _GAP)
    for seat in range(shown.players):
        column = columns[seat % 2]
        place = Box(column.x, top + seat // 2 * (PLATE + _GAP), column.w, PLATE)
        draw_plate(canvas, place, view, seat, words)
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
    told = tabletop.latest(view)
    if told is None and view.table.voyages:
        return next(voyage_words(view.table.voyages[-1]))
    return told


def _draw_told(canvas: Canvas, box: Box, view: View, words: Words) -> None:
    """Whose turn it is; below in small what has just happened."""
    turn = words(tabletop.board(view).turn)
    height = note_height(turn, box.w) + 4
    note(canvas, turn, Box(box.x, box.y, box.w, height), anchor="start")
    told = just_happened(view)
    if told is not None:
        below = Box(box.x, box.y + height, box.w, note_height(words(told), box.w, size=SMALL))
        note(canvas, words(told), below, size=SMALL, colour=CHALK_SOFT, anchor="start")


# The ships


def _draw_ships(canvas: Canvas, box: Box, shown: Table, words: Words) -> None:
    """Those in sight, and in the places of the others what has become of them."""
    gone = IN_SIGHT - len(shown.ships)
    left = shown.voyages[len(shown.voyages) - gone :]
    places = box.columns(IN_SIGHT, 12)
    for ship, place in zip(shown.ships, places, strict=False):
        draw_ship(canvas, place, ship, words)
    for voyage, place in zip(left, places[len(shown.ships) :], strict=True):
        draw_ship(canvas, place, voyage.ship, words)
        veil(canvas, place)
        _draw_fate(canvas, place, voyage, words)
        if voyage is shown.voyages[-1] and shown.laid is None:
            canvas.rect(place.inset(-1), None, radius=13, stroke=_LATEST)


def _draw_fate(canvas: Canvas, box: Box, voyage: Voyage, words: Words) -> None:
    """Who has boarded the ship."""
    told = Box(box.x + 8, box.bottom - 44, box.w - 16, 36)
    canvas.rect(told, LEATHER, radius=10)
    if voyage.captain is None:
        canvas.words_in(words(_("sailed away")), told.inset(6, 0), STRONG, SMALL, CHALK, least=16)
        return
    name = words(named(voyage.captain))
    chip(canvas, box.cx, box.y + 92, 38, voyage.captain, name)
    canvas.words_in(words(_("boarded")), told.inset(6, 0), STRONG, SMALL, CHALK, least=16)


# The parties


def _rows(view: View) -> list[list[Party]]:
    """The parties of two or more, row by row."""
    parties = [party for party in view.parties if len(party) > 1]
    rows = max(1, -(-len(parties) // _PER_ROW))
    across = -(-len(parties) // rows)
    return [parties[row * across : (row + 1) * across] for row in range(rows)]


def _row_height(row: Sequence[Party]) -> float:
    return tower_height(max([_LOWEST, *map(len, row)])) + _CAPTION + 20


def _draw_row(canvas: Canvas, box: Box, view: View, row: Sequence[Party], words: Words) -> None:
    """Towers on the quay, under each how many pirates it is, and who commands them."""
    quay = box.bottom - _CAPTION - 8
    canvas.rect(Box(box.x - 6, quay, box.w + 12, 8), LEATHER_EDGE, radius=3)
    if not row:
        told = _("All pirates still stand alone.")
        note(canvas, words(told), Box(box.x, box.y, box.w, quay - box.y), colour=CHALK_SOFT)
        return
    must, asked = obliged(view.table, view.parties), _asked_about(view)
    width = min(_WIDEST, box.w / len(row))
    shore = Box(box.cx - width * len(row) / 2, box.y, width * len(row), quay - box.y)
    columns = shore.columns(len(row), 0)
    for party, column in zip(row, columns, strict=False):
        tower = tower_in(column, party)
        draw_tower(canvas, tower, names_by(words))
        laid = view.table.laid
        if laid is not None and laid.top == party[0]:
            canvas.rect(tower.upper(laid.size).inset(-5, -3), None, radius=14, stroke=_LATEST)
        if party in must:
            glow(canvas, tower.upper(len(party)).inset(-4, 0))
        if tabletop.challengers(view, party):
            mark(canvas, tower.face.right, tower.face.y, SABRES)
        elif party in asked:
            mark(canvas, tower.face.right, tower.face.y, HOURGLASS)
        _draw_caption(canvas, Box(column.x, quay + 12, column.w, _CAPTION - 6), view, party, words)


def _asked_about(view: View) -> list[Party]:
    """The parties that somebody is asked about now."""
    shown = view.table
    if shown.phase != "mutiny":
        return []
    captain = shown.current
    return [p for p in view.parties if OWNER[p[0]] == captain and to_be_asked(shown, [p], captain)]


def _draw_caption(canvas: Canvas, box: Box, view: View, party: Party, words: Words) -> None:
    captain = OWNER[party[0]]
    colour = GOLD if captain == view.table.current else CHALK
    count, name = Box(box.x + 2, box.y, box.w - 4, box.h).rows(2, 0)
    draw_count(canvas, count, len(party), colour)
    canvas.words_in(words(named(captain)), name, TEXT, SMALL, colour, least=SMALL - 3)


# The end


def _draw_winners(canvas: Canvas, box: Box, shown: Table, words: Words) -> None:
    seats = scoring.winners(shown.ducats, shown.booty)
    winners(canvas, box, {seat: words(named(seat)) for seat in seats})

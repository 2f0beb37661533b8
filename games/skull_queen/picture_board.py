"""The board, drawn: whose turn it is, the middle, the trick in its order of play, and everybody's plank."""

from __future__ import annotations

from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import CROWN
from games.drawing.furniture import (
    BANNER,
    MARGIN,
    SMALL,
    WIDTH,
    banner,
    card_back,
    chip,
    fan_out,
    note,
    table,
)
from games.drawing.lettering import DISPLAY
from games.drawing.palette import CHALK, CHALK_SOFT, GOLD, LEATHER
from games.skull_queen import picture_lying, picture_plates, scoring, tabletop
from games.skull_queen.picture_plates import draw_king, draw_plate
from games.skull_queen.picture_trick import Judged, draw_played, judged_trick, way_of
from games.skull_queen.rules import OLD_KING_PLAYS
from games.skull_queen.state import OLD_KING, Table, View
from games.text import Seat, Words, _, named

_LYING, _NOTHING_LIES = picture_lying.LYING, 52
"""The height of the middle, and of the words that nothing lies there."""
_TRICK, _DEALT = 186, 118
"""The height of the trick, and of the cards face down before the first one."""
_GAP = 8


def draw(view: View, words: Words, *, least: float = 0) -> Canvas:
    """The table as this watcher sees it, at least so high."""
    shown = view.table
    lying = _height_of_middle(shown)
    seats: list[Seat] = [*range(shown.players), *([OLD_KING] if shown.players == OLD_KING_PLAYS else [])]
    across = 2 if len(seats) == 4 else 3
    rows = -(-len(seats) // across)
    played = _DEALT if shown.phase == "plank" else _TRICK
    plate = picture_plates.height(shown)
    canvas = table(max(least, BANNER + lying + played + rows * (plate + _GAP) + MARGIN - 6 - _GAP))
    wide = WIDTH - 2 * MARGIN
    banner(canvas, words(tabletop.round_words(shown)), words(tabletop.aside_words(shown)))
    judged = judged_trick(shown)
    if lying:
        picture_lying.draw(canvas, Box(MARGIN, BANNER, wide, lying - 12), shown, judged, words)
    top = BANNER + lying
    _draw_played(canvas, Box(MARGIN, top, wide, played - 10), shown, judged, words)
    columns = Box(MARGIN - 6, top + played, wide + 12, plate).columns(across, _GAP)
    for at, seat in enumerate(seats):
        column = columns[at % across]
        place = Box(column.x, column.y + at // across * (plate + _GAP), column.w, plate)
        if seat == OLD_KING:
            draw_king(canvas, place, words)
        else:
            draw_plate(canvas, place, shown, seat, way_of(judged, seat), words)
    return canvas


def _height_of_middle(shown: Table) -> float:
    """As high as a card during all of a round's tricks, for nothing to move while they are played."""
    if shown.phase == "over":
        return 0
    return _LYING if shown.phase == "play" or shown.middle or shown.aside else _NOTHING_LIES


# The trick, or what there is instead


def _draw_played(canvas: Canvas, place: Box, shown: Table, judged: Judged, words: Words) -> None:
    if shown.phase == "plank":
        _draw_deal(canvas, place, shown, words)
    elif shown.phase == "over":
        _draw_winners(canvas, place, shown, words)
    else:
        draw_played(canvas, place, shown, judged, words)


def _draw_deal(canvas: Canvas, place: Box, shown: Table, words: Words) -> None:
    """As many cards face down as each holds, or which round the planks below were; how many are ready."""
    upper, rounds = Box(place.x, place.y, place.w, place.h - 46), shown.complete
    if rounds:
        result = words(_("Round {round} ended so", round=rounds))
        canvas.words_in(result, upper, DISPLAY, 40, GOLD, least=SMALL)
    else:
        for back in fan_out(upper, shown.dealt, per_row=14, widest=110, gap=8):
            card_back(canvas, back)
    ready, players = shown.players - len(shown.to_act), shown.players
    text = _("{ready} of {players} are ready", ready=ready, players=players)
    if rounds:
        text = _("New planks: {ready} of {players} are ready", ready=ready, players=players)
    note(canvas, words(text), Box(place.x, place.bottom - 40, place.w, 40), colour=CHALK_SOFT)


def _draw_winners(canvas: Canvas, place: Box, shown: Table, words: Words) -> None:
    seats = scoring.winners(shown.points)
    for seat, room in zip(seats, place.columns(len(seats), 10), strict=True):
        name = words(named(seat))
        radius = min(44, room.w / 2 - 4)
        crown = Box(room.cx - radius * 0.7, room.y - 2, radius * 1.4, radius * 1.1)
        canvas.art(CROWN.art(GOLD, LEATHER), crown)
        chip(canvas, room.cx, room.y + 40 + radius, radius, seat, name)
        canvas.words_in(name, Box(room.x, room.bottom - 46, room.w, 44), DISPLAY, 36, CHALK, least=SMALL)

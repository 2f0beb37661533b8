"""The table, the hand, and the score sheet, drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence

from games import picture_alt
from games.cards import Card
from games.contract import TOTAL, Frame, Options, Picture, Stands
from games.drawing import notepad, rule_page
from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import Emblem, emblems_of
from games.drawing.furniture import (
    CARD,
    MARGIN,
    STRIP,
    WIDTH,
    empty_place,
    fan_out,
    glow,
    note,
    strip,
    suit_card,
    table,
    veil,
)
from games.drawing.palette import Hue
from games.drawing.plates import SmallPlate, Told, small_plates, small_plates_height
from games.text import Listed, Seat, Text, Words, _, named

from . import words as said
from .cards import rank_of, suit_of
from .rulebook import RULEBOOK
from .state import Table, View, strongest

_emblem = emblems_of(__file__)
_LOOKS: tuple[tuple[Hue, Emblem], ...] = (
    ("black", _emblem("spades")),
    ("red", _emblem("hearts")),
    ("green", _emblem("clubs")),
    ("blue", _emblem("diamonds")),
)
_WIDE = WIDTH - 2 * MARGIN
_NEWS, _TRICK, _GAP = 34, 150, 10


def draw_card(canvas: Canvas, box: Box, card: Card) -> None:
    """A card of the pack."""
    hue, emblem = _LOOKS[suit_of(card)]
    suit_card(canvas, box, hue, rank_of(card), emblem)


def board(view: View, words: Words) -> Picture:
    """The picture of the table that everybody may see."""
    canvas = table(_height(view.table) + _GAP)
    _draw(canvas, view, words)
    return Picture(canvas.drawing(), _alt(view))


def hand(view: View, words: Words, _chosen: Sequence[str] = (), _room: float = math.inf) -> Picture | None:
    """The table and the own cards; what may not be played is dimmed."""
    held = said.hand(view)
    if held is None:
        return None
    top, cards = _height(view.table), len(view.hand)
    width = min(100.0, (_WIDE - 8 * max(0, cards - 1)) / max(1, cards))
    canvas = table(top + (width * CARD if cards else 0) + 2 * _GAP)
    _draw(canvas, view, words)
    row = Box(MARGIN, top + _GAP / 2, _WIDE, width * CARD)
    for card, place in zip(view.hand, fan_out(row, cards, per_row=7, gap=8, widest=width), strict=True):
        draw_card(canvas, place, card)
        if view.legal and view.table.phase == "play" and said.action(card) not in view.legal:
            veil(canvas, place)
    cards_said = _("Your hand: {cards}", cards=Listed(held.cards)) if held.cards else held.title
    return Picture(canvas.drawing(), (cards_said, *_alt(view)))


def score_sheet(view: View, words: Words) -> Picture:
    """The notepad: tricks of each round."""
    shown, sheet = view.table, said.sheet(view)
    lines = [
        notepad.Line(words(row.label), tuple(notepad.Entry(words(cell)) for cell in row.cells))
        for row in sheet.rows
    ]
    canvas = table(STRIP + notepad.height(lines) + MARGIN)
    strip(canvas, words(sheet.title))
    names = [words(named(seat)) for seat in range(shown.players)]
    totals = [words(cell) for cell in sheet.totals.cells]
    leading = [bool(shown.sheet) and points == max(shown.points) for points in shown.points]
    notepad.draw(canvas, STRIP, names, lines, words(TOTAL), totals, leading)
    return Picture(canvas.drawing(), picture_alt.sheet(sheet))


def reference(_options: Options, words: Words) -> Picture:
    """The rule book on one page."""
    return rule_page.draw(said.TITLE, RULEBOOK, words, draw_card)


def frames(seen: Sequence[View], words: Words) -> tuple[Frame, ...]:
    """Now, then card by card."""
    return tuple(Frame(board(view, words).drawing, Stands.MOVE) for view in (*seen[-1:], *seen))


def _alt(view: View) -> tuple[Text, ...]:
    shown = said.board(view)
    return (shown.turn, shown.headline, *shown.table, *picture_alt.seats(shown))


def _height(shown: Table) -> float:
    return STRIP + _NEWS + _TRICK + 2 * _GAP + small_plates_height(shown.players)


def _draw(canvas: Canvas, view: View, words: Words) -> None:
    """Where it stands, what has just been, the trick, a plate for each player."""
    shown, text = view.table, said.board(view)
    strip(canvas, words(text.headline), words(said.trumps(shown)), urgent=view.seat in shown.to_act)
    note(canvas, words(text.news or text.turn), Box(MARGIN, STRIP, _WIDE, _NEWS), size=24, least=22)
    _draw_trick(canvas, shown, Box(MARGIN, STRIP + _NEWS + _GAP / 2, _WIDE, _TRICK))
    plates = Box(MARGIN, STRIP + _NEWS + _TRICK + 1.5 * _GAP, _WIDE, small_plates_height(shown.players))
    small_plates(canvas, plates, [_plate(view, seat, words) for seat in range(shown.players)])


def _draw_trick(canvas: Canvas, shown: Table, box: Box) -> None:
    over = not shown.trick and bool(shown.last)
    trick = shown.last if over else shown.trick
    count = max(len(trick), len(shown.order))
    for at, place in enumerate(fan_out(box.inset(0, 6), count, per_row=7, gap=12, widest=96)):
        if at >= len(trick):
            empty_place(canvas, place, awaited=at == len(trick) and shown.phase == "play")
            continue
        draw_card(canvas, place, trick[at])
        if at == strongest(trick, shown.trump):
            glow(canvas, place)


def _plate(view: View, seat: Seat, words: Words) -> SmallPlate:
    shown = view.table
    return SmallPlate(
        seat,
        words(named(seat)),
        (Told(words(said.seat_words(shown, seat))),),
        awaited=seat in shown.to_act,
        leads=seat == shown.leader and shown.phase != "over",
        winner=shown.phase == "over" and shown.taken[seat] > 0,
        own=seat == view.seat,
    )

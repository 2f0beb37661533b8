"""The hand, drawn: what may be played now in full light, and the own plank, or how it could lie."""

from __future__ import annotations

from games.cards import Card
from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import TICK
from games.drawing.furniture import (
    BANNER,
    CARD,
    MARGIN,
    MIDDLE,
    SMALL,
    WIDTH,
    banner,
    fan_out,
    glow,
    mark,
    note,
    note_height,
    table,
    veil,
)
from games.drawing.lettering import DISPLAY
from games.drawing.palette import CHALK, CHALK_SOFT, LEAF
from games.skull_queen import menus, plank, tabletop, trick
from games.skull_queen.artwork import draw_card, draw_colour
from games.skull_queen.cards import PLAYS
from games.skull_queen.picture_plank import draw_plank, draw_side
from games.skull_queen.plank import DOWN, UP
from games.skull_queen.speech import signed
from games.skull_queen.state import NO_PLANK, View
from games.text import Text, Words, _, _n

_NOTE = 24
"""The size of the sentence above the cards."""
_SIGN = 52
"""The colour that must be followed, before it."""
_GAP = 12
_WIDEST = 150
_PLANK = Box(0, 0, 230, 240)
"""The size of the own plank."""


def draw(view: View, words: Words) -> Canvas:
    """The seat's own cards and plank."""
    across, rows = _layout(len(view.hand))
    wide = WIDTH - 2 * MARGIN
    width = min(_WIDEST, (wide - _GAP * (across - 1)) / across)
    planks = _PLANK.h if view.table.phase != "over" else 0
    cards = rows * width * CARD + _GAP * (rows - 1) + 18 if view.hand else 0
    high = _note_height(view, words)
    canvas = table(BANNER + high + cards + planks + MARGIN)
    asked = view.seat in view.to_act
    banner(canvas, words(_("Your hand")), words(_aside(view, asked)), urgent=asked)
    _draw_note(canvas, Box(MARGIN, BANNER, wide, high - 10), view, words)
    held = Box(MARGIN, BANNER + high, wide, max(0, cards - 18))
    for card, place in zip(
        view.hand, fan_out(held, len(view.hand), per_row=across, gap=_GAP, widest=_WIDEST), strict=True
    ):
        draw_card(canvas, place, card)
        if card == view.pick:
            glow(canvas, place)
            mark(canvas, place.right - 8, place.y + 10, TICK)
        elif not _may_be_played(view, card):
            veil(canvas, place)
    if planks:
        _draw_planks(canvas, Box(MARGIN, BANNER + high + cards, wide, planks), view, words)
    return canvas


def _layout(count: int) -> tuple[int, int]:
    """How many cards stand side by side, in how many rows."""
    rows = 1 if count <= 5 else 2
    return max(1, -(-count // rows)), rows


def _aside(view: View, asked: bool) -> Text:
    if view.table.phase == "over":
        return _("The game is over")
    if asked and view.table.phase == "plank":
        return _("set your plank")
    return _("your turn") if asked else _n("{count} card", "{count} cards", len(view.hand))


def _may_be_played(view: View, card: Card) -> bool:
    """True also while no card is asked for."""
    return view.table.phase != "play" or not view.legal or PLAYS[card] in view.legal


# What stands above the cards


def _note(view: View) -> Text | None:
    """What is asked of the seat."""
    if view.table.phase == "over":
        return _("Your hand is empty.")
    if view.table.phase == "plank":
        return tabletop.HIGH_AND_LOW if view.plank == NO_PLANK else None
    menu = menus.steps(view)
    if menu is not None:
        return menu.prompt
    # Nothing is asked: whose turn it is says, too, what the colour before it means.
    return None if trick.colour_led(view.table.trick) is None else tabletop.board(view).turn


def _note_room(view: View) -> float:
    return WIDTH - 2 * MARGIN - (_SIGN + 14 if trick.colour_led(view.table.trick) is not None else 0)


def _note_height(view: View, words: Words) -> float:
    text = _note(view)
    least = _SIGN if trick.colour_led(view.table.trick) is not None else 0
    height = 0 if text is None else note_height(words(text), _note_room(view), size=_NOTE, most=3)
    return max(least, height) + 14 if max(least, height) else 0


def _draw_note(canvas: Canvas, place: Box, view: View, words: Words) -> None:
    """The sentence, before it the emblem of the colour that must be followed."""
    led, text = trick.colour_led(view.table.trick), _note(view)
    if led is not None:
        draw_colour(canvas, place.x + _SIGN / 2, place.cy, _SIGN / 2, led)
    if text is not None:
        room = _note_room(view)
        rest = Box(place.right - room, place.y, room, place.h)
        note(canvas, words(text), rest, anchor="start", size=_NOTE)


# The plank


def _draw_planks(canvas: Canvas, place: Box, view: View, words: Words) -> None:
    """The own plank with what it is worth, or both sides to choose from."""
    if view.plank == NO_PLANK:
        for side, half in zip((UP, DOWN), place.columns(2, 20), strict=True):
            draw_side(canvas, Box(half.x, half.y, half.w, half.h - 36), side)
            called = words(_("ascending") if side == UP else _("descending"))
            note(canvas, called, Box(half.x, half.bottom - 34, half.w, 34), size=SMALL)
        return
    draw_plank(canvas, Box(place.x, place.y, _PLANK.w, place.h), view.plank)
    beside = Box(place.x + _PLANK.w + 24, place.y, place.w - _PLANK.w - 24, place.h)
    canvas.words_in(
        words(_("Your plank")), Box(beside.x, beside.y, beside.w, 48), DISPLAY, 32, CHALK, anchor="start"
    )
    if view.table.phase == "plank":
        hidden = _("Face down until all are ready.")
        rest = Box(beside.x, beside.y + 52, beside.w, 72)
        note(canvas, words(hidden), rest, size=MIDDLE, colour=CHALK_SOFT, anchor="start")
        return
    worth = Box(beside.x, beside.y + 50, beside.w, 70)
    canvas.words_in(signed(plank.worth(view.plank)), worth, DISPLAY, 56, LEAF, anchor="start")
    when = Box(beside.x, beside.y + 124, beside.w, 64)
    note(canvas, words(_("if the round ended now")), when, size=SMALL, colour=CHALK_SOFT, anchor="start")

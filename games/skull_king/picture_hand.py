"""The hand, drawn: what may be played now in full light, and what a pirate has brought."""

from __future__ import annotations

from games.cards import Cards
from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import PLUS
from games.drawing.furniture import (
    CARD,
    MARGIN,
    MIDDLE,
    WIDTH,
    emblem_disc,
    fan_out,
    mark,
    table,
    veil,
)
from games.drawing.lettering import STRONG
from games.drawing.palette import HUES, ink_on
from games.skull_king import picture_story, picture_table
from games.skull_king.artwork import called, character_of, draw_face, dress
from games.skull_king.cards import FACES, FACES_OF_CARD, NAMED_PIRATES, PLAYS, ROSIE, SUITS
from games.skull_king.powers import pirate_of
from games.skull_king.state import View
from games.text import Words

_GAP, _FOOT = 8, 14
_NARROWEST, _NARROW, _SOME, _WIDE, _WIDEST = 54, 78, 84, 96, 117
"""How wide a card is, at most."""
_ROOM, _ROOM_TO_BID, _ROOM_OF_SOME, _ROOM_OF_TWO_ROWS = 425, 478, 520, 680
"""How high the picture may be with up to five cards, while people bid, with up to three, with more: as much
as the words and buttons around it leave of a telephone's screen.
"""
_SOME_CARDS = 3
_MOST_IN_A_ROW = 4
"""With more players their plates take two rows."""
_MOST_IN_ONE = 5
"""Cards in one row; more take two."""
_CHARACTERS = 5
"""In a line of undealt cards without a suit."""
_LINE = 38
"""The height of a line of the undealt cards."""


def draw(view: View, words: Words) -> Canvas:
    """The table, what Juanita Jade shows, the seat's own cards."""
    across, rows = _layout(len(view.hand))
    wide = WIDTH - 2 * MARGIN
    width = min(_widest(view, rows), (wide - _GAP * (across - 1)) / across)
    cards = rows * width * CARD + _GAP * (rows - 1) if view.hand else 0
    plate = picture_table.plate_height(view.table, _room(view) - cards - _GAP - _FOOT)
    over, lines = _over(view, plate) + _GAP, _undealt_lines(view.undealt)
    top = over + len(lines) * _LINE + (_GAP if lines else 0)
    canvas = table(top + cards + _FOOT)
    _draw_table(canvas, view, words, plate)
    for at, line in enumerate(lines):
        _draw_line(canvas, Box(MARGIN, over + at * _LINE, wide, _LINE), line, words)
    places = fan_out(Box(MARGIN, top, wide, cards), len(view.hand), per_row=across, gap=_GAP, widest=width)
    for card, place in zip(view.hand, places, strict=True):
        draw_face(canvas, place, card, words)
        if not _may_be_played(view, card):
            veil(canvas, place)
        if card in view.drawn:
            mark(canvas, place.right - 8, place.y + 10, PLUS)
    return canvas


def _over(view: View, plate: float) -> float:
    """How much of the picture is over the cards."""
    if view.undealt:
        return picture_story.HEADER
    if _pressed(view):
        return picture_table.small_height(view.table)
    return picture_table.height(view.table, plate)


def _draw_table(canvas: Canvas, view: View, words: Words, plate: float) -> None:
    if view.undealt:
        picture_story.draw_header(canvas, view.table, "", words)
    elif _pressed(view):
        picture_table.draw_small(canvas, view, words)
    else:
        picture_table.draw(canvas, view, words, plate=plate)


def _room(view: View) -> float:
    if len(view.hand) > _MOST_IN_ONE:
        return _ROOM_OF_TWO_ROWS
    if view.table.phase == "bid":
        return _ROOM_TO_BID
    return _ROOM_OF_SOME if len(view.hand) <= _SOME_CARDS and not _asked_of_a_pirate(view) else _ROOM


def _asked_of_a_pirate(view: View) -> bool:
    return view.table.phase == "power" and view.seat in view.to_act


def _pressed(view: View) -> bool:
    """Whether a power's many buttons leave no room for the trick: it is over, and the reason is told."""
    return _asked_of_a_pirate(view) and view.table.hands > _MOST_IN_A_ROW


def _widest(view: View, rows: int) -> float:
    """How wide a card is at most: smaller where the plates or the buttons take more room."""
    many = view.table.hands > _MOST_IN_A_ROW
    if rows > 1:
        return _WIDE if many or view.drawn else _WIDEST
    if _pressed(view) and pirate_of(view.table) == ROSIE:
        return _NARROWEST
    if view.undealt or _pressed(view):
        return _NARROW
    if many:
        return _SOME if len(view.hand) <= _SOME_CARDS or view.table.phase == "bid" else _NARROW
    return _WIDEST if len(view.hand) <= _SOME_CARDS and not _asked_of_a_pirate(view) else _WIDE


def _layout(count: int) -> tuple[int, int]:
    """How many cards stand side by side, in how many rows."""
    rows = 1 if count <= _MOST_IN_ONE else 2
    return max(1, -(-count // rows)), rows


def _may_be_played(view: View, card: int) -> bool:
    """True also while no card is asked for."""
    if view.table.phase != "play" or view.seat not in view.to_act:
        return True
    return any(PLAYS[face] in view.legal for face in FACES_OF_CARD[card])


# The undealt cards that Juanita Jade shows


def _undealt_lines(cards: Cards) -> list[Cards]:
    """A line for each suit, and as many as it takes for the cards without."""
    suits = [bytes(card for card in cards if FACES[card].suit is suit) for suit in SUITS]
    others = bytes(card for card in cards if FACES[card].suit is None)
    characters = [others[at : at + _CHARACTERS] for at in range(0, len(others), _CHARACTERS)]
    return [line for line in (*suits, *characters) if line]


def _draw_line(canvas: Canvas, box: Box, line: Cards, words: Words) -> None:
    suit = FACES[line[0]].suit
    if suit is None:
        _draw_characters(canvas, box, line, words)
        return
    hue, emblem = dress(suit)
    emblem_disc(canvas, box.x + 21, box.cy, 18, HUES[hue], emblem)
    for card, place in zip(line, Box(box.x + 52, box.y, box.w - 52, box.h).columns(14, 4), strict=False):
        lozenge = place.inset(0, 2)
        canvas.rect(lozenge, HUES[hue], radius=8)
        canvas.words_in(str(FACES[card].number), lozenge, STRONG, MIDDLE, ink_on(HUES[hue]), least=18)


def _draw_characters(canvas: Canvas, box: Box, line: Cards, words: Words) -> None:
    for card, place in zip(line, box.columns(_CHARACTERS, 4), strict=False):
        character = character_of(card)
        lozenge = place.inset(0, 2)
        canvas.rect(lozenge, character.colour, radius=8)
        ink = ink_on(character.colour)
        canvas.art(
            character.emblem.art(ink, character.colour), Box(lozenge.x + 3, lozenge.y + 2, 32, lozenge.h - 4)
        )
        name = Box(lozenge.x + 38, lozenge.y, lozenge.w - 42, lozenge.h)
        shown = called(card, words)
        if card in NAMED_PIRATES:
            shown = shown.split()[0]
        canvas.words_in(shown, name, STRONG, 20, ink, anchor="start", least=13)

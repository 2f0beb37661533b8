"""The hand, drawn: what may be played now in full light, and what a pirate has brought."""

from __future__ import annotations

from typing import NamedTuple

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
from games.skull_king.cards import FACES, FACES_OF_CARD, NAMED_PIRATES, PLAYS, SUITS
from games.skull_king.state import View
from games.text import Words

_GAP, _FOOT = 8, 14
_WIDE, _WIDEST, _FEW = 96, 117, 3
"""How wide a card is at most; and of so few."""
_WANTED, _WANTED_OF_MANY, _MANY = 78, 56, 5
"""How wide it is to be before plates are as high as they can be; where there are more than so many."""
_USUAL = 620
"""How high the picture is where nobody says how much room there is."""
_LEAST_PLATE, _STEP = 80, 6
_CHARACTERS = 5
"""In a line of undealt cards without a suit."""
_LINE = 38
"""The height of a line of the undealt cards."""


class _Layout(NamedTuple):
    """How high each plate is, how wide a card is, and how many cards stand side by side."""

    plate: float
    card: float
    across: int


def draw(view: View, words: Words, room: float) -> Canvas:
    """The table, what Juanita Jade shows, the seat's own cards."""
    layout, wide = _layout(view, min(room, _USUAL)), WIDTH - 2 * MARGIN
    rows = max(1, -(-_most(view) // layout.across))
    cards = rows * layout.card * CARD + _GAP * (rows - 1)
    over, lines = picture_table.height(view.table, layout.plate) + _GAP, _undealt_lines(view.undealt)
    if lines:
        over = min(over, picture_story.HEADER + _GAP)
    top = over + len(lines) * _LINE + (_GAP if lines else 0)
    canvas = table(top + cards + _FOOT)
    if lines:
        picture_story.draw_header(canvas, view.table, "", words)
    else:
        picture_table.draw(canvas, view, words, plate=layout.plate, fresh=True)
    for at, line in enumerate(lines):
        _draw_line(canvas, Box(MARGIN, over + at * _LINE, wide, _LINE), line, words)
    place = Box(MARGIN, top, wide, cards)
    held = -(-len(view.hand) // layout.across) or 1
    across = -(-len(view.hand) // held)
    places = fan_out(place, len(view.hand), per_row=max(1, across), gap=_GAP, widest=layout.card)
    for card, place in zip(view.hand, places, strict=True):
        draw_face(canvas, place, card, words)
        if not _may_be_played(view, card):
            veil(canvas, place)
        if card in view.drawn:
            mark(canvas, place.right - 8, place.y + 10, PLUS)
    return canvas


def _most(view: View) -> int:
    """The most cards that this hand has in this round, for which there is always room."""
    return max(view.table.dealt, len(view.hand))


def _layout(view: View, room: float) -> _Layout:
    """The highest plates beside which cards are as wide as they are to be; the widest cards beside those."""
    count = _most(view)
    plate = picture_table.plate_height(view.table)
    wanted = _WANTED_OF_MANY if count > _MANY else _WANTED
    while True:
        left = room - picture_table.height(view.table, plate) - _GAP - _FOOT
        card, across = max(_fan(count, rows, left) for rows in (1, 2))
        if card >= wanted or plate <= _LEAST_PLATE:
            return _Layout(plate, max(card, 1), across)
        plate -= _STEP


def _fan(count: int, rows: int, high: float) -> tuple[float, int]:
    """How wide so many cards in so many rows can be, and how many stand side by side."""
    across = max(1, -(-count // rows))
    wide = (WIDTH - 2 * MARGIN - _GAP * (across - 1)) / across
    most = _WIDEST if count <= _FEW else _WIDE
    return min(most, wide, (high - _GAP * (rows - 1)) / rows / CARD), across


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

"""The hand, drawn: what may be played now in full light, and what a pirate has brought."""

from __future__ import annotations

from games.cards import Cards
from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import PLUS
from games.drawing.furniture import (
    BANNER,
    CARD,
    MARGIN,
    MIDDLE,
    WIDTH,
    banner,
    emblem_disc,
    fan_out,
    mark,
    note,
    note_height,
    table,
    veil,
)
from games.drawing.lettering import STRONG
from games.drawing.palette import HUES, ink_on
from games.skull_king import tabletop
from games.skull_king.artwork import called, character_of, draw_face, dress
from games.skull_king.cards import FACES, FACES_OF_CARD, NAMED_PIRATES, PLAYS, SUITS
from games.skull_king.picture_board import suit_led
from games.skull_king.state import View
from games.text import Text, Words, _, _n

_NOTE = 24
"""The size of the sentence above the cards."""
_SIGN = 52
"""The suit that must be followed, before it."""
_GAP = 12
_WIDEST = 150
_CHARACTERS = 4
"""In a line of undealt cards without a suit."""
_LINE = 46
"""The height of a line of the undealt cards."""


def draw(view: View, words: Words) -> Canvas:
    """The seat's own cards."""
    across, rows = _layout(len(view.hand))
    wide = WIDTH - 2 * MARGIN
    width = min(_WIDEST, (wide - _GAP * (across - 1)) / across)
    cards = rows * width * CARD + _GAP * (rows - 1) if view.hand else 0
    high = _note_height(view, words)
    lines = _undealt_lines(view.undealt)
    top = BANNER + high + len(lines) * _LINE + (12 if lines else 0)
    canvas = table(top + cards + MARGIN)
    asked = view.seat in view.to_act
    banner(canvas, words(_("Your hand")), words(_aside(view, asked)), urgent=asked)
    _draw_note(canvas, Box(MARGIN, BANNER, wide, high - 10), view, words)
    for at, line in enumerate(lines):
        _draw_line(canvas, Box(MARGIN, BANNER + high + at * _LINE, wide, _LINE), line, words)
    places = fan_out(Box(MARGIN, top, wide, cards), len(view.hand), per_row=across, gap=_GAP, widest=_WIDEST)
    for card, place in zip(view.hand, places, strict=True):
        draw_face(canvas, place, card, words)
        if not _may_be_played(view, card):
            veil(canvas, place)
        if card in view.drawn:
            mark(canvas, place.right - 8, place.y + 10, PLUS)
    return canvas


def _layout(count: int) -> tuple[int, int]:
    """How many cards stand side by side, in how many rows."""
    rows = 1 if count <= 5 else 2
    return max(1, -(-count // rows)), rows


def _aside(view: View, asked: bool) -> Text:
    return _("your turn") if asked else _n("{count} card", "{count} cards", len(view.hand))


def _note(view: View) -> Text | None:
    """What stands above the cards. Drawn cards are marked, and need no words."""
    if view.undealt:
        return _("Nobody was dealt these cards in this round:")
    hand = tabletop.hand(view)
    return None if hand is None or view.drawn else hand.note


def _note_room(view: View) -> float:
    return WIDTH - 2 * MARGIN - (_SIGN + 14 if suit_led(view.table) is not None else 0)


def _note_height(view: View, words: Words) -> float:
    text = _note(view)
    least = _SIGN if suit_led(view.table) is not None else 0
    height = max(least, 0 if text is None else note_height(words(text), _note_room(view), size=_NOTE, most=3))
    return height + 14 if height else 0


def _draw_note(canvas: Canvas, box: Box, view: View, words: Words) -> None:
    """The sentence, before it the emblem of the suit that must be followed."""
    suit, text = suit_led(view.table), _note(view)
    if suit is not None:
        hue, emblem = dress(suit)
        emblem_disc(canvas, box.x + _SIGN / 2, box.cy, _SIGN / 2, HUES[hue], emblem)
    if text is not None:
        room = _note_room(view)
        note(canvas, words(text), Box(box.right - room, box.y, room, box.h), anchor="start", size=_NOTE)


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
    emblem_disc(canvas, box.x + 21, box.cy, 20, HUES[hue], emblem)
    for card, place in zip(line, Box(box.x + 52, box.y, box.w - 52, box.h).columns(14, 4), strict=False):
        lozenge = place.inset(0, 4)
        canvas.rect(lozenge, HUES[hue], radius=8)
        canvas.words_in(str(FACES[card].number), lozenge, STRONG, MIDDLE, ink_on(HUES[hue]), least=18)


def _draw_characters(canvas: Canvas, box: Box, line: Cards, words: Words) -> None:
    for card, place in zip(line, box.columns(_CHARACTERS, 4), strict=False):
        character = character_of(card)
        lozenge = place.inset(0, 4)
        canvas.rect(lozenge, character.colour, radius=8)
        ink = ink_on(character.colour)
        canvas.art(
            character.emblem.art(ink, character.colour), Box(lozenge.x + 3, lozenge.y + 3, 32, lozenge.h - 6)
        )
        name = Box(lozenge.x + 38, lozenge.y, lozenge.w - 42, lozenge.h)
        shown = called(card, words)
        if card in NAMED_PIRATES:
            shown = shown.split()[0]
        canvas.words_in(shown, name, STRONG, 20, ink, anchor="start", least=13)

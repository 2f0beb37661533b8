"""The board, drawn: whose turn it is, the trick in its order of play, and a plate for each player."""

from __future__ import annotations

from dataclasses import dataclass

from games.cards import Cards
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import CROSS, CROWN
from games.drawing.furniture import (
    BANNER,
    MARGIN,
    SMALL,
    WIDTH,
    banner,
    card_back,
    emblem_disc,
    empty_place,
    fan_out,
    glow,
    mark,
    note,
    table,
    winners,
)
from games.drawing.lettering import TEXT, drawable
from games.drawing.palette import CHALK, CHALK_FAINT, CHALK_SOFT, HUES
from games.skull_king import scoring, seating, tabletop, trick
from games.skull_king.artwork import draw_face, dress
from games.skull_king.cards import FACES, KRAKEN, Suit
from games.skull_king.dealing import tricks_done
from games.skull_king.picture_plates import draw_chip, draw_plate, name_of, seats_with_plates
from games.skull_king.state import Table, View
from games.text import Seat, Text, Words, _, _n

_TOLD = 80
"""The height of the sentence that says whose turn it is."""
_ONE_ROW, _TWO_ROWS = 240, 420
"""The height of a trick that lies in one row, and of one in two."""
_MOST_IN_A_ROW = 6
_CAPTION = 40
"""The height of the name under a card."""
_ROOM_FOR_NAME = 110
"""Under narrower cards chips alone say whose they are."""
_PLATE, _GAP = 86, 8
_LATEST = Stroke(CHALK, 4)
_ORDER = Stroke(CHALK_FAINT, 3)


def draw(view: View, words: Words) -> Canvas:
    """The table as this watcher sees it."""
    shown = view.table
    seats = seats_with_plates(shown)
    middle = _TWO_ROWS if _lies_in_two_rows(shown) else _ONE_ROW
    rows = -(-len(seats) // 2)
    canvas = table(BANNER + _TOLD + middle + rows * (_PLATE + _GAP) + MARGIN - _GAP)
    wide = WIDTH - 2 * MARGIN
    banner(canvas, words(_title(shown)), words(_aside(shown)))
    _draw_turn(canvas, Box(MARGIN, BANNER, wide, _TOLD - 6), view, words)
    _draw_middle(canvas, Box(MARGIN, BANNER + _TOLD, wide, middle - 14), shown, words)
    top = BANNER + _TOLD + middle
    columns = Box(MARGIN - 6, top, wide + 12, _PLATE).columns(2, _GAP)
    for at, seat in enumerate(seats):
        column = columns[at % 2]
        draw_plate(
            canvas, Box(column.x, top + at // 2 * (_PLATE + _GAP), column.w, _PLATE), shown, seat, words
        )
    return canvas


def _lies_in_two_rows(shown: Table) -> bool:
    return shown.phase in ("play", "power") and shown.hands > _MOST_IN_A_ROW


# What is written on top


def _title(shown: Table) -> Text:
    rounds = len(shown.setup.length.rounds)
    if shown.phase == "over":
        return _("The game is over")
    if shown.round > rounds:
        return _("The round that decides")
    return _("Round {round} of {rounds}", round=shown.round, rounds=rounds)


def _aside(shown: Table) -> Text:
    if shown.phase == "over":
        return _n("{count} round", "{count} rounds", shown.round)
    if shown.phase in ("bid", "load"):
        return _n("{count} card each", "{count} cards each", shown.dealt)
    return _(
        "trick {trick} of {tricks}, {bids} bid",
        trick=tabletop.trick_number(shown),
        tricks=shown.dealt,
        bids=sum(shown.bids),
    )


def _draw_turn(canvas: Canvas, box: Box, view: View, words: Words) -> None:
    """Whose turn it is; before it the emblem of the suit that must be followed."""
    left = 0
    suit = suit_led(view.table)
    if suit is not None:
        hue, emblem = dress(suit)
        emblem_disc(canvas, box.x + 30, box.cy, 30, HUES[hue], emblem)
        left = 74
    rest = Box(box.x + left, box.y, box.w - left, box.h)
    note(canvas, words(tabletop.board(view).turn), rest, anchor="start", least=SMALL)


def suit_led(shown: Table) -> Suit | None:
    """The suit that must be followed in the trick that lies there."""
    edition = shown.setup.edition
    if shown.phase != "play" or trick.suit_led(shown.trick, edition) is None:
        return None
    return FACES[shown.trick.lstrip(edition.passing)[0]].suit


# The middle of the table


def _draw_middle(canvas: Canvas, box: Box, shown: Table, words: Words) -> None:
    match shown.phase:
        case "bid" | "load":
            _draw_deal(canvas, box, shown, words)
        case "over":
            _draw_winners(canvas, box, shown, words)
        case "play" if shown.trick or not tricks_done(shown):
            order = seating.order(shown)
            _draw_trick(canvas, box, _Trick(order, shown.trick, _winner(shown, shown.trick), True), words)
        case _:
            _draw_last_trick(canvas, box, shown, words)


def _draw_deal(canvas: Canvas, box: Box, shown: Table, words: Words) -> None:
    """As many cards face down as each holds, and how many have chosen."""
    backs = Box(box.x, box.y, box.w, box.h - 46)
    for place in fan_out(backs, shown.dealt, per_row=10, widest=110):
        card_back(canvas, place)
    chosen = shown.players - len(shown.to_act)
    text = _("{chosen} of {players} have chosen", chosen=chosen, players=shown.players)
    note(canvas, words(text), Box(box.x, box.bottom - 40, box.w, 40), colour=CHALK_SOFT)


def _draw_winners(canvas: Canvas, box: Box, shown: Table, words: Words) -> None:
    seats = scoring.winners(shown.points)
    winners(canvas, box, {seat: words(name_of(seat)) for seat in seats})


@dataclass(frozen=True)
class _Trick:
    """Cards in their order, and who plays or played them. `winning`: the place of the card that does."""

    order: tuple[Seat, ...]
    cards: Cards
    winning: int | None
    open: bool = False
    """Whether more cards are to come."""


def _winner(shown: Table, cards: Cards) -> int | None:
    return trick.settle(cards, shown.setup).taker if cards else None


def _draw_last_trick(canvas: Canvas, box: Box, shown: Table, words: Words) -> None:
    """What has just happened, until the next card falls."""
    caption = Box(box.x, box.y, box.w, 30)
    note(canvas, words(_("The last trick")), caption, size=SMALL, colour=CHALK_SOFT, anchor="start")
    rest = Box(box.x, box.y + 30, box.w, box.h - 30)
    laid = _Trick(seating.last_order(shown), shown.last, _winner(shown, shown.last))
    _draw_trick(canvas, rest, laid, words)


def _draw_trick(canvas: Canvas, box: Box, laid: _Trick, words: Words) -> None:
    """Places in the order of play, the cards that lie there, and whose they are."""
    rows = 1 if len(laid.order) <= _MOST_IN_A_ROW else 2
    across = -(-len(laid.order) // rows)
    lines = box.rows(rows, 10)
    for at, seat in enumerate(laid.order):
        column = lines[at // across].columns(across, 16)[at % across]
        room = Box(column.x, column.y + 6, column.w, column.h - _CAPTION - 6)
        (place,) = fan_out(room, 1, per_row=1)
        if at % across:
            x = column.x - 8
            canvas.line([(x - 4, place.cy - 9), (x + 4, place.cy), (x - 4, place.cy + 9)], _ORDER)
        if at < len(laid.cards):
            _draw_card(canvas, place, laid, at, words)
        else:
            empty_place(canvas, place, awaited=laid.open and at == len(laid.cards))
        _draw_caption(canvas, Box(column.x, column.bottom - _CAPTION, column.w, _CAPTION), seat, words)


def _draw_card(canvas: Canvas, place: Box, laid: _Trick, at: int, words: Words) -> None:
    """The winning one glows; the latest one has a light edge; a kraken that acts is crossed out."""
    draw_face(canvas, place, laid.cards[at], words)
    winning, latest = at == laid.winning, laid.open and at == len(laid.cards) - 1
    if latest:
        by = 3 if winning else -1
        canvas.rect(place.inset(by), None, radius=place.w * 0.1 - by, stroke=_LATEST)
    if winning:
        glow(canvas, place)
        mark(canvas, place.right - 6, place.y + 12, CROWN)
    elif laid.cards[at] == KRAKEN == trick.acting_beast(laid.cards):
        mark(canvas, place.right - 6, place.y + 12, CROSS)


def _draw_caption(canvas: Canvas, box: Box, seat: Seat, words: Words) -> None:
    """Whose card it is: the chip, and the name if there is room for it."""
    name, radius = words(name_of(seat)), 16
    if box.w < _ROOM_FOR_NAME:
        draw_chip(canvas, box.cx, box.cy + 1, 19, seat, name)
        return
    room = box.w - 2 * radius - 6
    width = min(room, TEXT.width(drawable(name, TEXT), SMALL))
    left = box.cx - (2 * radius + 6 + width) / 2
    draw_chip(canvas, left + radius, box.cy + 2, radius, seat, name)
    beside = Box(left + 2 * radius + 6, box.y + 2, room, box.h)
    canvas.words_in(name, beside, TEXT, SMALL, CHALK, anchor="start", least=SMALL - 3)

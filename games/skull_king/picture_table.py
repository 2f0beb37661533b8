"""The table, drawn for the board and over a hand: what is going on, and for each player a plate with the card
that lies there, bid, tricks and points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from games import shared_words
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import CANNONBALL, COIN, CROSS, CROWN, GHOST, PENNANT, TICK
from games.drawing.furniture import (
    CARD,
    MARGIN,
    SMALL,
    WIDTH,
    card_back,
    disc,
    empty_place,
    fan_out,
    glow,
    mark,
    pips,
)
from games.drawing.lettering import DISPLAY, STRONG, TEXT
from games.drawing.palette import CHALK, CHALK_FAINT, CHALK_SOFT, EMBER, GOLD, INK, LEAF, LEATHER
from games.drawing.plates import (
    HEAD,
    SmallPlate,
    Told,
    badge,
    frame,
    head,
    rows_for,
    small_plates,
    small_plates_height,
    spread,
    tell,
)
from games.skull_king import scoring, seating, tabletop, trick
from games.skull_king.artwork import draw_face
from games.skull_king.cards import FACES, KRAKEN, FaceNumber
from games.skull_king.dealing import cards_dealt, tricks_done
from games.skull_king.emblems import GEM
from games.skull_king.picture_moments import draw_fate, draw_treasure
from games.skull_king.picture_story import HEADER, draw_header
from games.skull_king.speech import (
    who,
)
from games.skull_king.state import GRAYBEARD, Table, View
from games.text import Seat, Text, Words, _, figure, signed

_HIGH, _STACKED, _LOW = 216, 244, 166
"""The height of a plate among up to three; of one of four, with the figures below the card; among more."""
_HEADED = 150
"""From this height on a name stands over the card, else beside it."""
_FOOT = 34
"""The height of the figures below a card."""
_GAP = 6
_RAISED = 10
"""How much higher the winner of a finished trick lies."""
_COLUMN = 72
"""The width that figures take beside a card."""
_CHIP, _NAME, _TOTAL = 15, 28, 28
_BETWEEN = 0.53
"""How far down a card there is room for the chip: under its number, over its name."""
_LEAST = 15
"""The size of a figure where it would be cut else."""
_FOUR, _LATEST = 4, Stroke(CHALK, 4)
_BIDS = ("bid", "load")


def height(shown: Table, plate: float | None = None) -> float:
    """How much of the picture the table takes, if its plates are so high or as high as they should be."""
    rows = rows_for(shown.hands)
    return HEADER + rows * (plate or plate_height(shown)) + (rows - 1) * _GAP


def plate_height(shown: Table, room: float | None = None) -> float:
    """How high a plate should be; at most as high as the room for the whole table allows."""
    best = _HIGH if shown.hands < _FOUR else _STACKED if shown.hands == _FOUR else _LOW
    if room is None:
        return best
    rows = rows_for(shown.hands)
    return min(best, (room - HEADER - (rows - 1) * _GAP) // rows)


def draw(
    canvas: Canvas,
    view: View,
    words: Words,
    *,
    plate: float | None = None,
    gathered: bool = False,
    fresh: bool = False,
) -> None:
    """The table as this watcher sees it. `plate`: how high each is; `gathered`: the cards of the last trick
    lie with their winner; `fresh`: while people bid, nothing of the round before lies there.
    """
    shown = view.table
    fresh = fresh and shown.phase == "bid"
    draw_header(canvas, shown, words(_aside(shown)), words, fresh=fresh)
    box = Box(MARGIN - 8, HEADER, WIDTH - 2 * MARGIN + 16, height(shown, plate) - HEADER)
    laid = None if fresh else _laid(shown)
    if gathered and laid is not None:
        laid = replace(laid, gathered=True)
    seats = _seats(shown)
    for seat, place in zip(seats, spread(box, len(seats), _GAP), strict=True):
        _draw_plate(canvas, place, view, seat, laid, words)


def small_height(shown: Table) -> float:
    """How high the table is where there is no room for the trick."""
    return HEADER + small_plates_height(shown.hands)


def draw_small(canvas: Canvas, view: View, words: Words) -> None:
    """Draws the table without its cards: the header and the small plates of all seats."""
    shown = view.table
    draw_header(canvas, shown, words(_aside(shown)), words)
    box = Box(MARGIN - 8, HEADER, WIDTH - 2 * MARGIN + 16, small_height(shown) - HEADER)
    small_plates(canvas, box, [_plate_of(view, seat, words, told=True) for seat in _seats(shown)])


def _seats(shown: Table) -> tuple[Seat, ...]:
    """Who has a plate, in the order of the seats; Graybeard sits between the two."""
    return tuple(range(shown.players)) if shown.ghost is None else (0, GRAYBEARD, 1)


def _aside(shown: Table) -> Text:
    match shown.phase:
        case "over":
            return shared_words.rounds(shown.round)
        case "bid":
            return shared_words.cards_each(shown.dealt)
        case "load":
            return _("bids: {bids} for {tricks}", bids=sum(shown.bids), tricks=shown.dealt)
        case _:
            return _(
                "trick {trick}/{tricks} · bids: {bids}",
                trick=tabletop.trick_number(shown),
                tricks=shown.dealt,
                bids=sum(shown.bids),
            )


# What lies there


class _Laid(msgspec.Struct, frozen=True):
    """The cards that lie there, by who laid them. `winner`: whose card wins, or has won."""

    cards: Mapping[Seat, FaceNumber]
    winner: Seat | None
    next: Seat | None = None
    """Whose card is awaited; None: the trick is finished."""
    latest: Seat | None = None
    drowned: FaceNumber | None = None
    """The Kraken, where it takes the trick."""
    gathered: bool = False
    """Whether they are with the winner already, or gone down."""


def _laid(shown: Table) -> _Laid | None:
    """The trick that lies there, or the last one until a card of the next does. None if there is none."""
    if shown.trick:
        order = seating.order(shown)
        taker = trick.settle(shown.trick, shown.setup).taker
        cards = dict(zip(order, shown.trick, strict=False))
        winner = None if taker is None else order[taker]
        count = len(shown.trick)
        return _Laid(cards, winner, order[count], order[count - 1], _drowning(shown.trick))
    if not shown.last or shown.phase == "load" or (shown.phase == "play" and not tricks_done(shown)):
        return None
    order = seating.last_order(shown)
    taker = trick.settle(shown.last, shown.setup).taker
    winner = None if taker is None else order[taker]
    return _Laid(dict(zip(order, shown.last, strict=True)), winner, drowned=_drowning(shown.last))


def _drowning(cards: bytes) -> FaceNumber | None:
    return KRAKEN if trick.acting_beast(cards) == KRAKEN else None


# A plate


def _draw_plate(canvas: Canvas, box: Box, view: View, seat: Seat, laid: _Laid | None, words: Words) -> None:
    """Card, name and figures as they fit best: name over the card, or beside it; figures beside or below."""
    plate = _plate_of(view, seat, words)
    if box.h < _HEADED:
        _draw_low_plate(canvas, box, view, plate, laid, words)
        return
    shown = view.table
    head(canvas, box, plate)
    below = Box(box.x + 9, box.y + HEAD, box.w - 18, box.h - HEAD - 8)
    if shown.hands == _FOUR:
        high = below.h - _FOOT - _RAISED
        card = Box(below.cx - high / CARD / 2, below.y + _RAISED, high / CARD, high)
        _draw_foot(canvas, Box(below.x, card.bottom, below.w, _FOOT), shown, seat)
    else:
        width = min(below.w - _COLUMN, (below.h - _RAISED) / CARD)
        card = Box(below.x, below.bottom - width * CARD, width, width * CARD)
        column = Box(card.right + 5, below.y, below.right - card.right - 5, below.h)
        _draw_column(canvas, column, shown, seat)
    _draw_place(canvas, card, view, seat, laid, words)


def _draw_low_plate(
    canvas: Canvas, box: Box, view: View, plate: SmallPlate, laid: _Laid | None, words: Words
) -> None:
    """The card at the left, the chip on its edge; name and figures beside it."""
    shown, seat = view.table, plate.seat
    frame(canvas, box, plate)
    high = min(box.h - 12 - _RAISED, (box.w - 22 - _COLUMN) * CARD)
    card = Box(box.x + 8, box.bottom - 7 - high, high / CARD, high)
    _draw_place(canvas, card, view, seat, laid, words)
    down = card.h - _CHIP + 2 if laid is None else card.h * _BETWEEN
    badge(canvas, card.x + _CHIP - 6, card.y + down, _CHIP, plate)
    column = Box(card.right + 6, box.y + 5, box.right - card.right - 13, box.h - 10)
    name = Box(column.x, column.y, column.w, _NAME)
    if plate.winner:
        canvas.art(CROWN.art(GOLD, LEATHER), Box(name.right - 24, name.y + 2, 24, 24))
        name = Box(name.x, name.y, name.w - 28, name.h)
    face = STRONG if plate.own else TEXT
    canvas.name_in(plate.name, name, face, SMALL, CHALK, anchor="start", least=SMALL - 2)
    _draw_column(canvas, Box(column.x, name.bottom, column.w, column.bottom - name.bottom), shown, seat)
    if plate.leads:
        canvas.art(PENNANT.art(GOLD, INK), Box(column.x, column.bottom - 24, 20, 22))


def _plate_of(view: View, seat: Seat, words: Words, *, told: bool = False) -> SmallPlate:
    """What the plate of a seat says; its figures only if it is to have them `told` by itself."""
    shown = view.table
    haunted = shown.ghost is not None and shown.ghost.leads
    figures: tuple[Told, ...] = ()
    if told and shown.phase == "bid":
        figures = (Told(sign=None if seat in shown.to_act else TICK, colour=GOLD),)
    elif told and seat != GRAYBEARD:
        bid = words(_("{taken}/{bid}", taken=shown.taken[seat], bid=shown.bids[seat]))
        figures = Told(bid), Told(figure(shown.points[seat]), colour=CHALK_SOFT)
    return SmallPlate(
        seat,
        words(name_of(seat)),
        figures,
        awaited=seat in shown.to_act,
        leads=shown.phase != "over" and seat == (GRAYBEARD if haunted else shown.leader),
        winner=shown.phase == "over" and seat in scoring.winners(shown.points),
        own=seat == view.seat,
        emblem=GHOST if seat == GRAYBEARD else None,
    )


def _draw_place(canvas: Canvas, box: Box, view: View, seat: Seat, laid: _Laid | None, words: Words) -> None:
    """The card of a seat, or what stands in its place."""
    shown = view.table
    if laid is None:
        _draw_bid_or_back(canvas, box, view, seat)
    elif seat not in laid.cards or (laid.gathered and seat != laid.winner):
        empty_place(canvas, box, awaited=seat == laid.next)
    elif laid.gathered:
        _draw_pile(canvas, box, laid, seat, words)
    else:
        _draw_card(canvas, box, shown, laid, seat, words)
    if shown.phase in _BIDS and seat not in shown.to_act and seat != GRAYBEARD:
        _draw_chosen(canvas, box, view, seat, None if laid is None else laid.cards[seat])


def _draw_chosen(canvas: Canvas, box: Box, view: View, seat: Seat, face: FaceNumber | None) -> None:
    """Whoever has chosen has a sealed disc, clear of the card's name or symbol; I see my bid on mine."""
    x, y = box.right - 2, box.bottom - 16
    if face is not None and FACES[face].suit is None:
        x, y = box.right - 10, box.y + 14
    mine = seat == view.seat and view.bid is not None and view.table.phase == "bid"
    disc(canvas, x, y, 20, GOLD, str(view.bid) if mine else "?")


def _draw_pile(canvas: Canvas, box: Box, laid: _Laid, seat: Seat, words: Words) -> None:
    """The whole trick, face down under the card that has won it."""
    for step in (2, 1):
        card_back(canvas, Box(box.x + 5 * step, box.y - 4 * step, box.w, box.h))
    draw_face(canvas, box, laid.cards[seat], words)
    glow(canvas, box)


def _draw_card(canvas: Canvas, box: Box, shown: Table, laid: _Laid, seat: Seat, words: Words) -> None:
    """The winning one glows, and is raised when the trick is finished; the latest one has a light edge."""
    winning, face = seat == laid.winner, laid.cards[seat]
    if winning and laid.next is None:
        box = Box(box.x, box.y - _RAISED, box.w, box.h)
    draw_face(canvas, box, face, words)
    if laid.next is None:
        draw_fate(canvas, box, face, bytes(laid.cards.values()), shown.setup)
    if seat == laid.latest:
        by = 3 if winning else -1
        canvas.rect(box.inset(by), None, radius=box.w * 0.1 - by, stroke=_LATEST)
    if winning:
        glow(canvas, box)
        if laid.next is None and seat == tabletop.made_on_the_last_card(shown):
            draw_treasure(canvas, box)
        mark(canvas, box.x + 9, box.y + 6, CROWN, 15)
    elif face == laid.drowned:
        mark(canvas, box.x + 9, box.y + 6, CROSS, 15)


def _draw_bid_or_back(canvas: Canvas, box: Box, view: View, seat: Seat) -> None:
    """Before the first card: what was bid, as soon as it may be known; until then a card face down."""
    shown = view.table
    bid = view.bid if seat == view.seat else None
    if shown.bids and seat != GRAYBEARD:
        bid = shown.bids[seat]
    (place,) = fan_out(box, 1, per_row=1)
    if bid is None:
        card_back(canvas, place)
        return
    canvas.rect(place, "#5b2a1e", radius=place.w * 0.1, stroke=Stroke(CHALK, 3))
    canvas.words_in(str(bid), place.inset(4, 0), DISPLAY, place.h * 0.6, CHALK, least=SMALL)


# Figures


class _Line(msgspec.Struct, frozen=True):
    """Something in the column beside a card; `coins`: taken and bid, as coins in rings."""

    told: tuple[Told, ...] = ()
    size: float = SMALL
    coins: tuple[int, int] | None = None

    @property
    def high(self) -> float:
        """How high it is in a column."""
        return 20 if self.coins else max(22, self.size)


def _draw_column(canvas: Canvas, box: Box, shown: Table, seat: Seat) -> None:
    """Beside a card: line below line, the points in all as a sum below them."""
    total = Box(box.x, box.bottom - _TOTAL, box.w, _TOTAL)
    if seat != GRAYBEARD:
        canvas.line([(total.x + 24, total.y + 1), (total.right, total.y + 1)], Stroke(CHALK_FAINT, 2))
        points = Box(total.x + 22, total.y + 2, total.w - 22, total.h - 2)
        said = figure(shown.points[seat])
        canvas.words_in(said, points, DISPLAY, 26, CHALK_SOFT, anchor="end", least=18)
    y = box.y
    for line in _lines(shown, seat):
        if y + line.high > total.y + 1:
            break
        _draw_line(canvas, Box(box.x, y, box.w, line.high), line)
        y += line.high


def _draw_foot(canvas: Canvas, box: Box, shown: Table, seat: Seat) -> None:
    """Below a card: tricks of those bid, what else is at stake, the points in all."""
    lines = [line for line in _lines(shown, seat) if line.coins is None]
    places = box.columns(len(lines[:2]) + 1, 3)
    for line, place in zip(lines[:2], places, strict=False):
        _draw_line(canvas, place, _Line(line.told, min(line.size, 24)))
    if seat != GRAYBEARD:
        said = figure(shown.points[seat])
        canvas.words_in(said, places[-1], DISPLAY, 26, CHALK_SOFT, least=18)


def _draw_line(canvas: Canvas, box: Box, line: _Line) -> None:
    if line.coins is not None:
        taken, bid = line.coins
        wide = min(box.w - 4, 20 * max(taken, bid))
        pips(canvas, Box(box.cx - wide / 2, box.cy - 9, wide, 18), taken, bid)
        return
    for part, told in zip(box.columns(max(1, len(line.told)), 2), line.told, strict=False):
        tell(canvas, part, told, size=line.size, least=_LEAST)


def _lines(shown: Table, seat: Seat) -> list[_Line]:
    return list(_lines_of(shown, seat))


def _lines_of(shown: Table, seat: Seat) -> Iterator[_Line]:
    """What stands there, the most important first."""
    if seat == GRAYBEARD:
        yield _Line((Told(str(shown.ghost.taken if shown.ghost else 0)),), 28)
    elif shown.phase == "over":
        place = scoring.places(shown.points)[seat]
        yield _Line((Told(f"{place}.", colour=GOLD if place == 1 else CHALK),), 28)
        yield from _round_lines(shown, seat)
    elif shown.phase == "bid":
        yield from _round_lines(shown, seat)
    elif shown.phase == "load":
        return
    else:
        yield from _bid_lines(shown, seat)


def _round_lines(shown: Table, seat: Seat) -> Iterator[_Line]:
    """What the round brought that has just ended: tricks of those bid, and points."""
    rounds = scoring.rounds_of(shown.score_sheet, shown.players)
    if not rounds:
        return
    entry = rounds[-1][seat]
    points = entry.points(cards_dealt(shown, shown.complete), shown.setup.scoring)
    colour = EMBER if points < 0 else LEAF if points else CHALK_SOFT
    yield _Line((Told(signed(points), colour=colour),), 24)
    sign = (TICK if entry.made else CROSS) if seat in shown.to_act or shown.phase == "over" else None
    yield _Line((Told(f"{entry.taken}/{entry.bid}", sign, LEAF if entry.made else EMBER),))


def _bid_lines(shown: Table, seat: Seat) -> Iterator[_Line]:
    """Tricks of those bid, in figures and as coins, and what else is at stake."""
    bid, taken = shown.bids[seat], shown.taken[seat]
    colour = LEAF if taken == bid else EMBER if taken > bid else CHALK
    yield _Line((Told(f"{taken}/{bid}", colour=colour),), 28)
    yield from (_Line(part) for part in _stakes(shown, seat))
    yield _Line(coins=(taken, bid))


def _stakes(shown: Table, seat: Seat) -> Iterator[tuple[Told, ...]]:
    """What an exact bid is worth beside its tricks; Rascal's wager, an ally over a loot, a cannonball."""
    if shown.bonus[seat] and scoring.bonus_may_count(shown, seat):
        yield (Told(f"+{shown.bonus[seat]}", COIN, GOLD),)
    others: list[Told] = []
    if shown.wager is not None and shown.wager[0] == seat:
        others.append(Told(f"±{shown.wager[1]}"))
    if any(seat in pair for pair in shown.alliances):
        others.append(Told(sign=GEM, colour=LEAF))
    if shown.shots and shown.shots[seat]:
        others.append(Told(sign=CANNONBALL, colour=CHALK_SOFT))
    if others:
        yield tuple(others)


def name_of(seat: Seat) -> Text:
    """The name of a player, or of Graybeard."""
    return _("{player}", player=who(seat))

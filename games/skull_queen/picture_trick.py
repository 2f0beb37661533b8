"""A trick, drawn: its cards in their order, whose they are, and which pirates they move, or would move."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from games import shared_words
from games.cards import Cards
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import CROWN
from games.drawing.furniture import SMALL, banner, card_back, empty_place, fan_out, glow, mark
from games.drawing.lettering import TEXT, drawable
from games.drawing.palette import CHALK, CHALK_FAINT, CHALK_SOFT, EMBER, GOLD, Colour
from games.skull_queen import news, plank, tabletop, trick
from games.skull_queen.artwork import BESIDE_SYMBOL, draw_card, draw_colour, draw_player, draw_steps
from games.skull_queen.cards import SPECIALS
from games.skull_queen.constants import OLD_KING_PLAYS
from games.skull_queen.picture_plank import Way
from games.skull_queen.rules import play_together
from games.skull_queen.state import NOBODY, OLD_KING, Move, Table, order_of
from games.text import Player, Seat, Text, Words, _, named, seats_words

_RAISED = 12
"""How far a card that moved a pirate is raised."""
_CAPTION = 35
"""The height of whose card it is, under it."""
_LOW = 100
"""In a trick that is lower, whose a card is stands on its corner, so that the cards are larger."""
_MOST_NAMES = 4
"""In a trick of as many cards, chips alone say whose they are."""
_LAST_SHARE = 0.36
"""Of the width, for the last trick beside the one that lies there."""
_LATEST = Stroke(CHALK, 4)
_ORDER = Stroke(CHALK_FAINT, 3)


def in_secret(shown: Table) -> bool:
    """Whether two players choose their cards in secret now."""
    return shown.phase == "play" and bool(shown.trick) and play_together(shown)


class Judged(msgspec.Struct, frozen=True):
    """What a trick did, or (while it is not `done`) what it would do if it ended now, card by card."""

    order: tuple[Seat, ...]
    cards: Cards
    moves: Mapping[int, Move]
    """Where each card moves its pirate, by the card."""
    done: bool


def _settled(shown: Table) -> trick.Verdict:
    """How the trick that lies there would end. Without a colour there is nothing to settle."""
    if not shown.trick.strip(SPECIALS):
        return trick.Verdict((), shown.middle)
    return trick.settle(shown.trick, shown.middle)


def judged_trick(shown: Table) -> Judged:
    """The trick to be looked at: the last one as long as it is to be seen, else the one that lies there."""
    if news.shows_last(shown) or (shown.phase != "play" and shown.last):
        order = order_of(shown.last_leader, shown.players)
        return Judged(order, shown.last, {move.card: move for move in shown.last_moves}, True)
    order = order_of(shown.leader, shown.players)
    moves = {step.card: _move(shown, step, order) for step in _settled(shown).steps}
    return Judged(order, shown.trick, moves, False)


def _move(shown: Table, step: trick.Step, order: tuple[Seat, ...]) -> Move:
    """What the step would do."""
    who = NOBODY if step.place == trick.FROM_MIDDLE else order[step.place]
    before = plank.space_of(shown.planks[who], step.colour) if who >= 0 else plank.OVERBOARD
    return Move(who, step.card, step.colour, step.steps, before)


def way_of(judged: Judged, seat: Seat) -> Way | None:
    """How one of the seat's pirates went, or would go."""
    for move in judged.moves.values():
        if move.who == seat and move.before != plank.OVERBOARD:
            return Way(move.colour, move.before, move.steps, judged.done)
    return None


def draw_banner(canvas: Canvas, shown: Table, judged: Judged, words: Words, *, urgent: bool = False) -> None:
    """The title, and beside it which trick it is, or what the last one did until the next card falls."""
    title = words(tabletop.round_words(shown))
    if judged.done and shown.phase == "play" and shown.players != OLD_KING_PLAYS:
        told, colour = _told(shown)
        banner(canvas, title, words(told), news=colour)
    else:
        banner(canvas, title, words(tabletop.aside_words(shown)), urgent=urgent)


def _told(shown: Table) -> tuple[Text, Colour]:
    """What counts most of it: who has fallen, or who leads next."""
    fallen = [move.who for move in shown.last_moves if news.falls(move)]
    if fallen:
        return _("Overboard: {players}", players=seats_words(fallen)), EMBER
    return _("Highest card: {player} leads", player=Player(shown.leader)), GOLD


def draw_played(canvas: Canvas, place: Box, shown: Table, judged: Judged, words: Words) -> None:
    """What is played where the old Pirate King plays: once a trick is done, his next card lies there already,
    and the last trick stands beside it.
    """
    if not judged.done:
        draw_trick(canvas, place, shown, judged, words, names=True)
        return
    beside = place.w * _LAST_SHARE
    begun = Judged(order_of(shown.leader, shown.players), shown.trick, {}, False)
    rest = Box(place.x, place.y, place.w - beside - 24, place.h)
    draw_trick(canvas, rest, shown, begun, words, names=True)
    last = Box(place.right - beside, place.y, beside, place.h)
    label = Box(last.x, last.y, last.w, 28)
    canvas.words_in(words(shared_words.LAST_TRICK), label, TEXT, SMALL, CHALK_SOFT, anchor="start")
    draw_trick(canvas, Box(last.x, last.y + 32, last.w, last.h - 32), shown, judged, words, names=False)


def draw_narrow(canvas: Canvas, place: Box, shown: Table, judged: Judged, words: Words) -> None:
    """The trick alone, that lies there or the last one; of two players always the one that lies there."""
    if judged.done and shown.players == OLD_KING_PLAYS:
        judged = Judged(order_of(shown.leader, shown.players), shown.trick, {}, False)
    draw_trick(canvas, place, shown, judged, words, names=shown.players < _MOST_NAMES)


def draw_beside(canvas: Canvas, place: Box, last: Judged, words: Words) -> None:
    """The last trick in small: its cards, whose they are on one corner, what they did on another."""
    label = Box(place.x, place.y, place.w, 26)
    canvas.words_in(words(shared_words.LAST_TRICK), label, TEXT, SMALL, CHALK_SOFT, anchor="start", least=18)
    cards = Box(place.x, place.y + 26, place.w, place.h - 26).columns(len(last.order), 8)
    for who, card, column in zip(last.order, last.cards, cards, strict=True):
        (lies,) = fan_out(column, 1, per_row=1)
        draw_card(canvas, lies, card)
        draw_player(canvas, lies.x - 3, lies.bottom - 38, 12, who, _called(who, words))
        _draw_steps(canvas, lies, column.right + 14, last.moves.get(card))


def draw_trick(canvas: Canvas, place: Box, shown: Table, laid: Judged, words: Words, *, names: bool) -> None:
    """Places in the order of play, the cards that lie there, and whose they are."""
    low = place.h < _LOW
    for at, (who, column) in enumerate(zip(laid.order, place.columns(len(laid.order), 16), strict=True)):
        card, caption = _card_and_caption(column, _lift(laid, at), 0 if low else _CAPTION)
        if at:
            x = column.x - 8
            canvas.line([(x - 4, card.cy - 9), (x + 4, card.cy), (x - 4, card.cy + 9)], _ORDER)
        if at < len(laid.cards):
            _draw_judged_card(canvas, card, laid, at, column.right + 14)
        elif in_secret(shown) and who not in shown.to_act:
            card_back(canvas, card)
        else:
            empty_place(canvas, card, awaited=who in shown.to_act)
        if low:
            draw_player(canvas, card.right + 2, card.y + 9, 13, who, _called(who, words))
        else:
            _draw_whose(canvas, caption, who, words, named_there=names)


def _lift(laid: Judged, at: int) -> float | None:
    """How far a card of a trick that is done lies below those that moved a pirate."""
    if not laid.done:
        return None
    move = laid.moves.get(laid.cards[at])
    return 0 if move is not None and news.acts(move) else _RAISED


def _card_and_caption(column: Box, lift: float | None, below: float) -> tuple[Box, Box]:
    """`below`: the height under the card that says whose it is."""
    room = Box(column.x, column.y + 4, column.w, column.h - below - 4)
    if lift is not None:
        room = Box(room.x, room.y + lift, room.w, room.h - _RAISED)
    (card,) = fan_out(room, 1, per_row=1)
    return card, Box(column.x, column.bottom - below + 2, column.w, below - 2)


def _draw_judged_card(canvas: Canvas, place: Box, laid: Judged, at: int, room: float) -> None:
    """The card, what it does, and the colour that a special one has taken: on its edges, as number and symbol
    are to be read. `room`: how far to the right there is room.
    """
    card = laid.cards[at]
    draw_card(canvas, place, card)
    if not laid.done and at == len(laid.cards) - 1:
        canvas.rect(place.inset(-1), None, radius=place.w * 0.1 + 1, stroke=_LATEST)
    if laid.done and at == trick.leads_next(laid.cards) and laid.order[0] != OLD_KING:
        glow(canvas, place)
        mark(canvas, place.x - 5, place.y + 7, CROWN, 14)
    led = trick.colour_led(laid.cards)
    if card in SPECIALS and led is not None:
        draw_colour(canvas, place.x - 4, place.bottom - 44, 15, led)
    _draw_steps(canvas, place, room, laid.moves.get(card))


def _draw_steps(canvas: Canvas, place: Box, room: float, move: Move | None) -> None:
    """What a card does, at its lower right corner: right of its symbol."""
    if move is not None:
        left = place.right - BESIDE_SYMBOL * place.w
        radius = min(18, (room - left) / 2)
        draw_steps(canvas, left + radius, place.bottom - 14, radius, move.steps, acting=news.acts(move))


def _called(who: Seat, words: Words) -> str:
    return "" if who == OLD_KING else words(named(who))


def _draw_whose(canvas: Canvas, place: Box, who: Seat, words: Words, *, named_there: bool) -> None:
    """The chip, and the name if there is room for it. Of the old Pirate King the emblem says enough."""
    name = _called(who, words)
    beside = name if named_there else ""
    radius = 16 if named_there else 18
    room = place.w - 2 * radius - 6
    width = min(room, TEXT.width(drawable(beside, TEXT), SMALL))
    left = place.cx - (2 * radius + (6 + width if beside else 0)) / 2
    draw_player(canvas, left + radius, place.cy + 1, radius, who, name)
    rest = Box(left + 2 * radius + 6, place.y, room, place.h)
    canvas.words_in(beside, rest, TEXT, SMALL, CHALK, anchor="start", least=SMALL - 3)

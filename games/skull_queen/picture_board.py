"""The board, drawn: whose turn it is, the middle, the trick in its order of play, and everybody's plank."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.cards import Cards
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import CROSS, CROWN
from games.drawing.furniture import (
    BANNER,
    CARD,
    MARGIN,
    MIDDLE,
    SMALL,
    WIDTH,
    banner,
    card_back,
    chip,
    empty_place,
    fan_out,
    mark,
    note,
    note_height,
    table,
    veil,
)
from games.drawing.lettering import DISPLAY, TEXT, drawable
from games.drawing.palette import CHALK, CHALK_FAINT, CHALK_SOFT, GOLD, LEATHER
from games.skull_queen import box, plank, scoring, tabletop, trick
from games.skull_queen.artwork import draw_card, draw_colour, draw_player, draw_steps
from games.skull_queen.cards import SPECIALS
from games.skull_queen.picture_plank import Way
from games.skull_queen.picture_plates import PLATE, draw_king, draw_plate
from games.skull_queen.rules import OLD_KING_PLAYS, play_together
from games.skull_queen.speech import colour_words
from games.skull_queen.state import NOBODY, OLD_KING, Move, Table, View, order_of
from games.text import Player, Seat, Text, Words, _, _n, named

_TOLD = 92
"""The height of the sentence that says whose turn it is."""
_LYING = 120
"""The height of the middle."""
_SMALL_CARD = 76
"""The width of a card in the middle."""
_LABEL = 132
"""The width of what the middle is called."""
_TRICK = 186
_CAPTION = 40
"""The height of whose card it is, under it."""
_MOST_NAMES = 4
"""In a trick of more cards, chips alone say whose they are."""
_GAP = 8
_LATEST = Stroke(CHALK, 4)
_ORDER = Stroke(CHALK_FAINT, 3)
_LAST_SHARE = 0.36
"""Of the width, for the last trick beside the one that lies there."""


def draw(view: View, words: Words) -> Canvas:
    """The table as this watcher sees it."""
    shown = view.table
    lying = 0 if shown.phase == "over" else _LYING
    seats: list[Seat] = [*range(shown.players), *([OLD_KING] if shown.players == OLD_KING_PLAYS else [])]
    across = 2 if len(seats) == 4 else 3
    rows = -(-len(seats) // across)
    canvas = table(BANNER + _TOLD + lying + _TRICK + rows * (PLATE + _GAP) + MARGIN - 6 - _GAP)
    wide = WIDTH - 2 * MARGIN
    banner(canvas, words(_title(shown)), words(_aside(shown)))
    _draw_turn(canvas, Box(MARGIN, BANNER, wide, _TOLD - 6), view, words)
    judged = _judged(shown)
    if lying:
        _draw_lying(canvas, Box(MARGIN, BANNER + _TOLD, wide, lying - 12), shown, judged, words)
    top = BANNER + _TOLD + lying
    _draw_played(canvas, Box(MARGIN, top, wide, _TRICK - 10), shown, judged, words)
    columns = Box(MARGIN - 6, top + _TRICK, wide + 12, PLATE).columns(across, _GAP)
    for at, seat in enumerate(seats):
        column = columns[at % across]
        place = Box(column.x, column.y + at // across * (PLATE + _GAP), column.w, PLATE)
        if seat == OLD_KING:
            draw_king(canvas, place, words)
        else:
            draw_plate(canvas, place, shown, seat, _way_of(judged, seat), words)
    return canvas


# What is written on top


def _title(shown: Table) -> Text:
    if shown.phase == "over":
        return _("The game is over")
    return _("Round {round} of {rounds}", round=shown.round, rounds=box.rounds(shown.players))


def _aside(shown: Table) -> Text:
    match shown.phase:
        case "over":
            return _n("{count} round", "{count} rounds", shown.round)
        case "plank":
            return _n("{count} card each", "{count} cards each", shown.dealt)
        case "play":
            return _("trick {trick} of {tricks}", trick=shown.done + 1, tricks=shown.dealt)


def _told(view: View) -> Text:
    """Whose turn it is. Who is still to choose is seen below."""
    shown = view.table
    if shown.phase == "plank" and shown.players == OLD_KING_PLAYS:
        return _("All set their planks at the same time. The old Pirate King will lead.")
    if shown.phase == "plank":
        return _("All set their planks at the same time. {leader} will lead.", leader=Player(shown.leader))
    if _in_secret(shown):
        led = colour_words(trick.colour_led(shown.trick) or 0)
        return _("Both choose a card in secret, {colour} if they can.", colour=led)
    return tabletop.board(view).turn


def _in_secret(shown: Table) -> bool:
    """Whether two players choose their cards in secret now."""
    return shown.phase == "play" and bool(shown.trick) and play_together(shown)


def _draw_turn(canvas: Canvas, place: Box, view: View, words: Words) -> None:
    """The sentence; before it the emblem of the colour that must be followed."""
    left = 0
    led = trick.colour_led(view.table.trick)
    if led is not None:
        draw_colour(canvas, place.x + 30, place.cy, 30, led)
        left = 74
    told = words(_told(view))
    rest = Box(place.x + left, place.y, place.w - left, place.h)
    fits = note_height(told, rest.w, most=9) <= rest.h
    note(canvas, told, rest, size=MIDDLE if fits else SMALL, anchor="start")


# The middle


def _draw_lying(canvas: Canvas, place: Box, shown: Table, judged: _Judged, words: Words) -> None:
    """The cards face up in the middle, and dimmed, those that the last trick has taken away. At the
    right, crossed out, what was left over and takes no part.
    """
    taken = shown.last_middle.translate(None, shown.middle) if judged.done else b""
    called = words(_("In the middle") if shown.middle or taken else _("Nothing lies in the middle."))
    room = _LABEL if shown.middle or taken else place.w / 2
    label = Box(place.x, place.y, room, place.h)
    note(canvas, called, label, size=SMALL, colour=CHALK_SOFT, anchor="start")
    left = place.x + _LABEL + 10
    for at, card in enumerate(shown.middle + taken):
        lies = _small_card(place, left + at * (_SMALL_CARD + _GAP))
        draw_card(canvas, lies, card)
        if card in taken:
            veil(canvas, lies)
        move = judged.moves.get(card)
        if move is not None:
            draw_steps(canvas, lies.right - 4, lies.bottom - 14, 17, move.steps, acting=False)
    for at, card in enumerate(reversed(shown.aside), 1):
        lies = _small_card(place, place.right - at * (_SMALL_CARD + _GAP) + _GAP)
        draw_card(canvas, lies, card)
        veil(canvas, lies)
        mark(canvas, lies.right - 8, lies.bottom - 14, CROSS, 17)


def _small_card(row: Box, left: float) -> Box:
    height = _SMALL_CARD * CARD
    return Box(left, row.cy - height / 2, _SMALL_CARD, height)


# The trick


@dataclass(frozen=True)
class _Judged:
    """What a trick did, or (while it is not `done`) what it would do if it ended now, card by card."""

    order: tuple[Seat, ...]
    cards: Cards
    moves: Mapping[int, Move]
    """By card."""
    done: bool


def _settled(shown: Table) -> trick.Verdict:
    """How the trick that lies there would end. Without a colour there is nothing to settle."""
    if not shown.trick.strip(SPECIALS):
        return trick.Verdict((), shown.middle)
    return trick.settle(shown.trick, shown.middle)


def shows_last(shown: Table) -> bool:
    """Whether the last trick is to be seen: until a player adds a card to the next one."""
    turned_up = 1 if shown.players == OLD_KING_PLAYS else 0
    return shown.phase == "play" and shown.done > 0 and len(shown.trick) <= turned_up


def _judged(shown: Table) -> _Judged:
    """The trick to be looked at: the last one as long as it is to be seen, else the one that lies there."""
    if shows_last(shown):
        order = order_of(shown.last_leader, shown.players)
        return _Judged(order, shown.last, {move.card: move for move in shown.last_moves}, True)
    order = order_of(shown.leader, shown.players)
    moves = {step.card: _move(shown, step, order) for step in _settled(shown).steps}
    return _Judged(order, shown.trick, moves, False)


def _move(shown: Table, step: trick.Step, order: tuple[Seat, ...]) -> Move:
    """What the step would do."""
    who = NOBODY if step.place == trick.FROM_MIDDLE else order[step.place]
    before = plank.space_of(shown.planks[who], step.colour) if who >= 0 else plank.OVERBOARD
    return Move(who, step.card, step.colour, step.steps, before)


def _way_of(judged: _Judged, seat: Seat) -> Way | None:
    """How one of the seat's pirates went, or would go."""
    for move in judged.moves.values():
        if move.who == seat and move.before != plank.OVERBOARD:
            return Way(move.colour, move.before, move.steps, judged.done)
    return None


def _draw_played(canvas: Canvas, place: Box, shown: Table, judged: _Judged, words: Words) -> None:
    names = shown.players <= _MOST_NAMES
    if shown.phase == "plank":
        _draw_deal(canvas, place, shown, words)
    elif shown.phase == "over":
        _draw_winners(canvas, place, shown, words)
    elif not judged.done:
        _draw_trick(canvas, place, shown, judged, words, names=names)
    elif shown.players != OLD_KING_PLAYS:
        _draw_last(canvas, place, shown, judged, words, names=names)
    else:
        # The old Pirate King's next card lies there already: both tricks are shown.
        beside = place.w * _LAST_SHARE
        begun = _Judged(order_of(shown.leader, shown.players), shown.trick, {}, False)
        rest = Box(place.x, place.y, place.w - beside - 24, place.h)
        _draw_trick(canvas, rest, shown, begun, words, names=names)
        last = Box(place.right - beside, place.y, beside, place.h)
        _draw_last(canvas, last, shown, judged, words, names=False)


def _draw_deal(canvas: Canvas, place: Box, shown: Table, words: Words) -> None:
    """As many cards face down as each holds, and how many are ready."""
    backs = Box(place.x, place.y, place.w, place.h - 46)
    for back in fan_out(backs, shown.dealt, per_row=7, widest=110, gap=8):
        card_back(canvas, back)
    ready = shown.players - len(shown.to_act)
    told = words(_("{ready} of {players} are ready", ready=ready, players=shown.players))
    note(canvas, told, Box(place.x, place.bottom - 40, place.w, 40), colour=CHALK_SOFT)


def _draw_winners(canvas: Canvas, place: Box, shown: Table, words: Words) -> None:
    seats = scoring.winners(shown.points)
    for seat, room in zip(seats, place.columns(len(seats), 10), strict=True):
        name = words(named(seat))
        radius = min(44, room.w / 2 - 4)
        crown = Box(room.cx - radius * 0.7, room.y - 2, radius * 1.4, radius * 1.1)
        canvas.art(CROWN.art(GOLD, LEATHER), crown)
        chip(canvas, room.cx, room.y + 40 + radius, radius, seat, name)
        canvas.words_in(name, Box(room.x, room.bottom - 46, room.w, 44), DISPLAY, 36, CHALK, least=SMALL)


def _draw_last(canvas: Canvas, place: Box, shown: Table, last: _Judged, words: Words, *, names: bool) -> None:
    """What has just happened, until the next card falls."""
    label = Box(place.x, place.y, place.w, 28)
    note(canvas, words(_("The last trick")), label, size=SMALL, colour=CHALK_SOFT, anchor="start")
    rest = Box(place.x, place.y + 30, place.w, place.h - 30)
    _draw_trick(canvas, rest, shown, last, words, names=names)


def _draw_trick(
    canvas: Canvas, place: Box, shown: Table, laid: _Judged, words: Words, *, names: bool
) -> None:
    """Places in the order of play, the cards that lie there, and whose they are."""
    for at, (who, column) in enumerate(zip(laid.order, place.columns(len(laid.order), 16), strict=True)):
        card, caption = _card_and_caption(column)
        if at:
            x = column.x - 8
            canvas.line([(x - 4, card.cy - 9), (x + 4, card.cy), (x - 4, card.cy + 9)], _ORDER)
        if at < len(laid.cards):
            _draw_judged_card(canvas, card, laid, at)
        elif _in_secret(shown) and who not in shown.to_act:
            card_back(canvas, card)
        else:
            empty_place(canvas, card, awaited=who in shown.to_act)
        _draw_whose(canvas, caption, who, words, named_there=names)


def _card_and_caption(column: Box) -> tuple[Box, Box]:
    (card,) = fan_out(Box(column.x, column.y + 4, column.w, column.h - _CAPTION - 4), 1, per_row=1)
    return card, Box(column.x, column.bottom - _CAPTION + 2, column.w, _CAPTION - 2)


def _draw_judged_card(canvas: Canvas, place: Box, laid: _Judged, at: int) -> None:
    """The card, what it does, and the colour that a special one has taken."""
    card = laid.cards[at]
    draw_card(canvas, place, card)
    if not laid.done and at == len(laid.cards) - 1:
        canvas.rect(place.inset(-1), None, radius=place.w * 0.1 + 1, stroke=_LATEST)
    led = trick.colour_led(laid.cards)
    if card in SPECIALS and led is not None:
        draw_colour(canvas, place.x + 4, place.bottom - 15, 17, led)
    move = laid.moves.get(card)
    if move is not None:
        acting = move.who >= 0 and move.before != plank.OVERBOARD
        draw_steps(canvas, place.right - 4, place.bottom - 15, 18, move.steps, acting=acting)


def _draw_whose(canvas: Canvas, place: Box, who: Seat, words: Words, *, named_there: bool) -> None:
    """The chip, and the name if there is room for it. Of the old Pirate King the emblem says enough."""
    name = "" if who == OLD_KING else words(named(who))
    beside = name if named_there else ""
    radius = 16 if named_there else 18
    room = place.w - 2 * radius - 6
    width = min(room, TEXT.width(drawable(beside, TEXT), SMALL))
    left = place.cx - (2 * radius + (6 + width if beside else 0)) / 2
    draw_player(canvas, left + radius, place.cy + 1, radius, who, name)
    rest = Box(left + 2 * radius + 6, place.y, room, place.h)
    canvas.words_in(beside, rest, TEXT, SMALL, CHALK, anchor="start", least=SMALL - 3)

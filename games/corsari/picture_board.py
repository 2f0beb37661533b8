"""The board, drawn: the pier with its colour, the piles, whoever sails, and a plate for each player."""

from __future__ import annotations

from games.corsari import emblems, picture_groups, scoring, tabletop
from games.corsari.artwork import draw_card, draw_strip, dress
from games.corsari.cards import BANDS
from games.corsari.constants import LAST_HAND, OVER
from games.corsari.picture_plates import draw_plate, has_just_ended, height, seen
from games.corsari.rules import why_not_draw
from games.corsari.speech import seats_words, showdown_words
from games.corsari.split import Layout
from games.corsari.state import Showdown, Source, Table, View
from games.drawing.canvas import Box, Canvas, Stroke
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
    emblem_disc,
    empty_place,
    note,
    table,
    veil,
    winners,
)
from games.drawing.lettering import STRONG, TEXT
from games.drawing.palette import (
    CHALK,
    CHALK_FAINT,
    CHALK_SOFT,
    GOLD,
    HUES,
    LEATHER,
    NIGHT,
    PLANK,
    player_hue,
)
from games.text import Player, Seat, Text, Words, _, named

_TOLD = 80
"""The height of the sentence that says whose turn it is."""
_WIDE = WIDTH - 2 * MARGIN
_GAP = 8
_FIRST = 104
"""The width of a whole card."""
_STRIP = 62
_PIER = _FIRST * CARD + 70
_PILES = _FIRST * CARD + 60
_WINNERS = 240
_LEGEND = 34
_WOOD, _WOOD_DARK = "#6b4a2b", "#4a3119"


def draw(view: View, words: Words) -> Canvas:
    """The table as this watcher sees it."""
    shown = view.table
    plates = [height(shown, seat) + _GAP for seat in range(shown.players)]
    middle = _middle_height(shown)
    legend = _LEGEND if any(seen(shown, seat) for seat in range(shown.players)) else 0
    canvas = table(BANNER + _TOLD + middle + sum(plates) + legend + MARGIN - _GAP)
    banner(canvas, words(tabletop.board(view).headline))
    _draw_turn(canvas, Box(MARGIN, BANNER, _WIDE, _TOLD - 6), view, words)
    _draw_middle(canvas, BANNER + _TOLD, shown, words)
    top = BANNER + _TOLD + middle
    for seat, high in enumerate(plates):
        draw_plate(canvas, Box(MARGIN - 6, top, _WIDE + 12, high - _GAP), shown, seat, words)
        top += high
    if legend:
        _draw_legend(canvas, Box(MARGIN, top - 2, _WIDE, legend), words)
    return canvas


def _draw_legend(canvas: Canvas, box: Box, words: Words) -> None:
    """What the eye on the plates means."""
    canvas.art(emblems.EYE.art(CHALK_SOFT, PLANK), Box(box.x, box.cy - 13, 26, 26))
    caption = Box(box.x + 36, box.y, box.w - 36, box.h)
    canvas.words_in(
        words(_("taken openly, and still in the hand")), caption, TEXT, SMALL, CHALK_SOFT, anchor="start"
    )


def _draw_turn(canvas: Canvas, box: Box, view: View, words: Words) -> None:
    """Whose turn it is. While all others are asked, their plates say who has still to answer."""
    shown = view.table
    if shown.phase == "over":
        note(canvas, words(tabletop.board(view).turn), box, anchor="start")
        return
    seat, text = shown.to_act[0], tabletop.board(view).turn
    if shown.phase == "answer":
        seat = shown.closer
        text = _("{player} sails. Everybody else lays out cards at the same time.", player=Player(seat))
    chip(canvas, box.x + 32, box.cy, 32, seat, words(named(seat)))
    note(canvas, words(text), Box(box.x + 80, box.y, box.w - 80, box.h), anchor="start")


def _middle_height(shown: Table) -> float:
    if shown.phase == "over":
        return _WINNERS
    if shown.closed is not None:
        return picture_groups.height(_ship(shown, shown.closed)) + 8
    return _PIER + _PILES


def _draw_middle(canvas: Canvas, top: float, shown: Table, words: Words) -> None:
    if shown.phase == "over":
        names = {seat: words(named(seat)) for seat in scoring.winners(shown)}
        winners(canvas, Box(MARGIN, top, _WIDE, _WINNERS - 14), names)
    elif shown.closed is not None:
        picture_groups.draw(canvas, top, _ship(shown, shown.closed), words)
    else:
        _draw_pier(canvas, Box(MARGIN, top, _WIDE, _PIER - 14), shown, words)
        _draw_piles(canvas, Box(MARGIN, top + _PIER, _WIDE, _PILES - 16), shown, words)


# While cards are drawn and dropped


def _draw_pier(canvas: Canvas, box: Box, shown: Table, words: Words) -> None:
    """Its colour in words; the cards lie on planks above the water, each covering the next but the last."""
    hue, emblem = dress(shown.pier_colour)
    canvas.art(emblems.CAGE.art(CHALK, LEATHER), Box(box.x, box.y + 2, 30, 30))
    emblem_disc(canvas, box.x + 58, box.y + 17, 19, HUES[hue], emblem)
    text = _("The pier: {colour} cards are prisoners", colour=BANDS[shown.pier_colour].name)
    canvas.words_in(
        words(text), Box(box.x + 88, box.y, box.w - 88, 34), TEXT, MIDDLE, CHALK, anchor="start", least=SMALL
    )
    top = box.y + 48
    first = Box(box.x + 4, top, _FIRST, _FIRST * CARD)
    strips = [
        Box(first.right + 4 + at * (_STRIP + 4), top, _STRIP, first.h) for at in range(len(shown.pier) - 1)
    ]
    _draw_planks(canvas, Box(box.x - 6, top + 20, box.w + 12, first.h - 20))
    for card, place in zip(shown.pier[1:], strips, strict=True):
        draw_strip(canvas, place, card)
    draw_card(canvas, first, shown.pier[0])
    if _may_not_draw(shown, "pier"):
        veil(canvas, first)


def _draw_planks(canvas: Canvas, box: Box) -> None:
    for post in range(5):
        x = box.x + 30 + post * (box.w - 90) / 4
        canvas.rect(Box(x, box.bottom - 10, 30, 24), _WOOD_DARK, radius=5)
    canvas.rect(box, _WOOD, radius=6)
    for row in range(1, 4):
        y = box.y + box.h * row / 4
        canvas.line([(box.x + 4, y), (box.right - 4, y)], Stroke(_WOOD_DARK, 3))


def _may_not_draw(shown: Table, source: Source) -> bool:
    return shown.phase == "draw" and why_not_draw(shown, source) is not None


def _draw_piles(canvas: Canvas, box: Box, shown: Table, words: Words) -> None:
    """The stock, the discards with who has dropped the top one, and how near the end is."""
    stock = Box(box.x + 4, box.y + 4, _FIRST, _FIRST * CARD)
    discards = Box(stock.right + 44, stock.y, stock.w, stock.h)
    _draw_stock(canvas, stock, shown, words)
    _draw_discards(canvas, discards, shown, words)
    for pile, text in (
        (stock, _("stock: {count}", count=shown.stock)),
        (discards, _("discards")),
    ):
        caption = Box(pile.x - 20, pile.bottom + 4, pile.w + 40, 32)
        canvas.words_in(words(text), caption, TEXT, SMALL, CHALK_SOFT, least=18)
    left = discards.right + 44
    _draw_news(canvas, Box(left, box.y, box.right - left, box.h), shown, words)


def _draw_stock(canvas: Canvas, box: Box, shown: Table, words: Words) -> None:
    """The last few cards are seen as such; who has just drawn from it."""
    if not shown.stock:
        empty_place(canvas, box)
    for below in range(min(3, shown.stock), 0, -1):
        lift = (below - 1) * 5
        card_back(canvas, Box(box.x + lift, box.y - lift + 4, box.w, box.h))
    if shown.drew == "stock":
        _draw_actor(canvas, box, shown.to_act[0], words)


def _draw_discards(canvas: Canvas, box: Box, shown: Table, words: Words) -> None:
    if not shown.discards:
        empty_place(canvas, box)
        return
    draw_card(canvas, box, shown.discards[-1])
    if _may_not_draw(shown, "discard"):
        veil(canvas, box)
    seat = tabletop.who_dropped(shown)
    if seat is not None:
        canvas.rect(box.inset(-1), None, radius=box.w * 0.1 + 1, stroke=Stroke(CHALK, 4))
        _draw_actor(canvas, box, seat, words)


def _draw_actor(canvas: Canvas, box: Box, seat: Seat, words: Words) -> None:
    """Who has just drawn from a pile, or dropped a card on it."""
    chip(canvas, box.right + 8, box.y + 2, 22, seat, words(named(seat)))


def _draw_news(canvas: Canvas, box: Box, shown: Table, words: Words) -> None:
    """How near the end is; of a hand that has just ended, how it did."""
    text = tabletop.penalties(shown)
    if shown.latest is not None and has_just_ended(shown):
        text = _ending(shown.latest)
    _draw_gauge(canvas, Box(box.x, box.y + 8, box.w, 60), shown)
    note(canvas, words(text), Box(box.x, box.y + 70, box.w, 120), size=SMALL, anchor="start")


def _ending(ended: Showdown) -> Text:
    """What the plates, with limits and cards, do not explain. A cappotto leaves nothing to explain."""
    if not ended.layouts:
        return showdown_words(ended)[0]
    closer, senders = Player(ended.closer), scoring.senders(ended.layouts, ended.closer)
    if not senders:
        return _("Hand {hand}: nobody went as low as {player}.", hand=ended.hand, player=closer)
    return _(
        "Hand {hand}: {players} went no higher and sent {closer} under.",
        hand=ended.hand,
        players=seats_words(senders),
        closer=closer,
    )


def _draw_gauge(canvas: Canvas, box: Box, shown: Table) -> None:
    """All penalty cards in a row, those of each player in the player's colour, and where the end comes."""
    bar = Box(box.x, box.y, box.w, 26)
    canvas.rect(bar, NIGHT, radius=8)
    step = bar.w / OVER
    x = bar.x
    for seat, count in enumerate(shown.counts):
        wide = min(step * count, bar.right - x)
        if wide:
            canvas.rect(
                Box(x, bar.y, wide, bar.h), HUES[player_hue(seat)], radius=4, stroke=Stroke(CHALK_SOFT, 2)
            )
        x += wide
    canvas.rect(bar, None, radius=8, stroke=Stroke(CHALK_FAINT, 2))
    for mark_at in (LAST_HAND, OVER):
        x = bar.x + step * mark_at
        canvas.line([(x, bar.y - 5), (x, bar.bottom + 5)], Stroke(GOLD, 3))
        label = Box(x - 40, bar.bottom + 6, 40 + min(40, box.right - x), 26)
        canvas.words_in(
            str(mark_at), label, STRONG, 20, GOLD, anchor="end" if x > box.right - 20 else "middle"
        )


# When a ship sails


def _ship(shown: Table, closed: Layout) -> list[picture_groups.Line]:
    """Prisoners and crew beside each other where there is room: the plates below want to be seen as well."""
    (prisoners,), (crew,), stowaways = picture_groups.lines_of(closed, shown.pier_colour)
    return [*picture_groups.side_by_side(prisoners, crew), stowaways]

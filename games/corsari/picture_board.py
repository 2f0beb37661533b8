"""The board, drawn: what cards are drawn from, whoever sails, how a hand ended, and the plates."""

from __future__ import annotations

from games.corsari import (
    picture_groups,
    picture_plates,
    picture_quay,
    picture_showdown,
    scoring,
    tabletop,
)
from games.corsari.constants import LAST_HAND, OVER
from games.corsari.split import Layout
from games.corsari.state import Showdown, Table, View
from games.corsari.tabletop import has_just_ended
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import CROWN
from games.drawing.furniture import MARGIN, SMALL, STRIP, WIDTH, chip, note, strip, table
from games.drawing.lettering import DISPLAY, STRONG
from games.drawing.palette import (
    CHALK,
    CHALK_FAINT,
    CHALK_SOFT,
    GOLD,
    HUES,
    LEATHER,
    NIGHT,
    player_hue,
)
from games.text import Player, Words, _, named

_TURN = 52
"""The height of the sentence that says whose turn it is."""
_WINNERS = 84
_GAUGE = 36
_WIDE = WIDTH - 2 * MARGIN


def draw(view: View, words: Words) -> Canvas:
    """The table as this watcher sees it."""
    shown = view.table
    ended = ending_of(shown)
    first, middle = _first_height(shown, ended), _middle_height(shown, ended, words)
    plates = 0 if shows_everybody(ended) else picture_plates.height(shown)
    gauge = 0 if shown.phase == "over" else _GAUGE
    canvas = table(STRIP + first + middle + plates + gauge + MARGIN - 8)
    strip(canvas, words(tabletop.headline(shown)))
    if shown.phase == "over":
        _draw_winners(canvas, Box(MARGIN, STRIP, _WIDE, _WINNERS - 8), shown, words)
    elif first:
        _draw_turn(canvas, Box(MARGIN, STRIP, _WIDE, _TURN - 6), shown, words)
    _draw_middle(canvas, STRIP + first, shown, ended, words)
    top = STRIP + first + middle
    if plates:
        picture_plates.draw(canvas, top, shown, words)
    if gauge:
        _draw_gauge(canvas, Box(MARGIN, top + plates, _WIDE, _GAUGE - 6), shown)
    return canvas


def _first_height(shown: Table, ended: Showdown | None) -> float:
    """Who has won, or whose turn it is where no golden edge says so."""
    if shown.phase == "over":
        return _WINNERS
    return 0 if shows_everybody(ended) else _TURN


def ending_of(shown: Table) -> Showdown | None:
    """How a hand has ended, as long as that is the latest news."""
    return shown.latest if has_just_ended(shown) else None


def shows_everybody(ended: Showdown | None) -> bool:
    """Whether what is shown of it takes the place of the plates."""
    return ended is not None and all(map(picture_plates.has_shown, ended.layouts)) and bool(ended.layouts)


def quay_top(shown: Table) -> float:
    """Where stock, discards and pier begin."""
    ended = ending_of(shown)
    return STRIP + _first_height(shown, ended) + (picture_showdown.STORY if ended is not None else 0)


def plates_top(shown: Table, words: Words) -> float:
    """Where the plates begin."""
    ended = ending_of(shown)
    return STRIP + _first_height(shown, ended) + _middle_height(shown, ended, words)


def _draw_turn(canvas: Canvas, box: Box, shown: Table, words: Words) -> None:
    """Whose turn it is. While all others are asked, their plates say who has still to answer."""
    seat, text = shown.to_act[0], tabletop.turn(shown)
    if shown.phase == "answer":
        seat = shown.closer
        text = _("{player} sails! Can anybody get as low?", player=Player(seat))
    chip(canvas, box.x + 26, box.cy, 24, seat, words(named(seat)))
    note(canvas, words(text), Box(box.x + 64, box.y, box.w - 64, box.h), anchor="start", least=SMALL)


def _draw_winners(canvas: Canvas, box: Box, shown: Table, words: Words) -> None:
    """Under their crowns, side by side."""
    won = scoring.winners(shown)
    for seat, place in zip(won, box.columns(len(won), 10), strict=True):
        name = words(named(seat))
        chip(canvas, place.x + 40, place.cy + 10, 30, seat, name)
        canvas.art(CROWN.art(GOLD, LEATHER), Box(place.x + 16, place.y - 4, 48, 30))
        beside = Box(place.x + 84, place.y + 8, place.w - 84, place.h - 8)
        canvas.words_in(name, beside, DISPLAY, 38, CHALK, anchor="start", least=SMALL)


def _middle_height(shown: Table, ended: Showdown | None, words: Words) -> float:
    if ended is not None and ended.layouts:
        return picture_showdown.height(ended)
    if shown.closed is not None:
        return picture_groups.height(_ship(shown, shown.closed), words)
    return picture_quay.HEIGHT + (picture_showdown.STORY if ended is not None else 0)


def _draw_middle(canvas: Canvas, top: float, shown: Table, ended: Showdown | None, words: Words) -> None:
    if ended is not None and ended.layouts:
        picture_showdown.draw(canvas, top, ended, shown, words)
        return
    if shown.closed is not None:
        picture_groups.draw(canvas, top, _ship(shown, shown.closed), words)
        return
    if ended is not None:
        picture_showdown.draw_story(canvas, top, ended, words)
        top += picture_showdown.STORY
    picture_quay.draw(canvas, top, shown, words)


def _ship(shown: Table, closed: Layout) -> list[picture_groups.Line]:
    return picture_groups.lines_of(closed, shown.pier_colour, ship=shown.closer)


def _draw_gauge(canvas: Canvas, box: Box, shown: Table) -> None:
    """All penalty cards in a row, those of each player in the player's colour, and where the end comes."""
    bar = Box(box.x, box.cy - 9, box.w - 52, 18)
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
    x = bar.x + step * LAST_HAND
    canvas.line([(x, bar.y - 4), (x, bar.bottom + 4)], Stroke(GOLD, 3))
    inside = Box(x + 6, bar.y, 40, bar.h)
    if sum(shown.counts) <= LAST_HAND:
        canvas.words_in(str(LAST_HAND), inside, STRONG, SMALL, GOLD, anchor="start")
    canvas.words_in(str(OVER), Box(bar.right + 8, box.y, 44, box.h), STRONG, SMALL, GOLD, anchor="start")

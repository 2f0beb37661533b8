"""A rule book on one page: each rule in a plate, beside the cards that it is about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from games.cards import Card
from games.contract import Chapter, Picture, Rule
from games.drawing.canvas import Box, Canvas
from games.drawing.furniture import (
    BANNER,
    MARGIN,
    SMALL,
    WIDTH,
    banner,
    fan_out,
    note,
    note_height,
    plate,
    table,
)
from games.drawing.lettering import STRONG
from games.drawing.palette import GOLD
from games.text import Text, Words, _, labelled

_HEAD, _GAP, _ART, _SIZE = 36, 6, 190, 24
_LEAST, _MOST_LINES = 92, 4
"""The height of a rule with cards, and the lines of one that says much."""
TITLE = _("The rules on one page")
DrawCard: TypeAlias = Callable[[Canvas, Box, Card], None]


def draw(title: Text, book: Sequence[Chapter], words: Words, draw_card: DrawCard) -> Picture:
    """The page, and what it says. It is at most 1,100 units high with eight rules in three chapters."""
    rules = [rule for chapter in book for rule in chapter.rules]
    canvas = table(BANNER + len(book) * _HEAD + sum(_height(each, words) + _GAP for each in rules) + MARGIN)
    banner(canvas, words(title), words(TITLE))
    y, said = float(BANNER), [title]
    for chapter in book:
        head = Box(MARGIN + 6, y, WIDTH - 2 * MARGIN, _HEAD)
        canvas.words_in(words(chapter.title), head, STRONG, 26, GOLD, anchor="start", least=SMALL)
        y += _HEAD
        for rule in chapter.rules:
            row = Box(MARGIN, y, WIDTH - 2 * MARGIN, _height(rule, words))
            _draw_rule(canvas, row, rule, words, draw_card)
            said.append(labelled(chapter.title, rule.text))
            y = row.bottom + _GAP
    return Picture(canvas.drawing(), tuple(said))


def _room(rule: Rule) -> float:
    """The width that is left for the words."""
    return WIDTH - 2 * MARGIN - 28 - (_ART + 12 if rule.cards else 0)


def _height(rule: Rule, words: Words) -> float:
    told = note_height(words(rule.text), _room(rule), size=_SIZE, most=_MOST_LINES) + 20
    return max(told, _LEAST) if rule.cards else told


def _draw_rule(canvas: Canvas, row: Box, rule: Rule, words: Words, draw_card: DrawCard) -> None:
    plate(canvas, row)
    inner = row.inset(14, 8)
    if rule.cards:
        art = Box(inner.x, inner.cy - _LEAST / 2 + 8, _ART, _LEAST - 16)
        for card, place in zip(rule.cards, fan_out(art, len(rule.cards), per_row=4, gap=8), strict=True):
            draw_card(canvas, place, card)
    place = Box(inner.right - _room(rule), inner.y, _room(rule), inner.h)
    note(canvas, words(rule.text), place, size=_SIZE, anchor="start", least=SMALL)

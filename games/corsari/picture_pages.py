"""Two pages that belong to no game in progress: the lobby's cover, and the rules at a glance."""

from __future__ import annotations

from collections.abc import Mapping

from games.contract import Picture, Rule
from games.corsari import emblems
from games.corsari.artwork import draw_card, draw_ship
from games.corsari.cards import NAMES, NUMBER
from games.corsari.options import CorsariOptions, describe_options
from games.corsari.rulebook import rulebook
from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import CROWN, Emblem
from games.drawing.furniture import (
    CARD,
    MARGIN,
    SMALL,
    STRIP,
    WIDTH,
    note,
    note_height,
    plate,
    strip,
    table,
)
from games.drawing.lettering import DISPLAY, drawable
from games.drawing.palette import GOLD, HUES, LEATHER, NIGHT, PAPER
from games.text import Text, Words, _

_WIDE = WIDTH - 2 * MARGIN
_SKY, _SEA, _DEEP = "#22304f", "#2f5f8f", "#1f4468"


# The cover

_COVER = 290


def cover(title: Text, tagline: Text, words: Words) -> Picture:
    """A ship leaves the quay at night, somebody in a barrel on board."""
    canvas = table(_COVER)
    scene = canvas.box.inset(10)
    canvas.rect(scene, _SKY, radius=18)
    canvas.circle(scene.x + 96, scene.y + 62, 34, PAPER)
    canvas.circle(scene.x + 110, scene.y + 54, 30, _SKY)
    for x, y in ((190, 44), (244, 92), (318, 40), (402, 70), (60, 150), (150, 118), (650, 60)):
        canvas.circle(x, y, 2.5, PAPER)
    sea = Box(scene.x, scene.bottom - 84, scene.w, 84)
    canvas.rect(sea, _SEA, radius=18)
    canvas.rect(Box(sea.x, sea.y, sea.w, 30), _SEA)
    canvas.rect(Box(sea.x, sea.bottom - 40, sea.w, 40), _DEEP, radius=18)
    draw_ship(canvas, Box(468, 50, 190, 190), 0)
    for x, emblem, hue in ((470, emblems.BARREL, HUES["orange"]), (420, emblems.FIN, HUES["grey"])):
        canvas.art(emblem.art(hue, NIGHT), Box(x, 216, 44, 44))
    for at, card in enumerate(NAMES.numbers("green7 orange8 purple3 sky11")):
        draw_card(canvas, Box(32 + at * 58, 194 - (at % 2) * 8, 62, 62 * CARD), card)
    place = Box(190, 26, 300, 76)
    canvas.words_in(words(title), place, DISPLAY, 62, GOLD, anchor="start", least=36)
    said = Box(190, 98, 290, 88)
    note(canvas, words(tagline), said, size=SMALL, anchor="start", least=18)
    return Picture(canvas.drawing(), (title, tagline))


# The rules at a glance

_SIGN, _CARD_WIDE, _STEP = 72, 44, 48
_SIZE, _TOLD = 23, 28
_TITLE = _("Corsari at a glance")
_SIGNS: Mapping[str, Emblem] = {
    "turn": emblems.CARDS,
    "crew": emblems.WHEEL,
    "prisoners": emblems.CAGE,
    "stowaways": emblems.BARREL,
    "limit": emblems.BARREL,
    "sail": emblems.SAIL,
    "attach": emblems.ROPE,
    "got-away": emblems.BARREL,
    "went-under": emblems.WRECK,
    "the-end": emblems.CARDS,
    "cappotto": CROWN,
}
"""The lessons that stand on the page, with their signs."""


def reference(options: CorsariOptions, words: Words) -> Picture:
    """The rules that are taught, with the cards of one example, and what was chosen at this table."""
    book = [rule for chapter in rulebook(options) for rule in chapter.rules if rule.lesson in _SIGNS]
    rules = [*book, *(() if options.early_sailing else map(Rule, describe_options(options)))]
    heights = [_height(rule, words) for rule in rules]
    canvas = table(STRIP + sum(heights) + len(heights) * 4 + 14)
    strip(canvas, words(_TITLE))
    top: float = STRIP
    for rule, high in zip(rules, heights, strict=True):
        _draw_rule(canvas, Box(MARGIN - 6, top, _WIDE + 12, high), rule, words)
        top += high + 4
    return Picture(canvas.drawing(), (_TITLE, *(rule.text for rule in rules)))


def _told(rule: Rule, words: Words) -> str:
    """What the cards beside a rule come to."""
    if rule.lesson == "limit":
        return drawable(words(_("limit {limit}", limit=sum(NUMBER[card] for card in rule.cards))), DISPLAY)
    return "0" if rule.lesson in ("crew", "prisoners") else ""


def _aside(rule: Rule, words: Words) -> float:
    """How much room the example takes at the right."""
    told = _told(rule, words)
    wide = DISPLAY.width(told, _TOLD) + 14 if told else 0
    return len(rule.cards) * _STEP + wide + (14 if rule.cards else 0)


def _text_room(rule: Rule, words: Words) -> float:
    return _WIDE + 12 - _SIGN - 14 - _aside(rule, words)


def _height(rule: Rule, words: Words) -> float:
    text = note_height(words(rule.text), _text_room(rule, words), size=_SIZE, most=4)
    return max(40, text, _CARD_WIDE * CARD if rule.cards else 0) + 12


def _draw_rule(canvas: Canvas, box: Box, rule: Rule, words: Words) -> None:
    plate(canvas, box)
    sign = _SIGNS.get(rule.lesson, emblems.SAIL)
    canvas.art(sign.art(GOLD, LEATHER), Box(box.x + 14, box.cy - 22, 44, 44))
    text = Box(box.x + _SIGN, box.y + 3, _text_room(rule, words), box.h - 6)
    note(canvas, words(rule.text), text, size=_SIZE, anchor="start", least=SMALL)
    x = box.right - _aside(rule, words)
    for card in rule.cards:
        draw_card(canvas, Box(x, box.cy - _CARD_WIDE * CARD / 2, _CARD_WIDE, _CARD_WIDE * CARD), card)
        x += _STEP
    room = Box(x + 8, box.y, box.right - x - 16, box.h)
    canvas.words_in(_told(rule, words), room, DISPLAY, _TOLD, GOLD, anchor="start", least=SMALL)

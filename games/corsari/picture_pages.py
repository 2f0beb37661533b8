"""Two pages that belong to no game in progress: the lobby's cover, and the rules at a glance."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.cards import Card
from games.contract import Picture
from games.corsari import emblems
from games.corsari.artwork import draw_card, draw_ship
from games.corsari.cards import NAMES
from games.corsari.constants import HAND, LAST_HAND, OVER
from games.corsari.options import CorsariOptions
from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import CROWN, Emblem
from games.drawing.furniture import (
    CARD,
    MARGIN,
    SMALL,
    STRIP,
    WIDTH,
    card_back,
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
    for at, card in enumerate(_cards("green7 orange8 purple3 sky11")):
        draw_card(canvas, Box(32 + at * 58, 194 - (at % 2) * 8, 62, 62 * CARD), card)
    place = Box(190, 26, 300, 76)
    canvas.words_in(words(title), place, DISPLAY, 62, GOLD, anchor="start", least=36)
    said = Box(190, 98, 290, 88)
    note(canvas, words(tagline), said, size=SMALL, anchor="start", least=18)
    return Picture(canvas.drawing(), (title, tagline))


def _cards(names: str) -> list[Card]:
    return [NAMES.number(name) for name in names.split()]


# The rules at a glance

_SIGN, _CARD_WIDE, _STEP = 72, 44, 48
_SIZE, _TOLD = 23, 28


class _Rule(msgspec.Struct, frozen=True):
    """A sentence with its sign, and perhaps cards that show it (None: face down) and what they come to."""

    text: Text
    emblem: Emblem
    cards: Sequence[Card | None] = ()
    told: Text | str = ""


_TITLE = _("Corsari at a glance")


def reference(options: CorsariOptions, words: Words) -> Picture:
    """A turn, a split, an answer, and what it costs; with the cards of one example."""
    rules = _rules(options.early_sailing)
    heights = [_height(rule, words) for rule in rules]
    canvas = table(STRIP + sum(heights) + len(heights) * 6 + 14)
    strip(canvas, words(_TITLE))
    top: float = STRIP
    for rule, high in zip(rules, heights, strict=True):
        _draw_rule(canvas, Box(MARGIN - 6, top, _WIDE + 12, high), rule, words)
        top += high + 6
    return Picture(canvas.drawing(), (_TITLE, *(rule.text for rule in rules)))


def _rules(early_sailing: bool) -> Sequence[_Rule]:
    """In the order in which they are needed. The pier of the example is green."""
    rules = [
        _Rule(
            _("Your turn: draw one card, from stock, discards or pier. Then drop one, or set sail!"),
            emblems.CARDS,
            (None, *_cards("yellow9 green5")),
        ),
        _Rule(
            _("Whoever sails splits {cards} cards in three. Prisoners: the pier's colour.", cards=HAND),
            emblems.CAGE,
            _cards("green2 green7 green11"),
            "0",
        ),
        _Rule(
            _("Crew: up to two colours, no number twice. Gaps don't matter."),
            emblems.WHEEL,
            _cards("orange1 purple3 orange7 purple10"),
            "0",
        ),
        _Rule(
            _("Stowaways: all the rest. Their sum is your limit."),
            emblems.BARREL,
            _cards("purple2 grey2 sky1"),
            _("limit {limit}", limit=5),
        ),
        _Rule(
            _("Others may attach cards to that crew: its colours, numbers it lacks."),
            emblems.ROPE,
            _cards("orange9 purple4"),
        ),
        _Rule(
            _("Higher limit than the first ship? Your stowaways become penalty cards."),
            emblems.BARREL,
            _cards("pink5 blue4"),
            _("limit {limit}", limit=9),
        ),
        _Rule(
            _("As low or lower? It sinks, and takes your stowaways and its own."),
            emblems.WRECK,
            _cards("pink4 blue1"),
            _("limit {limit}", limit=5),
        ),
        _Rule(_("Not one stowaway: cappotto! You win at once."), CROWN),
        _Rule(
            _(
                "Fewest penalty cards win. At {cards} in all, one last hand; at {over} it is over.",
                cards=LAST_HAND,
                over=OVER,
            ),
            emblems.CARDS,
        ),
    ]
    if not early_sailing:
        rules.append(_Rule(_("With two players, nobody sails in the first round."), emblems.SAIL))
    return rules


def _aside(rule: _Rule, words: Words) -> tuple[float, str]:
    """How much room the example takes at the right, and what it comes to."""
    told = rule.told if isinstance(rule.told, str) else words(rule.told)
    wide = DISPLAY.width(drawable(told, DISPLAY), _TOLD)
    return len(rule.cards) * _STEP + (wide + 14 if told else 0) + (14 if rule.cards else 0), told


def _text_room(rule: _Rule, words: Words) -> float:
    return _WIDE + 12 - _SIGN - 14 - _aside(rule, words)[0]


def _height(rule: _Rule, words: Words) -> float:
    text = note_height(words(rule.text), _text_room(rule, words), size=_SIZE, most=4)
    return max(40, text, _CARD_WIDE * CARD if rule.cards else 0) + 18


def _draw_rule(canvas: Canvas, box: Box, rule: _Rule, words: Words) -> None:
    plate(canvas, box)
    canvas.art(rule.emblem.art(GOLD, LEATHER), Box(box.x + 14, box.cy - 22, 44, 44))
    text = Box(box.x + _SIGN, box.y + 6, _text_room(rule, words), box.h - 12)
    note(canvas, words(rule.text), text, size=_SIZE, anchor="start", least=SMALL)
    wide, told = _aside(rule, words)
    x = box.right - wide
    for card in rule.cards:
        place = Box(x, box.cy - _CARD_WIDE * CARD / 2, _CARD_WIDE, _CARD_WIDE * CARD)
        if card is None:
            card_back(canvas, place)
        else:
            draw_card(canvas, place, card)
        x += _STEP
    canvas.words_in(
        told, Box(x + 8, box.y, box.right - x - 16, box.h), DISPLAY, _TOLD, GOLD, anchor="start", least=SMALL
    )

"""The rules on one page, drawn: the rules of the book that its rows name, beside what they are about."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import Card
from games.contract import Chapter, Rule
from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import CROWN
from games.drawing.furniture import BANNER, CARD, MARGIN, WIDTH, banner, glow, mark, note, plate, table
from games.drawing.palette import GOLD
from games.drawing.rule_page import TITLE
from games.skull_queen import constants, plank
from games.skull_queen.artwork import BESIDE_SYMBOL, draw_card, draw_player, draw_steps
from games.skull_queen.cards import NAMES
from games.skull_queen.picture_plank import Way, draw_plank
from games.skull_queen.state import OLD_KING
from games.text import Text, Words

_GAP = 6
_ROWS = (
    (180, ("pirates", "overboard")),
    (204, ("trick", "follow")),
    (80, ("middle",)),
    (76, ("two-up",)),
    (76, ("two-down",)),
    (108, ("mate", "monkey")),
    (80, ("next-lead",)),
    (84, ("old-king",)),
    (72, ("end",)),
)
"""The height of each row, and what it says."""
HEIGHT = BANNER + sum(height + _GAP for height, _names in _ROWS) + MARGIN - _GAP


def alt(book: Sequence[Chapter]) -> tuple[Text, ...]:
    """Everything that the page says, in words: its title, and its rules."""
    said = _said(book)
    return (TITLE, *(said[name].text for _height, names in _ROWS for name in names))


def _said(book: Sequence[Chapter]) -> dict[str, Rule]:
    """By the names of their lessons the rules that are taught, and how a game ends."""
    said = {rule.lesson: rule for chapter in book for rule in chapter.rules}
    return {**said, "end": book[0].rules[-1]}


def draw(book: Sequence[Chapter], title: Text, words: Words) -> Canvas:
    """What moves a pirate, what that is worth, and what each special card does."""
    canvas, said = table(HEIGHT), _said(book)
    banner(canvas, words(title), words(TITLE))
    y = float(BANNER)
    for height, names in _ROWS:
        row, rules = Box(MARGIN, y, WIDTH - 2 * MARGIN, height), [said[name] for name in names]
        if all(rule.cards for rule in rules):
            for cell, rule in zip(row.columns(len(rules), _GAP), rules, strict=True):
                _draw_row(canvas, cell, rule.lesson, [rule], words)
        else:
            _draw_row(canvas, row, names[0], rules, words)
        y += height + _GAP
    return canvas


def _draw_row(canvas: Canvas, row: Box, name: str, rules: Sequence[Rule], words: Words) -> None:
    plate(canvas, row)
    wide = 250 if len(rules) > 1 else 60 if rules[0].cards else 90
    art = Box(row.x + 14, row.y + 8, wide, row.h - 16)
    if rules[0].cards:
        _draw_cards(canvas, art, rules[0].cards)
    else:
        _draw_art(canvas, art, name)
    rest = Box(art.right + 16, row.y + 5, row.right - art.right - 24, row.h - 10)
    for part, rule in zip(rest.rows(len(rules), _GAP), rules, strict=True):
        note(canvas, words(rule.text), part, size=24, anchor="start", least=18)


def _draw_art(canvas: Canvas, art: Box, name: str) -> None:
    match name:
        case "pirates":  # one goes up, and one has fallen
            way = Way(0, 2, constants.LONG_STEP, done=True)
            draw_plank(canvas, art, bytes((plank.UP, 4, 3, plank.OVERBOARD, 5)), way)
        case "trick":
            _draw_a_trick(canvas, art)
        case "middle":
            _draw_cards(canvas, art, [NAMES.number("g4")])
        case "next-lead":
            (box,) = _draw_cards(canvas, art, [NAMES.number("b12")])
            mark(canvas, box.x, box.y + 6, CROWN, 16)
        case "old-king":
            draw_player(canvas, art.cx, art.cy, 36, OLD_KING, "")
        case _:
            canvas.art(CROWN.art(GOLD, GOLD), art.square(56))


def _draw_a_trick(canvas: Canvas, place: Box) -> None:
    """Of four cards, the first leads; three have its colour."""
    cards = [NAMES.number(name) for name in ("r7", "r11", "g4", "r9")]
    boxes = _draw_cards(canvas, place, cards, 20)
    glow(canvas, boxes[1])
    mark(canvas, boxes[1].x - 5, boxes[1].y, CROWN, 14)
    for box, steps in zip(boxes, (-constants.STEP, constants.STEP), strict=False):
        x = box.right - BESIDE_SYMBOL * box.w + 14
        draw_steps(canvas, x, box.bottom - 12, 14, steps, acting=True)


def _draw_cards(canvas: Canvas, place: Box, cards: Sequence[Card], gap: float = 8) -> list[Box]:
    boxes: list[Box] = []
    for column, card in zip(place.columns(len(cards), gap), cards, strict=True):
        width = min(column.w, column.h / CARD)
        box = Box(column.cx - width / 2, column.cy - width * CARD / 2, width, width * CARD)
        draw_card(canvas, box, card)
        boxes.append(box)
    return boxes

"""The rules on one page, drawn."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import Card
from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import CROWN
from games.drawing.furniture import BANNER, CARD, MARGIN, SMALL, WIDTH, banner, glow, mark, note, plate, table
from games.drawing.lettering import STRONG
from games.drawing.palette import GOLD
from games.drawing.rule_page import TITLE
from games.skull_queen import constants, plank
from games.skull_queen.artwork import BESIDE_SYMBOL, draw_card, draw_player, draw_steps
from games.skull_queen.cards import MATE, MONKEY, NAMES
from games.skull_queen.picture_plank import Way, draw_plank
from games.skull_queen.state import OLD_KING
from games.text import Text, Words, _

_PLANK = _("Your plank")
_PLANKS = _(
    "Pick a side, and a space for each pirate. In the end each scores its space; in the water, nothing."
)
_TRICK = _("A trick")
_TRICKS = _(
    "Follow the colour led if you can. In each colour, the highest card sends its player's pirate up, the "
    "lowest down."
)
_ALONE = _("A lone card")
_LONE_CARDS = _("It stays in the middle and counts in the next trick, but nobody moves for it.")
_LEAD = _("Who leads next?")
_LEADERS = _("The highest number, whatever its colour. Of equals, the later one.")
_KING = _("Two players?")
_KINGS = _("The old Pirate King leads every trick. You choose in secret; his card moves nobody.")
_END = _("Most points win")
_ENDS = _("You play as many rounds as there are players.")
_TWO_UP = _("In the trick or the middle: two up, not one.")
_TWO_DOWN = _("In the trick or the middle: two down, not one.")
_MONKEYS = _("Always playable: lowest of the colour led.")
_MATES = _("Always playable: highest of the colour led.")

_GAP = 6
_WIDE = WIDTH - 2 * MARGIN
_ROWS = {"plank": 168, "trick": 170, "alone": 102, "cards": 126, "lead": 96, "king": 96, "end": 74}
"""The height of each row; there are two of cards."""
HEIGHT = BANNER + sum(_ROWS.values()) + _ROWS["cards"] + 7 * _GAP + MARGIN
_ART = 250
"""The width of what is drawn in a row."""


def lines() -> tuple[Text, ...]:
    """Everything that the page says, in words: its title, and a line for each label."""
    said = [(_PLANK, _PLANKS), (_TRICK, _TRICKS), (_ALONE, _LONE_CARDS)]
    said += [(label, text) for _card, label, text in _specials()]
    said += [(_LEAD, _LEADERS), (_KING, _KINGS), (_END, _ENDS)]
    return (TITLE, *(_("{label}: {text}", label=label, text=text) for label, text in said))


def draw(title: Text, words: Words) -> Canvas:
    """What moves a pirate, what that is worth, and what each special card does."""
    canvas = table(HEIGHT)
    banner(canvas, words(title), words(TITLE))
    y = float(BANNER)
    for name, height in _ROWS.items():
        row = Box(MARGIN, y, _WIDE, height)
        if name == "cards":
            _draw_specials(canvas, Box(MARGIN, y, _WIDE, 2 * height + _GAP), words)
            y += height + _GAP
        else:
            _draw_row(canvas, row, name, words)
        y += height + _GAP
    return canvas


def _draw_row(canvas: Canvas, row: Box, name: str, words: Words) -> None:
    plate(canvas, row)
    wide = name in ("plank", "trick")
    art = Box(row.x + 14, row.y + 8, _ART if wide else 104, row.h - 16)
    rest = Box(art.right + 18, row.y + 5, row.right - art.right - 28, row.h - 10)
    match name:
        case "plank":
            _draw_a_plank(canvas, art)
            _draw_said(canvas, rest, _PLANK, _PLANKS, words)
        case "trick":
            _draw_a_trick(canvas, art)
            _draw_said(canvas, rest, _TRICK, _TRICKS, words)
        case "alone":
            _draw_cards(canvas, art, [NAMES.number("g4")])
            _draw_said(canvas, rest, _ALONE, _LONE_CARDS, words)
        case "lead":
            (box,) = _draw_cards(canvas, art, [NAMES.number("b12")])
            mark(canvas, box.x, box.y + 6, CROWN, 16)
            _draw_said(canvas, rest, _LEAD, _LEADERS, words)
        case "king":
            draw_player(canvas, art.cx, art.cy, 38, OLD_KING, "")
            _draw_said(canvas, rest, _KING, _KINGS, words)
        case _:
            canvas.art(CROWN.art(GOLD, GOLD), art.square(56))
            _draw_said(canvas, rest, _END, _ENDS, words)


def _draw_said(canvas: Canvas, place: Box, label: Text, text: Text, words: Words) -> None:
    head = Box(place.x, place.y, place.w, 28)
    canvas.words_in(words(label), head, STRONG, 26, GOLD, anchor="start", least=SMALL)
    below = Box(place.x, head.bottom, place.w, place.h - head.h)
    note(canvas, words(text), below, size=24, anchor="start", least=SMALL)


def _draw_a_plank(canvas: Canvas, place: Box) -> None:
    """One goes up, and one has fallen."""
    way = Way(0, 2, constants.LONG_STEP, done=True)
    draw_plank(canvas, place, bytes((plank.UP, 4, 3, plank.OVERBOARD, 5)), way)


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


def _specials() -> tuple[tuple[Card, Text, Text], ...]:
    """Each card with what it is called and what it does."""
    return (
        (NAMES.number("r8"), _("Yes, Madame!"), _TWO_UP),
        (NAMES.number("r5"), _("Just a bite"), _TWO_DOWN),
        (MATE, _("First Mate"), _MATES),
        (MONKEY, _("Monkey"), _MONKEYS),
    )


def _draw_specials(canvas: Canvas, place: Box, words: Words) -> None:
    cells = [cell for row in place.rows(2, _GAP) for cell in row.columns(2, _GAP)]
    for cell, (card, label, text) in zip(cells, _specials(), strict=True):
        plate(canvas, cell)
        _draw_cards(canvas, Box(cell.x + 12, cell.y + 10, 72, cell.h - 20), [card])
        _draw_said(canvas, Box(cell.x + 96, cell.y + 5, cell.w - 106, cell.h - 10), label, text, words)

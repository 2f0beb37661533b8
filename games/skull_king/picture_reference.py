"""The rules on one page, drawn: who beats whom, when to follow, what a bid is worth, what is paid on top."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from games.contract import Chapter, Rule
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import CANNONBALL, Emblem
from games.drawing.furniture import (
    CARD,
    MARGIN,
    MIDDLE,
    SMALL,
    STRIP,
    WIDTH,
    emblem_disc,
    note,
    pips,
    plate,
    strip,
    table,
)
from games.drawing.lettering import DISPLAY, STRONG, TEXT
from games.drawing.palette import CHALK, CHALK_SOFT, EMBER, GOLD, HUES, LEAF, Colour
from games.drawing.rule_page import TITLE
from games.skull_king.artwork import character_of, draw_face, dress
from games.skull_king.cards import (
    BLACK,
    BLACK_FOURTEEN,
    ESCAPE_CARDS,
    FACES,
    KING,
    LOOTS,
    MERMAIDS,
    PLAIN_PIRATES,
    FaceNumber,
    faces_of,
)
from games.skull_king.rulebook import MERMAID_WINS, drawn_lines, ladder_lines
from games.skull_king.scoring import ALLIANCE, Entry
from games.skull_king.state import Setup
from games.text import Text, Words, _, signed

_TITLE, _GAP = 36, 8
_EXAMPLE, _BONUS, _LINE = 52, 54, 38
_NOTES = {"follow": 62, "special": 32}
"""How high the words are that say when to follow, by what they teach."""
_ARROW = Stroke(GOLD, 5)


def draw(setup: Setup, book: Sequence[Chapter], title: Text, words: Words) -> Canvas:
    """The page for these options."""
    bonuses, lines = list(_bonuses(setup)), drawn_lines(book)
    rows = -(-len(bonuses) // 3)
    height = (
        STRIP
        + 4 * _TITLE
        + 3 * _GAP
        + 136
        + 36
        + sum(_NOTES.values())
        + 2 * _EXAMPLE
        + rows * _BONUS
        + MARGIN
    )
    canvas = table(height + len(lines) * _LINE)
    wide = WIDTH - 2 * MARGIN
    strip(canvas, words(title), words(TITLE))
    y = _draw_title(canvas, STRIP, _("Who takes the trick"), words)
    y = _draw_ladder(canvas, Box(MARGIN, y, wide, 136), setup, words)
    note(canvas, words(MERMAID_WINS), Box(MARGIN, y, wide, 32), size=24, colour=GOLD, least=SMALL)
    y = _draw_title(canvas, y + 36 + _GAP, _("Follow suit"), words)
    suits = setup.edition.suits
    for at, suit in enumerate(suits):
        hue, emblem = dress(suit)
        emblem_disc(canvas, WIDTH - MARGIN - 20 - 44 * at, y - 16, 19, HUES[hue], emblem)
    for rule in _following(book):
        high = _NOTES[rule.lesson]
        note(canvas, words(rule.text), Box(MARGIN, y, wide, high), size=24, anchor="start", least=18)
        y += high
    y = _draw_title(canvas, y + _GAP, _("What a bid is worth"), words, 0.54)
    aside = Box(MARGIN + 0.56 * wide, y - _TITLE, 0.44 * wide, _TITLE)
    said = words(_("tricks taken/bid, of 5"))
    canvas.words_in(said, aside, TEXT, SMALL, CHALK_SOFT, anchor="end", least=18)
    for place, example in zip(_grid(y, 4, 2, _EXAMPLE), _examples(setup), strict=True):
        _draw_example(canvas, place, *example, setup, words)
    y = _draw_title(canvas, y + 2 * _EXAMPLE + _GAP, _("On top, if you make your bid"), words)
    for place, bonus in zip(_grid(y, len(bonuses), 3, _BONUS), bonuses, strict=True):
        _draw_bonus(canvas, place, bonus)
    y += rows * _BONUS + 6
    for at, rule in enumerate(lines):
        _draw_line(canvas, Box(MARGIN, y + at * _LINE, wide, _LINE), rule, words)
    return canvas


def _draw_title(canvas: Canvas, y: float, title: Text, words: Words, share: float = 1) -> float:
    """`share`: of the line's width. What comes next begins at what is returned."""
    box = Box(MARGIN, y, share * (WIDTH - 2 * MARGIN), _TITLE)
    canvas.words_in(words(title), box, DISPLAY, MIDDLE, CHALK_SOFT, anchor="start", least=SMALL)
    return y + _TITLE


def _grid(y: float, count: int, across: int, high: float) -> list[Box]:
    columns = Box(MARGIN, y, WIDTH - 2 * MARGIN, high).columns(across, 8)
    return [
        Box(columns[at % across].x, y + at // across * high, columns[at % across].w, high - 6)
        for at in range(count)
    ]


def _draw_ladder(canvas: Canvas, box: Box, setup: Setup, words: Words) -> float:
    """From the strongest card to the weakest."""
    edition = setup.edition
    pirate = PLAIN_PIRATES[0]
    black, suit = faces_of(BLACK)[2], faces_of(edition.suits[0])[edition.highest - 1]
    ladder = (KING, pirate, MERMAIDS[0], black, suit, ESCAPE_CARDS[0])
    width = 88.0
    gap = (box.w - len(ladder) * width) / (len(ladder) - 1)
    for at, face in enumerate(ladder):
        card = Box(box.x + at * (width + gap), box.y + 4, width, width * CARD)
        draw_face(canvas, card, face, words)
        if at:
            x = card.x - gap / 2
            canvas.line([(x - 6, card.cy - 12), (x + 7, card.cy), (x - 6, card.cy + 12)], _ARROW)
    return box.y + width * CARD + 12


# What a bid is worth


def _examples(setup: Setup) -> Iterator[tuple[int, int]]:
    """Bid and tricks taken, of five cards."""
    yield 2, 2
    yield 2, 3
    yield 0, 0
    yield (2, 4) if setup.scoring.rascal else (0, 1)


def _draw_example(canvas: Canvas, box: Box, bid: int, taken: int, setup: Setup, words: Words) -> None:
    plate(canvas, box)
    said = words(_("{taken}/{bid}", taken=taken, bid=bid))
    points = Entry(bid, taken, 0).points(5, setup.scoring)
    inner = box.inset(14, 4)
    right = Box(inner.right - 66, inner.y, 66, inner.h)
    colour = LEAF if points > 0 else EMBER
    canvas.words_in(signed(points), right, DISPLAY, 30, colour, anchor="end", least=SMALL)
    count = max(bid, taken)
    pip = Box(right.x - 24 * count - 6, inner.y + 13, 24 * count, inner.h - 26)
    pips(canvas, pip, taken, bid)
    left = Box(inner.x, inner.y, pip.x - inner.x - 6, inner.h)
    canvas.words_in(said, left, STRONG, 28, CHALK, anchor="start", least=SMALL)


# What is paid on top


class _Bonus(msgspec.Struct, frozen=True):
    """Who takes whom, and what that pays."""

    signs: tuple[FaceNumber, ...]
    points: int


def _bonuses(setup: Setup) -> Iterator[_Bonus]:
    edition = setup.edition
    pirate, mermaid = PLAIN_PIRATES[0], MERMAIDS[0]
    yield _Bonus((KING, pirate), edition.per_pirate)
    yield _Bonus((mermaid, KING), edition.mermaid_takes_king)
    if edition.per_mermaid:
        yield _Bonus((pirate, mermaid), edition.per_mermaid)
    if edition.fourteens:
        fourteen = faces_of(edition.suits[0])[-1]
        yield _Bonus((fourteen,), edition.fourteens[fourteen])
        yield _Bonus((BLACK_FOURTEEN,), edition.fourteens[BLACK_FOURTEEN])
    if setup.loot:
        yield _Bonus((LOOTS[0],), ALLIANCE)


def _draw_bonus(canvas: Canvas, box: Box, bonus: _Bonus) -> None:
    plate(canvas, box)
    inner = box.inset(12, 4)
    x = inner.x + 20
    for at, face in enumerate(bonus.signs):
        if at:
            canvas.line([(x - 6, inner.cy - 8), (x + 3, inner.cy), (x - 6, inner.cy + 8)], Stroke(GOLD, 4))
            x += 30
        colour, emblem = _sign(face)
        emblem_disc(canvas, x, inner.cy, 20, colour, emblem)
        x += 32
        if FACES[face].number:
            number = Box(x - 4, inner.y, 40, inner.h)
            canvas.words_in(str(FACES[face].number), number, STRONG, MIDDLE, CHALK, anchor="start")
    canvas.words_in(f"+{bonus.points}", inner, DISPLAY, 30, GOLD, anchor="end", least=SMALL)


def _sign(face: FaceNumber) -> tuple[Colour, Emblem]:
    suit = FACES[face].suit
    if suit is not None:
        hue, emblem = dress(suit)
        return HUES[hue], emblem
    character = character_of(face)
    return character.colour, character.emblem


# Cards that need a word


def _draw_line(canvas: Canvas, box: Box, rule: Rule, words: Words) -> None:
    colour, emblem = _sign(rule.cards[0]) if rule.cards else ("#2c1d13", CANNONBALL)
    emblem_disc(canvas, box.x + 20, box.cy, 18, colour, emblem)
    rest = Box(box.x + 50, box.y, box.w - 50, box.h)
    canvas.words_in(words(rule.text), rest, STRONG, 24, CHALK, anchor="start", least=SMALL - 2)


def alt(book: Sequence[Chapter]) -> list[Text]:
    """What the page says, in words."""
    return [rule.text for rule in (*ladder_lines(book), *_following(book), *drawn_lines(book))]


def _following(book: Sequence[Chapter]) -> list[Rule]:
    return [rule for chapter in book for rule in chapter.rules if rule.lesson in _NOTES]

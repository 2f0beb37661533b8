"""The line over the table: what has just happened and why, or where the game stands."""

from __future__ import annotations

from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import CROWN
from games.drawing.furniture import MARGIN, MIDDLE, SMALL, WIDTH, emblem_disc, two_ends
from games.drawing.lettering import STRONG, TEXT
from games.drawing.palette import CHALK_SOFT, GOLD, HUES, PLANK
from games.skull_king import tabletop, trick
from games.skull_king.artwork import character_of, dress
from games.skull_king.cards import FACES, Suit
from games.skull_king.dealing import tricks_done
from games.skull_king.picture_moments import draw_capture, draw_triumph
from games.skull_king.state import Table
from games.text import Words

HEADER = 52
"""The y at which the header's line ends; everything else is drawn below."""


def draw_header(canvas: Canvas, shown: Table, aside: str, words: Words, *, fresh: bool = False) -> None:
    """One line, with a sign before it: the story where there is one, else the round, and `aside`. `fresh`:
    without the story.
    """
    box = Box(MARGIN, 9, WIDTH - 2 * MARGIN, HEADER - 13)
    left = 0 if fresh else _draw_sign(canvas, box, shown)
    rest = Box(box.x + left, box.y, box.w - left, box.h)
    told = None if fresh else tabletop.story(shown)
    if told is not None:
        canvas.words_in(words(told), rest, STRONG, MIDDLE, GOLD, anchor="start", least=SMALL - 2)
        return
    title = words(tabletop.where(shown))
    two_ends(canvas, rest, title, aside, TEXT, CHALK_SOFT, sizes=(28, SMALL))


def _draw_sign(canvas: Canvas, box: Box, shown: Table) -> float:
    """What the line is about, at the left of the box; how much room that takes."""
    square = Box(box.x, box.y, box.h, box.h)
    beast = trick.acting_beast(shown.trick or (shown.last if _ended(shown) else b""))
    suit = suit_led(shown)
    if beast is not None:
        character = character_of(beast)
        emblem_disc(canvas, square.cx, square.cy, square.h / 2, character.colour, character.emblem)
    elif suit is not None:
        hue, emblem = dress(suit)
        emblem_disc(canvas, square.cx, square.cy, square.h / 2, HUES[hue], emblem)
    elif tabletop.made_on_the_last_card(shown) is not None and shown.phase == "bid":
        draw_triumph(canvas, square)
    elif _ended(shown):
        if wide := draw_capture(canvas, box, shown.last, shown.setup):
            return wide + 10
        canvas.art(CROWN.art(GOLD, PLANK), square.inset(2))
    else:
        return 0
    return square.w + 10


def _ended(shown: Table) -> bool:
    """Whether the line tells how the last trick, or the game, has ended."""
    return not shown.trick and (
        shown.phase == "over" or (shown.phase in ("play", "power") and tricks_done(shown) > 0)
    )


def suit_led(shown: Table) -> Suit | None:
    """The suit that must be followed in the trick that lies there."""
    edition = shown.setup.edition
    if shown.phase != "play" or trick.suit_led(shown.trick, edition) is None:
        return None
    return FACES[shown.trick.lstrip(edition.passing)[0]].suit

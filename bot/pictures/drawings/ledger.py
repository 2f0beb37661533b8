"""What the pictures of tournaments share: their head, names, places, what is left out. Leaderboards have the
same medals.

Nobody is told by a colour here but in a pod, where people have the colours of their seats: a field of
sixty-four has more people than there are colours.
"""

from __future__ import annotations

import msgspec

from bot.pictures.words import can_be_drawn
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.furniture import BANNER, MARGIN, MIDDLE, SMALL, WIDTH, banner, note, note_height
from games.drawing.lettering import DISPLAY, TEXT
from games.drawing.palette import CHALK_SOFT, GOLD, INK, Colour
from games.text import Text, Value, Words, _

INNER = WIDTH - 2 * MARGIN
"""How wide what lies on the table can be."""
HEAD = BANNER + 42
"""Where a picture's head ends."""
SILVER, BRONZE = "#ccd3da", "#d9955b"
MEDALS: tuple[Colour, ...] = (GOLD, SILVER, BRONZE)


class Cup(msgspec.Struct, frozen=True):
    """Which tournament is shown."""

    name: str
    game: Text

    @property
    def said(self) -> Text:
        """What it is called, and what is played."""
        return _("{tournament}: {game}", tournament=self.name, game=self.game)


def head(canvas: Canvas, words: Words, title: Text, cup: Cup) -> None:
    """What is shown, and of which tournament; of one whose name cannot be drawn, the game alone."""
    banner(canvas, words(title))
    line = Box(MARGIN, BANNER - 4, INNER, 36)
    said = words(cup.said if can_be_drawn(cup.name) else cup.game)
    canvas.words_in(said, line, TEXT, MIDDLE, CHALK_SOFT, anchor="start", least=SMALL)


def called(words: Words, name: Value) -> str:
    """A name as it is drawn."""
    return words(_("{name}", name=name))


def place(canvas: Canvas, x: float, y: float, radius: float, number: int, ink: Colour) -> None:
    """A place: a medal for the first three, else a ring in `ink`."""
    medal = MEDALS[number - 1] if 1 <= number <= len(MEDALS) else None
    inner = Box(x, y, 0, 0).inset(-radius * 0.8)
    if medal is None:
        canvas.circle(x, y, radius - 1.5, None, stroke=Stroke(ink, 2))
    else:
        canvas.circle(x, y, radius - 1.5, medal, stroke=Stroke(INK, 2.5))
    shown = ink if medal is None else INK
    canvas.words_in(str(number), inner, DISPLAY, radius * 1.2, shown, least=12)


def remarks_height(words: Words, remarks: tuple[Text, ...]) -> float:
    """How high `remarks` are under each other."""
    return sum(note_height(words(each), INNER, size=SMALL, most=3) + 8 for each in remarks)


def remarks(canvas: Canvas, words: Words, top: float, said: tuple[Text, ...]) -> None:
    """What is to be said below a picture."""
    for each in said:
        height = note_height(words(each), INNER, size=SMALL, most=3)
        note(canvas, words(each), Box(MARGIN, top, INNER, height), size=SMALL, colour=CHALK_SOFT)
        top += height + 8

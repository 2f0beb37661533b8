"""What the pictures of tournaments share: their head, names, places, what is left out. Leaderboards have the
same medals.

Nobody is known by a colour here but in a pod, where people have the colours of their seats: a field of
sixty-four has more people than there are colours.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.images.requests import can_be_drawn
from games.drawing import furniture
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import CROWN
from games.drawing.furniture import BANNER, MARGIN, MIDDLE, SMALL, WIDTH, banner, note, note_height
from games.drawing.lettering import DISPLAY, STRONG, TEXT, drawable, initials, wrapped
from games.drawing.palette import CHALK, CHALK_SOFT, GOLD, INK, LEATHER, LEATHER_EDGE, Colour
from games.text import Text, Value, Words, _, labelled

INNER_WIDTH = WIDTH - 2 * MARGIN
"""How wide what lies on the table can be."""
HEAD_HEIGHT = BANNER + 42
"""Where a picture's head ends."""
SILVER, BRONZE = "#ccd3da", "#d9955b"
MEDALS: tuple[Colour, ...] = (GOLD, SILVER, BRONZE)


class TournamentTitle(msgspec.Struct, frozen=True):
    """The tournament that a picture is of: its name, and what is played."""

    name: str
    game: Text

    @property
    def text(self) -> Text:
        """What it is called, and what is played."""
        return labelled(self.name, self.game)


def draw_head(canvas: Canvas, words: Words, title: Text, tournament: TournamentTitle) -> None:
    """What is shown, and of which tournament; of one whose name cannot be drawn, the game alone."""
    banner(canvas, words(title))
    line = Box(MARGIN, BANNER - 4, INNER_WIDTH, 36)
    shown = words(tournament.text if can_be_drawn(tournament.name) else tournament.game)
    canvas.words_in(shown, line, TEXT, MIDDLE, CHALK_SOFT, anchor="start", least=SMALL)


def name_in_words(words: Words, name: Value) -> str:
    """A name as it is drawn."""
    return words(_("{name}", name=name))


def draw_place(
    canvas: Canvas, x: float, y: float, radius: float, number: int, ink: Colour, *, won: bool = True
) -> None:
    """A place: a medal for the first three who have `won` it, else a ring in `ink`."""
    medal = MEDALS[number - 1] if won and 1 <= number <= len(MEDALS) else None
    inner = Box(x, y, 0, 0).inset(-radius * 0.8)
    if medal is None:
        canvas.circle(x, y, radius - 1.5, None, stroke=Stroke(ink, 2))
    else:
        canvas.circle(x, y, radius - 1.5, medal, stroke=Stroke(INK, 2.5))
    shown = ink if medal is None else INK
    canvas.words_in(str(number or "–"), inner, DISPLAY, radius * 1.2, shown, least=12)


def remarks_height(words: Words, remarks: tuple[Text, ...]) -> float:
    """How high `remarks` are under each other."""
    return sum(note_height(words(each), INNER_WIDTH, size=SMALL, most=3) + 8 for each in remarks)


def draw_remarks(canvas: Canvas, words: Words, top: float, remarks: tuple[Text, ...]) -> None:
    """What is to be said below a picture."""
    for each in remarks:
        height = note_height(words(each), INNER_WIDTH, size=SMALL, most=3)
        note(canvas, words(each), Box(MARGIN, top, INNER_WIDTH, height), size=SMALL, colour=CHALK_SOFT)
        top += height + 8


# The first three, of a leaderboard or a tournament, on a podium: the first in the middle, under a crown.


ON_PODIUM = 3

_ABOVE, _BETWEEN = 166, 12
"""Room for the crown, the disc and a name on one line; and between two steps."""
_NAME, _NAME_SIZE = 32, 26
"""How high a line with a name is, and the name itself."""
_FIGURES, _NOTE = 58, 30
"""How high the line with place and figure is, and a note below it."""
_RISES = (38, 18, 0)
"""How much higher than the third each of the first three stands."""


class PodiumStep(msgspec.Struct, frozen=True):
    """Somebody on the podium, as it is drawn."""

    name: str
    place: int
    figure: str
    """What the place is owed to: a rating, points."""
    rank: int
    """1 to 3: how high it is, and which medal; the place, unless others before it are left out."""
    notes: tuple[str, ...] = ()
    """Small lines below; all steps have as many."""
    own: bool = False
    """Whether whoever stands on this step is the one who looks at the picture."""

    @property
    def name_lines(self) -> list[str]:
        """The name on one line, or else on two."""
        shown = drawable(self.name, STRONG)
        room = (INNER_WIDTH - _BETWEEN * (ON_PODIUM - 1)) / ON_PODIUM
        short = STRONG.width(shown, _NAME_SIZE) <= room
        return [shown] if short else wrapped(shown, STRONG, _NAME_SIZE, room, 2)

    @property
    def height(self) -> float:
        """How high the step itself is, without who stands on it, in units."""
        return _FIGURES + _NOTE * len(self.notes) + _RISES[self.rank - 1]


def podium_height(steps: Sequence[PodiumStep]) -> float:
    """How high a podium is, with room for a name on two lines if one needs that; 0 if nobody is on it."""
    if not steps:
        return 0
    longest = max(len(step.name_lines) for step in steps)
    return _ABOVE + _NAME * (longest - 1) + _FIGURES + _NOTE * len(steps[0].notes) + _RISES[0]


def draw_podium(canvas: Canvas, box: Box, steps: Sequence[PodiumStep]) -> None:
    """At most three, the best first; who has the same rank stands as high."""
    columns = box.columns(ON_PODIUM, _BETWEEN)
    for step, at in zip(steps, (1, 0, 2), strict=False):
        column = columns[at]
        block = Box(column.x, column.bottom - step.height, column.w, step.height)
        _draw_step(canvas, block, step)
        _draw_person(canvas, Box(column.x, column.y, column.w, block.y - 6 - column.y), step)


def _draw_step(canvas: Canvas, block: Box, step: PodiumStep) -> None:
    edge = Stroke(GOLD, 4) if step.own else Stroke(LEATHER_EDGE, 2)
    canvas.rect(block.inset(2), LEATHER, radius=12, stroke=edge)
    place = Box(block.x + 14, block.y + 8 if step.notes else block.cy - 25, 38, 50)
    colour = MEDALS[step.rank - 1]
    canvas.words_in(str(step.place), place, DISPLAY, 44, colour, anchor="start", least=SMALL)
    figure = Box(place.right + 4, place.y, block.right - place.right - 18, place.h)
    canvas.words_in(step.figure, figure, DISPLAY, 42, CHALK, anchor="end", least=SMALL)
    if step.notes:
        high = _NOTE * len(step.notes)
        notes = Box(block.x + 12, (place.bottom + block.bottom - high) / 2, block.w - 24, high - 6)
        for note, line in zip(step.notes, notes.rows(len(step.notes), 0), strict=True):
            canvas.words_in(note, line, TEXT, SMALL, CHALK_SOFT, least=16)


def _draw_person(canvas: Canvas, box: Box, step: PodiumStep) -> None:
    """The name at the bottom of the box, the disc above it."""
    lines = step.name_lines
    names = Box(box.x, box.bottom - _NAME * len(lines), box.w, _NAME * len(lines))
    for line, place in zip(lines, names.rows(len(lines), 0), strict=True):
        canvas.words_in(line, place, STRONG, _NAME_SIZE, GOLD if step.own else CHALK, least=SMALL)
    first = step.rank == 1
    radius = 38 if first else 34
    centre = names.y - radius - 2
    letters = initials(step.name) or str(step.place)
    furniture.disc(canvas, box.cx, centre, radius, MEDALS[step.rank - 1], letters)
    if first:
        canvas.art(CROWN.art(GOLD, LEATHER), Box(box.cx - 26, centre - radius - 40, 52, 40))

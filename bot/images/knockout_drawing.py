"""The tree of a knock-out: the final on top, under it the rounds that led there, who went on marked.

Who goes on is drawn into new pods by lot, so no line leads from one pod to a certain other one: every pod of
a round hangs on the rope by which the next one was drawn. As many rounds are shown as can be read, the last
ones first.
"""

from __future__ import annotations

import msgspec

from bot.images import drawing_parts
from bot.images.drawing_parts import HEAD_HEIGHT, INNER_WIDTH, TournamentTitle
from games.contract import Picture
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import CROWN, TICK
from games.drawing.furniture import MARGIN, MIDDLE, SMALL, WIDTH, table
from games.drawing.lettering import DISPLAY, STRONG, TEXT, drawable
from games.drawing.palette import CHALK, CHALK_SOFT, GOLD, INK, LEATHER, LEATHER_EDGE, PAPER, RIM
from games.text import Text, Value, Words, _n

HIGHEST = 1700
"""As high as a picture gets: a telephone shows it on one screen and a bit."""
_WINNER = 124
_GAP = 16
"""Between pods, wide enough for a rope."""
_DRAW = 76
"""Between two rounds: the rope, and on it what the round below is called."""
_PLAQUE = 44
_TITLE, _LINE, _FOOT = 38, 34, 8
_ROPE = Stroke(RIM, 4)


class KnockoutSeat(msgspec.Struct, frozen=True):
    """Whoever sat in a pod, or had a bye."""

    name: Value
    place: int = 0
    """0 where there is none (yet)."""
    on: bool = False
    """Went on to the next round; in the final, has won."""


class KnockoutPod(msgspec.Struct, frozen=True):
    """One table of a round, or those who had a bye in it."""

    name: Text
    sitters: tuple[KnockoutSeat, ...]
    alt: Text
    """All of it in words."""


class KnockoutLevel(msgspec.Struct, frozen=True):
    """One round of a knock-out as it is drawn: its pods beside each other."""

    name: Text
    pods: tuple[KnockoutPod, ...]
    on: Text | None = None
    """Who went on, in words."""


class KnockoutData(msgspec.Struct, frozen=True):
    """What is shown, and in which words."""

    title: Text
    tournament: TournamentTitle
    levels: tuple[KnockoutLevel, ...]
    """The rounds so far, the first first."""
    winner: Value | None = None
    won: Text | None = None
    """Who has won, in words."""


def draw_knockout(data: KnockoutData, words: Words) -> Picture:
    """As many rounds as can be read, the last on top."""
    top = HEAD_HEIGHT + (_WINNER if data.winner is not None else 0)
    laid = _place_levels(data.levels, top)
    left_out = len(data.levels) - len(laid)
    remarks = (_earlier(left_out),) if left_out else ()
    canvas = table(laid[-1].bottom + 24 + drawing_parts.remarks_height(words, remarks))
    drawing_parts.draw_head(canvas, words, data.title, data.tournament)
    if data.winner is not None:
        _draw_winner(
            canvas,
            Box(MARGIN, HEAD_HEIGHT, INNER_WIDTH, _WINNER),
            drawing_parts.name_in_words(words, data.winner),
        )
    for above, below in zip([None, *laid[:-1]], laid, strict=True):
        below.draw_ropes(canvas, goes_on=below is not laid[-1])
        if above is not None:
            _draw_rope(canvas, above, below)
        elif data.winner is not None:
            canvas.line([(WIDTH / 2, top), (WIDTH / 2, below.top)], _ROPE)
        _draw_plaque(canvas, below.top - _DRAW / 2, words(below.level.name))
    for each in laid:
        each.draw(canvas, words)
    drawing_parts.draw_remarks(canvas, words, laid[-1].bottom + 14, remarks)
    won = () if data.won is None else (data.won,)
    levels = (line for each in laid for line in _level_alt(each.level))
    return Picture(canvas.drawing(), (data.title, data.tournament.text, *won, *levels, *remarks))


def _earlier(count: int) -> Text:
    return _n("…and {count} round before these.", "…and {count} rounds before these.", count)


def _level_alt(level: KnockoutLevel) -> tuple[Text, ...]:
    """Who went on is said first: that is what somebody wants to know of a round."""
    on = () if level.on is None else (level.on,)
    return (level.name, *on, *(pod.alt for pod in level.pods))


class _PlacedLevel:
    """A round on the canvas, from `top` on."""

    def __init__(self, level: KnockoutLevel, top: float) -> None:
        self.level = level
        self.top = top
        pods = level.pods
        across = 1 if len(pods) == 1 else 2 if len(pods) in (2, 4) else 3
        width = 430 if across == 1 else (INNER_WIDTH - _GAP * (across - 1)) / across
        left = (WIDTH - width * across - _GAP * (across - 1)) / 2
        self._across = across
        self.boxes: list[Box] = []
        for at in range(0, len(pods), across):
            row = pods[at : at + across]
            height = max(map(_pod_height, row))
            self.boxes += [Box(left + each * (width + _GAP), top, width, height) for each in range(len(row))]
            top += height + _GAP
        self.bottom = top - _GAP

    def ends(self) -> list[float]:
        """Where ropes come in from above and go out below, from the left: at the pods if they stand in one
        row, else between them.
        """
        if len(self.boxes) == self._across:
            return [box.cx for box in self.boxes]
        return [box.right + _GAP / 2 for box in self.boxes[: self._across - 1]]

    def draw_ropes(self, canvas: Canvas, *, goes_on: bool) -> None:
        """Those between the pods, where there are several rows; `goes_on`: there is a round below."""
        if len(self.boxes) == self._across:
            return
        reaches = dict.fromkeys(self.ends(), self.top)
        for at, box in enumerate(self.boxes):
            column = at % self._across
            rope = self.ends()[max(0, column - 1)]
            y = box.y + _TITLE / 2
            canvas.line([(rope, y), (box.right if column == 0 else box.x, y)], _ROPE)
            reaches[rope] = self.bottom if goes_on else y
        for x, end in reaches.items():
            canvas.line([(x, self.top), (x, end)], _ROPE)

    def draw(self, canvas: Canvas, words: Words) -> None:
        """Draws each pod of the level into its box."""
        for pod, box in zip(self.level.pods, self.boxes, strict=True):
            _draw_pod(canvas, box, pod, words)


def _place_levels(levels: tuple[KnockoutLevel, ...], top: float) -> list[_PlacedLevel]:
    """The last rounds, as many as a picture holds; one at least."""
    found: list[_PlacedLevel] = []
    for level in reversed(levels):
        laid = _PlacedLevel(level, top + _DRAW)
        if found and laid.bottom > HIGHEST:
            break
        found.append(laid)
        top = laid.bottom
    return found


def _draw_rope(canvas: Canvas, above: _PlacedLevel, below: _PlacedLevel) -> None:
    """By which the pods of the round above were drawn from those below."""
    across = below.top - _DRAW / 2
    for x in above.ends():
        canvas.line([(x, above.bottom), (x, across)], _ROPE)
    for x in below.ends():
        canvas.line([(x, across), (x, below.top)], _ROPE)
    ends = [*above.ends(), *below.ends()]
    if min(ends) < max(ends):
        canvas.line([(min(ends), across), (max(ends), across)], _ROPE)


def _draw_plaque(canvas: Canvas, y: float, words: str) -> None:
    """What a round is called."""
    shown = drawable(words, STRONG)
    width = min(INNER_WIDTH - 60, STRONG.width(shown, 24) + 44)
    plaque = Box((WIDTH - width) / 2, y - _PLAQUE / 2, width, _PLAQUE)
    canvas.rect(plaque, PAPER, radius=10, stroke=Stroke(RIM, 3))
    canvas.words_in(shown, plaque.inset(16, 0), STRONG, 24, INK, least=SMALL)


def _draw_winner(canvas: Canvas, box: Box, name: str) -> None:
    canvas.art(CROWN.art(GOLD, LEATHER), Box(box.cx - 36, box.y, 72, 60))
    canvas.words_in(name, Box(box.x, box.bottom - 58, box.w, 50), DISPLAY, 44, CHALK, least=MIDDLE)


def _pod_height(pod: KnockoutPod) -> float:
    return _TITLE + _LINE * len(pod.sitters) + _FOOT


def _draw_pod(canvas: Canvas, box: Box, pod: KnockoutPod, words: Words) -> None:
    canvas.rect(box.inset(1), LEATHER, radius=12, stroke=Stroke(LEATHER_EDGE, 2))
    title = Box(box.x + 12, box.y + 2, box.w - 24, _TITLE - 2)
    canvas.words_in(words(pod.name), title, TEXT, SMALL, CHALK_SOFT, anchor="start")
    decided = any(sitter.place for sitter in pod.sitters)
    for at, sitter in enumerate(pod.sitters):
        line = Box(box.x + 12, box.y + _TITLE + at * _LINE, box.w - 20, _LINE)
        if decided:
            number = Box(line.x, line.y, 20, line.h)
            canvas.words_in(
                str(sitter.place or "–"), number, DISPLAY, 26, CHALK_SOFT, anchor="start", least=16
            )
            line = Box(line.x + 26, line.y, line.w - 26, line.h)
        if sitter.on:
            canvas.art(TICK.art(GOLD, LEATHER), Box(line.right - 24, line.y, 24, line.h))
            line = Box(line.x, line.y, line.w - 30, line.h)
        face, ink = (STRONG, GOLD) if sitter.on else (TEXT, CHALK)
        name = drawing_parts.name_in_words(words, sitter.name)
        canvas.words_in(name, line, face, 25, ink, anchor="start", least=SMALL)

"""How long a picture takes, from an observation to its PNG, beside resvg, which draws and packs the same.

Every screen of every game that draws, at each number of players, over whole games. The process and the cache
that the bot puts around this (`bot.images.renderer`) are left out: what is measured is the work itself, in
this process's own time, whatever else the machine does.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from statistics import fmean, quantiles
from time import process_time
from typing import Any

from PIL import Image, ImageChops, ImageStat

from benches.report import Figure, show
from bot.i18n import Reader
from bot.images.animation import BEHIND
from bot.images.painter import painted
from bot.images.requests import words_for
from games.contract import Picture
from games.shapes import Drawing
from games.text import Seat, Words
from tools.gallery import NAMES, Scene, scenes

AIM, SLOW_AIM = 0.35, 0.45
"""At most this share of resvg's time, on average and at p95."""
SIZE_AIM = 1.3
"""At most so many times as large as resvg's file."""
LIKENESS_AIM = 1.5
"""Percent by which a picture may be lighter or darker than resvg's on average: edges alone."""
Draw = Callable[[Any, Words], Picture | None]
Painter = Callable[[Drawing], bytes]
"""Makes a PNG of a drawing."""


@dataclass(frozen=True)
class Taken:
    """What one picture took."""

    whole: float
    """Milliseconds from the observation to the PNG."""
    peer: float
    """Those of resvg, with the same drawing."""
    size: float
    """Of the file, resvg's being 1."""
    apart: float
    """How much lighter or darker than resvg's a pixel of a telephone is, in percent, on average."""


@dataclass(frozen=True)
class Screen:
    """What one kind of picture of one game took, one after the other."""

    name: str
    pictures: Sequence[Taken]

    @property
    def whole(self) -> list[float]:
        """Milliseconds from the observation to the PNG."""
        return [each.whole for each in self.pictures]

    @property
    def peer(self) -> list[float]:
        """Those of resvg."""
        return [each.peer for each in self.pictures]


def by_resvg(drawing: Drawing) -> bytes:
    """By the second painter."""
    from bot.images import resvg_painter

    return resvg_painter.painted(drawing)


def apart(one: bytes, other: bytes) -> float:
    """How much two pictures differ in lightness on Discord's dark page, in percent, half as large."""
    seen: list[Image.Image] = []
    for png in (one, other):
        drawn = Image.open(BytesIO(png)).convert("RGBA")
        page = Image.new("RGBA", drawn.size, BEHIND)
        seen.append(Image.alpha_composite(page, drawn).convert("L").reduce(2))
    return ImageStat.Stat(ImageChops.difference(*seen)).mean[0] / 2.55


def measured(scene: Scene, peer: Painter) -> Iterator[tuple[str, Taken]]:
    """Each screen of the scene, and what it took; the peer is resvg but in tests."""
    game = scene.game
    seat = (*game.to_act(scene.state), 0)[0]
    words = words_for(Reader("de", game, dict(enumerate(NAMES))))
    screens: tuple[tuple[str, Seat | None, Draw], ...] = (
        ("board", None, game.board_picture),
        ("hand", seat, game.hand_picture),
        ("sheet", None, game.sheet_picture),
    )
    for screen, watcher, draw in screens:
        seen = game.observe(scene.state, watcher)
        gc.collect(1)  # whatever the bench has left is no work of a picture's
        begun = process_time()
        picture = draw(seen, words)
        if picture is not None:
            ours = painted(picture.drawing)
            done = process_time()
            theirs = peer(picture.drawing)
            its_time = process_time() - done
            size = len(ours) / len(theirs)
            yield screen, Taken((done - begun) * 1000, its_time * 1000, size, apart(ours, theirs))


def by_screen(several: Iterable[Scene], peer: Painter) -> list[Screen]:
    """All pictures of these scenes."""
    taken: dict[str, list[Taken]] = {}
    for scene in several:
        for screen, each in measured(scene, peer):
            taken.setdefault(f"{scene.game.slug} {screen}", []).append(each)
    return [Screen(name, each) for name, each in taken.items()]


def percentiles(times: Sequence[float]) -> tuple[float, float]:
    """What half of them and what 95 % of them do not exceed."""
    cuts = quantiles(times, n=20)
    return cuts[9], cuts[18]


def measure(several: Iterable[Scene], peer: Painter = by_resvg) -> list[Figure]:
    """Draw these scenes, show a line for each game and screen, and return what matters of it."""
    screens = by_screen(several, peer)
    show(
        "Pictures: milliseconds from an observation to its PNG",
        ("screen", "pictures", "p50", "p95", "resvg: p50", "p95", "in ratio", "p95 in ratio", "largest file"),
        [
            (
                *(each.name, len(each.pictures)),
                *percentiles(each.whole),
                *percentiles(each.peer),
                sum(each.whole) / sum(each.peer),
                percentiles(each.whole)[1] / percentiles(each.peer)[1],
                max(picture.size for picture in each.pictures),
            )
            for each in screens
        ],
        note=f"Aims for boards and hands: {AIM}, at p95 {SLOW_AIM}; files {SIZE_AIM} times as large.",
    )
    often = [each for each in screens if each.name.endswith((" board", " hand"))]
    drawn = [time for each in often for time in each.whole]
    its_times = [time for each in often for time in each.peer]
    slowest = max(often, key=lambda each: percentiles(each.whole)[1])
    beside = "resvg draws and packs it"
    return [
        Figure("picture", "a board or a hand, on average", fmean(drawn), "ms", fmean(its_times), beside, AIM),
        Figure(
            *("picture", "the dearest board or hand of a game, p95", percentiles(slowest.whole)[1], "ms"),
            *(percentiles(slowest.peer)[1], beside, SLOW_AIM),
            tolerance=0.25,
        ),
        Figure(
            *("picture", "the largest file of a board or a hand, resvg's being 1"),
            *(max(each.size for screen in often for each in screen.pictures), "times"),
            aim=SIZE_AIM,
        ),
        Figure(
            *("picture", "the least like resvg's: lighter or darker, on average"),
            *(max(each.apart for screen in screens for each in screen.pictures), "%"),
            aim=LIKENESS_AIM,
        ),
    ]


def main() -> list[Figure]:
    """Every scene of the gallery."""
    gc.disable()
    try:
        return measure(scenes())
    finally:
        gc.enable()


if __name__ == "__main__":
    main()

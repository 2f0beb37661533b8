"""How long a picture takes, from an observation to its PNG, beside the rasteriser alone on the same drawing.

Every screen of every game that draws, at each number of players, over whole games. The process and the cache
that the bot puts around this (`bot.images.renderer`) are left out: what is measured is the work itself, in
this process's own time, whatever else the machine does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, quantiles
from time import process_time
from typing import Any

from benches.report import Figure, show
from bot.i18n import Reader
from bot.images.renderer import svg_to_png
from bot.images.requests import words_for
from games.contract import Picture
from games.text import Seat, Words
from tools.gallery import NAMES, Scene, scenes

AIM = 60
"""Milliseconds for a board or a hand."""
Draw = Callable[[Any, Words], Picture | None]


@dataclass(frozen=True)
class Screen:
    """What one kind of picture of one game took, in milliseconds, one after the other."""

    game: str
    screen: str
    whole: Sequence[float]
    """From the observation to the PNG."""
    alone: Sequence[float]
    """The rasteriser alone, with the same drawings."""


def measured(scene: Scene) -> Iterator[tuple[str, float, float]]:
    """Each screen of the scene: what it is, from observation to PNG, and the rasteriser alone."""
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
        begun = process_time()
        picture = draw(seen, words)
        if picture is not None:
            svg_to_png(picture.svg)
            done = process_time()
            svg_to_png(picture.svg)
            yield screen, (done - begun) * 1000, (process_time() - done) * 1000


def by_screen(several: Iterable[Scene]) -> list[Screen]:
    """All pictures of these scenes."""
    times: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for scene in several:
        for screen, whole, alone in measured(scene):
            times.setdefault((scene.game.slug, screen), []).append((whole, alone))
    return [Screen(*name, *zip(*both, strict=True)) for name, both in times.items()]


def percentiles(times: Sequence[float]) -> tuple[float, float]:
    """What half of them and what 95 % of them do not exceed."""
    cuts = quantiles(times, n=20)
    return cuts[9], cuts[18]


def measure(several: Iterable[Scene]) -> list[Figure]:
    """Draw these scenes, show a line for each game and screen, and return what matters of it."""
    screens = by_screen(several)
    show(
        "Pictures: milliseconds from an observation to its PNG",
        ("screen", "pictures", "p50", "p95", "rasteriser alone: p50", "p95", "times as long"),
        [
            (
                *(f"{each.game} {each.screen}", len(each.whole)),
                *percentiles(each.whole),
                *percentiles(each.alone),
                sum(each.whole) / sum(each.alone),
            )
            for each in screens
        ],
        note=f"Aim: a board and a hand under {AIM} ms, and at most 1.5 times the rasteriser alone.",
    )
    often = [each for each in screens if each.screen in ("board", "hand")]
    drawn = [time for each in often for time in each.whole]
    alone = [time for each in often for time in each.alone]
    slowest = max(percentiles(each.whole)[1] for each in often)
    return [
        Figure(
            *("picture", "a board or a hand, on average", fmean(drawn), "ms"),
            *(fmean(alone), "the rasteriser alone", 1.5),
        ),
        Figure("picture", "the dearest board or hand of a game, p95", slowest, "ms", aim=AIM, tolerance=0.25),
    ]


def main() -> list[Figure]:
    """Every scene of the gallery."""
    return measure(scenes())


if __name__ == "__main__":
    main()

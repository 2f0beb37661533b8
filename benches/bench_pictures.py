"""How long a picture takes, from an observation to its PNG, beside the rasteriser alone on the same drawing.

Every screen of every game that draws, at each number of players, over whole games. The process and the cache
that the bot puts around this (`bot.pictures.studio`) are left out: what is measured is the work itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import quantiles
from time import perf_counter
from typing import Any

from benches.report import Cell, show
from bot.pictures.gallery import NAMES, Scene, scenes
from bot.pictures.rasteriser import png
from bot.pictures.words import words_for
from bot.words import Reader
from games.contract import Picture
from games.text import Seat, Words

AIM = 60
"""Milliseconds for a board or a hand."""
Draw = Callable[[Any, Words], Picture | None]


def main() -> None:
    """Measure, and show a line for each game and screen."""
    times: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for scene in scenes():
        for screen, whole, alone in measured(scene):
            times.setdefault((scene.game.slug, screen), []).append((whole, alone))
    show(
        "Pictures: milliseconds from an observation to its PNG",
        ("screen", "pictures", "p50", "p95", "rasteriser alone: p50", "p95", "times as long"),
        [_row(*name, several) for name, several in times.items()],
        note=f"Aim: a board and a hand under {AIM} ms, and at most 1.5 times the rasteriser alone.",
    )


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
        begun = perf_counter()
        picture = draw(seen, words)
        if picture is not None:
            png(picture.svg)
            done = perf_counter()
            png(picture.svg)
            yield screen, (done - begun) * 1000, (perf_counter() - done) * 1000


def _row(slug: str, screen: str, several: list[tuple[float, float]]) -> tuple[Cell, ...]:
    whole, alone = zip(*several, strict=True)
    ratio = sum(whole) / sum(alone)
    return (
        f"{slug} {screen}",
        len(several),
        *_halfway_and_nearly_all(whole),
        *_halfway_and_nearly_all(alone),
        ratio,
    )


def _halfway_and_nearly_all(times: tuple[float, ...]) -> tuple[float, float]:
    cuts = quantiles(times, n=20)
    return cuts[9], cuts[18]


if __name__ == "__main__":
    main()

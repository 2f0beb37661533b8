"""`make album`: the pictures that README and docs show, drawn anew into docs/pictures/.

Moments of games are listed in docs/pictures/moments.toml; what is no moment of a game has a function here.
Every file knows the drawing that it was made from, so that a test can tell when one is out of date.
"""

from __future__ import annotations

import hashlib
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Literal

from pydantic import BaseModel

from bot.pictures import cups, samples
from bot.pictures.compact import compact, note_in
from bot.pictures.rasteriser import png
from bot.pictures.words import alt_text, words_for
from bot.words import Reader
from games.catalogue import catalogue
from games.contract import AnyGame, Picture
from games.text import Seat

FOLDER = Path(__file__).parents[2] / "docs/pictures"
MOMENTS = FOLDER / "moments.toml"
NAMES = (
    "Anne", "Calico", "Edward", "Mary", "Bart", "Grace", "Henry", "Ching", "Sam", "Jacquotte", "Stede",
    "Awilda", "William", "Olivier", "Sadie", "Thomas",
)  # fmt: skip
LANGUAGE = "en-US"
ROBOT = "sensible"


class Moment(BaseModel, extra="forbid", frozen=True):
    """A moment of a game between robots, and which of its pictures is meant."""

    game: str
    options: Mapping[str, Any] = {}
    players: int
    seed: int
    moves: int
    screen: Literal["board", "hand", "sheet"]
    seat: Seat | None = None


Drawing = tuple[Picture, Reader]


def _rating() -> Drawing:
    return next(samples.ratings(NAMES, LANGUAGE))[1]


def _leaderboard() -> Drawing:
    return next(samples.leaderboards(NAMES, LANGUAGE))[1]


OTHERS: Mapping[str, Callable[[], Drawing]] = {
    "rating": _rating,
    "leaderboard": _leaderboard,
    "tournament-pods": cups.pods_of_a_round,
    "tournament-final": cups.final_standings,
    "tournament-knock-out": cups.knock_out,
}
"""What is no moment of a game, by the name of its file."""


def drawings() -> Iterator[tuple[str, Drawing]]:
    """Every picture of the album, by the name of its file without the ending."""
    for name, moment in tomllib.loads(MOMENTS.read_text("utf-8")).items():
        yield name, _of(Moment.model_validate(moment))
    for name, drawn in OTHERS.items():
        yield name, drawn()


def _of(moment: Moment) -> Drawing:
    game = catalogue()[moment.game]
    reader = Reader(LANGUAGE, game, dict(enumerate(NAMES)))
    seen = game.observe(_state(game, moment), moment.seat)
    draw = {"board": game.board_picture, "hand": game.hand_picture, "sheet": game.sheet_picture}
    picture = draw[moment.screen](seen, words_for(reader))
    if picture is None:
        raise ValueError(f"{moment.game} draws no {moment.screen} then")
    return picture, reader


def _state(game: AnyGame, moment: Moment) -> Any:
    random, robot = Random(moment.seed), game.robots[ROBOT]
    state = game.new(game.Options.model_validate(moment.options), moment.players, bytes([moment.seed]) * 32)
    for _move in range(moment.moves):
        seat = game.to_act(state)[0]
        state, _events = game.apply(state, seat, robot.choose(game.observe(state, seat), random))
    return state


def mark(picture: Picture) -> str:
    """What tells this drawing from every other; it stands in the file."""
    return hashlib.sha256(picture.svg.encode()).hexdigest()


def out_of_date() -> list[str]:
    """The pictures that are drawn otherwise by now, or not there; and files that nobody draws any more."""
    drawn = {name: mark(picture) for name, (picture, _reader) in drawings()}
    there = {path.stem: note_in(path.read_bytes()) for path in FOLDER.glob("*.png")}
    return sorted(name for name in drawn | there if drawn.get(name) != there.get(name))


def main() -> int:
    """Draw what is out of date, and say what each picture says, for whoever shows it."""
    wrong = out_of_date()
    for name, (picture, reader) in drawings():
        print(f"{name}: {alt_text(reader, picture)}\n")
        if name in wrong:
            (FOLDER / f"{name}.png").write_bytes(compact(png(picture.svg), mark(picture)))
            wrong.remove(name)
    for name in wrong:
        (FOLDER / f"{name}.png").unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())

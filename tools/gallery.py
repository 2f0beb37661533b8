"""`make gallery`: every picture of every game in one page, in every phase, for every number of players; and
those of ratings and of tournaments.

Each stands on Discord's dark background and on its light one, as wide as a telephone shows it. The games are
played by robots from fixed seeds, by people with the names that make trouble. `python -m tools.gallery
SLUG...` draws the games of these slugs and nothing else.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from random import Random
from typing import Any

from bot.i18n import Reader
from bot.images.painter import painted
from bot.images.requests import alt_text, words_at_table
from games.catalogue import BUILT_IN
from games.contract import AnyGame, OptionField, Options, Picture
from games.text import Seat, Words
from tools import samples

FOLDER = Path("build/gallery")
INDEX = "index.html"
NAMES = (
    "Anna",
    "Blackbeard the Terrible",
    "小さな海賊",
    "Çağla Öztürk-Yıldız",
    "🦜🏴‍☠️",
    "Мария",
    "محمد",
    "Wilhelmina Featherstonehaugh XIV",
)
LANGUAGES = ("en-US", "de", "fr", "it")


@dataclass(frozen=True)
class Scene:
    """One moment of one game, worth a look: the `phase` that it shows, and a state."""

    game: AnyGame
    options: str
    players: int
    phase: str
    state: Any


@dataclass(frozen=True)
class Exhibit:
    """One picture of the gallery, with what stands under it."""

    title: str
    picture: Picture
    reader: Reader


def scenes(games: Iterable[AnyGame] = BUILT_IN) -> Iterator[Scene]:
    """Every phase of each of these games, for every number of players."""
    for game in games:
        for name, options in variants(game):
            for players in game.players_for(options):
                yield from _of_a_game(game, name, options, players)


def variants(game: AnyGame) -> Iterator[tuple[str, Options]]:
    """As the game is played by itself; in each edition; and with as much of everything as goes together."""
    plain = full = game.Options()
    yield "", plain
    for name in game.Options.model_fields:
        offered = {field.name: field for field in game.option_fields(full)}
        if name not in offered:
            continue
        other = _fullest(game, plain, offered[name])
        if len(game.option_fields(other)) < len(game.option_fields(plain)):
            yield f"other {name}", other  # it leaves no room for the rest
        else:
            full = _fullest(game, full, offered[name])
    if full != plain:
        yield "with everything", full


def _fullest(game: AnyGame, options: Options, field: OptionField) -> Options:
    """The options with the last value of this field that makes the game longest."""
    values = [{**options.model_dump(), field.name: value.value} for value in reversed(field.values)]
    several = [game.Options.model_validate(each) for each in values]
    return max(several, key=lambda each: game.bounds(each, game.players_for(each)[0]).actions)


def _of_a_game(game: AnyGame, name: str, options: Options, players: int) -> Iterator[Scene]:
    """A game from its beginning to its end; of each phase an early and a late moment."""
    phases: dict[str, list[Any]] = {}
    random = Random(players)
    state = game.new(options, players, bytes([players]) * 32)
    while waiting := game.to_act(state):
        seat = waiting[0]
        phases.setdefault(phase_of(game, state, seat), []).append(state)
        robot = next(iter(game.robots.values()))
        state, _events = game.apply(state, seat, robot.choose(game.observe(state, seat), random))
    for phase, states in phases.items():
        yield Scene(game, name, players, f"{phase}, early", states[len(states) // 8])
        yield Scene(game, name, players, f"{phase}, later", states[len(states) * 7 // 8])
    yield Scene(game, name, players, "over", state)


def phase_of(game: AnyGame, state: Any, seat: Seat) -> str:
    """What is asked: the letters of the decision, and what can be done first of all, without its object."""
    letters = re.sub(r"\d.*", "", game.decision(state, seat))
    return f"{letters} {game.legal_actions(state, seat)[0].split()[0]}"


def exhibits(scene: Scene, language: str) -> Iterator[Exhibit]:
    """The board as a spectator sees it, the hands that differ, and the sheet."""
    reader = Reader(language, scene.game, dict(enumerate(NAMES)))
    words = words_at_table(reader)
    where = f"{scene.game.slug} {scene.options} · {scene.players} players · {scene.phase} · {language}"
    for screen, watcher, draw in _screens(scene):
        picture = draw(scene.game.observe(scene.state, watcher), words)
        if picture is not None:
            yield Exhibit(f"{where} · {screen}", picture, reader)


def _screens(scene: Scene) -> Iterator[tuple[str, Seat | None, Callable[[Any, Words], Picture | None]]]:
    game = scene.game
    yield "board", None, game.board_picture
    waiting = game.to_act(scene.state)
    if waiting:
        yield "hand, asked", waiting[0], game.hand_picture
        others = [seat for seat in range(scene.players) if seat not in waiting]
        if others:
            yield "hand, waiting", others[0], game.hand_picture
    if "later" in scene.phase or scene.phase == "over":
        yield "sheet", None, game.sheet_picture


def of_games(games: Iterable[AnyGame]) -> Iterator[Exhibit]:
    """All there is to see of these games."""
    for number, scene in enumerate(scenes(games)):
        # The languages take turns: long words show up without every picture standing there four times.
        yield from exhibits(scene, LANGUAGES[number % len(LANGUAGES)])


def everything() -> Iterator[Exhibit]:
    """All there is to see: games, then ratings and tournaments."""
    yield from of_games(BUILT_IN)
    records = (*samples.record_samples(NAMES, LANGUAGES), *samples.tournament_samples(NAMES, LANGUAGES))
    for title, (picture, reader) in records:
        yield Exhibit(title, picture, reader)


def page(shown: Mapping[str, Exhibit]) -> str:
    """The page, by the names of the pictures' files."""
    figures = "\n".join(_figure(name, exhibit) for name, exhibit in shown.items())
    return _PAGE.replace("FIGURES", figures).replace("COUNT", str(len(shown)))


def _figure(name: str, exhibit: Exhibit) -> str:
    alt = escape(alt_text(exhibit.reader, exhibit.picture))
    image = f'<img loading="lazy" src="{name}" alt="{alt}">'
    return (
        f"<figure><figcaption>{escape(exhibit.title)}</figcaption>"
        f'<div class="dark">{image}</div><div class="light">{image}</div>'
        f"<details><summary>Alt text</summary><pre>{alt}</pre></details></figure>"
    )


_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tortuga: every picture</title>
<style>
body { font: 15px/1.4 system-ui, sans-serif; margin: 1rem; background: #777; }
main { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; }
figure { margin: 0; padding: .5rem; background: #fff; border-radius: 8px; }
figure div { display: inline-block; padding: 12px; vertical-align: top; }
.dark { background: #313338; }
.light { background: #ffffff; }
img { width: 350px; display: block; }
pre { white-space: pre-wrap; max-width: 740px; }
</style>
<h1>COUNT pictures</h1>
<main>
FIGURES
</main>
</html>
"""


def main(chosen: Sequence[str] = ()) -> int:
    """Write the page and say where it is. `chosen`: the slugs of games, which alone are drawn then."""
    offered = [game.slug for game in BUILT_IN]
    unknown = [slug for slug in chosen if slug not in offered]
    if unknown:
        print(f"There is no {', '.join(unknown)}. The games are {', '.join(offered)}.", file=sys.stderr)
        return 2
    wanted = of_games(game for game in BUILT_IN if game.slug in chosen) if chosen else everything()
    shutil.rmtree(FOLDER, ignore_errors=True)
    count = hang(wanted, FOLDER)
    print(f"{count} pictures: open {FOLDER / INDEX} in a browser.")
    return 0


def hang(exhibits: Iterable[Exhibit], folder: Path) -> int:
    """Write the page with its pictures into a new folder; how many there are: what looks alike is one."""
    folder.mkdir(parents=True)
    shown: dict[str, Exhibit] = {}
    for exhibit in exhibits:
        name = hashlib.sha256(exhibit.picture.drawing.svg().encode()).hexdigest()[:12] + ".png"
        if name not in shown:
            shown[name] = exhibit
            (folder / name).write_bytes(painted(exhibit.picture.drawing))
    (folder / INDEX).write_text(page(shown), encoding="utf-8")
    return len(shown)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

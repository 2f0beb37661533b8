"""`python -m tools.new_game "Ghost Ship"`: a built-in game, played at once, to be made into another.

Its rules and words are those of Doubloons, which docs/adding-a-game.md explains. Its tests, its translations
and the list of its rules are in the folder `template`; the commands that every game is recorded with do the
rest. So everything that is tested of a game holds from the beginning, and tests say what a change lacks.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "games"
TESTS = ROOT / "tests" / "games"
GOLDEN = TESTS / "golden"
TEMPLATE = Path(__file__).parent / "template"
EXAMPLE = ROOT / "tests" / "plugin_game" / "doubloons"
"""The game on the page: the sources that are copied."""
NAMELESS = ("bot", "storage", "playground")
"""Folders in which a test allows no game to be named."""
LONGEST = 32


class Refused(Exception):
    """There can be no game of this name; the text says why, in a sentence."""


@dataclass(frozen=True)
class Name:
    """What a game is called where people read, and where programs do."""

    words: tuple[str, ...]

    @property
    def title(self) -> str:
        """The game's name as people read it: `Ghost Ship`."""
        return " ".join(self.words)

    @property
    def slug(self) -> str:
        """In the catalogue, and for ever with every table: `ghost-ship`."""
        return "-".join(self.words).lower()

    @property
    def package(self) -> str:
        """The name of the folder under `games`: `ghost_ship`."""
        return "_".join(self.words).lower()

    @property
    def kind(self) -> str:
        """The name of its main class: `GhostShip`."""
        return "".join(self.words)

    def instead(self, text: str) -> str:
        """The text about this game in place of Doubloons, with imports in the order that ruff wants."""
        text = re.sub(r"^from \.", "from games.doubloons.", text, flags=re.M)
        text = re.sub(r"(?<=class )Doubloons\b|(?<=import )Doubloons\b|\bDoubloons(?=\()", self.kind, text)
        text = re.sub(r'(?<=")doubloons(?=")', self.slug, text)
        return text.replace("Doubloons", self.title).replace("doubloons", self.package)


def named(wish: str) -> Name:
    """The name that somebody means by `Ghost Ship`, `ghost-ship`, `ghost_ship` or `GhostShip`."""
    words = re.split(r"[\s_-]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", wish).strip(" _-"))
    return Name(tuple(word.capitalize() for word in words))


def checked(name: Name) -> Name:
    """The name again. Refused if no game can be called so, with what to do instead."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name.slug):
        raise Refused(
            "A game's name begins with a letter and is made of the letters a to z, digits, spaces and hyphens"
            ' (NAME="Ghost Ship"); what else its title has is written into its game.py afterwards.'
        )
    if len(name.slug) > LONGEST:
        raise Refused(f"A game's name has at most {LONGEST} characters; {name.title!r} has {len(name.slug)}.")
    for taken in [*GAMES.iterdir(), EXAMPLE]:
        if taken.stem.replace("_", "") == name.kind.lower():
            raise Refused(
                f"{name.title!r} cannot be the new game: there is {taken.relative_to(ROOT)} already."
            )
    for path, word in _said(name):
        raise Refused(f"{word!r} stands in {path} already, where no game may be named: choose another name.")
    return name


def _said(name: Name) -> Iterator[tuple[Path, str]]:
    """Where the name stands already, in sources that know no game or as a name of the example's own."""
    called = re.compile("[ _-]?".join(name.words), re.I)
    for folder in NAMELESS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".py", ".js", ".html", ".css", ".sql"} and (
                found := called.search(path.read_text("utf-8"))
            ):
                yield path.relative_to(ROOT), found[0]
    for path in sorted(EXAMPLE.glob("*.py")):
        if re.search(rf"\b{name.kind}\b", path.read_text("utf-8")):
            yield path.relative_to(ROOT), name.kind


def written(name: Name) -> Mapping[Path, str]:
    """What stands in each new file."""
    game, tests = GAMES / name.package, TESTS / name.package
    copies = {game / path.name: path for path in EXAMPLE.glob("*.py")}
    copies |= {
        tests / "hidden.py": TEMPLATE / "hidden.py.txt",
        tests / "test_rounds.py": TEMPLATE / "test_rounds.py.txt",
        ROOT / "docs" / "rules-coverage" / f"{name.slug}.md": TEMPLATE / "rules.md",
    }
    files = {path: name.instead(source.read_text("utf-8")) for path, source in copies.items()}
    files[game / "__init__.py"] += (
        f'\nfrom games.{name.package}.game import {name.kind}\n\n__all__ = ["{name.kind}"]\n'
    )
    for language in {path.name for path in GAMES.glob("*/locale/*")}:
        known = TEMPLATE / f"{language}.po"
        translated = name.instead(known.read_text("utf-8")) if known.exists() else ""
        files[game / "locale" / language / "LC_MESSAGES" / "messages.po"] = translated
    return files


def entered(name: Name) -> Mapping[Path, str]:
    """The catalogue of games with the new one at its end."""
    path = GAMES / "catalogue.py"
    text = path.read_text("utf-8")
    text = text.replace("\nfrom games.", f"\nfrom games.{name.package} import {name.kind}\nfrom games.", 1)
    text, added = re.subn(
        r"^(BUILT_IN\b[^=]*= \(.*?),?\s*\)$", rf"\1, {name.kind}())", text, count=1, flags=re.M | re.S
    )
    if not added:
        raise Refused(f"BUILT_IN in {path.relative_to(ROOT)} is not a tuple that can be added to.")
    return {path: text}


def record(name: Name) -> None:
    """Keep the new game as it is told, looks and plays, by the commands that do so for every game."""
    day = f"{datetime.now(UTC):%Y-%m-%dT%H%M%S}"
    _run("ruff", "check", "--quiet", "--fix", "games", f"tests/games/{name.package}")
    _run("ruff", "format", "--quiet", "games", f"tests/games/{name.package}")
    _run("tools.messages", f"games/{name.package}")
    _run("tests.games.playthrough", name.slug)
    _run("tests.games.alike", name.slug)
    _run("tests.games.golden", name.slug, "--at", day)
    page = GOLDEN / "README.md"
    *above, rows = re.split(r"(?<=\| --- \| --- \|\n)", page.read_text("utf-8"))
    kept = sorted([*rows.splitlines(), f"| {day} | the first {name.title} |"])
    page.write_text("\n".join(["".join(above).rstrip("\n"), *kept, ""]), "utf-8")


def _run(*module: str) -> None:
    subprocess.run([sys.executable, "-m", *module], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def main(arguments: list[str]) -> int:
    """Write the game; exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.new_game", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("name", help="what it is called")
    try:
        name = checked(named(parser.parse_args(arguments).name))
        files = {**written(name), **entered(name)}
    except Refused as why:
        print(why, file=sys.stderr)
        return 2
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    record(name)
    print(
        f"{name.title} can be played: make run. Its rules are in games/{name.package}, its tests in "
        f"tests/games/{name.package}; docs/adding-a-game.md says what to change and what to run then."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""`make messages`: bring every gettext catalogue up to date with the sentences in the sources.

The bot has a catalogue, in which stands also what the games share, and each game has its own, beside its
modules. New sentences are added, those that nobody says any more go, and what is translated stays. Nothing is
guessed, and nothing is written that would change without reason (dates, line numbers).

`python -m tools.messages FOLDER...` does the same for other folders: a game in a package of its own.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from bot.i18n.catalogues import BOT_LOCALE, NAME_CONTEXT, catalogue_file, catalogue_files
from games import catalogue

KEYWORDS: Mapping[str, Any] = {"_": None, "_n": (1, 2)}
NAMES: Mapping[str, Any] = {"_name": None}

NO_WORDS = re.compile(r"(?:\{[^{}]*\}|[^\w.:;,!?“”])*")
"""Places, signs and brackets alone stand as they are in each language: they are no work for translators."""

WIDTH = 110


@dataclass(frozen=True)
class Source:
    """Whose sentences are translated together: the files that say them, the folder of the translations."""

    root: Path
    files: tuple[Path, ...]
    locale: Path


def sources() -> list[Source]:
    """The bot's and every built-in game's."""
    games = [game.locale.parent for game in catalogue.BUILT_IN]
    shared = Path(catalogue.__file__).parent
    bot = BOT_LOCALE.parent
    all_games = [path for path in _sources(shared) if not any(map(path.is_relative_to, games))]
    return [
        Source(bot.parent, (*_sources(bot), *all_games), BOT_LOCALE),
        *map(source, games),
    ]


def source(folder: Path) -> Source:
    """The one whose sentences all stand in this folder."""
    return Source(folder, tuple(_sources(folder)), folder / "locale")


def template(source: Source) -> Catalog:
    """Every sentence of the source, untranslated, in the order in which they stand there."""
    found = Catalog()
    for path in source.files:
        file, said = path.relative_to(source.root).as_posix(), path.read_text("utf-8")
        for keywords, context in ((KEYWORDS, None), (NAMES, NAME_CONTEXT)):
            if not any(f"{keyword}(" in said for keyword in keywords):
                continue  # Babel would read every token of it
            method = "python" if path.suffix == ".py" else "jinja2"
            for line, message, _comments, _context in extract_from_file(method, path, keywords):
                found.add(message, locations=[(file, line)], context=context)
    return found


def for_translators(found: Catalog) -> Catalog:
    """The sentences that have words, or punctuation that a language may have otherwise."""
    chosen = Catalog()
    for entry in found:
        if entry.id and not NO_WORDS.fullmatch(entry.id if isinstance(entry.id, str) else entry.id[0]):
            chosen.add(entry.id, locations=entry.locations, context=entry.context)
    return chosen


def updated(source: Source, language: str, found: Catalog) -> bytes:
    """The catalogue of a language as it should be: the sentences found, with the translations that it has."""
    path = catalogue_file(source.locale, language)
    known = Catalog(locale=language)
    if path.exists():
        with path.open("rb") as file:
            known = read_po(file, locale=language)
    known.update(for_translators(found), no_fuzzy_matching=True)
    body = BytesIO()
    write_po(
        body,
        known,
        width=WIDTH,
        omit_header=True,
        sort_by_file=True,
        ignore_obsolete=True,
        include_lineno=False,
    )
    return _header(known).encode() + b"\n" + body.getvalue().rstrip() + b"\n"


def _header(catalogue: Catalog) -> str:
    said = {
        "Language": catalogue.locale_identifier,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": catalogue.plural_forms,
    }
    lines = [f'"{name}: {value}\\n"' for name, value in said.items()]
    return "\n".join(['msgid ""', 'msgstr ""', *lines, ""])


def _sources(folder: Path) -> Iterator[Path]:
    """Also the templates of pages."""
    yield from sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".html"))


def main(folders: Sequence[str]) -> int:
    """Update the catalogues of these folders, or the built-in ones; say how far each is translated."""
    ours = languages(BOT_LOCALE)
    for each in [source(Path(folder).resolve()) for folder in folders] or sources():
        found = template(each)
        for language in (languages(each.locale) or ours) if folders else ours:
            path = catalogue_file(each.locale, language)
            path.parent.mkdir(parents=True, exist_ok=True)
            written = updated(each, language, found)
            path.write_bytes(written)
            entries = [entry for entry in read_po(BytesIO(written)) if entry.id]
            done = sum(all(_forms(entry.string)) for entry in entries)
            print(f"{path}: {done} of {len(entries)} translated")
    return 0


def languages(locale: Path) -> list[str]:
    """The languages that a folder has a catalogue of. Those of the bot's are Tortuga's."""
    return [path.parts[-3] for path in catalogue_files(locale)]


def _forms(string: object) -> Sequence[str]:
    return string if isinstance(string, tuple) else (str(string),)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Words in drawings: which characters can be drawn, how wide a line is, and what to do where it is too long.

A drawing knows its typefaces by a table of widths (`advances.json`, in thousandths of the size, written by
`python -m tools.letter_widths` from the typefaces' files), so that nothing is laid out by guess: a line is
as wide as its letters, which have neither kerning nor ligatures. What the typefaces lack (emoji, most scripts
but Latin, Greek and Cyrillic, marks that nobody sees) is left out: a picture never shows an empty box.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import msgspec

ADVANCES = Path(__file__).with_name("advances.json")
"""For each typeface the characters of each width. A character that is not there is not drawn."""
ELLIPSIS = "…"


class Typeface(msgspec.Struct, frozen=True, eq=False):
    """`family` and `weight` as a drawing names it; widths in thousandths of the size."""

    family: str
    weight: int
    widths: Mapping[str, int]
    capital: float
    """The height of capitals and figures, as a share of the size."""

    def width(self, words: str, size: float) -> float:
        """How wide the line is. Its characters are all `drawable`."""
        widths = self.widths
        return sum([widths[char] for char in words]) * size / 1000


def _typeface(family: str, weight: int, by_width: Mapping[str, str], capital: float) -> Typeface:
    widths = {char: int(width) for width, chars in by_width.items() if int(width) for char in chars}
    return Typeface(family, weight, widths, capital)


_advances: Mapping[str, Mapping[str, str]] = json.loads(ADVANCES.read_text("utf-8"))
TEXT = _typeface("Noto Sans", 500, _advances["TEXT"], 0.714)
STRONG = _typeface("Noto Sans", 700, _advances["STRONG"], 0.714)
DISPLAY = _typeface("Vollkorn", 800, _advances["DISPLAY"], 0.676)
"""The typeface of titles and of the ranks on cards."""

_SMALLER = 0.96
"""The step in which a line that is too long shrinks."""


@lru_cache(maxsize=4096)
def drawable(words: str, face: Typeface) -> str:
    """The words without what this typeface lacks, on one line."""
    composed = unicodedata.normalize("NFC", words)
    kept = "".join(
        " " if char.isspace() else char for char in composed if char.isspace() or char in face.widths
    )
    return " ".join(kept.split())


@lru_cache(maxsize=4096)
def cut(words: str, face: Typeface, size: float, room: float) -> str:
    """As much of the drawable words as there is room for, an ellipsis standing for the rest."""
    if face.width(words, size) <= room:
        return words
    left = room - face.width(ELLIPSIS, size)
    end = 0
    for char in words:
        left -= face.width(char, size)
        if left < 0:
            break
        end += 1
    return words[:end].rstrip() + ELLIPSIS if end else ""


@lru_cache(maxsize=4096)
def called(name: str, face: Typeface, size: float, room: float) -> str:
    """As many whole words of a drawable name as there is room for, as people at a table call each other; of a
    first word that is too long by itself as much as fits.
    """
    words = name.split()
    fitting = (" ".join(words[:count]) for count in range(len(words), 0, -1))
    return next((each for each in fitting if face.width(each, size) <= room), cut(name, face, size, room))


def shrunk(words: str, face: Typeface, size: float, room: float, least: float) -> float:
    """The size, not under `least`, at which the drawable words fit; they may still have to be cut at that."""
    while size > least and face.width(words, size) > room:
        size = max(least, size * _SMALLER)
    return size


def wrapped(words: str, face: Typeface, size: float, room: float, lines: int) -> list[str]:
    """The drawable words on at most so many lines, broken at spaces; the last line is cut if it must be."""
    done: list[str] = []
    rest = words.split()
    while rest and len(done) < lines - 1:
        fitting = 1
        while fitting < len(rest) and face.width(" ".join(rest[: fitting + 1]), size) <= room:
            fitting += 1
        done.append(cut(" ".join(rest[:fitting]), face, size, room))
        rest = rest[fitting:]
    return [*done, cut(" ".join(rest), face, size, room)] if rest else done


def initials(name: str) -> str:
    """One or two letters that stand for a name where there is no room for it; "" if none can be drawn.

    The first letters of the first and the last word, else the first two of the only one.
    """
    words = ["".join(filter(str.isalnum, word)) for word in drawable(name, STRONG).split()]
    words = [word for word in words if word]
    if not words:
        return ""
    letters = words[0][:2] if len(words) == 1 else words[0][0] + words[-1][0]
    return letters[0].upper() + letters[1:]

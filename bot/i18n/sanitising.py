"""What people call themselves, made harmless: readable, but unable to format, link, ping or reorder.

Names come from outside and stand in the middle of other people's messages. `clean` takes out what cannot be
seen or spills over; `escaped` also keeps Discord's markdown from reading anything into what is left.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache

LONGEST_NAME = 32
"""Characters of a name that are shown; Discord allows as many."""
NAMELESS = "?"
"""Stands for a name of which nothing can be seen."""

_ZERO_WIDTH_SPACE = "\u200b"
_ISOLATED = "\u2068{}\u2069"
_JOINERS = "\u200c\u200d"
_BLANK_LETTERS = "\u115f\u1160\u2065\u2800\u3164\uffa0\ufff0-\ufff8\U0001d159\U000e0000-\U000e0fff"
"""What no category of Unicode's tells from letters and signs that are seen, or not yet."""
_MOST_MARKS = 3
"""Accents stacked on one letter; more than any language uses would grow over the lines around it. Without a
letter below them, each is one too many: it would lie on what stands before it, or not be seen at all.
"""

_BLANK = re.compile(f"[{_BLANK_LETTERS}]")
_SPECIAL = re.compile(r"[\\*_~|`<\[\]]")
_BEGINNING = re.compile(r"^(\d*)(?=([#>+.-]|-#|#{2,3})\s)")


@lru_cache(maxsize=4096)
def sanitise(name: str, longest: int = LONGEST_NAME) -> str:
    """The name on one line, without what is invisible, cut to `longest`; for where markdown is not read.

    A name in a right-to-left script is set apart, so that it does not reorder the words around it.
    """
    visible = _limit_marks("".join(_visible(char) for char in name))
    shown = truncate(" ".join(visible.split()).strip(_JOINERS), longest) or NAMELESS
    return _ISOLATED.format(shown) if any(map(_right_to_left, shown)) else shown


@lru_cache(maxsize=4096)
def escape_markdown(name: str, longest: int = LONGEST_NAME) -> str:
    """The clean name for where markdown is read: it shows as it is written, whatever it contains."""
    marked = _BEGINNING.sub(r"\1\\", _SPECIAL.sub(r"\\\g<0>", sanitise(name, longest)))
    # A backslash stops neither @everyone from pinging nor an address from linking; a break of no width does.
    return marked.replace("@", "@" + _ZERO_WIDTH_SPACE).replace("://", f":{_ZERO_WIDTH_SPACE}//")


def unaccented(text: str) -> str:
    """In small letters without accents, to be compared with what somebody else wrote."""
    spelled = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in spelled if not unicodedata.combining(letter))


def truncate(text: str, longest: int) -> str:
    """At most `longest` characters, an ellipsis standing for the rest."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def _visible(char: str) -> str:
    """The character if there is something to see of it, a space for whatever makes room, else nothing."""
    kind = unicodedata.category(char)
    if kind[0] == "Z" or char in "\t\n\r\v\f":
        return " "
    if char in _JOINERS:
        return char
    return "" if kind in ("Cc", "Cf", "Cs") or _BLANK.match(char) else char


def _limit_marks(name: str) -> str:
    kept: list[str] = []
    marks = _MOST_MARKS  # until there is a letter to bear some
    for char in name:
        if unicodedata.category(char) in ("Mn", "Me"):
            marks += 1
            if marks > _MOST_MARKS:
                continue
        elif char not in _JOINERS:
            marks = _MOST_MARKS if char == " " else 0
        kept.append(char)
    return "".join(kept)


def _right_to_left(char: str) -> bool:
    return unicodedata.bidirectional(char) in ("R", "AL", "AN")


# Names where there is little room: those that would look alike are told apart by their seats' numbers.


def disambiguate(
    names: Mapping[int, str], looks: Callable[[str], str], longest: int = LONGEST_NAME
) -> dict[int, str]:
    """The names, harmless and cut to so many characters; behind those that look like another one a number,
    from 1.

    `looks`: what is to be seen of such a name. Nobody's name, "", stays as it is.
    """
    told = {seat: name and sanitise(name, longest) for seat, name in names.items()}
    numbered: set[int] = set()
    while alike := _look_alikes(told, looks) - numbered:
        # A number can make a name look like one that had none.
        told |= {seat: f"{sanitise(names[seat], longest - 2)} {seat + 1}" for seat in alike}
        numbered |= alike
    return told


def _look_alikes(names: Mapping[int, str], looks: Callable[[str], str]) -> set[int]:
    seen = {seat: looks(name).casefold() for seat, name in names.items() if name}
    count = Counter(seen.values())
    return {seat for seat, look in seen.items() if count[look] > 1}


def truncate_distinct(names: Mapping[int, str], longest: int) -> dict[int, str]:
    """The names, harmless and cut to so many characters, and none like another."""
    return disambiguate(names, str, longest)

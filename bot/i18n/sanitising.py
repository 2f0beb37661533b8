"""What people call themselves, made harmless: readable, but unable to format, link, ping or reorder.

Names come from outside and stand in the middle of other people's messages. `clean` takes out what cannot be
seen or spills over; `escaped` also keeps Discord's markdown from reading anything into what is left.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping
from functools import lru_cache
from typing import TypeVar

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


# Two who are called the same are told apart by numbers, wherever their names stand.

Who = TypeVar("Who", bound=Hashable)


def tell_apart(names: Mapping[Who, str]) -> dict[Who, str]:
    """The names, and behind those that look like another one a number, counted from 1 in this order. Nobody's
    name, "", stays as it is.
    """
    told, numbered = dict(names), set[Who]()
    while alike := look_alikes(told) - numbered:
        looks, count = {who: _look(told[who]) for who in names if who in alike}, Counter[str]()
        for who, look in looks.items():
            count[look] += 1
            told[who] = with_number(names[who], count[look])
        numbered |= alike
    return told


def look_alikes(names: Mapping[Who, str]) -> set[Who]:
    """Whose names cannot be told from another one's."""
    seen = {who: _look(name) for who, name in names.items() if name}
    count = Counter(seen.values())
    return set() if len(count) == len(seen) else {who for who, look in seen.items() if count[look] > 1}


def alike(name: str, other: str) -> bool:
    """Whether nobody could tell them apart; nobody's name, "", is like no other."""
    return bool(name) and _look(name) == _look(other)


@lru_cache(maxsize=4096)
def _look(name: str) -> str:
    return unicodedata.normalize("NFKC", sanitise(name)).casefold()


def with_number(name: str, number: int, longest: int = LONGEST_NAME) -> str:
    """The name, cut so that the number behind it is seen."""
    behind = f" {number}"
    return sanitise(name, longest - len(behind)) + behind


def is_called(shown: str, name: str) -> bool:
    """Whether this is the name as it is shown, perhaps with a number behind it."""
    number = shown.rpartition(" ")[2]
    return shown == name or (number.isdecimal() and shown == with_number(name, int(number)))


def handle(username: str) -> str:
    """By which a list tells people of one name apart; empty if it is not known."""
    return username and f"@{sanitise(username)}"


_NUMBER_BEHIND = re.compile(r"(.+) (\d{1,4})$")


# Where there is little room, names are cut: those that then look alike have a number, too.


def disambiguate(
    names: Mapping[int, str], looks: Callable[[str], str], longest: int = LONGEST_NAME
) -> dict[int, str]:
    """The names, harmless and cut to so many characters; behind those that look like another one a number,
    from 1.

    `looks`: what is to be seen of such a name. Nobody's name, "", stays as it is.
    """
    told = {seat: name and sanitise(name, longest) for seat, name in names.items()}
    numbered: set[int] = set()
    while (same := look_alikes({seat: name and looks(name) for seat, name in told.items()})) - numbered:
        # A number can make a name look like one that had none.
        told |= {seat: with_number(*_numbered(names, seat, same), longest) for seat in same - numbered}
        numbered |= same
    return told


def _numbered(names: Mapping[int, str], seat: int, same: Collection[int]) -> tuple[str, int]:
    """The name and its number: the one behind it already, if these have one each, else the seat's."""
    parted = {each: _NUMBER_BEHIND.match(sanitise(names[each])) for each in same}
    own = parted[seat]
    known = {match[2] for match in parted.values() if match}
    if own is None or len(known) < len(same):
        return names[seat], seat + 1
    return own[1], int(own[2])


def truncate_distinct(names: Mapping[int, str], longest: int) -> dict[int, str]:
    """The names, harmless and cut to so many characters, and none like another."""
    return disambiguate(names, str, longest)

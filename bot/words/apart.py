"""Names where there is little room: those that would look alike are told apart by their seats' numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from bot.words.harmless import LONGEST_NAME, clean


def told_apart(
    names: Mapping[int, str], looks: Callable[[str], str], longest: int = LONGEST_NAME
) -> dict[int, str]:
    """The names, harmless and cut to so many characters; behind those that look like another one a number,
    from 1.

    `looks`: what is to be seen of such a name. Nobody's name, "", stays as it is.
    """
    told = {seat: name and clean(name, longest) for seat, name in names.items()}
    numbered: set[int] = set()
    while alike := _alike(told, looks) - numbered:
        # A number can make a name look like one that had none.
        told |= {seat: f"{clean(names[seat], longest - 2)} {seat + 1}" for seat in alike}
        numbered |= alike
    return told


def _alike(names: Mapping[int, str], looks: Callable[[str], str]) -> set[int]:
    seen = {seat: looks(name).casefold() for seat, name in names.items() if name}
    count = Counter(seen.values())
    return {seat for seat, look in seen.items() if count[look] > 1}


def shortened(names: Mapping[int, str], longest: int) -> dict[int, str]:
    """The names, harmless and cut to so many characters, and none like another."""
    return told_apart(names, str, longest)

"""Names where there is little room: those that would look alike are told apart by their seats' numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from bot.words.harmless import clean


def told_apart(
    names: Mapping[int, str], looks: Callable[[str], str], numbered: Callable[[str, int], str]
) -> dict[int, str]:
    """The names, but for those that look like another one: these are `numbered`, from 1.

    `looks`: what is to be seen of a name. Nobody's name, "", stays as it is.
    """
    told = dict(names)
    while alike := _alike(told, looks) - _changed(names, told):
        told |= {seat: numbered(names[seat], seat + 1) for seat in alike}
    return told


def _alike(names: Mapping[int, str], looks: Callable[[str], str]) -> set[int]:
    seen = {seat: looks(name).casefold() for seat, name in names.items() if name}
    count = Counter(seen.values())
    return {seat for seat, look in seen.items() if count[look] > 1}


def _changed(names: Mapping[int, str], told: Mapping[int, str]) -> set[int]:
    return {seat for seat in names if names[seat] != told[seat]}


def shortened(names: Mapping[int, str], longest: int) -> dict[int, str]:
    """The names, harmless and cut to so many characters, and none like another."""

    def cut(name: str) -> str:
        return clean(name, longest)

    def numbered(name: str, number: int) -> str:
        return f"{clean(name, longest - 2)} {number}"

    told = told_apart(names, cut, numbered)
    return {seat: cut(name) if name == names[seat] and name else name for seat, name in told.items()}

"""By which names people stand in what leaves Discord: pages for a browser, and files.

On a page that anybody can open stands the name of whoever knew of it when they pressed Join, or has said so
since; everybody else is an initial there. In files, which members of the server make for themselves, only
those are an initial who want to be one. The team that an initial founded is a number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

import msgspec

from bot.i18n.sanitising import NAMELESS, sanitise
from bot.tables.model import ERASED_USER, Table
from bot.tournaments.model import Entry, Named, Tournament

Audience: TypeAlias = Literal["page", "file"]


def publicly_named(t: Tournament, audience: Audience) -> Tournament:
    """The same tournament, in which everybody is called as this audience may call them."""
    called = _names(t, audience)
    entries = tuple(
        msgspec.structs.replace(
            entry,
            name=called[entry.id, len(entry.formerly)],
            formerly=tuple(called[entry.id, at] for at in range(len(entry.formerly))),
        )
        for entry in t.record.entries
    )
    shy = {entry.user for entry in t.record.entries if is_initial(entry.named, audience)}
    teams = tuple(
        msgspec.structs.replace(team, name="") if team.by in shy else team for team in t.record.teams
    )
    return t.with_record(entries=entries, teams=teams)


def table_publicly_named(table: Table, t: Tournament) -> Table:
    """A table of the tournament, which is `publicly_named`: its people are called as they are there.

    Whoever sits there and is not in the tournament is an initial. What became of seats is left out, with the
    reasons that moderators gave.
    """
    names = _by_user(t)

    def called(user: int | None, name: str) -> str:
        if user is None:  # a robot
            return name
        return "" if user == ERASED_USER else names.get(user, initial(name))

    seats = tuple(
        msgspec.structs.replace(seat, name=called(seat.user, seat.name), username="", number=0)
        for seat in table.seats
    )
    leavers = tuple(
        msgspec.structs.replace(left, name=called(left.user, left.name)) for left in table.record.leavers
    )
    return table.with_record(seats=seats, leavers=leavers, happenings=())


def initial(name: str) -> str:
    """The first letter or figure of a name, as in "A."."""
    letter = next((char for char in sanitise(name) if char.isalnum()), NAMELESS)
    return f"{letter.upper()[0]}."


def is_initial(named: Named, audience: Audience) -> bool:
    """Whether this audience sees no more than an initial of a name."""
    return named == "initial" if audience == "file" else named != "name"


def _people(t: Tournament) -> Iterator[tuple[tuple[str, int], str, Named]]:
    """Everybody who is or was in, by entry and the order in which they had it: name, how to be named."""
    for entry in t.record.entries:
        for at, name in enumerate((*entry.formerly, entry.name)):
            yield (entry.id, at), name, _named(entry, at)


def _named(entry: Entry, at: int) -> Named:
    if at == len(entry.formerly):
        return entry.named
    return entry.formerly_named[at] if at < len(entry.formerly_named) else ""


def _names(t: Tournament, audience: Audience) -> Mapping[tuple[str, int], str]:
    """What each of them is called. Initials that several have, or that somebody is called, have the number of
    the entry with them.
    """
    found: dict[tuple[str, int], str] = {}
    short = {who: initial(name) for who, name, named in _people(t) if name and is_initial(named, audience)}
    taken = Counter((*short.values(), *(name for who, name, _named in _people(t) if who not in short)))
    for who, name, _named in _people(t):
        letter = short.get(who)
        number = f" {who[0]}" + ("" if who[1] == 0 else f"-{who[1] + 1}")
        found[who] = name if letter is None else letter if taken[letter] == 1 else letter + number
    return found


def _by_user(t: Tournament) -> Mapping[int, str]:
    former = (
        pair for entry in t.record.entries for pair in zip(entry.former_users, entry.formerly, strict=False)
    )
    return {**dict(former), **{entry.user: entry.called for entry in t.record.entries}}

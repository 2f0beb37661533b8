"""Calendars (RFC 5545): a server's tournaments, and what one person has ahead."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from bot.i18n import Reader
from bot.i18n.sanitising import sanitise
from bot.runtime.clock import Clock
from bot.tables import clocks
from bot.tables.model import Table
from bot.tournaments.model import Tournament
from games.text import _

MOVE_LASTS = 15 * 60
"""Seconds that a move takes in a calendar: it ends when the time is up."""
CUP_LASTS = 2 * 3600
"""Seconds that a tournament takes in a calendar, as nobody knows how long it will."""
REFRESHED = "PT1H"
"""How often whoever subscribes should look again (RFC 7986)."""
LONGEST_TITLE = 200


class Happening(msgspec.Struct, frozen=True):
    """What stands in a calendar; moments in Unix time. `id`: the same as long as it is the same thing."""

    id: str
    title: str
    begins: float
    ends: float
    url: str
    revision: int


def move_of(table: Table, user: int, clock: Clock, reader: Reader) -> Happening | None:
    """The move that somebody has to make by then; None if they have any time, or none to make."""
    seat = table.seat_of(user)
    end = None if seat is None else clocks.deadline(table, seat)
    if end is None:
        return None
    until = clock.unix(end)
    title = reader.about(table.game).plain(_("{game}: your move is due", game=table.game.title))
    where = ""
    if table.channel:
        where = f"https://discord.com/channels/{table.guild or '@me'}/{table.channel}"
    return Happening(f"table-{table.id}", title, until - MOVE_LASTS, until, where, table.revision)


def start_of(tournament: Tournament) -> Happening | None:
    """When a tournament begins; None if nobody has said so."""
    if (starts := tournament.settings.starts) is None:
        return None
    title = sanitise(tournament.settings.name, LONGEST_TITLE)
    where = f"https://discord.com/channels/{tournament.guild}/{tournament.channel}"
    return Happening(
        f"tournament-{tournament.id}", title, starts, starts + CUP_LASTS, where, tournament.revision
    )


def written(name: str, happenings: Sequence[Happening], now: float) -> bytes:
    """The calendar as it is sent. Loads icalendar, so in a process that has time."""
    from icalendar import Calendar, Event, vText

    calendar = Calendar()
    calendar.add("prodid", "-//Tortuga//Tortuga//EN")
    calendar.add("version", "2.0")
    for key in ("name", "x-wr-calname"):  # RFC 7986, and what programs read that are older
        calendar.add(key, vText(sanitise(name, LONGEST_TITLE)))
    calendar["refresh-interval;value=duration"] = REFRESHED
    for each in happenings:
        event = Event()
        event.add("uid", f"{each.id}@tortuga")
        event.add("dtstamp", _moment(now))
        event.add("dtstart", _moment(each.begins))
        event.add("dtend", _moment(each.ends))
        event.add("summary", each.title)
        event.add("sequence", each.revision)
        if each.url:
            event.add("url", each.url)
        calendar.add_component(event)
    return calendar.to_ical()


def _moment(unix: float) -> datetime:
    return datetime.fromtimestamp(int(unix), UTC)

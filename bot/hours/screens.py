"""An hour that suits everybody at a tournament's table: who can when, privately; and that it is found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, tzinfo

from bot.hours import agreement
from bot.i18n import Markup, Reader
from bot.i18n.date_parsing import weekday_name
from bot.screens import clocks
from bot.screens.preferences import OTHER, zone_offers
from bot.tables.model import Table
from bot.tables.pods import pod_of
from bot.ui import components as ui
from bot.ui import custom_ids
from games.text import Listed, Player, Text, _

_CAN, _CANNOT = "🟩", "⬜"
PROPOSED = 0
"""In place of a day: the times that were proposed."""
LONGEST_LIST = 1800
"""Characters of all times that were proposed."""


def hour_in_words(table: Table) -> Text:
    """When the table is played, in words."""
    pod = pod_of(table)
    when = clocks.date_and_time(pod.hour)
    if pod.agreed:
        return _("🗓️ All agreed: play begins {when}.", when=when)
    return _("🗓️ Play begins {when}, or earlier if all agree.", when=when)


def hour_button(table: Table, reader: Reader) -> ui.Button | None:
    """The way to where its players find an hour, as long as they can."""
    if not agreement.is_open(table):
        return None
    if pod_of(table).agreed:
        return ui.button(reader, _("Another time"), "hour", table.id, emoji="🗓️")
    return ui.button(reader, _("Find a time"), "hour", table.id, style=ui.PRIMARY, emoji="🗓️")


def hours_screen(
    table: Table, reader: Reader, user: int, zone: tuple[str, tzinfo], now: float, day: int | None = None
) -> ui.Screen:
    """Who can when, and the lists in which one says when one can oneself. Private. `day`: the one whose hours
    are to be chosen, by its first second; `zone`: the reader's, with its name. `now`: Unix seconds.
    """
    name, there = zone
    is_open = agreement.is_open(table)
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(
            ui.heading(reader, _("Find a time")),
            reader(hour_in_words(table)),
            reader(_what_counts(table)) if is_open else None,
            most=700,
        ),
        ui.block(*map(reader, _proposals(table)), most=LONGEST_LIST) if is_open else None,
        _lists(table, reader, user, there, now, day) if is_open else None,
        ui.block(ui.small(reader(_zone(name))), most=300) if is_open else None,
    )


def _what_counts(table: Table) -> Text:
    if pod_of(table).agreed:
        return _("Another one counts as soon as it suits all of you.")
    return _("Say when you can play. The first time that suits all of you counts.")


def _zone(name: str) -> Text:
    return _("Times are in your time zone, {zone}; /settings me changes it.", zone=Markup(f"`{name}`"))


def _proposals(table: Table) -> Iterator[Text]:
    """Each time with a bar of how many can then, so that it is seen where most hours overlap."""
    everybody = len(agreement.expected(table))
    for moment, seats in agreement.proposed(table).items():
        who = Listed(tuple(Player(seat) for seat in seats))
        bar = _CAN * len(seats) + _CANNOT * (everybody - len(seats))
        yield _("{bar} {when}: {people}", bar=bar, when=clocks.date_and_time(moment), people=who)


def _lists(
    table: Table, reader: Reader, user: int, zone: tzinfo, now: float, day: int | None
) -> Iterator[ui.Row]:
    mine = {at for at, seats in agreement.proposed(table).items() if table.seat_of(user) in seats}
    if proposed := [at for at in agreement.proposed(table) if at > now]:
        hint = _("Which of these suit you?")
        yield _times(table, reader, hint, PROPOSED, proposed, mine, zone)
    days = agreement.days(table, now, zone)
    if days:
        offered = (
            ui.option(reader, _day(each, zone, reader), str(each), chosen=each == day) for each in days
        )
        yield ui.select(reader, custom_ids.encode("hourday", table.id), _("Add times: which day?"), offered)
    if day is not None and day in days and (full_hours := agreement.hours_of(table, day, now, zone)):
        yield _times(table, reader, _("At what times can you play?"), day, full_hours, mine, zone)


def _times(
    table: Table, reader: Reader, hint: Text, day: int, times: Iterable[int], mine: set[int], zone: tzinfo
) -> ui.Row:
    """A list of times, those chosen at which one can."""
    offered = [ui.option(reader, _time(each, zone, reader), str(each), chosen=each in mine) for each in times]
    return ui.select(reader, custom_ids.encode("hourset", table.id, day), hint, offered, any_number=True)


def _day(moment: int, zone: tzinfo, reader: Reader) -> Text:
    there = datetime.fromtimestamp(moment, zone)
    return _("{weekday} {day}", weekday=weekday_name(there.weekday(), reader.locale), day=there.day)


def _time(moment: int, zone: tzinfo, reader: Reader) -> Text:
    there = datetime.fromtimestamp(moment, zone)
    return _("{day}, {time}", day=_day(moment, zone, reader), time=f"{there:%H:%M}")


def zone_screen(table: Table, reader: Reader, likely: str) -> ui.Screen:
    """Asks where somebody lives before hours are told in their time zone. Private."""
    offers = {name: text for name, text in zone_offers(likely).items() if name != OTHER}
    first = {likely: offers[likely], **offers}
    options = (ui.option(reader, text, name) for name, text in first.items())
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(
            ui.heading(reader, _("Find a time")),
            reader(_("Where do you live? Then I show times in your time zone.")),
            ui.small(reader(_("Not listed? /settings me takes any city."))),
            most=500,
        ),
        ui.select(reader, custom_ids.encode("hourzone", table.id), _("Your time zone"), options),
    )


# What is said once to all who play at the table, where they meet. Public.


def proposed_screen(table: Table, reader: Reader) -> ui.Screen:
    """That somebody has said when they can, for those who have not."""
    unanswered = set(agreement.unanswered(table))
    said = Listed(tuple(Player(seat) for seat in agreement.expected(table) if seat not in unanswered))
    called = Listed(tuple(Markup(f"<@{table.seats[seat].user}>") for seat in sorted(unanswered)))
    told = _("🗓️ {names} proposed times. {people}: which suit you?", names=said, people=called)
    return ui.screen(
        ui.Accent.GOLD,
        ui.block(reader(told), most=1000),
        ui.row(ui.button(reader, _("Find a time"), "hour", table.id, style=ui.PRIMARY)),
    )


def agreed_screen(table: Table, reader: Reader) -> ui.Screen:
    """Says that the players have found an hour at which all of them can play."""
    users = (table.seats[seat].user for seat in agreement.expected(table))
    there = Listed(tuple(Markup(f"<@{user}>") for user in users))
    people = reader(_("{people}: you can all make it.", people=there))
    call = reader(_("I'll ping you five minutes before."))
    return ui.screen(ui.Accent.GOLD, ui.block(people, reader(hour_in_words(table)), call, most=1000))


def hour_screen(table: Table, reader: Reader, users: Iterable[int], when: Markup) -> ui.Screen:
    """That the hour is about to come, for those who are not here."""
    people = Listed(tuple(Markup(f"<@{user}>") for user in users))
    called = _("{people}: you play {when}. Press “I am here”.", people=people, when=when)
    return ui.screen(
        ui.Accent.GOLD,
        ui.block(reader(called), most=1000),
        ui.row(ui.button(reader, _("I am here"), "here", table.id, style=ui.PRIMARY)),
    )

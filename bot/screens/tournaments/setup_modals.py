"""Windows in which an organiser types what cannot be chosen from a list: name, moments, lengths, points."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.i18n import Reader
from bot.pace import format_duration
from bot.preferences.people import zone_of
from bot.screens import options
from bot.screens.tournaments.setup import PAGES, Choosing, pod_range
from bot.tournaments.pairing.standings import decimal, points_by_place
from bot.tournaments.settings import LONGEST_NAME
from bot.ui import components as ui
from bot.ui import custom_ids
from games.text import Text, _

LONGEST_TYPED = 40
"""Characters of a moment, a length of time or a number in a window."""


def setup_modal(now: Choosing, what: str, reader: Reader) -> ui.Modal | None:
    """Asks for what has to be typed; None if nothing of that name has."""
    custom_id = custom_ids.encode("twrite", now.id, what)
    if what == "entry":
        return _entry_window(now, custom_id, reader)
    if what == "lengths":
        return _lengths_window(now, custom_id, reader)
    if what == "pace":
        return options.pace_modal(custom_id, now.settings.pace, reader)
    size = what.removeprefix("points.")
    if size.isdecimal() and int(size) in pod_range(now.settings.how):
        return _points_window(now, int(size), custom_id, reader)
    return None


def _entry_window(now: Choosing, custom_id: str, reader: Reader) -> ui.Modal:
    settings = now.settings
    like = _("For example 20:00, tomorrow 19:30, 2027-12-01 20:00")
    zone = _("In the time zone {zone}. Nothing: at once", zone=now.zone)
    on_demand = _("In the time zone {zone}. Nothing: when you say so", zone=now.zone)
    return ui.modal(
        reader,
        PAGES["entry"],
        custom_id,
        _line(reader, "name", _("Name"), _("What it is called"), settings.name, longest=LONGEST_NAME),
        _line(reader, "opens", _("Entries open"), zone, _local(settings.opens, now.zone), like),
        _line(reader, "starts", _("When it starts"), on_demand, _local(settings.starts, now.zone), like),
        _line(
            reader,
            "check_in",
            _("Players say that they are here"),
            _("So long before the start, such as 30 min. 0: they need not"),
            format_duration(settings.check_in),
        ),
        _line(
            reader,
            "cap",
            _("How many can enter"),
            _("Others wait until a place is free. Nothing: any number"),
            str(settings.cap or ""),
        ),
    )


def _lengths_window(now: Choosing, custom_id: str, reader: Reader) -> ui.Modal:
    settings = now.settings
    like = _("For example 90 s, 10 min, 36 h or 3 d")
    fields = (
        (
            *("show_up", _("Tables wait for their players")),
            _("So long at most. 0: the cards are dealt at once"),
        ),
        ("round_lasts", _("Time for a round"), _("Then robots play its games to the end. 0: no limit")),
        ("between", _("From the draw to the tables"), _("Players see their pods meanwhile. 0: at once")),
        ("every", _("From one round to the next"), _("As in a league, such as 7 d. 0: when all have played")),
    )
    lines = (
        _line(reader, name, label, why, format_duration(getattr(settings, name)), like)
        for name, label, why in fields
    )
    return ui.modal(reader, PAGES["course"], custom_id, *lines)


POINTS = "points"
"""The field of the window that asks for them."""


def _points_window(now: Choosing, size: int, custom_id: str, reader: Reader) -> ui.Modal:
    own = now.settings.how.points.get(size, ())
    line = _line(
        reader,
        POINTS,
        _("From the first place on"),
        _("Whole numbers, as many as places. Nothing: the published points"),
        ", ".join(map(str, own)),
        _("{points}", points=", ".join(decimal(each) for each in points_by_place(size, now.settings.how))),
    )
    return ui.modal(reader, _("Points in a pod of {size}", size=size), custom_id, line)


def _line(
    reader: Reader,
    name: str,
    label: Text,
    why: Text,
    value: str,
    like: Text | None = None,
    longest: int = LONGEST_TYPED,
) -> ui.Label:
    line = ui.text_input(reader, name, longest, why if like is None else like, value)
    return ui.labelled(reader, label, line, why)


def _local(unix: float | None, zone: str) -> str:
    """The moment as the clocks there show it, so that it can be read again."""
    if unix is None:
        return ""
    return datetime.fromtimestamp(unix, UTC).astimezone(zone_of(zone)).strftime("%Y-%m-%d %H:%M")

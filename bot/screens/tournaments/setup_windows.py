"""The windows in which is typed what cannot be chosen from a list on a tournament's setup screen."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from bot.i18n import Reader
from bot.preferences.people import zone_of
from bot.screens import clocks, options
from bot.screens.tournaments.setup import PAGES, Choosing, pod_range
from bot.tournaments.model import Range
from bot.tournaments.pairing.standings import decimal, points_by_place
from bot.tournaments.settings import LONGEST_NAME, LONGEST_WORDS
from bot.tournaments.setup_choices import LABELS
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
    if what == "words":
        return _words_window(now, custom_id, reader)
    if what == "limits":
        return _limits_window(now, custom_id, reader)
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
    zone = _("In the time zone {zone}. Empty: at once", zone=now.zone)
    on_demand = _("In the time zone {zone}. Empty: when you say so", zone=now.zone)
    return ui.modal(
        reader,
        PAGES["entry"],
        custom_id,
        _line(reader, "name", LABELS["name"], _("What it's called"), settings.name, longest=LONGEST_NAME),
        _line(reader, "opens", LABELS["opens"], zone, _local(settings.opens, now.zone), like),
        _line(reader, "starts", LABELS["starts"], on_demand, _local(settings.starts, now.zone), like),
        _line(
            reader,
            "check_in",
            LABELS["check_in"],
            _("How long before the start, such as 30 minutes. 0: none"),
            clocks.typed_duration(settings.check_in, reader),
        ),
        _line(
            reader,
            "cap",
            LABELS["cap"],
            _("The rest wait for a place. Empty: no limit"),
            str(settings.cap or ""),
        ),
    )


def _words_window(now: Choosing, custom_id: str, reader: Reader) -> ui.Modal:
    fields = (
        ("description", _("Description"), _("What it's about, and for whom")),
        ("prizes", _("Prizes"), _("What there is to win")),
        ("house_rules", _("House rules"), _("What applies besides the rules of the game")),
    )
    labels = (
        ui.labelled(
            reader,
            label,
            ui.text_input(reader, name, LONGEST_WORDS[name], hint, getattr(now.settings, name), lines=True),
        )
        for name, label, hint in fields
    )
    return ui.modal(reader, _("In your own words"), custom_id, *labels)


def _limits_window(now: Choosing, custom_id: str, reader: Reader) -> ui.Modal:
    settings = now.settings
    fields = (
        ("ratings", _("Newcomers have 1000"), settings.ratings, str),
        ("games_played", _("Of this game"), settings.games_played, str),
        (
            "membership",
            _("Since they joined"),
            settings.membership,
            lambda seconds: clocks.typed_duration(seconds, reader),
        ),
    )
    lines = (
        _line(
            reader,
            name,
            LABELS[name],
            why,
            _limits(limits, said),
            _("5-20, 5- for at least, -20 for at most"),
        )
        for name, why, limits, said in fields
    )
    return ui.modal(reader, _("Who may enter"), custom_id, *lines)


def _limits(limits: Range, said: Callable[[int], str]) -> str:
    """A range as it is typed into the window ("2-5", "2-", "-5"); empty if it excludes nobody."""
    if limits == Range():
        return ""
    least, most = ("" if end is None else said(end) for end in (limits.least, limits.most))
    return f"{least}-{most}"


def _lengths_window(now: Choosing, custom_id: str, reader: Reader) -> ui.Modal:
    settings = now.settings
    like = _("For example 10 minutes, 36 hours or 3 days")
    fields = (
        (
            "show_up",
            _("At most this long. 0: I deal at once"),
        ),
        ("round_lasts", _("Then robots finish the games. 0: no limit")),
        ("between", _("Players see their pods meanwhile. 0: none")),
        (
            "every",
            _("As in a league: 7 days. 0: when all have played"),
        ),
    )
    lines = (
        _line(reader, name, LABELS[name], why, clocks.typed_duration(getattr(settings, name), reader), like)
        for name, why in fields
    )
    return ui.modal(reader, PAGES["course"], custom_id, *lines)


POINTS = "points"
"""The field of the window that asks for them."""


def _points_window(now: Choosing, size: int, custom_id: str, reader: Reader) -> ui.Modal:
    own = now.settings.how.points.get(size, ())
    line = _line(
        reader,
        POINTS,
        _("First place first"),
        _("One whole number per place. Empty: the usual points"),
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

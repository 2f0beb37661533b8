"""What I prefer, everywhere I play: how I am told of my turns, when not, and how hands come. Private."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from msgspec import UNSET

from bot.screens import ids, parts
from bot.screens.kit import (
    Accent,
    Button,
    Label,
    Modal,
    Option,
    Row,
    Screen,
    Select,
    Separator,
    TextInput,
    block,
    option_text,
    placeholder,
    screen,
)
from bot.screens.limits import MODAL_HINT, MODAL_LABEL, MODAL_TITLE
from bot.wishes.people import PersonWishes, Told
from bot.wishes.quiet import Quiet, zone_of
from bot.words import Markup, Reader
from bot.words.harmless import cut
from games.text import Text, _

HOURS = range(24)
SWITCHES = ("text_mode", "forced_moves")
"""What is switched on and off with a button, by its name in the wishes."""
NEVER, OTHER = "never", "other"
"""Values of the selects: no quiet hours; a time zone that is not in the list."""
ZONE = "zone"
"""The field of the window that asks for a time zone."""
LONGEST_ZONE = 40

COMMON_ZONES = (
    "Europe/London",
    "Europe/Lisbon",
    "Europe/Berlin",
    "Europe/Paris",
    "Europe/Rome",
    "Europe/Zurich",
    "Europe/Athens",
    "Europe/Istanbul",
    "Africa/Lagos",
    "Africa/Johannesburg",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Singapore",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
    "America/Sao_Paulo",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "UTC",
)
"""Offered in the list, from east of the Atlantic around the world."""

_USUAL = {"de": "Europe/Berlin", "fr": "Europe/Paris", "it": "Europe/Rome", "en-GB": "Europe/London"}
"""By language, where most who speak it live: taken until somebody says otherwise."""

_NUDGES: Mapping[Told, Text] = {
    "channel": _("Tell me of my turns: where the table is"),
    "direct": _("Tell me of my turns: by direct message"),
    "none": _("Tell me of my turns: never"),
}
_NOTES: Mapping[Told, Text] = {
    "channel": _("A short message that mentions you, taken away when you have moved."),
    "direct": _("If I cannot write to you directly, I tell you where the table is."),
    "none": _("/turns shows what waits for you."),
}


def usual_zone(locale: str) -> str:
    """The time zone of somebody who has not said theirs."""
    return _USUAL.get(locale, "UTC")


def wishes(now: PersonWishes, reader: Reader, unix: float) -> Screen:
    """All that can be chosen, as it is chosen now. `unix`: the time, to be told in the chosen time zone."""
    zone = now.zone or usual_zone(reader.locale)
    return screen(
        Accent.SAND,
        block(
            parts.heading(reader, _("Your settings")),
            reader(_("They hold on every server where you play.")),
            most=400,
        ),
        Row((_select(reader, "nudges", _nudges(now, reader), _("How you are told of your turns")),)),
        block(reader(_quiet(now.quiet)), reader(_clock(zone, unix)), most=500),
        Row((_select(reader, "begin", _begins(now.quiet, reader), _("When quiet hours begin")),)),
        Row((_select(reader, "end", _ends(now.quiet, reader), _("When quiet hours end")),))
        if now.quiet is not None
        else None,
        Row((_select(reader, "zone", _zones(zone, reader), _("Your time zone")),)),
        Separator(),
        block(*map(reader, _switches(now)), most=800),
        parts.row(
            _switch(
                reader,
                "text_mode",
                now.text_mode,
                _("With pictures again") if now.text_mode else _("Without pictures"),
            ),
            _switch(
                reader,
                "forced_moves",
                now.forced_moves,
                _("Play every move myself") if now.forced_moves else _("Let forced moves play themselves"),
            ),
        ),
    )


def _select(reader: Reader, name: str, options: Iterable[Option], hint: Text) -> Select:
    return Select(ids.encode("wish", name), tuple(options), placeholder(reader.plain(hint)))


def _nudges(now: PersonWishes, reader: Reader) -> Iterable[Option]:
    for told, words in _NUDGES.items():
        note = option_text(reader.plain(_NOTES[told]))
        chosen = told == now.nudges or UNSET
        yield Option(option_text(reader.plain(words)), told, note, default=chosen)


def _quiet(quiet: Quiet | None) -> Text:
    if quiet is None:
        return _("🔔 You have no quiet hours: you are told at any time of the day.")
    return _(
        "🔕 Quiet hours: from {begin} to {end} you are told nothing; what is due then is told after.",
        begin=_time(quiet.begin),
        end=_time(quiet.end),
    )


def _clock(zone: str, unix: float) -> Text:
    there = datetime.fromtimestamp(unix, UTC).astimezone(zone_of(zone))
    time = _time(there.hour * 60 + there.minute)
    return _("🕰️ Your time zone is {zone}, where it is {time} now.", zone=Markup(f"`{zone}`"), time=time)


def _time(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _begins(quiet: Quiet | None, reader: Reader) -> Iterable[Option]:
    none = option_text(reader.plain(_("No quiet hours")))
    yield Option(none, NEVER, default=quiet is None or UNSET)
    for hour in HOURS:
        chosen = (quiet is not None and quiet.begin == hour * 60) or UNSET
        words = _("Quiet from {time}", time=_time(hour * 60))
        yield Option(option_text(reader.plain(words)), str(hour), default=chosen)


def _ends(quiet: Quiet | None, reader: Reader) -> Iterable[Option]:
    """At every hour but the one at which they begin."""
    for hour in HOURS:
        if quiet is not None and quiet.begin == hour * 60:
            continue
        chosen = (quiet is not None and quiet.end == hour * 60) or UNSET
        words = _("Quiet until {time}", time=_time(hour * 60))
        yield Option(option_text(reader.plain(words)), str(hour), default=chosen)


def _zones(zone: str, reader: Reader) -> Iterable[Option]:
    there = COMMON_ZONES if zone in COMMON_ZONES else (zone, *COMMON_ZONES)
    for name in there:
        words = _("Time zone: {zone}", zone=name.replace("_", " "))
        yield Option(option_text(reader.plain(words)), name, default=name == zone or UNSET)
    yield Option(option_text(reader.plain(_("Time zone: another one"))), OTHER)


def _switches(now: PersonWishes) -> Iterable[Text]:
    yield (
        _("📝 Your private messages come without pictures.")
        if now.text_mode
        else _("🖼️ Your private messages come with pictures, where there are any.")
    )
    yield (
        _("⏩ Where you sit down, moves without a choice play themselves.")
        if now.forced_moves
        else _("✋ You play every move yourself, also where there is only one.")
    )


def _switch(reader: Reader, name: str, on: bool, text: Text) -> Button:
    return parts.button(reader, text, "wished", name, 0 if on else 1)


def zone_window(now: PersonWishes, reader: Reader) -> Modal:
    """Asks for a time zone that is not in the list."""
    hint = cut(reader.plain(_("For example Berlin, New York or Asia/Kathmandu")), MODAL_HINT)
    field = TextInput(ZONE, LONGEST_ZONE, hint, now.zone or UNSET, required=True)
    why = cut(reader.plain(_("Its name, or a large city in it.")), MODAL_HINT)
    name = cut(reader.plain(_("Your time zone")), MODAL_LABEL)
    return Modal(
        cut(reader.plain(_("Your time zone")), MODAL_TITLE),
        ids.encode("zone", "me"),
        (Label(name, why, field),),
    )

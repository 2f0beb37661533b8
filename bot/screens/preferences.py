"""What I prefer, everywhere I play: how I am told of my turns, when not, and how hands come. Private."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import UTC, datetime

from msgspec import UNSET

from bot.i18n import Markup, Reader
from bot.i18n.sanitising import truncate
from bot.pace import PACES
from bot.preferences.people import NudgeChannel, PersonPreferences, QuietHours, zone_of
from bot.preferences.servers import ServerLocale, ServerPreferences
from bot.screens import clocks
from bot.ui import custom_ids
from bot.ui.components import (
    DANGER,
    Accent,
    Button,
    ChannelSelect,
    DefaultValue,
    File,
    Label,
    MediaItem,
    Modal,
    Option,
    RoleSelect,
    Row,
    Screen,
    Select,
    Separator,
    TextInput,
    block,
    bulleted,
    button,
    heading,
    option_text,
    placeholder,
    row,
    screen,
    small,
)
from bot.ui.limits import MODAL_HINT, MODAL_LABEL, MODAL_TITLE
from games.text import Listed, Text, _, _n

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

_USUAL_ZONES = {"de": "Europe/Berlin", "fr": "Europe/Paris", "it": "Europe/Rome", "en-GB": "Europe/London"}
"""By language, where most who speak it live: taken until somebody says otherwise."""

_NOTIFICATIONS: Mapping[NudgeChannel, Text] = {
    "channel": _("Tell me of my turns: where the table is"),
    "direct": _("Tell me of my turns: by direct message"),
    "none": _("Tell me of my turns: never"),
}
_NOTES: Mapping[NudgeChannel, Text] = {
    "channel": _("A short message that mentions you, taken away when you have moved."),
    "direct": _("If I cannot write to you directly, I tell you where the table is."),
    "none": _("/turns shows what waits for you."),
}


def usual_zone(locale: str) -> str:
    """The time zone of somebody who has not said theirs."""
    return _USUAL_ZONES.get(locale, "UTC")


def personal_preferences_screen(now: PersonPreferences, reader: Reader, unix: float) -> Screen:
    """All that can be chosen, as it is chosen now. `unix`: the time, to be told in the chosen time zone."""
    zone = now.zone or usual_zone(reader.locale)
    return screen(
        Accent.SAND,
        block(
            heading(reader, _("Your settings")),
            reader(_("They hold on every server where you play.")),
            most=400,
        ),
        Row(
            (
                _personal_select(
                    reader, "nudges", _notifications(now, reader), _("How you are told of your turns")
                ),
            )
        ),
        block(reader(_quiet(now.quiet)), reader(_clock(zone, unix)), most=500),
        Row((_personal_select(reader, "begin", _begins(now.quiet, reader), _("When quiet hours begin")),)),
        Row((_personal_select(reader, "end", _ends(now.quiet, reader), _("When quiet hours end")),))
        if now.quiet is not None
        else None,
        Row((_personal_select(reader, "zone", _zones(zone, reader), _("Your time zone")),)),
        Separator(),
        block(*map(reader, _switches(now)), most=800),
        row(
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


def _personal_select(reader: Reader, name: str, options: Iterable[Option], hint: Text) -> Select:
    return Select(custom_ids.encode("wish", name), tuple(options), placeholder(reader.plain(hint)))


def _notifications(now: PersonPreferences, reader: Reader) -> Iterable[Option]:
    for way, words in _NOTIFICATIONS.items():
        note = option_text(reader.plain(_NOTES[way]))
        chosen = way == now.nudges or UNSET
        yield Option(option_text(reader.plain(words)), way, note, default=chosen)


def _quiet(quiet: QuietHours | None) -> Text:
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


def _begins(quiet: QuietHours | None, reader: Reader) -> Iterable[Option]:
    none = option_text(reader.plain(_("No quiet hours")))
    yield Option(none, NEVER, default=quiet is None or UNSET)
    for hour in HOURS:
        chosen = (quiet is not None and quiet.begin == hour * 60) or UNSET
        words = _("Quiet from {time}", time=_time(hour * 60))
        yield Option(option_text(reader.plain(words)), str(hour), default=chosen)


def _ends(quiet: QuietHours | None, reader: Reader) -> Iterable[Option]:
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


def _switches(now: PersonPreferences) -> Iterable[Text]:
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
    return button(reader, text, "wished", name, 0 if on else 1)


def zone_modal(now: PersonPreferences, reader: Reader) -> Modal:
    """Asks for a time zone that is not in the list."""
    hint = truncate(reader.plain(_("For example Berlin, New York or Asia/Kathmandu")), MODAL_HINT)
    field = TextInput(ZONE, LONGEST_ZONE, hint, now.zone or UNSET, required=True)
    why = truncate(reader.plain(_("Its name, or a large city in it.")), MODAL_HINT)
    name = truncate(reader.plain(_("Your time zone")), MODAL_LABEL)
    return Modal(
        truncate(reader.plain(_("Your time zone")), MODAL_TITLE),
        custom_ids.encode("zone", "me"),
        (Label(name, why, field),),
    )


# How a server wants it, on one screen, for those who manage it. Private.
#
# Every list says what it is about in each of its options, since a list that has a value shows no placeholder;
# what is chosen stands above in words as well.


LANGUAGES: Mapping[ServerLocale, str] = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
}
"""What each language calls itself."""
TABLE_LIMITS = (1, 2, 3, 5, 10, 20, 50, 100)
"""Of tables at once, that can be chosen."""
HOLD_TABLES = (0, 2, 5, 13, 15)
"""Discord's types of channels in which, or in whose threads, people can write: text, voice, news, forum."""
DEFAULT = "any"
"""The value that takes a wish back."""


def server_preferences_screen(wishes: ServerPreferences, reader: Reader, there: Collection[int]) -> Screen:
    """What is chosen, and the lists to choose from. `there`: the channels and roles that the server has."""
    return screen(
        Accent.SAND,
        block(
            heading(reader, _("How this server wants it")),
            *bulleted(map(reader, _server_summary(wishes))),
            most=3400,
        ),
        _languages(wishes, reader),
        _paces(wishes, reader),
        _channels(wishes, reader, there),
        _roles(wishes, reader, there),
        _organisers(wishes, reader, there),
        _numbers(wishes, reader),
        row(*_buttons(wishes, reader)),
        block(small(reader(_IN_FORCE)), most=400),
    )


_IN_FORCE = _(
    "Whatever you choose holds at once, for tables opened from now on; the language also for what is posted "
    "at open tables."
)


def _server_summary(wishes: ServerPreferences) -> Iterator[Text]:
    yield _language(wishes)
    name = clocks.PACE_NAMES[wishes.default_pace.name]
    yield _("Pace, where nobody chooses another: {pace}.", pace=name)
    if wishes.text_mode:
        yield _("Public messages are in words only, without pictures.")
    else:
        yield _("Public messages may show pictures.")
    if wishes.channels:
        channels = Listed(tuple(Markup(f"<#{channel}>") for channel in wishes.channels))
        yield _("Tables are opened in {channels} only, and in threads there.", channels=channels)
    else:
        yield _("Tables are opened in every channel in which I may write.")
    if wishes.roles:
        roles = Listed(tuple(Markup(f"<@&{role}>") for role in wishes.roles))
        yield _("Tables are opened by members with {roles}, and by those who manage the server.", roles=roles)
    else:
        yield _("Everybody may open tables.")
    if wishes.organisers:
        roles = Listed(tuple(Markup(f"<@&{role}>") for role in wishes.organisers))
        yield _(
            "Tournaments are run, and tables moderated, by members with {roles}, and by those who manage the "
            "server.",
            roles=roles,
        )
    else:
        yield _("Tournaments are run, and tables moderated, by those who manage the server.")
    yield _number(wishes)


def _language(wishes: ServerPreferences) -> Text:
    if not wishes.locale:
        return _("What everybody reads is in the language that this server has in Discord.")
    return _("What everybody reads is in this language: {language}.", language=LANGUAGES[wishes.locale])


def _number(wishes: ServerPreferences) -> Text:
    if not wishes.tables:
        return _("Any number of tables may be open at once.")
    return _n(
        "At most {count} table may be open at once.",
        "At most {count} tables may be open at once.",
        wishes.tables,
    )


def _languages(wishes: ServerPreferences, reader: Reader) -> Row:
    default = _server_option(
        reader, _("Language: as this server has it in Discord"), DEFAULT, not wishes.locale
    )
    known = [
        _server_option(reader, _("Language: {language}", language=name), locale, wishes.locale == locale)
        for locale, name in LANGUAGES.items()
    ]
    return _server_select(reader, "language", _("Language of what everybody reads"), default, *known)


def _paces(wishes: ServerPreferences, reader: Reader) -> Row:
    known = [
        _server_option(
            reader, _("Pace: {name}", name=clocks.PACE_NAMES[pace.name]), pace.name, wishes.pace == pace.name
        )
        for pace in PACES.values()
    ]
    return _server_select(reader, "pace", _("Pace of tables"), *known)


def _numbers(wishes: ServerPreferences, reader: Reader) -> Row:
    default = _server_option(reader, _("Tables at once: any number"), DEFAULT, not wishes.tables)
    known = [
        _server_option(
            reader, _("Tables at once: {number}", number=number), str(number), wishes.tables == number
        )
        for number in TABLE_LIMITS
    ]
    return _server_select(reader, "tables", _("How many tables at once"), default, *known)


def _server_select(reader: Reader, what: str, hint: Text, *options: Option) -> Row:
    return Row((Select(custom_ids.encode("server", what, ""), options, placeholder(reader.plain(hint))),))


def _server_option(reader: Reader, text: Text, value: str, chosen: bool) -> Option:
    return Option(option_text(reader.plain(text)), value, default=chosen or UNSET)


def _channels(wishes: ServerPreferences, reader: Reader, there: Collection[int]) -> Row:
    presets = tuple(DefaultValue(str(channel), "channel") for channel in wishes.channels if channel in there)
    hint = placeholder(reader.plain(_("Channels in which tables are opened; none: all")))
    return Row((ChannelSelect(custom_ids.encode("server", "channels", ""), hint, HOLD_TABLES, presets),))


def _roles(wishes: ServerPreferences, reader: Reader, there: Collection[int]) -> Row:
    presets = tuple(DefaultValue(str(role), "role") for role in wishes.roles if role in there)
    hint = placeholder(reader.plain(_("Roles that open tables; none: everybody")))
    return Row((RoleSelect(custom_ids.encode("server", "roles", ""), hint, presets),))


def _organisers(wishes: ServerPreferences, reader: Reader, there: Collection[int]) -> Row:
    presets = tuple(DefaultValue(str(role), "role") for role in wishes.organisers if role in there)
    hint = placeholder(reader.plain(_("Roles that run tournaments and moderate; none: those who manage")))
    return Row((RoleSelect(custom_ids.encode("server", "organisers", ""), hint, presets),))


def _buttons(wishes: ServerPreferences, reader: Reader) -> Iterator[Button]:
    text_mode = _("Show pictures") if wishes.text_mode else _("Words only")
    yield button(reader, text_mode, "server", "text", 0 if wishes.text_mode else 1)
    if wishes.channels:
        yield button(reader, _("Tables in every channel"), "server", "channels", DEFAULT)
    if wishes.roles:
        yield button(reader, _("Everybody opens tables"), "server", "roles", DEFAULT)
    if wishes.organisers:
        yield button(reader, _("No organiser roles"), "server", "organisers", DEFAULT)


# What is stored about whoever asks: as a file, or erased after a question. Private.


LONGEST_PRIVACY_TEXT = 1500


def data_export_screen(filename: str, reader: Reader) -> Screen:
    """The file with all that is stored."""
    text = _(
        "Here is all that I have stored about you, as JSON: what you prefer, your games and moves, your "
        "results and ratings. Of a game that still goes on it holds what you may see, and nobody else's "
        "cards."
    )
    return screen(
        Accent.SAND,
        block(heading(reader, _("Your data")), reader(text), most=LONGEST_PRIVACY_TEXT),
        File(MediaItem(f"attachment://{filename}")),
    )


def confirm_erasure(games: int, reader: Reader) -> Screen:
    """Whether they mean to be forgotten. `games`: how many they are in the middle of."""
    lines: list[Text] = [
        _("I forget your name, what you prefer, your results and your ratings, on every server."),
        _(
            "Games that are over stay as they were played, with “a former player” in your place. A word that "
            "you cut with is erased too; the shuffle stays as it was."
        ),
        _(
            "Tables that wait for players lose you; games that go on are handed to robots for good. You are "
            "in {count} of them now.",
            count=games,
        ),
        _("What stands in Discord's channels already is Discord's; I draw anew what I can."),
        _("This cannot be undone. /privacy export gives you a copy first."),
    ]
    return screen(
        Accent.AMBER,
        block(
            heading(reader, _("Erase all that I have stored about you?")),
            *bulleted(map(reader, lines)),
            most=LONGEST_PRIVACY_TEXT,
        ),
        row(
            button(reader, _("Erase my data"), "forgetconfirm", style=DANGER),
            button(reader, _("Give me a copy first"), "export"),
        ),
    )

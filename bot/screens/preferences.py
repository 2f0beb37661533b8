"""What I prefer, everywhere I play: how I am told of my turns, when not, and how hands come. Private."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

import msgspec

from bot.i18n import Markup, Reader
from bot.pace import PACES
from bot.preferences.people import NudgeChannel, PersonPreferences, QuietHours, zone_of
from bot.preferences.servers import MOST_LOBBIES, ServerLocale, ServerPreferences
from bot.screens import clocks
from bot.tables.server_moderation import ServerSettings
from bot.ui import components as ui
from bot.ui import custom_ids
from games.text import Listed, Text, _, _n

HOURS = range(24)
SWITCHES = ("text_mode", "forced_moves", "no_lessons")
"""What is switched on and off with a button, by its name in the preferences."""
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
    "channel": _("Ping me at the table"),
    "direct": _("Ping me by direct message"),
    "none": _("Never ping me"),
}
_NOTES: Mapping[NudgeChannel, Text] = {
    "channel": _("A short mention, gone once you've moved."),
    "direct": _("If I can't reach you, I ping you at the table."),
    "none": _("/turns shows what's waiting for you."),
}


def usual_zone(locale: str) -> str:
    """The time zone of somebody who has not said theirs."""
    return _USUAL_ZONES.get(locale, "UTC")


def personal_preferences_screen(now: PersonPreferences, reader: Reader, unix: float) -> ui.Screen:
    """All that can be chosen, as it is chosen now. `unix`: the time, to be told in the chosen time zone."""
    zone = now.zone or usual_zone(reader.locale)
    pictures = _("Pictures") if now.text_mode else _("Text mode")
    lessons = _("Lessons on") if now.no_lessons else _("Lessons off")
    forced = _("Autoplay off") if now.forced_moves else _("Autoplay on")

    quiet = now.quiet
    begins = {str(hour): _("Quiet from {time}", time=_time(hour * 60)) for hour in HOURS}
    begins = {NEVER: _("No quiet hours")} | begins

    def select(name: str, hint: Text, offers: Mapping[str, Text], chosen: str) -> ui.Row:
        return ui.value_select(reader, custom_ids.encode("wish", name), hint, offers, chosen)

    return ui.screen(
        ui.Accent.SAND,
        ui.block(
            ui.heading(reader, _("Your settings")),
            reader(_("They apply on every server.")),
            most=400,
        ),
        ui.select(
            reader,
            custom_ids.encode("wish", "nudges"),
            _("How I ping you"),
            (
                ui.option(reader, words, way, _NOTES[way], chosen=way == now.nudges)
                for way, words in _NOTIFICATIONS.items()
            ),
        ),
        select("begin", _("When quiet hours begin"), begins, NEVER if quiet is None else _hour(quiet.begin)),
        None if quiet is None else select("end", _("When quiet hours end"), _ends(quiet), _hour(quiet.end)),
        select("zone", _("Your time zone"), zone_offers(zone), zone),
        ui.block(reader(_clock(zone, unix)), *map(reader, _switches(now)), most=900),
        ui.row(
            ui.button(reader, pictures, "wished", "text_mode", 0 if now.text_mode else 1),
            ui.button(reader, forced, "wished", "forced_moves", 0 if now.forced_moves else 1),
            ui.button(reader, lessons, "wished", "no_lessons", 0 if now.no_lessons else 1),
        ),
    )


def _clock(zone: str, unix: float) -> Text:
    there = datetime.fromtimestamp(unix, UTC).astimezone(zone_of(zone))
    time = _time(there.hour * 60 + there.minute)
    return _("🕰️ {zone}, where it's {time} now.", zone=Markup(f"`{zone}`"), time=time)


def _time(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _hour(minutes: int) -> str:
    """The value of a full hour; of any other time none that is offered."""
    return f"{minutes / 60:g}"


def _ends(quiet: QuietHours) -> Mapping[str, Text]:
    """At every hour but the one at which they begin."""
    ends = [hour for hour in HOURS if quiet.begin != hour * 60]
    return {str(hour): _("Quiet until {time}", time=_time(hour * 60)) for hour in ends}


def zone_offers(zone: str) -> Mapping[str, Text]:
    """What can be chosen, this one among it."""
    there = COMMON_ZONES if zone in COMMON_ZONES else (zone, *COMMON_ZONES)
    zones = {name: _("Time zone: {zone}", zone=name.replace("_", " ")) for name in there}
    return zones | {OTHER: _("Time zone: another one")}


def _switches(now: PersonPreferences) -> Iterable[Text]:
    yield (
        _("📝 Your private messages are in words.")
        if now.text_mode
        else _("🖼️ Your private messages have pictures.")
    )
    yield (
        _("⏩ Autoplay is on: forced moves play themselves.")
        if now.forced_moves
        else _("✋ Autoplay is off: you play every move.")
    )
    yield (
        _("🎓 I explain nothing unless you /learn.")
        if now.no_lessons
        else _("🎓 I explain what is new to you, once.")
    )


def zone_modal(
    now: PersonPreferences, reader: Reader, custom_id: str = custom_ids.encode("zone", "me")
) -> ui.Modal:
    """Asks for a time zone that is not in the list."""
    hint = _("For example Berlin, New York or Asia/Kathmandu")
    line = ui.text_input(reader, ZONE, LONGEST_ZONE, hint, now.zone, required=True)
    field = ui.labelled(reader, _("Your time zone"), line, _("Its name, or a large city in it."))
    return ui.modal(reader, _("Your time zone"), custom_id, field)


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
TABLE_CHANNELS = (0, 2, 5, 13, 15)
"""Discord's types of channels in which, or in whose threads, people can write: text, voice, news, forum."""
LOBBY_LIMITS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, MOST_LOBBIES)
"""Of tables of one member that wait for people, that can be chosen."""
LOG_CHANNELS = (0, 5)
"""Discord's types of channels in which what moderators do can be posted: text and news."""
MAIN, MODERATION = "main", "moderation"
"""The pages of a server's preferences."""
DEFAULT = "any"
"""The value that takes a choice back."""


def server_preferences_screen(
    now: ServerPreferences,
    reader: Reader,
    there: Collection[int],
    here: int = 0,
    *,
    puzzle_waits: bool = False,
) -> ui.Screen:
    """What is chosen, and the lists to choose from. `there`: the channels and roles that the server has;
    `here`: the channel in which it is read; `puzzle_waits`: the bot may not write where the puzzle comes.
    """
    channels = tuple(ui.DefaultValue(str(each), "channel") for each in now.channels if each in there)
    channels_hint = ui.placeholder(reader.plain(_("Channels in which tables are opened; none: all")))

    languages = {locale: _("Language: {language}", language=name) for locale, name in LANGUAGES.items()}
    languages = {DEFAULT: _("Language: as this server has it in Discord")} | languages
    paces = {name: _("Pace: {name}", name=clocks.PACE_NAMES[name]) for name in PACES}
    limits = {str(number): _("Tables at once: {number}", number=number) for number in TABLE_LIMITS}
    limits = {DEFAULT: _("Tables at once: any number")} | limits

    def select(what: str, hint: Text, offers: Mapping[str, Text], chosen: str | int) -> ui.Row:
        return ui.value_select(reader, custom_ids.encode("server", what, ""), hint, offers, chosen)

    def roles(what: str, hint: Text, chosen: Collection[int]) -> ui.Row:
        return ui.role_select(reader, custom_ids.encode("server", what, ""), hint, chosen, there)

    return ui.screen(
        ui.Accent.SAND,
        ui.block(
            ui.heading(reader, _("How this server plays")),
            *ui.bulleted(map(reader, _server_summary(now))),
            reader(_not_allowed(now.puzzles)) if puzzle_waits else None,
            most=3400,
        ),
        select("language", _("Language for what everyone reads"), languages, now.locale or DEFAULT),
        select("pace", _("Pace of tables"), paces, now.pace),
        ui.Row(
            (
                ui.ChannelSelect(
                    custom_ids.encode("server", "channels", ""), channels_hint, TABLE_CHANNELS, channels
                ),
            )
        ),
        roles("roles", _("Roles that open tables; none means everyone"), now.roles),
        select("tables", _("How many tables at once"), limits, now.tables or DEFAULT),
        ui.rows(list(_buttons(now, reader, here))),
        ui.block(ui.small(reader(_IN_FORCE)), most=400),
    )


def _not_allowed(channel: int) -> Text:
    return _(
        "⚠️ I'm not allowed to write in {channel}. Once I am, I post what's waiting.",
        channel=Markup(f"<#{channel}>"),
    )


_IN_FORCE = _("Changes apply to new tables; the language also to open ones.")


def _server_summary(now: ServerPreferences) -> Iterator[Text]:
    if now.locale:
        yield _("Public messages are in {language}.", language=LANGUAGES[now.locale])
    else:
        yield _("Public messages follow this server's Discord language.")
    yield _("Usual pace: {pace}.", pace=clocks.PACE_NAMES[now.default_pace.name])
    if now.text_mode:
        yield _("Public messages are in words only.")
    else:
        yield _("Public messages show pictures.")
    if now.channels:
        channels = Listed(tuple(Markup(f"<#{channel}>") for channel in now.channels))
        yield _("Tables open only in {channels} and threads there.", channels=channels)
    else:
        yield _("Tables open in any channel I can write in.")
    if now.roles:
        yield _("Only {roles} and server managers open tables.", roles=_mentioned(now.roles))
    else:
        yield _("Anyone can open tables.")
    if now.tables:
        yield _n(
            "At most {count} open table at once.",
            "At most {count} open tables at once.",
            now.tables,
        )
    else:
        yield _("Any number of open tables.")
    if now.puzzles:
        yield _("The puzzle of the day comes in {channel}.", channel=Markup(f"<#{now.puzzles}>"))


def changed_settings(before: ServerSettings, after: ServerSettings) -> tuple[Listed, Listed]:
    """What the one says otherwise than the other, and how the other says it."""
    pairs = list(zip(_summary(before), _summary(after), strict=False))
    differ = [(was, now) for was, now in pairs if was != now]
    return Listed(tuple(was for was, _now in differ)), Listed(tuple(now for _was, now in differ))


def _summary(now: ServerSettings) -> list[Text]:
    """A line for each setting, whatever it is."""
    puzzles = [] if now.chosen.puzzles else [_("No puzzle of the day.")]
    log = None if now.log is None else LogChannel(now.log)
    return [*_server_summary(now.chosen), *puzzles, *_moderation_summary(now.chosen, log)]


def _buttons(now: ServerPreferences, reader: Reader, here: int) -> Iterator[ui.Button]:
    text_mode = _("Show pictures") if now.text_mode else _("Words only")
    yield ui.button(reader, text_mode, "server", "text", 0 if now.text_mode else 1)
    if now.puzzles:
        yield ui.button(reader, _("No daily puzzle"), "server", "puzzles", DEFAULT)
    elif here:
        yield ui.button(reader, _("Daily puzzle here"), "server", "puzzles", here)
    if now.channels:
        yield ui.button(reader, _("Tables in every channel"), "server", "channels", DEFAULT)
    if now.roles:
        yield ui.button(reader, _("Everyone opens tables"), "server", "roles", DEFAULT)
    yield ui.button(reader, _("Moderation"), "server", "page", MODERATION)


# The second page of it: who moderates, how much one member may open, and where what is done can be read.


class LogChannel(msgspec.Struct, frozen=True):
    """Where a server reads what its moderators do. `open_to_all`: everybody can read it there; `waits`: the
    bot may not write there.
    """

    channel: int
    open_to_all: bool = False
    waits: bool = False


def moderation_preferences_screen(
    now: ServerPreferences, reader: Reader, there: Collection[int], log: LogChannel | None
) -> ui.Screen:
    """What is chosen, and the lists to choose from. `there`: the channels and roles that the server has."""
    lobbies = {
        str(number): _("Waiting tables per member: {number}", number=number) for number in LOBBY_LIMITS
    }
    lobbies = {DEFAULT: _("Waiting tables per member: any number")} | lobbies
    known = () if log is None or log.channel not in there else (ui.DefaultValue(str(log.channel), "channel"),)
    hint = ui.placeholder(reader.plain(_("Channel for the log; none: only /moderate log")))
    return ui.screen(
        ui.Accent.SAND,
        ui.block(
            ui.heading(reader, _("Moderation on this server")),
            *ui.bulleted(map(reader, _moderation_summary(now, log))),
            most=1900,
        ),
        ui.role_select(
            reader,
            custom_ids.encode("server", "organisers", ""),
            _("Roles that run tournaments; none: those who manage"),
            now.organisers,
            there,
        ),
        ui.role_select(
            reader,
            custom_ids.encode("server", "moderators", ""),
            _("Roles that moderate and ban; none: those who manage"),
            now.moderators,
            there,
        ),
        ui.value_select(
            reader,
            custom_ids.encode("server", "lobbies", ""),
            _("How many waiting tables per member"),
            lobbies,
            now.lobbies or DEFAULT,
        ),
        ui.Row((ui.ChannelSelect(custom_ids.encode("server", "log", ""), hint, LOG_CHANNELS, known, 0, 1),)),
        ui.rows(list(_moderation_buttons(now, reader, log))),
    )


def _moderation_summary(now: ServerPreferences, log: LogChannel | None) -> Iterator[Text]:
    if now.organisers:
        yield _("{roles} and server managers run tournaments.", roles=_mentioned(now.organisers))
    else:
        yield _("Server managers run tournaments.")
    if now.moderators:
        yield _("{roles} and server managers moderate tables and ban.", roles=_mentioned(now.moderators))
    elif now.organisers:
        yield _("They moderate tables, too. Only server managers ban.")
    else:
        yield _("Server managers moderate tables and ban.")
    if now.lobbies:
        yield _n(
            "A member can have {count} table waiting for people.",
            "A member can have {count} tables waiting for people.",
            now.lobbies,
        )
    else:
        yield _("A member can have any number of tables waiting for people.")
    if log is None:
        yield _("Moderation is recorded in /moderate log only.")
        return
    yield _("Moderation is reported in {channel}.", channel=Markup(f"<#{log.channel}>"))
    if log.open_to_all:
        yield _("⚠️ Everyone can read that channel: names and reasons, too.")
    if log.waits:
        yield _not_allowed(log.channel)


def _mentioned(roles: Sequence[int]) -> Listed:
    return Listed(tuple(Markup(f"<@&{role}>") for role in roles))


def _moderation_buttons(
    now: ServerPreferences, reader: Reader, log: LogChannel | None
) -> Iterator[ui.Button]:
    if now.organisers:
        yield ui.button(reader, _("No organiser roles"), "server", "organisers", DEFAULT)
    if now.moderators:
        yield ui.button(reader, _("No moderator roles"), "server", "moderators", DEFAULT)
    if log is not None:
        yield ui.button(reader, _("No log channel"), "server", "log", DEFAULT)
    yield ui.button(reader, _("Back"), "server", "page", MAIN)


# What is stored about whoever asks: as a file, or erased after a question. Private.


LONGEST_PRIVACY_TEXT = 1500


def data_export_screen(filename: str, reader: Reader) -> ui.Screen:
    """The file with all that is stored."""
    text = _(
        "Everything I've stored about you, as JSON: settings, games, moves, results, ratings. Open games "
        "show only what you may see."
    )
    return ui.screen(
        ui.Accent.SAND,
        ui.block(ui.heading(reader, _("Your data")), reader(text), most=LONGEST_PRIVACY_TEXT),
        ui.File(ui.MediaItem(f"attachment://{filename}")),
    )


def confirm_vacation(reader: Reader, end: float, what: str, value: str) -> ui.Screen:
    """Whether it is to begin. `what` and `value`: how long, as it was asked for."""
    text = _(
        "🏖️ Go on vacation until {when}? Your clocks stop, except at fast tables.",
        when=clocks.date_and_time(end),
    )
    return ui.screen(
        ui.Accent.AMBER,
        ui.block(reader(text), most=300),
        ui.row(ui.button(reader, _("Go on vacation"), "vacation", what, value, style=ui.SUCCESS)),
    )


def confirm_erasure(games: int, reader: Reader) -> ui.Screen:
    """Whether they mean to be forgotten. `games`: how many they are in the middle of."""
    lines: list[Text] = [
        _("I'll forget your name, settings, results and ratings, on every server."),
        _("Finished games stay, with “a former player” in your seat. Words you cut with go too."),
        _(
            "You leave every lobby, and robots take over your open games ({count} now).",
            count=games,
        ),
        _("Messages already in channels belong to Discord; I update those I can."),
        _("There's no undo. Get a copy first with /privacy export."),
    ]
    return ui.screen(
        ui.Accent.AMBER,
        ui.block(
            ui.heading(reader, _("Erase everything I've stored about you?")),
            *ui.bulleted(map(reader, lines)),
            most=LONGEST_PRIVACY_TEXT,
        ),
        ui.row(
            ui.button(reader, _("Erase my data"), "forgetconfirm", style=ui.DANGER),
            ui.button(reader, _("Give me a copy first"), "export"),
        ),
    )

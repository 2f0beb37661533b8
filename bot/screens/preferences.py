"""What I prefer, everywhere I play: how I am told of my turns, when not, and how hands come. Private."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from bot.i18n import Markup, Reader
from bot.pace import PACES
from bot.preferences.people import MINUTES_A_DAY, PersonPreferences, QuietHours, zone_of
from bot.preferences.servers import MOST_LOBBIES, ServerLocale, ServerPreferences
from bot.screens import clocks
from bot.screens.calls import CALL_SETTINGS, CALLS, NEVER, Mine, time_of_day
from bot.tables.server_moderation import ServerSettings
from bot.ui import components as ui
from bot.ui import custom_ids
from bot.ui.settings import (
    Changes,
    Drawn,
    Form,
    OneOf,
    Picked,
    SettingsTable,
    Switch,
    buttons_last,
    in_rows,
)
from games.text import Listed, Text, _, _n

HOURS = range(24)
_USUAL_NIGHT = 9 * 60
"""Minutes for which quiet hours last if only their beginning was chosen."""
OTHER = "other"
"""The value of the select for a time zone that is not in the list."""
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


def _begins(_now: Mine) -> Mapping[Any, Text]:
    begins = {str(hour): _("Quiet from {time}", time=time_of_day(hour * 60)) for hour in HOURS}
    return {NEVER: _("No quiet hours"), **begins}


def _beginning(now: Mine, value: str) -> Changes:
    if value == NEVER:
        return {"quiet": None}
    begin, quiet = int(value) * 60, now.kept.quiet
    if quiet is None or quiet.end == begin:
        return {"quiet": QuietHours(begin, (begin + _USUAL_NIGHT) % MINUTES_A_DAY)}
    return {"quiet": QuietHours(begin, quiet.end)}


def _ends(now: Mine) -> Mapping[Any, Text]:
    """At every hour but the one at which they begin."""
    ends = [hour for hour in HOURS if now.kept.quiet is None or now.kept.quiet.begin != hour * 60]
    return {str(hour): _("Quiet until {time}", time=time_of_day(hour * 60)) for hour in ends}


def _ending(now: Mine, value: str) -> Changes:
    begin = 22 * 60 if now.kept.quiet is None else now.kept.quiet.begin
    return {"quiet": QuietHours(begin, int(value) * 60)}


def _hour(minutes: int) -> str:
    """The value of a full hour; of any other time none that is offered."""
    return f"{minutes / 60:g}"


MINE = SettingsTable[Mine, Mine](
    {
        "lists": (
            OneOf(
                "nudges",
                _("How I ping you"),
                lambda _now: {
                    "channel": (_("Ping me at the table"), _("A short mention, gone once you've moved.")),
                    "direct": (
                        _("Ping me by direct message"),
                        _("If I can't reach you, I ping you at the table."),
                    ),
                    "none": (_("Never ping me"), _("/turns shows what's waiting for you.")),
                },
            ),
            OneOf(
                "begin",
                _("When quiet hours begin"),
                _begins,
                chosen=lambda now: NEVER if now.kept.quiet is None else _hour(now.kept.quiet.begin),
                brings=_beginning,
            ),
            OneOf(
                "end",
                _("When quiet hours end"),
                _ends,
                chosen=lambda now: "" if now.kept.quiet is None else _hour(now.kept.quiet.end),
                brings=_ending,
                shown=lambda now: now.kept.quiet is not None,
            ),
            OneOf(
                "zone", _("Your time zone"), lambda now: zone_offers(now.zone), chosen=lambda now: now.zone
            ),
        ),
        "switches": (
            Switch(
                "text_mode",
                _("Text mode"),
                _("Pictures"),
                said=(
                    _("🖼️ Your private messages have pictures."),
                    _("📝 Your private messages are in words."),
                ),
            ),
            Switch(
                "forced_moves",
                _("Autoplay on"),
                _("Autoplay off"),
                said=(
                    _("✋ Autoplay is off: you play every move."),
                    _("⏩ Autoplay is on: forced moves play themselves."),
                ),
            ),
            Switch(
                "no_lessons",
                _("Lessons off"),
                _("Lessons on"),
                said=(
                    _("🎓 I explain what is new to you, once."),
                    _("🎓 I explain nothing unless you /learn."),
                ),
            ),
        ),
        CALLS: CALL_SETTINGS,
    }
)


def personal_preferences_screen(
    kept: PersonPreferences, reader: Reader, unix: float, *, pages: bool = False
) -> ui.Screen:
    """All that can be chosen, as it is chosen now. `unix`: the time, to be told in the chosen time zone;
    `pages`: there can be a calendar.
    """
    now, form = Mine(kept, reader.locale), Form(reader, ("wish",), ("wished",))
    return ui.screen(
        ui.Accent.SAND,
        ui.block(
            ui.heading(reader, _("Your settings")),
            reader(_("They apply on every server.")),
            most=400,
        ),
        in_rows(MINE.parts(now, "lists", form)),
        ui.block(reader(_clock(now.zone, unix)), *map(reader, MINE.said(now, "lists", "switches")), most=900),
        in_rows(MINE.parts(now, "switches", form)),
        ui.row(
            ui.button(reader, _("Call me to tables"), "callme", "page", emoji="📣"),
            ui.button(reader, _("Not with them"), "apart"),
            ui.button(reader, _("Calendar"), "calendar", emoji="📅") if pages else None,
        ),
    )


def calendar_screen(reader: Reader, mine: str, ours: str) -> ui.Screen:
    """The addresses of calendars, to subscribe to: one's own (empty: there is none), and this server's."""
    secret = _("Keep it to yourself: whoever has it sees when you have to move. A new one ends the old one.")
    none = _("Your deadlines and tournaments, in the calendar on your phone.")
    renew = (_("New address"), ui.SECONDARY) if mine else (_("Make mine"), ui.SUCCESS)
    return ui.screen(
        ui.Accent.SAND,
        ui.block(
            ui.strong(reader, _("📅 Calendar")),
            f"`{mine}`" if mine else None,
            reader(secret if mine else none),
            reader(_("This server's tournaments: {address}", address=Markup(f"`{ours}`"))) if ours else None,
            most=1500,
        ),
        ui.row(
            ui.button(reader, renew[0], "calendarnew", style=renew[1]),
            ui.button(reader, _("Remove"), "calendaroff") if mine else None,
        ),
    )


def _clock(zone: str, unix: float) -> Text:
    there = datetime.fromtimestamp(unix, UTC).astimezone(zone_of(zone))
    time = time_of_day(there.hour * 60 + there.minute)
    return _("🕰️ {zone}, where it's {time} now.", zone=Markup(f"`{zone}`"), time=time)


def zone_offers(zone: str) -> Mapping[str, Text]:
    """What can be chosen, this one among it."""
    there = COMMON_ZONES if zone in COMMON_ZONES else (zone, *COMMON_ZONES)
    zones = {name: _("Time zone: {zone}", zone=name.replace("_", " ")) for name in there}
    return zones | {OTHER: _("Time zone: another one")}


def zone_modal(now: PersonPreferences, reader: Reader, custom_id: str = "") -> ui.Modal:
    """Asks for a time zone that is not in the list."""
    hint = _("For example Berlin, New York or Asia/Kathmandu")
    line = ui.text_input(reader, ZONE, LONGEST_ZONE, hint, now.zone, required=True)
    field = ui.labelled(reader, _("Your time zone"), line, _("Its name, or a large city in it."))
    return ui.modal(reader, _("Your time zone"), custom_id or custom_ids.encode("zone", "me"), field)


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
FORUM = 15
"""Discord's type of channels that have posts."""
LOBBY_LIMITS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, MOST_LOBBIES)
"""Of tables of one member that wait for people, that can be chosen."""
LOG_CHANNELS = (0, 5)
"""Discord's types of channels in which what moderators do can be posted: text and news."""
MAIN, MODERATION = "main", "moderation"
"""The pages of a server's preferences."""
DEFAULT = "any"
"""The value that takes a choice back."""


class LogChannel(msgspec.Struct, frozen=True):
    """Where a server reads what its moderators do. `open_to_all`: everybody can read it there; `waits`: the
    bot may not write there.
    """

    channel: int
    open_to_all: bool = False
    waits: bool = False


class Ours(msgspec.Struct, frozen=True):
    """What is chosen for a server. `here`: the channel in which it is read; `puzzle_waits`: the bot may not
    write where the puzzle comes; `serves`: there are pages for everybody.
    """

    kept: ServerPreferences
    log: LogChannel | None = None
    here: int = 0
    puzzle_waits: bool = False
    serves: bool = False
    lacking_tags: tuple[Text, ...] = ()
    """Tags that the forum for tables should have, and has not."""

    def value(self, name: str) -> Any:
        """The field of that name."""
        if name == "log":
            return 0 if self.log is None else self.log.channel
        return getattr(self.kept, name)


def _languages(_now: Ours) -> Mapping[Any, Text]:
    named = {locale: _("Language: {language}", language=name) for locale, name in LANGUAGES.items()}
    return {"": _("Language: as this server has it in Discord"), **named}


def _limits(_now: Ours) -> Mapping[Any, Text]:
    limits = {number: _("Tables at once: {number}", number=number) for number in TABLE_LIMITS}
    return {0: _("Tables at once: any number"), **limits}


def _waiting(_now: Ours) -> Mapping[Any, Text]:
    limits = {number: _("Waiting tables per member: {number}", number=number) for number in LOBBY_LIMITS}
    return {0: _("Waiting tables per member: any number"), **limits}


def _puzzle_button(now: Ours, form: Form) -> Iterator[ui.Button]:
    if now.kept.puzzles:
        yield form.button(_("No daily puzzle"), "puzzles", DEFAULT)
    elif now.here:
        yield form.button(_("Daily puzzle here"), "puzzles", now.here)


def _puzzle_channel(_now: Ours, _what: str, value: str) -> Changes:
    if value != DEFAULT and not custom_ids.is_id(value):
        raise ValueError(f"no channel: {value}")
    return {"puzzles": 0 if value == DEFAULT else int(value)}


def _puzzle_said(now: Ours) -> Iterator[Text]:
    if not now.kept.puzzles:
        yield _("No puzzle of the day.")
        return
    yield _("The puzzle of the day comes in {channel}.", channel=Markup(f"<#{now.kept.puzzles}>"))
    if now.puzzle_waits:
        yield _not_allowed(now.kept.puzzles)


def _not_allowed(channel: int) -> Text:
    return _(
        "⚠️ I'm not allowed to write in {channel}. Once I am, I post what's waiting.",
        channel=Markup(f"<#{channel}>"),
    )


def _said(name: str, nothing: Text, something: Callable[[Any], Text]) -> Callable[[Ours], Sequence[Text]]:
    """What is said of a setting, whether or not there is something."""

    def say(now: Ours) -> Sequence[Text]:
        held = now.value(name)
        return [something(held) if held else nothing]

    return say


def _moderators_said(now: Ours) -> Iterator[Text]:
    if now.kept.moderators:
        yield _("{roles} and server managers moderate tables and ban.", roles=_mentioned(now.kept.moderators))
    elif now.kept.organisers:
        yield _("They moderate tables, too. Only server managers ban.")
    else:
        yield _("Server managers moderate tables and ban.")


def _log_said(now: Ours) -> Iterator[Text]:
    if now.log is None:
        yield _("Moderation is recorded in /moderate log only.")
        return
    yield _("Moderation is reported in {channel}.", channel=Markup(f"<#{now.log.channel}>"))
    if now.log.open_to_all:
        yield _("⚠️ Everyone can read that channel: names and reasons, too.")
    if now.log.waits:
        yield _not_allowed(now.log.channel)


def _forum_said(now: Ours) -> Iterator[Text]:
    if not now.kept.forum:
        yield _("Tables stay in the channel where they're opened.")
        return
    yield _("Tables open as posts in {channel}.", channel=Markup(f"<#{now.kept.forum}>"))
    if now.lacking_tags:
        yield _(
            "⚠️ Missing tags there: {tags}. Add them, or let me (Manage Channels) and choose the forum again.",
            tags=Listed(now.lacking_tags),
        )


def _mentioned(ids: Sequence[int], mention: str = "<@&{}>") -> Listed:
    return Listed(tuple(Markup(mention.format(each)) for each in ids))


OURS = SettingsTable[Ours, Ours](
    {
        MAIN: (
            OneOf(
                "language",
                _("Language for what everyone reads"),
                _languages,
                field="locale",
                empty=DEFAULT,
                says=_said(
                    "locale",
                    _("Public messages follow this server's Discord language."),
                    lambda locale: _("Public messages: {language}.", language=LANGUAGES[locale]),
                ),
            ),
            OneOf(
                "pace",
                _("Pace of tables"),
                lambda _now: {name: _("Pace: {name}", name=clocks.PACE_NAMES[name]) for name in PACES},
                says=lambda now: [
                    _("Usual pace: {pace}.", pace=clocks.PACE_NAMES[now.kept.default_pace.name])
                ],
            ),
            Switch(
                "text",
                _("Words only"),
                _("Show pictures"),
                field="text_mode",
                said=(_("Public messages show pictures."), _("Public messages are in words only.")),
            ),
            Switch(
                "spoilers",
                _("Hide results"),
                _("Show results"),
                said=(
                    _("Tables' results are shown."),
                    _("Tables' results are covered until you press them."),
                ),
            ),
            Drawn("puzzles", _puzzle_button, _puzzle_channel, says=_puzzle_said),
            Switch(
                "listed",
                _("List us on the web"),
                _("Off the web list"),
                shown=lambda now: now.serves or now.kept.listed,
                said=(
                    _("No web page lists what's on here."),
                    _("The web page lists our open tables, without names, and cups that have a page."),
                ),
            ),
            Picked(
                "channels",
                _("Channels in which tables are opened; none: all"),
                types=TABLE_CHANNELS,
                clear=_("Tables in every channel"),
                cleared=DEFAULT,
                says=_said(
                    "channels",
                    _("Tables open in any channel I can write in."),
                    lambda ids: _(
                        "Tables open only in {channels} and threads there.", channels=_mentioned(ids, "<#{}>")
                    ),
                ),
            ),
            Picked(
                "forum",
                _("Forum for tables, a post each; none: where asked"),
                types=(FORUM,),
                most=1,
                clear=_("No forum for tables"),
                cleared=DEFAULT,
                says=_forum_said,
            ),
            Picked(
                "roles",
                _("Roles that open tables; none means everyone"),
                clear=_("Everyone opens tables"),
                cleared=DEFAULT,
                says=_said(
                    "roles",
                    _("Anyone can open tables."),
                    lambda ids: _("Only {roles} and server managers open tables.", roles=_mentioned(ids)),
                ),
            ),
            Picked(
                "call_role",
                _("Role pinged when players are called; none: only who asks for it"),
                most=1,
                clear=_("No role for calls"),
                cleared=DEFAULT,
                says=_said(
                    "call_role",
                    _("Call players pings only those who asked for it in /settings me."),
                    lambda role: _(
                        "Call players pings {role}, at most once an hour.", role=_mentioned([role])
                    ),
                ),
            ),
            OneOf(
                "tables",
                _("How many tables at once"),
                _limits,
                empty=DEFAULT,
                says=_said(
                    "tables",
                    _("Any number of open tables."),
                    lambda most: _n(
                        "At most {count} open table at once.", "At most {count} open tables at once.", most
                    ),
                ),
            ),
        ),
        MODERATION: (
            Picked(
                "organisers",
                _("Roles that run tournaments; none: those who manage"),
                clear=_("No organiser roles"),
                cleared=DEFAULT,
                says=_said(
                    "organisers",
                    _("Server managers run tournaments."),
                    lambda ids: _("{roles} and server managers run tournaments.", roles=_mentioned(ids)),
                ),
            ),
            Picked(
                "moderators",
                _("Roles that moderate and ban; none: those who manage"),
                clear=_("No moderator roles"),
                cleared=DEFAULT,
                says=_moderators_said,
            ),
            OneOf(
                "lobbies",
                _("How many waiting tables per member"),
                _waiting,
                empty=DEFAULT,
                says=_said(
                    "lobbies",
                    _("A member can have any number of tables waiting for people."),
                    lambda most: _n(
                        "A member can have {count} table waiting for people.",
                        "A member can have {count} tables waiting for people.",
                        most,
                    ),
                ),
            ),
            Picked(
                "log",
                _("Channel for the log; none: only /moderate log"),
                types=LOG_CHANNELS,
                most=1,
                clear=_("No log channel"),
                cleared=DEFAULT,
                says=_log_said,
            ),
        ),
    }
)


def server_preferences_screen(now: Ours, page: str, reader: Reader, there: Collection[int]) -> ui.Screen:
    """A page: what is chosen, and the lists to choose from. `there`: the channels and roles that the server
    has.
    """
    form = Form(reader, ("server",), ("server",), there=there, lists_end=("",))
    is_main = page != MODERATION
    page, other = (MAIN, MODERATION) if is_main else (MODERATION, MAIN)
    heading = _("How this server plays") if is_main else _("Moderation on this server")
    way = ui.button(reader, _("Moderation") if is_main else _("Back"), "server", "page", other)
    return ui.screen(
        ui.Accent.SAND,
        ui.block(ui.heading(reader, heading), *ui.bulleted(map(reader, OURS.said(now, page))), most=3400),
        buttons_last(OURS.parts(now, page, form), way),
        ui.block(ui.small(reader(_IN_FORCE)), most=400) if is_main else None,
    )


_IN_FORCE = _("Language, pictures and results change at open tables, too; the rest at new ones.")


def changed_settings(before: ServerSettings, after: ServerSettings) -> tuple[Listed, Listed]:
    """What the one says otherwise than the other, and how the other says it."""
    pairs = list(zip(_summary(before), _summary(after), strict=True))
    differ = [(was, now) for was, now in pairs if was != now]
    return Listed(tuple(was for was, _now in differ)), Listed(tuple(now for _was, now in differ))


def _summary(now: ServerSettings) -> list[Text]:
    """A line for each setting, whatever it is."""
    return OURS.said(Ours(now.chosen, None if now.log is None else LogChannel(now.log)))


# A vacation is asked for once more before it begins. Private.


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

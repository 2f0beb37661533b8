"""What an organiser chooses of a tournament beside how it is played: who may enter and when, texts, roles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bot.i18n import Markup, Reader
from bot.preferences.people import zone_of
from bot.profiles.ratings import NEWCOMER
from bot.screens import clocks
from bot.screens.tournaments.choosing import PAGES, Choosing, Entries, local_time, opener, text_line
from bot.screens.tournaments.settings_play import MOST_ROUNDS
from bot.tournaments import setup_choices
from bot.tournaments.model import Range, TournamentSettings
from bot.tournaments.qualification import duration, in_words
from bot.tournaments.settings import LONGEST_NAME, LONGEST_WORDS, late_entries
from bot.tournaments.setup_choices import Changes
from bot.ui import components as ui
from bot.ui.settings import OneOf, Picked, Switch, Typed, Window
from games.text import Listed, Text, _, _n, labelled

TABLE_CHANNELS = (0, 5)
"""Discord's types of channels in which tables can have threads: for text, and for announcements."""

# Who may enter, and when


def _entry_window(now: Choosing, _what: str, custom_id: str, reader: Reader) -> ui.Modal:
    settings = now.settings
    like = _("For example 20:00, tomorrow 19:30, 2027-12-01 20:00")
    zone = _("In the time zone {zone}. Empty: at once", zone=now.zone)
    on_demand = _("In the time zone {zone}. Empty: when you say so", zone=now.zone)
    before = _("How long before the start, such as 30 minutes. 0: none")
    check_in = clocks.typed_duration(settings.check_in, reader)
    return ui.modal(
        reader,
        PAGES["entry"],
        custom_id,
        text_line(reader, "name", _("What it's called"), settings.name, longest=LONGEST_NAME),
        text_line(reader, "opens", zone, local_time(settings.opens, now.zone), like),
        text_line(reader, "starts", on_demand, local_time(settings.starts, now.zone), like),
        text_line(reader, "check_in", before, check_in),
        text_line(reader, "cap", _("Empty: no limit"), str(settings.cap or "")),
    )


def _entry_written(now: Choosing, _what: str, typed: Typed) -> Changes:
    return setup_choices.typed_entry(typed, now.now, zone_of(now.zone), now.settings)


def _entry_said(settings: TournamentSettings) -> Iterator[Text]:
    if settings.cap and settings.waiting_list:
        yield _n(
            "{count} place; after that there's a waiting list.",
            "{count} places; after that there's a waiting list.",
            settings.cap,
        )
    elif settings.cap:
        yield _n("{count} place, no waiting list.", "{count} places, no waiting list.", settings.cap)
    if settings.check_in:
        span = clocks.duration(settings.check_in)
        yield _(
            "Check-in opens {span} before the start: press “I am here”, or you're left out of the draw.",
            span=span,
        )


def _limits_window(now: Choosing, _what: str, custom_id: str, reader: Reader) -> ui.Modal:
    settings = now.settings

    def line(name: str, why: Text, limits: Range, said: Callable[[int], str] = str) -> ui.Label:
        return text_line(
            reader, name, why, _limits(limits, said), _("5-20, 5- for at least, -20 for at most")
        )

    return ui.modal(
        reader,
        _("Who may enter"),
        custom_id,
        line("ratings", _("Newcomers have 1000"), settings.ratings),
        line("games_played", _("Of this game"), settings.games_played),
        line(
            "membership",
            _("Since they joined"),
            settings.membership,
            lambda seconds: clocks.typed_duration(seconds, reader),
        ),
        line("stayed", _("Tables they stayed at, in %"), settings.stayed),
    )


def _limits(limits: Range, said: Callable[[int], str]) -> str:
    """A range as it is typed into the window ("2-5", "2-", "-5"); empty if it excludes nobody."""
    if limits == Range():
        return ""
    least, most = ("" if end is None else said(end) for end in (limits.least, limits.most))
    return f"{least}-{most}"


def _limits_said(settings: TournamentSettings) -> Iterator[Text]:
    if settings.ratings != Range():
        wanted = in_words(settings.ratings, str)
        yield _("Rating here: {wanted}. Newcomers have {rating}.", wanted=wanted, rating=NEWCOMER.shown)
    if settings.games_played != Range():
        yield labelled(_("Games finished here"), in_words(settings.games_played, str))
    if settings.stayed != Range():
        yield _(
            "Stayed to the end at {wanted} % of their tables here.", wanted=in_words(settings.stayed, str)
        )
    if settings.membership != Range():
        yield labelled(_("Time on this server"), in_words(settings.membership, duration))


def _roles_said(settings: TournamentSettings) -> Iterator[Text]:
    if settings.roles:
        roles = Listed(tuple(Markup(f"<@&{role}>") for role in settings.roles), either=True)
        yield _("Open to: {roles}.", roles=roles)


def _closings(_now: Choosing) -> Mapping[Any, Text]:
    spans = {
        each: _("Entries close {span} before the start", span=clocks.duration(each))
        for each in setup_choices.CLOSINGS
    }
    return {0.0: _("Entries close with the start"), **spans}


def _late_entry(now: Choosing) -> int:
    return now.settings.late if now.settings.late > 1 else 0


def _late_entries(now: Choosing) -> Mapping[Any, Text]:
    """Rounds up to which somebody can enter, and what is chosen; nothing where nobody can enter late."""
    rounds = sorted({*late_entries(now.settings.how)[: MOST_ROUNDS - 1], _late_entry(now)} - {0})
    until = {number: _("Late entry: until round {round} is drawn", round=number) for number in rounds}
    return {0: _("Late entry: none"), **until} if until else {}


def _late_said(settings: TournamentSettings) -> Iterator[Text]:
    if settings.late > 1 and (rounds := late_entries(settings.how)):
        yield _("Late entry: until round {round} is drawn.", round=min(settings.late, rounds[-1]))


def _page_said(settings: TournamentSettings) -> Iterator[Text]:
    if settings.public_page:
        yield _("🌐 Results are on a public page. You can be just an initial there.")


# The server: words, roles, channels


WORDS: Mapping[str, tuple[Text, Text]] = {
    "description": (_("Description"), _("What it's about, and for whom")),
    "prizes": (_("Prizes"), _("What there is to win")),
    "house_rules": (_("House rules"), _("What applies besides the rules of the game")),
}
"""What an organiser says in their own words: what it is called, and what belongs there."""


def _words_window(now: Choosing, _what: str, custom_id: str, reader: Reader) -> ui.Modal:
    lines = (
        ui.labelled(
            reader,
            label,
            ui.text_input(reader, name, LONGEST_WORDS[name], hint, now.value(name), lines=True),
        )
        for name, (label, hint) in WORDS.items()
    )
    return ui.modal(reader, _("In your own words"), custom_id, *lines)


def _event_said(settings: TournamentSettings) -> Iterator[Text]:
    if settings.scheduled_event and settings.starts is None:
        yield _("It becomes a Discord event as soon as its start is set.")
    elif settings.scheduled_event:
        yield _("It's among this server's Discord events too.")


def _ping_said(settings: TournamentSettings) -> Iterator[Text]:
    if settings.ping:
        yield _("The announcement pings {role} once.", role=Markup(f"<@&{settings.ping}>"))


def tables_in_lines(settings: TournamentSettings) -> list[Text]:
    """Where it is played, if that is not where it was announced."""
    if not settings.tables_channel:
        return []
    return [_("Tables open in {channel}.", channel=Markup(f"<#{settings.tables_channel}>"))]


def champion_in_lines(settings: TournamentSettings) -> list[Text]:
    """The role that the winner wears, as a sentence; empty if there is none."""
    if not settings.champion_role:
        return []
    return [
        _("The winner wears {role} until the next champion.", role=Markup(f"<@&{settings.champion_role}>"))
    ]


ENTRY: Entries = (
    Window(
        "entry",
        opener(_("Name, times and places"), "entry"),
        _entry_window,
        _entry_written,
        says=_entry_said,
    ),
    Window(
        "limits",
        opener(_("Ratings, games, time here"), "limits"),
        _limits_window,
        lambda _now, _what, typed: setup_choices.typed_limits(typed),
        says=_limits_said,
    ),
    Switch(
        "waiting_list",
        _("Waiting list"),
        _("No waiting list"),
        shown=lambda now: bool(now.settings.cap),
    ),
    Switch(
        "page",
        _("Public page"),
        _("No public page"),
        field="public_page",
        shown=lambda now: now.pages or now.settings.public_page,
        says=_page_said,
    ),
    Picked("roles", _("Roles that may enter; none means everyone"), says=_roles_said),
    OneOf(
        "closes",
        _("When entries close"),
        _closings,
        shown=lambda now: now.settings.starts is not None,
    ),
    OneOf(
        "late",
        _("Late entry"),
        _late_entries,
        shown=lambda now: not now.settings.lasts,
        chosen=_late_entry,
        says=_late_said,
    ),
)
WORDS_AND_PLACES: Entries = (
    Window(
        "words",
        opener(_("Description, prizes, rules"), "words"),
        _words_window,
        lambda _now, _what, typed: setup_choices.typed_words(typed),
    ),
    Switch(
        "scheduled_event",
        _("A Discord event too"),
        _("No Discord event"),
        says=_event_said,
        right="make events",
    ),
    Picked(
        "ping",
        _("A role to ping once"),
        most=1,
        shown=lambda now: not now.announced,
        says=_ping_said,
        right="ping",
    ),
    Picked(
        "tables_channel",
        _("Another channel for the tables"),
        types=TABLE_CHANNELS,
        most=1,
        says=tables_in_lines,
        right="write there",
    ),
    Picked(
        "champion_role",
        _("A role for the champion"),
        most=1,
        says=champion_in_lines,
        right="hand out",
    ),
)

"""Two private pages of `/settings me`: who is called to tables, and with whom somebody will not play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.i18n import Markup, Reader
from bot.preferences.people import PersonPreferences, QuietHours
from bot.ui import components as ui
from bot.ui import custom_ids
from bot.ui.settings import Changes, Drawn, Form, OneOf, Setting, SettingsTable, buttons_last, spelled
from games.catalogue import catalogue
from games.text import Listed, Text, _, _n

NEVER = "never"
"""The value of a list of hours that stands for none of them."""
_USUAL_ZONES = {"de": "Europe/Berlin", "fr": "Europe/Paris", "it": "Europe/Rome", "en-GB": "Europe/London"}
"""By language, where most who speak it live: taken until somebody says otherwise."""


def usual_zone(locale: str) -> str:
    """The time zone of somebody who has not said theirs."""
    return _USUAL_ZONES.get(locale, "UTC")


class Mine(msgspec.Struct, frozen=True):
    """What somebody chooses for themselves. `locale`: their language."""

    kept: PersonPreferences
    locale: str = ""
    guild: int = 0
    """The server on which they choose; 0: none."""

    @property
    def zone(self) -> str:
        """The time zone that counts for them."""
        return self.kept.zone or usual_zone(self.locale)

    def value(self, name: str) -> Any:
        """The field of that name."""
        return getattr(self.kept, name)


def time_of_day(minutes: int) -> str:
    """So many minutes after midnight, as a clock shows it."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


CALLS = "calls"
"""The page on which somebody chooses to be called to tables."""
CALL_HOURS = ((8, 12), (12, 18), (18, 23), (12, 23))
MOST_CALLS = (1, 2, 3, 5, 10)


def _call_switches(now: Mine, form: Form) -> Iterator[ui.Button]:
    wanted = now.kept.calls.get(now.guild, ())
    for game in catalogue().values() if now.guild else ():
        on = game.slug in wanted
        yield replace(
            form.button(game.title, f"call.{game.slug}", spelled(not on)),
            style=ui.SUCCESS if on else ui.SECONDARY,
        )


def _called_to(now: Mine, what: str, value: str) -> Changes:
    slug = catalogue()[what.removeprefix("call.")].slug
    others = tuple(game for game in now.kept.calls.get(now.guild, ()) if game != slug)
    kept = {guild: games for guild, games in now.kept.calls.items() if guild != now.guild}
    games = (*others, slug) if value == "1" else others
    return {"calls": {**kept, now.guild: games} if games else kept}


def _calls_said(now: Mine) -> Iterator[Text]:
    titles = [game.title for game in catalogue().values() if game.slug in now.kept.calls.get(now.guild, ())]
    if not now.guild:
        yield _("Enter /settings me on a server to be called to its tables.")
    elif titles:
        yield _("📣 I call you here when a table wants players for {games}.", games=Listed(tuple(titles)))
    else:
        yield _("Press a game: I call you here when a table wants players for it.")


def _call_hours(_now: Mine) -> Mapping[Any, Text]:
    hours = {
        f"{begin}-{end}": _(
            "Calls from {begin} to {end}", begin=time_of_day(begin * 60), end=time_of_day(end * 60)
        )
        for begin, end in CALL_HOURS
    }
    return {NEVER: _("Calls at any hour but quiet ones"), **hours}


def _hours_chosen(_now: Mine, value: str) -> Changes:
    begin, _dash, end = value.partition("-")
    return {"call_hours": None if value == NEVER else QuietHours(int(begin) * 60, int(end) * 60)}


def _hours_held(now: Mine) -> str:
    hours = now.kept.call_hours
    return NEVER if hours is None else f"{hours.begin // 60}-{hours.end // 60}"


CALL_SETTINGS: Sequence[Setting[Mine, Mine]] = (
    Drawn("call.", _call_switches, _called_to, says=_calls_said),
    OneOf("call_hours", _("When I call you"), _call_hours, chosen=_hours_held, brings=_hours_chosen),
    OneOf(
        "calls_a_day",
        _("How often I call you"),
        lambda _now: {
            most: _n("At most {count} call a day", "At most {count} calls a day", most) for most in MOST_CALLS
        },
    ),
)
_PAGE = SettingsTable[Mine, Mine]({CALLS: CALL_SETTINGS})


def calls_screen(kept: PersonPreferences, reader: Reader, guild: int) -> ui.Screen:
    """To which games of this server, when and how often somebody wants to be called. Private."""
    now, form = Mine(kept, reader.locale, guild), Form(reader, ("wish",), ("wished",))
    return ui.screen(
        ui.Accent.SAND,
        ui.block(ui.heading(reader, _("Players wanted")), *map(reader, _PAGE.said(now, CALLS)), most=600),
        buttons_last(_PAGE.parts(now, CALLS, form), ui.button(reader, _("Back"), "callme", "back")),
    )


def blocked_screen(kept: PersonPreferences, reader: Reader) -> ui.Screen:
    """With whom somebody does not want to play. Private, as nothing else that is chosen."""
    people = tuple(Markup(f"<@{user}>") for user in kept.blocked)
    nobody = _("You play with everybody.")
    hint = _("Choose somebody; once more takes them off")
    select = ui.UserSelect(custom_ids.encode("notwith"), ui.placeholder(reader.plain(hint)), max_values=10)
    return ui.screen(
        ui.Accent.SAND,
        ui.block(
            ui.heading(reader, _("Not with them")),
            reader(_("Not at your tables: {people}.", people=Listed(people)) if people else nobody),
            ui.small(reader(_("They can't join where you sit, and nobody is told why."))),
            most=3000,
        ),
        ui.Row((select,)),
        ui.row(ui.button(reader, _("Back"), "callme", "back")),
    )

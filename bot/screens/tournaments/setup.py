"""Setting a tournament up, on one private screen with pages: what is chosen, and what it will come to.

The same pages serve a draft that nobody knows of yet, and a tournament that is announced and has not begun.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime

import msgspec

from bot.i18n import Markup, Reader
from bot.i18n.date_parsing import weekday_name, weekdays_in
from bot.preferences.people import zone_of
from bot.screens import clocks
from bot.screens.preferences import zone_offers
from bot.screens.tournaments import pages, settings_text
from bot.screens.tournaments.choosing import CURES, PAGES, Choosing, PageName
from bot.screens.tournaments.settings import SETTINGS, form
from bot.screens.tournaments.settings_play import left_out, points_in_words
from bot.tournaments.formats.catalogue import format_of
from bot.tournaments.formats.contract import RoundPlan
from bot.tournaments.formats.engine import plan
from bot.tournaments.game_lengths import Misfit
from bot.tournaments.model import Tournament, TournamentSettings
from bot.tournaments.pairing.event import PairingError
from bot.tournaments.requirements import PROBLEM_TEXTS
from bot.ui import components as ui
from bot.ui.settings import in_rows
from games.contract import AnyGame
from games.text import Listed, Text, _, labelled

COUNTS = (8, 16, 32)
"""Of entrants, for which the plan is shown while nobody has said how many can enter."""


def setup(now: Choosing, page: PageName, there: Collection[int], reader: Reader) -> ui.Screen:
    """One page. `there`: the server's roles and channels: others cannot be shown as chosen."""
    if now.start and page == "all":
        return _where_first(now, reader)
    heading = labelled(now.settings.name, PAGES[page])
    fits = now.trouble is None and now.misfit is None
    return ui.screen(
        ui.Accent.TEAL if fits else ui.Accent.AMBER,
        ui.block(ui.heading(reader, heading), most=200),
        None if now.brought is None else ui.block(reader(now.brought), most=300),
        ui.block(*ui.bulleted(map(reader, _said(now, page))), most=2000),
        ui.block(*settings_text.own_words(now.settings, reader), most=1300) if page == "words" else None,
        ui.block(*map(reader, (*_asked(now, page, reader), *_to_choose(now))), most=900),
        list(_cures(now, reader)),
        in_rows(SETTINGS.parts(now, page, form(now, reader, there))),
        ui.rows(list(_ways_on(now, page, reader))),
        ui.block(*(ui.small(reader(each)) for each in _foot(now, page)), most=300),
    )


def _where_first(now: Choosing, reader: Reader) -> ui.Screen:
    """Before anything else: which moment is meant by the start that was typed."""
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(ui.heading(reader, _("🏆 {name}", name=now.settings.name)), most=200),
        ui.block(*map(reader, _to_choose(now)), most=300),
        list(_cures(now, reader)),
        ui.block(*(ui.small(reader(each)) for each in _foot(now, "all")), most=300),
    )


def _asked(now: Choosing, page: PageName, reader: Reader) -> Iterator[Text]:
    """What may be a slip: it can be announced as it is."""
    settings = now.settings
    if page == "all" and settings.starts is not None:
        day = datetime.fromtimestamp(settings.starts, UTC).astimezone(zone_of(now.zone)).weekday()
        named = weekdays_in(settings.name)
        if named and day not in named:
            yield _("🗓️ That start is a {day}. Does the name fit?", day=weekday_name(day, reader.locale))
    if page in ("all", "rounds", "game") and format_of(settings.how).shares_deals and not settings.pace.live:
        yield _("🤫 Everyone has the same cards: over days people talk.")
    if page in ("all", "rounds"):
        with suppress(PairingError):
            planned = plan(settings.how, settings.cap or USUAL_COUNT)
            yield from settings_text.long_in_words(now.game, settings, planned)


USUAL_COUNT = 16
"""Of entrants, by which is judged how long it lasts while nobody has said how many can enter."""


def _to_choose(now: Choosing) -> Iterator[Text]:
    """What has to be chosen before it can be announced, a line each."""
    if now.trouble is not None:
        yield _("⚠️ That won't work yet. {why}", why=now.trouble)
    if now.start:
        yield _("🕰️ {time} where? Choose your time zone.", time=now.start)
    elif now.misfit is not None:
        yield _misfit_in_words(now.misfit, arena=now.settings.lasts > 0)


def _misfit_in_words(found: Misfit, *, arena: bool) -> Text:
    game = clocks.duration(settings_text.rounded_up(found.game))
    limit = clocks.duration(found.limit)
    if arena:
        return _("🔴 A game takes up to {needed}, and the arena lasts {limit}.", needed=game, limit=limit)
    if not found.wait:
        return _(
            "🔴 A game takes up to {needed}, but a round ends after {limit}: robots would finish many.",
            needed=game,
            limit=limit,
        )
    return _(
        "🔴 Up to {wait} of waiting and {game} of play, but a round ends after {limit}: robots would finish "
        "many games.",
        wait=clocks.duration(found.wait),
        game=game,
        limit=limit,
    )


def _said(now: Choosing, page: PageName) -> Iterable[Text]:
    """What is chosen, as far as the page is about it and its lists do not show it."""
    settings = now.settings
    match page:
        case "all":
            return (
                settings_text.start_in_words(settings, own=True),
                *settings_text.chosen_in_lines(now.game, settings),
                *_planned(now, in_short=True),
            )
        case "entry":
            shown = msgspec.structs.replace(settings, roles=(), late=0)
            return (
                *settings_text.moments_in_lines(settings, own=True),
                *settings_text.entry_in_lines(shown),
                *_seen_from_outside(now),
            )
        case "game":
            return (*SETTINGS.said(settings, page), *left_out(now))
        case "rounds":
            how = settings.how
            planned = () if settings.lasts else _planned(now)
            return (format_of(how).describe(how), settings_text.fill_in_words(how), *planned)
        case "course":
            return (
                *settings_text.absence_in_lines(settings),
                *settings_text.lasts_in_lines(settings),
                settings_text.rounds_in_words(settings),
            )
        case "points":
            return points_in_words(settings.how)
        case "words":
            shown = msgspec.structs.replace(settings, ping=0, tables_channel=0, champion_role=0)
            return SETTINGS.said(shown, page)


def _seen_from_outside(now: Choosing) -> Iterator[Text]:
    """That not even the whole server sees what anybody could see then."""
    if now.settings.public_page and now.hidden:
        yield _("⚠️ Not everyone here can see this channel, but the page is open to the whole world.")


def _planned(now: Choosing, *, in_short: bool = False) -> Iterator[Text]:
    """How many rounds and until when, with so many entrants; or why not with so many. `in_short`: where it is
    said beside it how many can enter.
    """
    settings = now.settings
    alike: dict[int, tuple[RoundPlan, list[int]]] = {}
    for count in (settings.cap,) if settings.cap else COUNTS:
        try:
            planned = plan(settings.how, count)
        except PairingError as impossible:
            why = PROBLEM_TEXTS[impossible.trouble]
            yield _("With {count} entrants it can't work: {why}", count=count, why=why)
        else:
            alike.setdefault(len(planned), (planned, []))[1].append(count)
    for planned, counts in alike.values():
        entrants = () if settings.cap and in_short else counts
        yield settings_text.rounds_and_end(now.game, settings, planned, entrants, in_short=True)
        if settings.cap and not in_short:
            yield from settings_text.stages_in_words(planned)


def brought_along(game: AnyGame, was: TournamentSettings, now: TournamentSettings) -> Text | None:
    """What has come with another format beside it: a pace, another length of game. None: nothing."""
    changes: list[Text] = []
    if now.pace != was.pace:
        changes.append(_("pace {name}", name=clocks.PACE_NAMES[now.pace.name]))
    length = _length_of_game(game, now)
    if length is not None and length != _length_of_game(game, was):
        changes.append(_("length {name}", name=length))
    if now.how.format == was.how.format or not changes:
        return None
    return _("↪️ {format} brings {changes}.", format=format_of(now.how).name, changes=Listed(tuple(changes)))


def _length_of_game(game: AnyGame, settings: TournamentSettings) -> Text | None:
    """What it is called; None where all games are as long."""
    options = game.Options.model_validate(settings.game_options)
    offers = [
        offer
        for field in game.option_fields(options)
        if field.name == game.length_option
        for offer in field.values
        if offer.value == getattr(options, field.name)
    ]
    return offers[0].label if offers else None


def _foot(now: Choosing, page: PageName) -> Iterator[Text]:
    if page == "entry" and now.zone_known:
        zone = Markup(f"`{now.zone}`")
        yield _("Times are in your time zone, {zone}; /settings me changes it.", zone=zone)
    elif page == "all" and now.announced:
        yield _("Changes count at once. Once it has begun, the settings are fixed.")
    elif page == "all":
        yield _("Nobody sees this until you press Announce.")


def _ways_on(now: Choosing, shown: PageName, reader: Reader) -> Iterator[ui.Button]:
    if not now.announced:
        impossible = now.trouble is not None or now.misfit is not None or bool(now.start)
        yield ui.button(reader, _("Announce"), "tannounce", now.id, style=ui.SUCCESS, disabled=impossible)
    for page, name in PAGES.items():
        if page != shown:
            style = ui.PRIMARY if page == "all" else ui.SECONDARY
            yield ui.button(reader, name, "tsetup", now.id, page, style=style)
    if now.announced:
        yield pages.desk(reader, now.id)


def announced(tournament: Tournament, reader: Reader) -> ui.Screen:
    """That it is announced, and the way to whatever comes next."""
    done = _(
        "📣 {tournament} is announced: see {channel} in a moment.",
        tournament=tournament.settings.name,
        channel=Markup(f"<#{tournament.channel}>"),
    )
    more = _("Until it begins, change its settings here or at the organiser's desk.")
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(reader(done), reader(more), most=1000),
        ui.row(
            ui.button(reader, _("Settings"), "tsetup", tournament.id, "all"),
            pages.desk(reader, tournament.id),
            pages.repeat(reader, tournament),
        ),
    )


# Before anything else: what has to be known, and what has to fit.


def _cures(now: Choosing, reader: Reader) -> Iterator[ui.Row]:
    """What has to be chosen before it can be announced, one after the other, wherever it is said."""
    if now.start:
        yield _zone_list(now, reader)
    yield from in_rows(SETTINGS.parts(now, CURES, form(now, reader)))


def _zone_list(now: Choosing, reader: Reader) -> ui.Row:
    hint = _("{time} where? Choose your time zone", time=now.start) if now.start else _("Your time zone")
    offers = zone_offers(now.zone)
    likely = {now.zone: offers[now.zone], **offers}
    known = now.zone if now.zone_known else None
    return ui.value_select(reader, form(now, reader).list_id("zone"), hint, likely, known)


def zone_question(now: Choosing, reader: Reader) -> ui.Screen:
    """Asks where somebody lives, before they type a time."""
    asked = _("Where do you live? The times you type are in your time zone; everyone sees their own.")
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(ui.heading(reader, PAGES["entry"]), reader(asked), most=500),
        [_zone_list(now, reader)],
        ui.row(ui.button(reader, _("Back"), "tsetup", now.id, "entry")),
    )

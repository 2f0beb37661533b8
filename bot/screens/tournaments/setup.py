"""What is being set up, and the pages on which it is chosen."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Literal, TypeAlias, get_args

import msgspec

from bot.i18n import Markup, Reader
from bot.i18n.date_parsing import weekday_name, weekdays_in
from bot.preferences.people import zone_of
from bot.screens import clocks
from bot.screens.options import field_list, pace_list
from bot.screens.preferences import zone_offers
from bot.screens.tournaments import pages, settings_text
from bot.screens.tournaments.series import choice_list
from bot.screens.tournaments.settings_text import TIE_BREAKS
from bot.tournaments.formats.catalogue import FORMATS, format_of
from bot.tournaments.formats.contract import Plan
from bot.tournaments.formats.engine import plan
from bot.tournaments.game_lengths import Misfit, misfit
from bot.tournaments.model import Tournament, TournamentSettings
from bot.tournaments.pairing.event import LARGEST_TEAM, EventOptions, Fill, PairingError, Seeding, TieBreak
from bot.tournaments.requirements import PROBLEM_TEXTS
from bot.tournaments.settings import pod_sizes
from bot.tournaments.setup_choices import (
    AUTO,
    CLOSINGS,
    NO_TIE_BREAKS,
    OPTION_PREFIX,
    TIE_BREAK_ORDERS,
    Remedy,
    no_shows_chosen,
    organisers_hours,
    remedies,
)
from bot.ui import components as ui
from bot.ui import custom_ids
from bot.ui.limits import COMPONENTS
from games.contract import AnyGame
from games.text import Listed, Text, _, _n

PageName: TypeAlias = Literal["all", "entry", "game", "rounds", "course", "points", "words"]
PAGES: Mapping[PageName, Text] = {
    "all": _("Overview"),
    "entry": _("Name, start, entry"),
    "game": _("Game and pace"),
    "rounds": _("Format and pods"),
    "course": _("How rounds go"),
    "points": _("Points and ties"),
    "words": _("Texts, roles, channel"),
}


class Choosing(msgspec.Struct, frozen=True):
    """What is being set up. `id`: the draft's or the tournament's."""

    id: str
    game: AnyGame
    settings: TournamentSettings
    zone: str
    """The IANA name of the time zone in which the organiser types times."""
    announced: bool = False
    trouble: Text | None = None
    """Why it could not be announced like this."""
    pages: bool = False
    """Whether there can be a page for everybody: the operator has a place for them."""
    hidden: bool = False
    """Not everybody on the server can see the channel."""
    start: str = ""
    """A start that was typed and waits until it is known in which time zone; empty: none."""
    zone_known: bool = True
    """Whether they have said in which one they live."""
    series: Sequence[tuple[str, str]] = ()
    """The server's series, each by its id and name."""
    brought: Text | None = None
    """What else has changed with what was just chosen."""

    @property
    def misfit(self) -> Misfit | None:
        """What does not fit: a game takes longer than a round lasts."""
        return misfit(self.game, self.settings)


def page_named(page: str) -> PageName:
    """The page; the overview if there is none of that name."""
    return next((name for name in get_args(PageName) if name == page), "all")


def pod_range(how: EventOptions) -> range:
    return range(how.fewest, how.most + 1)


# The lists and buttons of each page on which a tournament is set up.
#
# Every list says what it is about in each of its options, since a list that has a value shows no placeholder.


MOST_ROUNDS = 24
"""Of those that can be chosen from the list, which holds 25."""
_EVERYTHING_ELSE = 21
"""Components of the game's page besides its options, at most."""
MOST_FIELDS = (COMPONENTS - _EVERYTHING_ELSE) // 2


def _of_page(now: Choosing, page: PageName, there: Collection[int], reader: Reader) -> Iterable[ui.Row]:
    """What is on that page. `there`: the roles that the server has: others cannot be shown as chosen."""
    match page:
        case "all":
            return ()
        case "entry":
            return _entry(now, there, reader)
        case "game":
            return _game(now, reader)
        case "rounds":
            return _rounds(now, reader)
        case "course":
            return _course(now, reader)
        case "points":
            return _points(now, reader)
        case "words":
            return _words(now, there, reader)


def _cures(now: Choosing, reader: Reader) -> Iterator[ui.Row]:
    """What has to be chosen before it can be announced, one after the other, wherever it is said."""
    if now.start:
        yield _zone_list(now, reader)
    elif now.misfit is not None:
        found = remedies(now.game, now.settings)
        offers = {value: _remedy(each, now.settings) for value, each in found.items()}
        yield _list(now, "fit", _("Choose what fits"), offers, None, reader)


def _zone_list(now: Choosing, reader: Reader) -> ui.Row:
    hint = _("{time} where? Choose your time zone", time=now.start) if now.start else _("Your time zone")
    offers = zone_offers(now.zone)
    likely = {now.zone: offers[now.zone], **offers}
    return _list(now, "zone", hint, likely, now.zone if now.zone_known else None, reader)


def _remedy(remedy: Remedy, settings: TournamentSettings) -> Text:
    match remedy.kind:
        case "pace":
            return _("Faster: {pace}", pace=clocks.PACE_NAMES[remedy.changes["pace"].name])
        case "length":
            return _("Another game length: {length}", length=remedy.name or "")
        case "round":
            return _("Longer rounds: {span}", span=clocks.duration(remedy.changes["round_lasts"]))
        case "wait":
            chosen = msgspec.structs.replace(settings, **remedy.changes)
            wait = clocks.duration(chosen.organisers_hour or chosen.show_up)
            return _("Tables wait less: {span}", span=wait)


def zone_question(now: Choosing, reader: Reader) -> ui.Screen:
    """Asks where somebody lives, before they type a time."""
    asked = _("Where do you live? The times you type are in your time zone; everyone sees their own.")
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(ui.heading(reader, PAGES["entry"]), reader(asked), most=500),
        [_zone_list(now, reader)],
        ui.row(ui.button(reader, _("Back"), "tsetup", now.id, "entry")),
    )


def _entry(now: Choosing, there: Collection[int], reader: Reader) -> Iterator[ui.Row]:
    settings = now.settings
    limits = _writes(now, _("Ratings, games, time here"), "limits", reader)
    page = _("No public page") if settings.public_page else _("Public page")
    shown = ui.button(reader, page, "tput", now.id, "page", 0 if settings.public_page else 1)
    first = (_writes(now, _("Name, times and places"), "entry", reader), limits)
    yield ui.Row((*first, shown) if now.pages or settings.public_page else first)
    hint = _("Roles that may enter; none means everyone")
    yield ui.role_select(reader, custom_ids.encode("tset", now.id, "roles"), hint, settings.roles, there)
    if settings.starts is not None:
        closings = {"0": _("Entries close with the start")}
        for seconds in CLOSINGS:
            span = clocks.duration(seconds)
            closings[f"{seconds:.0f}"] = _("Entries close {span} before the start", span=span)
        yield _list(now, "closes", _("When entries close"), closings, f"{settings.closes:.0f}", reader)
    late = {"0": _("Late entry: none")}
    for number in range(2, MOST_ROUNDS + 1):
        late[str(number)] = _("Late entry: until round {round} is drawn", round=number)
    yield _list(now, "late", _("Late entry"), late, settings.late if settings.late > 1 else 0, reader)


def _game(now: Choosing, reader: Reader) -> Iterator[ui.Row]:
    settings, game = now.settings, now.game
    options = game.Options.model_validate(settings.game_options)
    for field in game.option_fields(options)[:MOST_FIELDS]:
        yield field_list(
            custom_ids.encode("tset", now.id, f"{OPTION_PREFIX}{field.name}"), options, field, reader
        )
    yield pace_list(custom_ids.encode("tset", now.id, "pace"), settings.pace, reader)
    rated = _("Play unrated") if settings.rated else _("Play for ratings")
    yield ui.Row(
        (
            ui.button(reader, rated, "tput", now.id, "rated", 0 if settings.rated else 1),
            _writes(now, _("A pace of your own"), "pace", reader),
        )
    )


def left_out(now: Choosing) -> Iterator[Text]:
    """Which options find no room on the screen."""
    options = now.game.Options.model_validate(now.settings.game_options)
    fields = now.game.option_fields(options)[MOST_FIELDS:]
    if fields:
        names = Listed(tuple(field.label for field in fields))
        yield _("No room here to choose: {options}.", options=names)


SEEDINGS: Mapping[str, Text] = {
    Seeding.LOT.value: _("Pods: drawn at random"),
    Seeding.SNAKE.value: _("Pods: seeded by rating, snake order"),
    Seeding.SPREAD.value: _("Pods: seeded by rating, drawn from pots"),
}


def _rounds(now: Choosing, reader: Reader) -> Iterator[ui.Row]:
    how, most = now.settings.how, range(1, MOST_ROUNDS + 1)
    formats = {each.tag: _("Format: {name}", name=each.name) for each in FORMATS.values()}
    yield _list(now, "format", _("Format"), formats, how.format, reader)
    for setting in format_of(how).settings:
        match setting:
            case "rounds":
                offers = {str(number): _("Rounds: {number}", number=number) for number in most}
                offers = {AUTO: _("Rounds: as many as it takes")} | offers
                yield _list(now, setting, _("How many rounds"), offers, how.rounds or AUTO, reader)
            case "go_on":
                offers = {
                    str(number): _n(
                        "The best of each pod goes on", "The best {count} of each pod go on", number
                    )
                    for number in range(1, how.fewest)
                }
                yield _list(now, setting, _("How many go on"), offers, how.go_on, reader)
            case "group_size":
                groups = range(how.fewest, how.fewest + MOST_ROUNDS)
                offers = {str(size): _("Groups: {number} players each", number=size) for size in groups}
                offers = {AUTO: _("Groups: one pod each")} | offers
                yield _list(now, setting, _("Size of groups"), offers, how.group_size or AUTO, reader)
            case "seeding":
                yield _list(now, setting, _("Who is kept apart"), SEEDINGS, how.seeding.value, reader)
            case "team_size":
                sizes = range(2, LARGEST_TEAM + 1)
                offers = {str(size): _("Teams: {number} players each", number=size) for size in sizes}
                offers = {"0": _("Teams: none, everyone for themselves")} | offers
                yield _list(now, setting, _("Teams"), offers, how.team_size, reader)
    sizes = pod_sizes(now.game, now.settings.game_options)
    offers = {str(size): _("Pods: {number} players if possible", number=size) for size in sizes}
    yield _list(now, "preferred", _("Size of pods"), offers, how.preferred, reader)
    least = [size for size in sizes if size <= how.most]
    offers = {str(size): _("Pods: {number} players at least", number=size) for size in least}
    yield _list(now, "fewest", _("Smallest pod"), offers, how.fewest, reader)
    largest = [size for size in sizes if size >= how.fewest]
    offers = {str(size): _("Pods: {number} players at most", number=size) for size in largest}
    yield _list(now, "most", _("Largest pod"), offers, how.most, reader)
    robots = how.fill is Fill.ROBOTS
    fill = _("Byes instead of robots") if robots else _("Robots instead of byes")
    value = Fill.BYES if robots else Fill.ROBOTS
    yield ui.Row((ui.button(reader, fill, "tput", now.id, "fill", value.value),))


MOST_HOURS = 24
"""Lengths after which pods play that agree on no hour; the list has one line more."""


def _course(now: Choosing, reader: Reader) -> Iterator[ui.Row]:
    settings = now.settings
    offers = {
        "out": _("No-shows come last, and drop out after two rounds"),
        "last": _("No-shows come last, and are drawn every round"),
        "robot": _("No-shows get the place of their robot, but no points"),
    }
    yield _list(now, "no_shows", _("No-shows"), offers, no_shows_chosen(settings), reader)
    if hours := organisers_hours(now.game, settings)[-MOST_HOURS:]:
        agreeing = {"0": _("Games begin when a round opens")}
        for each in hours:
            span = clocks.duration(each)
            agreeing[f"{each:.0f}"] = _("Pods agree on a time, or play after {span}", span=span)
        yield _list(
            now, "agreed_hour", _("When pods play"), agreeing, f"{settings.organisers_hour:.0f}", reader
        )
    robots = settings.absent == "robot"
    absent = _("Play without no-shows") if robots else _("A robot for no-shows")
    by_hand = _("Automatic rounds") if settings.by_hand else _("Rounds by hand")
    yield ui.Row(
        (
            _writes(now, _("Set the times"), "lengths", reader),
            ui.button(reader, by_hand, "tput", now.id, "by_hand", 0 if settings.by_hand else 1),
            ui.button(reader, absent, "tput", now.id, "absent", "walk-over" if robots else "robot"),
        )
    )


def _points(now: Choosing, reader: Reader) -> Iterator[ui.Row]:
    orders = {_spelled(order): _order(order) for order in TIE_BREAK_ORDERS}
    chosen = _spelled(now.settings.how.tie_breaks)
    if now.series:
        yield choice_list(
            custom_ids.encode("tset", now.id, "series"), now.series, now.settings.series, reader
        )
    yield _list(now, "tie_breaks", _("What breaks ties"), orders, chosen, reader)
    if format_of(now.settings.how).eliminates:
        offers = {
            "1": _("Ties for going on: played off at an extra table"),
            "0": _("Ties for going on: by the standings, then the lot"),
        }
        hint = _("Ties in the knock-out")
        yield _list(now, "play_off", hint, offers, "1" if now.settings.how.play_off else "0", reader)
    buttons = [
        _writes(now, _("Points in a pod of {size}", size=size), f"points.{size}", reader)
        for size in pod_range(now.settings.how)
    ]
    if now.settings.how.points:
        buttons.append(ui.button(reader, _("The usual points"), "tput", now.id, "points", AUTO))
    yield from ui.rows(buttons)


TABLE_CHANNELS = (0, 5)
"""Discord's types of channels in which tables can have threads: for text, and for announcements."""


def _words(now: Choosing, there: Collection[int], reader: Reader) -> Iterator[ui.Row]:
    settings = now.settings

    def role(what: str, hint: Text, chosen: int) -> ui.Row:
        return ui.role_select(
            reader, custom_ids.encode("tset", now.id, what), hint, (chosen,) if chosen else (), there, most=1
        )

    event = _("No Discord event") if settings.scheduled_event else _("A Discord event too")
    yield ui.Row(
        (
            _writes(now, _("Description, prizes, rules"), "words", reader),
            ui.button(reader, event, "tput", now.id, "scheduled_event", 0 if settings.scheduled_event else 1),
        )
    )
    if not now.announced:
        yield role("ping", _("A role to ping once"), settings.ping)
    yield ui.Row(
        (
            ui.ChannelSelect(
                custom_ids.encode("tset", now.id, "tables_channel"),
                ui.placeholder(reader.plain(_("Another channel for the tables"))),
                TABLE_CHANNELS,
                (ui.DefaultValue(str(settings.tables_channel), "channel"),)
                if settings.tables_channel in there
                else (),
                max_values=1,
            ),
        )
    )
    yield role("champion_role", _("A role for the champion"), settings.champion_role)


def _order(order: Sequence[TieBreak]) -> Text:
    if not order:
        return _("Ties: a random draw")
    return _("Ties: {breaks}", breaks=Listed(tuple(TIE_BREAKS[each] for each in order)))


def _spelled(order: Sequence[str]) -> str:
    return ",".join(order) or NO_TIE_BREAKS


def _list(
    now: Choosing,
    what: str,
    hint: Text,
    offers: Mapping[str, Text],
    chosen: str | int | None,
    reader: Reader,
) -> ui.Row:
    return ui.value_select(reader, custom_ids.encode("tset", now.id, what), hint, offers, chosen)


def _writes(now: Choosing, text: Text, what: str, reader: Reader) -> ui.Button:
    return ui.button(reader, text, "twrite", now.id, what)


# Setting a tournament up, on one private screen with pages: what is chosen, and what it will come to.
#
# The same pages serve a draft that nobody knows of yet, and a tournament that is announced and has not begun.


COUNTS = (8, 16, 32)
"""Of entrants, for which the plan is shown while nobody has said how many can enter."""


def setup(now: Choosing, page: PageName, there: Collection[int], reader: Reader) -> ui.Screen:
    """One page. `there`: the server's roles and channels: others cannot be shown as chosen."""
    if now.start and page == "all":
        return _where_first(now, reader)
    heading = _("{tournament}: {page}", tournament=now.settings.name, page=PAGES[page])
    fits = now.trouble is None and now.misfit is None
    return ui.screen(
        ui.Accent.TEAL if fits else ui.Accent.AMBER,
        ui.block(ui.heading(reader, heading), most=200),
        None if now.brought is None else ui.block(reader(now.brought), most=300),
        ui.block(*ui.bulleted(map(reader, _said(now, page))), most=2000),
        ui.block(*settings_text.own_words(now.settings, reader), most=1300) if page == "words" else None,
        ui.block(*map(reader, (*_asked(now, page, reader), *_to_choose(now))), most=900),
        list(_cures(now, reader)),
        _of_page(now, page, there, reader),
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
        yield _misfit_in_words(now.misfit)


def _misfit_in_words(found: Misfit) -> Text:
    game = clocks.duration(settings_text.rounded_up(found.game))
    limit = clocks.duration(found.limit)
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
            return (settings_text.rated_in_words(settings), *left_out(now))
        case "rounds":
            how = settings.how
            return (format_of(how).describe(how), settings_text.fill_in_words(how), *_planned(now))
        case "course":
            return (
                *settings_text.absence_in_lines(settings),
                *settings_text.lasts_in_lines(settings),
                settings_text.rounds_in_words(settings),
            )
        case "points":
            return settings_text.points_in_words(settings.how)
        case "words":
            return settings_text.event_in_lines(settings)


def _seen_from_outside(now: Choosing) -> Iterator[Text]:
    """That not even the whole server sees what anybody could see then."""
    if now.settings.public_page and now.hidden:
        yield _("⚠️ Not everyone here can see this channel, but the page is open to the whole world.")


def _planned(now: Choosing, *, in_short: bool = False) -> Iterator[Text]:
    """How many rounds and until when, with so many entrants; or why not with so many. `in_short`: where it is
    said beside it how many can enter.
    """
    settings = now.settings
    alike: dict[int, tuple[Plan, list[int]]] = {}
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

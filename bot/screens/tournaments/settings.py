"""All that an organiser chooses for a tournament, each thing once: its list, button or window, what comes of
choosing it, and how it is said.

A new setting is an entry here, and its field in `TournamentSettings` (or in `EventOptions`, if the draw needs
it). What belongs together and takes several to say is said in `settings_text`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from bot.i18n import Markup, Reader
from bot.preferences.people import zone_of
from bot.profiles.ratings import NEWCOMER
from bot.refusal import read_fields
from bot.screens import clocks, options
from bot.tables import options as table_options
from bot.tournaments import setup_choices
from bot.tournaments.formats.catalogue import FORMATS, format_of
from bot.tournaments.formats.contract import FormatSetting
from bot.tournaments.game_lengths import Misfit, misfit
from bot.tournaments.model import Range, TournamentSettings
from bot.tournaments.pairing.event import LARGEST_TEAM, EventOptions, Fill, Seeding, TieBreak
from bot.tournaments.pairing.standings import (
    FIRST_PLACE_POINTS,
    decimal,
    points_by_place,
)
from bot.tournaments.qualification import duration, in_words
from bot.tournaments.settings import LONGEST_NAME, LONGEST_WORDS, late_entries, misses_count, pod_sizes
from bot.tournaments.setup_choices import LABELS, Changes, Remedy, stale_choice
from bot.ui import components as ui
from bot.ui.limits import COMPONENTS
from bot.ui.settings import Drawn, OneOf, Part, Picked, Sheet, Switch, Table, Typed, Window
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
CURES = "cures"
"""The page of what has to be chosen before it can be announced: it stands on every page."""


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
    now: float = 0.0
    """The moment of the press, in Unix seconds."""

    @property
    def misfit(self) -> Misfit | None:
        """What does not fit: a game takes longer than a round lasts."""
        return misfit(self.game, self.settings)

    def value(self, name: str) -> Any:
        """The field of that name, wherever it is kept."""
        return self.settings.value(name)


def chosen(now: Choosing, what: str, values: Sequence[str]) -> Changes:
    """The fields of the settings that change as that is chosen, from a list or with a button. Refusal if it
    cannot be chosen (any more). Whether all go together is checked by `checked_settings`.
    """
    setting = SETTINGS.named(what)
    try:
        if setting is None:
            raise ValueError(f"nothing to choose: {what}")
        return _kept(now.settings, setting.take(now, what, values))
    except (ValueError, KeyError):
        raise stale_choice() from None


def written(now: Choosing, what: str, typed: Typed) -> Changes:
    """The fields that change with what was typed into the window of that name. Refusal if it cannot be read,
    or there is no such window.
    """
    setting = SETTINGS.typed(what)
    if setting is None:
        raise stale_choice()
    return _kept(now.settings, setting.read(now, what, typed))


def window(now: Choosing, what: str, reader: Reader) -> ui.Modal | None:
    """The window that asks for what has to be typed; None if there is none of that name."""
    setting = SETTINGS.typed(what)
    return None if setting is None else setting.window(now, what, sheet(now, reader))


def sheet(now: Choosing, reader: Reader, there: Iterable[int] = ()) -> Sheet:
    """Where its pages are drawn. `there`: the server's roles and channels."""
    return Sheet(reader, ("tset", now.id), ("tput", now.id), ("twrite", now.id), frozenset(there))


def page_of(what: str) -> PageName:
    """The page on which that is chosen; the overview if it is nothing that can be."""
    return page_named(SETTINGS.page_of(what))


def page_named(page: str) -> PageName:
    """The page; the overview if there is none of that name."""
    return next((name for name in get_args(PageName) if name == page), "all")


def _kept(now: TournamentSettings, changes: Changes) -> Changes:
    """The changes as `TournamentService.set` takes them: what the draw needs is one field."""
    drawn = {name: value for name, value in changes.items() if name in EventOptions.__struct_fields__}
    if not drawn:
        return changes
    rest = {name: value for name, value in changes.items() if name not in drawn}
    return {**rest, "how": replace(rest.get("how", now.how), **drawn)}


def _has(setting: FormatSetting) -> Callable[[Choosing], bool]:
    """Whether the format has it."""
    return lambda now: setting in format_of(now.settings.how).settings


MOST_ROUNDS = 24
"""Of those that can be chosen from a list, which holds 25 lines."""
MOST_HOURS = 24
"""Lengths after which pods play that agree on no hour; the list has one line more."""
_EVERYTHING_ELSE = 21
"""Components of the game's page besides its options, at most."""
MOST_FIELDS = (COMPONENTS - _EVERYTHING_ELSE) // 2
TABLE_CHANNELS = (0, 5)
"""Discord's types of channels in which tables can have threads: for text, and for announcements."""
LONGEST_TYPED = 40
"""Characters of a moment, a length of time or a number in a window."""


# Who may enter, and when


def _local(unix: float | None, zone: str) -> str:
    """The moment as the clocks there show it, so that it can be read again."""
    if unix is None:
        return ""
    return datetime.fromtimestamp(unix, UTC).astimezone(zone_of(zone)).strftime("%Y-%m-%d %H:%M")


def _line(
    reader: Reader,
    name: str,
    why: Text,
    value: str,
    like: Text | None = None,
    *,
    label: Text | None = None,
    longest: int = LONGEST_TYPED,
) -> ui.Label:
    line = ui.text_input(reader, name, longest, why if like is None else like, value)
    return ui.labelled(reader, LABELS[name] if label is None else label, line, why)


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
        _line(reader, "name", _("What it's called"), settings.name, longest=LONGEST_NAME),
        _line(reader, "opens", zone, _local(settings.opens, now.zone), like),
        _line(reader, "starts", on_demand, _local(settings.starts, now.zone), like),
        _line(reader, "check_in", before, check_in),
        _line(reader, "cap", _("Empty: no limit"), str(settings.cap or "")),
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
        return _line(reader, name, why, _limits(limits, said), _("5-20, 5- for at least, -20 for at most"))

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
        yield _("Games finished here: {wanted}.", wanted=in_words(settings.games_played, str))
    if settings.membership != Range():
        yield _("Time on this server: {wanted}.", wanted=in_words(settings.membership, duration))


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


# What is played, and how fast


def _option_lists(now: Choosing, on: Sheet) -> Iterator[Part]:
    kept = now.game.Options.model_validate(now.settings.game_options)
    for field in now.game.option_fields(kept)[:MOST_FIELDS]:
        name = f"{setup_choices.OPTION_PREFIX}{field.name}"
        yield options.field_list(on.list_id(name), kept, field, on.reader)


def left_out(now: Choosing) -> Iterator[Text]:
    """Which options find no room on the screen."""
    kept = now.game.Options.model_validate(now.settings.game_options)
    if fields := now.game.option_fields(kept)[MOST_FIELDS:]:
        names = Listed(tuple(field.label for field in fields))
        yield _("No room here to choose: {options}.", options=names)


def _pace_list(now: Choosing, on: Sheet) -> Iterator[Part]:
    yield options.pace_list(on.list_id("pace"), now.settings.pace, on.reader)


def _pace_window(now: Choosing, _what: str, custom_id: str, reader: Reader) -> ui.Modal:
    return options.pace_modal(custom_id, now.settings.pace, reader)


def _pace_written(_now: Choosing, _what: str, typed: Typed) -> Changes:
    return {"pace": table_options.own_pace(*map(typed, (options.MOVE, options.BANK, options.INCREMENT)))}


# Who plays whom


def _rounds(_now: Choosing) -> Mapping[Any, Text]:
    numbers = {number: _("Rounds: {number}", number=number) for number in range(1, MOST_ROUNDS + 1)}
    return {None: _("Rounds: as many as it takes"), **numbers}


def _going_on(now: Choosing) -> Mapping[Any, Text]:
    return {
        number: _n("The best of each pod goes on", "The best {count} of each pod go on", number)
        for number in range(1, now.settings.how.fewest)
    }


def _groups(now: Choosing) -> Mapping[Any, Text]:
    fewest = now.settings.how.fewest
    groups = range(fewest, fewest + MOST_ROUNDS)
    sizes = {size: _("Groups: {number} players each", number=size) for size in groups}
    return {None: _("Groups: one pod each"), **sizes}


SEEDINGS: Mapping[Any, Text] = {
    Seeding.LOT: _("Pods: drawn at random"),
    Seeding.SNAKE: _("Pods: seeded by rating, snake order"),
    Seeding.SPREAD: _("Pods: seeded by rating, drawn from pots"),
}


def _seeding_said(settings: TournamentSettings) -> Iterator[Text]:
    match settings.how.seeding:
        case Seeding.SNAKE:
            yield _("Pods by rating: the strongest are spread out, and meet the weakest (snake).")
        case Seeding.SPREAD:
            yield _("Pods by rating: the strongest are spread out, the rest of a pod is drawn.")
        case Seeding.LOT:
            return


def _teams(_now: Choosing) -> Mapping[Any, Text]:
    sizes = {size: _("Teams: {number} players each", number=size) for size in range(2, LARGEST_TEAM + 1)}
    return {0: _("Teams: none, everyone for themselves"), **sizes}


def _teams_said(settings: TournamentSettings) -> Iterator[Text]:
    if settings.how.team_size:
        yield _(
            "Teams of {count}: everyone plays for themselves, and the team's points add up.",
            count=settings.how.team_size,
        )


def _sizes(now: Choosing) -> range:
    return pod_sizes(now.game, now.settings.game_options)


def _preferred(now: Choosing) -> Mapping[Any, Text]:
    return {size: _("Pods: {number} players if possible", number=size) for size in _sizes(now)}


def _fewest(now: Choosing) -> Mapping[Any, Text]:
    sizes = (size for size in _sizes(now) if size <= now.settings.how.most)
    return {size: _("Pods: {number} players at least", number=size) for size in sizes}


def _most(now: Choosing) -> Mapping[Any, Text]:
    sizes = (size for size in _sizes(now) if size >= now.settings.how.fewest)
    return {size: _("Pods: {number} players at most", number=size) for size in sizes}


def pod_range(how: EventOptions) -> range:
    return range(how.fewest, how.most + 1)


def pods_in_words(how: EventOptions) -> Text:
    """How many sit at a table."""
    if how.fewest == how.most:
        return _n("Pods of {count} player", "Pods of {count} players", how.most)
    return _(
        "Pods of {fewest} to {most}, ideally {preferred}",
        fewest=how.fewest,
        most=how.most,
        preferred=how.preferred,
    )


# How rounds go


def _no_shows(now: Choosing) -> Mapping[Any, Text]:
    chosen = setup_choices.no_shows_chosen(now.settings)
    last = {
        "out": _("No-shows come last, and drop out after two rounds"),
        "last": _("No-shows come last, and are drawn every round"),
    }
    if not misses_count(now.settings.how):
        last = {chosen if chosen in last else "out": _("No-shows come last")}
    return {**last, "robot": _("No-shows get the place of their robot, but no points")}


def _agreed_hours(now: Choosing) -> Mapping[Any, Text]:
    hours = setup_choices.organisers_hours(now.game, now.settings)[-MOST_HOURS:]
    spans = {
        each: _("Pods agree on a time, or play after {span}", span=clocks.duration(each)) for each in hours
    }
    return {0.0: _("Games begin when a round opens"), **spans} if hours else {}


def _lengths_window(now: Choosing, _what: str, custom_id: str, reader: Reader) -> ui.Modal:
    like = _("For example 10 minutes, 36 hours or 3 days")
    fields = {
        "show_up": _("At most this long. 0: I deal at once"),
        "round_lasts": _("Then robots finish the games. 0: no limit"),
        "between": _("Players see their pods meanwhile. 0: none"),
        "every": _("As in a league: 7 days. 0: when all have played"),
    }
    lines = (
        _line(reader, name, why, clocks.typed_duration(now.value(name), reader), like)
        for name, why in fields.items()
    )
    return ui.modal(reader, PAGES["course"], custom_id, *lines)


# Points and ties


POINTS = "points"
"""The field of the window that asks for them."""
TIE_BREAKS: Mapping[TieBreak, Text] = {
    TieBreak.OPPONENTS: _("the opponents' average points"),
    TieBreak.BEST_PLACES: _("the best places"),
    TieBreak.HEAD_TO_HEAD: _("head to head"),
}
LOT = _("a random draw")


def _series(now: Choosing) -> Mapping[Any, Text]:
    there = {id: _("Counts for {series}", series=name) for id, name in now.series}
    return {"": _("Counts for no series"), **there} if there else {}


def _orders(_now: Choosing) -> Mapping[Any, Text]:
    return {order: _order(order) for order in setup_choices.TIE_BREAK_ORDERS}


def _order(order: Sequence[TieBreak]) -> Text:
    if not order:
        return _("Ties: a random draw")
    return _("Ties: {breaks}", breaks=Listed(tuple(TIE_BREAKS[each] for each in order)))


def _tie_breaks_said(settings: TournamentSettings) -> Iterator[Text]:
    breaks = (*(TIE_BREAKS[each] for each in settings.how.tie_breaks), LOT)
    yield _("Ties are broken by, in this order: {breaks}", breaks=Listed(breaks))


def _play_offs(_now: Choosing) -> Mapping[Any, Text]:
    return {
        True: _("Ties for going on: played off at an extra table"),
        False: _("Ties for going on: by the standings, then the lot"),
    }


def _play_off_said(settings: TournamentSettings) -> Iterator[Text]:
    if not format_of(settings.how).eliminates:
        return
    if settings.how.play_off:
        yield _("Knock-out: a tie for the last place that goes on is played off at an extra table.")
    else:
        yield _(
            "Knock-out: a tie for the last place that goes on is decided by the standings so far, then by "
            "lot."
        )


def _points_openers(now: Choosing) -> Iterator[tuple[Text, str]]:
    for size in pod_range(now.settings.how):
        yield _("Points in a pod of {size}", size=size), f"points.{size}"


def _size_in(what: str) -> int:
    """For pods of which size points are set; 0 if it is none."""
    size = what.removeprefix("points.")
    return int(size) if size.isdecimal() else 0


def _points_window(now: Choosing, what: str, custom_id: str, reader: Reader) -> ui.Modal | None:
    how, size = now.settings.how, _size_in(what)
    if size not in pod_range(how):
        return None
    line = _line(
        reader,
        POINTS,
        _("One whole number per place. Empty: the usual points"),
        ", ".join(map(str, how.points.get(size, ()))),
        _("{points}", points=", ".join(decimal(each) for each in points_by_place(size, how))),
        label=_("First place first"),
    )
    return ui.modal(reader, _("Points in a pod of {size}", size=size), custom_id, line)


def _points_written(now: Choosing, what: str, typed: Typed) -> Changes:
    size = _size_in(what)
    if not size:
        raise stale_choice()
    return read_fields(
        {"how": _("Points in a pod of {size}", size=size)},
        how=lambda: setup_choices.typed_points(now.settings, size, typed(POINTS))["how"],
    )


def _usual_points(now: Choosing, on: Sheet) -> Iterator[Part]:
    if now.settings.how.points:
        yield on.button(_("The usual points"), "points", setup_choices.AUTO)


def _points_taken_back(_now: Choosing, _what: str, value: str) -> Changes:
    if value != setup_choices.AUTO:
        raise stale_choice()
    return {"points": {}}


def points_in_words(how: EventOptions) -> list[Text]:
    """What a place is worth."""
    evenly = _(
        "First in a pod gets {first} points, last none, the others are spaced evenly. Ties share "
        "the average.",
        first=FIRST_PLACE_POINTS,
    )
    own = [
        _("Points in a pod of {size}, first place first: {points}", size=size, points=Listed(points))
        for size, points in sorted(how.points.items())
        if size in pod_range(how)
    ]
    if set(pod_range(how)) <= how.points.keys():
        return [*own, _("Ties share the average.")]
    return [evenly, *own]


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


# What does not fit


def _remedies(now: Choosing) -> Mapping[Any, Text]:
    found = setup_choices.remedies(now.game, now.settings)
    return {value: _remedy(each, now.settings) for value, each in found.items()}


def _remedy(remedy: Remedy, settings: TournamentSettings) -> Text:
    match remedy.kind:
        case "pace":
            return _("Faster: {pace}", pace=clocks.PACE_NAMES[remedy.changes["pace"].name])
        case "length":
            return _("Another game length: {length}", length=remedy.name or "")
        case "round":
            return _("Longer rounds: {span}", span=clocks.duration(remedy.changes["round_lasts"]))
        case "wait":
            fitting = replace(settings, **remedy.changes)
            wait = clocks.duration(fitting.organisers_hour or fitting.show_up)
            return _("Tables wait less: {span}", span=wait)


def _opener(text: Text, what: str) -> Callable[[Choosing], Iterable[tuple[Text, str]]]:
    return lambda _now: [(text, what)]


SETTINGS = Table[Choosing, TournamentSettings](
    {
        "entry": (
            Window(
                "entry",
                _opener(_("Name, times and places"), "entry"),
                _entry_window,
                _entry_written,
                says=_entry_said,
            ),
            Window(
                "limits",
                _opener(_("Ratings, games, time here"), "limits"),
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
                chosen=_late_entry,
                says=_late_said,
            ),
        ),
        "game": (
            Drawn(
                setup_choices.OPTION_PREFIX,
                _option_lists,
                lambda now, what, value: setup_choices.choose_option(now.game, now.settings, what, value),
            ),
            Drawn(
                "pace",
                _pace_list,
                lambda now, _what, value: setup_choices.choose_pace(now.game, now.settings, value),
            ),
            Switch(
                "rated",
                _("Play for ratings"),
                _("Play unrated"),
                said=(_("The games don't count for ratings."), _("The games count for ratings.")),
            ),
            Window("pace", _opener(_("A pace of your own"), "pace"), _pace_window, _pace_written),
        ),
        "rounds": (
            OneOf(
                "format",
                _("Format"),
                lambda _now: {each.tag: _("Format: {name}", name=each.name) for each in FORMATS.values()},
                brings=lambda now, tag: setup_choices.choose_format(now.game, now.settings, FORMATS[tag]),
            ),
            OneOf("rounds", _("How many rounds"), _rounds, shown=_has("rounds"), empty=setup_choices.AUTO),
            OneOf("go_on", _("How many go on"), _going_on, shown=_has("go_on")),
            OneOf(
                "group_size", _("Size of groups"), _groups, shown=_has("group_size"), empty=setup_choices.AUTO
            ),
            OneOf(
                "seeding",
                _("Who is kept apart"),
                lambda _now: SEEDINGS,
                shown=_has("seeding"),
                says=_seeding_said,
            ),
            OneOf("team_size", _("Teams"), _teams, shown=_has("team_size"), says=_teams_said),
            OneOf(
                "preferred",
                _("Size of pods"),
                _preferred,
                brings=lambda now, size: setup_choices.choose_pod_size(now.settings.how, size),
                says=lambda settings: [pods_in_words(settings.how)],
            ),
            OneOf(
                "fewest",
                _("Smallest pod"),
                _fewest,
                brings=lambda now, size: {"fewest": size, "preferred": max(size, now.settings.how.preferred)},
            ),
            OneOf(
                "most",
                _("Largest pod"),
                _most,
                brings=lambda now, size: {"most": size, "preferred": min(size, now.settings.how.preferred)},
            ),
            Switch(
                "fill",
                _("Robots instead of byes"),
                _("Byes instead of robots"),
                values=(Fill.BYES, Fill.ROBOTS),
            ),
        ),
        "course": (
            OneOf(
                "no_shows",
                _("No-shows"),
                _no_shows,
                chosen=lambda now: setup_choices.no_shows_chosen(now.settings),
                brings=lambda _now, value: setup_choices.choose_no_shows(value),
            ),
            OneOf(
                "agreed_hour",
                _("When pods play"),
                _agreed_hours,
                chosen=lambda now: now.settings.organisers_hour,
            ),
            Window(
                "lengths",
                _opener(_("Set the times"), "lengths"),
                _lengths_window,
                lambda _now, _what, typed: setup_choices.typed_lengths(typed),
            ),
            Switch("by_hand", _("Rounds by hand"), _("Automatic rounds")),
            Switch(
                "absent",
                _("A robot for no-shows"),
                _("Play without no-shows"),
                values=("walk-over", "robot"),
                brings=lambda now, value: setup_choices.choose_absence(now.settings, value),
            ),
        ),
        "points": (
            OneOf(
                "series",
                _("Which series it counts for"),
                _series,
                empty=setup_choices.NO_SERIES,
                says=lambda settings: [_("It counts for a series.")] if settings.series else [],
            ),
            OneOf(
                "tie_breaks",
                _("What breaks ties"),
                _orders,
                empty=setup_choices.NO_TIE_BREAKS,
                says=_tie_breaks_said,
            ),
            OneOf(
                "play_off",
                _("Ties in the knock-out"),
                _play_offs,
                shown=lambda now: format_of(now.settings.how).eliminates,
                says=_play_off_said,
            ),
            Window("points.", _points_openers, _points_window, _points_written),
            Drawn("points", _usual_points, _points_taken_back),
        ),
        "words": (
            Window(
                "words",
                _opener(_("Description, prizes, rules"), "words"),
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
        ),
        CURES: (
            OneOf(
                "fit",
                _("Choose what fits"),
                _remedies,
                chosen=lambda _now: "",
                brings=lambda now, value: setup_choices.remedies(now.game, now.settings)[value].changes,
                shown=lambda now: not now.start and now.misfit is not None,
            ),
        ),
    }
)
"""In the order in which they stand on their pages, and are said."""

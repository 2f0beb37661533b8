"""What an organiser chooses of how a tournament is played: game and pace, format and pods, rounds, points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.i18n import Reader
from bot.refusal import read_fields
from bot.screens import clocks, options
from bot.screens.tournaments.choosing import PAGES, Choosing, Entries, format_has, opener, text_line
from bot.tables import options as table_options
from bot.tournaments import setup_choices
from bot.tournaments.beacon import round_at
from bot.tournaments.formats.catalogue import FORMATS, format_of
from bot.tournaments.model import TournamentSettings
from bot.tournaments.pairing.event import LARGEST_TEAM, Comparison, EventOptions, Fill, Seeding, TieBreak
from bot.tournaments.pairing.standings import (
    FIRST_PLACE_POINTS,
    decimal,
    points_by_place,
)
from bot.tournaments.settings import ARENA_LENGTHS, misses_count, pod_sizes
from bot.tournaments.setup_choices import Changes, stale_choice
from bot.ui import components as ui
from bot.ui.limits import COMPONENTS
from bot.ui.settings import Drawn, Form, OneOf, Part, Switch, Typed, Window
from games.text import Listed, Text, _, _n

MOST_ROUNDS = 24
"""Of those that can be chosen from a list, which holds 25 lines."""
MOST_HOURS = 24
"""Lengths after which pods play that agree on no hour; the list has one line more."""
_EVERYTHING_ELSE = 21
"""Components of the game's page besides its options, at most."""
MOST_FIELDS = (COMPONENTS - _EVERYTHING_ELSE) // 2


# What is played, and how fast


def _option_lists(now: Choosing, on: Form) -> Iterator[Part]:
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


def _pace_list(now: Choosing, on: Form) -> Iterator[Part]:
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


def _beacon_said(settings: TournamentSettings) -> Iterator[Text]:
    if settings.beacon and settings.starts is not None:
        round = round_at(settings.starts)
        yield _("The draw takes in drand's round {round}, which nobody knows before the start.", round=round)
    elif settings.beacon:
        yield _("The draw takes in drand's first round after the start, which nobody knows before.")


COMPARISONS: Mapping[Any, Text] = {
    Comparison.MATCHPOINTS: _("Counts: matchpoints, hand by hand"),
    Comparison.MEAN: _("Counts: points above the seat's average"),
}


def _is_arena(now: Choosing) -> bool:
    return format_of(now.settings.how).is_arena


def _by_rounds(now: Choosing) -> bool:
    """Whether all who play wait for a round's end."""
    return not _is_arena(now)


def _in_rounds_of_their_own(now: Choosing) -> bool:
    return _by_rounds(now) and _have_sizes(now)


def _arena_lasts(_now: Choosing) -> Mapping[Any, Text]:
    return {each: _("It lasts {span}", span=clocks.duration(each)) for each in ARENA_LENGTHS}


def _have_sizes(now: Choosing) -> bool:
    """Whether pods differ, and each is played for itself."""
    return not format_of(now.settings.how).shares_deals


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


# How it runs


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
        text_line(reader, name, why, clocks.typed_duration(now.value(name), reader), like)
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
    line = text_line(
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


def _usual_points(now: Choosing, on: Form) -> Iterator[Part]:
    if now.settings.how.points:
        yield on.button(_("The usual points"), "points", setup_choices.AUTO)


def _points_taken_back(_now: Choosing, _what: str, value: str) -> Changes:
    if value != setup_choices.AUTO:
        raise stale_choice()
    return {"points": {}}


COMPARED: Mapping[Comparison, Text] = {
    Comparison.MATCHPOINTS: _(
        "Each hand counts: 60 points for more than everyone else in your seat, half for as much."
    ),
    Comparison.MEAN: _("What counts is how many points you make above what your seat made on average."),
}


def points_in_words(how: EventOptions) -> list[Text]:
    """What a place is worth."""
    if how.comparison in COMPARED:
        return [COMPARED[how.comparison]]
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


GAME: Entries = (
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
    Window("pace", opener(_("A pace of your own"), "pace"), _pace_window, _pace_written),
)
ROUNDS: Entries = (
    OneOf(
        "format",
        _("Format"),
        lambda _now: {each.tag: _("Format: {name}", name=each.name) for each in FORMATS.values()},
        brings=lambda now, tag: setup_choices.choose_format(now.game, now.settings, FORMATS[tag]),
    ),
    OneOf("lasts", _("How long it lasts"), _arena_lasts, shown=_is_arena),
    OneOf("rounds", _("How many rounds"), _rounds, shown=format_has("rounds"), empty=setup_choices.AUTO),
    OneOf("go_on", _("How many go on"), _going_on, shown=format_has("go_on")),
    OneOf(
        "group_size", _("Size of groups"), _groups, shown=format_has("group_size"), empty=setup_choices.AUTO
    ),
    OneOf(
        "seeding",
        _("Who is kept apart"),
        lambda _now: SEEDINGS,
        shown=format_has("seeding"),
        says=_seeding_said,
    ),
    Switch("beacon", _("drand in the draw"), _("Draw without drand"), says=_beacon_said),
    OneOf("comparison", _("What counts"), lambda _now: COMPARISONS, shown=format_has("comparison")),
    Switch(
        "robots_along",
        _("A pod of robots too"),
        _("No pod of robots"),
        shown=format_has("comparison"),
        says=lambda settings: (
            [_("A pod of robots has the same cards: beat them, even alone.")]
            if settings.how.robots_along
            else []
        ),
    ),
    OneOf("team_size", _("Teams"), _teams, shown=format_has("team_size"), says=_teams_said),
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
        shown=_have_sizes,
        brings=lambda now, size: {"fewest": size, "preferred": max(size, now.settings.how.preferred)},
    ),
    OneOf(
        "most",
        _("Largest pod"),
        _most,
        shown=_have_sizes,
        brings=lambda now, size: {"most": size, "preferred": min(size, now.settings.how.preferred)},
    ),
    Switch(
        "fill",
        _("Fill up with robots"),
        _("Without robots"),
        values=(Fill.BYES, Fill.ROBOTS),
        shown=_have_sizes,
    ),
)
COURSE: Entries = (
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
        shown=_have_sizes,
        chosen=lambda now: now.settings.organisers_hour,
    ),
    Window(
        "lengths",
        opener(_("Set the times"), "lengths"),
        _lengths_window,
        lambda _now, _what, typed: setup_choices.typed_lengths(typed),
        shown=_by_rounds,
    ),
    Switch("by_hand", _("Rounds by hand"), _("Automatic rounds"), shown=_by_rounds),
    Switch(
        "absent",
        _("A robot for no-shows"),
        _("Play without no-shows"),
        values=("walk-over", "robot"),
        shown=_in_rounds_of_their_own,
        brings=lambda now, value: setup_choices.choose_absence(now.settings, value),
    ),
)
POINTS_AND_TIES: Entries = (
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
    Window("points.", _points_openers, _points_window, _points_written, shown=_have_sizes),
    Drawn("points", _usual_points, _points_taken_back),
)

"""How long a tournament will take, as far as that can be said before it starts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec
from pydantic import ValidationError

from bot.i18n import Markup, Reader
from bot.i18n.sanitising import escape_markdown
from bot.pace import DAY, HOUR, MINUTE
from bot.screens import clocks
from bot.screens.tournaments.settings import SETTINGS
from bot.screens.tournaments.settings_entry import WORDS
from bot.screens.tournaments.settings_play import points_in_words
from bot.tournaments.formats.catalogue import format_of
from bot.tournaments.formats.contract import RoundPlan
from bot.tournaments.game_lengths import game_length
from bot.tournaments.model import TournamentSettings
from bot.tournaments.pairing.event import EventOptions, Fill, Stage
from bot.tournaments.pairing.standings import decimal, points_for_bye
from bot.tournaments.settings import default_settings, misses_count
from games.contract import AnyGame
from games.text import Listed, Text, Value, _, _n, labelled


class ExpectedLength(msgspec.Struct, frozen=True):
    """Seconds from the first round's opening to the last result; None: nobody can say."""

    about: float | None
    at_most: float | None


def expected_length(game: AnyGame, settings: TournamentSettings, plan: RoundPlan) -> ExpectedLength:
    """How long the whole tournament is likely to last, with these rounds, in seconds."""
    if settings.lasts:
        return ExpectedLength(settings.lasts, None)
    pauses = len(plan) - 1
    one = a_round(game, settings)
    limit = settings.round_lasts or None
    if settings.every:
        last = settings.every if one is None else min(one, settings.every)
        return ExpectedLength(_rounded(pauses * settings.every + last), None)
    between = pauses * settings.between
    about = None if one is None else _rounded(len(plan) * one + between)
    if limit is None or settings.by_hand:
        return ExpectedLength(about, None)
    return ExpectedLength(about, rounded_up(len(plan) * limit + between))


def a_round(game: AnyGame, settings: TournamentSettings) -> float | None:
    """About so long takes one round; None if nothing limits it."""
    if not settings.pace.limited and not settings.round_lasts:
        return None
    usual = game_length(game, settings.game_options, settings.how.preferred, settings.pace).usual
    return min(usual, settings.round_lasts or usual)


def _rounded(seconds: float) -> float:
    """So that nobody takes it for more exact than it is."""
    step = _step(seconds)
    return max(step, round(seconds / step) * step)


def rounded_up(seconds: float) -> float:
    """A time in seconds, rounded up to what people would say."""
    step = _step(seconds)
    return -(-seconds // step) * step


def _step(seconds: float) -> float:
    return next((step for below, step in _STEPS if seconds < below), DAY)


_STEPS = ((2 * HOUR, 5 * MINUTE), (12 * HOUR, 30 * MINUTE), (2 * DAY, HOUR))


# A tournament's settings in sentences, for the announcement, for private pages and while it is set up.


def exact(value: Fraction) -> Value:
    """An exact number as people write it, rounded to two places: with a point, or what their language has."""
    whole, _point, decimals = decimal(value).replace("-", "\N{MINUS SIGN}").partition(".")
    return _("{whole}.{decimals}", whole=whole, decimals=decimals) if decimals else whole


def format_in_lines(settings: TournamentSettings) -> list[Text]:
    """How the winner is found: format, pods, what is done where they are not full, points, ties."""
    how = settings.how
    return [
        format_of(how).describe(how),
        *format_of(how).details(how),
        *SETTINGS.said(settings, "rounds"),
        fill_in_words(how),
        *byes_in_words(how),
        *points_in_words(how),
        *SETTINGS.said(settings, "points"),
    ]


def fill_in_words(options: EventOptions) -> Text:
    """What is done when the entrants do not fill the pods."""
    if options.fill is Fill.ROBOTS:
        return _(
            "Robots fill up pods of fewer than {fewest}. They take places but no points.",
            fewest=options.fewest,
        )
    if format_of(options).is_arena:
        return _("Whoever finds no table waits for the next one.")
    if format_of(options).eliminates:
        return _("No seat in a round means a bye: you go on without playing.")
    points = points_for_bye(options)
    return _n(
        "No seat in a round means a bye, worth {points} point.",
        "No seat in a round means a bye, worth {points} points.",
        int(points) if points.denominator == 1 else 2,
        points=exact(points),
    )


def byes_in_words(options: EventOptions) -> list[Text]:
    """Who has a bye, if there are any that bring points."""
    if options.fill is Fill.ROBOTS or format_of(options).eliminates or format_of(options).is_arena:
        return []
    return [_("Nobody has a second bye before everyone has had one.")]


def attendance_in_lines(settings: TournamentSettings) -> list[Text]:
    """How long a table waits, what becomes of whoever does not come, how long a round lasts."""
    said = [*absence_in_lines(settings)]
    if settings.how.absent_last:
        said.append(_("Whoever doesn't come, or leaves, is placed behind everyone who stayed."))
    if settings.drop_absent:
        said += _dropping(settings)
    return [*said, *lasts_in_lines(settings), *SETTINGS.said(settings, "course")]


def absence_in_lines(settings: TournamentSettings) -> tuple[Text, ...]:
    """How long a table waits, and who plays for whoever has not come by then. One that does not wait has
    everybody's seat dealt to, and their clock decides.
    """
    if not settings.longest_wait:
        return (waiting_in_words(settings),)
    missing = (
        _("Then a robot plays for whoever is missing, until they come.")
        if settings.absent == "robot"
        else _("Then the others play on, and no-shows get nothing.")
    )
    return waiting_in_words(settings), missing


def waiting_in_words(settings: TournamentSettings) -> Text:
    """How long a table waits."""
    hour = settings.organisers_hour
    return (
        _("Pods agree on a time, or play {span} after the round opens.", span=clocks.duration(hour))
        if hour
        else _("Each table waits up to {span} for its players.", span=clocks.duration(settings.show_up))
        if settings.show_up
        else _("I deal as soon as a table opens.")
    )


def lasts_in_lines(settings: TournamentSettings) -> list[Text]:
    """How long a round lasts, if it has an end."""
    if not settings.round_lasts:
        return []
    lasts = clocks.duration(settings.round_lasts)
    return [_("A round lasts up to {span}; then robots finish its games.", span=lasts)]


def _dropping(settings: TournamentSettings) -> list[Text]:
    """What becomes of whoever misses rounds; who misses the last one is neither asked nor out."""
    form, rounds = format_of(settings.how), settings.how.rounds
    if not misses_count(settings.how):
        return []
    if rounds == 2 and not form.eliminates:
        return [_("Miss the first round and I ask whether you're still in.")]
    return [_("Miss a round and I ask; miss two in a row and you sit out until you're back.")]


def rounds_in_words(settings: TournamentSettings) -> Text:
    """When the next round begins."""
    if settings.lasts:
        return _(
            "It lasts {span}: a table opens once enough are free, in new company if possible, and none that "
            "would end too late.",
            span=clocks.duration(settings.lasts),
        )
    if settings.by_hand:
        return _("The organiser draws each round and opens its tables.")
    if settings.every:
        return _("A new round begins every {span}.", span=clocks.duration(settings.every))
    if settings.between:
        between = clocks.duration(settings.between)
        return _(
            "Once all results are in, I draw the next round; its tables open {span} later.",
            span=between,
        )
    return _("Once all results are in, the next round begins.")


def entry_in_lines(settings: TournamentSettings, *, open: bool = True) -> list[Text]:
    """Who may enter, until when, and how many; once it has begun only what still holds."""
    shown = settings if open else msgspec.structs.replace(settings, cap=0, check_in=0.0)
    return SETTINGS.said(shown, "entry")


def own_words(settings: TournamentSettings, reader: Reader) -> Iterator[str]:
    """What the organiser wrote: readable as it was typed, unable to link or call anybody."""
    yield from _own_lines(settings.description)
    for name in ("prizes", "house_rules"):
        if text := getattr(settings, name):
            yield f"**{reader(WORDS[name][0])}**"
            yield from _own_lines(text)


def _own_lines(text: str) -> Iterator[str]:
    return (escape_markdown(line, len(line)) for line in text.splitlines())


def moments_in_lines(settings: TournamentSettings, *, own: bool = False) -> list[Text]:
    """When entries open, and when it starts. `own`: said to its organiser."""
    said: list[Text] = []
    if settings.opens is not None:
        when, date = clocks.relative_time(settings.opens), clocks.date_and_time(settings.opens)
        said.append(_("Entries open {when}: {date}.", when=when, date=date))
    if settings.entries_close is not None:
        said.append(closing(settings.entries_close))
    said.append(start_in_words(settings, own=own))
    return said


def start_in_words(settings: TournamentSettings, *, own: bool = False, stuck: bool = False) -> Text:
    """When it starts. `own`: said to its organiser; `stuck`: it was to, and could not."""
    if settings.starts is None:
        return _("It starts when you press Begin now.") if own else _("The organiser starts it.")
    date, when = clocks.day_and_time(settings.starts), clocks.relative_time(settings.starts)
    if stuck:
        return _("It was to start {when}: {date}.", when=when, date=date)
    return _("It starts {when}: {date}.", when=when, date=date)


def _begun_in_lines(settings: TournamentSettings) -> list[Text]:
    """When it was to start, of one that has."""
    starts = settings.starts
    return [] if starts is None else [_("Start: {date}", date=clocks.date_and_time(starts))]


def closing(closes: float) -> Text:
    """Until when one can enter."""
    return _(
        "Entries close {when}: {date}.", when=clocks.relative_time(closes), date=clocks.date_and_time(closes)
    )


def settings_in_lines(game: AnyGame, settings: TournamentSettings, *, open: bool) -> list[Text]:
    """All that an organiser chose, for one who wants to know everything. `open`: it has not begun."""
    return [line for group in _in_groups(game, settings, open=open) for line in group]


def _in_groups(game: AnyGame, settings: TournamentSettings, *, open: bool = True) -> Iterator[list[Text]]:
    """Every choice there is, in lines: what belongs together stands together."""
    yield _options_in_lines(game, settings)
    yield [clocks.pace_description(settings.pace)]
    yield from _beyond_the_game(settings, open=open)
    yield moments_in_lines(settings) if open else _begun_in_lines(settings)


def _beyond_the_game(settings: TournamentSettings, *, open: bool = True) -> Iterator[list[Text]]:
    yield SETTINGS.said(settings, "game")
    yield format_in_lines(settings)
    yield attendance_in_lines(settings)
    yield [rounds_in_words(settings)]
    yield entry_in_lines(settings, open=open)
    yield SETTINGS.said(settings, "words")


def _options_in_lines(game: AnyGame, settings: TournamentSettings) -> list[Text]:
    try:
        options = game.Options.model_validate(settings.game_options)
    except ValidationError:  # chosen when the game had other options
        return []
    return list(game.describe_options(options))


def changed_settings(
    game: AnyGame, was: TournamentSettings, now: TournamentSettings
) -> Iterator[tuple[list[Text], list[Text]]]:
    """Of what belongs together: what no longer holds, and what holds now; nothing of what has stayed."""
    groups = zip(_with_words(game, was), _with_words(game, now), strict=True)
    for before, after in groups:
        gone = [line for line in before if line not in after]
        new = [line for line in after if line not in before]
        if gone or new:
            yield gone, new


def _with_words(game: AnyGame, settings: TournamentSettings) -> Iterator[list[Text]]:
    yield [_("Name: {name}", name=settings.name)]
    yield from _in_groups(game, settings)
    for field, (label, _hint) in WORDS.items():
        words = " ".join(getattr(settings, field).split())
        shown = Markup(escape_markdown(words, MOST_OF_WORDS))
        yield [labelled(label, shown)] if words else []


MOST_OF_WORDS = 80
"""Characters of an organiser's own words where it is told that they were changed."""


def announced_in_lines(game: AnyGame, settings: TournamentSettings) -> Iterator[Text]:
    """The chosen, but for what the announcement says elsewhere: how many may enter, where, whom it calls."""
    elsewhere = {"cap": 0, "ping": 0, "tables_channel": 0, "champion_role": 0, "scheduled_event": False}
    yield from chosen_in_lines(game, msgspec.structs.replace(settings, **elsewhere))


def chosen_in_lines(game: AnyGame, settings: TournamentSettings) -> Iterator[Text]:
    """What is played, how fast and in which format; of all else what is not as usual. What check-in is, the
    answer to Join says.
    """
    if settings.check_in:
        yield from chosen_in_lines(game, msgspec.structs.replace(settings, check_in=0.0))
        yield _("Check-in {span} before the start", span=clocks.duration(settings.check_in))
        return
    yield from game.describe_options(game.Options.model_validate(settings.game_options))
    yield clocks.pace_in_short(settings.pace)
    yield format_of(settings.how).describe(settings.how)
    usual = default_settings(
        game,
        settings.name,
        game_options=settings.game_options,
        pace=settings.pace,
        format=settings.how.format,
    )
    for chosen, as_usual in zip(_the_rest(settings), _the_rest(usual), strict=True):
        if chosen != as_usual:
            yield from [line for line in chosen if line not in as_usual] or chosen
    if settings.how.points:
        yield _("This tournament has its own points for each place.")
    if settings.every and settings.every == usual.every:
        yield rounds_in_words(settings)


def _the_rest(settings: TournamentSettings) -> Iterator[list[Text]]:
    """What is told if it is not as usual; points of an organiser's own not one by one."""
    how = msgspec.structs.replace(settings.how, points={})
    for group in _beyond_the_game(msgspec.structs.replace(settings, how=how)):
        yield [line for line in group if line != format_of(how).describe(how)]


def needed(options: EventOptions) -> int:
    """How many entrants it takes."""
    return 2 if options.fill is Fill.ROBOTS else options.fewest


def plan_in_lines(
    game: AnyGame, settings: TournamentSettings, plan: RoundPlan | None, entrants: int
) -> list[Text]:
    """How many rounds it will be with so many, and how long it will take."""
    if plan is None and not settings.lasts:
        return [too_few(settings)]
    plan = plan or ()
    return [rounds_and_end(game, settings, plan, [entrants]), *stages_in_words(plan)]


def too_few(settings: TournamentSettings) -> Text:
    """How many it takes until anything can be said of its rounds."""
    return _n(
        "At least {count} entrant; then I can say how many rounds.",
        "At least {count} entrants; then I can say how many rounds.",
        needed(settings.how),
    )


def rounds_and_end(
    game: AnyGame,
    settings: TournamentSettings,
    plan: RoundPlan,
    entrants: Sequence[int] = (),
    *,
    in_short: bool = False,
) -> Text:
    """How many rounds it will be, and when it will be over, or after how long. `entrants`: so many, or so
    many, for whom it comes to the same, where that is not said beside it; `in_short`: without how long at
    most.
    """
    rounds = (
        _("It lasts {span}", span=clocks.duration(settings.lasts))
        if settings.lasts
        else _n(
            "{count} round with {entrants} entrants",
            "{count} rounds with {entrants} entrants",
            len(plan),
            entrants=Listed(tuple(entrants), either=True),
        )
        if entrants
        else _("Rounds: {number}", number=len(plan))
    )
    if settings.lasts and settings.starts is None:
        return rounds
    lasts = expected_length(game, settings, plan)
    if lasts.about is None:
        return _(
            "{rounds}, with no time limit: it lasts as long as it lasts.",
            rounds=rounds,
        )
    if settings.starts is not None:
        end = clocks.about_when(settings.starts + lasts.about, lasts.about)
        return _("{rounds}, ends about {end}", rounds=rounds, end=end)
    about = clocks.duration(lasts.about)
    if in_short:
        return _("{rounds}, about {about}", rounds=rounds, about=about)
    if lasts.at_most is None or lasts.at_most <= lasts.about:
        return _("{rounds}, about {about} in all", rounds=rounds, about=about)
    return _(
        "{rounds}, about {about} in all, {most} at most",
        rounds=rounds,
        about=about,
        most=clocks.duration(lasts.at_most),
    )


LONG_SITTING, LONG_VOYAGE = 6 * HOUR, 60 * DAY
"""From so long on it is more than most people hold out: in one sitting, and over days."""


def long_in_words(game: AnyGame, settings: TournamentSettings, plan: RoundPlan) -> list[Text]:
    """A warning that the tournament lasts unusually long; empty if it does not."""
    about = expected_length(game, settings, plan).about
    one_sitting = settings.pace.live and not settings.every
    if about is None or about <= (LONG_SITTING if one_sitting else LONG_VOYAGE):
        return []
    return [_("🐢 A long voyage. Fewer rounds or a faster pace shorten it.")]


def stages_in_words(plan: RoundPlan) -> list[Text]:
    """Where rounds differ: how the field shrinks to the final."""
    if not plan or plan[-1].stage is not Stage.FINAL or len(plan) == 1:
        return []
    people = Listed(tuple(each.people for each in plan))
    return [_("Players round by round: {people}", people=people)]

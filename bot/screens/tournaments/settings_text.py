"""How long a tournament will take, as far as that can be said before it starts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec
from pydantic import ValidationError

from bot.i18n import Markup, Reader
from bot.i18n.sanitising import escape_markdown
from bot.pace import DAY, HOUR, MINUTE
from bot.profiles.ratings import NEWCOMER
from bot.screens import clocks
from bot.tournaments.formats.catalogue import format_of
from bot.tournaments.formats.contract import Plan
from bot.tournaments.game_lengths import game_length
from bot.tournaments.model import Range, TournamentSettings
from bot.tournaments.pairing.event import EventOptions, Fill, Seeding, Stage, TieBreak
from bot.tournaments.pairing.standings import FIRST_PLACE_POINTS, decimal, points_for_bye
from bot.tournaments.qualification import duration, in_words
from bot.tournaments.settings import default_settings
from games.contract import AnyGame
from games.text import Listed, Text, Value, _, _n


class ExpectedLength(msgspec.Struct, frozen=True):
    """Seconds from the first round's opening to the last result; None: nobody can say."""

    about: float | None
    at_most: float | None


def expected_length(game: AnyGame, settings: TournamentSettings, plan: Plan) -> ExpectedLength:
    """How long the whole tournament is likely to last, with these rounds, in seconds."""
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


TIE_BREAKS: Mapping[TieBreak, Text] = {
    TieBreak.OPPONENTS: _("the opponents' average points"),
    TieBreak.BEST_PLACES: _("the best places"),
    TieBreak.HEAD_TO_HEAD: _("head to head"),
}
LOT = _("a random draw")


def exact(value: Fraction) -> Value:
    """An exact number as people write it, rounded to two places: with a point, or what their language has."""
    whole, _point, decimals = decimal(value).partition(".")
    return _("{whole}.{decimals}", whole=whole, decimals=decimals) if decimals else whole


def game_in_lines(game: AnyGame, settings: TournamentSettings) -> list[Text]:
    """What is played at the tables, how fast, and whether it counts for ratings."""
    options = game.Options.model_validate(settings.game_options)
    return [
        *game.describe_options(options),
        clocks.pace_description(settings.pace),
        rated_in_words(settings),
    ]


def rated_in_words(settings: TournamentSettings) -> Text:
    """Whether the games of the tournament count for ratings, as a sentence."""
    return _("The games count for ratings.") if settings.rated else _("The games don't count for ratings.")


def format_in_lines(options: EventOptions, *, in_short: bool = False) -> list[Text]:
    """How the winner is found: format, pods, points, tie-breaks, what is done where pods are not full.
    `in_short`: without an organiser's own points one by one.
    """
    own = [_("This cup has its own points for each place.")] if options.points else []
    return [
        format_of(options).describe(options),
        *format_of(options).details(options),
        *seeding_in_words(options),
        *teams_in_words(options),
        pods_in_words(options),
        *(own if in_short and own else points_in_words(options)),
        tie_breaks_in_words(options),
        *play_off_in_words(options),
        *([] if in_short and own and options.fill is not Fill.ROBOTS else [fill_in_words(options)]),
        *byes_in_words(options),
    ]


def seeding_in_words(options: EventOptions) -> list[Text]:
    """How ratings keep people apart, if they do."""
    match options.seeding:
        case Seeding.SNAKE:
            return [_("Pods by rating: the strongest are spread out, and meet the weakest (snake).")]
        case Seeding.SPREAD:
            return [_("Pods by rating: the strongest are spread out, the rest of a pod is drawn.")]
        case Seeding.LOT:
            return []


def teams_in_words(options: EventOptions) -> list[Text]:
    """What becomes of points where people play in teams."""
    if not options.team_size:
        return []
    return [
        _(
            "Teams of {count}: everyone plays for themselves, and the team's points add up.",
            count=options.team_size,
        )
    ]


def pods_in_words(options: EventOptions) -> Text:
    """How many sit at a table."""
    if options.fewest == options.most:
        return _n("Pods of {count} player", "Pods of {count} players", options.most)
    return _(
        "Pods of {fewest} to {most}, ideally {preferred}",
        fewest=options.fewest,
        most=options.most,
        preferred=options.preferred,
    )


def points_in_words(options: EventOptions) -> list[Text]:
    """What a place is worth."""
    evenly = _(
        "First in a pod gets {first} points, last none, the rest evenly between. Ties share the average.",
        first=FIRST_PLACE_POINTS,
    )
    own = [
        _("Points in a pod of {size}, first place first: {points}", size=size, points=Listed(points))
        for size, points in sorted(options.points.items())
        if options.fewest <= size <= options.most
    ]
    covered = set(range(options.fewest, options.most + 1)) <= options.points.keys()
    if covered:
        return [*own, _("Ties share the average.")]
    return [evenly, *own]


def tie_breaks_in_words(options: EventOptions) -> Text:
    """What parts those with equal points."""
    breaks = (*(TIE_BREAKS[each] for each in options.tie_breaks), LOT)
    return _("Ties are broken by, in this order: {breaks}", breaks=Listed(breaks))


def play_off_in_words(options: EventOptions) -> list[Text]:
    """What becomes of those who share the last place that goes on, where not everybody does."""
    if not format_of(options).eliminates:
        return []
    if options.play_off:
        return [_("Knock-out: a tie for the last place that goes on is played off at an extra table.")]
    return [
        _("Knock-out: in a tie for the last place that goes on the standings so far decide, then the lot.")
    ]


def fill_in_words(options: EventOptions) -> Text:
    """What is done when the entrants do not fill the pods."""
    if options.fill is Fill.ROBOTS:
        return _("Robots fill up small pods. They take places but no points.")
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
    if options.fill is Fill.ROBOTS or format_of(options).eliminates:
        return []
    return [_("Nobody has a second bye before everyone has had one.")]


def attendance_in_lines(settings: TournamentSettings) -> list[Text]:
    """How long a table waits, what becomes of whoever does not come, how long a round lasts."""
    said = [*absence_in_lines(settings)]
    if settings.how.absent_last:
        said.append(_("Whoever doesn't come, or leaves, is placed behind everyone who stayed."))
    if settings.drop_absent:
        said += _dropping(settings)
    return [*said, *lasts_in_lines(settings)]


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
        _("Pods agree on an hour, or play {span} after the round opens.", span=clocks.duration(hour))
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
    if "rounds" not in form.settings or rounds == 1:
        return []
    if rounds == 2 and not form.eliminates:
        return [_("Miss the first round and I ask whether you're still in.")]
    return [_("Miss a round and I ask; miss two in a row and you sit out until you're back.")]


def rounds_in_words(settings: TournamentSettings) -> Text:
    """When the next round begins."""
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
    said: list[Text] = []
    if settings.roles:
        roles = Listed(tuple(Markup(f"<@&{role}>") for role in settings.roles), either=True)
        said.append(_("Open to: {roles}.", roles=roles))
    said += _limits_in_lines(settings)
    if settings.cap and open:
        said.append(
            _n(
                "{count} place; after that there's a waiting list.",
                "{count} places; after that there's a waiting list.",
                settings.cap,
            )
        )
    if settings.late > 1:
        said.append(_("Late entry: until round {round} is drawn.", round=settings.late))
    if settings.check_in and open:
        span = clocks.duration(settings.check_in)
        said.append(
            _(
                "Check-in opens {span} before the start: press I am here, or you're left out of the draw.",
                span=span,
            )
        )
    if settings.public_page:
        said.append(_("🌐 Results are on a public page. You can be just an initial there."))
    return said


def _limits_in_lines(settings: TournamentSettings) -> Iterator[Text]:
    """What whoever enters must be rated, have played, and for how long they must have been here."""
    if settings.ratings != Range():
        wanted = in_words(settings.ratings, str)
        yield _("Rating here: {wanted}. Newcomers have {rating}.", wanted=wanted, rating=NEWCOMER.shown)
    if settings.games_played != Range():
        yield _("Games finished here: {wanted}.", wanted=in_words(settings.games_played, str))
    if settings.membership != Range():
        yield _("Time on this server: {wanted}.", wanted=in_words(settings.membership, duration))


def extras_in_lines(settings: TournamentSettings) -> list[Text]:
    """Whom it calls, where it is played, what the winner wears, and where else it is to be found."""
    said: list[Text] = []
    if settings.ping:
        said.append(_("The announcement pings {role} once.", role=Markup(f"<@&{settings.ping}>")))
    said += tables_in_lines(settings)
    said += champion_in_lines(settings)
    return [*said, *event_in_lines(settings)]


def event_in_lines(settings: TournamentSettings) -> list[Text]:
    """Whether it is one of the server's events."""
    if not settings.scheduled_event:
        return []
    if settings.starts is None:
        return [_("It becomes a Discord event as soon as its start is set.")]
    return [_("It's among this server's Discord events too.")]


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


def own_words(settings: TournamentSettings, reader: Reader) -> Iterator[str]:
    """What the organiser wrote: readable as it was typed, unable to link or call anybody."""
    yield from _own_lines(settings.description)
    for heading, text in ((_("Prizes"), settings.prizes), (_("House rules"), settings.house_rules)):
        if text:
            yield f"**{reader(heading)}**"
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
    return [
        *game_in_lines(game, settings),
        *format_in_lines(settings.how),
        *attendance_in_lines(settings),
        rounds_in_words(settings),
        *(moments_in_lines(settings) if open else _begun_in_lines(settings)),
        *entry_in_lines(settings, open=open),
        *extras_in_lines(settings),
    ]


def changed_settings(
    game: AnyGame, was: TournamentSettings, now: TournamentSettings
) -> Iterator[tuple[list[Text], list[Text]]]:
    """Of what belongs together: what no longer holds, and what holds now; nothing of what has stayed."""
    for before, after in zip(_all_of_it(game, was), _all_of_it(game, now), strict=True):
        gone = [line for line in before if line not in after]
        new = [line for line in after if line not in before]
        if gone or new:
            yield gone, new


def _all_of_it(game: AnyGame, settings: TournamentSettings) -> Iterator[list[Text]]:
    """Every choice there is, in lines: what belongs together stands together."""
    yield [_("Name: {name}", name=settings.name)]
    try:
        options = game.Options.model_validate(settings.game_options)
    except ValidationError:  # chosen when the game had other options
        yield []
    else:
        yield list(game.describe_options(options))
    yield [clocks.pace_description(settings.pace)]
    yield [rated_in_words(settings)]
    yield format_in_lines(settings.how)
    yield attendance_in_lines(settings)
    yield [rounds_in_words(settings)]
    yield moments_in_lines(settings)
    yield entry_in_lines(settings)
    yield extras_in_lines(settings)
    labels = {"description": _("Description"), "prizes": _("Prizes"), "house_rules": _("House rules")}
    for field, label in labels.items():
        words = " ".join(getattr(settings, field).split())
        shown = Markup(escape_markdown(words, MOST_OF_WORDS))
        yield [_("{label}: {words}", label=label, words=shown)] if words else []
    yield [_("It counts for a series.")] if settings.series else []


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
    if settings.every and settings.every == usual.every:
        yield rounds_in_words(settings)


def _the_rest(settings: TournamentSettings) -> tuple[list[Text], ...]:
    """What belongs together stands together."""
    return (
        [rated_in_words(settings)],
        format_in_lines(settings.how, in_short=True)[1:],
        attendance_in_lines(settings),
        [rounds_in_words(settings)],
        entry_in_lines(settings),
        extras_in_lines(settings),
    )


def needed(options: EventOptions) -> int:
    """How many entrants it takes."""
    return 2 if options.fill is Fill.ROBOTS else options.fewest


def plan_in_lines(
    game: AnyGame, settings: TournamentSettings, plan: Plan | None, entrants: int
) -> list[Text]:
    """How many rounds it will be with so many, and how long it will take."""
    if plan is None:
        return [too_few(settings)]
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
    plan: Plan,
    entrants: Sequence[int] = (),
    *,
    in_short: bool = False,
) -> Text:
    """How many rounds it will be, and when it will be over, or after how long. `entrants`: so many, or so
    many, for whom it comes to the same, where that is not said beside it; `in_short`: without how long at
    most.
    """
    rounds = (
        _n(
            "{count} round with {entrants} entrants",
            "{count} rounds with {entrants} entrants",
            len(plan),
            entrants=Listed(tuple(entrants), either=True),
        )
        if entrants
        else _("Rounds: {number}", number=len(plan))
    )
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


def long_in_words(game: AnyGame, settings: TournamentSettings, plan: Plan) -> list[Text]:
    """A warning that the tournament lasts unusually long; empty if it does not."""
    about = expected_length(game, settings, plan).about
    one_sitting = settings.pace.live and not settings.every
    if about is None or about <= (LONG_SITTING if one_sitting else LONG_VOYAGE):
        return []
    return [_("🐢 A long voyage. Fewer rounds or a faster pace shorten it.")]


def stages_in_words(plan: Plan) -> list[Text]:
    """Where rounds differ: how the field shrinks to the final."""
    if plan[-1].stage is not Stage.FINAL or len(plan) == 1:
        return []
    people = Listed(tuple(each.people for each in plan))
    return [_("Players round by round: {people}", people=people)]

"""What an organiser chose, looked through: does it make sense, and what is good where nothing was said."""

from __future__ import annotations

from math import ceil
from typing import Any

import msgspec

from bot.pace import DAY, HOUR, MINUTE, Pace
from bot.refusal import Refusal
from bot.tables import options as tables_options
from bot.tournaments.formats.catalogue import FORMATS, format_of
from bot.tournaments.formats.engine import plan
from bot.tournaments.game_lengths import LONGEST_INTERVAL, LONGEST_ROUND, WEEK, fitted_to_time, misfit
from bot.tournaments.model import TournamentSettings
from bot.tournaments.pairing.event import (
    LARGEST_POD,
    MOST_ROUNDS,
    Comparison,
    EventOptions,
    Fill,
    PairingError,
    PairingProblem,
    check_options,
)
from bot.tournaments.qualification import duration
from bot.tournaments.requirements import refusal_of
from games.contract import AnyGame
from games.text import Text, _, _n

LONGEST_NAME = 60
MOST_ENTRANTS = 512
MOST_ROLES = 25
LONGEST_WORDS = {"description": 400, "prizes": 200, "house_rules": 600}
"""Characters of what organisers write in their own words: it stands in the announcement with all else."""

ARENA_LENGTHS = HOUR, 1.5 * HOUR, 2 * HOUR
"""For so long an arena can go on."""
ARENA_LASTS = 1.5 * HOUR
_IN_AN_ARENA: dict[str, Any] = {
    "show_up": 0.0,
    "between": 0.0,
    "round_lasts": 0.0,
    "every": 0.0,
    "agreed_hour": 0.0,
    "by_hand": False,
    "absent": "robot",
    "late": MOST_ROUNDS,
}
"""What is not chosen for an arena: a table begins at once, whoever is free."""

_LENGTHS: tuple[tuple[str, float, float, Text], ...] = (
    (
        "show_up",
        MINUTE,
        WEEK,
        _("A table waits 1 minute to 7 days for its players, or not at all."),
    ),
    (
        "round_lasts",
        10 * MINUTE,
        LONGEST_ROUND,
        _("A round lasts 10 minutes to 90 days, or has no limit."),
    ),
    (
        "between",
        MINUTE,
        WEEK,
        _("Tables open 1 minute to 7 days after the draw, or at once."),
    ),
    (
        "every",
        HOUR,
        LONGEST_INTERVAL,
        _("Rounds begin 1 hour to 31 days apart, or when the last one ends."),
    ),
    (
        "agreed_hour",
        DAY,
        LONGEST_INTERVAL,
        _("Pods that agree on no time play 1 to 31 days after the round opens."),
    ),
    (
        "check_in",
        5 * MINUTE,
        DAY,
        _("Check-in opens 5 minutes to 1 day before the start, or not at all."),
    ),
)
"""Lengths of time: the field, from which length to which it may be if it is not 0, and what is said else."""


def pod_sizes(game: AnyGame, chosen_options: dict[str, Any]) -> range:
    """How many can sit in a pod of this game. Refusal if the options are none of its."""
    allowed = game.players_for(tables_options.check_options(game, chosen_options))
    return range(max(2, allowed[0]), min(LARGEST_POD, allowed[-1]) + 1)


def default_settings(
    game: AnyGame,
    name: str,
    *,
    game_options: dict[str, Any] | None = None,
    pace: Pace | None = None,
    format: str = "swiss",
) -> TournamentSettings:
    """Settings that are good for most: an organiser need choose nothing else. They fit each other."""
    interval = FORMATS[format].interval
    pace = FORMATS[format].pace if pace is None else pace
    settings = TournamentSettings(
        name=name,
        game_options=game_options or {},
        pace=pace,
        how=EventOptions(
            format=format, tie_breaks=FORMATS[format].tie_breaks, absent_last=True, play_off=True
        ),
        show_up=10 * MINUTE if pace.live else 0.0,
        between=2 * MINUTE if pace.live else 0.0,
        every=interval,
        drop_absent=True,
        round_lasts=interval or (0.0 if pace.limited else WEEK),
    )
    return fitted_to_time(game, fitted_to_game(game, settings))


def fitted_to_game(game: AnyGame, settings: TournamentSettings) -> TournamentSettings:
    """The settings with pods of sizes that the game allows, as near as can be to those that there are."""
    sizes, how = pod_sizes(game, settings.game_options), settings.how
    fewest, preferred, most = (
        min(sizes, key=lambda size: (abs(size - wanted), size))
        for wanted in (how.fewest, how.preferred, how.most)
    )
    how = msgspec.structs.replace(how, fewest=fewest, most=most, preferred=preferred)
    if how.go_on >= how.fewest:
        how = msgspec.structs.replace(how, go_on=how.fewest - 1)
    points = {size: each for size, each in how.points.items() if size in sizes}
    how = msgspec.structs.replace(how, points=points)
    return fitted_to_format(msgspec.structs.replace(settings, how=how))


def fitted_to_format(settings: TournamentSettings) -> TournamentSettings:
    """The settings as their format can be played. Where pods share their deals these have one size, a robot
    plays for whoever does not come, and all play at one hour. An arena is one sitting and waits for nobody.
    """
    how = settings.how
    if format_of(how).is_arena:
        pace = settings.pace if settings.pace.live and settings.pace.limited else format_of(how).pace
        lasts = settings.lasts or ARENA_LASTS
        settings = msgspec.structs.replace(settings, pace=pace, lasts=lasts, **_IN_AN_ARENA)
    elif settings.lasts:
        settings = msgspec.structs.replace(settings, lasts=0.0)
    if not format_of(how).shares_deals:
        if how.comparison is Comparison.PLACES and not how.robots_along:
            return settings
        how = msgspec.structs.replace(how, comparison=Comparison.PLACES, robots_along=False)
        return msgspec.structs.replace(settings, how=how)
    compared = Comparison.MATCHPOINTS if how.comparison is Comparison.PLACES else how.comparison
    one_size = {"fewest": how.preferred, "most": how.preferred, "fill": Fill.ROBOTS}
    how = msgspec.structs.replace(how, **one_size, points={}, comparison=compared)
    return msgspec.structs.replace(settings, how=how, absent="robot", agreed_hour=0.0)


def checked_settings(game: AnyGame, settings: TournamentSettings, now: float) -> TournamentSettings:
    """The settings as they are kept. Refusal if they make no sense. `now`: in Unix seconds."""
    settings = fitted_to_format(settings)
    name = " ".join(settings.name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise Refusal(
            "input",
            _(
                "A name has 1 to {most} readable characters. Choose another.",
                most=LONGEST_NAME,
            ),
        )
    chosen_options = tables_options.check_options(game, settings.game_options)
    _check_lengths(settings)
    _check_entry(settings)
    _check_how(game, settings)
    _check_moments(settings, now)
    kept = chosen_options.model_dump(mode="json", exclude_defaults=True)
    return msgspec.structs.replace(settings, name=name, game_options=kept)


def require_fit(game: AnyGame, settings: TournamentSettings) -> None:
    """Refusal if a round's time is up before a game is over."""
    found = misfit(game, settings)
    if found is not None and settings.lasts:
        raise Refusal(
            "input", _("A game can take longer than the arena lasts. Choose a shorter game, or more time.")
        )
    if found is not None:
        needed = found.wait + found.game
        step = DAY if needed > 2 * DAY else HOUR
        raise Refusal(
            "input",
            _(
                "Robots would finish the games: a round needs {needed}. Choose that, a faster pace or a "
                "shorter game.",
                needed=duration(ceil(needed / step) * int(step)),
            ),
        )


def _check_how(game: AnyGame, settings: TournamentSettings) -> None:
    how, sizes = settings.how, pod_sizes(game, settings.game_options)
    if how.fewest not in sizes or how.most not in sizes:
        raise Refusal(
            "input",
            _(
                "With these options, {game} takes {least} to {most} players. Choose pod sizes to fit.",
                game=game.title,
                least=sizes[0],
                most=sizes[-1],
            ),
        )
    try:
        check_options(how)
        if how.team_size and "team_size" not in format_of(how).settings:
            raise PairingError(PairingProblem.TEAMS)
        if settings.cap:
            plan(how, settings.cap)
    except PairingError as impossible:
        raise refusal_of(impossible.trouble) from None


def _check_lengths(settings: TournamentSettings) -> None:
    for field, least, most, otherwise in _LENGTHS:
        seconds: float = getattr(settings, field)
        if seconds != 0 and not least <= seconds <= most:
            raise Refusal("input", otherwise)
    if settings.absent == "walk-over" and not settings.longest_wait:
        raise Refusal(
            "input",
            _(
                "Playing on without no-shows only works if tables wait for their players. Choose how long "
                "they wait, or let robots play."
            ),
        )
    if not settings.pace.limited and not settings.round_lasts:
        raise Refusal(
            "input",
            _("With no time limit a round might never end. Choose a pace, or a time for the whole round."),
        )


def late_entries(how: EventOptions) -> range:
    """Up to the drawing of which rounds late entry may last; none where nobody can enter late."""
    last, form = how.rounds or MOST_ROUNDS, format_of(how)
    return range(2, last + 1) if form.no_late_entry is None and not form.is_arena else range(0)


def misses_count(how: EventOptions) -> bool:
    """Whether somebody can be asked or dropped for rounds that they missed: there are some of everybody."""
    return "rounds" in format_of(how).settings and how.rounds != 1


def _check_entry(settings: TournamentSettings) -> None:
    how, needed = settings.how, least_entrants(settings.how)
    if settings.cap and not needed <= settings.cap <= MOST_ENTRANTS:
        raise Refusal(
            "input",
            _(
                "Choose {least} to {most} players, or 0 for any number.",
                least=needed,
                most=MOST_ENTRANTS,
            ),
        )
    if any(len(getattr(settings, field)) > most for field, most in LONGEST_WORDS.items()):
        raise Refusal("input", _("That's too long for the announcement. Shorten it."))
    if not 0 <= settings.late <= MOST_ROUNDS:
        raise Refusal("input", _("Late entry ends with a round from 1 to 99. For none, choose 0."))
    if settings.late > 1 and (refused := format_of(how).no_late_entry) is not None:
        raise Refusal("input", refused)
    for limits in (settings.ratings, settings.games_played, settings.membership, settings.stayed):
        if limits.least is not None and limits.most is not None and limits.least > limits.most:
            raise Refusal("input", _("Nobody could enter: the least is more than the most. Swap them."))
    if len(settings.roles) > MOST_ROLES:
        raise Refusal(
            "input",
            _n(
                "{count} role at most. Choose fewer.",
                "{count} roles at most. Choose fewer.",
                MOST_ROLES,
            ),
        )


def least_entrants(how: EventOptions) -> int:
    """How few can play it at all."""
    return format_of(how).fewest(how)


def _check_moments(settings: TournamentSettings, now: float) -> None:
    opens, starts = settings.opens, settings.starts
    if settings.closes and (starts is None or starts - settings.closes <= max(now, opens or 0.0)):
        raise Refusal(
            "input",
            _(
                "Entries close after they open, and before a set start. Choose a later start, or let them "
                "close with it."
            ),
        )
    if starts is None:
        if settings.check_in:
            raise Refusal(
                "input",
                _("Check-in needs a set start. Choose when it starts, or leave check-in out."),
            )
        return
    if starts <= now:
        raise Refusal("input", _("That start has already passed. Choose a later one."))
    if opens is not None and opens >= starts:
        raise Refusal(
            "input",
            _("Entries would open after the start. Choose an earlier opening, or a later start."),
        )
    if starts - settings.check_in < max(now, opens or 0.0):
        raise Refusal(
            "input",
            _("The start is too soon for that check-in. Choose a later start, or a shorter check-in."),
        )

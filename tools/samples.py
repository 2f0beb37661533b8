"""Lobbies, ratings and tournaments as they could be, made up for the gallery."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from random import Random

from bot.i18n import Reader
from bot.images import knockout_drawing, record_drawings, tournament_drawings
from bot.images.portraits import PORTRAITS, SeatedRobot, with_robots
from bot.images.record_drawings import LeaderboardPage, LeaderboardRow, RatingLine, Ratings
from bot.images.requests import words_for
from bot.screens.tournaments import images
from bot.series import screens as series
from bot.series.images import draw_series
from bot.series.service import SeasonStandings, SeriesRecord
from bot.series.standings import SeriesRules, placings, series_standings
from bot.tournaments.formats import engine
from bot.tournaments.model import Entry, Tournament, TournamentRecord, TournamentSettings
from bot.tournaments.pairing.event import Event, EventOptions, Pod, Result, Round
from bot.tournaments.pairing.standings import Standings
from bot.tournaments.programmes import Programme
from games.catalogue import BUILT_IN
from games.contract import Picture
from games.text import _
from games.thinking.levels import CAPTAIN

Drawing = tuple[Picture, Reader]
"""A picture, and whoever it is drawn for."""

_GAMES = (57, 1, 12, 400, 3)
"""Rated games in each game, in turn."""


def record_samples(names: Sequence[str], languages: Sequence[str]) -> Iterator[tuple[str, Drawing]]:
    """Lobbies with robots, curves and leaderboards of every length, with their titles."""
    for language in languages:
        several = (*lobbies(language), *ratings(names, language), *leaderboards(names, language))
        for title, drawing in several:
            yield f"{title} · {language}", drawing


def lobbies(language: str) -> Iterator[tuple[str, Drawing]]:
    """Covers with the faces of few robots and many, of one level and of several."""
    for count in (1, 3, 4, 8):
        game = BUILT_IN[count % len(BUILT_IN)]
        reader = Reader(language, game)
        for levels in ([game.robots[CAPTAIN]], list(game.robots.values())):
            robots = [
                SeatedRobot(name, levels[at % len(levels)].name)
                for at, name in enumerate(list(PORTRAITS)[-count:])
            ]
            cover = game.cover_picture(words_for(reader))
            if cover is not None:
                yield f"lobby · {count} robots", (with_robots(cover, robots, words_for(reader)), reader)


def ratings(names: Sequence[str], language: str) -> Iterator[tuple[str, Drawing]]:
    """Curves of one game each, then one of all of them."""
    reader = Reader(language)
    lines = tuple(
        RatingLine(reader.about(game).plain(game.title), at + 1, (1000, *walk(_GAMES[at % len(_GAMES)], at)))
        for at, game in enumerate(BUILT_IN)
    )
    for line, name in zip(lines, names, strict=False):
        drawn = record_drawings.draw_ratings(Ratings(name, (line,)), words_for(reader))
        yield f"rating · {line.games} games", (drawn, reader)
    yield "ratings", (record_drawings.draw_ratings(Ratings(names[0], lines), words_for(reader)), reader)


def leaderboards(names: Sequence[str], language: str) -> Iterator[tuple[str, Drawing]]:
    """First pages long and short, with the reader on them and not, and a later page."""
    game, listed = BUILT_IN[0], 40
    reader = Reader(language, game, {number: names[number % len(names)] for number in range(listed)})
    for title, first, last, own, elsewhere in (
        ("first page", 0, 15, 5, None),
        ("first page, the reader leads", 0, 15, 0, None),
        ("first page, the reader elsewhere", 0, 15, None, 37),
        ("later page", 15, 30, 20, None),
        ("two people", 0, 2, None, None),
    ):
        rows = tuple(_leaderboard_row(number, own) for number in range(first, last))
        there = None if elsewhere is None else _leaderboard_row(elsewhere, elsewhere)
        page = LeaderboardPage(_("{game}", game=game.title), _("Season {season}", season=2), rows, there)
        yield f"leaderboard · {title}", (record_drawings.draw_leaderboard(page, words_for(reader)), reader)


def walk(games: int, seed: int) -> tuple[int, ...]:
    """Ratings after so many games: up and down, less and less, and upwards on the whole."""
    random = Random(seed)
    steps = (round((random.randint(-60, 70)) / (1 + at / 20)) for at in range(games))
    return tuple(accumulate(steps, initial=1000))[1:]


def _leaderboard_row(number: int, own: int | None) -> LeaderboardRow:
    # The second and the third, and two further down, have the same rating.
    above = number - 1 if number in (2, 8) else number
    return LeaderboardRow(
        number, above + 1, 1690 - 22 * above, 12 + 7 * number % 50, 6 + number % 5, number == own
    )


# Tournaments with invented results, for whoever wants to look at their pictures.


SEED = "5e" * 32
PIRATES = (
    "Anne", "Calico", "Edward", "Mary", "Bart", "Grace", "Henry", "Ching", "Sam", "Jacquotte", "Stede",
    "Awilda", "William", "Olivier", "Sadie", "Thomas",
)  # fmt: skip
"""A picture, and whoever it is drawn for."""


def sample_tournament(
    names: Sequence[str], options: EventOptions, rounds: int | None = None, *, open_pods: int = 0
) -> Tournament:
    """A tournament of these people, of which so many rounds were played, or all; `open_pods` of the last one
    are still playing.
    """
    event = Event(options=options, seed=SEED)
    for number in range(1, len(names) + 1):
        event = engine.with_entrant(event, str(number))
    while not engine.is_over(event) and len(event.rounds) != rounds:
        event = engine.with_round(event, engine.next_round(event))
        pods_there = event.rounds[-1].pods
        last = engine.is_over(event) if rounds is None else len(event.rounds) == rounds
        for pod in pods_there[: len(pods_there) - open_pods] if last else pods_there:
            event = engine.with_result(event, _result(event.rounds[-1], pod))
    entries = (Entry(str(at), at, name, "", 0.0) for at, name in enumerate(names, 1))
    settings = TournamentSettings("Friday cup", how=options)
    record = TournamentRecord(0, "", "", settings, SEED, tuple(entries), len(names), event)
    over = engine.is_over(event) and not engine.missing(event)
    return Tournament("cup", 0, 0, BUILT_IN[0], "over" if over else "running", 1, record, 0.0, 0.0)


def _result(round: Round, pod: Pod) -> Result:
    """Who entered earlier does better, mostly."""
    order = sorted(range(len(pod.seats)), key=lambda seat: _luck(pod.seats[seat], round.number))
    places = tuple(1 + order.index(seat) for seat in range(len(pod.seats)))
    return Result(round=round.number, pod=pod.number, places=places)


def _luck(entrant: str | None, round: int) -> tuple[int, int]:
    number = int(entrant or 10**6)
    return number + (number * 7 + round * 5) % 9, number


def reader_of(tournament: Tournament, language: str) -> Reader:
    """Somebody who knows everybody in the tournament."""
    return Reader(language, tournament.game, images.names(tournament))


# As they are looked at


def final_standings(language: str = "en-US", names: Sequence[str] = PIRATES) -> Drawing:
    """The end of an evening cup, with its podium."""
    tournament = sample_tournament(names, EventOptions())
    reader = reader_of(tournament, language)
    data = images.final(tournament, standings_of(tournament))
    return tournament_drawings.draw_standings(data, words_for(reader)), reader


def standings_of_a_round(language: str = "en-US", names: Sequence[str] = PIRATES) -> Drawing:
    """After two rounds, as somebody sees them who is in it."""
    tournament = sample_tournament(names, EventOptions(), 2)
    reader = reader_of(tournament, language)
    title = _("Standings after round {round}", round=2)
    data = images.standings(tournament, standings_of(tournament), title, own=str(len(names)))
    return tournament_drawings.draw_standings(data, words_for(reader)), reader


def pods_of_a_round(language: str = "en-US", names: Sequence[str] = PIRATES) -> Drawing:
    """While one pod still plays, as somebody sees them who sits there."""
    tournament = sample_tournament(names, EventOptions(), 2, open_pods=1)
    reader = reader_of(tournament, language)
    round = _event(tournament).rounds[-1]
    data = images.pods(tournament, round, own=round.pods[-1].seats[0])
    return tournament_drawings.draw_pods(data, words_for(reader)), reader


def knock_out(language: str = "en-US", names: Sequence[str] = PIRATES, go_on: int = 2) -> Drawing:
    """A knock-out that has found its winner."""
    tournament = sample_tournament(names, EventOptions(format="knock-out", go_on=go_on))
    reader = reader_of(tournament, language)
    data = images.tree(tournament, standings_of(tournament))
    if data is None:
        raise ValueError(f"{len(names)} fit one table")
    return knockout_drawing.draw_knockout(data, words_for(reader)), reader


def season(language: str = "en-US", names: Sequence[str] = PIRATES) -> Drawing:
    """The end of a season of five cups, of which the best three count; not everybody was always there."""
    fields = [(*names[at * 3 :], *names[: at * 3])[: max(4, len(names) - at)] for at in range(5)]
    cups = tuple(sample_tournament(field, EventOptions()) for field in fields)
    taken = tuple(
        placings(_event(each), standings_of(each), {entry.id: entry.name for entry in each.record.entries})
        for each in cups
    )
    rules = SeriesRules(best=3)
    plan = Programme("s", 0, 1, SeriesRecord("Harbour league", rules, length=5))
    known = {name: name for name in names}
    lines = series_standings(taken, rules)
    now = SeasonStandings(plan, 1, cups, taken, lines, known, 0, decided=True)
    shown, by_number = series.drawn(now)
    reader = Reader(language, None, by_number)
    return draw_series(shown, words_for(reader)), reader


def _event(tournament: Tournament) -> Event:
    event = tournament.record.event
    if event is None:
        raise ValueError("it has not begun")
    return event


def standings_of(tournament: Tournament) -> Standings:
    return engine.standings(_event(tournament))


TOURNAMENT_DRAWINGS: Sequence[Callable[[str, Sequence[str]], Drawing]] = (
    final_standings,
    standings_of_a_round,
    pods_of_a_round,
    knock_out,
    season,
)
FIELD_SIZES = (7, 16, 40, 64)


def tournament_samples(names: Sequence[str], languages: Sequence[str]) -> Iterator[tuple[str, Drawing]]:
    """Each picture for fields of every size, with its title; the languages take turns."""
    number = 0
    for entrants in FIELD_SIZES:
        field = [names[at] if at < len(names) else f"Sailor {at + 1}" for at in range(entrants)]
        for draw in TOURNAMENT_DRAWINGS:
            language = languages[number % len(languages)]
            number += 1
            yield f"{draw.__name__} · {entrants} entrants · {language}", draw(language, field)

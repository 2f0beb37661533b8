"""Tournaments with invented results, for whoever wants to look at their pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bot.organising.tournament import Entry, Record, Settings, Tournament
from bot.pictures.drawings import pods, standings, tree
from bot.pictures.words import words_for
from bot.screens.tournaments import pictures
from bot.tournaments import running
from bot.tournaments.event import Event, Format, Options, Pod, Result, Round
from bot.tournaments.standings import Standings
from bot.words import Reader
from games.catalogue import BUILT_IN
from games.contract import Picture
from games.text import _

SEED = "5e" * 32
PIRATES = (
    "Anne", "Calico", "Edward", "Mary", "Bart", "Grace", "Henry", "Ching", "Sam", "Jacquotte", "Stede",
    "Awilda", "William", "Olivier", "Sadie", "Thomas",
)  # fmt: skip

Drawing = tuple[Picture, Reader]
"""A picture, and whoever it is drawn for."""


def cup(
    names: Sequence[str], options: Options, rounds: int | None = None, *, open_pods: int = 0
) -> Tournament:
    """A tournament of these people, of which so many rounds were played, or all; `open_pods` of the last one
    are still playing.
    """
    event = Event(options=options, seed=SEED)
    for number in range(1, len(names) + 1):
        event = running.with_entrant(event, str(number))
    while not running.is_over(event) and len(event.rounds) != rounds:
        event = running.with_round(event, running.next_round(event))
        pods_there = event.rounds[-1].pods
        last = running.is_over(event) if rounds is None else len(event.rounds) == rounds
        for pod in pods_there[: len(pods_there) - open_pods] if last else pods_there:
            event = running.with_result(event, _result(event.rounds[-1], pod))
    entries = (Entry(str(at), at, name, "", 0.0) for at, name in enumerate(names, 1))
    settings = Settings("Friday cup", how=options)
    record = Record(0, "", "", settings, SEED, tuple(entries), len(names), event)
    over = running.is_over(event) and not running.missing(event)
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
    return Reader(language, tournament.game, pictures.names(tournament))


# As they are looked at


def final_standings(language: str = "en-US", names: Sequence[str] = PIRATES) -> Drawing:
    """The end of an evening cup, with its podium."""
    tournament = cup(names, Options())
    reader = reader_of(tournament, language)
    data = pictures.final(tournament, _table(tournament))
    return standings.draw(data, words_for(reader)), reader


def standings_of_a_round(language: str = "en-US", names: Sequence[str] = PIRATES) -> Drawing:
    """After two rounds, as somebody sees them who is in it."""
    tournament = cup(names, Options(), 2)
    reader = reader_of(tournament, language)
    title = _("Standings after round {round}", round=2)
    data = pictures.standings(tournament, _table(tournament), title, own=str(len(names)))
    return standings.draw(data, words_for(reader)), reader


def pods_of_a_round(language: str = "en-US", names: Sequence[str] = PIRATES) -> Drawing:
    """While one pod still plays, as somebody sees them who sits there."""
    tournament = cup(names, Options(), 2, open_pods=1)
    reader = reader_of(tournament, language)
    round = _event(tournament).rounds[-1]
    data = pictures.pods(tournament, round, own=round.pods[-1].seats[0])
    return pods.draw(data, words_for(reader)), reader


def knock_out(language: str = "en-US", names: Sequence[str] = PIRATES, go_on: int = 2) -> Drawing:
    """A knock-out that has found its winner."""
    tournament = cup(names, Options(format=Format.KNOCK_OUT, go_on=go_on))
    reader = reader_of(tournament, language)
    data = pictures.tree(tournament, _table(tournament))
    if data is None:
        raise ValueError(f"{len(names)} fit one table")
    return tree.draw(data, words_for(reader)), reader


def _event(tournament: Tournament) -> Event:
    event = tournament.record.event
    if event is None:
        raise ValueError("it has not begun")
    return event


def _table(tournament: Tournament) -> Standings:
    return running.standings(_event(tournament))


ALL: Sequence[Callable[[str, Sequence[str]], Drawing]] = (
    final_standings,
    standings_of_a_round,
    pods_of_a_round,
    knock_out,
)
SIZES = (7, 16, 40, 64)


def everything(names: Sequence[str], languages: Sequence[str]) -> Iterator[tuple[str, Drawing]]:
    """Each picture for fields of every size, with its title; the languages take turns."""
    number = 0
    for entrants in SIZES:
        field = [names[at] if at < len(names) else f"Sailor {at + 1}" for at in range(entrants)]
        for draw in ALL:
            language = languages[number % len(languages)]
            number += 1
            yield f"{draw.__name__} · {entrants} entrants · {language}", draw(language, field)

"""Tournaments at any moment of their lives, with invented results, for looking at what is shown of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from bot.i18n import Reader
from bot.screens.tournaments.choosing import Choosing
from bot.screens.tournaments.settings import chosen
from bot.tournaments.formats.engine import is_over, next_round, with_result, with_round
from bot.tournaments.model import Entry, PodTable, Tournament, TournamentRecord, TournamentSettings
from bot.tournaments.pairing.event import Entrant, Event, EventOptions, Pod, Result, Round
from games.contract import AnyGame
from storage.models import TournamentPhase
from tests.bot.screens.puppet import Puppet

SEED = "5e" * 32
ORGANISER = 900
NOW = 1_800_000_000.0
NAMES = ("Anne", "Bart", "Calico", "Dampier", "Edward", "Fanny", "Grace", "Henry", "Ines")

Places = Callable[[Round, Pod], Result]


def unix(awake: float) -> float:
    """House time began just now."""
    return NOW + awake


def called(number: int) -> str:
    """Somebody's name."""
    return NAMES[number] if number < len(NAMES) else f"Sailor {number + 1}"


def change_from_choice(
    game: AnyGame, now: TournamentSettings, what: str, values: Sequence[str]
) -> dict[str, Any]:
    """The fields that change as that is chosen of a tournament with these settings."""
    return chosen(Choosing("t", game, now, "UTC"), what, values)


def entered(count: int, names: Sequence[str] = (), waiting: int = 0, **told: Any) -> tuple[Entry, ...]:
    """So many who are in, and behind them some who wait."""
    people = [
        Entry(str(at + 1), 1001 + at, names[at] if at < len(names) else called(at), f"77{at}", NOW, **told)
        for at in range(count + waiting)
    ]
    return (*people[:count], *(replace(each, state="waiting") for each in people[count:]))


def announced(
    count: int = 0,
    *,
    game: AnyGame | None = None,
    names: Sequence[str] = (),
    waiting: int = 0,
    phase: TournamentPhase = "open",
    settings: TournamentSettings | None = None,
    **record: Any,
) -> Tournament:
    """A tournament with so many entrants, before its start."""
    given: dict[str, Any] = {
        "organiser": ORGANISER,
        "organiser_name": "Olga",
        "locale": "en-GB",
        "settings": settings or TournamentSettings("Evening cup"),
        "seed": SEED,
        "entries": entered(count, names, waiting),
        "entered": count + waiting,
        **record,
    }
    return Tournament("t7x9qp", 1, 2, game or Puppet(), phase, 3, TournamentRecord(**given), NOW, NOW)


def begun(tournament: Tournament) -> Tournament:
    """The start: all who are in are entrants of an event."""
    entrants = tuple(Entrant(id=entry.id, joined=at) for at, entry in enumerate(tournament.entrants, 1))
    event = Event(options=tournament.settings.how, seed=tournament.record.seed, entrants=entrants)
    return replaced(tournament, "running", event=event, began=NOW)


def drawn(tournament: Tournament, draw: int = 0) -> Tournament:
    """The next round is published."""
    event = tournament.record.event
    assert event is not None
    round = next_round(event, draw)
    tables = tuple(
        PodTable(
            round.number,
            pod.number,
            f"k{round.number}{pod.number}",
            f"{round.number:02x}{pod.number:06x}" * 8,
        )
        for pod in round.pods
    )
    return replaced(tournament, drawn=round, drawn_at=0.0, tables=(*tournament.record.tables, *tables))


def opened(tournament: Tournament) -> Tournament:
    """Its tables are opened."""
    event, round = tournament.record.event, tournament.record.drawn
    assert event is not None
    assert round is not None
    tables = tuple(
        replace(table, since=60.0) if table.round == round.number else table
        for table in tournament.record.tables
    )
    return replaced(tournament, event=with_round(event, round), drawn=None, opened=60.0, tables=tables)


def played(tournament: Tournament, pods: int | None = None, places: Places | None = None) -> Tournament:
    """Results of so many of the pods that are open; of all of them for None."""
    event = tournament.record.event
    assert event is not None
    for round, pod in tournament.open_pods()[:pods]:
        event = with_result(event, (places or by_chance)(round, pod))
    return replaced(tournament, event=event)


def by_chance(round: Round, pod: Pod) -> Result:
    """Places by chance, without joint ones."""
    order = list(range(1, len(pod.seats) + 1))
    Random(f"{round.number} {pod.number}").shuffle(order)
    return Result(round=round.number, pod=pod.number, places=tuple(order))


def in_order(round: Round, pod: Pod) -> Result:
    """Whoever entered first is first."""
    ranked = sorted(range(len(pod.seats)), key=lambda seat: int(pod.seats[seat] or 10_000))
    return Result(
        round=round.number,
        pod=pod.number,
        places=tuple(1 + ranked.index(seat) for seat in range(len(pod.seats))),
    )


def played_out(tournament: Tournament, most: int = 99, places: Places | None = None) -> Tournament:
    """Begun, and played to the end or for so many rounds."""
    tournament = begun(tournament)
    for _round in range(most):
        event = tournament.record.event
        if event is None or is_over(event):
            break
        tournament = played(opened(drawn(tournament)), places=places)
    return tournament


def replaced(tournament: Tournament, phase: TournamentPhase | None = None, **record: Any) -> Tournament:
    """The tournament with another record."""
    changed = tournament.with_record(**record)
    return changed if phase is None else replace(changed, phase=phase)


def cup(count: int, *, names: Sequence[str] = (), game: AnyGame | None = None, **how: Any) -> Tournament:
    """Announced, with these options of the draw."""
    return announced(
        count, names=names, game=game, settings=TournamentSettings("Evening cup", how=EventOptions(**how))
    )


def english(tournament: Tournament) -> Reader:
    """Somebody who reads English."""
    return Reader("en-GB", tournament.game)

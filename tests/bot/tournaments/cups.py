"""Tournaments for tests of what is told of them afterwards: played by a rule, as far as one likes."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.tournaments.formats.engine import is_over, missing, next_round, with_entrant, with_result, with_round
from bot.tournaments.model import Entry, PodTable, Tournament, TournamentRecord, TournamentSettings
from bot.tournaments.pairing.event import Event, EventOptions, Result, Round
from games.catalogue import catalogue, game

SEED = "5eed" * 16
PEOPLE = ("Anne", "Bart", "Calico", "Dampier", "Every", "Flint", "Grace", "Hook", "Israel", "Jack", "Kidd")


def cup(
    options: EventOptions | None = None, names: Sequence[str] = PEOPLE, rounds: int | None = None
) -> Tournament:
    """A tournament of which so many rounds are played, or all there are."""
    event = Event(options=options or EventOptions(), seed=SEED)
    for number in range(1, len(names) + 1):
        event = with_entrant(event, str(number))
    while not is_over(event) and len(event.rounds) != rounds:
        event = with_round(event, next_round(event))
        event = all_ended(event)
    entries = tuple(
        Entry(str(number), 200 + number, name, press=str(10**18 + number), at=1000.0 + number)
        for number, name in enumerate(names, 1)
    )
    record = TournamentRecord(
        organiser=101,
        organiser_name="Olive",
        locale="it",
        settings=TournamentSettings("Spring cup", how=event.options),
        seed=SEED,
        entries=entries,
        entered=len(entries),
        event=event,
        tables=tuple(table for one in event.rounds for table in tables_of(one)),
    )
    slug = next(iter(catalogue()))
    return Tournament("cup", 1, 2, game(slug), "running", 9, record, 1000.0, 2000.0)


def all_ended(event: Event) -> Event:
    """Every pod that has no result gets one: whoever sits first wins, and so on."""
    pods = {(one.number, pod.number): pod for one, pod in event.pods()}
    for round_, pod in missing(event):
        places = tuple(range(1, len(pods[round_, pod].seats) + 1))
        event = with_result(event, Result(round=round_, pod=pod, places=places))
    return event


def tables_of(one: Round) -> list[PodTable]:
    """A table with a secret of its own for each pod."""
    return [
        PodTable(
            one.number, pod.number, f"t{one.number}-{pod.number}", f"{one.number:02}{pod.number:02}" * 16
        )
        for pod in one.pods
    ]


def with_event(tournament: Tournament, event: Event) -> Tournament:
    """The same tournament after something has happened in the draw."""
    return tournament.with_record(event=event)


def with_drawn(tournament: Tournament, draw: int = 0) -> Tournament:
    """The next round is published and not opened."""
    event = event_of(tournament)
    drawn = next_round(event, draw)
    return tournament.with_record(drawn=drawn, tables=(*tournament.record.tables, *tables_of(drawn)))


def renamed(tournament: Tournament, entrant: str, **changes: object) -> Tournament:
    """One of the entries is another."""
    entries = (
        msgspec.structs.replace(entry, **changes) if entry.id == entrant else entry
        for entry in tournament.record.entries
    )
    return tournament.with_record(entries=tuple(entries))


def event_of(tournament: Tournament) -> Event:
    """What the draw knows of it."""
    assert tournament.record.event is not None
    return tournament.record.event

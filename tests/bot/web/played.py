"""Tournaments whose tables have been played by robots, for pages about them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random

from msgspec.structs import replace

from bot.tables.lobby import seed_of
from bot.tables.model import Record, Seat, Table
from bot.tables.pod_model import PodInfo
from bot.tournaments.model import PodTable, Tournament
from bot.tournaments.pairing.event import Pod
from games.contract import AnyGame
from storage.models import ActionRow

ROBOT_NAMES = "Rusty Nell", "Tin Rufus", "Brass Ben"


def table_of(t: Tournament, pod: Pod, one: PodTable) -> Table:
    """The pod's table, just dealt."""
    robots = iter(ROBOT_NAMES)
    people = {entry.id: entry for entry in t.record.entries}
    seats = tuple(
        Seat(next(robots), "0", robot=t.game.default_robot)
        if who is None
        else Seat(people[who].name, people[who].press, user=people[who].user)
        for who in pod.seats
    )
    entrants = tuple(who or "" for who in pod.seats)
    record = Record(
        host=0,
        options=t.settings.game_options,
        secret=one.secret,
        capacity=len(seats),
        seats=seats,
        joins=tuple(seat.join for seat in seats),
        pod=PodInfo(t.id, t.settings.name, one.round, one.pod, entrants, seated=entrants),
    )
    table = Table(one.table, t.guild, t.channel, t.game, "playing", 3, 0, record, None, 1000.0, 1000.0)
    state = t.game.new(table.options, len(seats), seed_of(table))
    return replace(table, state=state)


def played(
    table: Table, moves: int | None = None, random: Random | None = None
) -> tuple[Table, list[ActionRow]]:
    """After so many moves, or at the game's end; and the log."""
    game, state, random = table.game, table.state, random or Random(1)
    log: list[ActionRow] = []
    while (waiting := game.to_act(state)) and len(log) != moves:
        seat = waiting[0]
        action = chosen(game, state, seat, random)
        state, _events = game.apply(state, seat, action)
        log.append(ActionRow(len(log) + 1, seat, action, table.seats[seat].user, 1000.0))
    phase = "playing" if game.to_act(state) else "over"
    return replace(table, state=state, phase=phase, actions=len(log)), log


def dealt(t: Tournament, ids: Collection[str]) -> dict[str, Table]:
    """These tables, of which nothing is played: enough where only their secrets and seats matter."""
    pods = {(round_.number, pod.number): pod for round_ in t.published for pod in round_.pods}
    return {
        one.table: table_of(t, pods[one.round, one.pod], one) for one in t.record.tables if one.table in ids
    }


def chosen(game: AnyGame, state: object, seat: int, random: Random) -> str:
    """What a robot that plays its first game against people does."""
    return game.robots[game.first_robot].choose(game.observe(state, seat), random)


def all_played(
    t: Tournament, *, running: Mapping[str, int] | None = None
) -> dict[str, tuple[Table, list[ActionRow]]]:
    """Every table of the rounds that were opened; those in `running` after so many moves."""
    event = t.record.event
    assert event is not None
    going_on = running or {}
    return {
        one.table: played(table_of(t, pod, one), going_on.get(one.table))
        for round_, pod in event.pods()
        if (one := t.table_of(round_.number, pod.number)) is not None
    }

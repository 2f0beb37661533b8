"""What is kept of a game that ends: with its last move, for every seat, and whether it counts."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from bot.tables import leaving, lobby
from bot.tables.model import Leaver, Seat, Table
from bot.tables.results import results_of, why_unrated
from games.contract import Outcome
from games.text import english
from storage import open_store
from tests.bot.screens.puppet import ANNE, BART, CALICO, digging, table_of
from tests.bot.tables.conftest import PEOPLE, Tavern

DAMPIER = 104


def over(*seats: Seat, leavers: tuple[Leaver, ...] = (), rated: bool = True) -> Table:
    """A game has ended, its seats in the order of their places."""
    end = Outcome(tuple(range(1, len(seats) + 1)), tuple(range(len(seats) * 10, 0, -10)))
    table = table_of(digging(len(seats), end=end))
    return table.with_record(seats=seats, leavers=leavers, rated=rated)


def gave_way(user: int, name: str, seat: int, *, after_leaving: bool = False) -> Leaver:
    """Somebody whose seat somebody else has taken; from the robot that kept it, if they had left before."""
    return Leaver(user, name, seat, 0, "left" if after_leaving else "replaced", 0)


def person(name: str, user: int, *, robot: bool = False) -> Seat:
    """Somebody in a seat, or a robot that plays on in it."""
    return Seat(name, "9", user, "tame" if robot else None)


ROBOT = Seat("Rusty Nell", "9", robot="tame")
BOTH = person("Anne", ANNE), person("Bart", BART)


async def test_places_points_and_figures_are_stored_with_the_last_move(harness: Tavern) -> None:
    table = await harness.game("Anne", "Bartholomew")
    assert await harness.store.results.of_table(table.id) == []
    ended = await harness.play_on(table.id)
    outcome = ended.game.outcome(ended.state)
    assert outcome is not None
    rows = await harness.store.results.of_table(table.id)
    assert [row.place for row in rows] == list(outcome.places)
    assert [row.points for row in rows] == list(outcome.points)
    assert {row.user for row in rows} == {PEOPLE["Anne"], PEOPLE["Bartholomew"]}
    assert all((row.rated, row.ended, row.game) == (1, ended.changed, ended.game.slug) for row in rows)
    [bids, *_others] = ended.game.figures(ended.state)
    stored = [msgspec.json.decode(row.figures)[bids.name] for row in rows]
    assert stored == [[bids.made[seat], bids.of[seat]] for seat in range(2)]


async def test_whoever_has_left_to_a_robot_is_kept_as_one_who_left(harness: Tavern, tmp_path: Path) -> None:
    table = await harness.game("Anne", "Bartholomew", "Calico")
    await harness.tables.change(harness.press("Calico"), table.id, leaving.leave_to_robot)
    while (await harness.play_on(table.id)).phase == "playing":
        harness.notebook.news.clear()  # the robot's move is the next news
        await asyncio.wait_for(harness.notebook.news.wait(), 20)
    rows = {row.user: row for row in await harness.store.results.of_table(table.id)}
    calico = rows[PEOPLE["Calico"]]
    assert (calico.quit, calico.robot, calico.rated) == (True, True, 1)
    assert not any(rows[PEOPLE[name]].quit for name in ("Anne", "Bartholomew"))
    again = await open_store(tmp_path / "tortuga.sqlite3")
    assert await again.results.of_table(table.id) == sorted(rows.values(), key=lambda row: row.seat)
    await again.close()


async def test_a_table_filled_with_robots_by_play_is_never_rated(harness: Tavern) -> None:
    done = await harness.tables.opening.play(harness.press("Anne"), guild=1, channel=2, game=None, options={})
    assert not done.table.record.rated


async def test_a_rematch_is_rated_if_the_game_was(harness: Tavern) -> None:
    table = await harness.lobby("Anne", "Bartholomew")
    await harness.tables.change(harness.press("Anne"), table.id, lobby.set_rated, rated=False)
    await harness.tables.playing.start(harness.press("Anne"), table.id)
    await harness.play_on(table.id)
    assert {row.rated for row in await harness.store.results.of_table(table.id)} == {0}
    again = await harness.tables.opening.rematch(harness.press("Bartholomew"), table.id)
    assert not again.table.record.rated


def test_a_game_that_all_but_one_gave_up_has_places_but_nothing_is_counted_of_it() -> None:
    table = over(person("Anne", ANNE, robot=True), BOTH[1], leavers=(Leaver(ANNE, "Anne", 0, 3, "conceded"),))
    rows = results_of(replace(table, state=digging(2)))
    assert [(row.user, row.place, row.figures, row.rated) for row in rows] == [
        (ANNE, 2, b"{}", 1),
        (BART, 1, b"{}", 1),
    ]


def test_robots_have_a_place_but_no_rating() -> None:
    rows = results_of(over(*BOTH, ROBOT))
    assert [(row.user, row.robot, row.rated) for row in rows] == [
        (ANNE, False, 1),
        (BART, False, 1),
        (None, True, 0),
    ]


@pytest.mark.parametrize("left", [False, True])
def test_a_game_that_a_substitute_finished_counts_for_neither_but_who_had_left_has_left(left: bool) -> None:
    gone = gave_way(DAMPIER, "Dampier", 2, after_leaving=left)
    rows = results_of(over(*BOTH, person("Calico", CALICO), leavers=(gone,)))
    assert [(row.seat, row.user, row.quit, row.rated) for row in rows] == [
        (0, ANNE, False, 1),
        (1, BART, False, 1),
        (2, CALICO, False, 0),
        (3, DAMPIER, True, int(left)),
    ]
    assert rows[3].place == 3


def test_who_alone_has_played_a_game_from_its_start_to_its_end_is_compared_with_nobody() -> None:
    table = over(BOTH[0], person("Calico", CALICO), leavers=(gave_way(DAMPIER, "Dampier", 1),))
    why = why_unrated(table)
    assert why is not None
    assert "a substitute finished it" in english(why)
    assert {row.rated for row in results_of(table)} == {0}


def test_of_several_who_had_a_seat_the_one_who_began_in_it_counts() -> None:
    gone = gave_way(DAMPIER, "Dampier", 2, after_leaving=True), gave_way(BART, "Bart", 2)
    rows = results_of(over(BOTH[0], ROBOT, person("Calico", CALICO, robot=True), leavers=gone))
    assert [(row.user, row.quit, row.rated) for row in rows] == [
        (ANNE, False, 1),
        (None, False, 0),
        (CALICO, True, 0),
        (DAMPIER, True, 1),
        (BART, True, 0),
    ]


def test_who_left_to_a_robot_for_good_stands_there_once() -> None:
    rows = results_of(over(BOTH[0], person("Bart", BART, robot=True), leavers=(gave_way(BART, "Bart", 1),)))
    assert [(row.user, row.quit, row.rated) for row in rows] == [(ANNE, False, 1), (BART, True, 1)]


def test_who_came_back_to_their_seat_has_not_left() -> None:
    rows = results_of(over(*BOTH, leavers=(gave_way(BART, "Bart", 1),)))
    assert [(row.user, row.quit, row.rated) for row in rows] == [(ANNE, False, 1), (BART, False, 1)]


def test_who_left_and_came_back_in_another_seat_counts_as_one_who_left() -> None:
    rows = results_of(
        over(
            BOTH[0],
            person("Bart", BART),
            person("Calico", CALICO),
            leavers=(
                gave_way(BART, "Bart", 2, after_leaving=True),
                gave_way(DAMPIER, "Dampier", 1, after_leaving=True),
            ),
        )
    )
    assert [(row.user, row.quit, row.rated) for row in rows] == [
        (ANNE, False, 1),
        (BART, False, 0),
        (CALICO, False, 0),
        (BART, True, 1),
        (DAMPIER, True, 1),
    ]


@pytest.mark.parametrize(
    ("table", "why"),
    [
        (over(*BOTH), None),
        (over(BOTH[0], person("Bart", BART, robot=True)), None),
        (over(BOTH[0], ROBOT), "two or more people"),
        (over(*BOTH, rated=False), "friendly game"),
        (
            over(*BOTH, leavers=(gave_way(CALICO, "Calico", 0), gave_way(DAMPIER, "Dampier", 1))),
            "finished it",
        ),
    ],
)
def test_a_game_counts_if_two_people_began_it_and_one_was_there_at_its_end(
    table: Table, why: str | None
) -> None:
    told = why_unrated(table)
    assert (told is None) == (why is None)
    assert told is None or (why is not None and why in english(told))
    assert any(row.rated for row in results_of(table)) == (why is None)

"""Whether somebody plays their own moves and stays to the end, from the games that are stored."""

from __future__ import annotations

from pathlib import Path

from bot.pace import DAY
from bot.tables import leaving, reliability
from bot.tables.reliability import in_words, reliability_of
from games.text import english
from storage.models import ConductRow
from tests.bot.tables.conftest import GUILD, PEOPLE, Tavern
from tests.bot.tables.test_clocks import open_house
from tests.support.clock import VirtualClock


def game(own: int = 10, moves: int = 10, days: float = 0.0, **changes: bool) -> ConductRow:
    """A game of so many moves, of which so many were one's own."""
    told = {"quit": False, "robot": False, **changes}
    return ConductRow(told["quit"], told["robot"], moves, own, 1000.0, 1000.0 + days * DAY)


def test_of_two_games_nothing_is_said():
    assert reliability_of([game(), game()]) is None


def test_on_time_is_what_no_robot_had_to_play_and_stayed_is_who_had_the_seat_at_the_end():
    known = reliability_of([game(), game(own=8), game(quit=True, own=0), game(robot=True, own=2)])
    assert known is not None
    assert (known.on_time, known.stayed, known.games, known.came) == (50, 2, 4, 50)
    assert english(in_words(known)) == "On time 50 %, stayed to the end 2 of 4"


def test_moves_a_day_are_those_of_games_over_days():
    known = reliability_of([game(), game(own=12, moves=12, days=2), game(own=6, moves=6, days=1)])
    assert known is not None
    assert english(in_words(known)) == "On time 100 %, about 6 moves a day, stayed to the end 3 of 3"


async def test_moves_that_a_robot_made_in_their_place_are_not_their_own(tmp_path: Path) -> None:
    async with open_house(tmp_path, VirtualClock()) as days:
        table = await days.dealt("Anne", "Calico")
        await days.tables.change(days.press("Calico"), table.id, leaving.leave_to_robot)
        await days.settled()
        await days.tables.change(days.press("Anne"), table.id, leaving.concede)
        [row] = await days.store.results.conduct(PEOPLE["Calico"], GUILD, reliability.MOST_GAMES)
    assert (row.moves, row.own, row.robot) == (1, 0, True)


async def test_a_game_is_told_by_its_log_and_goes_with_whoever_is_erased(harness: Tavern) -> None:
    table = await harness.game("Anne", "Calico")
    await harness.play_on(table.id, 3)
    await harness.tables.change(harness.press("Calico"), table.id, leaving.concede)
    [own] = await harness.store.results.conduct(PEOPLE["Anne"], GUILD, reliability.MOST_GAMES)
    [other] = await harness.store.results.conduct(PEOPLE["Calico"], GUILD, reliability.MOST_GAMES)
    assert (own.quit, own.moves, own.own) == (False, own.moves, own.moves)
    assert other.quit
    assert own.own + other.own == 3
    assert own.last >= own.first > 0
    await harness.store.privacy.erase(PEOPLE["Anne"])
    assert await harness.store.results.conduct(PEOPLE["Anne"], GUILD, reliability.MOST_GAMES) == []
    assert await harness.store.results.conduct(PEOPLE["Calico"], GUILD, reliability.MOST_GAMES) == []

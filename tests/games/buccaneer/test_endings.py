"""When nobody can act, when the game ends, and what booty is worth then."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from games.buccaneer import scoring
from games.buccaneer.ships import BOOTY, CHEST
from games.buccaneer.state import LETS_BE
from games.contract import IllegalAction
from tests.games.buccaneer.port import BUCCANEER, Port

STUCK = (
    "b2 r2 y2 k2 g2",
    "y3 b3 r3 k3 g3",
    "k4 b4 y4 r4 g4",
    "g5 b5 y5 k5 r5",
)
"""Four parties of five; with a fifth, no two can be put together, and only six can board the Narwhal."""


def about_to_stall(ships: str = "Narwhal Orca", behind: str = "", stalled: bool = False) -> Port:
    """If Red puts his last pirate on Green's, five parties of five are left, which can do nothing."""
    return Port(*STUCK, "gq bq yq kq", players=5, ships=ships, behind=behind, stalled=stalled)


def one_on_top_of_all(ships: str, stalled: bool = False) -> Port:
    """Red commands everybody, in parties of three; nobody can do anything if no ship takes three."""
    fours = ("r2 b2 y2", "r3 b3 y3", "r4 b4 y4", "r5 b5 y5", "rq bq")
    return Port(*fours, players=3, ships=ships, stalled=stalled).moves("Red", "rq", "yq")


# Nobody can act


def test_if_nobody_can_act_all_parties_disband_unpaid() -> None:
    port = about_to_stall().moves("Red", "rq", "gq")
    assert all(len(port.parties_of(name)) == 5 for name in port.names)
    assert set(port.ducats.values()) == {10}
    assert port.log[-1] == (
        "Nobody can act: every pirate goes home unpaid. If it happens again before a ship is boarded, one "
        "sails away."
    )
    assert "PassedOver" not in port.kinds_of_events


def test_then_the_next_player_in_order_goes_on() -> None:
    assert about_to_stall().moves("Red", "rq", "gq").next == ("Blue",)


def test_the_first_time_no_ship_sails_away() -> None:
    assert about_to_stall().moves("Red", "rq", "gq").in_sight == ["Narwhal", "Orca"]


def test_the_second_time_without_a_boarding_the_hardest_ship_sails_away_with_its_booty() -> None:
    port = about_to_stall(stalled=True).moves("Red", "rq", "gq")
    assert port.in_sight == ["Narwhal"], "both need six, but the Orca has more ducats"
    assert not any(port.booty.values())
    assert port.log[-2:] == [
        "Again nobody can act: every pirate goes home unpaid, and a ship sails away.",
        "The Orca sails away with everything aboard.",
    ]


def test_and_so_it_goes_on_until_a_ship_is_boarded() -> None:
    port = about_to_stall(stalled=True).moves("Red", "rq", "gq")
    assert port.table.stalled
    boarding = Port("r5 b2", ships="Minnow Orca", stalled=True).boards("Red", "r5", "Minnow")
    assert not boarding.table.stalled


def test_one_captain_on_top_of_all_with_parties_too_small_is_a_deadlock_too() -> None:
    port = one_on_top_of_all("Seal Marlin Narwhal")
    assert port.kinds_of_events == ["Moved", "Disbanded"]
    assert port.next == ("Blue",)


def test_with_a_ship_small_enough_it_is_none() -> None:
    port = one_on_top_of_all("Seal Marlin Turbot")
    assert port.kinds_of_events == ["Moved", "PassedOver", "PassedOver"]
    assert port.next == ("Red",)


def test_the_board_and_the_sheet_tell_of_a_ship_that_sailed_away() -> None:
    port = about_to_stall(stalled=True).moves("Red", "rq", "gq")
    recap, sheet = BUCCANEER.board(port.view()).recap, BUCCANEER.sheet(port.view())
    assert recap is not None
    assert sheet is not None
    assert [port.say(line) for line in recap.lines] == ["The Orca sailed away with everything aboard."]
    assert [port.say(cell) for cell in sheet.rows[-1].cells] == ["0"] * 5


def test_the_ship_that_needs_most_pirates_sails_away() -> None:
    assert one_on_top_of_all("Seal Narwhal Marlin", stalled=True).in_sight == ["Seal", "Marlin"]


def test_when_the_last_ship_in_sight_sails_away_new_ones_come() -> None:
    port = about_to_stall(ships="Orca", behind="Sprat Minnow Seal", stalled=True).moves("Red", "rq", "gq")
    assert port.in_sight == ["Sprat", "Minnow", "Seal"]
    assert port.next == ("Blue",)


def test_when_no_ship_is_left_by_sailing_away_the_game_ends() -> None:
    port = about_to_stall(ships="Orca", stalled=True).moves("Red", "rq", "gq")
    assert port.next == ()
    assert BUCCANEER.outcome(port.state) is not None


def test_a_disbanded_party_leaves_no_answer_behind() -> None:
    parties = ("b2 y2 y3 y4 k2", "k3 r2 g2 b3 g3", "g4 r3 b4 y5 k4", "r4 b5 g5 k5 bq", "gq kq yq r5")
    port = Port(*parties, players=5, ships="Narwhal", answers={"Yellow": LETS_BE})
    assert port.legal("Yellow") == ("challenge",)
    port.moves("Red", "rq", "gq")
    assert "Disbanded" in port.kinds_of_events
    assert port.legal("Yellow") == ()


# The end


def last_boarding(ducats: Mapping[str, int] | None = None, booty: Mapping[str, str] | None = None) -> Port:
    """Red boards the last ship, paying Blue 2: 18 to 12, and the dagger to Red."""
    port = Port("r5 b2", ships="Minnow", ducats=ducats, booty=booty)
    return port.boards("Red", "r5", "Minnow")


def test_the_game_ends_right_after_the_last_ship_is_boarded() -> None:
    port = last_boarding()
    assert port.next == ()
    assert port.kinds_of_events == ["Boarded", *["BootyScored"] * 4, "GameEnded"]
    with pytest.raises(IllegalAction) as refusal:
        port.acts("Blue", "move b3 y3")
    assert port.say(refusal.value.reason) == "The game is over."


def test_a_game_without_a_deadlock_has_fifteen_boardings() -> None:
    random = Random(5)
    state, boardings = BUCCANEER.new(BUCCANEER.Options(), 4, bytes(32)), 0
    while waiting := BUCCANEER.to_act(state):
        action = random.choice(BUCCANEER.legal_actions(state, waiting[0]))
        boardings += action.startswith("board")
        state, _events = BUCCANEER.apply(state, waiting[0], action)
    assert boardings == len(state.table.voyages) == 15


def test_ducats_and_booty_are_both_counted() -> None:
    port = last_boarding(booty={"Blue": "barrel"})
    assert port.ducats == {"Red": 18 + 6, "Blue": 12 + 12, "Yellow": 10, "Black": 10}


@pytest.mark.parametrize(("kind", "value"), [(0, 15), (1, 12), (2, 9), (3, 6)])
def test_most_pieces_of_a_kind_bring_what_the_kind_is_worth(kind: int, value: int) -> None:
    assert scoring.awards((3, 2, 1, 0), BOOTY[kind].value) == (value, 2, 1, 0)


def test_those_with_equally_many_share_and_the_remainder_is_lost() -> None:
    """The leaflet's example: two chests each for Karin and Nico, one each for Kim and Nina."""
    assert scoring.awards((2, 2, 1, 1), BOOTY[CHEST].value) == (7, 7, 1, 1)


def test_three_share_alike() -> None:
    assert scoring.awards((2, 2, 2, 0), 15) == (5, 5, 5, 0)
    assert scoring.awards((1, 1, 1, 1, 1), 12) == (2, 2, 2, 2, 2)


def test_leaders_get_nothing_for_single_pieces_on_top() -> None:
    assert scoring.awards((2, 2, 0), 6) == (3, 3, 0)


def test_who_got_no_money_for_a_kind_gets_one_ducat_for_each_piece() -> None:
    assert scoring.awards((4, 2, 0), 9) == (9, 2, 0)


def test_a_kind_that_nobody_has_brings_nobody_anything() -> None:
    assert scoring.awards((0, 0, 0), 9) == (0, 0, 0)


def test_each_kind_is_counted_by_itself() -> None:
    port = last_boarding(booty={"Red": "chest", "Blue": "chest chest", "Yellow": "candlestick dagger"})
    assert port.ducats == {"Red": 18 + 1 + 3, "Blue": 12 + 15, "Yellow": 10 + 9 + 3, "Black": 10}


def test_most_ducats_win() -> None:
    port = last_boarding(ducats={"Yellow": 60})
    outcome = BUCCANEER.outcome(port.state)
    assert outcome is not None
    assert (outcome.points, outcome.places) == ((24, 12, 60, 10), (2, 3, 1, 4))


def test_of_equal_ducats_most_pieces_of_booty_win() -> None:
    port = last_boarding(ducats={"Yellow": 24})
    outcome = BUCCANEER.outcome(port.state)
    assert outcome is not None
    assert (outcome.points, outcome.places) == ((24, 12, 24, 10), (1, 3, 2, 4))
    assert port.log[-1] == "24 ducats and the most booty: the game goes to Red."


def test_who_is_equal_in_both_wins_together() -> None:
    assert scoring.places((30, 30, 20), (b"\0\1", b"\2\2", b"")) == (1, 1, 3)
    assert scoring.winners((30, 30, 20), (b"\0\1", b"\2\2", b"")) == (0, 1)


def test_the_log_tells_how_the_booty_was_counted() -> None:
    log = last_boarding(booty={"Blue": "chest chest", "Red": "chest"}).log
    assert log[1:] == [
        "💰 treasure chest, 15 ducats for the most: Red +1 (1) and Blue +15 (2).",
        "rum barrel: nobody has one.",
        "candlestick: nobody has one.",
        "🗡️ dagger, 6 ducats for the most: Red +6 (1).",
        "27 ducats: the game goes to Blue.",
    ]

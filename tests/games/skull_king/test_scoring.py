"""Points: the rule books' own examples, and what they leave to be concluded."""

from __future__ import annotations

import pytest

from games.skull_king import scoring
from games.skull_king.options import SkullKingOptions
from games.skull_king.position import SkullKingPosition
from games.skull_king.scoring import Entry, bid_points
from games.skull_king.variants import SCORINGS
from games.text import english
from tests.games.skull_king.tavern import SKULL_KING, Tavern

PLAIN = SCORINGS["skull_king"]


@pytest.mark.parametrize(
    ("bid", "taken", "round", "points"),
    [
        pytest.param(3, 3, 5, 60, id="three bid and taken: 60"),
        pytest.param(5, 1, 6, -40, id="five bid, one taken: four off, -40"),
        pytest.param(2, 4, 7, -20, id="two bid, four taken: two off, -20"),
        pytest.param(0, 0, 4, 40, id="none bid in round 4, none taken: 40"),
        pytest.param(0, 0, 7, 70, id="none bid in round 7, none taken: 70"),
        pytest.param(0, 2, 9, -90, id="none bid in round 9, two taken: -90, however many"),
        pytest.param(0, 3, 9, -90, id="none bid in round 9, three taken: -90, however many"),
        pytest.param(1, 0, 1, -10, id="one bid in round 1, none taken: -10"),
        pytest.param(10, 10, 10, 200, id="all ten bid and taken: 200"),
    ],
)
def test_the_examples_of_the_rule_books(bid: int, taken: int, round: int, points: int) -> None:
    assert bid_points(bid, taken, cards=round) == points


def test_a_bonus_counts_only_for_an_exact_bid() -> None:
    exact = Tavern(Anne="g14", Bob="g2").bidding(Anne=1).plays("Anne leads g14, Bob plays g2")
    assert exact.scores == {"Anne": 30, "Bob": 10}
    missed = Tavern(Anne="g14", Bob="g2").bidding(Anne=0).plays("Anne leads g14, Bob plays g2")
    assert missed.scores == {"Anne": -10, "Bob": 10}


def test_the_first_editions_bonuses_count_only_for_an_exact_bid_too() -> None:
    exact = (
        Tavern("classic", Anne="king", Bob="mermaid")
        .bidding(Bob=1)
        .plays("Anne leads king, Bob plays mermaid")
    )
    assert exact.scores == {"Anne": 10, "Bob": 70}
    missed = (
        Tavern("classic", Anne="king", Bob="mermaid")
        .bidding(Anne=1)
        .plays("Anne leads king, Bob plays mermaid")
    )
    assert missed.scores == {"Anne": -10, "Bob": -10}


def test_bonuses_of_a_whole_round_add_up() -> None:
    table = Tavern(Anne="g14 king", Bob="g2 harry").bidding(Anne=2)
    table.plays("Anne leads g14, Bob plays g2").plays("Anne leads king, Bob plays harry")
    assert table.scores == {"Anne": 40 + 10 + 30, "Bob": 20}


def test_a_bid_of_0_counts_the_cards_dealt_not_the_round() -> None:
    """Which differ for eight players, who are dealt 8 cards in round 10."""
    tenth = SkullKingPosition(round=10, bids=(0,) * 8)
    state = SKULL_KING.position(SkullKingOptions(), 8, bytes(32), tenth)
    while SKULL_KING.to_act(state):
        (seat,) = SKULL_KING.to_act(state)
        state, _events = SKULL_KING.apply(state, seat, SKULL_KING.legal_actions(state, seat)[0])
    assert set(state.table.points) <= {-80, 80}


def test_points_add_up_from_round_to_round_and_the_most_wins() -> None:
    table = Tavern(Anne="g14", Bob="g2", Cora="g3").in_round(10).bidding(Anne=1, Bob=0, Cora=1)
    table.plays("Anne leads g14, Bob plays g2, Cora plays g3")
    outcome = SKULL_KING.outcome(table.state)
    assert outcome is not None
    assert outcome.points == table.table.points
    assert table.say(SKULL_KING.board(table.view()).turn) == f"Won by {table.names[outcome.places.index(1)]}"


def test_equal_points_share_the_place_and_the_next_place_is_left_out() -> None:
    assert scoring.places((60, 10, 60, -20)) == (1, 3, 1, 4)


def test_several_winners_are_all_named() -> None:
    assert scoring.winners((60, 10, 60)) == (0, 2)


def test_the_bounds_are_those_of_ten_rounds() -> None:
    bounds = SKULL_KING.bounds(SkullKingOptions(), 4)
    assert bounds.actions == 4 * 4 * 10 + 4 * 55, "a bid, changed three times, and a card in every trick"
    assert bounds.lowest == -550, "nothing bid and something taken, in every round"
    assert bounds.highest >= 20 * 55 + 10 * 260, "every trick, and all that a round can pay"


# The score sheet


def test_the_score_sheet_gives_back_what_was_written_into_it() -> None:
    first = [Entry(0, 0, 20), Entry(10, 0, 0), Entry(3, 3, 0)]
    second = [Entry(10, 10, 310), Entry(0, 10, 0), Entry(1, 1, 10)]
    stored = scoring.packed(first, PLAIN) + scoring.packed(second, PLAIN)
    assert scoring.rounds_of(stored, players=3) == [first, second]


def test_a_bonus_that_was_lost_is_not_kept() -> None:
    assert scoring.rounds_of(scoring.packed([Entry(2, 1, 40)], PLAIN), players=1) == [[Entry(2, 1, 0)]]


def test_a_line_without_bonuses_takes_a_byte_a_seat() -> None:
    assert len(scoring.packed([Entry(2, 1, 40), Entry(2, 2, 0)], PLAIN)) == 2


# The score sheet


def test_the_sheet_shows_tricks_bids_points_and_how_they_came_about() -> None:
    table = Tavern(Anne="g14", Bob="g2", Cora="g3").bidding(Anne=1, Bob=0, Cora=1)
    table.plays("Anne leads g14, Bob plays g2, Cora plays g3")
    sheet = SKULL_KING.sheet(table.view())
    assert sheet is not None
    assert [english(cell) for cell in sheet.rows[0].cells] == ["1/1 +30", "0/0 +10", "0/1 −10"]
    assert [english(cell) for cell in sheet.totals.cells] == ["30", "10", "−10"]
    assert [table.say(line) for line in sheet.latest] == [
        "Anne bid 1 and made it, 10 in bonuses: +30",
        "Bob bid 0 and made it: +10",
        "Cora bid 1 and took 0: −10",
    ]


def test_there_is_no_sheet_before_the_first_round_is_scored() -> None:
    assert SKULL_KING.sheet(Tavern(Anne="g14", Bob="g2").view()) is None

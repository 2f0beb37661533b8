"""Lengths, Rascal's scoring with and without cannonballs, and the round that decides a tie."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.contract import IllegalAction
from games.skull_king import dealing
from games.skull_king.options import SkullKingOptions
from games.skull_king.position import SkullKingPosition
from games.skull_king.scoring import Entry, packed, rounds_of
from games.skull_king.state import ShotsRevealed, TiePlayedOff
from games.skull_king.variants import LENGTHS, SCORINGS, LengthName
from games.text import english
from tests.games.skull_king.tavern import SKULL_KING, Tavern

RASCAL, CANNONBALL = SCORINGS["rascal"], SCORINGS["cannonball"]
WITH_RASCAL = SkullKingOptions(scoring="rascal", loot=True, powers=True)
WITH_CANNONBALLS = SkullKingOptions(scoring="cannonball", loot=True, powers=True)
DECIDED = SkullKingOptions(extra_round=True, length="bedtime")


def chosen(**options: Any) -> SkullKingOptions:
    return SkullKingOptions.model_validate(options)


# Lengths


@pytest.mark.parametrize(
    ("length", "dealt"),
    [
        ("classic", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ("even", [2, 4, 6, 8, 10]),
        ("brawl", [6, 7, 8, 9, 10]),
        ("swift", [5] * 5),
        ("barrage", [10] * 10),
        ("whirlpool", [9, 7, 5, 3, 1]),
        ("bedtime", [1]),
    ],
)
def test_each_length_deals_its_cards_round_by_round(length: str, dealt: list[int]) -> None:
    for players in (2, 3, 7):
        assert list(dealing.cards_in_round(chosen(length=length).setup, players)) == dealt
    state = SKULL_KING.new(chosen(length=length), 3, bytes(32))
    assert [len(hand) for hand in state.hands] == [dealt[0]] * 3


@pytest.mark.parametrize("length", LENGTHS)
def test_eight_players_never_get_more_than_8_cards_in_any_length(length: str) -> None:
    for extra in ({}, {"kraken": True, "white_whale": True, "loot": True}):
        full = dealing.cards_in_round(chosen(length=length, **extra).setup, 7)
        assert dealing.cards_in_round(chosen(length=length, **extra).setup, 8) == tuple(
            min(cards, 8) for cards in full
        )


@pytest.mark.parametrize("length", LENGTHS)
def test_everybody_gets_equally_many_in_every_round_of_every_length(length: LengthName) -> None:
    state = SKULL_KING.new(chosen(length=length), 8, bytes(32))
    for _round in LENGTHS[length].rounds[1:]:
        assert len({len(hand) for hand in state.hands}) == 1
        state = dealing.next_round(state.table, state.seed)


def test_a_game_ends_after_the_last_round_of_its_length() -> None:
    table = Tavern(chosen(length="bedtime"), Anne="g14", Bob="g2").bidding(Anne=1)
    table.plays("Anne leads g14, Bob plays g2")
    assert SKULL_KING.outcome(table.state) is not None
    assert table.board()[0] == "The game is over after 1 round"


@pytest.mark.parametrize(
    ("length", "told"),
    [
        ("classic", "10 rounds: 1 card each in the first, then one more each time, up to 10."),
        ("even", "5 rounds. Cards each, round by round: 2, 4, 6, 8 and 10."),
        ("brawl", "5 rounds: 6 cards each in the first, then one more each time, up to 10."),
        ("swift", "5 rounds of 5 cards each."),
        ("barrage", "10 rounds of 10 cards each."),
        ("whirlpool", "5 rounds. Cards each, round by round: 9, 7, 5, 3 and 1."),
        ("bedtime", "One round of 1 card each."),
    ],
)
def test_the_rules_say_how_long_the_game_is(length: str, told: str) -> None:
    overview = SKULL_KING.rules(chosen(length=length), None)[0]
    assert told in [english(line) for line in overview.lines]


# Rascal's scoring


@pytest.mark.parametrize(
    ("bid", "taken", "cards", "points"),
    [
        pytest.param(3, 3, 6, 60, id="exact: 10 a card, however many tricks"),
        pytest.param(0, 0, 6, 60, id="a bid of 0 is worth as much as any other"),
        pytest.param(3, 2, 6, 30, id="one too few: half"),
        pytest.param(3, 4, 6, 30, id="one too many: half"),
        pytest.param(0, 1, 7, 35, id="one off a bid of 0: half too"),
        pytest.param(3, 1, 6, 0, id="two off: nothing"),
        pytest.param(0, 6, 6, 0, id="far off: nothing, and nothing lost"),
    ],
)
def test_rascals_scoring_pays_10_a_card_half_of_it_one_off_and_then_nothing(
    bid: int, taken: int, cards: int, points: int
) -> None:
    assert Entry(bid, taken, 0).points(cards, RASCAL) == points
    assert Entry(bid, taken, 0).points(cards, CANNONBALL) == points, "grapeshot is the same"


def test_with_rascals_scoring_bonuses_scale_alike() -> None:
    assert Entry(2, 2, 30).points(4, RASCAL) == 40 + 30
    assert Entry(2, 1, 30).points(4, RASCAL) == 20 + 15
    assert Entry(2, 4, 30).points(4, RASCAL) == 0


def test_with_rascals_scoring_one_off_earns_half_of_the_bonuses_at_the_table() -> None:
    table = Tavern(WITH_RASCAL, Anne="k14", Bob="g5").bidding(Anne=0, Bob=0)
    table.plays("Anne leads k14, Bob plays g5")
    assert table.scores == {"Anne": 5 + 10, "Bob": 10}
    sheet = SKULL_KING.sheet(table.view())
    assert sheet is not None
    assert table.say(sheet.latest[0]) == ("Anne bid 0 and took 1, so half, and half of 20 in bonuses: +15")


def test_with_rascals_scoring_a_loot_alliance_still_needs_exact_bids() -> None:
    exact = Tavern(WITH_RASCAL, Anne="g9", Bob="loot").bidding(Anne=1, Bob=0)
    assert exact.plays("Anne leads g9, Bob plays loot").scores == {"Anne": 10 + 20, "Bob": 10 + 20}
    missed = Tavern(WITH_RASCAL, Anne="g9", Bob="loot").bidding(Anne=1, Bob=1)
    assert missed.plays("Anne leads g9, Bob plays loot").scores == {"Anne": 10, "Bob": 5}


@pytest.mark.parametrize(("bid", "points"), [(1, 20 + 20), (2, 10 - 20), (0, 10 - 20)])
def test_with_rascals_scoring_a_wager_is_lost_also_by_those_one_off(bid: int, points: int) -> None:
    table = Tavern(WITH_RASCAL, Anne="rascal g3", Bob="g5 g6").bidding(Anne=bid)
    table.plays("Anne leads rascal, Bob plays g5").acts("Anne", "wager 20")
    assert table.plays("Anne leads g3, Bob plays g6").scores["Anne"] == points


def test_a_wager_lost_by_far_costs_points() -> None:
    assert Entry(3, 0, 0, wager=20).points(5, RASCAL) == -20
    assert Entry(3, 0, 0, wager=20, cannonball=True).points(5, CANNONBALL) == -20
    bounds = SKULL_KING.bounds(WITH_RASCAL, 4)
    assert bounds.lowest == -20 * 10
    assert SKULL_KING.bounds(SkullKingOptions(scoring="rascal"), 4).lowest == 0


# Cannonballs


@pytest.mark.parametrize(
    ("bid", "taken", "points"), [(3, 3, 90), (0, 0, 90), (3, 2, 0), (3, 4, 0), (0, 1, 0), (3, 0, 0)]
)
def test_a_cannonball_pays_15_a_card_if_exact_and_else_nothing(bid: int, taken: int, points: int) -> None:
    assert Entry(bid, taken, 0, cannonball=True).points(6, CANNONBALL) == points


def test_a_cannonball_that_hits_earns_the_bonuses_in_full_and_one_that_misses_none() -> None:
    assert Entry(2, 2, 30, cannonball=True).points(4, CANNONBALL) == 60 + 30
    assert Entry(2, 1, 30, cannonball=True).points(4, CANNONBALL) == 0


def test_loading_comes_after_the_bids_are_revealed() -> None:
    table = Tavern(WITH_CANNONBALLS, Anne="g9", Bob="g2").bidding(Anne=1, Bob=0)
    assert (table.table.phase, table.table.bids, table.next) == ("load", (1, 0), ("Anne", "Bob"))
    assert SKULL_KING.legal_actions(table.state, 0) == ("load grapeshot", "load cannonball")
    assert [table.say(choice.label) for choice in table.menu("Anne").choices] == [
        "Grapeshot: up to 10",
        "Cannonball: 15 or nothing",
    ]
    with pytest.raises(IllegalAction) as refused:
        table.acts("Anne", "bid 0")
    assert english(refused.value.reason) == "The bids stand. Load grapeshot or a cannonball."


def test_nobody_knows_what_was_loaded_before_all_have_and_then_everybody_does() -> None:
    def loaded(what: str) -> Tavern:
        table = Tavern(WITH_CANNONBALLS, Anne="g9", Bob="g2").bidding(Anne=1)
        return table.acts("Anne", f"load {what}")

    one, other = loaded("grapeshot"), loaded("cannonball")
    assert one.view("Bob") == other.view("Bob")
    assert one.view() == other.view()
    assert one.events == other.events
    assert (one.view("Anne").shot, other.view("Anne").shot) == (0, 1)
    assert "bid 1, has loaded · points: 0" in other.board("Bob")
    other.acts("Bob", "load grapeshot")
    assert (other.table.shots, other.table.phase, other.next) == ((1, 0), "play", ("Anne",))
    assert "bid 1, took 0 · points: 0 · 💣 cannonball" in other.board("Bob")
    (shown,) = [event for event in other.events if isinstance(event, ShotsRevealed)]
    assert other.say(SKULL_KING.narrate(shown)) == (
        "Anne loaded a cannonball, the rest grapeshot. Anne leads."
    )


@pytest.mark.parametrize(
    ("shots", "told"),
    [
        ((0, 0, 0), "Everyone loaded grapeshot. Anne leads."),
        ((1, 0, 1), "Anne and Cora loaded cannonballs, the rest grapeshot. Anne leads."),
        ((1, 1, 1), "Everyone loaded a cannonball. Anne leads."),
    ],
)
def test_the_log_tells_who_has_loaded_what(shots: tuple[int, ...], told: str) -> None:
    table = Tavern(WITH_CANNONBALLS, Anne="g9", Bob="g2", Cora="g3")
    assert table.say(SKULL_KING.narrate(ShotsRevealed(shots=shots, leader=0))) == told


def test_what_was_loaded_may_be_changed_for_the_other_until_all_have_loaded() -> None:
    table = Tavern(WITH_CANNONBALLS, Anne="g9", Bob="g2").bidding().acts("Anne", "load grapeshot")
    assert table.may_play("Anne") == {"load cannonball"}
    with pytest.raises(IllegalAction, match="already your choice"):
        table.acts("Anne", "load grapeshot")
    table.acts("Anne", "load cannonball")
    assert table.events[-1].audience == (0,)
    table.acts("Bob", "load grapeshot")
    assert table.table.shots == (1, 0)


def test_what_was_loaded_may_be_changed_three_times() -> None:
    table = Tavern(WITH_CANNONBALLS, Anne="g9", Bob="g2").bidding().acts("Anne", "load grapeshot")
    for what in ("cannonball", "grapeshot", "cannonball"):
        table.acts("Anne", f"load {what}")
    with pytest.raises(IllegalAction) as refused:
        table.acts("Anne", "load grapeshot")
    assert english(refused.value.reason) == "You've loaded. It's shown once everyone has."


def test_a_round_with_cannonballs_is_scored_by_what_each_loaded() -> None:
    table = Tavern(WITH_CANNONBALLS, Anne="g9", Bob="g2", Cora="g3").bidding(Anne=1, Bob=1, Cora=1)
    for name, what in (("Anne", "cannonball"), ("Bob", "cannonball"), ("Cora", "grapeshot")):
        table.acts(name, f"load {what}")
    table.plays("Anne leads g9, Bob plays g2, Cora plays g3")
    assert table.scores == {"Anne": 15, "Bob": 0, "Cora": 5}
    sheet = SKULL_KING.sheet(table.view())
    assert sheet is not None
    assert [english(cell) for cell in sheet.rows[0].cells] == ["💣 1/1 +15", "💣 0/1 0", "0/1 +5"]
    assert table.table.shots == (), "the next round is loaded anew"


def test_only_the_scoring_with_cannonballs_loads() -> None:
    for options in (SkullKingOptions(), WITH_RASCAL):
        assert Tavern(options, Anne="g9", Bob="g2").bidding().table.phase == "play"


@pytest.mark.parametrize("scoring", [RASCAL, CANNONBALL])
def test_the_score_sheet_keeps_all_that_rascals_scoring_counts(scoring: Any) -> None:
    line = [Entry(2, 1, 30), Entry(10, 10, 310, 20), Entry(0, 0, 0, 10), Entry(3, 0, 0, 20), Entry(1, 1, 0)]
    loaded = [Entry(2, 2, 30, 20, True), Entry(0, 10, 0, 0, True), Entry(1, 0, 0, 0, True)]
    stored = packed(line, scoring) + packed([*loaded, *loaded[:2]], scoring)
    assert rounds_of(stored, players=5) == [line, [*loaded, *loaded[:2]]]


# A tie


def tied(options: SkullKingOptions = DECIDED) -> Tavern:
    """The last round has been played, and Anne and Bob share the first place."""
    table = Tavern(options, Anne="g14", Bob="g2", Cora="g3").bidding(Cora=1)
    table.state = replace(table.state, table=replace(table.table, points=(20, 0, 0)))
    return table.plays("Anne leads g14, Bob plays g2, Cora plays g3")


def test_on_a_tie_one_more_round_decides() -> None:
    table = tied()
    assert table.table.points == (10, 10, -10)
    assert (table.table.phase, table.table.round, table.table.dealt) == ("bid", 2, 1)
    assert table.next == ("Anne", "Bob", "Cora"), "all play it"
    assert table.table.leader == 1, "the lead moves on"
    assert table.board()[0] == "The round that decides: bids, 1 trick to win"
    (level,) = [event for event in table.events if isinstance(event, TiePlayedOff)]
    assert table.say(SKULL_KING.narrate(level)) == ("Anne and Bob tie for first: one more round decides.")


def test_the_sheet_names_the_extra_round_which_need_not_have_decided() -> None:
    table = Tavern(DECIDED, Anne="g1", Bob="g2").bidding().plays("Anne leads g1, Bob plays g2")
    one = packed([Entry(0, 0, 0), Entry(0, 1, 0)], SCORINGS["skull_king"])
    for rounds, title in (
        (1, "Score sheet, round 1 of 1: tricks taken / bid, points"),
        (2, "Score sheet, extra round: tricks taken / bid, points"),
    ):
        table.state = replace(table.state, table=replace(table.table, round=rounds, score_sheet=one * rounds))
        sheet = SKULL_KING.sheet(table.view())
        assert sheet is not None
        assert table.say(sheet.title) == title


def test_the_deciding_round_deals_as_many_cards_as_the_last() -> None:
    options = chosen(extra_round=True, length="even")
    state = SKULL_KING.new(options, 8, bytes(32))
    assert dealing.next_round(replace(state.table, round=5), state.seed).table.dealt == 8


def test_after_the_deciding_round_the_game_is_over_even_if_it_is_level_again() -> None:
    played = (0, "play g1"), (1, "play g2"), (2, "play king")
    level = SkullKingPosition(
        round=2, scores=(10, 10, -10), leader=0, hands=("g1", "g2", "king"), bids=(0, 0, 0), moves=played
    )
    outcome = SKULL_KING.outcome(SKULL_KING.position(DECIDED, 3, bytes(32), level))
    assert outcome is not None
    assert (outcome.points, outcome.places) == ((20, 20, -20), (1, 1, 3))


def test_without_the_option_equal_points_share_the_place() -> None:
    table = tied(chosen(length="bedtime"))
    outcome = SKULL_KING.outcome(table.state)
    assert outcome is not None
    assert outcome.places == (1, 1, 3)


def test_only_the_first_place_is_played_off() -> None:
    table = Tavern(DECIDED, Anne="g14", Bob="g2", Cora="g3").bidding(Anne=1)
    table.plays("Anne leads g14, Bob plays g2, Cora plays g3")
    outcome = SKULL_KING.outcome(table.state)
    assert outcome is not None
    assert outcome.places == (1, 2, 2)


def test_the_bounds_allow_for_the_deciding_round_for_loading_and_for_powers() -> None:
    plain = SKULL_KING.bounds(chosen(length="swift"), 4)
    assert plain.actions == 4 * 5 * (5 + 4), "five cards, a bid, and three changes of it"
    assert SKULL_KING.bounds(chosen(length="swift", extra_round=True), 4).actions == 4 * 6 * (5 + 4)
    assert SKULL_KING.bounds(chosen(length="swift", scoring="cannonball"), 4).actions == 4 * 5 * (5 + 8)
    assert SKULL_KING.bounds(chosen(length="swift", powers=True), 4).actions == plain.actions + 6 * 5
    assert SKULL_KING.bounds(chosen(length="swift", powers=True), 4).lowest == plain.lowest - 5 * 20

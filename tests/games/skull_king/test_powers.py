"""The powers of the five named pirates."""

from __future__ import annotations

import pytest

from games.contract import IllegalAction
from games.skull_king import dealing
from games.skull_king.cards import FACES
from games.skull_king.options import SkullKingOptions
from games.skull_king.state import CardDiscarded, CardsDrawn, PowerCalled, UndealtShown
from games.text import english
from tests.games.skull_king.tavern import HAUNTED, POWERS, SKULL_KING, Tavern

ALL_CARDS = SkullKingOptions(powers=True, kraken=True, white_whale=True, loot=True)


def won_with(pirate: str, undealt: str = "p1 p2 p3", **bids: int) -> Tavern:
    """Anne has won the first of three tricks with a pirate."""
    table = Tavern(POWERS, Anne=f"{pirate} g2 g3", Bob="g5 g6 y1", Cora="y5 y6 y7").with_undealt(undealt)
    return table.bidding(**bids).plays(f"Anne leads {pirate}, Bob plays g5, Cora plays y5")


def options_of(table: Tavern, name: str) -> tuple[str, ...]:
    return SKULL_KING.legal_actions(table.state, table.seat(name))


def note(table: Tavern, name: str) -> str:
    hand = SKULL_KING.hand(table.view(name))
    assert hand is not None
    return table.say(hand.note)


def shorts(cards: bytes) -> list[str]:
    return [FACES[card].short for card in cards]


# When


def test_the_power_is_used_at_once_before_the_next_trick() -> None:
    table = won_with("rosie")
    assert (table.next, table.table.phase) == (("Anne",), "power")
    with pytest.raises(IllegalAction) as refused:
        table.acts("Anne", "play g2")
    assert english(refused.value.reason).startswith("Rosie lets you choose: who leads the next trick")
    with pytest.raises(IllegalAction) as waits:
        table.acts("Bob", "play y1")
    assert table.say(waits.value.reason) == "Wait: Anne is using a pirate's power."


@pytest.mark.parametrize("pirate", ["rosie", "bendt", "rascal", "juanita", "harry"])
def test_without_the_option_pirates_have_no_powers(pirate: str) -> None:
    table = Tavern(SkullKingOptions(), Anne=f"{pirate} g2", Bob="g5 g6").bidding()
    assert table.plays(f"Anne leads {pirate}, Bob plays g5").table.phase == "play"


@pytest.mark.parametrize("pirate", ["rosie", "bendt", "rascal", "juanita", "harry"])
def test_capturing_somebody_elses_pirate_gives_no_power(pirate: str) -> None:
    table = Tavern(POWERS, Anne=f"{pirate} g2", Bob="king g6").with_undealt("p1 p2").bidding()
    table.plays(f"Anne leads {pirate}, Bob plays king")
    assert (table.taker, table.table.phase, table.next) == ("Bob", "play", ("Bob",))


def test_of_two_pirates_only_the_one_that_wins_has_power() -> None:
    table = Tavern(POWERS, Anne="rascal g2", Bob="rosie g6").bidding()
    table.plays("Anne leads rascal, Bob plays rosie")
    assert options_of(table, "Anne") == ("wager 0", "wager 10", "wager 20")
    assert options_of(table, "Bob") == ()


def test_the_tigress_has_no_power() -> None:
    table = Tavern(POWERS, Anne="tigress g2", Bob="g5 g6").bidding()
    table.plays("Anne leads tigress as a pirate, Bob plays g5")
    assert (table.taker, table.table.phase) == ("Anne", "play")


@pytest.mark.parametrize("pirate", ["rosie", "bendt", "rascal", "juanita"])
def test_in_the_rounds_last_trick_a_pirate_has_no_power(pirate: str) -> None:
    table = Tavern(POWERS, Anne=f"g2 {pirate}", Bob="g5 y1").with_undealt("p1 p2 p3").bidding()
    table.plays("Anne leads g2, Bob plays g5").plays(f"Bob leads y1, Anne plays {pirate}")
    assert (table.taker, table.table.round) == ("Anne", 3)


def test_harry_has_power_in_the_last_trick_too_and_then_the_round_is_scored() -> None:
    table = Tavern(POWERS, Anne="harry", Bob="g5").bidding(Anne=0, Bob=0)
    table.plays("Anne leads harry, Bob plays g5")
    assert (table.next, table.table.round) == (("Anne",), 1)
    table.acts("Anne", "change +1")
    assert table.scores == {"Anne": 20, "Bob": 10}
    assert table.table.round == 2


@pytest.mark.parametrize("beast", ["kraken", "whale"])
def test_in_a_trick_ruled_by_a_kraken_or_whale_a_pirate_has_no_power(beast: str) -> None:
    table = Tavern(ALL_CARDS, Anne="rosie g2", Bob=f"{beast} g6", Cora="g1 g3").bidding()
    table.plays(f"Anne leads rosie, Bob plays {beast}, Cora plays g1")
    assert table.table.phase == "play"
    assert table.taker == (None if beast == "kraken" else "Cora")


def test_a_whale_without_a_number_gives_no_power_even_if_the_pirates_player_leads() -> None:
    options = SkullKingOptions(powers=True, white_whale=True, whale_lead="taker")
    table = (
        Tavern(options, Anne="rosie g2", Bob="whale g6").bidding().plays("Anne leads rosie, Bob plays whale")
    )
    assert (table.taker, table.leads_next, table.table.phase) == (None, "Anne", "play")


def test_graybeards_pirates_have_no_power() -> None:
    options = SkullKingOptions(powers=True, graybeard=True)
    table = Tavern(options, Anne="g2 g3", Bob="g5 g6", Graybeard="rosie y1").bidding()
    table.plays("Anne leads g2, Bob plays g5")
    assert (table.taker, table.table.phase, table.next) == ("Graybeard", "play", ("Anne",))


# Rosie D'Laney


def test_rosie_lets_her_player_choose_anybody_to_lead_the_next_trick() -> None:
    table = won_with("rosie")
    assert options_of(table, "Anne") == ("lead 0", "lead 1", "lead 2")
    table.acts("Anne", "lead 2")
    assert (table.next, table.table.leader) == (("Cora",), 2)
    table.plays("Cora leads y6, Anne plays g2, Bob plays y1")
    assert table.taker == "Cora"


def test_rosie_lets_her_player_choose_to_lead() -> None:
    assert won_with("rosie").acts("Anne", "lead 0").next == ("Anne",)


def test_rosie_asks_by_name() -> None:
    choices = won_with("rosie").menu("Anne").choices
    table = won_with("rosie")
    assert [table.say(choice.label) for choice in choices] == ["I lead", "Bob leads", "Cora leads"]


def test_with_graybeard_rosie_chooses_between_the_two_people() -> None:
    options = SkullKingOptions(powers=True, graybeard=True)
    table = Tavern(options, Anne="rosie g3", Bob="g5 g6", Graybeard="y2 y1").bidding()
    table.plays("Anne leads rosie, Bob plays g5")
    assert options_of(table, "Anne") == ("lead 0", "lead 1")
    table.acts("Anne", "lead 1").plays("Bob leads g6, Anne plays g3")
    assert shorts(table.last_trick.trick) == ["g6", "y1", "g3"]


# Bendt the Bandit


def test_bendt_draws_two_of_the_undealt_cards_and_then_two_are_discarded() -> None:
    table = won_with("bendt", undealt="k9 p2 p3")
    assert shorts(table.state.hands[0]) == ["g2", "g3", "p2", "k9"]
    assert options_of(table, "Anne") == ("discard g2", "discard g3", "discard p2", "discard k9")
    table.acts("Anne", "discard g2")
    assert (table.next, table.table.phase) == (("Anne",), "power")
    table.acts("Anne", "discard p2")
    assert shorts(table.state.hands[0]) == ["g3", "k9"]
    assert (table.next, table.table.phase) == (("Anne",), "play")


def test_what_bendt_drew_may_be_discarded_at_once() -> None:
    table = won_with("bendt", undealt="k9 p2 p3").acts("Anne", "discard k9").acts("Anne", "discard p2")
    assert shorts(table.state.hands[0]) == ["g2", "g3"]


def test_bendt_draws_and_discards_as_many_as_there_are() -> None:
    table = won_with("bendt", undealt="k9")
    assert shorts(table.state.hands[0]) == ["g2", "g3", "k9"]
    assert table.say(table.menu("Anne").prompt) == "Bendt drew for you (+): discard 1 card."
    assert table.acts("Anne", "discard g2").table.phase == "play"


def test_where_no_card_is_left_bendt_and_juanita_can_do_nothing() -> None:
    assert won_with("bendt", undealt="").table.phase == "play"
    assert won_with("juanita", undealt="").table.phase == "play"


def test_only_bendts_player_learns_what_was_drawn_and_discarded() -> None:
    one, other = won_with("bendt", undealt="k9 p2 p3"), won_with("bendt", undealt="k1 k2 p3")
    assert one.view("Bob") == other.view("Bob")
    assert one.view() == other.view()
    assert one.view("Anne") != other.view("Anne")
    one.acts("Anne", "discard k9").acts("Anne", "discard p2")
    private = [event for event in one.events if isinstance(event, CardsDrawn | CardDiscarded)]
    assert [event.audience for event in private] == [(0,), (0,), (0,)]
    assert [one.say(SKULL_KING.narrate(event)) for event in private] == [
        "You drew 🏴‍☠️ Black 9 and 🗺️ Map 2.",
        "You discarded 🏴‍☠️ Black 9.",
        "You discarded 🗺️ Map 2.",
    ]


def test_the_hand_says_which_of_the_cards_bendt_has_drawn() -> None:
    table = won_with("bendt", undealt="k9 p2 p3")
    assert note(table, "Anne") == "Drawn, and still in your hand: 🏴‍☠️ Black 9 and 🗺️ Map 2."
    assert table.say(table.menu("Anne").prompt) == "Bendt drew for you (+): discard 2 cards."
    table.acts("Anne", "discard k9")
    assert note(table, "Anne") == "Drawn, and still in your hand: 🗺️ Map 2."
    table.acts("Anne", "discard g2")
    assert note(table, "Anne") == "You bid 0 and have taken 1."
    assert not table.state.drawn


def test_everybody_learns_that_bendts_player_drew_and_discarded() -> None:
    table = won_with("bendt").acts("Anne", "discard g2").acts("Anne", "discard p2")
    public = [SKULL_KING.narrate(event) for event in table.events if event.audience is None]
    told = [table.say(line) for line in public if line is not None]
    assert "Pirate Bendt the Bandit: Anne draws 2 cards and discards as many." in told
    assert told[-1] == "Anne discarded 2 cards."


def test_discards_lie_among_the_undealt_cards_from_then_on() -> None:
    table = Tavern(POWERS, Anne="bendt juanita g2 g3", Bob="g5 g6 y1 y2").with_undealt("k9 p2 p3").bidding()
    table.plays("Anne leads bendt, Bob plays g5").acts("Anne", "discard g2").acts("Anne", "discard p2")
    table.plays("Anne leads juanita, Bob plays g6")
    assert sorted(shorts(table.view("Anne").undealt)) == ["g2", "p2", "p3"]


def test_only_a_card_of_the_hand_can_be_discarded() -> None:
    for wrong in ("discard p3", "discard bendt", "discard", "play g2"):
        with pytest.raises(IllegalAction) as refused:
            won_with("bendt").acts("Anne", wrong)
        assert english(refused.value.reason) == "Bendt drew for you: discard a card from your hand."


# Rascal of Roatan


def wagered(points: int, bid: int) -> int:
    """What Anne, who takes one trick of two, scores with a wager."""
    table = Tavern(POWERS, Anne="rascal g2", Bob="g5 g6").bidding(Anne=bid, Bob=1)
    table.plays("Anne leads rascal, Bob plays g5").acts("Anne", f"wager {points}")
    return table.plays("Anne leads g2, Bob plays g6").scores["Anne"]


@pytest.mark.parametrize("points", [0, 10, 20])
def test_rascals_wager_is_won_by_those_who_make_their_bid(points: int) -> None:
    assert wagered(points, bid=1) == 20 + points


@pytest.mark.parametrize("points", [0, 10, 20])
def test_rascals_wager_is_lost_by_those_who_miss_their_bid(points: int) -> None:
    assert wagered(points, bid=2) == -10 - points


def test_rascals_wagers_say_their_points_and_none_is_one_of_them() -> None:
    table = won_with("rascal")
    labels = [table.say(choice.label) for choice in table.menu("Anne").choices]
    assert labels == ["No bet", "Bet 10 points", "Bet 20 points"]


def test_rascal_takes_no_other_wager() -> None:
    table = won_with("rascal")
    assert options_of(table, "Anne") == ("wager 0", "wager 10", "wager 20")
    for wrong in ("wager 30", "wager -10", "wager 5"):
        with pytest.raises(IllegalAction):
            table.acts("Anne", wrong)


def test_a_wager_is_seen_by_everybody_and_ends_with_the_round() -> None:
    table = won_with("rascal", Anne=3).acts("Anne", "wager 20")
    assert "bid 3, took 1 · points: 0 · wager: 20" in table.board("Bob")
    table.plays("Anne leads g2, Bob plays g6, Cora plays y6").plays(
        "Bob leads y1, Cora plays y7, Anne plays g3"
    )
    assert table.table.wager is None
    sheet = SKULL_KING.sheet(table.view())
    assert sheet is not None
    assert table.say(sheet.latest[0]) == "Anne bid 3 and took 1: −40 (lost a bet of 20)"


def test_a_wager_of_0_is_none() -> None:
    table = won_with("rascal", Anne=3).acts("Anne", "wager 0")
    assert "bid 3, took 1 · points: 0" in table.board("Bob")
    assert table.say(SKULL_KING.narrate(table.events[-1])) == (
        "Anne turns down Pirate Rascal of Roatan's bet."
    )


# Juanita Jade


def test_juanita_shows_her_player_the_undealt_cards_until_they_are_seen() -> None:
    table = won_with("juanita", undealt="p3 k1 p2")
    assert shorts(table.view("Anne").undealt) == ["p2", "p3", "k1"]
    hand = SKULL_KING.hand(table.view("Anne"))
    assert hand is not None
    assert table.say(hand.note) == "Not dealt this round: 🗺️ Map 2 3 and 🏴‍☠️ Black 1. Your log keeps them."
    assert options_of(table, "Anne") == ("seen",)
    assert table.say(table.menu("Anne").choices[0].label) == "I've seen them"
    table.acts("Anne", "seen")
    assert (table.next, table.table.phase, table.view("Anne").undealt) == (("Anne",), "play", b"")


def test_juanitas_look_is_private() -> None:
    one, other = won_with("juanita", undealt="p3 k1"), won_with("juanita", undealt="k7 k8")
    for name in ("Bob", "Cora", None):
        assert one.view(name) == other.view(name)
        assert one.board(name) == other.board(name)
    (shown,) = [event for event in one.events if isinstance(event, UndealtShown)]
    assert shown.audience == (0,)
    assert one.say(SKULL_KING.narrate(shown)) == "Not dealt this round: 🗺️ Map 3 and 🏴‍☠️ Black 1."
    (called,) = [event for event in one.events if isinstance(event, PowerCalled)]
    assert one.say(SKULL_KING.narrate(called)) == ("Pirate Juanita Jade shows only Anne the 2 undealt cards.")


def test_juanita_shows_the_cards_that_nobody_was_dealt() -> None:
    state = SKULL_KING.new(POWERS, 8, bytes(32))
    in_hands = b"".join(state.hands)
    assert sorted(in_hands + dealing.undealt(state)) == sorted(dealing.deck_of(POWERS.setup))


# Harry the Giant


@pytest.mark.parametrize(
    ("change", "bid", "told"),
    [
        ("-1", 1, "Pirate Harry the Giant lets Anne lower the bid to 1."),
        ("0", 2, "Pirate Harry the Giant tempts Anne, who keeps the bid of 2."),
        ("+1", 3, "Pirate Harry the Giant lets Anne raise the bid to 3."),
    ],
)
def test_harry_changes_the_bid_by_one_or_keeps_it(change: str, bid: int, told: str) -> None:
    table = won_with("harry", Anne=2).acts("Anne", f"change {change}")
    assert table.table.bids == (bid, 0, 0)
    assert table.say(SKULL_KING.narrate(table.events[-1])) == told


def test_harry_keeps_the_bid_within_0_and_the_cards_dealt() -> None:
    assert options_of(won_with("harry", Anne=0), "Anne") == ("change 0", "change +1")
    assert options_of(won_with("harry", Anne=3), "Anne") == ("change -1", "change 0")
    with pytest.raises(IllegalAction):
        won_with("harry", Anne=0).acts("Anne", "change -1")


def test_harrys_changed_bid_is_what_is_scored() -> None:
    table = Tavern(POWERS, Anne="harry g2", Bob="g5 g6").bidding(Anne=2, Bob=1)
    table.plays("Anne leads harry, Bob plays g5").acts("Anne", "change -1")
    assert table.plays("Anne leads g2, Bob plays g6").scores == {"Anne": 20, "Bob": 20}


def test_with_a_bid_of_0_harry_can_still_save_the_round() -> None:
    table = Tavern(POWERS, Anne="harry", Bob="g5").bidding().plays("Anne leads harry, Bob plays g5")
    assert [table.say(choice.label) for choice in table.menu("Anne").choices] == [
        "Keep my bid of 0",
        "Raise my bid to 1",
    ]


# What is shown


def test_the_board_says_who_uses_which_power() -> None:
    assert won_with("harry").board()[:2] == [
        "Round 3 of 10, trick 1. Bids add up to 0; 3 tricks to win",
        "Harry: Anne may change the bid by one.",
    ]


@pytest.mark.parametrize(
    ("pirate", "actions", "told"),
    [
        ("rosie", ["lead 2"], "Pirate Rosie D'Laney lets Anne choose who leads: Cora."),
        ("bendt", ["discard g2", "discard p2"], "Anne discarded 2 cards."),
        (
            "rascal",
            ["wager 20"],
            "Anne bets 20 points with Pirate Rascal of Roatan on an exact bid.",
        ),
        ("harry", ["change +1"], "Pirate Harry the Giant lets Anne raise the bid to 1."),
        ("juanita", ["seen"], None),
    ],
)
def test_the_board_tells_what_a_power_has_done_until_the_next_trick_has_ended(
    pirate: str, actions: list[str], told: str | None
) -> None:
    table = won_with(pirate)
    before = table.board()
    for action in actions:
        table.acts("Anne", action)
    after = [line for line in table.board("Bob") if line == told]
    assert (told in before, after) == (False, [told] if told else [])
    first, second, third = table.table.leader, (table.table.leader + 1) % 3, (table.table.leader + 2) % 3
    for seat in (first, second, third):
        table.acts(table.names[seat], SKULL_KING.legal_actions(table.state, seat)[0])
    assert told not in table.board("Bob")


def test_after_the_last_trick_the_board_tells_what_harry_has_done_to_the_score() -> None:
    table = Tavern(POWERS, Anne="harry", Bob="g5").bidding().plays("Anne leads harry, Bob plays g5")
    lines = table.acts("Anne", "change +1").board()
    assert lines[-3:] == [
        "Pirate Harry the Giant lets Anne raise the bid to 1.",
        "Anne bid 1 and made it: +20",
        "Bob bid 0 and made it: +10",
    ]


def test_each_power_has_a_token_of_its_own_and_each_discard_another() -> None:
    table = won_with("bendt")
    first = SKULL_KING.decision(table.state, 0)
    second = SKULL_KING.decision(table.acts("Anne", "discard g2").state, 0)
    assert (first, second) == ("w3.1.4", "w3.1.3")
    assert SKULL_KING.decision(won_with("harry").state, 0) == "w3.1"
    assert SKULL_KING.decision(won_with("harry").state, 1) == ""


def test_the_rules_explain_the_power_that_is_being_used() -> None:
    now = SKULL_KING.rules(POWERS, won_with("rascal").view("Anne"))[0]
    assert "Rascal: bet up to 20 on your bid" in [english(line) for line in now.lines]


def test_a_haunted_table_without_the_option_has_no_powers() -> None:
    table = Tavern(HAUNTED, Anne="rosie g3", Bob="g5 g6", Graybeard="y2 y1").bidding()
    assert table.plays("Anne leads rosie, Bob plays g5").table.phase == "play"


def test_a_raised_bid_may_be_written_without_its_plus() -> None:
    table = Tavern(POWERS, Anne="harry g1", Bob="g5 g6").bidding(Anne=1, Bob=0)
    table.plays("Anne leads harry, Bob plays g5")
    assert [SKULL_KING.parse(table.state, 0, said) for said in ("change 1", "change −1", "CHANGE 0")] == [
        "change +1",
        "change -1",
        "change 0",
    ]

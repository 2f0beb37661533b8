"""Why a choice is best, and what kind of mistake another is, where both are known."""

from __future__ import annotations

import re
from random import Random

import pytest

from games.contract import Action, Study, Weighed
from games.skull_king.cards import PLAYS
from games.skull_king.certainty import takes
from games.skull_king.options import SkullKingOptions
from games.skull_king.position import SkullKingPosition
from games.skull_king.state import View
from games.thinking.levels import CAPTAIN, SAILOR
from games.thinking.study import advised, study
from tests.games.skull_king.tavern import POWERS, SKULL_KING, Tavern


def studied(view: View) -> Study:
    return study(SKULL_KING, view, Random(1), 40)


def why(table: Tavern, name: str) -> str:
    view = table.view(name)
    return table.say(SKULL_KING.reason(view, studied(view)))


def slip(table: Tavern, name: str, action: Action) -> str | None:
    view = table.view(name)
    kind = SKULL_KING.mistake(view, study(SKULL_KING, view, Random(1), 40, (action,)), action)
    return None if kind is None else table.say(kind)


def advice(table: Tavern, name: str) -> str:
    """The whole hint. It must be found without a playout."""
    found = advised(SKULL_KING, table.view(name), Random(1), 40)
    assert found.deals == 0, "it is certain"
    return table.say(SKULL_KING.reason(table.view(name), found))


def reason(table: Tavern, name: str, action: Action, **figures: float) -> str:
    """What is said of a choice that is the best."""
    found = Study(40, (Weighed(action, 0, 0, 0, figures),))
    return table.say(SKULL_KING.reason(table.view(name), found))


def test_a_bid_is_told_by_the_cards_that_should_take_tricks() -> None:
    given = SkullKingPosition(hands=("g1 y1 p1 y2", None, None, None))
    view: View = SKULL_KING.observe(SKULL_KING.position(SkullKingOptions(), 4, bytes(32), given), 0)
    table = Tavern(Anne="g1", Bob="g2")
    found = studied(view)
    assert table.say(SKULL_KING.reason(view, found)) == "Bid 0: none of your cards should take a trick."
    assert table.say(SKULL_KING.mistake(view, found, "bid 3")) == "You bid too high"
    assert table.say(SKULL_KING.did(view, "bid 3")) == "You bid 3"
    assert reason(table, "Anne", "bid 0") == "Bid 0: your 🦜 Parrot 1 should lose."


def test_a_strong_hand_is_not_to_be_underbid() -> None:
    table = Tavern(Anne="k14 k13 k12 rosie king", Bob="g1 g2 g3 g4 g5", Cora="y1 y2 y3 y4 y5")
    assert re.fullmatch(
        r"Bid (4|5): count on your .*💀 Skull King.*, and \d more should come\.", why(table, "Anne")
    )
    assert slip(table, "Anne", "bid 1") == "You bid too low"
    assert reason(table, "Anne", "bid 1") == "Bid 1: your ⚔️ Pirate Rosie D'Laney should take it."
    assert reason(table, "Anne", "bid 2").endswith("should each take one.")
    assert reason(table, "Anne", "bid 0") == "Bid 0: your ⚔️ Pirate Rosie D'Laney can hide behind the others."


def last_card_of_cora(bid: int) -> Tavern:
    """She has taken one trick, and has only the Tigress left, to be played last."""
    table = Tavern(Anne="g2 y9 p8", Bob="g3 y3 p4", Cora="g14 y2 tigress").bidding(Cora=bid)
    table.plays("Anne leads g2, Bob plays g3, Cora plays g14")
    return table.plays("Cora leads y2, Anne plays y9, Bob plays y3, Anne leads p8, Bob plays p4")


def test_the_tigress_is_an_escape_for_who_has_the_bid_and_a_pirate_for_who_needs_the_trick() -> None:
    assert advice(last_card_of_cora(1), "Cora") == (
        "🐯 Tigress as an escape: it leaves the trick to others, and you have your bid."
    )
    assert slip(last_card_of_cora(1), "Cora", "play tigress pirate") == "You took a trick you didn't need"
    assert advice(last_card_of_cora(2), "Cora") == (
        "🐯 Tigress as a pirate: you need every trick now, and nobody can beat it."
    )
    assert slip(last_card_of_cora(2), "Cora", "play tigress escape") == "You let a trick go that you needed"


def test_who_plays_last_and_needs_every_trick_takes_it_for_certain() -> None:
    table = Tavern(Anne="g5 y9", Bob="g6 y3", Cora="g14 g2").bidding(Cora=2)
    table.plays("Anne leads g5, Bob plays g6")
    assert advice(table, "Cora") == "🦜 Parrot 14: the trick is yours, 10 extra."
    assert slip(table, "Cora", "play g2") == "You let a trick go that you needed"


def test_the_skull_king_takes_a_pirate_from_its_player() -> None:
    table = Tavern(Anne="pirate g1", Bob="g6 g3", Cora="king escape").bidding(Cora=2)
    table.plays("Anne leads rosie, Bob plays g6")
    assert advice(table, "Cora") == "💀 Skull King: it takes ⚔️ Pirate Rosie D'Laney from Anne, 30 extra."


def test_a_mermaid_takes_the_skull_king_and_a_pirate_a_mermaid() -> None:
    table = Tavern(Anne="king g1", Bob="g6 g3", Cora="mermaid escape").bidding(Cora=2)
    table.plays("Anne leads king, Bob plays g6")
    assert advice(table, "Cora") == "🧜 Mermaid: it takes 💀 Skull King from Anne, 40 extra."
    table = Tavern(Anne="mermaid g1", Bob="g6 g3", Cora="pirate escape").bidding(Cora=2)
    table.plays("Anne leads mermaid1, Bob plays g6")
    assert "it takes 🧜 Mermaid from Anne, 20 extra." in advice(table, "Cora")


def test_in_the_first_edition_the_skull_king_takes_a_pirate_too() -> None:
    table = Tavern("classic", Anne="pirate y1", Bob="b6 b3", Cora="king escape").bidding(Cora=2)
    table.plays("Anne leads pirate1, Bob plays b6")
    assert advice(table, "Cora") == "💀 Skull King: it takes ⚔️ Pirate from Anne, 30 extra."


def test_a_king_who_cannot_take_the_trick_is_thrown_in_when_no_trick_is_wanted() -> None:
    table = Tavern(Anne="mermaid g1", Bob="g6 g3", Cora="king g8").bidding()
    table.plays("Anne leads mermaid1, Bob plays g6")
    assert reason(table, "Cora", "play king") == "💀 Skull King: it can't win here, so you're rid of it."


def test_of_cards_that_surely_lose_the_highest_goes_and_none_that_wins() -> None:
    table = Tavern(Anne="g9 y9 p3", Bob="g10 y3 p9", Cora="g8 g2 g14").bidding()
    table.plays("Anne leads g9, Bob plays g10")
    assert SKULL_KING.certain(table.view("Cora")) == ("play g8",)
    assert advice(table, "Cora") == "🦜 Parrot 8: it leaves the trick to others, and you stay at 0."


def test_who_has_too_many_tricks_takes_no_more() -> None:
    table = Tavern(Anne="g2 y9 p8", Bob="g3 y10 p4", Cora="g14 y2 y13").bidding()
    table.plays("Anne leads g2, Bob plays g3, Cora plays g14")
    assert reason(table, "Cora", "play y2", took=0.1) == (
        "💰 Chest 2: it should take no trick, and you have too many."
    )


def test_what_nobody_can_beat_is_seen_before_all_have_played() -> None:
    table = Tavern(SkullKingOptions(), Anne="king g1", Bob="mermaid g3", Cora="g6 g8").bidding(Bob=2)
    table.plays("Anne leads king")
    assert takes(table.view("Bob"), PLAYS.index("play mermaid1")) is True
    assert advice(table, "Bob") == "🧜 Mermaid: it takes 💀 Skull King from Anne, 40 extra."


@pytest.mark.parametrize("played", ["beck", "classic"])
def test_a_pirate_is_not_sure_of_a_trick_while_the_skull_king_may_come(played: str) -> None:
    table = Tavern(played, Anne="pirate y1", Bob="y2 y3", Cora="y4 y5").bidding(Anne=1)
    pirate = next(action for action in table.view("Anne").legal if action != "play y1")
    assert takes(table.view("Anne"), PLAYS.index(pirate)) is None


def test_the_white_whale_that_may_come_makes_nothing_certain() -> None:
    table = Tavern(Anne="g9 g1", Bob="g2 g3", Cora="g4 g5").bidding(Bob=2)
    table.plays("Anne leads g9")
    assert takes(table.view("Bob"), PLAYS.index("play g2")) is None


def test_a_robot_throws_nothing_away_that_is_certain() -> None:
    table = Tavern(Anne="g9 y9 p3", Bob="g10 y3 p9", Cora="g8 g2 g14").bidding()
    table.plays("Anne leads g9, Bob plays g10")
    view = table.view("Cora")
    for name in (SAILOR, CAPTAIN):
        robot = SKULL_KING.robots[name]
        assert robot.shortlist(view, Random(1)) == ("play g8",)
        assert robot.choose(view, Random(1), 40) == "play g8"


HANDS = {
    "Anne": "king g1 g2 g3 y1 y2 p1 p2 k1 k2",
    "Bob": "mermaid g5 g13 g12 y13 y11 p13 p9 k12 k13",
    "Cora": "g4 g6 g7 g8 y3 y4 p3 p4 k3 k4",
    "Dan": "y5 y6 y7 y8 p5 p6 p7 p8 k5 k6",
}


def test_a_captain_never_keeps_the_mermaid_back_from_the_skull_king_while_it_needs_tricks() -> None:
    table = Tavern(SkullKingOptions(), **HANDS).bidding(Anne=1, Bob=4, Cora=1, Dan=2)
    view, captain = table.plays("Anne leads king").view("Bob"), SKULL_KING.robots[CAPTAIN]
    chosen = {captain.choose(view, Random(chance), captain.effort.now) for chance in range(6)}
    assert chosen == {"play mermaid1"}


def test_to_take_the_skull_king_is_sure_only_where_nobody_can_prevent_it_and_the_trick_is_needed() -> None:
    def sure(options: SkullKingOptions | str, bid: int) -> bool:
        table = Tavern(options, **HANDS).bidding(Bob=bid).plays("Anne leads king")
        return SKULL_KING.sure(table.view("Bob"), "play mermaid1")

    assert sure(SkullKingOptions(), 4)
    assert not sure(SkullKingOptions(), 0)
    assert not sure("beck", 4), "the White Whale may come"
    other = Tavern(SkullKingOptions(), **HANDS).bidding(Bob=4).plays("Anne leads king").view("Bob")
    assert not SKULL_KING.sure(other, "play g5")


def test_where_nothing_is_certain_a_card_is_told_by_what_it_should_do() -> None:
    table = Tavern(Anne="g5 k9 rosie", Bob="g6 y3 y4", Cora="g14 g2 g3").bidding(Anne=2, Bob=0)
    assert reason(table, "Anne", "play k9", took=0.8) == (
        "🏴‍☠️ Black 9: it should take this trick, and you need 2 more."
    )
    assert reason(table, "Anne", "play k9", took=0.2) == (
        "🏴‍☠️ Black 9: not your best one yet, keep ⚔️ Pirate Rosie D'Laney for later."
    )
    assert reason(table, "Anne", "play rosie", took=0.3) == (
        "⚔️ Pirate Rosie D'Laney: it may take this trick, and you need one."
    )
    table.plays("Anne leads g5")
    assert (
        reason(table, "Bob", "play g6", took=0.3)
        == "🦜 Parrot 6: somebody should beat it, and your bid holds."
    )
    assert reason(table, "Bob", "play g6", took=0.9) == (
        "🦜 Parrot 6: rather now than later, it's hard to get rid of."
    )


def test_a_trick_that_was_not_needed_and_trumps_that_came_too_early_are_called_so() -> None:
    table = Tavern(Anne="g5 y9 p3", Bob="g6 y3 p9", Cora="g14 g2 p1").bidding(Bob=1)
    table.plays("Anne leads g5, Bob plays g6")
    assert advice(table, "Cora") == "🦜 Parrot 2: it leaves the trick to others, and you stay at 0."
    assert slip(table, "Cora", "play g14") == "You took a trick you didn't need"
    early = Tavern(Anne="k2 g1 y1 p1", Bob="g6 g7 y8 p9", Cora="g14 y2 y3 p2", Dan="p3 p4 p5 p6")
    early.bidding(Anne=1, Bob=1, Cora=1, Dan=1)
    assert slip(early, "Anne", "play k2") == "You led trumps too early"


def test_what_happened_in_a_playout_is_measured() -> None:
    table = Tavern(Anne="g14 g1", Bob="g2 g3").bidding(Anne=1)
    view = table.view("Anne")
    table.plays("Anne leads g14, Bob plays g2")
    assert SKULL_KING.measured(view, "play g14", table.events) == {"took": 1}
    table.plays("Anne leads g1, Bob plays g3")
    done = {"took": 1, "made": 1, "tricks": 1, "bonus": 10}
    assert SKULL_KING.measured(view, "play g14", table.events) == done
    assert SKULL_KING.measured(table.view("Bob"), "play g2", table.events) == {
        "took": 0,
        "made": 0,
        "tricks": 1,
        "bonus": 0,
    }


def test_what_is_bet_with_rascal_is_judged_by_the_bid() -> None:
    table = Tavern(POWERS, Anne="rascal escape", Bob="g2 g3").bidding(Anne=1)
    table.plays("Anne leads rascal, Bob plays g2")
    view = table.view("Anne")
    found = studied(view)
    assert found.best.action == "wager 20"
    assert table.say(SKULL_KING.reason(view, found)) == "Bet 20: you should make your bid."
    assert slip(table, "Anne", "wager 0") == "You trusted your bid too little"

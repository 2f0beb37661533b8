"""Why a choice is best, and what kind of mistake another is, where both are known."""

from __future__ import annotations

import re
from random import Random

from games.contract import Action, Study
from games.skull_king.options import SkullKingOptions
from games.skull_king.position import SkullKingPosition
from games.skull_king.state import View
from games.thinking.study import study
from tests.games.skull_king.tavern import POWERS, SKULL_KING, Tavern


def studied(view: View) -> Study:
    return study(SKULL_KING, view, Random(1), 40)


def why(table: Tavern, name: str) -> str:
    view = table.view(name)
    return table.say(SKULL_KING.reason(view, studied(view)))


def slip(table: Tavern, name: str, action: Action) -> str | None:
    view = table.view(name)
    kind = SKULL_KING.mistake(view, studied(view), action)
    return None if kind is None else table.say(kind)


def test_a_bid_is_told_by_how_often_it_was_exact_and_what_it_pays() -> None:
    given = SkullKingPosition(hands=("g1 y1 p1 y2", None, None, None))
    view: View = SKULL_KING.observe(SKULL_KING.position(SkullKingOptions(), 4, bytes(32), given), 0)
    table = Tavern(Anne="g1", Bob="g2")
    said = table.say(SKULL_KING.reason(view, studied(view)))
    assert said.startswith("Bid 0: of 40 deals like yours you took nothing in ")
    assert said.endswith("on average).")
    kind = SKULL_KING.mistake(view, studied(view), "bid 3")
    assert table.say(kind) == "You bid too high"


def test_a_strong_hand_is_not_to_be_underbid() -> None:
    table = Tavern(Anne="k14 k13 k12 rosie king", Bob="g1 g2 g3 g4 g5", Cora="y1 y2 y3 y4 y5")
    said = why(table, "Anne")
    assert re.fullmatch(
        r"Bid (4|5): of 40 deals like yours you took exactly \1 in \d+ %, and \1 pays best .*", said
    )
    assert slip(table, "Anne", "bid 1") == "You bid too low"


def last_card_of_cora(bid: int) -> Tavern:
    """She has taken one trick, and has only the Tigress left, to be played last."""
    table = Tavern(Anne="g2 y9 p8", Bob="g3 y3 p4", Cora="g14 y2 tigress").bidding(Cora=bid)
    table.plays("Anne leads g2, Bob plays g3, Cora plays g14")
    return table.plays("Cora leads y2, Anne plays y9, Bob plays y3, Anne leads p8, Bob plays p4")


def test_the_tigress_is_an_escape_for_who_has_the_bid_and_a_pirate_for_who_needs_the_trick() -> None:
    assert why(last_card_of_cora(1), "Cora") == (
        "Play 🐯 Tigress as an escape: you have your bid; as a pirate she would take this one almost always."
    )
    assert slip(last_card_of_cora(1), "Cora", "play tigress pirate") == "You took a trick you didn't need"
    assert why(last_card_of_cora(2), "Cora") == (
        "Play 🐯 Tigress as a pirate: you still need 1 trick, and so this trick is yours almost always; as "
        "an escape, almost never."
    )
    assert slip(last_card_of_cora(2), "Cora", "play tigress escape") == "You let a trick go that you needed"


def test_who_needs_a_trick_takes_it_and_who_bid_nothing_does_not() -> None:
    table = Tavern(Anne="g5 y9", Bob="g6 y3", Cora="g14 g2").bidding(Cora=2)
    table.plays("Anne leads g5, Bob plays g6")
    assert why(table, "Cora") == (
        "Play 🦜 Parrot 14: you still need 2 tricks, and it takes this trick almost always. 🦜 Parrot 2 "
        "takes it almost never."
    )
    assert slip(table, "Cora", "play g2") == "You let a trick go that you needed"


def test_a_trick_that_was_not_needed_and_trumps_that_came_too_early_are_called_so() -> None:
    table = Tavern(Anne="g5 y9 p3", Bob="g6 y3 p9", Cora="g14 g2 p1").bidding(Bob=1)
    table.plays("Anne leads g5, Bob plays g6")
    assert why(table, "Cora").startswith("Play 🦜 Parrot 2: you bid 0, and it takes this trick almost never.")
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
    assert table.say(SKULL_KING.reason(view, found)).startswith("Bet 20: you make your bid exactly ")
    assert slip(table, "Anne", "wager 0") == "You trusted your bid too little"

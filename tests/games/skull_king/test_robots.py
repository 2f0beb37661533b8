"""How well the robots play."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from games.skull_king import dealing
from games.skull_king.options import SkullKingOptions
from tests.games.playing import clearly, victories
from tests.games.skull_king.tavern import POWERS, SKULL_KING, Tavern

SENSIBLE, ANY = SKULL_KING.robots["sensible"], SKULL_KING.robots["any"]
CABIN_BOY = SKULL_KING.robots["cabin-boy"]


def sensible(table: Tavern, name: str) -> str:
    return SENSIBLE.choose(table.view(name), Random(0))


@pytest.mark.parametrize(
    ("options", "players"),
    [
        (SkullKingOptions(), 4),
        (SkullKingOptions(edition="classic"), 4),
        (SkullKingOptions(kraken=True, white_whale=True, loot=True), 6),
        (SkullKingOptions(), 2),
        (SkullKingOptions(graybeard=True, powers=True), 2),
        (SkullKingOptions(powers=True, kraken=True, loot=True), 4),
        (SkullKingOptions(scoring="rascal", length="even"), 4),
        (SkullKingOptions(scoring="cannonball", powers=True, length="swift"), 4),
    ],
)
@pytest.mark.long
def test_the_sensible_robot_clearly_beats_those_that_play_anything(
    options: SkullKingOptions, players: int
) -> None:
    won = victories(SKULL_KING, SENSIBLE, ANY, players, games=24, options=options)
    assert won >= clearly(20 if players == 2 else 18, 24, players)


def test_the_sensible_robot_bids_its_strong_cards() -> None:
    strong = Tavern(Anne="king harry rosie", Bob="g2 g3 g4", Cora="y2 y3 y4", Dan="p2 p3 p4")
    weak = Tavern(Anne="escape g1 y1", Bob="g2 g3 g4", Cora="y2 y3 y4", Dan="p2 p3 p4")
    assert sensible(strong, "Anne") in ("bid 2", "bid 3")
    assert sensible(weak, "Anne") == "bid 0"


def test_the_sensible_robot_wins_as_cheaply_as_it_can_while_it_needs_tricks() -> None:
    table = Tavern(Anne="g5 y1 y2", Bob="g7 g13 king").bidding(Bob=3).plays("Anne leads g5")
    assert sensible(table, "Bob") == "play g7"


def test_the_sensible_robot_wins_with_what_would_bring_a_trick_too_many_later() -> None:
    table = Tavern(Anne="g5 y1 y2", Bob="g7 g8 king").bidding(Bob=1).plays("Anne leads g5")
    assert sensible(table, "Bob") == "play king"


def test_the_sensible_robot_bids_no_more_tricks_than_a_table_has() -> None:
    """Over many deals those of all four come to about as many as there are."""
    for cards in (3, 6, 10):
        bids = list[int]()
        for deal in range(25):
            state = SKULL_KING.new(SkullKingOptions(), 4, bytes([deal]) * 32)
            state = dealing.next_round(replace(state.table, round=cards - 1), state.seed)
            for seat in range(4):
                action = SENSIBLE.choose(SKULL_KING.observe(state, seat), Random(0))
                bids.append(int(action.removeprefix("bid ")))
        assert 0.6 * cards < sum(bids) / 25 < 1.1 * cards


def test_the_sensible_robot_throws_strong_cards_away_when_it_needs_no_more() -> None:
    table = Tavern(Anne="g9 y1 y2", Bob="g7 g2 escape").bidding(Bob=0).plays("Anne leads g9")
    assert sensible(table, "Bob") == "play g7"


def test_the_sensible_robot_plays_the_tigress_as_it_needs_her() -> None:
    wants = Tavern(Anne="g9", Bob="tigress").bidding(Bob=1).plays("Anne leads g9")
    fears = Tavern(Anne="g9", Bob="tigress").bidding(Bob=0).plays("Anne leads g9")
    assert sensible(wants, "Bob") == "play tigress pirate"
    assert sensible(fears, "Bob") == "play tigress escape"


def test_the_sensible_robot_uses_the_kraken_against_a_trick_that_it_does_not_want() -> None:
    table = Tavern(Anne="g2 y1", Bob="kraken harry").bidding(Bob=0).plays("Anne leads g2")
    assert sensible(table, "Bob") == "play kraken"


@pytest.mark.parametrize("held", ["escape loot", "kraken whale"])
def test_of_two_cards_that_take_no_trick_the_sensible_robot_plays_the_dearer_only_if_it_wants_none(
    held: str,
) -> None:
    cheaper, dearer = held.split()
    for bid, played in ((1, cheaper), (0, dearer)):
        table = Tavern(Anne="king g1", Bob=held).bidding(Bob=bid).plays("Anne leads king")
        assert sensible(table, "Bob").rstrip("1") == f"play {played}"


def test_the_sensible_robot_corrects_its_bid_with_harry() -> None:
    table = Tavern(POWERS, Anne="harry", Bob="g2").bidding(Anne=0).plays("Anne leads harry, Bob plays g2")
    assert sensible(table, "Anne") == "change +1"
    table = Tavern(POWERS, Anne="harry", Bob="g2").bidding(Anne=1).plays("Anne leads harry, Bob plays g2")
    assert sensible(table, "Anne") == "change 0"


def test_the_sensible_robot_wagers_on_a_bid_that_looks_safe() -> None:
    hands = {"Anne": "rascal escape", "Bob": "g2 g3", "Cora": "y2 y3", "Dan": "p2 p3"}
    safe = Tavern(POWERS, **hands).bidding(Anne=1)
    lost = Tavern(POWERS, **hands).bidding(Anne=2)
    for table in (safe, lost):
        table.plays("Anne leads rascal, Bob plays g2, Cora plays y2, Dan plays p2")
    assert (sensible(safe, "Anne"), sensible(lost, "Anne")) == ("wager 20", "wager 0")


def test_the_sensible_robot_discards_what_it_does_not_need() -> None:
    needs = Tavern(POWERS, Anne="bendt g2", Bob="g5 g6").with_undealt("king y1").bidding(Anne=2)
    fears = Tavern(POWERS, Anne="bendt g2", Bob="g5 g6").with_undealt("king y1").bidding(Anne=1)
    for table in (needs, fears):
        table.plays("Anne leads bendt, Bob plays g5")
        for _discard in range(2):
            table.acts("Anne", sensible(table, "Anne"))
    assert SKULL_KING.legal_actions(needs.state, 0) == ("play king",)
    assert "play king" not in SKULL_KING.legal_actions(fears.state, 0)


def test_the_sensible_robot_leads_itself_with_rosie_while_it_needs_tricks() -> None:
    needs = Tavern(POWERS, Anne="rosie king", Bob="g5 g6").bidding(Anne=2)
    done = Tavern(POWERS, Anne="rosie g2", Bob="g5 g6").bidding(Anne=1)
    assert sensible(needs.plays("Anne leads rosie, Bob plays g5"), "Anne") == "lead 0"
    assert sensible(done.plays("Anne leads rosie, Bob plays g5"), "Anne") == "lead 1"


def test_the_sensible_robot_looks_and_goes_on_with_juanita() -> None:
    table = Tavern(POWERS, Anne="juanita g2", Bob="g5 g6").with_undealt("y1").bidding()
    assert sensible(table.plays("Anne leads juanita, Bob plays g5"), "Anne") == "seen"


def test_the_sensible_robot_loads_a_cannonball_for_a_bid_that_looks_safe() -> None:
    options = SkullKingOptions(scoring="cannonball")
    hands = {"Anne": "king g1", "Bob": "g2 g3", "Cora": "y2 y3", "Dan": "p2 p3"}
    safe = Tavern(options, **hands).bidding(Anne=1)
    vague = Tavern(options, **hands).bidding(Anne=2)
    assert sensible(safe, "Anne") == "load cannonball"
    assert sensible(vague, "Anne") == "load grapeshot"


def test_the_robot_that_plays_anything_plays_anything() -> None:
    table = Tavern(Anne="g1 g2 g3", Bob="y1 y2 y3").bidding()
    random = Random(3)
    chosen = {ANY.choose(table.view("Anne"), random) for _draw in range(50)}
    assert chosen == set(table.view("Anne").legal)


def test_the_cabin_boy_bids_a_trick_for_each_high_card_and_slips_now_and_then() -> None:
    table = Tavern(Anne="king k12 g14 g2", Bob="g3 g4 g5 g6")
    chosen = [CABIN_BOY.choose(table.view("Anne"), Random(chance)) for chance in range(100)]
    assert 60 < chosen.count("bid 3") < 95
    table.bidding(Anne=3)
    laid = [CABIN_BOY.choose(table.view("Anne"), Random(chance)) for chance in range(100)]
    assert max(set(laid), key=laid.count) == "play king"


def test_of_cards_that_come_to_the_same_one_is_worth_a_thought() -> None:
    table = Tavern(Anne="g3 g4 g6 g14 escape escape mermaid harry rosie", Bob="y1 y2 y3 y4 y5 y6 y7 y8 y9")
    shortlist = SENSIBLE.shortlist(table.bidding().view("Anne"), Random(0))
    assert len(shortlist) == 6, "one of g3 and g4, g6, g14, an escape, the mermaid, one of the pirates"
    assert len({"play g3", "play g4"} & set(shortlist)) == 1


def test_cards_come_to_the_same_once_those_between_them_have_fallen() -> None:
    table = Tavern(Anne="y2 g3 g5", Bob="y3 g4 y4").bidding()
    assert len(SENSIBLE.shortlist(table.view("Anne"), Random(0))) == 3
    table = Tavern(Anne="g4 g3 g5", Bob="g7 y3 y4").bidding().plays("Anne leads g4, Bob plays g7")
    table.plays("Bob leads y3")
    assert len(SENSIBLE.shortlist(table.view("Anne"), Random(0))) == 1


def test_near_the_own_bid_two_fewer_and_three_more_are_worth_a_thought() -> None:
    own = "g14 y7 p4 p12 p13 k1 k7 k14 bendt"
    others = dict.fromkeys(["Bob", "Cora", "Dan"], "g1 g2 g3 y1 y2 y3 p1 p2 p3")
    table = Tavern(Anne=own, **others)
    bids = SENSIBLE.shortlist(table.view("Anne"), Random(0))
    assert bids == ("bid 2", "bid 0", "bid 1", "bid 3", "bid 4", "bid 5"), "5 is best"

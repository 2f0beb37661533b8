"""What Skull King's own pictures show; what holds for every game's is in `tests.games.test_pictures`."""

from __future__ import annotations

import pytest

from games.contract import Picture
from games.drawing.emblems import PLUS
from games.drawing.palette import GOLD
from games.shapes import svg_of
from games.skull_king.options import SkullKingOptions
from games.skull_king.scoring import Entry
from games.skull_king.variants import SCORINGS
from tests.games.audit import parsed, places, words_in
from tests.games.skull_king.tavern import SKULL_KING, Tavern

PLAIN, RASCAL = SCORINGS["skull_king"], SCORINGS["rascal"]
POWERS = SkullKingOptions(powers=True, kraken=True, loot=True)
FEW = ("Anne", "Bob", "Cora")
MANY = (*FEW, "Dan", "Eve", "Finn")
CARDS = ("k14", "g1", "g2", "g3", "g4", "g5", "g6")


def sheet(table: Tavern) -> list[str]:
    picture = SKULL_KING.sheet_picture(table.view(), table.say)
    assert picture is not None
    return words_in(picture.drawing.svg())


def board(table: Tavern) -> Picture:
    picture = SKULL_KING.board_picture(table.view(), table.say)
    assert picture is not None
    return picture


# The board


def height(picture: Picture | None) -> float:
    assert picture is not None
    return float(parsed(picture.drawing.svg()).attrib["viewBox"].split()[3])


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize(("cards", "most"), [(1, 660), (5, 660), (7, 900)])
def test_a_hand_is_as_high_as_a_telephone_has_room_for_and_the_board_higher_than_no_hand(
    players: int, cards: int, most: int
) -> None:
    names = (*MANY, "Gus", "Hal")[:players]
    every = iter(f"{suit}{number}" for number in range(1, 15) for suit in "gypk")
    table = Tavern(**{name: " ".join(next(every) for _each in range(cards)) for name in names})
    for _phase in ("bid", "play"):
        hand = SKULL_KING.hand_picture(table.view("Anne"), table.say)
        assert height(hand) <= most
        assert height(board(table)) <= min(640, height(hand))
        if table.table.phase == "bid":
            table.bidding()


def test_a_board_is_always_as_high_whatever_happens() -> None:
    """So that pictures can follow each other without a jump."""
    table = Tavern(POWERS, Anne="harry y1", Bob="g1 y2", Cora="g2 y3", Dan="g3 y4")
    heights = {height(board(table))}
    table.bidding()
    heights.add(height(board(table)))
    table.plays("Anne leads harry, Bob plays g1, Cora plays g2, Dan plays g3")
    assert table.table.phase == "power"
    assert heights == {height(board(table))}


def test_a_card_that_may_be_two_things_shows_its_whole_name_and_as_what_it_was_played() -> None:
    table = Tavern("classic", Anne="mary y2", Bob="y3 y4", Cora="y5 y6").bidding()
    drawn = words_in(board(table.plays("Anne leads mary as an escape")).drawing.svg())
    assert {"Scary Mary", "as an escape"} <= set(drawn)


# The hand


def test_every_undealt_card_that_is_shown_is_drawn() -> None:
    undealt = "g1 p7 escape escape escape mermaid mermaid loot loot tigress king kraken"
    table = Tavern(POWERS, Anne="juanita g2", Bob="g5 g6").with_undealt(undealt).bidding()
    table.plays("Anne leads juanita, Bob plays g5")
    picture = SKULL_KING.hand_picture(table.view("Anne"), table.say)
    assert picture is not None
    drawn = words_in(picture.drawing.svg())
    assert {"1", "7"} <= set(drawn)
    assert (drawn.count("Escape"), drawn.count("Mermaid"), drawn.count("Loot")) == (3, 2, 2)
    assert {"Tigress", "Skull King", "Kraken"} <= set(drawn)


def test_the_cards_that_bendt_has_drawn_are_marked_until_all_is_discarded() -> None:
    def marks(table: Tavern) -> int:
        picture = SKULL_KING.hand_picture(table.view("Anne"), table.say)
        assert picture is not None
        outline = svg_of(PLUS.shapes[0]).split('"')[1]
        return picture.drawing.svg().count(outline)

    table = Tavern(POWERS, Anne="bendt g2", Bob="g5 g6").with_undealt("king y1 y2").bidding()
    assert marks(table) == 0
    table.plays("Anne leads bendt, Bob plays g5")
    assert marks(table) == 2
    assert marks(table.acts("Anne", "discard y1")) == 1
    assert marks(table.acts("Anne", "discard g2")) == 0


# The score sheet


@pytest.mark.parametrize(
    ("entry", "parts"),
    [
        (Entry(2, 2, 30), (40, 30, 0)),
        (Entry(2, 1, 30), (-10, 0, 0)),
        (Entry(0, 0, 0, wager=20), (50, 0, 20)),
        (Entry(1, 0, 0, wager=20), (-10, 0, -20)),
    ],
)
def test_points_are_made_of_bid_bonuses_and_wager(entry: Entry, parts: tuple[int, int, int]) -> None:
    assert entry.parts(5, PLAIN) == parts
    assert entry.points(5, PLAIN) == sum(parts)


def test_with_rascals_scoring_one_off_has_half_of_both() -> None:
    assert Entry(2, 1, 30, wager=10).parts(5, RASCAL) == (25, 15, -10)


def with_a_bonus(players: tuple[str, ...]) -> Tavern:
    """The first player has taken a black 14 as bid; the others have nothing."""
    table = Tavern(**dict(zip(players, CARDS, strict=False))).bidding(Anne=1)
    laid = [f"{name} plays {card}" for name, card in zip(players[1:], CARDS[1:], strict=False)]
    return table.plays(", ".join(["Anne leads k14", *laid]))


def test_the_sheet_shows_behind_tricks_and_bid_what_the_points_are_made_of() -> None:
    drawn = sheet(with_a_bonus(FEW))
    assert "1/1 · 20+20" in drawn
    assert drawn.count("0/0") == 2
    assert "tricks taken/bid; bid points + bonuses" in drawn


def test_with_many_columns_it_stands_below_them() -> None:
    drawn = sheet(with_a_bonus(MANY))
    assert {"1/1", "20+20"} <= set(drawn)


def test_a_wager_stands_last() -> None:
    table = Tavern(POWERS, Anne="rascal g3", Bob="g5 g6").bidding(Anne=2)
    table.plays("Anne leads rascal, Bob plays g5").acts("Anne", "wager 20")
    drawn = sheet(table.plays("Anne leads g3, Bob plays g6"))
    assert "1/2 · −10−20" in drawn
    assert "tricks taken/bid; bid points + bonuses ± wager" in drawn


@pytest.mark.parametrize("players", [3, 4, 6])
def test_nothing_lies_on_the_name_of_a_card_while_people_bid(players: int) -> None:
    *others, last = MANY[:players]
    cards = dict(zip(others, ("mermaid", "escape", "tigress", "k7", "k8"), strict=False))
    hands = {name: f"y{at} {cards.get(name, 'harry')}" for at, name in enumerate((*others, last), 1)}
    table = Tavern(**hands).bidding(**{last: 2})
    table.plays(", ".join(f"{name} {'plays' if at else 'leads'} y{at + 1}" for at, name in enumerate(hands)))
    as_what = {"tigress": "tigress as an escape"}
    laid = (f"{name} plays {as_what.get(card, card)}" for name, card in cards.items())
    table.plays(", ".join((f"{last} leads harry", *laid)))
    for name in hands:
        table.bids(name, 1)
        drawn = list(places(parsed(board(table).drawing.svg())))
        gold = [place for place in drawn if place.what.startswith("ellipse") and GOLD in place.what]
        names = [place for place in drawn if place.what in ("text Mermaid", "text Escape", "text Giant")]
        assert names
        assert gold
        assert not [coin for coin in gold for name in names if coin.overlaps(name, by=1)]
        if name == others[-1]:
            return

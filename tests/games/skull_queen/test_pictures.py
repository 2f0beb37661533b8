"""What Skull Queen's own pictures show; what holds for every game's is in `tests.games.test_pictures`."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise, product
from math import hypot
from random import Random
from typing import TypeAlias

import pytest
from hypothesis import given
from msgspec.structs import replace

from games.contract import Picture
from games.drawing.palette import GOLD, HUES, INK, LEATHER_EDGE, NIGHT, Hue
from games.shapes import Drawing, Ellipse
from games.skull_queen.picture_plank import SEA
from games.text import Text, english
from tests.games.audit import SVG, Place, parsed, places, words_in
from tests.games.playing import Moment, moments
from tests.games.skull_queen.ship import SKULL_QUEEN, Ship, trick

NAMES = ("Anne", "Bob", "Cora", "Dan", "Eve", "Finn")


def words(text: Text) -> str:
    return english(text, dict(enumerate(NAMES)))


def board(ship: Ship, name: str | None = None) -> Picture:
    picture = SKULL_QUEEN.board_picture(ship.view(name), words)
    assert picture is not None
    return picture


def hand(ship: Ship, name: str, *chosen: str) -> Picture:
    picture = SKULL_QUEEN.hand_picture(ship.view(name), words, chosen)
    assert picture is not None
    return picture


def said(picture: Picture) -> list[str]:
    return [words(line) for line in picture.alt]


def pirates(picture: Picture, hue: Hue) -> list[Place]:
    """Where the pirates of a colour stand, from the left, on the planks and in the sea around them."""
    drawn = list(places(parsed(picture.drawing.svg())))
    seas = [place for place in drawn if place.what.startswith("rect") and SEA in place.what]
    discs = [place for place in drawn if place.what.startswith("ellipse") and HUES[hue] in place.what]
    there = (disc for disc in discs for sea in seas if disc.overlaps(sea, by=20))
    return sorted(there, key=lambda disc: disc.left)


def veiled(picture: Picture) -> int:
    """How many cards are dimmed."""
    return sum(
        element.attrib.get("fill") == NIGHT and element.attrib.get("fill-opacity") == "0.58"
        for element in parsed(picture.drawing.svg()).iter(f"{SVG}rect")
    )


# What is hidden


@given(moments([SKULL_QUEEN]))
def test_the_board_is_the_same_for_everybody(moment: Moment) -> None:
    game, state = moment.game, moment.state
    seen = [game.board_picture(game.observe(state, who), words) for who in moment.watchers]
    assert all(one == seen[0] for one in seen)


def test_until_all_are_ready_a_plank_is_seen_by_its_owner_alone() -> None:
    one, other = (Ship(Anne="r7", Bob="r11", Cora="g4") for _ in range(2))
    one.sets("Anne", "up 1 2 3 4")
    other.sets("Anne", "down 5 5 5 5")
    assert hand(one, "Anne") != hand(other, "Anne")
    for name in (None, "Bob"):
        assert board(one, name) == board(other, name)
    assert hand(one, "Bob") == hand(other, "Bob")
    one.sets("Bob", "up 1 1 1 1").sets("Cora", "up 1 1 1 1")
    other.sets("Bob", "up 1 1 1 1").sets("Cora", "up 1 1 1 1")
    assert board(one) != board(other)


def test_a_card_chosen_in_secret_lies_there_face_down() -> None:
    one, other, waiting = (Ship(king="g7", Anne="g2 g9", Bob="g3 g4").set() for _ in range(3))
    one.acts("Anne", "play g2")
    other.acts("Anne", "play g9")
    assert board(one) == board(other) != board(waiting)
    assert hand(one, "Anne") != hand(other, "Anne")
    assert hand(one, "Bob") == hand(other, "Bob")


# Planks and pirates


def test_a_pirate_stands_the_higher_the_further_up_the_plank() -> None:
    planks = {"Anne": "up 1 3 3 3", "Bob": "up 3 3 3 3", "Cora": "up 5 3 3 3"}
    ship = Ship(Anne="r7", Bob="r11", Cora="g4").set(**planks)
    lowest, middle, highest = pirates(board(ship), "red")
    assert lowest.top > middle.top > highest.top


def test_while_a_plank_is_set_those_who_stand_on_it_are_seen_and_the_next_one_waits_in_the_water() -> None:
    ship = Ship(Anne="r7", Bob="r11", Cora="g4")
    assert not pirates(hand(ship, "Anne"), "red"), "both sides to choose from"
    (waiting,) = pirates(hand(ship, "Anne", "up"), "red")
    (low,) = pirates(hand(ship, "Anne", "up", "1"), "red")
    (high,) = pirates(hand(ship, "Anne", "up", "5"), "red")
    assert waiting.top > low.top > high.top
    assert pirates(hand(ship, "Anne", "up", "1"), "green")
    assert not pirates(hand(ship, "Anne", "up", "1"), "yellow")
    begun, again = (
        hand(ship, "Anne", "up", "1"),
        hand(ship.sets("Anne", "up 1 2 3 4"), "Anne", "again", "up", "1"),
    )
    assert pirates(begun, "red") == pirates(again, "red")


def test_whoever_has_fallen_off_either_end_swims_below_the_plank() -> None:
    planks = {"Anne": "up 1 3 3 3", "Bob": "up 5 3 3 3", "Cora": "up 1 3 3 3"}
    ship = trick("Anne leads r2, Bob plays r11, Cora plays r7", **planks)
    fallen_down, fallen_up, stands = pirates(board(ship), "red")
    assert fallen_down.top == fallen_up.top > stands.top
    assert {ship.space("Anne", "red"), ship.space("Bob", "red")} == {0}


def test_four_pirates_on_one_space_stand_side_by_side() -> None:
    ship = Ship(Anne="r7", Bob="r11", Cora="g4").set(Anne="down 1 1 1 1")
    of_anne = [pirates(board(ship), hue)[0] for hue in ("red", "green", "yellow", "blue")]
    assert all(left.right <= right.left for left, right in pairwise(of_anne))


def test_who_is_awaited_has_a_golden_plate_and_a_golden_place() -> None:
    ship = Ship(Anne="r7 r2", Bob="r11 r3", Cora="g4 g5").set()
    frames = [
        element
        for element in parsed(board(ship).drawing.svg()).iter(f"{SVG}rect")
        if element.attrib.get("stroke") == GOLD and is_wide(element)
    ]
    assert len(frames) == 2
    assert len({element.attrib.get("stroke-dasharray") for element in frames}) == 2


def is_wide(element: ET.Element) -> bool:
    return float(element.attrib["width"]) > 60


# What has just happened


def test_the_last_trick_is_told_with_what_it_did_until_the_next_card_falls() -> None:
    ship = trick("Anne leads r7, Bob plays r11, Cora plays g4", middle="r9 b1")
    assert "Highest card: Bob leads" in words_in(board(ship).drawing.svg())
    assert said(board(ship))[-5:] == [
        "The last trick",
        "🔥 Bob up to 5 and 🔥 Anne down to 2.",
        "Anne: 🔥 Red 7",
        "Bob: 🔥 Red 11",
        "Cora: 🍀 Green 4",
    ]
    ship.acts("Bob", ship.menu("Bob").choices[0].action or "")
    assert "Highest card: Bob leads" not in words_in(board(ship).drawing.svg())
    assert "The last trick" not in said(board(ship))


def test_of_two_players_the_last_trick_stays_beside_the_next_card_of_the_old_king() -> None:
    ship = Ship(king="g7 r3", Anne="g2 r9", Bob="g3 r4").set()
    assert "The last trick" not in words_in(board(ship).drawing.svg())
    ship.acts("Anne", "play g2").acts("Bob", "play g3")
    assert "The last trick" in words_in(board(ship).drawing.svg())


def test_cards_taken_from_the_middle_are_shown_dimmed_with_the_trick_that_took_them() -> None:
    ship = trick("Anne leads r7, Bob plays r11, Cora plays g4", middle="r9 b1")
    assert ship.middle == {"g4", "b1"}
    shown = [line for line in words_in(board(ship).drawing.svg()) if line in ("9", "1", "4")]
    assert veiled(board(ship)) == 1
    assert shown.count("9") == 1


# Hand and sheet


def test_cards_that_may_not_be_played_are_dimmed_while_a_card_is_asked_for() -> None:
    ship = Ship(Anne="r7 r2", Bob="r11 b3 y4", Cora="g4 g5").set()
    assert veiled(hand(ship, "Bob")) == 0
    ship.plays("Anne leads r7")
    assert veiled(hand(ship, "Bob")) == 2


def test_whoever_sets_a_plank_sees_both_of_its_sides() -> None:
    ship = Ship(Anne="r7", Bob="r11", Cora="g4")
    shown = words_in(hand(ship, "Anne").drawing.svg())
    assert [line for line in shown if line in "12358"] == [*"12358", *"85321"]


def test_the_sheet_shows_how_the_points_came_about() -> None:
    planks = {"Anne": "down 1 1 2 4", "Bob": "up 1 1 1 1", "Cora": "up 5 5 5 5"}
    ship = Ship(Anne="r7", Bob="g11", Cora="b4").set(**planks)
    assert SKULL_QUEEN.sheet_picture(ship.view(), words) is None
    ship.plays("Anne leads r7, Bob plays g11, Cora plays b4")
    sheet = SKULL_QUEEN.sheet_picture(ship.view(), words)
    assert sheet is not None
    shown = words_in(sheet.drawing.svg())
    assert {"+23", "8+8+5+2", "+4", "1+1+1+1", "+32", "8+8+8+8"} <= set(shown)
    assert "Round 1: +23, +4 and +32" in said(sheet)


def test_in_a_low_picture_the_cards_of_a_trick_are_as_large_as_those_of_the_hand() -> None:
    ship = Ship(
        Anne="r7 b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11",
        Bob="r11 g1 g2 g3 g4 g5 g6 g7 g8 g9 g10 g11",
        Cora="r4 y1 y2 y3 y4 y5 y6 y7 y8 y9 y10 y11",
        Dan="r12 r1 r2 r3 r5 r6 r8 r9 r10 b12 g12 y12",
    )
    ship.set().plays("Anne leads r7, Bob plays r11, Cora plays r4, Dan plays r12")
    low = SKULL_QUEEN.hand_picture(ship.view("Anne"), words, (), 300)
    assert low is not None
    sizes = {
        number: [float(size) for size in re.findall(_NUMBER.format(number), low.drawing.svg())]
        for number in (7, 12)
    }
    (of_hand, in_trick), (highest,) = sorted(sizes[7]), sizes[12]
    assert highest == in_trick >= of_hand > 30


_NUMBER = r'font-weight="800" font-size="([0-9.]+)"[^>]*>{}</text>'


def test_until_all_are_ready_no_room_is_kept_for_pirates_and_cards_that_are_not_there() -> None:
    before, after = (Ship(Anne="r7 r2", Bob="r11 r3", Cora="g4 g5") for _ in range(2))
    after.set()
    heights = [float(parsed(board(ship).drawing.svg()).attrib["height"]) for ship in (before, after)]
    assert heights[0] < heights[1]


def test_the_name_of_a_winner_among_several_shrinks_before_it_is_cut() -> None:
    long = "Bartholomew Roberts"
    ship = Ship(Anne="r1", Bob="r2", Cora="r3", Dan="r4").set()
    view = ship.view(None)
    over = replace(view, table=replace(view.table, phase="over", points=(7, 7, 3, 3)))
    picture = SKULL_QUEEN.board_picture(over, lambda text: english(text, dict.fromkeys(range(4), long)))
    assert picture is not None
    assert words_in(picture.drawing.svg()).count(long) == 4 + 2, "on everybody's plate, and among the winners"


@pytest.mark.parametrize("players", SKULL_QUEEN.players)
@pytest.mark.long
def test_no_sign_lies_on_the_symbol_of_a_card(players: int) -> None:
    random = Random(players)
    state = SKULL_QUEEN.new(SKULL_QUEEN.Options(), players, bytes([players]) * 32)
    while (waiting := SKULL_QUEEN.to_act(state)) and not state.table.complete:
        view = SKULL_QUEEN.observe(state, waiting[0])
        for picture in (SKULL_QUEEN.hand_picture(view, words), SKULL_QUEEN.board_picture(view, words)):
            assert picture is not None
            symbols, signs = _discs(picture.drawing)
            assert not [pair for pair in product(signs, symbols) if _touch(*pair)]
        state, _events = SKULL_QUEEN.apply(state, waiting[0], random.choice(view.legal))


Disc: TypeAlias = tuple[float, float, float]


def _discs(drawing: Drawing) -> tuple[list[Disc], list[Disc]]:
    """Those under the symbols of cards, and those of signs: how far a card sends a pirate, who leads next."""
    symbols: list[Disc] = []
    signs: list[Disc] = []
    for shape in drawing.shapes:
        if isinstance(shape, Ellipse) and shape.across == shape.down:
            disc = shape.x, shape.y, shape.across
            if shape.stroke is None and shape.across < 40:
                symbols.append(disc)
            elif shape.stroke is not None and shape.stroke.colour in (INK, LEATHER_EDGE):
                signs.append(disc)
    return symbols, signs


def _touch(one: Disc, other: Disc) -> bool:
    return hypot(one[0] - other[0], one[1] - other[1]) < one[2] + other[2]

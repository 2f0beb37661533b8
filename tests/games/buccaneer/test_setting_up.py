"""What lies on the table when the game begins."""

from __future__ import annotations

import pytest

from games.buccaneer.discs import COLOURS, EACH, FACES
from games.buccaneer.ships import BOOTY, PIECES_OF_A_KIND, SHIPS
from games.text import english
from tests.games.buccaneer.port import BUCCANEER, Port, new_games, spelled


@pytest.mark.parametrize("players", [3, 4, 5])
def test_three_ships_are_face_up_and_twelve_face_down(players: int) -> None:
    for state in new_games(players):
        assert (len(state.table.ships), state.table.unseen, len(state.deck)) == (3, 12, 12)
        assert sorted(state.table.ships + state.deck) == list(range(15))


def test_the_ships_are_shuffled() -> None:
    assert len({state.table.ships + state.deck for state in new_games(4)}) == 40


def test_everybody_has_five_single_pirates_face_up_with_their_wages_in_sight() -> None:
    port = Port(players=3)
    assert port.parties_of("Blue") == ["b2", "b3", "b4", "b5", "bq"]
    assert [spelled(party) for party in port.view().parties[:6]] == ["r2", "r3", "r4", "r5", "rq", "b2"]


def test_everybody_has_ten_ducats() -> None:
    assert Port(players=5).ducats == dict.fromkeys(("Red", "Blue", "Yellow", "Black", "Green"), 10)


def test_there_are_twenty_four_pieces_of_booty_six_of_a_kind_and_nobody_has_any_yet() -> None:
    shown = [kind for ship in SHIPS for kind in ship.booty]
    assert [shown.count(kind) for kind in range(len(BOOTY))] == [PIECES_OF_A_KIND] * 4 == [6] * 4
    assert Port().booty == {"Red": [], "Blue": [], "Yellow": [], "Black": []}


def test_the_kinds_of_booty_differ_in_value_and_the_chest_is_worth_fifteen() -> None:
    assert [(row.short, row.value) for row in BOOTY] == [
        ("chest", 15),
        ("barrel", 12),
        ("candlestick", 9),
        ("dagger", 6),
    ]


def test_everybodys_ducats_and_booty_are_public() -> None:
    port = Port(ducats={"Blue": 7}, booty={"Blue": "chest dagger"})
    assert port.view().table.ducats == (10, 7, 10, 10)
    assert "ducats: 7" in port.say(BUCCANEER.board(port.view()).seats[1].words)
    assert "1 treasure chest and 1 dagger" in port.say(BUCCANEER.board(port.view()).seats[1].words)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_colours_that_nobody_plays_are_out_of_the_game(players: int) -> None:
    (state,) = new_games(players, 1)
    assert sorted(b"".join(state.parties)) == list(range(players * EACH))


@pytest.mark.parametrize("players", [2, 6])
def test_it_is_a_game_for_three_to_five(players: int) -> None:
    with pytest.raises(ValueError, match="Buccaneer is for 3 to 5 players"):
        BUCCANEER.new(BUCCANEER.Options(), players, bytes(32))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_first_player_is_drawn(players: int) -> None:
    begins = [state.table.current for state in new_games(players, 200)]
    assert all(begins.count(seat) > 200 / players / 2 for seat in range(players))


# The tables


def test_each_colour_has_discs_of_two_to_five_and_a_question_mark() -> None:
    assert len(COLOURS) == 5
    assert [english(face.label) for face in FACES[:5]] == ["Red 2", "Red 3", "Red 4", "Red 5", "Red ?"]
    assert all([face.wage for face in FACES[at : at + 5]] == [2, 3, 4, 5, 0] for at in range(0, 25, 5))


def test_each_colour_has_a_name_a_symbol_and_a_letter_of_its_own() -> None:
    assert len({english(colour.name) for colour in COLOURS}) == 5
    assert len({colour.symbol for colour in COLOURS}) == len({colour.letter for colour in COLOURS}) == 5


def test_there_are_fifteen_ships_each_with_a_least_crew_ducats_a_question_and_one_or_two_pieces() -> None:
    assert len(SHIPS) == 15
    for ship in SHIPS:
        assert 2 <= ship.pirates <= 6
        assert ship.ducats > 0
        assert 1 <= ship.question <= 6
        assert len(ship.booty) in (1, 2)
        assert len(set(ship.booty)) == len(ship.booty)


def test_small_ships_show_one_piece_and_large_ones_two() -> None:
    assert {(ship.pirates, len(ship.booty)) for ship in SHIPS} == {(2, 1), (3, 1), (4, 2), (5, 2), (6, 2)}


def test_the_ships_that_are_known_of_the_printed_ones_are_there() -> None:
    figures = [(ship.pirates, ship.ducats, ship.question) for ship in SHIPS]
    assert (5, 22, 4) in figures
    assert any(figure[:2] == (6, 30) for figure in figures)
    assert any(ducats == 15 for _pirates, ducats, _question in figures)
    assert sum(ship.ducats for ship in SHIPS) == 266


def test_ships_and_discs_keep_their_names_in_the_log() -> None:
    """Stored games know ships and discs by their number, logs by these."""
    names = "Sprat Shrimp Minnow Herring Mackerel Turbot Seal Porpoise Dolphin Sturgeon Marlin Swordfish"
    assert [english(ship.name) for ship in SHIPS] == [*names.split(), "Narwhal", "Orca", "Leviathan"]
    assert [face.short for face in FACES][::6] == ["r2", "b3", "y4", "k5", "gq"]

"""The words in a picture and beside it: in the reader's language, whatever people are called."""

from __future__ import annotations

import pytest

from bot.i18n import Reader
from bot.images.requests import MORE, MOST_ALT, alt_text, words_at_table, words_for
from games.catalogue import BUILT_IN
from games.contract import AnyGame, Picture
from games.drawing.lettering import initials
from games.text import Player, _, named
from tests.games.test_pictures import drawn_games
from tools.gallery import scenes

GAME = BUILT_IN[0]
ALT = (_("{player}", player=Player(0)), _("{player}", player=Player(1)))


def reader(*names: str, locale: str = "en-US") -> Reader:
    return Reader(locale, GAME, dict(enumerate(names)))


def test_a_name_stands_in_a_picture_as_it_is() -> None:
    assert words_for(reader("Anna", "*Bold* Bart"))(named(1)) == "*Bold* Bart"


def test_whose_name_cannot_be_drawn_is_called_by_number() -> None:
    words = words_for(reader("Anna", "小さな海賊", "🦜", "محمد", "🦜 Polly"))
    assert [words(named(seat)) for seat in range(5)] == [
        "Anna",
        "Player 2",
        "Player 3",
        "Player 4",
        "🦜 Polly",
    ]


def test_who_has_left_for_good_is_called_so() -> None:
    assert words_for(reader("", "Anna"))(named(0)) == reader("", "Anna").plain(named(0))


def test_the_alternative_text_has_the_true_names_line_by_line() -> None:
    assert alt_text(reader("Anna", "小さな海賊"), Picture("", ALT)) == "Anna\n小さな海賊"


def test_whose_chip_would_look_like_another_one_has_a_number_on_it() -> None:
    words = words_at_table(reader("Mario", "Anna", "Maria", "ANNE Z", "Max Noon"))
    shown = [words(named(seat)) for seat in range(5)]
    assert shown == ["Mario 1", "Anna", "Maria 3", "ANNE Z", "Max Noon"]
    assert [initials(name) for name in shown] == ["M1", "An", "M3", "AZ", "MN"]


def test_elsewhere_than_at_a_table_nobody_has_a_number() -> None:
    words = words_for(reader("Mario", "Maria"))
    assert [words(named(seat)) for seat in range(2)] == ["Mario", "Maria"]


def test_the_longest_names_have_room_for_the_number() -> None:
    words = words_at_table(reader("Wilhelmina Featherstonehaugh XIV", "Wilhelmine Featherstonehaugh XV"))
    assert [initials(words(named(seat))) for seat in range(2)] == ["W1", "W2"]


def test_a_number_behind_a_name_makes_no_new_chips_alike() -> None:
    words = words_at_table(reader("Mario", "Mate 1", "Maria"))
    letters = [initials(words(named(seat))) for seat in range(3)]
    assert len(set(letters)) == 3


def test_long_names_are_cut_in_the_alternative_text_before_anything_is_left_out() -> None:
    long = Picture("", ALT * 16)
    said = alt_text(reader("Wilhelmina Featherstonehaugh XIV", "Wilhelmina Featherstonehaugh XV"), long)
    assert len(said) <= MOST_ALT
    lines = said.split("\n")
    assert len(lines) == 32
    assert set(lines) == {"Wilhelmina Fe… 1", "Wilhelmina Fe… 2"}


def test_the_alternative_text_says_when_there_is_more_than_discord_takes() -> None:
    lines = alt_text(reader("Anna" * 8, "Bart" * 8), Picture("", ALT * 200)).split("\n")
    assert lines[-1] == "More under Words."
    assert set(lines[:-1]) == {"AnnaAnnaA…", "BartBartB…"}
    assert len("\n".join(lines)) <= MOST_ALT < len("\n".join((*lines, lines[0])))


def test_a_single_line_that_is_too_long_is_cut() -> None:
    assert len(alt_text(reader("Anna"), Picture("", (_("a" * 3000),)))) == MOST_ALT


@pytest.mark.parametrize("game", drawn_games, ids=lambda game: game.slug)
def test_a_full_table_of_the_longest_names_leaves_out_at_most_one_player_and_what_is_past(
    game: AnyGame,
) -> None:
    names = [f"Wilhelmina Featherstonehaugh {seat:03}" for seat in range(max(game.players))]
    everybody = Reader("it", game, dict(enumerate(names)))
    for scene in scenes([game]):
        if scene.players != max(game.players):
            continue
        watched = game.observe(scene.state, None)
        picture = game.board_picture(watched, words_at_table(everybody))
        assert picture is not None
        own_line = [everybody.plain(line).startswith(f"{names[-2]}:") for line in picture.alt].index(True)
        lines = alt_text(everybody, picture).split("\n")
        whole = len(lines) - (lines[-1] == everybody.plain(MORE))
        assert own_line < whole, (scene.options, scene.phase)

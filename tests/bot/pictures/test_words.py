"""The words in a picture and beside it: in the reader's language, whatever people are called."""

from __future__ import annotations

from bot.pictures.words import MOST_ALT, alt_text, words_for
from bot.words import Reader
from games.catalogue import BUILT_IN
from games.contract import Picture
from games.text import Player, _, named

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


def test_the_alternative_text_ends_with_the_last_line_that_discord_takes() -> None:
    many = Picture("", ALT * 200)
    lines = alt_text(reader("Anna" * 8, "Bart" * 8), many).split("\n")
    assert len("\n".join(lines)) <= MOST_ALT < len("\n".join((*lines, lines[0])))
    assert set(lines) == {"Anna" * 8, "Bart" * 8}

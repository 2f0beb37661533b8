"""The words in a picture and beside it: in the reader's language, whatever people are called."""

from __future__ import annotations

import pytest

from bot.i18n import Reader
from bot.images.requests import MOST_ALT, MOST_HEARD, alt_text, draw_game, words_at_table, words_for
from games.catalogue import BUILT_IN
from games.contract import AnyGame, Picture
from games.drawing.lettering import initials
from games.shapes import Drawing
from games.text import Listed, Player, _, named
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
    assert alt_text(reader("Anna", "小さな海賊"), Picture(Drawing(1, 1), ALT)) == "Anna\n小さな海賊"


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


def test_names_are_whole_in_the_alternative_text_and_the_last_lines_give_way() -> None:
    names = "Wilhelmina Featherstonehaugh XIV", "Wilhelmina Featherstonehaugh XV"
    lines = alt_text(reader(*names), Picture(Drawing(1, 1), ALT * 200), MOST_HEARD).split("\n")
    assert lines[-1] == "More under Words."
    assert set(lines[:-1]) == set(names)
    assert len("\n".join(lines)) <= MOST_HEARD < len("\n".join((*lines, lines[0])))


def test_a_line_that_has_no_room_takes_nothing_along_that_has() -> None:
    alt = _("Round 2"), _("{cards}", cards=Listed(("🦜 Parrot 12",) * 20)), _("Anna leads.")
    lines = alt_text(reader("Anna"), Picture(Drawing(1, 1), alt), MOST_HEARD).split("\n")
    assert lines == ["Round 2", "Anna leads.", "More under Words."]


def test_a_single_line_that_is_too_long_is_cut() -> None:
    assert len(alt_text(reader("Anna"), Picture(Drawing(1, 1), (_("a" * 3000),)))) == MOST_ALT


@pytest.mark.parametrize("game", drawn_games, ids=lambda game: game.slug)
@pytest.mark.long
def test_of_a_hand_no_more_is_heard_than_what_matters_now(game: AnyGame) -> None:
    names = {seat: f"Wilhelmina Featherstonehaugh {seat:03}" for seat in range(max(game.players))}
    everybody = Reader("it", game, names)
    for scene in scenes([game]):
        for seat in game.to_act(scene.state)[:1]:
            seen = game.observe(scene.state, seat)
            drawn = draw_game("hand", game, seen, "it", names)
            assert drawn is not None
            assert len(drawn.alt) <= MOST_HEARD
            picture = game.hand_picture(seen, words_at_table(everybody))
            assert picture is not None
            assert drawn.alt.split("\n")[0].startswith(everybody.plain(picture.alt[0])[:100])

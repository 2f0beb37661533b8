"""Players in small: up to eight of them, whatever they are called."""

from __future__ import annotations

import pytest

from games.drawing.emblems import COIN, GHOST
from games.drawing.furniture import MARGIN, WIDTH, table
from games.drawing.plates import SmallPlate, Told, small_plates, small_plates_height, spread
from tests.games.audit import outside, overlapping_words, words_in

NAMES = ("Anna", "Wilhelmina Featherstonehaugh", "小さな海賊", "Bo", "Çağla Öztürk", "", "X" * 40, "Мария")


def drawn(count: int) -> str:
    figures = (Told("10/10"), Told("+20", COIN), Told("−99"))
    shown = [
        SmallPlate(
            seat,
            NAMES[seat],
            figures[: 1 + seat % 3],
            awaited=seat % 2 == 0,
            leads=seat == 1,
            winner=seat < 3,
            own=seat == 3,
            emblem=GHOST if seat == 4 else None,
        )
        for seat in range(count)
    ]
    canvas = table(small_plates_height(count) + 2 * MARGIN)
    small_plates(canvas, canvas.box.inset(MARGIN), shown)
    return canvas.drawing().svg()


@pytest.mark.parametrize("count", range(1, 9))
def test_so_many_players_have_each_a_place_in_which_nothing_lies_on_anything_else(count: int) -> None:
    svg = drawn(count)
    assert outside(svg) == []
    assert overlapping_words(svg) == []
    assert words_in(svg).count("10/10") == count


def test_up_to_four_stand_in_a_row_and_more_in_two_the_first_not_shorter() -> None:
    places = spread(table(200).box, 7)
    assert [len({place.y for place in spread(table(200).box, count)}) for count in (2, 4, 5, 8)] == [
        1,
        1,
        2,
        2,
    ]
    assert [place.y for place in places].count(places[0].y) == 4
    assert max(place.right for place in places) <= WIDTH

"""What a place is worth."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from bot.tournaments.pairing import standings
from bot.tournaments.pairing.event import LARGEST_POD, EventOptions
from bot.tournaments.pairing.standings import points_by_place, points_for_bye, points_for_place

README = Path(standings.__file__).with_name("README.md")


def test_the_published_table_is_the_one_that_counts() -> None:
    published = re.findall(r"^\| of (\d) \|(.*)\|$", README.read_text("utf-8"), re.M)
    assert [int(size) for size, _cells in published] == [2, 3, 4, 5, 6]
    for size, cells in published:
        worth = tuple(int(cell) for cell in cells.split("|") if cell.strip())
        assert worth == points_by_place(int(size), EventOptions())


def test_two_second_in_a_pod_of_four_get_thirty_each() -> None:
    assert points_for_place(4, 2, 2, EventOptions()) == 30


def test_two_first_in_a_pod_of_five_share_the_first_two_places() -> None:
    assert points_for_place(5, 1, 2, EventOptions()) == Fraction(105, 2)


def test_all_equal_get_the_average() -> None:
    assert points_for_place(4, 1, 4, EventOptions()) == 30


@pytest.mark.parametrize("size", range(2, LARGEST_POD + 1))
def test_a_pod_of_any_size_gives_thirty_on_average_however_it_ends(size: int) -> None:
    for cut in product((False, True), repeat=min(size - 1, 5)):
        groups = [1]
        for parted in (*cut, *[True] * (size - 1 - len(cut))):
            groups = [*groups, 1] if parted else [*groups[:-1], groups[-1] + 1]
        place, total = 1, Fraction(0)
        for sharing in groups:
            total += sharing * points_for_place(size, place, sharing, EventOptions())
            place += sharing
        assert total == 30 * size


def test_an_organiser_can_publish_other_points() -> None:
    options = EventOptions(points={4: (10, 5, 3, 0)})
    assert points_for_place(4, 2, 2, options) == 4
    assert points_for_place(3, 1, 1, options) == 60
    assert points_for_bye(options) == Fraction(18, 4)


def test_a_bye_is_worth_an_average_seat() -> None:
    assert points_for_bye(EventOptions()) == 30

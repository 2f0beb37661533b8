"""Texts without a language, and how English fills them in."""

from __future__ import annotations

import msgspec
import pytest

from games.text import Listed, Player, Text, _, _n, english


def test_places_are_filled_with_numbers_names_players_and_texts() -> None:
    text = _("{player} plays {card}.", player=Player(1), card=_("Parrot {number}", number=12))
    assert english(text, {1: "Bob"}) == "Bob plays Parrot 12."


def test_a_player_without_a_name_is_called_by_the_seat() -> None:
    assert english(_("{player} leads.", player=Player(0))) == "seat 1 leads."


@pytest.mark.parametrize(
    ("names", "listed"), [((), ""), (("a",), "a"), (("a", "b"), "a and b"), (("a", "b", "c"), "a, b and c")]
)
def test_lists_are_read_as_english_lists_things(names: tuple[str, ...], listed: str) -> None:
    assert english(_("{all}", all=Listed(names))) == listed
    assert english(_("{all}", all=Listed(names, either=True))) == listed.replace(" and ", " or ")


@pytest.mark.parametrize(
    ("count", "spoken"), [(0, "0 tricks"), (1, "1 trick"), (2, "2 tricks"), (-1, "-1 tricks")]
)
def test_the_count_chooses_the_form(count: int, spoken: str) -> None:
    assert english(_n("{count} trick", "{count} tricks", count)) == spoken


def test_a_place_that_is_not_filled_is_an_error() -> None:
    with pytest.raises(KeyError):
        english(_("{card}"))


def test_braces_in_a_name_are_left_alone() -> None:
    assert english(_("{player} leads.", player=Player(0)), {0: "{card}"}) == "{card} leads."


def test_a_text_survives_json() -> None:
    text = _n("{count} of {all}", "{count} of {all}", 2, all=Listed((Player(3), _("rum"), "gin", 4)))
    assert msgspec.json.decode(msgspec.json.encode(text), type=Text) == text

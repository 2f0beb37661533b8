"""What a button sends: all that a press needs, nothing that is secret."""

from __future__ import annotations

import pytest

from bot.commands.buttons import BUTTONS
from bot.ui.custom_ids import LISTS, NUMBERS, VERBS, decode, encode, require_valid_values


def test_what_is_encoded_is_decoded():
    numbers = {*NUMBERS, "member", "channel"}
    for verb, names in VERBS.items():
        parts = tuple(str(at) if name in numbers else f"p{at}" for at, name in enumerate(names))
        assert decode(encode(verb, *parts)) == (verb, parts)


@pytest.mark.parametrize("page", ["", "one", "1.5", "0x1", " 1", "1_0", "+1", "٣", "--1", "9" * 19])
def test_a_number_that_is_none_is_an_error(page: str):
    with pytest.raises(ValueError, match="not a custom_id of ours, as page is no number"):
        decode(f"log:k3x9qp:{page}")


@pytest.mark.parametrize("table", ["", "K3X9QP", "k3x9qp\nready", "\u202ek3x9qp", "k3x9qp ", "x" * 40])
def test_a_table_that_there_cannot_be_is_an_error(table: str):
    with pytest.raises(ValueError, match="there can be no such table"):
        decode(f"join:{table}")


def test_a_number_may_be_negative():
    assert decode("log:k3x9qp:-1") == ("log", ("k3x9qp", "-1"))


@pytest.mark.parametrize("values", [(), ("two",), ("1", ""), ("9" * 30,)])
def test_what_was_chosen_from_a_list_of_numbers_is_numbers(values: tuple[str, ...]):
    with pytest.raises(ValueError, match="not to be chosen"):
        require_valid_values("picks", values)


def test_what_may_be_left_empty_may_be_left_empty():
    require_valid_values("unless", ())
    require_valid_values("join", ())


def test_every_list_is_a_buttons_verb():
    assert set(LISTS) <= set(BUTTONS)


def test_numbers_become_text():
    assert decode(encode("pick", "k3x9qp", "b3.7", 0, 12)) == ("pick", ("k3x9qp", "b3.7", "0", "12"))


@pytest.mark.parametrize("parts", [(), ("a", "b"), ("a:b",), ("x" * 100,)])
def test_parts_that_do_not_fit_are_an_error(parts: tuple[str, ...]):
    with pytest.raises(ValueError, match="not a custom_id"):
        encode("join", *parts)


@pytest.mark.parametrize("custom_id", ["", "join", "join:a:b", "burn:k3x9qp", "JOIN:k3x9qp"])
def test_what_is_none_of_ours_is_an_error(custom_id: str):
    with pytest.raises(ValueError, match="not a custom_id of ours"):
        decode(custom_id)

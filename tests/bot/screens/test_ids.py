"""What a button sends: all that a press needs, nothing that is secret."""

from __future__ import annotations

import pytest

from bot.screens.ids import VERBS, decode, encode


@pytest.mark.parametrize("verb", VERBS)
def test_what_is_encoded_is_decoded(verb: str):
    parts = tuple(f"p{at}" for at in range(len(VERBS[verb])))
    assert decode(encode(verb, *parts)) == (verb, parts)


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

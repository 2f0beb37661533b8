"""When a stored state counts as the one that its log leads to."""

from __future__ import annotations

from typing import Annotated

import msgspec

from games.replay import LEARNED, agrees


class Pile(msgspec.Struct, frozen=True, array_like=True):
    """Part of a state, which has learned a field."""

    cards: bytes
    is_turned: bool = False
    top: Annotated[int, LEARNED] = -1


class Standing(msgspec.Struct, frozen=True, array_like=True):
    """A state."""

    piles: tuple[Pile, ...]
    points: int


NOW = Standing((Pile(b"ab", is_turned=True, top=1), Pile(b"c", top=0)), 10)


def test_a_state_that_was_stored_before_it_learned_a_field_agrees() -> None:
    before = msgspec.json.decode(b'[[["YWI=",true],["Yw==",false]],10]', type=Standing)
    assert before != NOW
    assert agrees(before, NOW)
    assert agrees(NOW, NOW)


def test_what_differs_in_anything_else_does_not() -> None:
    turned = Pile(b"ab", is_turned=True)
    for other in (
        Standing((turned, Pile(b"c")), 11),
        Standing((turned, Pile(b"d")), 10),
        Standing((Pile(b"ab", is_turned=True, top=0), Pile(b"c")), 10),
        Standing((turned,), 10),
    ):
        assert not agrees(other, NOW)
    assert not agrees(Pile(b"ab"), NOW)


def test_a_default_is_no_excuse_for_a_field_that_was_always_there() -> None:
    assert not agrees(Standing((Pile(b"ab", top=1), Pile(b"c", top=0)), 10), NOW)


def test_a_state_that_plays_on_after_it_learned_a_field_agrees_before_anything_new_happens() -> None:
    assert agrees(Standing((Pile(b"ab", is_turned=True, top=-1), Pile(b"c", top=0)), 10), NOW)

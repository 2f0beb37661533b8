"""When a stored state counts as the one that its log leads to."""

from __future__ import annotations

import msgspec

from games.replay import agrees


class Pile(msgspec.Struct, frozen=True, array_like=True):
    """Part of a state, which has learned a field."""

    cards: bytes
    top: int = -1


class Standing(msgspec.Struct, frozen=True, array_like=True):
    """A state."""

    piles: tuple[Pile, ...]
    points: int


NOW = Standing((Pile(b"ab", top=1), Pile(b"c", top=0)), 10)


def test_a_state_that_was_stored_before_it_learned_a_field_agrees() -> None:
    before = msgspec.json.decode(b'[[["YWI="],["Yw=="]],10]', type=Standing)
    assert before != NOW
    assert agrees(before, NOW)
    assert agrees(NOW, NOW)


def test_what_differs_in_anything_else_does_not() -> None:
    for other in (
        Standing((Pile(b"ab"), Pile(b"c")), 11),
        Standing((Pile(b"ab"), Pile(b"d")), 10),
        Standing((Pile(b"ab", top=0), Pile(b"c")), 10),
        Standing((Pile(b"ab"),), 10),
    ):
        assert not agrees(other, NOW)
    assert not agrees(Pile(b"ab"), NOW)

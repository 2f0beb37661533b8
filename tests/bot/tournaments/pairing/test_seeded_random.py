"""Chance from a published seed."""

from __future__ import annotations

import hashlib
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from bot.tournaments.pairing.seeded_random import SeededStream, ranks

SEED = bytes(range(32))


def test_these_lots_are_fixed_for_ever() -> None:
    """Events that were played must be computed alike by every later version."""
    stream = SeededStream(SEED, "round 1 pods")
    first = hashlib.sha256(SEED + b"round 1 pods 0").digest()
    expected = [int.from_bytes(first[at : at + 8], "big") % 1000 for at in (0, 8, 16, 24)]
    assert [stream.below(1000) for _time in range(4)] == expected
    assert stream.below(1000) == (
        int.from_bytes(hashlib.sha256(SEED + b"round 1 pods 1").digest()[:8], "big") % 1000
    )


@given(st.integers(1, 60), st.integers(0, 20))
def test_who_joins_later_does_not_change_the_lots_of_the_others_among_themselves(
    count: int, more: int
) -> None:
    before, after = ranks(SEED, "standings", count), ranks(SEED, "standings", count + more)
    assert sorted(range(count), key=before.__getitem__) == sorted(range(count), key=after.__getitem__)
    assert sorted(after) == list(range(count + more))


def test_every_number_is_drawn_about_equally_often() -> None:
    stream = SeededStream(SEED, "many")
    drawn = Counter(stream.below(6) for _time in range(6000))
    assert set(drawn) == set(range(6))
    assert all(900 < times < 1100 for times in drawn.values())

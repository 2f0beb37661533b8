"""Shuffles that anybody can check."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games import fairness
from games.catalogue import game
from games.skull_king.cards import FACES

SECRET = bytes(range(32))
DOCS = Path(__file__).parents[2] / "docs" / "fairness.md"


def test_a_secret_is_256_bits_and_never_the_same() -> None:
    secrets = {fairness.new_secret() for _draw in range(20)}
    assert len(secrets) == 20
    assert {len(secret) for secret in secrets} == {32}


def test_the_commitment_is_the_secrets_sha256() -> None:
    assert fairness.commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_these_seeds_and_orders_are_fixed_for_ever() -> None:
    """Games that were played must be dealt alike by every later version."""
    told = '["' + SECRET.hex() + '",["1001","1002"],[["7","yo \\u2620"]]]'
    seed = fairness.game_seed(SECRET, ["1001", "1002"], [("7", "yo ☠")])
    assert seed == hashlib.sha256(told.encode()).digest()
    assert seed.hex() == "7d70473be9982e560ff1cddae7b5cbbaf3e9f54852471289a31d3cb6443151f4"
    assert fairness.shuffled(seed, "round 1", 10) == (8, 1, 9, 2, 4, 6, 3, 0, 7, 5)
    assert fairness.seat_order(seed, 4) == (3, 0, 2, 1)


def test_ids_count_as_text() -> None:
    assert fairness.game_seed(SECRET, [1001], [(7, "rum")]) == fairness.game_seed(
        SECRET, ["1001"], [("7", "rum")]
    )


TABLES = st.tuples(
    st.binary(min_size=32, max_size=32),
    st.lists(st.text(max_size=4), max_size=3),
    st.lists(st.tuples(st.text(max_size=3), st.text(max_size=4)), max_size=3),
)


@given(TABLES, TABLES)
def test_two_tables_have_the_same_seed_only_if_they_are_alike(one: Any, other: Any) -> None:
    assert (fairness.game_seed(*one) == fairness.game_seed(*other)) == (one == other)


def test_every_join_every_word_and_their_order_make_another_deal() -> None:
    tables: list[tuple[list[str], list[tuple[str, str]]]] = [
        (["1", "2"], []),
        (["2", "1"], []),
        (["12"], []),
        (["1", "2"], [("7", "rum")]),
        (["1", "2"], [("8", "rum")]),
        (["1", "2"], [("7", "rum"), ("8", "gin")]),
        (["1", "2"], [("8", "gin"), ("7", "rum")]),
    ]
    assert len({fairness.game_seed(SECRET, joins, cuts) for joins, cuts in tables}) == len(tables)


@given(st.binary(min_size=32, max_size=32), st.text(max_size=20), st.integers(0, 200))
def test_a_shuffle_holds_every_number_once_and_is_always_the_same(
    seed: bytes, label: str, count: int
) -> None:
    order = fairness.shuffled(seed, label, count)
    assert sorted(order) == list(range(count))
    assert order == fairness.shuffled(seed, label, count)


def test_every_order_is_as_likely_as_every_other() -> None:
    drawn = Counter(fairness.shuffled(SECRET, f"draw {number}", 3) for number in range(6000))
    assert len(drawn) == 6
    assert all(900 < times < 1100 for times in drawn.values())


def test_the_page_deals_the_same_cards_with_a_few_lines_of_plain_python() -> None:
    """What the page tells people to run is run here, beside the engine."""
    (program,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), flags=re.DOTALL)
    printed: list[tuple[Any, ...]] = []
    names: dict[str, Any] = {"print": lambda *words: printed.append(words)}
    exec(program, names)
    assert not re.search(r"^(import|from) (?!hashlib|json)", program, flags=re.MULTILINE)
    seed = fairness.game_seed(bytes.fromhex(names["secret"]), names["joins"], names["cuts"])
    assert printed[0] == ("commitment", fairness.commitment(bytes.fromhex(names["secret"])))
    assert printed[1] == ("seats", list(fairness.seat_order(seed, len(names["joins"]))))
    skull_king = game("skull-king")
    state: Any = skull_king.new(skull_king.Options(), len(names["joins"]), seed)
    hands = [sorted(FACES[card].short for card in hand) for hand in state.hands]
    assert [sorted(hand) for label, *_seat, hand in printed[2:] if label == "round 1 seat"] == hands

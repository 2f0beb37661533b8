"""Every rule of every game has a test, and the lists that say which are true."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.catalogue import catalogue
from tests.games.coverage import LISTS, faults, rules_in

PAGES = sorted(LISTS.glob("*")) if LISTS.is_dir() else []


@pytest.mark.parametrize("slug", catalogue())
def test_every_game_has_a_list_of_its_rules(slug: str) -> None:
    assert (LISTS / f"{slug}.md").is_file(), f"docs/rules-coverage/{slug}.md is missing"


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_every_rule_of_the_list_has_a_number_and_tests_that_are_there(page: Path) -> None:
    assert list(faults(rules_in(page.read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_every_list_is_a_games(page: Path) -> None:
    assert page.name in {f"{slug}.md" for slug in catalogue()}


# That the tests above can fail

GOOD = """
Some words.

| number | rule | test |
| --- | --- | --- |
| C1 | Follow suit \\| if you can. | `tests/games/whist/test_tricks.py::test_suit` |
| C2 | Trumps win. | `tests/games/whist/test_tricks.py::test_trumps`<br>`tests/games/test_all.py::test_wins` |

More words.

| number | rule | test |
|---|---|---|
| B1 | Aces are high. | `tests/games/test_all.py::test_wins` |
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with three tests."""
    whist = tmp_path / "tests" / "games" / "whist"
    whist.mkdir(parents=True)
    tricks = (
        "def test_suit(): ...\nasync def test_trumps(): ...\nclass Test:\n    def test_inside(self): ...\n"
    )
    (whist / "test_tricks.py").write_text(tricks)
    (whist / "tavern.py").write_text("def test_nothing(): ...\n")
    (whist.parent / "test_all.py").write_text("def test_wins(): ...\n")
    return tmp_path


def test_a_true_list_is_read_whole_and_has_no_faults(root: Path) -> None:
    rules = rules_in(GOOD)
    assert [rule.number for rule in rules] == ["C1", "C2", "B1"]
    assert rules[1].tests == (
        "`tests/games/whist/test_tricks.py::test_trumps`",
        "`tests/games/test_all.py::test_wins`",
    )
    assert list(faults(rules, root)) == []


@pytest.mark.parametrize(
    ("good", "bad", "fault"),
    [
        ("| C2 |", "| C3 |", "C3 stands where C2 should"),
        ("| C2 |", "| C1 |", "C1 stands where C2 should"),
        ("| C2 |", "| two |", "two is no number like K12"),
        ("| Trumps win. |", "|  |", "C2 says nothing"),
        ("| `tests/games/test_all.py::test_wins` |", "| |", "B1 has no test"),
        ("test_tricks.py::test_suit", "test_deal.py::test_suit", "no file tests/games/whist/test_deal.py"),
        ("test_tricks.py::test_suit", "tavern.py::test_nothing", "no file tests/games/whist/tavern.py"),
        ("test_tricks.py::test_suit", "test_tricks.py::test_suits", "whist/test_tricks.py has no test_suits"),
        ("test_tricks.py::test_suit", "test_tricks.py::test_inside", "test_tricks.py has no test_inside"),
        ("`tests/games/whist/test_tricks.py::test_suit`", "test_suit", "test_suit is not written like"),
    ],
)
def test_a_list_that_is_not_true_is_found_out(root: Path, good: str, bad: str, fault: str) -> None:
    assert good in GOOD
    (found,) = faults(rules_in(GOOD.replace(good, bad, 1)), root)
    assert fault in found


def test_a_list_without_rules_is_none(root: Path) -> None:
    assert list(faults(rules_in("No table."), root)) == ["there are no rules"]


def test_a_row_with_too_few_cells_is_refused() -> None:
    with pytest.raises(ValueError, match="not number, rule and test: C9"):
        rules_in("| C9 | Follow suit. |")

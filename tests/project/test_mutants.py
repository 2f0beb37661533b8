"""The count of mutants: what was judged is kept, and what the count claims is what was seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutants.ledger import EQUIVALENT, Count, Ledger, Line, counted, equivalents

ROOT = Path(__file__).parents[2]
DIFF = "--- a/games/a.py\n+++ b/games/a.py\n@@ -1 +1 @@\n-    least = 2\n+    least = 3\n"


def test_what_was_judged_is_kept_and_a_line_cut_off_is_judged_again(tmp_path: Path) -> None:
    path = tmp_path / "judged.jsonl"
    first = Ledger(path)
    first.write(Line("games/a.py", 0, "today", "killed", by="test_a"))
    first.write(Line("games/a.py", 1, "today", "survived", diff=DIFF))
    first.write(Line("games/a.py", 1, "today", "killed", by="test_b"))
    with path.open("ab") as file:
        file.write(b'{"path":"games/a.py","num')  # stopped while it wrote
    again = Ledger(path)
    assert {of: line.fate for of, line in again.lines.items()} == {
        ("games/a.py", 0, "today"): "killed",
        ("games/a.py", 1, "today"): "killed",
    }
    again.write(Line("games/a.py", 2, "today", "killed"))
    assert len(Ledger(path).lines) == 3


def test_only_what_a_test_has_noticed_counts_as_killed() -> None:
    lines = [
        Line("games/a.py", number, "today", fate, diff=DIFF if fate == "survived" else "")
        for number, fate in enumerate(["killed", "never ends", "survived", "unreached", "broken"])
    ]
    counts, left = counted(lines, {("games/a.py", "least = 2", "least = 3")})
    assert counts == {"games": Count(judged=5, killed=2, equivalent=1, left=2)}
    assert [line.fate for line in left] == ["unreached", "broken"]


def test_the_interval_is_wilsons() -> None:
    lowest, share, highest = Count(judged=110, killed=90, equivalent=10, left=10).interval
    assert (lowest, share, highest) == pytest.approx((0.8256, 0.9, 0.9448), abs=1e-4)


def test_every_equivalent_still_stands_in_its_file() -> None:
    assert EQUIVALENT.exists()
    for path, was, _became in equivalents():
        text = " ".join((ROOT / path).read_text().split())
        assert " ".join(was.split()) in text, (path, was)

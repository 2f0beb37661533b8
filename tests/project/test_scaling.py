"""What docs/scaling.md tells on paper of large bots follows from what it says was measured."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "scaling.md").read_text("utf-8")
ROWS = [
    [float(cell.replace(",", "")) for cell in line.strip("| ").split("|")]
    for line in re.findall(r"^\| [\d,]+ \|.*$", PAGE, re.MULTILINE)
]
LIVE, PRESSES_A_TABLE, PICTURES, WRITES, BUSY = 0.01, 0.25, 2, 4, 0.6


def said(pattern: str) -> float:
    """The number in a sentence of the page."""
    found = re.search(pattern, PAGE.replace("\n", " "))
    assert found is not None, pattern
    return float(found[1])


def test_it_goes_from_a_thousand_servers_to_a_million() -> None:
    assert [row[0] for row in (ROWS[0], ROWS[-1])] == [1_000, 1_000_000]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]:.0f} servers")
def test_every_row_follows_from_what_one_press_takes(row: list[float]) -> None:
    press, database = said(r"a press takes (\d+) ms"), said(r"and (\d+) ms of the database's")
    picture, server = said(r"a picture (\d+) ms"), said(r"a server takes (\d+) KB")
    servers, *others = row
    presses = servers * LIVE * PRESSES_A_TABLE
    cores = presses * press / 1000
    processes = max(1, math.ceil(round(cores / BUSY, 6)))
    painters = PICTURES * presses * picture / 1000
    expected = [servers * LIVE, presses, processes, cores, painters, presses, WRITES * presses]
    assert others == pytest.approx([*expected, presses * database / 1000, servers * server / 1e6], rel=0.06)

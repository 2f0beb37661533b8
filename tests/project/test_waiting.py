"""What a test waits for is an event: none sleeps to let something happen, and none gives a machine less time
than it may need. Nor does one wait for luck: what deals and names draws by its own chance.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.deals import DRAWING

TESTS = Path(__file__).parents[1]
SLEEPS = re.compile(r"\b(asyncio|time)\.sleep\(")
MAY_SLEEP = {
    "acceptance/": "real processes in real time",
    "soak/": "real processes in real time",
    "simulation/": "virtual time",
    "support/chaos/": "people and faults around real processes, in real time",
    "support/clock.py": "virtual time",
    "support/failing_bot.py": "what it does wrong is that it sleeps",
    "support/fast_bot.py": "a clock that other processes read",
    "support/idle.py": "`until`, which looks again and again",
    "support/kill_and_restart.py": "kills real processes at moments in real time",
    "support/postgres.py": "another program, which tells of nothing",
    "support/tournament_play.py": "somebody who tries again while real processes are down",
    "support/troubled_bot.py": "outages of a real process last",
    "support/troubled_tournament.py": "looks into the database of a real process",
}
"""File or folder: why real time passes there, or which other time does."""


def sleeps(source: str) -> Iterator[int]:
    """The lines on which anything sleeps for longer than the others' next turn, `asyncio.sleep(0)`."""
    if not SLEEPS.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or ast.unparse(node.func) not in ("asyncio.sleep", "time.sleep"):
            continue
        if [ast.unparse(each) for each in node.args] != ["0"]:
            yield node.lineno


@pytest.mark.long
def test_nothing_sleeps_where_it_could_wait_for_what_is_to_happen() -> None:
    found, named = list[str](), set[str]()
    for path in sorted(TESTS.rglob("*.py")):
        file = path.relative_to(TESTS).as_posix()
        lines = list(sleeps(path.read_text("utf-8")))
        reasons = [place for place in MAY_SLEEP if file.startswith(place)]
        named.update(reasons if lines else ())
        found += [] if reasons else [f"tests/{file}:{line}" for line in lines]
    assert found == [], "tests.support.idle `until` waits for it, tests.support.clock `in_virtual_time` jumps"
    assert sorted(MAY_SLEEP.keys() - named) == [], "nothing sleeps there any more"


def test_a_sleep_is_known_by_what_it_is() -> None:
    told = "await asyncio.sleep(0)\nawait asyncio.sleep(1)\nwait = asyncio.sleep\ntime.sleep(LONG)\n"
    assert sorted(sleeps(told)) == [2, 4]


def test_no_test_has_less_time_than_any_other() -> None:
    """What hangs is found all the same, and a busy machine is no fault."""
    short = re.compile(r"mark\.timeout\((\d+)\)")
    given = [
        (path.name, int(seconds))
        for path in sorted(TESTS.rglob("test_*.py"))
        for seconds in short.findall(path.read_text("utf-8"))
    ]
    assert [each for each in given if each[1] <= 600] == []


def test_all_that_deals_and_names_draws_by_the_chance_of_the_test() -> None:
    """But for what nobody sees: the name of a process, what tells a message from one that is sent again, and
    the address of a calendar.
    """
    root, unseen = (
        TESTS.parent,
        {"bot.process", "bot.publishing.notification_transport", "bot.preferences.people"},
    )
    draws = re.compile(r"^(import secrets|from secrets import)\b", re.MULTILINE)
    drawing = {
        ".".join(path.relative_to(root).with_suffix("").parts)
        for room in ("bot", "games")
        for path in (root / room).rglob("*.py")
        if draws.search(path.read_text("utf-8"))
    }
    assert drawing - unseen == set(DRAWING)

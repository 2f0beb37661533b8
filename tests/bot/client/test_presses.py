"""Two processes hear of every press while a shard changes hands: one of them answers."""

from __future__ import annotations

from typing import Any

import pytest

from bot.client import connection
from bot.client.connection import ANSWERABLE, Presses


class Process:
    """One that hears of presses, and remembers which were its own to answer."""

    def __init__(self) -> None:
        self.presses = Presses()
        self.answered: list[int] = []

    def hear(self, *ids: int) -> None:
        for id in ids:
            self.presses.come({"id": str(id)}, lambda data: self.answered.append(int(data["id"])))


def test_what_one_has_not_heard_before_it_left_is_answered_by_the_other() -> None:
    old, new = Process(), Process()
    new.presses.keep()
    old.hear(1, 2)
    new.hear(1, 2, 3)
    attended = old.presses.leave()
    old.hear(3, 4)
    new.presses.take(attended)
    new.hear(4, 5)
    assert (old.answered, new.answered) == ([1, 2], [3, 4, 5])


def test_what_the_old_one_has_answered_may_come_later_to_the_new_one() -> None:
    old, new = Process(), Process()
    new.presses.keep()
    old.hear(1)
    new.presses.take(old.presses.leave())
    new.hear(1, 2)
    assert (old.answered, new.answered) == ([1], [2])


def test_a_press_that_discord_has_given_up_does_not_act_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(connection, "time", _Time(lambda: now))
    new = Process()
    new.presses.keep()
    new.hear(1)
    now += ANSWERABLE - 0.5
    new.hear(2)
    now += 1.0
    new.presses.take()
    assert new.answered == [2]


class _Time:
    def __init__(self, monotonic: Any) -> None:
        self.monotonic = monotonic

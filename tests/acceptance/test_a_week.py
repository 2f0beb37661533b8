"""A week on twenty servers, with sixty people who come and go, and a bot that is stopped, killed and cut off.

What each clock should have done is worked out once more by a referee (`tests.support.week.referee`). The same
by hand, larger and longer: `python -m tests.support.week --people 300 --days 30 --seed 5`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from pkgutil import resolve_name
from typing import Any
from unittest.mock import patch

import pytest

from bot.client.rate_limits import BURST, RATE
from bot.ui.views import Payload
from tests.support.week.people import Scale
from tests.support.week.report import report
from tests.support.week.week import Week

pytestmark = pytest.mark.by_itself("on a clock of the test's, which goes on while a server thinks")

SMALL = Scale(servers=3, people=9, days=2.0, tables=8, seed=2)
OFTEN = (
    *(
        "deadlines",
        "moves by plan",
        "moves by stand-ins",
        "pings",
        "vacations",
        "games over",
        "games deserted",
    ),
    *("lobbies closed: untouched", "happened: taken", "happened: back", "happened: paused"),
)
"""What must have happened in a week, lest nothing was tried."""


async def passed(scale: Scale, folder: Path) -> Week:
    """The week, once it's over."""
    week = Week(scale, folder)
    await week.run()
    await week.audit()
    return week


async def test_in_a_week_every_game_ends_and_every_clock_fires_once_in_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    week = await passed(Scale(), tmp_path)
    with capsys.disabled():
        print(f"\n{report(week)}")
    assert week.referee.wrong == []
    assert [what for what in OFTEN if not week.referee.figures[what]] == []
    assert week.lives > 5
    assert week.same.compared > 1000
    assert week.chronicle.most_in_a_second() <= RATE + BURST


async def test_forced_moves_and_plans_save_people_turns_and_pings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weeks = dict[bool, Week]()
    for plans in (True, False):
        folder = tmp_path / str(plans)
        folder.mkdir()
        calm = Scale(servers=4, people=12, tables=4, eventful=False, plans=plans)
        weeks[plans] = await passed(calm, folder)
    with capsys.disabled():
        print("\n".join(("", report(weeks[True]), report(weeks[False]))))
    assert weeks[True].referee.wrong == weeks[False].referee.wrong == []
    assert weeks[False].referee.figures["moves by plan"] == 0
    assert weeks[True].referee.figures["moves by plan"] > 20
    assert weeks[True].referee.figures["pings"] < weeks[False].referee.figures["pings"]
    assert weeks[True].saved() > 0
    assert weeks[False].saved() == 0


# the referee sees what is wrong

Broken = Callable[..., Any]


def shorter(real: Broken) -> Broken:
    """Every turn has five seconds less than it should."""
    return lambda *args: real(*args) - 5


def never(real: Broken) -> Broken:
    """Clocks of some tables do not ring any more."""

    def set_(alarms: Any, table: str, due: float | None) -> None:
        real(alarms, table, None if table.endswith("5") else due)

    return set_


def forgetful(real: Broken) -> Any:
    """Nobody knows what somebody has been told: no turn is ever the same as another."""
    del real
    return property(lambda _turn: (object(),))


def blind(real: Broken) -> Broken:
    """Everybody counts as gone."""
    del real
    return lambda recent_activity, user: 0.0


def loud(real: Broken) -> Broken:
    """There are No quiet hours."""
    del real
    return lambda notifications, preferences: 0.0


def lasting(real: Broken) -> Broken:
    """Messages are not taken away."""

    async def take_away(*args: Any) -> None:
        return None

    del real
    return take_away


def generous(real: Broken) -> Broken:
    """The time bank is filled up by each move."""
    return lambda pace, clock, now, increment: real(pace, clock, now, pace.bank)


def talkative(real: Broken) -> Broken:
    """The board shows how many cards of a suit somebody holds, in the end all of the state."""

    def draw(table: Any, *args: Any, **named: Any) -> Payload:
        return Payload([*real(table, *args, **named), {"type": 10, "content": repr(table.state)}])

    return draw


@pytest.mark.parametrize(
    ("where", "broken", "seen"),
    [
        ("bot.tables.clocks.turn_allowance", shorter, "s early"),
        ("bot.runtime.deadline_queue.DeadlineQueue.set", never, "has not"),
        ("bot.notifications.pending.TurnReminder.about", forgetful, "nothing new"),
        ("bot.runtime.load_gate.RecentActivity.leaves_at", blind, "while they are here"),
        ("bot.notifications.scheduler.Notifications._quiet_end", loud, "in their quiet hours"),
        ("bot.notifications.sender.NotificationSender.take_away", lasting, "is still told of"),
        ("bot.tables.clocks._turn_over", generous, "late"),
        ("bot.publishing.table_messages.table_payload", talkative, "tells what is hidden"),
    ],
)
async def test_the_referee_sees_what_is_wrong(
    tmp_path: Path, where: str, broken: Callable[[Broken], Broken], seen: str
) -> None:
    place, _dot, name = where.rpartition(".")
    holder = resolve_name(place)
    with patch.object(holder, name, broken(getattr(holder, name))):
        week = await passed(SMALL, tmp_path)
    assert [wrong for wrong in week.referee.wrong if seen in wrong]

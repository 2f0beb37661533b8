"""How much waiting forced moves and plans save, where people look at their games a few times a day.

Everybody sleeps at night and looks in now and then by day, at random; whoever is asked then decides as the
game's strongest robot would. Whoever is not asked plans, half the time, the first of the moves on offer, with
the surprises that are usual. The same people with the same cards play four times: making every move
themselves, with forced moves made for them, with plans, with both. What is done by itself is judged by
`bot.tables.plans`, as at a real table.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from benches.report import Cell, Figure, show
from benches.tables import Laid, tables
from bot.tables import model, plans
from bot.tables.lobby import start
from bot.tables.model import Press, Table
from bot.tables.play import move
from games.contract import Action
from games.text import Seat as Place
from storage.models import ActionRow

GAMES = 20
DAY = 24.0
"""Hours."""


@dataclass(frozen=True)
class Habits:
    """What people do. Hours."""

    forced: bool = False
    plans: float = 0.0
    """How often somebody who looks in, and is not asked, plans the next move."""
    between: float = 2.0
    """Between two looks by day, on average."""
    waking: float = 16.0


@dataclass
class Waiting:
    """What a game came to."""

    decisions: int = 0
    """All that was decided, by whomever."""
    waited: int = 0
    """For so many of them the table waited until somebody looked in."""
    forced: int = 0
    planned: int = 0
    cancelled: int = 0
    """Plans that were not carried out."""
    hours: float = 0.0
    """From the deal to the end."""


def play(laid: Laid, habits: Habits, deal: int) -> Waiting:
    """A whole game. `deal`: which cards, and which chances there are in it."""
    return Evening(laid, habits, deal).played()


def table_of(laid: Laid, deal: int) -> Table:
    """The table as it is dealt, with people only."""
    return start(laid.in_lobby(Random(f"secret {deal}")), Press(0, 1, ""), 0.0)


class Evening:
    """One game under way."""

    def __init__(self, laid: Laid, habits: Habits, deal: int) -> None:
        self.habits, self.deal = habits, deal
        self.table = table_of(laid, deal)
        self.log: list[ActionRow] = []
        self.robot = list(laid.game.robots.values())[-1]
        self.waiting = Waiting()
        self.wakes = [Random(f"wakes {deal} {at}").uniform(0, DAY) for at in range(laid.players)]
        self._looks = [Random(f"looks {deal} {at}") for at in range(laid.players)]
        self._plans = Random(f"plans {deal}")
        if habits.forced:
            self.table = plans.with_initial_plans(self.table, [seat.user or 0 for seat in self.table.seats])

    def played(self) -> Waiting:
        """To the end."""
        looks = [(self.next_look(seat, 0.0), seat) for seat in range(len(self.table.seats))]
        heapq.heapify(looks)
        self._attend()
        while self.table.phase == "playing":
            hour, seat = heapq.heappop(looks)
            self._looks_in(seat)
            self.waiting.hours = hour
            heapq.heappush(looks, (self.next_look(seat, hour), seat))
        return self.waiting

    def next_look(self, seat: Place, hour: float) -> float:
        """When somebody looks in again: never while asleep."""
        hour += self._looks[seat].expovariate(1 / self.habits.between)
        since_waking = (hour - self.wakes[seat]) % DAY
        return hour if since_waking < self.habits.waking else hour + DAY - since_waking

    def _looks_in(self, seat: Place) -> None:
        here_already = False
        while self._asked(seat):
            self._decides(seat, self._chosen(seat))
            self.waiting.waited += not here_already
            here_already = True
            self._attend()
        if self.table.phase == "playing" and self._plans.random() < self.habits.plans:
            self._plan(seat)

    def _asked(self, seat: Place) -> bool:
        return self.table.phase == "playing" and seat in self.table.game.to_act(self.table.state)

    def _chosen(self, seat: Place) -> Action:
        """The same decision in the same game, whoever else plans or does not."""
        seen = self.table.game.observe(self.table.state, seat)
        return self.robot.choose(seen, Random(f"{self.deal} {seat} {seen.decision}"))

    def _decides(self, seat: Place, action: Action) -> None:
        self.table = move(self.table, seat, action).table
        self.log.append(ActionRow(self.table.actions, seat, action, seat + 1, 0.0))
        self.waiting.decisions += 1

    def _plan(self, seat: Place) -> None:
        offered = plans.plan_menu(self.table, seat)
        if offered is None or self.table.plans.get(seat, model.NO_PLAN).move is not None:
            return
        usual = sum(1 << at for at, each in enumerate(offered.surprises) if each.usual)
        plan = plans.with_planned_move(self.table, seat, offered, 0, usual, self.table.actions)
        self.table = self.table.with_plan(seat, plan)

    def _attend(self) -> None:
        """Whatever makes itself."""
        while due := plans.seats_due(self.table):
            seat = due[0]
            verdict = plans.decide_plan(self.table, self.log, seat)
            had_plan = self.table.plans[seat].move is not None
            if verdict.action is not None:
                self._decides(seat, verdict.action)
            by_plan = verdict.plan.told is not None and verdict.plan.told.kind == "planned"
            self.waiting.planned += by_plan
            self.waiting.cancelled += had_plan and not by_plan
            self.waiting.forced += verdict.action is not None and not by_plan
            self.table = self.table.with_plan(seat, verdict.plan)


WAYS: dict[str, Habits] = {
    "every move oneself": Habits(),
    "forced moves": Habits(forced=True),
    "plans": Habits(plans=0.5),
    "both": Habits(forced=True, plans=0.5),
}


@dataclass(frozen=True)
class Average:
    """What a game comes to on average, played in one way."""

    table: str
    way: str
    waited: float
    days: float
    forced: float
    planned: float
    cancelled: float


def averages(laid: Laid, games: int) -> list[Average]:
    """Of one game, in each way; the first is that of people who make every move themselves."""
    return [_average(laid, way, habits, games) for way, habits in WAYS.items()]


def _average(laid: Laid, way: str, habits: Habits, games: int) -> Average:
    several = [play(laid, habits, deal) for deal in range(games)]
    return Average(
        laid.name,
        way,
        waited=sum(each.waited for each in several) / games,
        days=sum(each.hours for each in several) / games / DAY,
        forced=sum(each.forced for each in several) / games,
        planned=sum(each.planned for each in several) / games,
        cancelled=sum(each.cancelled for each in several) / games,
    )


def rows(ways: Sequence[Average]) -> list[tuple[Cell, ...]]:
    """A line for each way to play, beside the first one."""
    first = ways[0]
    return [
        (
            f"{each.table}: {each.way}",
            *(each.waited, f"{1 - each.waited / first.waited:.0%}"),
            *(each.days, f"{1 - each.days / first.days:.0%}"),
            *(each.forced, each.planned, each.cancelled),
        )
        for each in ways
    ]


def measure(several: Iterable[Laid]) -> list[Figure]:
    """Play these games, show a line for each way, and return what they save together."""
    found = [averages(laid, GAMES) for laid in several]
    show(
        f"Waiting at a table of people who look in every two hours by day ({GAMES} games)",
        ("game", "turns waited for", "saved", "days", "saved", "forced", "planned", "cancelled"),
        [row for ways in found for row in rows(ways)],
        note="Every plan is the first move on offer; people choose better, and know when not to plan.",
    )
    alone, helped = (sum(ways[at].waited for ways in found) / len(found) for at in (0, -1))
    return [
        Figure(
            *(
                "waiting",
                "turns of a game that are waited for, with forced moves and plans",
            ),
            *(helped, "turns", alone, "every move oneself"),
        )
    ]


def main() -> list[Figure]:
    """Every game, in each of its editions."""
    return measure(tables())


if __name__ == "__main__":
    main()

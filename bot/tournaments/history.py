"""What has been seated so far: who sat with whom, who had a bye, who sat in which seat.

Meetings are counted by the published pods, whether or not everybody came, so that nobody is drawn again to
those for whom they waited in vain while others are left to meet.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.tournaments.event import Round

FULL_LEAN = 2520
"""The last seat of a pod leans by so much to late, the first as much to early: divisible by every size up
to ten.
"""


@dataclass
class History:
    """By entrants' ids; whoever is not named has never been seated."""

    met: dict[str, dict[str, int]] = field(default_factory=dict)
    byes: dict[str, int] = field(default_factory=dict)
    seats: dict[str, dict[int, int]] = field(default_factory=dict)
    """How often somebody sat in which seat, counted from 0."""
    leans: dict[str, int] = field(default_factory=dict)
    """Whether somebody's seats were late ones (above zero) or early ones, over all pods."""

    def add(self, played: Round) -> None:
        """A round has been published."""
        for who in played.byes:
            self.byes[who] = self.byes.get(who, 0) + 1
        for pod in played.pods:
            for seat, who in enumerate(pod.seats):
                if who is not None:
                    self._sat(who, seat, pod.seats)

    def _sat(self, who: str, seat: int, seats: tuple[str | None, ...]) -> None:
        met = self.met.setdefault(who, {})
        for other in seats:
            if other is not None and other != who:
                met[other] = met.get(other, 0) + 1
        sat = self.seats.setdefault(who, {})
        sat[seat] = sat.get(seat, 0) + 1
        self.leans[who] = self.leans.get(who, 0) + lean(seat, len(seats))


def lean(seat: int, size: int) -> int:
    """How late a seat is: -FULL_LEAN for the first of a pod, 0 in the middle, FULL_LEAN for the last."""
    return FULL_LEAN * (2 * seat - (size - 1)) // (size - 1)


def history(rounds: Iterable[Round]) -> History:
    """All that these rounds have seated."""
    told = History()
    for played in rounds:
        told.add(played)
    return told

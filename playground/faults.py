"""Trouble that a test orders: what becomes of requests in place of their proper answer, and how interactions
travel to the bot.

What is ordered for the next requests of a route goes first; then chance is asked, where a test has given one.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from playground.errors import RATE_LIMITED, DiscordError, Refusal, Scope, too_many


@dataclass(frozen=True, slots=True)
class Fault:
    """What becomes of a request. With neither `refusal` nor `breaks` it is answered properly, only late.

    That happens so many `seconds` later. `after_doing` carries the request out before, at once: where there
    is a refusal or a break, what it answered is lost.
    """

    refusal: DiscordError | None = None
    breaks: bool = False
    seconds: float = 0.0
    after_doing: bool = False


def failure(status: int, *, code: int = 0, after_doing: bool = False) -> Fault:
    """Discord fails with a status ("502"), or refuses with a code of its own (40003)."""
    return Fault(DiscordError(Refusal(status, code, f"{status}: as ordered")), after_doing=after_doing)


def limited(wait: float, scope: Scope = "user", refusal: Refusal = RATE_LIMITED) -> Fault:
    """Discord asks the bot to wait so many seconds: a 429."""
    return Fault(too_many(refusal, wait, scope))


def break_off(*, after_doing: bool = False) -> Fault:
    """A fault that breaks the connection; with `after_doing`, once the request has been carried out."""
    return Fault(breaks=True, after_doing=after_doing)


def held_back(seconds: float, *, after_doing: bool = False) -> Fault:
    """The request arrives late, or (`after_doing`) its answer comes late."""
    return Fault(seconds=seconds, after_doing=after_doing)


@dataclass(slots=True)
class Order:
    """A fault for the next `times` requests of a route."""

    route: str
    fault: Fault
    times: int


Chance = Callable[[str], Fault | None]
"""Asked with every request's route ("POST /channels/{channel_id}/messages") what becomes of it."""
Journey = tuple[float, ...]
"""Seconds after which an interaction arrives at the bot: once for each number."""
AT_ONCE: Journey = (0.0,)


@dataclass(slots=True)
class Faults:
    """What goes wrong with requests: faults that were ordered by route, and those that chance brings."""

    waiting: list[Order] = field(default_factory=list[Order])
    chance: Chance | None = None

    def order(self, route: str, fault: Fault, times: int) -> None:
        """The next requests of a route (by its template, or with the ids in it) fail so."""
        self.waiting.append(Order(route, fault, times))

    def due(self, method: str, template: str, path: str) -> Fault | None:
        """The fault of this request, if it has one."""
        for order in self.waiting:
            if order.route in (f"{method} {template}", f"{method} {path}"):
                order.times -= 1
                if not order.times:
                    self.waiting.remove(order)
                return order.fault
        return None if self.chance is None else self.chance(f"{method} {template}")


@dataclass(slots=True)
class Journeys:
    """How interactions travel to the bot."""

    waiting: deque[Journey] = field(default_factory=deque[Journey])
    chance: Callable[[], Journey] | None = None

    def next(self) -> Journey:
        """The journey of the interaction that begins now: an ordered one, one by chance, or none."""
        if self.waiting:
            return self.waiting.popleft()
        return AT_ONCE if self.chance is None else self.chance()

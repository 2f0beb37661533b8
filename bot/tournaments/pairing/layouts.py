"""How many pods of which size: as equal as can be, within the game's limits, as near the preferred size
as can be.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bot.tournaments.pairing.event import EventOptions, Fill, PairingError, PairingProblem


class Layout(msgspec.Struct, frozen=True):
    """The tables of a round before anybody sits down: people and robots of each, and how many have a bye."""

    people: tuple[int, ...]
    robots: tuple[int, ...]
    byes: int = 0

    @property
    def sizes(self) -> tuple[int, ...]:
        """Seats of each pod; the largest pods come first."""
        return tuple(people + robots for people, robots in zip(self.people, self.robots, strict=True))


def layout(count: int, options: EventOptions) -> Layout:
    """The pods for so many people. PairingError if not even one can be had."""
    if options.fill is Fill.ROBOTS:
        return _with_robots(count, options)
    byes = next((byes for byes in range(count) if seatable(count - byes, options)), None)
    if byes is None:
        raise PairingError(PairingProblem.TOO_FEW, f"{count} of at least {options.fewest}")
    people = equal(count - byes, _pods(count - byes, options))
    return Layout(people, (0,) * len(people), byes)


def seatable(count: int, options: EventOptions) -> bool:
    """So many people can be seated without byes and without robots."""
    return count > 0 and -(-count // options.most) <= count // options.fewest


def of_knock_out(count: int, options: EventOptions) -> tuple[Layout, bool]:
    """The pods of a round in which the best go on; it is the final if all fit one table."""
    laid = layout(count, options)
    if options.fewest <= count <= options.most:
        laid = Layout((count,), (0,))
    return laid, len(laid.people) == 1 and not laid.byes


def _with_robots(count: int, options: EventOptions) -> Layout:
    if count < 1:
        raise PairingError(PairingProblem.TOO_FEW, "nobody")
    seats = next(seats for seats in range(count, count + options.fewest) if seatable(seats, options))
    pods = _pods(seats, options)
    sizes, robots = equal(seats, pods), equal(seats - count, pods)[::-1]
    people = tuple(size - filled for size, filled in zip(sizes, robots, strict=True))
    return Layout(people, robots)


def _pods(count: int, options: EventOptions) -> int:
    """How many pods, within the game's limits."""
    possible = range(-(-count // options.most), count // options.fewest + 1)
    return nearest(count, possible, options.preferred)


def nearest(count: int, parts: Iterable[int], preferred: int) -> int:
    """Into how many of the possible parts `count` is cut so that the fewest are far from the preferred
    size.
    """
    return min(parts, key=lambda number: sum(size * abs(size - preferred) for size in equal(count, number)))


def equal(count: int, parts: int) -> tuple[int, ...]:
    """`count` in so many parts that differ by at most one, the larger ones first."""
    each, more = divmod(count, parts)
    return (each + 1,) * more + (each,) * (parts - more)

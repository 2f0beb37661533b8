"""People who come and go: when each of them looks in, by a random plan that knows nothing of any game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from math import inf
from random import Random
from zoneinfo import ZoneInfo

from bot.preferences.people import NotificationChannel, PersonPreferences, QuietHours

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0

SOON = 2 * HOUR
ZONES = (
    *("Europe/Berlin", "Europe/Paris", "Europe/Rome", "Europe/London", "America/New_York"),
    *("America/Los_Angeles", "Asia/Kathmandu", "Australia/Sydney", "Asia/Tokyo", "UTC"),
)


@dataclass(frozen=True)
class Scale:
    """How large the simulated world is. Everything in it follows from these."""

    servers: int = 20
    people: int = 60
    days: float = 7.0
    seed: int = 1
    plans: bool = True
    """Whether people plan moves, and let forced ones make themselves."""
    eventful: bool = True
    """Whether people vanish and leave, and the bot is stopped and killed."""
    tables: int = 45
    """How many tables are opened at most."""
    begins: float = datetime(2027, 3, 24, 12, tzinfo=UTC).timestamp()
    """In Unix seconds: in Europe the clocks are changed on the fourth day."""

    def random(self, *about: object) -> Random:
        """Chance that belongs to one thing alone, so that what happens elsewhere does not change it."""
        return Random(":".join(map(str, (self.seed, *about))))


@dataclass(frozen=True)
class Visit:
    """Somebody looks in, in Unix seconds."""

    begins: float
    ends: float


@dataclass(frozen=True)
class Person:
    """Somebody with habits: where they live, when they sleep and how often they look in."""

    user: int
    name: str
    servers: tuple[int, ...]
    zone: str
    wakes: int
    """The hour, by the clock on the wall."""
    sleeps: int
    gap: float
    """Seconds between two visits, on average."""
    stay: float
    """Seconds that a visit lasts, on average."""
    haste: float
    """Seconds that a move takes, on average."""
    wishes: PersonPreferences
    closed: bool
    """Takes no direct messages from bots."""
    plans: float
    """How likely the next move is planned."""
    answers: float
    """How likely somebody comes who is told that a table waits."""
    gone: tuple[tuple[float, float], ...]
    """When they do not look in at all, whatever happens; in Unix seconds."""

    def is_up(self, now: float) -> bool:
        """Whether they are awake and about at this Unix time."""
        hour = datetime.fromtimestamp(now, UTC).astimezone(ZoneInfo(self.zone)).hour
        up = self.wakes <= hour < self.sleeps
        return up and not any(begin <= now < end for begin, end in self.gone)

    def visits(self, scale: Scale, until: float) -> Iterator[Visit]:
        """When they look in by themselves."""
        random, at = scale.random("visits", self.user), scale.begins
        while True:
            at += random.expovariate(1 / self.gap)
            lasts = random.expovariate(1 / self.stay)
            if at > until:
                return
            if self.is_up(at):
                yield Visit(at, at + lasts)


def invited(scale: Scale) -> list[Person]:
    """Everybody there is, each on one to three servers, and at least three on each server."""
    random = scale.random("people")
    homes: list[set[int]] = [set() for _person in range(scale.people)]
    for server in range(scale.servers):
        for member in random.sample(range(scale.people), min(3, scale.people)):
            homes[member].add(1 + server)
    for home in homes:
        while not home or (len(home) < 3 and random.random() < 0.5):
            home.add(1 + random.randrange(scale.servers))
    people = [_person(scale, number, tuple(sorted(home))) for number, home in enumerate(homes)]
    return [
        replace(each, gone=((scale.begins + SOON, inf),)) if each in lost(scale, people) else each
        for each in people
    ]


def lost(scale: Scale, people: Iterable[Person]) -> list[Person]:
    """Two people on the first server who soon are not seen any more, though they have begun a game."""
    return [person for person in people if 1 in person.servers][:2] if scale.eventful else []


def _person(scale: Scale, number: int, servers: tuple[int, ...]) -> Person:
    random = scale.random("person", number)
    zone = random.choice(ZONES)
    wakes, sleeps = random.randint(6, 9), random.randint(21, 24)
    told: NotificationChannel = random.choices(("channel", "direct", "none"), (6, 3, 1))[0]
    quiet = (
        None if random.random() < 0.3 else QuietHours(sleeps % 24 * 60, wakes * 60 + random.choice((0, 30)))
    )
    return Person(
        user=10_001 + number,
        name=f"Person {number + 1}",
        servers=servers,
        zone=zone,
        wakes=wakes,
        sleeps=sleeps,
        gap=random.uniform(25, 150) * MINUTE,
        stay=random.uniform(2, 12) * MINUTE,
        haste=random.uniform(6, 25),
        wishes=PersonPreferences(
            nudges=told, quiet=quiet, zone=zone, forced_moves=scale.plans and random.random() < 0.8
        ),
        closed=random.random() < 0.2,
        plans=random.choice((0.0, 0.4, 0.8)) if scale.plans else 0.0,
        answers=random.uniform(0.2, 0.9),
        gone=_absences(scale, random),
    )


def _absences(scale: Scale, random: Random) -> tuple[tuple[float, float], ...]:
    """Some vanish for days, and a few for good."""
    fate = random.random()
    if not scale.eventful:
        return ()
    begins = scale.begins + random.uniform(0.1, 0.8) * scale.days * DAY
    if fate < 0.15:
        return ((begins, inf),)
    if fate < 0.35:
        return ((begins, begins + random.uniform(1.0, 4.0) * DAY),)
    return ()

"""The parts of the stand-in that its REST routes, its page and its people work with, in one place."""

from dataclasses import dataclass, field

from playground.buckets import Buckets
from playground.faults import Faults
from playground.gateway import Gateway
from playground.interactions import Interactions
from playground.recorder import Recorder
from playground.world import World


@dataclass(slots=True)
class Backend:
    """`enforce_limits` switches on everything that Discord limits by time."""

    world: World
    gateway: Gateway
    interactions: Interactions
    buckets: Buckets
    recorder: Recorder
    enforce_limits: bool
    faults: Faults = field(default_factory=Faults)
    command_creates: list[float] = field(default_factory=list)

    @property
    def token(self) -> str:
        """The bot's: another one as soon as it has been reset."""
        return self.gateway.token

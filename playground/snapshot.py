"""The world in a file, so that a playground started again shows the same channels."""

import asyncio
import os
from pathlib import Path

import msgspec

from playground.clock import Clock
from playground.events import Event
from playground.model import Post, State
from playground.world import World

SECONDS_BETWEEN_WRITES = 0.5


def read_world(file: Path, clock: Clock) -> World | None:
    """The world as it was written last; None when there is no file.

    Raises msgspec.DecodeError when the file is not a world.
    """
    if not file.exists():
        return None
    return World(msgspec.json.decode(file.read_bytes(), type=State), clock)


def move(world: World, address: str) -> None:
    """Lets everything that was uploaded be found under the server's address of today."""
    before = world.state.cdn
    world.state.cdn = address
    if before and before != address:
        raw = msgspec.json.encode(world.state.posts).replace(before.encode(), address.encode())
        world.state.posts = msgspec.json.decode(raw, type=dict[str, dict[str, Post]])


def write_world(world: World, file: Path) -> None:
    """Writes beside the file and then puts that in its place, so that a crash leaves one of the two."""
    beside = file.with_suffix(".new")
    with beside.open("wb") as stream:
        stream.write(msgspec.json.encode(world.state))
        stream.flush()
        os.fsync(stream.fileno())
    beside.replace(file)


class Keeper:
    """Writes the world down soon after each change, several changes at once, and at the end."""

    def __init__(self, world: World, file: Path) -> None:
        self._world = world
        self._file = file
        self._due: asyncio.TimerHandle | None = None
        world.listen(self._hear)

    def _hear(self, _: Event) -> None:
        if self._due is None:
            self._due = asyncio.get_running_loop().call_later(SECONDS_BETWEEN_WRITES, self.write)

    def write(self) -> None:
        if self._due:
            self._due.cancel()
            self._due = None
        write_world(self._world, self._file)

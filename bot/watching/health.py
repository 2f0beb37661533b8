"""Whether the bot does its work: Discord's gateway answers, and the database can be written."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec
import structlog

from storage.doors.watching import Watching
from storage.errors import StorageError

log = structlog.get_logger(__name__)

PATIENCE = 2.0
"""Seconds for a write: a move that took longer would come too late for Discord."""


class Health(msgspec.Struct, frozen=True):
    """How it is."""

    status: str
    gateway: str
    database: str

    @property
    def is_well(self) -> bool:
        """Whether everything is as it should be."""
        return self.status == "ok"


class Physician:
    """Finds out how it is; the log is told when that changes."""

    def __init__(self, alive: Callable[[], bool], storage: Watching) -> None:
        self._alive = alive
        self._storage = storage
        self._before: Health | None = None

    async def look(self) -> Health:
        """How it is now. Raises nothing."""
        gateway = "connected" if self._alive() else "not connected: presses do not arrive"
        database, why = await self._database()
        well = gateway == "connected" and database == "writable"
        health = Health("ok" if well else "unwell", gateway, database)
        if not health.is_well and health != self._before:
            log.warning("unwell", gateway=gateway, database=database, why=why)
        self._before = health
        return health

    async def _database(self) -> tuple[str, str | None]:
        """How it is, and for the operator's log what the trouble is; paths are for nobody else."""
        try:
            await asyncio.wait_for(self._storage.try_to_write(), PATIENCE)
        except StorageError as error:
            return "cannot be written: see the log", str(error)
        except TimeoutError:
            return f"has not written anything within {PATIENCE:g} seconds", None
        return "writable", None

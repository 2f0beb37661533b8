"""Processes of their own for what takes long to compute, so that no press is ever held up by it.

Not `concurrent.futures`: its pool takes two threads of ours, which compete with the event loop, and a process
beside each pool that keeps a list of semaphores and weighs 13 MB. One socket does without them.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from typing import TypeVar, TypeVarTuple, cast

import structlog

from bot.runtime.log_context import RaisedElsewhere
from bot.runtime.worker import SIZE, answered, packed

log = structlog.get_logger(__name__)

HAS_PROCESSES = sys.platform != "win32"
"""Windows hands no socket on as a standard input: there a thread does the work, and answers wait."""
ATTEMPTS = 3
"""How often a process that dies is replaced before the caller gets an error."""

T = TypeVar("T")
Args = TypeVarTuple("Args")


class WorkerProcess:
    """One process, started with the first call and replaced if it dies. `name` is for the log.

    `niceness`: how far it stands back where there is not enough time for all (0 to 19, as `nice` says). With
    5 it has a quarter beside a program that is always busy; with 15 it had a thirtieth, and a thought of two
    seconds took a minute.
    """

    def __init__(self, name: str, niceness: int = 0) -> None:
        self._name = name
        self._niceness = niceness
        self._turn = asyncio.Lock()
        """Another one after each `close`."""
        self.calls = 0
        """How many are made and not answered yet."""
        self._started: _Connection | None = None

    async def run(self, function: Callable[[*Args], T], *args: *Args) -> T:
        """What a module's function returns there; all that goes in or comes out can be pickled.

        Raises what the function raises, and CancelledError if the process is closed meanwhile. One call
        after another, in the order in which they were made; one that is given up before it began is not made.
        """
        call, turn = packed(pickle.dumps((function, args), pickle.HIGHEST_PROTOCOL)), self._turn
        self.calls += 1
        try:
            async with turn:
                answer = await self._answer(call, turn)
        finally:
            self.calls -= 1
        returned, value = pickle.loads(answer)
        if returned:
            return cast("T", value)
        error, where = value
        raise error from RaisedElsewhere(where)

    async def _answer(self, call: bytes, turn: asyncio.Lock) -> bytes:
        if not HAS_PROCESSES:
            self._require_open(turn)
            return await asyncio.to_thread(answered, call[SIZE.size :])
        for attempt in range(ATTEMPTS):
            self._require_open(turn)
            if self._started is None or self._started.ended:
                started = await self._start()
                try:
                    self._require_open(turn)
                except asyncio.CancelledError:
                    started.close()
                    raise
                self._started = started
            try:
                return await self._started.ask(call)
            except ConnectionError:
                log.warning("a process died; starting another", process=self._name, attempt=attempt + 1)
        raise RuntimeError(f"the process of {self._name} keeps dying")

    def _require_open(self, turn: asyncio.Lock) -> None:
        """CancelledError if `close` was called since this turn was waited for."""
        if turn is not self._turn:
            raise asyncio.CancelledError

    async def _start(self) -> _Connection:
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                connection = _Connection(begin_process(theirs, self._niceness))
            except OSError:  # the machine has no room for another process
                ours.close()
                raise
        await asyncio.get_running_loop().create_unix_connection(lambda: connection, sock=ours)
        return connection

    def close(self) -> None:
        """The process ends; whatever is under way there is dropped."""
        self._turn = asyncio.Lock()
        if self._started is not None:
            self._started.close()
            self._started = None


class WorkerPool:
    """So many processes, each begun when all before it are busy."""

    def __init__(self, name: str, size: int, niceness: int = 0) -> None:
        self._workers = [WorkerProcess(name, niceness) for _each in range(size)]

    @property
    def calls(self) -> int:
        """How many are made and not answered yet."""
        return sum(worker.calls for worker in self._workers)

    async def run(self, function: Callable[[*Args], T], *args: *Args) -> T:
        """See `WorkerProcess.run`: in the one with the fewest calls to answer."""
        idlest = min(self._workers, key=lambda worker: worker.calls)
        return await idlest.run(function, *args)

    def close(self) -> None:
        """The processes end; whatever is under way there is dropped."""
        for worker in self._workers:
            worker.close()


def begin_process(calls: socket.socket, niceness: int) -> subprocess.Popen[bytes]:
    """The process that attends to these calls. It finds modules where this one does, and so all that can be
    pickled here.
    """
    return subprocess.Popen(
        [sys.executable, "-m", "bot.runtime.worker", str(niceness)],
        stdin=calls.fileno(),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


class _Connection(asyncio.Protocol):
    """The way to a process, which ends with it."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._transport: asyncio.Transport | None = None
        self._received = bytearray()
        self._asked: deque[asyncio.Future[bytes]] = deque()
        self.ended = False

    def ask(self, call: bytes) -> asyncio.Future[bytes]:
        """The answer; ConnectionError if the process dies before it. Whoever gives up gets none."""
        assert self._transport is not None
        answer = asyncio.get_running_loop().create_future()
        self._asked.append(answer)
        self._transport.write(call)
        return answer

    def close(self) -> None:
        """The process ends, and nobody gets an answer any more."""
        for answer in self._asked:
            answer.cancel()
        self._end()

    def _end(self) -> None:
        self.ended = True
        self._process.kill()
        self._process.wait()
        if self._transport is not None:
            self._transport.abort()

    # called by the event loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self._received += data
        while len(self._received) >= SIZE.size:
            (size,) = SIZE.unpack_from(self._received)
            ends = SIZE.size + size
            if len(self._received) < ends:
                return
            answer = self._asked.popleft()
            if not answer.done():  # else whoever asked has given up
                answer.set_result(bytes(self._received[SIZE.size : ends]))
            del self._received[:ends]

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ended:
            self._end()
        for answer in self._asked:
            if not answer.done():
                answer.set_exception(ConnectionResetError("the process died"))

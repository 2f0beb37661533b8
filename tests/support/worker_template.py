"""Worker processes of tests begin as copies of one that has loaded what they load, which takes half a second.

How one begins in life is told by `tests/bot/runtime/test_worker_process.py`, where none is a copy.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from struct import Struct
from typing import Any

from bot.runtime.worker import serve

LOADED = (
    "bot.almanac.web",
    "bot.images.painter",
    "bot.tables.robot_work",
    "bot.tournaments.export",
    "bot.tournaments.verify",
    "bot.web.service",
)
"""The modules with which a template begins: those whose functions worker processes are asked to call."""
ASKED, TOLD = Struct(">qq"), Struct(">d")
"""For a copy: its number and how far it stands back. That it ends: its number and `END`; told is what it
computed, in seconds.
"""
END = -1


class Copies:
    """Begins worker processes: copies on Linux, or as they begin in life (`usual`) where the environment is
    another one than that of the first.
    """

    def __init__(self, usual: Callable[[socket.socket, int], Any]) -> None:
        self._usual = usual
        self._template: Template | None = None

    @property
    def seconds(self) -> float:
        """What copies that ended have computed."""
        return 0.0 if self._template is None else self._template.seconds

    def begin(self, calls: socket.socket, niceness: int) -> Any:
        """The process that attends to these calls, which can be killed and waited for."""
        if sys.platform != "linux":
            return self._usual(calls, niceness)
        here = _environment()
        if self._template is None:
            self._template = Template(here)
        return (self._template.begin if here == self._template.made_in else self._usual)(calls, niceness)


def _environment() -> Mapping[str, str]:
    told = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PWD": os.getcwd()}
    told.pop("PYTEST_CURRENT_TEST", None)
    return told


class Template:
    """The process that is copied, in the environment it was `made_in`. `seconds`: what copies that ended have
    computed.
    """

    def __init__(self, made_in: Mapping[str, str]) -> None:
        self.made_in, self.seconds, self._begun = made_in, 0.0, 0
        self._way, theirs = socket.socketpair()
        with theirs:
            program = [sys.executable, "-m", __name__]
            self._process = subprocess.Popen(program, stdin=theirs.fileno(), env=made_in)

    def begin(self, calls: socket.socket, niceness: int) -> Copy:
        """A copy that attends to these calls. Nothing is waited for."""
        self._begun += 1
        socket.send_fds(self._way, [ASKED.pack(self._begun, niceness)], [calls.fileno()])
        return Copy(self, self._begun)

    def end(self, number: int) -> None:
        """Kill a copy, and wait until it is gone."""
        self._way.sendall(ASKED.pack(number, END))
        (seconds,) = TOLD.unpack(self._way.recv(TOLD.size, socket.MSG_WAITALL))
        self.seconds += seconds


class Copy:
    """A worker process, as far as `subprocess.Popen` is asked of one."""

    def __init__(self, template: Template, number: int) -> None:
        self._template, self._number = template, number

    def kill(self) -> None:
        """End it; it is gone once it was waited for."""

    def wait(self) -> None:
        """Return once it is gone."""
        self._template.end(self._number)


# in the template


def attend(way: socket.socket) -> None:
    """Make copies, and end them, until whoever asks is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for module in LOADED:
        import_module(module)
    gc.collect()
    gc.freeze()
    copies = dict[int, int]()
    while True:
        asked, calls, _flags, _address = socket.recv_fds(way, ASKED.size, 1)
        if not asked:
            return
        number, niceness = ASKED.unpack(asked)
        if niceness == END:
            os.kill(copies[number], signal.SIGKILL)
            _process, _status, used = os.wait4(copies.pop(number), 0)
            way.sendall(TOLD.pack(used.ru_utime + used.ru_stime))
        elif copied := os.fork():
            copies[number] = copied
            os.close(calls[0])
        else:
            _work(way, calls[0], niceness)


def _work(way: socket.socket, calls: int, niceness: int) -> None:
    os.dup2(calls, way.detach())
    os.close(calls)
    serve(niceness)
    sys.exit()


if __name__ == "__main__":
    attend(socket.socket(fileno=0))

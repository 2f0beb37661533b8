"""`python -m tests.support.windows_bot run`: the bot without what Windows lacks.

Other packages are loaded as this system has them. Then the modules, functions and ways of an event loop that
Windows lacks are taken away, the system is called by that name, and the bot's own modules are loaded anew.
"""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Any

OURS = ("bot", "games", "playground", "storage")
MODULES = ("fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")
NAMES: dict[Any, tuple[str, ...]] = {
    os: (
        *("nice", "fork", "forkpty", "killpg", "getloadavg", "mkfifo", "posix_fallocate", "posix_fadvise"),
        *("O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "pread", "pwrite", "fdatasync", "sync"),
    ),
    select: ("poll",),
    signal: ("SIGALRM", "SIGHUP", "SIGUSR1", "SIGUSR2", "alarm", "setitimer", "pause"),
    asyncio.SelectorEventLoop: (
        *("add_signal_handler", "remove_signal_handler"),
        *("create_unix_connection", "create_unix_server"),
    ),
}
"""What Windows lacks of modules that it has, where the system's own library does not need it here."""


def _modules() -> Iterator[str]:
    """All of ours by their names."""
    for package in OURS:
        found = import_module(package)
        yield package
        yield from (each.name for each in walk_packages(found.__path__, f"{package}."))


def take_away() -> None:
    """What Windows lacks; our modules are those that are loaded without it."""
    asyncio.new_event_loop().close()  # from 3.14 on, the first one decides by the system's name which all are
    every = [name for name in _modules() if not name.endswith("__main__")]
    for name in every:
        import_module(name)
    for name in [each for each in sys.modules if each.partition(".")[0] in OURS]:
        del sys.modules[name]
    for name in MODULES:
        sys.modules[name] = None  # pyright: ignore[reportArgumentType]
    for where, names in NAMES.items():
        for name in names:
            delattr(where, name)
    locks: Any = ModuleType("msvcrt")
    locks.LK_NBLCK, locks.locking = 2, lambda _descriptor, _mode, _size: None
    sys.modules["msvcrt"] = locks
    sys.platform = "win32"
    for name in every:
        import_module(name)


if __name__ == "__main__":
    take_away()
    sys.exit(import_module("bot.__main__").main(sys.argv[1:]))

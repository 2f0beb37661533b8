"""A program that can write nowhere but in some folders, as in a container with a read-only file system.

`python -m tests.support.sandbox FOLDER ... -- PROGRAM ARGUMENT ...` becomes that program. The kernel sees to
it (Landlock, Linux 6.2 or newer), for the program and all that it starts, and no rights are needed for it.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_VERSION, _BENEATH_A_PATH = 1, 1
_NO_NEW_PRIVILEGES = 38
_WRITING = sum(1 << bit for bit in (1, *range(4, 15)))
"""Writing to files, and making, moving, cutting and removing whatever a folder can hold."""

_libc = ctypes.CDLL(None, use_errno=True)


def can_confine() -> bool:
    """Whether this kernel has what it takes."""
    return sys.platform == "linux" and _libc.syscall(_CREATE_RULESET, None, 0, _ASK_VERSION) >= 3


def confine(*folders: str) -> None:
    """From now on this process writes in these folders only. OSError if the kernel refuses."""
    handled = struct.pack("Q", _WRITING)
    rules = _checked(_libc.syscall(_CREATE_RULESET, handled, len(handled), 0))
    for folder in folders:
        place = os.open(folder, os.O_PATH)
        rule = struct.pack("=Qi", _WRITING, place)
        _checked(_libc.syscall(_ADD_RULE, rules, _BENEATH_A_PATH, rule, 0))
        os.close(place)
    _checked(_libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    _checked(_libc.syscall(_RESTRICT_SELF, rules, 0))
    os.close(rules)


def _checked(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def main(arguments: list[str]) -> None:
    """Confines this process and becomes the program that stands after "--"; it never returns."""
    end = arguments.index("--")
    confine(*arguments[:end])
    os.execvp(arguments[end + 1], arguments[end + 1 :])


if __name__ == "__main__":
    main(sys.argv[1:])

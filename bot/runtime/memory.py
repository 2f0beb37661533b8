"""What a process does with memory that is no longer used."""

from __future__ import annotations

import ctypes
import gc
import sys

# How glibc's allocator deals with memory that is no longer used. Elsewhere than on Linux nothing is done.

_TRIM, _MAPPED, _ARENAS = -1, -3, -8
"""glibc's numbers of three settings (malloc.h): how much free memory it keeps, from which size on it keeps
none, and in how many heaps threads may allocate.
"""
_KEPT = 32 * 1024 * 1024


def share_one_heap() -> None:
    """All threads allocate in the same heap; to be called before there are any.

    Pictures are read from their process by one thread and let go by another. With a heap for each thread,
    which is the usual way, what the one lets go is no use to the others: two thousand pictures left 75 MB
    behind. Python's lock lets one thread work at a time anyway, so that none has to wait for the heap.
    """
    _mallopt(_ARENAS, 1)


def keep_freed_memory() -> None:
    """Megabytes that are let go are kept for the next who needs as much, instead of being given back to the
    system and asked for again.
    """
    _mallopt(_MAPPED, _KEPT)
    _mallopt(_TRIM, 2 * _KEPT)


def begin_without_collecting() -> None:
    """Python looks for no garbage until `collect_from_now_on`: nearly all that a start makes stays, and to
    look through it again and again takes a sixth of the start.
    """
    gc.disable()


def collect_from_now_on() -> None:
    """What there is by now stays, and is not looked through any more: some presses would have to wait for
    that. Once, after `begin_without_collecting`.
    """
    if not gc.isenabled():
        gc.freeze()
        gc.enable()


def _mallopt(setting: int, value: int) -> None:
    if sys.platform == "linux":
        settle = getattr(ctypes.CDLL(None), "mallopt", None)  # other C libraries have none
        if settle is not None:
            settle(setting, value)

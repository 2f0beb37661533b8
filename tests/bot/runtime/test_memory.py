"""The heaps of a process in which several threads allocate, as glibc itself counts them."""

from __future__ import annotations

import gc
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from bot.runtime.memory import begin_without_collecting, collect_from_now_on

COUNTED = """
import ctypes, sys, threading
from bot.runtime.memory import share_one_heap

if sys.argv[1] == "shared":
    share_one_heap()
together = threading.Barrier(4)

def allocate():
    kept = [bytes(5_000) for _ in range(100)]
    together.wait()
    assert kept

threads = [threading.Thread(target=allocate) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
libc.malloc_info.argtypes = (ctypes.c_int, ctypes.c_void_p)
libc.fclose.argtypes = (ctypes.c_void_p,)
told = libc.fopen(sys.argv[2].encode(), b"w")
libc.malloc_info(0, told)
libc.fclose(told)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the setting is glibc's")
def test_threads_share_one_heap(tmp_path: Path) -> None:
    def heaps(how: str) -> int:
        told = tmp_path / how
        subprocess.run([sys.executable, "-c", COUNTED, how, str(told)], check=True)
        return told.read_text().count("<heap ")

    assert heaps("as usual") > 1
    assert heaps("shared") == 1


def test_what_a_start_makes_is_looked_through_neither_meanwhile_nor_later() -> None:
    frozen = gc.get_freeze_count()
    try:
        begin_without_collecting()
        assert not gc.isenabled()
        collect_from_now_on()
        assert gc.isenabled()
        assert gc.get_freeze_count() > frozen
        gc.unfreeze()
        collect_from_now_on()  # where garbage was collected all along nothing is kept for ever
        assert gc.get_freeze_count() == 0
    finally:
        gc.unfreeze()
        gc.enable()

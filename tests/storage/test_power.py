"""The power fails: what was acknowledged is there once, nothing by half, and the next start needs no help.

A small sample of what `python -m tests.soak power` tries ten thousand times.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from storage import StorageError, opened
from storage.sqlite import connection
from tests.soak.power import power_cuts
from tests.storage.make_database import DATABASES
from tests.storage.scenes import Evening, Upgrade
from tests.support.power_cut import SECTOR, Disk
from tests.support.sqlite_files import NotPossible, observed
from tests.support.trace import Enter, Event, Leave, Sync, SyncFolder, Trace, Truncate, Write, recording

pytestmark = pytest.mark.trial

OLDEST = DATABASES / "0001.sqlite3"


@pytest.fixture(autouse=True)
def sqlite_can_be_observed(tmp_path: Path) -> None:
    """Says why a test is skipped where it cannot."""
    try:
        with observed(Trace(tmp_path)):
            pass
    except NotPossible as why:
        pytest.skip(f"power cuts are not tried: {why}")


async def test_after_power_cuts_all_through_an_evening_everything_acknowledged_is_there(tmp_path: Path):
    await power_cuts(Evening(), Random(17), tmp_path, 40)


async def test_after_power_cuts_all_through_an_upgrade_the_next_start_upgrades(tmp_path: Path):
    await power_cuts(Upgrade(OLDEST), Random(17), tmp_path, 30)


async def test_a_storage_that_does_not_wait_for_the_disk_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    careless = [sql.replace("synchronous = FULL", "synchronous = OFF") for sql in connection.WRITING]
    monkeypatch.setattr(connection, "WRITING", tuple(careless))
    with pytest.raises((AssertionError, StorageError)):
        await power_cuts(Evening(), Random(17), tmp_path, 200)


async def test_a_folder_that_is_made_for_the_file_is_on_the_disk_before_the_file(tmp_path: Path):
    with recording(tmp_path) as above:
        async with opened(tmp_path / "data" / "tortuga.sqlite3"):
            pass
    assert above.events == [SyncFolder(begun=0)]


# What a disk may hold


def cuts(*events: Event, **before: bytes) -> set[tuple[tuple[str, bytes], ...]]:
    """All that was found after many power cuts at the end of these events."""
    disk = Disk(before)
    for event in events:
        disk.follow(event)
    dice = Random(17)
    return {tuple(sorted(disk.cut(dice).items())) for _cut in range(500)}


OLD, NEW = b"o" * SECTOR, b"n" * SECTOR


def test_what_was_synced_is_certain():
    assert cuts(Write(0, 0, NEW), Sync(0, 1), log=OLD) == {(("log", NEW),)}


def test_what_was_written_while_a_sync_went_on_is_not():
    assert cuts(Write(0, 0, NEW), Sync(0, 0), log=OLD) == {(("log", NEW),), (("log", OLD),)}


def test_writes_reach_the_disk_in_any_order_and_are_torn_between_sectors():
    found = cuts(Write(0, 0, NEW + NEW), Write(0, 2 * SECTOR, NEW), log=OLD * 3)
    assert found == {
        (("log", first + second + third),)
        for first in (OLD, NEW)
        for second in (OLD, NEW)
        for third in (OLD, NEW)
    }


def test_a_sector_that_was_written_twice_is_as_it_was_after_either_or_before():
    second = b"s" * SECTOR
    found = cuts(Write(0, 0, NEW), Write(0, 0, second), log=OLD)
    assert found == {(("log", content),) for content in (OLD, NEW, second)}


def test_a_file_that_grew_may_have_its_old_length_or_hold_zeros():
    assert cuts(Write(0, SECTOR, NEW), log=OLD) == {
        (("log", OLD),),
        (("log", OLD + NEW),),
        (("log", OLD + bytes(SECTOR)),),
    }


def test_a_file_that_was_cut_may_still_be_long():
    assert cuts(Truncate(0, 0), log=OLD) == {(("log", b""),), (("log", OLD),)}


def test_a_new_name_is_certain_when_its_folder_was_synced_and_not_by_a_sync_of_the_file():
    made = [Enter("log", 0), Write(0, 0, NEW), Sync(0, 2)]
    assert cuts(*made) == {(), (("log", NEW),)}
    assert cuts(*made, SyncFolder(3)) == {(("log", NEW),)}


def test_a_name_that_was_removed_may_be_back_with_all_it_held():
    assert cuts(Leave("log"), log=OLD) == {(), (("log", OLD),)}


def test_a_file_has_its_old_name_or_its_new_one():
    found = cuts(Enter("copy", 0, leaving="part"), part=OLD)
    assert found == {(("part", OLD),), (("copy", OLD),)}


# What is observed


async def test_a_trace_tells_the_files_to_the_last_byte(tmp_path: Path):
    folder = tmp_path / "live"
    folder.mkdir()
    with recording(folder) as trace:
        await Evening().play(trace, Random(17))
    disk = Disk(trace.before)
    for event in trace.events:
        disk.follow(event)
    for number in {event.file for event in trace.events if isinstance(event, Enter)}:
        disk.follow(Sync(number, len(trace.events)))
    disk.follow(SyncFolder(len(trace.events)))
    assert disk.cut(Random(17)) == {file.name: file.read_bytes() for file in folder.iterdir()}


WATCHED = """
import asyncio, sys
from pathlib import Path
from random import Random
from tests.storage.scenes import Upgrade
from tests.support.trace import recording, told

folder, scene = Path(sys.argv[1]), Upgrade(Path(sys.argv[2]))
scene.prepare(folder)
with recording(folder) as trace:
    asyncio.run(scene.play(trace, Random(17)))
print(*told(trace), sep="\\n")
"""


async def test_the_trace_is_what_the_kernel_was_asked_for(tmp_path: Path):
    if not await asyncio.to_thread(may_trace):
        pytest.skip("no strace here that may be used: the trace is not compared with what the kernel sees")
    (folder := tmp_path.resolve() / "live").mkdir()
    calls = "pwrite64,ftruncate,fsync,fdatasync,unlink"
    strace = ["strace", "-f", "-y", "-s", "0", "-e", f"trace={calls}", "-o", str(tmp_path / "calls")]
    child = [sys.executable, "-c", WATCHED, str(folder), str(OLDEST)]
    ran = await asyncio.to_thread(subprocess.run, strace + child, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    seen = list(kernel_calls((tmp_path / "calls").read_text(), folder))
    assert len(seen) > 100
    assert ran.stdout.splitlines() == seen


def may_trace() -> bool:
    """Whether there is an strace, and a process may be traced."""
    return bool(shutil.which("strace")) and not subprocess.run(["strace", "-o/dev/null", "true"]).returncode


def kernel_calls(strace: str, folder: Path) -> Iterator[str]:
    """What strace saw being done to the folder's files, in the words of `told`."""
    begun: dict[str, str] = {}
    for line in strace.splitlines():
        thread, call = line.split(maxsplit=1)
        if call.endswith("<unfinished ...>"):
            begun[thread] = call.removesuffix("<unfinished ...>")
            continue
        if resumed := re.match(r"<\.\.\. \w+ resumed>(.*)", call):
            call = begun.pop(thread) + resumed[1]
        match = re.match(rf'(\w+)\((?:\d+<|"){folder}/?([^>"]*)[>"](?:, )?(.*)\)\s+= (?!-1)', call)
        if match is None or match[2].endswith(("-shm", ".lock")):  # which hold nothing
            continue
        kind, name, rest = match.groups()
        match kind:
            case "pwrite64":
                _data, size, at = map(str.strip, rest.split(","))
                yield f"write {name} {at} {size}"
            case "ftruncate":
                yield f"cut {name} {rest.strip()}"
            case "unlink":
                yield f"remove {name}"
            case _:
                yield f"sync {name or 'folder'}"

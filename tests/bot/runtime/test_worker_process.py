"""A worker process: what is called there, what comes back, and what happens if either end dies."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.runtime import worker_process
from bot.runtime.log_context import trace
from bot.runtime.worker import packed
from bot.runtime.worker_process import ATTEMPTS, WorkerPool, WorkerProcess
from tests.support.errands import (
    announced_until,
    die,
    doubled,
    fail,
    fail_unreadably,
    who,
    written,
)
from tests.support.idle import until

pytestmark = pytest.mark.begins_workers


@pytest.fixture
async def worker() -> AsyncIterator[WorkerProcess]:
    there = WorkerProcess("tests")
    yield there
    there.close()


async def under_way(worker: WorkerProcess | WorkerPool, folder: Path) -> tuple[asyncio.Task[int], int, Path]:
    """A call that has begun and goes on until the file is there: the call, its process, the file."""
    began, may_end = folder / "began", folder / "may end"
    call = asyncio.create_task(worker.run(announced_until, str(began), str(may_end)))
    return call, await there(began), may_end


async def there(path: Path) -> int:
    """The process that has written its number there."""
    await until(lambda: path.exists() and path.read_text())
    return int(path.read_text())


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


def children() -> set[int]:
    """The processes of this one that are not over."""
    told = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text()
    return {process for process in map(int, told.split()) if alive(process)}


async def test_what_is_called_there_is_worked_out_in_one_other_process(worker: WorkerProcess) -> None:
    first = await worker.run(who)
    assert first != os.getpid()
    assert await worker.run(who) == first
    assert os.getpriority(os.PRIO_PROCESS, first) == os.getpriority(os.PRIO_PROCESS, 0)


async def test_it_stands_back_as_far_as_it_is_told() -> None:
    worker = WorkerProcess("tests", niceness=3)
    process = await worker.run(who)
    here = os.getpriority(os.PRIO_PROCESS, 0)  # which somebody may have put last already
    assert os.getpriority(os.PRIO_PROCESS, process) == min(19, here + 3)
    worker.close()


@pytest.mark.parametrize("size", [0, 1, 100_000, 5_000_000])
async def test_large_and_small_things_come_back_whole(worker: WorkerProcess, size: int) -> None:
    assert await worker.run(doubled, "ab" * size) == "ab" * size * 2


async def test_whoever_asks_at_once_is_answered_each_for_himself(worker: WorkerProcess) -> None:
    words = [str(number) * 1000 for number in range(50)]
    assert await asyncio.gather(*(worker.run(doubled, word) for word in words)) == [
        word * 2 for word in words
    ]


async def test_an_error_comes_back_with_where_it_was_raised_and_without_its_words(
    worker: WorkerProcess,
) -> None:
    with pytest.raises(LookupError, match="PARROT") as caught:
        await worker.run(fail, "parrot")
    told = trace(caught.value)
    assert "in fail" in told
    assert "PARROT" not in told


async def test_an_error_that_cannot_be_read_here_is_one_all_the_same(worker: WorkerProcess) -> None:
    with pytest.raises(RuntimeError, match=r"^Unreadable$") as caught:
        await worker.run(fail_unreadably)
    assert "in fail_unreadably" in trace(caught.value)
    assert await worker.run(doubled, "a") == "aa"


async def test_one_that_is_given_up_before_its_turn_is_never_called(
    worker: WorkerProcess, tmp_path: Path
) -> None:
    path = tmp_path / "words"
    long, _process, may_end = await under_way(worker, tmp_path)
    given_up = asyncio.create_task(worker.run(written, str(path), "no"))
    kept = asyncio.create_task(worker.run(written, str(path), "yes"))
    await asyncio.sleep(0)
    given_up.cancel()
    may_end.touch()
    await asyncio.gather(long, kept)
    assert path.read_text() == "yes"


async def test_one_that_is_given_up_in_the_middle_leaves_the_others_their_own_answers(
    worker: WorkerProcess, tmp_path: Path
) -> None:
    given_up, process, may_end = await under_way(worker, tmp_path)
    given_up.cancel()
    may_end.touch()
    assert await worker.run(doubled, "a") == "aa"
    assert await worker.run(who) == process


async def test_a_process_that_is_killed_in_the_middle_is_replaced_and_asked_again(
    worker: WorkerProcess, tmp_path: Path
) -> None:
    asked, killed, may_end = await under_way(worker, tmp_path)
    waiting = asyncio.create_task(worker.run(doubled, "a"))
    os.kill(killed, signal.SIGKILL)
    may_end.touch()
    assert await asked != killed
    assert await waiting == "aa"


async def test_what_kills_each_process_is_an_error_in_the_end(worker: WorkerProcess) -> None:
    with pytest.raises(RuntimeError, match="keeps dying"):
        await worker.run(die)
    assert ATTEMPTS > 1
    assert await worker.run(doubled, "a") == "aa"


async def test_closing_ends_the_process_and_gives_up_what_waits(
    worker: WorkerProcess, tmp_path: Path
) -> None:
    asked, process, _never = await under_way(worker, tmp_path)
    waiting = asyncio.create_task(worker.run(who))
    await asyncio.sleep(0)
    worker.close()
    assert not alive(process)
    answers = await asyncio.gather(asked, waiting, return_exceptions=True)
    assert [type(answer) for answer in answers] == [asyncio.CancelledError] * 2
    assert await worker.run(who) != process


async def test_closing_while_the_process_is_being_begun_leaves_none_behind(worker: WorkerProcess) -> None:
    there_before = children()
    asked = asyncio.create_task(worker.run(who))
    await asyncio.sleep(0)  # it is on its way
    begun = children() - there_before
    worker.close()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert begun
    assert not begun & children()


async def test_a_pool_begins_another_process_only_while_all_before_it_are_busy(tmp_path: Path) -> None:
    pool = WorkerPool("tests", 2)
    first = await pool.run(who)
    assert await pool.run(who) == first
    long, _process, may_end = await under_way(pool, tmp_path)
    second = await pool.run(who)
    assert second != first
    assert not long.done()
    may_end.touch()
    assert await long == first
    assert await pool.run(who) == first
    pool.close()
    assert not alive(first)
    assert not alive(second)


async def test_a_pool_of_one_does_everything_in_one_process() -> None:
    pool = WorkerPool("tests", 1)
    assert len(set(await asyncio.gather(*(pool.run(who) for _each in range(5))))) == 1
    pool.close()


PARENT = """
import asyncio, sys
sys.path.insert(0, sys.argv[1])
from bot.runtime.worker_process import WorkerProcess
from tests.support.errands import announced_until
asyncio.run(WorkerProcess("tests").run(announced_until, sys.argv[2], sys.argv[2] + " never"))
"""


async def test_a_process_ends_with_the_one_it_works_for_even_in_the_middle(tmp_path: Path) -> None:
    began = tmp_path / "began"
    root = str(Path(__file__).parents[3])
    parent = await asyncio.create_subprocess_exec(sys.executable, "-c", PARENT, root, str(began))
    worker = await there(began)
    parent.kill()
    await parent.wait()
    await until(lambda: not alive(worker))


WORKER = """
import sys
from bot.runtime import worker
worker._exit_with_parent = lambda calls: None  # the one that would be quicker, or not
worker.serve(0)
"""


@pytest.mark.parametrize("sent", [1.0, 0.5])
async def test_a_process_whose_bot_is_killed_ends_without_a_word(sent: float) -> None:
    """In the middle of a call, or of the bytes that make it."""
    ours, theirs = socket.socketpair()
    with theirs:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", WORKER, stdin=theirs.fileno(), stderr=asyncio.subprocess.PIPE
        )
    call = packed(pickle.dumps((doubled, ("7" * 1_000_000,))))
    ours.sendall(call[: int(len(call) * sent)])
    ours.close()  # as the system does for a process that was killed: what was sent to it is refused
    _output, words = await process.communicate()
    assert words == b""
    assert process.returncode == 0


async def test_where_there_can_be_no_process_a_thread_does_the_work(
    worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_process, "HAS_PROCESSES", False)
    assert await worker.run(who) == os.getpid()
    assert await worker.run(doubled, "ahoy") == "ahoyahoy"
    with pytest.raises(ValueError, match="parrot"):
        await worker.run(int, "parrot")


@pytest.mark.parametrize("work", ["bot.tournaments.formats.engine", "bot.tables.robot_work"])
def test_a_process_that_works_loads_nothing_of_what_asks_it(work: str) -> None:
    loaded = f"import sys, bot.runtime.worker, {work}; print({{'asyncio', 'structlog'}} & {{*sys.modules}})"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"

"""What tests let a worker process do. It loads this and nothing of the tests that ask: pytest would take four
times as long to load as all else that it needs.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path


def who() -> int:
    """The number of the process."""
    return os.getpid()


def doubled(text: str) -> str:
    """The text, and the same text after it, as one."""
    return text + text


def announced_until(began: str, may_end: str) -> int:
    """The number of the process. That it has begun is seen by the first file; it ends with the second."""
    from tests.support.idle import wait_for_file

    Path(began).write_text(str(os.getpid()))
    wait_for_file(Path(may_end))
    return os.getpid()


def written(path: str, word: str) -> None:
    """Add the word to a file."""
    with open(path, "a") as file:
        file.write(word)


def fail(word: str) -> None:
    """Raise an error that says the word."""
    raise LookupError(word.upper())


class Unreadable(Exception):
    """Cannot be made again from what is pickled of it."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(one + other)


def fail_unreadably() -> None:
    """Raise an error that nobody can read who is sent it."""
    raise Unreadable("the", "hand")


def die() -> None:
    """End as a process does that is killed."""
    os.kill(os.getpid(), signal.SIGKILL)

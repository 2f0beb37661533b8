"""The program of a worker process: it calls what it is asked to call, one call after another.

It imports this and what its work needs, and not what starts and asks it (`bot.runtime.worker_process`):
asyncio and the log would weigh fifteen megabytes in each.

Both ways over its standard input, which is a socket: eight bytes that say how many follow, then a pickle.
A call is (function, arguments), its answer (True, result) or (False, (error, where it was raised)).
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import socket
import sys
import threading
import traceback
from contextlib import suppress
from struct import Struct

SIZE = Struct(">Q")
"""Stands before each message between processes: how many bytes follow, as eight bytes."""


def packed(message: bytes) -> bytes:
    """The message with its size before it."""
    return SIZE.pack(len(message)) + message


def serve(niceness: int) -> None:
    """Attend to calls until whoever asks is gone. `niceness`: how far to stand back, 0 to 19."""
    os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to both; the bot ends in its own way
    calls = socket.socket(fileno=0)
    threading.Thread(target=_exit_with_parent, args=(calls,), daemon=True).start()
    # Whoever asks may be gone in the middle of a call: then there is nothing to do, and nobody to tell.
    with suppress(ConnectionError), calls.makefile("rb") as reader:
        while head := reader.read(SIZE.size):
            calls.sendall(packed(answered(reader.read(*SIZE.unpack(head)))))


def answered(call: bytes) -> bytes:
    """What comes of a call, both as they travel."""
    try:
        function, arguments = pickle.loads(call)
        return pickle.dumps((True, function(*arguments)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        where = "".join(traceback.format_tb(error.__traceback__))
        try:
            failed = pickle.dumps((False, (error, where)))
            pickle.loads(failed)  # not every error that can be pickled can be read again
        except Exception:
            failed = pickle.dumps((False, (RuntimeError(type(error).__name__), where)))
        return failed


def _exit_with_parent(calls: socket.socket) -> None:
    """In the middle of a call too, and if the parent was killed."""
    gone = select.poll()
    gone.register(calls, 0)  # that the other end is closed is told without being asked for
    gone.poll()
    os._exit(0)


if __name__ == "__main__":
    serve(int(sys.argv[1]))

"""Finds a port of this machine on which nothing listens."""

from __future__ import annotations

import socket


def free_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]

"""Names: of tables, short enough to type, and of robots, so that nobody takes them for people."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""No letter or digit that is read as another."""

ROBOTS = (
    "Rusty Nell",
    "Tin Rufus",
    "Clockwork Olga",
    "Brass Ben",
    "Copper Kate",
    "Piston Pete",
    "Sprocket Sue",
    "Magnet Max",
    "Rivet Rose",
    "Cog Caspar",
)


def table_id() -> str:
    """A new table's id: six characters that are easy to read aloud."""
    return "".join(secrets.choice(ALPHABET) for _ in range(6))


def rematch_id(table: str) -> str:
    """The id of the table at which the players of `table` meet again: always the same one."""
    digest = hashlib.sha256(f"rematch of {table}".encode()).digest()
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:6])


def pod_table_id(tournament: str, round: int, draw: int, pod: int) -> str:
    """The id of a tournament's pod's table: always the same one, and another for each draw of a round."""
    digest = hashlib.sha256(f"tournament {tournament} round {round} draw {draw} pod {pod}".encode()).digest()
    # Longer than others' names: where one is taken already, there is no other to be had.
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:8])


def robot_name(taken: Collection[str]) -> str:
    """A robot's name that nobody at the table has yet."""
    free = [name for name in ROBOTS if name not in taken]
    return free[0] if free else f"{ROBOTS[0]} {len(taken)}"

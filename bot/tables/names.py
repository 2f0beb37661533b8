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


LENGTH_OF_A_POD = 8
"""Characters: nobody types these, and there are too many for one to be another table's by chance."""


def pod_table_id(tournament: str, round: int, draw: int, pod: int) -> str:
    """The id of the table at which a tournament's pod plays: always the same one."""
    digest = hashlib.sha256(f"round {round} draw {draw} pod {pod} of {tournament}".encode()).digest()
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:LENGTH_OF_A_POD])


def robot_name(taken: Collection[str]) -> str:
    """A robot's name that nobody at the table has yet."""
    free = [name for name in ROBOTS if name not in taken]
    return free[0] if free else f"{ROBOTS[0]} {len(taken)}"

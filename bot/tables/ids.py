"""Ids that people read aloud, of tables, tournaments, drafts and errors: drawn by chance, or from a name."""

from __future__ import annotations

import hashlib
import secrets

ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""No letter or digit that is read as another."""


def new_id() -> str:
    """A new id: six characters that are easy to read aloud."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(6))


def id_of(named: str, length: int) -> str:
    """The id of what is named so, of so many characters (at most 32): always the same one."""
    digest = hashlib.sha256(named.encode()).digest()
    return "".join(ID_ALPHABET[byte % len(ID_ALPHABET)] for byte in digest[:length])


def rematch_id(table: str) -> str:
    """The id of the table at which the players of `table` meet again: always the same one."""
    return id_of(f"rematch of {table}", 6)


def pod_table_id(tournament: str, round: int, draw: int, pod: int, again: int = 0) -> str:
    """The id of a tournament's pod's table: always the same one, and another for each draw of a round, and
    each time that the pod is played `again`.
    """
    named = f"tournament {tournament} round {round} draw {draw} pod {pod}" + (f" again {again}" * bool(again))
    # Longer than others' names: where one is taken already, there is no other to be had.
    return id_of(named, 8)

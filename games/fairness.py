"""From a committed secret to every deal: how the shuffle is made so that anybody can check it afterwards.

`docs/fairness.md` says the same for people, with a few lines of plain Python that deal a game again. What
stands there is fixed for ever: finished games must be dealt alike by every later version.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Sequence
from struct import unpack

SECRET_BYTES = 32
"""256 bits: nobody guesses it, and its commitment gives nothing away."""


def new_secret() -> bytes:
    """A fresh secret of 32 bytes, from the operating system."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What is shown before anybody joins: the secret's SHA-256, as 64 hexadecimal digits."""
    return hashlib.sha256(secret).hexdigest()


def game_seed(secret: bytes, joins: Sequence[str | int], cuts: Sequence[tuple[str | int, str]]) -> bytes:
    """The game's seed, 32 bytes: a hash of the secret, of who joined, and of the words that players cut with.

    `joins`: the ids of the presses that took the seats, in the order of joining. `cuts`: who, and which word,
    in the order in which they are shown with the proof. Ids count as text, so that 12 and "12" are the same.

    What is hashed is the ASCII JSON array [secret in hex, [join, ...], [[who, word], ...]] without spaces:
    every list has its ends, so that no two tables are written alike, and every character of a word has one
    spelling.
    """
    story = [secret.hex(), [str(join) for join in joins], [[str(who), word] for who, word in cuts]]
    return hashlib.sha256(json.dumps(story, separators=(",", ":")).encode("ascii")).digest()


def shuffled(seed: bytes, label: str, count: int) -> tuple[int, ...]:
    """The numbers 0 to `count` - 1 in an order drawn from the seed, another one for each label.

    SHAKE-256 of seed and label gives each number 64 bits, the first eight bytes to 0 and so on; they are
    sorted by them. It is the same on every machine and in every version of Python, which
    `random.Random.shuffle` does not promise.
    """
    bits = hashlib.shake_256(seed + label.encode()).digest(8 * count)
    drawn = list(unpack("8s" * count, bits))  # a list gives its items to `sorted` faster than a tuple
    return tuple(sorted(range(count), key=drawn.__getitem__))


def seat_order(seed: bytes, players: int) -> tuple[int, ...]:
    """Who sits where: `seat_order(...)[seat]` counts in the order of joining, from 0."""
    return shuffled(seed, "seats", players)

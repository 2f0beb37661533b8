"""The public beacon that a tournament's draw may take in: the rounds of drand's network "quicknet".

Whether a value is right is worked out without asking anybody; `fetch` alone asks, at an operator's address.
"""

from __future__ import annotations

import hashlib
import re
from math import ceil

import aiohttp
import msgspec
import structlog
from py_arkworks_bls12381 import GT, G1Point, G2Point

from bot.tournaments.pairing.event import Beacon

log = structlog.get_logger(__name__)

# As drand tells of the network: https://github.com/drand/drand-docs, blog/2023-10-16-quicknet-is-live.md
CHAIN = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
PUBLIC_KEY = (
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
)
GENESIS, PERIOD = 1_692_803_367, 3
"""When round 1 came, in Unix seconds, and how many seconds later each further one does."""
SIGNED_AS = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
"""Its scheme, bls-unchained-g1-rfc9380, as RFC 9380 names how messages become points."""
PUBLISHED_AT = "https://api.drand.sh"
"""Where people find the values. Nothing is asked there: an operator may set an address (BEACON_URL)."""
PATIENCE = 60.0
"""Seconds for which a value is asked for before the organiser has to see to it."""
SLOWEST_ANSWER = 5.0
"""Seconds that one answer may take."""


class _Answer(msgspec.Struct):
    """A round as drand tells it: the signature, and where it says so the number and the signature's hash."""

    signature: str
    round: int | None = None
    randomness: str | None = None


def round_at(at: float) -> int:
    """The first round that comes in this second (Unix time) or after it: before, nobody knows its value."""
    return max(1, 1 - (GENESIS - ceil(at)) // PERIOD)


def beacon_at(at: float) -> Beacon:
    """The beacon of a tournament that starts then, in Unix seconds; its value is yet to come."""
    return Beacon(ceil(at), round_at(at))


def address(base: str, round: int) -> str:
    """Where the round's value stands at this base address."""
    return f"{base.rstrip('/')}/{CHAIN}/public/{round}"


def is_signed(round: int, signature: str) -> bool:
    """Whether it is quicknet's signature of that round, by the network's public key."""
    if not (0 < round < 1 << 64 and re.fullmatch("[0-9a-f]{96}", signature)):
        return False
    try:
        point = G1Point.from_compressed_bytes(bytes.fromhex(signature))
    except ValueError:  # no point of the curve
        return False
    message = hashlib.sha256(round.to_bytes(8, "big")).digest()
    signed, key = G1Point.hash_to_curve(message, SIGNED_AS), bytes.fromhex(PUBLIC_KEY)
    return GT.pairing_check([point, -signed], [G2Point(), G2Point.from_compressed_bytes(key)])


def signature_in(given: str, round: int) -> str:
    """The round's signature, out of drand's answer (JSON) or alone; empty if that is not this round's."""
    try:
        told = msgspec.json.decode(given, type=_Answer) if "{" in given else _Answer(given.strip())
    except (ValueError, RecursionError):
        return ""
    signature = told.signature.lower()
    if told.round not in (None, round) or not is_signed(round, signature):
        return ""
    made = hashlib.sha256(bytes.fromhex(signature)).hexdigest()
    return signature if told.randomness in (None, made) else ""


async def fetch(base: str, round: int) -> str:
    """The round's signature from this base address; empty if it is not there, or is not right."""
    timeout = aiohttp.ClientTimeout(total=SLOWEST_ANSWER)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.get(address(base, round), allow_redirects=False) as answer,
        ):
            return signature_in((await answer.read()).decode(errors="replace"), round)
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        log.warning("the beacon's value cannot be fetched", round=round, why=type(error).__name__)
        return ""

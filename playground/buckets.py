"""Rate limits: a bucket for each kind of request and place, and one for everything.

Discord publishes few of its figures; those here are what its headers have been seen to say. With limits
switched off the headers still come (discord.py sends one request at a time on a route that has none) and
promise plenty.
"""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import md5


@dataclass(frozen=True, slots=True)
class Limit:
    """So many requests in so many seconds."""

    requests: int
    seconds: float


GLOBAL = Limit(50, 1.0)
DEFAULT = Limit(10, 1.0)
PLENTY = Limit(1_000_000, 1.0)

# By method and template of the path; whatever is not named has DEFAULT.
LIMITS = {
    "POST /channels/{channel_id}/messages": Limit(5, 5.0),
    "PATCH /channels/{channel_id}/messages/{message_id}": Limit(5, 5.0),
    "DELETE /channels/{channel_id}/messages/{message_id}": Limit(5, 1.0),
    "GET /channels/{channel_id}/messages": Limit(5, 1.0),
    "GET /channels/{channel_id}/messages/{message_id}": Limit(5, 1.0),
    "POST /channels/{channel_id}/messages/{message_id}/threads": Limit(50, 300.0),
    "POST /channels/{channel_id}/threads": Limit(50, 300.0),
    "POST /channels/{channel_id}/typing": Limit(5, 5.0),
    "PATCH /channels/{channel_id}": Limit(5, 15.0),
    "POST /users/@me/channels": Limit(10, 10.0),
    "PUT /applications/{application_id}/commands": Limit(2, 60.0),
    "PUT /applications/{application_id}/guilds/{guild_id}/commands": Limit(2, 60.0),
    "POST /webhooks/{webhook_id}/{webhook_token}": Limit(5, 2.0),
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original": Limit(5, 2.0),
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": Limit(5, 2.0),
}
# Renaming a channel or giving it a topic has a hidden limit of its own.
RENAMES = Limit(2, 600.0)

MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token", "interaction_id")


@dataclass(slots=True)
class Window:
    """What is left of a limit until it starts anew."""

    left: int
    until: float


@dataclass(frozen=True, slots=True)
class Ticket:
    """What a request was told about its bucket; `wait` is set (in seconds) when it came too soon."""

    headers: dict[str, str]
    wait: float | None = None
    is_global: bool = False


class Buckets:
    """Counts requests. `now` gives the time in seconds; without `enforce` nothing is ever refused."""

    def __init__(self, now: Callable[[], float], enforce: bool) -> None:
        self._now = now
        self._enforce = enforce
        self._windows: dict[str, Window] = {}
        self._hashes: dict[str, str] = {}

    def take(self, route: str, params: dict[str, str], exempt: bool) -> Ticket:
        """Counts a request against its bucket and, unless `exempt`, against the global one."""
        if not self._enforce:
            return Ticket(self._headers(route, PLENTY, PLENTY.requests - 1, 1.0))
        if not exempt and (wait := self._count("global", GLOBAL)[1]) is not None:
            return Ticket({}, wait, is_global=True)
        limit = LIMITS.get(route, DEFAULT)
        return self._ticket(route, limit, f"{route} {self._major(params)}")

    def take_rename(self, channel_id: str) -> float | None:
        """Counts a renaming against its hidden limit; the seconds to wait if it came too soon."""
        return self._count(f"rename {channel_id}", RENAMES)[1] if self._enforce else None

    def _ticket(self, route: str, limit: Limit, key: str) -> Ticket:
        left, wait = self._count(key, limit)
        reset_after = self._windows[key].until - self._now()
        return Ticket(self._headers(route, limit, left, max(reset_after, 0.001)), wait)

    def _count(self, key: str, limit: Limit) -> tuple[int, float | None]:
        """How many are left after this one, and how long to wait if there was none left for it."""
        now = self._now()
        window = self._windows.get(key)
        if window is None or now >= window.until:
            if len(self._windows) > 10_000:
                self._windows = {k: w for k, w in self._windows.items() if w.until > now}
            window = self._windows[key] = Window(limit.requests, now + limit.seconds)
        if window.left == 0:
            return 0, window.until - now
        window.left -= 1
        return window.left, None

    @staticmethod
    def _major(params: dict[str, str]) -> str:
        return "+".join(params[name] for name in MAJOR if name in params)

    def _headers(self, route: str, limit: Limit, left: int, reset_after: float) -> dict[str, str]:
        bucket = self._hashes.get(route)
        if bucket is None:
            bucket = self._hashes[route] = md5(route.encode(), usedforsecurity=False).hexdigest()
        return {
            "X-RateLimit-Limit": str(limit.requests),
            "X-RateLimit-Remaining": str(left),
            "X-RateLimit-Reset": f"{self._now() + reset_after:.3f}",
            "X-RateLimit-Reset-After": f"{reset_after:.3f}",
            "X-RateLimit-Bucket": bucket,
        }

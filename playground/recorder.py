"""What the bot asked and what it was answered, for tests to look at; and every answer that told it off."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec


@dataclass(frozen=True, slots=True)
class Request:
    """A request as it came in. `template` is the path with its parameters' names, as Discord's documents
    write it; `ordered` tells that a test had ordered this answer, or that there is none.
    """

    method: str
    template: str
    path: str
    query: dict[str, str]
    body: bytes
    files: tuple[str, ...]
    status: int
    answer: bytes
    ordered: bool = False

    @property
    def json(self) -> Any:
        """The body (of a form with files: its payload_json), None if there was none."""
        return msgspec.json.decode(self.body) if self.body else None

    @property
    def route(self) -> str:
        return f"{self.method} {self.template}"


@dataclass(frozen=True, slots=True)
class Violation:
    """An answer of 400 or above, with Discord's code and the reason in words; whether a test ordered it."""

    method: str
    path: str
    status: int
    code: int
    reason: str
    ordered: bool = False


class Recorder:
    """Keeps the latest `keep` requests and violations (None: all), and tells who listens of each request."""

    def __init__(self, keep: int | None) -> None:
        self.requests: deque[Request] = deque(maxlen=keep)
        self.violations: deque[Violation] = deque(maxlen=keep)
        self.listeners: list[Callable[[Request], None]] = []

    def note(self, request: Request) -> None:
        self.requests.append(request)
        if request.status >= 400:
            self.violations.append(_violation(request))
        for listener in self.listeners:
            listener(request)


def _violation(request: Request) -> Violation:
    answer = msgspec.json.decode(request.answer)
    reason = answer["message"]
    if errors := answer.get("errors"):
        reason += ": " + "; ".join(_reasons(errors, ""))
    return Violation(request.method, request.path, request.status, answer["code"], reason, request.ordered)


def _reasons(errors: dict[str, Any], at: str) -> list[str]:
    found = [f"{at.strip('.')}: {error['message']}" for error in errors.get("_errors", ())]
    for key, branch in errors.items():
        if key != "_errors":
            found += _reasons(branch, f"{at}.{key}")
    return found

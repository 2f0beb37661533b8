"""The REST API over HTTP: reads a request, sees to limits, token and ordered faults, and writes Discord's
answer.
"""

import asyncio
import logging
import mimetypes
import re

import msgspec
from aiohttp import BodyPartReader, web

from playground.backend import Backend
from playground.errors import (
    INVALID_JSON,
    RATE_LIMITED,
    UNAUTHORIZED,
    DiscordError,
    NotModelled,
    too_many,
)
from playground.model import StoredFile
from playground.recorder import Request
from playground.rest import ROUTES
from playground.rest.router import Call, Route

# Exactly like this: under any other Content-Type discord.py does not read JSON.
JSON = {"Content-Type": "application/json"}
_UPLOAD = re.compile(r"^files\[(\d+)\]$")
_log = logging.getLogger(__name__)


class Incoming(msgspec.Struct):
    """A request as it was read: `raw` is the JSON in it, `files` what came beside it."""

    method: str
    path: str
    query: dict[str, str]
    token: str
    raw: bytes = b""
    files: dict[int, StoredFile] = {}


class Outcome(msgspec.Struct):
    status: int
    body: bytes
    headers: dict[str, str]


class Endpoint:
    """Answers everything below the API's address."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend

    async def answer(self, request: web.BaseRequest, path: str) -> web.StreamResponse:
        """The answer to a request; `path` is what follows the API's address."""
        outcome = await self.outcome(await _read(request, path))
        if outcome is None:
            if request.transport:
                request.transport.abort()
            return web.Response()
        return web.Response(body=outcome.body or None, status=outcome.status, headers=outcome.headers)

    async def outcome(self, incoming: Incoming) -> Outcome | None:
        """What a request comes to, however it came. None: the connection breaks, so that the bot never learns
        what became of it.
        """
        path = incoming.path
        found = ROUTES.find(incoming.method, path)
        if found is None:
            return self._noted(incoming, path, _gap(f"{incoming.method} {path}"))
        route, params = found
        fault = self.backend.faults.due(incoming.method, route.template, path)
        if fault is None:
            return self._noted(incoming, route.template, self._done(incoming, route, params))
        done = self._done(incoming, route, params) if fault.after_doing else None
        await asyncio.sleep(fault.seconds)
        if fault.breaks:
            self._note(incoming, route.template, 0, b"", ordered=True)
            return None
        if fault.refusal:
            return self._noted(incoming, route.template, _refused(fault.refusal), ordered=True)
        return self._noted(incoming, route.template, done or self._done(incoming, route, params))

    def _done(self, incoming: Incoming, route: Route, params: dict[str, str]) -> Outcome:
        """Carries the request out; a refusal is an outcome too."""
        ticket = self.backend.buckets.take(route.key, params, route.exempt)
        try:
            if ticket.wait is not None:
                raise too_many(RATE_LIMITED, ticket.wait, "global" if ticket.is_global else "user")
            if not route.open and incoming.token != f"Bot {self.backend.token}":
                raise DiscordError(UNAUTHORIZED)
            outcome = self._handled(incoming, route, params)
        except DiscordError as refusal:
            outcome = _refused(refusal)
        except NotModelled as gap:
            outcome = _gap(str(gap))
        outcome.headers |= ticket.headers
        return outcome

    def _handled(self, incoming: Incoming, route: Route, params: dict[str, str]) -> Outcome:
        call = Call(self.backend, route, params, incoming.query, _decoded(incoming.raw), incoming.files)
        answer = route.handler(call)
        if answer is None:
            return Outcome(204, b"", {})
        return Outcome(route.status, msgspec.json.encode(answer), dict(JSON))

    def _noted(
        self, incoming: Incoming, template: str, outcome: Outcome, *, ordered: bool = False
    ) -> Outcome:
        self._note(incoming, template, outcome.status, outcome.body, ordered)
        return outcome

    def _note(self, incoming: Incoming, template: str, status: int, body: bytes, ordered: bool) -> None:
        names = tuple(file.filename for file in incoming.files.values())
        asked = incoming.method, template, incoming.path, incoming.query, incoming.raw, names
        self.backend.recorder.note(Request(*asked, status, body, ordered))


def _refused(refusal: DiscordError) -> Outcome:
    return Outcome(refusal.refusal.status, msgspec.json.encode(refusal.body()), JSON | refusal.headers)


def _gap(what: str) -> Outcome:
    message = f"The playground does not model {what}; see playground/README.md."
    _log.error(message)
    return Outcome(501, msgspec.json.encode({"message": message, "code": 0}), dict(JSON))


def _decoded(raw: bytes) -> object:
    if not raw:
        return {}
    try:
        return msgspec.json.decode(raw)
    except msgspec.DecodeError as error:
        raise DiscordError(INVALID_JSON) from error


async def _read(request: web.BaseRequest, path: str) -> Incoming:
    incoming = Incoming(request.method, path, dict(request.query), request.headers.get("Authorization", ""))
    if request.content_type == "multipart/form-data":
        await _read_form(request, incoming)
    elif request.body_exists:
        incoming.raw = await request.read()
    return incoming


async def _read_form(request: web.BaseRequest, incoming: Incoming) -> None:
    incoming.files = {}
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader), "a form within a form"
        if part.name == "payload_json":
            incoming.raw = bytes(await part.read())
        elif upload := _UPLOAD.match(part.name or ""):
            content = bytes(await part.read(decode=False))
            incoming.files[int(upload[1])] = StoredFile(
                part.filename or "file", _kind_of(part.filename), content
            )


def _kind_of(filename: str | None) -> str:
    return mimetypes.guess_type(filename or "")[0] or "application/octet-stream"

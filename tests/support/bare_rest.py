"""Discord's REST API called without a library in between, so that a refusal is seen exactly as it was
answered.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp

from playground import Playground


@dataclass(frozen=True)
class Answer:
    status: int
    json: Any
    headers: dict[str, str]

    @property
    def code(self) -> int | None:
        """Discord's error code, None where the request was done."""
        return self.json.get("code") if isinstance(self.json, dict) and self.status >= 400 else None

    @property
    def refusal(self) -> tuple[int, int | None]:
        return self.status, self.code

    def error_codes(self) -> dict[str, list[str]]:
        """The codes of a form's errors by the place where they stand, its steps joined by dots."""
        found: dict[str, list[str]] = {}
        _gather(self.json.get("errors", {}), "", found)
        return found


def _gather(tree: dict[str, Any], at: str, found: dict[str, list[str]]) -> None:
    if "_errors" in tree:
        found[at] = [error["code"] for error in tree["_errors"]]
    for key, branch in tree.items():
        if key != "_errors":
            _gather(branch, f"{at}.{key}".strip("."), found)


class BareRest:
    """Sends requests with the bot's token (or another)."""

    def __init__(self, pg: Playground, session: aiohttp.ClientSession) -> None:
        self.pg = pg
        self.session = session
        self.token = f"Bot {pg.token}"

    async def call(self, method: str, path: str, body: Any = None, **query: str) -> Answer:
        async with self.session.request(
            method,
            self.pg.api_base + path,
            json=body,
            params=query,
            headers={"Authorization": self.token},
        ) as response:
            answer = await response.json() if response.status != 204 else None
            return Answer(response.status, answer, dict(response.headers))

    async def upload(self, path: str, body: str, *files: tuple[str, bytes], method: str = "POST") -> Answer:
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", body)
        for index, (name, content) in enumerate(files):
            form.add_field(f"files[{index}]", content, filename=name)
        async with self.session.request(
            method, self.pg.api_base + path, data=form, headers={"Authorization": self.token}
        ) as response:
            return Answer(response.status, await response.json(), dict(response.headers))

    async def post(self, body: Any, channel: str = "tavern") -> Answer:
        """Posts a message into a channel by its name (or id)."""
        return await self.call("POST", f"/channels/{self.pg.channel(channel).id}/messages", body)


@asynccontextmanager
async def bare_rest(pg: Playground) -> AsyncIterator[BareRest]:
    async with aiohttp.ClientSession() as session:
        yield BareRest(pg, session)

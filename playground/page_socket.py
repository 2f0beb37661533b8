"""The page's websocket: one for each open page, looking through one person's eyes.

The page sends what its person does (slash, autocomplete, press, choose, submit, say, dismiss), and how the
person is to be from now on (locale, roles); it is told what that person sees. The frames are described in the
README.
"""

import asyncio
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from playground import acts, places
from playground.backend import Backend
from playground.events import Event
from playground.interactions import Interaction, InteractionFailed
from playground.model import JsonObject, Person, Post
from playground.page_view import PageView, message_gone
from playground.slash import NotOffered

_log = logging.getLogger(__name__)
MOST_FRAME_BYTES = 64 * 1024
BOT_START_SECONDS = 20.0
"""So long a press waits for a bot that is just being started: one sees its commands a moment before it
listens, and those of one that is started again all the time.
"""


@dataclass(slots=True, eq=False)
class Page:
    """A browser's page that is open: its socket, who looks, at what, and the frames that wait to be sent."""

    person: Person
    view: PageView
    socket: web.WebSocketResponse
    waiting: asyncio.Queue[JsonObject] = field(default_factory=asyncio.Queue)

    def send(self, frame: JsonObject) -> None:
        self.waiting.put_nowait(frame)

    async def write(self) -> None:
        while True:
            frame = await self.waiting.get()
            await self.socket.send_str(msgspec.json.encode(frame).decode())


class PageSockets:
    """The pages that are open in browsers: each is told what changes in the world that it shows."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._world = backend.world
        self._pages: set[Page] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        backend.world.listen(self._hear)
        backend.gateway.on_change.append(self._tell_of_bot)

    async def close(self) -> None:
        for page in list(self._pages):
            await page.socket.close(code=1001)

    def notice(self, text: str) -> None:
        """Shows every page a line that is not a message."""
        for page in self._pages:
            page.send({"type": "notice", "text": text})

    def _hear(self, event: Event) -> None:
        for page in self._pages:
            for frame in page.view.frames(event):
                page.send(frame)

    def _tell_of_bot(self, connected: bool) -> None:
        self.notice("The bot is online." if connected else "The bot is offline.")

    async def serve(self, request: web.BaseRequest) -> web.StreamResponse:
        """The websocket for ?user=ID; for nobody's id, that of the first person."""
        person = self._world.state.people.get(request.query.get("user", "")) or self._first_person()
        socket = web.WebSocketResponse(max_msg_size=MOST_FRAME_BYTES, heartbeat=30)
        await socket.prepare(request)
        page = Page(person, PageView(self._world, person), socket)
        page.send(page.view.hello())
        if not self._backend.gateway.connected:
            page.send({"type": "notice", "text": "The bot is offline."})
        self._pages.add(page)
        writer = asyncio.create_task(page.write())
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    self._obey(page, frame.data)
        finally:
            self._pages.discard(page)
            writer.cancel()
        return socket

    def _first_person(self) -> Person:
        return next(iter(self._world.state.people.values()))

    def _obey(self, page: Page, text: str) -> None:
        """Does what the page's person did; what they may not do is answered, not done."""
        frame: JsonObject = {}
        try:
            frame = json.loads(text)
            if frame["type"] in FOR_THE_BOT and not self._backend.gateway.connected:
                self._run(self._obey_later(page, frame))
            else:
                DOINGS[frame["type"]](self, page, frame)
        except NotOffered as refusal:
            self._refuse(page, frame, str(refusal))
        except (KeyError, TypeError, ValueError) as error:
            _log.warning("the page sent what is not understood: %s (%r)", text[:200], error)
            self._refuse(page, frame, f"The playground does not understand this: {error!r}")
        except Exception as error:
            # Discord's own refusals reach people too (a message too long, a channel gone since).
            _log.warning("the page could not do %s: %s", frame.get("type"), error)
            self._refuse(page, frame, str(error))

    async def _obey_later(self, page: Page, frame: JsonObject) -> None:
        try:
            await asyncio.wait_for(self._backend.gateway.wait_connected(), BOT_START_SECONDS)
        except TimeoutError:
            self._refuse(page, frame, "The application did not respond: the bot is offline.")
        else:
            self._obey(page, json.dumps(frame))

    def _refuse(self, page: Page, frame: Any, reason: str) -> None:
        nonce = frame.get("nonce") if isinstance(frame, dict) else None
        if nonce is None:
            page.send({"type": "notice", "text": reason})
        else:
            page.send({"type": "interaction", "nonce": nonce, "state": "failed", "reason": reason})

    # what a person does

    def _slash(self, page: Page, frame: JsonObject) -> None:
        channel = self._world.channel(frame["channel_id"])
        options = frame.get("options") or {}
        self._follow(
            page, frame, acts.use_command(self._backend, page.person, channel, frame["name"], options)
        )

    def _use_on(self, page: Page, frame: JsonObject) -> None:
        channel = self._world.channel(frame["channel_id"])
        on = frame["kind"], frame["name"], frame["target"]
        self._follow(page, frame, acts.use_on(self._backend, page.person, channel, *on))

    def _autocomplete(self, page: Page, frame: JsonObject) -> None:
        channel = self._world.channel(frame["channel_id"])
        asked = acts.ask_choices(
            self._backend, page.person, channel, frame["name"], frame.get("options") or {}, frame["focused"]
        )
        self._run(self._show_choices(page, frame["nonce"], asked))

    def _press(self, page: Page, frame: JsonObject) -> None:
        self._follow(
            page, frame, acts.press(self._backend, page.person, self._post(frame), frame["custom_id"])
        )

    def _choose(self, page: Page, frame: JsonObject) -> None:
        post, values = self._post(frame), [str(value) for value in frame["values"]]
        self._follow(page, frame, acts.choose(self._backend, page.person, post, frame["custom_id"], values))

    def _submit(self, page: Page, frame: JsonObject) -> None:
        opened_by = self._backend.interactions.find(frame["interaction_id"])
        self._follow(page, frame, acts.submit(self._backend, page.person, opened_by, frame["values"]))

    def _say(self, page: Page, frame: JsonObject) -> None:
        acts.say(self._backend, page.person, self._world.channel(frame["channel_id"]), str(frame["content"]))

    def _dismiss(self, page: Page, frame: JsonObject) -> None:
        for posts in self._world.state.posts.values():
            post = posts.get(frame["message_id"])
            if post and post.only_for == page.person.user.id:
                acts.dismiss(post)
                page.send(message_gone(post))

    def _locale(self, page: Page, frame: JsonObject) -> None:
        page.person.locale = str(frame["locale"])

    def _roles(self, page: Page, frame: JsonObject) -> None:
        guild = self._world.state.guilds[frame["guild_id"]]
        places.set_member_roles(self._world, guild, page.person.user.id, [str(one) for one in frame["roles"]])

    def _post(self, frame: JsonObject) -> Post:
        return self._world.post(frame["channel_id"], frame["message_id"])

    # what becomes of it

    def _follow(self, page: Page, frame: JsonObject, interaction: Interaction) -> None:
        page.send({"type": "interaction", "nonce": frame["nonce"], "state": "thinking"})
        self._run(self._show_outcome(page, frame["nonce"], interaction))

    async def _show_outcome(self, page: Page, nonce: str, interaction: Interaction) -> None:
        told: JsonObject = {"type": "interaction", "nonce": nonce}
        try:
            await interaction.outcome
        except InteractionFailed as failure:
            page.send(told | {"state": "failed", "reason": f"This interaction failed: {failure}"})
            return
        if interaction.modal:
            modal = {"nonce": nonce, "interaction_id": interaction.id, "modal": interaction.modal}
            page.send({"type": "modal"} | modal)
        page.send(told | {"state": "done", "message_id": interaction.original_id})

    async def _show_choices(self, page: Page, nonce: str, asked: Interaction) -> None:
        try:
            await asked.outcome
        except InteractionFailed as failure:
            _log.warning("no choices came: %s", failure)
        page.send({"type": "choices", "nonce": nonce, "choices": asked.choices})

    def _run(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


DOINGS: dict[str, Callable[[PageSockets, Page, JsonObject], None]] = {
    "slash": PageSockets._slash,
    "menu": PageSockets._use_on,
    "autocomplete": PageSockets._autocomplete,
    "press": PageSockets._press,
    "choose": PageSockets._choose,
    "submit": PageSockets._submit,
    "say": PageSockets._say,
    "dismiss": PageSockets._dismiss,
    "locale": PageSockets._locale,
    "roles": PageSockets._roles,
}
FOR_THE_BOT = {"slash", "menu", "press", "choose", "submit"}
"""What waits until the bot is there."""

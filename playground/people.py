"""People for tests: `anna = pg.person("Anne")`, then `await anna.slash("table create", game="...")`.

What they do goes through the same doors as on the page. Whoever waits is woken by what happens, never by
polling.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from playground import acts, places
from playground.backend import Backend
from playground.events import Event, PostChanged, PostMade
from playground.interactions import Answer, Interaction
from playground.model import Channel, Person, Post
from playground.rules.commands import CHAT_INPUT, ON_MESSAGE, ON_PERSON
from playground.seen import Modal, Seen
from playground.slash import offered

Where = str | Channel | Seen
PATIENCE = 60.0
"""Seconds after which what was to come is given up: more than any machine needs that is only busy."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The bot's first answer to something that a person did.

    `message` is the message that it made or changed (a "thinking" one after a deferral), `modal` the modal
    opened.
    """

    interaction: Interaction
    kind: Answer
    message: Seen | None
    modal: Modal | None
    _backend: Backend

    @property
    def text(self) -> str:
        return self.message.text if self.message else ""

    async def settled(self, timeout: float = PATIENCE) -> Seen | None:
        """What the bot had to say in the end: after a deferral, the first message that it posts or edits
        then.

        Raises TimeoutError when it says nothing.
        """
        if self.kind not in (Answer.DEFERRED_MESSAGE, Answer.DEFERRED_UPDATE):
            return self.message
        async with asyncio.timeout(timeout):
            post = await asyncio.shield(self.interaction.later)
        return Seen(self._backend.world, post)


class Visitor:
    """Somebody at a screen, looking at `channel` unless told otherwise."""

    def __init__(self, backend: Backend, person: Person, channel: str) -> None:
        self._backend = backend
        self._world = backend.world
        self.person = person
        self.channel = channel

    @property
    def id(self) -> str:
        return self.person.user.id

    @property
    def name(self) -> str:
        return self.person.name

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    def speaks(self, locale: str) -> "Visitor":
        """Sets the language of their client ("de", "en-GB")."""
        self.person.locale = locale
        return self

    def closes_dms(self, closed: bool = True) -> None:
        self.person.takes_dms = not closed

    def installs_app(self, installed: bool = True) -> None:
        """They have the bot with them from now on, also on servers where it is no member."""
        places.install_app(self._world, self.person, installed)

    # doing things; each returns the bot's first answer and raises InteractionFailed if there is none in time

    async def slash(self, name: str, /, *, channel: Where | None = None, **options: Any) -> Reply:
        """Writes a command; an option whose name is a Python word or `channel` goes in with a trailing
        underscore.
        """
        given = {key.rstrip("_"): value for key, value in options.items()}
        return await self.answered(
            acts.use_command(self._backend, self.person, self._place(channel), name, given)
        )

    async def use_on(self, target: "Seen | Visitor | str", name: str) -> Reply:
        """Chooses a command from the menu on a message or on a person (an id: on any account)."""
        kind, channel = ON_PERSON, self._place(None)
        if isinstance(target, Seen):
            kind, channel = ON_MESSAGE, self._world.channel(target.channel_id)
        id = target if isinstance(target, str) else target.id
        return await self.answered(acts.use_on(self._backend, self.person, channel, kind, name, id))

    async def complete(
        self, name: str, option: str, typed: Any, *, channel: Where | None = None, **others: Any
    ) -> list[str]:
        """Types into an option; the names of the choices offered (`choices` gives their values too)."""
        return [
            choice["name"] for choice in await self.choices(name, option, typed, channel=channel, **others)
        ]

    async def choices(
        self, name: str, option: str, typed: Any, *, channel: Where | None = None, **others: Any
    ) -> list[dict[str, Any]]:
        options = others | {option: typed}
        interaction = acts.ask_choices(
            self._backend, self.person, self._place(channel), name, options, option
        )
        return (await interaction.outcome).choices

    async def press(self, message: Seen, label: str | None = None, *, custom_id: str | None = None) -> Reply:
        """Presses the button with this label or custom_id on the message as it stands now."""
        pressed = Seen(self._world, message.post).button(label, custom_id)
        return await self.answered(
            acts.press(self._backend, self.person, message.post, str(pressed.custom_id))
        )

    async def choose(self, message: Seen, which: str, *values: str) -> Reply:
        """Chooses values in the select with this custom_id or placeholder."""
        select = Seen(self._world, message.post).select(which)
        return await self.answered(
            acts.choose(self._backend, self.person, message.post, select.custom_id, list(values))
        )

    async def submit(self, modal: Modal, values: Mapping[str, Any] | None = None) -> Reply:
        """Sends a modal, filled in by custom_id; what is not named keeps what stood in it."""
        return await self.answered(acts.submit(self._backend, self.person, modal.interaction, values or {}))

    def says(self, text: str, channel: Where | None = None) -> Seen:
        return Seen(self._world, acts.say(self._backend, self.person, self._place(channel), text))

    def dismiss(self, message: Seen) -> None:
        acts.dismiss(message.post)

    async def answered(self, interaction: Interaction) -> Reply:
        """What the bot answers to something of theirs. InteractionFailed if it does not in time."""
        await interaction.outcome
        answer = interaction.answer
        assert answer is not None, "an outcome comes with an answer"
        message = None
        if interaction.original_id and answer is not Answer.DEFERRED_UPDATE:
            post = self._world.post(interaction.original_channel_id, interaction.original_id)
            message = Seen(self._world, post)
        modal = Modal(interaction) if interaction.modal else None
        return Reply(interaction, answer, message, modal, self._backend)

    # seeing things

    def sees(self, channel: Where | None = None) -> list[Seen]:
        """The messages they see in a channel, oldest first, those for them alone among the others."""
        return [
            Seen(self._world, post) for post in acts.seen(self._backend, self.person, self._place(channel))
        ]

    def last(self, channel: Where | None = None) -> Seen:
        """The newest message that they see there; raises IndexError where there is none."""
        return self.sees(channel)[-1]

    def commands(self, channel: Where | None = None) -> list[str]:
        """The names of the commands that their client offers there behind a slash."""
        there = offered(self._world, self.person, self._place(channel))
        return [command["name"] for command in there if command.get("type", CHAT_INPUT) == CHAT_INPUT]

    @property
    def direct_messages(self) -> Channel:
        """Their direct messages with the bot."""
        return places.direct_messages(self._world, self.id)

    def pings(self, channel: Where | None = None) -> list[Seen]:
        """The messages that notified them, oldest first, in one channel or anywhere."""
        wanted = self._place(channel).id if channel else None
        return [
            Seen(self._world, post)
            for channel_id, posts in self._world.state.posts.items()
            if wanted in (None, channel_id)
            for post in posts.values()
            if self.id in post.notified
        ]

    async def wait_for(
        self, predicate: Callable[[Seen], bool], timeout: float = PATIENCE, channel: Where | None = None
    ) -> Seen:
        """The first message they see that is as wanted: one that is there already (the newest), or the next
        such.

        Raises TimeoutError, with what they saw last.
        """
        wanted = self._place(channel).id if channel else None
        for post in reversed(self._visible(wanted)):
            if predicate(Seen(self._world, post)):
                return Seen(self._world, post)
        found: asyncio.Future[Seen] = asyncio.get_running_loop().create_future()

        def look(event: Event) -> None:
            if not isinstance(event, PostMade | PostChanged) or found.done():
                return
            post = event.post
            if wanted in (None, post.message.channel_id) and self._world.sees(self.id, post):
                seen = Seen(self._world, post)
                if predicate(seen):
                    found.set_result(seen)

        self._world.listen(look)
        try:
            async with asyncio.timeout(timeout):
                return await found
        except TimeoutError:
            latest = [Seen(self._world, post) for post in self._visible(wanted)[-5:]]
            raise TimeoutError(
                f"{self.name} saw nothing like it in {timeout} s; the latest were {latest}"
            ) from None
        finally:
            self._world.stop_listening(look)

    def _visible(self, channel_id: str | None) -> list[Post]:
        posts = [
            post
            for place_id, there in self._world.state.posts.items()
            if channel_id in (None, place_id)
            for post in there.values()
            if self._world.sees(self.id, post)
        ]
        return sorted(posts, key=lambda post: int(post.message.id))

    def _place(self, where: Where | None) -> Channel:
        if isinstance(where, Seen):
            return self._world.channel(where.channel_id)
        if isinstance(where, Channel):
            return self._world.channel(where.id)
        return self._world.channel_named(where or self.channel)

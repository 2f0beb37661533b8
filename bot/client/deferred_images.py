"""Pictures that were not ready when a private page was shown: they are added while it is still that page."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

import structlog

from bot.client.discord_errors import DISCORD_ERRORS, discord_problem
from bot.client.interaction_context import InteractionContext
from bot.images.model import MessageImage, RenderedImage
from bot.runtime.load_gate import LoadGate
from bot.runtime.log_context import trace
from bot.ui.views import Payload

log = structlog.get_logger(__name__)

REMEMBERED = 5_000
"""Messages of which it is known on which press they were drawn."""

Draw = Callable[[MessageImage], Payload]
"""The page with this picture."""


class DeferredImages:
    """Adds them. Whoever has pressed something on the page meanwhile looks at another one."""

    def __init__(self, load_gate: LoadGate) -> None:
        self._load_gate = load_gate
        self._latest: OrderedDict[int, int] = OrderedDict()
        self._waiting: set[asyncio.Task[None]] = set()

    def pressed(self, context: InteractionContext) -> None:
        """Something was pressed on a message: it may show something else soon."""
        if context.message:
            self._latest[context.message] = context.interaction.id
            self._latest.move_to_end(context.message)
            while len(self._latest) > REMEMBERED:
                self._latest.popitem(last=False)

    def follow(self, context: InteractionContext, shown: Payload, draw: Draw) -> None:
        """The answer to this press is `shown`: draw it anew when the picture that it lacks is there."""
        for picture in shown.coming:
            task = asyncio.create_task(self._complete(context, picture, draw))
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)

    async def _complete(
        self, context: InteractionContext, picture: asyncio.Future[RenderedImage | None], draw: Draw
    ) -> None:
        await asyncio.wait([picture])
        drawn = None if picture.cancelled() else picture.result()
        if drawn is not None:
            await self._load_gate.wait_until_quiet()
        latest = self._latest.get(context.shown_in, context.interaction.id)
        if drawn is None or not context.shown_in or latest != context.interaction.id:
            return
        try:
            await context.complete(draw(MessageImage(drawn)))
        except DISCORD_ERRORS as error:
            log.info("a picture was not added to a page", why=discord_problem(error).value)
        except Exception as error:
            log.error("a page was not drawn with its picture", trace=trace(error))

    async def close(self) -> None:
        """Nothing more is added."""
        for task in self._waiting:
            task.cancel()
        await asyncio.gather(*self._waiting, return_exceptions=True)

"""Pictures that were not ready when a private page was shown: they are added while it is still that page."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

import structlog

from bot.asked import Asked
from bot.discord_errors import ERRORS, trouble
from bot.page import Payload
from bot.pictures.commissions import Drawn, Illustration
from bot.rush import Rush
from bot.traces import trace

log = structlog.get_logger(__name__)

REMEMBERED = 5_000
"""Messages of which it is known on which press they were drawn."""

Draw = Callable[[Illustration], Payload]
"""The page with this picture."""


class Latecomers:
    """Adds them. Whoever has pressed something on the page meanwhile looks at another one."""

    def __init__(self, rush: Rush) -> None:
        self._rush = rush
        self._latest: OrderedDict[int, int] = OrderedDict()
        self._waiting: set[asyncio.Task[None]] = set()

    def pressed(self, asked: Asked) -> None:
        """Something was pressed on a message: it may show something else soon."""
        if asked.message:
            self._latest[asked.message] = asked.interaction.id
            self._latest.move_to_end(asked.message)
            while len(self._latest) > REMEMBERED:
                self._latest.popitem(last=False)

    def follow(self, asked: Asked, shown: Payload, draw: Draw) -> None:
        """The answer to this press is `shown`: draw it anew when the picture that it lacks is there."""
        for picture in shown.coming:
            task = asyncio.create_task(self._complete(asked, picture, draw))
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)

    async def _complete(self, asked: Asked, picture: asyncio.Future[Drawn | None], draw: Draw) -> None:
        await asyncio.wait([picture])
        drawn = None if picture.cancelled() else picture.result()
        if drawn is not None:
            await self._rush.lull()
        latest = self._latest.get(asked.shown_in, asked.interaction.id)
        if drawn is None or not asked.shown_in or latest != asked.interaction.id:
            return
        try:
            await asked.complete(draw(Illustration(drawn)))
        except ERRORS as error:
            log.info("a picture was not added to a page", why=trouble(error).value)
        except Exception as error:
            log.error("a page was not drawn with its picture", trace=trace(error))

    async def close(self) -> None:
        """Nothing more is added."""
        for task in self._waiting:
            task.cancel()
        await asyncio.gather(*self._waiting, return_exceptions=True)

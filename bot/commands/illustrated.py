"""Private pages with a picture. One that is not ready in time is added when it is."""

from __future__ import annotations

from collections.abc import Callable

from bot.asked import Asked
from bot.page import Payload
from bot.pictures.commissions import Commission, Illustration
from bot.screens.kit import Screen
from bot.tavern import Tavern

Draw = Callable[[Illustration | None], Screen]
"""The page with this picture, or without."""


async def tell(tavern: Tavern, asked: Asked, wanted: Commission | None, draw: Draw) -> None:
    """A new private message with the picture that is wanted, for those who want pictures."""
    payload = await _payload(tavern, asked, wanted, draw)
    await asked.tell(payload)
    _follow(tavern, asked, payload, draw)


async def turn_page(tavern: Tavern, asked: Asked, wanted: Commission | None, draw: Draw) -> None:
    """The same; where something private is read already, in its place."""
    payload = await _payload(tavern, asked, wanted, draw)
    await (asked.redraw(payload) if asked.is_press and asked.on_private_message else asked.tell(payload))
    _follow(tavern, asked, payload, draw)


async def _payload(tavern: Tavern, asked: Asked, wanted: Commission | None, draw: Draw) -> Payload:
    return draw(await tavern.illustrator.for_one(asked.user, wanted)).payload()


def _follow(tavern: Tavern, asked: Asked, shown: Payload, draw: Draw) -> None:
    tavern.boundary.latecomers.follow(asked, shown, lambda picture: draw(picture).payload())

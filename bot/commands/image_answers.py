"""Private pages with a picture. One that is not ready in time is added when it is."""

from __future__ import annotations

from collections.abc import Callable

from bot.client.interaction_context import InteractionContext
from bot.images.model import ImageRequest, MessageImage
from bot.services import Services
from bot.ui.components import Screen
from bot.ui.views import Payload

Draw = Callable[[MessageImage | None], Screen]
"""The page with this picture, or without."""


async def answer_with_image(
    services: Services, asked: InteractionContext, wanted: ImageRequest | None, draw: Draw
) -> None:
    """A new private message with the picture that is wanted, for those who want pictures."""
    payload = await _payload(services, asked, wanted, draw)
    await asked.tell(payload)
    _follow(services, asked, payload, draw)


async def show_page_with_image(
    services: Services, asked: InteractionContext, wanted: ImageRequest | None, draw: Draw
) -> None:
    """The same; where something private is read already, in its place."""
    payload = await _payload(services, asked, wanted, draw)
    await (asked.redraw(payload) if asked.is_press and asked.is_on_private_message else asked.tell(payload))
    _follow(services, asked, payload, draw)


async def _payload(
    services: Services, asked: InteractionContext, wanted: ImageRequest | None, draw: Draw
) -> Payload:
    return draw(await services.image_service.for_one(asked.user, wanted)).payload()


def _follow(services: Services, asked: InteractionContext, shown: Payload, draw: Draw) -> None:
    services.error_handler.deferred_images.follow(asked, shown, lambda picture: draw(picture).payload())

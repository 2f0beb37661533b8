"""Answers that several commands give: a confirmation, a page with a picture, files."""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.client.interaction_context import InteractionContext
from bot.images.model import ImageRequest, MessageImage
from bot.preferences.people import PersonPreferences
from bot.refusal import Refusal
from bot.services import Services
from bot.tables.model import PressResult
from bot.ui import notices
from bot.ui.components import Screen
from bot.ui.views import Payload
from games.text import Text


async def inform(
    services: Services, context: InteractionContext, text: Text, table: str | None = None
) -> None:
    """Sends a sentence that only whoever asked can see, in their language; `table`: in whose game's words."""
    await context.send(notices.info(text, await services.reader(context, table)).payload())


async def confirm(
    services: Services, context: InteractionContext, done: PressResult, otherwise: Text
) -> None:
    """What came of it, or `otherwise`: in place of the private question that was asked, or by itself."""
    table = done.table
    reader, hand = await services.reader(context, table.id), table.has_hand(context.user)
    hand_button = table.id if hand else None
    # Whoever a robot plays for comes back by that button, which is more than back.
    in_place = context.is_on_private_message and table.seat_of(context.user) is not None
    shown = notices.info(done.said or otherwise, reader, hand_button=hand_button, in_place=in_place)
    await context.show(shown.payload())


# Private pages with a picture. One that is not ready in time is added when it is.

DrawPage = Callable[[MessageImage | None], Screen]
"""The page with this picture, or without."""


async def send_with_image(
    services: Services, context: InteractionContext, wanted: ImageRequest | None, draw: DrawPage
) -> None:
    """A new private message with the picture that is wanted, for those who want pictures."""
    await _with_image(services, context, wanted, draw, context.send)


async def show_with_image(
    services: Services, context: InteractionContext, wanted: ImageRequest | None, draw: DrawPage
) -> None:
    """The same; where something private is read already, in its place."""
    await _with_image(services, context, wanted, draw, context.show)


async def _with_image(
    services: Services,
    context: InteractionContext,
    wanted: ImageRequest | None,
    draw: DrawPage,
    answer: Callable[[Payload], Awaitable[bool]],
) -> None:
    payload = draw(await services.image_service.for_one(context.user, lambda: wanted)).payload()
    await answer(payload)
    follow = services.error_handler.deferred_images.follow
    follow(context, payload, lambda picture: draw(picture).payload())


# Files for somebody's eyes alone, as large as Discord lets them be.


LONGEST_STEM = 40


def file_stem(name: str, otherwise: str) -> str:
    """How the files of something are called: its name in small letters, digits and hyphens, which nothing
    changes on the way; `otherwise`, if its name has no such letter.
    """
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode("ascii")
    stem = "-".join(re.findall("[a-z0-9]+", plain))[:LONGEST_STEM].strip("-")
    return stem if re.search("[a-z]", stem) else otherwise


def pack_files(files: Mapping[str, bytes], archive: str, most: int, too_much: Text) -> Mapping[str, bytes]:
    """The files by name, together at most so large: packed into one archive if they have to be.

    Refusal with `too_much` if that is no help.
    """
    if sum(map(len, files.values())) <= most:
        return files
    with io.BytesIO() as packing:
        with zipfile.ZipFile(packing, "w", zipfile.ZIP_DEFLATED) as written:
            for name, content in files.items():
                written.writestr(name, content)
        content = packing.getvalue()
    if len(content) > most:
        raise Refusal("input", too_much)
    return {archive: content}


async def prefer(services: Services, context: InteractionContext, **changes: Any) -> PersonPreferences:
    """Whoever presses prefers this from now on; what they prefer. TimeoutError if they cannot be told so."""
    await context.press.require_answerable()
    return await services.people.change(context.user, **changes)

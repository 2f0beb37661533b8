"""Answers that several commands give: a confirmation, a page with a picture, files."""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from collections.abc import Callable, Mapping
from typing import Any

from bot.commands.context import Context
from bot.images.model import ImageRequest, MessageImage
from bot.preferences.people import PersonPreferences
from bot.refusal import Refusal
from bot.tables.model import PressResult, Table
from bot.ui import notices
from bot.ui.components import Screen
from games.text import Text


async def inform(context: Context, text: Text, table: Table | None = None) -> None:
    """Sends a sentence that only whoever asked can see, in their language; `table`: in whose game's words."""
    await context.send(notices.info(text, context.reader(table)))


async def confirm(context: Context, done: PressResult, otherwise: Text) -> None:
    """What came of it, or `otherwise`: in place of the private question that was asked, or by itself."""
    table = done.table
    hand_button = table.id if table.has_hand(context.user) else None
    # Whoever a robot plays for comes back by that button, which is more than back.
    in_place = context.is_on_private_message and table.seat_of(context.user) is not None
    reader = context.reader(table)
    await context.show(
        notices.info(done.said or otherwise, reader, hand_button=hand_button, in_place=in_place)
    )


# Private pages with a picture. One that is not ready in time is added when it is.

DrawPage = Callable[[MessageImage | None], Screen]
"""The page with this picture, or without."""


async def show_with_image(context: Context, wanted: ImageRequest | None, draw: DrawPage) -> None:
    """A private message with the picture that is wanted, for those who want pictures; where something private
    is read already, in its place.
    """
    preferences = await context.people.of(context.user)
    payload = draw(await context.services.image_service.for_one(preferences, lambda: wanted)).payload()
    await context.show(payload)
    follow = context.services.error_handler.deferred_images.follow
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


async def prefer(context: Context, **changes: Any) -> PersonPreferences:
    """Whoever presses prefers this from now on; what they prefer. TimeoutError if they cannot be told so."""
    await context.press.require_answerable()
    return await context.people.change(context.user, **changes)

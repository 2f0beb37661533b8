"""Payloads: a screen as discord.py sends it, with its pictures, and then forgets it."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import discord
from discord import ui

from bot.images.model import MessageImage, RenderedImage


class Payload(list[dict[str, Any]]):
    """The components of one message, as Discord wants them, and the pictures that they show.

    Two payloads are equal if their components are: a picture's file is named after what it shows.
    """

    __slots__ = ("basis", "pending", "pictures")

    def __init__(
        self, components: Iterable[dict[str, Any]] = (), images: Sequence[MessageImage] = ()
    ) -> None:
        super().__init__(components)
        self.pictures: Sequence[RenderedImage] = [each.drawn for each in images if each.drawn is not None]
        self.pending: Sequence[asyncio.Future[RenderedImage | None]] = [
            each.pending for each in images if each.pending is not None
        ]
        """The pictures that it lacks, as they were not ready."""
        self.basis: object = None
        """What it was drawn from: while that is equal, it would be drawn the same. None: not known."""

    def files(self) -> list[discord.File]:
        """The pictures, to be sent once."""
        return [SentFile(picture.content, picture.name) for picture in self.pictures]


class SentFile(discord.File):
    """Something to be sent, which is let go as soon as it was.

    The library leaves open what it did not open itself, in a circle with its own `close`, until Python looks
    for garbage among all that is old: a crowd's hands had left 20 MB of pictures behind by then.
    """

    def __init__(self, content: bytes, name: str) -> None:
        super().__init__(io.BytesIO(content), name)

    def close(self) -> None:
        """Gives up the bytes: the file is not sent again."""
        super().close()
        self.fp.close()


class PayloadView(ui.LayoutView):
    """A screen, to be given to discord.py as a `view`.

    Screens are drawn as payloads, and presses are decoded by one router from their custom_id alone, so
    nothing of a message needs to be remembered. The library's own views are kept in its view store by
    message: they would pile up, and dynamic items among them can unregister each other for the whole
    process. It claims to be finished and not dispatchable, the two questions that the library asks
    before it stores a view, so no page is ever stored.
    """

    def __init__(self, payload: Payload) -> None:
        # The library's own prepares for items, presses and a timeout, of which there are none.
        self._payload = payload

    @property
    def timeout(self) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """None: a view of this kind never runs out; see `is_finished`."""

    def to_components(self) -> list[dict[str, Any]]:
        """The payload as it is."""
        return self._payload

    def has_components_v2(self) -> bool:
        """Always: the flag is for a message's life, so every message has it from the start."""
        return True

    def is_dispatchable(self) -> bool:
        """No: the router sees every press."""
        return False

    def is_finished(self) -> bool:
        """Yes: there is nothing to wait for."""
        return True


class PayloadModal(ui.Modal):
    """A modal, to be given to discord.py. As with `PayloadView`, nothing of it is stored."""

    def __init__(self, payload: dict[str, Any]) -> None:
        super().__init__(title=payload["title"], timeout=None, custom_id=payload["custom_id"])
        self._payload = payload

    def to_dict(self) -> dict[str, Any]:
        """The payload as it is."""
        return self._payload

    def is_finished(self) -> bool:
        """Yes: there is nothing to wait for."""
        return True


def texts_of(payload: Sequence[dict[str, Any]]) -> list[str]:
    """All text displays of a payload, in order."""
    found: list[str] = []
    for part in payload:
        if isinstance(part.get("content"), str):
            found.append(part["content"])
        found += texts_of(part.get("components", ()))
    return found


def walk_components(components: Any) -> Iterator[Any]:
    """All components of a message as the library reads it, nested ones too."""
    for component in components or ():
        yield component
        yield from walk_components(getattr(component, "children", ()))
        accessory = getattr(component, "accessory", None)
        if accessory is not None:
            yield accessory

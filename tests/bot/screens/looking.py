"""Looking at a screen as somebody does who reads and presses: its text, its buttons, its lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bot.images.model import MessageImage, RenderedImage
from bot.ui.components import Modal, Screen

ROW, TEXT, BUTTON, SELECT, USERS = 1, 10, 2, 3, 5

PICTURE = MessageImage(RenderedImage("drawn.png", b"", "All that it shows."))
"""Stands for whatever is drawn."""


def pieces(screen: Screen) -> list[Mapping[str, Any]]:
    """Every piece of the screen, in the order in which it is read."""
    return list(_within(screen.payload()))


def _within(components: Any) -> Iterator[Mapping[str, Any]]:
    for component in components:
        yield component
        yield from _within(component.get("components", ()))
        yield from _within([component[key] for key in ("accessory", "component") if key in component])


def text(screen: Screen) -> str:
    """All that can be read, apart from buttons."""
    screen.check()
    return "\n".join(piece["content"] for piece in pieces(screen) if piece["type"] == TEXT)


def buttons(screen: Screen) -> dict[str, Mapping[str, Any]]:
    """The buttons by what they say."""
    screen.check()
    return {piece["label"]: piece for piece in pieces(screen) if piece["type"] == BUTTON}


def pressed(screen: Screen, label: str) -> str:
    """What pressing this button sends."""
    return buttons(screen)[label]["custom_id"]


def lists(screen: Screen) -> dict[str, Mapping[str, Any]]:
    """The selects by what they send."""
    screen.check()
    return {piece["custom_id"]: piece for piece in pieces(screen) if piece["type"] in (SELECT, USERS)}


def visible(shown: Screen | Modal) -> Iterator[str]:
    """Every string that somebody sees or hears."""
    payload = shown.payload()
    if isinstance(payload, dict):
        yield payload["title"]
        payload = payload["components"]
    for piece in _within(payload):
        yield from (piece[key] for key in ("content", "label", "placeholder", "description") if key in piece)
        for option in piece.get("options", ()):
            yield from (option[key] for key in ("label", "description") if key in option)

"""Messages and modals as tests read them: their text, their buttons and selects."""

import re
from dataclasses import dataclass
from typing import Any

from playground.interactions import Interaction
from playground.model import JsonObject, Message, MessageFlag, Post
from playground.rules import components as c
from playground.world import World

_COMMAND = re.compile(r"<(/[-\w ]+):\d+>")
"""A command that is pressed where it is named."""


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    custom_id: str | None
    disabled: bool
    style: int
    url: str | None
    emoji: str | None
    emoji_id: str | None


@dataclass(frozen=True, slots=True)
class Option:
    label: str
    value: str
    description: str | None
    chosen: bool


@dataclass(frozen=True, slots=True)
class Select:
    custom_id: str
    placeholder: str | None
    disabled: bool
    options: tuple[Option, ...]
    min_values: int
    max_values: int


class Seen:
    """A message as it stood when it was looked at; `refresh` looks again."""

    def __init__(self, world: World, post: Post) -> None:
        self._world = world
        self.post = post
        self.json: Message = post.message

    def __repr__(self) -> str:
        labels = " ".join(f"[{button.label}]" for button in self.buttons)
        return f"<{self.author}: {self.text!r} {labels}>"

    @property
    def id(self) -> str:
        return self.json.id

    @property
    def channel_id(self) -> str:
        return self.json.channel_id

    @property
    def author(self) -> str:
        return self.json.author.global_name or self.json.author.username

    @property
    def is_ephemeral(self) -> bool:
        return self.post.is_ephemeral

    @property
    def is_thinking(self) -> bool:
        return bool(self.json.flags & MessageFlag.LOADING)

    @property
    def is_gone(self) -> bool:
        return self.id not in self._world.posts_in(self.channel_id)

    @property
    def notified(self) -> list[str]:
        """The names of the people whom it notified when it was posted."""
        return [self._world.person(person_id).name for person_id in self.post.notified]

    def refresh(self) -> "Seen":
        """Looks at the message again; the same object, for chaining."""
        self.json = self.post.message
        return self

    @property
    def text(self) -> str:
        """All there is to read, a line for each piece: content, embeds, text displays. A command that can be
        pressed reads as it is called.
        """
        pieces = [self.json.content]
        for embed in self.json.embeds:
            pieces += _embed_texts(embed)
        pieces += [part["content"] for part in c.walk(self.json.components) if part["type"] == c.TEXT]
        return _COMMAND.sub(r"\1", "\n".join(piece for piece in pieces if piece))

    @property
    def alt_texts(self) -> list[str]:
        """What pictures say to who cannot see them, "" where they say nothing."""
        found: list[str] = []
        for part in c.walk(self.json.components):
            if part["type"] == c.GALLERY:
                found += [item.get("description") or "" for item in part["items"]]
            elif part["type"] == c.THUMBNAIL:
                found.append(part.get("description") or "")
        return found

    @property
    def buttons(self) -> list[Button]:
        return [_button(part) for part in c.walk(self.json.components) if part["type"] == c.BUTTON]

    @property
    def selects(self) -> list[Select]:
        return [_select(part) for part in c.walk(self.json.components) if part["type"] in c.SELECTS]

    def button(self, label: str | None = None, custom_id: str | None = None) -> Button:
        """The one button with this label or custom_id; raises LookupError with those there are."""
        found = [b for b in self.buttons if label in (None, b.label) and custom_id in (None, b.custom_id)]
        if len(found) != 1:
            raise LookupError(f"{len(found)} buttons are {label or custom_id!r} among {self.buttons}")
        return found[0]

    def select(self, which: str | None = None) -> Select:
        """The one select with this custom_id or placeholder, or the only one there is."""
        found = [s for s in self.selects if which in (None, s.custom_id, s.placeholder)]
        if len(found) != 1:
            raise LookupError(f"{len(found)} selects are {which!r} among {self.selects}")
        return found[0]


def _embed_texts(embed: JsonObject) -> list[str]:
    fields = [text for field in embed.get("fields") or () for text in (field["name"], field["value"])]
    footer = (embed.get("footer") or {}).get("text", "")
    author = (embed.get("author") or {}).get("name", "")
    return [author, embed.get("title") or "", embed.get("description") or "", *fields, footer]


def _button(part: JsonObject) -> Button:
    emoji = part.get("emoji") or {}
    return Button(
        part.get("label") or "",
        part.get("custom_id"),
        bool(part.get("disabled")),
        part["style"],
        part.get("url"),
        emoji.get("name"),
        emoji.get("id"),
    )


def _select(part: JsonObject) -> Select:
    options = tuple(
        Option(option["label"], option["value"], option.get("description"), bool(option.get("default")))
        for option in part.get("options") or ()
    )
    low, high = part.get("min_values"), part.get("max_values")
    return Select(
        part["custom_id"],
        part.get("placeholder"),
        bool(part.get("disabled")),
        options,
        1 if low is None else low,
        1 if high is None else high,
    )


@dataclass(frozen=True, slots=True)
class Question:
    """A field of a modal."""

    label: str
    custom_id: str
    type: int
    required: bool
    value: str | None


class Modal:
    """A modal that is open for somebody."""

    def __init__(self, interaction: Interaction) -> None:
        assert interaction.modal is not None, "this interaction was not answered with a modal"
        self.interaction = interaction
        self.json: JsonObject = interaction.modal

    @property
    def title(self) -> str:
        return self.json["title"]

    @property
    def custom_id(self) -> str:
        return self.json["custom_id"]

    @property
    def text(self) -> str:
        texts = [part["content"] for part in c.walk(self.json["components"]) if part["type"] == c.TEXT]
        return "\n".join(texts)

    @property
    def questions(self) -> list[Question]:
        found: list[Question] = []
        for child in self.json["components"]:
            inner: list[Any] = [child["component"]] if "component" in child else child.get("components") or []
            for field in inner:
                label = child.get("label") or field.get("label") or ""
                required = field.get("required", True) is not False
                found.append(Question(label, field["custom_id"], field["type"], required, field.get("value")))
        return found

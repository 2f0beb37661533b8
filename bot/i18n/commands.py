"""Commands as texts name them: pressable once it is known by which ids Discord has them, else in plain words.

A text names a command as people type it, in its own language ("/tisch eröffnen"). Where markdown is read,
that becomes `</table create:ID>`, which opens the command when it is pressed
(https://discord.com/developers/docs/reference#message-formatting). Discord shows the name as it stands there
and opens nothing by a localised one (https://github.com/discord/discord-api-docs/issues/5518), so it is the
English one in all languages. A group cannot be pressed by itself, and stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping


class KnownCommands:
    """The ids of the application's commands by their English paths ("table create"), once they are known."""

    def __init__(self) -> None:
        self.ids: Mapping[str, str] = {}

    def learn(self, ids: Mapping[str, str]) -> None:
        """From now on commands can be pressed: those of these paths."""
        self.ids = dict(ids)

    def forget(self) -> None:
        """Commands are named in plain words again."""
        self.ids = {}


COMMANDS = KnownCommands()
"""Of this process: all its bots are one application."""


class Pressable:
    """Texts of one language with their commands made pressable. `name`: what a part of a path is called."""

    def __init__(self, name: Callable[[str], str]) -> None:
        self._name = name
        self._made: dict[str, str] = {}
        self._ids: Mapping[str, str] = {}
        self._mentions: dict[str, str] = {}
        self._pattern = re.compile("(?!)")

    def __call__(self, text: str) -> str:
        """The text, as Discord's markdown is to read it."""
        if self._ids is not COMMANDS.ids:
            self._learn(COMMANDS.ids)
        if not self._ids:
            return text
        made = self._made.get(text)
        if made is None:
            made = self._made[text] = self._pattern.sub(lambda found: self._mentions[found[1]], text)
        return made

    def _learn(self, ids: Mapping[str, str]) -> None:
        self._ids, self._made = ids, {}
        self._mentions = {
            " ".join(map(self._name, path.split())): f"</{path}:{id}>" for path, id in ids.items()
        }
        longest_first = sorted(map(re.escape, self._mentions), key=len, reverse=True)
        # Not within an address, a path or code, nor where a longer word or a message of ours stands.
        self._pattern = re.compile(rf"(?<![\w/`<.])/({'|'.join(longest_first) or '(?!)'})(?![\w/`:])")

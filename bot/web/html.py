"""HTML from pieces: whatever is text is escaped here and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from html import escape
from typing import TypeAlias

_VOID = frozenset({"meta", "link", "input", "br", "hr"})
_NO_TEXT = "\x00\x0b\x0c\ufffe\uffff"
_MOMENT = re.compile(r"<t:(\d{1,12})(?::[a-zA-Z])?>")
_TWICE = re.compile(r"<t:(?P<same>\d{1,12}):R>\W{1,3}(<t:(?P=same)(?::[a-zA-Z])?>)")
"""A moment as Discord's markdown has it, which every reader sees in their own time zone."""


class Html(str):
    """Markup that is ready. Nothing that people typed becomes one but through `tag` and `text`."""

    __slots__ = ()


Node: TypeAlias = "Html | str | Iterable[Node] | None"
"""What a tag can hold: markup, text to be escaped, nothing, or several of them."""


def text(said: str) -> Html:
    """The text, which can end nothing that it stands in."""
    return Html(escape(said.translate(dict.fromkeys(map(ord, _NO_TEXT)))))


def tag(element: str, /, *inside: Node, **attributes: str | bool | None) -> Html:
    """The element. An attribute's name may end in `_`, and has `-` for `_`; None and False leave it out."""
    told = "".join(_attribute(key.rstrip("_").replace("_", "-"), each) for key, each in attributes.items())
    if element in _VOID:
        return Html(f"<{element}{told}>")
    return Html(f"<{element}{told}>{joined(*inside)}</{element}>")


def _attribute(name: str, value: str | bool | None) -> str:
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{text(value)}"'


def joined(*nodes: Node) -> Html:
    """The nodes one after another as HTML; what is not HTML is escaped."""
    return Html("".join(map(_node, nodes)))


def _node(node: Node) -> str:
    if node is None:
        return ""
    if isinstance(node, Html):
        return node
    if isinstance(node, str):
        return text(node)
    return joined(*node)


def timed(said: str) -> Html:
    """The text, with moments that were meant for Discord as times, which the page shows in its reader's
    time zone; without a script, in UTC. A moment that Discord shows twice, how far off it is and by the
    calendar, is shown once.
    """
    parts = _MOMENT.split(_TWICE.sub(r"\2", said))
    return joined(*(moment(int(part)) if at % 2 else part for at, part in enumerate(parts)))


def moment(unix: float) -> Html:
    """A time, to the minute."""
    when = datetime.fromtimestamp(unix, UTC)
    return tag("time", f"{when:%Y-%m-%d %H:%M} UTC", datetime=f"{when:%Y-%m-%dT%H:%M:%SZ}")


def untimed(said: str) -> str:
    """The same text for where there is no markup at all."""
    return _MOMENT.sub(lambda found: f"{datetime.fromtimestamp(int(found[1]), UTC):%Y-%m-%d %H:%M} UTC", said)


def data(json: bytes) -> Html:
    """JSON for a script on the page: nothing in it can end the element that it stands in."""
    return Html(
        json.decode().replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    )

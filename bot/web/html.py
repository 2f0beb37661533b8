"""What templates of HTML need beyond Jinja's means: moments as times, data for scripts, text without nuls."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from markupsafe import Markup, escape

_NO_TEXT = dict.fromkeys(map(ord, "\x00\x0b\x0c\ufffe\uffff"))
_MOMENT = re.compile(r"<t:(\d{1,12})(?::[a-zA-Z])?>")
_TWICE = re.compile(r"<t:(?P<same>\d{1,12}):R>\W{1,3}(<t:(?P=same)(?::[a-zA-Z])?>)")
"""A moment as Discord's markdown has it, which every reader sees in their own time zone."""


def told(value: object) -> object:
    """The value as a page may have it: text without the characters that no document contains."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return value.translate(_NO_TEXT)
    return value


def timed(said: str) -> Markup:
    """The text, with moments that were meant for Discord as times, which the page shows in its reader's
    time zone; without a script, in UTC. A moment that Discord shows twice, how far off it is and by the
    calendar, is shown once.
    """
    parts = _MOMENT.split(_TWICE.sub(r"\2", said.translate(_NO_TEXT)))
    return Markup("").join(_moment(int(part)) if at % 2 else escape(part) for at, part in enumerate(parts))


def _moment(unix: float) -> Markup:
    when = datetime.fromtimestamp(unix, UTC)
    return Markup('<time datetime="{}">{}</time>').format(
        f"{when:%Y-%m-%dT%H:%M:%SZ}", f"{when:%Y-%m-%d %H:%M} UTC"
    )


def data(json: bytes) -> Markup:
    """JSON for a script on the page: nothing in it can end the element that it stands in."""
    return Markup(
        json.decode().replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    )

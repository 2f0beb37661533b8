"""What a moderator did, told without somebody who had their data erased.

Acts are of many kinds, and each keeps what an undo needs: whoever is named is found by their id, wherever it
stands, and their name beside it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from bot.tables.model import ERASED_USER


def action_without(act: bytes, user: int) -> bytes | None:
    """The act's JSON without the user; None if it does not name them."""
    payload = msgspec.json.decode(act)
    left = _without(payload, user)
    return None if left == payload else msgspec.json.encode(left)


def _without(value: Any, user: int) -> Any:
    match value:
        case dict():
            named = user in value.values()
            return {
                key: "" if named and key.endswith("name") else _without(part, user)
                for key, part in value.items()
            }
        case list():
            return [_without(part, user) for part in value]
        case _:
            return ERASED_USER if value == user else value

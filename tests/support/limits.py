"""Discord's limits counted anew over the requests that a bot sent, independently of the playground's own
checks.
"""

from collections.abc import Iterator
from typing import Any

from playground.recorder import Request

MOST_COMPONENTS, MOST_TEXT = 40, 4000
V2_FLAG = 1 << 15


def faults(request: Request) -> list[str]:
    """What is beyond the limits in a request, a sentence for each."""
    body = request.json
    if not isinstance(body, dict):
        return []
    data = body.get("data") if "/callback" in request.template else body
    if not isinstance(data, dict):
        return []
    found = [*_modal_faults(data)] if body.get("type") == 9 and data is not body else [*_message_faults(data)]
    return [f"{request.route}: {fault}" for fault in found]


def _message_faults(message: dict[str, Any]) -> Iterator[str]:
    components = message.get("components") or []
    parts = list(_parts(components))
    if len(parts) > MOST_COMPONENTS:
        yield f"{len(parts)} components"
    if (length := sum(len(part.get("content", "")) for part in parts)) > MOST_TEXT:
        yield f"{length} characters of text"
    flags = message.get("flags") or 0
    if flags & V2_FLAG and (message.get("content") or message.get("embeds")):
        yield "content or embeds beside Components V2"
    if not flags & V2_FLAG and any(part["type"] in range(9, 18) for part in parts):
        yield "Components V2 without the flag"
    if len(message.get("content") or "") > 2000:
        yield "more than 2000 characters of content"
    yield from _part_faults(parts)


def _modal_faults(modal: dict[str, Any]) -> Iterator[str]:
    if not 1 <= len(modal["title"]) <= 45:
        yield f"a modal's title of {len(modal['title'])} characters"
    if not 1 <= len(modal["components"]) <= 5:
        yield f"{len(modal['components'])} components in a modal"
    if any(child["type"] not in (10, 18) for child in modal["components"]):
        yield "a question in a modal that is in no Label"
    yield from _part_faults(list(_parts(modal["components"])))


def _part_faults(parts: list[dict[str, Any]]) -> Iterator[str]:
    custom_ids = [part["custom_id"] for part in parts if part.get("custom_id") is not None]
    if len(custom_ids) != len(set(custom_ids)):
        yield f"a custom_id that stands twice: {sorted(custom_ids)}"
    for part in parts:
        yield from _one_part_faults(part)


def _one_part_faults(part: dict[str, Any]) -> Iterator[str]:
    for key, most in (("custom_id", 100), ("placeholder", 150), ("label", 80 if part["type"] == 2 else 45)):
        if len(part.get(key) or "") > most:
            yield f"a {key} of more than {most} characters: {part[key]}"
    if part.get("custom_id") == "":
        yield "an empty custom_id"
    options = part.get("options") or []
    if len(options) > 25:
        yield f"{len(options)} options"
    for option in options:
        if not 1 <= len(option["label"]) <= 100 or not 1 <= len(option["value"]) <= 100:
            yield f"an option whose label or value is too long or empty: {option}"
    if part["type"] == 12 and not 1 <= len(part["items"]) <= 10:
        yield f"{len(part['items'])} pictures in a gallery"
    for picture in part.get("items") or [part]:
        if len(picture.get("description") or "") > 1024:
            yield "an alt text of more than 1024 characters"


def _parts(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in components:
        yield part
        yield from _parts(part.get("components") or [])
        if inner := part.get("accessory") or part.get("component"):
            yield from _parts([inner])

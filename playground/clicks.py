"""Buttons, selects and modals as Discord's client lets people use them. Pure."""

from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from playground import posts
from playground.model import Channel, JsonObject, Message, StoredFile
from playground.rules import components as c
from playground.slash import NotOffered, resolve_channel, resolve_role, resolve_user
from playground.world import World


def press_data(message: Message, custom_id: str) -> JsonObject:
    """What the bot is sent of a pressed button; raises NotOffered if there is none to press."""
    button = _usable(message, custom_id)
    if button["type"] != c.BUTTON:
        raise NotOffered(f"{custom_id} is no button")
    return {"custom_id": custom_id, "component_type": c.BUTTON, "id": button["id"]}


def choose_data(
    world: World, channel: Channel, message: Message, custom_id: str, values: list[str]
) -> JsonObject:
    """What the bot is sent of what was chosen in a select; raises NotOffered for what cannot be chosen."""
    select = _usable(message, custom_id)
    if select["type"] not in c.SELECTS:
        raise NotOffered(f"{custom_id} is no select")
    data = {"custom_id": custom_id, "component_type": select["type"], "id": select["id"]}
    return data | _chosen(world, channel, select, values)


def submit_data(world: World, channel: Channel, modal: JsonObject, values: Mapping[str, Any]) -> JsonObject:
    """What the bot is sent of a filled-in modal; what is not among the values keeps what stood in it.

    Raises NotOffered when something required is missing or too long.
    """
    resolved: JsonObject = {}
    components: list[JsonObject] = []
    for child in modal["components"]:
        base = {"type": child["type"], "id": child["id"]}
        if child["type"] == c.LABEL:
            components.append(
                base | {"component": _filled(world, channel, child["component"], values, resolved)}
            )
        elif child["type"] == c.ROW:
            inner = [_filled(world, channel, field, values, resolved) for field in child["components"]]
            components.append(base | {"components": inner})
        else:
            components.append(base)
    return {"custom_id": modal["custom_id"], "components": components, "resolved": resolved}


def _usable(message: Message, custom_id: str) -> JsonObject:
    for component in c.walk(message.components):
        if component.get("custom_id") == custom_id:
            if component.get("disabled"):
                raise NotOffered(f"{component.get('label') or custom_id} is disabled")
            return component
    raise NotOffered(f"there is no {custom_id} on this message (any more)")


def _chosen(world: World, channel: Channel, select: JsonObject, values: list[str]) -> JsonObject:
    """The values of a select and, where they are ids, what they stand for."""
    low, high = select.get("min_values"), select.get("max_values")
    low, high = 1 if low is None else low, 1 if high is None else high
    if not low <= len(values) <= high:
        raise NotOffered(f"{select['custom_id']} takes {low} to {high} choices, not {len(values)}")
    if select["type"] == c.STRING_SELECT:
        known = [option["value"] for option in select["options"]]
        if unknown := set(values) - set(known):
            raise NotOffered(f"{select['custom_id']} does not offer {', '.join(sorted(unknown))}: {known}")
        return {"values": values}
    resolved: JsonObject = {}
    resolve = RESOLVERS.get(select["type"])
    if resolve is None:
        raise NotOffered(f"selects of type {select['type']} are not modelled by the playground")
    return {"values": [resolve(world, channel, value, resolved) for value in values], "resolved": resolved}


RESOLVERS: dict[int, Callable[[World, Channel, Any, JsonObject], str]] = {
    c.USER_SELECT: resolve_user,
    c.ROLE_SELECT: resolve_role,
    c.CHANNEL_SELECT: resolve_channel,
}


def _filled(
    world: World, channel: Channel, field: JsonObject, values: Mapping[str, Any], resolved: JsonObject
) -> JsonObject:
    custom_id, kind = field["custom_id"], field["type"]
    answer = {"type": kind, "id": field["id"], "custom_id": custom_id}
    given = values.get(custom_id)
    if kind == c.TEXT_INPUT:
        return answer | {"value": _text(field, field.get("value") or "" if given is None else str(given))}
    if kind == c.CHECKBOX:
        return answer | {"value": bool(field.get("default") if given is None else given)}
    listed = _defaults(field) if given is None else [given] if isinstance(given, str) else list(given)
    if kind == c.RADIO_GROUP:
        return answer | {"value": listed[0] if listed else None}
    if kind == c.CHECKBOX_GROUP:
        return answer | {"values": listed}
    if kind == c.FILE_UPLOAD:
        return answer | {"values": list(_uploaded(world, channel, values.get(custom_id, {}), resolved))}
    if not listed and not field.get("required", True):
        return answer | {"values": []}
    chosen = _chosen(world, channel, field, listed)
    for key, entries in chosen.pop("resolved", {}).items():
        resolved.setdefault(key, {}).update(entries)
    return answer | chosen


def _uploaded(
    world: World, channel: Channel, files: Mapping[str, bytes | str], resolved: JsonObject
) -> Iterator[str]:
    """The ids of these files by name (bytes, or base64), which can be had from then on as attachments are."""
    for name, given in files.items():
        content = b64decode(given) if isinstance(given, str) else given
        attachment = posts.upload(world, channel.id, StoredFile(name, "application/octet-stream", content))
        resolved.setdefault("attachments", {})[attachment.id] = attachment
        yield attachment.id


def _defaults(field: JsonObject) -> list[str]:
    chosen = [option["value"] for option in field.get("options") or () if option.get("default")]
    return chosen + [preset["id"] for preset in field.get("default_values") or ()]


def _text(field: JsonObject, text: str) -> str:
    required = field.get("required", True)
    if required and not text:
        raise NotOffered(f"{field['custom_id']} is required")
    low, high = field.get("min_length") or 0, field.get("max_length") or 4000
    if text and not low <= len(text) <= high:
        raise NotOffered(f"{field['custom_id']} takes {low} to {high} characters")
    return text

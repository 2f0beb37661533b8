"""The application's own emoji: listed, brought, taken away."""

import base64
import binascii
import re

from playground.errors import TOO_MANY_EMOJIS, UNKNOWN_APPLICATION, UNKNOWN_EMOJI, DiscordError
from playground.model import JsonObject, StoredEmoji
from playground.rest.router import Call, Routes
from playground.rules.form import Form, invalid

MOST_EMOJIS = 2000
MOST_BYTES = 256 * 1024
routes = Routes()
_NAME = re.compile(r"\w{2,32}", re.ASCII)
_IMAGE = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.*)", re.DOTALL)


@routes.add("GET", "/applications/{application_id}/emojis")
def list_emojis(call: Call) -> JsonObject:
    return {"items": [_told(call, id) for id in _of(call)]}


@routes.add("POST", "/applications/{application_id}/emojis", status=201)
def create_emoji(call: Call) -> JsonObject:
    there = _of(call)
    form = Form()
    name, image = str(call.form.get("name")), _IMAGE.fullmatch(str(call.form.get("image")))
    if not _NAME.fullmatch(name):
        form.wrong(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
    if image is None:
        form.wrong(("image",), "IMAGE_INVALID", "Invalid image data")
    form.answer()
    assert image is not None, "else the form was answered"
    try:
        content = base64.b64decode(image[2], validate=True)
    except binascii.Error:
        raise invalid(("image",), "IMAGE_INVALID", "Invalid image data") from None
    if len(content) > MOST_BYTES:
        raise invalid(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    if len(there) >= MOST_EMOJIS:
        raise DiscordError(TOO_MANY_EMOJIS)
    id = call.world.new_id()
    there[id] = StoredEmoji(name, image[1], content)
    return _told(call, id)


@routes.add("DELETE", "/applications/{application_id}/emojis/{emoji_id}")
def delete_emoji(call: Call) -> None:
    if _of(call).pop(call.params["emoji_id"], None) is None:
        raise DiscordError(UNKNOWN_EMOJI)


def _of(call: Call) -> dict[str, StoredEmoji]:
    if call.params["application_id"] != call.world.state.application_id:
        raise DiscordError(UNKNOWN_APPLICATION)
    return call.world.state.emojis


def _told(call: Call, id: str) -> JsonObject:
    return {
        "id": id,
        "name": call.world.state.emojis[id].name,
        "roles": [],
        "user": call.world.bot,
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }

"""What a bot may send as a message: content, embeds, components, attachments, mentions, flags, nonce.

`read_message` turns the body of a request into a `MessageForm`, or raises what Discord would answer.
"""

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from playground.errors import EMPTY_MESSAGE, REQUEST_TOO_LARGE, DiscordError, NotModelled
from playground.model import JsonObject, MessageFlag, StoredFile
from playground.rules.components import Tally, check_components, give_numbers
from playground.rules.embeds import check_embeds
from playground.rules.form import Form

MOST_CONTENT = 2000
MOST_ATTACHMENTS = 10
MOST_FILE_BYTES = 10 * 1024 * 1024
MOST_NONCE = 25
MOST_MENTIONED = 100
SETTABLE_FLAGS = (
    MessageFlag.SUPPRESS_EMBEDS
    | MessageFlag.EPHEMERAL
    | MessageFlag.SUPPRESS_NOTIFICATIONS
    | MessageFlag.COMPONENTS_V2
)
LEGACY_FIELDS = ("content", "embeds", "sticker_ids", "poll")
NOT_MODELLED = ("sticker_ids", "poll", "shared_client_theme")


class NewFile(Struct):
    """A file that came with the request, and what the body says about it."""

    file: StoredFile
    description: str | UnsetType = UNSET


class AllowedMentions(Struct):
    """Whom a message may notify; without it, everybody it names."""

    parse: frozenset[str]
    users: frozenset[str]
    roles: frozenset[str]
    replied_user: bool


class MessageForm(Struct):
    """A message's body, found to be in order. UNSET: not in the body (an edit leaves it as it is)."""

    content: str | UnsetType
    embeds: list[JsonObject] | UnsetType
    components: list[JsonObject] | UnsetType
    flags: int
    allowed_mentions: AllowedMentions | None
    keep: list[str] | UnsetType
    files: list[NewFile]
    media: list[tuple[JsonObject, tuple[str | int, ...]]]
    texts: list[str]
    tts: bool
    nonce: str | int | UnsetType
    enforce_nonce: bool
    reference: JsonObject | UnsetType


def read_message(
    body: JsonObject, files: dict[int, StoredFile], old_flags: int | None = None, old_attachments: int = 0
) -> MessageForm:
    """Holds the body of a message to Discord's rules.

    `files` are the uploads by their index in the form; `old_flags` those of the message when it is an edit,
    with `old_attachments` on it. Raises DiscordError, or NotModelled for what is not here at all.
    """
    _refuse_what_is_not_modelled(body)
    form = Form()
    flags = _flags(body, old_flags, form)
    v2 = bool(flags & MessageFlag.COMPONENTS_V2)
    _check_legacy_fields(body, v2, form)
    content = form.text(body, "content", (), MOST_CONTENT)
    embeds = check_embeds(body, form)
    tally = _components(body, v2, form)
    keep, new = _attachments(body, files, form)
    allowed = _allowed_mentions(body, form)
    nonce = _nonce(body, form)
    form.answer()
    message = MessageForm(
        content=(content or "") if "content" in body else UNSET,
        embeds=embeds if "embeds" in body else UNSET,
        components=(body["components"] or []) if "components" in body else UNSET,
        flags=flags,
        allowed_mentions=allowed,
        keep=keep,
        files=new,
        media=tally.media,
        texts=tally.texts,
        tts=bool(body.get("tts")),
        nonce=nonce,
        enforce_nonce=bool(body.get("enforce_nonce")),
        reference=body.get("message_reference") or UNSET,
    )
    if old_flags is None:
        _refuse_empty(message)
    return message


def _refuse_what_is_not_modelled(body: JsonObject) -> None:
    for key in NOT_MODELLED:
        if body.get(key):
            raise NotModelled(f"`{key}` in a message")


def _refuse_empty(message: MessageForm) -> None:
    if not (message.content or message.embeds or message.components or message.files):
        raise DiscordError(EMPTY_MESSAGE)


def _flags(body: JsonObject, old_flags: int | None, form: Form) -> int:
    """The message's flags from now on: COMPONENTS_V2 can be set, never taken back."""
    flags = form.number(body, "flags", (), 0, 2**31 - 1)
    if old_flags is None:
        return (flags or 0) & SETTABLE_FLAGS
    if flags is None:
        return old_flags
    if old_flags & MessageFlag.COMPONENTS_V2 and not flags & MessageFlag.COMPONENTS_V2:
        form.wrong(
            ("flags",),
            "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
            "The IS_COMPONENTS_V2 flag cannot be removed from a message",
        )
    editable = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.COMPONENTS_V2
    return old_flags & ~editable | flags & editable


def _check_legacy_fields(body: JsonObject, v2: bool, form: Form) -> None:
    if not v2:
        return
    for key in LEGACY_FIELDS:
        if body.get(key):
            form.wrong(
                (key,),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )


def _components(body: JsonObject, v2: bool, form: Form) -> Tally:
    components = form.items(body, "components", (), 0, 10_000)
    tally = check_components(components, v2, form)
    if not form.errors:
        give_numbers(components, tally)
    return tally


def _attachments(
    body: JsonObject, files: dict[int, StoredFile], form: Form
) -> tuple[list[str] | UnsetType, list[NewFile]]:
    """Which attachments an edit keeps, and the new ones with their descriptions.

    An entry whose id is the index of an upload describes that upload; any other names an attachment to keep.
    """
    if sum(len(file.content) for file in files.values()) > MOST_FILE_BYTES:
        raise DiscordError(REQUEST_TOO_LARGE)
    entries = {str(entry.get("id")): entry for entry in body.get("attachments") or ()}
    keep = [entry_id for entry_id in entries if not entry_id.isdigit() or int(entry_id) not in files]
    for index, entry in enumerate(entries.values()):
        form.text(entry, "description", ("attachments", index), 1024)
    if len(keep) + len(files) > MOST_ATTACHMENTS:
        form.bad_length(("attachments",), 0, MOST_ATTACHMENTS, "in length")
    new: list[NewFile] = []
    for index, file in sorted(files.items()):
        entry = entries.get(str(index), {})
        filename = entry.get("filename") or file.filename
        stored = StoredFile(filename, file.content_type, file.content)
        new.append(NewFile(stored, entry.get("description") or UNSET))
    return (keep if "attachments" in body else UNSET), new


def _allowed_mentions(body: JsonObject, form: Form) -> AllowedMentions | None:
    allowed = body.get("allowed_mentions")
    if allowed is None:
        return None
    at = ("allowed_mentions",)
    parse = frozenset(form.items(allowed, "parse", at, 0, 3))
    for kind in ("users", "roles"):
        listed = form.items(allowed, kind, at, 0, MOST_MENTIONED)
        if kind in parse and listed:
            form.wrong(
                at,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )
    return AllowedMentions(
        parse, _ids(allowed.get("users")), _ids(allowed.get("roles")), bool(allowed.get("replied_user"))
    )


def _ids(listed: list[Any] | None) -> frozenset[str]:
    return frozenset(map(str, listed or ()))


def _nonce(body: JsonObject, form: Form) -> str | int | UnsetType:
    nonce = body.get("nonce")
    if nonce is None:
        return UNSET
    if isinstance(nonce, str) and len(nonce) > MOST_NONCE:
        form.wrong(("nonce",), "NONCE_TYPE_TOO_LONG", "Nonce cannot be longer than 25 characters.")
    return nonce

"""Messages: posted, edited, deleted, with their files, their mentions and what a nonce promises."""

import struct
from dataclasses import dataclass

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from playground import threads
from playground.clock import made_at
from playground.errors import EMPTY_MESSAGE, TOO_MANY_OLD_EDITS, DiscordError, too_many
from playground.events import PostChanged, PostGone, PostMade
from playground.mentions import read_mentions
from playground.model import (
    Attachment,
    Channel,
    JsonObject,
    Message,
    MessageFlag,
    MessageType,
    Post,
    StoredFile,
    User,
)
from playground.rules.components import walk
from playground.rules.form import Form
from playground.rules.messages import MessageForm, NewFile
from playground.world import World

NONCE_SECONDS, MOST_NONCES = 300, 2000
OLD_SECONDS = 3600
# Discord publishes no figures; people who ran into it report about this.
OLD_EDITS, OLD_EDITS_SECONDS = 3, 20


@dataclass(frozen=True, slots=True)
class Origin:
    """How a message came about, as far as it shows: by an interaction, as an answer, as a system message."""

    type: int = MessageType.DEFAULT
    only_for: str | None = None
    application_id: str | UnsetType = UNSET
    interaction_metadata: JsonObject | UnsetType = UNSET
    reference: JsonObject | UnsetType = UNSET
    referenced: Message | UnsetType = UNSET


def post(
    world: World,
    channel: Channel,
    author: User,
    form: MessageForm,
    origin: Origin = Origin(),
    id: str | None = None,
) -> Post:
    """Posts a message that `read_message` found in order; the channel's and the sender's rights are the
    caller's. `id`: the first of a forum's post has the thread's.

    An enforced nonce that was used in the last minutes gives back the message that it made then.
    """
    once = form.enforce_nonce and form.nonce is not UNSET
    if once and (earlier := _said_already(world, author.id, str(form.nonce), channel.id)):
        return earlier
    _refuse_unknown_emoji(world, form)
    message_id = id or world.new_id()
    ephemeral = origin.only_for is not None
    attachments = _attach(world, channel.id, form, [], ephemeral)
    content = form.content if isinstance(form.content, str) else ""
    found = read_mentions(world, channel, author.id, [content, *form.texts], form.allowed_mentions)
    made = Post(
        Message(
            id=message_id,
            channel_id=channel.id,
            author=author,
            timestamp=world.clock.timestamp(),
            type=origin.type,
            content=content,
            attachments=attachments,
            embeds=form.embeds if isinstance(form.embeds, list) else [],
            components=form.components if isinstance(form.components, list) else [],
            mentions=found.users,
            mention_roles=found.roles,
            mention_everyone=found.everyone,
            tts=form.tts,
            flags=form.flags | (MessageFlag.EPHEMERAL if ephemeral else 0),
            nonce=form.nonce,
            webhook_id=origin.application_id,
            application_id=origin.application_id,
            interaction_metadata=origin.interaction_metadata,
            message_reference=origin.reference,
            referenced_message=origin.referenced,
        ),
        only_for=origin.only_for,
        notified=[] if ephemeral else found.notified,
    )
    if once:
        _remember_nonce(world, author.id, str(form.nonce), made.message)
    put(world, channel, made)
    return made


def _refuse_unknown_emoji(world: World, form: MessageForm) -> None:
    """Emoji by their id have to be the application's: it can use no others here."""
    found = Form()
    components = form.components if isinstance(form.components, list) else []
    for component in walk(components):
        for holder in (component, *component.get("options", ())):
            id = (holder.get("emoji") or {}).get("id")
            if id is not None and str(id) not in world.state.emojis:
                found.wrong(("components",), "COMPONENT_INVALID_EMOJI", "Invalid emoji")
    found.answer()


def put(world: World, channel: Channel, made: Post) -> None:
    """Places a message in its channel: a thread counts it, wakes up, and takes in whom it mentions."""
    world.posts_in(channel.id)[made.message.id] = made
    if not made.is_ephemeral:
        _note_in_channel(world, channel, made)
    world.tell(PostMade(made))


def _note_in_channel(world: World, channel: Channel, made: Post) -> None:
    channel = world.state.channels[channel.id]
    if channel.is_thread:
        if channel.metadata.archived:
            channel = threads.change(world, channel, archived=False)
        counted = made.message.type in (
            MessageType.DEFAULT,
            MessageType.REPLY,
            MessageType.CHAT_INPUT_COMMAND,
        )
        count = int(channel.message_count or 0) + counted
        channel = replace(channel, message_count=count, total_message_sent=count)
    world.state.channels[channel.id] = replace(channel, last_message_id=made.message.id)
    if channel.is_thread:
        for user_id in (made.message.author.id, *made.notified):
            threads.join(world, channel.id, user_id)


def edit(world: World, changed: Post, form: MessageForm) -> Post:
    """Changes a message as an edit's form says; nobody is notified, whatever it mentions.

    Raises DiscordError when nothing would be left of it.
    """
    _refuse_unknown_emoji(world, form)
    old = changed.message
    kept = old.attachments
    if isinstance(form.keep, list):
        kept = [attachment for attachment in old.attachments if attachment.id in form.keep]
    content = form.content if isinstance(form.content, str) else old.content
    embeds = form.embeds if isinstance(form.embeds, list) else old.embeds
    components = form.components if isinstance(form.components, list) else old.components
    if not (content or embeds or components or kept or form.files):
        raise DiscordError(EMPTY_MESSAGE)
    attachments = _attach(world, old.channel_id, form, kept, changed.is_ephemeral)
    world.take_away_files(attachment for attachment in old.attachments if attachment not in kept)
    changed.message = replace(
        old,
        content=content,
        embeds=embeds,
        components=components,
        attachments=attachments,
        flags=form.flags & ~MessageFlag.LOADING,
        edited_timestamp=world.clock.timestamp(),
    )
    world.tell(PostChanged(changed))
    return changed


def count_old_edit(world: World, changed: Post) -> None:
    """Counts an edit of a message older than an hour; raises 30046 when its channel has had too many."""
    now = world.clock.now()
    if now - made_at(changed.message.id) < OLD_SECONDS:
        return
    earlier = world.old_edits.get(changed.message.channel_id, [])
    recent = [moment for moment in earlier if now - moment < OLD_EDITS_SECONDS]
    if len(recent) >= OLD_EDITS:
        raise too_many(TOO_MANY_OLD_EDITS, OLD_EDITS_SECONDS - (now - recent[0]))
    world.old_edits[changed.message.channel_id] = [*recent, now]


def delete(world: World, gone: Post) -> None:
    """Takes a message away; a thread that was opened from it stays."""
    world.posts_in(gone.message.channel_id).pop(gone.message.id, None)
    world.take_away_files(gone.message.attachments)
    world.tell(PostGone(gone))


def _said_already(world: World, author_id: str, nonce: str, channel_id: str) -> Post | None:
    earlier_channel, message_id = world.nonces.get((author_id, nonce), ("", ""))
    earlier = world.state.posts.get(earlier_channel, {}).get(message_id)
    if earlier is None or earlier_channel != channel_id:
        return None
    return earlier if world.clock.now() - made_at(message_id) < NONCE_SECONDS else None


def _remember_nonce(world: World, author_id: str, nonce: str, message: Message) -> None:
    world.nonces[author_id, nonce] = message.channel_id, message.id
    while len(world.nonces) > MOST_NONCES:
        del world.nonces[next(iter(world.nonces))]


def _attach(
    world: World, channel_id: str, form: MessageForm, kept: list[Attachment], ephemeral: bool
) -> list[Attachment]:
    """The attachments from now on, with the new files stored and the components pointing at them."""
    new = [_attachment(world, channel_id, file, ephemeral) for file in form.files]
    _refer_to(form, [*kept, *new])
    for attachment, file in zip(new, form.files, strict=True):
        world.state.files[attachment.id] = file.file
    return [*kept, *new]


def upload(world: World, channel_id: str, file: StoredFile) -> Attachment:
    """A file that somebody brings along with a window."""
    attachment = _attachment(world, channel_id, NewFile(file), ephemeral=True)
    world.state.files[attachment.id] = file
    return attachment


def _attachment(world: World, channel_id: str, new: NewFile, ephemeral: bool) -> Attachment:
    attachment_id = world.new_id()
    url = f"{world.state.cdn}/attachments/{channel_id}/{attachment_id}/{new.file.filename}"
    attachment = Attachment(
        attachment_id,
        new.file.filename,
        len(new.file.content),
        url,
        url,
        new.file.content_type,
        description=new.description,
        ephemeral=True if ephemeral else UNSET,
    )
    if size := _picture_size(new.file.content):
        attachment.width, attachment.height = size
    return attachment


def _picture_size(content: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG or GIF, whose header says so; of other pictures nothing is said."""
    if content[:8] == b"\x89PNG\r\n\x1a\n":
        width, height = struct.unpack(">II", content[16:24])
    elif content[:6] in (b"GIF87a", b"GIF89a"):
        width, height = struct.unpack("<HH", content[6:10])
    else:
        return None
    return width, height


def _refer_to(form: MessageForm, attachments: list[Attachment]) -> None:
    """Puts the addresses of attachments where components say attachment://name.

    Raises Invalid Form Body for a name that no attachment has.
    """
    by_name = {f"attachment://{attachment.filename}": attachment for attachment in attachments}
    wrong = Form()
    for item, at in form.media:
        url: str = item["url"]
        attachment = by_name.get(url)
        if attachment:
            item["url"] = item["proxy_url"] = attachment.url
            item["attachment_id"], item["content_type"] = attachment.id, attachment.content_type
            if attachment.width is not UNSET:
                item["width"], item["height"] = attachment.width, attachment.height
        elif url.startswith("attachment://"):
            wrong.wrong(
                at,
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                f"The referenced attachment '{url.removeprefix('attachment://')}' was not found",
            )
        else:
            item.setdefault("proxy_url", url)
        item["loading_state"] = 2
    wrong.answer()

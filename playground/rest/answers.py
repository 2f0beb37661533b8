"""What an interaction's answers do, shared by the callback and by the webhook that comes after it.

Answers are sent with the interaction's token: the bot's own rights in the channel do not count for them, an
archived and locked thread stops them all the same.
"""

from msgspec import UNSET
from msgspec.structs import replace

from playground import posts, threads
from playground.errors import THREAD_ARCHIVED, UNKNOWN_MESSAGE, DiscordError
from playground.interactions import Interaction, Kind
from playground.model import Channel, JsonObject, Message, MessageFlag, MessageType, Post
from playground.permissions import Permission
from playground.posts import Origin
from playground.rest.router import Call
from playground.rules.messages import MessageForm, read_message


def channel_of(call: Call, interaction: Interaction) -> Channel:
    """Where the interaction happened; raises Unknown Channel when it is gone since."""
    return threads.settle(call.world, call.world.channel(interaction.channel_id))


def refuse_locked(call: Call, channel: Channel) -> None:
    """In a thread archived and locked nothing public can be written, not even as an answer."""
    if not channel.is_thread or not (channel.metadata.archived and channel.metadata.locked):
        return
    if not call.world.may(call.world.bot.id, channel, Permission.MANAGE_THREADS):
        raise DiscordError(THREAD_ARCHIVED)


def post_answer(call: Call, interaction: Interaction, form: MessageForm, ephemeral: bool) -> Post:
    """Posts a message as an answer; an ephemeral one is the person's alone."""
    channel = channel_of(call, interaction)
    if channel.is_group:  # nobody has rights there, so nothing is hidden
        pass
    elif call.world.is_outside(channel):  # there it is the person's rights that count
        ephemeral |= not call.world.may(interaction.user_id, channel, Permission.USE_EXTERNAL_APPS)
    elif not ephemeral:
        refuse_locked(call, channel)
    post = posts.post(call.world, channel, call.world.bot, form, _origin(call, interaction, ephemeral))
    call.backend.interactions.came_later(interaction, post)
    return post


def _origin(call: Call, interaction: Interaction, ephemeral: bool) -> Origin:
    is_command = interaction.kind is Kind.COMMAND and interaction.original_id is None
    return Origin(
        type=MessageType.CHAT_INPUT_COMMAND if is_command else MessageType.DEFAULT,
        only_for=interaction.user_id if ephemeral else None,
        application_id=call.world.state.application_id,
        interaction_metadata=interaction.metadata,
    )


def post_thinking(call: Call, interaction: Interaction, ephemeral: bool) -> Post:
    """The message that says that the bot is thinking."""
    flags = MessageFlag.LOADING
    empty = MessageForm(
        content=UNSET,
        embeds=UNSET,
        components=UNSET,
        flags=flags,
        allowed_mentions=None,
        keep=UNSET,
        files=[],
        media=[],
        texts=[],
        tts=False,
        nonce=UNSET,
        enforce_nonce=False,
        reference=UNSET,
    )
    return post_answer(call, interaction, empty, ephemeral)


def post_by_id(call: Call, interaction: Interaction, message_id: str) -> Post:
    """A message that this interaction's token may touch: one of its own answers, or the message it came from.

    Raises Unknown Message for any other.
    """
    for channel_id in {interaction.channel_id, interaction.original_channel_id}:
        post = call.world.state.posts.get(channel_id, {}).get(message_id)
        if post and (
            message_id in (interaction.original_id, interaction.message_id) or _is_own(post, interaction)
        ):
            return post
    raise DiscordError(UNKNOWN_MESSAGE)


def _is_own(post: Post, interaction: Interaction) -> bool:
    metadata = post.message.interaction_metadata
    return isinstance(metadata, dict) and metadata["id"] == interaction.id


def original(call: Call, interaction: Interaction) -> Post:
    """The message that "@original" means; raises Unknown Message if there is none (any more)."""
    if interaction.original_id is None:
        raise DiscordError(UNKNOWN_MESSAGE)
    return post_by_id(call, interaction, interaction.original_id)


def edit_answer(call: Call, interaction: Interaction, post: Post, body: JsonObject) -> Message:
    """Changes an answer; the first change of a "thinking" message is what was thought about."""
    if not post.is_ephemeral:
        refuse_locked(call, call.world.channel(post.message.channel_id))
    loading = bool(post.message.flags & MessageFlag.LOADING)
    form = read_message(body, call.files, post.message.flags)
    changed = posts.edit(call.world, post, form)
    if loading:
        changed.message = replace(changed.message, edited_timestamp=None)
    call.backend.interactions.came_later(interaction, changed)
    return changed.message

"""Tables as posts of a forum: the lobby is a post's first message, and its tags say what to expect there.

A post is a thread, and its first message has the thread's id
(https://discord.com/developers/docs/resources/channel#start-thread-in-forum-or-media-channel). Tags are found
by their names, in whatever language they were written, and those that a server added itself stay.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import discord
import structlog

from bot.client.channels import ARCHIVE_AFTER, Channels
from bot.client.discord_errors import DISCORD_ERRORS, discord_problem
from bot.i18n import Reader
from bot.i18n.date_parsing import LANGUAGES
from bot.i18n.sanitising import truncate
from bot.tables.calling import has_room
from bot.tables.model import Table
from bot.ui.views import Payload, PayloadView
from games.catalogue import catalogue
from games.text import Text, _

log = structlog.get_logger(__name__)

MOST_TAGS, MOST_ON_A_POST, LONGEST_TAG = 20, 5, 20
"""Of a forum, of one of its posts, and characters of a tag's name: Discord's limits."""
WAITING, FULL, OVER = _("Waiting"), _("Full"), _("Over")


def tags_of(table: Table) -> tuple[Text, Text]:
    """What is played, and whether there is room."""
    if table.phase in ("over", "closed"):
        return table.game.title, OVER
    return table.game.title, WAITING if has_room(table) else FULL


def all_tags() -> list[Text]:
    """Every tag that a table's post can have."""
    return [WAITING, FULL, OVER, *(game.title for game in catalogue().values())]


def _spellings(texts: Iterable[Text]) -> set[str]:
    return {_in_language(text, locale).casefold() for text in texts for locale in LANGUAGES}


def _in_language(text: Text, locale: str) -> str:
    return truncate(Reader(locale).plain(text), LONGEST_TAG)


def _named(forum: discord.ForumChannel, texts: Iterable[Text]) -> list[discord.ForumTag]:
    spelled = _spellings(texts)
    return [tag for tag in forum.available_tags if tag.name.casefold() in spelled]


def lacking_tags(forum: discord.ForumChannel) -> list[Text]:
    """Those that the forum does not have."""
    return [text for text in all_tags() if not _named(forum, [text])]


async def add_tags(channels: Channels, forum: discord.ForumChannel, locale: str) -> None:
    """The forum has all tags from now on, as far as there is room and the bot may manage the channel."""
    new = [discord.ForumTag(name=_in_language(text, locale)) for text in lacking_tags(forum)]
    tags = [*forum.available_tags, *new][:MOST_TAGS]
    if new and forum.permissions_for(forum.guild.me).manage_channels:
        await channels.budget.take()
        await forum.edit(available_tags=tags)


async def open_post(
    channels: Channels,
    forum: discord.ForumChannel,
    table: Table,
    name: str,
    payload: Payload,
    mention: Collection[int],
) -> int:
    """The thread of the table's post; one of that name is not opened twice, as far as is known: Discord takes
    no nonce for posts. Raises what a request to Discord does.
    """
    own = (post.id for post in forum.threads if (post.name, post.owner_id) == (name, forum.guild.me.id))
    if (known := next(own, None)) is not None:
        return known
    tags = _named(forum, tags_of(table))
    await channels.budget.take()
    made = await forum.create_thread(
        name=name,
        auto_archive_duration=ARCHIVE_AFTER,
        view=PayloadView(payload),
        files=payload.files(),
        applied_tags=tags or (forum.available_tags[:1] if forum.flags.require_tag else []),
        allowed_mentions=discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in mention]
        ),
        silent=not mention,
    )
    return made.thread.id


async def show_tags(channels: Channels, table: Table, thread: int) -> None:
    """The table's post has the tags that fit it now: an edit only where they change. What is refused stays
    as it is until the next change: a game depends on no tag.
    """
    post = channels.place(table.guild, thread)
    forum = post.parent if isinstance(post, discord.Thread) and not post.archived else None
    if not isinstance(post, discord.Thread) or not isinstance(forum, discord.ForumChannel):
        return
    ours = _named(forum, all_tags())
    others = [tag for tag in post.applied_tags if tag not in ours]
    tags = [*others, *_named(forum, tags_of(table))][:MOST_ON_A_POST]
    if {tag.id for tag in tags} == {tag.id for tag in post.applied_tags}:
        return
    try:
        await channels.budget.take()
        await post.edit(applied_tags=tags)
    except DISCORD_ERRORS as error:
        log.info("a post's tags were not changed", table=table.id, why=discord_problem(error).value)

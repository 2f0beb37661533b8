"""Where a server wants it, tables open as posts of a forum, with tags that say what to expect there."""

from __future__ import annotations

import pytest

from bot.app import Tortuga
from bot.publishing.forum_posts import MOST_TAGS
from playground import Playground, Seen, Visitor, places
from playground.model import Channel
from tests.bot.commands.test_server_preferences import choose, settings
from tests.support.idle import until, until_told
from tests.support.table_play import (
    GAME,
    SHORT,
    board_of,
    deal,
    hand,
    has_ended,
    open_lobby,
    play_on,
    press,
    table_of,
)

OURS = {"Waiting", "Full", "Over", "Skull King", "Skull Queen", "Corsari", "Buccaneer"}


def add_forum(pg: Playground, *tags: str) -> Channel:
    """A moderator adds a forum with these tags."""
    return places.add_channel(pg.world, pg.guild(), "tables", tags=tags)


async def heard(bot: Tortuga, forum: Channel, right: str, is_given: bool) -> None:
    """Wait until the bot knows that it has this right there, or has not."""
    channels, guild = bot.services.table_publisher.messages.channels, bot.guilds[0].id
    await until(lambda: getattr(channels.granted(guild, int(forum.id)), right, None) is is_given)


def tags_on(pg: Playground, lobby: Seen) -> set[str]:
    """The tags of the post in which a table stands."""
    post = pg.world.channel(lobby.channel_id)
    forum = pg.world.channel(str(post.parent_id))
    named = {tag.id: tag.name for tag in forum.available_tags or ()}
    return {named[tag] for tag in post.applied_tags or ()}


async def chosen(morgan: Visitor, forum: Channel) -> Seen:
    """The server's settings, once tables are to open there."""
    return await choose(morgan, await settings(morgan), "forum", forum.id)


@pytest.fixture
async def forum(pg: Playground, bot: Tortuga, morgan: Visitor) -> Channel:
    """A forum with all tags, in which tables open."""
    forum = add_forum(pg, *OURS, "Beginners welcome")
    await chosen(morgan, forum)
    return forum


async def test_a_table_opens_as_a_post_and_its_tags_go_with_its_life(
    pg: Playground, bot: Tortuga, forum: Channel, anne: Visitor, calico: Visitor
) -> None:
    lobby = await open_lobby(anne, game=GAME, seats=2, **SHORT)
    post = pg.world.channel(lobby.channel_id)
    assert (post.parent_id, lobby.id) == (forum.id, post.id), "the lobby is the post's first message"
    assert table_of(lobby) in str(post.name)
    assert tags_on(pg, lobby) == {"Skull King", "Waiting"}
    await press(calico, lobby, "join")
    await until(lambda: tags_on(pg, lobby) == {"Skull King", "Full"})
    await press(anne, lobby, "start")
    board = await board_of(anne, lobby)
    assert board.channel_id == post.id, "all of the table is in its post"
    assert tags_on(pg, lobby) == {"Skull King", "Full"}
    await play_on(pg, {person.name: await hand(person, board) for person in (anne, calico)})
    await anne.wait_for(lambda seen: seen.id == lobby.id and has_ended(seen))
    await until_told(bot.store)
    assert tags_on(pg, lobby) == {"Skull King", "Over"}
    assert pg.world.channel(post.id).metadata.archived
    assert pg.violations == []


async def test_a_tag_that_the_server_gave_the_post_stays(
    pg: Playground, forum: Channel, anne: Visitor, calico: Visitor
) -> None:
    lobby = await open_lobby(anne, seats=2)
    post, welcome = pg.world.channel(lobby.channel_id), (forum.available_tags or [])[-1]
    places.change_channel(pg.world, post, applied_tags=[*(post.applied_tags or []), welcome.id])
    await press(calico, lobby, "join")
    await until(lambda: tags_on(pg, lobby) == {"Skull King", "Full", "Beginners welcome"})


async def test_a_rematch_is_a_post_of_its_own(
    pg: Playground, forum: Channel, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico, **SHORT)
    await play_on(pg, {person.name: await hand(person, board) for person in (anne, calico)})
    result = await anne.wait_for(lambda seen: seen.id == board.channel_id and has_ended(seen))
    await press(anne, result, "rematch")
    lobby = await anne.wait_for(
        lambda seen: not seen.is_ephemeral and any("join:" in str(each.custom_id) for each in seen.buttons)
    )
    assert lobby.id == lobby.channel_id != board.channel_id
    assert pg.world.channel(lobby.channel_id).parent_id == forum.id
    assert lobby.notified == ["Calico"]


async def test_tags_that_lack_are_made_where_the_bot_may_and_named_where_it_may_not(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor
) -> None:
    forum = add_forum(pg, "WARTET", "News")
    shown = await chosen(morgan, forum)
    assert "Tables open as posts in" in shown.text
    assert "Missing tags there: Full, Over" in shown.text, "one is known in any language"
    assert tags_on(pg, await open_lobby(anne)) == {"WARTET"}
    pg.give_permission(forum, "manage_channels")
    await heard(bot, forum, "manage_channels", True)
    shown = await chosen(morgan, forum)
    assert "Missing tags" not in shown.text
    names = [tag.name for tag in pg.world.channel(forum.id).available_tags or ()]
    assert set(names) == OURS - {"Waiting"} | {"WARTET", "News"}
    assert len(names) <= MOST_TAGS


async def test_a_forum_in_which_the_bot_may_not_post_is_refused_and_one_that_is_gone_forgotten(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor
) -> None:
    forum = add_forum(pg)
    pg.forget_permission(forum, "send_messages")
    await heard(bot, forum, "send_messages", False)
    said = await (await morgan.choose(await settings(morgan), "server:forum:", forum.id)).settled()
    assert said is not None
    assert "I need Send Messages there" in said.text
    pg.give_permission(forum, "send_messages")
    await heard(bot, forum, "send_messages", True)
    await chosen(morgan, forum)
    pg.delete_channel(forum)
    await until(lambda: bot.guilds[0].get_channel(int(forum.id)) is None)
    lobby = await open_lobby(anne)
    assert lobby.channel_id == pg.channel("tavern").id


async def test_a_post_of_which_nothing_is_kept_as_after_a_stop_is_found_and_not_opened_twice(
    pg: Playground, bot: Tortuga, forum: Channel, anne: Visitor
) -> None:
    lobby = await open_lobby(anne)
    await until_told(bot.store)
    id, posts = table_of(lobby), bot.services.table_publisher.messages.posts
    for kind in ("lobby", "thread"):
        await posts.gone((await posts.of(id, bot.guilds[0].id))[kind])
    places_of_tables = bot.services.tables.places
    await places_of_tables.move(id, int(forum.id))
    await places_of_tables.set_unseen(id, True, again=True)
    await until_told(bot.store)
    assert (await posts.of(id, bot.guilds[0].id))["lobby"].message == int(lobby.id)
    assert (await bot.services.tables.table(id)).channel == int(lobby.channel_id)
    assert len([each for each in pg.world.channels_of(pg.guild()) if each.parent_id == forum.id]) == 1


async def test_show_leaves_the_first_message_of_the_post_where_it_is(
    pg: Playground, bot: Tortuga, forum: Channel, anne: Visitor
) -> None:
    lobby = await open_lobby(anne)
    await until_told(bot.store)
    for where in (lobby.channel_id, pg.channel("tavern").id):
        said = await (await anne.slash("table show", channel=where)).settled()
        assert said is not None
        assert f"/{lobby.channel_id}/{lobby.id}" in said.text

"""What the bot may do where, and what it is told when it may not."""

from collections.abc import Awaitable, Callable

import pytest

from playground import NotOffered, Playground, places
from tests.support.bare_rest import Answer, BareRest

pytestmark = pytest.mark.breaks_discords_rules

MISSING_ACCESS, MISSING_PERMISSIONS = (403, 50001), (403, 50013)
Deed = Callable[[BareRest, str], Awaitable[Answer]]


async def post(rest: BareRest, channel: str) -> Answer:
    return await rest.call("POST", f"/channels/{channel}/messages", {"content": "x"})


async def post_embed(rest: BareRest, channel: str) -> Answer:
    return await rest.call("POST", f"/channels/{channel}/messages", {"embeds": [{"title": "x"}]})


async def post_file(rest: BareRest, channel: str) -> Answer:
    return await rest.upload(f"/channels/{channel}/messages", "{}", ("a.txt", b"a"))


async def open_thread(rest: BareRest, channel: str) -> Answer:
    return await rest.call("POST", f"/channels/{channel}/threads", {"name": "table", "type": 11})


async def open_private_thread(rest: BareRest, channel: str) -> Answer:
    return await rest.call("POST", f"/channels/{channel}/threads", {"name": "table", "type": 12})


async def type_something(rest: BareRest, channel: str) -> Answer:
    return await rest.call("POST", f"/channels/{channel}/typing")


async def read_one(rest: BareRest, channel: str) -> Answer:
    said = rest.pg.person("Anne").says("hello", channel)
    return await rest.call("GET", f"/channels/{channel}/messages/{said.id}")


async def delete_foreign(rest: BareRest, channel: str) -> Answer:
    said = rest.pg.person("Anne").says("hello", channel)
    return await rest.call("DELETE", f"/channels/{channel}/messages/{said.id}")


async def rename(rest: BareRest, channel: str) -> Answer:
    return await rest.call("PATCH", f"/channels/{channel}", {"name": "taverna"})


async def delete_channel(rest: BareRest, channel: str) -> Answer:
    return await rest.call("DELETE", f"/channels/{channel}")


@pytest.mark.parametrize(
    ("deed", "permission"),
    [
        (post, "send_messages"),
        (post_embed, "embed_links"),
        (post_file, "attach_files"),
        (open_thread, "create_public_threads"),
        (open_private_thread, "create_private_threads"),
        (type_something, "send_messages"),
        (read_one, "read_message_history"),
        (delete_foreign, "manage_messages"),
        (rename, "manage_channels"),
        (delete_channel, "manage_channels"),
    ],
)
async def test_a_deed_needs_its_permission(
    pg: Playground, rest: BareRest, deed: Deed, permission: str
) -> None:
    channel = pg.channel("tavern").id
    pg.forget_permission("tavern", permission)
    assert (await deed(rest, channel)).refusal == MISSING_PERMISSIONS
    pg.give_permission("tavern", permission)
    assert (await deed(rest, channel)).status < 300


@pytest.mark.parametrize("deed", [post, open_thread, read_one, rename])
async def test_a_channel_that_is_not_seen_gives_missing_access(
    pg: Playground, rest: BareRest, deed: Deed
) -> None:
    pg.forget_permission("tavern", "view_channel")
    assert (await deed(rest, pg.channel("tavern").id)).refusal == MISSING_ACCESS


async def test_without_read_history_the_list_is_empty(pg: Playground, rest: BareRest) -> None:
    await rest.post({"content": "x"})
    pg.forget_permission("tavern", "read_message_history")
    answer = await rest.call("GET", f"/channels/{pg.channel('tavern').id}/messages")
    assert (answer.status, answer.json) == (200, [])


async def test_in_a_thread_another_permission_is_needed_to_write(pg: Playground, rest: BareRest) -> None:
    thread = (await open_thread(rest, pg.channel("tavern").id)).json["id"]
    pg.forget_permission("tavern", "send_messages")
    assert (await post(rest, thread)).status == 200
    pg.forget_permission("tavern", "send_messages_in_threads")
    assert (await post(rest, thread)).refusal == MISSING_PERMISSIONS


async def test_a_bot_that_was_removed_has_access_to_nothing(pg: Playground, rest: BareRest) -> None:
    pg.remove_bot()
    assert (await post(rest, pg.channel("tavern").id)).refusal == MISSING_ACCESS
    assert (await rest.call("GET", f"/guilds/{pg.guild().id}")).refusal == MISSING_ACCESS
    assert (await rest.call("GET", "/guilds/5")).refusal == (404, 10004)


async def test_overwrites_count_in_discords_order(pg: Playground) -> None:
    world, guild, tavern = pg.world, pg.guild(), pg.channel("tavern")
    anna = pg.person("Anne")
    crew = places.add_role(world, guild, "Crew", 0)
    guild.members[anna.id].roles.append(crew.id)
    send = places.rights_named(("send_messages",))

    places.overwrite(world, tavern, guild.id, deny=send)
    assert not world.rights(anna.id, pg.channel("tavern")) & send
    places.overwrite(world, pg.channel("tavern"), crew.id, allow=send)
    assert world.rights(anna.id, pg.channel("tavern")) & send
    places.overwrite(world, pg.channel("tavern"), anna.id, deny=send)
    assert not world.rights(anna.id, pg.channel("tavern")) & send


async def test_an_administrator_may_do_everything(pg: Playground) -> None:
    role = places.add_role(pg.world, pg.guild(), "Admiral", places.rights_named(("administrator",)))
    calico = pg.person("Calico")
    pg.guild().members[calico.id].roles.append(role.id)
    pg.forget_permission("tavern", "view_channel", who=pg.guild().id)
    assert pg.world.rights(calico.id, pg.channel("tavern")) & places.rights_named(("manage_threads",))


async def test_people_are_held_to_their_permissions_too(pg: Playground) -> None:
    anna = pg.person("Anne")
    pg.forget_permission("tavern", "send_messages", who=pg.guild().id)
    with pytest.raises(NotOffered, match="may not write"):
        anna.says("hello")
    pg.forget_permission("tavern", "view_channel", who=pg.guild().id)
    with pytest.raises(NotOffered, match="does not see"):
        anna.says("hello")
    assert anna.sees() == []
    assert pg.person("Morgan").sees() == []

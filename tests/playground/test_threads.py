"""The life of a thread over REST: opened, joined, archived, reopened, locked."""

from typing import Any

import pytest

from playground import Playground, places
from playground.model import Channel
from tests.support.bare_rest import BareRest

breaks_rules = pytest.mark.breaks_discords_rules
MISSING_PERMISSIONS, ARCHIVED, LOCKED = (403, 50013), (400, 50083), (400, 160005)


async def opened(rest: BareRest, **fields: Any) -> dict[str, Any]:
    """A thread from a new message in the tavern."""
    message = (await rest.post({"content": "The table"})).json
    path = f"/channels/{message['channel_id']}/messages/{message['id']}/threads"
    answer = await rest.call("POST", path, {"name": "Table 1", "auto_archive_duration": 10080} | fields)
    assert answer.status == 201
    return answer.json


async def say(rest: BareRest, thread: dict[str, Any], content: str = "x") -> Any:
    return await rest.call("POST", f"/channels/{thread['id']}/messages", {"content": content})


async def test_a_thread_from_a_message_has_its_id_and_shows_on_it(pg: Playground, rest: BareRest) -> None:
    thread = await opened(rest)
    message = pg.person("Anne").last()
    assert (thread["id"], thread["type"], thread["member_count"]) == (message.id, 11, 1)
    assert message.json.flags & (1 << 5)
    starter = pg.world.posts_in(thread["id"]).popitem()[1].message
    assert starter.type == 21


@breaks_rules
async def test_a_message_has_one_thread(rest: BareRest) -> None:
    thread = await opened(rest)
    path = f"/channels/{thread['parent_id']}/messages/{thread['id']}/threads"
    assert (await rest.call("POST", path, {"name": "again"})).refusal == (400, 160004)


@breaks_rules
@pytest.mark.parametrize("wrong", [{"name": ""}, {"name": "x" * 101}, {"auto_archive_duration": 61}])
async def test_a_threads_settings_are_held_to_the_rules(rest: BareRest, wrong: dict[str, Any]) -> None:
    message = (await rest.post({"content": "x"})).json
    path = f"/channels/{message['channel_id']}/messages/{message['id']}/threads"
    assert (await rest.call("POST", path, {"name": "Table"} | wrong)).refusal == (400, 50035)


@breaks_rules
async def test_a_thread_opens_no_thread(rest: BareRest) -> None:
    thread = await opened(rest)
    message = (await say(rest, thread)).json
    path = f"/channels/{thread['id']}/messages/{message['id']}/threads"
    assert (await rest.call("POST", path, {"name": "deeper"})).refusal == (400, 50024)


async def test_a_bare_public_thread_is_announced_in_its_channel(pg: Playground, rest: BareRest) -> None:
    path = f"/channels/{pg.channel('tavern').id}/threads"
    thread = (await rest.call("POST", path, {"name": "Table 2", "type": 11})).json
    announced = pg.person("Anne").last()
    assert (announced.json.type, announced.text) == (18, "Table 2")
    assert announced.id != thread["id"]


async def test_a_private_thread_is_seen_by_its_members_and_moderators(pg: Playground, rest: BareRest) -> None:
    pg.give_permission("tavern", "create_private_threads")
    path = f"/channels/{pg.channel('tavern').id}/threads"
    thread = (await rest.call("POST", path, {"name": "Secret"})).json
    assert thread["type"] == 12
    await say(rest, thread)
    anna = pg.person("Anne")
    assert anna.sees("Secret") == []
    await rest.call("PUT", f"/channels/{thread['id']}/thread-members/{anna.id}")
    assert anna.sees("Secret")
    assert pg.person("Morgan").sees("Secret")
    assert pg.person("Calico").sees("Secret") == []


async def test_whoever_is_mentioned_becomes_a_member(pg: Playground, rest: BareRest) -> None:
    thread = await opened(rest)
    anna = pg.person("Anne")
    await say(rest, thread, f"Welcome {anna.mention}")
    members = (await rest.call("GET", f"/channels/{thread['id']}/thread-members")).json
    assert {member["user_id"] for member in members} == {pg.world.bot.id, anna.id}
    assert pg.channel(thread["id"]).member_count == 2


@breaks_rules
async def test_nothing_in_an_archived_thread_is_edited_or_deleted_and_writing_reopens_it(
    pg: Playground, rest: BareRest
) -> None:
    thread = await opened(rest)
    message = (await say(rest, thread)).json
    path = f"/channels/{thread['id']}/messages/{message['id']}"
    closed = await rest.call("PATCH", f"/channels/{thread['id']}", {"archived": True})
    assert closed.json["thread_metadata"]["archived"] is True
    assert (await rest.call("PATCH", path, {"content": "y"})).refusal == ARCHIVED
    assert (await rest.call("DELETE", path)).refusal == ARCHIVED
    assert (await rest.call("PATCH", f"/channels/{thread['id']}", {"name": "new"})).refusal == ARCHIVED
    assert (await say(rest, thread)).status == 200
    assert pg.channel(thread["id"]).metadata.archived is False
    assert (await rest.call("PATCH", path, {"content": "y"})).status == 200


async def test_a_person_who_writes_reopens_it_as_well(pg: Playground, rest: BareRest) -> None:
    thread = await opened(rest)
    pg.archive(thread["id"])
    pg.person("Anne").says("still here?", thread["id"])
    assert pg.channel(thread["id"]).metadata.archived is False


@breaks_rules
async def test_a_silent_thread_is_archived_when_its_time_is_over(pg: Playground, rest: BareRest) -> None:
    thread = await opened(rest, auto_archive_duration=60)
    message = (await say(rest, thread)).json
    path = f"/channels/{thread['id']}/messages/{message['id']}"
    pg.clock.advance(59 * 60)
    assert (await rest.call("PATCH", path, {"content": "y"})).status == 200
    pg.clock.advance(2 * 60)
    assert (await rest.call("PATCH", path, {"content": "z"})).refusal == ARCHIVED


@breaks_rules
async def test_a_locked_thread_takes_nothing_from_a_bot_that_may_not_manage_threads(
    pg: Playground, rest: BareRest
) -> None:
    thread = await opened(rest)
    pg.archive(thread["id"], locked=True)
    reopening = {"archived": False}
    assert (await say(rest, thread)).refusal == ARCHIVED
    assert (await rest.call("PATCH", f"/channels/{thread['id']}", reopening)).refusal == MISSING_PERMISSIONS
    pg.give_permission("tavern", "manage_threads")
    assert (await rest.call("PATCH", f"/channels/{thread['id']}", reopening)).status == 200
    pg.forget_permission("tavern", "manage_threads")
    assert (await say(rest, thread)).refusal == LOCKED


@breaks_rules
async def test_its_owner_renames_and_archives_a_thread_but_locking_takes_more(
    pg: Playground, rest: BareRest
) -> None:
    thread = await opened(rest)
    path = f"/channels/{thread['id']}"
    assert (await rest.call("PATCH", path, {"name": "Table 1, over"})).json["name"] == "Table 1, over"
    assert (await rest.call("PATCH", path, {"locked": True})).refusal == MISSING_PERMISSIONS
    assert (await rest.call("DELETE", path)).refusal == MISSING_PERMISSIONS
    pg.give_permission("tavern", "manage_threads")
    assert (await rest.call("PATCH", path, {"locked": True})).status == 200
    assert (await rest.call("DELETE", path)).status == 200
    assert (await rest.call("GET", path)).refusal == (404, 10003)


async def test_a_deleted_channel_takes_its_threads_along(pg: Playground, rest: BareRest) -> None:
    thread = await opened(rest)
    pg.delete_channel("tavern")
    assert thread["id"] not in pg.world.state.channels
    assert thread["id"] not in pg.world.state.posts


@breaks_rules
async def test_a_server_has_a_thousand_active_threads_at_most(
    pg: Playground, rest: BareRest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playground.threads.MOST_ACTIVE", 2)
    first = await opened(rest)
    await opened(rest)
    path = f"/channels/{pg.channel('tavern').id}/threads"
    assert (await rest.call("POST", path, {"name": "x", "type": 11})).refusal == (400, 160006)
    pg.archive(first["id"])
    assert (await rest.call("POST", path, {"name": "x", "type": 11})).status == 201


@breaks_rules
async def test_the_bot_leaves_and_joins_but_not_an_archived_one(pg: Playground, rest: BareRest) -> None:
    thread = await opened(rest)
    path = f"/channels/{thread['id']}/thread-members/@me"
    assert (await rest.call("DELETE", path)).status == 204
    assert pg.channel(thread["id"]).member_count == 0
    assert (await rest.call("PUT", path)).status == 204
    pg.archive(thread["id"])
    assert (await rest.call("PUT", path)).refusal == ARCHIVED


def add_forum(pg: Playground, *tags: str, flags: int = 0) -> Channel:
    """A forum whose posts can have these tags."""
    forum = places.add_channel(pg.world, pg.guild(), "tables", tags=tags)
    return places.change_channel(pg.world, forum, flags=flags)


async def posted(rest: BareRest, forum: Channel, *tags: str, **fields: Any) -> Any:
    """The answer to a new post with a first message."""
    body = {"name": "Table 1", "message": {"content": "The table"}, "applied_tags": [*tags]}
    return await rest.call("POST", f"/channels/{forum.id}/threads", body | fields)


async def test_a_forums_post_is_a_thread_with_the_id_of_its_first_message_and_has_tags(
    pg: Playground, rest: BareRest
) -> None:
    forum = add_forum(pg, "Waiting", "Full")
    waiting, full = (tag.id for tag in forum.available_tags or [])
    answer = await posted(rest, forum, waiting)
    thread = answer.json
    assert (answer.status, thread["type"], thread["applied_tags"]) == (201, 11, [waiting])
    assert thread["message"]["id"] == thread["id"] == next(iter(pg.world.posts_in(thread["id"])))
    changed = await rest.call("PATCH", f"/channels/{thread['id']}", {"applied_tags": [full]})
    assert changed.json["applied_tags"] == [full]


@breaks_rules
async def test_a_forum_has_posts_and_no_messages_and_holds_their_tags_to_its_own(
    pg: Playground, rest: BareRest
) -> None:
    forum = add_forum(pg, "Waiting", flags=1 << 4)
    path = f"/channels/{forum.id}"
    assert (await rest.call("POST", f"{path}/messages", {"content": "x"})).refusal == (400, 50008)
    assert (await posted(rest, forum, message={})).refusal == (400, 50006)
    assert (await posted(rest, forum, "1")).refusal == (400, 50035)
    assert (await posted(rest, forum)).refusal == (400, 40067), "this one wants a tag"
    assert pg.person("Anne").commands(forum) == []


async def test_a_forums_tags_are_changed_by_who_manages_it_and_keep_their_ids(
    pg: Playground, rest: BareRest
) -> None:
    forum = add_forum(pg, "Waiting")
    [waiting] = forum.available_tags or []
    path = f"/channels/{forum.id}"
    tags = {"available_tags": [{"id": waiting.id, "name": "Open"}, {"name": "Full"}]}
    assert (await rest.call("PATCH", path, tags)).refusal == MISSING_PERMISSIONS
    pg.give_permission(forum, "manage_channels")
    made = (await rest.call("PATCH", path, tags)).json["available_tags"]
    assert [tag["name"] for tag in made] == ["Open", "Full"]
    assert made[0]["id"] == waiting.id

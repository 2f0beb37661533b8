"""Bans, and which entries of the audit log are posted in a channel."""

from __future__ import annotations

import pytest

from storage import AlreadyDone, AuditPost, ServerChange, Store
from tests.storage.samples import announcing, audit_entry, new_ban

HERE, THERE, CHANNEL = 1, 2, 12
BANNED = audit_entry(tournament=None, kind="ban", about=80, about_name="Bart")


async def test_a_ban_is_stored_with_its_entry_in_the_log(store: Store) -> None:
    await store.bans.commit(ServerChange(HERE, (BANNED,), new_ban()))
    assert await store.bans.of(HERE, 2000.0) == [new_ban()]
    assert await store.bans.find(HERE, new_ban().key, 2000.0) == new_ban()
    assert await store.bans.find(THERE, new_ban().key, 2000.0) is None
    assert [row.kind for row in await store.audit.of_server(HERE)] == ["ban"]


async def test_a_press_that_is_delivered_twice_bans_once(store: Store) -> None:
    change = ServerChange(HERE, (BANNED,), new_ban(), interaction=5, answer=b"done")
    await store.bans.commit(change)
    with pytest.raises(AlreadyDone) as again:
        await store.bans.commit(change)
    assert again.value.answer == b"done"
    assert len(await store.audit.of_server(HERE)) == 1


async def test_a_later_ban_takes_the_place_of_an_earlier_one_and_ends_when_it_is_lifted(store: Store) -> None:
    await store.bans.commit(ServerChange(HERE, (BANNED,), new_ban()))
    await store.bans.commit(ServerChange(HERE, (BANNED,), new_ban(until=3000.0)))
    assert await store.bans.of(HERE, 2000.0) == [new_ban(until=3000.0)]
    await store.bans.commit(ServerChange(HERE, (BANNED,), lifted=new_ban().key))
    assert await store.bans.of(HERE, 2000.0) == []


async def test_what_was_taken_back_is_known(store: Store) -> None:
    await store.bans.commit(ServerChange(HERE, (BANNED,), new_ban()))
    [banned] = await store.audit.of_server(HERE)
    assert await store.audit.undone(HERE) == set()
    undo = audit_entry(tournament=None, kind="ban", undoes=banned.id)
    await store.bans.commit(ServerChange(HERE, (undo,), lifted=new_ban().key))
    assert await store.audit.undone(HERE) == {banned.id}
    assert await store.audit.undone(THERE) == set()


async def test_a_ban_ends_at_its_time_and_leaves_nothing(store: Store) -> None:
    await store.bans.commit(ServerChange(HERE, (BANNED,), new_ban(until=3000.0)))
    assert await store.bans.find(HERE, new_ban().key, 2999.0) is not None
    assert await store.bans.find(HERE, new_ban().key, 3000.0) is None
    assert await store.bans.of(HERE, 3000.0) == []
    await store.bans.forget_ended(3000.0)
    assert await store.bans.of(HERE, 2999.0) == []


async def test_a_ban_outlives_an_erasure_without_a_name_or_an_id(store: Store) -> None:
    await store.bans.commit(ServerChange(HERE, (BANNED,), new_ban()))
    assert (await store.privacy.of_person(80)).bans == (new_ban(),)
    await store.privacy.erase(80)
    assert await store.bans.find(HERE, new_ban().key, 2000.0) == new_ban(user=None, name="")
    assert (await store.privacy.of_person(80)).bans == ()


async def test_only_what_is_done_while_a_server_has_a_log_channel_is_to_be_posted(store: Store) -> None:
    assert await store.audit_posts.channel(HERE) is None
    await store.bans.commit(ServerChange(HERE, (BANNED,), new_ban()))
    await store.audit_posts.set_channel(HERE, CHANNEL)
    assert await store.audit_posts.channel(HERE) == CHANNEL
    await store.tournaments.commit(announcing(audit=(audit_entry(),)))
    await store.bans.commit(ServerChange(THERE, (audit_entry(guild=THERE, tournament=None),)))
    [waiting] = await store.audit_posts.outbox()
    assert (waiting.table, waiting.attempts) == (str(HERE), 0)
    assert await store.audit_posts.of(waiting.id) == AuditPost(waiting.id, HERE, CHANNEL, None, 0)
    await store.audit_posts.set_channel(HERE, None)
    await store.bans.commit(ServerChange(HERE, (BANNED,), lifted=new_ban().key))
    assert [row.id for row in await store.audit_posts.outbox()] == [waiting.id]


async def posted(store: Store) -> AuditPost:
    """One act by 70 about 80, as it stands in the channel."""
    await store.audit_posts.set_channel(HERE, CHANNEL)
    await store.tournaments.commit(announcing(audit=(audit_entry(),)))
    [waiting] = await store.audit_posts.outbox()
    await store.audit_posts.outbox_begun(waiting.id)
    before = await store.audit_posts.of(waiting.id)
    assert before is not None
    await store.audit_posts.shown(before, 100)
    await store.audit_posts.outbox_done(waiting.id)
    assert await store.audit_posts.outbox() == []
    after = await store.audit_posts.of(waiting.id)
    assert after is not None
    return after


@pytest.mark.parametrize("erased", [70, 80])
async def test_a_message_is_to_be_edited_when_somebody_is_erased_whom_it_names(
    store: Store, erased: int
) -> None:
    post = await posted(store)
    assert (post.message, post.outdated) == (100, 0)
    await store.privacy.erase(90)
    assert await store.audit_posts.outbox() == []
    await store.privacy.erase(erased)
    [again] = await store.audit_posts.outbox()
    assert (again.id, again.attempts) == (post.entry, 0)


async def test_an_erasure_while_the_message_is_drawn_is_not_forgotten(store: Store) -> None:
    post = await posted(store)
    await store.privacy.rewrite_audit(post.entry, b"{}")
    drawn = await store.audit_posts.of(post.entry)
    assert drawn is not None
    await store.privacy.erase(80)
    await store.audit_posts.shown(drawn, 100)
    assert [row.id for row in await store.audit_posts.outbox()] == [post.entry]


async def test_a_message_that_is_no_more_is_not_edited(store: Store) -> None:
    post = await posted(store)
    await store.audit_posts.gone(post.entry)
    await store.privacy.erase(80)
    assert await store.audit_posts.outbox() == []

"""Nudges as people see them, with days that pass in seconds: in threads, in direct messages, gone again."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.app import Tortuga
from playground import Playground, Seen, Visitor, places
from playground.default_world import BOT_RIGHTS
from storage.models import News
from tests.support.bot import SHORT_PAUSES, tortuga
from tests.support.idle import let_all_run, until, until_all_is_drawn
from tests.support.table_play import (
    behind_more,
    choices,
    choose_first,
    deal,
    hand,
    look_again,
    play_on,
    table_of,
)

SPEED = 400.0
"""90 seconds are a quarter of one, 24 hours are 216."""
SLOWLY = 40.0
GATHER = 20.0
"""What is due so close together is told in one message: half a second where the clocks run slowly."""
POST = "POST /channels/{channel_id}/messages"
SUPPRESS_NOTIFICATIONS = 1 << 12


@pytest.fixture
async def bot(request: pytest.FixtureRequest, pg: Playground, tmp_path: Path) -> AsyncIterator[Tortuga]:
    """The bot, whose clocks run fast, by as much as the fixture's parameter says."""
    speed = getattr(request, "param", SPEED)
    async with tortuga(pg, tmp_path, speed, pauses=replace(SHORT_PAUSES, gather=GATHER)) as running:
        yield running


def is_nudge(person: Visitor) -> Callable[[Seen], bool]:
    """Whether a message is one that tells this person of their turn."""

    def check(seen: Seen) -> bool:
        ids = [button.custom_id or "" for button in seen.buttons]
        named = f"<@{person.id}>" in seen.text
        return any(id.startswith("nudged:") and (named or id.endswith(f":{person.id}")) for id in ids)

    return check


async def gone(message: Seen) -> None:
    """Wait until the message is no more."""
    await until(lambda: message.is_gone)


async def choose_in_settings(person: Visitor, name: str, value: str) -> Seen:
    """Change one thing in /settings me."""
    reply = await person.slash("settings me")
    assert reply.message is not None
    changed = await (await person.choose(reply.message, f"wish:{name}", value)).settled()
    assert changed is not None
    return changed


@pytest.mark.parametrize("bot", [SLOWLY], indirect=True)
async def test_a_nudge_stands_in_the_tables_thread_pings_all_who_are_asked_and_goes_when_they_have_moved(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    nudge = await anne.wait_for(is_nudge(anne))
    assert nudge.channel_id == board.channel_id
    assert sorted(nudge.notified) == ["Anne", "Calico"]
    both = rf"(<@({anne.id}|{calico.id})>( and )?){{2}}"
    assert re.fullmatch(rf"{both}: your turn, until <t:\d+:T>\.\n-# .*", nudge.text), nudge.text
    for person in (anne, calico):
        opened = await (await person.press(nudge, "My hand")).settled()
        assert opened is not None
        assert opened.is_ephemeral
        await choose_first(person, opened)
        await until(lambda left=person: nudge.is_gone or f"<@{left.id}>" not in nudge.refresh().text)
        if person is anne:
            alone = rf"<@{calico.id}>: Your turn, until <t:\d+:T>\.\n-# .*"
            assert re.fullmatch(alone, nudge.refresh().text), nudge.text
    await gone(nudge)
    assert pg.violations == []


async def test_somebody_elses_nudge_shows_my_own_hand_or_a_kind_refusal(
    anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    await deal(anne, calico)
    nudge = await calico.wait_for(is_nudge(anne))
    opened = await (await calico.press(nudge, "My hand")).settled()
    assert opened is not None
    assert choices(opened)
    refused = await dampier.press(nudge, "My hand")
    assert refused.message is not None
    assert refused.message.is_ephemeral
    assert "not playing here" in refused.text or "not sit" in refused.text


async def test_a_direct_message_mentions_nobody_and_a_whole_move_can_be_made_from_it(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    changed = await choose_in_settings(anne, "nudges", "direct")
    assert "by direct message" in next(o.label for o in changed.selects[0].options if o.chosen)
    board = await deal(anne, calico)
    nudge = await anne.wait_for(is_nudge(anne))
    assert nudge.channel_id == anne.direct_messages.id
    assert "<@" not in nudge.text
    (sent,) = [
        request.json
        for request in pg.requests
        if request.route == POST and anne.direct_messages.id in request.path
    ]
    assert not sent["flags"] & SUPPRESS_NOTIFICATIONS
    opened = await (await anne.press(nudge, "My hand")).settled()
    assert opened is not None
    assert opened.is_ephemeral
    refreshed = await (await look_again(anne, opened)).settled()
    assert refreshed is not None
    assert refreshed.id == opened.id
    more = (await behind_more(anne, opened, "This table")).message
    assert more is not None
    shown = await (await anne.press(more, "Board here")).settled()
    assert shown is not None
    assert "discord.com/channels/" in shown.text
    assert all(
        not seen.text.startswith("### Round")
        for seen in anne.sees(anne.direct_messages)
        if not seen.is_ephemeral
    )
    await anne.press(shown, "My hand")
    await choose_first(anne, opened)
    await gone(nudge)
    assert [seen.channel_id for seen in anne.sees(board) if is_nudge(anne)(seen)] == []
    assert pg.violations == []


async def test_a_nudge_goes_also_if_it_was_missed_what_another_process_has_told(
    bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    await choose_in_settings(calico, "nudges", "none")
    board = await deal(anne, calico)
    nudge = await anne.wait_for(is_nudge(anne))
    await until_all_is_drawn(bot)
    bot.services.table_publisher.notifications.changed = lambda table: None
    await choose_first(anne, await hand(anne, board))
    await let_all_run(bot.store)
    assert not nudge.is_gone
    await bot.store.tell(News("all"))
    await gone(nudge)


async def test_closed_direct_messages_fall_back_to_the_thread(anne: Visitor, calico: Visitor) -> None:
    await choose_in_settings(anne, "nudges", "direct")
    anne.closes_dms()
    board = await deal(anne, calico)
    nudge = await anne.wait_for(is_nudge(anne))
    assert nudge.channel_id == board.channel_id
    assert "Anne" in nudge.notified


async def test_a_nudge_outlives_a_restart_and_goes_after_the_move(pg: Playground, tmp_path: Path) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    async with tortuga(pg, tmp_path, SPEED):
        await choose_in_settings(calico, "nudges", "none")
        board = await deal(anne, calico)
        nudge = await anne.wait_for(is_nudge(anne))
    async with tortuga(pg, tmp_path, SPEED):
        await choose_first(anne, await hand(anne, board))
        await gone(nudge)
        there = [seen for seen in anne.sees(board) if is_nudge(anne)(seen)]
        assert there == []


async def test_turns_lists_what_waits_on_every_server_with_hands_where_they_may_be_opened(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    nothing = await anne.slash("turns")
    assert "It's not your turn anywhere" in nothing.text
    first = await deal(anne, calico, pace="daily")
    second = await deal(anne, calico, pace="blitz")
    listed = await anne.slash("turns")
    assert listed.message is not None
    assert listed.message.is_ephemeral
    assert [button.custom_id for button in listed.message.buttons] == [
        f"hand:{table_of(second)}",
        f"hand:{table_of(first)}",
    ]
    assert f"/{first.channel_id}/{first.id}" in listed.text
    directly = await anne.slash("turns", channel=anne.direct_messages)
    assert directly.message is not None
    opened = await (await anne.press(directly.message, custom_id=f"hand:{table_of(first)}")).settled()
    assert opened is not None
    assert opened.channel_id == anne.direct_messages.id
    await choose_first(anne, opened)
    later = await anne.slash("turns", channel=anne.direct_messages)
    assert table_of(first) not in later.text
    assert pg.violations == []


async def test_hands_of_another_server_open_there_or_in_direct_messages(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    elsewhere = places.add_guild(pg.world, "Elsewhere", anne.person)
    places.add_channel(pg.world, elsewhere, "quay")
    places.join_guild(pg.world, elsewhere, calico.person.user)
    places.invite_bot(pg.world, elsewhere, BOT_RIGHTS)
    there = await deal(pg.person("Anne", "quay"), pg.person("Calico", "quay"))
    listed = await anne.slash("turns")
    assert listed.message is not None
    assert table_of(there) in listed.text
    assert listed.message.buttons == []
    directly = await anne.slash("turns", channel=anne.direct_messages)
    assert directly.message is not None
    assert len(directly.message.buttons) == 1


async def test_a_rematch_that_is_asked_for_in_direct_messages_opens_in_the_channel(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico, options="edition=beck length=bedtime")
    listed = await anne.slash("turns", channel=anne.direct_messages)
    assert listed.message is not None
    opened = await (await anne.press(listed.message, "My hand")).settled()
    assert opened is not None
    await play_on(pg, {"Anne": opened, "Calico": await hand(calico, board)})
    told = await (await anne.press(opened, "Rematch")).settled()
    assert told is not None
    assert "is open" in told.text
    lobby = await calico.wait_for(lambda seen: any(button.label == "Join" for button in seen.buttons))
    assert lobby.channel_id != anne.direct_messages.id

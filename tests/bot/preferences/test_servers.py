"""What a server wishes is held to: where tables are opened, by whom, how many, how fast, which language."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.i18n import Reader
from bot.pace import BLITZ, DAILY, NONE, RELAXED
from bot.preferences.servers import Opener, ServerPreferences, require_may_open
from bot.refusal import Refusal
from bot.tables import lobby
from bot.tables.model import Table
from tests.bot.tables.conftest import CHANNEL, GAME, GUILD, Tavern
from tests.bot.tables.conftest import harness as harness

CAPTAIN, SAILOR = Opener(frozenset({7})), Opener(frozenset({8}))
MANAGER = Opener(frozenset({8}), manages=True)


async def create(
    harness: Tavern, name: str = "Anne", channel: int = CHANNEL, opener: Opener = SAILOR
) -> Table:
    """A table that this person opens."""
    done = await harness.tables.opening.create(
        harness.press(name), guild=GUILD, channel=channel, game=GAME, options={}, locale="fr", opener=opener
    )
    return done.table


def why_not(preferences: ServerPreferences, opener: Opener, channel: int) -> str | None:
    """What whoever may not open a table reads."""
    try:
        require_may_open(preferences, opener, channel)
    except Refusal as refusal:
        return Reader("en-US")(refusal.text)
    return None


def test_a_server_that_wishes_nothing_lets_everybody_open_tables_everywhere() -> None:
    assert why_not(ServerPreferences(), SAILOR, CHANNEL) is None


def test_only_in_the_channels_that_were_chosen_and_in_threads_there() -> None:
    preferences = ServerPreferences(channels=(5, 6))
    assert why_not(preferences, SAILOR, 5) is None
    assert why_not(preferences, Opener(parent=6), 1234) is None
    said = why_not(preferences, SAILOR, 4)
    assert said is not None
    assert "<#5> and <#6>" in said


def test_only_those_with_a_role_that_was_chosen_and_those_who_manage_the_server() -> None:
    preferences = ServerPreferences(roles=(7, 9))
    assert why_not(preferences, CAPTAIN, CHANNEL) is None
    assert why_not(preferences, MANAGER, CHANNEL) is None
    said = why_not(preferences, SAILOR, CHANNEL)
    assert said is not None
    assert "<@&7> and <@&9>" in said


def test_those_who_manage_a_server_keep_to_its_channels() -> None:
    assert why_not(ServerPreferences(channels=(5,)), MANAGER, 4) is not None


def test_a_refusal_names_a_few_places_of_many() -> None:
    said = why_not(ServerPreferences(channels=tuple(range(100, 125))), SAILOR, CHANNEL)
    assert said is not None
    assert said.count("<#") == 10
    assert said.endswith("….")


async def test_every_way_to_a_table_is_held_to_it(harness: Tavern) -> None:
    over = await harness.game("Anne", "Calico")
    await harness.play_on(over.id)
    await harness.tables.servers.change(GUILD, channels=(5,))
    with pytest.raises(Refusal, match="No tables in this channel"):
        await create(harness)
    with pytest.raises(Refusal, match="No tables in this channel"):
        await harness.tables.opening.play(
            harness.press("Anne"), guild=GUILD, channel=CHANNEL, game=None, options={}
        )
    with pytest.raises(Refusal, match="No tables in this channel"):
        await harness.tables.opening.rematch(harness.press("Anne"), over.id)
    assert (await create(harness, channel=5)).phase == "lobby"


async def test_a_rematch_that_is_open_already_is_joined_whatever_the_server_wishes(harness: Tavern) -> None:
    over = await harness.game("Anne", "Calico")
    await harness.play_on(over.id)
    opened = await harness.tables.opening.rematch(harness.press("Anne"), over.id)
    await harness.tables.servers.change(GUILD, channels=(5,), tables=1)
    joined = await harness.tables.opening.rematch(harness.press("Calico"), over.id)
    assert joined.table.id == opened.table.id
    assert len(joined.table.seats) == 2


async def test_no_more_tables_than_the_server_wants_however_many_ask_at_once(harness: Tavern) -> None:
    await harness.tables.servers.change(GUILD, tables=3)
    answers = await asyncio.gather(*(create(harness) for _ in range(10)), return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, Refusal)]
    opened = [answer for answer in answers if isinstance(answer, Table)]
    assert (len(opened), len(refused)) == (3, 7)
    assert {refusal.reason for refusal in refused} == {"full"}
    await harness.tables.change(harness.press("Anne"), opened[0].id, lobby.leave)
    assert (await create(harness)).phase == "lobby"


async def test_two_who_want_the_same_rematch_at_once_meet_at_the_last_free_table(harness: Tavern) -> None:
    over = await harness.game("Anne", "Calico")
    await harness.play_on(over.id)
    await harness.tables.servers.change(GUILD, tables=1)
    first, second = await asyncio.gather(
        *(harness.tables.opening.rematch(harness.press(name), over.id) for name in ("Anne", "Calico"))
    )
    assert first.table.id == second.table.id
    assert len((await harness.tables.table(first.table.id)).seats) == 2


async def test_tables_have_the_pace_of_the_server_unless_somebody_chooses(harness: Tavern) -> None:
    assert (await create(harness)).record.pace == DAILY
    await harness.tables.servers.change(GUILD, pace="relaxed")
    assert (await create(harness)).record.pace == RELAXED
    done = await harness.tables.opening.create(
        harness.press("Anne"), guild=GUILD, channel=CHANNEL, game=GAME, options={}, pace=BLITZ
    )
    assert done.table.record.pace == BLITZ
    quick = await harness.tables.opening.play(
        harness.press("Calico"), guild=GUILD, channel=CHANNEL, game=None, options={}
    )
    assert quick.table.record.pace == NONE


async def test_tables_speak_the_language_of_the_server_and_open_ones_change_to_it(harness: Tavern) -> None:
    before = await create(harness)
    assert before.record.locale == "fr"
    await harness.tables.servers.change(GUILD, locale="it")
    assert (await create(harness)).record.locale == "it"
    await harness.tables.places.set_locale(GUILD, "it")
    after = await harness.tables.table(before.id)
    assert after.record.locale == "it"
    await harness.tables.places.set_locale(GUILD, "it")
    assert (await harness.tables.table(before.id)).revision == after.revision


async def test_wishes_survive_and_those_of_two_moderators_at_once_do_not_undo_each_other(
    harness: Tavern, tmp_path: Path
) -> None:
    await asyncio.gather(
        harness.tables.servers.change(GUILD, pace="blitz"),
        harness.tables.servers.change(GUILD, tables=5),
        harness.tables.servers.change(GUILD, channels=(5,)),
    )
    harness.tables.servers.forget(GUILD)
    assert await harness.tables.servers.of(GUILD) == ServerPreferences(pace="blitz", tables=5, channels=(5,))

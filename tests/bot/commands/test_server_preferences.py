"""`/settings server` over the playground: for those who may manage the server, asked at every press."""

from __future__ import annotations

from typing import cast

import pytest

from bot.app import Tortuga
from bot.pace import MINUTE
from bot.tables.model import Press
from bot.tables.moderation import Remove, VoidTable
from playground import Playground, Reply, Seen, Visitor
from playground.model import Role
from storage.sqlite.store import SqliteStore
from tests.support.idle import until
from tests.support.table_play import GAME, open_lobby, press, table_of


async def settings(person: Visitor) -> Seen:
    """The screen."""
    shown = await (await person.slash("settings server")).settled()
    assert shown is not None
    assert shown.is_ephemeral
    return shown


async def choose(person: Visitor, shown: Seen, what: str, *values: str) -> Seen:
    """The screen after something was chosen from one of its lists."""
    reply = await person.choose(shown, f"server:{what}:", *values)
    after = await reply.settled()
    assert after is not None
    return after


def moderators(pg: Playground) -> Role:
    """The role that may manage the server."""
    return next(role for role in pg.guild().roles.values() if role.name == "Moderator")


def demote(pg: Playground, person: Visitor) -> None:
    """Somebody takes the role away, while the screen is open."""
    pg.guild().members[person.id].roles.remove(moderators(pg).id)


async def refused(reply: Reply) -> str:
    """What was said in private instead."""
    shown = await reply.settled()
    assert shown is not None
    assert shown.is_ephemeral
    return shown.text


async def test_everything_is_on_one_private_screen_and_moderation_on_its_second_page(morgan: Visitor) -> None:
    shown = await settings(morgan)
    assert [select.custom_id for select in shown.selects] == [
        *("server:language:", "server:pace:", "server:channels:", "server:forum:", "server:roles:"),
        *("server:call_role:", "server:tables:"),
    ]
    await morgan.press(shown, "Moderation")
    second = shown.refresh()
    assert [select.custom_id for select in second.selects] == [
        *("server:organisers:", "server:moderators:", "server:lobbies:", "server:log:")
    ]
    assert "A member can have 3 tables waiting for people." in second.text
    second = await choose(morgan, second, "lobbies", "5")
    assert "A member can have 5 tables waiting for people." in second.text
    await morgan.press(second, "Back")
    shown = shown.refresh()
    assert "Anyone can open tables." in shown.text
    assert "Any number of open tables." in shown.text
    shown = await choose(morgan, shown, "tables", "2")
    assert "At most 2 open tables at once." in shown.text
    shown = await choose(morgan, shown, "pace", "blitz")
    assert "Usual pace: Blitz." in shown.text
    await morgan.press(shown, "Words only")
    assert "in words only" in shown.refresh().text
    assert "in words only" in (await settings(morgan)).text
    assert "Tables' results are shown." in shown.refresh().text
    await morgan.press(shown, "Hide results")
    assert "results are covered" in shown.refresh().text


async def test_who_may_not_manage_the_server_is_told_so(anne: Visitor) -> None:
    assert "Only server managers" in await refused(await anne.slash("settings server"))


async def test_somebody_whose_permission_is_taken_away_meanwhile_can_change_nothing(
    pg: Playground, morgan: Visitor, bot: Tortuga
) -> None:
    shown = await settings(morgan)
    demote(pg, morgan)
    said = await refused(await morgan.choose(shown, "server:tables:", "2"))
    assert "Only server managers" in said
    said = await refused(await morgan.press(shown, "Words only"))
    assert "Only server managers" in said
    wishes = await bot.services.tables.servers.of(int(pg.guild().id))
    assert (wishes.tables, wishes.text_mode) == (0, False)


async def test_tables_are_opened_in_the_channels_that_were_chosen_only(
    pg: Playground, morgan: Visitor, anne: Visitor
) -> None:
    table_room = pg.channel("captains-table")
    shown = await choose(morgan, await settings(morgan), "channels", "captains-table")
    assert f"Tables open only in <#{table_room.id}>" in shown.text
    for command, options in (("table create", {"game": GAME}), ("play", {})):
        said = await refused(await anne.slash(command, **options))
        assert "No tables in this channel" in said
        assert f"<#{table_room.id}>" in said
    anne.channel = "captains-table"
    lobby = await open_lobby(anne)
    assert lobby.channel_id == table_room.id
    await morgan.press(shown, "Tables in every channel")
    assert "Tables open in any channel" in shown.refresh().text
    anne.channel = "tavern"
    await open_lobby(anne)


async def test_no_channel_chosen_means_all_of_them(morgan: Visitor) -> None:
    shown = await choose(morgan, await settings(morgan), "channels", "tavern")
    assert "and threads there" in shown.text
    shown = await choose(morgan, shown, "channels")
    assert "Tables open in any channel" in shown.text


async def test_only_those_with_the_chosen_role_open_tables_and_everybody_plays(
    pg: Playground, morgan: Visitor, anne: Visitor, calico: Visitor
) -> None:
    shown = await choose(morgan, await settings(morgan), "roles", "Moderator")
    assert f"<@&{moderators(pg).id}>" in shown.text
    said = await refused(await anne.slash("table create", game=GAME))
    assert f"<@&{moderators(pg).id}>" in said
    lobby = await open_lobby(morgan, anne)
    assert "Anne" in lobby.text
    pg.guild().members[calico.id].roles.append(moderators(pg).id)
    await open_lobby(calico)
    await morgan.press(shown, "Everyone opens tables")
    await open_lobby(anne)


async def test_roles_that_organise_are_chosen_and_taken_away_again(
    pg: Playground, bot: Tortuga, morgan: Visitor
) -> None:
    shown = await moderation(morgan)
    assert "Server managers run tournaments." in shown.text
    assert "Server managers moderate tables and ban." in shown.text
    shown = await choose(morgan, shown, "organisers", "Moderator")
    assert f"<@&{moderators(pg).id}> and server managers run" in shown.text
    assert "They moderate tables, too. Only server managers ban." in shown.text
    wishes = await bot.services.tables.servers.of(int(pg.guild().id))
    assert wishes.organisers == (int(moderators(pg).id),)
    shown = await choose(morgan, shown, "moderators", "Moderator")
    assert f"<@&{moderators(pg).id}> and server managers moderate tables and ban." in shown.text
    await morgan.press(shown, "No moderator roles")
    shown = shown.refresh()
    await morgan.press(shown, "No organiser roles")
    assert (await bot.services.tables.servers.of(int(pg.guild().id))).organisers == ()


async def test_as_many_tables_as_the_server_wants_and_no_more(morgan: Visitor, anne: Visitor) -> None:
    await choose(morgan, await settings(morgan), "tables", "1")
    lobby = await open_lobby(anne)
    said = await refused(await morgan.slash("play", where="here"))
    assert "allows 1 open table" in said
    alone = await morgan.slash("play")  # takes up no room
    assert alone.message is not None
    assert alone.message.buttons
    await anne.press(lobby, "Leave")
    await open_lobby(anne)


async def test_the_language_holds_for_new_tables_and_open_ones_are_drawn_in_it(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor
) -> None:
    lobby = await open_lobby(anne)
    shown = await choose(morgan, await settings(morgan), "language", "it")
    assert "Italiano" in shown.text
    tables = await bot.services.tables.tables_in(int(pg.guild().id))
    assert [table.record.locale for table in tables] == ["it"]
    again = await open_lobby(anne)
    assert lobby.id != again.id
    tables = await bot.services.tables.tables_in(int(pg.guild().id))
    assert {table.record.locale for table in tables} == {"it"}
    await choose(morgan, shown, "language", "any")
    tables = await bot.services.tables.tables_in(int(pg.guild().id))
    assert {table.record.locale for table in tables} == {"en-US"}


def later(bot: Tortuga, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """So much later by the clock of the tables; nothing was pressed meanwhile."""
    clock = bot.services.tables.clock
    awake = clock.awake
    monkeypatch.setattr(clock, "awake", lambda: awake() + seconds)


async def test_a_default_pace_is_what_a_new_table_has_as_soon_as_not_all_are_here(
    bot: Tortuga, monkeypatch: pytest.MonkeyPatch, morgan: Visitor, anne: Visitor, calico: Visitor
) -> None:
    await choose(morgan, await settings(morgan), "pace", "relaxed")
    lobby = await open_lobby(anne)
    assert "⚡ Now: 2 minutes a move" in lobby.text
    later(bot, monkeypatch, 6 * MINUTE)
    await press(calico, lobby, "join")
    assert "🗓️ Over days: 3 days a move" in lobby.refresh().text


async def test_a_default_pace_for_one_sitting_is_what_a_new_table_has_whoever_is_here(
    bot: Tortuga, monkeypatch: pytest.MonkeyPatch, morgan: Visitor, anne: Visitor, calico: Visitor
) -> None:
    await choose(morgan, await settings(morgan), "pace", "blitz")
    lobby = await open_lobby(anne)
    later(bot, monkeypatch, 6 * MINUTE)
    await press(calico, lobby, "join")
    assert "⚡ Now: 2 minutes a move" in lobby.refresh().text


async def moderation(person: Visitor) -> Seen:
    """The second page."""
    shown = await settings(person)
    await person.press(shown, "Moderation")
    return shown.refresh()


async def test_what_is_done_is_posted_in_the_log_channel_and_edited_when_somebody_is_erased(
    bot: Tortuga, morgan: Visitor, anne: Visitor, calico: Visitor
) -> None:
    shown = await choose(morgan, await moderation(morgan), "log", "captains-table")
    assert "Moderation is reported in" in shown.text
    assert "Everyone can read that channel" in shown.text
    table = table_of(await open_lobby(anne, calico))
    moved = Press(4711, int(morgan.id), "Morgan")
    await bot.services.tables.moderation.apply(moved, table, Remove(1), "was rude")
    line = await morgan.wait_for(lambda seen: "was rude" in seen.text, channel="captains-table")
    assert "Morgan removed Calico from the table. Reason: was rude" in line.text
    await (await bot.services.eraser.erase(int(calico.id)))
    await morgan.wait_for(
        lambda seen: seen.id == line.id and "Calico" not in seen.text, channel="captains-table"
    )
    await morgan.press(await moderation(morgan), "No log channel")
    assert await bot.store.audit_posts.channel(bot.guilds[0].id) is None


async def test_a_log_channel_in_which_the_bot_may_not_write_is_not_taken(
    pg: Playground, bot: Tortuga, morgan: Visitor
) -> None:
    pg.forget_permission("captains-table", "send_messages")
    reply = await morgan.choose(await moderation(morgan), "server:log:", "captains-table")
    assert "I need Send Messages there" in await refused(reply)
    assert await bot.store.audit_posts.channel(bot.guilds[0].id) is None


async def message_of(bot: Tortuga, entry: int) -> int:
    """The message that shows a line of the log, as soon as the bot knows it."""

    async def known() -> int | None:
        post = await bot.store.audit_posts.of(entry)
        return None if post is None else post.message

    return await until(known)


async def test_lines_of_the_log_wait_until_the_bot_may_write_and_the_settings_say_so(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor
) -> None:
    await choose(morgan, await moderation(morgan), "log", "captains-table")
    table = table_of(await open_lobby(anne))
    pg.forget_permission("captains-table", "send_messages")
    await bot.services.tables.moderation.apply(
        Press(4711, int(morgan.id), "Morgan"), table, VoidTable(), "why not"
    )
    assert "I'm not allowed to write in" in (await moderation(morgan)).text
    entry = (await bot.store.audit.of_table(table))[0].id

    async def was_tried() -> bool:
        return any(row.attempts for row in await bot.store.audit_posts.outbox())

    await until(was_tried)
    pg.give_permission("captains-table", "send_messages")
    line = await morgan.wait_for(lambda seen: "why not" in seen.text, channel="captains-table")
    assert str(await message_of(bot, entry)) == line.id
    assert "I'm not allowed to write in" not in (await moderation(morgan)).text


async def test_a_line_of_the_log_that_may_have_been_posted_is_looked_for_and_not_posted_again(
    bot: Tortuga, morgan: Visitor, anne: Visitor
) -> None:
    await choose(morgan, await moderation(morgan), "log", "captains-table")
    table = table_of(await open_lobby(anne))
    await bot.services.tables.moderation.apply(
        Press(4711, int(morgan.id), "Morgan"), table, VoidTable(), "why not"
    )
    line = await morgan.wait_for(lambda seen: "why not" in seen.text, channel="captains-table")
    entry = (await bot.store.audit.of_table(table))[0].id
    forgotten = "UPDATE audit_posts SET message = NULL, attempts = 1 WHERE entry = ?", (entry,)
    await cast(SqliteStore, bot.store).database.write(forgotten)
    bot.audit_log.wake()
    assert str(await message_of(bot, entry)) == line.id
    assert len([seen for seen in morgan.sees("captains-table") if "why not" in seen.text]) == 1


async def test_what_is_changed_stands_in_the_log_from_what_to_what(pg: Playground, morgan: Visitor) -> None:
    screen = await choose(morgan, await settings(morgan), "pace", "blitz")
    await choose(morgan, screen, "pace", "blitz")  # nothing changes by it
    await morgan.press(screen.refresh(), "Moderation")
    await choose(morgan, screen.refresh(), "lobbies", "5")
    log = await (await morgan.slash("moderate log")).settled()
    assert log is not None
    assert "Morgan changed the server's settings: Usual pace: Daily. Now: Usual pace: Blitz." in log.text
    now = "Now: A member can have 5 tables waiting for people."
    assert f"A member can have 3 tables waiting for people. {now}" in log.text
    assert log.text.count("changed the server's settings") == 2
    assert log.selects == []
    assert pg.violations == []

"""`/moderate ban`, `unban`, `bans` and `close` over the playground: what they do, and who may."""

from __future__ import annotations

from typing import Any

import pytest

from bot.app import Tortuga
from bot.client.interaction_content import chosen_in
from bot.tables import lobby
from bot.tables.model import Press
from bot.tables.moderation import Remove, Restore
from bot.tables.server_moderation import CloseLobbies, action_of
from playground import Playground, Reply, Seen, Visitor, places
from playground.rules.components import RADIO_GROUP
from storage.errors import StorageError
from storage.models import AuditRow
from tests.bot.test_admin_panel import PRESSES, confirmed, shown
from tests.bot.test_tournaments import announce
from tests.support.idle import until
from tests.support.table_play import GAME, deal, open_lobby, press, table_of

WEEK, GOOD = "604800", "0"


async def ban(moderator: Visitor, person: Visitor, **fields: Any) -> Seen:
    """The window of `/moderate ban`, sent off."""
    opened = await moderator.slash("moderate ban", member=person.id)
    assert opened.modal is not None, opened.text
    given = {"person": person.id, "length": [WEEK], "reason": "spoils games"} | fields
    return await shown(await moderator.submit(opened.modal, given))


async def said(reply: Reply) -> str:
    """What was answered in private."""
    seen = await reply.settled()
    assert seen is not None
    assert seen.is_ephemeral
    return seen.text


async def audit(bot: Tortuga) -> list[AuditRow]:
    """What was done on the server, the latest first."""
    return await bot.store.audit.of_server(bot.guilds[0].id)


async def test_whoever_is_banned_opens_joins_and_enters_nothing_until_the_ban_is_lifted(
    bot: Tortuga, morgan: Visitor, anne: Visitor, calico: Visitor
) -> None:
    waiting = await open_lobby(calico)
    done = await ban(morgan, anne)
    assert "Anne is banned until" in done.text
    for what in (
        await anne.slash("table create", game=GAME),
        await anne.slash("play", game=GAME),
        await anne.slash("learn", game=GAME),
        await press(anne, waiting, "join"),
    ):
        assert "This server's moderators have banned you from playing until" in await said(what)
    assert len((await bot.services.tables.table(table_of(waiting))).seats) == 1
    banned = await shown(await morgan.slash("moderate bans"))
    assert "Anne is banned until" in banned.text
    [row] = await audit(bot)
    assert (row.kind, row.about_name, row.reason) == ("ban", "Anne", "spoils games")
    asked = await shown(await morgan.choose(banned, "slifts:0", (await key_of(bot, anne)).hex()))
    lifted = await confirmed(morgan, asked, "Lift the ban", reason="was somebody else")
    assert "Anne can play here again." in lifted.text
    await press(anne, waiting, "join")
    assert len((await bot.services.tables.table(table_of(waiting))).seats) == 2


async def key_of(bot: Tortuga, person: Visitor) -> bytes:
    """By which a ban of them is found."""
    return await bot.services.tables.bans.key(bot.guilds[0].id, int(person.id))


async def test_a_ban_is_taken_back_from_its_answer_and_from_the_log(
    bot: Tortuga, morgan: Visitor, anne: Visitor
) -> None:
    await confirmed(morgan, await ban(morgan, anne, length=[GOOD]), "Undo", reason="a mistake")
    assert await bot.services.tables.bans.of(bot.guilds[0].id) == []
    await ban(morgan, anne, length=[GOOD])
    log = await shown(await morgan.slash("moderate log"))
    assert "Morgan banned Anne for good. Reason: spoils games" in log.text
    assert "Morgan lifted Anne's ban. Reason: a mistake" in log.text
    entry = (await audit(bot))[0].id
    asked = await shown(await morgan.choose(log, "sbacks:here", str(entry)))
    await confirmed(morgan, asked, "Undo…")
    assert await bot.services.tables.bans.of(bot.guilds[0].id) == []
    assert "sbacks:" not in str((await shown(await morgan.slash("moderate log"))).selects)


async def test_whoever_was_taken_out_with_a_ban_is_back_when_it_is_undone_and_told_whom_to_ask_else(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor
) -> None:
    card = await announce(morgan)
    await anne.press(card, "Join")
    service = bot.services.tournament_service
    [cup] = await service.tournaments_in(bot.guilds[0].id)

    async def state() -> str:
        entry = (await service.tournament(cup.id)).entry_of(int(anne.id))
        assert entry is not None
        return entry.state

    done = await ban(morgan, anne, games=["go"])
    assert await state() == "dropped"
    await confirmed(morgan, done, "Undo", reason="a mistake")
    assert await state() == "in"
    assert [row.kind for row in await service.audit(cup)][-2:] == ["drop", "undo"]
    told = await anne.wait_for(lambda seen: "lifted your ban" in seen.text, channel=anne.direct_messages)
    assert "still out" not in told.text
    await ban(morgan, anne, games=["go"])
    banned = await shown(await morgan.slash("moderate bans"))
    asked = await shown(await morgan.choose(banned, "slifts:0", (await key_of(bot, anne)).hex()))
    await confirmed(morgan, asked, "Lift the ban", reason="served")
    assert await state() == "dropped"
    await anne.wait_for(
        lambda seen: "You're still out of Evening cup. To come back, ask the organiser." in seen.text,
        channel=anne.direct_messages,
    )


async def test_a_ban_leaves_games_alone_unless_they_are_to_go(
    bot: Tortuga, morgan: Visitor, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico, pace="daily")
    waiting = await open_lobby(calico, anne)
    await ban(morgan, anne, games=["stay"])
    tables = bot.services.tables
    assert (await tables.table(table_of(board))).seat_of(int(anne.id)) is not None
    done = await ban(morgan, anne, games=["go"])
    assert "Taken out of 2 games or tournaments." in done.text
    assert (await tables.table(table_of(board))).seat_kept_for(int(anne.id)) is None
    assert len((await tables.table(table_of(waiting))).seats) == 1
    assert sorted(row.kind for row in await audit(bot)) == ["ban", "ban", "remove", "remove"]


async def test_seats_that_were_lost_with_a_ban_are_given_back_when_it_is_undone(
    bot: Tortuga, morgan: Visitor, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico, pace="daily")
    waiting = await open_lobby(calico, anne)
    full = await open_lobby(calico, anne)
    tables = bot.services.tables
    seat = (await tables.table(table_of(board))).seat_of(int(anne.id))
    done = await ban(morgan, anne, games=["go"])
    assert (await tables.table(table_of(board))).seat_kept_for(int(anne.id)) is None
    while len((now := await tables.table(table_of(full))).seats) < now.record.capacity:
        await tables.change(Press(next(PRESSES), int(calico.id), "Calico"), table_of(full), lobby.add_robot)
    await confirmed(morgan, done, "Undo", reason="a mistake")
    assert (await tables.table(table_of(board))).seat_of(int(anne.id)) == seat
    assert (await tables.table(table_of(waiting))).seat_of(int(anne.id)) is not None
    others = await tables.table(table_of(full))
    assert others.seat_of(int(anne.id)) is None  # her seat is somebody else's, and she may join again
    assert not lobby.is_removed(others, int(anne.id))
    kinds = [row.kind for row in await audit(bot)]
    assert sorted(kinds) == ["ban", "ban", *["remove"] * 6]
    assert len([row for row in await audit(bot) if row.undoes is not None]) == 4
    await confirmed(morgan, await ban(morgan, anne, games=["stay"]), "Undo", reason="a mistake")
    assert (await tables.table(table_of(board))).seat_of(int(anne.id)) == seat  # nothing is given back twice


async def test_whoever_is_banned_is_told_alone_by_whom_until_when_and_why(
    bot: Tortuga, morgan: Visitor, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico, pace="daily")
    await ban(morgan, anne, games=["go"])
    told = await anne.wait_for(lambda seen: "banned you" in seen.text, channel=anne.direct_messages)
    assert f"Morgan banned you from playing on {bot.guilds[0].name} until" in told.text
    assert "Reason: spoils games" in told.text
    there = (await bot.services.tables.table(table_of(board))).record.happenings
    assert ("mod removed", "") in [(notice.kind, notice.why) for notice in there]


async def test_whoever_may_play_again_is_told_alone_and_so_is_whoever_may_not_after_all(
    bot: Tortuga, morgan: Visitor, anne: Visitor
) -> None:
    server = bot.guilds[0].name

    async def told(words: str) -> str:
        return (await anne.wait_for(lambda seen: words in seen.text, channel=anne.direct_messages)).text

    asked = await ban(morgan, anne)
    await confirmed(morgan, asked, "Undo", reason="a mistake")
    assert f"You can play on {server} again!\nReason: a mistake" in await told("Morgan lifted your ban.")
    await ban(morgan, anne, length=[GOOD])
    opened = await morgan.slash("moderate unban", member=(await key_of(bot, anne)).hex())
    assert opened.modal is not None
    lifted = await shown(await morgan.submit(opened.modal, {}))
    assert (await told(f"play on {server} again!")).endswith("again!")
    before = {seen.id for seen in anne.sees(channel=anne.direct_messages)}
    await confirmed(morgan, lifted, "Undo", reason="it was them")
    again = await anne.wait_for(
        lambda seen: seen.id not in before and "for good." in seen.text, channel=anne.direct_messages
    )
    assert "Morgan banned you" in again.text
    assert "Reason: it was them" in again.text


async def test_the_moderator_hears_that_somebody_takes_no_direct_messages(
    bot: Tortuga, morgan: Visitor, anne: Visitor
) -> None:
    anne.closes_dms()
    assert "I can't write to them" in (await ban(morgan, anne)).text
    assert len(await bot.services.tables.bans.of(bot.guilds[0].id)) == 1


async def test_no_waiting_table_is_closed_without_its_entry_in_the_log(
    bot: Tortuga, morgan: Visitor, anne: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = table_of(await open_lobby(anne))
    preview = await shown(await morgan.slash("moderate close"))

    async def broken_off(*_: Any, **_fields: Any) -> list[str]:
        raise StorageError("the bot is killed here")

    monkeypatch.setattr(bot.services.tables.moderation, "apply_each", broken_off)
    await confirmed(morgan, preview, "Close 1 table", reason="flood")
    assert [row.kind for row in await audit(bot)] == ["close-lobbies"]
    assert (await bot.services.tables.table(waiting)).phase == "lobby"


async def test_no_table_is_reopened_without_its_entry_in_the_log(
    bot: Tortuga, morgan: Visitor, anne: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, waiting = [table_of(await open_lobby(anne)) for _table in range(2)]
    preview = await shown(await morgan.slash("moderate close"))
    closed = await confirmed(morgan, preview, "Close 2 tables", reason="flood")
    tables = bot.services.tables
    await tables.moderation.apply_each(Press(1, int(anne.id), "Anne"), [gone], lambda _table: Restore(), "")

    async def broken_off(*_: Any, **_fields: Any) -> list[str]:
        raise StorageError("the bot is killed here")

    monkeypatch.setattr(tables.moderation, "apply_each", broken_off)
    await confirmed(morgan, closed, "Undo")
    reopened = (await audit(bot))[0]
    assert (action_of(reopened), reopened.undoes is None) == (CloseLobbies((waiting,)), False)
    assert (await tables.table(waiting)).phase == "closed"


async def test_a_ban_outlives_an_erasure_and_names_nobody(
    bot: Tortuga, morgan: Visitor, anne: Visitor
) -> None:
    await ban(morgan, anne)
    await (await bot.services.eraser.erase(int(anne.id)))
    assert "have banned you" in await said(await anne.slash("table create", game=GAME))
    banned = await shown(await morgan.slash("moderate bans"))
    assert "Anne" not in banned.text
    assert "a former player is banned until" in banned.text
    assert "Morgan banned a former player" in (await shown(await morgan.slash("moderate log"))).text
    key = (await key_of(bot, anne)).hex()
    opened = await morgan.slash("moderate unban", member=key)
    assert opened.modal is not None
    await shown(await morgan.submit(opened.modal, {}))
    assert await bot.services.tables.bans.of(bot.guilds[0].id) == []


async def test_who_may_not_moderate_bans_nobody_and_reads_no_list(
    bot: Tortuga, morgan: Visitor, anne: Visitor, calico: Visitor
) -> None:
    opened = await morgan.slash("moderate ban", member=calico.id)
    assert opened.modal is not None
    for what in (
        await anne.slash("moderate ban", member=calico.id),
        await anne.slash("moderate bans"),
        await anne.slash("moderate unban", member="0" * 32),
        await anne.slash("moderate close"),
    ):
        assert "Only server managers and moderators" in await said(what)
    assert await audit(bot) == []


async def test_nobody_bans_themselves_or_those_who_manage_the_server(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor
) -> None:
    assert "That's you." in (await ban(morgan, morgan)).text
    bot_user = bot.user
    assert bot_user is not None
    role = next(role for role in pg.guild().roles.values() if role.name == "Moderator")
    pg.guild().members[anne.id].roles.append(role.id)
    assert "They manage this server" in (await ban(morgan, anne)).text
    assert await audit(bot) == []


async def test_many_waiting_tables_are_closed_at_once_with_one_entry_and_reopened(
    bot: Tortuga, morgan: Visitor, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico, pace="daily")
    mine = [table_of(await open_lobby(anne)) for _table in range(3)]
    other = table_of(await open_lobby(calico))
    preview = await shown(await morgan.slash("moderate close", member=anne.id))
    assert "3 waiting tables fit." in preview.text
    done = await confirmed(morgan, preview, "Close 3 tables", reason="flood")
    assert "3 tables are closed." in done.text
    tables = bot.services.tables
    assert [(await tables.table(id)).phase for id in mine] == ["closed"] * 3
    assert (await tables.table(other)).phase == "lobby"
    assert (await tables.table(table_of(board))).phase == "playing"
    [row] = await audit(bot)
    assert (row.kind, row.reason) == ("close-lobbies", "flood")
    log = await shown(await morgan.slash("moderate log"))
    assert "Morgan closed 3 waiting tables. Reason: flood" in log.text
    await confirmed(morgan, done, "Undo")
    assert [(await tables.table(id)).phase for id in mine] == ["lobby"] * 3
    assert "Morgan reopened 3 waiting tables." in (await shown(await morgan.slash("moderate log"))).text


async def test_games_that_somebody_presses_together_among_robots_count_and_are_cleared_away(
    bot: Tortuga, morgan: Visitor, anne: Visitor
) -> None:
    begun = list[str]()
    for _table in range(3):
        waiting = await open_lobby(anne)
        await press(anne, waiting, "robot")
        await press(anne, waiting, "start")
        begun.append(table_of(waiting))
    tables = bot.services.tables
    assert {(await tables.table(id)).phase for id in begun} == {"playing"}
    assert "nobody else at them yet" in await said(await anne.slash("table create", game=GAME))

    def cards() -> list[str]:
        shown_there = [seen for seen in anne.sees("tavern") if not seen.is_ephemeral and seen.buttons]
        return [table_of(seen) for seen in shown_there]

    await until(lambda: set(begun) <= set(cards()))
    preview = await shown(await morgan.slash("moderate close", member=anne.id))
    assert "3 waiting tables fit." in preview.text
    await confirmed(morgan, preview, "Close 3 tables", reason="flood")
    assert {(await tables.table(id)).phase for id in begun} == {"closed"}
    await until(lambda: not cards())
    await open_lobby(anne)


async def test_what_is_closed_goes_by_channel_and_age(
    bot: Tortuga, morgan: Visitor, anne: Visitor, calico: Visitor
) -> None:
    await open_lobby(anne)
    calico.channel = "captains-table"
    there = await open_lobby(calico)
    assert "No waiting table fits" in (await shown(await morgan.slash("moderate close", hours=1))).text
    channel = (await bot.services.tables.table(table_of(there))).channel
    found = await bot.services.moderation.lobbies(bot.guilds[0].id, channel=channel)
    assert [table.id for table in found] == [table_of(there)]
    preview = await shown(await morgan.slash("moderate close"))
    await bot.services.tables.change(Press(777, int(calico.id), "Calico"), table_of(there), lobby.close)
    done = await confirmed(morgan, preview, "Close 2 tables", reason="old")
    assert "1 table is closed." in done.text


async def test_whoever_is_sent_away_is_told_directly_and_cannot_press_join(
    bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    waiting = await open_lobby(anne, calico)
    seat = (await bot.services.tables.table(table_of(waiting))).seats[1]
    more = await shown(await press(anne, waiting, "more"))
    seats = await shown(await anne.press(more, "Seats"))
    await anne.choose(seats, f"remove:{table_of(waiting)}", seat.join)
    told = await calico.wait_for(
        lambda seen: "Anne removed you from table" in seen.text, channel=calico.direct_messages
    )
    assert table_of(waiting) in told.text
    assert "You were removed from this table." in await said(await press(calico, waiting, "join"))
    await anne.choose(seats.refresh(), f"readmit:{table_of(waiting)}", calico.id)
    await press(calico, waiting, "join")
    assert len((await bot.services.tables.table(table_of(waiting))).seats) == 2


async def test_whose_direct_messages_are_closed_is_told_where_the_table_is(
    bot: Tortuga, morgan: Visitor, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico, pace="daily")
    calico.closes_dms()
    table = await bot.services.tables.table(table_of(board))
    seat = table.seat_of(int(calico.id))
    assert seat is not None
    await bot.services.tables.moderation.apply(
        Press(778, int(morgan.id), "Morgan"), table.id, Remove(seat), "rude"
    )
    told = await anne.wait_for(lambda seen: "Morgan removed you from table" in seen.text)
    assert f"<@{calico.id}>" in told.text
    assert "Reason: rude" in told.text
    assert told.channel_id == board.channel_id


async def test_why_somebody_was_removed_stays_private_though_discord_wants_a_pause_before_it_is_said(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico, pace="daily")
    pg.fail_next("POST /users/@me/channels", 403, code=40003)
    table = await bot.services.tables.table(table_of(board))
    seat = table.seat_of(int(calico.id))
    assert seat is not None
    await bot.services.tables.moderation.apply(
        Press(779, int(morgan.id), "Morgan"), table.id, Remove(seat), "rude"
    )
    told = await calico.wait_for(lambda seen: "Reason: rude" in seen.text, channel=calico.direct_messages)
    assert f"<@{calico.id}>" not in told.text
    assert not [seen for seen in anne.sees(board) if f"<@{calico.id}>" in seen.text and "rude" in seen.text]


async def test_games_among_robots_are_closed_with_the_others_and_their_cards_are_gone(
    pg: Playground, bot: Tortuga, morgan: Visitor, anne: Visitor
) -> None:
    lobby_card, other = await open_lobby(anne), await open_lobby(anne)
    await press(anne, other, "robot")
    await press(anne, other, "start")
    await anne.wait_for(lambda seen: any((each.custom_id or "").startswith("hand:") for each in seen.buttons))
    preview = await shown(await morgan.slash("moderate close", member=anne.id))
    assert "2 waiting tables fit." in preview.text
    done = await confirmed(morgan, preview, "Close 2 tables", reason="flood")
    tables = bot.services.tables
    assert [(await tables.table(table_of(each))).phase for each in (lobby_card, other)] == ["closed"] * 2
    await until(lambda: lobby_card.is_gone and other.is_gone)
    await confirmed(morgan, done, "Undo")
    phases = [(await tables.table(table_of(each))).phase for each in (lobby_card, other)]
    assert phases == ["lobby", "playing"]


async def test_who_organises_events_sees_to_tables_and_bans_nobody_until_moderators_do_both(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    guild, servers = pg.guild(), bot.services.tables.servers
    role = next(role for role in guild.roles.values() if role.name == "Moderator")
    places.change_role(pg.world, guild, role, permissions="0")
    guild.members[anne.id].roles.append(role.id)
    await servers.change(int(guild.id), organisers=(int(role.id),))
    assert "No waiting table fits" in await said(await anne.slash("moderate close"))
    for refused in (
        await anne.slash("moderate ban", member=calico.id),
        await anne.slash("moderate bans"),
        await anne.slash("moderate unban", member="0" * 32),
    ):
        assert "Only server managers and moderators can ban." in await said(refused)
    await servers.change(int(guild.id), moderators=(4242,))
    assert "Only server managers and moderators" in await said(await anne.slash("moderate close"))
    await servers.change(int(guild.id), organisers=(4242,), moderators=(int(role.id),))
    assert "Calico is banned until" in (await ban(anne, calico)).text
    assert "Only server managers and organisers" in await said(
        await anne.slash("tournament create", name="Cup", game=GAME)
    )


async def test_few_answers_are_in_sight_and_a_window_of_before_is_understood(
    morgan: Visitor, anne: Visitor
) -> None:
    opened = await morgan.slash("moderate ban", member=anne.id)
    assert opened.modal is not None
    kinds = {question.custom_id: question.type for question in opened.modal.questions}
    assert kinds["length"] == RADIO_GROUP
    assert chosen_in({"value": WEEK}) == [WEEK]
    assert chosen_in({"values": [WEEK]}) == [WEEK]
    assert not chosen_in({"value": None})

"""When messages, channels and permissions go away, a game is kept, and shown again where it may."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from bot.app import Tortuga
from bot.publishing import message_state, table_messages
from bot.publishing.messages import PublishingPauses
from bot.refusal import Refusal
from bot.tables import clocks
from bot.tables.model import Table
from bot.tournaments.model import Tournament
from playground import Playground, Seen, Visitor, acts, places
from storage.models import OutboxRow
from tests.bot.test_tournaments import announce, begun, shown, tournaments
from tests.support.bot import SHORT_PAUSES, tortuga
from tests.support.idle import until, until_all_is_drawn, until_told
from tests.support.table_play import (
    GAME,
    board_of,
    choose_first,
    deal,
    hand,
    is_board,
    lobby_more,
    look_again,
    open_lobby,
    play_on,
    press,
    seats_and_doors,
    table_of,
)
from tests.support.tournament_play import organise

POST = "POST /channels/{channel_id}/messages"


async def _told_at_one_of_the_next_presses(host: Visitor, shown: Seen, words: str) -> Seen:
    """What a host is told beside the answer to a press, once the bot has found out."""
    for _press in range(20):
        await look_again(host, shown)
        for seen in host.sees(shown):
            if words in seen.text:
                return seen
    raise AssertionError(f"the host is not told {words!r}")


async def test_a_board_that_somebody_deleted_is_posted_again(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    hands = [await hand(anne, board), await hand(calico, board)]
    pg.delete(board)  # nobody presses anything
    again = await calico.wait_for(
        lambda seen: is_board(seen, table_of(hands[0])) and seen.id not in (board.id, board.channel_id)
    )
    assert again.channel_id == board.channel_id
    assert again.notified == []


async def test_a_lobby_that_somebody_deleted_is_posted_again(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    lobby = await open_lobby(anne, calico)
    pg.delete(lobby)
    again = await calico.wait_for(lambda seen: seen.id != lobby.id and _can_be_joined(seen))
    seats = await seats_and_doors(anne, again)
    await anne.press(seats, "Lock")
    await calico.wait_for(lambda seen: "🔒 Locked" in seen.text)


def _can_be_joined(seen: Seen) -> bool:
    return "Join" in [button.label for button in seen.buttons]


async def test_what_is_deleted_again_and_again_is_posted_once_in_a_while(
    pg: Playground, tmp_path: Path, anne: Visitor, calico: Visitor
) -> None:
    async with tortuga(pg, tmp_path, pauses=replace(SHORT_PAUSES, blocked=3600.0)):
        lobby = await open_lobby(anne, calico)
        pg.delete(lobby)
        again = await calico.wait_for(lambda seen: seen.id != lobby.id and _can_be_joined(seen))
        posted = len([each for each in pg.requests if f"{each.method} {each.template}" == POST])
        pg.delete(again)
        other = await open_lobby(calico)  # what is done meanwhile is done
        pg.delete(other)
        await calico.wait_for(lambda seen: seen.id not in (again.id, other.id) and _can_be_joined(seen))
        assert len([each for each in pg.requests if f"{each.method} {each.template}" == POST]) == posted + 1
        cards = [seen for seen in calico.sees("tavern") if _can_be_joined(seen)]
        assert len(cards) == 1, "one of the two: Discord may tell of either first"


async def test_messages_of_others_that_are_deleted_are_nobodys_business(
    pg: Playground, bot: Tortuga, anne: Visitor
) -> None:
    lobby = await open_lobby(anne)
    said = anne.says("arr", "tavern")
    before = len(pg.requests)
    pg.delete(said)
    pg.delete(lobby)
    await anne.wait_for(lambda seen: seen.id != lobby.id and _can_be_joined(seen))
    assert len(pg.requests) == before + 2  # it was gone, and is posted


async def test_a_board_whose_thread_was_deleted_moves_to_the_channel_and_the_host_is_told_once(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    card = next(seen for seen in anne.sees("tavern") if seen.id == board.channel_id)
    hands = [await hand(anne, card), await hand(calico, card)]
    pg.delete_channel(board)
    await choose_first(calico, hands[1])
    await anne.wait_for(
        lambda seen: (
            is_board(seen, table_of(card))
            and seen.id != card.id
            and seen.channel_id == card.channel_id
            and "has bid" in seen.text
        )
    )
    await until(lambda: bot.services.table_publisher.messages.has_problem(table_of(card)))
    await look_again(calico, hands[1])
    told = await _told_at_one_of_the_next_presses(anne, hands[0], "thread is gone")
    assert told.is_ephemeral
    await look_again(anne, hands[0])
    assert sum("thread is gone" in seen.text for seen in anne.sees("tavern")) == 1
    assert not any("thread is gone" in seen.text for seen in calico.sees("tavern"))


async def test_a_board_in_a_locked_thread_moves_to_the_channel(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    card = next(seen for seen in anne.sees("tavern") if seen.id == board.channel_id)
    of_calico = await hand(calico, card)
    pg.archive(board, locked=True)
    await choose_first(calico, of_calico)
    moved = await anne.wait_for(
        lambda seen: is_board(seen, table_of(card)) and seen.id not in (board.id, card.id)
    )
    assert moved.channel_id == card.channel_id


async def test_a_press_whose_answer_cannot_be_shown_in_a_locked_thread_counts_and_is_said_to_count(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    thread = await deal(anne, calico)
    opened = await anne.slash("table create", game=GAME, channel=thread)
    assert opened.message is not None
    pg.archive(thread, locked=True)
    said = await dampier.press(opened.message, "Join")
    assert said.message is not None
    assert said.message.is_ephemeral
    assert "That counted" in said.text
    table = await bot.services.tables.table(table_of(opened.message))
    assert [seat.name for seat in table.seats] == ["Anne", "Dampier"]
    shown = await anne.slash("table show", table=table.id)
    assert "is here" in shown.text
    again = await dampier.wait_for(lambda seen: "Dampier" in seen.text and "Join" in str(seen.buttons))
    assert again.channel_id != thread.channel_id


async def test_an_archived_thread_is_opened_again_by_posting_the_board_anew(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    of_calico = await hand(calico, board)
    pg.archive(board)
    await choose_first(calico, of_calico)
    again = await anne.wait_for(lambda seen: is_board(seen, table_of(of_calico)) and "has bid" in seen.text)
    assert again.channel_id == board.channel_id
    assert again.id != board.id
    assert pg.violations == []


async def _cut_off(pg: Playground, anne: Visitor, calico: Visitor) -> Seen:
    """The bot may do nothing in the channel any more and knows it, as Calico has bid: Anne's hand."""
    pg.forget_permission("tavern", "create_public_threads")
    board = await deal(anne, calico)
    of_anne, of_calico = await hand(anne, board), await hand(calico, board)
    pg.forget_permission("tavern", "view_channel", "send_messages")
    await choose_first(calico, of_calico)
    await pg.wait_for_request(lambda request: request.route == POST and request.status == 403, earlier=True)
    return of_anne


async def test_when_permissions_are_taken_away_the_game_goes_on_and_is_shown_again_when_they_are_back(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    of_anne = await _cut_off(pg, anne, calico)
    await choose_first(anne, of_anne)
    told = await _told_at_one_of_the_next_presses(anne, of_anne, "I need")
    assert told.is_ephemeral
    assert "Send Messages" in told.text
    pg.give_permission("tavern", "view_channel", "send_messages")
    shown = await calico.slash("table show")
    assert "is here" in shown.text
    await calico.wait_for(lambda seen: is_board(seen, table_of(of_anne)) and "trick 1." in seen.text)


async def test_a_table_whose_channel_was_deleted_is_put_where_somebody_asks_for_it(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    table = table_of(board)
    pg.delete_channel("tavern")
    shown = await calico.slash("table show", table=table, channel="captains-table")
    assert "is here" in shown.text
    again = calico.last("captains-table") if is_board(calico.last("captains-table"), table) else None
    again = again or await calico.wait_for(lambda seen: is_board(seen, table), channel="captains-table")
    await choose_first(anne, await hand(anne, again))
    await calico.wait_for(lambda seen: seen.id == again.id and "has bid" in seen.text)


async def test_no_table_is_set_up_where_it_could_not_be_shown(pg: Playground, anne: Visitor) -> None:
    pg.forget_permission("tavern", "send_messages")
    refused = await anne.slash("play", where="here")
    assert refused.message is not None
    assert refused.message.is_ephemeral
    assert "Send Messages" in refused.text
    elsewhere = await anne.slash("play", where="here", channel="captains-table")
    assert "I need" not in elsewhere.text


async def test_removed_from_the_server_the_bot_keeps_the_game_and_does_not_hammer_at_the_door(
    pg: Playground, anne: Visitor, calico: Visitor, bot
) -> None:
    board = await deal(anne, calico)
    table = table_of(board)
    pg.remove_bot()
    refused_before = len(pg.violations)
    publisher = bot.services.table_publisher
    for _change in range(5):
        publisher.changed(await bot.services.tables.table(table))
        await publisher.message_redraws.settled()
    assert (await bot.services.tables.table(table)).phase == "playing"
    assert len(pg.violations) - refused_before <= 6


async def test_a_board_that_chat_has_buried_is_posted_anew_silently_and_the_old_one_removed(
    pg: Playground, tmp_path: Path
) -> None:
    anne, calico, dampier = map(pg.person, ("Anne", "Calico", "Dampier"))
    async with tortuga(pg, tmp_path, pauses=PublishingPauses(board_checks=0.0, taps=0.0)):
        board = await deal(anne, calico)
        of_anne = await hand(anne, board)
        for line in range(table_messages.BURIED_UNDER):
            dampier.says(f"yo-ho-ho {line}", board)
        await choose_first(anne, of_anne)
        again = await calico.wait_for(
            lambda seen: is_board(seen, table_of(of_anne)) and "has bid" in seen.text
        )
        assert again.id != board.id
        assert again.notified == []
        await pg.wait_for_request("DELETE /channels/{channel_id}/messages/{message_id}", earlier=True)
        assert board.is_gone


async def test_whether_chat_has_buried_boards_is_asked_once_for_all_of_a_channel(
    pg: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pg.forget_permission("tavern", "create_public_threads")
    asked = "GET /channels/{channel_id}/messages"
    people = list(map(pg.person, ("Anne", "Calico", "Dampier")))
    anne, calico, dampier = people
    async with tortuga(pg, tmp_path, pauses=replace(SHORT_PAUSES, board_checks=600.0)):
        boards = [await deal(*pair) for pair in ((anne, calico), (calico, dampier), (dampier, anne))]
        hands = [await hand(host, board) for host, board in zip(people, boards, strict=True)]
        now = time.time
        monkeypatch.setattr(time, "time", lambda: now() + 900.0)  # old enough to have been buried
        before = len(pg.requests)
        for host, of_host in zip(people, hands, strict=True):
            edited = pg.wait_for_request("PATCH /channels/{channel_id}/messages/{message_id}")
            await choose_first(host, of_host)
            await edited
        assert len([each for each in pg.requests[before:] if each.route == asked]) == 1


async def test_an_old_board_is_posted_anew_rather_than_edited(
    pg: Playground, anne: Visitor, calico: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await deal(anne, calico)
    of_anne = await hand(anne, board)
    monkeypatch.setattr(message_state, "OLDEST_EDITED", 0.0)
    await choose_first(anne, of_anne)
    again = await calico.wait_for(lambda seen: is_board(seen, table_of(of_anne)) and "has bid" in seen.text)
    assert again.id != board.id


async def test_an_old_lobby_is_posted_anew_rather_than_edited(
    anne: Visitor, calico: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await open_lobby(anne)
    options = await seats_and_doors(anne, lobby)
    monkeypatch.setattr(message_state, "OLDEST_EDITED", 0.0)
    await anne.press(options, "Lock")
    again = await calico.wait_for(lambda seen: seen.id != lobby.id and "🔒 Locked" in seen.text)
    assert "Join" in [button.label for button in again.buttons]


async def test_at_discords_own_limits_a_lively_evening_is_not_told_off_for_haste(tmp_path: Path) -> None:
    async with (
        Playground.start(limits="discord") as pg,
        tortuga(pg, tmp_path, pauses=PublishingPauses(taps=0.0)),
    ):
        people = pg.add_people(*(f"Sailor {number}" for number in range(6)))

        async def play(host: Visitor, guest: Visitor) -> None:
            board = await deal(host, guest)
            hands = {host.name: await hand(host, board), guest.name: await hand(guest, board)}
            await play_on(pg, hands, until="Round 4")

        await asyncio.gather(*(play(*people[at : at + 2]) for at in (0, 2, 4)))
        assert pg.violations == []


# Discord fails for a moment


@pytest.mark.parametrize("minutes_later", [False, True])
async def test_a_board_whose_post_was_made_although_its_answer_was_lost_is_not_posted_twice(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, dampier: Visitor, minutes_later: bool
) -> None:
    lobby = await open_lobby(anne, calico)
    pg.fail_next(POST, None, after_doing=True)
    await anne.press(lobby, "Start")
    await pg.wait_for_request(POST, earlier=True)
    if minutes_later:  # Discord knows a nonce for minutes only
        pg.world.nonces.clear()
    await until_told(bot.store)
    boards = [
        seen
        for seen in dampier.sees(dampier.last(pg.world.channel(lobby.id)))
        if is_board(seen, table_of(lobby))
    ]
    assert len(boards) == 1


async def test_a_board_that_was_not_posted_is_not_taken_for_the_lobby_above_it(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    pg.forget_permission("tavern", "create_public_threads")
    lobby = await open_lobby(anne, calico)
    pg.fail_next(POST, None)
    await anne.press(lobby, "Start")
    board = await board_of(anne, lobby)
    assert board.channel_id == lobby.channel_id


async def test_play_without_threads_posts_card_and_board_into_the_channel(
    pg: Playground, anne: Visitor
) -> None:
    pg.forget_permission("tavern", "create_public_threads")
    await anne.slash("play", where="here")
    card = await anne.wait_for(lambda seen: "are playing" in seen.text)
    board = await board_of(anne, card)
    assert board.channel_id == card.channel_id


async def test_a_thread_that_was_opened_although_the_answer_was_lost_is_used(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    lobby = await open_lobby(anne, calico)
    pg.fail_next("POST /channels/{channel_id}/messages/{message_id}/threads", None, after_doing=True)
    await anne.press(lobby, "Start")
    board = await board_of(anne, lobby)
    assert board.channel_id == lobby.id


async def test_an_edit_that_fails_for_the_moment_is_tried_again(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    of_anne = await hand(anne, board)
    pg.fail_next("PATCH /channels/{channel_id}/messages/{message_id}", None)
    await choose_first(anne, of_anne)
    await calico.wait_for(lambda seen: seen.id == board.id and "has bid" in seen.text)


async def test_an_answer_whose_connection_was_cut_is_sent_once_more(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    lobby = await open_lobby(anne)
    pg.fail_next("POST /interactions/{interaction_id}/{interaction_token}/callback", None)
    joined = await calico.press(lobby, "Join")
    assert "Calico" in joined.text


async def test_an_answer_that_arrived_although_its_reply_was_lost_counts_as_given(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    lobby = await open_lobby(anne)
    pg.fail_next("POST /interactions/{interaction_id}/{interaction_token}/callback", None, after_doing=True)
    await calico.press(lobby, "Join")
    assert lobby.refresh().text.count("Calico") == 1
    opened = await open_lobby(calico)
    assert opened.text


async def test_a_lobby_that_nobody_can_say_the_message_of_is_found_and_not_posted_again(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    with capture_logs() as lines:
        pg.fail_next(
            "POST /interactions/{interaction_id}/{interaction_token}/callback", None, after_doing=True
        )
        pg.fail_next("GET /webhooks/{webhook_id}/{webhook_token}/messages/@original", 404)
        first = (await anne.slash("table create", game=GAME)).message
        assert first is not None
        await calico.press(first, "Join")
        await calico.wait_for(lambda seen: seen.id == first.id and "Calico" in seen.text)
        assert [seen.id for seen in calico.sees() if "**Anne**" in seen.text] == [first.id]
    assert [line for line in lines if line["log_level"] == "error"] == []


async def test_a_lobby_whose_reply_was_lost_is_known_all_the_same(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    pg.fail_next("POST /interactions/{interaction_id}/{interaction_token}/callback", None, after_doing=True)
    lobby = await open_lobby(anne)
    asked = await press(anne, await lobby_more(anne, lobby), "cut")
    assert asked.modal is not None
    await anne.submit(asked.modal, {"word": "arr"})
    assert len(calico.sees()) == 1
    assert "Cut by" in (await lobby_more(calico, lobby)).text


async def test_a_press_whose_thread_is_deleted_before_its_answer_arrives_is_no_error(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    callback = "POST /interactions/{interaction_id}/{interaction_token}/callback"
    pg.hold_back_next(callback, 0.2)
    with capture_logs() as lines:
        acts.press(pg.backend, anne.person, board.post, f"hand:{table_of(board)}")
        pg.delete_channel(board)
        await pg.wait_for_request(lambda request: request.route == callback and request.status == 404)
        await bot.services.error_handler.load_gate.wait_until_idle()
    assert [line["event"] for line in lines if line["log_level"] == "error"] == []


# What cannot be seen does not count down, and what breaks is repaired by itself or by one press


async def locked_cup(pg: Playground, bot: Tortuga, **options: object) -> Tournament:
    """Three are to play at a table that cannot be posted: the tavern was locked before the round opened."""
    morgan = pg.person("Morgan")
    announcement = await announce(morgan, pod=3, **options)
    for name in ("Anne", "Calico", "Dampier"):
        await pg.person(name).press(announcement, "Join")
    pg.forget_permission("tavern", "send_messages")
    return await begun(bot, pg, morgan)


async def waits(bot: Tortuga, table: str) -> Table:
    """The table, as soon as it waits to be seen again."""

    async def found() -> Table | None:
        kept = await bot.services.tables.table(table)
        return None if kept.timing.unseen is None else kept

    return await until(found)


async def unseen(bot: Tortuga, tournament: Tournament, wanted: bool = True) -> Table:
    """The tournament's first table, as soon as it stands nowhere, or does again."""
    table = tournament.record.tables[0].table

    async def found() -> Table | None:
        kept = await bot.services.tournament_service.tournament(tournament.id)
        try:
            there = await bot.services.tables.table(table)
        except Refusal:
            return None
        known = kept.record.tables[0].unseen is not None
        return there if (there.timing.unseen is not None, known) == (wanted, wanted) else None

    return await until(found)


async def desk(person: Visitor, tournament: Tournament, channel: str = "captains-table") -> Seen:
    """The organiser's desk."""
    return await shown(await person.slash("tournament desk", tournament=tournament.id, channel=channel))


def is_theirs(tournament: Tournament) -> Callable[[Seen], bool]:
    """Whether a message is the tournament's first table, where its players say that they are here."""
    wanted = f"here:{tournament.record.tables[0].table}"
    return lambda seen: wanted in [button.custom_id for button in seen.buttons]


async def test_a_round_that_opens_into_a_locked_channel_waits_and_comes_by_itself_when_it_is_unlocked(
    pg: Playground, tmp_path: Path
) -> None:
    async with tortuga(pg, tmp_path) as bot:
        tournament = await locked_cup(pg, bot)
        table = await unseen(bot, tournament)
        assert clocks.show_up_deadline(table) is None
        assert clocks.next_due(table) is None
        mine = await shown(await pg.person("Anne").slash("tournament me", channel="captains-table"))
        assert "This table can't be seen yet" in mine.text
        assert "I am here" not in mine.text
        pg.give_permission("tavern", "send_messages")
        await pg.person("Anne").wait_for(is_theirs(tournament))
        table = await unseen(bot, tournament, False)
        assert clocks.show_up_deadline(table) is not None
        for name in ("Anne", "Calico", "Dampier"):
            pods = pg.person(name).sees("tavern")
            assert any("Round 1 of 2" in seen.text for seen in pods)


async def cup_of_three(pg: Playground) -> None:
    """Three are to play."""
    announcement = await announce(pg.person("Morgan"), pod=3)
    for name in ("Anne", "Calico", "Dampier"):
        await pg.person(name).press(announcement, "Join")


@pytest.mark.parametrize("mended", ["role", "member"])
async def test_what_could_not_be_posted_comes_when_a_role_or_the_bots_own_roles_allow_it(
    pg: Playground, tmp_path: Path, mended: str
) -> None:
    guild, me = pg.guild(), pg.world.bot.id
    crew = next(role for role in guild.roles.values() if role.name == "Moderator")
    async with tortuga(pg, tmp_path, pauses=replace(SHORT_PAUSES, blocked=3600.0)) as bot:
        await cup_of_three(pg)
        pg.give_permission("tavern", "send_messages", who=crew.id)
        pg.forget_permission("tavern", "send_messages", who=guild.id)  # @everyone
        tournament = await begun(bot, pg, pg.person("Morgan"))
        await unseen(bot, tournament)
        if mended == "role":
            own = next(role for role in guild.roles.values() if role.id in guild.members[me].roles)
            pg.change_role(own.name, "administrator")
        else:
            roles = [*guild.members[me].roles, crew.id]
            places.change_member(pg.world, guild, guild.members[me], roles=roles)
        await pg.person("Anne").wait_for(is_theirs(tournament))
        await unseen(bot, tournament, False)


async def test_what_discord_refuses_though_nothing_seems_missing_is_tried_again_by_itself(
    pg: Playground, tmp_path: Path
) -> None:
    async with tortuga(pg, tmp_path, pauses=replace(SHORT_PAUSES, blocked=0.1)) as bot:
        await cup_of_three(pg)
        pg.fail_next(POST, 403, times=4, code=50013)
        tournament = await begun(bot, pg, pg.person("Morgan"))
        await pg.person("Anne").wait_for(is_theirs(tournament))
        await unseen(bot, tournament, False)
        refused = [
            each for each in pg.requests if f"{each.method} {each.template}" == POST and each.status == 403
        ]
        assert len(refused) == 4


async def test_what_could_not_be_posted_is_posted_after_a_restart(pg: Playground, tmp_path: Path) -> None:
    async with tortuga(pg, tmp_path) as bot:
        tournament = await locked_cup(pg, bot)
        await unseen(bot, tournament)
    pg.give_permission("tavern", "send_messages")
    async with tortuga(pg, tmp_path) as bot:
        await pg.person("Anne").wait_for(is_theirs(tournament))
        await unseen(bot, tournament, False)
        assert any("Round 1" in seen.text for seen in pg.person("Anne").sees("tavern"))


async def test_a_lockdown_that_a_restart_falls_into_is_told_at_the_desk_and_over_when_it_is_lifted(
    pg: Playground, tmp_path: Path
) -> None:
    morgan = pg.person("Morgan")
    async with tortuga(pg, tmp_path) as bot:
        tournament = await locked_cup(pg, bot)
        await unseen(bot, tournament)
        await morgan.wait_for(lambda seen: "Send Messages" in seen.text, channel=morgan.direct_messages)
    async with tortuga(pg, tmp_path) as bot:
        table = await unseen(bot, tournament)
        assert (table.phase, clocks.show_up_deadline(table), clocks.next_due(table)) == ("lobby", None, None)
        first = (await desk(morgan, tournament)).text.splitlines()[1]
        assert "I can't post in" in first
        assert "1 table can't be seen, so its clocks are stopped." in first
        pg.give_permission("tavern", "send_messages")
        await pg.person("Anne").wait_for(is_theirs(tournament))
        table = await unseen(bot, tournament, False)
        assert (table.phase, table.actions) == ("lobby", 0)
        assert clocks.show_up_deadline(table) is not None


@pytest.mark.parametrize("mended", ["at once", "while the bot is away", "after a restart"])
async def test_what_the_organiser_was_told_of_a_lockdown_says_so_once_it_is_over(
    pg: Playground, tmp_path: Path, mended: str
) -> None:
    morgan = pg.person("Morgan")

    async def is_over() -> None:
        await pg.person("Anne").wait_for(is_theirs(tournament))
        over = await morgan.wait_for(
            lambda seen: "everything can be seen again" in seen.text, channel=morgan.direct_messages
        )
        assert over.id == told.id
        assert not any("I can't post in" in seen.text for seen in morgan.sees(morgan.direct_messages))

    async with tortuga(pg, tmp_path) as bot:
        tournament = await locked_cup(pg, bot)
        await unseen(bot, tournament)
        told = await morgan.wait_for(
            lambda seen: "I can't post in" in seen.text, channel=morgan.direct_messages
        )
        if mended == "at once":
            pg.give_permission("tavern", "send_messages")
            return await is_over()
    if mended == "while the bot is away":
        pg.give_permission("tavern", "send_messages")
    async with tortuga(pg, tmp_path) as bot:
        pg.give_permission("tavern", "send_messages")
        await is_over()


async def test_a_channel_that_was_deleted_while_the_bot_was_away_is_mended_from_the_desk(
    pg: Playground, tmp_path: Path
) -> None:
    morgan, anne = pg.person("Morgan"), pg.person("Anne")
    async with tortuga(pg, tmp_path) as bot:
        await cup_of_three(pg)
        tournament = await begun(bot, pg, morgan)
        await anne.wait_for(is_theirs(tournament))
    pg.delete_channel("tavern")
    async with tortuga(pg, tmp_path) as bot:
        await unseen(bot, tournament)
        broken = await desk(morgan, tournament)
        assert "This tournament's channel is gone" in broken.text.splitlines()[1]
        await shown(await morgan.press(broken, "Post everything again"))
        await anne.wait_for(is_theirs(tournament))
        table = await unseen(bot, tournament, False)
        assert clocks.show_up_deadline(table) is not None
        assert "This tournament's channel is gone" not in (await desk(morgan, tournament)).text


async def test_a_post_that_discord_refuses_without_a_reason_is_tried_again(
    pg: Playground, tmp_path: Path
) -> None:
    async with tortuga(pg, tmp_path) as bot:
        morgan = pg.person("Morgan")
        announcement = await announce(morgan, pod=3)
        for name in ("Anne", "Calico", "Dampier"):
            await pg.person(name).press(announcement, "Join")
        pg.fail_next(POST, 403, times=3)
        tournament = await begun(bot, pg, morgan)
        await pg.person("Anne").wait_for(is_theirs(tournament))
        await unseen(bot, tournament, False)


async def test_nobodys_time_runs_out_at_a_table_that_nobody_can_see(pg: Playground, tmp_path: Path) -> None:
    hour = 3600.0
    async with tortuga(pg, tmp_path, speed=hour) as bot:
        clock = bot.services.tables.clock
        clock.stop()  # ten minutes are over in a sixth of a second, in which it has to be noticed
        tournament = await locked_cup(pg, bot, pace="blitz")
        await unseen(bot, tournament)
        clock.go_on()
        waited_since = clock.awake()
        await until(lambda: clock.awake() >= waited_since + hour)
        table = await unseen(bot, tournament)
        assert (table.phase, table.actions) == ("lobby", 0)
        running = await bot.services.tournament_service.tournament(tournament.id)
        assert running.result_of(1, 1) is None
        assert not running.record.tables[0].finish


async def test_the_organiser_is_told_at_once_in_the_answer_at_the_desk_and_directly(
    pg: Playground, tmp_path: Path
) -> None:
    async with tortuga(pg, tmp_path) as bot:
        morgan = pg.person("Morgan")
        announcement = await announce(morgan, pod=3)
        for name in ("Anne", "Calico", "Dampier"):
            await pg.person(name).press(announcement, "Join")
        pg.forget_permission("tavern", "send_messages")
        [tournament] = await tournaments(bot, pg)
        answer = await organise(morgan, "begin", tournament=tournament.id)
        assert "I can't post in" in answer.text
        assert "Send Messages" in answer.text
        told = await morgan.wait_for(
            lambda seen: "Send Messages" in seen.text, channel=morgan.direct_messages
        )
        assert "Evening cup" in told.text
        await organise(morgan, "open", tournament=tournament.id)
        opened = await bot.services.tournament_service.tournament(tournament.id)
        await unseen(bot, opened)
        shown_desk = await desk(morgan, tournament)
        first = shown_desk.text.splitlines()[1]
        assert "I can't post in" in first
        assert "Channel settings > Permissions > Tortuga > Send Messages." in first
        assert "1 table can't be seen, so its clocks are stopped." in first
        assert "The clocks are running" not in shown_desk.text
        said = [seen for seen in morgan.sees(morgan.direct_messages) if "Send Messages" in seen.text]
        assert len(said) == 1, "once for all that is broken"
        pg.give_permission("tavern", "send_messages")
        await pg.person("Anne").wait_for(
            is_theirs(await bot.services.tournament_service.tournament(tournament.id))
        )
        await unseen(bot, await bot.services.tournament_service.tournament(tournament.id), False)
        mended = await desk(morgan, tournament)
        assert "I can't post" not in mended.text
        assert "Post everything again" not in [button.label for button in mended.buttons]


async def test_where_the_channel_is_deleted_one_press_posts_everything_where_it_is_pressed(
    pg: Playground, tmp_path: Path
) -> None:
    async with tortuga(pg, tmp_path) as bot:
        morgan, anne = pg.person("Morgan"), pg.person("Anne")
        announcement = await announce(morgan, pod=3)
        for name in ("Anne", "Calico", "Dampier"):
            await pg.person(name).press(announcement, "Join")
        tournament = await begun(bot, pg, morgan)
        await anne.wait_for(is_theirs(tournament))
        pg.delete_channel("tavern")
        await unseen(bot, tournament)
        broken = await desk(morgan, tournament)
        assert "This tournament's channel is gone" in broken.text.splitlines()[1]
        mended = await shown(await morgan.press(broken, "Post everything again"))
        assert "⚠️" not in mended.text
        here = " ".join(seen.text for seen in anne.sees("captains-table"))
        assert "Evening cup" in here
        assert "Round 1 of 2 of the tournament" in here
        moved = await anne.wait_for(is_theirs(tournament))
        table = await unseen(bot, tournament, False)
        assert table.channel == int(pg.channel("captains-table").id)
        await until(
            lambda: not any("clocks are stopped" in seen.text for seen in anne.sees("captains-table"))
        )
        await anne.press(moved, "I am here")
        assert "This tournament's channel is gone" not in (await desk(morgan, tournament)).text


async def test_tournament_show_brings_its_open_tables_along(pg: Playground, tmp_path: Path) -> None:
    async with tortuga(pg, tmp_path) as bot:
        tournament = await locked_cup(pg, bot)
        await unseen(bot, tournament)
        await pg.person("Morgan").slash("tournament show", tournament=tournament.id, channel="captains-table")
        await pg.person("Anne").wait_for(is_theirs(tournament))
        table = await unseen(bot, tournament, False)
        assert table.channel == int(pg.channel("captains-table").id)
        rounds = [seen for seen in pg.person("Anne").sees("captains-table") if "Round 1" in seen.text]
        assert rounds, "the round's message comes along"


async def test_nothing_links_to_a_table_that_stands_nowhere(pg: Playground, tmp_path: Path) -> None:
    async with tortuga(pg, tmp_path) as bot:
        anne = pg.person("Anne")
        tournament = await locked_cup(pg, bot)
        await unseen(bot, tournament)
        mine = await shown(await anne.slash("tournament me", tournament=tournament.id))
        turns = await shown(await anne.slash("turns"))
        for page in (mine, turns):
            assert "/hand" in page.text
            assert "https://discord.com/channels/" not in page.text


async def test_tables_that_wait_in_a_deleted_channel_are_closed_and_their_host_is_told(
    pg: Playground, tmp_path: Path
) -> None:
    async with tortuga(pg, tmp_path) as bot:
        anne, calico = pg.person("Anne"), pg.person("Calico")
        lobbies = [await open_lobby(anne) for _lobby in range(3)]
        pg.delete_channel("tavern")
        for lobby in lobbies:
            await anne.wait_for(
                lambda seen, lobby=lobby: table_of(lobby) in seen.text, channel=anne.direct_messages
            )
            table = await bot.services.tables.table(table_of(lobby))
            assert (table.phase, table.record.closed_by) == ("closed", "homeless")
        del calico
        opened = await anne.slash("table create", game=GAME, channel="captains-table")
        assert "hasn't begun" not in opened.text


async def test_channels_that_were_deleted_while_the_bot_was_away_are_noticed_at_the_start(
    pg: Playground, tmp_path: Path
) -> None:
    async with tortuga(pg, tmp_path) as bot:
        anne, calico = pg.person("Anne"), pg.person("Calico")
        board = await deal(anne, calico)
        lobby = await open_lobby(anne)
    pg.delete_channel("tavern")
    async with tortuga(pg, tmp_path) as bot:
        await anne.wait_for(lambda seen: table_of(lobby) in seen.text, channel=anne.direct_messages)
        await waits(bot, table_of(board))


async def test_a_board_that_may_not_be_drawn_is_drawn_when_that_is_allowed_again(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    of_anne = await _cut_off(pg, anne, calico)
    pg.give_permission("tavern", "view_channel", "send_messages")
    await anne.wait_for(lambda seen: is_board(seen, table_of(of_anne)) and "has bid" in seen.text)


async def test_that_something_may_be_drawn_there_is_no_sign_that_a_board_may_be_posted(
    pg: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lobby is drawn in a locked channel; the board, too old for that, comes once it is unlocked."""
    pg.forget_permission("tavern", "create_public_threads")
    anne, calico, morgan = pg.person("Anne"), pg.person("Calico"), pg.person("Morgan")
    async with tortuga(pg, tmp_path) as bot:
        board = await deal(anne, calico)
        await until_all_is_drawn(bot)
    async with tortuga(pg, tmp_path) as bot:  # which reads from storage that there is a board, and a lobby
        screen = await shown(await morgan.slash("settings server"))
        await until_all_is_drawn(bot)
        monkeypatch.setattr(message_state, "OLDEST_EDITED", 0.0)
        pg.forget_permission("tavern", "send_messages")
        await morgan.choose(screen, "server:language:", "it")
        await anne.wait_for(lambda seen: "Giocano" in seen.text)
        await until_all_is_drawn(bot)
        blocked = bot.services.table_publisher.messages.blocked_channel(table_of(board))
        assert str(blocked) == pg.channel("tavern").id
        pg.give_permission("tavern", "send_messages")
        moved = await anne.wait_for(lambda seen: "Manche 1 di 10" in seen.text)
        assert is_board(moved, table_of(board))


async def test_a_board_that_a_proxy_refuses_to_draw_is_drawn_at_the_next_attempt(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    of_calico = await hand(calico, board)
    pg.fail_next("PATCH /channels/{channel_id}/messages/{message_id}", 403)
    await choose_first(calico, of_calico)
    await anne.wait_for(lambda seen: seen.id == board.id and "has bid" in seen.text)


async def test_a_table_that_is_shown_elsewhere_is_there_from_then_on(pg: Playground, tmp_path: Path) -> None:
    async with tortuga(pg, tmp_path) as bot:
        anne, calico = pg.person("Anne"), pg.person("Calico")
        board = await deal(anne, calico)
        pg.delete_channel("tavern")
        table = await waits(bot, table_of(board))
        await anne.slash("table show", table=table.id, channel="captains-table")
        await until_told(bot.store)
        moved = await bot.services.tables.table(table.id)
        assert moved.timing.unseen is None
        assert moved.channel == int(pg.channel("captains-table").id)


async def test_nothing_is_tried_any_more_in_a_lost_channel_once_the_table_is_shown_elsewhere(
    pg: Playground, tmp_path: Path
) -> None:
    """Also if the bot was killed before it noted that the table has gone there."""
    async with tortuga(pg, tmp_path) as bot:
        board = await deal(pg.person("Anne"), pg.person("Calico"))
        pg.delete_channel("tavern")
        table = await waits(bot, table_of(board))
        publisher = bot.services.table_publisher
        assert await publisher.messages.put_back(table, int(pg.channel("captains-table").id)) is not None
        await publisher.run(table, OutboxRow(10_000, table.id, "open", b"", 1))
        assert (await bot.services.tables.table(table.id)).timing.unseen is None


async def test_a_proxy_that_refuses_everything_makes_no_server_seem_left(
    pg: Playground, tmp_path: Path
) -> None:
    async with tortuga(pg, tmp_path):
        await open_lobby(pg.person("Anne"))
    pg.remove_bot()
    pg.fail_next("GET /guilds/{guild_id}", 403, times=2)
    async with tortuga(pg, tmp_path) as bot:
        await bot.on_ready()  # it was asked at the start, too, but nobody waited for that
        assert await bot.store.servers.gone() == []
        pg.backend.faults.waiting.clear()
        await bot.on_ready()
        assert [guild for guild, _since in await bot.store.servers.gone()] == [int(pg.guild().id)]


async def test_a_game_that_begins_in_a_locked_channel_waits_for_it_as_well(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    lobby = await open_lobby(anne, calico)
    pg.forget_permission("tavern", "send_messages", "create_public_threads")
    await anne.press(lobby, "Start")
    table = await waits(bot, table_of(lobby))
    assert [clocks.deadline(table, seat) for seat in range(2)] == [None, None]
    pg.give_permission("tavern", "send_messages", "create_public_threads")
    await anne.wait_for(lambda seen: is_board(seen, table.id) and seen.id != lobby.id)

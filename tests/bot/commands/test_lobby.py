"""The lobby: one public message, which every press on it draws anew in its answer."""

from __future__ import annotations

import asyncio

import pytest

from bot.app import Tortuga
from playground import Answer, Playground, Seen, Visitor
from tests.support.forged_interactions import Crafted, reply_to
from tests.support.idle import until_told
from tests.support.table_play import (
    GAME,
    board_of,
    choices,
    edits,
    lobby_more,
    lobby_options,
    open_lobby,
    press,
    seats_and_doors,
    table_of,
)


async def test_opening_a_table_answers_with_its_lobby_and_posts_nothing_else(
    pg: Playground, bot: Tortuga, anne: Visitor, dampier: Visitor
) -> None:
    reply = await anne.slash("table create", game=GAME, seats=3)
    assert reply.kind is Answer.MESSAGE
    assert "Anne" in reply.text
    assert "2 seats free" in reply.text or "1 more to start" in reply.text
    await until_told(bot.store)
    assert [message.id for message in dampier.sees()] == [reply.message.id if reply.message else ""]
    assert pg.violations == []


async def test_a_command_delivered_twice_opens_one_table_with_one_lobby(
    pg: Playground, anne: Visitor, dampier: Visitor, capfd: pytest.CaptureFixture[str]
) -> None:
    opening = asyncio.ensure_future(anne.slash("table create", game=GAME))
    await asyncio.sleep(0)
    pg.redeliver(next(reversed(pg.backend.interactions.by_id.values())))
    reply = await opening
    pg.redeliver(reply)
    await anne.slash("help")
    assert [seen.id for seen in dampier.sees()] == [reply.message.id if reply.message else ""]
    assert "error" not in capfd.readouterr().out


async def test_a_press_on_the_lobby_is_answered_with_the_lobby_and_needs_no_other_edit(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    lobby = await open_lobby(anne)
    joined = await calico.press(lobby, "Join")
    assert joined.kind is Answer.UPDATE
    assert "Calico" in lobby.refresh().text
    await anne.press(lobby, "Add robot")
    assert "🤖" in lobby.refresh().text
    await calico.press(lobby, "Leave")
    assert "Calico" not in lobby.refresh().text
    await bot.services.table_publisher.message_redraws.settled()
    assert edits(pg) == 0


@pytest.mark.parametrize(
    ("label", "sentence"),
    [
        ("Leave", "at this table"),
        ("Start", "at this table"),
        ("Add robot", "at this table"),
        ("Over days", "Only"),
    ],
)
async def test_a_stranger_who_presses_is_told_privately_what_to_do_instead(
    anne: Visitor, dampier: Visitor, label: str, sentence: str
) -> None:
    lobby = await open_lobby(anne)
    before = lobby.text
    refused = await dampier.press(lobby, label)
    assert refused.message is not None
    assert refused.message.is_ephemeral
    assert sentence in refused.text
    assert lobby.refresh().text == before


async def test_joining_twice_a_full_table_and_starting_too_small_are_refused(
    anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    lobby = await open_lobby(anne, seats=2)
    assert "needs 1 more player" in (await anne.press(lobby, "Start")).text
    assert "here already" in (await anne.press(lobby, "Join")).text
    await calico.press(lobby, "Join")
    assert "All 2 seats are taken" in (await dampier.press(lobby, "Join")).text
    assert "host starts" in (await calico.press(lobby, "Start")).text


async def test_a_host_who_leaves_passes_the_hat_and_the_last_to_leave_closes_the_table(
    anne: Visitor, calico: Visitor
) -> None:
    lobby = await open_lobby(anne, calico)
    await anne.press(lobby, "Leave")
    assert "👑 **Calico**" in lobby.refresh().text
    await calico.press(lobby, "Leave")
    assert "closed" in lobby.refresh().text
    assert [button.label for button in lobby.buttons] == []


async def test_a_word_to_cut_with_is_asked_for_and_kept_to_oneself(anne: Visitor, calico: Visitor) -> None:
    lobby = await open_lobby(anne, calico)
    asked = await calico.press(await lobby_more(calico, lobby), "Cut")
    assert asked.modal is not None
    done = await calico.submit(asked.modal, {"word": "parrots in the rigging"})
    assert done.message is not None
    assert done.message.is_ephemeral
    assert "in the shuffle" in done.text
    read = (await lobby_more(anne, lobby)).text
    assert "Cut by **Calico**" in read
    assert "parrots" not in read


async def test_the_host_changes_options_and_everybody_sees_it(anne: Visitor, calico: Visitor) -> None:
    lobby = await open_lobby(anne, calico)
    options = await lobby_options(anne, lobby)
    chosen = await anne.choose(options, f"option:{table_of(lobby)}:edition", "classic")
    assert chosen.kind is Answer.UPDATE
    await calico.wait_for(lambda seen: seen.id == lobby.id and "📜 Edition" in seen.text)
    assert "66 cards" in (await lobby_more(calico, lobby)).text
    await anne.press(options, "Back")
    await anne.press(options, "Seats")
    await anne.choose(options, robots_of(options.refresh()), "any")
    await calico.wait_for(lambda seen: seen.id == lobby.id and "(Deckhand)" in seen.text)


async def test_the_host_changes_the_number_of_seats_and_everybody_sees_it(
    anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    lobby = await open_lobby(anne, calico)
    options = await seats_and_doors(anne, lobby)
    chosen = await anne.choose(options, f"seats:{table_of(lobby)}", "2")
    assert chosen.kind is Answer.UPDATE
    await calico.wait_for(lambda seen: seen.id == lobby.id and "Full, ready to start" in seen.text)
    assert "All 2 seats are taken" in (await dampier.press(lobby, "Join")).text
    await anne.choose(options, f"seats:{table_of(lobby)}", "3")
    await calico.wait_for(lambda seen: seen.id == lobby.id and "1 seat free" in seen.text)


def robots_of(options: Seen) -> str:
    """What the list of robots sends, by which Discord also remembers what was last chosen from it."""
    return next(each.custom_id for each in options.selects if each.custom_id.startswith("strength:"))


async def test_the_list_of_robots_is_a_fresh_one_after_each_robot(anne: Visitor) -> None:
    lobby = await open_lobby(anne)
    options = await seats_and_doors(anne, lobby)
    used: set[str] = set()
    for _robot in range(3):
        await anne.choose(options, robots_of(options.refresh()), "any")
        used.add(robots_of(options.refresh()))
    assert len(used) == 3
    await anne.wait_for(lambda seen: seen.id == lobby.id and seen.text.count("🤖") == 3)


async def test_the_host_shows_the_door_to_whom_they_saw_and_nobody_else(
    anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    lobby = await open_lobby(anne, calico)
    options = await seats_and_doors(anne, lobby)
    remove = f"remove:{table_of(lobby)}"
    of_calico = options.select(remove).options[0].value
    await calico.press(lobby, "Leave")
    await dampier.press(lobby, "Join")  # sits where Calico sat
    stale = await anne.choose(options, remove, of_calico)
    assert "They've already left" in stale.text
    assert "Dampier" in lobby.refresh().text
    again = await seats_and_doors(anne, lobby)
    await anne.choose(again, remove, again.select(remove).options[0].value)
    await anne.wait_for(lambda seen: seen.id == lobby.id and "Dampier" not in seen.text)


async def test_a_locked_table_and_one_by_invitation_keep_others_out(
    anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    lobby = await open_lobby(anne)
    options = await seats_and_doors(anne, lobby)
    await anne.press(options, "Lock")
    assert "locked" in (await calico.press(lobby, "Join")).text
    await anne.press(options, "Unlock")
    await anne.choose(options, f"invite:{table_of(lobby)}", calico.id)
    assert "invitation" in (await dampier.press(lobby, "Join")).text
    await calico.press(lobby, "Join")
    assert "Calico" in lobby.refresh().text
    await anne.press(options, "Open to all")
    await dampier.press(lobby, "Join")
    assert "Dampier" in lobby.refresh().text


async def test_the_host_closes_the_table_after_a_question(anne: Visitor, calico: Visitor) -> None:
    lobby = await open_lobby(anne, calico)
    question = await lobby_more(anne, lobby)
    await anne.press(question, "Close table")
    assert "Close this table" in question.refresh().text
    await anne.press(question, "Close table")
    closed = await calico.wait_for(lambda seen: seen.id == lobby.id and "closed" in seen.text)
    assert closed.buttons == []


async def test_of_a_hundred_who_join_at_once_six_sit_and_all_others_get_a_sentence(
    pg: Playground, anne: Visitor
) -> None:
    lobby = await open_lobby(anne, seats=6)
    await anne.press(lobby, "Leave")
    lobby = await open_lobby(anne, seats=6)
    crowd = pg.add_people(*(f"Sailor {number}" for number in range(100)))
    replies = await asyncio.gather(*(sailor.press(lobby, "Join") for sailor in crowd))
    answers = [await reply.settled() for reply in replies]  # on a busy machine, some are put off first
    sat = [answer for answer in answers if answer is not None and answer.id == lobby.id]
    told = [answer for answer in answers if answer is not None and answer.is_ephemeral]
    assert (len(sat), len(told)) == (5, 95)
    assert all("seats are taken" in answer.text for answer in told)
    final = await anne.wait_for(lambda seen: seen.id == lobby.id and "Full" in seen.text)
    assert sum(f"Sailor {number}**" in final.text for number in range(100)) == 5


@pytest.mark.parametrize("label", ["Options", "Seats", "Cut"])
async def test_a_page_of_the_lobby_leads_to_the_hand_once_the_game_has_begun(
    pg: Playground, anne: Visitor, calico: Visitor, label: str
) -> None:
    lobby = await open_lobby(anne, calico)
    more = await lobby_more(anne, lobby)
    await press(anne, lobby, "start")
    await board_of(anne, lobby)
    shown = await (await anne.press(more, label)).settled()
    assert shown is not None
    assert shown.id == more.id, "in its place"
    assert "The game has begun. Here's your hand." in shown.text
    assert choices(shown)
    assert pg.violations == []


async def test_whoever_presses_start_after_the_deal_gets_their_hand_alone_and_a_stranger_a_sentence(
    pg: Playground, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    lobby = await open_lobby(anne, calico)
    start = Crafted(f"start:{table_of(lobby)}")  # as a telephone sends it that is a moment behind
    await press(anne, lobby, "start")
    shown = await (await reply_to(pg, calico, start, lobby.post)).settled()
    assert shown is not None
    assert shown.is_ephemeral
    assert shown.id != lobby.id
    assert choices(shown)
    refused = await (await reply_to(pg, dampier, start, lobby.post)).settled()
    assert refused is not None
    assert "this game has begun" in refused.text
    assert not choices(refused)


async def test_whoever_wants_to_be_called_is_pinged_joins_there_and_the_call_goes_when_all_seats_are_taken(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    settings = await (await dampier.slash("settings me")).settled()
    assert settings is not None
    await press(dampier, settings, "callme")
    await dampier.press(settings.refresh(), custom_id=f"wished:call.{GAME}:1")
    assert "I call you here" in settings.refresh().text
    lobby = await open_lobby(anne, seats=2)
    more = await lobby_more(anne, lobby)
    await press(anne, more, "callplayers")
    call = await dampier.wait_for(
        lambda seen: any(each.label == "Join" for each in seen.buttons) and "wanted" in seen.text
    )
    assert f"<@{dampier.id}>" in call.text
    assert f"<@{calico.id}>" not in call.text
    assert "Call players" not in [button.label for button in more.refresh().buttons]
    listed = await (await calico.slash("table wanted")).settled()
    assert listed is not None
    assert "Join" in [button.label for button in listed.buttons]
    await press(dampier, call, "aboard")
    told = await anne.wait_for(lambda seen: "2 aboard. Start?" in seen.text)
    await until_told(bot.store)
    assert call.id not in [message.id for message in calico.sees()]
    await press(anne, told, "startnow")
    await board_of(anne, lobby)
    await until_told(bot.store)
    assert told.id not in [message.id for message in calico.sees()]
    assert pg.violations == []

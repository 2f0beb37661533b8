"""From the deal to the last score: boards for all, hands for one person each, presses that come too late."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, NoReturn, cast

import pytest
from structlog.testing import capture_logs

from bot.app import Tortuga
from bot.commands import playing
from bot.publishing import open_hands
from bot.ui.views import Payload
from playground import Answer, Playground, Seen, Visitor
from storage.errors import Unwritable
from storage.models import Change, TransactionMetric
from storage.sqlite.store import SqliteStore
from tests.support.bot import tortuga
from tests.support.idle import until, until_all_is_drawn
from tests.support.table_play import (
    GAME,
    SHORT,
    behind_more,
    board_of,
    choices,
    choose_first,
    deal,
    edits,
    hand,
    has_ended,
    look_again,
    open_lobby,
    play_on,
    table_of,
)

POST = "POST /channels/{channel_id}/messages"
SUPPRESS_NOTIFICATIONS = 1 << 12


async def test_the_board_stands_in_a_thread_of_its_own_and_mentions_the_players_once(
    pg: Playground, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    lobby = await open_lobby(anne, calico)
    await anne.press(lobby, "Start")
    board = await board_of(dampier, lobby)
    assert board.channel_id == lobby.id  # a thread has the id of the message that it was opened from
    assert sorted(board.notified) == ["Anne", "Calico"]
    playing = await anne.wait_for(lambda seen: seen.id == lobby.id and "are playing" in seen.text)
    assert board.id not in playing.text, "its thread leads there"
    assert pg.violations == []


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> asyncio.Queue[Payload]:
    """The hands that were drawn to answer a press."""
    pages, draw = asyncio.Queue[Payload](), playing.hand_page

    async def page(*about: Any, **more: Any) -> Payload:
        pages.put_nowait(done := await draw(*about, **more))
        return done

    monkeypatch.setattr(playing, "hand_page", page)
    return pages


async def first_move(bot: Tortuga, *people: Visitor) -> tuple[Visitor, Seen, str]:
    """Somebody to whom nothing is explained, their hand, and what they press; nobody else presses then."""
    for each in people:
        await bot.services.people.change(int(each.id), no_lessons=True)
    shown = await hand(people[0], await deal(*people))
    await until(lambda: not bot.services.error_handler.load_gate.under_way)
    return people[0], shown, choices(shown)[0]


async def test_the_hand_is_drawn_while_the_move_is_stored_and_shown_when_it_is(
    bot: Tortuga,
    anne: Visitor,
    calico: Visitor,
    drawn: asyncio.Queue[Payload],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    person, shown, chosen = await first_move(bot, anne, calico)
    drawn.get_nowait()  # the one on which is pressed
    may_be_stored, commit = asyncio.Event(), bot.services.store.commit

    async def slowly(change: Change) -> object:
        stored = await commit(change)
        await may_be_stored.wait()
        return stored

    monkeypatch.setattr(bot.services.store, "commit", slowly)
    pressing = asyncio.create_task(person.press(shown, custom_id=chosen))
    await asyncio.wait_for(drawn.get(), 5.0)
    assert not pressing.done()
    assert choices(shown.refresh())[0] == chosen, "nothing is shown of what may not be stored"
    may_be_stored.set()
    assert (await pressing).message is not None
    assert chosen not in choices(shown.refresh())
    assert drawn.empty(), "it is drawn once"


async def test_a_hand_that_was_drawn_for_a_move_that_cannot_be_stored_is_never_shown(
    bot: Tortuga,
    anne: Visitor,
    calico: Visitor,
    drawn: asyncio.Queue[Payload],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    person, shown, chosen = await first_move(bot, anne, calico)
    drawn.get_nowait()
    may_fail = asyncio.Event()

    async def full(change: Change) -> NoReturn:
        assert change.on_begun is not None
        change.on_begun()
        await may_fail.wait()
        raise Unwritable("The disk is full.")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(bot.services.store, "commit", full)
        pressing = asyncio.create_task(person.press(shown, custom_id=chosen))
        await asyncio.wait_for(drawn.get(), 5.0)
        may_fail.set()
        assert "nothing has changed" in (await pressing).text.lower()
    assert choices(shown.refresh())[0] == chosen
    await person.press(shown, custom_id=chosen)
    assert chosen not in choices(shown.refresh())


async def test_only_the_opening_board_notifies_and_only_those_who_play(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    await play_on(pg, hands)
    await anne.wait_for(lambda seen: seen.id == board.id and has_ended(seen))
    posted = [request.json for request in pg.requests if request.route == POST]
    loud = [body for body in posted if not body["flags"] & SUPPRESS_NOTIFICATIONS]
    assert len(posted) == len(loud) == 1, "from its first post to its end a quick game posts nothing else"
    assert set(loud[0]["allowed_mentions"]["users"]) == {int(anne.id), int(calico.id)}
    assert all(body["allowed_mentions"]["parse"] == [] for body in posted)


async def test_bids_are_made_side_by_side_and_nobody_sees_one_before_the_reveal(
    pg: Playground, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    board = await deal(anne, calico)
    of_anne, of_calico = await hand(anne, board), await hand(calico, board)
    assert all(seen.id not in {of_anne.id, of_calico.id} for seen in dampier.sees(board))
    await choose_first(anne, of_anne)
    waiting = await dampier.wait_for(lambda seen: seen.id == board.id and "has bid" in seen.text)
    assert "bid 0" not in waiting.text
    assert "bid 0" not in of_calico.refresh().text
    await choose_first(calico, of_calico)
    await dampier.wait_for(lambda seen: seen.id == board.id and "bid 0" in seen.text)


async def test_a_press_on_the_hand_draws_the_hand_and_its_owner_is_shown_when_it_is_their_turn_again(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    pressed = await anne.press(hands["Anne"], custom_id=choices(hands["Anne"])[0])
    assert pressed.kind is Answer.UPDATE
    assert pressed.message is not None
    assert pressed.message.id == hands["Anne"].id
    assert "You can change it until all have bid." in pressed.message.text
    await choose_first(calico, hands["Calico"])
    # Whoever leads sees the cards come alive on the hand that is open, without pressing anything.
    leader = await _whoever_can_choose(pg, hands)
    assert leader in hands


async def test_a_move_and_the_lesson_that_stood_beside_it_share_a_transaction(
    bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    own = await hand(anne, board)
    store, user = cast(SqliteStore, bot.store), int(anne.id)
    assert GAME not in (await bot.services.people.of(user)).lessons
    await until_all_is_drawn(bot)  # what the disk is still about would part the two
    stored: list[TransactionMetric] = []
    store.database.on_transaction = stored.append
    await choose_first(anne, own)
    assert (await bot.services.people.of(user)).lessons[GAME]
    assert [(each.writes, each.actions) for each in stored if each.actions] == [(2, 1)]


async def test_a_reveal_is_shown_on_every_hand_that_is_open_also_of_those_who_are_not_asked_next(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    await choose_first(anne, hands["Anne"])
    await choose_first(calico, hands["Calico"])
    for name, shown in hands.items():  # one of them leads, the other only looks
        await pg.person(name).wait_for(
            lambda seen, shown=shown: seen.id == shown.id and seen.text.count("0 of 0") == 2
        )
    leader = await _whoever_can_choose(pg, hands)
    follower = "Calico" if leader == "Anne" else "Anne"
    assert choices(hands[follower].refresh()) == []


async def test_the_end_is_shown_on_every_hand_that_is_open(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico, **SHORT)
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    while not any(has_ended(shown.refresh()) for shown in hands.values()):
        name = await _whoever_can_choose(pg, hands)
        await choose_first(pg.person(name), hands[name])
    for name, shown in hands.items():
        await pg.person(name).wait_for(lambda seen, shown=shown: seen.id == shown.id and has_ended(seen))


async def _whoever_can_choose(pg: Playground, hands: dict) -> str:
    tasks = {
        asyncio.ensure_future(
            pg.person(name).wait_for(
                lambda seen, shown=shown: (
                    seen.id == shown.id and bool(choices(seen)) and "until all have bid" not in seen.text
                )
            )
        ): name
        for name, shown in hands.items()
    }
    done, others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for other in others:
        other.cancel()
    return tasks[done.pop()]


async def test_a_game_of_two_is_played_to_its_end_and_told_everywhere(
    pg: Playground, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    lobby = await open_lobby(anne, calico)
    await anne.press(lobby, "Start")
    board = await board_of(anne, lobby)
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    await play_on(pg, hands)
    await dampier.wait_for(lambda seen: seen.id == board.id and has_ended(seen))
    result = await dampier.wait_for(lambda seen: seen.id == lobby.id and "the game is over" in seen.text)
    there = [seen.id for seen in dampier.sees(board) if not seen.is_ephemeral and seen.buttons]
    assert there == [board.id], "the channel has the result, the thread the board, and nothing was posted"
    proof = await behind_more(dampier, result, "Fairness")
    assert proof.message is not None
    assert proof.message.is_ephemeral
    assert "✅ Checked" in proof.text
    late = await calico.press(hands["Calico"], "Scores")
    assert "round 10 of 10" in late.text
    assert pg.violations == []


async def test_the_thread_is_archived_when_the_game_is_over_and_a_rematch_opens_in_the_channel(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico, **SHORT)
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    await play_on(pg, hands)
    await pg.wait_for_request("PATCH /channels/{channel_id}", earlier=True)
    first = await calico.press(hands["Calico"], "Rematch")
    assert first.message is not None
    assert first.message.is_ephemeral  # pressed in the thread, where the next game does not belong
    new_lobby = await anne.wait_for(
        lambda seen: "Join" in [button.label for button in seen.buttons] and table_of(seen) != table_of(board)
    )
    assert new_lobby.channel_id == pg.channel("tavern").id
    assert "👑 **Calico**" in new_lobby.text
    second = await anne.press(hands["Anne"], "Rematch")  # all are there: it begins, and this is the hand
    assert second.message is not None
    assert second.message.is_ephemeral
    assert table_of(second.message) == table_of(new_lobby)
    assert choices(second.message)
    begun = await anne.wait_for(lambda seen: seen.id == new_lobby.id and "are playing" in seen.text)
    assert "Anne" in begun.text


async def test_a_hand_whose_token_has_died_is_left_alone_until_its_owner_presses_again(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    await choose_first(anne, hands["Anne"])
    await choose_first(calico, hands["Calico"])
    leader = await _whoever_can_choose(pg, hands)
    other = "Calico" if leader == "Anne" else "Anne"
    pg.clock.advance(16 * 60)
    await choose_first(pg.person(leader), hands[leader])
    refused = await pg.wait_for_request(lambda request: request.status == 401, earlier=True)
    assert refused.template == "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
    await bot.services.table_publisher.hand_redraws.settled()  # the refusal has reached the bot
    again = await look_again(pg.person(other), hands[other])
    assert choices(again.message) if again.message else False
    assert bot.services.table_publisher.open_hands.due(await bot.services.tables.table(table_of(board))) == []


async def test_after_a_restart_hands_that_stand_open_are_drawn_anew_for_those_who_do_not_press(
    pg: Playground, tmp_path: Path
) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    async with tortuga(pg, tmp_path):
        board = await deal(anne, calico)
        waits, others = await hand(anne, board), await hand(calico, board)
        await choose_first(anne, waits)
    async with tortuga(pg, tmp_path) as bot:
        await choose_first(calico, others)  # all have bid: every hand shows it
        shown = await anne.wait_for(lambda seen: seen.id == waits.id and "trick 1" in seen.text)
        assert shown.is_ephemeral
        kept = await bot.store.get_note("open hands 0/1")
        assert not kept, "the tokens are gone as soon as they are in use again"


async def test_a_press_that_is_heard_again_after_a_restart_does_not_take_the_place_of_a_newer_hand(
    pg: Playground, tmp_path: Path
) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    async with tortuga(pg, tmp_path):
        board = await deal(anne, calico)
        old = await hand(anne, board)
        others = await hand(calico, board)
        pressed = await anne.press(old, custom_id=choices(old)[0])
    async with tortuga(pg, tmp_path) as bot:
        newer = await (await anne.slash("hand")).settled()
        assert newer is not None
        pg.redeliver(pressed)
        await pg.wait_for_request("POST /interactions/{interaction_id}/{interaction_token}/callback")
        await choose_first(calico, others)  # all have bid: every hand shows it
        shown = await anne.wait_for(lambda seen: seen.id == newer.id and "trick 1" in seen.text)
        assert shown.id != old.id
        await bot.services.table_publisher.hand_redraws.settled()
        assert "trick 1" not in old.refresh().text


async def test_a_hand_at_a_table_where_nothing_happens_any_more_is_forgotten(
    bot: Tortuga, anne: Visitor, calico: Visitor, dampier: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_hands, "LIFE", 0.0)
    monkeypatch.setattr(open_hands, "SWEEP_EVERY", 0.0)
    await hand(anne, await deal(anne, calico))
    newer = await deal(calico, dampier)
    await hand(calico, newer)
    # She sees the answer a moment before the bot knows that it has arrived.
    while bot.services.error_handler.load_gate.under_way:
        await asyncio.sleep(0)
    assert bot.services.table_publisher.open_hands.tables == [table_of(newer)]


# presses that come too late, twice, or from the wrong person


async def test_a_stale_press_is_told_so_and_the_hand_is_drawn_as_it_is_now(
    anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    old = await hand(anne, board)
    stale_choice = choices(old)[0]
    newer = await hand(anne, board)
    await choose_first(anne, newer)
    await choose_first(calico, await hand(calico, board))
    again = await anne.press(old, custom_id=stale_choice)
    assert again.kind is Answer.UPDATE
    assert "'d already decided" in again.text


async def test_a_press_by_somebody_who_has_no_hand_here_is_refused_in_a_sentence(
    anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    board = await deal(anne, calico)
    refused = await dampier.press(board, "My hand")
    assert refused.message is not None
    assert refused.message.is_ephemeral
    assert "not playing here" in refused.text


async def test_a_double_press_plays_once(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    shown = await hand(anne, board)
    choice = choices(shown)[0]
    replies = await asyncio.gather(*(anne.press(shown, custom_id=choice) for _ in range(2)))
    assert all(reply.kind is Answer.UPDATE for reply in replies)
    table = await bot.services.tables.table(table_of(board))
    assert table.actions == 1
    told = [request for request in pg.requests if "the first press counts" in str(request.json)]
    assert len(told) == 1


async def test_the_same_press_delivered_often_acts_once_and_is_answered_once(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    lobby = await open_lobby(anne)
    joined = await calico.press(lobby, "Join")
    for _time in range(6):
        pg.redeliver(joined)
    await anne.slash("help")  # which comes after them
    assert lobby.refresh().text.count("Calico") == 1
    assert [request for request in pg.requests if joined.interaction.id in request.path][1:] == []
    assert not bot.services.error_handler.taken_answers.too_many


@pytest.mark.parametrize("where", [{}, {"where": "here"}])
async def test_play_delivered_seven_times_makes_one_table_and_one_hand(
    pg: Playground, bot: Tortuga, anne: Visitor, where: dict[str, str]
) -> None:
    pg.backend.interactions.journeys.waiting.append((0.0, 0.0, 0.0, 0.0, 0.01, 0.05, 0.2))
    with capture_logs() as lines:
        await anne.slash("play", **where)
        await anne.wait_for(lambda seen: seen.is_ephemeral and bool(choices(seen)))
        again = "an interaction was delivered again"
        await until(lambda: sum(line["event"] == again for line in lines) == 6)
    await anne.slash("help")
    assert len(await bot.store.tables()) == 1
    assert len([seen for seen in anne.sees() if seen.is_ephemeral and choices(seen)]) == 1


async def test_a_press_after_the_end_says_that_it_is_over_and_shows_the_result(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico, **SHORT)
    left_open = await hand(anne, board)
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    await play_on(pg, hands)
    late = await anne.press(left_open, custom_id=choices(left_open)[0])
    assert late.kind is Answer.UPDATE
    assert "This game is over" in late.text
    assert "Place 1" in late.text


async def test_board_edits_that_come_close_together_are_joined(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    before = edits(pg)
    await play_on(pg, hands, until="Round 3")  # ten moves at least
    assert edits(pg) - before <= 6


async def test_play_deals_at_once_against_robots_and_the_hand_stands_below_all_else(
    pg: Playground, anne: Visitor
) -> None:
    reply = await anne.slash("play", where="here")
    card = reply.message
    assert card is not None
    assert not card.is_ephemeral
    assert "are playing" in card.text
    shown = await anne.wait_for(lambda seen: seen.is_ephemeral)
    assert choices(shown)
    board = await board_of(anne, card)
    assert board.notified == ["Anne"]
    assert board.id not in card.refresh().text, "its thread leads there"
    assert [seen.id for seen in anne.sees()] == [card.id, shown.id]
    assert pg.violations == []


async def test_where_no_thread_can_be_opened_the_hand_comes_below_the_board(
    pg: Playground, anne: Visitor
) -> None:
    pg.forget_permission("tavern", "create_public_threads")
    card = (await anne.slash("play", where="here")).message
    assert card is not None
    shown = await anne.wait_for(lambda seen: seen.is_ephemeral)
    board = await board_of(anne, card)
    assert [seen.id for seen in anne.sees()] == [card.id, board.id, shown.id]
    assert choices(shown)


async def test_a_hand_below_the_answer_is_drawn_anew_as_any_other(anne: Visitor) -> None:
    card = (await anne.slash("play", where="here")).message
    assert card is not None
    shown = await anne.wait_for(lambda seen: seen.is_ephemeral)
    asked = await anne.slash("table leave")
    assert asked.message is not None
    sure = await anne.press(asked.message, "Concede")
    assert sure.message is not None
    await anne.press(sure.message, "Yes, concede")
    await anne.wait_for(lambda seen: seen.id == shown.id and "This table has closed" in seen.text)


async def test_a_table_for_which_no_thread_can_be_opened_has_its_board_in_the_channel(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    pg.forget_permission("tavern", "create_public_threads")
    lobby = await open_lobby(anne, calico)
    await anne.press(lobby, "Start")
    board = await board_of(anne, lobby)
    assert board.channel_id == lobby.channel_id


@pytest.mark.parametrize("label", ["Log", "Rules", "Words", "Scores", "This table"])
async def test_what_can_be_read_at_the_board_is_a_private_message(
    anne: Visitor, dampier: Visitor, label: str
) -> None:
    board = await deal(anne, dampier)
    more = await dampier.press(board, "More")
    assert more.message is not None
    assert more.message.is_ephemeral
    read = await (await dampier.press(more.message, label)).settled()
    assert read is not None
    assert read.id == more.message.id, "in place of what was there: no message is left behind"


async def test_pages_of_the_rules_turn_in_place(anne: Visitor) -> None:
    rules = await anne.slash("rules", game=GAME)
    assert rules.message is not None
    onward = [button.custom_id for button in rules.message.buttons if button.custom_id]
    if onward:
        turned = await anne.press(rules.message, custom_id=onward[-1])
        assert turned.kind is Answer.UPDATE

"""Whatever goes wrong, whoever pressed gets a sentence in time, and the log gets no secret."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from email.utils import formatdate
from pathlib import Path
from typing import Any, NoReturn

import pytest
from structlog.testing import capture_logs

from bot.app import Tortuga
from bot.client.error_handler import ClockDifference
from bot.runtime.log_context import trace
from playground import Answer, Clock, InteractionFailed, Playground, Visitor
from playground.people import PATIENCE
from storage.errors import Conflict, StorageError, Uncertain, Unwritable
from tests.support.bot import tortuga
from tests.support.database import locked
from tests.support.idle import until
from tests.support.table_play import GAME, choices, deal, hand, last_options, open_lobby, table_of


@pytest.mark.three_seconds
async def test_an_answer_that_takes_long_is_put_off_and_comes_all_the_same(
    tmp_path: Path, anne: Visitor, calico: Visitor
) -> None:
    lobby = await open_lobby(anne)
    with locked(tmp_path) as other:
        joined = await calico.press(lobby, "Join")
        assert joined.kind is Answer.DEFERRED_UPDATE
        other.execute("ROLLBACK")
        await joined.settled()
    assert "Calico" in lobby.refresh().text


@pytest.mark.three_seconds
async def test_a_refusal_after_a_put_off_answer_is_private(
    tmp_path: Path, anne: Visitor, calico: Visitor
) -> None:
    lobby = await open_lobby(anne, calico)
    with locked(tmp_path) as other:
        others = await asyncio.gather(anne.press(lobby, "Add robot"), anne.press(lobby, "Add robot"))
        refused = await calico.press(lobby, "Join")  # stands behind both, each of which waits for the lock
        assert refused.kind is Answer.DEFERRED_UPDATE
        other.execute("ROLLBACK")
        said = await refused.settled()
        for other_press in others:
            await other_press.settled()
    assert said is not None
    assert said.is_ephemeral
    assert "here already" in said.text


@pytest.mark.three_seconds
async def test_a_command_that_takes_long_thinks_privately_and_its_table_is_posted_by_the_outbox_entry(
    tmp_path: Path, anne: Visitor, calico: Visitor
) -> None:
    with locked(tmp_path) as other:
        opened = await anne.slash("table create", game=GAME)
        assert opened.kind is Answer.DEFERRED_MESSAGE
        other.execute("ROLLBACK")
        said = await opened.settled()
    assert said is not None
    assert said.is_ephemeral
    assert "is open" in said.text
    lobby = await calico.wait_for(lambda seen: "Join" in [button.label for button in seen.buttons])
    assert "Anne" in lobby.text
    assert len([seen for seen in calico.sees() if seen.buttons]) == 1


@pytest.mark.three_seconds
async def test_a_game_that_takes_long_to_begin_is_answered_with_the_hand_and_posted_by_the_outbox_entry(
    tmp_path: Path, anne: Visitor, calico: Visitor
) -> None:
    with locked(tmp_path) as other:
        begun = await anne.slash("play", where="here")
        assert begun.kind is Answer.DEFERRED_MESSAGE
        other.execute("ROLLBACK")
        shown = await begun.settled()
    assert shown is not None
    assert shown.is_ephemeral
    assert choices(shown)
    await calico.wait_for(lambda seen: "are playing" in seen.text)
    assert len([seen for seen in anne.sees() if seen.is_ephemeral]) == 1


async def test_what_storage_cannot_take_is_said_kindly_and_changes_nothing(
    tmp_path: Path, anne: Visitor, calico: Visitor, capfd: pytest.CaptureFixture[str]
) -> None:
    lobby = await open_lobby(anne)
    with locked(tmp_path):
        said = await (await calico.press(lobby, "Join")).settled()
    assert said is not None
    assert said.is_ephemeral
    error = re.search(r"bot: `?(\w{6})`?", said.text)
    assert "nothing has changed" in said.text
    assert error is not None
    assert error[1] in capfd.readouterr().out
    assert "Calico" not in lobby.refresh().text


@pytest.mark.three_seconds
async def test_a_press_whose_answer_discord_does_not_take_any_more_does_nothing(
    pg: Playground, bot: Tortuga, tmp_path: Path, anne: Visitor, calico: Visitor
) -> None:
    """Whoever pressed was told that it failed, and nobody could tell them otherwise."""
    lobby = await open_lobby(anne)
    with locked(tmp_path) as other:
        await anne.press(lobby, "Add robot")
        pg.fail_next("POST /interactions/{interaction_id}/{interaction_token}/callback", 404)
        with pytest.raises(InteractionFailed):
            await calico.press(lobby, "Join")  # stands behind it
        other.execute("ROLLBACK")
    await until(lambda: not bot.services.error_handler.load_gate.under_way)
    assert "Calico" not in [seat.name for seat in (await bot.services.tables.table(table_of(lobby))).seats]


async def test_what_another_process_has_refused_is_not_carried_out(
    pg: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    async with tortuga(pg, tmp_path) as bot:
        lobby = await open_lobby(anne)

        async def failing(*_change: object) -> None:
            raise Unwritable("no")

        monkeypatch.setattr(bot.services.store, "commit", failing)
        refused = await calico.press(lobby, "Join")
        assert "nothing has changed" in refused.text
    async with tortuga(pg, tmp_path) as bot:
        handler, taken = bot.services.error_handler, list[int]()
        handler.asks_at, handler.on_taken = lambda: 0.0, lambda: taken.append(1)
        pg.redeliver(refused)
        await until(lambda: taken)
        table = await bot.services.tables.table(table_of(lobby))
        assert [seat.name for seat in table.seats] == ["Anne"]


async def test_while_the_database_is_away_the_log_has_a_line_a_minute_with_how_many_were_refused(
    bot: Tortuga, anne: Visitor, calico: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = await hand(anne, await deal(anne, calico))

    async def failing(*_change: object) -> None:
        raise Unwritable("The server is gone.")

    monkeypatch.setattr(bot.services.store, "commit", failing)
    with capture_logs() as logged:
        told = [(await anne.press(shown, custom_id=choices(shown)[0])).text for _press in range(4)]
        await bot.services.error_handler.leave(patience=PATIENCE)  # or when a minute is over
    lines = [line for line in logged if line["event"] == "what people do cannot be stored"]
    assert [line["times"] for line in lines] == [1, 3]
    assert {line["trace"] for line in lines} == {"Unwritable: The server is gone."}
    [error] = {line["error"] for line in lines}
    assert all(error in text for text in told), "by which everybody's sentence and the log find each other"


@pytest.mark.parametrize(
    ("error", "words"), [(Unwritable("no"), "nothing has changed"), (Uncertain("who knows"), "can't tell")]
)
async def test_nobody_is_told_that_nothing_has_changed_where_that_is_not_known(
    bot: Tortuga,
    anne: Visitor,
    calico: Visitor,
    monkeypatch: pytest.MonkeyPatch,
    error: StorageError,
    words: str,
) -> None:
    shown = await hand(anne, await deal(anne, calico))

    async def failing(*_change: object) -> None:
        raise error

    monkeypatch.setattr(bot.services.store, "commit", failing)
    assert words in (await anne.press(shown, custom_id=choices(shown)[0])).text


@pytest.mark.parametrize(
    "error", [Unwritable("the server is gone"), Conflict("It was changed at the same moment.")], ids=type
)
async def test_who_has_moved_is_told_that_it_counted_though_what_follows_cannot_be_read(
    bot: Tortuga, anne: Visitor, calico: Visitor, monkeypatch: pytest.MonkeyPatch, error: StorageError
) -> None:
    shown = await hand(anne, await deal(anne, calico))
    commit, tables = bot.services.store.commit, bot.services.tables

    async def unreadable(*_asked: object) -> NoReturn:
        raise error

    async def commit_and_be_gone(*change: Any) -> object:
        done = await commit(*change)
        monkeypatch.setattr(tables.drafts, "of", unreadable)
        return done

    monkeypatch.setattr(bot.services.store, "commit", commit_and_be_gone)
    said = await anne.press(shown, custom_id=choices(shown)[0])
    assert "That counted" in said.text
    assert (await tables.table(table_of(shown))).actions == 1


async def test_who_has_moved_is_not_told_to_press_again_though_the_lesson_was_overtaken_elsewhere(
    bot: Tortuga, anne: Visitor, calico: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody's first choices at two tables, at the same moment."""
    shown = await hand(anne, await deal(anne, calico))

    async def overtaken(*_asked: object) -> NoReturn:
        raise Conflict("Their preferences were changed at the same moment.")

    monkeypatch.setattr(bot.services.people, "told", overtaken)
    said = await anne.press(shown, custom_id=choices(shown)[0])
    assert "Press again" not in said.text
    assert "can't show it" not in said.text
    assert (await bot.services.tables.table(table_of(shown))).actions == 1


async def test_a_press_counts_although_somebody_else_has_changed_the_table_behind_its_back(
    bot: Tortuga, tmp_path: Path, anne: Visitor, calico: Visitor
) -> None:
    lobby = await open_lobby(anne)
    elsewhere = sqlite3.connect(tmp_path / "tortuga.db")
    with elsewhere:
        elsewhere.execute("UPDATE standing SET revision = revision + 1")
    elsewhere.close()
    await calico.press(lobby, "Join")
    assert "Calico" in lobby.refresh().text


async def test_whoever_is_overtaken_each_time_is_asked_to_press_again(
    bot: Tortuga, anne: Visitor, calico: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await open_lobby(anne)

    async def overtaken(*_change: object) -> None:
        raise Conflict("stands at another revision")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(bot.services.tables.repository, "store", overtaken)
        refused = await calico.press(lobby, "Join")
    assert "Press again" in refused.text
    assert "Calico" not in lobby.refresh().text
    await calico.press(lobby, "Join")
    assert "Calico" in lobby.refresh().text


async def test_an_unforeseen_error_is_answered_with_a_short_id_that_stands_in_the_log(
    pg: Playground, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    async with tortuga(pg, tmp_path):
        lobby = await open_lobby(anne)
    damaged = sqlite3.connect(tmp_path / "tortuga.db", isolation_level=None)
    damaged.execute("UPDATE tables SET record = ?", [b'{"host": "the treasure of seven seas"}'])
    damaged.close()
    async with tortuga(pg, tmp_path):
        failed = await calico.press(lobby, "Join")
    error = re.search(r"error \W*(\w{6})", failed.text)
    assert failed.message is not None
    assert failed.message.is_ephemeral
    assert error is not None
    logged = capfd.readouterr().out
    assert error[1] in logged
    assert table_of(lobby) in logged
    assert "kind=join" in logged
    assert "seven seas" not in logged


def test_a_trace_tells_where_but_neither_variables_nor_the_words_of_strange_errors() -> None:
    told = ""
    hand = {"parrot": "a treasure of seven seas"}
    try:
        try:
            hand["".join(("mer", "maid"))]
        except KeyError as error:
            raise ConnectionResetError("peer went away") from error
    except ConnectionResetError as error:
        told = trace(error)
    assert "test_error_handler.py" in told
    assert "peer went away" in told
    assert "KeyError" in told
    assert "mermaid" not in told
    assert "seven seas" not in told


@pytest.mark.parametrize("ahead", [-10.0, 0.0, 10.0])
@pytest.mark.three_seconds
async def test_a_dead_press_does_nothing_whatever_the_clocks_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ahead: float
) -> None:
    """It is more than three seconds old: the person was told that it failed and may press again."""
    async with Playground.start(limits="off", clock=Clock(ahead)) as pg, tortuga(pg, tmp_path) as bot:
        anne, calico = pg.person("Anne"), pg.person("Calico")
        await open_lobby(anne)
        lobby = await anne.wait_for(lambda seen: "Join" in [button.label for button in seen.buttons])
        monkeypatch.setattr("bot.client.interaction_context.SUSPICIOUS_AGE", 0.4)
        pg.deliver_next(0.6)
        pressed = asyncio.ensure_future(calico.press(lobby, "Join"))
        await asyncio.sleep(0)
        pg.clock.advance(10)
        with pytest.raises(InteractionFailed):
            await pressed
        table = await bot.services.tables.table(table_of(lobby))
        assert [seat.name for seat in table.seats] == ["Anne"]


@pytest.mark.three_seconds
async def test_a_press_that_waited_for_a_bot_that_has_just_started_is_dead(tmp_path: Path) -> None:
    """No other press has told yet how the clocks differ: Discord is asked."""
    async with Playground.start(limits="off", clock=Clock(-10)) as pg, tortuga(pg, tmp_path) as bot:
        anne, calico = pg.person("Anne"), pg.person("Calico")
        await open_lobby(anne)
        lobby = await anne.wait_for(lambda seen: "Join" in [button.label for button in seen.buttons])
        await until(lambda: not bot.services.error_handler.load_gate.under_way)  # the last press has told
        bot.services.error_handler.clock_difference = ClockDifference()
        pressed = asyncio.ensure_future(calico.press(lobby, "Join"))
        await asyncio.sleep(0)
        pg.clock.advance(10)
        with pytest.raises(InteractionFailed):
            await pressed
        table = await bot.services.tables.table(table_of(lobby))
        assert [seat.name for seat in table.seats] == ["Anne"]


@pytest.mark.parametrize("behind", [-2.6, -30.0, 2.6])
@pytest.mark.three_seconds
async def test_windows_open_although_the_clocks_differ(tmp_path: Path, behind: float) -> None:
    """A window cannot be the answer once that was put off: only the first press of all may be."""
    async with Playground.start(limits="off", clock=Clock(behind)) as pg, tortuga(pg, tmp_path):
        anne = pg.person("Anne")
        options = await last_options(anne, await open_lobby(anne))
        before = len(pg.requests)
        asked = await anne.press(options, "Own pace")
        assert asked.kind is Answer.MODAL
        answers = [each for each in pg.requests[before:] if "callback" in each.path]
        assert len(answers) == 1


@pytest.mark.parametrize("behind", [-30.0, 0.0, 30.0])
async def test_the_very_first_press_after_a_start_opens_its_window(tmp_path: Path, behind: float) -> None:
    """The answers to what the bot asked while it started have told how the clocks differ."""
    async with Playground.start(limits="off", clock=Clock(behind)) as pg:
        anne = pg.person("Anne")
        async with tortuga(pg, tmp_path):
            options = await last_options(anne, await open_lobby(anne))
        async with tortuga(pg, tmp_path) as bot:
            assert bot.services.error_handler.clock_difference.ahead == pytest.approx(-behind, abs=1.0)
            asked = await anne.press(options, "Own pace")
            assert asked.kind is Answer.MODAL


def test_answers_to_requests_tell_between_what_the_difference_is() -> None:
    clocks = ClockDifference()
    for answered in ("nothing", "", "Thu, 01 Jan 2026 00:00:00 +9999999"):
        clocks.note_answer(0.0, 1.0, answered)
    assert clocks.ahead == 0.0
    stamp = formatdate(1000.0, usegmt=True)
    clocks.note_answer(1000.2, 1000.4, stamp)
    assert clocks.ahead == 0.0, "they may well agree"
    clocks = ClockDifference()
    clocks.note_answer(1007.1, 1007.3, stamp)  # it is 6.1 to 7.3 s ahead
    assert clocks.ahead == pytest.approx(6.7)
    clocks.note_answer(1007.9, 1008.0, stamp)  # and at least 6.9
    assert clocks.ahead == pytest.approx(7.1)
    clocks.note_answer(900.0, 900.1, stamp)  # the clock was set
    assert clocks.ahead == pytest.approx(-100.45)


def test_the_operator_is_told_by_how_much_the_clocks_differ() -> None:
    now = 0.0
    clocks = ClockDifference(lambda: now)
    with capture_logs() as lines:
        for delay in (0.4, 0.1, 1.9, 0.3, 0.2, 0.6):
            clocks.note(2.0 + delay)
        assert clocks.ahead == pytest.approx(2.1)
        now += 301  # somebody sets the clock, and nobody presses for a while
        clocks.note(-3.0)
    assert clocks.ahead == -3.0
    assert [line["event"] for line in lines] == ["this machine's clock is 2.1 s ahead of Discord's"]
    now += 3601
    with capture_logs() as lines:
        clocks.note(-3.5)
    assert [line["event"] for line in lines] == ["this machine's clock is 3.5 s behind Discord's"]


def test_a_clock_that_is_put_forward_is_noticed_within_minutes() -> None:
    now = 0.0
    clocks = ClockDifference(lambda: now)
    for minute in range(8):
        now = minute * 60.0
        clocks.note(0.1 if minute < 2 else 2.1)
    assert clocks.ahead == pytest.approx(2.1)


def test_nobody_is_told_of_presses_that_were_under_way_for_long() -> None:
    clocks = ClockDifference(lambda: 0.0)
    with capture_logs() as lines:
        for delay in (2.4, 2.9, 0.1, 2.0, 1.5, 1.5, 1.6):
            clocks.note(delay)
    assert lines == []


@pytest.mark.three_seconds
async def test_presses_are_answered_although_the_clocks_differ(tmp_path: Path) -> None:
    async with Playground.start(limits="off", clock=Clock(-10)) as pg, tortuga(pg, tmp_path):
        anne, calico = pg.person("Anne"), pg.person("Calico")
        await open_lobby(anne)
        lobby = await anne.wait_for(lambda seen: "Join" in [button.label for button in seen.buttons])
        joined = await calico.press(lobby, "Join")
        await joined.settled()
        await anne.wait_for(lambda seen: seen.id == lobby.id and "Calico" in seen.text)
    async with Playground.start(limits="off", clock=Clock(+10)) as pg, tortuga(pg, tmp_path):
        reply = await pg.person("Anne").slash("help")
        assert reply.kind is Answer.MESSAGE


@pytest.mark.parametrize("trouble", ["Discord", "ours"])
async def test_a_list_that_fails_while_somebody_types_is_logged_without_who_and_where(
    pg: Playground,
    bot: Tortuga,
    anne: Visitor,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    trouble: str,
) -> None:
    if trouble == "Discord":
        pg.fail_next("POST /interactions/{interaction_id}/{interaction_token}/callback", 404)
    else:

        def fail(*_given: object) -> NoReturn:
            raise KeyError("".join(("mer", "maid")))

        monkeypatch.setattr("bot.commands.slash.common.choices", fail)
    with capture_logs() as lines:
        typing = asyncio.ensure_future(anne.complete("play", "options", ""))
        await until(lambda: any(line["event"].startswith("a list") for line in lines))
        typing.cancel()
    [told] = [line for line in lines if line["event"].startswith("a list")]
    assert (told["log_level"], told["command"]) == ("info" if trouble == "Discord" else "error", "play")
    assert ("error" in told) is (trouble == "ours")
    everything = f"{lines} {caplog.text}"
    assert "Ignoring exception" not in everything
    assert "mermaid" not in everything
    assert anne.id not in everything


async def test_a_button_of_another_version_is_answered(pg: Playground, bot: Tortuga, anne: Visitor) -> None:
    lobby = await open_lobby(anne)
    lobby.json.components[0]["components"][-1]["components"][0]["custom_id"] = "walktheplank:everybody"
    refused = await anne.press(lobby, custom_id="walktheplank:everybody")
    assert refused.message is not None
    assert refused.message.is_ephemeral
    assert "an old button" in refused.text


async def test_refusals_in_a_hand_come_with_that_hand(anne: Visitor, calico: Visitor) -> None:
    board = await deal(anne, calico)
    shown = await hand(anne, board)
    other = await hand(anne, board)
    await anne.press(shown, custom_id=choices(shown)[0])
    again = await anne.press(other, custom_id=choices(other)[0])
    assert again.kind is Answer.UPDATE
    assert "the first press counts" in again.text
    assert "Your hand" in again.text


async def test_discord_is_asked_for_a_new_private_message_and_not_for_one_that_is_drawn_anew(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    callback = "POST /interactions/{interaction_id}/{interaction_token}/callback"
    board = await deal(anne, calico)
    asked = asyncio.ensure_future(pg.wait_for_request(callback))
    shown = await hand(anne, board)
    assert (await asked).query == {"with_response": "1"}  # whose id says where the hand is
    asked = asyncio.ensure_future(pg.wait_for_request(callback))
    played = await anne.press(shown, custom_id=choices(shown)[0])
    assert played.kind is Answer.UPDATE
    assert (await asked).query == {}


async def test_whoever_presses_while_the_bot_stops_is_told_so(
    pg: Playground, bot: Tortuga, anne: Visitor
) -> None:
    lobby = await open_lobby(anne)
    await bot.services.error_handler.close(patience=1)
    told = await pg.person("Calico").press(lobby, "Join")
    assert "restarting" in told.text


async def test_a_press_that_cannot_be_told_of_the_stop_is_no_error(
    pg: Playground, bot: Tortuga, anne: Visitor, capfd: pytest.CaptureFixture[str]
) -> None:
    lobby = await open_lobby(anne)
    await bot.services.error_handler.close(patience=1)
    callback = "POST /interactions/{interaction_id}/{interaction_token}/callback"
    pg.fail_next(callback, 400)
    pressed = asyncio.ensure_future(pg.person("Calico").press(lobby, "Join"))
    await pg.wait_for_request(callback)
    await bot.services.error_handler.close(patience=1)
    pressed.cancel()
    logged = capfd.readouterr().out
    assert "was not told of the stop" in logged
    assert "[error" not in logged

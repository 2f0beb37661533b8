"""Tables in group messages, where no bot is a member: it answers there, and does nothing by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.app import Tortuga
from playground import Playground, Seen, Visitor
from playground.interactions import TOKEN_SECONDS
from tests.bot.commands.test_user_install import forged
from tests.bot.test_nudging import SPEED, is_nudge
from tests.support.bot import tortuga
from tests.support.idle import until, until_all_is_drawn
from tests.support.table_play import (
    choices,
    choose_first,
    has_ended,
    open_lobby,
    play_on,
    press,
    table_of,
)

THERE = ("Anne", "Calico", "Dampier")
SHORT = "edition=beck length=bedtime"


class Crew:
    """Three friends in a group message; Anne alone has the bot with her."""

    def __init__(self, pg: Playground) -> None:
        self._pg = pg
        self.group = pg.add_group("Crew", *THERE)
        pg.person("Anne").installs_app()
        self.anne, self.calico, self.dampier = self.all = [pg.person(name, "Crew") for name in THERE]

    def require_left_alone(self, *refused: int) -> None:
        """The bot has done nothing there but answer. `refused`: codes of what Discord refused anywhere."""
        routes = [each.path for each in self._pg.requests if f"/channels/{self.group.id}" in each.path]
        assert routes == []
        assert [each.code for each in self._pg.violations] == [*refused]

    def let_tokens_expire(self) -> None:
        for each in self._pg.backend.interactions.by_id.values():
            each.born -= TOKEN_SECONDS


@pytest.fixture
def crew(pg: Playground) -> Crew:
    return Crew(pg)


async def begun(crew: Crew, **options: Any) -> Seen:
    """The board of a game of all three."""
    lobby = await open_lobby(crew.anne, crew.calico, crew.dampier, **options)
    await press(crew.anne, lobby, "start")
    return lobby.refresh()


async def below(person: Visitor, message: Seen, verb: str) -> Seen:
    """The private message below, after a press on a public one."""
    before = {seen.id for seen in person.sees()}
    await press(person, message, verb)
    return await person.wait_for(lambda seen: seen.is_ephemeral and seen.id not in before)


async def hands_of(crew: Crew, board: Seen) -> dict[str, Seen]:
    """Everybody's hand, as a press of My hand on the board shows it."""
    return {person.name: await below(person, board, "hand") for person in crew.all}


async def test_three_friends_play_a_game_to_its_end_through_a_restart_by_answers_alone(
    pg: Playground, crew: Crew, tmp_path: Path
) -> None:
    async with tortuga(pg, tmp_path) as bot:
        lobby = await open_lobby(crew.anne, crew.calico, options=SHORT)
        assert "Calico" in lobby.text
        assert "Over days" in lobby.text
        await press(crew.dampier, lobby, "join")
        await press(crew.anne, lobby, "start")
        hands = await hands_of(crew, lobby.refresh())
        await play_on(pg, hands, presses=6)
        await until_all_is_drawn(bot)
    board = lobby.refresh()
    async with tortuga(pg, tmp_path) as bot:
        hands = await hands_of(crew, board)
        await play_on(pg, hands)
        await until_all_is_drawn(bot)
        assert has_ended(board.refresh())
        table = await bot.services.tables.table(table_of(board))
        assert (table.guild, table.channel, table.record.rated) == (0, int(crew.group.id), False)
        await press(crew.calico, board, "rematch")
        rematch = await crew.dampier.wait_for(lambda seen: "Rematch" in seen.text and not seen.is_ephemeral)
        for person in (crew.anne, crew.dampier):
            await press(person, rematch, "join")
        await until(lambda: any(button.label == "My hand" for button in rematch.refresh().buttons))
    crew.require_left_alone()


async def test_what_nobody_can_draw_any_more_is_brought_up_to_date_by_the_next_press_on_it(
    pg: Playground, bot: Tortuga, crew: Crew
) -> None:
    board = await begun(crew)
    hands = await hands_of(crew, board)
    crew.let_tokens_expire()
    before = board.refresh().text
    for person in crew.all:
        await choose_first(person, hands[person.name])
    await until_all_is_drawn(bot)
    assert board.refresh().text == before
    await below(crew.dampier, board, "more")
    after = board.refresh().text
    assert after != before
    await play_on(pg, hands, presses=1)
    await until(lambda: board.refresh().text != after)
    crew.require_left_alone(50027)


async def test_late_pictures_of_private_answers_never_come_into_the_public_message(
    pg: Playground, crew: Crew, tmp_path: Path
) -> None:
    async with tortuga(pg, tmp_path, pictures=True) as bot:
        board = await begun(crew)
        for person in crew.all:
            shown = await below(person, board, "hand")
            await until(lambda shown=shown: bool(shown.refresh().alt_texts))
        sheet = await below(crew.anne, board, "sheet")
        assert sheet.is_ephemeral
        await until_all_is_drawn(bot)
        board.refresh()
        assert [button.label for button in board.buttons] == ["My hand", "Scores", "More"]
        assert not choices(board)
    crew.require_left_alone()


async def test_who_waits_is_told_directly_where_that_may_be_and_else_nobody_hears_of_it(
    pg: Playground, crew: Crew, tmp_path: Path
) -> None:
    async with tortuga(pg, tmp_path, SPEED) as bot:
        crew.dampier.closes_dms()
        board = await begun(crew)
        told = await crew.anne.wait_for(is_nudge(crew.anne), channel=crew.anne.direct_messages)
        link = f"https://discord.com/channels/@me/{crew.group.id}/{board.id}"
        assert link in told.text
        shown = await (await press(crew.anne, told, "nudged")).settled()
        assert shown is not None
        await choose_first(crew.anne, shown)
        await until(lambda: told.is_gone)
        await until_all_is_drawn(bot)
        assert crew.dampier.sees(crew.dampier.direct_messages) == []
    crew.require_left_alone(50007)


async def test_nobody_else_learns_of_the_table(pg: Playground, bot: Tortuga, crew: Crew) -> None:
    pg.add_group("Strangers", "Anne", "Morgan")
    elsewhere, morgan = pg.person("Anne", "Strangers"), pg.person("Morgan", "Strangers")
    morgan.installs_app()
    lobby = await open_lobby(crew.anne)
    table = table_of(lobby)
    assert await morgan.choices("table show", "table", "") == []
    assert table not in (await morgan.slash("table list")).text
    assert "I don't know that table" in (await morgan.slash("table show", table=table)).text
    pressed = forged(pg, morgan, await shown(morgan, "turns"), f"join:{table}")
    assert "I don't know that table" in (await morgan.answered(pressed)).text
    assert "can only be shown there" in (await elsewhere.slash("table show", table=table)).text
    assert await bot.services.tables.tables_in(0) == []
    assert table in (await crew.anne.slash("table list")).text


async def shown(person: Visitor, command: str) -> Seen:
    seen = await (await person.slash(command)).settled()
    assert seen is not None
    return seen


async def test_the_board_is_brought_back_and_the_later_one_goes_on(
    pg: Playground, bot: Tortuga, crew: Crew
) -> None:
    board = await begun(crew)
    again = await shown(crew.anne, "table show")
    assert not again.is_ephemeral
    hands = await hands_of(crew, again)
    before = again.refresh().text
    await play_on(pg, hands, presses=1)
    await until(lambda: again.refresh().text != before)
    assert board.id != again.id
    crew.require_left_alone()


async def test_what_only_a_server_has_is_not_offered_and_refused(
    pg: Playground, bot: Tortuga, crew: Crew
) -> None:
    lobby = await open_lobby(crew.anne, crew.calico, options=SHORT)
    table = table_of(lobby)
    more = await below(crew.anne, lobby, "more")
    assert not any(str(button.custom_id).startswith("callplayers:") for button in more.buttons)
    for custom_id in (f"callplayers:{table}", f"rate:{table}:1"):
        refused = await crew.anne.answered(forged(pg, crew.anne, more, custom_id))
        assert "That needs a server. This table is in a group message." in refused.text
    assert "tournament" not in crew.anne.commands()


async def test_a_server_without_the_bot_has_no_tables(pg: Playground, bot: Tortuga, crew: Crew) -> None:
    pg.add_server("Nassau", "wharf", "Morgan", "Anne")
    refused = await pg.person("Anne", "wharf").slash("table create", game="corsari")
    assert "I'm no member here" in refused.text
    assert await bot.store.tables() == []


async def test_a_hand_is_in_no_public_message_where_nobody_knows_whether_the_board_was_drawn(
    pg: Playground, bot: Tortuga, crew: Crew
) -> None:
    board = await begun(crew)
    answer = "POST /interactions/{interaction_id}/{interaction_token}/callback"
    for person in crew.all:
        pg.fail_next(answer, None, 2, after_doing=True)
        shown = await below(person, board, "hand")
        await choose_first(person, shown)
    await until_all_is_drawn(bot)
    assert not choices(board.refresh())
    assert [button.label for button in board.buttons] == ["My hand", "Scores", "More"]

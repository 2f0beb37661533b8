"""Planning over real sockets: pressed on a hand, carried out by itself, seen by nobody else."""

from __future__ import annotations

import re

import msgspec
import pytest

from bot.app import Tortuga
from bot.tables import automatic_moves, plans
from bot.tables.model import Press, Table
from playground import Playground, Seen, Visitor
from playground.events import Event, PostChanged, PostMade
from tests.bot.test_secrets import Watch, watching
from tests.support.idle import until_all_is_drawn
from tests.support.table_play import (
    behind_more,
    board_of,
    choices,
    choose_first,
    hand,
    look_again,
    open_lobby,
    table_of,
)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A moment is short."""
    monkeypatch.setattr(automatic_moves, "PLANNED_MOVE_DELAY", 0.3)


async def in_round_2(pg: Playground, bot: Tortuga) -> tuple[Seen, dict[str, Seen], str, str]:
    """A board, both hands, who leads the first of two tricks, and who comes after."""
    anne, calico = pg.person("Anne"), pg.person("Calico")
    lobby = await open_lobby(anne, calico)
    await anne.press(lobby, "Start")
    board = await board_of(anne, lobby)
    people = {"Anne": anne, "Calico": calico}
    for _press in range(12):
        table = await bot.services.tables.table(table_of(lobby))
        if table.state.table.round == 2 and table.state.table.phase == "play":
            break
        name = next(name for name, person in people.items() if table.waiting_for(int(person.id)))
        await choose_first(people[name], await hand(people[name], board))
    table = await bot.services.tables.table(table_of(lobby))
    leader = next(name for name, person in people.items() if table.waiting_for(int(person.id)))
    hands = {name: await hand(person, board) for name, person in people.items()}
    return board, hands, leader, next(name for name in people if name != leader)


async def told(answer) -> Seen:
    """What a press shows."""
    shown = await (await answer).settled()
    assert shown is not None
    return shown


async def plan(person: Visitor, shown: Seen, index: int, *surprises: str) -> Seen:
    """Through the two steps, from the hand to the hand."""
    first = await told(behind_more(person, shown, "Plan"))
    moves = [b.custom_id for b in first.buttons if str(b.custom_id).startswith("planned:")]
    second = await told(person.press(first, custom_id=str(moves[index])))
    chosen = await told(person.choose(second, second.selects[0].custom_id, *surprises))
    return await told(person.press(chosen, "Plan it"))


def could_answer_with(table: Table, name: str, pg: Playground) -> tuple[int, int] | None:
    """Which button of the leader's hand, and which plan of the other's, go together."""
    other = table.seat_of(int(pg.person(name).id))
    assert other is not None
    leader = table.game.to_act(table.state)[0]
    offered = plans.plan_menu(table, other)
    menu = table.game.steps(table.game.observe(table.state, leader))
    assert offered is not None
    assert menu is not None
    for at, choice in enumerate(menu.choices):
        if choice.action is None:
            continue
        after, _events = table.game.apply(table.state, leader, choice.action)
        legal = table.game.legal_actions(after, other)
        for index, planned in enumerate(offered.choices):
            if planned.action in legal:
                return at, index
    return None


async def test_a_plan_is_pressed_stands_in_the_hand_and_plays_itself(pg: Playground, bot: Tortuga) -> None:
    board, hands, leader, other = await in_round_2(pg, bot)
    table = await bot.services.tables.table(table_of(board))
    pair = could_answer_with(table, other, pg)
    assert pair is not None
    led, index = pair
    with watching(pg, watch := Watch(pg, bot, table)):
        planned = await plan(pg.person(other), hands[other], index)
        assert "📌 Planned: " in planned.text
        for name in (leader, "Dampier"):
            await behind_more(pg.person(name), board, "Log")
        pick = choices(hands[leader].refresh())[led]
        await pg.person(leader).press(hands[leader], custom_id=pick)
        done = await pg.person(other).wait_for(
            lambda seen: seen.is_ephemeral and "Made for you, as you had planned" in seen.text
        )
    assert "Planned: " not in done.text
    table = await bot.services.tables.table(table_of(board))
    log = await bot.store.log(table.id)
    assert [row.user for row in log[-2:]] == [int(pg.person(leader).id), int(pg.person(other).id)]
    assert await watch.leaks() == []
    assert pg.violations == []


async def test_no_public_message_and_no_foreign_hand_changes_when_somebody_plans(
    pg: Playground, bot: Tortuga
) -> None:
    _board, hands, _leader, other = await in_round_2(pg, bot)
    changed: list[str] = []

    def see(event: Event) -> None:
        if isinstance(event, PostMade | PostChanged) and event.post.only_for != pg.person(other).id:
            changed.append(msgspec.json.encode(event.post.message).decode())

    await look_again(pg.person(other), hands[other])
    await until_all_is_drawn(bot)
    pg.world.listen(see)
    planned = await plan(pg.person(other), hands[other], 0, "2")
    again = await told(behind_more(pg.person(other), planned, "Plan"))
    await pg.person(other).press(again, "Cancel plan")
    pg.world.stop_listening(see)
    assert changed == []


async def test_custom_ids_of_plans_hold_indexes_only(pg: Playground, bot: Tortuga) -> None:
    board, hands, _leader, other = await in_round_2(pg, bot)
    first = await told(behind_more(pg.person(other), hands[other], "Plan"))
    used = [str(button.custom_id) for button in first.buttons]
    id = table_of(board)
    assert all(re.fullmatch(rf"(planned:{id}:\d+:\d+)|(hand:{id})", each) for each in used)
    second = await told(pg.person(other).press(first, custom_id=used[0]))
    used = [str(b.custom_id) for b in second.buttons] + [select.custom_id for select in second.selects]
    assert all(re.fullmatch(rf"(unless|order|plan|hand):{id}[:\d]*", each) for each in used)
    assert [option.value for option in second.selects[0].options] == [
        str(at) for at in range(len(second.selects[0].options))
    ]


async def test_a_plan_can_be_withdrawn_and_an_old_button_says_so_kindly(pg: Playground, bot: Tortuga) -> None:
    board, hands, _leader, other = await in_round_2(pg, bot)
    planned = await plan(pg.person(other), hands[other], 0)
    cancel = f"unplan:{table_of(board)}"
    again = await told(behind_more(pg.person(other), planned, "Plan"))
    without = await told(pg.person(other).press(again, "Cancel plan"))
    assert "Planned" not in without.text
    planned = await plan(pg.person(other), without, 0)
    more = await told(behind_more(pg.person(other), planned, "Plan"))
    user = int(pg.person(other).id)
    await bot.services.tables.plans.change(Press(1, user, other), table_of(board), plans.without_planned_move)
    again = await told(pg.person(other).press(more, custom_id=cancel))
    assert "No plan is left" in again.text


async def test_forced_moves_are_switched_under_more(pg: Playground, bot: Tortuga) -> None:
    board, _hands, _leader, other = await in_round_2(pg, bot)
    person = pg.person(other)
    more = await told(behind_more(person, board, "This table"))
    switched = await told(person.press(more, "Autoplay on"))
    assert "play themselves here" in switched.text
    table = await bot.services.tables.table(table_of(board))
    assert table.plans[table.seat_of(int(person.id)) or 0].forced
    back = await told(person.press(switched, "Back"))
    assert "You bid" in back.text or choices(back)
    more = await told(behind_more(person, board, "This table"))
    off = await told(person.press(more, "Autoplay off"))
    assert "yourself again" in off.text
    assert (await bot.services.tables.table(table_of(board))).plans == {}


async def test_who_watches_can_neither_plan_nor_switch(pg: Playground, bot: Tortuga) -> None:
    board, _hands, _leader, _other = await in_round_2(pg, bot)
    more = await told(pg.person("Dampier").press(board, "More"))
    assert not [button.label for button in more.buttons if "Autoplay" in str(button.label)]

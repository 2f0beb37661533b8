"""Half-built actions, as they are kept."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from benches.fleet import voyage
from benches.tables import tables
from bot.tables import plans
from bot.tables.model import Press, Table
from bot.tables.repository import DraftRepository, table_to_row
from games.catalogue import catalogue
from storage import Change, Draft, Store, opened
from tests.bot.tables.conftest import PEOPLE, Tavern

SAIL = ("sail",)


def a_table() -> tuple[Table, int]:
    """A game in which somebody may set sail, which is asked once more; and their seat."""
    laid = next(each for each in tables() if each.game.slug == "corsari")
    table = voyage(laid, Random(1)).tables[0]
    seat = table.game.to_act(table.state)[0]
    return replace(table, state=table.game.apply(table.state, seat, "draw stock")[0]), seat


async def with_a_draft(store: Store, table: Table, seat: int) -> None:
    """What the seat had chosen before the bot was stopped."""
    await store.commit(Change(table_to_row(table)))
    await store.draft(Draft(table.id, seat, table.game.decision(table.state, seat), SAIL))


async def test_what_one_seat_forgets_after_a_restart_leaves_the_others_what_they_had_chosen(
    tmp_path: Path,
) -> None:
    table, seat = a_table()
    async with opened(tmp_path / "tortuga.sqlite3") as store:
        await with_a_draft(store, table, seat)
        drafts = DraftRepository(store)
        await drafts.keep(table, seat + 1, "", ())
        assert await drafts.of(table, seat) == SAIL


async def test_drafts_of_tables_that_nobody_used_for_long_are_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.repository.DRAFTS_CACHED", 1)
    table, seat = a_table()
    async with opened(tmp_path / "tortuga.sqlite3") as store:
        await with_a_draft(store, table, seat)
        drafts = DraftRepository(store)
        assert await drafts.of(table, seat) == SAIL
        await drafts.keep(table, seat, table.game.decision(table.state, seat), ())
        elsewhere = replace(table, id="elsewhere")
        await with_a_draft(store, elsewhere, seat)
        assert await drafts.of(elsewhere, seat) == SAIL
        assert await drafts.of(table, seat) == ()


async def test_what_was_chosen_on_a_way_that_there_is_no_more_is_forgotten(tmp_path: Path) -> None:
    """A newer version builds the same actions in other steps."""
    table, seat = a_table()
    async with opened(tmp_path / "tortuga.sqlite3") as store:
        await with_a_draft(store, table, seat)
        drafts = DraftRepository(store)
        await drafts.keep(table, seat, table.game.decision(table.state, seat), (*SAIL, "an old value"))
        assert await drafts.of(table, seat) == ()


async def _nobody_to_tell() -> None:
    raise TimeoutError


def in_vain(press: Press) -> Press:
    """The same, but Discord takes no answer to it any more."""
    return dataclasses.replace(press, require_answerable=_nobody_to_tell)


async def in_steps(harness: Tavern) -> tuple[Table, str, int]:
    """A game in which somebody builds an action in steps: who, and which choice is the first step."""
    for slug in catalogue():
        table = await harness.game("Anne", "Calico", slug=slug)
        name = harness.next_person(table)
        assert name is not None
        menu = table.game.steps(table.observe(PEOPLE[name]), ())
        for index, choice in enumerate(menu.choices if menu else ()):
            if choice.action is None and choice.why_not is None:
                return table, name, index
    raise AssertionError("no game has steps")


async def test_nothing_is_kept_of_a_press_whose_answer_nobody_can_be_told(harness: Tavern) -> None:
    table, name, index = await in_steps(harness)
    tables, seat = harness.tables, table.seat_of(PEOPLE[name])
    assert seat is not None
    decision = table.game.decision(table.state, seat)
    with pytest.raises(TimeoutError):
        await tables.playing.choose(in_vain(harness.press(name)), table.id, decision, 0, index)
    assert await tables.drafts.of(table, seat) == ()
    await tables.playing.choose(harness.press(name), table.id, decision, 0, index)
    kept = await tables.drafts.of(table, seat)
    assert kept
    with pytest.raises(TimeoutError):
        await tables.playing.step_back(in_vain(harness.press(name)), table.id, decision)
    assert await tables.drafts.of(table, seat) == kept
    with pytest.raises(TimeoutError):
        await tables.plans.change(in_vain(harness.press(name)), table.id, plans.with_forced_moves, True)
    assert not (await tables.table(table.id)).plans


async def test_back_takes_back_one_step_and_none_of_a_decision_that_has_passed(harness: Tavern) -> None:
    table, name, index = await in_steps(harness)
    tables, seat = harness.tables, table.seat_of(PEOPLE[name])
    assert seat is not None
    decision = table.game.decision(table.state, seat)
    kept: list[tuple[str, ...]] = [()]
    while index >= 0:
        await tables.playing.choose(harness.press(name), table.id, decision, len(kept) - 1, index)
        kept.append(await tables.drafts.of(table, seat))
        menu = table.game.steps(table.observe(PEOPLE[name]), kept[-1])
        assert menu is not None
        leading = [at for at, each in enumerate(menu.choices) if each.action is None and each.why_not is None]
        index = leading[0] if leading else -1
    await tables.playing.step_back(harness.press(name), table.id, "an old decision")
    assert len(kept) > 2, "more than one step"
    while kept:
        assert await tables.drafts.of(table, seat) == kept.pop()
        await tables.playing.step_back(harness.press(name), table.id, decision)

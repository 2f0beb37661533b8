"""What is stored is there again, together or not at all."""

from __future__ import annotations

import asyncio
import time

import pytest
from msgspec.structs import replace

from storage import (
    AlreadyDone,
    Change,
    Conflict,
    Draft,
    OutboxEntry,
    PlanRow,
    Post,
    ResultRow,
    Room,
    StorageError,
    Store,
)
from storage.errors import NoRoom
from tests.storage.contract.conftest import OF_SEVERAL_PROCESSES, OpenDatabase
from tests.storage.samples import move_after, new_table, opening


async def test_a_new_table_is_there(store: Store):
    await store.commit(opening())
    assert await store.table("t1") == new_table()


async def test_a_move_brings_action_state_answer_and_outbox_entries_together(store: Store):
    await store.commit(opening())
    move = move_after(
        new_table(), interaction=99, outbox=(OutboxEntry("redraw"), OutboxEntry("tell", b'{"user":7}'))
    )
    outbox = await store.commit(move)
    assert await store.table("t1") == move.table
    assert await store.log("t1") == [move.action]
    assert await store.answer(99) == move.answer
    assert tuple(await store.outbox()) == outbox
    assert [(entry.kind, entry.payload) for entry in outbox] == [
        ("redraw", b"{}"),
        ("tell", b'{"user":7}'),
    ]


async def test_a_press_delivered_twice_acts_once_and_gets_the_same_answer(store: Store):
    await store.commit(opening())
    first = move_after(new_table(), interaction=99)
    await store.commit(first)
    with pytest.raises(AlreadyDone) as told:
        await store.commit(move_after(first.table, interaction=99))
    assert told.value.answer == first.answer
    assert await store.table("t1") == first.table
    assert await store.log("t1") == [first.action]


async def test_of_two_presses_delivered_at_the_same_moment_one_acts(store: Store):
    await store.commit(opening())
    move = move_after(new_table(), interaction=99)
    done, twice = await asyncio.gather(store.commit(move), store.commit(move), return_exceptions=True)
    assert done == ()
    assert isinstance(twice, AlreadyDone)
    assert twice.answer == move.answer


@pytest.mark.parametrize("revision", [0, 1, 3, 17])
async def test_a_change_that_does_not_follow_is_refused_with_all_it_brings(store: Store, revision: int):
    await store.commit(opening())
    move = move_after(new_table(), interaction=5, outbox=(OutboxEntry("redraw"),))
    with pytest.raises(Conflict):
        await store.commit(replace(move, table=replace(move.table, revision=revision)))
    assert await store.table("t1") == new_table()
    assert await store.log("t1") == []
    assert await store.answer(5) is None
    assert await store.outbox() == []


async def test_an_action_number_that_does_not_follow_is_refused(store: Store):
    await store.commit(opening())
    move = move_after(new_table(actions=5))
    with pytest.raises(Conflict):
        await store.commit(move)
    assert move.action is not None
    with pytest.raises(Conflict):
        await store.commit(replace(move_after(new_table()), action=move.action))
    assert await store.log("t1") == []


async def test_a_table_that_was_never_opened_takes_no_moves(store: Store):
    with pytest.raises(Conflict):
        await store.commit(move_after(new_table(), interaction=5))
    assert await store.table("t1") is None
    assert await store.answer(5) is None


async def test_a_move_may_bring_many_outbox_entries_and_a_change_none_at_all(store: Store):
    await store.commit(opening())
    outbox = tuple(OutboxEntry("tell", b"%d" % number) for number in range(5))
    move = move_after(new_table(), outbox=outbox)
    assert [row.payload for row in await store.commit(move)] == [entry.payload for entry in outbox]
    assert [row.payload for row in await store.outbox()] == [entry.payload for entry in outbox]
    assert await store.commit(move_after(move.table)) == ()


async def test_a_move_leaves_the_lobbys_record_unless_it_says_that_all_changed(store: Store):
    await store.commit(opening())
    move = move_after(new_table(record=b"another"))
    await store.commit(move)
    assert (await store.table("t1")) == replace(move.table, record=new_table().record)
    move = replace(move_after(new_table(record=b"another", revision=2, actions=1)), full=True)
    await store.commit(move)
    assert await store.table("t1") == move.table


async def test_what_cannot_be_stored_at_all_harms_nobody_else(store: Store):
    await asyncio.gather(*(store.commit(opening(table)) for table in "abc"))
    moves = [move_after(new_table(table), interaction=number) for number, table in enumerate("abc")]
    moves[1] = replace(moves[1], interaction=2**70)
    results = await asyncio.gather(*(store.commit(move) for move in moves), return_exceptions=True)
    assert results[0] == results[2] == ()
    assert isinstance(results[1], StorageError)
    assert await store.log("b") == []
    assert await store.table("c") == moves[2].table


async def test_a_message_that_cannot_be_stored_is_not_taken_for_one_of_no_table(store: Store):
    await store.commit(opening())
    with pytest.raises(StorageError, match="could not be stored"):
        await store.post_shown(Post("t1", "board", channel=10, message="none", revision=1, at=1.0))  # type: ignore[arg-type]


async def test_whoever_stops_waiting_leaves_a_whole_change_and_poisons_nobody(store: Store):
    tables = [new_table(f"t{number}") for number in range(10)]
    await asyncio.gather(*(store.commit(opening(table.id)) for table in tables))
    moves = [move_after(table) for table in tables]
    waiting = [asyncio.create_task(store.commit(move)) for move in moves]
    await asyncio.sleep(0)
    for task in waiting[::2]:
        task.cancel()
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert [isinstance(result, asyncio.CancelledError) for result in results] == [True, False] * 5
    await store.set_note("afterwards", "")  # what came before it is stored
    for move in moves:
        assert await store.table(move.table.id) == move.table
        assert await store.log(move.table.id) == [move.action]


async def test_closing_stores_all_that_was_accepted_and_takes_no_more(open_database: OpenDatabase):
    store = await open_database()
    await asyncio.gather(*(store.commit(opening(f"t{number}")) for number in range(50)))
    moves = [move_after(new_table(f"t{number}")) for number in range(50)]
    waiting = [asyncio.create_task(store.commit(move)) for move in moves]
    await asyncio.sleep(0)
    await store.close()
    with pytest.raises(StorageError, match="closed"):
        await store.commit(opening("late"))
    with pytest.raises(StorageError, match="closed"):
        await store.table("t1")
    assert await asyncio.gather(*waiting) == [()] * 50
    again = await open_database()
    assert [await again.table(move.table.id) for move in moves] == [move.table for move in moves]
    await again.close()


async def test_answers_are_kept_for_a_day_and_forgotten_afterwards(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    now = time.time()
    await store.commit(opening(interaction=1))
    monkeypatch.setattr("time.time", lambda: now + 23 * 3600)
    await store.commit(opening("t2", interaction=2))
    assert await store.answer(1) is not None
    monkeypatch.setattr("time.time", lambda: now + 25 * 3600)
    await store.set_note("any", "write")
    assert await store.answer(1) is None
    assert await store.answer(2) is not None


async def test_changes_that_wait_together_are_each_atomic(store: Store):
    tables = [new_table(f"t{number}") for number in range(150)]  # more than one statement takes
    await asyncio.gather(*(store.commit(opening(table.id)) for table in tables))
    moves = [
        move_after(table, interaction=number, outbox=(OutboxEntry("redraw"),))
        for number, table in enumerate(tables)
    ]
    moves[3] = replace(moves[3], table=replace(moves[3].table, revision=9))
    moves[11] = replace(moves[11], interaction=10)
    results = await asyncio.gather(*(store.commit(move) for move in moves), return_exceptions=True)
    assert isinstance(results[3], Conflict)
    assert isinstance(results[11], AlreadyDone)
    assert results[11].answer == moves[10].answer
    for number, (table, move) in enumerate(zip(tables, moves, strict=True)):
        stored = number not in (3, 11)
        assert await store.table(table.id) == (move.table if stored else table)
        assert await store.log(table.id) == ([move.action] if stored else [])
    assert [entry.table for entry in await store.outbox()] == [
        table.id for number, table in enumerate(tables) if number not in (3, 11)
    ]


async def test_the_first_of_a_crowd_need_not_wait_for_the_last(store: Store):
    stored = [asyncio.create_task(store.commit(opening(f"t{number}"))) for number in range(100)]
    await stored[0]
    assert not stored[-1].done()
    await store.close()
    assert [task.done() and task.exception() for task in stored] == [None] * 100


async def test_work_can_be_done_while_a_change_is_stored_of_which_it_is_told_in_time(store: Store):
    begun = list[str]()
    refused = replace(opening("t2"), table=replace(new_table("t2"), revision=5))
    await store.commit(replace(opening("t1"), on_begun=lambda: begun.append("stored")))
    assert begun == ["stored"]
    with pytest.raises(Conflict):
        await store.commit(replace(refused, on_begun=lambda: begun.append("refused")))
    assert begun == ["stored", "refused"], "whether it will be is not known yet"


async def test_moves_at_one_table_that_wait_together_follow_on_each_other(store: Store):
    changes = [opening()]
    for _ in range(10):
        changes.append(move_after(changes[-1].table))
    await asyncio.gather(*(store.commit(change) for change in changes))
    assert await store.table("t1") == changes[-1].table
    assert await store.log("t1") == [change.action for change in changes[1:]]


async def test_an_outbox_entry_is_counted_before_each_attempt_and_forgotten_when_done(store: Store):
    [entry] = await store.commit(opening(outbox=(OutboxEntry("redraw"),)))
    await store.outbox_begun(entry.id)
    await store.outbox_begun(entry.id)
    assert await store.outbox() == [replace(entry, attempts=2)]
    await store.outbox_done(entry.id)
    assert await store.outbox() == []


async def test_tables_are_found_by_place_by_player_and_by_phase(store: Store):
    await store.commit(opening("a", users=(7, 8)))
    await store.commit(replace(opening("b"), table=new_table("b", guild=2, changed=2000.0), users=(8,)))
    await store.commit(replace(opening("c"), table=new_table("c", channel=11, phase="over", changed=3000.0)))

    async def found(**wanted: object) -> list[str]:
        return [table.id for table in await store.tables(**wanted)]  # type: ignore[arg-type]

    assert await found() == ["b", "a"]
    assert await found(limit=1) == ["b"]
    assert await found(guild=1) == ["a"]
    assert await found(user=8) == ["b", "a"]
    assert await found(user=7, guild=2) == []
    assert await found(channel=11) == []
    assert await found(channel=11, phases=("over", "closed")) == ["c"]
    assert await found(phases=()) == []


async def test_who_sits_at_a_table_is_replaced_only_when_it_changed(store: Store):
    await store.commit(opening(users=(7, 8)))
    move = move_after(new_table())
    await store.commit(move)
    assert len(await store.tables(user=7)) == 1
    await store.commit(replace(move_after(move.table), users=(8, 9)))
    assert await store.tables(user=7) == []
    assert len(await store.tables(user=9)) == 1


async def test_a_post_is_outdated_until_it_shows_its_tables_revision(store: Store):
    await store.commit(opening())
    shown = Post("t1", "board", channel=10, message=500, revision=1, at=1000.0)
    await store.post_shown(shown)
    assert await store.outdated() == []
    await store.commit(move_after(new_table()))
    assert await store.outdated() == [shown]
    await store.post_shown(replace(shown, revision=2))
    assert await store.outdated() == []
    assert await store.posts("t1") == [replace(shown, revision=2)]
    await store.post_gone("t1", "board")
    assert await store.posts("t1") == []


async def test_whole_numbers_have_64_bits(store: Store):
    most = 2**63 - 1
    lobby = new_table(guild=most, channel=-most, created=1e300)
    result = ResultRow("t1", most, most, "some-game", 5.0, 0, most, "Anne", False, False, most, -most)
    post = Post("t1", "board", most, -most, most, 1.0)
    plan = PlanRow("t1", most, b"{}")
    await store.commit(Change(lobby, interaction=most, users=(most,), results=(result,), plans=(plan,)))
    await store.post_shown(post)
    draft = Draft("t1", most, "d", ("a",))
    await store.draft(draft)
    assert await store.table("t1") == lobby
    assert await store.posts("t1") == [post]
    assert await store.results.of_table("t1") == [result]
    assert await store.plans.of("t1") == [plan]
    assert await store.drafts("t1") == [draft]
    assert await store.answer(most) == b"{}"


async def test_a_post_of_no_table_is_refused_and_harms_nobody(store: Store):
    nowhere = Post("t9", "board", channel=10, message=500, revision=1, at=1000.0)
    opened, refused = await asyncio.gather(
        store.commit(opening()), store.post_shown(nowhere), return_exceptions=True
    )
    assert opened == ()
    assert isinstance(refused, Conflict)


async def test_of_facts_told_at_the_same_moment_the_last_one_counts(store: Store):
    await store.commit(opening())
    post = Post("t1", "board", channel=10, message=500, revision=1, at=1000.0)
    await asyncio.gather(store.post_shown(post), store.post_gone("t1", "board"))
    assert await store.posts("t1") == []
    await asyncio.gather(store.post_gone("t1", "board"), store.post_shown(post))
    assert await store.posts("t1") == [post]


async def test_a_draft_is_replaced_and_forgotten(store: Store):
    await store.commit(opening())
    await store.draft(Draft("t1", 2, "p3", ("tigress",)))
    await store.draft(Draft("t1", 2, "p4", ("a", "b c")))
    assert await store.drafts("t1") == [Draft("t1", 2, "p4", ("a", "b c"))]
    await store.draft(Draft("t1", 2, "p4", ()))
    assert await store.drafts("t1") == []


async def test_a_note_is_replaced(store: Store):
    assert await store.get_note("commands") is None
    await store.set_note("commands", "one")
    await store.set_note("commands", "two")
    assert await store.get_note("commands") == "two"


async def test_a_note_that_is_to_be_kept_is_the_first_that_was_written(store: Store):
    kept = await asyncio.gather(*(store.keep_note("ban key", f"{number}") for number in range(5)))
    assert len({*kept, await store.get_note("ban key")}) == 1
    assert await store.keep_note("ban key", "another") == kept[0]


async def test_of_many_who_replace_the_same_note_one_does(store: Store):
    for before in (None, "one"):
        after = "one" if before is None else "two"
        replaced = await asyncio.gather(*(store.replace_note("time", before, after) for _ in range(5)))
        assert sorted(replaced) == [False] * 4 + [True]
        assert await store.get_note("time") == after
    assert not await store.replace_note("time", "one", "three")
    assert not await store.replace_note("never written", "one", "three")
    assert await store.get_note("time") == "two"
    assert await store.get_note("never written") is None


async def test_the_servers_of_tables_at_which_something_happens_are_known(store: Store):
    for number, phase in enumerate(("lobby", "playing", "over", "closed")):
        await store.commit(replace(opening(), table=new_table(phase, guild=number, phase=phase)))
    assert await store.servers_of_tables() == {"lobby": 0, "playing": 1}


async def test_everything_is_there_after_a_restart_and_outbox_entry_ids_never_come_back(
    open_database: OpenDatabase,
):
    store = await open_database()
    [entry] = await store.commit(opening(outbox=(OutboxEntry("redraw"),)))
    await store.outbox_done(entry.id)
    move = move_after(new_table(), interaction=99)
    await store.commit(move)
    await store.close()
    store = await open_database()
    assert await store.table("t1") == move.table
    assert await store.answer(99) == move.answer
    [later] = await store.commit(move_after(move.table, outbox=(OutboxEntry("redraw"),)))
    assert later.id > entry.id
    await store.close()


# clocks and results


async def test_when_a_table_must_be_looked_at_is_stored_with_each_change(store: Store):
    late = Change(new_table("late", timing=b'{"left":5}', due=90.5))
    await store.commit(late)
    await store.commit(Change(new_table("early", due=7.0)))
    await store.commit(Change(new_table("never")))
    assert await store.due() == [("early", 7.0), ("late", 90.5)]
    moved = move_after(late.table)
    await store.commit(replace(moved, table=replace(moved.table, timing=b'{"left":4}', due=None)))
    assert await store.due() == [("early", 7.0)]
    kept = await store.table("late")
    assert kept is not None
    assert kept.timing == b'{"left":4}'


async def test_how_a_game_ended_is_stored_with_its_last_move_or_not_at_all(store: Store):
    result = ResultRow(
        "t1", 0, guild=1, game="some-game", ended=5.0, rated=1, user=7, name="Anne", robot=False, quit=False,
        place=1, points=90,
    )  # fmt: skip
    table = new_table()
    await store.commit(Change(table))
    last = replace(move_after(table, interaction=1), results=(result,))
    with pytest.raises(Conflict):
        await store.commit(replace(last, table=replace(last.table, revision=9)))
    await store.commit(last)
    assert await store.results.of_table("t1") == [result]


def one_of(number: int, guild: int = 1, user: int = 7, **room: int | None) -> Change:
    """A lobby that this member opens there, if there is room."""
    table = replace(new_table(f"t{number}"), guild=guild)
    return Change(table, interaction=1000 + number, users=(user,), room=Room(user, **room))  # type: ignore[arg-type]


async def test_a_table_is_stored_only_as_long_as_there_is_the_room_that_was_seen(store: Store):
    assert await store.servers.room(1, 7) == Room(7, 0, 0)
    await store.commit(one_of(1, seats=0, tables=0))
    assert await store.servers.room(1, 7) == Room(7, 1, 1)
    with pytest.raises(NoRoom):
        await store.commit(one_of(2, seats=0))
    with pytest.raises(NoRoom):
        await store.commit(one_of(2, user=8, seats=0, tables=0))
    assert await store.table("t2") is None
    await store.commit(one_of(2, user=8, seats=0, tables=1))
    await store.commit(one_of(3, guild=2, seats=0, tables=0))
    await store.commit(one_of(4, seats=5))


async def test_a_press_that_is_delivered_again_is_told_what_it_did_and_not_that_there_is_no_room(
    store: Store,
):
    await store.commit(one_of(1, seats=0, tables=0))
    with pytest.raises(AlreadyDone):
        await store.commit(one_of(1, seats=0, tables=0))


async def test_of_many_tables_opened_at_the_same_moment_as_many_are_stored_as_there_is_room(store: Store):
    done = await asyncio.gather(
        *(store.commit(one_of(number, seats=number // 2, tables=4)) for number in range(20)),
        return_exceptions=True,
    )
    stored = [each for each in done if not isinstance(each, NoRoom)]
    assert not [each for each in stored if isinstance(each, BaseException)]
    assert len(stored) == (await store.servers.room(1, 7)).tables == 5


@pytest.mark.parametrize("open_database", OF_SEVERAL_PROCESSES, indirect=True)
async def test_two_processes_that_open_tables_at_the_same_moment_find_room_for_as_many(
    open_database: OpenDatabase, store: Store
):
    other = await open_database()
    try:
        done = await asyncio.gather(
            *(
                (store, other)[number % 2].commit(one_of(number, user=number, seats=0, tables=4))
                for number in range(1, 21)
            ),
            return_exceptions=True,
        )
        assert len([each for each in done if not isinstance(each, BaseException)]) == 5
        assert {type(each) for each in done if isinstance(each, BaseException)} == {NoRoom}
        assert (await store.servers.room(1, 1)).tables == 5
    finally:
        await other.close()


async def test_a_table_can_begin_with_the_first_actions_of_another(store: Store):
    await store.commit(opening())
    row = new_table()
    for _move in range(3):
        move = move_after(row)
        row = move.table
        await store.commit(move)
    log = await store.log("t1")
    copied = Change(new_table("t2", phase="playing", actions=2, state=b"{}"), copied_from="t1")
    await store.commit(copied)
    assert await store.log("t2") == log[:2]
    assert await store.log("t1") == log
    await store.commit(move_after(copied.table))
    assert [each.number for each in await store.log("t2")] == [1, 2, 3]
    with pytest.raises(Conflict):
        await store.commit(copied)
    with pytest.raises(Conflict):  # what is not said to be another's has to come one by one
        await store.commit(Change(new_table("t3", actions=2)))

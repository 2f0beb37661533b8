"""Tournaments and what moderators did are stored like tables: together or not at all, once, in order."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from storage import AlreadyDone, Conflict, OutboxEntry, Post, StorageError, Store, TournamentDraftRow
from tests.storage.contract.conftest import OpenDatabase
from tests.storage.samples import (
    announcing,
    audit_entry,
    move_after,
    new_table,
    new_tournament,
    opening,
    step_after,
)


async def test_a_new_tournament_is_there(store: Store):
    await store.tournaments.commit(announcing())
    assert await store.tournaments.tournament("c1") == new_tournament()
    assert await store.tournaments.tournament("c2") is None


async def test_a_step_brings_record_answer_outbox_entries_people_and_audit_together(store: Store):
    await store.tournaments.commit(announcing())
    step = step_after(
        new_tournament(),
        interaction=99,
        outbox=(OutboxEntry("round", b'{"round":1}'), OutboxEntry("tables")),
        users=(7, 8, 7),
        audit=(audit_entry(),),
    )
    outbox = await store.tournaments.commit(step)
    assert await store.tournaments.tournament("c1") == step.row
    assert await store.answer(99) == step.answer
    assert tuple(await store.tournaments.outbox()) == outbox
    assert [(entry.table, entry.kind, entry.payload) for entry in outbox] == [
        ("c1", "round", b'{"round":1}'),
        ("c1", "tables", b"{}"),
    ]
    assert await store.tournaments.tournaments(user=7) == [step.row]
    [entry] = await store.audit.of_tournament("c1")
    assert entry == audit_entry(id=entry.id)
    assert await store.audit.entry(entry.id) == entry


@pytest.mark.parametrize("revision", [0, 1, 3, 17])
async def test_a_step_that_does_not_follow_is_refused_with_all_it_brings(store: Store, revision: int):
    await store.tournaments.commit(announcing(users=(7,)))
    step = step_after(
        new_tournament(), interaction=5, outbox=(OutboxEntry("round"),), users=(8,), audit=(audit_entry(),)
    )
    with pytest.raises(Conflict, match="stands at revision 1"):
        await store.tournaments.commit(replace(step, row=replace(step.row, revision=revision)))
    assert await store.tournaments.tournament("c1") == new_tournament()
    assert await store.tournaments.tournaments(user=8) == []
    assert await store.tournaments.outbox() == []
    assert await store.answer(5) is None
    assert await store.audit.of_server(1) == []


async def test_a_press_acts_once_whether_it_meets_a_table_or_a_tournament(store: Store):
    await store.commit(opening())
    await store.tournaments.commit(announcing())
    step = step_after(new_tournament(), interaction=99)
    await store.tournaments.commit(step)
    for again in (
        store.tournaments.commit(step),
        store.tournaments.commit(step_after(step.row, interaction=99)),
        store.commit(move_after(new_table(), interaction=99)),
    ):
        with pytest.raises(AlreadyDone) as told:
            await again
        assert told.value.answer == step.answer
    assert await store.log("t1") == []


async def test_tables_and_tournaments_that_wait_together_harm_nobody_else(store: Store):
    await store.commit(opening())
    await store.tournaments.commit(announcing())
    move = move_after(new_table(), interaction=1, outbox=(OutboxEntry("redraw"),))
    step = step_after(new_tournament(), interaction=2, outbox=(OutboxEntry("round"),))
    stale = step_after(new_tournament(revision=7), interaction=3, audit=(audit_entry(),))
    done = await asyncio.gather(
        store.commit(move),
        store.tournaments.commit(stale),
        store.tournaments.commit(step),
        store.tournaments.commit(step),
        return_exceptions=True,
    )
    assert [type(one) for one in done] == [tuple, Conflict, tuple, AlreadyDone]
    assert await store.table("t1") == move.table
    assert await store.tournaments.tournament("c1") == step.row
    assert await store.audit.of_tournament("c1") == []


async def test_of_two_steps_at_the_same_moment_one_is_taken(store: Store):
    await store.tournaments.commit(announcing())
    steps = [step_after(new_tournament(), users=(user,)) for user in (7, 8)]
    done = await asyncio.gather(*map(store.tournaments.commit, steps), return_exceptions=True)
    assert [type(one) for one in done] == [tuple, Conflict]
    assert await store.tournaments.tournaments(user=8) == []


async def test_ids_of_outbox_entries_are_unique_over_tables_and_tournaments_and_never_come_back(
    open_database: OpenDatabase,
):
    given: list[int] = []
    for number in range(3):
        store = await open_database()
        for change in (announcing(f"c{number}"), announcing(f"d{number}")):
            rows = await store.tournaments.commit(replace(change, outbox=(OutboxEntry("announce"),) * 2))
            given += [row.id for row in rows]
        rows = await store.commit(opening(f"t{number}", outbox=(OutboxEntry("lobby"),) * (number % 2)))
        given += [row.id for row in rows]
        for entry in await store.tournaments.outbox():
            await store.tournaments.outbox_done(entry.id)
        for entry in await store.outbox():
            await store.outbox_done(entry.id)
        await store.close()
    assert given == sorted(set(given))


async def test_an_outbox_entry_is_counted_and_done_among_those_of_its_own_kind(store: Store):
    [mine] = await store.commit(opening(outbox=(OutboxEntry("lobby"),)))
    [theirs] = await store.tournaments.commit(announcing(outbox=(OutboxEntry("announce"),)))
    await store.tournaments.outbox_begun(theirs.id)
    await store.tournaments.outbox_begun(mine.id)
    await store.outbox_done(theirs.id)
    assert await store.tournaments.outbox() == [replace(theirs, attempts=1)]
    assert await store.outbox() == [mine]
    await store.tournaments.outbox_done(theirs.id)
    assert await store.tournaments.outbox() == []
    assert await store.outbox() == [mine]


async def test_a_message_is_behind_when_its_tournament_has_gone_on(store: Store):
    await store.tournaments.commit(announcing())
    await store.commit(opening("c1"))  # a table of the same name has messages of its own
    shown = Post("c1", "announcement", channel=10, message=500, revision=1, at=1000.0)
    await store.tournaments.post_shown(shown)
    assert await store.tournaments.posts("c1") == [shown]
    assert await store.posts("c1") == []
    assert await store.tournaments.outdated() == []
    await store.tournaments.commit(step_after(new_tournament()))
    assert await store.tournaments.outdated() == [shown]
    await store.tournaments.post_shown(replace(shown, message=501, revision=2))
    assert await store.tournaments.outdated() == []
    await store.tournaments.post_gone("c1", "announcement")
    assert await store.tournaments.posts("c1") == []


async def test_a_message_of_no_tournament_is_refused(store: Store):
    await store.commit(opening("t1"))
    with pytest.raises(Conflict, match="table or tournament that is not stored"):
        await store.tournaments.post_shown(Post("t1", "announcement", 10, 500, revision=1, at=1000.0))


async def test_tournaments_are_found_by_server_person_and_phase_the_latest_changed_first(store: Store):
    for number, (guild, phase, users) in enumerate(
        [(1, "open", (7,)), (1, "running", (7, 8)), (2, "open", (8,)), (1, "over", (7,))]
    ):
        row = new_tournament(f"c{number}", guild=guild, phase=phase, changed=float(number))
        await store.tournaments.commit(replace(announcing(), row=row, users=users))

    async def found(**wanted: object) -> list[str]:
        return [row.id for row in await store.tournaments.tournaments(**wanted)]  # type: ignore[arg-type]

    assert await found() == ["c2", "c1", "c0"]
    assert await found(guild=1) == ["c1", "c0"]
    assert await found(user=7) == ["c1", "c0"]
    assert await found(guild=1, user=8) == ["c1"]
    assert await found(user=7, phases=("over", "cancelled")) == ["c3"]
    assert await found(limit=1) == ["c2"]
    assert await found(phases=()) == []


async def test_who_has_to_do_with_a_tournament_is_who_had_last(store: Store):
    await store.tournaments.commit(announcing(users=(7, 8)))
    step = step_after(new_tournament())
    await store.tournaments.commit(step)  # says nothing of people
    assert await store.tournaments.tournaments(user=7) == [step.row]
    step = step_after(step.row, users=(8, 9))
    await store.tournaments.commit(step)
    assert await store.tournaments.tournaments(user=7) == []
    assert await store.tournaments.tournaments(user=9) == [step.row]


async def test_what_moderators_did_is_listed_by_tournament_table_and_server(store: Store):
    await store.tournaments.commit(announcing(audit=(audit_entry(kind="first"), audit_entry(kind="second"))))
    await store.commit(
        opening("t1", audit=(audit_entry(tournament=None, table="t1", kind="third", about=None),))
    )
    await store.commit(
        opening("t2", audit=(audit_entry(tournament=None, table="t2", guild=2, kind="elsewhere"),))
    )
    assert [row.kind for row in await store.audit.of_tournament("c1")] == ["first", "second"]
    [third] = await store.audit.of_table("t1")
    assert (third.kind, third.table, third.tournament, third.about) == ("third", "t1", None, None)
    whole = await store.audit.of_server(1)
    assert [row.kind for row in whole] == ["third", "second", "first"]
    assert await store.audit.of_server(1, before=whole[0].id, limit=1) == whole[1:2]
    assert await store.audit.of_server(1, before=whole[-1].id) == []
    assert await store.audit.entry(10_000) is None


async def test_an_entry_about_a_table_that_is_not_stored_takes_its_change_down_and_no_other(store: Store):
    await store.tournaments.commit(announcing())
    astray = step_after(new_tournament(), audit=(audit_entry(table="t9"),))
    refused, fine = await asyncio.gather(
        store.tournaments.commit(astray), store.tournaments.commit(announcing("c2")), return_exceptions=True
    )
    assert isinstance(refused, Conflict)
    assert fine == ()
    assert await store.tournaments.tournament("c1") == new_tournament()


async def test_what_cannot_be_stored_as_it_is_says_nothing_of_its_content(store: Store):
    await store.tournaments.commit(announcing())
    hopeless = step_after(new_tournament(), interaction=2**70)
    with pytest.raises(StorageError, match="could not be stored") as told:
        await store.tournaments.commit(hopeless)
    assert "step" not in str(told.value)


async def test_a_step_nobody_waits_for_any_more_is_stored(store: Store):
    await store.tournaments.commit(announcing())
    step = step_after(new_tournament())
    waiting = asyncio.create_task(store.tournaments.commit(step))
    await asyncio.sleep(0)
    waiting.cancel()
    await store.set_note("afterwards", "")
    assert await store.tournaments.tournament("c1") == step.row


# people who want to know what is stored of them, or to be erased


async def test_every_tournament_that_somebody_has_to_do_with_is_found(store: Store):
    user = 760_000_000_000_000_001
    act = b'{"type":"substitute","user":%d}' % user
    other = audit_entry(user=5, about=6)
    for id, fields in {
        "entered": {"users": (user,)},
        "stranger": {"users": (7,), "audit": (replace(other, tournament="stranger"),)},
        "organised": {"audit": (replace(other, tournament="organised", user=user),)},
        "replaced": {"audit": (replace(other, tournament="replaced", about=user),)},
        "substitute": {"audit": (replace(other, tournament="substitute", action=act),)},
    }.items():
        await store.tournaments.commit(announcing(id, **fields))
    named = new_tournament("named", record=b'{"entries":[{"user":%d}]}' % user)
    await store.tournaments.commit(replace(announcing(), row=named))
    assert await store.privacy.tournaments_naming(user) == [
        "entered", "named", "organised", "replaced", "substitute",
    ]  # fmt: skip
    audit = (await store.privacy.of_person(user)).audit
    assert [row.tournament for row in audit] == ["organised", "replaced", "substitute"]


async def test_whoever_was_erased_did_nothing_and_suffered_nothing_but_the_entries_stay(store: Store):
    mine = audit_entry(user=7, name="Anne", about=8, about_name="Bart", reason="asked to go")
    theirs = audit_entry(user=9, name="Calico", about=7, about_name="Anne")
    await store.tournaments.commit(announcing(users=(7, 8), audit=(mine, theirs)))
    [first, _second] = await store.audit.of_tournament("c1")
    await store.privacy.rewrite_audit(first.id, b'{"type":"drop"}')
    await store.privacy.erase(7)
    assert await store.tournaments.tournaments(user=7) == []
    assert len(await store.tournaments.tournaments(user=8)) == 1
    assert [replace(row, id=0) for row in await store.audit.of_tournament("c1")] == [
        replace(mine, user=None, name="", action=b'{"type":"drop"}'),
        replace(theirs, about=None, about_name=""),
    ]


def drafted(user: int = 7, guild: int = 1, id: str = "+1", touched: float = 5.0) -> TournamentDraftRow:
    return TournamentDraftRow(user, guild, id, 10, "some-game", b"{}", touched)


async def test_each_person_sets_up_one_tournament_on_a_server(store: Store) -> None:
    office = store.tournaments
    for draft in (drafted(), drafted(guild=2), drafted(user=8), drafted(id="+2")):
        await office.keep_draft(draft)
    assert await office.draft(7, 1) == drafted(id="+2")
    assert await office.draft(7, 2) == drafted(guild=2)
    await office.drop_draft(7, 1, "+1")
    assert await office.draft(7, 1) == drafted(id="+2")
    await office.drop_draft(7, 1, "+2")
    assert await office.draft(7, 1) is None
    assert await office.draft(8, 1) == drafted(user=8)


async def test_what_nobody_sets_up_any_more_is_dropped(store: Store) -> None:
    await store.tournaments.keep_draft(drafted(user=7, touched=4.0))
    await store.tournaments.keep_draft(drafted(user=8, touched=5.0))
    await store.tournaments.drop_drafts_before(5.0)
    assert await store.tournaments.draft(7, 1) is None
    assert await store.tournaments.draft(8, 1) == drafted(user=8)


async def test_what_somebody_sets_up_goes_with_them_and_with_the_server(store: Store) -> None:
    for draft in (drafted(), drafted(guild=2), drafted(user=8), drafted(user=8, guild=2)):
        await store.tournaments.keep_draft(draft)
    assert (await store.privacy.of_person(7)).tournament_drafts == (drafted(), drafted(guild=2))
    await store.privacy.erase(7)
    assert (await store.privacy.of_person(7)).tournament_drafts == ()
    assert sorted(await store.servers.known()) == [1, 2]
    await store.servers.erase_some(1, 5)
    assert await store.servers.known() == [2]
    assert await store.tournaments.draft(8, 1) is None
    assert await store.tournaments.draft(8, 2) == drafted(user=8, guild=2)

"""What people can and cannot do in a lobby."""

from __future__ import annotations

import asyncio
import hashlib

import pytest

from bot.i18n import reader_for
from bot.refusal import Refusal
from bot.screens.common import terms
from bot.screens.lobby import lobby_screen
from bot.tables import leaving, lobby, options
from bot.tables.history import proof_of
from bot.tables.model import Press, Seat
from bot.tables.robot_pool import RobotPool
from bot.tables.service import TableService
from tests.bot.screens.looking import text
from tests.bot.tables.conftest import CHANNEL, GAME, GUILD, PEOPLE, InPlace, Notebook, Tavern
from tests.support.clock import VirtualClock


async def refused(attempt: object, reason: str) -> str:
    """The sentence with which the attempt was refused, for that reason."""
    with pytest.raises(Refusal) as refusal:
        await attempt  # type: ignore[misc]
    assert refusal.value.reason == reason
    return refusal.value.text.message


async def test_whoever_creates_a_table_sits_at_it_and_is_its_host(harness: Tavern) -> None:
    table = await harness.lobby("Anne")
    assert table.record.host == PEOPLE["Anne"]
    assert [seat.name for seat in table.seats] == ["Anne"]


async def test_the_secret_is_fixed_before_anybody_else_joins(harness: Tavern) -> None:
    table = await harness.lobby("Anne")
    joined = (await harness.tables.change(harness.press("Calico"), table.id, lobby.join)).table
    assert joined.record.secret == table.record.secret
    assert len(bytes.fromhex(table.record.secret)) == 32


async def test_nobody_sits_twice_at_a_table(harness: Tavern) -> None:
    table = await harness.lobby("Anne", "Calico")
    await refused(harness.tables.change(harness.press("Calico"), table.id, lobby.join), "twice")


async def test_a_host_who_joins_twice_is_told_that_it_is_they_who_press_start(harness: Tavern) -> None:
    table = await harness.lobby("Anne", "Calico")
    tables = harness.tables
    assert "the host presses Start" in await refused(
        tables.change(harness.press("Calico"), table.id, lobby.join), "twice"
    )
    assert "Press Start to begin" in await refused(
        tables.change(harness.press("Anne"), table.id, lobby.join), "twice"
    )
    await tables.change(harness.press("Anne"), table.id, lobby.leave)  # and passes the hat
    assert "Press Start to begin" in await refused(
        tables.change(harness.press("Calico"), table.id, lobby.join), "twice"
    )


async def test_a_hundred_people_press_join_at_a_table_for_six_and_six_sit(harness: Tavern) -> None:
    done = await harness.tables.opening.create(
        harness.press("Anne"), guild=GUILD, channel=CHANNEL, game=GAME, options={}, capacity=6
    )
    crowd = [
        harness.tables.change(Press(5000 + n, 9000 + n, f"Sailor {n}"), done.table.id, lobby.join)
        for n in range(99)
    ]
    answers = await asyncio.gather(*crowd, return_exceptions=True)
    turned_away = [answer for answer in answers if isinstance(answer, Refusal)]
    assert len(turned_away) == 94
    assert {refusal.reason for refusal in turned_away} == {"full"}
    assert len((await harness.tables.table(done.table.id)).seats) == 6


async def test_a_host_who_leaves_passes_the_hat_to_the_next_person(harness: Tavern) -> None:
    table = await harness.lobby("Anne", "Calico")
    left = (await harness.tables.change(harness.press("Anne"), table.id, lobby.leave)).table
    assert left.record.host == PEOPLE["Calico"]


async def test_a_robot_never_becomes_host(harness: Tavern) -> None:
    table = await harness.lobby("Anne")
    await harness.tables.change(harness.press("Anne"), table.id, lobby.add_robot)
    await harness.tables.change(harness.press("Calico"), table.id, lobby.join)
    left = (await harness.tables.change(harness.press("Anne"), table.id, lobby.leave)).table
    assert left.record.host == PEOPLE["Calico"]


async def test_a_level_that_is_no_more_plays_as_the_one_in_its_place(harness: Tavern) -> None:
    table = await harness.lobby("Anne", "Calico")
    asked = harness.tables.change(harness.press("Anne"), table.id, lobby.add_robot, "admiral")
    assert (await asked).table.seats[2].robot == "captain", "from an old list"
    table = table.with_record(seats=(*table.seats, Seat("Nell", "9", robot="admiral")))
    assert "Nell** (Captain)" in text(lobby_screen(table, reader_for(table, "en-US"), 0.0))
    table = lobby.start(table, harness.press("Anne"), 0.0)
    assert "🤖 Robots: Captain" in map(reader_for(table, "en-US"), terms(table))
    pool = RobotPool()
    try:
        seen = table.observe(PEOPLE["Anne"])
        assert await pool.think(GAME, "admiral", seen) in seen.legal
    finally:
        pool.close()


async def test_the_last_person_to_leave_closes_the_table(harness: Tavern) -> None:
    table = await harness.lobby("Anne")
    await harness.tables.change(harness.press("Anne"), table.id, lobby.add_robot)
    left = (await harness.tables.change(harness.press("Anne"), table.id, lobby.leave)).table
    assert left.phase == "closed"
    await harness.notebook.until("closed")


async def test_only_the_host_starts_until_the_table_is_ten_minutes_old(harness: Tavern) -> None:
    clock = VirtualClock()
    tables = TableService(harness.store, Notebook(), clock=clock, robot_pool=InPlace())
    table = (
        await tables.opening.create(
            harness.press("Anne"), guild=GUILD, channel=CHANNEL, game=GAME, options={}
        )
    ).table
    await tables.change(harness.press("Calico"), table.id, lobby.join)
    await refused(tables.playing.start(harness.press("Calico"), table.id), "foreign")
    clock.advance(601)
    assert (await tables.playing.start(harness.press("Calico"), table.id)).table.phase == "playing"
    await tables.close()


async def test_somebody_who_does_not_sit_here_cannot_start_even_later(harness: Tavern) -> None:
    table = await harness.lobby("Anne", "Calico")
    await refused(harness.tables.playing.start(harness.press("Dampier"), table.id), "foreign")


async def test_a_game_does_not_start_with_too_few(harness: Tavern) -> None:
    table = await harness.lobby("Anne")
    sentence = await refused(harness.tables.playing.start(harness.press("Anne"), table.id), "few")
    assert "Add robot" in sentence


async def test_a_locked_table_takes_nobody_until_it_is_unlocked(harness: Tavern) -> None:
    table = await harness.lobby("Anne")
    await harness.tables.change(harness.press("Anne"), table.id, lobby.lock, True)
    await refused(harness.tables.change(harness.press("Calico"), table.id, lobby.join), "shut")
    await harness.tables.change(harness.press("Anne"), table.id, lobby.lock, False)
    assert (await harness.tables.change(harness.press("Calico"), table.id, lobby.join)).table.seat_of(
        PEOPLE["Calico"]
    ) == 1


async def test_a_table_by_invitation_takes_those_who_are_invited(harness: Tavern) -> None:
    table = await harness.lobby("Anne")
    await harness.tables.change(harness.press("Anne"), table.id, lobby.invite, [PEOPLE["Calico"]])
    await refused(harness.tables.change(harness.press("Dampier"), table.id, lobby.join), "shut")
    await harness.tables.change(harness.press("Calico"), table.id, lobby.join)
    await harness.tables.change(harness.press("Anne"), table.id, lobby.invite, None)
    await harness.tables.change(harness.press("Dampier"), table.id, lobby.join)


async def test_only_the_host_removes_locks_invites_sets_options_and_closes(harness: Tavern) -> None:
    table = await harness.lobby("Anne", "Calico")
    calico = harness.press("Calico")
    await refused(harness.tables.change(calico, table.id, lobby.remove, table.seats[0].join), "foreign")
    await refused(harness.tables.change(calico, table.id, lobby.lock, True), "foreign")
    await refused(harness.tables.change(calico, table.id, lobby.invite, None), "foreign")
    await refused(
        harness.tables.change(calico, table.id, options.set_option, "edition", "classic"), "foreign"
    )
    await refused(harness.tables.change(calico, table.id, lobby.close), "foreign")


async def test_whoever_is_removed_is_whom_the_host_meant_however_the_seats_have_shifted(
    harness: Tavern,
) -> None:
    table = await harness.lobby("Anne", "Calico", "Dampier")
    calico, dampier = table.seats[1].join, table.seats[2].join
    await harness.tables.change(harness.press("Calico"), table.id, lobby.leave)
    await refused(harness.tables.change(harness.press("Anne"), table.id, lobby.remove, calico), "stale")
    await harness.tables.change(
        harness.press("Calico"), table.id, lobby.join
    )  # who has come back was not meant any more
    await refused(harness.tables.change(harness.press("Anne"), table.id, lobby.remove, calico), "stale")
    left = (await harness.tables.change(harness.press("Anne"), table.id, lobby.remove, dampier)).table
    assert [seat.name for seat in left.seats] == ["Anne", "Calico"]


async def test_whoever_was_removed_is_told_and_cannot_join_until_the_host_lets_them_back(
    harness: Tavern,
) -> None:
    table = await harness.lobby("Anne", "Calico")
    await harness.tables.change(harness.press("Anne"), table.id, lobby.remove, table.seats[1].join)
    await harness.notebook.until("removed")
    said = await refused(harness.tables.change(harness.press("Calico"), table.id, lobby.join), "shut")
    assert "You were removed" in said
    calico = harness.press("Calico")
    await refused(harness.tables.change(calico, table.id, lobby.readmit, PEOPLE["Calico"]), "foreign")
    await harness.tables.change(harness.press("Anne"), table.id, lobby.readmit, PEOPLE["Calico"])
    back = (await harness.tables.change(harness.press("Calico"), table.id, lobby.join)).table
    assert [seat.name for seat in back.seats] == ["Anne", "Calico"]
    again = harness.press("Anne")
    await refused(harness.tables.change(again, table.id, lobby.readmit, PEOPLE["Calico"]), "stale")


async def test_whom_the_host_invites_is_let_back(harness: Tavern) -> None:
    table = await harness.lobby("Anne", "Calico")
    await harness.tables.change(harness.press("Anne"), table.id, lobby.remove, table.seats[1].join)
    await harness.tables.change(harness.press("Anne"), table.id, lobby.invite, [PEOPLE["Calico"]])
    await harness.tables.change(harness.press("Calico"), table.id, lobby.join)


async def test_nobody_is_told_that_a_robot_was_sent_away(harness: Tavern) -> None:
    table = await harness.lobby("Anne")
    table = (await harness.tables.change(harness.press("Anne"), table.id, lobby.add_robot)).table
    table = (
        await harness.tables.change(harness.press("Anne"), table.id, lobby.remove, table.seats[1].join)
    ).table
    assert len(table.seats) == 1
    assert table.record.removed == ()


async def test_the_host_changes_the_number_of_seats_within_what_game_and_sitters_allow(
    harness: Tavern,
) -> None:
    table = await harness.lobby("Anne", "Calico", "Dampier")
    tables = harness.tables
    three = (await tables.change(harness.press("Anne"), table.id, options.set_capacity, 3)).table
    assert three.record.capacity == 3
    await refused(tables.change(harness.press("Bartholomew"), table.id, lobby.join), "full")
    assert "sit here" in await refused(
        tables.change(harness.press("Anne"), table.id, options.set_capacity, 2), "few"
    )
    assert "for {least} to {most}" in await refused(
        tables.change(harness.press("Anne"), table.id, options.set_capacity, 12), "few"
    )
    await refused(tables.change(harness.press("Calico"), table.id, options.set_capacity, 5), "foreign")
    await tables.change(harness.press("Anne"), table.id, options.set_capacity, 4)
    assert len((await tables.change(harness.press("Bartholomew"), table.id, lobby.join)).table.seats) == 4


async def test_a_number_of_seats_that_was_chosen_stays_when_an_option_changes(harness: Tavern) -> None:
    table = await harness.lobby("Anne")
    await harness.tables.change(harness.press("Anne"), table.id, options.set_capacity, 4)
    changed = (
        await harness.tables.change(harness.press("Anne"), table.id, options.set_option, "edition", "classic")
    ).table
    assert changed.record.capacity == 4


async def test_an_option_that_allows_fewer_players_is_refused_when_more_sit_there(harness: Tavern) -> None:
    table = await harness.lobby("Anne")
    for _robot in range(7):
        await harness.tables.change(harness.press("Anne"), table.id, lobby.add_robot)
    await refused(
        harness.tables.change(harness.press("Anne"), table.id, options.set_option, "edition", "classic"),
        "few",
    )


async def test_choosing_an_edition_drops_the_expansions_it_does_not_have(harness: Tavern) -> None:
    table = await harness.lobby("Anne", kraken=True)
    changed = (
        await harness.tables.change(harness.press("Anne"), table.id, options.set_option, "edition", "classic")
    ).table
    assert changed.record.options == {"edition": "classic"}
    assert changed.record.capacity == 6


async def test_options_that_do_not_exist_are_refused_by_name(harness: Tavern) -> None:
    with pytest.raises(Refusal) as refusal:
        await harness.lobby("Anne", parrots=12)
    assert refusal.value.text.values["names"] == "parrots"


async def test_a_word_to_cut_with_goes_into_the_seed(harness: Tavern) -> None:
    table = await harness.lobby("Anne", "Calico")
    await harness.tables.change(harness.press("Calico"), table.id, lobby.cut, "  yo   ho ")
    started = (await harness.tables.playing.start(harness.press("Anne"), table.id)).table
    assert [(cut.user, cut.word) for cut in started.record.cuts] == [(PEOPLE["Calico"], "yo ho")]
    assert started.record.joins == tuple(
        seat.join for seat in sorted(started.seats, key=lambda seat: int(seat.join))
    )


async def test_the_cut_of_somebody_who_leaves_goes_with_them(harness: Tavern) -> None:
    table = await harness.lobby("Anne", "Calico")
    await harness.tables.change(harness.press("Calico"), table.id, lobby.cut, "rum")
    left = (await harness.tables.change(harness.press("Calico"), table.id, lobby.leave)).table
    assert left.record.cuts == ()


async def test_a_word_that_is_too_long_is_refused(harness: Tavern) -> None:
    table = await harness.lobby("Anne")
    await refused(harness.tables.change(harness.press("Anne"), table.id, lobby.cut, "x" * 51), "input")


async def test_a_table_closes_before_the_first_move_only(harness: Tavern) -> None:
    table = await harness.game("Anne", "Calico")
    await harness.play_on(table.id, 1)
    await refused(harness.tables.change(harness.press("Anne"), table.id, lobby.close), "late")


async def test_the_commitment_is_the_sha256_of_the_secret(harness: Tavern) -> None:
    table = await harness.game("Anne", "Calico")
    ended = await harness.play_on(table.id)
    proof = proof_of(ended)
    assert proof.commitment == hashlib.sha256(bytes.fromhex(table.record.secret)).hexdigest()


async def test_two_of_one_name_are_numbered_before_the_deal_and_after_it(harness: Tavern) -> None:
    done = await harness.tables.opening.create(
        Press(1, 101, "Twin", username="twin.a"), guild=GUILD, channel=CHANNEL, game=GAME, options={}
    )
    table = (await harness.tables.change(Press(2, 102, "Anne"), done.table.id, lobby.join)).table
    assert table.names == {0: "Twin", 1: "Anne"}
    table = (
        await harness.tables.change(Press(3, 103, "twin", username="twin.b"), table.id, lobby.join)
    ).table
    called = {table.seats[at].user: name for at, name in table.names.items()}
    assert called == {101: "Twin 1", 102: "Anne", 103: "twin 2"}
    started = (await harness.tables.playing.start(Press(4, 101, "Twin"), table.id)).table
    assert {started.seats[at].user: name for at, name in started.names.items()} == called
    assert reader_for(started, "en").names == started.names
    assert [seat.username for seat in started.seats if seat.user == 103] == ["twin.b"]
    left = (await harness.tables.change(Press(5, 102, "Anne"), started.id, leaving.leave_to_robot)).table
    assert "twin 2" in left.names.values()

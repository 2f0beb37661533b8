"""What people can and cannot do in a lobby."""

from __future__ import annotations

import asyncio
import hashlib

import pytest

from bot.tables.house import House
from bot.tables.press import Press
from bot.tables.refusal import Refusal
from tests.bot.tables.conftest import CHANNEL, GAME, GUILD, PEOPLE, InPlace, Notebook, Tavern
from tests.support.clock import VirtualClock


async def refused(attempt: object, reason: str) -> str:
    """The sentence with which the attempt was refused, for that reason."""
    with pytest.raises(Refusal) as refusal:
        await attempt  # type: ignore[misc]
    assert refusal.value.reason == reason
    return refusal.value.text.message


async def test_whoever_creates_a_table_sits_at_it_and_is_its_host(tavern: Tavern) -> None:
    table = await tavern.lobby("Anne")
    assert table.record.host == PEOPLE["Anne"]
    assert [seat.name for seat in table.seats] == ["Anne"]


async def test_the_secret_is_fixed_before_anybody_else_joins(tavern: Tavern) -> None:
    table = await tavern.lobby("Anne")
    joined = (await tavern.house.join(tavern.press("Calico"), table.id)).table
    assert joined.record.secret == table.record.secret
    assert len(bytes.fromhex(table.record.secret)) == 32


async def test_nobody_sits_twice_at_a_table(tavern: Tavern) -> None:
    table = await tavern.lobby("Anne", "Calico")
    await refused(tavern.house.join(tavern.press("Calico"), table.id), "twice")


async def test_a_host_who_joins_twice_is_told_that_it_is_they_who_press_start(tavern: Tavern) -> None:
    table = await tavern.lobby("Anne", "Calico")
    house = tavern.house
    assert "the host presses Start" in await refused(house.join(tavern.press("Calico"), table.id), "twice")
    assert "when you press Start" in await refused(house.join(tavern.press("Anne"), table.id), "twice")
    await house.leave(tavern.press("Anne"), table.id)  # and passes the hat
    assert "when you press Start" in await refused(house.join(tavern.press("Calico"), table.id), "twice")


async def test_a_hundred_people_press_join_at_a_table_for_six_and_six_sit(tavern: Tavern) -> None:
    done = await tavern.house.create(
        tavern.press("Anne"), guild=GUILD, channel=CHANNEL, game=GAME, options={}, capacity=6
    )
    crowd = [tavern.house.join(Press(5000 + n, 9000 + n, f"Sailor {n}"), done.table.id) for n in range(99)]
    answers = await asyncio.gather(*crowd, return_exceptions=True)
    turned_away = [answer for answer in answers if isinstance(answer, Refusal)]
    assert len(turned_away) == 94
    assert {refusal.reason for refusal in turned_away} == {"full"}
    assert len((await tavern.house.table(done.table.id)).seats) == 6


async def test_a_host_who_leaves_passes_the_hat_to_the_next_person(tavern: Tavern) -> None:
    table = await tavern.lobby("Anne", "Calico")
    left = (await tavern.house.leave(tavern.press("Anne"), table.id)).table
    assert left.record.host == PEOPLE["Calico"]


async def test_a_robot_never_becomes_host(tavern: Tavern) -> None:
    table = await tavern.lobby("Anne")
    await tavern.house.add_robot(tavern.press("Anne"), table.id)
    await tavern.house.join(tavern.press("Calico"), table.id)
    left = (await tavern.house.leave(tavern.press("Anne"), table.id)).table
    assert left.record.host == PEOPLE["Calico"]


async def test_the_last_person_to_leave_closes_the_table(tavern: Tavern) -> None:
    table = await tavern.lobby("Anne")
    await tavern.house.add_robot(tavern.press("Anne"), table.id)
    left = (await tavern.house.leave(tavern.press("Anne"), table.id)).table
    assert left.phase == "closed"
    await tavern.notebook.until("closed")


async def test_only_the_host_starts_until_the_table_is_ten_minutes_old(tavern: Tavern) -> None:
    clock = VirtualClock()
    house = House(tavern.store, Notebook(), clock=clock, thinkers=InPlace())
    table = (
        await house.create(tavern.press("Anne"), guild=GUILD, channel=CHANNEL, game=GAME, options={})
    ).table
    await house.join(tavern.press("Calico"), table.id)
    await refused(house.start(tavern.press("Calico"), table.id), "foreign")
    clock.advance(601)
    assert (await house.start(tavern.press("Calico"), table.id)).table.phase == "playing"
    await house.close()


async def test_somebody_who_does_not_sit_here_cannot_start_even_later(tavern: Tavern) -> None:
    table = await tavern.lobby("Anne", "Calico")
    await refused(tavern.house.start(tavern.press("Dampier"), table.id), "foreign")


async def test_a_game_does_not_start_with_too_few(tavern: Tavern) -> None:
    table = await tavern.lobby("Anne")
    sentence = await refused(tavern.house.start(tavern.press("Anne"), table.id), "few")
    assert "Add robot" in sentence


async def test_a_locked_table_takes_nobody_until_it_is_unlocked(tavern: Tavern) -> None:
    table = await tavern.lobby("Anne")
    await tavern.house.lock(tavern.press("Anne"), table.id, True)
    await refused(tavern.house.join(tavern.press("Calico"), table.id), "shut")
    await tavern.house.lock(tavern.press("Anne"), table.id, False)
    assert (await tavern.house.join(tavern.press("Calico"), table.id)).table.seat_of(PEOPLE["Calico"]) == 1


async def test_a_table_by_invitation_takes_those_who_are_invited(tavern: Tavern) -> None:
    table = await tavern.lobby("Anne")
    await tavern.house.invite(tavern.press("Anne"), table.id, [PEOPLE["Calico"]])
    await refused(tavern.house.join(tavern.press("Dampier"), table.id), "shut")
    await tavern.house.join(tavern.press("Calico"), table.id)
    await tavern.house.invite(tavern.press("Anne"), table.id, None)
    await tavern.house.join(tavern.press("Dampier"), table.id)


async def test_only_the_host_removes_locks_invites_sets_options_and_closes(tavern: Tavern) -> None:
    table = await tavern.lobby("Anne", "Calico")
    calico = tavern.press("Calico")
    await refused(tavern.house.remove(calico, table.id, table.seats[0].join), "foreign")
    await refused(tavern.house.lock(calico, table.id, True), "foreign")
    await refused(tavern.house.invite(calico, table.id, None), "foreign")
    await refused(tavern.house.set_option(calico, table.id, "edition", "classic"), "foreign")
    await refused(tavern.house.close_table(calico, table.id), "foreign")


async def test_whoever_is_removed_is_whom_the_host_meant_however_the_seats_have_shifted(
    tavern: Tavern,
) -> None:
    table = await tavern.lobby("Anne", "Calico", "Dampier")
    calico, dampier = table.seats[1].join, table.seats[2].join
    await tavern.house.leave(tavern.press("Calico"), table.id)
    await refused(tavern.house.remove(tavern.press("Anne"), table.id, calico), "stale")
    await tavern.house.join(tavern.press("Calico"), table.id)  # who has come back was not meant any more
    await refused(tavern.house.remove(tavern.press("Anne"), table.id, calico), "stale")
    left = (await tavern.house.remove(tavern.press("Anne"), table.id, dampier)).table
    assert [seat.name for seat in left.seats] == ["Anne", "Calico"]


async def test_the_host_changes_the_number_of_seats_within_what_game_and_sitters_allow(
    tavern: Tavern,
) -> None:
    table = await tavern.lobby("Anne", "Calico", "Dampier")
    house = tavern.house
    three = (await house.set_capacity(tavern.press("Anne"), table.id, 3)).table
    assert three.record.capacity == 3
    await refused(house.join(tavern.press("Bartholomew"), table.id), "full")
    assert "sit here" in await refused(house.set_capacity(tavern.press("Anne"), table.id, 2), "few")
    assert "for {least} to {most}" in await refused(
        house.set_capacity(tavern.press("Anne"), table.id, 12), "few"
    )
    await refused(house.set_capacity(tavern.press("Calico"), table.id, 5), "foreign")
    await house.set_capacity(tavern.press("Anne"), table.id, 4)
    assert len((await house.join(tavern.press("Bartholomew"), table.id)).table.seats) == 4


async def test_a_number_of_seats_that_was_chosen_stays_when_an_option_changes(tavern: Tavern) -> None:
    table = await tavern.lobby("Anne")
    await tavern.house.set_capacity(tavern.press("Anne"), table.id, 4)
    changed = (await tavern.house.set_option(tavern.press("Anne"), table.id, "edition", "classic")).table
    assert changed.record.capacity == 4


async def test_an_option_that_allows_fewer_players_is_refused_when_more_sit_there(tavern: Tavern) -> None:
    table = await tavern.lobby("Anne")
    for _robot in range(7):
        await tavern.house.add_robot(tavern.press("Anne"), table.id)
    await refused(tavern.house.set_option(tavern.press("Anne"), table.id, "edition", "classic"), "few")


async def test_choosing_an_edition_drops_the_expansions_it_does_not_have(tavern: Tavern) -> None:
    table = await tavern.lobby("Anne", kraken=True)
    changed = (await tavern.house.set_option(tavern.press("Anne"), table.id, "edition", "classic")).table
    assert changed.record.options == {"edition": "classic"}
    assert changed.record.capacity == 6


async def test_options_that_do_not_exist_are_refused_by_name(tavern: Tavern) -> None:
    with pytest.raises(Refusal) as refusal:
        await tavern.lobby("Anne", parrots=12)
    assert refusal.value.text.values["names"] == "parrots"


async def test_a_word_to_cut_with_goes_into_the_seed(tavern: Tavern) -> None:
    table = await tavern.lobby("Anne", "Calico")
    await tavern.house.cut(tavern.press("Calico"), table.id, "  yo   ho ")
    started = (await tavern.house.start(tavern.press("Anne"), table.id)).table
    assert [(cut.user, cut.word) for cut in started.record.cuts] == [(PEOPLE["Calico"], "yo ho")]
    assert started.record.joins == tuple(
        seat.join for seat in sorted(started.seats, key=lambda seat: int(seat.join))
    )


async def test_the_cut_of_somebody_who_leaves_goes_with_them(tavern: Tavern) -> None:
    table = await tavern.lobby("Anne", "Calico")
    await tavern.house.cut(tavern.press("Calico"), table.id, "rum")
    left = (await tavern.house.leave(tavern.press("Calico"), table.id)).table
    assert left.record.cuts == ()


async def test_a_word_that_is_too_long_is_refused(tavern: Tavern) -> None:
    table = await tavern.lobby("Anne")
    await refused(tavern.house.cut(tavern.press("Anne"), table.id, "x" * 51), "input")


async def test_a_redelivered_press_acts_once_and_gets_the_same_answer(tavern: Tavern) -> None:
    table = await tavern.lobby("Anne")
    press = tavern.press("Calico")
    first = await tavern.house.join(press, table.id)
    again = await tavern.house.join(press, table.id)
    assert again.table == first.table
    assert again.said == first.said
    word = tavern.press("Calico")
    said = (await tavern.house.cut(word, table.id, "rum")).said
    assert (await tavern.house.cut(word, table.id, "rum")).said == said


async def test_a_redelivered_create_opens_one_table(tavern: Tavern) -> None:
    press = tavern.press("Anne")
    first = await tavern.house.create(press, guild=GUILD, channel=CHANNEL, game=GAME, options={})
    again = await tavern.house.create(press, guild=GUILD, channel=CHANNEL, game=GAME, options={})
    assert again.table.id == first.table.id
    assert len(await tavern.house.tables_in(GUILD)) == 1


async def test_a_table_closes_before_the_first_move_only(tavern: Tavern) -> None:
    table = await tavern.game("Anne", "Calico")
    await tavern.play_on(table.id, 1)
    await refused(tavern.house.close_table(tavern.press("Anne"), table.id), "late")


async def test_the_commitment_is_the_sha256_of_the_secret(tavern: Tavern) -> None:
    table = await tavern.game("Anne", "Calico")
    ended = await tavern.play_on(table.id)
    proof = await tavern.house.proof_of(ended)
    assert proof.commitment == hashlib.sha256(bytes.fromhex(table.record.secret)).hexdigest()

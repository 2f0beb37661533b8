"""One seat's mistake is taken back: the game goes on from before it, with the same cards, at a new table."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from bot.i18n import Reader
from bot.screens import audit_log
from bot.tables import leaving, pods, verify
from bot.tables.history import replay_states
from bot.tables.model import ERASED_USER, Table
from bot.tournaments import actions
from bot.tournaments.actions import ActionTaken
from bot.tournaments.export import files
from bot.tournaments.model import Tournament
from bot.tournaments.verify import verify_tournament
from storage.models import ActionRow
from tests.bot.tournaments.conftest import Evening
from tests.bot.tournaments.test_entries import refused
from tests.bot.tournaments.test_what_counts import card, come, cup, one_moved, play, table_of

LONG = {"game_options": {}}


async def under_way(evening: Evening, t: Tournament, moves: int) -> Table:
    """The first pod's table after so many moves, all by its people."""
    chance = Random(5)
    await come(evening, t)
    while (table := await table_of(evening, t, 1, 1)).actions < moves:
        assert await one_moved(evening, table, (), chance)
        await evening.settled()
    return table


def entrant_of(table: Table, row: ActionRow) -> str:
    """The entrant who made the move, by id."""
    return table.entrant(row.seat)


async def test_a_running_game_goes_on_from_before_the_seats_last_choice(evening: Evening) -> None:
    t = await cup(evening, **LONG)
    old = await under_way(evening, t, 9)
    log = await evening.store.log(old.id)
    who = entrant_of(old, log[5])  # the second card; everybody has one more than was asked for before
    last = max(row.number for row in log if row.seat == log[5].seat)
    states = [state for state, _events in replay_states(old, log)]
    kept = max(
        at
        for at in range(last)
        if log[at].seat == log[5].seat and len(legal(old, states[at], log[5].seat)) > 1
    )
    t = (await evening.act(t, actions.TakeBack(who), "the wrong card")).tournament
    await evening.settled()
    new = await table_of(evening, t, 1, 1)
    assert new.id != old.id
    assert (new.phase, new.actions, new.state) == ("playing", kept, states[kept])
    assert await evening.store.log(new.id) == log[:kept]
    assert new.due is not None, "its clocks run"
    assert new.game.to_act(new.state)
    assert log[5].seat in new.game.to_act(new.state)
    closed = await evening.tables.table(old.id)
    assert closed.phase == "closed"
    assert "took a move back" in card(closed)
    (told,) = [
        each for each in evening.tournament_publisher.told("acted", ActionTaken) if each.kind == "take-back"
    ]
    name = next(entry.name for entry in t.entrants if entry.id == who)
    reader = Reader("en-GB")
    sentence = f"Player 50 took {name}'s last move back: Round 1, Pod 1."
    assert reader.plain(audit_log.of_action_taken(told, t)) == sentence
    logged = reader.plain(audit_log.of_row((await evening.tournament_service.audit(t))[-1]))
    assert logged == f"{sentence} Moves played: 9 → {kept}. Reason: the wrong card"
    assert not await evening.tournament_service.organising.can_undo(
        t, (await evening.tournament_service.audit(t))[-1]
    )
    t = await play(evening, t)
    over = await table_of(evening, t, 1, 1)
    assert (over.id, over.phase, over.record.rated) == (new.id, "over", old.record.rated)
    assert t.result_of(1, 1) is not None
    findings = verify.findings(over, await evening.store.log(over.id))
    assert [each.what for each in findings if not each.right] == []


def legal(table: Table, state: object, seat: int) -> tuple[str, ...]:
    """What the seat could have done."""
    return table.game.observe(state, seat).legal


async def test_a_game_that_has_ended_goes_on_from_there_until_the_next_round_begins(evening: Evening) -> None:
    t = await play(evening, await cup(evening))
    old = await table_of(evening, t, 1, 1)
    assert (old.phase, old.record.rated) == ("over", True)
    await evening.act(t, actions.Draw())
    pods = () if t.running_round is None else t.running_round.pods
    tied = {who for pod in pods if pod.play_off for who in pod.seats}  # they sit at another table by now
    who = next(old.entrant(seat) for seat in range(4) if old.entrant(seat) not in tied)
    t = (await evening.act(t, actions.TakeBack(who), "a slip")).tournament
    assert t.record.drawn is None  # what it was drawn from does not hold any more
    assert t.result_of(1, 1) is None
    await evening.settled()
    new = await table_of(evening, t, 1, 1)
    assert (new.phase, new.record.rated, new.record.secret) == ("playing", False, old.record.secret)
    assert "took a move back" in card(await evening.tables.table(old.id))
    t = await play(evening, t)
    assert t.result_of(1, 1) is not None
    await evening.act(t, actions.Draw())
    await evening.act(t, actions.OpenRound())
    await evening.settled()
    t = await play(evening, await evening.now(t))
    while t.phase == "running":
        t = await play(evening, t)
    order = await evening.tournament_service.standings(t)
    over = {table.id: table for table in await evening.pod_tables(t) if table.phase == "over"}
    (whole,) = (file.content for file in files(t, order, over) if file.name == "tournament.json")
    assert [each.what for each in verify_tournament(whole) if not each.right] == []


async def test_what_cannot_be_taken_back_is_refused(evening: Evening) -> None:
    t = await cup(evening)
    nothing = await refused(evening.act(t, actions.TakeBack("1"), "early"))
    assert "no choice yet" in nothing.text.message
    await come(evening, t)
    assert (await refused(evening.act(t, actions.TakeBack("1"), "early"))).reason == "early"
    t = await play(evening, t)
    await evening.act(t, actions.Draw())
    await evening.act(t, actions.OpenRound())
    await evening.settled()
    t = await evening.now(t)
    assert t.running_round is not None
    out = next(entry.id for entry in t.playing if entry.id not in t.running_round.everybody)
    assert (await refused(evening.act(t, actions.TakeBack(out), "late"))).reason == "early"


async def test_whoever_left_after_the_mistake_has_their_seat_again(evening: Evening) -> None:
    t = await cup(evening, **LONG)
    old = await under_way(evening, t, 9)
    log = await evening.store.log(old.id)
    gone = next(seat for seat in range(4) if seat != log[-1].seat)
    user = old.seats[gone].user
    assert user is not None
    await evening.tables.change(evening.press(user), old.id, leaving.concede)
    await evening.settled()
    await evening.act(t, actions.TakeBack(entrant_of(old, log[4])), "a slip")
    await evening.settled()
    new = await table_of(evening, t, 1, 1)
    assert (new.seats[gone].user, new.seats[gone].robot) == (user, None)
    assert new.owner(gone) == user


async def test_a_robot_plays_on_for_whoever_had_their_data_erased_after_the_game(evening: Evening) -> None:
    t = await play(evening, await cup(evening))
    old = await table_of(evening, t, 1, 1)
    seats = (replace(old.seats[0], user=ERASED_USER), *old.seats[1:])
    former, log = replace(old, record=replace(old.record, seats=seats)), await evening.store.log(old.id)
    new = pods.with_move_taken_back(former, log, len(log) - 1, "again", 0.0)
    assert [bool(seat.robot) for seat in new.seats] == [True, *(bool(seat.robot) for seat in old.seats[1:])]

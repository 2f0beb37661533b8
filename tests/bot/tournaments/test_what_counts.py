"""What counts of a tournament's table: who has won, who goes on, what becomes of that by a table that is void
or played again, a tie or a correction, and that everybody concerned is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from random import Random

import msgspec
from msgspec.structs import replace

from bot.i18n import reader_for
from bot.profiles.rating_service import rating_changes_of
from bot.screens.result import winners as said_on_the_card
from bot.screens.tournaments import lines
from bot.tables.model import Seat, Table
from bot.tables.pod_model import PodVerdict
from bot.tournaments import actions, rounds, schedule
from bot.tournaments.export import files
from bot.tournaments.formats import engine, knock_out
from bot.tournaments.model import Tournament, pod_commitments
from bot.tournaments.outbox import FatesChanged, KnockedOut, Trouble
from bot.tournaments.pairing.event import Event, EventOptions, PairingProblem, Pod, Result, Round
from bot.tournaments.verdicts import verdict_of, winners
from bot.tournaments.verify import verify_tournament
from tests.bot.tournaments.conftest import DAY, Evening
from tests.bot.tournaments.cups import SEED
from tests.bot.tournaments.pairing.evening import recompute
from tests.bot.tournaments.test_actions import event_of
from tests.bot.tournaments.test_attendance import EVERYBODY
from tests.bot.tournaments.test_entries import refused

KNOCK_OUT = EventOptions(format="knock-out", fewest=2, absent_last=True, play_off=True)


# Ties, by the rules alone


def drawn_event(options: EventOptions = KNOCK_OUT, people: int = 8) -> Event:
    """The first round is drawn."""
    event = Event(options=options, seed=SEED)
    for number in range(1, people + 1):
        event = engine.with_entrant(event, str(number))
    return engine.with_round(event, engine.next_round(event))


def ended(event: Event, pod: int, *places: int, **more: object) -> Event:
    """The pod of the latest round ends like this."""
    result = Result(round=len(event.rounds), pod=pod, places=places)
    return engine.with_result(event, msgspec.structs.replace(result, **more))


def seats(event: Event, pod: int) -> tuple[str, ...]:
    """Who sits there."""
    found = next(each for each in event.rounds[-1].pods if each.number == pod)
    return tuple(who for who in found.seats if who is not None)


def test_whoever_shares_the_last_place_that_goes_on_plays_it_off() -> None:
    event = ended(ended(drawn_event(), 1, 1, 1, 3, 4), 2, 1, 2, 3, 4)
    first, second, *_others = seats(event, 1)
    ((pod, tied),) = knock_out.ties(event)
    assert (pod.number, tied) == (1, (first, second))
    assert engine.undecided(event) is not None
    assert not any(line.goes_on or line.out_since for line in engine.standings(event))
    event = knock_out.with_play_off(event, 1, tied, 3, 2)
    assert engine.missing(event) == ((1, 3),)
    event = ended(event, 3, 2, 1)
    assert engine.undecided(event) is None
    lines = {line.entrant: line for line in engine.standings(event)}
    assert lines[second].goes_on
    assert not lines[first].goes_on
    assert lines[first].points == lines[second].points  # a play-off brings none
    assert not lines[first].out_by_lot
    event = engine.with_round(event, engine.next_round(event))
    assert second in event.rounds[-1].everybody
    assert recompute(event).differs_from is None


def test_a_play_off_that_ends_in_a_tie_is_played_off_again() -> None:
    event = ended(ended(drawn_event(), 1, 1, 1, 1, 4), 2, 1, 2, 3, 4)
    event = knock_out.with_play_off(event, 1, seats(event, 1)[:3], 3, 2)
    event = ended(event, 3, 1, 1, 3)
    ((_pod, tied),) = knock_out.ties(event)
    assert tied == seats(event, 1)[:2]
    event = ended(knock_out.with_play_off(event, 1, tied, 4, 2), 4, 2, 1)
    assert engine.undecided(event) is None
    assert knock_out.going_on(event)[0] in tied
    assert tied[1] in knock_out.going_on(event)


def test_of_those_who_did_not_come_to_the_play_off_nobody_is_waited_for() -> None:
    event = ended(ended(drawn_event(), 1, 1, 1, 3, 4), 2, 1, 2, 3, 4)
    event = knock_out.with_play_off(event, 1, seats(event, 1)[:2], 3, 2)
    one_came = ended(event, 3, 1, 2, stand_ins=(0,))
    assert engine.undecided(one_came) is None
    assert seats(event, 1)[1] in knock_out.going_on(one_came)
    nobody = ended(event, 3, 1, 2, stand_ins=(0, 1))
    assert engine.undecided(nobody) is None


def test_a_tie_that_matters_to_nobody_is_not_played_off() -> None:
    three_are_needed = drawn_event(replace(KNOCK_OUT, fewest=3))
    event = ended(ended(three_are_needed, 1, 1, 1, 3, 4), 2, 1, 2, 3, 4)
    assert knock_out.ties(event) == ()
    assert set(seats(event, 1)[:2]) < set(knock_out.going_on(event))
    event = ended(ended(drawn_event(), 1, 1, 2, 2, 4), 2, 1, 2, 3, 3)
    assert knock_out.ties(event) == ()
    two_go_on = drawn_event(replace(KNOCK_OUT, go_on=2))
    assert knock_out.ties(ended(ended(two_go_on, 1, 1, 1, 3, 4), 2, 1, 2, 3, 4)) == ()


def test_a_tie_that_a_correction_takes_away_is_played_off_no_more() -> None:
    event = ended(ended(drawn_event(), 1, 1, 1, 3, 4), 2, 1, 2, 3, 4)
    event = knock_out.with_play_off(event, 1, seats(event, 1)[:2], 3, 2)
    assert knock_out.stale_play_offs(event) == ()
    assert knock_out.stale_play_offs(ended(event, 3, 2, 1)) == ()
    assert knock_out.stale_play_offs(ended(event, 1, 1, 2, 3, 4)) == (3,)


def test_a_play_off_goes_on_while_another_pod_is_played_again() -> None:
    event = ended(ended(drawn_event(), 1, 1, 1, 3, 4), 2, 1, 2, 3, 4)
    event = knock_out.with_play_off(event, 1, seats(event, 1)[:2], 3, 2)
    elsewhere = replace(event, results=tuple(one for one in event.results if one.pod != 2))
    assert knock_out.stale_play_offs(elsewhere) == ()
    there = replace(event, results=tuple(one for one in event.results if one.pod != 1))
    assert knock_out.stale_play_offs(there) == (3,)


def test_what_was_played_off_stays_so_when_one_of_them_drops_out_later() -> None:
    event = ended(ended(drawn_event(), 1, 1, 1, 1, 4), 2, 1, 2, 3, 4)
    event = knock_out.with_play_off(event, 1, seats(event, 1)[:3], 3, 2)
    loser = seats(event, 1)[2]
    assert knock_out.stale_play_offs(engine.without(event, loser)) == (3,)
    played = ended(event, 3, 1, 2, 3)
    assert knock_out.stale_play_offs(engine.without(played, loser)) == ()
    assert engine.undecided(engine.without(played, loser)) is None


def test_what_was_announced_before_leaves_a_tie_to_the_standings_and_the_lot_and_says_so() -> None:
    event = drawn_event(replace(KNOCK_OUT, play_off=False))
    event = ended(ended(event, 1, 1, 1, 3, 4), 2, 1, 2, 3, 4)
    assert engine.undecided(event) is None
    lines = {line.entrant: line for line in engine.standings(event)}
    tied = [lines[who] for who in seats(event, 1)[:2]]
    (out,) = (line for line in tied if line.out_since)
    assert out.out_by_lot
    assert [line.entrant for line in lines.values() if line.out_by_lot] == [out.entrant]


def test_the_final_is_played_off_too() -> None:
    event = ended(ended(drawn_event(replace(KNOCK_OUT, go_on=2)), 1, 1, 2, 3, 4), 2, 1, 2, 3, 4)
    event = engine.with_round(event, engine.next_round(event))
    event = ended(event, 1, 1, 1, 3, 4)
    ((_pod, tied),) = knock_out.ties(event)
    event = ended(knock_out.with_play_off(event, 1, tied, 2, 2), 2, 2, 1)
    assert engine.standings(event)[0].entrant == tied[1]
    assert engine.undecided(event) is None


def test_a_table_that_does_not_count_decides_nothing_in_a_knock_out() -> None:
    event = ended(drawn_event(), 2, 1, 2, 3, 4)
    void = engine.with_result(event, Result(round=1, pod=1, places=(0,) * 4, void=True))
    assert knock_out.void_pods(void) == (1,)
    assert not any(line.out_since or line.goes_on for line in engine.standings(void))
    away = Result(round=1, pod=1, places=(0,) * 4, void=True, stand_ins=(0, 1, 2))
    alone = engine.with_result(event, away)
    assert knock_out.void_pods(alone) == ()
    assert seats(event, 1)[3] in knock_out.going_on(alone)


# At real tables


async def cup(evening: Evening, **changes: object) -> Tournament:
    """A knock-out of eight, its first round open, its tables waiting; two of each pod go on to the final."""
    usual = {"by_hand": True, "show_up": 600.0, "how": {"absent_last": True, "go_on": 2}}
    t = await evening.announced(format="knock-out", **{**usual, **changes})
    await evening.join(t, *sorted(EVERYBODY))
    await evening.act(t, actions.Begin())
    if t.settings.by_hand:
        await evening.act(t, actions.OpenRound())
    await evening.settled()
    return await evening.now(t)


async def table_of(evening: Evening, t: Tournament, round: int, pod: int) -> Table:
    """The pod's table as it is."""
    one = (await evening.now(t)).table_of(round, pod)
    assert one is not None
    return await evening.tables.table(one.table)


async def come(evening: Evening, t: Tournament) -> None:
    """Everybody who is waited for says that they are here."""
    for table in await evening.pod_tables(t):
        for seat in table.awaited:
            user = table.seats[seat].person
            assert user is not None
            await evening.tables.pods.check_in(evening.press(user), table.id)
    await evening.settled()


async def play(evening: Evening, t: Tournament, but: Sequence[int] = ()) -> Tournament:
    """All games are played by their people to the end; these do nothing, and robots play for them."""
    chance = Random(3)
    for _move in range(2000):
        await come(evening, t)
        tables = [table for table in await evening.pod_tables(t) if table.phase == "playing"]
        if not tables:
            await evening.settled()
            if not any(table.awaited for table in await evening.pod_tables(t)):
                break
        moved = False
        for table in tables:
            moved = await one_moved(evening, table, but, chance) or moved
        if not moved:
            await evening.passes(3600.0 if but else 1.0)
    await evening.settled()
    return await evening.now(t)


async def one_moved(evening: Evening, table: Table, but: Sequence[int], chance: Random) -> bool:
    for seat in table.game.to_act(table.state):
        user = table.seats[seat].person
        if user is None or user in but:
            continue
        legal = table.game.observe(table.state, seat).legal
        decision = table.game.decision(table.state, seat)
        menu = table.game.steps(table.game.observe(table.state, seat), ())
        assert legal
        assert menu is not None
        depth = 0
        while menu is not None:
            index = chance.choice([at for at, each in enumerate(menu.choices) if each.why_not is None])
            done = await evening.tables.playing.choose(evening.press(user), table.id, decision, depth, index)
            chosen = menu.choices[index]
            depth += 1
            if chosen.action is not None:
                return True
            table = done.table
            drafts = await evening.tables.drafts.of(table, seat)
            menu = table.game.steps(table.game.observe(table.state, seat), drafts)
    return False


def card(table: Table) -> str:
    """What the table's own card says of who has won and what comes of it."""
    reader = reader_for(table, "en")
    return "\n".join(reader.plain(each) for each in said_on_the_card(table))


def verdict(table: Table) -> PodVerdict:
    """What the table knows of it."""
    assert table.record.pod is not None
    assert table.record.pod.verdict is not None
    return table.record.pod.verdict


def pod_of(t: Tournament, round: int, pod: int) -> tuple[Round, Pod]:
    """A pod with its round."""
    one = t.published_round(round)
    assert one is not None
    return one, next(each for each in one.pods if each.number == pod)


async def test_a_tables_card_says_who_goes_on_as_soon_as_that_is_known(evening: Evening) -> None:
    t = await play(evening, await cup(evening))
    shown = await table_of(evening, t, 1, 1)
    on = {seat.entrant for seat in verdict(shown).seats if seat.fate == "on"}
    assert on <= set(t.record.going_on or ())
    assert len(on) == 2
    assert "go on" in card(shown)
    (told,) = evening.tournament_publisher.told("out", KnockedOut)
    assert not on & set(told.entrants)


async def test_after_a_correction_the_card_says_so_and_everybody_concerned_is_told(evening: Evening) -> None:
    t = await without_ties(evening, await play(evening, await cup(evening)))
    told_before = len(evening.tournament_publisher.told("changed", FatesChanged))
    before = set(t.record.going_on or ())
    places = t.result_of(1, 1)
    assert places is not None
    turned = next(
        each for each in permutations((1, 2, 3, 4)) if {each.index(1), each.index(2)} == worst_two(places)
    )
    t = (await evening.act(t, actions.Correct(1, 1, turned), "seen wrongly")).tournament
    await evening.settled()
    t = await evening.now(t)
    now = set(t.record.going_on or ())
    (told,) = evening.tournament_publisher.told("changed", FatesChanged)[told_before:]
    assert (set(told.on), set(told.off)) == (now - before, before - now)
    shown = await table_of(evening, t, 1, 1)
    assert "Corrected by the organiser" in card(shown)
    first = pod_of(t, 1, 1)[1].seats[turned.index(1)]
    assert [verdict(shown).seats[at].entrant for at in winners(verdict(shown))] == [first]
    await evening.undo(t)
    await evening.settled()
    assert set(evening.tournament_publisher.told("changed", FatesChanged)[-1].on) == before - now


async def test_what_was_told_before_it_was_noted_is_not_told_again(evening: Evening) -> None:
    t = await without_ties(evening, await play(evening, await cup(evening)))
    told_before = len(evening.tournament_publisher.told("changed", FatesChanged))
    forget = {"going_on": None, "told_on": None}  # as earlier versions have left it
    await evening.tournament_service.scheduler.change(t.id, lambda t: t.with_record(**forget))
    before = set(t.record.going_on or ())
    on = min(before)
    await evening.act(t, actions.Drop(on), "gone")
    await evening.settled()
    t = await evening.now(t)
    assert len(evening.tournament_publisher.told("out", KnockedOut)) == 1
    (told,) = evening.tournament_publisher.told("changed", FatesChanged)[told_before:]
    assert (set(told.on), told.off) == (set(t.record.going_on or ()) - before, ())


async def test_a_table_is_played_again_before_the_next_round_and_only_the_new_game_counts(
    evening: Evening,
) -> None:
    t = await play(evening, await cup(evening))
    await evening.act(t, actions.Draw())
    t = await evening.now(t)
    old = await table_of(evening, t, 1, 1)
    seal = rounds_seal(t)
    t = (await evening.act(t, actions.PlayAgain(1, 1), "wrong seats")).tournament
    await evening.settled()
    t = await evening.now(t)
    assert t.record.drawn is None  # what it was drawn from does not hold any more
    assert t.result_of(1, 1) is None
    new = await table_of(evening, t, 1, 1)
    assert new.id != old.id
    assert new.phase == "lobby"
    assert [seat.user for seat in new.seats] == [seat.user for seat in pod_seats(old, new)]
    # Ratings, which stand below, do count: the game was played to its end.
    assert "doesn't count in the tournament" in card(await evening.tables.table(old.id))
    assert rounds_seal(t) == seal
    t = await play(evening, t)
    assert t.result_of(1, 1) is not None
    assert (await table_of(evening, t, 1, 1)).id == new.id
    await evening.act(t, actions.Draw())
    await evening.act(t, actions.OpenRound())
    await evening.settled()
    late = evening.act(t, actions.PlayAgain(1, 1), "too late")
    assert (await refused(late)).reason == "late"


async def without_ties(evening: Evening, t: Tournament) -> Tournament:
    """The first round with a place for each."""
    for pod in (1, 2):
        if shared(t.result_of(1, pod)):
            t = (await evening.act(t, actions.Correct(1, pod, (1, 2, 3, 4)), "no ties here")).tournament
    await evening.settled()
    return await evening.now(t)


def shared(result: Result | None) -> bool:
    """Whether two have the same place."""
    return result is not None and len(set(result.places)) < len(result.places)


def worst_two(result: Result) -> set[int]:
    """The seats of those who came last."""
    return set(sorted(range(4), key=lambda seat: result.places[seat])[2:])


def rounds_seal(t: Tournament) -> object:
    """What was published of the first round's shuffles."""
    return pod_commitments(t, 1)


def pod_seats(old: Table, new: Table) -> list[Seat]:
    """The old table's seats in the order of the new one."""
    by_entrant = {old.entrant(at): seat for at, seat in enumerate(old.seats)}
    return [by_entrant[new.entrant(at)] for at in range(len(new.seats))]


async def test_a_table_that_is_still_played_is_closed_when_it_is_played_again(evening: Evening) -> None:
    t = await cup(evening)
    await come(evening, t)
    old = await table_of(evening, t, 1, 2)
    assert old.phase == "playing"
    t = (await evening.act(t, actions.PlayAgain(1, 2), "somebody saw a hand")).tournament
    await evening.settled()
    assert (await evening.tables.table(old.id)).phase == "closed"
    assert (await table_of(evening, t, 1, 2)).phase == "lobby"


async def test_a_void_table_of_a_knock_out_waits_for_its_organiser_and_puts_nobody_out(
    evening: Evening,
) -> None:
    t = await play(evening, await cup(evening, by_hand=True))
    t = (await evening.act(t, actions.Void(1, 1), "cards were seen")).tournament
    await evening.settled()
    t = await evening.now(t)
    assert t.record.trouble == "void"
    assert "doesn't count in the tournament" in card(await table_of(evening, t, 1, 1))
    assert t.record.going_on is None
    assert [each.trouble for each in evening.tournament_publisher.told("trouble", Trouble)] == ["void"]
    assert (await refused(evening.act(t, actions.Draw()))).text.message.startswith("A table doesn't count")
    await evening.act(t, actions.PlayAgain(1, 1), "again")
    t = await play(evening, await evening.now(t))
    assert t.record.trouble == ""
    assert t.record.going_on is not None
    await evening.act(t, actions.Draw())


async def test_the_final_can_be_played_again_though_all_was_over(evening: Evening) -> None:
    t = await play(evening, await cup(evening, by_hand=False))
    while t.phase == "running":
        t = await play(evening, t)
    assert t.phase == "over"
    final = len(event_of(t).rounds)
    assert (await refused(evening.act(t, actions.Void(final, 1), "no"))).reason == "late"
    was = t.record.going_on
    shown = await table_of(evening, t, final, 1)
    assert "wins the tournament" in card(shown)
    await evening.act(t, actions.PlayAgain(final, 1), "a hand was seen")
    await evening.settled()
    t = await evening.now(t)
    assert (t.phase, t.record.going_on) == ("running", None)
    t = await play(evening, t)
    while t.phase == "running":
        t = await play(evening, t)
    assert t.record.going_on is not None
    changed = evening.tournament_publisher.told("changed", FatesChanged)
    assert bool(changed) == (t.record.going_on != was)


async def test_nobody_is_told_that_they_lost_a_final_to_which_nobody_came(evening: Evening) -> None:
    t = await play(evening, await cup(evening))
    await evening.act(t, actions.Draw())
    await evening.act(t, actions.OpenRound())
    await evening.passes(12 * 3600.0)
    t = await evening.now(t)
    assert t.record.trouble == PairingProblem.NOBODY_CAME
    final = len(event_of(t).rounds)
    places = tuple(range(1, len(pod_of(t, final, 1)[1].seats) + 1))
    await evening.act(t, actions.Correct(final, 1, places), "they agreed")
    await evening.settled()
    t = await evening.now(t)
    assert t.phase == "over"
    assert evening.tournament_publisher.told("changed", FatesChanged) == []


async def test_who_is_disqualified_in_the_final_has_not_won_on_its_card(evening: Evening) -> None:
    t = await play(evening, await cup(evening, by_hand=False))
    while t.phase == "running":
        t = await play(evening, t)
    final = len(event_of(t).rounds)
    assert t.record.going_on is not None
    (winner,) = t.record.going_on
    await evening.act(t, actions.Disqualify(winner), "cheated")
    await evening.settled()
    t = await evening.now(t)
    assert winner not in (t.record.going_on or ())
    shown = await table_of(evening, t, final, 1)
    assert [seat.entrant for seat in verdict(shown).seats if seat.fate == "won"] == list(
        t.record.going_on or ()
    )
    assert "disqualified" in card(shown)


async def test_who_won_a_table_and_is_disqualified_later_is_not_said_to_have_never_played(
    evening: Evening,
) -> None:
    t = await play(evening, await cup(evening, by_hand=True))
    (winner, *_others) = (
        seat.entrant for seat in verdict(await table_of(evening, t, 1, 1)).seats if seat.place == 1
    )
    await evening.act(t, actions.Disqualify(winner), "cheated")
    await evening.settled()
    said = card(await table_of(evening, await evening.now(t), 1, 1))
    assert "was disqualified" in said
    assert "Nobody" not in said


async def test_who_has_made_no_move_wins_nothing_and_gains_no_rating(evening: Evening) -> None:
    t = await evening.announced(
        by_hand=True, show_up=600.0, how={"absent_last": True, "rounds": 1, "fewest": 4, "preferred": 4}
    )
    users = sorted(EVERYBODY)[:4]
    await evening.join(t, *users)
    await evening.act(t, actions.Begin())
    await evening.act(t, actions.OpenRound())
    await evening.settled()
    await come(evening, t)
    for user in users:
        await evening.tournament_service.withdraw(evening.press(user), t.id)
    t = await play(evening, await evening.now(t), users)
    shown = await table_of(evening, t, 1, 1)
    assert shown.phase == "over"
    assert winners(verdict(shown)) == ()
    assert "Yo-ho-ho" not in card(shown)
    changes = await rating_changes_of(evening.store.results, shown)
    assert changes is not None
    assert changes.shifts == ()
    assert not changes.pending
    assert all(not line.places for line in engine.standings(event_of(t)))


async def test_the_standings_after_a_round_stay_what_they_were(evening: Evening) -> None:
    t = await play(evening, await cup(evening))
    reader = reader_for((await table_of(evening, t, 1, 1)), "en")

    def told(t: Tournament) -> list[str]:
        then = rounds.as_after(t, 1)
        return [reader.plain(each) for each in lines.standings_lines(then, engine.standings(event_of(then)))]

    first = told(t)
    await evening.act(t, actions.Draw())
    assert told(await evening.now(t)) == first
    await evening.act(t, actions.OpenRound())
    await evening.settled()
    assert told(await evening.now(t)) == first
    t = await play(evening, await evening.now(t))
    assert told(t) == first
    assert not any("still playing" in line for line in first)


async def test_a_tie_opens_a_table_for_those_who_share_the_place(evening: Evening) -> None:
    t = await play(evening, await cup(evening, how={"absent_last": True, "go_on": 1, "fewest": 2}))
    t = (await evening.act(t, actions.Correct(1, 1, (1, 1, 3, 4)), "a tie after all")).tournament
    await evening.settled()
    t = await evening.now(t)
    one = event_of(t).rounds[0]
    off = one.pods[-1]
    assert (off.play_off, set(off.seats) - {None}) == (1, set(pod_of(t, 1, 1)[1].seats[:2]))
    table = await table_of(evening, t, 1, off.number)
    assert table.phase == "lobby"
    assert schedule.next_step(t, evening.tournament_service.scheduler.times) is None
    t = await play(evening, t)
    assert t.record.going_on is not None
    assert len(set(off.seats) & set(t.record.going_on)) == 1
    shown = await table_of(evening, t, 1, 1)
    assert verdict(shown).waits is False


async def test_a_play_off_that_a_correction_makes_needless_is_closed(evening: Evening) -> None:
    t = await play(evening, await cup(evening, how={"absent_last": True, "go_on": 1, "fewest": 2}))
    await evening.act(t, actions.Correct(1, 1, (1, 1, 3, 4)), "a tie after all")
    await evening.settled()
    t = await evening.now(t)
    off = event_of(t).rounds[0].pods[-1]
    table = await table_of(evening, t, 1, off.number)
    await evening.act(t, actions.Correct(1, 1, (1, 2, 3, 4)), "no tie")
    await evening.settled()
    t = await evening.now(t)
    assert [pod.number for pod in event_of(t).rounds[0].pods] == [1, 2]
    assert (await evening.tables.table(table.id)).phase == "closed"
    assert t.record.going_on is not None
    assert verdict_of(t, *pod_of(t, 1, 1)) is not None


async def test_an_export_with_play_offs_and_games_played_again_can_be_computed_again(
    evening: Evening,
) -> None:
    t = await play(evening, await cup(evening, how={"absent_last": True, "go_on": 1, "fewest": 2}))
    await evening.act(t, actions.PlayAgain(1, 2), "a hand was seen")
    t = await play(evening, await evening.now(t))
    await evening.act(t, actions.Correct(1, 1, (1, 1, 3, 4)), "a tie after all")
    t = await play(evening, await evening.now(t))
    assert any(pod.play_off for pod in event_of(t).rounds[0].pods)
    await evening.act(t, actions.Draw())
    t = await evening.now(t)
    tables = [
        await evening.tables.table(one.table) for one in (*t.record.tables, *t.record.former) if one.opened
    ]
    over = {table.id: table for table in tables if table.phase == "over"}
    order = await evening.tournament_service.standings(t)
    (whole,) = (file.content for file in files(t, order, over) if file.name == "tournament.json")
    found = verify_tournament(whole)
    assert [each.what for each in found if not each.right] == []
    assert recompute(event_of(t)).differs_from is None  # what the tests draw again agrees
    (results,) = (file.content.decode() for file in files(t, order, over) if file.name == "results.csv")
    assert "play-off of pod 1" in results
    assert "corrected by the organiser" in results
    assert "goes on" in results


async def test_nobody_is_missing_at_a_table_whose_hour_is_yet_to_come(evening: Evening) -> None:
    t = await cup(evening, agreed_hour=DAY)
    assert (await table_of(evening, t, 1, 1)).is_early
    assert await evening.tournament_service.organising.missing(t) == []
    waiting = await cup(evening)
    assert len(await evening.tournament_service.organising.missing(waiting)) == len(EVERYBODY)

"""A duplicate cup: every pod of a round is dealt the same cards, and nobody learns of them before the last is
over.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from bot.i18n import Reader
from bot.refusal import Refusal
from bot.screens.board import closed_board_screen
from bot.screens.tournaments.hands import compared, hands_screen
from bot.tables import lobby
from bot.tables.history import proof_of
from bot.tables.lobby import seed_of
from bot.tables.model import Press, Table
from bot.tournaments.actions import Begin, Correct, PlayAgain, TakeBack
from bot.tournaments.export import Exported, files
from bot.tournaments.formats import engine
from bot.tournaments.model import Tournament
from bot.tournaments.pairing.event import Comparison, Fill
from bot.tournaments.pairing.standings import scores
from bot.tournaments.settings import default_settings, fitted_to_format
from bot.tournaments.verdicts import verdict_of
from bot.tournaments.verify import verify_tournament
from games.catalogue import catalogue
from games.replay import first_state
from tests.bot.screens.looking import text
from tests.bot.tournaments.conftest import HOUR, Evening

ENGLISH = Reader("en")


async def cup(evening: Evening, people: int = 6, show_up: float = 0.0, **chosen: object) -> Tournament:
    """A duplicate cup in pods of three, of two rounds, that has begun."""
    how = {"fewest": 3, "most": 3, "preferred": 3, "rounds": 2, **chosen}
    t = await evening.announced("duplicate", how=how, show_up=show_up)
    t = await evening.join(t, *range(101, 101 + people))
    await evening.act(t, Begin())
    await evening.settled()
    return await evening.now(t)


async def half_played(evening: Evening) -> tuple[Tournament, Table, Table]:
    """The first round, of which one pod is over, and the other waits for its players."""
    t = await cup(evening, show_up=5 * HOUR)
    first, second = [table.id for table in await evening.pod_tables(t)]
    for seat in (await evening.tables.table(first)).seats:
        await evening.tables.pods.check_in(evening.press(seat.user or 0), first)
    await evening.passes(4 * HOUR)
    return await evening.now(t), await evening.tables.table(first), await evening.tables.table(second)


def exported(t: Tournament, tables: Sequence[Table]) -> bytes:
    """What anybody can compute the tournament from."""
    assert t.record.event is not None
    over = {table.id: table for table in tables if table.phase == "over" and not table.is_closed}
    made = files(t, engine.standings(t.record.event), over)
    return next(file.content for file in made if file.name == "tournament.json")


def dealt(table: Table) -> list[object]:
    """What each seat sees when the cards are dealt."""
    state = first_state(table.game, table.options, len(table.seats), seed_of(table))
    return [table.game.observe(state, seat) for seat in range(len(table.seats))]


async def test_all_pods_of_a_round_are_dealt_the_same_seat_by_seat_and_another_round_is_not(
    evening: Evening,
) -> None:
    t = await evening.played(await cup(evening))
    tables = {table.id: table for table in await evening.pod_tables(t)}
    one, two = ([tables[each.table] for each in t.record.tables if each.round == number] for number in (1, 2))
    assert (t.phase, len(one), len(two)) == ("over", 2, 2)
    assert dealt(one[0]) == dealt(one[1])
    assert dealt(two[0]) == dealt(two[1]) != dealt(one[0])


async def test_pods_are_as_large_as_chosen_and_robots_take_the_seats_that_are_left(evening: Evening) -> None:
    t = await evening.played(await cup(evening, people=5))
    event = t.record.event
    assert event is not None
    robots = [sorted(pod.seats.count(None) for pod in one.pods) for one in event.rounds]
    assert robots == [[0, 1], [0, 1]]
    assert all(len(result.hands[0]) == 3 for result in event.results)


async def test_one_alone_is_compared_with_a_pod_of_robots_that_has_the_same_cards(evening: Evening) -> None:
    t = await cup(evening, people=1, show_up=HOUR, robots_along=True)
    mine, robots = await evening.pod_tables(t)
    assert (len(mine.people), len(robots.people)) == (1, 0)
    await evening.tables.pods.check_in(evening.press(101), mine.id)
    t = await evening.played(t)
    event = t.record.event
    assert event is not None
    assert [[pod.seats.count(None) for pod in one.pods] for one in event.rounds] == [[2, 3], [2, 3]]
    own, theirs = (result.hands[0] for result in sorted(event.results[:2], key=lambda one: one.pod))
    seat = event.rounds[0].pods[0].seats.index("1")
    better = (own[seat] > theirs[seat]) - (own[seat] < theirs[seat])
    assert scores(event)["1"].points[1] == 30 + 30 * better
    [line] = engine.standings(event)
    assert line.place == 1


async def test_who_has_sat_in_a_seat_sits_in_another_while_there_is_one(evening: Evening) -> None:
    event = (await evening.played(await cup(evening))).record.event
    assert event is not None
    seats = [{who: pod.seats.index(who) for pod in one.pods for who in pod.seats} for one in event.rounds]
    assert all(seats[0][who] != seats[1][who] for who in seats[0])


async def test_what_one_pod_has_played_is_closed_to_others_until_the_last_is_over(evening: Evening) -> None:
    t, over, waits = await half_played(evening)
    event = t.record.event
    assert event is not None
    assert (over.phase, waits.phase, len(event.results)) == ("over", "lobby", 1)
    inside, outside = over.seats[0].user or 0, waits.seats[0].user or 0
    assert over.may_be_seen_by(inside)
    assert not over.may_be_seen_by(outside)
    assert [verdict_of(t, one, pod) for one, pod in event.pods()] == [None, None]
    assert not any(score.points for score in scores(event).values())
    file = msgspec.json.decode(exported(t, [over, waits]), type=Exported)
    assert (engine.imported(bytes(file.event)).results, file.scores, file.chain) == ((), (), "")
    assert [table.secret for table in file.tables] == [None, None]
    assert "opens to everyone once the last pod is over" in text(closed_board_screen(over, ENGLISH))

    await evening.passes(2 * HOUR)
    t, over = await evening.now(t), await evening.tables.table(over.id)
    assert over.may_be_seen_by(outside)
    event = t.record.event
    assert event is not None
    assert all(verdict_of(t, event.rounds[0], pod) is not None for pod in event.rounds[0].pods)
    assert proof_of(over).joins == (f"tournament {t.id} round 1",)


async def test_a_table_of_which_a_move_was_taken_back_stays_closed_as_long_as_its_round(
    evening: Evening,
) -> None:
    t, over, _waits = await half_played(evening)
    await evening.act(t, TakeBack(over.entrant(0)), "a slip")
    await evening.settled()
    again, former = await evening.pod_tables(t), await evening.tables.table(over.id)
    assert over.id not in {table.id for table in again}
    assert former.is_closed
    assert all(seed_of(table) == seed_of(over) for table in again if table.phase == "playing")

    await evening.passes(6 * HOUR)
    t, former = await evening.now(t), await evening.tables.table(over.id)
    assert t.record.event is not None
    assert not t.is_closed(t.record.event.rounds[0])
    assert not former.is_closed


async def test_nobody_cuts_at_one_table_of_those_that_share_their_deal(evening: Evening) -> None:
    t = await cup(evening, show_up=HOUR)
    table = (await evening.pod_tables(t))[0]
    with pytest.raises(Refusal, match="same cards"):
        lobby.cut(table, Press(1, table.seats[0].user or 0, "Anne"), "parrot")


@pytest.mark.parametrize("act", [Correct(round=1, pod=1, places=(1, 2, 3)), PlayAgain(round=1, pod=1)])
async def test_places_alone_and_new_cards_are_refused_since_nothing_compares_with_them(
    evening: Evening, act: Correct | PlayAgain
) -> None:
    t = await cup(evening)
    with pytest.raises(Refusal, match="same cards"):
        await evening.act(t, act, "a slip")
    assert not type(act).makes_sense(t)


async def test_an_export_shows_that_all_pods_were_dealt_alike_as_the_announcement_was_bound_to(
    evening: Evening,
) -> None:
    t = await evening.played(await cup(evening))
    content = exported(t, await evening.pod_tables(t))
    assert all(finding.right for finding in verify_tournament(content))
    told = msgspec.json.decode(content, type=Exported)
    assert told.chain

    other = told.tables[0].commitment.translate(str.maketrans("0123456789abcdef", "123456789abcdef0"))
    dealt_otherwise = msgspec.structs.replace(told.tables[0], commitment=other, secret=None)
    forged = msgspec.structs.replace(told, tables=(dealt_otherwise, *told.tables[1:]))
    wrong = [each.what for each in verify_tournament(msgspec.json.encode(forged)) if not each.right]
    assert "Round 1: Not all pods were dealt from one seed." in wrong
    unbound = msgspec.structs.replace(told, chain="0" * 64)
    wrong = [each.what for each in verify_tournament(msgspec.json.encode(unbound)) if not each.right]
    assert wrong == [f"Round {each}: its deal was not bound to the announcement." for each in (1, 2)]


async def test_all_that_was_made_of_a_hand_stands_side_by_side_the_best_first(evening: Evening) -> None:
    t = await evening.played(await cup(evening))
    event = t.record.event
    assert event is not None
    stored = {table.id: table for table in await evening.pod_tables(t)}
    tables = [stored[one.table] for one in t.record.tables if one.round == 1]
    [deal] = compared(tables, await evening.tables.logs.actions_of(tables[0]), "en")
    assert len(deal) == 3
    for seat, hand in enumerate(deal):
        points = {table.seats[seat].name: table.game.points_by_hand(table.state)[0][seat] for table in tables}
        made = [points[said.split(" bid ")[0]] for said in hand.made]
        assert (len(made), made) == (2, sorted(points.values(), reverse=True))
    screen = text(hands_screen(t, event.rounds[0], [deal], 0, 2, ENGLISH))
    assert f"With this hand, {deal[2].cards}:" in screen
    assert "hand 1 of 1, seat 3" in screen
    assert all(said.split(":")[0] in screen for said in deal[2].made)


def test_whatever_else_is_chosen_pods_have_one_size_and_a_robot_plays_for_whoever_is_missing() -> None:
    for game in catalogue().values():
        settings = default_settings(game, "Cup", format="duplicate")
        how = settings.how
        assert how.fewest == how.preferred == how.most
        assert (how.fill, how.comparison) == (Fill.ROBOTS, Comparison.MATCHPOINTS)
        mixed = msgspec.structs.replace(how, fewest=2, fill=Fill.BYES, comparison=Comparison.MEAN)
        kept = fitted_to_format(msgspec.structs.replace(settings, how=mixed, absent="walk-over"))
        assert (kept.how, kept.absent) == (msgspec.structs.replace(how, comparison=Comparison.MEAN), "robot")

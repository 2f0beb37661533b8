"""Events from the first round to the last, with drops and late entries: what holds for every format."""

from __future__ import annotations

import pickle
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.tournaments.formats.catalogue import FORMATS
from bot.tournaments.formats.engine import (
    exported,
    imported,
    is_over,
    missing,
    next_round,
    standings,
    with_entrant,
    with_result,
    with_round,
    without,
)
from bot.tournaments.pairing.event import (
    Event,
    EventOptions,
    Fill,
    PairingError,
    PairingProblem,
    Pod,
    Result,
    Stage,
)
from bot.tournaments.pairing.layouts import Layout
from bot.tournaments.pairing.seating import draw_label, paired_round
from tests.bot.tournaments.pairing.evening import (
    SEED,
    ahead,
    ended,
    entrants,
    event,
    older_first,
    played,
    recompute,
    round_played,
    sitting,
)
from tests.support.examples import examples

every_format = pytest.mark.parametrize("format", FORMATS)
EVENING = 20
"""The draws of an arena, which may go on for a hundred: its time decides."""
LIMITS = st.sampled_from([(3, 4, 6), (4, 4, 4), (3, 3, 3), (2, 2, 2), (3, 5, 5)])


def options_of(format: str) -> EventOptions:
    """Those of a format, an arena's for one evening."""
    return EventOptions(format=format, rounds=EVENING if FORMATS[format].is_arena else None)


@st.composite
def troubled_events(draw: st.DrawFn, most: int = 24) -> Event:
    """A Swiss event of some rounds in which people drop out, enter late, and do not turn up."""
    fewest, preferred, limit = draw(LIMITS)
    options = EventOptions(
        fewest=fewest, preferred=preferred, most=limit, fill=draw(st.sampled_from(Fill)), rounds=20
    )
    told = event(options, draw(st.integers(max(3, fewest), most)))
    for _round in range(draw(st.integers(0, 4))):
        told = _with_drops_and_late_entries(draw, told)
        told = with_round(told, next_round(told, draw(st.sampled_from([0, 0, 1]))))
        for pod in told.rounds[-1].pods:
            told = with_result(told, _result(draw, len(told.rounds), pod))
    return _with_drops_and_late_entries(draw, told)


def _with_drops_and_late_entries(draw: st.DrawFn, told: Event) -> Event:
    playing = [entrant.id for entrant in told.playing(len(told.rounds) + 1)]
    can_leave = len(playing) - told.options.fewest
    for who in draw(st.lists(st.sampled_from(playing), max_size=min(3, max(0, can_leave)), unique=True)):
        told = without(told, who)
    for _late in range(draw(st.integers(0, 2)) if told.rounds else 0):
        told = with_entrant(told, str(1 + len(told.entrants)))
    return told


def _result(draw: st.DrawFn, number: int, pod: Pod) -> Result:
    if draw(st.integers(0, 9)):
        return Result(round=number, pod=pod.number, places=tuple(older_first(pod)))
    people = [seat for seat, who in enumerate(pod.seats) if who is not None]
    away = draw(st.sampled_from(people))
    places = tuple(0 if seat == away else 1 for seat in range(len(pod.seats)))
    return Result(round=number, pod=pod.number, places=places, walk_overs=(away,))


@given(troubled_events(300))
@examples(40)
def test_everybody_who_plays_sits_exactly_once_in_pods_that_differ_by_one_at_most(told: Event) -> None:
    made = next_round(told)
    assert sorted(sitting(made)) == sorted(entrant.id for entrant in told.playing(made.number))
    sizes = [len(pod.seats) for pod in made.pods]
    assert max(sizes) - min(sizes) <= 1
    assert told.options.fewest <= min(sizes)
    assert max(sizes) <= told.options.most
    assert [pod.number for pod in made.pods] == list(range(1, len(made.pods) + 1))


@given(troubled_events())
@examples(40)
def test_nobody_has_a_bye_again_before_all_who_play_had_as_many(told: Event) -> None:
    had = Counter(who for one in told.rounds for who in one.byes)
    made = next_round(told)
    resting = {*made.byes}
    others = [who for who in sitting(made) if who not in resting]
    assert max((had[who] for who in resting), default=0) <= min(had[who] for who in others)


@given(troubled_events())
@examples(20)
def test_the_same_event_gives_the_same_pods_through_an_export_and_another_process(told: Event) -> None:
    made, again = next_round(told), imported(exported(told))
    assert again == told
    assert next_round(again) == made
    assert pickle.loads(pickle.dumps(made)) == made
    assert recompute(again).differs_from is None


@given(troubled_events(), st.randoms(use_true_random=False))
@examples(20)
def test_other_names_change_nothing_but_the_names(told: Event, random: object) -> None:
    names = [entrant.id for entrant in told.entrants]
    other = dict(zip(names, sorted(names, key=lambda _name: random.random()), strict=True))  # type: ignore[attr-defined]
    renamed = replace(
        told,
        entrants=tuple(replace(entrant, id=other[entrant.id]) for entrant in told.entrants),
        rounds=tuple(
            replace(
                one,
                pods=tuple(
                    replace(pod, seats=tuple(who and other[who] for who in pod.seats)) for pod in one.pods
                ),
                byes=tuple(other[who] for who in one.byes),
            )
            for one in told.rounds
        ),
    )
    made, again = next_round(told), next_round(renamed)
    assert [[who and other[who] for who in pod.seats] for pod in made.pods] == [
        list(pod.seats) for pod in again.pods
    ]
    assert [other[line.entrant] for line in standings(told)] == [line.entrant for line in standings(renamed)]


@every_format
@pytest.mark.parametrize("people", [3, 13, *(pytest.param(some, marks=pytest.mark.long) for some in (5, 12))])
@pytest.mark.parametrize("fill", Fill)
def test_every_format_is_played_to_its_end_and_computed_again(format: str, people: int, fill: Fill) -> None:
    told = played(event(replace(options_of(format), fill=fill), people))
    again = recompute(imported(exported(told)))
    assert again.differs_from is None
    assert again.rounds == told.rounds
    assert again.standings == standings(told)
    assert [line.place for line in again.standings] == list(range(1, people + 1))
    with pytest.raises(PairingError) as refused:
        next_round(told)
    assert refused.value.trouble is PairingProblem.OVER


def test_a_forged_pod_is_found() -> None:
    told = played(event(EventOptions(), 12))
    first, second, *others = told.rounds
    pods = list(second.pods)
    pods[0], pods[1] = (
        replace(pods[0], seats=(pods[1].seats[0], *pods[0].seats[1:])),
        replace(pods[1], seats=(pods[0].seats[0], *pods[1].seats[1:])),
    )
    forged = replace(told, rounds=(first, replace(second, pods=tuple(pods)), *others))
    assert recompute(forged).differs_from == 2


def test_another_seed_draws_other_pods() -> None:
    told = event(EventOptions(), 16)
    assert next_round(told) != next_round(replace(told, seed="0" * 64))


@every_format
def test_a_round_can_be_drawn_anew_and_is_as_checkable(format: str) -> None:
    told = event(options_of(format), 12)
    pods = [next_round(told, draw).pods for draw in range(3)]
    assert pods[0] != pods[1] != pods[2]
    assert recompute(played(round_played(told, draw=1))).differs_from is None


def test_the_draws_of_a_round_have_labels_of_their_own() -> None:
    labels = {draw_label(number, draw) for number in range(1, 30) for draw in range(30)}
    assert len(labels) == 29 * 30


def test_a_correction_changes_the_standings_but_no_pods_that_were_published() -> None:
    told = played(event(EventOptions(rounds=5), 12), rounds=2)
    first = told.rounds[0].pods[0]
    corrected = ended(told, first, reversed(older_first(first)), number=1)
    assert standings(corrected) != standings(told)
    assert recompute(corrected).differs_from is None
    assert recompute(played(corrected)).differs_from is None
    unheard = ended(
        round_played(event(EventOptions(rounds=5), 12)), first, reversed(older_first(first)), number=1
    )
    assert next_round(unheard) != told.rounds[1], "before the second round is published it counts there too"


def test_who_drops_out_is_not_seated_again_and_who_enters_late_is() -> None:
    told = round_played(event(EventOptions(rounds=4), 12))
    told = with_entrant(without(told, "5"), "13")
    assert "5" not in sitting(next_round(told))
    assert "13" in sitting(next_round(told))
    assert recompute(played(told)).differs_from is None


def test_who_withdraws_before_the_start_never_sits() -> None:
    told = played(without(event(EventOptions(), 9), "4"))
    assert all("4" not in sitting(one) for one in told.rounds)


def test_a_swiss_round_waits_for_all_results_and_a_league_for_none() -> None:
    swiss = event(EventOptions(), 8)
    swiss = with_round(swiss, next_round(swiss))
    swiss = ended(swiss, swiss.rounds[0].pods[0], (1, 2, 3, 4))
    assert missing(swiss) == ((1, 2),)
    with pytest.raises(PairingError) as refused:
        next_round(swiss)
    assert refused.value.trouble is PairingProblem.RESULTS_MISSING
    league = event(EventOptions(format="league"), 8)
    league = with_round(league, next_round(league))
    assert next_round(league).number == 2


def test_after_one_round_winners_play_winners() -> None:
    told = round_played(event(EventOptions(), 16))
    winners = {pod.seats[older_first(pod).index(1)] for pod in told.rounds[0].pods}
    assert {frozenset(pod.seats) for pod in next_round(told).pods} >= {frozenset(winners)}


def test_scores_that_a_part_of_a_point_sets_apart_are_unlike() -> None:
    """Shared places bring fractions of points."""
    told = event(EventOptions(fewest=3, preferred=3, most=3), 6)
    third, quarter = Fraction(1, 3), Fraction(1, 4)
    points = {who.id: third if int(who.id) % 2 else quarter for who in told.entrants}
    pods = paired_round(told, Stage.SWISS, told.entrants, Layout((3, 3), (0, 0)), points, draw=0).pods
    assert [set(pod.seats) for pod in pods] == [{"1", "3", "5"}, {"2", "4", "6"}]


def test_the_bye_goes_to_the_lowest_of_those_who_had_none() -> None:
    told = event(EventOptions(fewest=4, most=4, rounds=6), 9)
    told = round_played(told)
    first = told.rounds[0].byes
    made = next_round(told)
    lowest = {line.entrant for line in standings(told) if line.points == 0}
    assert set(made.byes) <= lowest
    assert not set(made.byes) & set(first)


def test_a_leagues_fixtures_are_known_from_the_start_and_stand() -> None:
    told = event(EventOptions(format="league", rounds=4), 16)
    fixtures = ahead(told)
    assert played(told).rounds == fixtures
    assert ahead(round_played(told)) == fixtures[1:]


def test_when_somebody_leaves_a_league_the_rest_is_made_anew_and_nobody_meets_sooner_again() -> None:
    told = played(event(EventOptions(format="league", rounds=4), 41), rounds=2)
    left = without(told, "3")
    assert ahead(left) != ahead(told)
    over = played(left)
    met = Counter(
        frozenset((one, other))
        for played_round in over.rounds
        for pod in played_round.pods
        for one in pod.seats
        for other in pod.seats
        if one != other
    )
    assert max(met.values()) == 2, "counted from both sides: nobody met twice"
    assert recompute(over).differs_from is None


def test_nobody_enters_a_knock_out_late_nor_groups_after_their_rounds() -> None:
    cup = round_played(event(EventOptions(format="knock-out"), 12))
    groups = played(event(EventOptions(format="groups"), 12), rounds=3)
    for told in (cup, groups):
        with pytest.raises(PairingError) as refused:
            with_entrant(told, "13")
        assert refused.value.trouble is PairingProblem.LATE_ENTRY


def test_who_enters_groups_late_joins_the_smallest() -> None:
    told = round_played(event(EventOptions(format="groups"), 11))
    smallest = min((pod for pod in told.rounds[0].pods), key=lambda pod: len(pod.seats))
    made = next_round(with_entrant(told, "12"))
    group = next(pod.group for pod in made.pods if "12" in pod.seats)
    assert group == smallest.group


@pytest.mark.parametrize(
    ("result", "trouble"),
    [
        (Result(round=2, pod=1, places=(1, 2, 3, 4)), PairingProblem.NO_SUCH_POD),
        (Result(round=1, pod=3, places=(1, 2, 3, 4)), PairingProblem.NO_SUCH_POD),
        (Result(round=1, pod=1, places=(1, 2, 3)), PairingProblem.PLACES),
        (Result(round=1, pod=1, places=(1, 2, 2, 3)), PairingProblem.PLACES),
        (Result(round=1, pod=1, places=(2, 3, 4, 5)), PairingProblem.PLACES),
        (Result(round=1, pod=1, places=(1, 2, 3, 4), walk_overs=(3,)), PairingProblem.PLACES),
        (Result(round=1, pod=1, places=(1, 2, 3, 0)), PairingProblem.PLACES),
        (Result(round=1, pod=1, places=(1, 2, 3, 0), walk_overs=(3,), stand_ins=(3,)), PairingProblem.PLACES),
        (Result(round=1, pod=1, places=(1, 2, 3, 4), stand_ins=(4,)), PairingProblem.PLACES),
    ],
)
def test_a_result_that_cannot_be_is_refused(result: Result, trouble: PairingProblem) -> None:
    told = event(EventOptions(), 8)
    told = with_round(told, next_round(told))
    with pytest.raises(PairingError) as refused:
        with_result(told, result)
    assert refused.value.trouble is trouble


@pytest.mark.parametrize(
    ("changed", "trouble"),
    [
        ({"seed": "cafe"}, PairingProblem.SEED),
        ({"entrants": (*entrants(2), *entrants(2))}, PairingProblem.ENTRANTS),
        ({"options": EventOptions(fewest=5)}, PairingProblem.POD_SIZES),
        ({"options": EventOptions(most=11)}, PairingProblem.POD_SIZES),
        ({"options": EventOptions(rounds=100)}, PairingProblem.TOO_MANY_ROUNDS),
        ({"options": EventOptions(rounds=0)}, PairingProblem.TOO_MANY_ROUNDS),
        ({"options": EventOptions(go_on=3)}, PairingProblem.GO_ON),
        ({"options": EventOptions(points={4: (9, 3, 5, 0)})}, PairingProblem.POINTS),
        ({"options": EventOptions(points={4: (9, 5, 3)})}, PairingProblem.POINTS),
        ({"options": EventOptions(points={4: (9, 5, 3, -1)})}, PairingProblem.POINTS),
        (
            {"options": EventOptions(tie_breaks=EventOptions().tie_breaks[:1] * 2)},
            PairingProblem.TIE_BREAKS,
        ),
        ({"entrants": entrants(2)}, PairingProblem.NO_SUCH_ENTRANT),
        ({"rounds": ()}, PairingProblem.NO_SUCH_POD),
    ],
)
def test_an_export_that_cannot_be_is_refused(changed: dict[str, object], trouble: PairingProblem) -> None:
    told = replace(round_played(event(EventOptions(), 8)), **changed)
    with pytest.raises(PairingError) as refused:
        imported(exported(told))
    assert refused.value.trouble is trouble


def test_somebody_unknown_cannot_drop_out() -> None:
    with pytest.raises(PairingError) as refused:
        without(event(EventOptions(), 4), "9")
    assert refused.value.trouble is PairingProblem.NO_SUCH_ENTRANT


def test_with_nobody_left_there_is_no_round_but_the_standings_stand() -> None:
    told = round_played(event(EventOptions(rounds=3), 4))
    told = without(without(told, "1"), "2")
    with pytest.raises(PairingError) as refused:
        next_round(told)
    assert refused.value.trouble is PairingProblem.TOO_FEW
    assert standings(told)[0].entrant == "1"
    assert not is_over(told)


def test_these_pods_are_fixed_for_ever() -> None:
    """Events that were played must be computed alike by every later version."""
    told = round_played(event(EventOptions(), 10))
    assert told.seed == SEED
    assert [pod.seats for pod in told.rounds[0].pods] == [
        ("6", "3", "2", "8"),
        ("10", "1", "9"),
        ("5", "4", "7"),
    ]
    assert [pod.seats for pod in next_round(round_played(told)).pods] == [
        ("7", "3", "1"),
        ("2", "10", "5"),
        ("4", "9", "8", "6"),
    ]

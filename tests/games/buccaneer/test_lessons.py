"""What a newcomer is told: each thing when it is there to be seen, none before, none untrue."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.buccaneer.discs import OWNER
from games.buccaneer.lessons import TEXTS
from games.buccaneer.ships import LARGEST_PARTY
from games.buccaneer.state import CHALLENGES
from games.text import english
from tests.games.buccaneer.port import BUCCANEER, Port
from tests.games.buccaneer.test_endings import about_to_stall

SELDOM = {"disbanded", "passed-over"}
"""Come only in some games."""
BY_CAREFUL_OTHERS = {"mutiny-here", "loss"}
"""Come where the others gather crews with a plan."""


def told(port: Port, name: str) -> list[str]:
    return [lesson.name for lesson in BUCCANEER.lessons(port.view(name))]


def learned(chance: int, learner: str, others: str) -> tuple[dict[str, int], int]:
    """The course played through: after how many own decisions each lesson comes; and how many those are."""
    course, random = BUCCANEER.course(), Random(chance)
    assert course is not None
    state = BUCCANEER.new(course.options, course.players, course.seed)
    first, decisions = dict[str, int](), 0
    while waiting := BUCCANEER.to_act(state):
        for lesson in BUCCANEER.lessons(BUCCANEER.observe(state, 0)):
            first.setdefault(lesson.name, decisions)
        seat = waiting[0]
        robot = BUCCANEER.robots[learner if seat == 0 else others]
        decisions += seat == 0
        state, _events = BUCCANEER.apply(state, seat, robot.choose(BUCCANEER.observe(state, seat), random))
    return first, decisions


@pytest.mark.parametrize(
    ("learner", "others"), [("sensible", "cabin-boy"), ("any", "cabin-boy"), ("sensible", "any")]
)
def test_the_course_brings_every_lesson_soon_and_takes_some_thirty_decisions(
    learner: str, others: str
) -> None:
    games = [learned(chance, learner, others) for chance in range(8)]
    brought = Counter(name for first, _decisions in games for name in first)
    seldom = SELDOM | (BY_CAREFUL_OTHERS if others == "any" else set[str]())
    assert all(brought[name] >= 6 for name in set(TEXTS) - seldom), brought
    for first, decisions in games:
        assert 20 <= decisions <= 45
        early = ("aim", "later", "wages", "mate", "paid", "booty")
        assert all(first[name] <= 8 for name in early), first
        assert first["aim"] == 0
        assert first["later"] <= first["board"]
        assert first["paid"] == first["booty"]


def test_the_learner_begins_and_is_told_at_once_what_wins_and_what_the_first_choice_is_for() -> None:
    course = BUCCANEER.course()
    assert course is not None
    state = BUCCANEER.new(course.options, course.players, course.seed)
    assert BUCCANEER.to_act(state) == (0,)
    [aim] = BUCCANEER.lessons(BUCCANEER.observe(state, 0))
    assert "most ducats win" in english(aim.text)
    assert "Put a pirate of yours on another player's" in english(aim.text)


def test_a_lesson_is_short_and_has_a_name() -> None:
    for name, text in TEXTS.items():
        assert len(name) <= 20
        assert len(english(text).split()) <= 40, name


def test_a_spectator_and_whoever_has_finished_learn_nothing() -> None:
    assert BUCCANEER.lessons(Port().view()) == ()
    over = Port("r5 b2", ships="Minnow").boards("Red", "r5", "Minnow")
    assert told(over, "Red") == []


def test_boarding_is_taught_to_whoever_can_and_its_cost_where_there_may_be_one() -> None:
    rich, poor = Port("r5 b2", ships="Minnow Orca"), Port("r5 b5 k4", ships="Sprat Orca")
    assert "board" in told(rich, "Red")
    assert "loss" not in told(rich, "Red")
    assert {"board", "loss"} <= set(told(poor, "Red"))
    assert "board" not in told(rich, "Blue"), "it is not Blue's turn"


def test_who_has_just_put_parties_together_is_told_when_they_can_board() -> None:
    port = Port("r5 b2 k3").moves("Red", "r5", "y2")
    assert "later" in told(port, "Red")
    assert "later" not in told(port, "Blue")


def test_whose_party_was_climbed_on_is_told_so() -> None:
    port = Port("y2 b2", turn="Red").moves("Red", "r5", "y2")
    assert "climbed-on" in told(port, "Yellow")
    assert "climbed-on" not in told(port, "Blue"), "who was not the captain has lost nothing"


def test_a_mate_is_one_whose_pirate_is_second() -> None:
    port = Port("r5 b2 k3")
    assert "mate" in told(port, "Blue")
    assert "mate" not in told(port, "Black")
    assert "wages" in told(port, "Black")
    assert "wages" not in told(Port(), "Black"), "nothing is covered yet"


def test_mutiny_is_taught_to_those_who_may_call_it_then_to_the_captain() -> None:
    port = Port("r5 b2 b3 b4 k3", ships="Minnow Orca")
    assert told(port, "Blue")[0] == "mutiny"
    assert "three-aboard" not in told(port, "Blue"), "it is asked now"
    port.challenges("Blue")
    assert "mutiny-here" in told(port, "Red")
    small = Port("r5 b2 b3 b4", ships="Orca")
    assert "three-aboard" in told(small, "Blue")
    assert "mutiny" not in told(small, "Blue")
    stands = Port("r5 b2 b3 b4", ships="Orca", answers={"Blue": CHALLENGES})
    assert "mutiny-here" not in told(stands, "Red"), "too few for any ship"


def test_the_largest_party_is_a_matter_where_two_together_would_be_larger() -> None:
    port = Port("r5 b2 b3 y2 k2", "b4 r2 y3 k3 y4", ships="Orca")
    assert "nine" in told(port, "Red")
    assert max(len(party) for party in port.state.parties if OWNER[party[0]] == 0) * 2 > LARGEST_PARTY
    assert "nine" not in told(Port("r5 b2 b3 y2", ships="Orca"), "Red")


def test_after_a_boarding_everybody_is_told_who_was_paid_and_what_booty_is_for() -> None:
    port = Port("r5 b2 k3", ships="Minnow Marlin").boards("Red", "r5", "Minnow")
    for name in port.names:
        assert {"paid", "booty"} <= set(told(port, name))
    port.moves("Blue", "b3", "k2")
    assert "paid" not in told(port, "Red")


def test_ships_are_taught_when_one_is_gone_and_when_they_are_the_last() -> None:
    port = Port("r5 b2", ships="Minnow Marlin Orca", behind="Sprat Seal")
    assert "new-ships" not in told(port, "Red")
    port.boards("Red", "r5", "Minnow")
    assert "new-ships" in told(port, "Red")
    assert "last-ships" not in told(port, "Red")
    assert "last-ships" in told(Port(ships="Minnow Marlin"), "Red")


def test_who_has_no_pirate_on_top_is_told_why_turns_are_skipped() -> None:
    port = Port("b2 r2 r3", "k2 r4 r5", "y2 rq", turn="Blue")
    assert "passed-over" in told(port, "Red")
    assert "passed-over" not in told(port, "Blue")


def test_when_nobody_could_act_that_is_explained() -> None:
    port = about_to_stall(stalled=False).moves("Red", "rq", "gq")
    assert "disbanded" in told(port, "Red")

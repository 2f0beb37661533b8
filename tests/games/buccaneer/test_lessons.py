"""What a newcomer is told: each thing when it is there to be seen, none before, none untrue."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.buccaneer.options import BuccaneerOptions
from games.buccaneer.rulebook import TAUGHT, course
from games.buccaneer.state import CHALLENGES, View
from games.contract import Action
from games.text import english
from tests.games.beginner import Beginner, learned, play
from tests.games.buccaneer.port import BUCCANEER, Port
from tests.games.buccaneer.test_endings import about_to_stall

SELDOM = {"disbanded", "loss", "mutiny", "mutiny-here", "nine"}
"""Come only in some games."""


class Learner(Beginner):
    """Reads before each press: one says which party, the next what it does. `turns`: its own, so far."""

    turns = 0

    def choose(self, seen: View) -> Action:
        chosen, self.turns = super().choose(seen), self.turns + 1
        if seen.table.phase == "turn" and (second := self.game.lesson(seen, self.told)):
            self.told[second.name] = ""
        early = {"board", "later", "wages"} - {*self.told}
        assert self.turns < 5 or not early, "how to get a ship is told in the first turns"
        return chosen


def told(port: Port, name: str) -> list[str]:
    return [lesson.name for lesson in BUCCANEER.lessons(port.view(name))]


def test_the_course_brings_nearly_every_lesson_and_then_ends() -> None:
    came, turns = Counter[str](), list[int]()
    for chance in range(8):
        learner = Learner(BUCCANEER, Random(chance))
        play(learner, course())
        assert list(learner.told)[:2] == ["aim", "climb"]
        turns.append(learner.turns)
        came.update(list(learner.told))
    missed = {name for name in set(TAUGHT) - SELDOM if came[name] < 4}
    assert not missed
    assert max(turns) <= 15
    assert sum(turns) <= 11 * len(turns), "a turn is two presses, or three"


def test_the_learner_is_told_at_once_what_wins_and_sees_what_climbing_is() -> None:
    given = course()
    assert given.position is not None
    state = BUCCANEER.position(given.options, given.players, given.seed, given.position)
    assert BUCCANEER.to_act(state) == (0,)
    seen = BUCCANEER.observe(state, 0)
    lesson = BUCCANEER.lesson(seen, ())
    assert lesson is not None
    assert "Most ducats win" in english(lesson.text)
    assert [len(party) for party in seen.parties if len(party) > 1] == [2]
    assert BUCCANEER.board(seen).news is not None, "a robot has just climbed; no ship sails away"
    assert set(state.table.ducats) == {10}
    assert not any(state.table.booty)


@pytest.mark.long
def test_whoever_does_what_the_course_says_beats_cabin_boys() -> None:
    assert learned(BUCCANEER, BuccaneerOptions(), 100).won >= 0.40


def test_a_lesson_is_one_idea_in_at_most_25_words() -> None:
    for name, text in TAUGHT.items():
        assert len(name) <= 20
        assert len(english(text).split()) <= 25, name


def test_a_spectator_whoever_waits_and_whoever_has_finished_learn_nothing() -> None:
    assert BUCCANEER.lessons(Port().view()) == ()
    assert told(Port("r5 b2"), "Blue") == []
    over = Port("r5 b2", ships="Minnow").boards("Red", "r5", "Minnow")
    assert told(over, "Red") == []


def test_boarding_is_taught_to_whoever_can_and_its_cost_where_there_may_be_one() -> None:
    rich, poor = Port("r5 b2", ships="Minnow Orca"), Port("r5 b5 k4", ships="Sprat Orca")
    assert "board" in told(rich, "Red")
    assert not {"later", "lead", "loss"} & set(told(rich, "Red"))
    assert "loss" in told(poor, "Red")


def test_climbing_is_taught_to_whoever_cannot_board() -> None:
    port = Port("r5 b2 k3", ships="Orca")
    assert {"later", "lead"} <= set(told(port, "Red"))
    assert "board" not in told(port, "Red")
    twice = Port("r5 b2", "r4 k2", ships="Minnow Sprat Orca")
    twice.boards("Red", "r5", "Minnow").moves("Blue", "b2", "y2").moves("Yellow", "y3", "b3")
    twice.moves("Black", "k3", "y4").boards("Red", "r4", "Sprat")
    twice.moves("Blue", "b4", "k4").moves("Yellow", "y5", "b5").moves("Black", "k5", "yq")
    assert "lead" in told(twice, "Red")
    assert "later" not in told(twice, "Red"), "who has boarded twice knows when"


def test_whose_pirates_serve_another_captain_is_told_what_becomes_of_them() -> None:
    assert "climbed-on" in told(Port("b5 r2", ships="Orca"), "Red")
    assert "climbed-on" not in told(Port("b5 k2", ships="Orca"), "Red")


def test_wages_are_taught_as_soon_as_a_pirate_lies_below_another() -> None:
    assert {"wages", "hidden", "question"} <= set(told(Port("b5 k2"), "Red"))
    assert not {"wages", "hidden", "question"} & set(told(Port(), "Red"))


def test_a_second_piece_of_booty_is_told_of_where_there_is_one() -> None:
    assert "mate" in told(Port("r5 b2 b3 k2", ships="Dolphin"), "Red")
    assert "mate" not in told(Port("r5 b2 b3 k2", ships="Minnow"), "Red")


def test_mutiny_is_taught_to_those_who_may_call_it_then_to_the_captain() -> None:
    port = Port("r5 b2 b3 b4 k3", ships="Minnow Orca")
    assert told(port, "Blue") == ["mutiny", "mutiny-here"]
    assert told(port, "Red") == []
    port.challenges("Blue")
    assert "mutiny-here" in told(port, "Red")
    two = Port("r5 b2 b3 b4 k3", "y5 k2 k4 r2 r3", ships="Minnow Orca").challenges("Blue")
    assert "nine" not in told(two, "Red"), "nobody climbs now"
    stands = Port("r5 b2 b3 b4", ships="Orca", answers={"Blue": CHALLENGES})
    assert "mutiny-here" not in told(stands, "Red"), "too few for any ship"


def test_the_largest_party_is_a_matter_where_two_together_would_be_larger() -> None:
    assert "nine" in told(Port("r5 b2 b3 y2 k2", "b4 r2 y3 k3 y4", ships="Orca"), "Red")
    assert "nine" not in told(Port("r5 b2 b3 y2", ships="Orca"), "Red")


def test_after_a_boarding_it_is_told_where_all_have_gone_and_what_booty_is_for() -> None:
    port = Port("r5 b2 k3", ships="Minnow Marlin")
    assert not {"paid", "booty", "value", "piece"} & set(told(port, "Red"))
    port.boards("Red", "r5", "Minnow")
    assert {"paid", "booty", "value", "piece"} <= set(told(port, "Blue"))
    port.moves("Blue", "b3", "k2")
    assert "paid" not in told(port, "Yellow")


def test_ships_are_taught_when_one_is_gone_and_when_they_are_the_last() -> None:
    port = Port("r5 b2", ships="Minnow Marlin Orca", behind="Sprat Seal")
    assert "new-ships" not in told(port, "Red")
    port.boards("Red", "r5", "Minnow")
    assert "new-ships" in told(port, "Blue")
    assert "last-ships" not in told(port, "Blue")
    assert "last-ships" in told(Port(ships="Minnow Marlin"), "Red")


def test_when_nobody_could_act_that_is_explained() -> None:
    port = about_to_stall(stalled=False).moves("Red", "rq", "gq")
    assert "disbanded" in told(port, port.next[0])


# Afterwards


@pytest.mark.parametrize(
    ("party", "ship", "well", "better"),
    [
        ("r5 b2", "Minnow", "You boarded 1 of 1 ships and kept 8 ducats.", None),
        ("r5 b3 k4", "Minnow", "You boarded 1 of 1 ships and kept 3 ducats.", "climb on cheap pirates"),
        (
            "r5 b5 k4",
            "Sprat",
            "Your pirates earned 0 ducats under other captains.",
            "costs more than a ship carries",
        ),
    ],
)
def test_a_captain_is_told_what_was_kept_and_what_would_bring_more(
    party: str, ship: str, well: str, better: str | None
) -> None:
    port = Port(party, ships=ship).boards("Red", "r5", ship)
    review = BUCCANEER.review(port.view("Red"))
    assert port.say(review.well) == well
    assert (review.better is None) == (better is None)
    assert better is None or better in port.say(review.better)


def test_who_boarded_nothing_is_told_what_the_pirates_earned_and_to_board_sooner() -> None:
    review = BUCCANEER.review(Port("r5 b2", ships="Minnow").boards("Red", "r5", "Minnow").view("Blue"))
    assert review.well is not None
    assert english(review.well) == "Your pirates earned 2 ducats under other captains."
    assert review.better is not None
    assert "board as soon as you can" in english(review.better)

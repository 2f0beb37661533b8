"""What robots think with: deals that could be true, a sketch of the table, and what is worth a thought."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benches.opponents.buccaneer import Beginner
from games.buccaneer import thinking
from games.buccaneer.rules import Rules
from games.buccaneer.sketch import Sketch
from games.buccaneer.state import CHALLENGES, LETS_BE, State
from games.contract import EVEN, Manner, Play
from games.thinking.levels import MOST_WEIGHED
from games.thinking.search import best_of, compare
from tests.games.buccaneer.port import BUCCANEER, Port
from tests.games.buccaneer.test_endings import about_to_stall
from tests.games.playing import Moment, moments
from tests.support.examples import examples

RULES = Rules()
SAILOR, CABIN_BOY = BUCCANEER.robots["sensible"], BUCCANEER.robots["cabin-boy"]
any_moment = given(moments([BUCCANEER]), st.integers(0, 2**32))


def sailors_game(players: int, chance: int, slips: float) -> list[State]:
    """Every state of a game among sailors who do anything now and then."""
    random = Random(chance)
    states: list[State] = [BUCCANEER.new(BUCCANEER.Options(), players, random.randbytes(32))]
    while waiting := BUCCANEER.to_act(states[-1]):
        seen = BUCCANEER.observe(states[-1], waiting[0])
        slip = random.random() < slips
        action = random.choice(seen.legal) if slip else SAILOR.choose(seen, random)
        states.append(BUCCANEER.apply(states[-1], waiting[0], action)[0])
    return states


def sailors_turn(port: Port, name: str) -> str:
    return SAILOR.choose(port.view(name), Random(0))


def worth_a_thought(port: Port, name: str) -> tuple[str, ...]:
    return SAILOR.shortlist(port.view(name), Random(0))


# What cannot be seen


def test_covered_pirates_lie_anywhere_under_others_and_open_ones_where_they_are() -> None:
    view = Port("r5 b2 y3", "k4 b5 b3", players=4).view("Red")
    drawn = [RULES.resample(view, Random(chance)) for chance in range(300)]
    first = {next(party for party in state.parties if party[0] == 3) for state in drawn}
    blue, yellow = {5, 6, 8}, {11}
    assert first == {bytes([3, b, y]) for b in blue for y in yellow}, "Yellow has no other that lies covered"
    assert {state.deck[:1] for state in drawn} == {b"" for _state in drawn}


def test_every_ship_that_lies_face_down_may_come_next() -> None:
    view = BUCCANEER.observe(BUCCANEER.new(BUCCANEER.Options(), 4, bytes(32)), 0)
    drawn = [RULES.resample(view, Random(chance)).deck for chance in range(400)]
    unseen = set(range(15)) - set(view.table.ships)
    assert {deck[0] for deck in drawn} == {deck[-1] for deck in drawn} == unseen


# The sketch


@pytest.mark.parametrize("slips", [0.0, 0.1, 0.5])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_playout_goes_as_the_game_would_among_sailors(players: int, slips: float) -> None:
    for chance in range(3):
        for state in sailors_game(players, chance, slips)[::7]:
            for end in (RULES.chapter(state) + 1, RULES.chapter(state) + RULES.ahead, 15):
                assert RULES.playout(state, end, Random(0)) == Play.playout(RULES, state, end, Random(0))


@examples(60)
@any_moment
def test_and_from_any_moment_whatever_has_been_said(moment: Moment, chance: int) -> None:
    end = RULES.chapter(moment.state) + 1
    assert RULES.playout(moment.state, end, Random(chance)) == Play.playout(
        RULES, moment.state, end, Random(chance)
    )


@examples(60)
@any_moment
def test_a_sailor_in_a_playout_is_told_no_more_than_a_view_tells(moment: Moment, chance: int) -> None:
    for seat in BUCCANEER.to_act(moment.state):
        seen = BUCCANEER.observe(moment.state, seat)
        sensible = thinking.sensible(seen.table, seen.parties, seat, Random(chance))
        assert RULES.playout_action(moment.state, seat, Random(chance)) == sensible


def test_who_plays_in_a_playout_is_not_sure_of_what_is_about_as_good() -> None:
    state = BUCCANEER.new(BUCCANEER.Options(), 4, bytes(32))
    seat, sure = state.table.current, SAILOR.choose(BUCCANEER.observe(state, state.table.current), Random(0))
    tried = {RULES.playout_action(state, seat, Random(chance)) for chance in range(40)}
    assert {sure} < tried
    port = Port("r5 r4 r3 b2 y2", ships="Marlin")
    certain = {RULES.playout_action(port.state, 0, Random(chance)) for chance in range(40)}
    assert {action.split()[0] for action in certain} == {"board"}, "what is far better is done"


def test_a_playout_goes_on_where_all_disband_and_a_ship_sails_away() -> None:
    for stalled in (False, True):
        state = about_to_stall(stalled=stalled).state
        for end in (1, 2):
            assert RULES.playout(state, end, Random(0)) == Play.playout(RULES, state, end, Random(0))


@examples(40)
@any_moment
def test_a_thorough_look_finds_every_turn_there_is(moment: Moment, chance: int) -> None:
    state: State = moment.state
    if state.table.phase != "turn":
        return
    turns = Sketch(state.table, state.parties).turns(thorough=True)
    found = [action for turn in turns for action in thinking.spelled(turn)]
    legal = BUCCANEER.legal_actions(state, state.table.current)
    assert sorted(found) == sorted(action for action in legal if action.startswith(("move", "board")))


# What the table is worth


def expected(port: Port) -> dict[str, float]:
    return dict(zip(port.names, RULES.standing(port.state), strict=True))


def test_at_the_beginning_nobody_has_more_than_others_but_for_whose_turn_it_is() -> None:
    points = expected(Port(turn="Blue"))
    assert points["Blue"] > points["Yellow"] > points["Black"] > points["Red"] > 5


def test_a_party_that_can_board_is_worth_something_to_its_captain_and_what_it_pays_to_the_others() -> None:
    before, after = expected(Port(ships="Marlin")), expected(Port("r5 b5 b4 y2 r2", ships="Marlin"))
    assert after["Red"] > before["Red"] + 3
    assert after["Blue"] > after["Yellow"] + 2 > before["Yellow"] + 2
    assert after["Black"] == before["Black"]
    assert expected(Port("r5 b5 b4 y2 r2", ships="Orca"))["Red"] == before["Red"], "too small for any ship"


def test_ducats_count_as_they_are_and_booty_by_what_it_may_bring() -> None:
    nothing, rich = expected(Port()), expected(Port(ducats={"Red": 17}, booty={"Blue": "chest"}))
    assert rich["Red"] == nothing["Red"] + 7
    assert 1 < rich["Blue"] - nothing["Blue"] < 15


# What is sensible


def test_the_sailor_leads_with_its_dearest_pirate() -> None:
    assert sailors_turn(Port(ships="Minnow"), "Red").startswith("move r5 ")


def test_one_with_a_question_mark_leads_when_no_other_is_alone() -> None:
    port = Port("b5 r2 r3", "k5 r4 r5", ships="Orca", turn="Red", answers={})
    assert sailors_turn(port, "Red").startswith("move rq ")


def test_it_climbs_on_the_cheapest() -> None:
    assert sailors_turn(Port("b2 y5", "y2 k5", "k2 b5", ships="Sprat"), "Red") == "move r5 b3"


def test_what_is_worth_a_thought_begins_with_what_it_would_do_and_leaves_out_nothing() -> None:
    port = Port(ships="Minnow")
    actions = worth_a_thought(port, "Red")
    assert actions[0] == sailors_turn(port, "Red")
    assert sorted(actions) == sorted(port.legal("Red")), "a hint looks at all of them"
    assert len(actions) > MOST_WEIGHED, "a robot does not"


def test_to_call_a_mutiny_after_all_is_worth_a_thought_in_the_own_turn() -> None:
    parties = "k5 r2 r3 r4 b2", "r5 y2"
    let_be = Port(*parties, ships="Marlin Minnow", answers={"Red": LETS_BE})
    assert "challenge" in worth_a_thought(let_be, "Red")
    assert worth_a_thought(let_be, "Red")[0] == sailors_turn(let_be, "Red") != "challenge"
    called = Port(*parties, ships="Marlin Minnow", answers={"Red": CHALLENGES})
    assert not {"challenge", "let be"} & {*worth_a_thought(called, "Red")}


def test_both_pieces_of_a_ship_are_worth_a_thought() -> None:
    actions = worth_a_thought(Port("r5 b2 y2 k2 r2", ships="Marlin Minnow"), "Red")
    assert {"board r5 11 chest", "board r5 11 dagger"} <= set(actions)


def test_a_mutineer_thinks_about_both_answers() -> None:
    port = Port("r5 k2 k3 k4 b2 b3")
    assert worth_a_thought(port, "Black") == ("challenge", "let be")
    port.challenges("Black")
    assert worth_a_thought(port, "Black") == ("let be",)


def test_a_captain_under_mutiny_thinks_about_nothing_but_boarding() -> None:
    for said, word in ((CHALLENGES, "board"), (LETS_BE, "")):
        port = Port("r5 k2 k3 k4 b2 b3", ships="Swordfish Sprat", answers={"Black": said})
        kinds = {action.split()[0] for action in worth_a_thought(port, "Red")}
        assert kinds == ({word} if word else {"board", "move"})


def test_who_thinks_weighs_what_it_leaves_to_the_best_of_the_others() -> None:
    captain, rivals, for_itself = BUCCANEER.robots["captain"], Manner(malice=RULES.rivalry), 0
    for state in sailors_game(4, chance=1, slips=0.1)[:-1:6]:
        seen = BUCCANEER.observe(state, BUCCANEER.to_act(state)[0])
        actions = captain.shortlist(seen, Random(0))[:MOST_WEIGHED]
        chosen = {
            manner: best_of(compare(RULES, seen, actions, Random(5), 60, manner), manner).action
            for manner in (EVEN, rivals)
        }
        assert captain.choose(seen, Random(5), 60) == chosen[rivals]
        for_itself += chosen[EVEN] != chosen[rivals]
    assert for_itself, "it makes a difference"


# Those who are less good


def test_a_cabin_boy_does_what_a_sailor_does_and_else_just_anything() -> None:
    port = Port("r5 b2 y2 k2 r2", ships="Marlin Minnow")
    chosen = [CABIN_BOY.choose(port.view("Red"), Random(chance)) for chance in range(200)]
    assert 60 < chosen.count(sailors_turn(port, "Red")) < 120
    assert len(set(chosen)) > 40


def test_a_beginner_boards_what_is_worth_its_crew_and_else_gathers_one() -> None:
    def turn(port: Port) -> str:
        return Beginner().choose(port.view("Red"), Random(0))

    assert turn(Port("r5 b2 y2 k2 r2", ships="Marlin Minnow")) == "board r5 11 chest"
    assert turn(Port("r2 b5 k5 y5", ships="Sprat Orca")).startswith("move r2 "), "8 ducats for three others"
    assert turn(Port(ships="Minnow")) == "move r2 b2"

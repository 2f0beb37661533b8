"""Hints and judgements: the better choice is found, what is equal is called so, and every reason is short."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import Reader
from games import catalogue
from games.contract import Action, Event, Observation, Options, Study
from games.text import Text, _, english
from games.thinking.analysis import MOST_NAMED, Judgement, judge, summed_up
from games.thinking.hints import Hint, did_of, hint, in_hindsight, label_of, often, why_did
from games.thinking.study import MOST_STUDIED, advised, study
from tests.games.hidden import OTHERWISE
from tests.games.playing import GAMES, Moment, moments
from tests.games.skull_king.tavern import SKULL_KING, Tavern
from tests.plugin_game.doubloons.game import Doubloons
from tests.plugin_game.doubloons.state import State, View
from tests.support.examples import examples

LANGUAGES = ("en", "de", "fr", "it")
MOST_WORDS = 40
FEW = 4
"""Deals after which there is something to say, true or not."""

Brings = Callable[[int, State], float]
"""What a card brings: by its place in the hand, and where the others lie."""


class Toy(Doubloons):
    """Doubloons in which a card brings at once what the test says."""

    def __init__(self, brings: Brings, said: Text | None = None) -> None:
        self.brings = brings
        self.said = said
        self.held = VIEW.hand

    def chapter(self, state: State) -> int:
        return len(state.table.played)

    def standing(self, state: State) -> tuple[float, ...]:
        played = state.table.played
        return (self.brings(self.held.index(played[0]), state) if played else 0.0, 0.0)

    def measured(self, observation: View, action: Action, events: Sequence[Event]) -> dict[str, float]:
        return {"events": len(events)}

    def reason(self, observation: View, study: Study) -> Text | None:
        return self.said

    def mistake(self, observation: View, study: Study, action: Action) -> Text | None:
        return _("You played too low") if action < study.best.action else _("You played too high")


class Rich(Toy):
    """One in which nobody cares for seven points."""

    nearly = 7.5


DOUBLOONS = Doubloons()
VIEW: View = DOUBLOONS.observe(DOUBLOONS.new(Options(), 2, bytes(32)), 0)


def luck(state: State) -> float:
    """The same for all choices on one deal."""
    return float(sum(state.hands[1]))


def noise(place: int, state: State) -> float:
    """Another for each choice, by where the cards lie: 0 on average."""
    return (crc32(repr((place, state.hands[1])).encode()) % 1001 - 500) / 100


def third_is_best(place: int, state: State) -> float:
    return 7.0 * (place == 2) + luck(state)


def all_are_alike(place: int, state: State) -> float:
    return noise(place, state) + luck(state)


def test_the_clearly_better_choice_is_found_however_much_the_deals_differ() -> None:
    found = study(Toy(third_is_best), VIEW, Random(1), 20)
    assert found.best.action == VIEW.legal[2]
    assert found.clear
    assert [round(each.behind, 6) for each in found.weighed] == [0, 7, 7, 7, 7, 7]
    assert found.best.figures == pytest.approx({"events": 1})
    assert hint(Toy(third_is_best), VIEW, Random(1)).choice == label_of(DOUBLOONS, VIEW, VIEW.legal[2])


def third_brings_much_or_costs_much(place: int, state: State) -> float:
    """On average three points more than any other."""
    much = 12.0 * (-1) ** crc32(repr(state.hands[1]).encode())
    return 3.0 + much if place == 2 else noise(place, state) / 5


def test_what_brings_now_much_now_nothing_is_looked_at_again_before_it_is_given_up() -> None:
    toy = Toy(third_brings_much_or_costs_much)
    found = [advised(toy, VIEW, Random(chance), 40).best.action for chance in range(100)]
    # Where the three that looked best at first were looked at again it was left out 13 times.
    assert len([each for each in found if each != VIEW.legal[2]]) <= 8


def test_what_a_choice_is_better_by_is_told_where_the_game_has_nothing_better_to_say() -> None:
    told = hint(Toy(third_is_best), VIEW, Random(1))
    assert re.fullmatch(
        r"7 points better on average than Card .*, in \d+ deals like yours\.", english(told.why)
    )
    assert told.figure is None, "it stands there already"


def test_the_games_own_reason_stands_by_itself_and_the_figure_is_there_for_whoever_asks() -> None:
    said = _("Play the third: it is the best.")
    told = hint(Toy(third_is_best, said), VIEW, Random(1))
    assert (told.choice, told.why) == (None, said)
    assert told.figure is not None
    assert "7 points better" in english(told.figure)


def test_what_is_about_equal_is_named_all_the_same_and_called_so() -> None:
    told = hint(Toy(all_are_alike, _("Play the third.")), VIEW, Random(1))
    assert (told.choice, english(told.why)) == (None, "Nearly the same. Play the third.")
    rich = hint(Rich(third_is_best, _("Play the third.")), VIEW, Random(1))
    assert english(rich.why) == "Nearly the same. Play the third."
    plain = hint(Toy(all_are_alike), VIEW, Random(1))
    assert plain.choice is not None
    assert english(plain.why).endswith("is nearly as good.")


def test_what_is_certain_needs_no_playout() -> None:
    class Certain(Toy):
        def certain(self, observation: View) -> tuple[Action, ...]:
            return observation.legal[3:4]

        def playout(self, state: State, end: int, random: Random) -> tuple[float, ...]:
            raise AssertionError

    said = _("Play the fourth: it is sure.")
    assert hint(Certain(third_is_best, said), VIEW, Random(1)) == Hint(None, said)
    assert advised(Certain(third_is_best), VIEW, Random(1), FEW).best.action == VIEW.legal[3]


@pytest.mark.long
def test_in_the_middle_of_a_choice_a_hint_tells_how_to_go_on() -> None:
    game = catalogue.game("skull-queen")
    view = game.observe(game.new(game.Options(), 4, bytes(32)), 0)
    menu = game.steps(view, ())
    assert menu is not None
    for begun in menu.choices:
        told = hint(game, view, Random(2), 3, chosen=(begun.value,))
        words = english(told.choice or told.why)
        asked = game.steps(view, (begun.value,))
        assert asked is not None
        assert any(english(choice.label) in words for choice in asked.choices)
        assert english(begun.label) not in words
        assert re.search(r": your .* push the .* pirate (up|down)\.$", english(told.why))


def test_who_has_begun_a_choice_has_the_games_own_reason_for_the_whole() -> None:
    table = Tavern(Anne="g2 y9", Bob="g3 y3", Cora="tigress y2").bidding(Cora=1)
    view = table.plays("Anne leads g2, Bob plays g3").view("Cora")
    told = hint(SKULL_KING, view, Random(1), FEW, chosen=("tigress",))
    assert told.choice is None
    assert english(told.why).removeprefix("Nearly the same. ") == (
        "🐯 Tigress as a pirate: nobody can beat it, and you need 1 more trick."
    )


def test_what_no_robot_would_begin_with_is_looked_at_all_the_same() -> None:
    legal = VIEW.legal
    found = study(Toy(third_is_best), VIEW, Random(1), FEW, among=legal[3:5])
    assert {each.action for each in found.weighed} == {*legal[3:5]}


def test_a_card_that_is_dropped_is_named_with_its_colour() -> None:
    game = catalogue.game("corsari")
    state = game.new(game.Options(), 3, bytes(32))
    state, _events = game.apply(state, game.to_act(state)[0], "draw stock")
    view = game.observe(state, game.to_act(state)[0])
    names = {english(label_of(game, view, action)) for action in view.legal if action.startswith("drop ")}
    assert names
    assert all(len(name.split()) >= 2 and ":" not in name for name in names)


def test_where_there_is_no_choice_nothing_is_compared() -> None:
    last = DOUBLOONS.new(Options(), 2, bytes(32))
    only: View = DOUBLOONS.observe(State(last.table, (last.hands[0][:1], last.hands[1][:1]), last.seed), 0)
    told = hint(Toy(third_is_best), only, Random(1), 2)
    assert told.choice == label_of(DOUBLOONS, only, only.legal[0])
    assert english(told.why) == "You have no other choice."


def test_nobody_is_told_anything_who_is_asked_for_nothing() -> None:
    waiting = DOUBLOONS.observe(DOUBLOONS.new(Options(), 2, bytes(32)), 1)
    with pytest.raises(ValueError, match="Nobody is asked"):
        hint(DOUBLOONS, waiting, Random(1))


@given(st.integers(0, 2**32), st.integers(0, 5))
@examples(10)
def test_as_many_choices_are_compared_as_a_person_takes_in_and_the_one_made_is_among_them(
    chance: int, made: int
) -> None:
    found = study(Toy(third_is_best), VIEW, Random(chance), FEW, (VIEW.legal[made],))
    assert len(found.weighed) <= MOST_STUDIED
    assert found.of(VIEW.legal[made]).action == VIEW.legal[made]
    with pytest.raises(KeyError):
        found.of("play nothing")


# Judged afterwards


def test_why_somebody_did_something_is_what_a_hint_would_say_unless_something_else_was_better() -> None:
    said = _("Play the third: it is the best.")
    toy = Toy(third_is_best, said)
    assert why_did(toy, VIEW, VIEW.legal[2], Random(1), FEW) == said
    other = english(why_did(toy, VIEW, VIEW.legal[1], Random(1), FEW))
    assert other.endswith(" would have been 7 points better.")
    silent = why_did(Toy(all_are_alike), VIEW, VIEW.legal[0], Random(1))
    assert english(silent) == "Nothing else looked better."


def test_a_slip_says_what_was_done_and_why_something_else_was_better() -> None:
    said = _("Play the third: it is the best.")
    slip = judged(Toy(third_is_best, said), 4)
    assert slip.why == said
    assert slip.did is not None
    told = english(in_hindsight(DOUBLOONS, slip.did, slip.best, slip.lost))
    assert told == f"You chose {english(slip.chosen)}. {english(slip.best)} would have been 7 points better."
    assert judged(Toy(third_is_best, said), 2).why is None, "nothing was better"


def judged(toy: Toy, place: int, number: int = 0, chapter: int = 0) -> Judgement:
    return judge(toy, VIEW, VIEW.legal[place], chapter, number, Random(1))


def test_a_choice_has_lost_what_the_best_would_have_brought_more_and_is_of_a_kind() -> None:
    slip = judged(Toy(third_is_best), 4)
    assert slip.lost == pytest.approx(7)
    assert slip.mistake is not None
    assert slip.chosen == label_of(DOUBLOONS, VIEW, VIEW.legal[4])
    assert slip.best == label_of(DOUBLOONS, VIEW, VIEW.legal[2])
    best = judged(Toy(third_is_best), 2)
    assert (best.lost, best.mistake) == (0, None)


def test_what_can_be_chance_is_seldom_called_lost() -> None:
    toy = Toy(all_are_alike)
    close = [
        judge(toy, VIEW, VIEW.legal[place], 0, 0, Random(chance))
        for chance in range(10)
        for place in range(len(VIEW.legal))
    ]
    assert all((each.lost > 0) == (each.mistake is not None) for each in close)
    assert sum(each.lost > 0 for each in close) <= len(close) / 5


def test_a_game_is_summed_up_by_what_was_lost_in_it() -> None:
    high, low = _("You played too high"), _("You played too low")
    choices = [(0, 1.0, high, 0), (1, 0.0, None, 0), (2, 5.0, low, 1), (3, 3.0, high, 1), (4, 3.0, high, 2)]
    headline = _("Round {round} of {rounds}", round=1, rounds=6)
    made = [
        Judgement(number, headline, headline, headline, lost, 10.0 + number, chapter, mistake)
        for number, lost, mistake, chapter in choices
    ]
    analysis = summed_up(DOUBLOONS, made)
    assert (analysis.choices, analysis.slips, analysis.lost) == (5, 4, 12)
    assert [slip.number for slip in analysis.worst] == [2, 3, 4]
    assert len(analysis.worst) == MOST_NAMED
    assert analysis.mistakes == (high, low), "7 points against 5"
    assert analysis.worth == 10 + 12 + 14, "each chapter counts once, from where it began"


# What the games say


@pytest.mark.parametrize(
    ("share", "said"),
    [(0, "almost never"), (0.1, "1 time in 10"), (0.74, "7 times in 10"), (0.97, "almost always")],
)
def test_a_share_is_told_in_tenths(share: float, said: str) -> None:
    assert english(often(share)) == said


@examples(120, deadline=None)
@given(moments(GAMES), st.integers(0, 2**32))
@pytest.mark.long
def test_whatever_a_game_says_is_short_in_every_language_and_comes_from_what_the_seat_knows(
    moment: Moment, chance: int
) -> None:
    game = moment.game

    def studied(observation: Observation) -> Study:
        with pytest.MonkeyPatch.context() as patch:  # whichever choices drop out at the first look
            patch.setattr("games.thinking.study.FIRST_DEALS", 1)
            return study(game, observation, Random(chance), FEW)

    for seat in game.to_act(moment.state)[:1]:
        observation = game.observe(moment.state, seat)
        found = studied(observation)
        if len(found.weighed) < 2:
            continue
        other = OTHERWISE[game.slug](moment.state, seat, Random(chance))
        again = game.observe(other, seat)
        told = [game.reason(observation, found)]
        told += [game.mistake(observation, found, each.action) for each in found.weighed[1:]]
        told += [did_of(game, observation, each.action) for each in found.weighed]
        same = studied(again)
        assert told[0] == game.reason(again, same)
        for text in filter(None, told):
            for language in LANGUAGES:
                said = Reader(language, game, dict.fromkeys(moment.seats, "Anne")).plain(text)
                assert 0 < len(said.split()) <= MOST_WORDS, said

"""Why a choice is best, and what kind of mistake another is, where both are known."""

from __future__ import annotations

from random import Random

import pytest

from games.contract import Action, Study, Weighed
from games.thinking.levels import CAPTAIN, SAILOR
from games.thinking.study import advised
from tests.games.corsari.quay import CORSARI, Quay

HANDS = {"Anne": "orange 1 2 3 4 5 6 7 8, blue 9 10, grey 9 11", "Bob": "grey 4, pink 3 4 5 6, purple 1 2 3"}


def found(*choices: tuple[Action, dict[str, float]]) -> Study:
    """A study of these choices, the best first."""
    return Study(20, tuple(Weighed(each, 0, 5.0 * at, 1, told) for at, (each, told) in enumerate(choices)))


def drawing() -> Quay:
    return Quay(pier="green 5 4, red 3", discard="orange 9", hands=HANDS)


def dropping() -> Quay:
    return drawing().draws("Anne", "discard")


def why(quay: Quay, *choices: tuple[Action, dict[str, float]]) -> str:
    return quay.say(CORSARI.reason(quay.view("Anne"), found(*choices)))


def test_setting_sail_is_told_by_how_often_it_goes_wrong() -> None:
    waiting = ("drop grey11", {"clean": 0.5})
    assert why(dropping(), ("sail", {"sunk": 0.1}), waiting) == "Set sail: hardly anybody gets down to 18."
    assert why(dropping(), ("sail", {"sunk": 0.3}), waiting) == (
        "Set sail: somebody may sink you at 18, but waiting is worse."
    )
    assert why(dropping(), ("sail", {"sunk": 0.7}), waiting) == (
        "Set sail: 18 is a risk, but they'll soon be lower."
    )
    assert why(dropping(), waiting, ("sail", {"sunk": 0.6})) == (
        "Drop 🦈 Grey 11, don't sail yet: with 18 somebody would likely sink you."
    )


def test_who_can_sail_without_a_stowaway_surely_does() -> None:
    clean = "orange 1 2 3 4 5 6 7, blue 9 10 11, grey 9"
    quay = Quay(pier="green 5 4, red 3", discard="orange 8", hands={**HANDS, "Anne": clean})
    view = quay.draws("Anne", "discard").view("Anne")
    assert CORSARI.certain(view) == ("sail",)
    assert why(quay, ("sail", {})) == "Set sail: without a single stowaway you win at once."
    for name in (SAILOR, CAPTAIN):
        assert CORSARI.robots[name].choose(view, Random(1), 40) == "sail"


def test_a_draw_and_a_drop_are_told_by_the_limit() -> None:
    stock, discard = ("draw stock", {}), ("draw discard", {})
    assert why(drawing(), discard, stock) == (
        "Take 🍊 Orange 9 from the discards: your limit can come down to 18."
    )
    assert why(drawing(), stock, discard) == (
        "Draw from the stock: it may well bring something better than what lies open."
    )
    assert why(dropping(), ("drop grey11", {}), ("drop orange1", {})) == (
        "Drop 🦈 Grey 11: that brings your limit down to 18."
    )
    assert why(dropping(), ("drop orange1", {}), ("drop grey11", {})) == (
        "Drop 🍊 Orange 1: with what you keep, more cards help you."
    )


def with_one_card_on_the_pier() -> Quay:
    """Anne has a bad hand, late in a hand in which the others may sail any moment."""
    bad = "orange 9 10, blue 9 10, grey 9 10, pink 9 10, purple 9 10, red 9, brown 9, yellow 9"
    others = {"Bob": "orange 1 2 3 4 5 6 7 8, blue 1 2 3 4 5", "Cora": "grey 1 2 3 4 5 6 7, pink 1 2 3 4 5 6"}
    return Quay(pier="green 5", discard="sky 11", hands={"Anne": bad, **others}).having(turn=24)


def test_who_has_a_bad_hand_is_told_to_end_it_with_the_piers_last_card() -> None:
    quay = with_one_card_on_the_pier()
    told = advised(CORSARI, quay.view("Anne"), Random(1), 4)
    assert told.clear
    assert quay.say(CORSARI.reason(quay.view("Anne"), told)) == (
        "Take 🐢 Green 5 from the pier: it's the last one, so this hand doesn't count."
    )
    assert CORSARI.robots[CAPTAIN].choose(quay.view("Anne"), Random(1), 40) == "draw pier"


def test_who_is_ahead_may_take_more_cards_to_end_the_game_and_is_told_why() -> None:
    hands = {
        "Anne": "blue 1 2, orange 1",
        "Bob": "grey 7 8 9, pink 7 8 9, brown 7 8 9, purple 7",
        "Cora": "red 1",
    }

    def answering(counts: dict[str, int]) -> Quay:
        return Quay(stock="sky 9", penalties=counts, hands=hands).sails("Anne", "sky 9", crew="blue")

    ahead, behind = answering({"Anne": 18, "Cora": 16}), answering({"Anne": 17, "Bob": 17})
    robot, best = CORSARI.robots[CAPTAIN], "crew grey pink"
    assert robot.shortlist(ahead.view("Bob"), Random(1))[1:] == ("crew none",)
    assert robot.shortlist(behind.view("Bob"), Random(1))[1:] == ()
    told = CORSARI.reason(ahead.view("Bob"), found(("crew none", {}), (best, {})))
    assert ahead.say(told) == "Pick no crew: with more penalty cards the game ends sooner, and you're ahead."
    usual = CORSARI.reason(ahead.view("Bob"), found((best, {}), ("crew none", {})))
    assert "that leaves a limit of" in ahead.say(usual)


def test_to_end_a_hand_or_not_is_no_matter_of_what_the_card_is_good_for() -> None:
    view = with_one_card_on_the_pier().view("Anne")
    for better, made in (("draw pier", "draw stock"), ("draw stock", "draw pier")):
        kind = CORSARI.mistake(view, found((better, {}), (made, {})), made)
        assert kind is not None
        assert kind.message == "You drew from the wrong pile"


@pytest.mark.parametrize(
    ("better", "made", "kind"),
    [
        ("drop grey11", "sail", "You set sail too early"),
        ("sail", "drop grey11", "You waited too long to set sail"),
        ("drop grey11", "drop orange1", "You dropped a card that you needed"),
        ("drop orange1", "drop grey11", None),
        ("draw discard", "draw stock", "You left an open card lying that you needed"),
        ("draw stock", "draw pier", "You took an open card of little use"),
        ("draw pier", "draw discard", "You drew from the wrong pile"),
        ("crew orange", "crew blue", "You picked the wrong crew"),
        ("attach grey9 crew orange", "crew orange", "You attached the wrong cards"),
    ],
)
def test_a_mistake_is_called_by_its_kind(better: Action, made: Action, kind: str | None) -> None:
    quay = dropping()
    said = CORSARI.mistake(quay.view("Anne"), found((better, {}), (made, {})), made)
    assert (said and quay.say(said)) == kind


def test_what_happened_in_a_playout_is_measured() -> None:
    quay = dropping()
    view, since = quay.view("Anne"), len(quay.events)
    quay.sails("Anne", dropping="grey 11", crew="orange blue").answers("Bob", crew="pink purple")
    measured = CORSARI.measured(view, "sail", quay.events[since:])
    assert measured == {"closed": 1, "sunk": 1, "clean": 0, "cards": measured["cards"]}
    assert measured["cards"] > 0

"""Why a choice is best, and what kind of mistake another is, where both are known."""

from __future__ import annotations

import pytest

from games.contract import Action, Study, Weighed
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


def test_setting_sail_is_told_by_the_limit_and_by_how_often_it_goes_wrong() -> None:
    sailing, waiting = ("sail", {"sunk": 0.1, "clean": 0.9}), ("drop grey11", {"clean": 0.5})
    assert why(dropping(), sailing, waiting) == (
        "Set sail: your limit is 18, and the others sink you 1 time in 10."
    )
    assert why(dropping(), waiting, ("sail", {"sunk": 0.6})) == (
        "Don't sail yet, drop 🦈 Grey 11: if you sail now with a limit of 18, the others sink you 6 "
        "times in 10."
    )


def test_a_choice_is_told_by_penalty_cards_or_by_who_sails_or_by_the_limit() -> None:
    stock, discard = ("draw stock", {"clean": 0.4}), ("draw discard", {"clean": 0.7})
    assert why(drawing(), discard, stock) == (
        "Take 🍊 Orange 9 from the discards: you get away without a penalty card 7 times in 10. Draw from "
        "the stock: 4 times in 10."
    )
    first, second = ("drop grey11", {"closed": 0.7}), ("drop grey9", {"closed": 0.3})
    assert why(dropping(), first, second) == (
        "Drop 🦈 Grey 11: you are the one who sets sail 7 times in 10. Drop 🦈 Grey 9: 3 times in 10."
    )
    assert why(dropping(), ("drop grey11", {}), ("drop orange1", {})) == (
        "Drop 🦈 Grey 11: your limit is 18 then. Drop 🍊 Orange 1: 28."
    )
    view = drawing().view("Anne")
    assert CORSARI.reason(view, found(("draw stock", {}), ("draw discard", {}))) is None


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

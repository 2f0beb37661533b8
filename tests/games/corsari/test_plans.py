"""Planning the next draw while others play."""

from __future__ import annotations

import pytest

from tests.games.corsari.quay import CORSARI, Quay
from tests.games.planning import actions, surprises


def quay(pier: str = "green 11, green 10 9", discard: str = "yellow 11") -> Quay:
    return Quay(pier, discard, Anne="blue 9, grey 1", Bob="orange 5 4, purple 3, red 2 8", Cora="sky 3 2")


def who_plans(name: str, action: str, before: Quay, *turns: tuple[str, str, str]) -> set[str]:
    """What has surprised somebody after these turns."""
    view = before.view(name)
    for turn in turns:
        before.turn(*turn)
    return surprises(CORSARI, action, view, before.view(name), before.events)


def test_a_draw_can_be_planned_from_stock_discards_and_pier() -> None:
    assert actions(CORSARI, quay().view("Bob")) == {"draw stock", "draw discard", "draw pier"}


def test_nothing_is_planned_once_somebody_sails() -> None:
    sailing = quay().draws("Anne").acts("Anne", "sail")
    assert CORSARI.plans(sailing.view("Bob")) is None
    assert CORSARI.plans(quay().view()) is None


def test_a_draw_from_the_pier_changes_what_was_planned() -> None:
    assert "pier" in who_plans("Bob", "draw stock", quay(), ("Anne", "pier", "blue 9"))
    assert "pier" not in who_plans("Bob", "draw stock", quay(), ("Anne", "stock", "blue 9"))


def test_a_helpful_discard_is_a_surprise_to_who_plans_to_draw_from_the_stock() -> None:
    helpful = Quay(discard="yellow 11", Anne="orange 8, grey 1", Bob="orange 5 4, purple 3, red 2 8")
    assert "better" in who_plans("Bob", "draw stock", helpful, ("Anne", "stock", "orange 8"))
    assert "useless" not in who_plans("Bob", "draw stock", quay(), ("Anne", "stock", "blue 9"))


def test_a_useless_discard_is_a_surprise_to_who_plans_to_take_it() -> None:
    useless = Quay(Anne="red 9, grey 1", Bob="orange 5 4, purple 3")
    assert "useless" in who_plans("Bob", "draw discard", useless, ("Anne", "stock", "red 9"))


def test_another_hand_cancels_every_plan() -> None:
    void = quay(pier="green 11")
    view = void.view("Bob")
    menu = CORSARI.plans(view)
    assert menu is not None
    fixed = {each.name for each in menu.surprises if each.fixed}
    assert fixed == {"new-hand"}
    void.draws("Anne", "pier")
    assert "new-hand" in surprises(CORSARI, "draw stock", view, void.view("Bob"), void.events)


def test_the_last_card_of_the_pier_is_no_better_than_the_stock() -> None:
    last = quay(pier="green 11")
    assert "better" not in who_plans("Bob", "draw stock", last, ("Anne", "stock", "blue 9"))


def test_nobody_knows_other_surprises_or_plans() -> None:
    with pytest.raises(ValueError, match="no surprise"):
        CORSARI.surprised("earthquake", "draw stock", quay().view("Bob"), ())
    with pytest.raises(ValueError, match="plan"):
        CORSARI.surprised("pier", "sail", quay().view("Bob"), ())

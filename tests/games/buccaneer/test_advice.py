"""Why a choice is best, and what kind of mistake another is, where both are known."""

from __future__ import annotations

import pytest

from games.contract import Action, Study, Weighed
from tests.games.buccaneer.port import BUCCANEER, Port


def found(*choices: tuple[Action, dict[str, float]]) -> Study:
    """A study of these choices, the best first, ten ducats apart."""
    return Study(20, tuple(Weighed(each, 0, 10.0 * at, 1, told) for at, (each, told) in enumerate(choices)))


def why(port: Port, name: str, told: Study) -> str:
    return port.say(BUCCANEER.reason(port.view(name), told))


FULL = Port("r5 r2 r3 b2 y2", ships="Marlin", turn="Red")
"""Red can board, and should: it is the last ship."""


def test_a_ship_is_boarded_for_what_it_brings_or_for_the_better_piece() -> None:
    waiting = found(("board r5 11 chest", {"boards": 1, "now": 18}), ("move r5 k2", {"boards": 0.3}))
    assert why(FULL, "Red", waiting) == (
        "Board the Marlin (I): +18 in ducats for you, and this: 💰 treasure chest."
    )
    other = found(("board r5 11 chest", {}), ("board r5 11 dagger", {}))
    assert (
        why(FULL, "Red", other)
        == "Board the Marlin (I), and take this: 💰 treasure chest. You make more of it."
    )


def test_a_climb_is_told_by_the_ships_it_leads_to() -> None:
    moved = ("move r5 k2", {"boards": 0.8, "ducats": 9})
    assert why(FULL, "Red", found(moved, ("move r5 b3", {"boards": 0.4, "ducats": 2}))) == (
        "Put Red 5 on Black 2: that way you should soon board a ship."
    )
    assert why(FULL, "Red", found(moved, ("move r5 b3", {"boards": 0.8, "ducats": 2}))) == (
        "Put Red 5 on Black 2: the next two ships should bring you more."
    )
    climbed = found(moved, ("move r4 b3", {"boards": 0.8, "ducats": 9, "climbed": 0.6}))
    assert why(FULL, "Red", climbed) == "Put Red 5 on Black 2: on Red 4 somebody would likely climb."
    elsewhere = found(moved, ("move r5 b3", {"boards": 0.8, "ducats": 9, "climbed": 0.6}))
    assert "on Red 5 somebody" not in why(FULL, "Red", elsewhere), "that is what is advised"
    dear = found(moved, ("board r5 11 chest", {"boards": 1, "ducats": -4, "now": -4}))
    assert why(FULL, "Red", dear) == (
        "Put Red 5 on Black 2, and leave the Marlin (I) for now: it brings you only +18 in ducats."
    )
    alike = {"boards": 0.3, "ducats": 9.0}
    assert why(FULL, "Red", found(("move r5 k2", alike), ("move r4 k2", alike))) == (
        "Put Red 5 on Black 2: with an expensive pirate on top, fewer climb on you."
    )
    assert why(FULL, "Red", found(("move r4 k2", alike), ("move r5 k2", alike))) == (
        "Put Red 4 on Black 2: you lead 2 pirates then."
    )


def test_a_mutiny_is_told_by_what_it_should_bring() -> None:
    port = Port("r2 b2 b3 b4", ships="Dolphin", behind="Marlin", turn="Red")
    rise, rest = ("challenge", {"ducats": 16.0}), ("let be", {"ducats": 12.0})
    assert why(port, "Blue", found(rise, rest)) == "Mutiny against Red: you should come out richer."
    assert why(port, "Blue", found(rest, rise)) == "Let Red be: a mutiny should bring you less."


@pytest.mark.parametrize(
    ("made", "better", "kind"),
    [
        ("board r5 11 chest", "move r5 k2", "You boarded too soon"),
        ("move r5 k2", "board r5 11 chest", "You waited too long to board"),
        ("board r5 11 chest", "board r5 3 dagger", "You boarded the wrong ship"),
        ("board r5 11 chest", "board r5 11 dagger", "You took the wrong piece of booty"),
        ("board r4 11 chest", "board r5 11 chest", None),
        ("move r5 k2", "move r5 k3", "You climbed on the wrong party"),
        ("move r4 k2", "move r5 k2", None),
        ("challenge", "let be", "You called a mutiny that didn't pay"),
        ("let be", "challenge", "You missed a mutiny that paid"),
    ],
)
def test_a_mistake_is_called_by_its_kind(made: Action, better: Action, kind: str | None) -> None:
    said = BUCCANEER.mistake(FULL.view("Red"), found((better, {}), (made, {})), made)
    assert (said and FULL.say(said)) == kind


def test_a_party_that_others_climb_on_was_built_for_them() -> None:
    made = found(("move r5 k2", {"climbed": 0.1}), ("move r5 b3", {"climbed": 0.8}))
    said = BUCCANEER.mistake(FULL.view("Red"), made, "move r5 b3")
    assert FULL.say(said) == "You built a party for others to take over"


def test_what_happened_in_a_playout_is_measured() -> None:
    port = Port("r5 r2 r3 b2 y2", ships="Marlin Minnow", turn="Red")
    view = port.view("Red")
    port.boards("Red", "r5", "Marlin", taking="chest")
    measured = BUCCANEER.measured(view, "board r5 11 chest", port.events)
    assert measured == {"boards": 1, "ducats": 18, "now": 18, "climbed": 0}
    climbing = Port("r5 r2", ships="Marlin", turn="Red")
    view = climbing.view("Red")
    climbing.moves("Red", "r5", "b2").moves("Blue", "b3", "r5")
    assert BUCCANEER.measured(view, "move r5 b2", climbing.events)["climbed"] == 1

"""Which games there are, and what happens to plug-ins that are none."""

from __future__ import annotations

import logging
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from games.catalogue import BUILT_IN, GROUP, catalogue, collected, game
from games.contract import AnyGame
from games.skull_king import SkullKing
from games.text import _


class Dice(SkullKing):
    """A game that some package brings."""

    slug = "dice"
    title = _("Dice")


DICE = Dice()


class ShoutedSlug(SkullKing):
    """A game whose slug is none."""

    slug = "Dice!"


class Unready(SkullKing):
    """A game that fails when it is made."""

    def __init__(self) -> None:
        raise OSError("no dice")


NO_GAME = object()


def entry(name: str) -> EntryPoint:
    return EntryPoint(name, f"{__name__}:{name}", GROUP)


def found(*names: str) -> dict[str, AnyGame]:
    return collected(BUILT_IN, [entry(name) for name in names])


def test_the_catalogue_has_the_built_in_games_and_is_made_once() -> None:
    assert isinstance(catalogue()["skull-king"], SkullKing)
    assert catalogue() is catalogue()
    assert game("skull-king") is catalogue()["skull-king"]


def test_an_unknown_slug_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        game("ludo")


def test_a_package_that_is_installed_brings_its_games_by_the_group_of_entry_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "dice_game-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: dice-game\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text(f"[tortuga.games]\ndice = {__name__}:Dice\n")
    monkeypatch.syspath_prepend(tmp_path)
    found_anew = catalogue.__wrapped__()
    assert isinstance(found_anew["dice"], Dice)
    assert [*found_anew] == [*(game.slug for game in BUILT_IN), "dice"]


@pytest.mark.parametrize("name", ["Dice", "DICE"])
def test_a_package_brings_a_game_as_an_instance_or_as_a_class(name: str) -> None:
    assert list(found(name)) == [*(game.slug for game in BUILT_IN), "dice"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("NO_GAME", "it is no Game of games.contract"),
        ("Missing", "it cannot be loaded (AttributeError"),
        ("Unready", "it cannot be loaded (OSError: no dice)"),
        ("ShoutedSlug", "its slug 'Dice!' is not lower-case words with hyphens"),
        ("SkullKing", "there is a game skull-king already"),
    ],
)
def test_a_plug_in_that_cannot_be_used_is_left_out_with_the_reason(
    name: str, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert list(found(name, "DICE")) == [*(game.slug for game in BUILT_IN), "dice"]
    assert [record.name for record in caplog.records] == ["games.catalogue"]
    (record,) = caplog.records
    assert record.getMessage().startswith(f"The plug-in {name} ({__name__}:{name}) is left out: {reason}")


def test_of_two_plug_ins_with_one_slug_the_first_by_name_stays() -> None:
    assert found("Dice", "DICE")["dice"] is DICE

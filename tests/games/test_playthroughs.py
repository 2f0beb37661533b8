"""Every game is told once from end to end, and the telling changes with nobody unaware."""

from __future__ import annotations

from dataclasses import replace
from difflib import unified_diff
from itertools import islice
from typing import Any

import pytest

from games.catalogue import catalogue
from games.contract import AnyGame, Board
from games.text import _
from tests.games.playthrough import FOLDER, Playthrough, lines_of, playthroughs, text_of
from tests.games.sight import Sight, change
from tests.games.variants import VARIANTS

ALL = playthroughs()
MOST_LINES = 3200
"""Somebody is to read them."""
every = pytest.mark.parametrize("playthrough", ALL.values(), ids=ALL)


@every
@pytest.mark.long
def test_the_game_is_still_told_as_it_was_read(playthrough: Playthrough) -> None:
    told = playthrough.path.read_text(encoding="utf-8") if playthrough.path.exists() else ""
    now = text_of(playthrough)
    changed = islice(unified_diff(told.splitlines(), now.splitlines(), "as read", "now", lineterm=""), 60)
    assert told == now, "\n".join(
        ["If this is meant: python -m tests.games.playthrough, and read what has changed.", *changed]
    )


@pytest.mark.parametrize("slug", catalogue())
def test_every_game_and_edition_is_told(slug: str) -> None:
    game, variants = catalogue()[slug], VARIANTS.get(slug, {})
    assert variants, f"tests/games/variants.py has no playthrough of {slug}"
    editions = [field for field in game.option_fields(game.Options()) if field.name == "edition"]
    for field in editions:
        told = {getattr(variant.options_of(game), field.name) for variant in variants.values()}
        assert told == {value.value for value in field.values}


@every
def test_what_is_told_is_a_game_that_can_be_set_up_so(playthrough: Playthrough) -> None:
    options = playthrough.variant.options_of(playthrough.game)
    assert playthrough.variant.players in playthrough.game.players_for(options)
    assert set(playthrough.variant.options) <= {
        field.name for field in playthrough.game.option_fields(options)
    }


def test_no_text_is_left_of_a_game_that_is_not_told_any_more() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {each.path.name for each in ALL.values()}


@every
def test_the_text_can_be_read_in_one_sitting(playthrough: Playthrough) -> None:
    assert playthrough.path.read_text(encoding="utf-8").count("\n") <= MOST_LINES


# That the tests above can fail: a change in the game is a change in its text


class Reworded:
    """A game in which the board's headline is another one."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def board(self, observation: Any) -> Board:
        board = self._game.board(observation)
        return Board(_("Hush!"), board.turn, board.table, board.seats, board.recap)


def beginning(playthrough: Playthrough) -> list[str]:
    """The heading, the deal and the first few actions."""
    return list(islice(lines_of(playthrough), 100))


@every
def test_other_words_make_another_text(playthrough: Playthrough) -> None:
    reworded: Any = Reworded(playthrough.game)
    assert beginning(replace(playthrough, game=reworded)) != beginning(playthrough)


@every
def test_a_variant_says_by_whom_it_is_played_and_which_game_is_drawn(playthrough: Playthrough) -> None:
    robot = next(iter(playthrough.game.robots))
    others = (replace(playthrough.variant, robot=robot), replace(playthrough.variant, draw=99))
    by_robot, drawn = (beginning(replace(playthrough, variant=other)) for other in others)
    assert any(line.endswith(f"actions: robot {robot}") for line in by_robot)
    assert drawn != beginning(playthrough)


def test_lines_that_went_and_came_are_told_and_what_stayed_is_not() -> None:
    before = Sight({"hand": ("red 1", "red 2"), "turn": ("Anne",), "note": ("bid",)})
    after = Sight({"hand": ("red 2", "red 3"), "turn": ("Bart",), "table": ("red 1",)})
    assert change(before, after).words == (
        "- hand: red 1",
        "+ hand: red 3",
        "! turn: Bart",
        "+ table: red 1",
        "- note: bid",
    )


def test_facts_are_told_by_name_and_growing_ones_by_what_they_grew_by() -> None:
    before = Sight(facts={"trick": b"\1", "phase": "bid", "last": (1, 2), "same": 1, "gone": None})
    after = Sight(facts={"trick": b"\1\2", "phase": "play", "last": (), "same": 1, "bids": (0, None)})
    assert change(before, after).facts == (
        "gone is gone",
        "trick += [2]",
        "phase = play",
        "last = []",
        "bids = [0 none]",
    )

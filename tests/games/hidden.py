"""What only a game itself can tell a test: where its cards are, and what a seat cannot know.

Each game of the catalogue has a module `tests.games.<game>.hidden` with two functions. `pieces(state)` lists
every card, disc and coin there is. `otherwise(state, watcher, random)` is the same game as the watcher sees
it, with everything that the watcher cannot know drawn anew: it must be a state that could be the true one, as
far as the watcher can tell. The shared test then demands that both look the same to that watcher.

Where the game has fields of its own in its `Position`, the module has two more. `described(state)` is the
position that says this state, or None in the middle of something that only moves say. `undescribed(state)` is
the state without what no position says: what has been before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any

from games.catalogue import BUILT_IN
from games.contract import Position
from games.text import Seat

_MODULES: Mapping[str, ModuleType] = {
    game.slug: import_module(f"tests.games.{game.slug.replace('-', '_')}.hidden") for game in BUILT_IN
}
PIECES: Mapping[str, Callable[[Any], list[int]]] = {slug: each.pieces for slug, each in _MODULES.items()}
OTHERWISE: Mapping[str, Callable[[Any, Seat | None, Random], Any]] = {
    slug: each.otherwise for slug, each in _MODULES.items()
}
NOTHING_PRIVATE = {slug for slug, each in _MODULES.items() if getattr(each, "NOTHING_PRIVATE", False)}
"""Games in which no seat knows more than another: what is hidden is hidden from all."""
DESCRIBED: Mapping[str, Callable[[Any], Position | None]] = {
    slug: each.described for slug, each in _MODULES.items() if hasattr(each, "described")
}
UNDESCRIBED: Mapping[str, Callable[[Any], Any]] = {
    slug: each.undescribed for slug, each in _MODULES.items() if hasattr(each, "undescribed")
}
CHOSEN_OPENLY = {slug for slug, each in _MODULES.items() if getattr(each, "CHOSEN_OPENLY", False)}
"""Games in which what one of several chooses is seen at once, before the others have chosen."""

"""Which games there are: the built-in ones, and those of installed packages.

A package brings a game by an entry point in the group `tortuga.games` which names a `Game` instance or class.
One that is broken, or that clashes with a game already there, is left out with a sentence in the log: it must
not stop the others.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import cast

from games.buccaneer import Buccaneer
from games.contract import AnyGame, Game
from games.corsari import Corsari
from games.skull_king import SkullKing
from games.skull_queen import SkullQueen

GROUP = "tortuga.games"
BUILT_IN: tuple[AnyGame, ...] = (SkullKing(), SkullQueen(), Corsari(), Buccaneer())

log = logging.getLogger(__name__)


@cache
def catalogue() -> Mapping[str, AnyGame]:
    """Every game by its slug, the built-in ones first, the others by slug."""
    return MappingProxyType(collected(BUILT_IN, entry_points(group=GROUP)))


def game(slug: str) -> AnyGame:
    """The game with this slug. KeyError if there is none."""
    return catalogue()[slug]


def collected(built_in: Iterable[AnyGame], plug_ins: Iterable[EntryPoint]) -> dict[str, AnyGame]:
    """The games by slug; plug-ins that cannot be used are left out, and the log says why."""
    games = {game.slug: game for game in built_in}
    for plug_in in sorted(plug_ins, key=lambda entry: (entry.name, entry.value)):
        try:
            brought = _load(plug_in)
            if brought.slug in games:
                raise NotAGame(f"there is a game {brought.slug} already")
        except NotAGame as reason:
            log.warning("The plug-in %s (%s) is left out: %s.", plug_in.name, plug_in.value, reason)
        else:
            games[brought.slug] = brought
    return games


class NotAGame(Exception):
    """A plug-in cannot be used; the text says why, as the end of a sentence."""


def _load(plug_in: EntryPoint) -> AnyGame:
    try:
        loaded = plug_in.load()
        brought: object = loaded() if isinstance(loaded, type) else loaded
    except Exception as error:  # whatever somebody else's package raises
        raise NotAGame(f"it cannot be loaded ({type(error).__name__}: {error})") from error
    if not isinstance(brought, Game):
        raise NotAGame("it is no Game of games.contract, neither an instance nor a class")
    slug: object = getattr(cast(object, brought), "slug", None)
    if not isinstance(slug, str) or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug):
        raise NotAGame(f"its slug {slug!r} is not lower-case words with hyphens")
    return cast(AnyGame, brought)

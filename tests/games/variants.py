"""Which games are told as playthroughs: at least one of each game of the catalogue, and of each edition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.catalogue import BUILT_IN
from games.contract import AnyGame, Options


@dataclass(frozen=True)
class Variant:
    """One way to play a game.

    `options`: those that are not as the game has them by itself. `robot`: which of the game's robots plays
    all seats; without one, every action is drawn at random. `draw`: another number is another game.
    """

    players: int
    options: Mapping[str, str | int | bool] = field(default_factory=dict[str, str | int | bool])
    robot: str | None = None
    draw: int = 0

    def options_of(self, game: AnyGame) -> Options:
        """The options as the game takes them. ValidationError if they are none of its own."""
        return game.Options.model_validate(dict(self.options))


_CHOSEN: Mapping[str, Mapping[str, Variant]] = {
    "skull-king": {
        "beck": Variant(3, {"kraken": True, "white_whale": True, "loot": True}),
        "classic": Variant(2, {"edition": "classic"}),
        # Short, and drawn so that each pirate uses a power, Graybeard leads, and a tie is played off.
        "graybeard": Variant(
            2,
            {
                "kraken": True,
                "white_whale": True,
                "powers": True,
                "graybeard": True,
                "length": "swift",
                "scoring": "cannonball",
                "extra_round": True,
            },
            draw=504,
        ),
    },
    "skull-queen": {"two": Variant(2), "three": Variant(3)},
}
VARIANTS: Mapping[str, Mapping[str, Variant]] = {
    game.slug: _CHOSEN.get(game.slug) or {"": Variant(min(game.players_for(game.Options())))}
    for game in BUILT_IN
}
"""By slug, then by the variant's name, which is "" where a game has one only.

A game for which none is chosen is told as it is by itself, with as few players as it takes.
"""

"""The one table of ships and booty: what each needs, carries and shows.

The printed ship cards are not known to us. Of the fifteen ships below these figures are attested: crews of 2
to 6, one ship of 22 ducats for 5 pirates with a ? of 4, one of 30 for 6, one of 15 ducats, and a ? from 1 to
6. The rest is ours, and so are the names. Of the booty's values the chest's is in the leaflet, the others are
a review's. A corrected table can take this one's place: nothing else knows the figures, and stored games know
ships and booty by their place in it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from games.text import Text, _, _n

Kind: TypeAlias = int
"""A kind of booty, its place in `BOOTY`."""
ShipNumber: TypeAlias = int
"""A ship's place in `SHIPS`."""


class Booty(msgspec.Struct, frozen=True):
    """A kind of booty. `short` stands in the log for ever."""

    short: str
    name: Text
    brief: Text
    """A name of the piece that is short enough for a button."""
    several: Callable[[int], Text]
    """So many of them, in words."""
    symbol: str
    value: int
    """Ducats for whoever has most pieces of it at the end."""


BOOTY: tuple[Booty, ...] = (
    Booty(
        "chest",
        _("treasure chest"),
        _("chest"),
        lambda pieces: _n("{count} treasure chest", "{count} treasure chests", pieces),
        "💰",
        15,  # leaflet, example of the scoring
    ),
    Booty(
        "barrel",
        _("rum barrel"),
        _("rum"),
        lambda pieces: _n("{count} rum barrel", "{count} rum barrels", pieces),
        "🛢️",
        12,
    ),
    Booty(
        "candlestick",
        _("candlestick"),
        _("candle"),
        lambda pieces: _n("{count} candlestick", "{count} candlesticks", pieces),
        "🕯️",
        9,
    ),
    Booty(
        "dagger",
        _("dagger"),
        _("dagger"),
        lambda pieces: _n("{count} dagger", "{count} daggers", pieces),
        "🗡️",
        6,
    ),
)
PIECES_OF_A_KIND = 6
"""How many pieces there are of each kind of booty. Leaflet, playing equipment."""
CONSOLATION = 1
"""Ducats for each piece of a kind that brought no money. Leaflet, scoring."""
PURSE = 10
"""Ducats of each player at the start. Leaflet, how to play."""
IN_SIGHT = 3
"""Ships face up at a time. Leaflet, how to play."""
LARGEST_PARTY = 9
"""The most pirates that may sit in one party. Leaflet, moving a pirate."""
MUTINEERS = 3
"""Pirates of one colour that make a mutiny. Leaflet, mutiny."""

CHEST, BARREL, CANDLESTICK, DAGGER = range(len(BOOTY))


class Ship(msgspec.Struct, frozen=True):
    """The face of a ship card: its name, whom it takes, its ducats and its booty."""

    name: Text
    pirates: int
    """The least that board it."""
    ducats: int
    question: int
    """The wage of a pirate with a question mark."""
    booty: tuple[Kind, ...]
    """The one or two pieces on board, of which the captain takes one."""


SHIPS: tuple[Ship, ...] = (
    Ship(_("Sprat"), 2, 8, 3, (DAGGER,)),
    Ship(_("Shrimp"), 2, 9, 2, (CANDLESTICK,)),
    Ship(_("Minnow"), 2, 10, 1, (DAGGER,)),
    Ship(_("Herring"), 3, 12, 4, (BARREL,)),
    Ship(_("Mackerel"), 3, 13, 3, (CANDLESTICK,)),
    Ship(_("Turbot"), 3, 14, 2, (DAGGER,)),
    Ship(_("Seal"), 4, 15, 5, (CHEST, CANDLESTICK)),
    Ship(_("Porpoise"), 4, 17, 3, (BARREL, CANDLESTICK)),
    Ship(_("Dolphin"), 4, 18, 2, (CANDLESTICK, DAGGER)),
    Ship(_("Sturgeon"), 5, 20, 5, (CHEST, BARREL)),
    Ship(_("Marlin"), 5, 22, 4, (CHEST, DAGGER)),
    Ship(_("Swordfish"), 5, 24, 3, (BARREL, DAGGER)),
    Ship(_("Narwhal"), 6, 26, 6, (CHEST, BARREL)),
    Ship(_("Orca"), 6, 28, 4, (CHEST, CANDLESTICK)),
    Ship(_("Leviathan"), 6, 30, 1, (CHEST, BARREL)),
)

NEEDS: bytes = bytes(ship.pirates for ship in SHIPS).ljust(256, b"\xff")
"""By ship, for the rules' speed; also for `bytes.translate`."""


def other_piece(ship: Ship, taken: Kind) -> Kind | None:
    """What is left for the first mate when the captain has taken one piece; None on small ships."""
    left = list(ship.booty)
    left.remove(taken)
    return left[0] if left else None

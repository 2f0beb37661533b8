"""What a table may choose beside the cards: how long the game is, and how it is scored. Data only.

Lengths and scorings are Grandpa Beck's own lists. Their names are stored with tables and never change.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from games.text import Text, _

LengthName: TypeAlias = Literal["classic", "even", "brawl", "swift", "barrage", "whirlpool", "bedtime"]
ScoringName: TypeAlias = Literal["skull_king", "rascal", "cannonball"]
KrakenLead: TypeAlias = Literal["taker", "left"]
"""Who leads after the kraken: who would have taken the trick, or the player left of the kraken's."""
WhaleLead: TypeAlias = Literal["whale", "taker"]
"""Who leads after a whale among specials: the whale's player, or who would have taken the trick."""


class Length(msgspec.Struct, frozen=True):
    """The cards that each is dealt, round by round, as far as the deck and the edition allow."""

    name: Text
    note: Text
    rounds: tuple[int, ...]


LENGTHS: Mapping[LengthName, Length] = {
    "classic": Length(_("Classic"), _("10 rounds, from 1 card to 10"), tuple(range(1, 11))),
    "even": Length(_("Even keeled"), _("5 rounds of 2, 4, 6, 8 and 10 cards"), (2, 4, 6, 8, 10)),
    "brawl": Length(_("Skip to the brawl"), _("5 rounds, from 6 cards to 10"), (6, 7, 8, 9, 10)),
    "swift": Length(_("Swift-n-salty"), _("5 rounds of 5 cards"), (5,) * 5),
    "barrage": Length(_("Broadside barrage"), _("10 rounds of 10 cards"), (10,) * 10),
    "whirlpool": Length(_("Whirlpool"), _("5 rounds of 9, 7, 5, 3 and 1 cards"), (9, 7, 5, 3, 1)),
    "bedtime": Length(_("Past your bedtime"), _("One round, one card"), (1,)),
}


class Scoring(msgspec.Struct, frozen=True, eq=False):
    """How bids are paid. `rascal`: 10 for each card dealt, half of all one trick off, nothing further off.

    There is one of each: it is told from the others by which it is, so that results can be kept by it.
    """

    name: Text
    note: Text
    rascal: bool = False
    cannonball: bool = False
    """After bidding, each chooses in secret: as above, or 15 for each card if exact and else nothing."""


SCORINGS: Mapping[ScoringName, Scoring] = {
    "skull_king": Scoring(_("Skull King's scoring"), _("20 a trick if exact, 10 lost per trick off")),
    "rascal": Scoring(_("Rascal's scoring"), _("10 a card if exact, half if one off"), rascal=True),
    "cannonball": Scoring(
        _("Rascal's scoring with cannonballs"),
        _("10 a card if exact, half if one off; or, in secret, 15 if exact and 0 if not"),
        rascal=True,
        cannonball=True,
    ),
}

PER_CARD, CANNONBALL_PER_CARD = 10, 15
"""Points for each card dealt if the bid is exact, with Rascal's scoring."""
WAGERS = (0, 10, 20)
"""What Rascal of Roatan lets his player set on the own bid."""

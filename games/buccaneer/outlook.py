"""What a boarding would bring its captain, as far as it can be told: what lies covered can only be narrowed
down, to the pirates of its owner that lie open nowhere.
"""

from __future__ import annotations

import msgspec

from games.buccaneer.boarding import WAGE
from games.buccaneer.discs import OWNER, Disc, Party, discs_of
from games.buccaneer.ships import SHIPS, ShipNumber
from games.buccaneer.state import View
from games.text import Seat, Text, _, _n, signed


class Outlook(msgspec.Struct, frozen=True):
    """The least and the most ducats by which a captain would be richer; a loss is below 0."""

    least: int
    most: int

    @property
    def known(self) -> bool:
        """Whether nothing is left to chance or memory."""
        return self.least == self.most


def covered(view: View, seat: Seat) -> list[Disc]:
    """The seat's pirates that lie under others."""
    seen = {party[0] for party in view.parties}
    return [disc for disc in discs_of(seat) if disc not in seen]


def outlook(view: View, party: Party, ship: ShipNumber) -> Outlook:
    """What boarding that ship with this party would bring. Nobody pays more than they have."""
    owners = party.translate(OWNER)
    captain, cheapest, dearest = owners[0], 0, 0
    for seat in set(owners) - {captain}:
        wages = sorted([WAGE[ship][disc] for disc in covered(view, seat)])
        pirates = owners.count(seat)
        cheapest += sum(wages[:pirates])
        dearest += sum(wages[-pirates:])
    ducats, purse = SHIPS[ship].ducats, view.table.ducats[captain]
    return Outlook(max(ducats - dearest, -purse), max(ducats - cheapest, -purse))


def figures(outlook: Outlook) -> str:
    """The ducats that an outlook promises: "+4" where they are known, else "−3…+4", the least and the
    most.
    """
    if outlook.known:
        return signed(outlook.least)
    return f"{signed(outlook.least)}…{signed(outlook.most)}"


def words(outlook: Outlook) -> Text:
    """What it brings or costs, as a sentence of its own."""
    least, most = outlook.least, outlook.most
    if most < 0:
        if outlook.known:
            return _n("This costs you {count} ducat.", "This costs you {count} ducats.", -least)
        return _("This costs you {least} to {most} ducats.", least=-most, most=-least)
    if least < 0:
        if most == 0:
            return _n(
                "This may cost you up to {count} ducat.", "This may cost you up to {count} ducats.", -least
            )
        return _n(
            "Costs up to {count} ducat, or brings {gain}.",
            "Costs up to {count} ducats, or brings {gain}.",
            -least,
            gain=most,
        )
    if outlook.known:
        return _n("This brings you {count} ducat.", "This brings you {count} ducats.", least)
    return _("This brings you {least} to {most} ducats.", least=least, most=most)

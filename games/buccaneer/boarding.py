"""Boarding a ship: who gets which piece of booty, and who is paid what by whom."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from games.buccaneer.discs import EACH, OWNER, QUESTION, WAGES, Disc, Party
from games.buccaneer.ships import SHIPS, Kind, ShipNumber, other_piece
from games.buccaneer.state import Table, Voyage
from games.cards import ONE
from games.text import Seat

WAGE: tuple[tuple[int, ...], ...] = tuple(
    tuple(ship.question if wage == QUESTION else wage for wage in WAGES) * (len(OWNER) // EACH)
    for ship in SHIPS
)
"""By ship and disc: what it is paid there."""


class Pay(msgspec.Struct, frozen=True):
    """The wage of one pirate of another's."""

    disc: Disc
    wage: int

    @property
    def seat(self) -> Seat:
        """The seat whose disc is paid, whoever commands the party."""
        return OWNER[self.disc]


def payroll(party: Party, ship: ShipNumber) -> list[Pay]:
    """Who must be paid what, from the top; the captain's own pirates cost nothing."""
    captain = OWNER[party[0]]
    return [Pay(disc, WAGE[ship][disc]) for disc in party if OWNER[disc] != captain]


def board(table: Table, party: Party, ship: ShipNumber, taken: Kind) -> tuple[Table, Voyage]:
    """The table when all have got theirs and the ship is gone.

    The captain takes a piece, the first mate the other, the captain the ship's ducats and pays the wages;
    what the ship's and the captain's ducats do not cover, the bank pays for good.
    """
    captain, wages = OWNER[party[0]], payroll(party, ship)
    ducats = list(table.ducats)
    for pay in wages:
        ducats[pay.seat] += pay.wage
    left = ducats[captain] + SHIPS[ship].ducats - sum(pay.wage for pay in wages)
    ducats[captain] = max(left, 0)
    voyage = Voyage(ship, captain, party, taken, max(-left, 0))
    booty = list(table.booty)
    for seat, kind in pieces(voyage):
        booty[seat] += ONE[kind]
    boarded = replace(
        table,
        ships=table.ships.replace(ONE[ship], b""),
        ducats=tuple(ducats),
        booty=tuple(booty),
        stalled=False,
        voyages=(*table.voyages, voyage),
        laid=None,
    )
    return boarded, voyage


def pieces(voyage: Voyage) -> Iterator[tuple[Seat, Kind]]:
    """Who got which piece of booty: the captain, then the first mate if a second one is pictured."""
    yield OWNER[voyage.party[0]], voyage.booty
    left = other_piece(SHIPS[voyage.ship], voyage.booty)
    if left is not None:
        yield OWNER[voyage.party[1]], left


def gains(voyage: Voyage, players: int) -> list[int]:
    """By how many ducats the voyage made each seat richer, or the captain poorer."""
    ducats = [0] * players
    if voyage.captain is None:
        return ducats
    wages = payroll(voyage.party, voyage.ship)
    for pay in wages:
        ducats[pay.seat] += pay.wage
    ducats[voyage.captain] = SHIPS[voyage.ship].ducats + voyage.bank - sum(pay.wage for pay in wages)
    return ducats

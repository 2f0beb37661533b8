"""A game in progress as plain data: what lies open on the table, and the little that does not.

`Table` holds only what everybody may know, so that an observation can hand it out as it stands. Nothing here
can refer to itself, so that the garbage collector need not look. States are stored as JSON arrays: new fields
go at the end, with a default.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from games.cards import Cards
from games.contract import Event, Observation
from games.skull_king.editions import EDITIONS, Edition
from games.text import Seat

Phase: TypeAlias = Literal["bid", "play", "over"]
NO_BID = -1


class Setup(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """How this table plays, from its options."""

    edition_name: str
    kraken: bool = False
    white_whale: bool = False
    loot: bool = False

    @property
    def edition(self) -> Edition:
        """The edition's rules."""
        return EDITIONS[self.edition_name]


class Table(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What lies open on the table. Tuples by seat; tricks are face numbers in the order of play from their
    leader.
    """

    setup: Setup
    phase: Phase
    round: int
    """From 1."""
    dealt: int
    """Cards to each in this round."""
    to_act: tuple[Seat, ...]
    leader: Seat
    """Leads the trick that lies there, or the next one."""
    trick: Cards
    bids: tuple[int, ...]
    """Empty until they are revealed."""
    taken: tuple[int, ...]
    """Tricks in this round."""
    bonus: tuple[int, ...]
    """Points in this round that an exact bid would earn on top, loot alliances apart."""
    alliances: tuple[tuple[Seat, Seat], ...]
    """Who took a loot, and who had played it; the same two twice if it happened twice."""
    fallen: Cards
    """The round's complete tricks, one after the other."""
    last_leader: Seat
    last: Cards
    """The latest complete trick, perhaps of the round before; empty at first."""
    points: tuple[int, ...]
    """In all, after the latest complete round."""
    ledger: bytes
    """The complete rounds, see `games.skull_king.ledger`."""

    @property
    def players(self) -> int:
        """How many sit here."""
        return len(self.points)


class State(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The whole game: the open table and what is hidden."""

    table: Table
    hands: tuple[Cards, ...]
    bids: tuple[int, ...]
    """Those that are not revealed yet, with `NO_BID` for who has not bid; empty after that."""
    seed: bytes


class View(Observation, frozen=True, kw_only=True, gc=False):
    """All that a seat may know: the open table, its own hand, and its own bid before it is revealed."""

    table: Table
    hand: Cards = b""
    bid: int | None = None


# Events


class BidMade(Event, frozen=True, kw_only=True, gc=False):
    """Somebody has bid; what, is not known yet."""

    seat: Seat


class BidsRevealed(Event, frozen=True, kw_only=True, gc=False):
    """Yo-ho-ho!"""

    round: int
    cards: int
    bids: tuple[int, ...]
    leader: Seat


class CardPlayed(Event, frozen=True, kw_only=True, gc=False):
    """A face was laid on the table."""

    seat: Seat
    face: int
    leads: bool


class TrickEnded(Event, frozen=True, kw_only=True, gc=False):
    """The trick is complete. `taker` is None if nobody gets it; `bonus` is what it adds for an exact bid."""

    trick: Cards
    leader: Seat
    taker: Seat | None
    bonus: int
    allies: tuple[Seat, ...]
    """Who played the loot in it that somebody else took."""
    leads_next: Seat
    setup: Setup


class RoundEnded(Event, frozen=True, kw_only=True, gc=False):
    """The round is scored: points of the round, and in all."""

    round: int
    bids: tuple[int, ...]
    taken: tuple[int, ...]
    scored: tuple[int, ...]
    points: tuple[int, ...]


class GameEnded(Event, frozen=True, kw_only=True, gc=False):
    """The last round is scored."""

    winners: tuple[Seat, ...]
    points: int

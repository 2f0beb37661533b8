"""A game in progress as plain data: what lies open on the table, and the little that does not.

`Table` holds only what everybody may know, so that an observation can hand it out as it stands. Nothing here
can refer to itself, so that the garbage collector need not look. States are stored as JSON arrays: new fields
go at the end, with a default, and are marked as `LEARNED`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from games.cards import Card, Cards
from games.contract import Event, Observation
from games.replay import LEARNED
from games.skull_queen import constants
from games.skull_queen.cards import Colour
from games.skull_queen.plank import Plank, Space
from games.text import Seat

Phase: TypeAlias = Literal["plank", "play", "over"]

OLD_KING: Seat = -1
"""Who plays along with two players; no seat."""
NOBODY: Seat = -2
"""Whoever a card belongs to that lay in the middle."""
NO_CARD: Card = 255
"""In a player's place who has not chosen one yet."""
NO_PLANK: Plank = b""
"""In a player's place who has not set one yet."""

_ORDERS: tuple[tuple[tuple[Seat, ...], ...], ...] = (
    (),
    (),
    ((OLD_KING, 0, 1), (OLD_KING, 1, 0)),
    *(tuple(tuple((first + place) % n for place in range(n)) for first in range(n)) for n in range(3, 7)),
)


class Move(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What the highest or lowest card of a colour did."""

    who: Seat
    """Whose card it was: a seat, `OLD_KING` or `NOBODY`, and the last two move no pirate."""
    card: Card
    colour: Colour
    steps: int
    """Up, or below 0 down."""
    before: Space = 0
    """Where the pirate stood; 0 if it was overboard already."""
    worth: int = 0
    """What the space is worth where it stands now; 0 if it is overboard."""


class Table(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What lies open on the table. Tuples by seat; tricks are cards in the order of play."""

    phase: Phase
    round: int
    """The number of the round, from 1."""
    dealt: int
    """Cards to each in this round."""
    to_act: tuple[Seat, ...]
    leader: Seat
    """Leads the trick that lies there, or the next one; of two players, whoever comes first after the old
    Pirate King when they play one after the other.
    """
    trick: Cards
    done: int
    """Complete tricks of this round."""
    middle: Cards
    """Face up in the middle."""
    aside: Cards
    """Monkey or First Mate, where they were left over: out of this round."""
    gone: Cards
    """Evaluated in this round, and out of play."""
    planks: tuple[Plank, ...]
    """Empty until all are ready; then in every state of the round."""
    last: Cards
    """The latest complete trick, perhaps of the round before; empty at first."""
    last_leader: Seat
    last_moves: tuple[Move, ...]
    """The moves of pirates that the latest complete trick brought about."""
    points: tuple[int, ...]
    """In all, after the latest complete round."""
    score_sheet: bytes
    """The planks at the end of each complete round, one after the other."""
    last_middle: Annotated[Cards, LEARNED] = b""
    """What lay in the middle before the latest complete trick."""
    voids: Annotated[bytes, LEARNED] = b""
    """By seat, the colours that it has shown in this round not to have, a bit each; empty in a round that was
    dealt before that was noticed.
    """

    played: Annotated[tuple[Cards, ...], LEARNED] = ()
    """What each seat has played in this round; empty in a round that was dealt before that was kept."""
    shortened: Annotated[int, LEARNED] = 0
    """The rounds of a game that has not as many as players; 0 of any other."""

    @property
    def complete(self) -> int:
        """Complete rounds; of a game that began later the ledger has the last of them."""
        return self.round - (self.phase != "over")

    @property
    def rounds(self) -> int:
        """How many are played in all."""
        return self.shortened or constants.rounds(self.players)

    @property
    def players(self) -> int:
        """The number of seats, all of which are taken."""
        return len(self.points)


class State(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The whole game: the open table and what is hidden."""

    table: Table
    hands: tuple[Cards, ...]
    planks: tuple[Plank, ...]
    """Those that are not revealed yet, `NO_PLANK` for who is not ready; empty after that."""
    settings: tuple[int, ...]
    """How often each seat has set its plank in this round."""
    picks: tuple[Card, ...]
    """Two players: the cards that are not revealed yet, or `NO_CARD`."""
    king: Cards
    """The old Pirate King's pile, from the top."""
    seed: bytes
    changes: tuple[int, ...] = ()
    """Two players: how often each has changed the card that is not revealed yet; empty if nobody has."""


class View(Observation, frozen=True, kw_only=True, gc=False):
    """All that a seat may know: the open table, its own hand, and what it has chosen but not shown yet."""

    table: Table
    hand: Cards = b""
    plank: Plank = NO_PLANK
    settings: int = 0
    pick: Card = NO_CARD


def order_of(leader: Seat, players: int) -> tuple[Seat, ...]:
    """Who plays at each place of a trick."""
    return _ORDERS[players][leader]


# Events


class PlankSet(Event, frozen=True, kw_only=True, gc=False):
    """Somebody is ready, or (known to that seat alone) has thought again."""

    seat: Seat


class PlanksRevealed(Event, frozen=True, kw_only=True, gc=False):
    """All are ready. `middle` and `aside` were left over from the deal."""

    round: int
    cards: int
    planks: tuple[Plank, ...]
    middle: Cards
    aside: Cards
    leader: Seat


class CardChosen(Event, frozen=True, kw_only=True, gc=False):
    """One of two players has chosen a card, or (for that seat alone to know) another; which, comes later."""

    seat: Seat


class CardPlayed(Event, frozen=True, kw_only=True, gc=False):
    """A card was laid on the table, or turned up by `OLD_KING`."""

    seat: Seat
    card: Card
    leads: bool


class TrickEnded(Event, frozen=True, kw_only=True, gc=False):
    """The trick is complete. `leads_next` is None where there is nothing to lead: the old Pirate King does
    it, or the round is over.
    """

    trick: Cards
    order: tuple[Seat, ...]
    """Who played its cards, `OLD_KING` among them."""
    middle_before: Cards
    """What lay in the middle and was evaluated with it."""
    moves: tuple[Move, ...]
    middle: Cards
    """The cards that lie in the middle after the trick."""
    leads_next: Seat | None
    highest: Card
    """The card by which that player leads."""


class RoundEnded(Event, frozen=True, kw_only=True, gc=False):
    """The round is scored: points of the round, and in all."""

    round: int
    planks: tuple[Plank, ...]
    """As they were at its end."""
    scored: tuple[int, ...]
    points: tuple[int, ...]


class GameEnded(Event, frozen=True, kw_only=True, gc=False):
    """The last round is scored."""

    winners: tuple[Seat, ...]
    points: int

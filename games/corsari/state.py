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
from games.corsari.cards import COLOUR, Colour
from games.corsari.constants import QUIET_ROUNDS, VOIDS_RUNNING
from games.corsari.split import Layout
from games.replay import LEARNED
from games.text import Seat

Phase: TypeAlias = Literal["draw", "drop", "split", "answer", "over"]
"""Drop: with the choice to set sail, unless that is settled. Split: the closer's. Answer: all others'."""
Source: TypeAlias = Literal["stock", "discard", "pier"]

NOBODY = -1
NOTHING = -1


class Showdown(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """How a hand ended. Tuples by seat."""

    hand: int
    closer: Seat
    """Who set sail, or who drew the pier's last card."""
    pier: Colour
    layouts: tuple[Layout, ...]
    """Empty for a void hand; those who never had to show their cards have empty ones."""
    gained: tuple[Cards, ...]
    """The penalty cards that each seat has got by this hand."""
    cappotto: tuple[Seat, ...] = ()
    """Who has won the game by sailing without stowaways."""


class Table(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What lies open on the table. Tuples by seat."""

    early_sailing: bool
    phase: Phase
    hand: int
    """From 1; void ones count."""
    turn: int
    """Complete turns in this hand."""
    to_act: tuple[Seat, ...]
    pier: Cards
    """The first card is the one that may be drawn; its colour is the pier's."""
    discards: Cards
    """The last is the top."""
    stock: int
    """How many cards are left in the stock."""
    closer: Seat
    """Who sets sail in this hand, `NOBODY` so far."""
    closed: Layout | None
    """The closer's cards, once they are laid out."""
    quiet: int
    """Turns running without a card from stock or pier; goes on while the stock is compulsory."""
    voids: int
    """How many void hands have come one after the other."""
    last_hand: bool
    penalties: tuple[Cards, ...]
    """Everybody saw these cards; only their number counts."""
    score_sheet: bytes
    """The complete hands, packed as `games.corsari.scoring` says."""
    latest: Showdown | None
    """How the hand before this one ended, or at the end of the game, this one."""
    taken: Annotated[tuple[Cards, ...], LEARNED] = ()
    """What each seat took from discards or pier in this hand, for everybody to see, and still holds, in that
    order. Empty when the game is over.
    """
    drew: Annotated[Source | None, LEARNED] = None
    """Where a card was drawn from, until one is dropped for it."""

    @property
    def players(self) -> int:
        """The number of seats, all of which are taken."""
        return len(self.penalties)

    @property
    def starter(self) -> Seat:
        """Who has the first turn of this hand: the first seat in the first, then always the next one."""
        return (self.hand - 1) % len(self.penalties)

    @property
    def pier_colour(self) -> Colour:
        """The first pier card's. The pier is empty at no time at which anything is asked."""
        return COLOUR[self.pier[0]]

    @property
    def stock_only(self) -> bool:
        """Whether too many rounds went by without a card from stock or pier."""
        return self.quiet >= QUIET_ROUNDS * len(self.penalties)

    @property
    def pier_spared(self) -> bool:
        """Whether the pier's last card may not be drawn, after too many void hands."""
        return self.voids >= VOIDS_RUNNING and len(self.pier) == 1

    @property
    def too_early(self) -> bool:
        """Whether nobody may set sail yet."""
        return not self.early_sailing and len(self.penalties) == 2 and self.turn < 2

    @property
    def counts(self) -> tuple[int, ...]:
        """How many penalty cards each seat has."""
        return tuple([len(cards) for cards in self.penalties])


class State(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The whole game: the open table and what is hidden."""

    table: Table
    hands: tuple[Cards, ...]
    """Sorted. After the end: what has not become penalty cards."""
    stock: Cards
    """The cards of the stock, the next to be drawn first."""
    drawn: int
    """The card that was drawn in this turn, while another is to be dropped; else `NOTHING`."""
    answers: tuple[Layout | None, ...]
    """What the closer's opponents have laid out so far, hidden until all have."""
    seed: bytes
    changes: tuple[int, ...] = ()
    """How often each of them has laid out anew; empty if nobody has."""


class View(Observation, frozen=True, kw_only=True, gc=False):
    """All that a seat may know: the open table, its own hand, what it drew, and what it laid out."""

    table: Table
    hand: Cards = b""
    drawn: int = NOTHING
    answer: Layout | None = None


# Events


class HandDealt(Event, frozen=True, kw_only=True, gc=False):
    """A hand has been dealt: who starts, and what lies on the table."""

    hand: int
    starter: Seat
    pier: Cards
    discard: Card
    stock: int
    """How many cards are left in the stock."""
    last_hand: bool


class Drew(Event, frozen=True, kw_only=True, gc=False):
    """Somebody drew a card. `card` is `NOTHING` if it came from the stock: nobody else knows it."""

    seat: Seat
    source: Source
    card: int
    pier: Cards
    """What is left of it."""


class StockCard(Event, frozen=True, kw_only=True, gc=False):
    """What it was: for the eyes of who drew it."""

    card: Card


class Dropped(Event, frozen=True, kw_only=True, gc=False):
    """A card lies on the discards."""

    seat: Seat
    card: Card


class SetSail(Event, frozen=True, kw_only=True, gc=False):
    """Somebody will close the hand in this turn; `forced`, having drawn the stock's last card."""

    seat: Seat
    forced: bool


class LaidOut(Event, frozen=True, kw_only=True, gc=False):
    """The closer has split the cards; the others see it."""

    seat: Seat
    layout: Layout
    pier: Colour


class Answered(Event, frozen=True, kw_only=True, gc=False):
    """An opponent is ready, or (known to that seat alone) has laid out anew; how, is not known yet."""

    seat: Seat


class HandVoid(Event, frozen=True, kw_only=True, gc=False):
    """Somebody drew the pier's last card: nothing is scored."""

    hand: int
    seat: Seat


class HandScored(Event, frozen=True, kw_only=True, gc=False):
    """Everybody's cards are open, and penalty cards are taken; `counts` in all."""

    showdown: Showdown
    counts: tuple[int, ...]
    last_hand_next: bool


class Cappotto(Event, frozen=True, kw_only=True, gc=False):
    """Somebody sailed without stowaways, which wins the game at once."""

    showdown: Showdown


class GameEnded(Event, frozen=True, kw_only=True, gc=False):
    """The game is over: the winners, and how many penalty cards each seat has."""

    winners: tuple[Seat, ...]
    counts: tuple[int, ...]

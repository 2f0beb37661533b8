"""A game in progress as plain data: what everybody may see, and the little that nobody may.

No seat knows more than another. Hidden from all are the ships that lie face down, and the wage of every
pirate who has another on him: a state has both, a view neither. Nothing here can refer to itself, so that the
garbage collector need not look. States are stored as JSON arrays: new fields go at the end, with a default,
and are marked as `LEARNED`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from games.buccaneer.discs import Disc, Party
from games.buccaneer.ships import Kind, ShipNumber
from games.contract import Event, Observation
from games.replay import LEARNED
from games.text import Seat

Phase: TypeAlias = Literal["mutiny", "turn", "over"]
"""In "mutiny" those are asked who could challenge the captain whose turn it is."""

UNASKED, LETS_BE, CHALLENGES = range(3)
"""What somebody with three or more pirates in a party of another's has said about it."""


class Voyage(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """How a ship left the game: boarded, or (`captain` is None) sailed away."""

    ship: ShipNumber
    captain: Seat | None = None
    party: Party = b""
    booty: Kind = 0
    """The kind of booty that the captain took; it says nothing of a ship that sailed away."""
    bank: int = 0
    """Ducats of wages that the bank had to pay."""


class Laid(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A party that lies on another: its top disc, and how many of the discs from there on are its own."""

    top: Disc
    size: int


class Table(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What everybody may see, the parties apart. Tuples and the bytes of answers are by seat."""

    phase: Phase
    turn: int
    """Counts the turns, from 1."""
    current: Seat
    """The seat whose turn it is, whoever has to answer meanwhile."""
    to_act: tuple[Seat, ...]
    ships: bytes
    """The ship cards that lie face up, by their numbers."""
    unseen: int
    """How many lie face down."""
    ducats: tuple[int, ...]
    booty: tuple[bytes, ...]
    """Each seat's pieces, as kinds."""
    answers: bytes
    """What each seat has said about the one party in which it has three or more under another's command."""
    changes: bytes
    """How often each seat has changed its answer in this turn."""
    flips: int
    """How often, in this turn, changed answers have changed what the captain may do."""
    asked: tuple[int, ...]
    """How often what is asked of a seat has changed."""
    stalled: bool
    """Nobody could act, and no ship has been boarded since."""
    voyages: tuple[Voyage, ...]
    laid: Annotated[Laid | None, LEARNED] = None
    """What the latest turn put on what; None after any other turn."""

    @property
    def players(self) -> int:
        """The number of seats, all of which are taken."""
        return len(self.ducats)


class State(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The whole game. `parties` are sorted by their top discs; `deck` is the ships face down, next first."""

    table: Table
    parties: tuple[Party, ...]
    deck: bytes
    seed: bytes


class View(Observation, frozen=True, kw_only=True, gc=False):
    """What everybody may know: the parties with the wages of their top discs alone."""

    table: Table
    parties: tuple[Party, ...]


# Events. None names a wage that gets covered: the log is there to be read, and memory is to count.


class Moved(Event, frozen=True, kw_only=True, gc=False):
    """A party of `size` was put on one of `onto_size` that belonged to `onto`."""

    seat: Seat
    size: int
    onto: Seat
    onto_size: int


class Answered(Event, frozen=True, kw_only=True, gc=False):
    """A mutineer has said whether the captain is to board. `before`: what was said before."""

    seat: Seat
    captain: Seat
    answer: int
    before: int
    size: int


class Boarded(Event, frozen=True, kw_only=True, gc=False):
    """A ship was boarded and everybody paid. `mutiny`: since the captain had to."""

    voyage: Voyage
    mutiny: bool


class PassedOver(Event, frozen=True, kw_only=True, gc=False):
    """It was a seat's turn, but there was nothing it could do. `blocked`: it has no pirate on top."""

    seat: Seat
    blocked: bool


class Disbanded(Event, frozen=True, kw_only=True, gc=False):
    """Nobody could do anything: all pirates are back with their owners. `again`: and no ship was boarded
    since the last time, so one is lost.
    """

    again: bool


class SailedAway(Event, frozen=True, kw_only=True, gc=False):
    """A ship left with all it carries."""

    ship: ShipNumber


class ShipsSighted(Event, frozen=True, kw_only=True, gc=False):
    """New ships lie face up."""

    ships: bytes
    unseen: int


class BootyScored(Event, frozen=True, kw_only=True, gc=False):
    """What a kind of booty brought each seat at the end, and how many pieces each had."""

    kind: Kind
    pieces: tuple[int, ...]
    ducats: tuple[int, ...]


class GameEnded(Event, frozen=True, kw_only=True, gc=False):
    """No ship is left. `by_pieces`: the ducats were equal, and pieces of booty decided."""

    winners: tuple[Seat, ...]
    ducats: int
    by_pieces: bool

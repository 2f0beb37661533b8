"""A game in progress as plain data: what lies open on the table, and the little that does not.

`Table` holds only what everybody may know, so that an observation can hand it out as it stands. Nothing here
can refer to itself, so that the garbage collector need not look. States are stored as JSON arrays: new fields
go at the end, with a default, and are marked as `LEARNED`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from games.cards import Cards
from games.contract import Event, Observation
from games.replay import LEARNED
from games.skull_king.editions import EDITIONS, Edition
from games.skull_king.variants import (
    LENGTHS,
    SCORINGS,
    KrakenLead,
    Length,
    LengthName,
    Scoring,
    ScoringName,
    WhaleLead,
)
from games.text import Seat

Phase: TypeAlias = Literal["bid", "load", "play", "power", "over"]
"""Bidding; loading (grapeshot or cannonball); tricks; the power of the pirate who won the last trick."""
NOT_SAID = -1
GRAYBEARD: Seat = -1
"""The ghost who plays at a table of two. He has a hand, the last one, and no seat."""


class HouseRules(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a table has chosen beside the cards; as it is here if nobody chose. `options` has the words."""

    powers: bool = False
    graybeard: bool = False
    length: LengthName = "classic"
    scoring: ScoringName = "skull_king"
    kraken_lead: KrakenLead = "taker"
    whale_lead: WhaleLead = "whale"
    extra_round: bool = False
    """Whether a shared first place is played off."""


STANDARD = HouseRules()


class Setup(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """How this table plays, from its options."""

    edition_name: str
    kraken: bool = False
    white_whale: bool = False
    loot: bool = False
    house: HouseRules | None = None
    """None if all of them are standard, which keeps the stored state small."""

    @property
    def edition(self) -> Edition:
        """The rules of the edition that was chosen for this table."""
        return EDITIONS[self.edition_name]

    @property
    def chosen(self) -> HouseRules:
        """The house rules that were chosen for this table; the standard ones if none were."""
        return self.house or STANDARD

    @property
    def length(self) -> Length:
        """How many rounds, with how many cards."""
        return LENGTHS[self.chosen.length]

    @property
    def scoring(self) -> Scoring:
        """How bids are paid at this table."""
        return SCORINGS[self.chosen.scoring]

    def at_table_of(self, players: int) -> Setup:
        """How so many play: Graybeard joins two people only, and where he joins there is no loot."""
        if not self.chosen.graybeard:
            return self
        if players == 2:
            return replace(self, loot=False)
        house = replace(self.chosen, graybeard=False)
        return replace(self, house=None if house == STANDARD else house)


class Ghost(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What everybody sees of Graybeard."""

    taken: int = 0
    """How many tricks Graybeard has taken in this round."""
    leads: bool = False
    """Whether he leads the trick that lies there or comes next; then `Table.leader` follows him."""
    led: bool = False
    """Whether he led the latest complete trick; then `Table.last_leader` followed him."""


class UsedPower(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a seat has done with the power of a pirate. `value`: the seat that leads (Rosie), the wager
    (Rascal), the bid (Harry), the number of cards (Bendt, Juanita).
    """

    seat: Seat
    pirate: int
    value: int
    change: int = 0
    """What Harry has done to the bid."""


class Table(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What lies open on the table. Tuples by seat; tricks are face numbers in the order of play from their
    leader.
    """

    setup: Setup
    phase: Phase
    round: int
    """The number of the round, from 1."""
    dealt: int
    """Cards to each in this round."""
    to_act: tuple[Seat, ...]
    leader: Seat
    """Leads the trick that lies there, or the next one."""
    trick: Cards
    bids: tuple[int, ...]
    """Empty until they are revealed."""
    taken: tuple[int, ...]
    """How many tricks each seat has taken in this round."""
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
    score_sheet: bytes
    """The complete rounds, packed as `games.skull_king.scoring` says."""
    shots: tuple[int, ...] = ()
    """Cannonballs: 1 for who loaded one for this round, else 0; empty until they are revealed."""
    wager: tuple[Seat, int] | None = None
    """Rascal's wager of this round: the seat, and the points at stake."""
    ghost: Ghost | None = None
    """What everybody sees of Graybeard; None unless he plays along."""
    used: Annotated[UsedPower | None, LEARNED] = None
    """The power that was used after the latest complete trick."""
    leaders: Annotated[bytes, LEARNED] = b""
    """Who led each of the round's complete tricks, as `games.skull_king.seating` writes it; empty to the end
    of a round that began before this was kept.
    """

    @property
    def complete(self) -> int:
        """Complete rounds; of a game that began later the ledger has the last of them."""
        return self.round - (self.phase != "over")

    @property
    def players(self) -> int:
        """The number of seats, all of which are taken."""
        return len(self.points)

    @property
    def hands(self) -> int:
        """How many cards make a trick: one from everybody who sits here, and one from Graybeard."""
        return len(self.points) + (self.ghost is not None)


class State(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The whole game: the open table and what is hidden."""

    table: Table
    hands: tuple[Cards, ...]
    """Sorted. After those of the seats comes Graybeard's, if he plays: his pile, the top card first."""
    sealed: tuple[int, ...]
    """What has been chosen and is not revealed yet, bids or cannonballs, with `NOT_SAID` for who has not
    chosen; empty when nothing is secret."""
    seed: bytes
    pile: Cards | None = None
    """The undealt cards from the top, once Bendt has drawn some and put others under them; before that None,
    since the seed tells.
    """
    drawn: Cards = b""
    """Of what Bendt drew, the cards that his player still holds; only while that player discards."""
    changes: tuple[int, ...] = ()
    """How often each seat has changed what is not revealed yet; empty if nobody has."""
    shown: Annotated[tuple[Seat, Cards] | None, LEARNED] = None
    """To whom Juanita Jade has shown which cards in this round."""


class View(Observation, frozen=True, kw_only=True, gc=False):
    """All that a seat may know: the open table, its own hand, and what it chose before that is revealed."""

    table: Table
    hand: Cards = b""
    bid: int | None = None
    shot: int | None = None
    """1 for a cannonball, 0 for grapeshot."""
    undealt: Cards = b""
    """The cards that nobody was dealt, sorted: while Juanita Jade lets this seat look at them."""
    drawn: Cards = b""
    """Of what Bendt the Bandit drew for this seat, the cards that it still holds, while it discards."""
    shown: Cards = b""
    """What Juanita Jade has shown this seat in this round."""
    put_away: Cards = b""
    """What this seat has discarded with Bendt the Bandit in this round."""


# Events


class BidMade(Event, frozen=True, kw_only=True, gc=False):
    """Somebody has bid; what, is not known yet."""

    seat: Seat


class BidsRevealed(Event, frozen=True, kw_only=True, gc=False):
    """All have bid ("Yo-ho-ho!"): what each seat bid for a round of so many cards, and who leads."""

    round: int
    cards: int
    bids: tuple[int, ...]
    leader: Seat


class ShotLoaded(Event, frozen=True, kw_only=True, gc=False):
    """Somebody has loaded; with what, is not known yet."""

    seat: Seat


class ShotsRevealed(Event, frozen=True, kw_only=True, gc=False):
    """Everybody's choice for this round: 1 for a cannonball, 0 for grapeshot."""

    shots: tuple[int, ...]
    leader: Seat


class CardPlayed(Event, frozen=True, kw_only=True, gc=False):
    """A face was laid on the table, by a seat or by Graybeard."""

    seat: Seat
    face: int
    leads: bool


class TrickEnded(Event, frozen=True, kw_only=True, gc=False):
    """The trick is complete. `taker` is None if nobody gets it; `bonus` is what it adds for an exact bid."""

    trick: Cards
    order: tuple[Seat, ...]
    """The seats that played the trick's cards, in that order."""
    taker: Seat | None
    bonus: int
    allies: tuple[Seat, ...]
    """Who played the loot in it that somebody else took."""
    leads_next: Seat
    setup: Setup
    counts: bool = True
    """Whether the taker's bid may still be made, so that a bonus is worth telling."""


class PowerCalled(Event, frozen=True, kw_only=True, gc=False):
    """A named pirate won a trick for a seat, which now uses his power. `cards`: how many undealt ones that is
    about.
    """

    seat: Seat
    pirate: int
    cards: int = 0


class CardsDrawn(Event, frozen=True, kw_only=True, gc=False):
    """What Bendt the Bandit drew; for the eyes of his player."""

    cards: Cards


class CardDiscarded(Event, frozen=True, kw_only=True, gc=False):
    """What was discarded after that; for the same eyes."""

    card: int


class UndealtShown(Event, frozen=True, kw_only=True, gc=False):
    """The undealt cards, which Juanita Jade shows to her player alone."""

    cards: Cards


class PowerUsed(Event, frozen=True, kw_only=True, gc=False):
    """The power has been used."""

    used: UsedPower


class RoundEnded(Event, frozen=True, kw_only=True, gc=False):
    """The round is scored: points of the round, and in all."""

    round: int
    cards: int
    """How many cards each seat was dealt in this round."""
    bids: tuple[int, ...]
    taken: tuple[int, ...]
    bonus: tuple[int, ...]
    """What each seat took for an exact bid, alliances apart."""
    alliances: tuple[tuple[Seat, Seat], ...]
    """Who took a loot, and who had played it."""
    shots: tuple[int, ...]
    """1 for who had loaded a cannonball; empty where none are loaded."""
    wager: tuple[Seat, int] | None
    """Rascal's: the seat, and the points at stake."""
    scored: tuple[int, ...]
    points: tuple[int, ...]


class TiePlayedOff(Event, frozen=True, kw_only=True, gc=False):
    """Several share the first place after the last round: one more decides."""

    seats: tuple[Seat, ...]


class GameEnded(Event, frozen=True, kw_only=True, gc=False):
    """The last round is scored."""

    winners: tuple[Seat, ...]
    points: int

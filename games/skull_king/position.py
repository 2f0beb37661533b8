"""A round as somebody sets it up: how it was dealt, and what has been done since."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from games.contract import Action, Position
from games.position import (
    Laid,
    Pack,
    barred,
    by_seat,
    check_between,
    check_scores,
    laid_by,
    named,
    tricks,
)
from games.skull_king import dealing, scoring
from games.skull_king.cards import CARD_OF, FACES, FACES_OF_CARD, PLAYS
from games.skull_king.state import Setup, State, Table
from games.skull_king.trick import settle, suit_led
from games.text import Seat


class SkullKingPosition(Position):
    """A round, and how far it has come. Cards and faces are named as in actions: "g12 tigress"; with several
    in a field there are spaces between them.

    The phase follows from what is said: without `bids` they are still to be made. Where pirates have used
    their powers or Graybeard plays along, `moves` say what was played.
    """

    round: int | None = None
    """None: the first one with as many cards as the hands have."""
    scores: tuple[int, ...] = ()
    """The points that each seat had before this round; empty: none."""
    leader: Seat | None = None
    """Who leads the round's first trick; None: as the rules have it."""
    hands: tuple[str | None, ...] = ()
    """What each seat holds when `trick` lies there; None: as it is dealt."""
    graybeard: str | None = None
    """His pile, from the top."""
    undealt: str = ""
    """The first of the cards that nobody was dealt, from the top."""
    bids: tuple[int, ...] = ()
    loads: tuple[Literal["grapeshot", "cannonball"], ...] = ()
    fallen: str = ""
    """The faces of the round's complete tricks, one after the other."""
    trick: str = ""
    """The faces that lie there."""


def set_up(
    setup: Setup, players: int, seed: bytes, given: SkullKingPosition
) -> tuple[State, tuple[tuple[Seat, Action], ...]]:
    """The round when it was dealt, and what was done since. ValueError if it cannot have been so."""
    first = dealing.new(setup, players, seed).table
    setup, deck = first.setup, dealing.deck_of(first.setup)
    faces = {FACES[face].short: face for card in deck for face in FACES_OF_CARD[card]}
    fallen, trick = named(given.fallen, faces), named(given.trick, faces)
    if fallen + trick and first.ghost is not None:
        raise ValueError("Where Graybeard plays along, the moves must say what was played.")
    number = given.round or _round_with(given, len(fallen) // players, first)
    state = dealing.next_round(_before(first, number, by_seat("scores", given.scores, players, 0)), seed)
    leader = state.table.leader if given.leader is None else given.leader
    check_between("The leader", leader, 0, players - 1)
    laid = tricks(fallen, trick, players, leader, lambda faces: settle(faces, setup).leads_next)
    plays = [(seat, PLAYS[face]) for trick in laid for seat, face in trick]
    dealt = _dealt(replace(state, table=replace(state.table, leader=leader)), given, laid)
    return dealt, (*_said(given, players), *plays)


def _round_with(given: SkullKingPosition, complete: int, table: Table) -> int:
    """The first round in which so many cards are dealt as are held, and lie in complete tricks."""
    dealt = dealing.cards_in_round(table.setup, table.players)
    held = max((len(hand.split()) for hand in given.hands if hand is not None), default=None)
    if held is None:
        return next((number for number, cards in enumerate(dealt, 1) if cards > complete), len(dealt))
    if held + complete not in dealt:
        raise ValueError(f"In no round of this game everybody is dealt {held + complete} cards.")
    return 1 + dealt.index(held + complete)


def _before(table: Table, number: int, scores: Sequence[int]) -> Table:
    """The table before this round is dealt."""
    dealt = dealing.cards_in_round(table.setup, table.players)
    play_off = table.setup.chosen.extra_round and len(scoring.winners(scores)) > 1
    check_between("The round", number, 1, len(dealt) + play_off)
    check_scores(scores, *scoring.extremes(table.setup, dealt[: number - 1]))
    return replace(table, round=number - 1, points=tuple(scores))


def _dealt(state: State, given: SkullKingPosition, laid: list[Laid]) -> State:
    """The round with other hands: what everybody holds, and what was laid since the deal."""
    table, deck = state.table, dealing.deck_of(state.table.setup)
    names = {FACES[card].short: card for card in deck}
    pack = Pack(deck, dealing.shuffled_for(table.setup, state.seed, table.round), names)
    top, pile = pack.take(given.undealt), pack.take(given.graybeard or "")
    gone = [faces.translate(bytes(CARD_OF).ljust(256, b"\0")) for faces in laid_by(laid, table.players)]
    void = barred(laid, table.players, lambda faces: suit_led(faces, table.setup.edition))
    hands = pack.hands(given.hands, gone, table.dealt, void)
    if table.ghost is not None:
        pile = pack.deal(table.dealt) if given.graybeard is None else pile
    if len(pile) != (table.dealt if table.ghost is not None else 0):
        raise ValueError(f"Graybeard cannot have {len(pile)} cards in this round.")
    dealt, undealt = replace(state, hands=(*hands, pile) if pile else hands), top + pack.rest
    return dealt if undealt == dealing.undealt(dealt) else replace(dealt, pile=undealt)


def _said(given: SkullKingPosition, players: int) -> list[tuple[Seat, Action]]:
    """The bids, and what was loaded."""
    if not given.bids and (given.loads or given.fallen or given.trick):
        raise ValueError("Before a card lies there, everybody has bid: say the bids, too.")
    said = [(seat, f"bid {bid}") for seat, bid in enumerate(given.bids)]
    said += [(seat, f"load {load}") for seat, load in enumerate(given.loads)]
    for what, values in (("bids", given.bids), ("loads", given.loads)):
        by_seat(what, values, players, None)
    return said

"""A round as somebody sets it up: how it was dealt, and what has been done since."""

from __future__ import annotations

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
from games.skull_queen import constants, dealing, plank
from games.skull_queen.cards import FACES, PLAYS, SPECIALS
from games.skull_queen.state import State
from games.skull_queen.trick import followed, leads_next
from games.text import Seat

NAMES = {shown.short: card for card, shown in FACES.items()}


class SkullQueenPosition(Position):
    """A round, and how far it has come. Cards and planks are named as in actions: "r7 monkey", "up 1 3 5 5".

    The phase follows from what is said: without `planks` they are still to be set. Of two players `moves` say
    what was played.
    """

    round: int = 1
    rounds: int | None = None
    """How many are played; None: as many as players."""
    scores: tuple[int, ...] = ()
    """The points that each seat had before this round; empty: none."""
    leader: Seat | None = None
    """Who leads the round's first trick; None: as the rules have it."""
    hands: tuple[str | None, ...] = ()
    """What each seat holds when `trick` lies there; None: as it is dealt."""
    king: str | None = None
    """The old Pirate King's pile, from the top."""
    left_over: str | None = None
    """What was left over from the deal: the middle, with Monkey and First Mate, who are put aside."""
    planks: tuple[str, ...] = ()
    """The plank of each seat as it was set before the round."""
    fallen: str = ""
    """The round's complete tricks, one after the other."""
    trick: str = ""
    """The cards that lie there."""


def set_up(
    players: int, seed: bytes, given: SkullQueenPosition
) -> tuple[State, tuple[tuple[Seat, Action], ...]]:
    """The round when it was dealt, and what was done since. ValueError if it cannot have been so."""
    first, number = dealing.new(players, seed).table, given.round
    fallen, trick = named(given.fallen, NAMES), named(given.trick, NAMES)
    if fallen + trick and constants.DEALS[players].king:
        raise ValueError("Of two players the moves must say what was played.")
    if fallen + trick and not given.planks:
        raise ValueError("Before a card lies there, all planks are set: say the planks, too.")
    usual = constants.rounds(players)
    rounds = usual if given.rounds is None else given.rounds
    check_between("The number of rounds", rounds, 1, usual)
    check_between("The round", number, 1, rounds)
    scores = by_seat("scores", given.scores, players, 0)
    check_scores(scores, 0, (number - 1) * plank.BEST)
    shortened = 0 if rounds == usual else rounds
    begun = replace(first, round=number - 1, points=scores, shortened=shortened)
    state = dealing.next_round(begun, seed)
    leader = state.table.leader if given.leader is None else given.leader
    check_between("The leader", leader, 0, players - 1)
    laid = tricks(fallen, trick, players, leader, leads_next)
    by_seat("planks", given.planks, players, "")
    planks = [(seat, f"plank {plank}") for seat, plank in enumerate(given.planks)]
    plays = [(seat, PLAYS[card]) for trick in laid for seat, card in trick]
    dealt = _dealt(replace(state, table=replace(state.table, leader=leader)), given, laid)
    return dealt, (*planks, *plays)


def _dealt(state: State, given: SkullQueenPosition, laid: list[Laid]) -> State:
    """The round with other hands: what everybody holds, and what was laid since the deal."""
    table, players = state.table, state.table.players
    deal = constants.DEALS[players]
    pack = Pack(dealing.deck_of(players), dealing.shuffled_for(players, state.seed, table.round), NAMES)
    king, left = pack.take(given.king or ""), pack.take(given.left_over or "")
    hands = pack.hands(given.hands, laid_by(laid, players), deal.hand, barred(laid, players, followed))
    king = pack.deal(deal.king) if given.king is None else king
    left = bytes(sorted(left if given.left_over is not None else pack.rest))
    if len(king) != deal.king or len(left) != deal.middle(players):
        raise ValueError(
            f"The old Pirate King has {deal.king} cards here and {deal.middle(players)} are left over, "
            f"not {len(king)} and {len(left)}."
        )
    aside = bytes([card for card in left if card in SPECIALS])
    shown = replace(table, middle=left.translate(None, SPECIALS), aside=aside)
    return replace(state, table=shown, hands=hands, king=king)

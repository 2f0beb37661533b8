"""How decks are put together, how many cards each round has, and how they are dealt."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from games.cards import Cards, deal, undealt
from games.fairness import shuffled
from games.skull_queen import constants
from games.skull_queen.cards import COLOURS, SPECIALS, numbers_of
from games.skull_queen.state import NO_PLANK, State, Table


@cache
def deck_of(players: int) -> Cards:
    """The cards that so many play with, sorted."""
    lowest, highest = constants.DEALS[players].lowest, constants.DEALS[players].highest
    return b"".join(numbers_of(colour, lowest, highest) for colour in range(len(COLOURS))) + SPECIALS


def new(players: int, seed: bytes) -> State:
    """The first round, dealt. ValueError if so many cannot play."""
    if players not in constants.PLAYERS:
        raise ValueError(
            f"Skull Queen is for {constants.PLAYERS[0]} to {constants.PLAYERS[-1]} players, not {players}."
        )
    table = Table(
        phase="plank",
        round=0,
        dealt=0,
        to_act=(),
        leader=0,
        trick=b"",
        done=0,
        middle=b"",
        aside=b"",
        gone=b"",
        planks=(),
        last=b"",
        last_leader=0,
        last_moves=(),
        points=(0,) * players,
        score_sheet=b"",
    )
    return next_round(table, seed)


def next_round(table: Table, seed: bytes) -> State:
    """The next round, dealt: what is left over lies open before anybody sets a plank."""
    players, number = len(table.points), table.round + 1
    dealt, deck, order = constants.DEALS[players], deck_of(players), shuffled_for(players, seed, number)
    rest = undealt(deck, order, players * dealt.hand)
    left = bytes(sorted(rest[dealt.king :]))
    fresh = replace(
        table,
        phase="plank",
        round=number,
        dealt=dealt.hand,
        to_act=tuple(range(players)),
        leader=(constants.FIRST_LEADER + number - 1) % players,
        trick=b"",
        done=0,
        middle=left.translate(None, SPECIALS),
        aside=bytes([card for card in left if card in SPECIALS]),
        gone=b"",
        planks=(),
        voids=bytes(players),
        played=(b"",) * players,
    )
    return State(
        fresh,
        deal(deck, order, players, dealt.hand),
        (NO_PLANK,) * players,
        (0,) * players,
        (),
        rest[: dealt.king],
        seed,
    )


def shuffled_for(players: int, seed: bytes, round: int) -> tuple[int, ...]:
    """The order of the deck in this round: which of its cards is the first, the second ... The hands come
    first, seat after seat, then the old Pirate King's pile from its top, then what is left over.
    """
    return shuffled(seed, f"round {round}", len(deck_of(players)))

"""How decks are put together, how many cards each round has, and how they are dealt."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from games.cards import Cards, deal
from games.cards import undealt as undealt_of
from games.fairness import shuffled
from games.skull_king.cards import KRAKEN, LOOTS, WHALE
from games.skull_king.state import NOT_SAID, Ghost, Setup, State, Table


@cache
def deck_of(setup: Setup) -> Cards:
    """The cards that this table plays with."""
    expansions = (LOOTS, setup.loot), (bytes((KRAKEN,)), setup.kraken), (bytes((WHALE,)), setup.white_whale)
    return setup.edition.deck + b"".join(cards for cards, chosen in expansions if chosen)


@cache
def cards_in_round(setup: Setup, players: int) -> tuple[int, ...]:
    """How many cards each is dealt, round by round, as far as the deck and the edition's limits go."""
    hands = players + setup.chosen.graybeard
    limit = min(len(deck_of(setup)) // hands, setup.edition.hand_limits.get(players, 99))
    return tuple(min(cards, limit) for cards in setup.length.rounds)


def cards_dealt(table: Table, round: int) -> int:
    """How many cards each is dealt in this round; in one more than there are, as many as in the last."""
    rounds = cards_in_round(table.setup, len(table.points))
    return rounds[min(round, len(rounds)) - 1]


def tricks_done(table: Table) -> int:
    """Complete tricks of this round."""
    return len(table.fallen) // table.hands


def new(setup: Setup, players: int, seed: bytes) -> State:
    """The first round, dealt. ValueError if so many cannot play."""
    allowed = setup.edition.players
    if players not in allowed:
        raise ValueError(f"This edition is for {allowed[0]} to {allowed[-1]} players, not {players}.")
    nothing = (0,) * players
    played = setup.at_table_of(players)
    table = Table(
        setup=played,
        phase="bid",
        round=0,
        dealt=0,
        to_act=(),
        leader=0,
        trick=b"",
        bids=(),
        taken=nothing,
        bonus=nothing,
        alliances=(),
        fallen=b"",
        last_leader=0,
        last=b"",
        points=nothing,
        score_sheet=b"",
        ghost=Ghost() if played.chosen.graybeard else None,
    )
    return next_round(table, seed)


def next_round(table: Table, seed: bytes) -> State:
    """The next round, dealt. The first seat leads in round 1, and one seat further in each later round."""
    players, number = len(table.points), table.round + 1
    each, ghost = cards_dealt(table, number), table.ghost
    fresh = replace(
        table,
        phase="bid",
        round=number,
        dealt=each,
        to_act=tuple(range(players)),
        leader=(number - 1) % players,
        bids=(),
        taken=(0,) * players,
        bonus=(0,) * players,
        alliances=(),
        fallen=b"",
        shots=(),
        wager=None,
        leaders=b"",
        ghost=None if ghost is None else Ghost(led=ghost.led),
    )
    deck, order = deck_of(table.setup), shuffled_for(table.setup, seed, number)
    hands = deal(deck, order, players, each)
    if ghost is not None:
        hands += (undealt_of(deck, order, players * each)[:each],)
    return State(fresh, hands, (NOT_SAID,) * players, seed)


def shuffled_for(setup: Setup, seed: bytes, round: int) -> tuple[int, ...]:
    """The order of the deck in this round: which of its cards is the first, the second ..."""
    return shuffled(seed, f"round {round}", len(deck_of(setup)))


def undealt(state: State) -> Cards:
    """The cards that nobody has, from the top: as the deal left them, or as Bendt did."""
    if state.pile is not None:
        return state.pile
    table = state.table
    order = shuffled_for(table.setup, state.seed, table.round)
    return undealt_of(deck_of(table.setup), order, table.hands * table.dealt)

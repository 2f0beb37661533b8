"""What a thinker needs: the game as it may be for all that a seat knows, and what it will come to."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from games.cards import Card, Cards
from games.fairness import SECRET_BYTES
from games.skull_queen import constants, dealing, policy
from games.skull_queen.cards import CARD_OF, COLOUR, SPECIALS
from games.skull_queen.plank import PLANK_OF, SPACES, Plank, put
from games.skull_queen.playout import Round
from games.skull_queen.state import NO_CARD, NO_PLANK, State, Table, View, order_of
from games.skull_queen.trick import playable
from games.text import Seat
from games.tricks import deal_where_they_may

SUITS = (*COLOUR, -1, -1)
"""Of each card; the special ones, the last, have none."""
STRAYING = 0.3
"""How often somebody is thought to have chosen in secret otherwise than the policy would."""


def resample(view: View, random: Random) -> State:
    """The cards that a seat has not seen dealt anew, and what others chose in secret chosen anew."""
    table = view.table
    hands, king = _dealt(view, random)
    return State(
        table,
        hands,
        _planks(view, hands, random),
        _settings(view),
        _picks(view, hands, random),
        king,
        random.randbytes(SECRET_BYTES),
        _changes(view),
    )


def chapter(table: Table) -> int:
    """Complete tricks of the game."""
    rounds = table.round if table.phase == "over" else table.round - 1
    return rounds * table.dealt + (table.done if table.phase == "play" else 0)


def standing(state: State) -> tuple[float, ...]:
    """Points so far, and what the planks are likely to be worth."""
    table = state.table
    if table.phase != "play":
        return tuple(map(float, table.points))
    return _with_points(table, Round(state, table.planks).expected())


def _with_points(table: Table, scored: Sequence[float]) -> tuple[float, ...]:
    return tuple([before + now for before, now in zip(table.points, scored, strict=True)])


def playout(state: State, end: int) -> tuple[float, ...]:
    """The standing when a chapter has come, everybody playing by the policy."""
    while state.table.phase != "over" and (tricks := end - chapter(state.table)) > 0:
        table, left = state.table, state.table.dealt - state.table.done
        played = Round(state, _set(state))
        played.play(table.done + min(tricks, left))
        points = _with_points(table, played.expected())
        if tricks <= left or table.round == table.rounds:
            return points
        scored = replace(table, points=tuple(map(round, points)))
        state = dealing.next_round(scored, state.seed)
    return standing(state)


def _set(state: State) -> tuple[Plank, ...]:
    """The planks, those set that are not yet."""
    return state.table.planks or tuple(
        PLANK_OF[policy.action(state.table, hand, own)] if own == NO_PLANK else own
        for own, hand in zip(state.planks, state.hands, strict=True)
    )


def _dealt(view: View, random: Random) -> tuple[tuple[Cards, ...], Cards]:
    """Hands, and the old Pirate King's pile: every card lies somewhere it may."""
    table, players = view.table, view.players
    playing = table.phase == "play"
    order = order_of(table.leader, players)
    left = table.dealt - table.done
    laid = order[: len(table.trick)] if playing else ()
    room = [0 if who == view.seat else left - (who in laid) for who in range(players)]
    room.append(left - playing if players == constants.OLD_KING_PLAYS and left else 0)
    unseen = policy.unseen_by(table, view.hand)
    room.append(len(unseen) - sum(room))
    voids = [*table.voids.ljust(players, b"\0"), 0, 0]
    piles = deal_where_they_may(unseen, room, voids, SUITS, random)
    if view.seat is not None:
        piles[view.seat] = view.hand
    hands = tuple([bytes(sorted(pile)) for pile in piles[:players]])
    return hands, piles[players]


def _planks(view: View, hands: Sequence[Cards], random: Random) -> tuple[Plank, ...]:
    table = view.table
    if table.phase != "plank":
        return ()
    return tuple(
        view.plank
        if who == view.seat
        else NO_PLANK
        if who in table.to_act
        else _set_by_another(table, hand, random)
        for who, hand in enumerate(hands)
    )


def _set_by_another(table: Table, hand: Cards, random: Random) -> Plank:
    own = PLANK_OF[policy.action(table, hand, NO_PLANK)]
    if random.random() >= STRAYING:
        return own
    return put(own, random.randrange(len(own) - 1), random.choice(SPACES))


def _settings(view: View) -> tuple[int, ...]:
    """Everybody is thought to have set the plank once, who has."""
    table = view.table
    waiting = table.to_act if table.phase == "plank" else ()
    return tuple(
        view.settings if who == view.seat else int(who not in waiting) for who in range(view.players)
    )


def _picks(view: View, hands: Sequence[Cards], random: Random) -> tuple[Card, ...]:
    table = view.table
    if table.phase != "play" or view.players != constants.OLD_KING_PLAYS:
        return ()
    picks = [NO_CARD, NO_CARD]
    if table.trick[0] not in SPECIALS:
        for who, hand in enumerate(hands):
            if who not in table.to_act:
                picks[who] = view.pick if who == view.seat else _picked_by_another(table, who, hand, random)
    return tuple(picks)


def _picked_by_another(table: Table, seat: Seat, hand: Cards, random: Random) -> Card:
    if random.random() < STRAYING:
        return random.choice(playable(hand, table.trick))
    return CARD_OF[policy.action(table, hand, table.planks[seat])]


def _changes(view: View) -> tuple[int, ...]:
    """How often this seat has changed the card that it chose, as what it is asked tells."""
    if view.pick == NO_CARD:
        return ()
    asked = view.decision.split(".")[2:]
    own = int(asked[0]) - 1 if asked else constants.MOST_CHANGES
    return tuple(own if who == view.seat else 0 for who in range(view.players)) if own else ()

"""Where Skull King's pieces are, and what a seat cannot know; see `tests.games.hidden`."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from games.skull_king import dealing
from games.skull_king.bidding import MOST_CHANGES
from games.skull_king.cards import CARD_OF, FACES
from games.skull_king.position import SkullKingPosition
from games.skull_king.powers import put_away as put_away_by
from games.skull_king.state import NOT_SAID, State
from games.text import Seat


def pieces(state: State) -> list[int]:
    played = [CARD_OF[face] for face in state.table.fallen + state.table.trick]
    return sorted([*b"".join(state.hands), *played, *dealing.undealt(state)])


def otherwise(state: State, watcher: Seat | None, random: Random) -> State:
    """Other hands, Graybeard's pile and the undealt cards change places; what the watcher has seen among them
    stays where it is.
    """
    table = state.table
    shown = state.shown[1] if state.shown is not None and state.shown[0] == watcher else b""
    put_away = b"" if watcher is None else put_away_by(state, watcher)
    hands = [*state.hands, dealing.undealt(state)]
    hidden = [
        (place, number)
        for place, cards in enumerate(hands)
        for number, card in enumerate(cards)
        if place != watcher and card not in shown + put_away
    ]
    moved = list(hidden)
    random.shuffle(moved)
    laid = [list(cards) for cards in hands]
    for (place, number), (other, at) in zip(hidden, moved, strict=True):
        laid[place][number] = hands[other][at]
    others = [
        bytes(sorted(cards) if place < table.players else cards)
        for place, cards in enumerate(laid[: len(state.hands)])
    ]
    sealed, changes = list(state.sealed), list(state.changes or (0,) * len(state.sealed))
    for seat in range(table.players):
        if seat != watcher and sealed and sealed[seat] != NOT_SAID:
            sealed[seat] = random.randint(0, 1 if table.phase == "load" else table.dealt)
            changes[seat] = random.randint(0, MOST_CHANGES)
    return State(
        table,
        tuple(others),
        tuple(sealed),
        random.randbytes(32),
        pile=bytes(laid[-1]),
        drawn=state.drawn if watcher in table.to_act else b"",
        changes=tuple(changes),
        shown=state.shown if shown else None,
    )


def described(state: State) -> SkullKingPosition | None:
    """Before anybody has bid; and while cards are played, where that says all."""
    table, says = state.table, dict[str, Any]()
    if table.phase == "play" and not table.setup.chosen.powers and table.ghost is None:
        loads = tuple("cannonball" if shot else "grapeshot" for shot in table.shots)
        fallen, trick = spelled(table.fallen), spelled(table.trick)
        says = {"bids": table.bids, "loads": loads, "fallen": fallen, "trick": trick}
    elif table.phase != "bid" or any(bid != NOT_SAID for bid in state.sealed):
        return None
    return SkullKingPosition(
        round=table.round,
        scores=table.points,
        hands=tuple(map(spelled, state.hands[: table.players])),
        graybeard=None if table.ghost is None else spelled(state.hands[-1]),
        undealt=spelled(dealing.undealt(state)),
        **says,
    )


def undescribed(state: State) -> State:
    """Without the rounds before, and the trick before, unless a pirate who took it uses a power now."""
    table = state.table
    ghost = None if table.ghost is None else replace(table.ghost, led=False)
    open_now = replace(table, score_sheet=b"", used=None, ghost=ghost)
    if table.phase != "power":
        open_now = replace(open_now, last=b"", last_leader=0)
    return replace(state, table=open_now)


def spelled(cards: bytes) -> str:
    return " ".join(FACES[card].short for card in cards)

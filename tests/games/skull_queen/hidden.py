"""Where Skull Queen's pieces are, and what a seat cannot know; see `tests.games.hidden`."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from games.skull_queen import constants
from games.skull_queen import state as queens
from games.skull_queen.cards import FACES
from games.skull_queen.plank import ACTION_OF, PLANK_OF
from games.skull_queen.position import SkullQueenPosition
from games.skull_queen.trick import playable
from games.text import Seat


def pieces(state: queens.State) -> list[int]:
    table = state.table
    return sorted(
        [*b"".join(state.hands), *state.king, *table.trick, *table.middle, *table.aside, *table.gone]
    )


def otherwise(state: queens.State, watcher: Seat | None, random: Random) -> queens.State:
    """Other hands and the old Pirate King's pile are mixed; planks and cards chosen in secret are others."""
    hidden = [seat for seat in range(state.table.players) if seat != watcher]
    cards = [*state.king, *(card for seat in hidden for card in state.hands[seat])]
    random.shuffle(cards)
    hands, planks, settings, picks = (
        list(state.hands),
        list(state.planks),
        list(state.settings),
        list(state.picks),
    )
    for seat in hidden:
        size = len(hands[seat])
        hands[seat], cards = bytes(sorted(cards[:size])), cards[size:]
        if planks and planks[seat] != queens.NO_PLANK:
            planks[seat] = random.choice(list(PLANK_OF.values()))
            settings[seat] = random.randint(1, constants.MOST_SETTINGS)
        if picks and picks[seat] != queens.NO_CARD:
            picks[seat] = random.choice(playable(hands[seat], state.table.trick))
    return queens.State(
        state.table,
        tuple(hands),
        tuple(planks),
        tuple(settings),
        tuple(picks),
        bytes(cards),
        random.randbytes(32),
    )


def described(state: queens.State) -> SkullQueenPosition | None:
    """Before anybody has set a plank; and the round's first trick, where that says all."""
    table, says = state.table, dict[str, Any]()
    if table.phase == "play" and table.players > 2 and not table.done:
        planks = tuple(ACTION_OF[plank].removeprefix("plank ") for plank in table.planks)
        says = {"planks": planks, "trick": spelled(table.trick)}
    elif table.phase != "plank" or any(state.settings):
        return None
    return SkullQueenPosition(
        round=table.round,
        scores=table.points,
        hands=tuple(map(spelled, state.hands)),
        king=spelled(state.king),
        left_over=spelled(table.middle + table.aside),
        **says,
    )


def undescribed(state: queens.State) -> queens.State:
    """Without the rounds before, the trick before, and how often planks were set that lie open."""
    open_now = replace(state.table, score_sheet=b"", last=b"", last_leader=0, last_moves=(), last_middle=b"")
    settings = (0,) * state.table.players if state.table.planks else state.settings
    return replace(state, table=open_now, settings=settings)


def spelled(cards: bytes) -> str:
    return " ".join(FACES[card].short for card in cards)

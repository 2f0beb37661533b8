"""Where Skull Queen's pieces are, and what a seat cannot know; see `tests.games.hidden`."""

from __future__ import annotations

from random import Random

from games.skull_queen import box
from games.skull_queen import state as queens
from games.skull_queen.plank import PLANK_OF
from games.skull_queen.rules import playable
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
            settings[seat] = random.randint(1, box.MOST_SETTINGS)
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

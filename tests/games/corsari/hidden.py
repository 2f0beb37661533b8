"""Where Corsari's pieces are, and what a seat cannot know; see `tests.games.hidden`."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from games.corsari import split as corsari_split
from games.corsari.state import NOTHING
from games.corsari.state import State as CorsariState
from games.text import Seat


def pieces(state: CorsariState) -> list[int]:
    table = state.table
    in_play = [*b"".join(state.hands), *state.stock, *table.pier, *table.discards]
    return sorted([*in_play, *b"".join(table.penalties)])


def otherwise(state: CorsariState, watcher: Seat | None, random: Random) -> CorsariState:
    """The stock and the other hands drawn anew, but for cards that have been laid out."""
    table = state.table
    shown = {seat for seat in range(table.players) if seat == table.closer and table.closed is not None}
    if table.phase == "over" and table.latest and len(b"".join(table.latest.gained)):
        shown = set(range(table.players))
    hidden = [seat for seat in range(table.players) if seat != watcher and seat not in shown]
    cards = [*state.stock, *(card for seat in hidden for card in state.hands[seat])]
    random.shuffle(cards)
    hands, answers, drawn = list(state.hands), list(state.answers), state.drawn
    for seat in hidden:
        size = len(hands[seat])
        hands[seat], cards = bytes(sorted(cards[:size])), cards[size:]
        if answers and answers[seat] is not None and table.closed is not None:
            attached = random.choice(corsari_split.attachings(hands[seat], table.closed.crew))
            rest = hands[seat].translate(None, attached)
            crew = random.choice(corsari_split.crews(rest, table.pier_colour))
            answers[seat] = corsari_split.laid_out(rest, table.pier_colour, crew, attached)
        if drawn != NOTHING and seat in table.to_act:
            drawn = random.choice(hands[seat])
    return replace(
        state,
        hands=tuple(hands),
        stock=bytes(cards),
        answers=tuple(answers),
        drawn=drawn,
        seed=random.randbytes(32),
    )

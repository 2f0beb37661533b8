"""Where Corsari's pieces are, and what a seat cannot know; see `tests.games.hidden`."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from games.cards import Cards
from games.corsari import split as corsari_split
from games.corsari.cards import FACES
from games.corsari.position import CorsariPosition
from games.corsari.state import NOTHING
from games.corsari.state import State as CorsariState
from games.text import Seat


def pieces(state: CorsariState) -> list[int]:
    table = state.table
    in_play = [*b"".join(state.hands), *state.stock, *table.pier, *table.discards]
    return sorted([*in_play, *b"".join(table.penalties)])


def otherwise(state: CorsariState, watcher: Seat | None, random: Random) -> CorsariState:
    """The stock and the other hands drawn anew, but for cards that have been laid out or taken openly."""
    table, open_cards = state.table, seen(state)
    hidden = [seat for seat in range(table.players) if seat != watcher]
    unknown = {seat: state.hands[seat].translate(None, open_cards[seat]) for seat in hidden}
    cards = [*state.stock, *b"".join(unknown.values())]
    random.shuffle(cards)
    hands, answers, drawn = list(state.hands), list(state.answers), state.drawn
    for seat in hidden:
        size = len(unknown[seat])
        given, cards = bytes(cards[:size]), cards[size:]
        hands[seat] = bytes(sorted(open_cards[seat] + given))
        if answers and answers[seat] is not None and table.closed is not None:
            attached = random.choice(corsari_split.attachings(hands[seat], table.closed.crew))
            rest = hands[seat].translate(None, attached)
            crew = random.choice(corsari_split.crews(rest, table.pier_colour))
            answers[seat] = corsari_split.laid_out(rest, table.pier_colour, crew, attached)
        if drawn != NOTHING and seat in table.to_act and drawn not in open_cards[seat]:
            drawn = random.choice(given)
    return replace(
        state,
        hands=tuple(hands),
        stock=bytes(cards),
        answers=tuple(answers),
        drawn=drawn,
        seed=random.randbytes(32),
    )


def seen(state: CorsariState) -> list[Cards]:
    """The cards of each hand that everybody knows to be there."""
    table = state.table
    known = list(table.taken) or [b""] * table.players
    if table.closed is not None:
        known[table.closer] = state.hands[table.closer]
    if table.phase == "over" and table.latest is not None:
        for seat, layout in enumerate(table.latest.layouts):
            if layout.prisoners + layout.crew + layout.stowaways + layout.attached:
                known[seat] = state.hands[seat]
    return known


def described(state: CorsariState) -> CorsariPosition | None:
    """Before somebody draws."""
    table = state.table
    if table.phase != "draw":
        return None
    return CorsariPosition(
        hand=table.hand,
        penalties=tuple(map(spelled, table.penalties)),
        hands=tuple(map(spelled, state.hands)),
        pier=spelled(table.pier),
        discards=spelled(table.discards),
        stock=spelled(state.stock),
        turn=table.turn,
        taken=tuple(map(spelled, table.taken)),
        quiet=table.quiet,
        voids=table.voids,
    )


def undescribed(state: CorsariState) -> CorsariState:
    """Without the hands before."""
    return replace(state, table=replace(state.table, score_sheet=b"", latest=None))


def spelled(cards: Cards) -> str:
    return " ".join(FACES[card].short for card in cards)

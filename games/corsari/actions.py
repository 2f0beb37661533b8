"""How actions are spelled, in the log for ever.

draw stock · draw discard · draw pier
drop orange5 · sail
crew none · crew orange · crew orange purple
attach purple9 grey10 crew orange
"""

from __future__ import annotations

from itertools import permutations

from games.cards import Card, Cards
from games.contract import Action
from games.corsari.cards import BANDS, COLOUR, FACES, NAMES, NUMBER
from games.corsari.constants import COLOURS, CREW_COLOURS
from games.corsari.split import Crew, attachings, crews
from games.corsari.state import Source

DRAW_STOCK, DRAW_DISCARD, DRAW_PIER = DRAWS = ("draw stock", "draw discard", "draw pier")
SOURCES: dict[Action, Source] = {DRAW_STOCK: "stock", DRAW_DISCARD: "discard", DRAW_PIER: "pier"}

DROPS: tuple[Action, ...] = tuple(f"drop {face.short}" for face in FACES)
DROPPED: dict[Action, Card] = {action: card for card, action in enumerate(DROPS)}
SAIL: Action = "sail"

_ALL_CREWS: tuple[Crew, ...] = tuple(
    crew for size in range(CREW_COLOURS + 1) for crew in permutations(range(COLOURS), size)
)
CREW_ACTION: dict[Crew, Action] = {
    crew: f"crew {' '.join(BANDS[colour].short for colour in crew) or 'none'}" for crew in _ALL_CREWS
}
CREW_OF: dict[Action, Crew] = {action: crew for crew, action in CREW_ACTION.items()}


def answer(attached: Cards, crew: Crew) -> Action:
    """An opponent's answer to the closer."""
    return _attaching(attached) + CREW_ACTION[crew]


def _attaching(attached: Cards) -> str:
    return f"attach {' '.join([FACES[card].short for card in attached])} " if attached else ""


def answers(hand: Cards, crew: Cards, pier: int) -> tuple[Action, ...]:
    """Every answer of an opponent to the closer's crew."""
    found: list[Action] = []
    for attached in attachings(hand, crew):
        beginning = _attaching(attached)
        rest = hand.translate(None, attached) if attached else hand
        found += [beginning + CREW_ACTION[own] for own in crews(rest, pier)]
    return tuple(found)


def parsed_answer(action: Action) -> tuple[Cards, Crew] | None:
    """What an answer says; None if it is none, or not spelled as one."""
    read = _read(action)
    return read if read is not None and answer(*read) == action else None


def _read(action: Action) -> tuple[Cards, Crew] | None:
    """The cards that a crew's action attaches, as they stand there, and the crew; None for another action."""
    beginning, found, colours = action.rpartition("crew ")
    crew, names = CREW_OF.get(found + colours), " ".join(beginning.split()[1:])
    if crew is None:
        return None
    try:
        return NAMES.numbers(names), crew
    except KeyError:
        return None


def in_order(action: Action, hand: Cards) -> Action:
    """The action with attached cards in the hand's order, and with the colours of a crew in theirs where the
    hand has no number in both, so that their order says nothing.
    """
    read = _read(action)
    if read is None:
        return action
    attached, crew = bytes(sorted(read[0])), read[1]
    rest = hand.translate(None, attached)
    held = [{NUMBER[card] for card in rest if COLOUR[card] == colour} for colour in crew]
    if len(crew) == CREW_COLOURS and held[0].isdisjoint(held[1]):
        crew = tuple(sorted(crew))
    return answer(attached, crew)

"""What a card surely does, for whoever plays last in a trick: no playout is needed for it."""

from __future__ import annotations

from games.cards import ONE, Card
from games.contract import Action
from games.skull_queen import constants
from games.skull_queen.cards import CARD_OF, COLOUR, SPECIALS
from games.skull_queen.plank import OVERBOARD, WORTH, after, space_of
from games.skull_queen.state import Move, View, order_of
from games.skull_queen.trick import settle


def moves(view: View, card: Card) -> tuple[Move, ...] | None:
    """Which pirates of people the trick moves when the seat, which is asked for a card, plays this one last;
    None if somebody plays after it, or nobody knows what.
    """
    table, players = view.table, view.players
    lying = table.trick + ONE[card]
    if players == constants.OLD_KING_PLAYS or len(lying) < players or not lying.strip(SPECIALS):
        return None
    order = order_of(table.leader, players)
    found: list[Move] = []
    for step in settle(lying, table.middle).steps:
        if step.place >= 0:
            who = order[step.place]
            plank = table.planks[who]
            before = space_of(plank, step.colour)
            then = WORTH[plank[0]][after(before, step.steps)]
            found.append(Move(who, step.card, step.colour, step.steps, before, then))
    return tuple(move for move in found if move.before != OVERBOARD)


def falls(view: View, found: tuple[Move, ...]) -> bool:
    """Whether a pirate of the seat goes overboard."""
    return any(move.who == view.seat and not move.worth for move in found)


def certain(view: View) -> tuple[Action, ...]:
    """The legal actions without the cards that send a pirate of the seat overboard for certain, where another
    card of the same colour does not: a pirate on the plank is never worth less than one in the water.
    """
    if view.table.phase != "play":
        return view.legal
    sinking: dict[Action, bool] = {}
    for action in view.legal:
        done = moves(view, CARD_OF[action])
        if done is None:
            return view.legal
        sinking[action] = falls(view, done)
    suited = {action: COLOUR[CARD_OF[action]] for action in sinking if CARD_OF[action] not in SPECIALS}
    safe = {colour for action, colour in suited.items() if not sinking[action]}
    return tuple(action for action in sinking if not (sinking[action] and suited.get(action) in safe))

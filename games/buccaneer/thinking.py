"""What a thinker needs of Buccaneer: deals that could be true, what the table is worth, and what is sensible.

Who plays in a playout chooses as the sailor does, for both look at the same sketch of the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from random import Random

from games.buccaneer.actions import BOARDS, CHALLENGE, MOVES, answers_open
from games.buccaneer.discs import OWNER, Party
from games.buccaneer.outlook import covered
from games.buccaneer.ships import SHIPS
from games.buccaneer.sketch import DEAREST, NOBODY, Sketch, Turn
from games.buccaneer.state import State, Table, View
from games.contract import Action
from games.fairness import SECRET_BYTES
from games.text import Seat


def resample(view: View, random: Random) -> State:
    """Each colour's covered pirates lie in any of its covered places, the ships face down in any order."""
    under = [covered(view, seat) for seat in range(view.players)]
    for discs in under:
        random.shuffle(discs)
    parties = [party[:1] + bytes([under[OWNER[disc]].pop() for disc in party[1:]]) for party in view.parties]
    seen = view.table.ships + bytes([voyage.ship for voyage in view.table.voyages])
    left = [ship for ship in range(len(SHIPS)) if ship not in seen]
    deck = bytes(random.sample(left, view.table.unseen))
    return State(view.table, tuple(parties), deck, random.randbytes(SECRET_BYTES))


def standing(state: State) -> tuple[float, ...]:
    """The ducats, and what the booty may bring."""
    if state.table.phase == "over":
        return tuple(map(float, state.table.ducats))
    return Sketch(state.table, state.parties, state.deck).standing()


def playout(state: State, end: int, random: Random) -> tuple[float, ...]:
    """The standing when so many ships are gone, if everybody plays what is about as sensible as any."""
    if state.table.phase == "over":
        return standing(state)
    sketch = Sketch(state.table, state.parties, state.deck)
    while sketch.gone < end and sketch.ships:
        sketch.take(sketch.choice(random))
    return sketch.standing()


def sensible(table: Table, parties: Sequence[Party], seat: Seat, random: Random | None = None) -> Action:
    """What this seat does: it boards when that pays, otherwise builds the party that would pay best, and it
    mutinies whenever it can. With chance: if it is not quite sure of that.
    """
    if table.phase == "turn" and seat == table.current:
        return spelled(Sketch(table, parties).choice(random))[0]
    answers = answers_open(table, seat)
    return CHALLENGE if CHALLENGE in answers else answers[0]


def shortlist(view: View) -> tuple[Action, ...]:
    """The actions worth thinking about, the sensible one first, then what promises most: a mutiny that was
    let be may be called before the own turn, too.
    """
    table, seat = view.table, view.seat or 0
    own = sensible(table, view.parties, seat)
    if table.phase != "turn" or seat != table.current:
        return own, *(action for action in view.legal if action != own)
    turns = sorted(Sketch(table, view.parties).turns(thorough=True), key=itemgetter(0), reverse=True)
    best = [action for turn in turns for action in spelled(turn)]
    return tuple(dict.fromkeys([own, *(action for action in (CHALLENGE,) if action in view.legal), *best]))


def spelled(turn: Turn) -> Sequence[Action]:
    """The turn as the log has it; of two pieces to take, the dearer comes first."""
    _worth, top, onto, ship = turn
    if onto != NOBODY:
        return (MOVES[top][onto],)
    boardings = BOARDS[top][ship]
    return boardings if SHIPS[ship].booty[0] == DEAREST[ship] else boardings[::-1]

"""What all choose at the same time and in secret: the bids, and with cannonballs what is loaded.

The last to choose reveals them all.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from games.contract import Action, Event, IllegalAction
from games.skull_king.state import (
    NOT_SAID,
    BidMade,
    BidsRevealed,
    Phase,
    ShotLoaded,
    ShotsRevealed,
    State,
)
from games.text import Seat, _, _n

BIDS: tuple[Action, ...] = tuple(f"bid {tricks}" for tricks in range(16))
SHOTS: tuple[Action, ...] = ("load grapeshot", "load cannonball")
"""By what a table keeps of it: 1 is a cannonball."""
_BID_OF = {action: tricks for tricks, action in enumerate(BIDS)}
_SHOT_OF = {action: shot for shot, action in enumerate(SHOTS)}


def bid(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The bid is laid down; the last one reveals them all."""
    table = state.table
    tricks, most = _BID_OF.get(action), table.dealt
    if tricks is None or tricks > most:
        raise IllegalAction(_n("Bid 0 or {count} trick.", "Bid 0 to {count} tricks.", most))
    bids = changed(state.sealed, seat, tricks)
    made = BidMade(seat=seat)
    waiting = tuple([other for other in table.to_act if other != seat])
    if waiting:
        return State(replace(table, to_act=waiting), state.hands, bids, state.seed, state.pile), (made,)
    shown = BidsRevealed(round=table.round, cards=most, bids=bids, leader=table.leader)
    if table.setup.scoring.cannonball:
        return _before_loading(state, bids), (made, shown)
    opened = replace(table, phase="play", to_act=(table.leader,), bids=bids)
    return State(opened, state.hands, (), state.seed, state.pile), (made, shown)


def _before_loading(state: State, bids: tuple[int, ...]) -> State:
    phase: Literal["load"] = "load"
    everybody = tuple(range(len(bids)))
    loading = replace(state.table, phase=phase, to_act=everybody, bids=bids)
    return State(loading, state.hands, (NOT_SAID,) * len(bids), state.seed, state.pile)


def load(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Grapeshot or a cannonball is loaded; the last one reveals them all."""
    table, shot = state.table, _SHOT_OF.get(action)
    if shot is None:
        raise IllegalAction(_("The bids stand. Load grapeshot or a cannonball now."))
    shots = changed(state.sealed, seat, shot)
    loaded = ShotLoaded(seat=seat)
    waiting = tuple([other for other in table.to_act if other != seat])
    if waiting:
        return State(replace(table, to_act=waiting), state.hands, shots, state.seed, state.pile), (loaded,)
    playing: Phase = "play"
    opened = replace(table, phase=playing, to_act=(table.leader,), shots=shots)
    return State(opened, state.hands, (), state.seed, state.pile), (
        loaded,
        ShotsRevealed(shots=shots, leader=table.leader),
    )


def changed(counts: tuple[int, ...], seat: Seat, count: int) -> tuple[int, ...]:
    """The same for all seats but this one."""
    counted = list(counts)
    counted[seat] = count
    return tuple(counted)

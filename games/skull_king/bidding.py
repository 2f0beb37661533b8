"""What all choose at the same time and in secret: the bids, and with cannonballs what is loaded.

The last to choose reveals them all. Until then whoever has chosen may choose anew, a few times.
"""

from __future__ import annotations

from typing import Literal, NoReturn

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
BIDS_UP_TO = tuple(BIDS[: most + 1] for most in range(len(BIDS)))
"""By how many cards are dealt."""
OTHER_BIDS = tuple(
    tuple(tuple(action for action in actions if action != bid) for bid in actions) for actions in BIDS_UP_TO
)
"""By how many cards are dealt, and what was bid: what may be bid instead."""
SHOTS: tuple[Action, ...] = ("load grapeshot", "load cannonball")
"""By what a table keeps of it: 1 is a cannonball."""
OTHER_SHOTS = SHOTS[1:], SHOTS[:1]
"""By what was loaded: what may be loaded instead."""
MOST_CHANGES = 3
"""How often a bid, or what is loaded, may be changed. Ours, so that games end."""
_BID_OF = {action: tricks for tricks, action in enumerate(BIDS)}
_SHOT_OF = {action: shot for shot, action in enumerate(SHOTS)}


def changes_of(state: State, seat: Seat) -> int:
    """How often the seat has changed what it chose."""
    return state.changes[seat] if state.changes else 0


def may_change(state: State, seat: Seat) -> bool:
    """Whether the seat has chosen, and may still choose something else."""
    sealed, changes = state.sealed, state.changes
    return bool(sealed) and sealed[seat] != NOT_SAID and (not changes or changes[seat] < MOST_CHANGES)


def _changed(state: State, seat: Seat, chosen: int, event: Event) -> tuple[State, tuple[Event, ...]]:
    """The seat has chosen something else than before; nobody else hears of it."""
    sealed = changed(state.sealed, seat, chosen)
    changes = changed(state.changes or (0,) * len(sealed), seat, changes_of(state, seat) + 1)
    return replace(state, sealed=sealed, changes=changes), (event,)


def _chosen_already() -> NoReturn:
    raise IllegalAction(_("That's already your choice. It's shown once everyone has chosen."))


def bid(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The bid is laid down, or changed; the last one reveals them all."""
    table = state.table
    tricks, most = _BID_OF.get(action), table.dealt
    if tricks is None or tricks > most:
        raise IllegalAction(_n("Bid 0 or {count} trick.", "Bid 0 to {count} tricks.", most))
    if tricks == state.sealed[seat]:
        _chosen_already()
    if seat not in table.to_act:
        return _changed(state, seat, tricks, BidMade(seat=seat, audience=(seat,)))
    bids = changed(state.sealed, seat, tricks)
    made = BidMade(seat=seat)
    waiting = tuple(filter(seat.__ne__, table.to_act))
    if waiting:
        return replace(state, table=replace(table, to_act=waiting), sealed=bids), (made,)
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
    """Grapeshot or a cannonball is loaded, or changed for the other; the last one reveals them all."""
    table, shot = state.table, _SHOT_OF.get(action)
    if shot is None:
        raise IllegalAction(_("The bids stand. Load grapeshot or a cannonball."))
    if shot == state.sealed[seat]:
        _chosen_already()
    if seat not in table.to_act:
        return _changed(state, seat, shot, ShotLoaded(seat=seat, audience=(seat,)))
    shots = changed(state.sealed, seat, shot)
    loaded = ShotLoaded(seat=seat)
    waiting = tuple(filter(seat.__ne__, table.to_act))
    if waiting:
        return replace(state, table=replace(table, to_act=waiting), sealed=shots), (loaded,)
    playing: Phase = "play"
    opened = replace(table, phase=playing, to_act=(table.leader,), shots=shots)
    return State(opened, state.hands, (), state.seed, state.pile), (
        loaded,
        ShotsRevealed(shots=shots, leader=table.leader),
    )


def changed(counts: tuple[int, ...], seat: Seat, count: int) -> tuple[int, ...]:
    """The counts of all seats, with this one's replaced."""
    counted = [*counts]
    counted[seat] = count
    return tuple(counted)

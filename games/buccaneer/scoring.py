"""What booty is worth at the end, and who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.buccaneer.boarding import gains, payroll
from games.buccaneer.ships import BOOTY, CONSOLATION, Kind
from games.buccaneer.state import Boarded, View
from games.contract import Cost, Event, Figure, Reckoning
from games.text import Seat, Text, _

COUNTED: Mapping[str, Text] = {"ships_boarded": _("Ships boarded as the captain")}


def pieces_of(booty: Sequence[bytes], kind: Kind) -> tuple[int, ...]:
    """How many pieces of the kind each seat has."""
    return tuple([pieces.count(kind) for pieces in booty])


def awards(pieces: Sequence[int], value: int) -> tuple[int, ...]:
    """What each seat gets for a kind that brings `value` ducats to whoever has most pieces of it.

    Leaders share it, the remainder being lost; whoever gets nothing that way gets a consolation for each
    piece.
    """
    most = max(pieces)
    share = value // pieces.count(most) if most else 0
    return tuple([(own == most and share) or CONSOLATION * own for own in pieces])


def all_awards(booty: Sequence[bytes]) -> tuple[tuple[int, ...], ...]:
    """What each kind brings each seat."""
    return tuple(awards(pieces_of(booty, kind), row.value) for kind, row in enumerate(BOOTY))


def places(ducats: Sequence[int], booty: Sequence[bytes]) -> tuple[int, ...]:
    """Each seat's place: by ducats, then (our ruling) by pieces of booty; those equal in both share it."""
    worth = [(own, len(pieces)) for own, pieces in zip(ducats, booty, strict=True)]
    return tuple(1 + sum(other > own for other in worth) for own in worth)


def winners(ducats: Sequence[int], booty: Sequence[bytes]) -> tuple[Seat, ...]:
    """The seats in first place."""
    return tuple(seat for seat, place in enumerate(places(ducats, booty)) if place == 1)


def figures(captains: Sequence[Seat | None], players: int) -> tuple[Figure, ...]:
    """How many of all ships each seat has boarded. `captains`: who did it, None for one that sailed away."""
    boarded = tuple(sum(captain == seat for captain in captains) for seat in range(players))
    return (Figure("ships_boarded", boarded, (len(captains),) * players),)


def reckoned(view: View, events: Sequence[Event]) -> Reckoning:
    """What the ship that is boarded brought, and what its captain paid whom; nothing of wages of which the
    bank has paid a part.
    """
    voyage = next((event.voyage for event in events if isinstance(event, Boarded)), None)
    if voyage is None or voyage.captain is None:
        return Reckoning()
    wages = () if voyage.bank else payroll(voyage.party, voyage.ship)
    costs = tuple(Cost(pay.seat, voyage.captain, pay.wage) for pay in wages if pay.wage)
    return Reckoning(tuple(gains(voyage, view.players)), costs)

"""Planning a boarding while others act: with which party which ship, and what would make one think again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.buccaneer.actions import BOARDS, MEANING, Board, least_crew
from games.buccaneer.discs import FACES, OWNER, Party
from games.buccaneer.ships import BOOTY, NEEDS, SHIPS, ShipNumber
from games.buccaneer.state import CHALLENGES, Answered, Boarded, Disbanded, ShipsSighted, View
from games.contract import Action, Choice, Event, PlanMenu, Surprise
from games.text import _

MOST = 25
"""Boardings on offer."""

_DISBANDED = Surprise("disbanded", _("all parties are disbanded"), fixed=True)
_SIGHTED = Surprise("sighted", _("new ships come into sight"))
_MUTINY = Surprise("mutiny", _("somebody calls a mutiny against me"))
_BOARDED = Surprise("boarded", _("somebody else boards a ship"), usual=False)
_SURPRISES = (_DISBANDED, _SIGHTED, _MUTINY, _BOARDED)


def plans(view: View) -> PlanMenu | None:
    """Every boarding that would be possible now. What others do may bury a party, or take the ship."""
    table = view.table
    if view.seat is None or table.phase == "over" or not table.ships:
        return None
    least = least_crew(table)
    parties = [party for party in view.parties if OWNER[party[0]] == view.seat and len(party) >= least]
    choices = tuple(
        choice
        for party in parties
        for ship in table.ships
        if NEEDS[ship] <= len(party)
        for choice in _choices(party, ship)
    )
    if not choices:
        return None
    return PlanMenu(_("Which ship do you want to board, with whom?"), choices[:MOST], _SURPRISES)


def _choices(party: Party, ship: ShipNumber) -> Iterator[Choice]:
    top = FACES[party[0]]
    for kind, action in zip(dict.fromkeys(SHIPS[ship].booty), BOARDS[party[0]][ship], strict=True):
        label = _(
            "{ship} with {disc}: {booty}", ship=SHIPS[ship].name, disc=top.label, booty=BOOTY[kind].name
        )
        yield Choice(action.removeprefix("board "), label, action, "⛵")


def surprised(surprise: str, action: Action, view: View, events: Sequence[Event]) -> bool:
    """Judged by what has happened since."""
    if not isinstance(MEANING.get(action), Board):
        raise ValueError(f"Nobody can plan {action!r}.")
    match surprise:
        case _DISBANDED.name:
            return any(isinstance(event, Disbanded) for event in events)
        case _SIGHTED.name:
            return any(isinstance(event, ShipsSighted) for event in events)
        case _MUTINY.name:
            return any(_against(view, event) for event in events)
        case _BOARDED.name:
            return any(isinstance(event, Boarded) for event in events)
        case _:
            raise ValueError(f"{surprise!r} is no surprise in this game.")


def _against(view: View, event: Event) -> bool:
    return isinstance(event, Answered) and event.captain == view.seat and event.answer == CHALLENGES

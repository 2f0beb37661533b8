"""Planning a boarding while others act: with which party which ship, and what would make one think again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from games.buccaneer.actions import BOARDS, MEANING, Board, least_crew, mutineers, obliged
from games.buccaneer.discs import FACES, OWNER, Party
from games.buccaneer.ships import BOOTY, NEEDS, SHIPS, ShipNumber
from games.buccaneer.state import CHALLENGES, Answered, Boarded, Disbanded, ShipsSighted, View
from games.contract import Action, Choice, Event, PlanMenu, Surprise
from games.text import Seat, _

MOST = 25
"""The most boardings that are offered as plans at one time."""

_MUTINY = Surprise("mutiny", _("nobody calls a mutiny against you"), usual=False)
_BOARDED = Surprise("boarded", _("nobody else boards a ship before you"), usual=False)
_NAMED_ONCE = {"disbanded": Disbanded, "sighted": ShipsSighted}
"""Plans made earlier may name these. They need not be asked about: nothing can be boarded then as planned."""


def plans(view: View) -> PlanMenu | None:
    """Every boarding that would be possible now. What others do may bury a party, or take the ship."""
    table = view.table
    if view.seat is None or table.phase == "over" or not table.ships:
        return None
    least = least_crew(table)
    mine = replace(table, current=view.seat)
    own = [party for party in view.parties if OWNER[party[0]] == view.seat]
    choices = tuple(
        choice
        for party in obliged(mine, view.parties) or own
        for ship in table.ships
        if NEEDS[ship] <= len(party) >= least
        for choice in _choices(party, ship)
    )
    if not choices:
        return None
    surprises = (*_mutiny(view, own), *_boarded(view, view.seat, least))
    return PlanMenu(_("Which ship do you want to board, with whom?"), choices[:MOST], surprises)


def _mutiny(view: View, own: Sequence[Party]) -> Iterator[Surprise]:
    """The surprise of a mutiny, if somebody is there who could begin one."""
    angry = {seat for party in own for seat in mutineers(party, view.players)}
    if any(view.table.answers[seat] != CHALLENGES for seat in angry):
        yield _MUTINY


def _boarded(view: View, seat: Seat, least: int) -> Iterator[Surprise]:
    """If somebody whose turn comes before has a party that is large enough."""
    current, players = view.table.current, view.players
    before = {(current + turn) % players for turn in range((seat - current) % players)}
    if any(len(party) >= least and OWNER[party[0]] in before for party in view.parties):
        yield _BOARDED


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
        case "disbanded" | "sighted":
            return any(isinstance(event, _NAMED_ONCE[surprise]) for event in events)
        case _MUTINY.name:
            return any(_against(view, event) for event in events)
        case _BOARDED.name:
            return any(isinstance(event, Boarded) for event in events)
        case _:
            raise ValueError(f"{surprise!r} is no surprise in this game.")


def _against(view: View, event: Event) -> bool:
    return isinstance(event, Answered) and event.captain == view.seat and event.answer == CHALLENGES

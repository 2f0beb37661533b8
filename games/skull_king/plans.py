"""Planning a card while others play: which it could be, and what would make one think again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.cards import ONE
from games.contract import Action, Choice, Event, PlanMenu, Surprise
from games.skull_king import seating, trick
from games.skull_king.cards import FACES, FACES_OF_CARD, KIND, PLAYS, FaceNumber, Kind
from games.skull_king.rules import playable
from games.skull_king.state import Table, View
from games.text import _

_Happened = Callable[[Table, FaceNumber], bool]
"""Whether it has, to somebody who is about to lay this face on what lies there."""


def _leads(table: Table, face: FaceNumber) -> bool:
    return not table.trick


def _other_suit(table: Table, face: FaceNumber) -> bool:
    deciding = table.trick.lstrip(table.setup.edition.passing)[:1]
    return FACES[face].suit is not None and bool(deciding) and FACES[deciding[0]].suit is not FACES[face].suit


def _lies_there(*kinds: Kind) -> _Happened:
    return lambda table, face: any(kind in kinds for kind in table.trick.translate(KIND))


def _would_win(table: Table, face: FaceNumber) -> bool:
    return trick.settle(table.trick + ONE[face], table.setup).taker == len(table.trick)


def _would_not_win(table: Table, face: FaceNumber) -> bool:
    return not _would_win(table, face)


_SURPRISES: Mapping[str, tuple[Surprise, _Happened]] = {
    surprise.name: (surprise, happened)
    for surprise, happened in (
        (Surprise("lead", _("it is me who leads the trick")), _leads),
        (Surprise("other-suit", _("the trick's suit is not my card's")), _other_suit),
        (
            Surprise("mermaid", _("a mermaid lies in the trick"), usual=False),
            _lies_there(Kind.MERMAID),
        ),
        (Surprise("pirate", _("a pirate lies in the trick"), usual=False), _lies_there(Kind.PIRATE)),
        (Surprise("king", _("the Skull King lies in the trick"), usual=False), _lies_there(Kind.KING)),
        (
            Surprise("beast", _("the Kraken or the White Whale lies in the trick"), usual=False),
            _lies_there(Kind.KRAKEN, Kind.WHALE),
        ),
        (Surprise("wins", _("my card would win the trick as it lies then"), usual=False), _would_win),
        (
            Surprise("loses", _("my card would not win the trick as it lies then"), usual=False),
            _would_not_win,
        ),
    )
}


def plans(view: View) -> PlanMenu | None:
    """Any card of the hand, of which those are left out that the trick does not allow any more."""
    table = view.table
    if view.seat is None or not view.hand or table.phase not in ("play", "power"):
        return None
    still_to_play = view.seat in seating.order(table)[len(table.trick) :]
    cards = playable(view.hand, table.trick if still_to_play else b"", table.setup.edition)
    choices = tuple(_choice(face) for card in cards for face in FACES_OF_CARD[card])
    chosen = table.setup
    return PlanMenu(
        _("Which card do you want to play next?"),
        choices,
        tuple(
            surprise
            for surprise, _happened in _SURPRISES.values()
            if surprise.name != "beast" or chosen.kraken or chosen.white_whale
        ),
    )


def _choice(face: FaceNumber) -> Choice:
    shown = FACES[face]
    if shown.played_as is None:
        return Choice(shown.short, shown.label, PLAYS[face], shown.symbol, kind="card")
    label = _("{card} {as_what}", card=shown.label, as_what=shown.played_as)
    return Choice(shown.short, label, PLAYS[face], shown.symbol, kind="card")


def surprised(surprise: str, action: Action, view: View, events: Sequence[Event]) -> bool:
    """The trick tells it all; what happened on the way does not matter."""
    known, face = _SURPRISES.get(surprise), view.table.setup.edition.faces.get(action)
    if known is None or face is None:
        raise ValueError(f"{surprise!r} is no surprise to somebody who plans {action!r}.")
    return view.table.phase == "play" and known[1](view.table, face)

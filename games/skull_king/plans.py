"""Planning a card while others play: which it could be, and what would make one think again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games import shared_words
from games.cards import ONE, Cards
from games.contract import Action, Choice, Event, PlanMenu, Surprise
from games.skull_king import seating, trick
from games.skull_king.cards import (
    BEASTS,
    CARD_OF,
    FACES,
    FACES_OF_CARD,
    KIND,
    KING,
    MARY,
    MERMAIDS,
    PIRATES,
    PLAYS,
    TIGRESS,
    FaceNumber,
    Kind,
)
from games.skull_king.dealing import deck_of
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
        (Surprise("lead", shared_words.SOMEBODY_ELSE_LEADS), _leads),
        (Surprise("other-suit", _("no other suit is led")), _other_suit),
        (Surprise("mermaid", _("no mermaid is in the trick"), usual=False), _lies_there(Kind.MERMAID)),
        (Surprise("pirate", _("no pirate is in the trick"), usual=False), _lies_there(Kind.PIRATE)),
        (Surprise("king", _("the Skull King isn't in the trick"), usual=False), _lies_there(Kind.KING)),
        (
            Surprise("beast", _("no sea monster is in the trick"), usual=False),
            _lies_there(Kind.KRAKEN, Kind.WHALE),
        ),
        (Surprise("wins", _("it loses to what's there"), usual=False), _would_win),
        (Surprise("loses", _("it beats what's there"), usual=False), _would_not_win),
    )
}
_KINDS: Mapping[str, Cards] = {
    "mermaid": MERMAIDS,
    "pirate": PIRATES + bytes((TIGRESS, MARY)),
    "king": bytes((KING,)),
    "beast": BEASTS,
}
"""The cards whose coming each of these is about."""


def plans(view: View) -> PlanMenu | None:
    """Any card of the hand, of which those are left out that the trick does not allow any more."""
    table = view.table
    if view.seat is None or not view.hand or table.phase not in ("play", "power"):
        return None
    trick_now = table.trick if view.seat in seating.order(table)[len(table.trick) :] else b""
    cards = playable(view.hand, trick_now, table.setup.edition)
    choices = tuple(_choice(face) for card in cards for face in FACES_OF_CARD[card])
    offered = tuple(
        surprise for surprise, _happened in _SURPRISES.values() if _is_open(surprise.name, view, trick_now)
    )
    return PlanMenu(shared_words.NEXT_CARD, choices, offered)


def _is_open(name: str, view: View, trick_now: Cards) -> bool:
    """Whether it can still turn out one way or the other. `trick_now`: what lies where I am to play."""
    edition = view.table.setup.edition
    if name == "lead":
        return not trick_now
    if name == "other-suit":
        return trick.suit_is_open(trick_now, edition)
    if name in _KINDS:
        known = bytes(CARD_OF[face] for face in view.table.fallen + view.table.trick) + view.hand
        left = set(deck_of(view.table.setup)) - set(known)
        kinds = {KIND[card] for card in _KINDS[name]} - {Kind.EITHER}
        lies_there = not kinds.isdisjoint(trick_now.translate(KIND))
        return not lies_there and not left.isdisjoint(_KINDS[name])
    return True


def _choice(face: FaceNumber) -> Choice:
    shown = FACES[face]
    if shown.played_as is None:
        return Choice(shown.short, shown.label, PLAYS[face], shown.symbol, kind="card", short=shown.button)
    label = _("{card} {as_what}", card=shown.label, as_what=shown.played_as)
    return Choice(shown.short, label, PLAYS[face], shown.symbol, kind="card", short=shown.button)


def surprised(surprise: str, action: Action, view: View, events: Sequence[Event]) -> bool:
    """The trick tells it all; what happened on the way does not matter."""
    known, face = _SURPRISES.get(surprise), view.table.setup.edition.faces.get(action)
    if known is None or face is None:
        raise ValueError(f"{surprise!r} is no surprise to somebody who plans {action!r}.")
    return view.table.phase == "play" and known[1](view.table, face)

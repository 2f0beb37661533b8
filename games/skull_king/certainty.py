"""What is certain about a card before it is played, from what its seat sees: no playout is needed for it."""

from __future__ import annotations

from collections.abc import Mapping

from games.cards import ONE, Cards
from games.contract import Action
from games.skull_king import policy, seating, trick
from games.skull_king.cards import (
    CARD_OF,
    KIND,
    KING,
    MERMAIDS,
    NAMED_PIRATES,
    PLAYS,
    WHALE,
    FaceNumber,
    Kind,
)
from games.skull_king.situation import BIT, STRENGTH, TAKES, mask_of, pack_of
from games.skull_king.state import View


def missing(view: View) -> int:
    """Tricks that the seat still needs; below 0 if it has too many."""
    seat = view.seat or 0
    return view.table.bids[seat] - view.table.taken[seat]


def takes(view: View, face: FaceNumber) -> bool | None:
    """Whether the seat, which is asked for a card, takes the trick with this face whatever the others hold;
    None while that is open.
    """
    does, beating, _after = policy.situation_of(view.table)[face]
    if is_last(view):
        return does == TAKES
    seen = mask_of(view.hand + view.put_away + view.undealt) | mask_of(_played(view))
    unseen = pack_of(view.table.setup).cards & ~seen
    if unseen & BIT[WHALE]:
        return None  # under it the highest number takes, whatever lies there
    if does == TAKES:
        return None if beating & unseen else True
    rises = KIND[face] == Kind.MERMAID and unseen & BIT[KING]
    return None if rises else False


def is_last(view: View) -> bool:
    """Whether the seat's card completes the trick."""
    return len(view.table.trick) + 1 == view.table.hands


def extra(view: View, face: FaceNumber) -> int:
    """The bonus that lies in the trick for the seat once it has played this face and takes it."""
    lying, setup = view.table.trick + ONE[face], view.table.setup
    verdict = trick.settle(lying, setup)
    return trick.bonus(lying, verdict, setup.edition) if verdict.taker == len(view.table.trick) else 0


def sure(view: View, action: Action) -> bool:
    """Whether it is a Mermaid that surely takes the Skull King, for a seat that needs tricks."""
    table = view.table
    if table.phase != "play" or KING not in table.trick or missing(view) <= 0:
        return False
    face = table.setup.edition.faces[action]
    return KIND[face] == Kind.MERMAID and takes(view, face) is True


def certain(view: View) -> tuple[Action, ...]:
    """The legal actions without the cards that are surely no better than another: with its bid made or gone a
    seat takes no trick that it can surely leave, and while it needs all that are left it lets none go that it
    can surely take.
    """
    table, legal = view.table, view.legal
    if table.phase != "play" or len(legal) == 1:
        return legal
    faces = {action: table.setup.edition.faces[action] for action in legal}
    outcome = {action: takes(view, face) for action, face in faces.items()}
    need = missing(view)
    if need >= len(view.hand) and True in outcome.values():
        return tuple(action for action in legal if outcome[action] is not False)
    if need <= 0 and False in outcome.values():
        kept = tuple(
            action for action in legal if outcome[action] is not True or _has_power(view, faces[action])
        )
        return _most_dangerous(view, kept) if is_last(view) else kept
    return legal


def _has_power(view: View, face: FaceNumber) -> bool:
    return view.table.setup.chosen.powers and face in NAMED_PIRATES


def _most_dangerous(view: View, kept: tuple[Action, ...]) -> tuple[Action, ...]:
    """Of cards that leave the trick, those of one suit but for the highest are no better than that."""
    faces = view.table.setup.edition.faces
    highest: dict[object, Action] = {}
    for action in sorted(kept, key=lambda each: STRENGTH[faces[each]]):
        face = faces[action]
        highest[_suit(face) if KIND[face] == Kind.NUMBER else face] = action
    return tuple(action for action in kept if action in highest.values())


def _suit(face: FaceNumber) -> str:
    return PLAYS[face].rstrip("0123456789")


def _played(view: View) -> bytes:
    return bytes([CARD_OF[face] for face in view.table.fallen + view.table.trick])


def prey(view: View, face: FaceNumber) -> tuple[int, FaceNumber] | None:
    """Who played the one card that a character is paid for taking, and which; None if it is not just one."""
    table, edition = view.table, view.table.setup.edition
    mermaids = MERMAIDS if edition.per_mermaid else b""
    paid: Mapping[Kind, Cards] = {
        Kind.KING: edition.king_takes,
        Kind.PIRATE: mermaids,
        Kind.MERMAID: ONE[KING],
    }
    wanted = paid.get(Kind(KIND[face]), b"")
    taken = [
        (seat, each) for seat, each in zip(seating.order(table), table.trick, strict=False) if each in wanted
    ]
    return taken[0] if len(taken) == 1 else None

"""Planning a card while others play: which it could be, and what would make one think again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games import shared_words
from games.cards import ONE, Card, Cards
from games.contract import Action, Choice, Event, PlanMenu, Surprise
from games.skull_queen import plank, trick
from games.skull_queen.cards import CARD_OF, COLOUR, FACES, PLAYS, SPECIALS
from games.skull_queen.constants import OLD_KING_PLAYS
from games.skull_queen.state import NO_CARD, View, order_of
from games.skull_queen.trick import playable
from games.text import _

_Happened = Callable[[View, Card], bool]
"""Whether it has, to somebody who is about to lay this card on what lies there."""


def _leads(view: View, card: Card) -> bool:
    return not view.table.trick


def _other_colour(view: View, card: Card) -> bool:
    led = trick.colour_led(view.table.trick)
    return led is not None and card not in SPECIALS and COLOUR[card] != led


def _special(view: View, card: Card) -> bool:
    return _holds_special(view.table.trick)


def _steps(view: View, card: Card) -> list[trick.Step]:
    """What the card would do to its player's pirates if the trick ended with it."""
    played = view.table.trick + ONE[card]
    if not played.strip(SPECIALS):
        return []
    steps = trick.settle(played, view.table.middle).steps
    return [step for step in steps if step.place == len(view.table.trick) and _afloat(view, step)]


def _afloat(view: View, step: trick.Step) -> bool:
    return plank.space_of(view.plank, step.colour) != plank.OVERBOARD


def _up(view: View, card: Card) -> bool:
    return any(step.steps > 0 for step in _steps(view, card))


def _down(view: View, card: Card) -> bool:
    return any(step.steps < 0 for step in _steps(view, card))


def _overboard(view: View, card: Card) -> bool:
    return any(
        plank.after(plank.space_of(view.plank, step.colour), step.steps) == plank.OVERBOARD
        for step in _steps(view, card)
    )


_SURPRISES: Mapping[str, tuple[Surprise, _Happened]] = {
    surprise.name: (surprise, happened)
    for surprise, happened in (
        (Surprise("lead", shared_words.SOMEBODY_ELSE_LEADS), _leads),
        (Surprise("other-colour", _("your card's colour is led")), _other_colour),
        (Surprise("overboard", _("your pirate stays on the plank")), _overboard),
        (Surprise("special", _("neither Monkey nor First Mate is in the trick"), usual=False), _special),
        (Surprise("up", _("your pirate doesn't go up"), usual=False), _up),
        (Surprise("down", _("your pirate doesn't go down"), usual=False), _down),
    )
}
"""What cancels a plan, labelled by what must hold instead: "I play it only if ..."."""


def plans(view: View) -> PlanMenu | None:
    """Any card of the hand, of which those are left out that the trick does not allow any more."""
    table = view.table
    own = view.hand.replace(ONE[view.pick], b"") if view.pick != NO_CARD else view.hand
    if view.seat is None or not own or table.phase != "play":
        return None
    order = order_of(table.leader, table.players)
    still_to_play = view.pick == NO_CARD and view.seat in order[len(table.trick) :]
    lying = table.trick if still_to_play else b""
    return PlanMenu(
        shared_words.NEXT_CARD,
        tuple(map(_choice, playable(own, lying))),
        tuple(surprise for name, (surprise, _how) in _SURPRISES.items() if _open(name, view, lying)),
    )


def _open(name: str, view: View, lying: Cards) -> bool:
    """Whether it is still open if it will happen to a card that is laid on these."""
    match name:
        case "lead":
            return not lying and view.players != OLD_KING_PLAYS
        case "other-colour":
            return trick.colour_led(lying) is None
        case "special":
            table = view.table
            known = view.hand + table.gone + table.aside + table.trick
            return not _holds_special(lying) and any(card not in known for card in SPECIALS)
        case _:
            return any(space != plank.OVERBOARD for space in view.plank[1:])


def _holds_special(cards: Cards) -> bool:
    return any(card in SPECIALS for card in cards)


def _choice(card: Card) -> Choice:
    shown = FACES[card]
    return Choice(shown.short, shown.label, PLAYS[card], shown.symbol, kind="card", short=shown.button)


def surprised(surprise: str, action: Action, view: View, events: Sequence[Event]) -> bool:
    """The trick and the plank tell it all; what happened on the way does not matter."""
    known, card = _SURPRISES.get(surprise), CARD_OF.get(action)
    if known is None or card is None:
        raise ValueError(f"{surprise!r} is no surprise to somebody who plans {action!r}.")
    return view.table.phase == "play" and known[1](view, card)

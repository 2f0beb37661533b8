"""Planning the next draw while others play: where from, and what would make one think again."""

from __future__ import annotations

from collections.abc import Sequence

from games.contract import Action, Choice, Event, PlanMenu, Surprise
from games.corsari.actions import DRAW_DISCARD, DRAW_PIER, DRAW_STOCK, SOURCES
from games.corsari.cards import FACES
from games.corsari.foresight import limits_by_draw
from games.corsari.rules import allowed_draws
from games.corsari.state import NOBODY, Drew, HandDealt, View
from games.text import _

# Labels say what must hold, "only if ...": the surprise is that it does not.

_NEW_HAND = Surprise("new-hand", _("this hand is still being played"), fixed=True)
_PIER = Surprise("pier", _("nobody takes a card from the pier"), usual=False)
_BETTER = Surprise("better", _("no other open card lowers your limit more"))
_USELESS = Surprise("useless", _("the top discard lowers your limit"))


def plans(view: View) -> PlanMenu | None:
    """The three places to draw from; the discards will be what the player before has dropped.

    Once that player has drawn, nobody can touch the pier any more.
    """
    table = view.table
    if view.seat is None or table.phase not in ("draw", "drop") or table.closer != NOBODY:
        return None
    pier = FACES[table.pier[0]]
    there = (
        Choice("stock", _("Stock, unseen"), DRAW_STOCK, "🎴", short=_("Stock")),
        Choice("discard", _("Discards, whatever is there then"), DRAW_DISCARD, "🗑️", short=_("Discards")),
        Choice(
            "pier",
            _("Pier: {card}", card=pier.label),
            DRAW_PIER,
            pier.band.symbol,
            short=_("Pier {number}", number=pier.number),
        ),
    )
    allowed = allowed_draws(table)
    choices = tuple(choice for choice in there if choice.action in allowed)
    next_up = table.phase == "drop" and (table.to_act[0] + 1) % table.players == view.seat
    surprises = (_NEW_HAND, *(() if next_up else (_PIER,)), _BETTER, _USELESS)
    return PlanMenu(_("Where will you draw from next?"), choices, surprises)


def surprised(surprise: str, action: Action, view: View, events: Sequence[Event]) -> bool:
    """Judged by what has happened since, and by what the cards in sight would do to the hand as it is."""
    if action not in SOURCES:
        raise ValueError(f"Nobody can plan {action!r}.")
    match surprise:
        case _NEW_HAND.name:
            return any(isinstance(event, HandDealt) for event in events)
        case _PIER.name:
            return any(isinstance(event, Drew) and event.source == "pier" for event in events)
        case _BETTER.name if view.table.phase == "draw":
            limits = limits_by_draw(view)
            return any(limit < limits[action] for other, limit in limits.items() if other != action)
        case _USELESS.name if view.table.phase == "draw":
            limits = limits_by_draw(view)
            return action == DRAW_DISCARD and limits[DRAW_DISCARD] >= limits[DRAW_STOCK]
        case _BETTER.name | _USELESS.name:
            return False
        case _:
            raise ValueError(f"{surprise!r} is no surprise in this game.")

"""Why a choice is the best, as a friend at the table would say it, and what kind of mistake another is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.cards import ONE, Card
from games.contract import Action, Event, Study
from games.corsari import split
from games.corsari.actions import (
    CREW_OF,
    DRAW_DISCARD,
    DRAW_PIER,
    DRAW_STOCK,
    DRAWS,
    DROPPED,
    SAIL,
    parsed_answer,
)
from games.corsari.foresight import limits_by_draw
from games.corsari.scoring import senders
from games.corsari.speech import (
    card_words,
    cards_words,
    crew_names,
)
from games.corsari.state import Cappotto, HandScored, View
from games.text import Seat, Text, _
from games.thinking.hints import often

APART = 0.1
"""So much oftener something happens after one choice than after another that it is worth saying."""


def measured(view: View, _action: Action, events: Sequence[Event]) -> Mapping[str, float]:
    """Whether the seat closes the hand, is sent under then, and takes penalty cards, and how many."""
    seat = view.seat or 0
    for event in events:
        if isinstance(event, Cappotto):
            return {"clean": seat in event.showdown.cappotto, "closed": event.showdown.closer == seat}
        if isinstance(event, HandScored):
            return _of_hand(event, seat)
    return {"clean": True}  # a void hand


def _of_hand(ended: HandScored, seat: Seat) -> Mapping[str, float]:
    shown = ended.showdown
    closed, cards = shown.closer == seat, len(shown.gained[seat])
    return {
        "closed": closed,
        "sunk": closed and bool(senders(shown.layouts, shown.closer)),
        "clean": not cards,
        "cards": cards,
    }


def reason(view: View, study: Study) -> Text | None:
    """Why the best of these is the best; None if only its points say so."""
    best = study.best
    if best.action == SAIL:
        return _(
            "Set sail: your limit is {limit}, and the others sink you {rarely}.",
            limit=_limit_of_hand(view),
            rarely=often(best.figure("sunk")),
        )
    sail = next((each for each in study.weighed[1:] if each.action == SAIL), None)
    if sail is not None and sail.figure("sunk") > APART:
        return _(
            "Don't sail yet, drop {card}: if you sail now with a limit of {limit}, the others sink you "
            "{often}.",
            card=card_words(DROPPED[best.action]),
            limit=_limit_of_hand(view),
            often=often(sail.figure("sunk")),
        )
    return _by_what_it_costs(view, study) or _by_limit(view, study)


def _by_what_it_costs(view: View, study: Study) -> Text | None:
    best = study.best
    if (rival := study.rival("clean", APART)) is not None:
        return _(
            "{choice}: you get away without a penalty card {often}. {other}: {rarely}.",
            choice=_named(view, best.action),
            often=often(best.figure("clean")),
            other=_named(view, rival.action),
            rarely=often(rival.figure("clean")),
        )
    if (rival := study.rival("closed", APART)) is not None:
        return _(
            "{choice}: you are the one who sets sail {often}. {other}: {rarely}.",
            choice=_named(view, best.action),
            often=often(best.figure("closed")),
            other=_named(view, rival.action),
            rarely=often(rival.figure("closed")),
        )
    return None


def _by_limit(view: View, study: Study) -> Text | None:
    """What can be seen of the hand itself."""
    best, next_best = study.best.action, study.weighed[1].action
    limit, worse = _limit(view, best), _limit(view, next_best)
    if limit is None or worse is None or limit >= worse:
        return None
    return _(
        "{choice}: your limit is {limit} then. {other}: {worse}.",
        choice=_named(view, best),
        limit=limit,
        other=_named(view, next_best),
        worse=worse,
    )


def _limit_of_hand(view: View) -> int:
    """The lowest limit after a drop."""
    return split.limit_after_drop(view.hand, view.table.pier_colour)


def _limit(view: View, action: Action) -> int | None:
    """The lowest limit that a draw or a drop leaves; None if nobody can tell."""
    if action in (DRAW_DISCARD, DRAW_PIER):
        return limits_by_draw(view)[action]
    if action in DROPPED:
        return _limit_without(view, DROPPED[action])
    return None


def _limit_without(view: View, card: Card) -> int:
    return split.best(view.hand.replace(ONE[card], b""), view.table.pier_colour).limit


def _named(view: View, action: Action) -> Text:
    """What to do, as it is said to somebody."""
    table = view.table
    if action == DRAW_STOCK:
        return _("Draw from the stock")
    if action == DRAW_DISCARD:
        return _("Take {card} from the discards", card=card_words(table.discards[-1]))
    if action == DRAW_PIER:
        return _("Take {card} from the pier", card=card_words(table.pier[0]))
    if action == SAIL:
        return _("Set sail")
    if action in DROPPED:
        return _("Drop {card}", card=card_words(DROPPED[action]))
    attached, crew = parsed_answer(action) or (b"", CREW_OF.get(action, ()))
    if attached:
        return _("Attach {cards} and pick {crew}", cards=cards_words(attached), crew=crew_names(crew))
    return _("Pick {crew}", crew=crew_names(crew))


# Mistakes

TOO_EARLY, TOO_LATE = _("You set sail too early"), _("You waited too long to set sail")
LEFT_OPEN = _("You left an open card lying that you needed")
NO_USE, OTHER_PILE = _("You took an open card of little use"), _("You drew from the wrong pile")
DROPPED_GOOD = _("You dropped a card that you needed")
WRONG_CREW, WRONG_ATTACHED = _("You picked the wrong crew"), _("You attached the wrong cards")


def mistake(view: View, study: Study, action: Action) -> Text | None:
    """What kind of mistake it was; None: of none that has a name."""
    best = study.best.action
    if SAIL in (action, best):
        return TOO_EARLY if action == SAIL else TOO_LATE
    if action in DRAWS:
        return LEFT_OPEN if action == DRAW_STOCK else NO_USE if best == DRAW_STOCK else OTHER_PILE
    if action in DROPPED:
        worse = _limit_without(view, DROPPED[action]) > _limit_without(view, DROPPED[best])
        return DROPPED_GOOD if worse else None
    return WRONG_CREW if _attached(action) == _attached(best) else WRONG_ATTACHED


def _attached(action: Action) -> bytes:
    answer = parsed_answer(action)
    return answer[0] if answer else b""

"""Why a choice is the best, as a friend at the table would say it, and what kind of mistake another is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.cards import ONE, Card
from games.contract import Action, Event, Review, Study
from games.corsari import scoring, split
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
from games.corsari.answering import best_answer
from games.corsari.foresight import limits_by_draw
from games.corsari.rulebook import LOW
from games.corsari.speech import (
    card_words,
    cards_words,
    crew_names,
)
from games.corsari.state import Cappotto, HandScored, View
from games.text import Player, Seat, Text, _, _n

APART = 0.1
"""What happens so often is worth saying."""
SELDOM, LIKELY = 0.15, 0.5
MANY = 3
"""More penalty cards than this in one hand could have been fewer."""


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
        "sunk": closed and bool(scoring.senders(shown.layouts, shown.closer)),
        "clean": not cards,
        "cards": cards,
    }


def reason(view: View, study: Study) -> Text | None:
    """Which action is the best, and why, as a hint says it."""
    best = study.best
    if best.action == SAIL:
        return _of_sailing(_limit_of_hand(view), best.figure("sunk"))
    if best.action in DROPPED:
        return _of_drop(view, study, DROPPED[best.action])
    if best.action in DRAWS:
        return _of_draw(view, best.action)
    return _of_split(view, best.action)


def _of_sailing(limit: int, sunk: float) -> Text:
    if not limit:
        return _("Set sail: without a single stowaway you win at once.")
    if sunk < SELDOM:
        return _("Set sail: hardly anybody gets down to {limit}.", limit=limit)
    if sunk < LIKELY:
        return _("Set sail: somebody may sink you at {limit}, but waiting is worse.", limit=limit)
    return _("Set sail: {limit} is a risk, but they'll soon be lower.", limit=limit)


def _of_drop(view: View, study: Study, card: Card) -> Text:
    named, limit = card_words(card), _limit_without(view, card)
    sail = next((each for each in study.weighed[1:] if each.action == SAIL), None)
    if sail is not None and sail.figure("sunk") > APART:
        return _(
            "Drop {card}, don't sail yet: with {limit} somebody would likely sink you.",
            card=named,
            limit=_limit_of_hand(view),
        )
    if limit == _limit_of_hand(view):
        return _("Drop {card}: that brings your limit down to {limit}.", card=named, limit=limit)
    return _("Drop {card}: with what you keep, more cards help you.", card=named)


def _of_draw(view: View, action: Action) -> Text:
    named, limits = _named(view, action), limits_by_draw(view)
    drawn = [each for each in view.legal if each != DRAW_STOCK]
    if action == DRAW_STOCK:
        if all(limits[each] >= limits[DRAW_STOCK] for each in drawn):
            return _("{choice}: what lies open doesn't help you.", choice=named)
        return _("{choice}: it may well bring something better than what lies open.", choice=named)
    if action == DRAW_PIER and len(view.table.pier) == 1:
        return _("{choice}: it's the last one, so this hand doesn't count.", choice=named)
    if limits[action] < limits[DRAW_STOCK]:
        return _("{choice}: your limit can come down to {limit}.", choice=named, limit=limits[action])
    return _("{choice}: you may need it later, and nobody else gets it.", choice=named)


def _of_split(view: View, action: Action) -> Text:
    attached, crew = parsed_answer(action) or (b"", CREW_OF.get(action, ()))
    rest = view.hand.translate(None, attached)
    layout = split.laid_out(rest, view.table.pier_colour, crew)
    limit = layout.limit
    if not limit:
        return _("{choice}: not a single stowaway is left.", choice=_named(view, action))
    closed = view.table.closed
    if closed is not None and closed.limit >= limit:
        return _(
            "{choice}: with {limit} you sink {player}.",
            choice=_named(view, action),
            limit=limit,
            player=Player(view.table.closer),
        )
    if _takes_more(view, layout):
        return _(
            "{choice}: with more penalty cards the game ends sooner, and you're ahead.",
            choice=_named(view, action),
        )
    return _("{choice}: that leaves a limit of {limit}.", choice=_named(view, action), limit=limit)


def _takes_more(view: View, layout: split.Layout) -> bool:
    """Whether a seat that is ahead takes more penalty cards by this answer than it must."""
    table, seat = view.table, view.seat or 0
    if table.closed is None or table.counts[seat] > min(table.counts):
        return False
    best = best_answer(view.hand, table.closed.crew, table.pier_colour, table.closed.limit)
    return len(layout.stowaways) > best.stowaways


def _limit_of_hand(view: View) -> int:
    """The lowest limit after a drop."""
    return split.limit_after_drop(view.hand, view.table.pier_colour)


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


# Afterwards


def did(view: View, action: Action) -> Text | None:
    """What the seat did, as it is told to its player."""
    table = view.table
    if action == DRAW_STOCK:
        return _("You drew from the stock")
    if action == DRAW_DISCARD:
        return _("You took {card} from the discards", card=card_words(table.discards[-1]))
    if action == DRAW_PIER:
        return _("You took {card} from the pier", card=card_words(table.pier[0]))
    if action == SAIL:
        return _("You set sail")
    if action in DROPPED:
        return _("You dropped {card}", card=card_words(DROPPED[action]))
    attached, crew = parsed_answer(action) or (b"", CREW_OF.get(action, ()))
    if attached:
        return _("You attached {cards} and picked {crew}", cards=cards_words(attached), crew=crew_names(crew))
    return _("You picked {crew}", crew=crew_names(crew))


def review(view: View) -> Review:
    """Of a game that is over: how the seat's own ships fared, whose it sank, which of its hands cost most."""
    seat = view.seat or 0
    hands = scoring.hands_of(view.table.score_sheet, view.players)
    costs = [0 if hand.gained[seat] == scoring.CAPPOTTO else hand.gained[seat] for hand in hands]
    own = [cost for hand, cost in zip(hands, costs, strict=True) if hand.closer == seat]
    safe, clean = own.count(0), costs.count(0)
    sunk = sum(
        hand.closer != seat and cost == 0 and hand.gained[hand.closer] > 0
        for hand, cost in zip(hands, costs, strict=True)
    )
    if sunk > safe:
        well = _n("You sank a ship.", "You sank {count} ships.", sunk)
    elif safe:
        well = _n(
            "You set sail, and nobody got as low.", "{count} times you set sail, and nobody got as low.", safe
        )
    else:
        well = _n("{count} hand cost you nothing.", "{count} hands cost you nothing.", clean)
    if len(own) > safe:
        better = _("Better still: set sail with a lower limit, so that nobody sinks you.")
    elif not own and sunk < len(hands) - sunk:
        better = _("Better still: set sail yourself, once your limit is {limit} or less.", limit=LOW)
    elif max(costs) > MANY:
        better = _("Better still: drop high stowaways early, before somebody else sails.")
    else:
        better = None
    return Review(well if safe or sunk or clean else None, better)


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
        if len(view.table.pier) == 1 and DRAW_PIER in (action, best):
            return OTHER_PILE  # that ends the hand, whatever the card is
        return LEFT_OPEN if action == DRAW_STOCK else NO_USE if best == DRAW_STOCK else OTHER_PILE
    if action in DROPPED:
        worse = _limit_without(view, DROPPED[action]) > _limit_without(view, DROPPED[best])
        return DROPPED_GOOD if worse else None
    return WRONG_CREW if _attached(action) == _attached(best) else WRONG_ATTACHED


def _attached(action: Action) -> bytes:
    answer = parsed_answer(action)
    return answer[0] if answer else b""

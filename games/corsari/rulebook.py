"""The rules, each said once, and when newcomers are told of each; and the game in which it comes early."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games import shared_words
from games.contract import Chapter, Course, Rule
from games.corsari import scoring, split
from games.corsari.answering import best_answer
from games.corsari.cards import NAMES
from games.corsari.constants import (
    COLOURS,
    CREW_COLOURS,
    DECK,
    HAND,
    LAST_HAND,
    NUMBERS,
    OVER,
    PIER,
    QUIET_ROUNDS,
    VOIDS_RUNNING,
)
from games.corsari.options import CorsariOptions
from games.corsari.position import CorsariPosition
from games.corsari.speech import colour_words
from games.corsari.state import NOBODY, View
from games.text import Listed, Text, _

LOW = 12
"""With such a limit it is time to hear of sailing."""
EARLY = 2
"""Hands after whose end nobody is told what is plain by then."""
_FEW = 6
"""So many cards in the stock, and its end is near."""
_SEED = (16).to_bytes(32)
_FIRST = CorsariPosition(
    hands=(
        "orange2 orange5 orange8 orange11 purple3 purple7 green4 green8 yellow9 red7 sky4 brown3",
        "pink9 pink8 pink7 pink6 blue5 blue4 red11 sky11 brown10 grey10 yellow10 purple11",
        "grey9 grey8 grey7 grey6 grey4 sky5 sky3 blue11 pink11 red10 brown11 yellow11",
        "brown9 brown8 brown7 brown6 red5 red4 red1 sky10 blue10 pink10 grey11 yellow8",
    ),
    pier="green5 green9 green1 green11 green6 green3 green10 purple9 red2",
    discards="blue1",
)
"""A hand in which the learner is the first who can sail, in the third round."""


def course(options: CorsariOptions | None = None) -> Course:
    """Four at a table, so that it is short."""
    return Course(options or CorsariOptions(), 4, _SEED, _FIRST)


def rulebook(_options: CorsariOptions, _view: View | None = None) -> tuple[Chapter, ...]:
    """All of it, in the order in which it is needed. The pier of the examples is green."""
    return (
        Chapter(shared_words.THE_GAME, tuple(_overview())),
        Chapter(_("Your turn"), tuple(_turn()), _in_phase("draw", "drop")),
        Chapter(_("Crew, prisoners, stowaways"), tuple(_places()), _in_phase("drop", "split")),
        Chapter(_("Setting sail"), tuple(_sailing()), _in_phase("split")),
        Chapter(_("When somebody else sets sail"), tuple(_answering()), _in_phase("answer")),
        Chapter(_("Penalty cards"), tuple(_scoring()), _in_phase("answer")),
        Chapter(_("The end"), tuple(_end()), _in_phase("over")),
        Chapter(_("Rare cases"), tuple(_rare())),
        Chapter(_("Cards and pier"), tuple(_cards())),
    )


# When it is told


def _in_phase(*phases: str) -> Callable[[View], bool]:
    return lambda view: view.table.phase in phases


def _can_sail(view: View) -> int | None:
    """The lowest limit with which the seat could set sail now; None where it could not."""
    table = view.table
    if table.phase != "drop" or table.too_early or table.closer != NOBODY:
        return None
    return split.limit_after_drop(view.hand, table.pier_colour)


def _sails(view: View) -> bool:
    """Has set sail and drops a card."""
    return view.table.phase == "drop" and view.table.closer == view.seat


def _sank(view: View) -> bool | None:
    """Whether the ship that sailed in the hand before was sunk, as the seat begins the next; None where no
    ship did.
    """
    table, ended = view.table, view.table.latest
    begins = table.phase == "draw" and table.turn < table.players
    if ended is None or not begins or not ended.layouts:
        return None
    return bool(scoring.senders(ended.layouts, ended.closer))


def _can_attach(view: View) -> bool:
    closed = view.table.closed
    return closed is not None and bool(split.attachable(view.hand, closed.crew))


def _gets_as_low(view: View) -> bool | None:
    """Whether the seat can get as low as the ship that has sailed; None where it has no stowaways then."""
    closed = view.table.closed
    if view.table.phase != "answer" or closed is None:
        return None
    best = best_answer(view.hand, closed.crew, view.table.pier_colour, closed.limit)
    return best.limit <= closed.limit if best.stowaways else None


def _is_watched(view: View) -> bool:
    """Somebody else has taken cards openly, for the first time in somebody's life."""
    table = view.table
    others = (cards for seat, cards in enumerate(table.taken) if seat != view.seat)
    return table.phase == "draw" and table.hand <= EARLY and any(others)


# What is told


def _overview() -> Iterator[Rule]:
    text = _("Each turn, draw a card, then drop one. Cards without a place in the end count against you.")
    yield Rule(text, "turn", _in_phase("draw"), NAMES.numbers("yellow9 green5"))
    yield Rule(
        _(
            "You hold {cards} cards. On the table lie the stock (face down), the discards (what was dropped, "
            "face up) and the pier: a row of open cards.",
            cards=HAND,
        )
    )


def _turn() -> Iterator[Rule]:
    yield Rule(_("Draw the top of the stock, the top of the discards, or the pier's first card."))
    yield Rule(_("Then drop a card on the discards; it may be the one you drew."))
    yield Rule(_("Once you have drawn you may set sail instead, and drop a card then."))


def _places() -> Iterator[Rule]:
    """The rules of what becomes of each card of a hand."""
    text = _(
        "Crew costs nothing: up to {colours} colours, no number twice. Gaps don't matter.",
        colours=CREW_COLOURS,
    )
    yield Rule(text, "crew", _in_phase("drop"), NAMES.numbers("orange1 purple3 orange7"))
    text = _("Prisoners cost nothing either: all cards in the colour of the pier's first card.")
    yield Rule(text, "prisoners", _in_phase("draw"), NAMES.numbers("green2 green7"))
    text = _("Stowaways: all the rest. Each may become a penalty card. Drop the highest first.")
    yield Rule(text, "stowaways", _in_phase("drop"))
    text = _("Limit: your stowaways' numbers added up. Bring it down.")
    yield Rule(text, "limit", _in_phase("draw"), NAMES.numbers("purple3 grey2"))


def _sailing() -> Iterator[Rule]:
    text = _("Low limit? Set sail: that ends the hand. But whoever gets as low sinks you.")
    yield Rule(text, "sail", lambda view: 0 < (_can_sail(view) or 0) <= LOW)
    yield Rule(_("Any limit will do. You drop a card and lay out the other {cards}.", cards=HAND))
    text = _("Pick the crew that leaves a low limit, as all others try to get as low.")
    yield Rule(text, "name-crew", _in_phase("split"))
    yield Rule(_("Where both colours of a crew have a number, the one named first keeps it."))


def _answering() -> Iterator[Rule]:
    text = _(
        "Get as low as the ship that sailed to sink it: it takes your stowaways. Else they're your penalty "
        "cards."
    )
    yield Rule(text, "answer", _in_phase("answer"))
    text = _("Attach cards to the crew that sailed: its colours, numbers it lacks. They're gone.")
    yield Rule(text, "attach", _can_attach)
    yield Rule(
        _(
            "All lay out unseen, at the same time, and may change it a few times until all are done. Attach "
            "one card of a number; what others attach doesn't matter."
        )
    )


def _scoring() -> Iterator[Rule]:
    text = _("Nobody as low? Only others' stowaways become penalty cards. Fewest win.")
    yield Rule(text, "got-away", lambda view: _sails(view) or _sank(view) is False)
    text = _("If anybody gets as low, the ship that sailed sinks: it takes their stowaways and its own.")
    yield Rule(text, "went-under", lambda view: _sank(view) is True)
    text = _("As low already? Leave as many stowaways as the limit allows: the ship that sailed takes them.")
    yield Rule(text, "give-many", lambda view: _gets_as_low(view) is True)
    text = _("Can't get as low? Leave few stowaways: each is one penalty card, whatever its number.")
    yield Rule(text, "keep-few", lambda view: _gets_as_low(view) is False)
    yield Rule(_("Penalty cards are out of the game."))


def _end() -> Iterator[Rule]:
    text = _(
        "At {cards} penalty cards, all players' together, one last hand is played; at {over} the game ends.",
        cards=LAST_HAND,
        over=OVER,
    )
    yield Rule(text, "the-end", lambda view: _sank(view) is not None and not view.table.last_hand)
    yield Rule(_("Fewest penalty cards win; equal ones share the place."))
    text = _("Cappotto: sail without a single stowaway, and you win the whole game at once!")
    yield Rule(text, "cappotto", lambda view: _can_sail(view) == 0)
    yield Rule(
        _(
            "Else an opponent without any wins at once. Of two, the one with fewer penalty cards; if these "
            "are equal, both."
        )
    )


def _rare() -> Iterator[Rule]:
    text = _("Whoever draws the pier's last card ends the hand: it is void, nobody scores.")
    yield Rule(text, "pier-ends", lambda view: view.table.phase == "draw" and len(view.table.pier) == 2)
    yield Rule(_("After a void hand all is dealt anew. A void last hand is played again."))
    text = _("Whoever draws the stock's last card must set sail in that turn.")
    yield Rule(text, "stock-ends", lambda view: view.table.phase == "draw" and 1 < view.table.stock <= _FEW)
    yield Rule(
        _(
            "House rule: after {rounds} rounds in which nobody drew from stock or pier, all must draw from "
            "the stock for one round.",
            rounds=QUIET_ROUNDS,
        )
    )
    yield Rule(
        _("House rule: after {hands} void hands running, the pier's last card stays.", hands=VOIDS_RUNNING)
    )


def _cards() -> Iterator[Rule]:
    yield Rule(
        _(
            "{deck} cards: {colours} colours with the numbers 1 to {highest}, one of each.",
            deck=DECK,
            colours=COLOURS,
            highest=NUMBERS,
        )
    )
    yield Rule(_("The colours: {colours}.", colours=Listed(tuple(map(colour_words, range(COLOURS))))))
    piers = Listed(tuple(_pier_words(players, cards) for players, cards in PIER.items()))
    yield Rule(_("The pier has {piers}. Without its first card, the next counts.", piers=piers))
    yield Rule(_("Every hand the deal moves on clockwise; the seat after the dealer begins."))
    text = _("The eye on a plate shows cards that somebody took openly and still holds.")
    yield Rule(text, "eye", _is_watched, of_picture=True)


def _pier_words(players: int, cards: int) -> Text:
    return _("{cards} cards with {players} players", cards=cards, players=players)

"""Why a choice is the best, as a friend at the table would say it, and what kind of mistake another is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from games import shared_words
from games.cards import Card
from games.contract import Action, Event, Review, Study, Weighed
from games.skull_queen import scoring
from games.skull_queen.cards import CARD_OF, COLOUR, COLOURS, NUMBERS, OTHERS, SPECIALS, VALUES
from games.skull_queen.certainty import moves
from games.skull_queen.constants import HIGHEST, LOWEST
from games.skull_queen.plank import OVERBOARD, PLANK_OF, WORTH, Plank, Side
from games.skull_queen.speech import card_words, plank_words
from games.skull_queen.state import Move, RoundEnded, TrickEnded, View
from games.text import Player, Text, _, _n

APART = 0.15
"""So much oftener something happens after one choice than after another that it is worth saying."""
DEARER = 1.0
"""Points that are worth saying."""
BRINGS = 0.4
"""So many points should come of it."""
GOOD = 3.5
"""Points for each pirate of planks that were set and played well."""
COLOUR_OF = {card: COLOUR[card] for card in NUMBERS}


def measured(view: View, action: Action, events: Sequence[Event]) -> Mapping[str, float]:
    """What the seat's pirates win or lose in this trick and in those of the round that follow, and how many
    of them fall.
    """
    plank = PLANK_OF.get(action) or view.plank
    tricks = [_own(view, event.moves) for event in _of_this_round(events)]
    gains = [sum(_gain(plank[0], move) for move in moves) for moves in tricks]
    falls = [sum(_falls(move) for move in moves) for moves in tricks]
    return {
        "now": sum(gains[:1]),
        "later": sum(gains[1:]),
        "fell": any(falls[:1]),
        "lost": sum(falls),
    }


def _of_this_round(events: Iterable[Event]) -> Iterator[TrickEnded]:
    for event in events:
        if isinstance(event, RoundEnded):
            return
        if isinstance(event, TrickEnded):
            yield event


def _own(view: View, moves: Iterable[Move]) -> list[Move]:
    return [move for move in moves if move.who == view.seat]


def _gain(side: Side, move: Move) -> int:
    return move.worth - WORTH[side][move.before]


def _falls(move: Move) -> bool:
    return move.before != OVERBOARD and not move.worth


def reason(view: View, study: Study) -> Text | None:
    """Which action is the best, and why, as a hint says it."""
    if view.table.phase == "plank":
        return _of_plank(view, PLANK_OF[study.best.action])
    card = CARD_OF[study.best.action]
    sure = moves(view, card)
    return _by_figures(study) if sure is None else _surely(view, card, sure)


def _of_plank(view: View, plank: Plank) -> Text:
    """By the colour that the hand says most of."""
    numbers = [[VALUES[card] for card in view.hand.translate(None, each + SPECIALS)] for each in OTHERS]
    pulls = [sum(2 * number - LOWEST - HIGHEST for number in own) for own in numbers]
    colour = max(range(len(pulls)), key=lambda each: abs(pulls[each]))
    named, set_so = COLOURS[colour], plank_words(plank)
    if pulls[colour] > 0:
        return _("{plank}: your high cards push the {pirate} up.", plank=set_so, pirate=named.pirate)
    if pulls[colour] < 0:
        return _("{plank}: your low cards push the {pirate} down.", plank=set_so, pirate=named.pirate)
    return _("{plank}: your cards leave room both ways.", plank=set_so)


def _surely(view: View, card: Card, done: Sequence[Move]) -> Text:
    """What the card does, which completes the trick."""
    words = card_words(card)
    own = [move for move in done if move.who == view.seat]
    fallen = next((move for move in own if not move.worth), None)
    if fallen is not None:
        pirate = COLOURS[fallen.colour].pirate
        return _("{card}: your {pirate} falls, but the others cost you more.", card=words, pirate=pirate)
    moved = next((move for move in own if move.colour == COLOUR_OF.get(card)), own[0] if own else None)
    if moved is not None:
        pirate, points = COLOURS[moved.colour].pirate, moved.worth
        if points > WORTH[view.plank[0]][moved.before]:
            return _("{card}: your {pirate} moves to {points}.", card=words, pirate=pirate, points=points)
        return _(
            "{card}: your {pirate} moves to {points}, and stays on the plank.",
            card=words,
            pirate=pirate,
            points=points,
        )
    hit = next((move for move in done if not move.worth), None)
    if hit is not None:
        return _(
            "{card}: yours stay put, and {player}'s {pirate} goes overboard.",
            card=words,
            player=Player(hit.who),
            pirate=COLOURS[hit.colour].pirate,
        )
    return _("{card}: your pirates stay where they are.", card=words)


def _by_figures(study: Study) -> Text:
    """What the card should do, while others are still to play."""
    best = study.best
    card, now = _card(best), best.figure("now")
    if (rival := study.rival("fell", -APART)) is not None:
        return _("{card}: {other} could send a pirate of yours overboard.", card=card, other=_card(rival))
    if now >= BRINGS:
        return _("{card}: it should move your pirate the right way.", card=card)
    if best.figure("fell") >= APART or now <= -BRINGS:
        return _("{card}: it may cost you now, but keeping it would cost more.", card=card)
    kept = next((each for each in study.weighed[1:] if each.behind > each.error), None)
    if kept is not None:
        return _("{card}: little can happen, and {other} is worth keeping.", card=card, other=_card(kept))
    return _("{card}: little can happen to your pirates.", card=card)


def _card(weighed: Weighed) -> Text:
    return card_words(CARD_OF[weighed.action])


# Afterwards


def did(view: View, action: Action) -> Text | None:
    """What the seat did, as it is told to its player."""
    if view.table.phase == "plank":
        return _("You set your plank to {plank}", plank=plank_words(PLANK_OF[action]))
    return shared_words.you_played(card_words(CARD_OF[action]))


def review(view: View) -> Review:
    """Of a game that is over: how many pirates the seat kept on its planks, and whether the others fell or
    these stood for little.
    """
    own = [planks[view.seat or 0] for planks in scoring.rounds_of(view.table.score_sheet, view.players)]
    worths = [WORTH[plank[0]][space] for plank in own for space in plank[1:]]
    kept = [worth for worth in worths if worth]
    well = _n(
        "{count} of your {pirates} pirates stayed on the plank.",
        "{count} of your {pirates} pirates stayed on the plank.",
        len(kept),
        pirates=len(worths),
    )
    if len(worths) - len(kept) > len(own):
        better = _("Better still: with a pirate at the edge, play a card that moves nobody.")
    elif sum(worths) < GOOD * len(worths):
        better = _("Better still: turn up the side whose 8 your cards send pirates to.")
    else:
        better = None
    return Review(well if kept else None, better)


WRONG_SIDE = _("You turned up the wrong side of your plank")
TOO_HIGH, TOO_LOW = _("You set a pirate too near the top"), _("You set a pirate too near the bottom")
DROWNED = _("You sent a pirate of your own overboard")
WRONG_WAY = _("You moved a pirate the wrong way")
MISSED = _("You missed points for your plank in that trick")
WASTED = _("You wasted the Monkey or the First Mate")
NEEDED_LATER = _("You played a card that you needed later")


def mistake(view: View, study: Study, action: Action) -> Text | None:
    """What kind of mistake it was; None: of none that has a name."""
    if view.table.phase == "plank":
        return _mistaken_plank(PLANK_OF[action], PLANK_OF[study.best.action])
    made, best = study.of(action), study.best
    if made.figure("fell") >= best.figure("fell") + APART:
        return DROWNED
    if CARD_OF[action] in SPECIALS and CARD_OF[best.action] not in SPECIALS:
        return WASTED
    if made.figure("now") <= best.figure("now") - DEARER:
        return WRONG_WAY if made.figure("now") < 0 else MISSED
    if made.figure("later") <= best.figure("later") - DEARER:
        return NEEDED_LATER
    return None


def _mistaken_plank(made: Plank, better: Plank) -> Text:
    if made[0] != better[0]:
        return WRONG_SIDE
    apart = max((own - best for own, best in zip(made[1:], better[1:], strict=True)), key=abs)
    return TOO_HIGH if apart > 0 else TOO_LOW

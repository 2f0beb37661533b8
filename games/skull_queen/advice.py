"""Why a choice is the best, as a friend at the table would say it, and what kind of mistake another is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from games.contract import Action, Event, Study, Weighed
from games.skull_queen.cards import CARD_OF, SPECIALS
from games.skull_queen.plank import OVERBOARD, PLANK_OF, WORTH, Plank, Side
from games.skull_queen.speech import (
    card_words,
    pirates_words,
    side_words,
)
from games.skull_queen.state import Move, RoundEnded, TrickEnded, View
from games.text import Text, _
from games.thinking.hints import often

APART = 0.15
"""So much oftener something happens after one choice than after another that it is worth saying."""
DEARER = 1.0
"""Points that are worth saying."""


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
    """Why the best of these is the best; None if only its points say so."""
    return _of_plank(study) if view.table.phase == "plank" else _of_card(study)


def _of_plank(study: Study) -> Text | None:
    plank, rival = PLANK_OF[study.best.action], study.rival("lost", -APART)
    if rival is None:
        return None
    return _(
        "Set your plank {side} with {pirates}: then fewer pirates go overboard soon. In ten rounds like this "
        "it's {lost}; with {others}, {more}.",
        side=side_words(plank),
        pirates=pirates_words(plank),
        lost=round(10 * study.best.figure("lost")),
        others=pirates_words(PLANK_OF[rival.action]),
        more=round(10 * rival.figure("lost")),
    )


def _of_card(study: Study) -> Text | None:
    best = study.best
    if (rival := study.rival("fell", -APART)) is not None:
        return _(
            "Play {card}: it sends a pirate of yours overboard {rarely}. With {other}: {often}.",
            card=_card(best),
            rarely=often(best.figure("fell")),
            other=_card(rival),
            often=often(rival.figure("fell")),
        )
    if (rival := study.rival("now", DEARER)) is not None:
        return _(
            "Play {card}: this trick brings your pirates {points} on average. With {other}: {fewer}.",
            card=_card(best),
            points=_signed(round(best.figure("now"))),
            other=_card(rival),
            fewer=_signed(round(rival.figure("now"))),
        )
    if (rival := study.rival("lost", -APART)) is not None:
        return _(
            "Play {card} and keep {other}: so fewer of your pirates go overboard in the next tricks.",
            card=_card(best),
            other=_card(rival),
        )
    if (rival := study.rival("later", DEARER)) is not None:
        return _(
            "Play {card} and keep {other}: it's worth more to your pirates in the tricks to come.",
            card=_card(best),
            other=_card(rival),
        )
    return None


def _signed(points: int) -> str:
    """With a true minus, which screen readers speak."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def _card(weighed: Weighed) -> Text:
    return card_words(CARD_OF[weighed.action])


# Mistakes

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

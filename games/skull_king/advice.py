"""Why a choice is the best, as a friend at the table would say it, and what kind of mistake another is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.contract import Action, Event, Study, Weighed
from games.skull_king import menus, powers, situation
from games.skull_king.cards import BENDT, CARD_OF, HARRY, PLAYS, ROSIE, TRUMPS, FaceNumber
from games.skull_king.speech import (
    card_words,
)
from games.skull_king.state import RoundEnded, TrickEnded, View
from games.text import Player, Text, _, _n, signed
from games.thinking.hints import often

APART = 0.15
"""So much oftener something happens to one choice than to another that it is worth saying."""
STRONG = situation.STRENGTH[min(TRUMPS.cards)]
"""Trumps and characters are strong cards."""
DEARER = 5
"""Points of bonuses that are worth saying."""


def measured(view: View, _action: Action, events: Sequence[Event]) -> Mapping[str, float]:
    """Whether the seat took this trick, whether its bid was made in the end, with how many tricks and what
    bonus.
    """
    seat, figures = view.seat or 0, dict[str, float]()
    for event in events:
        if isinstance(event, TrickEnded) and "took" not in figures:
            figures["took"] = event.taker == seat
        elif isinstance(event, RoundEnded):
            made = event.bids[seat] == event.taken[seat]
            figures |= {"made": made, "tricks": event.taken[seat], "bonus": made * event.bonus[seat]}
            break
    return figures


def reason(view: View, study: Study) -> Text | None:
    """Why the best of these is the best; None if only its points say so."""
    match view.table.phase:
        case "bid":
            return _of_bid(study)
        case "play":
            return _of_card(view, study)
        case _:
            return _of_power(view, study)


# The bid


def _number(action: Action) -> int:
    return int(action.split()[1])


def _of_bid(study: Study) -> Text:
    best = study.best
    percent, points = round(100 * best.figure("made")), signed(round(best.points))
    bid = _number(best.action)
    if not bid:
        return _(
            "Bid 0: of {deals} deals like yours you took nothing in {percent} %, and 0 pays best "
            "({points} on average).",
            deals=study.deals,
            percent=percent,
            points=points,
        )
    return _(
        "Bid {bid}: of {deals} deals like yours you took exactly {bid} in {percent} %, and {bid} pays best "
        "({points} on average).",
        bid=bid,
        deals=study.deals,
        percent=percent,
        points=points,
    )


# A card


def _face(action: Action) -> FaceNumber:
    return PLAYS.index(action)


def _missing(view: View) -> int:
    """Tricks that the seat still needs; below 0 if it has too many."""
    seat = view.seat or 0
    return view.table.bids[seat] - view.table.taken[seat]


def _where_i_stand(view: View) -> Text:
    missing, seat = _missing(view), view.seat or 0
    if missing > 0:
        return _n("you still need {count} trick", "you still need {count} tricks", missing)
    if missing < 0:
        return _("your bid is gone")
    return _("you have your bid") if view.table.bids[seat] else _("you bid 0")


def _of_card(view: View, study: Study) -> Text | None:
    missing, best = _missing(view), study.best
    rival = study.rival("took", APART if missing > 0 else -APART)
    if rival is not None:
        return _taking(view, study, rival)
    if (rival := study.rival("made", APART)) is not None:
        return _making(study, rival, lets_go=study.rival("took", -APART) is not None)
    if missing == 0 and _sheds(study):
        return _(
            "Play {card}: {situation}, and here you get rid of a strong card. It takes this trick {often}.",
            card=card_words(_face(best.action)),
            situation=_where_i_stand(view),
            often=often(best.figure("took")),
        )
    if (rival := study.rival("bonus", DEARER)) is not None:
        return _(
            "Play {card}: it brings about {points} more in bonuses than {other}.",
            card=card_words(_face(best.action)),
            other=card_words(_face(rival.action)),
            points=round(best.figure("bonus") - rival.figure("bonus")),
        )
    return None


def _taking(view: View, study: Study, rival: Weighed) -> Text:
    """What decides is who takes this trick."""
    face = _face(study.best.action)
    other = next((each for each in study.weighed[1:] if CARD_OF[_face(each.action)] == CARD_OF[face]), None)
    if other is None:
        return _(
            "Play {card}: {situation}, and it takes this trick {often}. {other} takes it {rarely}.",
            card=card_words(face),
            situation=_where_i_stand(view),
            often=often(study.best.figure("took")),
            other=card_words(_face(rival.action)),
            rarely=often(rival.figure("took")),
        )
    took = often(other.figure("took"))
    if _missing(view) > 0:
        return _(
            "Play {card}: {situation}, and so this trick is yours {often}; as an escape, {rarely}.",
            card=card_words(face),
            situation=_where_i_stand(view),
            often=often(study.best.figure("took")),
            rarely=took,
        )
    return _(
        "Play {card}: {situation}; as a pirate she would take this one {often}.",
        card=card_words(face),
        situation=_where_i_stand(view),
        often=took,
    )


def _making(study: Study, rival: Weighed, *, lets_go: bool) -> Text:
    """What decides is what becomes of the bid."""
    card, other = card_words(_face(study.best.action)), card_words(_face(rival.action))
    made, rarely = often(study.best.figure("made")), often(rival.figure("made"))
    if lets_go:
        return _(
            "Play {card} and let this trick go: you make your bid {often} that way. With {other}: {rarely}.",
            card=card,
            often=made,
            other=other,
            rarely=rarely,
        )
    return _(
        "Play {card}: you make your bid {often} that way. With {other}: {rarely}.",
        card=card,
        often=made,
        other=other,
        rarely=rarely,
    )


def _strength(weighed: Weighed) -> int:
    return situation.STRENGTH[_face(weighed.action)]


def _sheds(study: Study) -> bool:
    """Whether the best gets rid of a stronger card than the next best."""
    return _strength(study.best) > max(STRONG, _strength(study.weighed[1]))


# What is loaded, and the powers of the pirates


def _of_power(view: View, study: Study) -> Text | None:
    rival = study.rival("made", APART)
    if rival is not None:
        return _(
            "{choice}: you make your bid {often} that way. {other}: {rarely}.",
            choice=_named(view, study.best.action),
            often=often(study.best.figure("made")),
            other=_named(view, rival.action),
            rarely=often(rival.figure("made")),
        )
    if study.best.action.startswith(("load", "wager")):
        return _(
            "{choice}: you make your bid exactly {often}.",
            choice=_named(view, study.best.action),
            often=often(study.best.figure("made")),
        )
    return None


def _named(view: View, action: Action) -> Text:
    """What to do, as it is said to somebody."""
    pirate = powers.pirate_of(view.table) if view.table.phase == "power" else None
    if pirate == ROSIE:
        leader = _number(action)
        return _("Lead yourself") if leader == view.seat else _("Let {player} lead", player=Player(leader))
    if pirate == BENDT:
        return _("Discard {card}", card=_label(view, action))
    return _label(view, action)


def _label(view: View, action: Action) -> Text:
    """What stands on the button."""
    menu = menus.steps(view)
    choice = next(each for each in (menu.choices if menu else ()) if each.action == action)
    return choice.short or choice.label


# Mistakes

TOO_HIGH, TOO_LOW = _("You bid too high"), _("You bid too low")
TRUMPED_EARLY = _("You led trumps too early")
NOT_NEEDED = _("You took a trick you didn't need")
LET_GO = _("You let a trick go that you needed")
TOO_EARLY = _("You took a trick too early")
WASTED = _("You wasted a strong card")
KEPT = _("You kept a strong card too long")
TOO_BOLD, TOO_TIMID = _("You staked too much on your bid"), _("You trusted your bid too little")


def mistake(view: View, study: Study, action: Action) -> Text | None:
    """What kind of mistake it was; None: of none that has a name."""
    match view.table.phase:
        case "bid":
            return TOO_HIGH if _number(action) > _number(study.best.action) else TOO_LOW
        case "play":
            return _mistaken_card(view, study, study.of(action))
        case "load":
            return TOO_BOLD if action == "load cannonball" else TOO_TIMID
        case _:
            return _mistaken_power(view, study, action)


def _mistaken_card(view: View, study: Study, made: Weighed) -> Text | None:
    best, missing, face = study.best, _missing(view), _face(made.action)
    oftener = made.figure("took") - best.figure("took")
    stronger = _strength(made) > _strength(best)
    trumps = face in TRUMPS.cards and _face(best.action) not in TRUMPS.cards
    if oftener > APART and missing <= 0:
        return NOT_NEEDED
    if not view.table.trick and trumps:
        return TRUMPED_EARLY
    if oftener > APART:
        return TOO_EARLY
    if missing > 0 and oftener < -APART:
        return LET_GO
    if missing > 0 and stronger and _strength(made) >= STRONG:
        return WASTED
    return KEPT if missing <= 0 and not stronger and _strength(best) >= STRONG else None


def _mistaken_power(view: View, study: Study, action: Action) -> Text | None:
    pirate = powers.pirate_of(view.table)
    if action.startswith("wager"):
        return TOO_BOLD if _number(action) > _number(study.best.action) else TOO_TIMID
    if pirate == HARRY:
        own, better = view.legal.index(action), view.legal.index(study.best.action)
        return TOO_HIGH if own > better else TOO_LOW
    return None

"""Why a choice is the best, as a friend at the table would say it, and what kind of mistake another is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games import shared_words
from games.contract import Action, Event, Review, Study, Weighed
from games.skull_king import menus, policy, powers, scoring
from games.skull_king.bidding import SHOTS
from games.skull_king.cards import (
    BENDT,
    CARD_OF,
    HARRY,
    KIND,
    PLAYS,
    RASCAL,
    ROSIE,
    TRUMPS,
    FaceNumber,
    Kind,
)
from games.skull_king.certainty import extra, missing, prey, takes
from games.skull_king.situation import STRENGTH
from games.skull_king.speech import card_words, who
from games.skull_king.state import RoundEnded, TrickEnded, View
from games.text import Listed, Player, Text, _, _n

APART = 0.15
"""So much oftener something happens to one choice than to another that it is worth saying."""
LIKELY = 0.5
"""What happens so often should happen."""
MOST_NAMED = 3
"""Cards that a sentence names."""
STRONG = STRENGTH[min(TRUMPS.cards)]
"""Trumps and characters are strong cards."""


def kept(view: View, event: Event) -> tuple[bool, ...]:
    """Who made an exact bid, once the round is scored; nobody where the bids are not revealed yet."""
    if not view.table.bids or not isinstance(event, RoundEnded):
        return ()
    return tuple(bid == taken for bid, taken in zip(event.bids, event.taken, strict=True))


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
    """Which action is the best, and why, as a hint says it."""
    match view.table.phase:
        case "bid":
            return _of_bid(view, _number(study.best.action))
        case "play":
            return _of_card(view, study)
        case "load":
            return _of_load(study.best.action)
        case _:
            return _of_power(view, study.best.action)


# The bid


def _number(action: Action) -> int:
    return int(action.split()[1])


def _of_bid(view: View, bid: int) -> Text:
    promised = sorted(zip(policy.promised_to(view), view.hand, strict=True), reverse=True)
    if not bid:
        if promised[0][0] < LIKELY and len(promised) == 1:
            return _("Bid 0: your {card} should lose.", card=card_words(promised[0][1]))
        if promised[0][0] < LIKELY:
            return _("Bid 0: none of your cards should take a trick.")
        return _("Bid 0: your {card} can hide behind the others.", card=card_words(promised[0][1]))
    strong = [card for promise, card in promised[: min(bid, MOST_NAMED)] if promise >= LIKELY]
    cards = Listed(tuple(map(card_words, strong or [promised[0][1]])))
    more = bid - len(cards.items)
    if bid == 1:
        return _("Bid 1: your {card} should take it.", card=cards)
    if not more:
        return _("Bid {bid}: your {cards} should each take one.", bid=bid, cards=cards)
    return _n(
        "Bid {bid}: count on your {cards}, and {count} more should come.",
        "Bid {bid}: count on your {cards}, and {count} more should come.",
        more,
        bid=bid,
        cards=cards,
    )


# A card


def _face(action: Action) -> FaceNumber:
    return PLAYS.index(action)


def _of_card(view: View, study: Study) -> Text:
    face = view.table.setup.edition.faces[study.best.action]
    need, took = missing(view), takes(view, face)
    if KIND[face] == Kind.KRAKEN and took is False:
        return _("{card}: nobody gets this trick then.", card=card_words(face))
    if took:
        return _surely_taking(view, face, need)
    if took is False:
        return _surely_leaving(view, face, need)
    return _wants(view, study, face) if need > 0 else _shuns(study, face, need)


def _surely_taking(view: View, face: FaceNumber, need: int) -> Text:
    card, points = card_words(face), extra(view, face)
    if need <= 0:
        return _("{card}: you can't lose this trick, so let that one go with it.", card=card)
    if not points and need >= len(view.hand):
        return _("{card}: you need every trick now, and nobody can beat it.", card=card)
    if not points:
        return _n(
            "{card}: nobody can beat it, and you need {count} more trick.",
            "{card}: nobody can beat it, and you need {count} more tricks.",
            need,
            card=card,
        )
    caught = prey(view, face)
    if caught is None:
        return _("{card}: the trick is yours, {points} extra.", card=card, points=points)
    return _(
        "{card}: it takes {prey} from {player}, {points} extra.",
        card=card,
        prey=card_words(caught[1]),
        player=who(caught[0]),
        points=points,
    )


def _surely_leaving(view: View, face: FaceNumber, need: int) -> Text:
    card = card_words(face)
    if need < 0:
        return _("{card}: you have too many tricks, and it takes no more.", card=card)
    if need == 0:
        if STRENGTH[face] > STRONG:
            return _("{card}: it can't win here, so you're rid of it.", card=card)
        if view.table.bids[view.seat or 0]:
            return _("{card}: it leaves the trick to others, and you have your bid.", card=card)
        return _("{card}: it leaves the trick to others, and you stay at 0.", card=card)
    kept = _strongest_but(view, face)
    if kept is None or STRENGTH[kept] <= STRENGTH[face]:
        return _("{card}: it can't take this trick, and you can spare it.", card=card)
    return _("{card}: leave this trick, and keep {kept} for another.", card=card, kept=card_words(kept))


def _wants(view: View, study: Study, face: FaceNumber) -> Text:
    """The seat needs tricks, and nobody knows yet who takes this one."""
    card, need, took = card_words(face), missing(view), study.best.figure("took")
    if took >= LIKELY:
        if points := extra(view, face):
            return _("{card}: it should take this trick, {points} extra.", card=card, points=points)
        return _n(
            "{card}: it should take this trick, and you need {count} more.",
            "{card}: it should take this trick, and you need {count} more.",
            need,
            card=card,
        )
    kept = _strongest_but(view, face)
    if kept is not None and STRENGTH[kept] > STRENGTH[face]:
        return _("{card}: not your best one yet, keep {kept} for later.", card=card, kept=card_words(kept))
    if took >= APART:
        return _("{card}: it may take this trick, and you need one.", card=card)
    return _("{card}: somebody should beat it, and you keep the others.", card=card)


def _shuns(study: Study, face: FaceNumber, need: int) -> Text:
    """The seat wants no trick, and nobody knows yet who takes this one."""
    card, took = card_words(face), study.best.figure("took")
    if took >= LIKELY:
        return _("{card}: rather now than later, it's hard to get rid of.", card=card)
    if STRENGTH[face] > STRONG:
        return _("{card}: somebody should beat it, and you're rid of it.", card=card)
    if need < 0:
        return _("{card}: it should take no trick, and you have too many.", card=card)
    return _("{card}: somebody should beat it, and your bid holds.", card=card)


def _strongest_but(view: View, face: FaceNumber) -> FaceNumber | None:
    held = view.hand.translate(None, bytes([CARD_OF[face]]))
    return max(held, key=STRENGTH.__getitem__, default=None)


# What is loaded, and the powers of the pirates


def _of_load(action: Action) -> Text:
    if action == SHOTS[1]:
        return _("Cannonball: you should hit your bid exactly.")
    return _("Grapeshot: if you miss by one, half still counts.")


def _of_power(view: View, action: Action) -> Text | None:
    named = _named(view, action)
    match powers.pirate_of(view.table):
        case p if p == ROSIE:
            if _number(action) == view.seat:
                return _("{choice}: you choose what is led.", choice=named)
            return _("{choice}: you see what they play before it's your turn.", choice=named)
        case p if p == BENDT:
            return _("{choice}: your bid needs it least.", choice=named)
        case p if p == RASCAL:
            if _number(action):
                return _("{choice}: you should make your bid.", choice=named)
            return _("{choice}: your bid isn't safe enough.", choice=named)
        case p if p == HARRY:
            return _("{choice}: that's what your hand should come to.", choice=named)
        case _:
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


# Afterwards


def did(view: View, action: Action) -> Text | None:
    """What the seat did, as it is told to its player."""
    match view.table.phase:
        case "bid":
            return _("You bid {bid}", bid=_number(action))
        case "play":
            return shared_words.you_played(card_words(view.table.setup.edition.faces[action]))
        case _:
            return None


TOO_HIGH, TOO_LOW = _("You bid too high"), _("You bid too low")
TRUMPED_EARLY = _("You led trumps too early")
NOT_NEEDED = _("You took a trick you didn't need")
LET_GO = _("You let a trick go that you needed")
TOO_EARLY = _("You took a trick too early")
WASTED = _("You wasted a strong card")
KEPT = _("You kept a strong card too long")
TOO_BOLD, TOO_TIMID = _("You staked too much on your bid"), _("You trusted your bid too little")


def review(view: View) -> Review:
    """Of a game that is over: how many bids the seat has made, and on which side it missed the others."""
    own = [entries[view.seat or 0] for entries in scoring.rounds_of(view.table.score_sheet, view.players)]
    made = sum(entry.made for entry in own)
    over, under = sum(entry.taken > entry.bid for entry in own), sum(entry.taken < entry.bid for entry in own)
    well = _n(
        "{count} of your {bids} bids was exact.",
        "{count} of your {bids} bids were exact.",
        made,
        bids=len(own),
    )
    if over > under:
        better = _("Better still: once you have the tricks you bid, throw your strong cards away.")
    elif under:
        better = _("Better still: bid one trick less; low cards win next to nothing.")
    else:
        better = None
    return Review(well if made else None, better)


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
    best, need, face = study.best, missing(view), _face(made.action)
    oftener = made.figure("took") - best.figure("took")
    stronger = _strength(made) > _strength(best)
    trumps = face in TRUMPS.cards and _face(best.action) not in TRUMPS.cards
    if oftener > APART and need <= 0:
        return NOT_NEEDED
    if not view.table.trick and trumps:
        return TRUMPED_EARLY
    if oftener > APART:
        return TOO_EARLY
    if need > 0 and oftener < -APART:
        return LET_GO
    if need > 0 and stronger and _strength(made) >= STRONG:
        return WASTED
    return KEPT if need <= 0 and not stronger and _strength(best) >= STRONG else None


def _strength(weighed: Weighed) -> int:
    return STRENGTH[_face(weighed.action)]


def _mistaken_power(view: View, study: Study, action: Action) -> Text | None:
    pirate = powers.pirate_of(view.table)
    if action.startswith("wager"):
        return TOO_BOLD if _number(action) > _number(study.best.action) else TOO_TIMID
    if pirate == HARRY:
        own, better = view.legal.index(action), view.legal.index(study.best.action)
        return TOO_HIGH if own > better else TOO_LOW
    return None

"""How a person builds an action: which bid, what to load, which card, what the Tigress is played as, and what
to do with the power of a pirate.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games import shared_words
from games.cards import Card, Cards
from games.contract import Choice, Menu, Slot
from games.skull_king import powers, seating, trick
from games.skull_king.bidding import BIDS, SHOTS
from games.skull_king.cards import (
    BENDT,
    CARD_OF,
    FACES,
    FACES_OF_CARD,
    JUANITA,
    PLAYS,
    RASCAL,
    ROSIE,
    FaceNumber,
)
from games.skull_king.editions import Edition
from games.skull_king.rules import must_follow, playable
from games.skull_king.state import Table, View
from games.skull_king.variants import CANNONBALL_PER_CARD, PER_CARD, WAGERS
from games.text import Player, Seat, Text, _, _n


def steps(view: View, chosen: Sequence[str] = ()) -> Menu | None:
    """The next step towards an action. ValueError if `chosen` is no beginning of one."""
    if not view.decision:
        if chosen:
            raise ValueError(f"Nothing is asked of this seat, so {list(chosen)} is no answer.")
        return None
    return _face_menu(view, chosen) if chosen else _first_menu(view)


def _first_menu(view: View) -> Menu:
    match view.table.phase:
        case "bid":
            return _bid_menu(view.table, view.bid)
        case "load":
            return _load_menu(view.table, view.shot)
        case "power":
            return _power_menu(view)
        case _:
            return _card_menu(view, view.table.setup.edition)


def _bid_menu(table: Table, made: int | None) -> Menu:
    """`made`: the bid that may still be changed."""
    cards = table.dealt
    prompt = _n(
        "There's {count} trick this round. Will you take it?",
        "How many of the {count} tricks will you take?",
        cards,
    )
    if made is not None:
        prompt = _("You bid {bid}. You can change it until all have bid.", bid=made)
    return Menu(prompt, tuple(_bid_choice(tricks, tricks == made) for tricks in range(cards + 1)))


def _bid_choice(tricks: int, made: bool) -> Choice:
    # Bare numbers: up to eleven of them are to fit under a hand on a telephone.
    short = _("{tricks}", tricks=tricks)
    label = short if tricks else _("0: not a single trick")
    return _unless(made, Choice(str(tricks), label, BIDS[tricks], kind="number", short=short))


def _unless(made: bool, choice: Choice) -> Choice:
    """The choice, which cannot be chosen again if it has been."""
    if not made:
        return choice
    return replace(choice, action=None, why_not=_("That's your choice."), chosen=True)


def _load_menu(table: Table, loaded: int | None) -> Menu:
    """`loaded`: what may still be changed for the other."""
    most = table.dealt
    grapeshot, cannonball = SHOTS
    prompt = _("Grapeshot forgives one trick; a cannonball pays more and forgives nothing.")
    choices = (
        Choice(
            "grapeshot",
            _("Grapeshot: up to {points}", points=PER_CARD * most),
            grapeshot,
            "🍇",
            short=_("Grapeshot"),
        ),
        Choice(
            "cannonball",
            _("Cannonball: {points} or nothing", points=CANNONBALL_PER_CARD * most),
            cannonball,
            "💣",
            short=_("Cannonball"),
        ),
    )
    if loaded is not None:
        prompt = _("You can load the other until all have loaded.")
    return Menu(prompt, tuple(_unless(shot == loaded, choice) for shot, choice in enumerate(choices)))


def _power_menu(view: View) -> Menu:
    pirate = powers.pirate_of(view.table)
    return Menu(_power_prompt(view, pirate), _power_choices(view, pirate))


def _power_prompt(view: View, pirate: FaceNumber) -> Text:
    if pirate == BENDT:
        return _n(
            "Bendt drew for you (+): discard {count} card.",
            "Bendt drew for you (+): discard {count} cards.",
            powers.to_discard(view.table, view.hand),
        )
    return powers.what_is_asked(pirate)


def _power_choices(view: View, pirate: FaceNumber) -> tuple[Choice, ...]:
    if pirate == ROSIE:
        return tuple(_lead_choice(seat, seat == view.seat) for seat in range(view.players))
    if pirate == BENDT:
        return tuple(_discard_choice(card) for card in view.hand)
    if pirate == RASCAL:
        return tuple(_wager_choice(points) for points in WAGERS)
    if pirate == JUANITA:
        seen = _("I've seen them")
        return (Choice("seen", seen, powers.SEEN, "👀", kind="confirm", short=_("Seen")),)
    bid = view.table.bids[view.seat or 0]
    allowed = (change for change in powers.CHANGES if powers.change_action(change) in view.legal)
    return tuple(_change_choice(change, bid + change) for change in allowed)


def _lead_choice(seat: Seat, own: bool) -> Choice:
    label = _("I lead") if own else shared_words.who_leads(Player(seat))
    short = _("Me") if own else _("{player}", player=Player(seat))
    return Choice(str(seat), label, f"lead {seat}", short=short)


def _discard_choice(card: Card) -> Choice:
    shown = FACES[card]
    action = f"discard {shown.short}"
    return Choice(shown.short, shown.label, action, shown.symbol, kind="card", short=shown.button)


def _wager_choice(points: int) -> Choice:
    label = _("Bet {points} points", points=points) if points else _("No bet")
    short = _("Bet {points}", points=points) if points else _("No bet")
    return Choice(str(points), label, f"wager {points}", kind="number", short=short)


def _change_choice(change: int, bid: int) -> Choice:
    match change:
        case -1:
            label = _("Lower my bid to {bid}", bid=bid)
        case 0:
            label = _("Keep my bid of {bid}", bid=bid)
        case _:
            label = _("Raise my bid to {bid}", bid=bid)
    return Choice(f"{change:+d}", label, powers.change_action(change), short=_("Bid {bid}", bid=bid))


def _card_menu(view: View, edition: Edition) -> Menu:
    played = view.table.trick
    allowed = playable(view.hand, played, edition)
    refusal = must_follow(played, edition) if len(allowed) < len(view.hand) else None
    choices = tuple(_card_choice(card, None if card in allowed else refusal) for card in view.hand)
    return Menu(_what_to_play(view.hand, played, edition), choices)


def slots(view: View) -> tuple[Slot, ...]:
    """The cards of the round, those that this seat has played or put away among them."""
    gone = {CARD_OF[face] for face in seating.played_by(view.table, view.seat)} | {*view.put_away}
    cards = sorted({*view.hand, *gone})
    return tuple(Slot(_card_choice(card, None), card in view.hand) for card in cards)


def _card_choice(card: Card, why_not: Text | None) -> Choice:
    shown = FACES[card]
    complete = why_not is None and len(FACES_OF_CARD[card]) == 1
    action = PLAYS[card] if complete else None
    return Choice(shown.short, shown.label, action, shown.symbol, why_not, "card", shown.button)


def _what_to_play(hand: Cards, played: Cards, edition: Edition) -> Text:
    if not played:
        return shared_words.YOU_LEAD
    suit = trick.suit_led(played, edition)
    if suit is None and trick.suit_is_open(played, edition):
        return _("No suit yet: play any card.")
    if suit is None:
        return _("No suit in this trick: play any card.")
    if not suit.cards.isdisjoint(hand):
        return _("Follow {suit}, or play a special card.", suit=trick.suit_name(played, edition))
    return _("You have no {suit}: play any card.", suit=trick.suit_name(played, edition))


def _face_menu(view: View, chosen: Sequence[str]) -> Menu:
    allowed = (
        playable(view.hand, view.table.trick, view.table.setup.edition) if view.table.phase == "play" else b""
    )
    card = next((card for card in allowed if FACES[card].short == chosen[0]), None)
    if len(chosen) > 1 or card is None or len(FACES_OF_CARD[card]) == 1:
        raise ValueError(f"No choice that is asked now begins with {list(chosen)}.")
    prompt = _("{card}: as a strong pirate or as a weak escape?", card=FACES[card].label)
    return Menu(prompt, tuple(_face_choice(face) for face in FACES_OF_CARD[card]))


def _face_choice(face: FaceNumber) -> Choice:
    shown = FACES[face]
    label = _("{card} {as_what}", card=shown.label, as_what=shown.played_as or "")
    return Choice(shown.short.split()[1], label, PLAYS[face], shown.symbol, short=shown.button)

"""How a person builds an action: which bid, which card, and what the Tigress is played as."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import Card, Cards
from games.contract import Choice, Menu
from games.skull_king import trick
from games.skull_king.cards import FACES, FACES_OF_CARD, PLAYS, FaceNumber
from games.skull_king.editions import Edition
from games.skull_king.rules import BIDS, must_follow, playable
from games.skull_king.state import Table, View
from games.text import Text, _, _n


def steps(view: View, chosen: Sequence[str] = ()) -> Menu | None:
    """The next step towards an action. ValueError if `chosen` is no beginning of one."""
    if not view.decision:
        if chosen:
            raise ValueError(f"Nothing is asked of this seat, so {list(chosen)} is no answer.")
        return None
    if not chosen:
        return (
            _bid_menu(view.table) if view.table.phase == "bid" else _card_menu(view, view.table.setup.edition)
        )
    return _face_menu(view, chosen)


def _bid_menu(table: Table) -> Menu:
    cards = table.dealt
    prompt = _n(
        "There is {count} trick in this round. Will you take it?",
        "How many of the {count} tricks will you take?",
        cards,
    )
    return Menu(prompt, tuple(_bid_choice(tricks) for tricks in range(cards + 1)))


def _bid_choice(tricks: int) -> Choice:
    # Bare numbers: up to eleven of them are to fit under a hand on a telephone.
    label = _("{tricks}", tricks=tricks) if tricks else _("0: not a single trick")
    return Choice(str(tricks), label, BIDS[tricks], kind="number")


def _card_menu(view: View, edition: Edition) -> Menu:
    played = view.table.trick
    allowed = playable(view.hand, played, edition)
    refusal = must_follow(played, edition) if len(allowed) < len(view.hand) else None
    choices = tuple(_card_choice(card, None if card in allowed else refusal) for card in view.hand)
    return Menu(_what_to_play(view.hand, played, edition), choices)


def _card_choice(card: Card, why_not: Text | None) -> Choice:
    shown = FACES[card]
    complete = why_not is None and len(FACES_OF_CARD[card]) == 1
    return Choice(shown.short, shown.label, PLAYS[card] if complete else None, shown.symbol, why_not, "card")


def _what_to_play(hand: Cards, played: Cards, edition: Edition) -> Text:
    if not played:
        return _("You lead the trick: play any card.")
    suit = trick.suit_led(played, edition)
    if suit is None and trick.suit_is_open(played, edition):
        return _("No suit has been set yet: play any card.")
    if suit is None:
        return _("This trick has no suit: play any card.")
    if not suit.cards.isdisjoint(hand):
        return _("Follow {suit}, or play a special card.", suit=trick.suit_name(played, edition))
    return _("You cannot follow {suit}: play any card.", suit=trick.suit_name(played, edition))


def _face_menu(view: View, chosen: Sequence[str]) -> Menu:
    allowed = (
        playable(view.hand, view.table.trick, view.table.setup.edition) if view.table.phase == "play" else b""
    )
    card = next((card for card in allowed if FACES[card].short == chosen[0]), None)
    if len(chosen) > 1 or card is None or len(FACES_OF_CARD[card]) == 1:
        raise ValueError(f"No choice that is asked now begins with {list(chosen)}.")
    prompt = _("{card}: as a pirate or as an escape?", card=FACES[card].label)
    return Menu(prompt, tuple(_face_choice(face) for face in FACES_OF_CARD[card]))


def _face_choice(face: FaceNumber) -> Choice:
    shown = FACES[face]
    label = _("{card} {as_what}", card=shown.label, as_what=shown.played_as or "")
    return Choice(shown.short.split()[1], label, PLAYS[face], shown.symbol)

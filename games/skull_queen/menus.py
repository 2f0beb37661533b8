"""How a person builds an action: which side of the plank, a space for each pirate, ready; or which card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games import shared_words
from games.cards import Card, Cards
from games.contract import Choice, Menu, Slot
from games.skull_queen import constants, trick
from games.skull_queen.cards import COLOURS, FACES, PLAYS
from games.skull_queen.plank import ACTION_OF, DOWN, SIDES, SPACES, UP, WORTH, Plank, Side, Space
from games.skull_queen.rules import king_shows_no_colour, must_follow, specials_in
from games.skull_queen.speech import (
    SIDE_SYMBOLS,
    card_words,
    colour_words,
    plank_words,
    side_symbol,
    side_words,
    spaces_words,
)
from games.skull_queen.state import NO_CARD, NO_PLANK, View
from games.skull_queen.trick import playable
from games.text import Listed, Text, _, _n

_CHOSEN = _("That is the card that you have chosen.")
AGAIN = "again"
"""The first step of those who are ready and think again."""
READY = "ready"


def steps(view: View, chosen: Sequence[str] = ()) -> Menu | None:
    """The next step towards an action. ValueError if `chosen` is no beginning of one."""
    if not view.decision:
        if chosen:
            raise ValueError(f"Nothing is asked of this seat, so {list(chosen)} is no answer.")
        return None
    if view.table.phase == "plank":
        return _plank_step(view.settings > 0, tuple(chosen))
    if chosen:
        raise ValueError(f"A card is asked for, and no choice begins with {list(chosen)}.")
    return _card_menu(view)


# The plank


@lru_cache(maxsize=4096)
def _plank_step(again: bool, chosen: tuple[str, ...]) -> Menu:
    """The steps are the same for everybody, and there are few."""
    path = chosen
    if again:
        if not chosen:
            return _ready_menu()
        if chosen[0] != AGAIN:
            raise ValueError(f"{chosen[0]!r} is not how to think again.")
        path = chosen[1:]
    if not path:
        return _side_menu()
    plank = _begun(path)
    return _space_menu(plank) if len(plank) <= constants.COLOURS else _confirm_menu(plank)


def begun(view: View, chosen: Sequence[str]) -> Plank:
    """The plank as far as it is set by what has been chosen; empty before its side is."""
    path = tuple(value for value in chosen if value != AGAIN)
    return _begun(path) if path and view.table.phase == "plank" else NO_PLANK


def _begun(path: tuple[str, ...]) -> Plank:
    """The side and the spaces chosen so far. ValueError if they are none."""
    side, *spaces = path
    if (
        side not in SIDES
        or len(spaces) > constants.COLOURS
        or not {*spaces} <= {str(space) for space in SPACES}
    ):
        raise ValueError(f"No plank is set by {list(path)}.")
    return bytes((SIDES.index(side), *map(int, spaces)))


def _ready_menu() -> Menu:
    prompt = _("You are ready. Change your plank until everyone is, if you like.")
    return Menu(prompt, (Choice(AGAIN, _("Change my plank"), short=_("Change plank")),))


def _side_menu() -> Menu:
    return Menu(_("Which side of your plank faces up?"), (_side_choice(UP), _side_choice(DOWN)))


def _side_choice(side: Side) -> Choice:
    values = Listed(WORTH[side][1:])
    if side == UP:
        label, short = _("Ascending: {values} from the bottom up", values=values), _("Ascending")
    else:
        label, short = _("Descending: {values} from the bottom up", values=values), _("Descending")
    return Choice(SIDES[side], label, symbol=SIDE_SYMBOLS[side], short=short)


def _space_menu(plank: Plank) -> Menu:
    side, colour = plank[0], len(plank) - 1
    choices = tuple(_space_choice(side, space, COLOURS[colour].symbol) for space in SPACES)
    return Menu(_where(plank, COLOURS[colour].symbol, COLOURS[colour].pirate), choices)


def _where(plank: Plank, symbol: str, pirate: Text) -> Text:
    """What is asked, and what has been chosen so far."""
    if len(plank) == 1:
        side = side_words(plank)
        return _("{side}: where does your {symbol} {pirate} go?", side=side, symbol=symbol, pirate=pirate)
    return _(
        "{side} {pirates}: where does your {symbol} {pirate} go?",
        side=side_symbol(plank),
        pirates=spaces_words(plank),
        symbol=symbol,
        pirate=pirate,
    )


def _space_choice(side: Side, space: Space, pirate: str) -> Choice:
    """A space goes by what it is worth: so it is called in the picture, and no two are worth the same."""
    points = WORTH[side][space]
    short = _("{points}", points=points)
    if space == SPACES[0]:
        label = _n("Bottom: {count} point", "Bottom: {count} points", points)
        short = _("{points}: bottom", points=points)
    elif space == SPACES[-1]:
        label = _n("Top: {count} point", "Top: {count} points", points)
        short = _("{points}: top", points=points)
    else:
        label = _n("Space {space}: {count} point", "Space {space}: {count} points", points, space=space)
    return Choice(str(space), label, symbol=pirate, kind="number", short=short)


def _confirm_menu(plank: Plank) -> Menu:
    prompt = _("{side}: {pirates}. Ready?", side=side_words(plank), pirates=spaces_words(plank))
    ready = Choice(
        READY,
        _("Yes, I am ready"),
        ACTION_OF[plank],
        "✅",
        kind="confirm",
        short=_("I'm ready"),
        called=plank_words(plank),
    )
    return Menu(prompt, (ready,))


# Cards


def _card_menu(view: View) -> Menu:
    played = view.table.trick
    allowed = playable(view.hand, played)
    refusal = must_follow(played, view.hand) if len(allowed) < len(view.hand) else None
    choices = tuple(_card_choice(view, card, None if card in allowed else refusal) for card in view.hand)
    if view.pick != NO_CARD:
        return Menu(_("You chose {card}. You can still change it.", card=card_words(view.pick)), choices)
    return Menu(_what_to_play(view, played), choices)


def slots(view: View) -> tuple[Slot, ...]:
    """The cards of the round, those that this seat has played among them."""
    gone = view.table.played[view.seat] if view.table.played and view.seat is not None else b""
    cards = sorted(view.hand + gone)
    return tuple(Slot(_slot_choice(card), card in view.hand) for card in cards)


def _slot_choice(card: Card) -> Choice:
    shown = FACES[card]
    return Choice(shown.short, shown.label, symbol=shown.symbol, kind="card", short=shown.button)


def _card_choice(view: View, card: Card, refusal: Text | None) -> Choice:
    shown, picked = FACES[card], card == view.pick
    why_not = _CHOSEN if picked else refusal
    action = None if why_not else PLAYS[card]
    return Choice(
        shown.short, shown.label, action, shown.symbol, why_not, "card", shown.button, chosen=picked
    )


def _what_to_play(view: View, played: Cards) -> Text:
    if not played:
        return shared_words.YOU_LEAD
    if king_shows_no_colour(view.table):
        return _("The King's card has no colour: play any card, face up.")
    led, follow = trick.colour_led(played), trick.followed(played)
    if led is None or follow is None:
        return _("No colour yet: play any card.")
    if follow.cards.isdisjoint(view.hand):
        return _("You have no {colour}: play any card.", colour=colour_words(led))
    return _follow(view.hand, colour_words(led))


def _follow(hand: Cards, colour: Text) -> Text:
    """What those must do who can follow; Monkey and First Mate are named to those who hold them."""
    match specials_in(hand):
        case ():
            return _("Follow {colour}.", colour=colour)
        case (special,):
            return _("Follow {colour}, or play the {card}.", colour=colour, card=FACES[special].button)
        case _:
            return _("Follow {colour}, or play a special card.", colour=colour)

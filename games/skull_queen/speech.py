"""Words that several screens share: cards, players, planks, figures, and what a trick did."""

from __future__ import annotations

from collections.abc import Iterable

from games.cards import Card, Cards
from games.skull_queen.cards import COLOUR, COLOURS, FACES, NUMBERS, SPECIALS, VALUES, Colour
from games.skull_queen.plank import OVERBOARD, UP, WORTH, Plank, Space, space_of
from games.skull_queen.state import NOBODY, OLD_KING, Move
from games.text import Listed, Player, Text, _

SIDE_SYMBOLS = ("↗️", "↘️")
"""Of the side that ascends, and of the one that descends."""


def card_words(card: Card) -> Text:
    """A card with its symbol: "🔥 Red 7", "🐒 Monkey (0)"."""
    shown = FACES[card]
    return _("{symbol} {card}", symbol=shown.symbol, card=shown.label)


def cards_words(cards: Cards) -> Listed:
    """The names of several cards, as a list in words."""
    return Listed(tuple(map(card_words, cards)))


def held_words(cards: Cards) -> tuple[Text, ...]:
    """Many cards in few words, colour by colour: "🔥 Red 1 12"; then those that have none."""
    numbers: dict[Colour, list[int]] = {}
    for card in cards.translate(None, SPECIALS):
        numbers.setdefault(COLOUR[card], []).append(VALUES[card])
    suits = (
        _("{colour} {numbers}", colour=colour_words(colour), numbers=" ".join(map(str, held)))
        for colour, held in numbers.items()
    )
    return (*suits, *map(card_words, cards.translate(None, NUMBERS)))


def colour_words(colour: Colour) -> Text:
    """A colour with its symbol: "🔥 Red"."""
    return _("{symbol} {colour}", symbol=COLOURS[colour].symbol, colour=COLOURS[colour].name)


# Planks


def side_words(plank: Plank) -> Text:
    """Which side is up: "↗️ ascending"."""
    symbol = SIDE_SYMBOLS[plank[0]]
    if plank[0] == UP:
        return _("{symbol} ascending", symbol=symbol)
    return _("{symbol} descending", symbol=symbol)


def pirates_words(plank: Plank) -> Listed:
    """Where the pirates stand, by what it is worth: "🔥 8, 🍀 5, ☀️ 5 and 💧 overboard"."""
    return Listed(
        tuple(pirate_words(colour, plank[0], space_of(plank, colour)) for colour in range(len(COLOURS)))
    )


def side_symbol(plank: Plank) -> str:
    """The symbol of the side of a plank that is up, where there is no room for words."""
    return SIDE_SYMBOLS[plank[0]]


def spaces_words(plank: Plank) -> Listed:
    """Where as many pirates stand as the plank has, in short: "🔥8, 🍀5"."""
    return Listed(tuple(_space_words(colour, plank) for colour in range(len(plank) - 1)))


def _space_words(colour: Colour, plank: Plank) -> Text:
    symbol, space = COLOURS[colour].symbol, space_of(plank, colour)
    if space == OVERBOARD:
        return _("{symbol} overboard", symbol=symbol)
    return _("{symbol}{points}", symbol=symbol, points=WORTH[plank[0]][space])


def plank_words(plank: Plank) -> Text:
    """A plank that is set, in short, the pirates together that stand together: "↗️ 🔥5 🍀☀️💧8"."""
    together: dict[Space, str] = {}
    for colour, known in enumerate(COLOURS):
        space = space_of(plank, colour)
        together[space] = together.get(space, "") + known.symbol
    pirates = " ".join(f"{symbols}{WORTH[plank[0]][space]}" for space, symbols in together.items())
    return _("{side} {pirates}", side=side_symbol(plank), pirates=pirates)


def pirate_words(colour: Colour, side: int, space: Space) -> Text:
    """Where one pirate stands: "🔥 8"."""
    symbol = COLOURS[colour].symbol
    if space == OVERBOARD:
        return _("{symbol} overboard", symbol=symbol)
    return _("{symbol} {points}", symbol=symbol, points=WORTH[side][space])


# Tricks


def moves_words(moves: Iterable[Move]) -> tuple[Text, ...]:
    """What a trick did, a sentence for each highest and each lowest card."""
    return tuple(map(_move_words, moves)) or (_("No two cards of one colour: nobody moves."),)


def _move_words(move: Move) -> Text:
    card = card_words(move.card)
    if move.who == NOBODY:
        return _from_middle(move, card)
    if move.who == OLD_KING:
        return _("{card} is the old Pirate King's: nobody moves.", card=card)
    pirate, player = COLOURS[move.colour].pirate, Player(move.who)
    if move.before == OVERBOARD:
        return _(
            "{card}: {player}'s {pirate} is already in the water.", card=card, player=player, pirate=pirate
        )
    if not move.worth and move.steps > 0:
        return _(
            "{card}: {player}'s {pirate} steps off the top. Splash!", card=card, player=player, pirate=pirate
        )
    if not move.worth:
        return _(
            "{card}: {player}'s {pirate} steps off the bottom. Splash!",
            card=card,
            player=player,
            pirate=pirate,
        )
    if move.steps > 0:
        return _(
            "{card}: {player}'s {pirate} goes {steps} up, to {points}.",
            card=card,
            player=player,
            pirate=pirate,
            steps=move.steps,
            points=move.worth,
        )
    return _(
        "{card}: {player}'s {pirate} goes {steps} down, to {points}.",
        card=card,
        player=player,
        pirate=pirate,
        steps=-move.steps,
        points=move.worth,
    )


def _from_middle(move: Move, card: Text) -> Text:
    if move.steps > 0:
        return _("{card} lay in the middle: nobody goes up.", card=card)
    return _("{card} lay in the middle: nobody goes down.", card=card)


def middle_words(middle: Cards) -> tuple[Text, ...]:
    """What lies in the middle, if anything does."""
    return (_("In the middle: {cards}.", cards=cards_words(middle)),) if middle else ()

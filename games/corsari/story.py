"""The game told: each event as a sentence for the log."""

from __future__ import annotations

from games.contract import Event
from games.corsari.cards import COLOUR
from games.corsari.speech import (
    card_words,
    colour_words,
    layout_words,
    showdown_words,
)
from games.corsari.state import (
    Cappotto,
    Drew,
    Dropped,
    GameEnded,
    HandDealt,
    HandScored,
    HandVoid,
    LaidOut,
    SetSail,
    Showdown,
    StockCard,
)
from games.text import Listed, Player, Text, _, _n, seats_words, sentences


def narrate(event: Event) -> Text | None:
    """The event in words. That somebody is ready, but not how, goes without saying."""
    match event:
        case HandDealt():
            return _dealt(event)
        case Drew():
            return _drew(event)
        case StockCard():
            return _("You draw {card}.", card=card_words(event.card))
        case Dropped():
            return _("{player} drops {card}.", player=Player(event.seat), card=card_words(event.card))
        case SetSail(forced=True):
            return _("The stock is empty: {player} must sail.", player=Player(event.seat))
        case SetSail():
            return _("{player} sets sail!", player=Player(event.seat))
        case LaidOut():
            return _(
                "{player} lays out: {split}", player=Player(event.seat), split=layout_words(event.layout)
            )
        case HandVoid():
            return _("The pier is empty: hand {hand} is void.", hand=event.hand)
        case HandScored():
            return _scored(event)
        case Cappotto():
            return _cappotto(event.showdown)
        case GameEnded():
            return _ended(event)
        case _:
            return None


def _dealt(event: HandDealt) -> Text:
    player, colour = Player(event.starter), colour_words(COLOUR[event.pier[0]])
    if event.last_hand:
        return _(
            "The last hand ({hand}): {player} begins, {colour} cards are prisoners.",
            hand=event.hand,
            player=player,
            colour=colour,
        )
    return _(
        "Hand {hand}: {player} begins, {colour} cards are prisoners.",
        hand=event.hand,
        player=player,
        colour=colour,
    )


def _drew(event: Drew) -> Text:
    player = Player(event.seat)
    if event.source == "stock":
        return _("{player} draws from the stock.", player=player)
    card = card_words(event.card)
    if event.source == "discard":
        return _("{player} takes {card} from the discards.", player=player, card=card)
    if not event.pier:
        return _("{player} takes {card}, the last card of the pier.", player=player, card=card)
    following = COLOUR[event.pier[0]]
    if following == COLOUR[event.card]:
        return _("{player} takes {card} from the pier.", player=player, card=card)
    return _(
        "{player} takes {card} from the pier. Now {colour} cards are prisoners.",
        player=player,
        card=card,
        colour=colour_words(following),
    )


def _scored(event: HandScored) -> Text:
    counts = tuple(
        _("{player} {cards}", player=Player(seat), cards=count) for seat, count in enumerate(event.counts)
    )
    text = sentences(showdown_words(event.showdown))
    if event.last_hand_next:
        return _(
            "{told} Penalty cards: {counts}. The next hand is the last.", told=text, counts=Listed(counts)
        )
    return _("{told} Penalty cards: {counts}.", told=text, counts=Listed(counts))


def _cappotto(showdown: Showdown) -> Text:
    """Who has won. What a closer laid out has been told just before; what opponents did has not."""
    lines = showdown_words(showdown)
    return lines[-1] if showdown.closer in showdown.cappotto else sentences(lines)


def _ended(event: GameEnded) -> Text:
    cards = event.counts[event.winners[0]]
    return _n(
        "Game over: won by {players} with {count} penalty card.",
        "Game over: won by {players} with {count} penalty cards.",
        cards,
        players=seats_words(event.winners),
    )

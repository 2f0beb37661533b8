"""The game told: each event as a sentence for the log."""

from __future__ import annotations

from collections.abc import Iterator

from games import shared_words
from games.contract import Event
from games.skull_queen.speech import (
    card_words,
    cards_words,
    middle_words,
    moves_words,
    pirates_words,
    side_words,
)
from games.skull_queen.state import (
    OLD_KING,
    CardPlayed,
    GameEnded,
    PlanksRevealed,
    RoundEnded,
    TrickEnded,
)
from games.text import Player, Text, _, _n, seats_words, sentences


def narrate(event: Event) -> Text | None:
    """The event in words. What nobody may know yet goes without saying."""
    match event:
        case PlanksRevealed():
            return sentences(tuple(_revealed(event)))
        case CardPlayed():
            return _played(event)
        case TrickEnded():
            return sentences(tuple(_ended(event)))
        case RoundEnded():
            return shared_words.round_scored(event.round, event.scored, event.points)
        case GameEnded():
            return _won(event)
        case _:
            return None


def _revealed(event: PlanksRevealed) -> Iterator[Text]:
    yield _n(
        "Round {round}, {count} card each.",
        "Round {round}, {count} cards each.",
        event.cards,
        round=event.round,
    )
    yield from middle_words(event.middle)
    if event.aside:
        yield _("Out of this round: {cards}.", cards=cards_words(event.aside))
    for seat, plank in enumerate(event.planks):
        yield _(
            "{player}: {side}, {pirates}.",
            player=Player(seat),
            side=side_words(plank),
            pirates=pirates_words(plank),
        )


def _played(event: CardPlayed) -> Text:
    card = card_words(event.card)
    if event.seat == OLD_KING:
        return _("The old Pirate King turns up {card}.", card=card)
    return shared_words.played(Player(event.seat), card, first=event.leads)


def _ended(event: TrickEnded) -> Iterator[Text]:
    yield from moves_words(event.moves)
    yield from middle_words(event.middle)
    if event.leads_next is not None:
        yield _(
            "{player} leads next: highest card, {card}.",
            player=Player(event.leads_next),
            card=card_words(event.highest),
        )


def _won(event: GameEnded) -> Text:
    return _n(
        "The game is over. Victory for {players} with {count} point!",
        "The game is over. Victory for {players} with {count} points!",
        event.points,
        players=seats_words(event.winners),
    )

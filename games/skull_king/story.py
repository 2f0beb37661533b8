"""The game told: each event as a sentence for the log."""

from __future__ import annotations

from games.contract import Event
from games.skull_king.speech import card_words, figure, seats_words, sentences, signed, trick_words
from games.skull_king.state import BidsRevealed, CardPlayed, GameEnded, RoundEnded, TrickEnded
from games.text import Listed, Player, Text, _, _n


def narrate(event: Event) -> Text | None:
    """The event in words. A bid that nobody may know yet goes without saying."""
    match event:
        case BidsRevealed():
            return _revealed(event)
        case CardPlayed(leads=True):
            return _("{player} leads {card}.", player=Player(event.seat), card=card_words(event.face))
        case CardPlayed():
            return _("{player} plays {card}.", player=Player(event.seat), card=card_words(event.face))
        case TrickEnded():
            return sentences(trick_words(event.trick, event.leader, event.setup.edition))
        case RoundEnded():
            return _scored(event)
        case GameEnded():
            return _won(event)
        case _:
            return None


def _revealed(event: BidsRevealed) -> Text:
    bids = tuple(_("{player} {bid}", player=Player(seat), bid=bid) for seat, bid in enumerate(event.bids))
    return _n(
        "Round {round}, {count} card each. Yo-ho-ho! The bids: {bids}. {leader} leads.",
        "Round {round}, {count} cards each. Yo-ho-ho! The bids: {bids}. {leader} leads.",
        event.cards,
        round=event.round,
        bids=Listed(bids),
        leader=Player(event.leader),
    )


def _scored(event: RoundEnded) -> Text:
    points = tuple(
        _(
            "{player} {scored} ({points})",
            player=Player(seat),
            scored=signed(scored),
            points=figure(event.points[seat]),
        )
        for seat, scored in enumerate(event.scored)
    )
    return _(
        "Round {round} is scored (in brackets, all points): {points}.",
        round=event.round,
        points=Listed(points),
    )


def _won(event: GameEnded) -> Text:
    return _n(
        "The game is over. {points} point, and the victory, for {players}.",
        "The game is over. {points} points, and the victory, for {players}.",
        event.points,
        points=figure(event.points),
        players=seats_words(event.winners),
    )

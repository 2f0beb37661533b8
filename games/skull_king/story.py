"""The game told: each event as a sentence for the log."""

from __future__ import annotations

from games import shared_words
from games.contract import Event
from games.skull_king.cards import BENDT, FACES, JUANITA
from games.skull_king.speech import (
    card_words,
    cards_words,
    power_words,
    trick_words,
    who,
)
from games.skull_king.state import (
    BidsRevealed,
    CardDiscarded,
    CardPlayed,
    CardsDrawn,
    GameEnded,
    PowerCalled,
    PowerUsed,
    RoundEnded,
    ShotsRevealed,
    TiePlayedOff,
    TrickEnded,
    UndealtShown,
)
from games.text import Listed, Player, Text, _, _n, figure, seats_words, sentences


def narrate(event: Event) -> Text | None:
    """The event in words. A bid that nobody may know yet goes without saying."""
    match event:
        case BidsRevealed():
            return _revealed(event)
        case ShotsRevealed():
            return _loaded(event)
        case CardPlayed():
            return shared_words.played(who(event.seat), card_words(event.face), first=event.leads)
        case TrickEnded():
            return sentences(trick_words(event.trick, event.order, event.setup, counts=event.counts))
        case RoundEnded():
            return shared_words.round_scored(event.round, event.scored, event.points)
        case TiePlayedOff():
            return _("{players} tie for first: one more round decides.", players=seats_words(event.seats))
        case GameEnded():
            return _won(event)
        case _:
            return _of_powers(event)


def _of_powers(event: Event) -> Text | None:
    match event:
        case PowerCalled():
            return _called(event)
        case PowerUsed():
            return power_words(event.used)
        case CardsDrawn():
            return _("You drew {cards}.", cards=Listed(tuple(map(card_words, event.cards))))
        case CardDiscarded():
            return _("You discarded {card}.", card=card_words(event.card))
        case UndealtShown():
            return _("Not dealt this round: {cards}.", cards=cards_words(event.cards))
        case _:
            return None


def _called(event: PowerCalled) -> Text | None:
    """What happens before the player has chosen anything; else the choice tells it all."""
    player, pirate = Player(event.seat), FACES[event.pirate].label
    if event.pirate == BENDT:
        return _n(
            "{pirate}: {player} draws {count} card and discards one.",
            "{pirate}: {player} draws {count} cards and discards as many.",
            event.cards,
            pirate=pirate,
            player=player,
        )
    if event.pirate == JUANITA:
        return _n(
            "{pirate} shows only {player} the {count} undealt card.",
            "{pirate} shows only {player} the {count} undealt cards.",
            event.cards,
            pirate=pirate,
            player=player,
        )
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


def _loaded(event: ShotsRevealed) -> Text:
    cannons = tuple(seat for seat, shot in enumerate(event.shots) if shot)
    if not cannons:
        return _("Everyone loaded grapeshot. {leader} leads.", leader=Player(event.leader))
    if len(cannons) == len(event.shots):
        return _("Everyone loaded a cannonball. {leader} leads.", leader=Player(event.leader))
    return _n(
        "{players} loaded a cannonball, the rest grapeshot. {leader} leads.",
        "{players} loaded cannonballs, the rest grapeshot. {leader} leads.",
        len(cannons),
        players=seats_words(cannons),
        leader=Player(event.leader),
    )


def _won(event: GameEnded) -> Text:
    return _n(
        "The game is over. {players} won with {points} point.",
        "The game is over. {players} won with {points} points.",
        event.points,
        points=figure(event.points),
        players=seats_words(event.winners),
    )

"""The game told: each event as a sentence for the log.

Moves are told without the pirates' wages: the log can be read at any time, and who wants to know what lies
under a captain has to remember it.
"""

from __future__ import annotations

from games.buccaneer.ships import BOOTY, SHIPS
from games.buccaneer.speech import (
    award_words,
    moved_words,
    ship_words,
    voyage_words,
)
from games.buccaneer.state import (
    CHALLENGES,
    UNASKED,
    Answered,
    Boarded,
    BootyScored,
    Disbanded,
    GameEnded,
    Moved,
    PassedOver,
    SailedAway,
    ShipsSighted,
)
from games.contract import Event
from games.text import Listed, Player, Text, _, _n, seats_words, sentences


def narrate(event: Event) -> Text | None:
    """The sentence that tells of an event in the log; None if it goes without saying."""
    match event:
        case Moved():
            return moved_words(event)
        case Answered():
            return _answered(event)
        case Boarded():
            return _boarded(event)
        case PassedOver(blocked=True):
            return _("{player} has no pirate on top and sits out a turn.", player=Player(event.seat))
        case PassedOver():
            return _("{player} can neither climb nor board and sits out a turn.", player=Player(event.seat))
        case Disbanded():
            return _disbanded(event)
        case SailedAway():
            return _("The {ship} sails away with everything aboard.", ship=SHIPS[event.ship].name)
        case ShipsSighted():
            return _sighted(event)
        case BootyScored():
            return _scored(event)
        case GameEnded():
            return _won(event)
        case _:
            return None


def _answered(event: Answered) -> Text | None:
    """Who lets be when asked makes no noise."""
    player, captain = Player(event.seat), Player(event.captain)
    if event.answer == CHALLENGES:
        return _(
            "Mutiny! {player} wants {captain} to board with a party of {size}.",
            player=player,
            captain=captain,
            size=event.size,
        )
    if event.before == UNASKED:
        return None
    return _("{player} calls off the mutiny against {captain}.", player=player, captain=captain)


def _boarded(event: Boarded) -> Text:
    text = sentences(voyage_words(event.voyage))
    return _("Mutiny! {story}", story=text) if event.mutiny else text


def _disbanded(event: Disbanded) -> Text:
    if event.again:
        return _("Again nobody can act: every pirate goes home unpaid, and a ship sails away.")
    return _(
        "Nobody can act: every pirate goes home unpaid. If it happens again before a ship is boarded, one "
        "sails away."
    )


def _sighted(event: ShipsSighted) -> Text:
    ships = Listed(tuple(map(ship_words, event.ships)))
    if not event.unseen:
        return _("The last ships: {ships}.", ships=ships)
    return _("New ships: {ships}.", ships=ships)


def _scored(event: BootyScored) -> Text:
    row = BOOTY[event.kind]
    if not any(event.pieces):
        return _("{booty}: nobody has one.", booty=row.name)
    return _(
        "{symbol} {booty}, {value} ducats for the most: {ducats}.",
        symbol=row.symbol,
        booty=row.name,
        value=row.value,
        ducats=award_words(event.pieces, event.ducats),
    )


def _won(event: GameEnded) -> Text:
    players = seats_words(event.winners)
    if event.by_pieces:
        return _n(
            "{count} ducat and the most booty: the game goes to {players}.",
            "{count} ducats and the most booty: the game goes to {players}.",
            event.ducats,
            players=players,
        )
    return _n(
        "{count} ducat: the game goes to {players}.",
        "{count} ducats: the game goes to {players}.",
        event.ducats,
        players=players,
    )

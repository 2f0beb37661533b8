"""The board and the hand in words."""

from __future__ import annotations

from games.contract import Board, Hand, SeatLine, Section
from games.skull_king import scoring, trick
from games.skull_king.cards import KRAKEN, WHALE, FaceNumber
from games.skull_king.dealing import tricks_done
from games.skull_king.sheet import latest
from games.skull_king.speech import card_words, figure, seats_words, trick_words
from games.skull_king.state import Table, View
from games.text import Player, Seat, Text, _, _n


def board(view: View) -> Board:
    """The table in words."""
    table = view.table
    return Board(
        headline=_headline(table),
        turn=_turn(table),
        table=_on_the_table(table) if table.phase == "play" else (),
        seats=tuple(_seat_line(table, seat) for seat in range(table.players)),
        recap=_recap(table) if table.last else None,
    )


def _headline(table: Table) -> Text:
    rounds = len(table.setup.edition.rounds)
    match table.phase:
        case "over":
            return _n("The game is over after {count} round", "The game is over after {count} rounds", rounds)
        case "bid":
            return _n(
                "Round {round} of {rounds}: bids for {count} trick",
                "Round {round} of {rounds}: bids for {count} tricks",
                table.dealt,
                round=table.round,
                rounds=rounds,
            )
        case "play":
            return _n(
                "Round {round} of {rounds}, trick {trick}: {bids} bid for {count} trick",
                "Round {round} of {rounds}, trick {trick}: {bids} bid for {count} tricks",
                table.dealt,
                round=table.round,
                rounds=rounds,
                trick=tricks_done(table) + 1,
                bids=sum(table.bids),
            )


def _turn(table: Table) -> Text:
    match table.phase:
        case "over":
            return _("Won by {players}", players=seats_words(scoring.winners(table.points)))
        case "bid":
            return _("All bid at the same time. {leader} will lead.", leader=Player(table.leader))
        case "play":
            return _whose_turn(table, Player(table.to_act[0]))


def _whose_turn(table: Table, player: Player) -> Text:
    edition = table.setup.edition
    if not table.trick:
        return _("{player} leads this trick.", player=player)
    if trick.suit_led(table.trick, edition) is not None:
        suit = trick.suit_name(table.trick, edition)
        return _("{player} is next; {suit} must be followed.", player=player, suit=suit)
    if trick.suit_is_open(table.trick, edition):
        return _("{player} is next; no suit has been set yet.", player=player)
    return _("{player} is next; this trick has no suit.", player=player)


def _on_the_table(table: Table) -> tuple[Text, ...]:
    """The trick card by card, and what rules it."""
    return (*_trick_lines(table), *_beast_line(table))


def _trick_lines(table: Table) -> tuple[Text, ...]:
    if not table.trick:
        return ()
    winning = trick.settle(table.trick, table.setup.edition).taker
    return tuple(
        _trick_line((table.leader + place) % table.players, face, place == winning)
        for place, face in enumerate(table.trick)
    )


def _trick_line(seat: Seat, face: FaceNumber, winning: bool) -> Text:
    if winning:
        return _("{player}: {card}, winning so far", player=Player(seat), card=card_words(face))
    return _("{player}: {card}", player=Player(seat), card=card_words(face))


def _beast_line(table: Table) -> tuple[Text, ...]:
    match trick.acting_beast(table.trick):
        case beast if beast == KRAKEN:
            return (_("The Kraken is here: nobody will take this trick."),)
        case beast if beast == WHALE:
            return (_("The White Whale is here: the highest number wins, whatever its suit."),)
        case _:
            return ()


def _seat_line(table: Table, seat: Seat) -> SeatLine:
    waiting = seat in table.to_act
    return SeatLine(
        seat, _seat_words(table, seat, waiting), waiting, leads=seat == table.leader and table.phase != "over"
    )


def _seat_words(table: Table, seat: Seat, waiting: bool) -> Text:
    points = table.points[seat]
    match table.phase:
        case "over":
            return _n("{points} point", "{points} points", points, points=figure(points))
        case "bid" if waiting:
            return _("still to bid · points: {points}", points=figure(points))
        case "bid":
            return _("has bid · points: {points}", points=figure(points))
        case "play":
            return _(
                "bid {bid}, took {taken} · points: {points}",
                bid=table.bids[seat],
                taken=table.taken[seat],
                points=figure(points),
            )


def _recap(table: Table) -> Section:
    """The last trick, card by card, and why it ended as it did; after its round how that was scored.

    What it is worth is told only while that is still open.
    """
    cards = tuple(
        _(
            "{player}: {card}",
            player=Player((table.last_leader + place) % table.players),
            card=card_words(face),
        )
        for place, face in enumerate(table.last)
    )
    ended = trick_words(table.last, table.last_leader, table.setup.edition)
    if table.phase == "play" and tricks_done(table):
        return Section(_("The last trick"), (*cards, *ended))
    scored = () if table.phase == "play" else latest(table)
    return Section(_("The last trick of the last round"), (*cards, ended[0], *scored))


def hand(view: View) -> Hand | None:
    """The seat's own cards, and what it bid."""
    if view.seat is None:
        return None
    return Hand(_("Your hand"), tuple(card_words(card) for card in view.hand), _bid_words(view, view.seat))


def _bid_words(view: View, seat: Seat) -> Text | None:
    if view.bid is None or view.table.phase == "over":
        return None
    if view.table.phase == "bid":
        return _("You bid {bid}. The others see it when all have bid.", bid=view.bid)
    return _("You bid {bid} and have taken {taken}.", bid=view.bid, taken=view.table.taken[seat])

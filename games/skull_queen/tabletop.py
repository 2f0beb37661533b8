"""The board and the hand in words."""

from __future__ import annotations

from collections.abc import Iterator

from games import shared_words
from games.contract import Board, Hand, SeatLine, Section
from games.skull_queen import constants, news, plank, scoring, trick
from games.skull_queen.cards import SPECIALS
from games.skull_queen.constants import OLD_KING_PLAYS
from games.skull_queen.rules import king_shows_no_colour, play_together
from games.skull_queen.speech import (
    card_words,
    cards_words,
    colour_words,
    middle_words,
    moves_words,
    pirates_words,
    plank_words,
    side_words,
)
from games.skull_queen.state import NO_CARD, NO_PLANK, NOBODY, Table, View, order_of
from games.text import Player, Seat, Text, Value, _, _n, labelled, seats_words

HIGH_AND_LOW = _("High cards send their pirate up, low ones down. In the water it scores nothing.")
"""What one must know to set a plank."""


def board(view: View) -> Board:
    """What everybody sees of the table in words: headline, whose turn it is, the middle and each seat."""
    table = view.table
    return Board(
        headline=_headline(table),
        turn=_turn(table),
        table=tuple(_on_the_table(table)),
        seats=tuple(_seat_line(table, seat) for seat in range(table.players)),
        recap=_recap(table) if table.last else None,
        news=news.news(table),
    )


def round_words(table: Table) -> Text:
    """The title of a picture."""
    if table.phase == "over":
        return shared_words.GAME_OVER
    return shared_words.round_of(table.round, table.rounds)


def aside_words(table: Table) -> Text:
    """What stands beside the headline: the number of the trick, of cards or rounds, or who leads."""
    match table.phase:
        case "over":
            return shared_words.rounds(table.round)
        case "plank" if table.players == OLD_KING_PLAYS:
            return shared_words.cards_each(table.dealt)
        case "plank":
            return shared_words.who_leads(Player(table.leader))
        case "play":
            return _("trick {trick} of {tricks}", trick=table.done + 1, tricks=table.dealt)


def _headline(table: Table) -> Text:
    rounds = table.rounds
    match table.phase:
        case "over":
            return shared_words.GAME_OVER
        case "plank":
            return _("Round {round} of {rounds}: setting planks", round=table.round, rounds=rounds)
        case "play":
            return _(
                "Round {round} of {rounds}, trick {trick} of {tricks}",
                round=table.round,
                rounds=rounds,
                trick=table.done + 1,
                tricks=table.dealt,
            )


def _turn(table: Table) -> Text:
    match table.phase:
        case "over":
            return shared_words.won_by(scoring.winners(table.points))
        case "plank":
            return _all_set(table)
        case "play":
            return _whose_turn(table)


def _all_set(table: Table) -> Text:
    """Who is missing, or how many."""
    if len(table.to_act) > _MOST_NAMED:
        return _n(
            "{count} player is still setting a plank.",
            "{count} players are still setting a plank.",
            len(table.to_act),
        )
    return _("Still setting a plank: {players}.", players=seats_words(table.to_act))


_MOST_NAMED = 2
"""Of those who are missing; more are counted."""


def _whose_turn(table: Table) -> Text:
    if table.trick and play_together(table):
        return _("Still choosing a card in secret: {players}.", players=seats_words(table.to_act))
    player, led = Player(table.to_act[0]), trick.colour_led(table.trick)
    if not table.trick:
        return shared_words.leads(player)
    if king_shows_no_colour(table):
        return _("The King's card has no colour: {player} plays first, face up.", player=player)
    if led is None:
        return _("{player} is next. No colour yet.", player=player)
    return _("{player} is next. Follow {colour}.", player=player, colour=colour_words(led))


def _on_the_table(table: Table) -> Iterator[Text]:
    """The middle, the trick card by card, and how its colours stand so far."""
    if table.phase == "over":
        return
    yield from middle_words(table.middle)
    if table.aside:
        yield _("Out of this round: {cards}.", cards=cards_words(table.aside))
    order = order_of(table.leader, table.players)
    for who, card in zip(order, table.trick, strict=False):
        yield labelled(_at_line_start(who), card_words(card))
    if table.trick.strip(SPECIALS):
        yield from _so_far(table, order)


def _at_line_start(who: Seat) -> Value:
    return Player(who) if who >= 0 else _("The old Pirate King")


def _so_far(table: Table, order: tuple[Seat, ...]) -> Iterator[Text]:
    """Who would go up and down if the trick ended now, for each colour in which somebody would."""
    steps = iter(trick.settle(table.trick, table.middle).steps)
    for up, down in zip(steps, steps, strict=True):
        first, second = _mover(table, up, order), _mover(table, down, order)
        if first is None and second is None:
            continue
        yield _(
            "{colour} so far: {first}, {second}",
            colour=colour_words(up.colour),
            first=_("nobody up") if first is None else _("{player} {steps} up", player=first, steps=up.steps),
            second=_("nobody down")
            if second is None
            else _("{player} {steps} down", player=second, steps=-down.steps),
        )


def _mover(table: Table, step: trick.Step, order: tuple[Seat, ...]) -> Player | None:
    """Whose pirate the card moves, if anybody's: one in the water stays there."""
    who = NOBODY if step.place == trick.FROM_MIDDLE else order[step.place]
    if who < 0 or plank.space_of(table.planks[who], step.colour) == plank.OVERBOARD:
        return None
    return Player(who)


def _seat_line(table: Table, seat: Seat) -> SeatLine:
    waiting = seat in table.to_act
    leads = table.phase != "over" and seat == table.leader and table.players != OLD_KING_PLAYS
    brief = plank_words(table.planks[seat]) if table.phase == "play" else None
    return SeatLine(seat, _seat_words(table, seat, waiting), waiting, leads, brief)


def _seat_words(table: Table, seat: Seat, waiting: bool) -> Text:
    points = table.points[seat]
    match table.phase:
        case "over":
            return shared_words.points_words(points)
        case "plank" if waiting:
            return _("setting the plank · points: {points}", points=points)
        case "plank":
            return _("ready · points: {points}", points=points)
        case "play":
            own = table.planks[seat]
            return _(
                "{side}, {pirates}: {now} now, {points} before",
                side=side_words(own),
                pirates=pirates_words(own),
                now=plank.worth(own),
                points=points,
            )


def _recap(table: Table) -> Section:
    """The last trick: what lay in the middle before it, then card by card, and what it did."""
    lay = (_("In the middle lay: {cards}.", cards=cards_words(table.last_middle)),)
    order = order_of(table.last_leader, table.players)
    cards = tuple(
        labelled(_at_line_start(who), card_words(card)) for who, card in zip(order, table.last, strict=True)
    )
    return Section(
        shared_words.LAST_TRICK, (*(lay if table.last_middle else ()), *cards, *moves_words(table.last_moves))
    )


def hand(view: View) -> Hand | None:
    """The seat's own cards, and its plank or the card that it has chosen."""
    if view.seat is None:
        return None
    return Hand(shared_words.YOUR_HAND, tuple(card_words(card) for card in view.hand), _note(view))


def _note(view: View) -> Text | None:
    if view.table.phase == "over":
        return None
    if view.plank == NO_PLANK:
        return HIGH_AND_LOW
    side, pirates = side_words(view.plank), pirates_words(view.plank)
    if view.table.phase == "plank" and view.settings < constants.MOST_SETTINGS:
        return _(
            "Your plank: {side}, {pirates}. Change it until everyone is ready, if you like.",
            side=side,
            pirates=pirates,
        )
    if view.table.phase == "plank":
        return _("Your plank: {side}, {pirates}.", side=side, pirates=pirates)
    if view.pick != NO_CARD:
        return _("You chose {card}.", card=card_words(view.pick))
    return _(
        "Your plank: {side}, {pirates}, worth {points}.",
        side=side,
        pirates=pirates,
        points=plank.worth(view.plank),
    )

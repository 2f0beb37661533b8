"""The table of Knock-out Whist in words."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import Card
from games.contract import (
    GAME_OVER,
    TOTAL,
    YOUR_CARDS,
    Action,
    Board,
    Choice,
    Event,
    Hand,
    Menu,
    SeatLine,
    Sheet,
    SheetRow,
)
from games.text import Listed, Player, Seat, Text, _, _n, seats_words

from .cards import NAMES, SUITS, Suit
from .state import CardPlayed, RoundBegan, RoundEnded, Table, TrickTaken, TrumpNamed, View, strongest

TITLE = _("Knock-out Whist")


def action(card: Card) -> Action:
    """The action of playing this card, as the log keeps it."""
    return f"play {NAMES[card].short}"


def steps(view: View, chosen: Sequence[str] = ()) -> Menu | None:
    """Which suit, or which card."""
    if chosen:
        raise ValueError(f"Nothing is asked after {list(chosen)}.")
    if not view.legal:
        return None
    if view.table.phase == "trump":
        suits = tuple(Choice(suit.letter, suit.name, f"trump {suit.letter}", suit.symbol) for suit in SUITS)
        return Menu(_("Which suit is trumps?"), suits)
    cards = tuple(_choice(card) for card in view.hand if action(card) in view.legal)
    return Menu(_("Which card do you play?"), cards)


def _choice(card: Card) -> Choice:
    suit = SUITS[card // 13]
    rank = _("{rank}", rank=NAMES[card].short[1:].upper())
    return Choice(NAMES[card].short, NAMES[card].label, action(card), suit.symbol, kind="card", short=rank)


def board(view: View) -> Board:
    """The lines that tell everybody how the table stands."""
    table = view.table
    return Board(
        headline=_round(table.round, table.dealt),
        turn=_turn(table),
        table=(trumps(table), *_laid(table)),
        seats=tuple(
            SeatLine(seat, seat_words(table, seat), seat in table.to_act, seat == table.leader)
            for seat in range(table.players)
        ),
        news=_news(table),
    )


def _round(number: int, cards: int) -> Text:
    return _n("Round {round}: {count} card", "Round {round}: {count} cards", cards, round=number)


def trumps(table: Table) -> Text:
    """The line that says which suit is trumps."""
    if table.trump < 0:
        return _("Trumps are not named yet.")
    return _("Trumps: {suit}", suit=_called(SUITS[table.trump]))


def _called(suit: Suit) -> Text:
    return _("{symbol} {suit}", symbol=suit.symbol, suit=suit.name)


def _turn(table: Table) -> Text:
    if not table.to_act:
        return GAME_OVER
    player = Player(table.to_act[0])
    if table.phase == "trump":
        return _("{player} names trumps.", player=player)
    return _("{player} plays.", player=player) if table.trick else _("{player} leads.", player=player)


def _laid(table: Table) -> tuple[Text, ...]:
    return tuple(
        _("{player}: {words}", player=Player(seat), words=NAMES[card].label)
        for seat, card in zip(table.order, table.trick, strict=False)
    )


def seat_words(table: Table, seat: Seat) -> Text:
    """The line that says how a seat stands."""
    taken = table.taken[seat]
    return _("out") if taken < 0 else _n("{count} trick", "{count} tricks", taken)


def _news(table: Table) -> Text | None:
    if table.phase == "over":
        return _("{players} is the last one in!", players=_left(table.sheet[-1]))
    if table.last and not table.trick:
        best = strongest(table.last, table.trump)
        return _took(table.order_from(table.last_leader)[best], table.last[best])
    if table.sheet and table.phase == "trump":
        out = [seat for seat, taken in enumerate(table.sheet[-1]) if taken == 0]
        return _("Out: {players}.", players=seats_words(out)) if out else _("Nobody is out.")
    return None


def _left(taken: Sequence[int]) -> Listed:
    return seats_words(seat for seat, count in enumerate(taken) if count > 0)


def _took(seat: Seat, card: Card) -> Text:
    return _("{player} takes the trick with {card}.", player=Player(seat), card=NAMES[card].label)


def hand(view: View) -> Hand | None:
    """The line that names the reader's own cards."""
    if view.seat is None:
        return None
    return Hand(YOUR_CARDS, tuple(NAMES[card].label for card in view.hand))


def sheet(view: View) -> Sheet:
    """Tricks by round, and in the end in how many rounds there was one."""
    rows = tuple(
        SheetRow(
            _("{round}", round=number), tuple(_("{tricks}", tricks="–" if own < 0 else own) for own in taken)
        )
        for number, taken in enumerate(view.table.sheet, 1)
    )
    total = tuple(_("{points}", points=points) for points in view.table.points)
    return Sheet(_("Tricks of each round"), rows, SheetRow(TOTAL, total))


def narrate(event: Event) -> Text | None:
    """The event in a sentence."""
    match event:
        case TrumpNamed():
            return _(
                "{player} names {suit} as trumps.", player=Player(event.seat), suit=_called(SUITS[event.suit])
            )
        case CardPlayed():
            label = NAMES[event.card].label
            if event.leads:
                return _("{player} leads {card}.", player=Player(event.seat), card=label)
            return _("{player} plays {card}.", player=Player(event.seat), card=label)
        case TrickTaken():
            return _took(event.seat, event.card)
        case RoundEnded():
            if event.out:
                return _("Out: {players}.", players=seats_words(event.out))
            return _("Nobody is out.")
        case RoundBegan():
            return _round(event.round, event.cards)
        case _:
            return None

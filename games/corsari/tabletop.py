"""The board and the hand in words."""

from __future__ import annotations

from games import shared_words
from games.cards import Cards
from games.contract import YOUR_CARDS, Board, Hand, SeatLine, Section
from games.corsari import scoring
from games.corsari.constants import LAST_HAND
from games.corsari.sorting import SortedHand, sorted_hand
from games.corsari.speech import (
    card_words,
    cards_words,
    colour_words,
    ending_words,
    layout_words,
    recap_words,
)
from games.corsari.split import Layout
from games.corsari.state import NOBODY, NOTHING, Table, View
from games.text import Listed, Player, Seat, Text, _, _n, seats_words

_NAMED = 2
"""So many are called by name where they are waited for; the seats' lines say it of all."""


def board(view: View) -> Board:
    """What everybody sees of the table in words: headline, whose turn it is, cards on the table and each
    seat.
    """
    table = view.table
    return Board(
        headline=headline(table),
        turn=turn(table),
        table=() if table.phase == "over" else _on_the_table(table),
        seats=tuple(_seat_line(table, seat) for seat in range(table.players)),
        recap=_recap(table),
        news=_news(view),
    )


def _news(view: View) -> Text | None:
    """What has just happened; to who drew unseen, what it was."""
    table = view.table
    if table.latest is not None and has_just_ended(table):
        return ending_words(table.latest)
    if table.closed is not None:
        limit = table.closed.limit
        return _("{player} sails with limit {limit}!", player=Player(table.closer), limit=limit)
    if table.closer not in (NOBODY, view.seat):
        return _("{player} sets sail!", player=Player(table.closer))
    if view.drawn != NOTHING and table.drew == "stock":
        return _("You drew {card}.", card=card_words(view.drawn))
    return next(iter(just_done(table)), None)


def headline(table: Table) -> Text:
    """Which hand and turn it is, or that the game is over after so many hands."""
    if table.phase == "over":
        return _n("The game is over after {count} hand", "The game is over after {count} hands", table.hand)
    if table.last_hand:
        return _("The last hand ({hand}), turn {turn}", hand=table.hand, turn=table.turn + 1)
    return _("Hand {hand}, turn {turn}", hand=table.hand, turn=table.turn + 1)


def title(table: Table) -> Text:
    """What a picture of the table is headed by: the hand of which it shows the end, else the headline."""
    if table.latest is not None and table.phase != "over" and has_just_ended(table):
        return _("Hand {hand}", hand=table.latest.hand)
    return headline(table)


def turn(table: Table) -> Text:
    """Who is to do what."""
    if table.phase == "over":
        return shared_words.won_by(scoring.winners(table))
    if table.phase == "answer":
        if len(table.to_act) > _NAMED:
            return _("Waiting for {count} players.", count=len(table.to_act))
        return _("Waiting for {players}.", players=seats_words(table.to_act))
    return _whose_turn(table, Player(table.to_act[0]))


def _whose_turn(table: Table, player: Player) -> Text:
    match table.phase:
        case "draw" if table.stock_only:
            return _("{player} must draw from the stock.", player=player)
        case "draw":
            return _("{player} draws a card.", player=player)
        case "drop" if table.closer >= 0:
            return _("{player} drops a card.", player=player)
        case "drop":
            return _("{player} drops a card, or sets sail.", player=player)
        case _:
            return _("{player} picks a crew.", player=player)


def has_just_ended(table: Table) -> bool:
    """Whether the latest news is how a hand has ended: until the first card of the next one is drawn."""
    return table.latest is not None and (
        table.phase == "over" or (table.turn == 0 and table.phase == "draw" and table.hand > 1)
    )


def just_done(table: Table) -> tuple[Text, ...]:
    """What the table shows of the latest draw or drop."""
    if table.phase == "drop":
        return (_just_drawn(table, table.to_act[0]),)
    seat = who_dropped(table)
    if seat is None:
        return ()
    return (_("{player} drops {card}.", player=Player(seat), card=card_words(table.discards[-1])),)


def _just_drawn(table: Table, seat: Seat) -> Text:
    if table.drew in (None, "stock"):
        return _("{player} draws from the stock.", player=Player(seat))
    card = card_words(table.taken[seat][-1])
    if table.drew == "discard":
        return _("{player} takes {card} from the discards.", player=Player(seat), card=card)
    return _("{player} takes {card} from the pier.", player=Player(seat), card=card)


def who_dropped(table: Table) -> Seat | None:
    """Whose card on the discards is the latest thing that has happened."""
    if table.phase == "draw" and table.turn:
        return (table.to_act[0] - 1) % table.players
    return table.closer if table.phase == "split" else None


def _on_the_table(table: Table) -> tuple[Text, ...]:
    return (
        _(
            "Pier: {cards}. {colour} cards are prisoners.",
            cards=Listed(tuple(map(card_words, table.pier))),
            colour=colour_words(table.pier_colour),
        ),
        _discards(table),
        *(() if table.closed is None else (_closer(table.closer, table.closed),)),
        penalties(table),
        *(_taken(seat, cards) for seat, cards in enumerate(table.taken) if cards and table.closed is None),
    )


def penalties(table: Table) -> Text:
    """How near the end is."""
    total = sum(table.counts)
    if table.last_hand:
        return _n(
            "{count} penalty card so far: this is the last hand.",
            "{count} penalty cards so far: this is the last hand.",
            total,
        )
    return _n(
        "{count} penalty card so far; at {most}, one last hand.",
        "{count} penalty cards so far; at {most}, one last hand.",
        total,
        most=LAST_HAND,
    )


def _taken(seat: Seat, cards: Cards) -> Text:
    """What all have seen go into a hand: at a slow table nobody is to read the log for it."""
    held = cards_words(bytes(sorted(cards)))
    return _("{player} openly took {cards}.", player=Player(seat), cards=held)


def _discards(table: Table) -> Text:
    if not table.discards:
        return _n(
            "Discards: none. Stock: {count} card.", "Discards: none. Stock: {count} cards.", table.stock
        )
    return _n(
        "Discards: {card} on top. Stock: {count} card.",
        "Discards: {card} on top. Stock: {count} cards.",
        table.stock,
        card=card_words(table.discards[-1]),
    )


def _closer(seat: Seat, layout: Layout) -> Text:
    return _("{player} sails. {split}", player=Player(seat), split=layout_words(layout))


def _seat_line(table: Table, seat: Seat) -> SeatLine:
    """Whoever began the hand is not marked as leading, which here would mean to have the fewest cards."""
    count = table.counts[seat]
    words = _n("{count} penalty card", "{count} penalty cards", count)
    return SeatLine(seat, words, seat in table.to_act)


def _recap(table: Table) -> Section | None:
    """The hand before, or at the end this one."""
    if table.latest is None:
        return None
    return Section(_("Hand {hand}", hand=table.latest.hand), recap_words(table.latest))


def hand(view: View) -> Hand | None:
    """The seat's own cards, and the best that can be made of them."""
    if view.seat is None:
        return None
    so = sorted_hand(view)
    note = None if so is None else _note(so, view.drawn, Player(view.table.closer))
    return Hand(YOUR_CARDS, tuple(map(card_words, view.hand)), note)


def _note(so: SortedHand, drawn: int, closer: Player) -> Text:
    """How the cards are sorted, and for what."""
    split = layout_words(so.layout)
    match so.standing:
        case "laid out":
            return _("You laid out: {split}", split=split)
        case "by hand":
            return split
        case "sails":
            return _("You sail. {split}", split=split)
        case "cappotto":
            return _("Not one stowaway: cappotto! {split}", split=split)
        case "no higher":
            return _(
                "You can get as low as {player}, who then takes your stowaways. {split}",
                player=closer,
                split=split,
            )
        case "too high":
            return _(
                "You can't get as low as {player}: keep few stowaways. {split}",
                player=closer,
                split=split,
            )
        case "with a drop":
            return _(
                "You drew {card}. Best discard: {drop}. {split}",
                card=card_words(drawn),
                drop=card_words(so.drop),
                split=split,
            )
        case "to split":
            return _("Best split: {split}", split=split)
        case "so far":
            return _("Best so far: {split}", split=split)

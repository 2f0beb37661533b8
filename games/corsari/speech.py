"""Words that several screens share: cards, colours, splits, players, and what became of a hand."""

from __future__ import annotations

from collections.abc import Iterable

from games.cards import Card, Cards
from games.corsari import scoring
from games.corsari.cards import BANDS, COLOUR, FACES, NUMBER, Colour
from games.corsari.split import Crew, Layout
from games.corsari.state import Showdown
from games.text import Listed, Player, Seat, Text, Value, _, _n


def colour_words(colour: Colour) -> Text:
    """A colour with its symbol: "🍊 Orange"."""
    return _("{symbol} {colour}", symbol=BANDS[colour].symbol, colour=BANDS[colour].name)


def card_words(card: Card) -> Text:
    """A card with its symbol: "🍊 Orange 5"."""
    return _("{symbol} {card}", symbol=FACES[card].band.symbol, card=FACES[card].label)


def numbers_words(cards: Cards, colour: Colour) -> str:
    """The numbers of a colour, as they stand beside each other: "1 2 7 8"."""
    return " ".join([str(NUMBER[card]) for card in cards if COLOUR[card] == colour])


def cards_words(cards: Cards) -> Value:
    """Cards colour by colour: "🍊 Orange 1 2 7 8 and 🍇 Purple 3 10"."""
    if not cards:
        return _("none")
    return Listed(
        tuple(
            _("{colour} {numbers}", colour=colour_words(colour), numbers=numbers_words(cards, colour))
            for colour in dict.fromkeys(COLOUR[card] for card in cards)
        )
    )


def crew_names(crew: Crew) -> Value:
    """The colours of a crew."""
    return Listed(tuple(BANDS[colour].name for colour in crew)) if crew else _("no crew")


def layout_words(layout: Layout) -> Text:
    """How cards are split, and the limit."""
    split = _(
        "Crew: {crew}. Prisoners: {prisoners}. Stowaways: {stowaways}. Limit: {limit}.",
        crew=cards_words(layout.crew),
        prisoners=cards_words(layout.prisoners),
        stowaways=cards_words(layout.stowaways),
        limit=layout.limit,
    )
    if not layout.attached:
        return split
    return _("Attached: {cards}. {split}", cards=cards_words(layout.attached), split=split)


def seats_words(seats: Iterable[Seat]) -> Listed:
    """Several players by name."""
    return Listed(tuple(map(Player, seats)))


def gained_words(count: int) -> str:
    """New penalty cards: +3, or 0."""
    return f"+{count}" if count else "0"


def showdown_words(showdown: Showdown) -> tuple[Text, ...]:
    """How a hand ended: what everybody laid out, the closer first, and who takes penalty cards for it."""
    if not showdown.layouts:
        return (_void_words(showdown.closer),)
    if showdown.closer in showdown.cappotto:
        return (_sailed_words(showdown), _cappotto_words(showdown))
    seats = [(showdown.closer + place) % len(showdown.layouts) for place in range(1, len(showdown.layouts))]
    others = tuple(_laid_words(seat, showdown.layouts[seat]) for seat in seats)
    ending = (_cappotto_words(showdown),) if showdown.cappotto else taken_words(showdown)
    return (_sailed_words(showdown), *others, *ending)


def _void_words(seat: Seat) -> Text:
    return _(
        "{player} drew the last card of the pier: the hand was void, and nothing was scored.",
        player=Player(seat),
    )


def _sailed_words(showdown: Showdown) -> Text:
    return _(
        "{player} set sail. {split}",
        player=Player(showdown.closer),
        split=layout_words(showdown.layouts[showdown.closer]),
    )


def _laid_words(seat: Seat, layout: Layout) -> Text:
    return _("{player}: {split}", player=Player(seat), split=layout_words(layout))


def _cappotto_words(showdown: Showdown) -> Text:
    return _(
        "No stowaways, cappotto: the game is won at once by {players}.",
        players=seats_words(showdown.cappotto),
    )


def taken_words(showdown: Showdown) -> tuple[Text, ...]:
    """Who takes how many penalty cards, and why; the closer first."""
    closer = showdown.closer
    sending = scoring.senders(showdown.layouts, closer)
    first = _under_words(showdown, sending) if sending else _clear_words(closer)
    rest = [seat for seat in range(len(showdown.layouts)) if seat != closer and seat not in sending]
    return (first, *(_kept_words(showdown, seat) for seat in rest))


def _under_words(showdown: Showdown, sending: tuple[Seat, ...]) -> Text:
    return _n(
        "{players} went no higher and sent {closer} under, who takes {count} card: their stowaways and the "
        "closer's own.",
        "{players} went no higher and sent {closer} under, who takes {count} cards: their stowaways and the "
        "closer's own.",
        len(showdown.gained[showdown.closer]),
        players=seats_words(sending),
        closer=Player(showdown.closer),
    )


def _clear_words(closer: Seat) -> Text:
    return _("Nobody went as low as {player}, who takes no penalty cards.", player=Player(closer))


def _kept_words(showdown: Showdown, seat: Seat) -> Text:
    return _n(
        "{player} stayed above the limit and keeps {count} card.",
        "{player} stayed above the limit and keeps {count} cards.",
        len(showdown.gained[seat]),
        player=Player(seat),
    )


def ending_words(showdown: Showdown) -> Text:
    """What a hand came to, in a few words."""
    closer = Player(showdown.closer)
    if not showdown.layouts:
        return _("{player} emptied the pier: nobody scores.", player=closer)
    if showdown.cappotto:
        return _("Cappotto! Not one stowaway: {players}.", players=seats_words(showdown.cappotto))
    sending = scoring.senders(showdown.layouts, showdown.closer)
    if not sending:
        return _("Nobody got as low as {player}.", player=closer)
    return _(
        "{players} got as low: {closer} goes under!",
        players=seats_words(sending),
        closer=closer,
    )

"""Words that several screens share: cards, colours, splits, players, and what became of a hand."""

from __future__ import annotations

from games.cards import Card, Cards
from games.corsari import scoring
from games.corsari.cards import BANDS, COLOUR, FACES, NUMBER, Colour
from games.corsari.split import Crew, Layout
from games.corsari.state import Showdown
from games.text import Listed, Player, Seat, Text, Value, _, _n, seats_words


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


def gained_words(count: int) -> str:
    """New penalty cards: +3, or 0."""
    return f"+{count}" if count else "0"


def showdown_words(showdown: Showdown) -> tuple[Text, ...]:
    """How a hand ended: what everybody laid out, the closer first, and who takes penalty cards for it."""
    return (*_laid_out_words(showdown), *_outcome_words(showdown))


def recap_words(showdown: Showdown) -> tuple[Text, ...]:
    """The same, what came of it first: where room is short, the last lines are left out."""
    return (*_outcome_words(showdown), *_laid_out_words(showdown))


def _laid_out_words(showdown: Showdown) -> tuple[Text, ...]:
    players, closer = len(showdown.layouts), showdown.closer
    if not players:
        return ()
    if closer in showdown.cappotto:
        return (_sailed_words(showdown),)
    seats = [(closer + place) % players for place in range(1, players)]
    return (_sailed_words(showdown), *(_laid_words(seat, showdown.layouts[seat]) for seat in seats))


def _outcome_words(showdown: Showdown) -> tuple[Text, ...]:
    if not showdown.layouts:
        return (_void_words(showdown.closer),)
    return (_cappotto_words(showdown),) if showdown.cappotto else taken_words(showdown)


def seats_in_short(showdown: Showdown) -> tuple[Text, ...]:
    """A short line for each seat that laid out cards, the closer first."""
    players, closer = len(showdown.layouts), showdown.closer
    if not players:
        return (_void_words(closer),)
    seats = [closer] if closer in showdown.cappotto else [(closer + at) % players for at in range(players)]
    return tuple(_in_short(showdown, seat) for seat in seats)


def _in_short(showdown: Showdown, seat: Seat) -> Text:
    player, closer, limit = Player(seat), showdown.closer, showdown.layouts[seat].limit
    gained = gained_words(len(showdown.gained[seat]))
    if seat in showdown.cappotto:
        return _("{player}: cappotto!", player=player)
    if showdown.cappotto:
        return _("{player}: limit {limit}", player=player, limit=limit)
    if seat != closer:
        return _("{player}: limit {limit}, {gained}", player=player, limit=limit, gained=gained)
    if scoring.senders(showdown.layouts, closer):
        return _("⛵ {player}: limit {limit}, sunk, {gained}", player=player, limit=limit, gained=gained)
    return _("⛵ {player}: limit {limit}, {gained}", player=player, limit=limit, gained=gained)


def _void_words(seat: Seat) -> Text:
    return _("{player} took the pier's last card: the hand is void.", player=Player(seat))


def _sailed_words(showdown: Showdown) -> Text:
    return _(
        "{player} sailed. {split}",
        player=Player(showdown.closer),
        split=layout_words(showdown.layouts[showdown.closer]),
    )


def _laid_words(seat: Seat, layout: Layout) -> Text:
    return _("{player}: {split}", player=Player(seat), split=layout_words(layout))


def _cappotto_words(showdown: Showdown) -> Text:
    return _(
        "Cappotto, not one stowaway: won by {players}.",
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
        "{players} stayed within the limit: {closer} sinks and takes {count} card.",
        "{players} stayed within the limit: {closer} sinks and takes {count} cards.",
        len(showdown.gained[showdown.closer]),
        players=seats_words(sending),
        closer=Player(showdown.closer),
    )


def _clear_words(closer: Seat) -> Text:
    return _("Nobody got as low as {player}, who takes nothing.", player=Player(closer))


def _kept_words(showdown: Showdown, seat: Seat) -> Text:
    return _n(
        "{player} stayed higher and keeps {count} card.",
        "{player} stayed higher and keeps {count} cards.",
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
    if len(sending) == 1:
        return _(
            "{player} stayed within the limit: {closer} sinks!", player=Player(sending[0]), closer=closer
        )
    return _("{count} others stayed within the limit: {closer} sinks!", count=len(sending), closer=closer)

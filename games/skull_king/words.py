"""What people read at the table: the choices of a hand, the board, the hand and the score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.cards import Cards
from games.contract import Board, Choice, Hand, Menu, SeatLine, Section, Sheet, SheetRow
from games.skull_king import ledger, trick
from games.skull_king.cards import CARD_OF, FACES, FACES_OF_CARD, KRAKEN, WHALE, FaceNumber
from games.skull_king.editions import Edition
from games.skull_king.ledger import Entry
from games.skull_king.rules import BIDS, PLAYS, cards_each, cards_in_round, must_follow, playable, tricks_done
from games.skull_king.state import Table, View
from games.text import Listed, Player, Seat, Text, _, _n

# Cards in words


def card_words(face: FaceNumber) -> Text:
    """A card with its symbol: "🦜 Parrot 12", "🐯 Tigress as a pirate"."""
    shown = FACES[face]
    if shown.played_as is None:
        return _("{symbol} {card}", symbol=shown.symbol, card=shown.label)
    return _("{symbol} {card} {as_what}", symbol=shown.symbol, card=shown.label, as_what=shown.played_as)


def cards_words(faces: Iterable[FaceNumber]) -> Listed:
    """Several cards, one after the other."""
    return Listed(tuple(card_words(face) for face in faces))


def seats_words(seats: Iterable[Seat]) -> Listed:
    """Several players by name."""
    return Listed(tuple(map(Player, seats)))


# Choices


def steps(view: View, chosen: Sequence[str]) -> Menu | None:
    """The next step towards an action. ValueError if `chosen` is no beginning of one."""
    if not view.decision:
        return None
    table = view.table
    if table.phase == "bid":
        if chosen:
            raise ValueError(f"A bid is made in one step, not after {chosen}.")
        return _bid_menu(table)
    if chosen:
        return _face_menu(view, chosen)
    return _card_menu(view, table.setup.edition)


def _bid_menu(table: Table) -> Menu:
    cards = cards_each(table)
    prompt = _n(
        "How many tricks will you take? There is {count}.",
        "How many of the {count} tricks will you take?",
        cards,
    )
    return Menu(prompt, tuple(_bid_choice(tricks) for tricks in range(cards + 1)))


def _bid_choice(tricks: int) -> Choice:
    label = _n("{count} trick", "{count} tricks", tricks) if tricks else _("0: not a single trick")
    return Choice(str(tricks), label, BIDS[tricks], kind="number")


def _card_menu(view: View, edition: Edition) -> Menu:
    allowed = playable(view.hand, view.table.trick, edition)
    refusal = must_follow(view.table.trick, edition) if len(allowed) < len(view.hand) else None
    choices = tuple(_card_choice(card, None if card in allowed else refusal) for card in view.hand)
    return Menu(_what_to_play(view, edition), choices)


def _card_choice(card: int, why_not: Text | None) -> Choice:
    shown = FACES[card]
    single = len(FACES_OF_CARD[card]) == 1
    action = PLAYS[card] if single and why_not is None else None
    return Choice(shown.short, shown.label, action, shown.symbol, why_not, "card")


def _what_to_play(view: View, edition: Edition) -> Text:
    played = view.table.trick
    if not played:
        return _("You lead the trick: play any card.")
    suit = trick.suit_led(played, edition)
    if suit is None:
        decided = bool(played.lstrip(edition.passing))
        if decided:
            return _("This trick has no suit: play any card.")
        return _("No suit has been set yet: play any card.")
    name = suit_name(played, edition)
    if suit.held_in(view.hand):
        return _("Follow {suit}, or play a special card.", suit=name)
    return _("You have no {suit}: play any card.", suit=name)


def suit_name(played: Cards, edition: Edition) -> Text:
    """The suit that this trick has; it must have one."""
    face = FACES[played.lstrip(edition.passing)[0]]
    if face.suit is None:
        raise ValueError("This trick has no suit.")
    return face.suit.name


def _face_menu(view: View, chosen: Sequence[str]) -> Menu:
    card = next((card for card in view.hand if FACES[card].short == chosen[0]), None)
    if len(chosen) > 1 or card is None or len(FACES_OF_CARD[card]) == 1:
        raise ValueError(f"No choice of cards begins with {chosen}.")
    prompt = _("{card}: as a pirate or as an escape?", card=FACES[card].label)
    return Menu(prompt, tuple(_face_choice(face) for face in FACES_OF_CARD[card]))


def _face_choice(face: FaceNumber) -> Choice:
    shown = FACES[face]
    label = _("{card} {as_what}", card=shown.label, as_what=shown.played_as or "")
    return Choice(shown.short.split()[1], label, PLAYS[face], shown.symbol)


# The board


def board(view: View) -> Board:
    """The table in words."""
    table = view.table
    return Board(
        headline=_headline(table),
        turn=_turn(table),
        table=_on_the_table(table),
        seats=tuple(_seat_line(table, seat) for seat in range(table.players)),
        recap=recap(table) if table.last else None,
    )


def _headline(table: Table) -> Text:
    rounds = len(table.setup.edition.rounds)
    if table.phase == "over":
        return _("The game is over after {rounds} rounds", rounds=rounds)
    cards = cards_each(table)
    if table.phase == "bid":
        return _n(
            "Round {round} of {rounds}: bids for {count} trick",
            "Round {round} of {rounds}: bids for {count} tricks",
            cards,
            round=table.round,
            rounds=rounds,
        )
    return _(
        "Round {round} of {rounds}, trick {trick} of {tricks}",
        round=table.round,
        rounds=rounds,
        trick=tricks_done(table) + 1,
        tricks=cards,
    )


def _turn(table: Table) -> Text:
    match table.phase:
        case "over":
            return _("Won by {players}", players=seats_words(ledger.winners(table.points)))
        case "bid":
            return _(
                "Everybody bids at the same time; {players} still to bid. {leader} will lead.",
                players=seats_words(table.to_act),
                leader=Player(table.leader),
            )
        case "play":
            return _whose_turn(table)


def _whose_turn(table: Table) -> Text:
    player = Player(table.to_act[0])
    edition = table.setup.edition
    if not table.trick:
        return _("{player} leads the next trick", player=player)
    if not table.trick.lstrip(edition.passing):
        return _("{player} is next; no suit has been set yet", player=player)
    if trick.suit_led(table.trick, edition) is None:
        return _("{player} is next; this trick has no suit", player=player)
    return _("{player} is next; {suit} must be followed", player=player, suit=suit_name(table.trick, edition))


def _on_the_table(table: Table) -> tuple[Text, ...]:
    if table.phase != "play":
        return ()
    cards = cards_each(table)
    against = _n("{bids} bid for {count} trick", "{bids} bid for {count} tricks", cards, bids=sum(table.bids))
    return (*_trick_lines(table.trick, table.leader, table), against)


def _trick_lines(played: Cards, leader: Seat, table: Table) -> tuple[Text, ...]:
    if not played:
        return ()
    verdict = trick.settle(played, table.setup.edition)
    return tuple(
        _trick_line((leader + place) % table.players, face, place == verdict.taker)
        for place, face in enumerate(played)
    )


def _trick_line(seat: Seat, face: FaceNumber, winning: bool) -> Text:
    if winning:
        return _("{player}: {card} · winning", player=Player(seat), card=card_words(face))
    return _("{player}: {card}", player=Player(seat), card=card_words(face))


def _seat_line(table: Table, seat: Seat) -> SeatLine:
    waiting = seat in table.to_act
    return SeatLine(
        seat, _seat_words(table, seat, waiting), waiting, seat == table.leader and table.phase != "over"
    )


def _seat_words(table: Table, seat: Seat, waiting: bool) -> Text:
    points = table.points[seat]
    match table.phase:
        case "over":
            return _n("{count} point", "{count} points", points)
        case "bid":
            if waiting:
                return _("still bidding · {points} points", points=points)
            return _("has bid · {points} points", points=points)
        case "play":
            return _(
                "bid {bid}, took {taken} · {points} points",
                bid=table.bids[seat],
                taken=table.taken[seat],
                points=points,
            )


# The last trick


def recap(table: Table) -> Section:
    """The last trick, card by card, and why it ended as it did."""
    lines = tuple(
        _(
            "{player}: {card}",
            player=Player((table.last_leader + place) % table.players),
            card=card_words(face),
        )
        for place, face in enumerate(table.last)
    )
    return Section(
        _("The last trick"), (*lines, trick_words(table.last, table.last_leader, table.setup.edition))
    )


def trick_words(played: Cards, leader: Seat, edition: Edition) -> Text:
    """Who took a complete trick, with the reason where it may surprise."""
    verdict = trick.settle(played, edition)
    player = Player((leader + verdict.leads_next) % len(played))
    if verdict.taker is None:
        return _nobody_takes(verdict, player, both=KRAKEN in played and WHALE in played)
    return _somebody_takes(played, verdict, player)


def _nobody_takes(verdict: trick.Verdict, leads: Player, both: bool) -> Text:
    if verdict.beast == WHALE:
        return _(
            "Only specials under the White Whale: nobody takes the trick, and {player} leads.", player=leads
        )
    if both:
        return _(
            "The Kraken came after the White Whale: nobody takes the trick, and {player} leads.", player=leads
        )
    return _(
        "The Kraken drags the trick down: nobody takes it. {player} would have, and leads.", player=leads
    )


def _somebody_takes(played: Cards, verdict: trick.Verdict, player: Player) -> Text:
    face = played[verdict.leads_next]
    card = card_words(face)
    if verdict.beast is not None:
        return _(
            "Under the White Whale the highest number wins: {player} takes the trick with {card}.",
            player=player,
            card=card,
        )
    return _("{player} takes the trick with {card}.", player=player, card=card)


# The hand and the score sheet


def hand(view: View) -> Hand | None:
    """The seat's own cards."""
    if view.seat is None:
        return None
    return Hand(_("Your hand"), tuple(card_words(card) for card in view.hand), _hand_note(view))


def _hand_note(view: View) -> Text | None:
    if view.bid is None:
        return None
    taken = view.table.taken[view.seat or 0]
    return _n(
        "You bid {count} trick and have taken {taken}.",
        "You bid {count} tricks and have taken {taken}.",
        view.bid,
        taken=taken,
    )


def sheet(view: View) -> Sheet | None:
    """The score sheet of the complete rounds."""
    table = view.table
    rounds = ledger.read(table.ledger, table.players)
    if not rounds:
        return None
    dealt = cards_in_round(table.setup, table.players)
    rows = tuple(_sheet_row(number, line, dealt[number - 1]) for number, line in enumerate(rounds, 1))
    totals = SheetRow(_("Total"), tuple(_("{points}", points=points) for points in table.points))
    latest = tuple(_how(seat, entry, dealt[len(rounds) - 1]) for seat, entry in enumerate(rounds[-1]))
    return Sheet(_("Score sheet: tricks taken of tricks bid, and points"), rows, totals, latest)


def _sheet_row(number: int, line: list[Entry], cards: int) -> SheetRow:
    cells = tuple(
        _("{taken}/{bid} {points}", taken=entry.taken, bid=entry.bid, points=signed(entry.points(cards)))
        for entry in line
    )
    return SheetRow(_("Round {round}", round=number), cells)


def signed(points: int) -> str:
    """Points won or lost: +60, −40, 0."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def _how(seat: Seat, entry: Entry, cards: int) -> Text:
    """How a round's points came about."""
    player, points = Player(seat), signed(entry.points(cards))
    if not entry.made:
        return _(
            "{player} bid {bid} and took {taken}: {points}",
            player=player,
            bid=entry.bid,
            taken=entry.taken,
            points=points,
        )
    if entry.bonus:
        return _(
            "{player} bid and took {bid}, with {bonus} in bonuses: {points}",
            player=player,
            bid=entry.bid,
            bonus=entry.bonus,
            points=points,
        )
    return _("{player} bid and took {bid}: {points}", player=player, bid=entry.bid, points=points)

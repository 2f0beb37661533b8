"""The board and the hand in words."""

from __future__ import annotations

from collections.abc import Iterator

from games import shared_words
from games.contract import Board, Hand, SeatLine, Section
from games.skull_king import powers, scoring, seating, trick
from games.skull_king.cards import BENDT, JUANITA, KRAKEN, RASCAL, ROSIE, WHALE, FaceNumber
from games.skull_king.dealing import cards_dealt, tricks_done
from games.skull_king.sheet import latest
from games.skull_king.speech import (
    card_words,
    cards_words,
    power_words,
    taker_words,
    trick_words,
    who,
    why_nobody,
    why_taken,
)
from games.skull_king.state import GRAYBEARD, Table, View
from games.text import Listed, Player, Seat, Text, _, _n, figure, labelled, sentences, signed


def board(view: View) -> Board:
    """What everybody sees of the table in words: headline, whose turn it is, the trick and each seat."""
    table = view.table
    return Board(
        headline=_headline(table),
        turn=_turn(table),
        table=tuple(_on_the_table(table)) if table.phase in ("play", "power", "load") else (),
        seats=tuple(_seat_line(table, seat) for seat in range(table.players)),
        recap=_recap(table) if table.last else None,
    )


def where(table: Table) -> Text:
    """Which round it is, in a few words."""
    rounds = len(table.setup.length.rounds)
    if table.phase == "over":
        return shared_words.GAME_OVER
    if table.round > rounds:
        return _("The round that decides")
    return shared_words.round_of(table.round, rounds)


def news(table: Table) -> Text | None:
    """What has just happened, in one line; None as soon as a card of the next trick lies there."""
    if table.trick:
        return None
    match table.phase:
        case "play" if not tricks_done(table):
            return _yo_ho_ho(table)
        case "load":
            return _yo_ho_ho(table)
        case _ if table.last:
            return _last_trick(table)
        case _:
            return None


def _last_trick(table: Table) -> Text:
    verdict = trick.settle(table.last, table.setup)
    if verdict.taker is None:
        player = who(seating.last_order(table)[verdict.leads_next])
        return _("🐙 {reason}. {player} leads.", reason=why_nobody(table.last), player=player)
    return _("👑 {taken}", taken=_taken(table, with_bonus=True))


def _taken(table: Table, *, with_bonus: bool) -> Text:
    """Who took the last trick, and what it means; why nobody did. A picture has the bonus on a plate."""
    verdict = trick.settle(table.last, table.setup)
    if verdict.taker is None:
        return why_nobody(table.last)
    seat, why = seating.last_order(table)[verdict.taker], why_taken(table.last, table.setup)
    if seat == GRAYBEARD:
        return _("{player} takes it", player=who(seat)) if why is None else labelled(who(seat), why)
    if table.phase in ("bid", "over"):
        entry = scoring.rounds_of(table.score_sheet, table.players)[-1][seat]
        return taker_words(who(seat), entry, why, 0)
    told = with_bonus and scoring.bonus_may_count(table, seat)
    bonus = trick.bonus(table.last, verdict, table.setup.edition) if told else 0
    return taker_words(who(seat), scoring.entries(table)[seat], why, bonus)


def _yo_ho_ho(table: Table) -> Text:
    return _n(
        "Yo-ho-ho! Bids add up to {bids}; {count} trick to win",
        "Yo-ho-ho! Bids add up to {bids}; {count} tricks to win",
        table.dealt,
        bids=sum(table.bids),
    )


def story(table: Table) -> Text | None:
    """What the picture tells above the cards as long as it is new; None while a trick is under way."""
    if table.phase == "over":
        return _turn(table)
    if table.trick:
        return None
    if table.phase == "bid" or (table.phase == "play" and not tricks_done(table)) or table.phase == "load":
        return _between(table)
    return _taken(table, with_bonus=False)


def _between(table: Table) -> Text | None:
    """While no trick is under way: how the last round's last trick went, or what was bid."""
    if table.phase != "bid":
        return _yo_ho_ho(table)
    rounds = scoring.rounds_of(table.score_sheet, table.players)
    if not rounds:
        return None
    if made_on_the_last_card(table) is not None:
        return _("A bid made on the very last card!")
    return _("Round {round}: {taken}", round=table.complete, taken=_taken(table, with_bonus=False))


def made_on_the_last_card(table: Table) -> Seat | None:
    """Whoever made a bid with the last trick of the round that has just ended, of several."""
    rounds = scoring.rounds_of(table.score_sheet, table.players)
    if table.phase not in ("bid", "over") or not rounds or cards_dealt(table, table.complete) < 2:
        return None
    taker = trick.settle(table.last, table.setup).taker
    seat = GRAYBEARD if taker is None else seating.last_order(table)[taker]
    return seat if seat != GRAYBEARD and rounds[-1][seat].made else None


def _headline(table: Table) -> Text:
    rounds = len(table.setup.length.rounds)
    if table.phase == "over":
        return _n(
            "The game is over after {count} round", "The game is over after {count} rounds", table.round
        )
    if table.round > rounds:
        return _played_off(table)
    match table.phase:
        case "bid":
            return _n(
                "Round {round} of {rounds}: bids, {count} trick to win",
                "Round {round} of {rounds}: bids, {count} tricks to win",
                table.dealt,
                round=table.round,
                rounds=rounds,
            )
        case "load":
            return _("Round {round} of {rounds}: loading the cannons", round=table.round, rounds=rounds)
        case _:
            return _n(
                "Round {round} of {rounds}, trick {trick}. Bids add up to {bids}; {count} trick to win",
                "Round {round} of {rounds}, trick {trick}. Bids add up to {bids}; {count} tricks to win",
                table.dealt,
                round=table.round,
                rounds=rounds,
                trick=trick_number(table),
                bids=sum(table.bids),
            )


def _played_off(table: Table) -> Text:
    """The headline of the round that decides a tie."""
    match table.phase:
        case "bid":
            return _n(
                "The round that decides: bids, {count} trick to win",
                "The round that decides: bids, {count} tricks to win",
                table.dealt,
            )
        case "load":
            return _("The round that decides: loading the cannons")
        case _:
            return _(
                "The round that decides, trick {trick} of {tricks}",
                trick=trick_number(table),
                tricks=table.dealt,
            )


def trick_number(table: Table) -> int:
    """Of the trick that lies there, or whose power is being used."""
    return tricks_done(table) + (table.phase == "play")


def _turn(table: Table) -> Text:
    match table.phase:
        case "over":
            return shared_words.won_by(scoring.winners(table.points))
        case "bid":
            return _("All bid at once. {leader} will lead.", leader=Player(table.leader))
        case "load":
            return _("All load in secret. {leader} will lead.", leader=Player(table.leader))
        case "power":
            return _whose_power(Player(table.to_act[0]), powers.pirate_of(table))
        case "play":
            return _whose_turn(table, Player(table.to_act[0]))


def _whose_power(player: Player, pirate: FaceNumber) -> Text:
    if pirate == ROSIE:
        return _("Rosie: {player} chooses who leads.", player=player)
    if pirate == BENDT:
        return _("Bendt: {player} drew cards and discards as many.", player=player)
    if pirate == RASCAL:
        return _("Rascal: {player} may bet on the bid.", player=player)
    if pirate == JUANITA:
        return _("Juanita: {player} looks at the undealt cards.", player=player)
    return _("Harry: {player} may change the bid by one.", player=player)


def _whose_turn(table: Table, player: Player) -> Text:
    edition = table.setup.edition
    if not table.trick:
        return shared_words.leads(player)
    if trick.suit_led(table.trick, edition) is not None:
        suit = trick.suit_name(table.trick, edition)
        return _("{player} is next. Suit: {suit}", player=player, suit=suit)
    if trick.suit_is_open(table.trick, edition):
        return _("{player} is next. No suit yet", player=player)
    return _("{player} is next. Any card goes", player=player)


def _on_the_table(table: Table) -> Iterator[Text]:
    """The trick card by card, what rules it, and what Graybeard has taken."""
    yield from _trick_lines(table)
    yield from _beast_line(table)
    if table.ghost is not None and table.ghost.taken:
        yield _n(
            "Graybeard has taken {count} trick",
            "Graybeard has taken {count} tricks",
            table.ghost.taken,
        )


def _trick_lines(table: Table) -> tuple[Text, ...]:
    if not table.trick:
        return ()
    winning = trick.settle(table.trick, table.setup).taker
    laid = zip(seating.order(table), table.trick, strict=False)
    return tuple(_trick_line(seat, face, place == winning) for place, (seat, face) in enumerate(laid))


def _trick_line(seat: Seat, face: FaceNumber, winning: bool) -> Text:
    if winning:
        return _("{player}: {card}, winning so far", player=who(seat), card=card_words(face))
    return labelled(who(seat), card_words(face))


def _beast_line(table: Table) -> tuple[Text, ...]:
    match trick.acting_beast(table.trick):
        case beast if beast == KRAKEN:
            return (_("The Kraken is here: nobody will take this trick"),)
        case beast if beast == WHALE:
            return (_("The White Whale is here: the highest number wins"),)
        case _:
            return ()


def _seat_line(table: Table, seat: Seat) -> SeatLine:
    waiting = seat in table.to_act
    haunted = table.ghost is not None and table.ghost.leads
    leads = seat == table.leader and table.phase != "over" and not haunted
    brief = _n("{points} point", "{points} points", table.points[seat], points=figure(table.points[seat]))
    if table.phase in ("play", "power"):
        brief = _("{taken} of {bid}", taken=table.taken[seat], bid=table.bids[seat])
    return SeatLine(seat, _seat_words(table, seat, waiting), waiting, leads, brief)


def _seat_words(table: Table, seat: Seat, waiting: bool) -> Text:
    points = table.points[seat]
    match table.phase:
        case "over":
            return _n("{points} point", "{points} points", points, points=figure(points))
        case "bid" if waiting:
            return _("still to bid · points: {points}", points=figure(points))
        case "bid":
            return _("has bid · points: {points}", points=figure(points))
        case "load" if waiting:
            return _(
                "bid {bid}, still to load · points: {points}", bid=table.bids[seat], points=figure(points)
            )
        case "load":
            return _("bid {bid}, has loaded · points: {points}", bid=table.bids[seat], points=figure(points))
        case _:
            return _at_stake(table, seat)


def plates(view: View) -> Iterator[Text]:
    """Player by player what stands on their plates in the picture: the card, bid, tricks and points."""
    table = view.table
    between = table.phase in ("bid", "over")
    rounds = scoring.rounds_of(table.score_sheet, table.players) if between else []
    cards = {} if between else dict(_cards_there(table))
    for seat in range(table.players):
        words = _seat_words(table, seat, seat in table.to_act)
        if rounds:
            dealt = cards_dealt(table, table.complete)
            scored = signed(rounds[-1][seat].points(dealt, table.setup.scoring))
            yield _("{player}: {scored}, {words}", player=Player(seat), scored=scored, words=words)
        elif seat in cards:
            yield _("{player}: {card}, {words}", player=Player(seat), card=cards[seat], words=words)
        else:
            yield labelled(Player(seat), words)
    if GRAYBEARD in cards:
        yield labelled(who(GRAYBEARD), cards[GRAYBEARD])


def _cards_there(table: Table) -> Iterator[tuple[Seat, Text]]:
    """The trick that lies there, or the last one."""
    if table.trick:
        laid = zip(seating.order(table), table.trick, strict=False)
    elif table.phase in ("play", "power") and tricks_done(table):
        laid = zip(seating.last_order(table), table.last, strict=False)
    else:
        return
    yield from ((seat, card_words(face)) for seat, face in laid)


def _at_stake(table: Table, seat: Seat) -> Text:
    """Bid, tricks and points of a seat, what it has loaded and what it has wagered."""
    words = _(
        "bid {bid}, took {taken} · points: {points}",
        bid=table.bids[seat],
        taken=table.taken[seat],
        points=figure(table.points[seat]),
    )
    if table.shots and table.shots[seat]:
        words = _("{words} · 💣 cannonball", words=words)
    if table.wager is not None and table.wager[0] == seat:
        words = _("{words} · wager: {wager}", words=words, wager=table.wager[1])
    return words


def _recap(table: Table) -> Section:
    """The last trick, card by card, and why it ended as it did; after its round how that was scored.

    What it is worth is told only while that is still open.
    """
    order = seating.last_order(table)
    cards = tuple(labelled(who(seat), card_words(face)) for seat, face in zip(order, table.last, strict=True))
    taker = trick.settle(table.last, table.setup).taker
    open_bid = (
        table.phase in ("play", "power")
        and taker is not None
        and order[taker] != GRAYBEARD
        and scoring.bonus_may_count(table, order[taker])
    )
    ended = trick_words(table.last, order, table.setup, counts=open_bid)
    text = None if table.used is None else power_words(table.used)
    used = () if text is None else (text,)
    if table.phase in ("play", "power") and tricks_done(table):
        return Section(shared_words.LAST_TRICK, (*cards, *ended, *used))
    scored = () if table.phase in ("play", "power") else latest(table)
    return Section(_("The last trick of the previous round"), (*cards, ended[0], *used, *scored))


def hand(view: View) -> Hand | None:
    """The seat's own cards, what it bid, and what Juanita Jade or Bendt the Bandit has for it."""
    if view.seat is None:
        return None
    return Hand(shared_words.YOUR_HAND, tuple(card_words(card) for card in view.hand), _note(view, view.seat))


def _note(view: View, seat: Seat) -> Text | None:
    if view.undealt:
        return _(
            "Not dealt this round: {cards}. Your log keeps them.",
            cards=cards_words(view.undealt),
        )
    if view.drawn:
        return _("Drawn, and still in your hand: {cards}.", cards=Listed(tuple(map(card_words, view.drawn))))
    return _bid_words(view, seat)


def _bid_words(view: View, seat: Seat) -> Text | None:
    if view.bid is None or view.table.phase == "over":
        return None
    match view.table.phase:
        case "bid":
            return _("You bid {bid}. The others see it when all have bid.", bid=view.bid)
        case "load" if view.shot is None:
            return _("You bid {bid}.", bid=view.bid)
        case "load" if view.shot:
            return _("You bid {bid} and loaded a cannonball. The others see it when all have.", bid=view.bid)
        case "load":
            return _("You bid {bid} and loaded grapeshot. The others see it when all have.", bid=view.bid)
        case _:
            return sentences(_standing(view.table, seat))


def _standing(table: Table, seat: Seat) -> Iterator[Text]:
    """Bid and tricks of a seat, and what else it would score with an exact bid."""
    yield _("You bid {bid} and have taken {taken}.", bid=table.bids[seat], taken=table.taken[seat])
    if table.bonus[seat] and scoring.bonus_may_count(table, seat):
        yield _("Bonuses if your bid holds: {points}.", points=table.bonus[seat])
    for pair in table.alliances:
        if seat in pair:
            ally = pair[0] if pair[1] == seat else pair[1]
            yield _("Your loot ally: {player}.", player=Player(ally))

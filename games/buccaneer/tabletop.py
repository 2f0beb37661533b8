"""The board and a player's own pirates in words."""

from __future__ import annotations

from games import shared_words
from games.buccaneer import scoring
from games.buccaneer.actions import mutineers, obliged
from games.buccaneer.boarding import gains
from games.buccaneer.discs import COLOURS, FACES, OWNER, Party
from games.buccaneer.ships import SHIPS, ShipNumber
from games.buccaneer.speech import (
    booty_words,
    disc_words,
    moved_words,
    party_words,
    ship_words,
    treasure_words,
    voyage_words,
)
from games.buccaneer.state import CHALLENGES, Moved, Table, View
from games.contract import Board, Hand, SeatLine, Section
from games.text import Listed, Player, Seat, Text, _, _n, seats_words


def board(view: View) -> Board:
    """What everybody sees of the table in words: headline, whose turn it is, ships, parties and each seat."""
    table = view.table
    over = table.phase == "over"
    return Board(
        headline=_headline(table),
        turn=turn(view),
        table=() if over else (*_latest_lines(view), *map(ship_line, table.ships), *party_lines(view)),
        seats=tuple(_seat_line(view, seat) for seat in range(table.players)),
        recap=_recap(table) if table.voyages else None,
        news=news(view),
    )


def news(view: View) -> Text | None:
    """What the latest turn did, in one line; None before the first."""
    table = view.table
    if not ship_just_left(table):
        return latest(view)
    voyage = table.voyages[-1]
    ship = SHIPS[voyage.ship].name
    if voyage.captain is None:
        return _("The {ship} sails away with everything aboard.", ship=ship)
    gained = gains(voyage, table.players)[voyage.captain]
    captain = Player(voyage.captain)
    if gained < 0:
        return _n(
            "{captain} boards the {ship} and loses {count} ducat.",
            "{captain} boards the {ship} and loses {count} ducats.",
            -gained,
            captain=captain,
            ship=ship,
        )
    return _n(
        "{captain} boards the {ship} and keeps {count} ducat.",
        "{captain} boards the {ship} and keeps {count} ducats.",
        gained,
        captain=captain,
        ship=ship,
    )


def _headline(table: Table) -> Text:
    gone = len(table.voyages)
    if table.phase == "over":
        return _("All {ships} ships are gone", ships=len(SHIPS))
    return _n(
        "{gone} of {ships} ships gone, {count} in sight",
        "{gone} of {ships} ships gone, {count} in sight",
        len(table.ships),
        gone=gone,
        ships=len(SHIPS),
    )


def turn(view: View) -> Text:
    """Who is to do what."""
    table = view.table
    captain = Player(table.current)
    match table.phase:
        case "over":
            winners = scoring.winners(table.ducats, table.booty)
            return shared_words.won_by(winners)
        case "mutiny":
            return _(
                "{players} may force {captain} to board.",
                captain=captain,
                players=seats_words(table.to_act),
            )
        case "turn":
            if obliged(table, view.parties):
                return _("Mutiny! {captain} must board a ship.", captain=captain)
            return _("{captain}'s turn: climb, or board a ship.", captain=captain)


def ship_line(ship: ShipNumber) -> Text:
    """A ship: its name, whom it takes, its ducats and its booty."""
    return _(
        "⛵ {ship_and_figures}: {booty}",
        ship_and_figures=ship_words(ship),
        booty=Listed(tuple(map(booty_words, SHIPS[ship].booty))),
    )


def party_lines(view: View) -> tuple[Text, ...]:
    """Parties of two or more, those of each captain together; single pirates stand with their owners."""
    return tuple(_party_line(view, party) for party in view.parties if len(party) > 1)


def _party_line(view: View, party: Party) -> Text:
    symbol, top = FACES[party[0]].colour.symbol, FACES[party[0]].label
    below = Listed(tuple(map(disc_words, party[1:])))
    angry = challengers(view, party)
    if angry:
        return _n(
            "{symbol} {disc} over {below}: {count} pirate, {players} in mutiny",
            "{symbol} {disc} over {below}: {count} pirates, {players} in mutiny",
            len(party),
            symbol=symbol,
            disc=top,
            below=below,
            players=seats_words(angry),
        )
    return _n(
        "{symbol} {disc} over {below}: {count} pirate",
        "{symbol} {disc} over {below}: {count} pirates",
        len(party),
        symbol=symbol,
        disc=top,
        below=below,
    )


def challengers(view: View, party: Party) -> list[Seat]:
    """The seats that call a mutiny in this party."""
    return [seat for seat in mutineers(party, view.players) if view.table.answers[seat] == CHALLENGES]


def latest(view: View) -> Text | None:
    """What the latest turn did to the parties; None before the first turn, and after a boarding."""
    laid = view.table.laid
    if laid is not None:
        party = next(party for party in view.parties if party[0] == laid.top)
        onto, onto_size = OWNER[party[laid.size]], len(party) - laid.size
        return moved_words(Moved(seat=OWNER[laid.top], size=laid.size, onto=onto, onto_size=onto_size))
    if view.table.stalled:
        return _("Nobody could act: every pirate goes home unpaid.")
    return None


def ship_just_left(table: Table) -> bool:
    """Whether a ship has been boarded, or sailed away, in the latest turn."""
    if table.laid is not None or not table.voyages:
        return False
    return not table.stalled or table.voyages[-1].captain is None


def _latest_lines(view: View) -> tuple[Text, ...]:
    text = latest(view)
    return () if text is None else (text,)


def _seat_line(view: View, seat: Seat) -> SeatLine:
    brief = _ducats_words(view.table, seat)
    return SeatLine(seat, _seat_words(view, seat), seat in view.table.to_act, brief=brief)


def _seat_words(view: View, seat: Seat) -> Text:
    """Colour, ducats, single pirates, booty."""
    table, colour = view.table, COLOURS[seat]
    single = tuple(
        _wage_shown(party) for party in view.parties if len(party) == 1 and OWNER[party[0]] == seat
    )
    booty = table.booty[seat]
    ducats = table.ducats[seat]
    if booty and single:
        return _(
            "{symbol} {colour}, ducats: {ducats}, alone: {single}, booty: {booty}",
            symbol=colour.symbol,
            colour=colour.name,
            ducats=ducats,
            single=Listed(single),
            booty=treasure_words(booty),
        )
    if single:
        return _(
            "{symbol} {colour}, ducats: {ducats}, alone: {single}",
            symbol=colour.symbol,
            colour=colour.name,
            ducats=ducats,
            single=Listed(single),
        )
    if booty:
        return _(
            "{symbol} {colour}, ducats: {ducats}, booty: {booty}",
            symbol=colour.symbol,
            colour=colour.name,
            ducats=ducats,
            booty=treasure_words(booty),
        )
    return _ducats_words(table, seat)


def _ducats_words(table: Table, seat: Seat) -> Text:
    return _(
        "{symbol} {colour}, ducats: {ducats}",
        symbol=COLOURS[seat].symbol,
        colour=COLOURS[seat].name,
        ducats=table.ducats[seat],
    )


def _wage_shown(party: Party) -> str:
    return str(FACES[party[0]].wage or "?")


def _recap(table: Table) -> Section:
    """The latest ship that left, and how it was paid."""
    return Section(_("The latest ship"), tuple(voyage_words(table.voyages[-1])))


def hand(view: View) -> Hand | None:
    """The seat's own pirates: the parties they command, and under whom the others are."""
    seat = view.seat
    if seat is None:
        return None
    own = [party_words(party) for party in view.parties if OWNER[party[0]] == seat]
    return Hand(_("Your parties"), tuple(own), hand_note(view, seat))


def hand_note(view: View, seat: Seat) -> Text:
    """The seat's colour, and where the pirates are that one cannot act with: how many, and under whom."""
    colour = COLOURS[seat].name
    lines = tuple(
        _("{pirates} under {disc}", pirates=pirates, disc=FACES[party[0]].label)
        for party in view.parties
        if OWNER[party[0]] != seat and (pirates := party.translate(OWNER).count(seat))
    )
    if not lines:
        return _("You are {colour}.", colour=colour)
    return _("You are {colour}. Your pirates under others: {told}.", colour=colour, told=Listed(lines))

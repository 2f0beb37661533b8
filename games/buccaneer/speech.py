"""Words that several screens share: parties, players, ducats, booty, and how a boarding was paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.buccaneer.boarding import payroll, pieces
from games.buccaneer.discs import COLOURS, FACES, OWNER, QUESTION, Disc, Party, is_covered
from games.buccaneer.ships import BOOTY, IN_SIGHT, SHIPS, Kind, ShipNumber
from games.buccaneer.state import Moved, Table, Voyage
from games.text import Listed, Player, Text, _, _n, signed


def disc_words(disc: Disc) -> Text:
    """ "Red 5", or just "Red" for one that lies under another."""
    return COLOURS[OWNER[disc]].name if is_covered(disc) else FACES[disc].label


def wage_shown(disc: Disc) -> str:
    """What stands on a disc that lies open."""
    wage = FACES[disc].wage
    return "?" if wage == QUESTION else str(wage)


def mark(disc: Disc) -> Text:
    """What an open disc is called on a button, as it stands in the picture: "B3"."""
    return _("{colour}{wage}", colour=FACES[disc].colour.mark, wage=wage_shown(disc))


def party_words(party: Party) -> Text:
    """A party in few words, for buttons: "Red 5 over Blue and 3 more"."""
    top = FACES[party[0]].label
    if len(party) == 1:
        return _("{disc} alone", disc=top)
    mate = COLOURS[OWNER[party[1]]].name
    if len(party) == 2:
        return _("{disc} over {mate}", disc=top, mate=mate)
    return _n(
        "{disc} over {mate} and {count} more",
        "{disc} over {mate} and {count} more",
        len(party) - 2,
        disc=top,
        mate=mate,
    )


def party_label(party: Party) -> Text:
    """What a party is called in lists: its captain's colour, then who sits in it."""
    return _("{symbol} {party}", symbol=FACES[party[0]].colour.symbol, party=party_words(party))


def ship_mark(table: Table, ship: ShipNumber) -> Text:
    """What a ship is called on a button, as it stands in the picture: "II"."""
    return _("{mark}", mark=PLACES[ships_in_places(table).index(ship)])


def ship_found(table: Table, ship: ShipNumber) -> Text:
    """A ship by its name, and as its button and the picture call it: "Turbot (II)"."""
    return _("{ship} ({mark})", ship=SHIPS[ship].name, mark=ship_mark(table, ship))


PLACES = ("I", "II", "III")
"""Of ships in a picture."""


def ships_in_places(table: Table) -> list[ShipNumber]:
    """The ships in sight and, in their old places, those that have left since: the smallest on the left."""
    missing = min(IN_SIGHT - len(table.ships), len(table.voyages))
    gone = [voyage.ship for voyage in table.voyages[len(table.voyages) - missing :]]
    return sorted([*table.ships, *gone])


def ship_words(ship: ShipNumber) -> Text:
    """A ship with its figures, for buttons."""
    card = SHIPS[ship]
    return _(
        "{ship} (needs {needs}, {ducats} ducats, ? is {question})",
        ship=card.name,
        needs=card.pirates,
        ducats=card.ducats,
        question=card.question,
    )


def booty_words(kind: Kind) -> Text:
    """A kind of booty with its symbol."""
    return _("{symbol} {booty}", symbol=BOOTY[kind].symbol, booty=BOOTY[kind].name)


def treasure_words(booty: bytes) -> Listed:
    """All pieces that somebody has: "2 treasure chests and 1 dagger"."""
    return Listed(tuple(row.several(booty.count(kind)) for kind, row in enumerate(BOOTY) if kind in booty))


def moved_words(event: Moved) -> Text:
    """A party put on another."""
    return _n(
        "{player} puts {count} pirate on {other}'s party of {theirs}: {size} together.",
        "{player} puts {count} pirates on {other}'s party of {theirs}: {size} together.",
        event.size,
        player=Player(event.seat),
        other=Player(event.onto),
        theirs=event.onto_size,
        size=event.size + event.onto_size,
    )


def voyage_words(voyage: Voyage) -> Iterator[Text]:
    """What happened to a ship, line by line: who boarded it, who got what, who was paid what by whom."""
    ship = SHIPS[voyage.ship]
    if voyage.captain is None:
        yield _("The {ship} sailed away with everything aboard.", ship=ship.name)
        return
    captain = Player(voyage.captain)
    size = len(voyage.party)
    yield _("{captain} boards the {ship} with {size} pirates.", captain=captain, ship=ship.name, size=size)
    yield from _shared(voyage)
    yield from _wages(voyage)
    yield from _what_is_left(voyage)


def _shared(voyage: Voyage) -> Iterator[Text]:
    (captain, booty), *mate = pieces(voyage)
    yield _("{captain} takes a {booty}.", captain=Player(captain), booty=booty_words(booty))
    for seat, kind in mate:
        yield _("First mate {mate} gets a {booty}.", mate=Player(seat), booty=booty_words(kind))


def _wages(voyage: Voyage) -> Iterator[Text]:
    """Each player's pirates in one line, in the order in which they stand in the party."""
    wages = payroll(voyage.party, voyage.ship)
    for seat in dict.fromkeys(pay.seat for pay in wages):
        own = [pay for pay in wages if pay.seat == seat]
        yield _n(
            "{player} earns {count} ducat ({pirates}).",
            "{player} earns {count} ducats ({pirates}).",
            sum(pay.wage for pay in own),
            player=Player(seat),
            pirates=Listed(tuple(_pay_words(pay.disc, pay.wage) for pay in own)),
        )


def _pay_words(disc: Disc, wage: int) -> Text:
    if FACES[disc].wage == wage:
        return FACES[disc].label
    return _("{disc} is {wage} here", disc=FACES[disc].label, wage=wage)


def _what_is_left(voyage: Voyage) -> Iterator[Text]:
    captain, ducats = Player(voyage.captain or 0), SHIPS[voyage.ship].ducats
    left = ducats - sum(pay.wage for pay in payroll(voyage.party, voyage.ship))
    if left >= 0:
        yield _("{captain} keeps {left} of {ducats} ducats.", captain=captain, left=left, ducats=ducats)
        return
    own = -left - voyage.bank
    if own:
        yield _(
            "{captain} adds {own} to the ship's {ducats} ducats.", captain=captain, own=own, ducats=ducats
        )
    if voyage.bank:
        yield _("The bank pays the missing {bank}.", bank=voyage.bank)


def award_words(pieces: Sequence[int], ducats: Sequence[int]) -> Listed:
    """What a kind brought each seat that has any of it."""
    return Listed(
        tuple(
            _("{player} {ducats} ({pieces})", player=Player(seat), ducats=signed(ducats[seat]), pieces=own)
            for seat, own in enumerate(pieces)
            if own
        )
    )

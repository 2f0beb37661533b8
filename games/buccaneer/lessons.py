"""What a newcomer is told, each thing once, at the moment when it is needed; and the game to learn it in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.buccaneer.actions import mutinous_party, obliged
from games.buccaneer.discs import OWNER, Party
from games.buccaneer.options import BuccaneerOptions
from games.buccaneer.outlook import outlook
from games.buccaneer.picture_ships import boarders
from games.buccaneer.ships import CONSOLATION, IN_SIGHT, LARGEST_PARTY, MUTINEERS
from games.buccaneer.state import View
from games.buccaneer.tabletop import ship_just_left
from games.contract import Course, Lesson
from games.text import Seat, Text, _, _n

TEXTS: Mapping[str, Text] = {
    "aim": _(
        "Captains board ships, pay the crew, keep the rest: most ducats win. Put a pirate of yours on "
        "another player's: the top one captains the party."
    ),
    "later": _(
        "Your new party may board on your next turn at the earliest, if it's large enough and nobody has "
        "climbed on top."
    ),
    "climbed-on": _(
        "Somebody climbed on your party and commands it now. Your pirates aboard are paid when it boards."
    ),
    "wages": _(
        "The number is a pirate's wage; a ? costs what the ship says. Below the top it's hidden: remember "
        "it. Captains pay everyone else's."
    ),
    "mate": _(
        "Your pirate under the anchor is first mate. If a ship has two pieces of booty, the captain takes "
        "one, you the other."
    ),
    "board": _(
        "You have enough pirates to board. Below each ship stands what she would bring you: her ducats, less "
        "the wages of the others' pirates."
    ),
    "loss": _(
        "A minus means that wages may be more than the ship carries. You would pay the rest from your purse, "
        "but keep the booty."
    ),
    "paid": _(
        "The captain took the ship's ducats and paid every pirate of the others; own ones cost nothing. Then "
        "all of them went home."
    ),
    "booty": _n(
        "In the end the most booty of a kind brings the ducats beside the crown; ties share them. Without "
        "a share, each piece is {count} ducat.",
        "In the end the most booty of a kind brings the ducats beside the crown; ties share them. Without "
        "a share, each piece is {count} ducats.",
        CONSOLATION,
    ),
    "new-ships": _("New ships come only when all {in_sight} in sight are gone.", in_sight=IN_SIGHT),
    "three-aboard": _(
        "{mutineers} of yours serve in one party of another's. Once it is large enough for a ship, you may "
        "force that captain to board on the captain's turn.",
        mutineers=MUTINEERS,
    ),
    "mutiny": _(
        "With {mutineers} or more pirates under another captain you may call a mutiny: that captain must "
        "board a ship of their choice now.",
        mutineers=MUTINEERS,
    ),
    "mutiny-here": _("Only a party in mutiny can board now. Which ship is still up to you."),
    "nine": _("A party has {most} pirates at most. Larger ones cannot be put together.", most=LARGEST_PARTY),
    "passed-over": _("None of your pirates is on top, so your turns are skipped until some come home."),
    "disbanded": _(
        "Nobody could climb or board, so every pirate went home unpaid. If it happens again before a ship is "
        "boarded, one sails away."
    ),
    "last-ships": _("These are the last ships. When they are gone, booty is counted and the game ends."),
}
"""By name, in the order in which they mostly come."""

COURSE_SEED = (102).to_bytes(32, "big")
"""Its ships, with robots at two seats, bring early what most lessons are about."""


def course(_options: BuccaneerOptions | None = None) -> Course:
    """A whole game of three: some thirty turns of one's own."""
    return Course(BuccaneerOptions(), 3, COURSE_SEED)


def lessons(view: View) -> tuple[Lesson, ...]:
    """Those that fit what this seat sees, what it needs for its next choice first."""
    if view.seat is None or view.table.phase == "over":
        return ()
    return tuple(Lesson(name, TEXTS[name]) for name in _fitting(view, view.seat))


def _fitting(view: View, seat: Seat) -> Iterator[str]:
    table = view.table
    own = [party for party in view.parties if OWNER[party[0]] == seat]
    if table.phase != "mutiny":
        yield "aim"
    if seat in table.to_act:
        yield from _of_my_turn(view, seat, own)
    yield from _of_latest(view, seat)
    yield from _of_parties(view, seat)
    if not own:
        yield "passed-over"
    if table.unseen and len(table.ships) < IN_SIGHT:
        yield "new-ships"
    if not table.unseen:
        yield "last-ships"


def _of_my_turn(view: View, seat: Seat, own: list[Party]) -> Iterator[str]:
    """The keys of the lessons about what this seat is asked to decide now."""
    table = view.table
    if table.phase == "mutiny":
        yield "mutiny"
        return
    if obliged(table, view.parties):
        yield "mutiny-here"
    boarding = [(party, ship) for ship in table.ships for party in boarders(view, seat, ship)]
    if boarding:
        yield "board"
    if any(outlook(view, party, ship).least < 0 for party, ship in boarding):
        yield "loss"
    others = [len(party) for party in view.parties if OWNER[party[0]] != seat]
    if others and max(map(len, own)) + max(others) > LARGEST_PARTY:
        yield "nine"


def _of_latest(view: View, seat: Seat) -> Iterator[str]:
    """The keys of the lessons about what has just happened at the table."""
    table, laid = view.table, view.table.laid
    if laid is not None and OWNER[laid.top] == seat:
        yield "later"
    if laid is not None and OWNER[laid.top] != seat:
        party = next(party for party in view.parties if party[0] == laid.top)
        if OWNER[party[laid.size]] == seat:
            yield "climbed-on"
    if ship_just_left(table) and table.voyages[-1].captain is not None:
        yield "paid"
        yield "booty"
    if table.stalled:
        yield "disbanded"


def _of_parties(view: View, seat: Seat) -> Iterator[str]:
    """What lies on the table."""
    several = [party for party in view.parties if len(party) > 1]
    if several:
        yield "wages"
    if any(OWNER[party[1]] == seat for party in several):
        yield "mate"
    if mutinous_party(view.parties, seat) is not None and seat not in view.table.to_act:
        yield "three-aboard"

"""The rules in short: enough for a newcomer to play from."""

from __future__ import annotations

from collections.abc import Iterator

from games.buccaneer.actions import MOST_CHANGES
from games.buccaneer.discs import EACH, WAGES
from games.buccaneer.options import BuccaneerOptions, describe_options
from games.buccaneer.ships import (
    BOOTY,
    CONSOLATION,
    IN_SIGHT,
    LARGEST_PARTY,
    MUTINEERS,
    PIECES_OF_A_KIND,
    PURSE,
    SHIPS,
)
from games.buccaneer.speech import booty_words, ship_words
from games.buccaneer.state import Phase, View
from games.contract import Section
from games.text import Listed, Player, Text, _, _n


def rules(options: BuccaneerOptions, view: View | None) -> tuple[Section, ...]:
    """Overview, what is going on now, the two things to do, mutiny, ships, scoring, and this table."""
    return (
        Section(_("The game"), tuple(_overview())),
        *(() if view is None else (Section(_("What happens now"), tuple(_now(view.table.phase, view))),)),
        Section(_("Moving"), tuple(_moving())),
        Section(_("Boarding a ship"), tuple(_boarding())),
        Section(_("Mutiny"), tuple(_mutiny())),
        Section(_("When nobody can act"), tuple(_deadlock())),
        Section(_("Scoring"), tuple(_scoring())),
        Section(_("The ships"), tuple(_ships())),
        Section(_("At this table"), describe_options()),
    )


def _overview() -> Iterator[Text]:
    yield _("Gather pirates into parties, board merchant ships, pay the crew, and keep what is left.")
    yield _(
        "Everybody has {pirates} pirates of one colour, with the wages {wages}, and {purse} ducats.",
        pirates=EACH,
        wages=Listed(tuple(str(wage or "?") for wage in WAGES)),
        purse=PURSE,
    )
    yield _(
        "Whoever has the top pirate of a party is its captain. The owner of the second is the first mate."
    )
    yield _(
        "{in_sight} of the {ships} ships are in sight. The next {in_sight} come only when all of them are "
        "gone.",
        in_sight=IN_SIGHT,
        ships=len(SHIPS),
    )
    yield _(
        "On your turn do one of two things: move, or board a ship. You must if you can. If none of your "
        "pirates is on top, or nothing is possible with them, you are passed over."
    )
    yield _("The game ends when no ship is left. Most ducats win.")


def _now(phase: Phase, view: View) -> Iterator[Text]:
    captain = Player(view.table.current)
    match phase:
        case "turn":
            yield _(
                "It is {captain}'s turn: choose a party in My hand, then a ship or a party.", captain=captain
            )
            yield _("A party that you put together now can board a ship on your next turn at the earliest.")
        case "mutiny":
            yield _(
                "Before {captain} acts, somebody with {mutineers} or more pirates in one of {captain}'s "
                "parties says whether it must board a ship.",
                captain=captain,
                mutineers=MUTINEERS,
            )
        case "over":
            yield _("The game is over. The score sheet shows how it came about.")


def _moving() -> Iterator[Text]:
    yield _("Take one of your parties, or a single pirate of yours, and put it on another player's.")
    yield _("Yours lies on top, so you are the captain of them all. A party is never split.")
    yield _("Never onto your own, and never more than {most} pirates together.", most=LARGEST_PARTY)
    yield _("Only the top pirate's wage can be seen. Nobody may look at those below: remember what you saw.")


def _boarding() -> Iterator[Text]:
    yield _("Your party needs at least as many pirates as the ship demands. More may come.")
    yield _("1. The captain takes one of the pieces of booty that the ship shows.")
    yield _("2. If it shows two, the first mate gets the other.")
    yield _("3. The captain takes the ship's ducats.")
    yield _(
        "4. The captain pays each pirate of the other players its wage. For a ? the ship says how much. "
        "The captain's own cost nothing."
    )
    yield _(
        "5. If the ship's ducats do not suffice, the captain pays from their own; if those do not suffice, "
        "the bank pays the rest, for good. The captain keeps the booty all the same."
    )
    yield _("6. All these pirates go back to their owners, and the ship is out of the game.")


def _mutiny() -> Iterator[Text]:
    yield _(
        "Who has {mutineers} or more pirates in a party of another captain can force that captain, on the "
        "captain's turn, to board a ship with it.",
        mutineers=MUTINEERS,
    )
    yield _("The captain chooses the ship. A party too small for every ship in sight cannot be forced.")
    yield _("If several of a captain's parties are in mutiny, the captain boards with one of them.")
    yield _(
        "You are asked on the captain's turn, once for each party as it is. Your answer stands until the "
        "party changes or boards; you can change it, {changes} times in a turn.",
        changes=MOST_CHANGES,
    )


def _deadlock() -> Iterator[Text]:
    yield _("If nobody at all can move or board, all parties disband and every pirate goes home unpaid.")
    yield _(
        "Each time that this comes again before a ship has been boarded, the ship that needs most pirates "
        "(of equals, the one with most ducats) sails away with all that she carries."
    )


def _scoring() -> Iterator[Text]:
    yield _("There are {pieces} pieces of each kind of booty.", pieces=PIECES_OF_A_KIND)
    values = (
        _("{booty} {ducats}", booty=booty_words(kind), ducats=row.value) for kind, row in enumerate(BOOTY)
    )
    yield _("Whoever has most pieces of a kind gets so many ducats: {values}.", values=Listed(tuple(values)))
    yield _("Several with as many share it; what cannot be divided is lost.")
    yield _n(
        "Whoever gets nothing for a kind that way gets {count} ducat for each piece of it.",
        "Whoever gets nothing for a kind that way gets {count} ducats for each piece of it.",
        CONSOLATION,
    )
    yield _("Most ducats win; of equals, most pieces of booty. Who is equal in both wins together.")


def _ships() -> Iterator[Text]:
    for number, ship in enumerate(SHIPS):
        yield _(
            "{ship_and_figures}: {booty}",
            ship_and_figures=ship_words(number),
            booty=Listed(tuple(map(booty_words, ship.booty))),
        )

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
from games.buccaneer.speech import (
    booty_words,
)
from games.buccaneer.state import Phase, View
from games.contract import AT_THIS_TABLE, Section
from games.text import Listed, Player, Text, _, _n

_SMALL = 9
"""How many ships of the table stand on the first of its two pages."""


def rules(options: BuccaneerOptions, view: View | None) -> tuple[Section, ...]:
    """Overview, what is going on now, the two things to do, mutiny, scoring, ships, and this table."""
    ships = tuple(_ships())
    return (
        Section(_("The game"), tuple(_overview())),
        *(() if view is None else (Section(_("What happens now"), tuple(_now(view.table.phase, view))),)),
        Section(_("Climbing"), tuple(_climbing())),
        Section(_("Boarding"), tuple(_boarding())),
        Section(_("Mutiny"), tuple(_mutiny())),
        Section(_("Scoring"), tuple(_scoring())),
        Section(_("When nobody can act"), tuple(_deadlock())),
        Section(_("The small ships"), ships[:_SMALL]),
        Section(_("The large ships"), ships[_SMALL:]),
        Section(AT_THIS_TABLE, describe_options(options)),
    )


def _overview() -> Iterator[Text]:
    yield _("Gather pirates into parties, board ships, pay the crew, keep the rest. Most ducats win.")
    yield _(
        "Everybody has {pirates} pirates, with wages of {wages}, and {purse} ducats.",
        pirates=EACH,
        wages=Listed(tuple(str(wage or "?") for wage in WAGES)),
        purse=PURSE,
    )
    yield _("Whoever owns a party's top pirate is captain; whoever owns the second is first mate.")
    yield _("On your turn, climb or board: one of the two, if you can. If you cannot, you sit out.")
    yield _(
        "{in_sight} of {ships} ships are in sight. The next come when all {in_sight} are gone. After the "
        "last the game ends.",
        in_sight=IN_SIGHT,
        ships=len(SHIPS),
    )


def _now(phase: Phase, view: View) -> Iterator[Text]:
    captain = Player(view.table.current)
    match phase:
        case "turn":
            yield _("{captain} picks a party, then a ship to board or a party to climb on.", captain=captain)
            yield _("What you put together now can board on your next turn at the earliest.")
        case "mutiny":
            yield _(
                "Somebody with {mutineers} or more pirates in a party of {captain}'s may force it to board.",
                captain=captain,
                mutineers=MUTINEERS,
            )
        case "over":
            yield _("The game is over. The score sheet tells the story.")


def _climbing() -> Iterator[Text]:
    yield _("Put one of your parties, or a single pirate, on another player's.")
    yield _("Yours is on top, so you are captain of all. Parties are never split.")
    yield _("Never on your own, and never more than {most} together.", most=LARGEST_PARTY)
    yield _("Only the top pirate's wage stays open. Nobody may look below, so remember.")


def _boarding() -> Iterator[Text]:
    yield _("Your party needs as many pirates as the ship asks for, or more.")
    yield _("1. The captain takes a piece of the ship's booty. Of two, the first mate gets the other.")
    yield _("2. The captain takes the ship's ducats.")
    yield _(
        "3. The captain pays the others' pirates their wages, for a ? what the ship says. Own ones are free."
    )
    yield _("4. Too little? The captain's purse pays, then the bank. The booty stays with the captain.")
    yield _("5. All these pirates go home, and the ship is gone.")


def _mutiny() -> Iterator[Text]:
    yield _(
        "With {mutineers} or more pirates in another's party you may call a mutiny: on their turn the "
        "captain must board a ship with it.",
        mutineers=MUTINEERS,
    )
    yield _("The captain chooses the ship. Too small for every ship in sight? Then nothing happens.")
    yield _("With several parties in mutiny the captain boards with one of them.")
    yield _(
        "You are asked on the captain's turn. Your answer stands until the party changes or boards; you may "
        "change it {changes} times a turn.",
        changes=MOST_CHANGES,
    )


def _scoring() -> Iterator[Text]:
    yield _(
        "After the last ship, booty counts. There are {pieces} pieces of each kind.", pieces=PIECES_OF_A_KIND
    )
    values = (
        _("{booty} {ducats}", booty=booty_words(kind), ducats=row.value) for kind, row in enumerate(BOOTY)
    )
    yield _("The most of a kind bring this many ducats: {values}.", values=Listed(tuple(values)))
    yield _("Several with as many share, rounded down.")
    yield _n(
        "Anyone without a share gets {count} ducat for each piece.",
        "Anyone without a share gets {count} ducats for each piece.",
        CONSOLATION,
    )
    yield _("Most ducats win, then most pieces of booty. Still equal? You win together.")


def _deadlock() -> Iterator[Text]:
    yield _("If nobody at all can climb or board, every pirate goes home unpaid.")
    yield _(
        "If it happens again before a ship is boarded, the ship that needs most pirates (of equals, the one "
        "with most ducats) sails away."
    )


def _ships() -> Iterator[Text]:
    for ship in SHIPS:
        yield _(
            "{ship}: {needs} pirates, {ducats} ducats, ? is {question}, {booty}",
            ship=ship.name,
            needs=ship.pirates,
            ducats=ship.ducats,
            question=ship.question,
            booty=Listed(tuple(BOOTY[kind].name for kind in ship.booty)),
        )

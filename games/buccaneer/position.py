"""A turn as somebody sets it up: parties, ships, and what became of those that are gone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from games.buccaneer import boarding, turns
from games.buccaneer.actions import MOST_CHANGES, can_act, mutinous_party
from games.buccaneer.discs import EACH, NAMES, OWNER, Party, discs_of
from games.buccaneer.ships import BOOTY, IN_SIGHT, LARGEST_PARTY, PURSE, SHIPS
from games.buccaneer.state import CHALLENGES, LETS_BE, UNASKED, State, Table, Voyage
from games.contract import Position
from games.fairness import shuffled
from games.position import Pack, by_seat, check_between, check_scores, named
from games.text import Seat

_SAID = {"": UNASKED, "let be": LETS_BE, "challenge": CHALLENGES}
_SHIPS = bytes(range(len(SHIPS)))
_SHIP_OF = {str(ship + 1): ship for ship in _SHIPS}

_DISCS = {face.short: number for number, face in NAMES.items()}
"""The discs by the short names under which a position names them."""


class BuccaneerPosition(Position):
    """The beginning of a turn. Pirates are named as in actions ("r2 bq k5"), ships have their numbers there.

    The phase follows: if somebody could mutiny and has said nothing, that is asked first.
    """

    captain: Seat | None = None
    """Whose turn it is; None: as it is drawn."""
    parties: tuple[str, ...] = ()
    """Each from the top; pirates that are not named are alone."""
    ships: str | None = None
    """The ships in sight; None: as they are drawn."""
    unseen: str = ""
    """The first of those that lie face down."""
    voyages: tuple[str, ...] = ()
    """The ships that are gone, in order: "8 chest r2 b5" was boarded by that party, whose captain took a
    chest; "8" sailed away.
    """
    ducats: tuple[int, ...] = ()
    """Empty: as the voyages made them."""
    answers: tuple[Literal["", "challenge", "let be"], ...] = ()
    """What each seat has said about the party in which it could mutiny."""
    changes: tuple[int, ...] = ()
    """How often each has changed that in this turn."""
    stalled: bool = False
    """Nobody could act, and no ship has been boarded since."""


def set_up(first: State, given: BuccaneerPosition) -> State:
    """That turn, in the game that began so. ValueError if it cannot be."""
    ships = Pack(_SHIPS, shuffled(first.seed, "ships", len(SHIPS)), _SHIP_OF)
    table, players = _after_voyages(first.table, given.voyages, ships), first.table.players
    table = replace(table, ducats=_ducats(table, given))
    in_sight, next_ones = ships.take(given.ships or ""), ships.take(given.unseen)
    left = len(in_sight + next_ones + ships.rest)
    count = (left - 1) % IN_SIGHT + 1  # new ones are turned up when all are gone
    in_sight = ships.deal(count) if given.ships is None else in_sight
    if not left or len(in_sight) != count:
        raise ValueError(f"With {left} ships left {count} are in sight, not {len(in_sight)}.")
    deck, parties = next_ones + ships.rest, _parties(given, players)
    captain = table.current if given.captain is None else given.captain
    check_between("The captain", captain, 0, players - 1)
    table = replace(table, turn=0, ships=in_sight, unseen=len(deck), stalled=given.stalled)
    if not can_act(table, parties, captain):
        raise ValueError(f"Seat {captain} could do nothing on its turn: it would be passed over.")
    said = replace(table, answers=_answers(given, parties, players))
    changes = by_seat("changes", given.changes, players, 0)
    for seat, count in enumerate(changes):
        check_between(
            f"How often seat {seat} has changed its answer",
            count,
            0,
            MOST_CHANGES if said.answers[seat] else 0,
        )
    begun = replace(turns.begin(said, parties, captain), changes=bytes(changes))
    return State(begun, parties, deck, first.seed)


def _after_voyages(table: Table, voyages: Sequence[str], ships: Pack) -> Table:
    """The state after voyages have brought everybody something."""
    for voyage in voyages:
        number, *words = voyage.split() or [""]
        (ship,) = ships.take(number)
        if not words:
            table = replace(table, voyages=(*table.voyages, Voyage(ship)))
            continue
        piece, party = words[0], _party(" ".join(words[1:]), table.players)
        kinds = {BOOTY[kind].short: kind for kind in SHIPS[ship].booty}
        if piece not in kinds:
            raise ValueError(f"Ship {number} carries no {piece!r}.")
        check_between(f"The crew of ship {number}", len(party), SHIPS[ship].pirates, LARGEST_PARTY)
        table, _voyage = boarding.board(table, party, ship, kinds[piece])
    return table


def _ducats(table: Table, given: BuccaneerPosition) -> tuple[int, ...]:
    """Everybody's money. Of a ship nobody has got more than all that it carried, or all the wages."""
    gone = [voyage.ship for voyage in table.voyages]
    most = PURSE + sum(max(SHIPS[ship].ducats, sum(boarding.WAGE[ship][:EACH])) for ship in gone)
    ducats = by_seat("ducats", given.ducats, table.players, 0) if given.ducats else table.ducats
    check_scores(ducats, 0, most)
    return ducats


def _party(words: str, players: int) -> Party:
    """A party from the top. ValueError if a pirate does not play, or is in it twice."""
    party = named(words, {short: disc for short, disc in _DISCS.items() if OWNER[disc] < players})
    if len(set(party)) < len(party):
        raise ValueError(f"A pirate is named twice in {words!r}.")
    return party


def _parties(given: BuccaneerPosition, players: int) -> tuple[Party, ...]:
    """All of them, sorted. ValueError if a pirate is in two, or one is too large."""
    pirates = b"".join(map(discs_of, range(players)))
    pack = Pack(pirates, range(len(pirates)), _DISCS)
    parties = [pack.take(words) for words in given.parties]
    for words, party in zip(given.parties, parties, strict=True):
        check_between(f"The size of the party {words!r}", len(party), 1, LARGEST_PARTY)
    return tuple(sorted([*parties, *turns.home(pack.rest)]))


def _answers(given: BuccaneerPosition, parties: Sequence[Party], players: int) -> bytes:
    """What was said. ValueError if somebody has no party to mutiny in."""
    said = by_seat("answers", given.answers, players, "")
    for seat, answer in enumerate(said):
        if answer and mutinous_party(parties, seat) is None:
            raise ValueError(f"Seat {seat} has no party in which it could mutiny.")
    return bytes([_SAID[answer] for answer in said])

"""What a captain can do: the actions as they are spelled, and which of them the parties on the table allow.

Everything here works on whole parties and on what can be seen of them alike: it asks for owners, sizes and
top discs only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from games.buccaneer.discs import FACES, OWNER, Disc, Party
from games.buccaneer.ships import BOOTY, LARGEST_PARTY, MUTINEERS, NEEDS, SHIPS, Kind, ShipNumber
from games.buccaneer.state import CHALLENGES, LETS_BE, UNASKED, Table
from games.contract import Action
from games.text import Seat


class Move(msgspec.Struct, frozen=True):
    """Putting the party with one top disc on the party with another."""

    top: Disc
    onto: Disc


class Board(msgspec.Struct, frozen=True):
    """Boarding a ship and taking that piece."""

    top: Disc
    ship: ShipNumber
    booty: Kind


class Answer(msgspec.Struct, frozen=True):
    """Challenging the captain, or letting be."""

    says: int


CHALLENGE: Action = "challenge"
LET_BE: Action = "let be"

MOVES: tuple[tuple[Action, ...], ...] = tuple(
    tuple(f"move {mine.short} {other.short}" for other in FACES) for mine in FACES
)
"""By the two top discs."""
BOARDS: tuple[tuple[tuple[Action, ...], ...], ...] = tuple(
    tuple(
        tuple(f"board {face.short} {number} {BOOTY[kind].short}" for kind in dict.fromkeys(ship.booty))
        for number, ship in enumerate(SHIPS, 1)
    )
    for face in FACES
)
"""By top disc and ship: one for each piece that can be taken."""


def _spelled() -> Iterator[tuple[Action, Move | Board | Answer]]:
    yield CHALLENGE, Answer(CHALLENGES)
    yield LET_BE, Answer(LETS_BE)
    for top in range(len(FACES)):
        for onto in range(len(FACES)):
            yield MOVES[top][onto], Move(top, onto)
        for number, ship in enumerate(SHIPS):
            for action, kind in zip(BOARDS[top][number], dict.fromkeys(ship.booty), strict=True):
                yield action, Board(top, number, kind)


MEANING: Mapping[Action, Move | Board | Answer] = dict(_spelled())
"""By its spelling, what each action means: a move of discs, a boarding or an answer."""
OTHER_ANSWER: tuple[tuple[Action, ...], ...] = ((), (CHALLENGE,), (LET_BE,))
"""By what has been said: what can be said instead."""
MOST_CHANGES = 2
"""How often an answer may be changed between two turns; ours, so that games end."""


def party_of(parties: Sequence[Party], top: Disc) -> Party | None:
    """The party with this disc on top."""
    for party in parties:
        if party[0] == top:
            return party
    return None


def least_crew(table: Table) -> int:
    """The fewest pirates that could board something now."""
    return min(table.ships.translate(NEEDS))


def can_act(table: Table, parties: Sequence[Party], seat: Seat) -> bool:
    """Whether a seat has anything to do on its turn."""
    own = [len(party) for party in parties if OWNER[party[0]] == seat]
    if not own:
        return False
    if max(own) >= least_crew(table):
        return True
    others = [len(party) for party in parties if OWNER[party[0]] != seat]
    return bool(others) and min(own) + min(others) <= LARGEST_PARTY


def turn_actions(table: Table, parties: Sequence[Party]) -> list[Action]:
    """What the captain in turn may do: party by party the ships, then the parties to be put on."""
    captain, least = table.current, least_crew(table)
    actions: list[Action] = []
    mutinous = CHALLENGES in table.answers and obliged(table, parties)
    if mutinous:
        for party in mutinous:
            actions += boardings(table, party)
        return actions
    others = [party for party in parties if OWNER[party[0]] != captain]
    tops, largest = [other[0] for other in others], max(map(len, others), default=0)
    for party in parties:
        if OWNER[party[0]] == captain:
            moves, room = MOVES[party[0]], LARGEST_PARTY - len(party)
            if len(party) >= least:
                actions += boardings(table, party)
            if largest <= room:
                actions += [moves[top] for top in tops]
            else:
                actions += [moves[other[0]] for other in others if len(other) <= room]
    return actions


def boardings(table: Table, party: Party) -> list[Action]:
    """The ways to board something with this party."""
    size, boards = len(party), BOARDS[party[0]]
    return [action for ship in table.ships if NEEDS[ship] <= size for action in boards[ship]]


# Mutiny


def mutineers(party: Party, players: int) -> list[Seat]:
    """The seats with enough pirates in a party under another captain to call a mutiny."""
    if len(party) <= MUTINEERS:
        return []
    owners = party.translate(OWNER)
    return [seat for seat in range(players) if seat != owners[0] and owners.count(seat) >= MUTINEERS]


def mutinous_party(parties: Sequence[Party], seat: Seat) -> Party | None:
    """The party in which this seat could mutiny. There is one at most: it takes three of five pirates."""
    for party in parties:
        if len(party) > MUTINEERS and OWNER[party[0]] != seat:
            pirates = party.translate(OWNER).count(seat)
            if pirates >= MUTINEERS:
                return party
    return None


def obliged(table: Table, parties: Sequence[Party]) -> list[Party]:
    """The parties of the captain in turn with one of which a ship must be boarded, because of a mutiny.

    Parties too small for every ship in sight do not count.
    """
    if CHALLENGES not in table.answers:
        return []
    least = least_crew(table)
    return [
        party
        for party in parties
        if len(party) >= least
        and OWNER[party[0]] == table.current
        and any(table.answers[seat] == CHALLENGES for seat in mutineers(party, table.players))
    ]


def to_be_asked(table: Table, parties: Sequence[Party], captain: Seat) -> tuple[Seat, ...]:
    """Those who could make this captain board something now and have not said yet whether they want to."""
    large = [party for party in parties if len(party) > MUTINEERS and OWNER[party[0]] == captain]
    if not large:
        return ()
    least = least_crew(table)
    asked = [
        seat
        for party in large
        if len(party) >= least
        for seat in mutineers(party, table.players)
        if table.answers[seat] == UNASKED
    ]
    return tuple(sorted(asked))


def answers_open(table: Table, seat: Seat) -> tuple[Action, ...]:
    """What a mutineer may say: an answer if asked, another one if one stands."""
    if table.phase == "mutiny" and seat in table.to_act:
        return (CHALLENGE, LET_BE)
    return OTHER_ANSWER[table.answers[seat]] if table.changes[seat] < MOST_CHANGES else ()

"""Why something cannot be done, and what can, in sentences for people: alike on buttons and in refusals."""

from __future__ import annotations

from collections.abc import Sequence

from games.buccaneer.actions import MOST_CHANGES, Answer, Board, Move, least_crew, obliged, party_of
from games.buccaneer.discs import OWNER, Party
from games.buccaneer.ships import LARGEST_PARTY, MUTINEERS, NEEDS, SHIPS, ShipNumber
from games.buccaneer.state import Table
from games.contract import GAME_OVER
from games.text import Listed, Player, Seat, Text, _


def why_not(
    table: Table, parties: Sequence[Party], seat: Seat, wanted: Move | Board | Answer | None
) -> Text | None:
    """Why a seat may not do that now. None if it may."""
    if table.phase == "over":
        return GAME_OVER
    if isinstance(wanted, Answer):
        return _(
            "Nothing is asked of you now. You may mutiny when a captain with {mutineers} or more of your "
            "pirates can board a ship, and change your mind {changes} times a turn.",
            mutineers=MUTINEERS,
            changes=MOST_CHANGES,
        )
    if table.phase == "mutiny" and seat in table.to_act:
        return _("First say whether you mutiny against {captain}.", captain=Player(table.current))
    if table.phase == "mutiny" and seat == table.current:
        return _(
            "Wait for {players}, who may call a mutiny. Then it is your turn.", players=_players(table.to_act)
        )
    if seat != table.current or table.phase != "turn":
        return _("Not yet: it is {player}'s turn.", player=Player(table.current))
    if wanted is None:
        return _("Put one of your parties on another player's, or board a ship with it.")
    mine = party_of(parties, wanted.top)
    if mine is None or OWNER[mine[0]] != seat:
        return _("No party of yours has that pirate on top.")
    if isinstance(wanted, Board):
        return why_not_with(table, parties, mine) or why_not_board(table, mine, wanted.ship)
    return why_not_onto(table, parties, mine, party_of(parties, wanted.onto))


def why_not_with(table: Table, parties: Sequence[Party], mine: Party) -> Text | None:
    """Why a captain may do nothing with this party."""
    mutinous = obliged(table, parties)
    if mutinous and mine not in mutinous:
        return _("Mutiny! Board a ship with a party in mutiny.")
    return None


def why_not_onto(table: Table, parties: Sequence[Party], mine: Party, other: Party | None) -> Text | None:
    """Why a captain may not put this party onto that one."""
    if obliged(table, parties):
        return _("Mutiny! You must board a ship.")
    if other is None:
        return _("No party has that pirate on top.")
    if OWNER[other[0]] == OWNER[mine[0]]:
        return _("That party is yours already. Climb on another player's.")
    size = len(mine) + len(other)
    if size > LARGEST_PARTY:
        return _("Together that makes {size} pirates; {most} is the most.", size=size, most=LARGEST_PARTY)
    return None


def why_not_board(table: Table, mine: Party, ship: ShipNumber) -> Text | None:
    """Why a captain may not board that ship with this party."""
    if ship not in table.ships:
        return _("The {ship} is not in sight.", ship=SHIPS[ship].name)
    if len(mine) < NEEDS[ship]:
        return _("It takes {needs} pirates; this party has {size}.", needs=NEEDS[ship], size=len(mine))
    return None


def why_idle(table: Table, parties: Sequence[Party], mine: Party) -> Text | None:
    """Why nothing at all can be done with this party now."""
    refused = why_not_with(table, parties, mine)
    if refused is not None or len(mine) >= least_crew(table):
        return refused
    smallest = min((len(party) for party in parties if OWNER[party[0]] != OWNER[mine[0]]), default=99)
    if len(mine) + smallest > LARGEST_PARTY:
        return _("Too small for every ship, too large to join any other party.")
    return None


def _players(seats: Sequence[Seat]) -> Listed:
    return Listed(tuple(map(Player, seats)))

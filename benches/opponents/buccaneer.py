"""Yardsticks that do not move: this game's sensible robot from before there were levels, and a beginner."""

from __future__ import annotations

from random import Random

from games.buccaneer.actions import CHALLENGE, MEANING, Board, Move, party_of
from games.buccaneer.boarding import WAGE
from games.buccaneer.discs import EACH, OWNER, WAGES, Disc, Party, is_covered
from games.buccaneer.outlook import covered
from games.buccaneer.ships import BOOTY, NEEDS, SHIPS, Kind, ShipNumber, other_piece
from games.buccaneer.state import View
from games.contract import Action

PIECE = 0.3
"""What a piece of booty is worth before the end, as a share of what most of its kind bring."""
PATIENCE = 0.5
"""What a party is worth that could board next turn, as a share of what boarding now would bring."""


class Sensible:
    """Boards when it pays, otherwise builds the party that would pay best; mutinies whenever it can."""

    def choose(self, observation: View, random: Random) -> Action:
        """What looks best; the same whenever the same is seen."""
        actions = _turn_actions(observation)
        if not actions:
            return CHALLENGE if CHALLENGE in observation.legal else observation.legal[0]
        return max(actions, key=lambda action: _worth(observation, action))


def _turn_actions(view: View) -> list[Action]:
    return [action for action in view.legal if isinstance(MEANING[action], Move | Board)]


def _worth(view: View, action: Action) -> float:
    """What an action brings, in ducats, roughly."""
    wanted = MEANING[action]
    mine = party_of(view.parties, wanted.top) if isinstance(wanted, Move | Board) else None
    if mine is None:
        return 0.0
    if isinstance(wanted, Board):
        return _net(view, mine, wanted.ship, wanted.booty)
    other = party_of(view.parties, wanted.onto) if isinstance(wanted, Move) else None
    return 0.0 if other is None else PATIENCE * _promise(view, mine + other)


def _promise(view: View, party: Party) -> float:
    """What boarding with this party would bring; for one too small, what it lacks counts against it."""
    nets = [
        _net(view, party, ship, kind)
        for ship in view.table.ships
        if NEEDS[ship] <= len(party)
        for kind in SHIPS[ship].booty
    ]
    if nets:
        return max(nets)
    return float(len(party) - min(NEEDS[ship] for ship in view.table.ships))


def _net(view: View, party: Party, ship: ShipNumber, taken: Kind) -> float:
    """The captain's gain: ducats, less the wages as far as they can be guessed, and booty."""
    captain = OWNER[party[0]]
    wages = sum(_wage(view, disc, ship) for disc in party if OWNER[disc] != captain)
    left = other_piece(SHIPS[ship], taken)
    booty = PIECE * (BOOTY[taken].value - (BOOTY[left].value if left is not None else 0) / view.players)
    return max(SHIPS[ship].ducats - wages, -view.table.ducats[captain]) + booty


def _wage(view: View, disc: Disc, ship: ShipNumber) -> float:
    """What a pirate costs; if it is covered, what its owner's covered ones cost on average."""
    if not is_covered(disc):
        return WAGE[ship][disc]
    possible = covered(view, OWNER[disc])
    return sum(WAGE[ship][each] for each in possible) / len(possible)


class Beginner:
    """Somebody in a first game, who goes by what lies open.

    Boards whenever a ship is worth its crew: when it carries `FEE` ducats or more for each pirate of others;
    of several ships the richest. Otherwise climbs, with its largest party, on the party with the cheapest top
    disc with which it is large enough for a ship; if there is none, on the largest. Mutinies whenever asked.
    """

    def choose(self, observation: View, random: Random) -> Action:
        """The same whenever the same is seen."""
        actions = _turn_actions(observation)
        if not actions:
            return CHALLENGE if CHALLENGE in observation.legal else observation.legal[0]
        return max(actions, key=lambda action: _appeal(observation, action))


FEE = 3
"""What a beginner reckons that a pirate costs."""


def _appeal(view: View, action: Action) -> tuple[int, ...]:
    """How an action looks to a beginner; compared place by place."""
    wanted = MEANING[action]
    mine = party_of(view.parties, wanted.top) if isinstance(wanted, Move | Board) else None
    if mine is None:
        return ()
    if isinstance(wanted, Board):
        others = sum(OWNER[disc] != OWNER[mine[0]] for disc in mine)
        left = SHIPS[wanted.ship].ducats - FEE * others
        return (2 if left >= 0 else 0, left, BOOTY[wanted.booty].value)
    onto = party_of(view.parties, wanted.onto) if isinstance(wanted, Move) else None
    size = len(mine) + len(onto or b"")
    if size >= min(NEEDS[ship] for ship in view.table.ships):
        return (1, 1, len(mine), -_asked(wanted.onto) if isinstance(wanted, Move) else 0)
    return (1, 0, size)


def _asked(disc: Disc) -> int:
    """The wage on a disc; more than any where there is a question mark."""
    return WAGES[disc % EACH] or max(WAGES) + 1

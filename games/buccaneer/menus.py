"""How a person builds an action: which of my parties, onto what, which piece of booty; and mutiny."""

from __future__ import annotations

from collections.abc import Sequence

from games.buccaneer.actions import (
    BOARDS,
    CHALLENGE,
    MOVES,
    answers_open,
    least_crew,
    mutinous_party,
    obliged,
)
from games.buccaneer.discs import FACES, OWNER, Party
from games.buccaneer.refusals import why_idle, why_not_board, why_not_onto
from games.buccaneer.ships import BOOTY, SHIPS, Kind, ShipNumber
from games.buccaneer.speech import party_words, ship_words
from games.buccaneer.state import CHALLENGES, View
from games.contract import Action, Choice, Menu
from games.text import Player, Seat, Text, _

_SHIP_VALUES = {str(ship + 1): ship for ship in range(len(SHIPS))}
_VALUE_OF_SHIP = tuple(_SHIP_VALUES)


def steps(view: View, chosen: Sequence[str] = ()) -> Menu | None:
    """The next step towards an action. ValueError if `chosen` is no beginning of one."""
    seat = view.seat
    if seat is None or not view.decision:
        if chosen:
            raise ValueError(f"Nothing is asked of this seat, so {list(chosen)} is no answer.")
        return None
    if not chosen:
        return _first_menu(view, seat)
    mine = _own_party(view, seat, chosen[0])
    if mine is None or why_idle(view.table, view.parties, mine) is not None:
        raise ValueError(f"No choice that is asked now begins with {list(chosen)}.")
    if len(chosen) == 1:
        return _target_menu(view, mine)
    ship = _SHIP_VALUES.get(chosen[1])
    if len(chosen) > 2 or ship is None or why_not_board(view.table, mine, ship) or _single(ship):
        raise ValueError(f"No choice that is asked now begins with {list(chosen)}.")
    return _booty_menu(mine, ship)


def _captains(view: View) -> bool:
    """Whether it is this seat's turn to move or board."""
    return view.table.phase == "turn" and view.seat == view.table.current


def _own_party(view: View, seat: Seat, short: str) -> Party | None:
    if not _captains(view):
        return None
    own = (party for party in view.parties if OWNER[party[0]] == seat)
    return next((party for party in own if FACES[party[0]].short == short), None)


# First: one of my parties, or an answer


def _first_menu(view: View, seat: Seat) -> Menu:
    answers = tuple(_answer_choice(view, seat, action) for action in answers_open(view.table, seat))
    if not _captains(view):
        return Menu(_what_to_answer(view, seat), answers)
    own = [party for party in view.parties if OWNER[party[0]] == seat]
    return Menu(_what_to_do(view), (*(_party_choice(view, party) for party in own), *answers))


def _what_to_do(view: View) -> Text:
    if obliged(view.table, view.parties):
        return _("Mutiny! You must board a ship. With which party?")
    return _("Choose a party of yours, to board a ship with it or to put it on another player's.")


def _party_choice(view: View, party: Party) -> Choice:
    face = FACES[party[0]]
    mutinous = party in obliged(view.table, view.parties)
    label = _("{party}: mutiny", party=party_words(party)) if mutinous else party_words(party)
    refused = why_idle(view.table, view.parties, party)
    return Choice(face.short, label, None, face.colour.symbol, refused)


def _mutinous(view: View, seat: Seat) -> Party:
    """The party about which this seat is asked, or has been."""
    party = mutinous_party(view.parties, seat)
    if party is None:
        raise ValueError(f"Seat {seat} has no party to mutiny in.")
    return party


def _what_to_answer(view: View, seat: Seat) -> Text:
    table = view.table
    party = _mutinous(view, seat)
    captain = Player(OWNER[party[0]])
    if table.phase == "mutiny" and seat in table.to_act:
        return _(
            "{captain} holds {pirates} of your pirates under {disc}. Force a boarding now? The captain "
            "chooses the ship.",
            captain=captain,
            disc=FACES[party[0]].label,
            pirates=party.translate(OWNER).count(seat),
        )
    if table.answers[seat] == CHALLENGES:
        return _("Your challenge to {captain} stands. You can still call it off.", captain=captain)
    return _(
        "You let {captain} be until the party changes. You can still call a mutiny.",
        captain=captain,
    )


def _answer_choice(view: View, seat: Seat, action: Action) -> Choice:
    captain = Player(OWNER[_mutinous(view, seat)[0]])
    if action == CHALLENGE:
        return Choice(action, _("Mutiny: {captain} must board!", captain=captain), action, "⚔️")
    if view.table.answers[seat] == CHALLENGES:
        return Choice(action, _("Call off the mutiny against {captain}", captain=captain), action, "🕊️")
    return Choice(action, _("Let {captain} be", captain=captain), action, "🕊️")


# Second: a ship, or another player's party


def _target_menu(view: View, mine: Party) -> Menu:
    """Ships, then the others' parties, those of the next player first. Ships that this party is too small for
    altogether come last: they are there to say why not.
    """
    captain, players = view.table.current, view.players
    others = sorted(
        (party for party in view.parties if OWNER[party[0]] != captain),
        key=lambda party: ((OWNER[party[0]] - captain) % players, party),
    )
    ships = tuple(_ship_choice(view, mine, ship) for ship in view.table.ships)
    parties = tuple(_onto_choice(view, mine, other) for other in others)
    boards = len(mine) >= least_crew(view.table)
    return Menu(_where_to(view, mine), (*ships, *parties) if boards else (*parties, *ships))


def _where_to(view: View, mine: Party) -> Text:
    """What can be done with this party: one of two things, or both."""
    party = party_words(mine)
    if obliged(view.table, view.parties):
        return _("{party}: board which ship?", party=party)
    if len(mine) < least_crew(view.table):
        return _("{party}: put it on top of which party?", party=party)
    return _("{party}: board which ship, or put it on top of which party?", party=party)


def _ship_choice(view: View, mine: Party, ship: ShipNumber) -> Choice:
    refused = why_not_board(view.table, mine, ship)
    action = BOARDS[mine[0]][ship][0] if refused is None and _single(ship) else None
    return Choice(_VALUE_OF_SHIP[ship], ship_words(ship), action, "⛵", refused)


def _onto_choice(view: View, mine: Party, other: Party) -> Choice:
    face = FACES[other[0]]
    refused = why_not_onto(view.table, view.parties, mine, other)
    action = None if refused is not None else MOVES[mine[0]][other[0]]
    return Choice(face.short, party_words(other), action, face.colour.symbol, refused)


# Third: one of two pieces


def _single(ship: ShipNumber) -> bool:
    """Whether there is nothing to choose on this ship."""
    return len(BOARDS[0][ship]) == 1


def _booty_menu(mine: Party, ship: ShipNumber) -> Menu:
    prompt = _(
        "Which piece do you take from the {ship}? {mate}, the first mate, gets the other.",
        ship=SHIPS[ship].name,
        mate=Player(OWNER[mine[1]]),
    )
    kinds = dict.fromkeys(SHIPS[ship].booty)
    actions = BOARDS[mine[0]][ship]
    return Menu(
        prompt,
        tuple(
            Choice(BOOTY[kind].short, _piece(kind), action, BOOTY[kind].symbol)
            for kind, action in zip(kinds, actions, strict=True)
        ),
    )


def _piece(kind: Kind) -> Text:
    """A piece with what its kind can bring."""
    row = BOOTY[kind]
    return _("{booty} ({value} ducats for whoever has most)", booty=row.name, value=row.value)

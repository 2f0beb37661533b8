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
from games.buccaneer.outlook import figures, outlook, words
from games.buccaneer.refusals import why_idle, why_not_board, why_not_onto
from games.buccaneer.ships import BOOTY, IN_SIGHT, SHIPS, ShipNumber
from games.buccaneer.speech import (
    mark,
    party_label,
    ship_mark,
    ship_words,
    ships_in_places,
    wage_shown,
)
from games.buccaneer.state import CHALLENGES, View
from games.contract import Action, Choice, Menu
from games.text import Player, Seat, Text, _, labelled

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
    if len(chosen) > 2 or ship is None or why_not_board(view.table, mine, ship) or _at_once(view, mine, ship):
        raise ValueError(f"No choice that is asked now begins with {list(chosen)}.")
    return _booty_menu(view, mine, ship)


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
    table, parties = view.table, view.parties
    if obliged(table, parties):
        return _("Mutiny! You must board a ship. With which party?")
    own = [party for party in parties if OWNER[party[0]] == table.current]
    if any(why_idle(table, parties, party) for party in own):
        return _("Which party? Dimmed ones can neither board nor climb on any other.")
    if max(map(len, own)) < least_crew(table):
        return _("Who climbs on another player's pirates?")
    return _("Who boards a ship, or climbs on another player's pirates?")


def _party_choice(view: View, party: Party) -> Choice:
    mutinous = party in obliged(view.table, view.parties)
    label = _("{party}: mutiny", party=party_label(party)) if mutinous else party_label(party)
    refused = why_idle(view.table, view.parties, party)
    return Choice(FACES[party[0]].short, label, None, "", refused, short=mark(party[0]))


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
            "{pirates} of yours are under {captain}'s {wage}. Force a boarding?",
            captain=captain,
            wage=wage_shown(party[0]),
            pirates=party.translate(OWNER).count(seat),
        )
    if table.answers[seat] == CHALLENGES:
        return _("Your mutiny against {captain} stands. Call it off?", captain=captain)
    return _("You let {captain} be. Call a mutiny after all?", captain=captain)


def _answer_choice(view: View, seat: Seat, action: Action) -> Choice:
    party = _mutinous(view, seat)
    captain = Player(OWNER[party[0]])
    if action == CHALLENGE:
        label = _("Mutiny: {captain} must board!", captain=captain)
        return Choice(action, label, action, "⚔️", short=_("Mutiny: {disc}", disc=mark(party[0])))
    if view.table.answers[seat] == CHALLENGES:
        label = _("Call off the mutiny against {captain}", captain=captain)
        return Choice(action, label, action, "🕊️", short=_("Call it off"))
    return Choice(action, _("Let {captain} be", captain=captain), action, "🕊️", short=_("Let them be"))


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
    disc = FACES[mine[0]].label
    if obliged(view.table, view.parties):
        return _("Mutiny! {disc} boards which ship?", disc=disc)
    if len(mine) < least_crew(view.table):
        return _("{disc} climbs on top of whom?", disc=disc)
    return _("{disc} boards what, or climbs on whom?", disc=disc)


def _ship_choice(view: View, mine: Party, ship: ShipNumber) -> Choice:
    """Its button stands where the ship does, left of the parties'; its number stays that of the ships in
    sight, in which they came.
    """
    value, short = _VALUE_OF_SHIP[ship], ship_mark(view.table, ship)
    place = ships_in_places(view.table).index(ship) - IN_SIGHT
    refused = why_not_board(view.table, mine, ship)
    if refused is not None:
        return Choice(value, ship_words(ship), None, "⛵", refused, short=short, place=place)
    label = labelled(ship_words(ship), figures(outlook(view, mine, ship)))
    action = BOARDS[mine[0]][ship][0] if _at_once(view, mine, ship) else None
    return Choice(value, label, action, "⛵", short=short, place=place)


def _onto_choice(view: View, mine: Party, other: Party) -> Choice:
    refused = why_not_onto(view.table, view.parties, mine, other)
    action = None if refused is not None else MOVES[mine[0]][other[0]]
    return Choice(FACES[other[0]].short, party_label(other), action, "", refused, short=mark(other[0]))


# Third: one of two pieces; or a yes, where boarding may cost something


def _at_once(view: View, mine: Party, ship: ShipNumber) -> bool:
    """Whether there is nothing to choose on this ship, and nothing to lose."""
    return len(BOARDS[0][ship]) == 1 and outlook(view, mine, ship).least >= 0


def _booty_menu(view: View, mine: Party, ship: ShipNumber) -> Menu:
    kinds, actions = list(dict.fromkeys(SHIPS[ship].booty)), BOARDS[mine[0]][ship]
    told = words(outlook(view, mine, ship))
    if len(kinds) == 1:
        label = _("Board the {ship} all the same: {booty}", ship=SHIPS[ship].name, booty=BOOTY[kinds[0]].name)
        choice = Choice(BOOTY[kinds[0]].short, label, actions[0], "⛵", kind="confirm", short=_("Board her"))
        return Menu(_("{cost} Board all the same?", cost=told), (choice,))
    prompt = _("{cost} Which piece is yours?", cost=told)
    mate = Player(OWNER[mine[1]])
    return Menu(
        prompt,
        tuple(
            Choice(
                BOOTY[kind].short,
                _(
                    "{booty}; {other} for {mate}",
                    booty=BOOTY[kind].name,
                    other=BOOTY[left].name,
                    mate=mate,
                ),
                action,
                BOOTY[kind].symbol,
                short=BOOTY[kind].brief,
            )
            for kind, left, action in zip(kinds, reversed(kinds), actions, strict=True)
        ),
    )

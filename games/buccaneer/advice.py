"""Why a choice is the best, as a friend at the table would say it, and what kind of mistake another is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.buccaneer.actions import CHALLENGE, MEANING, Answer, Board, Move, mutinous_party, party_of
from games.buccaneer.boarding import gains
from games.buccaneer.discs import FACES, OWNER
from games.buccaneer.outlook import figures, outlook
from games.buccaneer.ships import NEEDS, SHIPS
from games.buccaneer.speech import booty_words, ship_found
from games.buccaneer.state import Boarded, Moved, View
from games.contract import Action, Event, Review, Study, Weighed
from games.text import Player, Seat, Text, _, _n

APART = 0.15
"""So much oftener something happens after one choice than after another that it is worth saying."""
RICHER = 1.0
"""Ducats that are worth saying."""
MODEST = 5
"""Ducats that a captain keeps of a ship without much care."""
LIKELY = 0.5
"""What happens so often should happen."""


def measured(view: View, _action: Action, events: Sequence[Event]) -> Mapping[str, float]:
    """Whether the seat boards one of the ships that leave, what they bring it in ducats, what the first
    brings, and whether another climbs on it before it does anything else.
    """
    seat = view.seat or 0
    voyages = [event.voyage for event in events if isinstance(event, Boarded)]
    ducats = [gains(voyage, view.players)[seat] for voyage in voyages]
    return {
        "boards": any(voyage.captain == seat for voyage in voyages),
        "ducats": sum(ducats),
        "now": ducats[0] if ducats else 0,
        "climbed": _is_climbed_on(events, seat),
    }


def _is_climbed_on(events: Sequence[Event], seat: Seat) -> bool:
    for event in events[1:]:
        if isinstance(event, Moved) and event.onto == seat:
            return True
        if isinstance(event, Moved) and event.seat == seat:
            return False
        if isinstance(event, Boarded):
            return False
    return False


def reason(view: View, study: Study) -> Text | None:
    """Which action is the best, and why, as a hint says it."""
    match MEANING[study.best.action]:
        case Board() as board:
            return _of_boarding(view, study, board)
        case Move() as move:
            return _of_moving(view, study, move)
        case Answer():
            return _of_mutiny(view, study)


# Boarding


def _of_boarding(view: View, study: Study, board: Board) -> Text:
    ship, booty = ship_found(view.table, board.ship), booty_words(board.booty)
    others = [MEANING[each.action] for each in study.weighed[1:2] if each.behind > 2 * each.error]
    if any(isinstance(each, Board) and each.booty != board.booty for each in others):
        return _("Board the {ship}, and take this: {booty}. You make more of it.", ship=ship, booty=booty)
    return _(
        "Board the {ship}: {ducats} in ducats for you, and this: {booty}.",
        ship=ship,
        ducats=_ducats(view, board),
        booty=booty,
    )


def _ducats(view: View, board: Board) -> str:
    """What the captain gets, as far as anybody can tell who sees what this seat sees."""
    party = party_of(view.parties, board.top)
    assert party is not None
    return figures(outlook(view, party, board.ship))


# Climbing


def _of_moving(view: View, study: Study, move: Move) -> Text:
    best, what = study.best, _named(study.best.action)
    board = next((each for each in study.weighed[1:] if isinstance(MEANING[each.action], Board)), None)
    if board is not None:
        meant = MEANING[board.action]
        assert isinstance(meant, Board)
        return _(
            "Put {move}, and leave the {ship} for now: it brings you only {ducats} in ducats.",
            move=what,
            ship=ship_found(view.table, meant.ship),
            ducats=_ducats(view, meant),
        )
    if study.rival("boards", APART) is not None:
        return _("Put {move}: that way you should soon board a ship.", move=what)
    rival = study.rival("climbed", -APART)
    if rival is not None and _top(rival.action) != _top(best.action):
        return _("Put {move}: on {other} somebody would likely climb.", move=what, other=_top(rival.action))
    if study.rival("ducats", RICHER) is not None:
        return _("Put {move}: the next two ships should bring you more.", move=what)
    size = sum(len(party_of(view.parties, top) or b"") for top in (move.top, move.onto))
    able = [ship for ship in view.table.ships if NEEDS[ship] <= size]
    if able and best.figure("boards") >= LIKELY:
        ship = max(able, key=lambda each: SHIPS[each].ducats)
        found = ship_found(view.table, ship)
        return _("Put {move}: that's crew enough for the {ship}.", move=what, ship=found)
    if any(_is_cheaper(each.action, move) for each in study.weighed[1:]):
        return _("Put {move}: with an expensive pirate on top, fewer climb on you.", move=what)
    return _("Put {move}: you lead {size} pirates then.", move=what, size=size)


def _is_cheaper(action: Action, move: Move) -> bool:
    """Whether it leads the same party with a pirate who is paid less."""
    other = MEANING[action]
    if not isinstance(other, Move) or other.onto != move.onto:
        return False
    return FACES[other.top].wage < FACES[move.top].wage


def _top(action: Action) -> Text:
    meant = MEANING[action]
    assert isinstance(meant, Move)
    return FACES[meant.top].label


def _named(action: Action) -> Text:
    """A choice as part of a sentence."""
    meant = MEANING[action]
    assert isinstance(meant, Move)
    return _("{disc} on {onto}", disc=FACES[meant.top].label, onto=FACES[meant.onto].label)


# Mutiny


def _of_mutiny(view: View, study: Study) -> Text | None:
    party = mutinous_party(view.parties, view.seat or 0)
    if party is None:
        return None
    captain = Player(OWNER[party[0]])
    if study.best.action == CHALLENGE:
        return _("Mutiny against {captain}: you should come out richer.", captain=captain)
    return _("Let {captain} be: a mutiny should bring you less.", captain=captain)


# Afterwards


def did(_view: View, action: Action) -> Text | None:
    """What the seat did, as it is told to its player."""
    match MEANING[action]:
        case Board() as board:
            return _("You boarded the {ship}", ship=SHIPS[board.ship].name)
        case Move():
            return _("You put {move}", move=_named(action))
        case Answer():
            return _("You called a mutiny") if action == CHALLENGE else _("You called no mutiny")


def review(view: View) -> Review:
    """Of a game that is over: what the seat made as a captain, and where the most was lost."""
    seat = view.seat or 0
    ships = [voyage for voyage in view.table.voyages if voyage.captain is not None]
    won = [(voyage.captain == seat, gains(voyage, view.players)[seat]) for voyage in ships]
    kept = [ducats for captain, ducats in won if captain]
    if sum(kept) > 0:
        well = _n(
            "You boarded {own} of {ships} ships and kept {count} ducat.",
            "You boarded {own} of {ships} ships and kept {count} ducats.",
            sum(kept),
            own=len(kept),
            ships=len(ships),
        )
    else:
        well = _n(
            "Your pirates earned {count} ducat under other captains.",
            "Your pirates earned {count} ducats under other captains.",
            sum(ducats for captain, ducats in won if not captain),
        )
    if min(kept, default=0) < 0:
        better = _("Better still: board before your party costs more than a ship carries.")
    elif len(kept) * view.players < len(ships):
        better = _("Better still: board as soon as you can, before others climb on you.")
    elif sum(kept) < MODEST * len(kept):
        better = _("Better still: climb on cheap pirates, since you pay their wages.")
    else:
        better = None
    return Review(well, better)


TOO_SOON, TOO_LATE = _("You boarded too soon"), _("You waited too long to board")
WRONG_SHIP, WRONG_BOOTY = _("You boarded the wrong ship"), _("You took the wrong piece of booty")
LOST_COMMAND = _("You built a party for others to take over")
WRONG_PARTY = _("You climbed on the wrong party")
RASH_MUTINY, NO_MUTINY = _("You called a mutiny that didn't pay"), _("You missed a mutiny that paid")


def mistake(_view: View, study: Study, action: Action) -> Text | None:
    """What kind of mistake it was; None: of none that has a name."""
    best = study.best
    match MEANING[action], MEANING[best.action]:
        case Board(), Move():
            return TOO_SOON
        case Move(), Board():
            return TOO_LATE
        case Board() as made, Board() as better if made.ship != better.ship:
            return WRONG_SHIP
        case Board() as made, Board() as better if made.top == better.top:
            return WRONG_BOOTY
        case Move() as made, Move() as better:
            return _mistaken_move(study.of(action), best, made, better)
        case Answer(), _:
            return RASH_MUTINY if action == CHALLENGE else NO_MUTINY
        case _:
            return None


def _mistaken_move(made: Weighed, best: Weighed, move: Move, better: Move) -> Text | None:
    if made.figure("climbed") >= best.figure("climbed") + APART:
        return LOST_COMMAND
    return WRONG_PARTY if move.onto != better.onto else None

"""Why a choice is the best, as a friend at the table would say it, and what kind of mistake another is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.buccaneer.actions import CHALLENGE, MEANING, Answer, Board, Move, mutinous_party
from games.buccaneer.boarding import gains
from games.buccaneer.discs import FACES, OWNER
from games.buccaneer.ships import SHIPS
from games.buccaneer.speech import (
    booty_words,
)
from games.buccaneer.state import Boarded, Moved, View
from games.contract import Action, Event, Study, Weighed
from games.text import Player, Seat, Text, _, _n, signed
from games.thinking.hints import often

APART = 0.15
"""So much oftener something happens after one choice than after another that it is worth saying."""
RICHER = 1.0
"""Ducats that are worth saying."""


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
    """Why the best of these is the best; None if only its points say so."""
    match MEANING[study.best.action]:
        case Board() as board:
            return _of_boarding(study, board)
        case Move():
            return _of_moving(study)
        case Answer():
            return _of_mutiny(view, study)


# Boarding


def _of_boarding(study: Study, board: Board) -> Text:
    ship, booty, ducats = SHIPS[board.ship].name, booty_words(board.booty), round(study.best.figure("now"))
    rival = study.weighed[1]
    other = MEANING[rival.action]
    if isinstance(other, Board) and (other.top, other.ship) == (board.top, board.ship):
        return _n(
            "Board the {ship} and take this: {booty}. It should be worth {count} ducat more to you than the "
            "other piece.",
            "Board the {ship} and take this: {booty}. It should be worth {count} ducats more to you than the "
            "other piece.",
            max(round(rival.behind), 1),
            ship=ship,
            booty=booty,
        )
    if isinstance(other, Move) and rival.figure("boards") < 1 - APART:
        return _(
            "Board the {ship} now: {ducats} in ducats on average, and this: {booty}. If you climb on, you "
            "board one of the next two ships {often}.",
            ship=ship,
            ducats=signed(ducats),
            booty=booty,
            often=often(rival.figure("boards")),
        )
    return _(
        "Board the {ship} now: {ducats} in ducats on average, and this: {booty}.",
        ship=ship,
        ducats=signed(ducats),
        booty=booty,
    )


# Climbing


def _of_moving(study: Study) -> Text | None:
    best, what = study.best, _named(study.best.action)
    rival = study.rival("boards", APART)
    if rival is not None:
        return _(
            "Put {move}: that way you board one of the next two ships {often}. With {other}: {rarely}.",
            move=what,
            often=often(best.figure("boards")),
            other=_named(rival.action),
            rarely=often(rival.figure("boards")),
        )
    board = next((each for each in study.weighed[1:] if isinstance(MEANING[each.action], Board)), None)
    if board is not None:
        meant = MEANING[board.action]
        assert isinstance(meant, Board)
        return _(
            "Put {move}, and don't board yet: the {ship} would bring you {ducats} in ducats now.",
            move=what,
            ship=SHIPS[meant.ship].name,
            ducats=signed(round(board.figure("now"))),
        )
    if (rival := study.rival("climbed", -APART)) is not None:
        return _(
            "Put {move}: then somebody climbs on you {rarely} before you do anything else. With {other}: "
            "{often}.",
            move=what,
            rarely=often(best.figure("climbed")),
            other=_named(rival.action),
            often=often(rival.figure("climbed")),
        )
    if (rival := study.rival("ducats", RICHER)) is not None:
        return _n(
            "Put {move}: from the next two ships you get about {count} ducat more than with {other}.",
            "Put {move}: from the next two ships you get about {count} ducats more than with {other}.",
            round(best.figure("ducats") - rival.figure("ducats")),
            move=what,
            other=_named(rival.action),
        )
    return None


def _named(action: Action) -> Text:
    """A choice as part of a sentence."""
    meant = MEANING[action]
    if isinstance(meant, Move):
        return _("{disc} on {onto}", disc=FACES[meant.top].label, onto=FACES[meant.onto].label)
    assert isinstance(meant, Board)
    return _("the {ship}", ship=SHIPS[meant.ship].name)


# Mutiny


def _of_mutiny(view: View, study: Study) -> Text | None:
    best, party = study.best, mutinous_party(view.parties, view.seat or 0)
    rival = study.rival("ducats", RICHER)
    if party is None or rival is None:
        return None
    ducats, captain = round(best.figure("ducats") - rival.figure("ducats")), Player(OWNER[party[0]])
    if best.action == CHALLENGE:
        return _n(
            "Mutiny against {captain}: from the next two ships you get about {count} ducat more that way.",
            "Mutiny against {captain}: from the next two ships you get about {count} ducats more that way.",
            ducats,
            captain=captain,
        )
    return _n(
        "Let {captain} be: from the next two ships you get about {count} ducat more that way.",
        "Let {captain} be: from the next two ships you get about {count} ducats more that way.",
        ducats,
        captain=captain,
    )


# Mistakes

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

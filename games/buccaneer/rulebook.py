"""The rules, each said once, and when newcomers are told of each; and the game in which it comes early."""

from __future__ import annotations

from games import shared_words
from games.buccaneer import ships
from games.buccaneer.actions import MEANING, MOST_CHANGES, Board, obliged, party_of
from games.buccaneer.discs import EACH, OWNER, WAGES
from games.buccaneer.options import BuccaneerOptions
from games.buccaneer.outlook import outlook
from games.buccaneer.position import BuccaneerPosition
from games.buccaneer.ships import BOOTY, CONSOLATION, IN_SIGHT, LARGEST_PARTY, MUTINEERS, SHIPS
from games.buccaneer.state import View
from games.buccaneer.tabletop import ship_just_left, ship_line
from games.contract import Chapter, Course, Lesson, Rule
from games.text import Listed, _, _n

_SIX_SHIPS = BuccaneerPosition(
    captain=2,
    ships="2 3 4",
    unseen="1 7 15",
    voyages=("5", "6", "8", "9", "10", "11", "12", "13", "14"),
    moves=((2, "move y5 b2"),),
)
"""The others have sailed away. A party shows what climbing is."""


def course(_options: BuccaneerOptions | None = None) -> Course:
    """The last six ships of a game of three: some ten turns of one's own."""
    return Course(BuccaneerOptions(), 3, bytes(32), _SIX_SHIPS)


def rulebook(_options: BuccaneerOptions, _view: View | None = None) -> tuple[Chapter, ...]:
    """All of it, in the order in which it is needed; the options change nothing."""
    return _BOOK


def lessons(view: View) -> tuple[Lesson, ...]:
    """What is worth explaining to a seat that is asked for something: in a mutiny first what that is."""
    if view.seat not in view.to_act:
        return ()
    rules = [rule for chapter in _BOOK for rule in chapter.rules if rule.lesson and rule.when(view)]
    return tuple(
        Lesson(rule.lesson, rule.text, rule.of_picture)
        for rule in sorted(rules, key=lambda rule: rule not in _MUTINY)
    )


# When it is told


def _turn(view: View) -> bool:
    return view.table.phase == "turn"


def _boardings(view: View) -> list[Board]:
    return [meant for action in view.legal if isinstance(meant := MEANING[action], Board)]


def _can_board(view: View) -> bool:
    return bool(_boardings(view))


def _gathers(view: View) -> bool:
    """Can do nothing but climb."""
    return _turn(view) and not _can_board(view)


def _lie(view: View) -> bool:
    """Some pirates have others on them."""
    return _turn(view) and any(len(party) > 1 for party in view.parties)


def _begins(view: View) -> bool:
    """Can do nothing but climb, and has boarded one ship at most."""
    return _gathers(view) and sum(voyage.captain == view.seat for voyage in view.table.voyages) < 2


def _serves(view: View) -> bool:
    """Has pirates under another captain."""
    foreign = [party for party in view.parties if OWNER[party[0]] != view.seat]
    return _gathers(view) and any((view.seat or 0) in party.translate(OWNER) for party in foreign)


def _may_share(view: View) -> bool:
    return any(len(SHIPS[board.ship].booty) > 1 for board in _boardings(view))


def _may_lose(view: View) -> bool:
    boardings = [(party_of(view.parties, board.top), board.ship) for board in _boardings(view)]
    return any(party and outlook(view, party, ship).least < 0 for party, ship in boardings)


def _nears_most(view: View) -> bool:
    """A party of the seat's and one of another's are too many together."""
    own = [len(party) for party in view.parties if OWNER[party[0]] == view.seat]
    others = [len(party) for party in view.parties if OWNER[party[0]] != view.seat]
    return _turn(view) and not _mutinies(view) and max(own) + max(others, default=0) > LARGEST_PARTY


def _was_boarded(view: View) -> bool:
    return _turn(view) and ship_just_left(view.table) and view.table.voyages[-1].captain is not None


def _sees_last(view: View) -> bool:
    return _turn(view) and not view.table.unseen


def _has_booty(view: View) -> bool:
    return _turn(view) and any(view.table.booty)


def _is_stalled(view: View) -> bool:
    return _turn(view) and view.table.stalled


def _mutinies(view: View) -> bool:
    return view.table.phase == "mutiny" or bool(obliged(view.table, view.parties))


# What is told

ENOUGH = _("Board with as many pirates as the ship needs, or more.")
_GAME = (
    Rule(_("Most ducats win. Ships carry them: gather the pirates that one needs, and board."), "aim", _turn),
    Rule(
        _(
            "Everybody begins with {purse} ducats and {pirates} pirates, whose wages are {wages}.",
            purse=ships.PURSE,
            pirates=EACH,
            wages=Listed(tuple(str(wage or "?") for wage in WAGES)),
        )
    ),
    Rule(_("On your turn, climb or board. If you can do neither, you sit out.")),
    Rule(
        _(
            "The {ships} ships come {in_sight} at a time: the next only when all in sight are gone.",
            in_sight=IN_SIGHT,
            ships=len(SHIPS),
        ),
        "new-ships",
        lambda view: _gathers(view) and view.table.unseen > 0 and len(view.table.ships) < IN_SIGHT,
    ),
)
_CLIMBING = (
    Rule(_("Climb: put a pirate or party of yours on another's. On top you captain all."), "climb", _turn),
    Rule(_("As many as a ship needs? Board next turn, if nobody climbs on you first."), "later", _begins),
    Rule(_("Never on your own, never more than {most} together.", most=LARGEST_PARTY), "nine", _nears_most),
    Rule(_("Parties are never split.")),
)
_BOARDING = (
    Rule(
        _(
            "Below a ship: what you'd keep once all are paid, from least to most, as some wages are hidden. "
            "Board where it is most."
        ),
        "board",
        _can_board,
        of_picture=True,
    ),
    Rule(ENOUGH),
    Rule(
        _("The captain pays others' pirates the wage on each, so climb on cheap ones. Own ones are free."),
        "wages",
        _lie,
    ),
    Rule(
        _("The captain takes the ship's ducats and a piece of its booty. Then all pirates aboard go home."),
        "paid",
        _was_boarded,
    ),
    Rule(_("Of two pieces the first mate, second from the top, gets the other."), "mate", _may_share),
)
_WAGES = (
    Rule(_("Put your dearest pirate on top: who climbs on it pays it, so fewer do."), "lead", _gathers),
    Rule(
        _("Whoever climbs on your party is its captain then. Your pirates in it are paid when it boards."),
        "climbed-on",
        _serves,
    ),
    Rule(
        _("Too few ducats for the wages? The captain's purse pays, then the bank. The booty is kept."),
        "loss",
        _may_lose,
    ),
    Rule(_("A ? is paid what stands beside the ? on the ship."), "question", _lie),
    Rule(_("Only the wage on top stays in sight. Nobody may look below: remember."), "hidden", _lie),
)
_MUTINY = (
    Rule(
        _(
            "With {mutineers} or more pirates under another captain you may call a mutiny: that captain must "
            "board a ship.",
            mutineers=MUTINEERS,
        ),
        "mutiny",
        _mutinies,
    ),
    Rule(
        _("In a mutiny the captain still chooses the ship, and of several such parties one."),
        "mutiny-here",
        _mutinies,
    ),
    Rule(_("Too small for every ship in sight? Then nothing happens.")),
    Rule(_("You are asked on the captain's turn. Your answer stands until the party changes or boards.")),
    Rule(_("You may change it {changes} times a turn.", changes=MOST_CHANGES)),
)
_VALUES = tuple(_("{booty} {ducats}", booty=row.name, ducats=row.value) for row in BOOTY)
_SCORING = (
    Rule(
        _("After the last {in_sight} ships booty counts, and the game ends.", in_sight=IN_SIGHT),
        "last-ships",
        _sees_last,
    ),
    Rule(_("At the end the most booty of a kind brings ducats. Equals share them."), "booty", _has_booty),
    Rule(_("The most of a kind bring: {values}.", values=Listed(_VALUES)), "value", _has_booty),
    Rule(
        _(
            "Without a share, a piece of booty is {ducats}.",
            ducats=_n("{count} ducat", "{count} ducats", CONSOLATION),
        ),
        "piece",
        _has_booty,
    ),
    Rule(
        _("There are {pieces} pieces of each kind. Shares are rounded down.", pieces=ships.PIECES_OF_A_KIND)
    ),
    Rule(_("Most ducats win, then most pieces of booty. Still equal? You win together.")),
)
_DEADLOCK = (
    Rule(_("If nobody can climb or board, every pirate goes home unpaid."), "disbanded", _is_stalled),
    Rule(
        _(
            "If it happens again before a ship is boarded, the ship that needs most pirates (of equals, the "
            "one with most ducats) sails away."
        )
    ),
)
_SHIPS = tuple(Rule(ship_line(ship)) for ship in range(len(SHIPS)))
_BOOK = (
    Chapter(shared_words.THE_GAME, _GAME),
    Chapter(_("Climbing"), _CLIMBING),
    Chapter(_("Boarding"), _BOARDING, _can_board),
    Chapter(_("Mutiny"), _MUTINY, _mutinies),
    Chapter(_("Wages"), _WAGES),
    Chapter(_("Scoring"), _SCORING, lambda view: view.table.phase == "over"),
    Chapter(_("When nobody can act"), _DEADLOCK, _is_stalled),
    Chapter(_("The small ships"), _SHIPS[:5]),
    Chapter(_("The middling ships"), _SHIPS[5:10]),
    Chapter(_("The large ships"), _SHIPS[10:]),
)
TAUGHT = {rule.lesson: rule.text for chapter in _BOOK for rule in chapter.rules if rule.lesson}
"""By lesson; the drawn page says some of them."""

"""The rules, each said once: read by the page of rules, by the page that is drawn, and by lessons."""

from __future__ import annotations

from games.contract import Chapter, Rule
from games.text import _

from .cards import NAMES, suit_of
from .state import View


def _holds_trumps(view: View) -> bool:
    return view.table.trump in map(suit_of, view.hand)


RULEBOOK = (
    Chapter(
        _("A trick"),
        (
            Rule(
                _("Everybody plays a card, clockwise. The highest of the suit led takes it and leads next."),
                "trick",
                lambda view: not view.table.trick and view.table.phase == "play",
                NAMES.numbers("h7 hq h9"),
            ),
            Rule(
                _("Follow suit if you can. If not, play any card."),
                "follow",
                lambda view: bool(view.table.trick),
                NAMES.numbers("h7 h2 c10"),
            ),
        ),
    ),
    Chapter(
        _("Trumps"),
        (
            Rule(
                _("Any card of trumps beats every other suit."),
                "trumps",
                _holds_trumps,
                NAMES.numbers("ha s2"),
            ),
            Rule(
                _("A card is turned up for trumps. Later whoever took most tricks names them, and leads."),
                "name",
                lambda view: view.table.phase == "trump",
            ),
        ),
    ),
    Chapter(
        _("Knocked out"),
        (
            Rule(
                _("You need a trick in every round: who takes none is out. Whoever is left wins."),
                "out",
                lambda view: view.seat is not None and view.table.taken[view.seat] == 0,
            ),
            Rule(_("There are seven cards each in the first round, and one fewer in every other.")),
        ),
    ),
)

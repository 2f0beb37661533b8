"""What is noted hand by hand where people play with cards of their own, and what it comes to."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.contract import Column, IllegalAction, Noted
from games.corsari import dealing, scoring
from games.corsari.constants import HAND
from games.corsari.options import CorsariOptions
from games.corsari.state import Showdown, State, Table
from games.fairness import SECRET_BYTES
from games.text import Player, Seat, _


def columns(options: CorsariOptions, players: int, rounds: Sequence[Noted]) -> tuple[tuple[Column, ...], ...]:
    """Who set sail; then the new penalty cards, and who made a cappotto, which ends the game. A void hand is
    not noted.
    """
    table = noted(options, players, rounds).table
    before = noted(options, players, rounds[:-1]).table
    if scoring.made_cappotto(table) or (rounds and scoring.ends_game(before, sum(table.counts))):
        return ()
    return (
        (Column("sailed", _("Who sailed"), range(players), seat=True),),
        (
            Column("cards", _("Penalty cards"), range(players * (HAND + 1))),
            Column("cappotto", _("Cappotto (1: made it)"), range(2), 0),
        ),
    )


def noted(options: CorsariOptions, players: int, rounds: Sequence[Noted], *, over: bool = False) -> State:
    """Penalty cards, which cards is not known. IllegalAction if a hand cannot end so."""
    fresh = dealing.new(options, players, bytes(SECRET_BYTES))
    table = replace(fresh.table, latest=None)
    for number, noted_hand in enumerate(rounds, 1):
        [closer], cards = noted_hand["sailed"], noted_hand["cards"]
        clean = tuple(seat for seat, made in enumerate(noted_hand["cappotto"]) if made)
        _check(closer, cards, clean)
        gained = tuple(map(bytes, cards))
        showdown = Showdown(number, closer, 0, (), gained, clean)
        penalties = tuple(old + new for old, new in zip(table.penalties, gained, strict=True))
        table = replace(
            table,
            penalties=penalties,
            score_sheet=table.score_sheet + scoring.packed(showdown),
            latest=showdown if clean else None,
            last_hand=scoring.ends_soon(sum(map(len, penalties))),
        )
    return replace(fresh, table=_over(table) if over else table)


def _over(table: Table) -> Table:
    return replace(table, phase="over", to_act=(), taken=())


def _check(closer: Seat, cards: Sequence[int], clean: Sequence[Seat]) -> None:
    """Whoever sails is sent under by somebody who takes nothing, and takes cards then; or takes none, and all
    others do: without a stowaway one makes a cappotto, and nobody takes cards.
    """
    sank = cards[closer] > 0
    others = [taken for seat, taken in enumerate(cards) if seat != closer]
    if clean and any(cards):
        raise IllegalAction(_("A cappotto ends the game: nobody takes cards in this hand."))
    if not clean and sank and all(others):
        raise IllegalAction(
            _(
                "{player} sank with {cards}: whoever sank the ship takes none. Who was it?",
                player=Player(closer),
                cards=cards[closer],
            )
        )
    if not clean and not sank and not all(others):
        raise IllegalAction(
            _(
                "{player} sailed and takes none, so everybody else takes some: who has no stowaway made "
                "a cappotto.",
                player=Player(closer),
            )
        )

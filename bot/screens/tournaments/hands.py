"""The hands of a round whose pods were dealt the same cards: what everybody made of them, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from bot.i18n import Reader, reader_for
from bot.screens.common import left_out
from bot.screens.pod_names import round_name
from bot.screens.tournaments import pages
from bot.screens.tournaments.information import head, ways
from bot.screens.tournaments.pages import Page
from bot.tables.history import replay_states
from bot.tables.model import Table
from bot.tournaments.model import Tournament
from bot.tournaments.pairing.event import Round
from bot.ui import components as ui
from games.text import Listed, Text, _
from storage.models import ActionRow

MOST_SHOWN = 20
"""Of those who had a hand, the best first: more find no room on a screen."""


class SharedHand(msgspec.Struct, frozen=True):
    """One hand as its holders played it, each at another table."""

    cards: str
    """Empty where the game is one without cards in hand."""
    made: tuple[str, ...]
    """A sentence of each holder, the best first."""


SharedDeal = tuple[SharedHand, ...]
"""What was dealt to the seats of every pod at once."""


def played_out(tables: Iterable[Table]) -> list[Table]:
    """Those at which the cards were played to the end, and may be seen."""
    return [table for table in tables if table.phase == "over" and not table.is_closed]


def compared(tables: Sequence[Table], log: Sequence[ActionRow], locale: str) -> tuple[SharedDeal, ...]:
    """Every deal of these tables, in this language. `log`: the first one's. Nothing of no table."""
    if not tables:
        return ()
    first, told = tables[0], [_told(table, locale) for table in tables]
    game, reader = first.game, reader_for(first, locale)
    dealt = [
        state
        for number, (state, events) in enumerate(replay_states(first, log))
        if not number or any(map(game.milestone, events))
    ]
    deals: list[SharedDeal] = []
    for number in range(min(map(len, told))):
        hands: list[SharedHand] = []
        for seat in range(len(first.seats)):
            held = game.hand(game.observe(dealt[number], seat)) if number < len(dealt) else None
            made = sorted((each[number][seat] for each in told), key=lambda one: -one[0])
            cards = reader.plain(_("{cards}", cards=Listed(held.cards))) if held is not None else ""
            hands.append(SharedHand(cards, tuple(said for _points, said in made)))
        deals.append(tuple(hands))
    return tuple(deals)


def _told(table: Table, locale: str) -> list[list[tuple[int, str]]]:
    """Of each hand at the table what each seat made of it: points, more being better, and a sentence."""
    reader, game = reader_for(table, locale), table.game
    sign = 1 if game.higher_is_better else -1
    points, said = game.points_by_hand(table.state), game.told_by_hand(table.observe(None))
    alike = points if len(points) == len(said) else ((0,) * len(table.seats),) * len(said)
    return [
        [(sign * worth, reader.plain(text)) for worth, text in zip(brought, line, strict=True)]
        for brought, line in zip(alike, said, strict=True)
    ]


def hands_screen(
    tournament: Tournament,
    one: Round | None,
    deals: Sequence[SharedDeal],
    number: int,
    own_seat: int,
    reader: Reader,
) -> ui.Screen:
    """One hand of the round; `number` counts hand by hand, then seat by seat, from the reader's own seat on.
    Private.
    """
    if one is None or not deals:
        empty = _("🤫 Hands are shown side by side once the last pod of a round is over.")
        return ui.screen(
            ui.Accent.SAND,
            head(tournament, reader),
            ui.block(reader(empty), most=300),
            ways(tournament, "hands", reader),
        )
    seats = len(deals[0])
    at = max(0, min(number, seats * len(deals) - 1))
    turn, deal = divmod(at, len(deals))
    seat = (own_seat + turn) % seats
    hand = deals[deal][seat]
    shown = ui.bulleted(hand.made[:MOST_SHOWN])
    where = _(
        "{round}, hand {number} of {count}, seat {seat}",
        round=round_name(one.number, one.stage),
        number=deal + 1,
        count=len(deals),
        seat=seat + 1,
    )
    return ui.screen(
        ui.Accent.SAND,
        head(tournament, reader),
        ui.block(reader(where), most=200),
        ui.block(reader(_with(hand)), *shown, most=2600),
        ui.block(ui.small(reader(left_out(len(hand.made) - MOST_SHOWN))), most=100)
        if len(hand.made) > MOST_SHOWN
        else None,
        list(ui.rows(_ways(tournament, one, at, len(deals), seats, reader))),
        ways(tournament, "hands", reader),
    )


def _with(hand: SharedHand) -> Text:
    return _("With this hand, {cards}:", cards=hand.cards) if hand.cards else _("With this seat:")


def _ways(
    tournament: Tournament, one: Round, at: int, hands: int, seats: int, reader: Reader
) -> list[ui.Button]:
    """To the hand before and after, the same hand in the next seat, and the rounds beside this one."""
    turners = pages.turners(reader, tournament.id, Page("hands", one.number, at), hands * seats)
    beside = pages.to(
        reader,
        _("Next seat"),
        tournament.id,
        Page("hands", one.number, (at + hands) % (hands * seats)),
    )
    others = (
        pages.to(reader, round_name(other.number, other.stage), tournament.id, Page("hands", other.number))
        for other in tournament.published
        if abs(other.number - one.number) == 1 and not tournament.is_closed(other)
    )
    return [*turners, *([beside] if hands > 1 else []), *others]

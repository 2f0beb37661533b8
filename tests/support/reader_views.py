"""All that leaves the bot for one reader of a running table, as bytes; and the same table otherwise.

Two tables that differ only in what a reader cannot know must give that reader the very same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.i18n import Reader, reader_for
from bot.images.requests import Kind, game_image
from bot.pace import DAILY
from bot.publishing.table_messages import DRAWN_KINDS
from bot.publishing.table_messages import table_payload as drawn
from bot.refusal import Refusal
from bot.screens import leaving, moderation, table_lists
from bot.screens import plans as plan_screens
from bot.screens.board import board_screen, more_screen, this_table_screen, thread_name
from bot.screens.hand import HandView, hand_screen
from bot.screens.history import log_screen
from bot.screens.result import sheet_screen
from bot.screens.rules import rules_screen
from bot.screens.table_lists import NotifiedTable, WaitingTable, turn_notification, turns_screen
from bot.tables import clocks, history, plans, play
from bot.tables.model import Plan, PlannedMove, Record, Seat, Table
from games.contract import Choice
from games.text import Text, _
from storage.models import ActionRow
from tests.games.hidden import OTHERWISE
from tests.games.playing import Moment
from tests.support.clock import VirtualClock
from tests.support.renderer import name_of

NAMES = ("Anne", "Bart", "Calico", "Dampier", "Eve", "Flint", "Grace", "Henry")
FIRST = 201
SECRET = "5e" * 32
LOOKS_ON = 999
"""Somebody who does not play."""


def table_of(moment: Moment) -> Table:
    """The table at which this is played, by people only, who are all asked to hurry."""
    players, begun = moment.beginning.players, moment.beginning
    seats = tuple(Seat(NAMES[at], f"7{at}", FIRST + at) for at in range(players))
    record = Record(
        host=FIRST,
        options=begun.options.model_dump(mode="json", exclude_defaults=True),
        secret=SECRET,
        capacity=players,
        seats=seats,
        joins=tuple(seat.join for seat in seats),
        seed=begun.seed.hex(),
        pace=DAILY,
    )
    table = Table(
        "k3x9qp", 1, 2, begun.game, "playing", 3, len(moment.log), record, moment.state, 1000.0, 1000.0
    )
    return clocks.with_clocks_updated(None, table, None, True, 0.0)


def log_of(moment: Moment) -> list[ActionRow]:
    """What is stored of the moves."""
    return [ActionRow(at, seat, action, None, 0.0) for at, (seat, action) in enumerate(moment.log, 1)]


def user_in(seat: int | None) -> int:
    """Who sits there; whoever looks on, where nobody does."""
    return LOOKS_ON if seat is None else FIRST + seat


def otherwise(table: Table, watcher: int | None, random: Random) -> Table:
    """The table as it could be as well for all that the watcher knows: other cards, and others' plans."""
    state = OTHERWISE[table.game.slug](table.state, watcher, random)
    mine = {seat: plan for seat, plan in table.plans.items() if seat == watcher}
    others = (seat for seat in range(len(table.seats)) if seat != watcher)
    plans = {
        seat: Plan(True, PlannedMove("another", _("Another move"), 0))
        for seat in others
        if random.random() < 0.5
    }
    return replace(table, state=state, plans={**mine, **plans})


def shown_to(table: Table, watcher: int | None, path: tuple[str, ...] = ()) -> dict[str, str]:
    """All that they can be shown just now, by what it is. `path`: what they have chosen so far."""
    user, reader = user_in(watcher), reader_for(table, "en-GB")
    screens = {
        **_of_everybody(table, reader),
        **_of_one(table, user, reader),
        **(_of_a_player(table, watcher, path, reader) if watcher is not None else {}),
    }
    written = {name: msgspec.json.encode(what).decode() for name, what in screens.items()}
    return written | dict(_pictures(table, user, reader))


def _of_everybody(table: Table, reader: Reader) -> dict[str, Any]:
    public = {f"message {kind}": drawn(table, kind, "`link`", VirtualClock(0.0)) for kind in DRAWN_KINDS}
    seen = table.game.sheet(table.observe(None))
    return {
        **public,
        "board at first": board_screen(table, reader, opening=True).payload(),
        "thread": thread_name(table, reader),
        "sheet": sheet_screen(table, seen, reader).payload(),
        "desk": moderation.panel(table, [], [], reader, float).payload(),
        "tables": table_lists.tables_screen([table], reader, LOOKS_ON).payload(),
    }


def _of_one(table: Table, user: int, reader: Reader) -> dict[str, Any]:
    nudges = {
        f"nudge {why} {direct}": turn_notification(
            [NotifiedTable(table, why, "`link`", 9.0)], reader, [user], direct=direct, unix=float
        ).payload()
        for why in clocks.REMINDERS
        for direct in (True, False)
    }
    return {
        **nudges,
        "hand": hand_screen(HandView(table, user, reader, unix=float)).payload(),
        "more": more_screen(table, reader, user).payload(),
        "this table": this_table_screen(table, reader, user, ()).payload(),
        "which": table_lists.table_choice_screen("hand", [table, table], reader).payload(),
        "rules": [
            rules_screen(table.game, table.options, table.observe(user), page, reader, table.id).payload()
            for page in range(8)
        ],
    }


def _of_a_player(table: Table, seat: int, path: tuple[str, ...], reader: Reader) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "hand half chosen": hand_screen(HandView(table, user_in(seat), reader, path, unix=float)).payload(),
        "turns": turns_screen([WaitingTable(table, seat, "`link`", True)], reader, float).payload(),
        "ways out": leaving.ways_out_screen(table, reader, seat).payload(),
        "refused": [reader(text) for text in _refusals(table, seat)],
    }
    offered = plans.plan_menu(table, seat)
    if offered is not None:
        shown["plan"] = plan_screens.plan_screen(table, offered, reader).payload()
        shown["plan chosen"] = plan_screens.plan_conditions_screen(
            table, offered, table.actions, 0, 0, reader
        ).payload()
    return shown


def _refusals(table: Table, seat: int) -> Iterator[Text]:
    """Why what cannot be chosen cannot be."""
    for index in range(26):
        try:
            play.pick(table, seat, (), index)
        except Refusal as refusal:
            yield refusal.text


def _pictures(table: Table, user: int, reader: Reader) -> Iterator[tuple[str, str]]:
    """Each with the words beside it, and the name of its file."""
    kinds: tuple[tuple[Kind, int | None], ...] = (
        ("board", None), ("sheet", None), ("hand", user), ("board", user)
    )  # fmt: skip
    for kind, who in kinds:
        wanted = game_image(kind, table.game, table.observe(who), reader)
        drawing = wanted.draw(*wanted.args)
        if drawing is not None:
            yield (
                f"picture {kind} {who}",
                "\n".join((drawing.drawing.svg(), drawing.alt, name_of(drawing.drawing.svg()))),
            )


def first_path(table: Table, seat: int) -> tuple[str, ...]:
    """The beginning of a choice that is made in steps; empty if none is."""
    menu = table.game.steps(table.observe(user_in(seat)))
    steps: list[Choice] = [] if menu is None else [each for each in menu.choices if each.action is None]
    return next(((each.value,) for each in steps if each.why_not is None), ())


def heard_by(table: Table, log: list[ActionRow], watcher: int | None) -> list[str]:
    """The log as they read it, all of it on one page."""
    reader = reader_for(table, "en-GB")
    return [reader(line) for line in history.narrate(table, log, watcher)]


def log_pages(table: Table, log: list[ActionRow], watcher: int | None) -> str:
    """The newest page of the log, as it is sent."""
    shown = log_screen(table, history.narrate(table, log, watcher), -1, reader_for(table, "en-GB"))
    return msgspec.json.encode(shown.payload()).decode()

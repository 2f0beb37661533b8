"""What became of seats and clocks, in words, for everybody at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.tables.pace import Happening
from bot.tables.table import FORMER_PLAYER, Table
from games.text import Player, Text, Value, _

SENTENCES: Mapping[str, Text] = {
    "late": _("⏱️ The time was up, so a robot played for {player}.", player=""),
    "stand_in": _(
        "💤 The time was up again: a robot plays for {player} until they are back. "
        "Opening the hand is enough.",
        player="",
    ),
    "back": _("👋 {player} is back and plays again.", player=""),
    "asked": _("⏸️ {player} would like a pause.", player=""),
    "declined": _("▶️ {player} would rather play on, so there is no pause.", player=""),
    "paused": _("⏸️ Everybody agreed to a pause: the clocks stand still."),
    "resumed": _("▶️ {player} has ended the pause: the clocks run again.", player=""),
    "left": _("🤖 {player} has left the seat to a robot, and may come back at any time.", player=""),
    "conceded": _("🏳️ {player} has conceded: a robot plays the seat to the end.", player=""),
    "calls": _("🪑 {player} asks for a substitute.", player=""),
    "wanted": _("🪑 A substitute is wanted for {player}, for whom a robot plays.", player=""),
    "withdrawn": _("🪑 No substitute is wanted for {player} any more.", player=""),
    "taken": _("🪑 {other} has taken the seat of {player} and plays on from here.", player="", other=""),
    "host": _("👑 {player} is the host of the table now.", player=""),
    "pause_over": _("▶️ The pause has lasted two weeks and is over: the clocks run again."),
}
"""By kind; {player} is whom it is about, {other} who else had a part in it."""

BEFORE_THE_MOVE = frozenset({"late", "stand_in"})
"""What led to the move that it is counted with, and so is told before it; all else is told after its move."""

LATEST = 3
"""Happenings that a board shows at most."""
NEWS_FOR = 6
"""Moves for which something is news, or as many as there are seats if those are more."""


def told(happening: Happening) -> Text:
    """The happening as a sentence."""
    sentence = SENTENCES[happening.kind]
    if not sentence.values:
        return sentence
    nameless = FORMER_PLAYER if happening.seat is None else Player(happening.seat)
    who: Value = happening.name or nameless
    others: dict[str, Value] = (
        {"other": happening.other or FORMER_PLAYER} if "other" in sentence.values else {}
    )
    return Text(sentence.message, {"player": who, **others})


def latest(table: Table) -> Sequence[Happening]:
    """What happened in the last few moves: still news to those who look at the board now and then."""
    since = table.actions - max(NEWS_FOR, len(table.seats))
    news = [each for each in table.record.happenings if each.at > since]
    return news[-LATEST:]

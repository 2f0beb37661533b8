"""What became of seats and clocks: noted at the table, and in words for everybody there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.i18n import FORMER_PLAYER
from bot.tables.model import Notice, Table
from games.text import Player, Text, Value, _

NOTICE_TEXTS: Mapping[str, Text] = {
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
    # at a tournament's table
    "came": _("👋 {player} has come and plays on from here.", player=""),
    "removed": _(
        "🤖 {player} is out of the tournament: a robot plays the seat to the end.",
        player="",
    ),
    "reinstated": _("👋 {player} is in the tournament again and plays on.", player=""),
    "held": _("⏸️ The tournament's organiser has stopped the clocks."),
    "released": _("▶️ The clocks run again."),
    "extended": _("⏱️ The tournament's organiser has given everybody more time."),
    "shortened": _("⏱️ The tournament's organiser has taken back some of the time that was given."),
    "finished": _("🏁 The time of this round is up: robots play the game to its end."),
    "unfinished": _("▶️ There is more time for this round after all: everybody plays on."),
    # done by a moderator
    "mod given": _(
        "🛠️ {other} has left the seat of {player} to a robot until they are back. {why}",
        player="",
        other="",
        why="",
    ),
    "mod taken back": _("🛠️ {other} has given {player} the seat back. {why}", player="", other="", why=""),
    "mod removed": _(
        "🛠️ {other} has removed {player}: a robot plays the seat to the end. {why}",
        player="",
        other="",
        why="",
    ),
    "mod emptied": _("🛠️ {other} has removed {player} from the table. {why}", player="", other="", why=""),
    "mod replaced": _(
        "🛠️ {other} has put somebody else into the seat of {player}. {why}", player="", other="", why=""
    ),
    "mod extended": _("🛠️ {other} has given more time for this move. {why}", other="", why=""),
    "mod shortened": _(
        "🛠️ {other} has taken back the time that was given for this move. {why}", other="", why=""
    ),
    "mod held": _("🛠️ {other} has stopped the clocks. {why}", other="", why=""),
    "mod released": _("🛠️ {other} has set the clocks going again. {why}", other="", why=""),
    "mod void": _("🛠️ {other} has declared this table void: it does not count. {why}", other="", why=""),
    "mod restored": _("🛠️ {other} has opened this table again: it goes on. {why}", other="", why=""),
}
"""By kind; {player} is whom it is about, {other} who else had a part in it, {why} a moderator's reason."""

NAMELESS_MODERATOR = _("A moderator")
"""One who has had their data erased."""

BEFORE_THE_MOVE = frozenset({"late", "stand_in"})
"""What led to the move that it is counted with, and so is told before it; all else is told after its move."""

MOST_RECENT_NOTICES = 3
"""Notices that a board shows at most."""
NEWS_FOR = 6
"""Moves for which something is news, or as many as there are seats if those are more."""


def notice_text(notice: Notice) -> Text:
    """The notice as a sentence."""
    sentence = NOTICE_TEXTS[notice.kind]
    if not sentence.values:
        return sentence
    nameless = FORMER_PLAYER if notice.seat is None else Player(notice.seat)
    known: dict[str, Value] = {
        "player": notice.name or nameless,
        "other": notice.other or (FORMER_PLAYER if notice.by is None else NAMELESS_MODERATOR),
        "why": _("Reason: {reason}", reason=notice.why) if notice.why else "",
    }
    return Text(sentence.message, {place: known[place] for place in sentence.values})


def recent_notices(table: Table) -> Sequence[Notice]:
    """What happened in the last few moves: still news to those who look at the board now and then."""
    since = table.actions - max(NEWS_FOR, len(table.seats))
    news = [each for each in table.record.happenings if each.at > since]
    return news[-MOST_RECENT_NOTICES:]


def with_notices(table: Table, *happenings: Notice) -> Table:
    """The table, at which everybody is told of this."""
    return table.with_record(happenings=(*table.record.happenings, *happenings)) if happenings else table

"""What became of seats and clocks, in words for everybody at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.i18n import FORMER_PLAYER
from bot.pace import duration
from bot.tables.model import Notice, Table
from games.text import Player, Text, Value, _, sentences

NOTICE_TEXTS: Mapping[str, Text] = {
    "late": _("⏱️ Time's up: a robot played for {player}.", player=""),
    "stand_in": _(
        "💤 Time's up again: a robot stands in for {player}.",
        player="",
    ),
    "back": _("👋 {player} is back.", player=""),
    "asked": _("⏸️ {player} would like a pause.", player=""),
    "declined": _("▶️ No pause: {player} would rather play on.", player=""),
    "paused": _("⏸️ Everyone's up for a pause."),
    "asked days": _("🗓️ {player} would like to go on over days.", player=""),
    "declined days": _("⚡ {player} would rather play on now.", player=""),
    "agreed days": _("🗓️ Agreed: the game goes on over days."),
    "asked now": _("⚡ {player} would like to go on now.", player=""),
    "declined now": _("🗓️ {player} would rather go on over days.", player=""),
    "agreed now": _("⚡ Agreed: the game goes on now."),
    "waited": _("⏳ {other} waits for {player}.", player="", other=""),
    "resumed": _("▶️ {player} ended the pause. Play on!", player=""),
    "left": _("🤖 {player} left the seat to a robot for now.", player=""),
    "conceded": _("🏳️ {player} conceded. A robot plays it out.", player=""),
    "calls": _("🪑 {player} is looking for a substitute.", player=""),
    "wanted": _("🪑 A robot plays for {player}. Who wants the seat?", player=""),
    "withdrawn": _("🪑 {player} no longer needs a substitute.", player=""),
    "taken": _("🪑 {other} takes over from {player}.", player="", other=""),
    "host": _("👑 {player} is the host now.", player=""),
    "pause_over": _("▶️ Two weeks' pause is up: the clocks are running again."),
    # at a tournament's table
    "came": _("👋 {player} is here and takes over.", player=""),
    "removed": _(
        "🤖 {player} is out of the tournament. A robot plays it out.",
        player="",
    ),
    "reinstated": _("👋 {player} is back in the tournament.", player=""),
    "held": _("⏸️ The organiser stopped the clocks."),
    "released": _("▶️ The clocks are running again."),
    "extended": _("⏱️ {length} more from the organiser, for the game and on everyone's clock.", length=""),
    "shortened": _("⏱️ The organiser took {length} of the extra time back.", length=""),
    "finished": _("🏁 This round's time is up: robots finish the game."),
    "rewound": _("↩️ The organiser took {player}'s last move back, and all that came after it.", player=""),
    "unfinished": _("▶️ This round has more time after all. Play on!"),
}
"""By kind; {player} is whom it is about, {other} who else had a part in it."""

_REMOVED = _("{who} removed {player} from the table.")
DEEDS: Mapping[str, Text] = {
    "mod given": _("{who} let a robot play for {player}."),
    "mod taken back": _("{who} gave {player} their seat back."),
    "mod removed": _REMOVED,
    "mod emptied": _REMOVED,
    "mod replaced": _("{who} gave {player}'s seat to somebody else."),
    "mod extended": _("{who} gave {length} more for this move."),
    "mod shortened": _("{who} took back the extra {length}."),
    "mod held": _("{who} stopped the table's clocks."),
    "mod released": _("{who} restarted the table's clocks."),
    "mod void": _("{who} declared the table void: it doesn't count."),
    "mod restored": _("{who} reopened the table: the game goes on."),
}
"""What a moderator did, by kind, as the log says it; {who} did it."""

ABOUT_TIME = {"extended", "shortened", "mod extended", "mod shortened"}

NAMELESS_MODERATOR = _("A moderator")
"""What a moderator is called who has had their data erased."""

BEFORE_THE_MOVE = frozenset({"late", "stand_in"})
"""What led to the move that it is counted with, and so is told before it; all else is told after its move."""

MOST_RECENT_NOTICES = 3
"""Notices that a board shows at most."""
NEWS_FOR = 6
"""Moves for which something is news, or as many as there are seats if those are more."""


def notice_text(notice: Notice) -> Text:
    """The notice as a sentence."""
    nameless = FORMER_PLAYER if notice.seat is None else Player(notice.seat)
    other = notice.other or (FORMER_PLAYER if notice.by is None else NAMELESS_MODERATOR)
    known: dict[str, Value] = {
        "player": notice.name or nameless,
        "other": other,
        "who": other,
        "length": duration(abs(notice.seconds)),
    }
    if notice.kind in ABOUT_TIME and not notice.seconds:  # from before it was kept how much
        said = _("⏱️ The clocks were changed.")
    elif notice.kind in DEEDS:
        said = _("🛠️ {deed}", deed=Text(DEEDS[notice.kind].message, known))
    else:
        sentence = NOTICE_TEXTS[notice.kind]
        said = Text(sentence.message, {place: known[place] for place in sentence.values})
    return sentences([said, _("Reason: {reason}", reason=notice.why)] if notice.why else [said])


def recent_notices(table: Table) -> Sequence[Notice]:
    """What happened in the last few moves: still news to those who look at the board now and then."""
    since = table.actions - max(NEWS_FOR, len(table.seats))
    news = [each for each in table.record.happenings if each.at > since]
    return news[-MOST_RECENT_NOTICES:]

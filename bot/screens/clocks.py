"""Time in words: how fast a table plays, until when somebody has time, and what happened when it was up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from msgspec.structs import replace

from bot.i18n import Markup, Reader
from bot.pace import DAY, HOUR, MINUTE, Pace, PaceName, duration
from bot.tables import clocks, notices
from bot.tables.model import Notice, Table
from bot.ui import components as ui
from games.text import Listed, Player, Text, _, _n

Unix: TypeAlias = Callable[[float], float]
"""Which Unix time a moment of the clock comes to (`Clock.unix`)."""

PACE_NAMES: Mapping[PaceName, Text] = {
    "blitz": _("Blitz"),
    "daily": _("Daily"),
    "relaxed": _("Relaxed"),
    "none": _("No time limit"),
    "own": _("Own pace"),
}

NO_LIMIT = _("⏱️ {pace}", pace=PACE_NAMES["none"])
LONGEST_STATUS = 450
"""Characters of all that a board says of clocks."""


def relative_time(unix: float) -> Markup:
    """The moment as each reader's own Discord tells it: "in 2 hours"."""
    return Markup(f"<t:{int(unix)}:R>")


def clock_time(unix: float) -> Markup:
    """The moment as the clock shows it, to the second, in each reader's own Discord."""
    return Markup(f"<t:{int(unix)}:T>")


def date_and_time(unix: float) -> Markup:
    """The moment as each reader's own Discord writes date and time."""
    return Markup(f"<t:{int(unix)}:f>")


def day_and_time(unix: float) -> Markup:
    """The same with the day of the week: for what people put into their calendars."""
    return Markup(f"<t:{int(unix)}:F>")


def about_when(unix: float, seconds: float) -> Markup:
    """About when what lasts so many seconds is over: the hour, or the day where it lasts for days."""
    return Markup(f"<t:{int(unix)}:{'t' if seconds < DAY else 'D'}>")


def typed_duration(seconds: float, reader: Reader) -> str:
    """So long as somebody would type it, in the largest unit that needs no fraction (`parse_duration`)."""
    whole = round(seconds)
    units = (
        (DAY, _n("{count} day", "{count} days", whole // int(DAY))),
        (HOUR, _n("{count} hour", "{count} hours", whole // int(HOUR))),
        (MINUTE, _n("{count} minute", "{count} minutes", whole // int(MINUTE))),
    )
    seconds_long = _n("{count} second", "{count} seconds", whole)
    shown = next((text for unit, text in units if whole % unit == 0), seconds_long)
    return reader.plain(shown) if whole else "0"


def pace_description(chosen: Pace, *, at_table: bool = False) -> Text:
    """How long a move may take. `at_table`: the pace is called what its lobby calls it."""
    if not chosen.limited:
        return NO_LIMIT
    move, bank = duration(chosen.move), duration(chosen.bank)
    name = PACE_NAMES[chosen.name]
    if at_table:
        name = _("Now") if chosen.live else _("Over days")
    if not chosen.bank:
        return _("⏱️ {name}: {move} a move.", name=name, move=move)
    if not chosen.increment:
        return _(
            "⏱️ {name}: {move} a move, plus {bank} in reserve.",
            name=name,
            move=move,
            bank=bank,
        )
    return _(
        "⏱️ {name}: {move} a move, plus {bank} in reserve. Each move earns back {increment}.",
        name=name,
        move=move,
        bank=bank,
        increment=duration(chosen.increment),
    )


def pace_in_short(chosen: Pace) -> Text:
    """The time for a move at this pace, without what is kept in reserve."""
    return pace_description(replace(chosen, bank=0.0, increment=0.0))


def table_status(table: Table, reader: Reader, unix: Unix | None) -> ui.TextBlock | None:
    """What everybody should know: what just happened, who has how long, and who is not here."""
    if table.phase != "playing":
        return None
    return ui.block(*map(reader, (*_news(table), *_standing(table, unix))), most=LONGEST_STATUS)


def status_lines(table: Table, reader: Reader, unix: Unix | None) -> list[tuple[int, str]]:
    """The same line by line, what is first and what happened after it; each with its rank for `common.brief`:
    where there is no room for all, the latest of what happened is left.
    """
    if table.phase != "playing":
        return []
    standing, happened = list(_standing(table, unix)), list(_news(table))
    ranks = [1] * len(standing) + [3] * (len(happened) - 1) + [1]
    return list(zip(ranks, map(reader, (*standing, *happened)), strict=False))


def news(table: Table, reader: Reader) -> ui.TextBlock | None:
    """What happened lately at a table that has not begun."""
    return ui.block(*map(reader, _news(table)), most=LONGEST_STATUS)


def _news(table: Table) -> Iterator[Text]:
    return (
        notices.notice_text(each) for each in notices.recent_notices(table) if not _is_outdated(table, each)
    )


def _is_outdated(table: Table, notice: Notice) -> bool:
    """Whether what happened still is so, and stands among what is; or speaks of a way back that has gone."""
    timing_, seat = table.timing, notice.seat
    match notice.kind:
        case (
            "paused" | "asked" | "asked days" | "asked now" | "finished"
        ):  # what holds is told of what holds, and over is over
            return True
        case "resumed" | "declined" | "pause_over":
            return table.is_held or timing_.paused is not None or bool(timing_.asking)
        case "declined days" | "declined now":
            return bool(timing_.asking)
        case "stand_in" | "left" if seat is None or notice.name or table.owner(seat) is None:
            return True
        case "stand_in" if seat is not None:
            return clocks.clock_of(table, seat).stand_in
        case "left" if seat is not None:
            return table.seats[seat].robot is not None
        case "held" | "mod held":  # once they run again, that is told
            return table.phase == "playing" or not table.is_held
        case "mod given" if seat is not None:
            return table.seats[seat].robot is None
        case "calls" | "wanted":
            return any(call.seat == seat for call in table.record.calls)
        case _:
            return False


def _standing(table: Table, unix: Unix | None) -> Iterator[Text]:
    timing_ = table.timing
    if clocks.is_finished_by_robots(table):
        yield _FINISHED
    elif timing_.deserted is not None:
        yield _deserted(timing_.deserted, unix)
    elif table.is_held:
        yield _HELD
    elif timing_.paused is not None:
        yield _PAUSED
    elif timing_.unseen is not None:
        yield UNSEEN
    else:
        yield from _deadlines(table, unix)
    if timing_.asking:
        who = Listed(tuple(map(Player, timing_.asking)))
        yield _wish(timing_.wanted, clocks.agreed_at(table), who, unix)
    stand_ins = [Player(at) for at, clock in enumerate(timing_.seats) if clock.stand_in]
    if stand_ins:
        yield _(
            "💤 A robot stands in for {players}. My hand brings you back.",
            players=Listed(tuple(stand_ins)),
        )
    left = [Player(at) for at, seat in enumerate(table.seats) if seat.robot and table.owner(at) is not None]
    if left:
        yield _("🤖 A robot plays for {players}. My hand brings you back.", players=Listed(tuple(left)))
    wanted = tuple(Player(call.seat) for call in table.record.calls)
    if wanted:
        yield _("🪑 Wanted: a substitute for {players}.", players=Listed(wanted))
    for at, clock in enumerate(timing_.seats):
        if clock.away:
            when = date_and_time(clock.away_until)
            yield _("🏖️ {player} is on vacation until {when}.", player=Player(at), when=when)


def _wish(wanted: Pace | None, end: float | None, who: Listed, unix: Unix | None) -> Text:
    """What is asked of everybody."""
    if wanted is None:
        return _("⏸️ {players} would like a pause. And you?", players=who)
    if wanted.live:
        return _("⚡ {players} would like to go on now. And you?", players=who)
    if end is None or unix is None:
        return _("🗓️ {players} would like to go on over days. And you?", players=who)
    when = relative_time(unix(end))
    return _(
        "🗓️ {players} would like to go on over days. If nobody objects, that happens {when}.",
        players=who,
        when=when,
    )


_HELD = _("⏸️ The clocks are stopped.")
_PAUSED = _("⏸️ Paused. Any move ends it.")
UNSEEN = _("⏸️ This table can't be seen yet, so its clocks are stopped.")
_FINISHED = _("🏁 This round's time is up: robots finish the game.")


def _deserted(since: float, unix: Unix | None) -> Text:
    if unix is None:
        return _("💤 Only robots here, so the game waits. My hand brings you back.")
    return _(
        "💤 Only robots here, so the game waits and closes {when}. My hand brings you back.",
        when=relative_time(unix(since + clocks.DESERTED_LASTS)),
    )


def _deadlines(table: Table, unix: Unix | None) -> Iterator[Text]:
    """Until when those have time for whom the game waits."""
    if unix is None:
        return
    ends = {at: clocks.deadline(table, at) for at in range(len(table.timing.seats))}
    blitz = table.record.pace.name == "blitz"
    told = clock_time if blitz else relative_time
    shown = {at: told(unix(end)) for at, end in ends.items() if end is not None}
    if len(set(shown.values())) == 1 and blitz:
        yield _until(next(iter(shown.values())))
    elif len(set(shown.values())) == 1:
        yield _("⏱️ Time's up {when}.", when=next(iter(shown.values())))
    elif shown:
        each = tuple(_("{player} {when}", player=Player(at), when=when) for at, when in shown.items())
        yield _("⏱️ Time's up: {players}.", players=Listed(each))
    all_sent = len(clocks.REMINDERS)
    clocks_shown = [(at, clock) for at, clock in enumerate(table.timing.seats) if at in shown]
    for at, clock in clocks_shown:
        if clock.late:
            yield _("⌛ {player} is late. Wait, or let a robot play?", player=Player(at))
    late = [at for at, clock in clocks_shown if clock.reminded >= all_sent and not clock.late]
    if late:
        yield _("⌛ Not much time left: {players}.", players=Listed(tuple(map(Player, late))))


def _until(moment: Markup) -> Text:
    """Where minutes count, "in a minute" is no help."""
    return _("⏱️ Until {when}", when=moment)


def is_asked(table: Table, seat: int) -> bool:
    """Whether others ask this seat for a pause, or for another pace."""
    return bool(table.timing.asking) and seat not in table.timing.asking


def seat_status(table: Table, seat: int, unix: Unix | None) -> Text | None:
    """Until when this seat has time, why its clock stands still, or what the others ask of it."""
    if clocks.is_finished_by_robots(table):
        return _FINISHED
    if table.is_held:
        return _HELD
    if table.timing.paused is not None:
        return _PAUSED
    if table.timing.unseen is not None:
        return UNSEEN
    if is_asked(table, seat):
        who = Listed(tuple(map(Player, table.timing.asking)))
        return _wish(table.timing.wanted, clocks.agreed_at(table), who, unix)
    end = clocks.deadline(table, seat)
    if end is not None and unix is not None:
        if table.record.pace.name == "blitz":
            return _until(clock_time(unix(end)))
        return _("⏱️ Time's up {when}.", when=relative_time(unix(end)))
    if clocks.clock_of(table, seat).away and clocks.clock_of(table, seat).decision:
        return _("🏖️ You're on vacation: your clock is stopped.")
    return None

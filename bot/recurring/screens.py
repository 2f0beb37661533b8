"""What comes again by the calendar: when, and how to skip one or stop it. Private."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.i18n import Markup, Reader
from bot.i18n.date_parsing import weekday_name
from bot.pace import DAY
from bot.recurring.recurrence import MOST_WEEKS, Occurrence, Recurrence
from bot.recurring.service import ChangeRepeat, RecurringTournament
from bot.screens import clocks
from bot.screens.tournaments.choosing import text_line
from bot.screens.tournaments.settings_text import changed_settings
from bot.ui import components as ui
from games.catalogue import catalogue
from games.text import Listed, Text, _, _n

WHEN, WEEKS, AHEAD = "when", "weeks", "ahead"
"""The fields of the window."""
LABELS = {WHEN: _("Day and time"), WEEKS: _("Weeks apart"), AHEAD: _("Entries open")}
"""What stands above each field of the window."""
_LONGEST = 100


WEEKDAYS = (
    *(_("Monday"), _("Tuesday"), _("Wednesday"), _("Thursday"), _("Friday"), _("Saturday"), _("Sunday")),
)


def schedule(rule: Recurrence) -> Text:
    """On which days and at which hour it repeats, in words."""
    days = Listed(tuple(WEEKDAYS[day] for day in rule.days))
    shown = Markup(_clock(rule.minute))
    return _n(
        "Every week: {days}, {time}",
        "Every {count} weeks: {days}, {time}",
        rule.weeks,
        days=days,
        time=shown,
    )


def _in_lines(rule: Recurrence) -> list[Text]:
    """All that is chosen of when it comes."""
    ahead = _("Entries open {length} before.", length=clocks.duration(rule.ahead))
    return [schedule(rule), _("Time zone {zone}.", zone=Markup(f"`{rule.zone}`")), ahead]


def changed(act: ChangeRepeat) -> Iterator[tuple[Sequence[Text], Sequence[Text]]]:
    """The lines on when and how it was held before the act, and since; none where that is not kept."""
    if act.was is not None and act.now is not None:
        yield _in_lines(act.was), _in_lines(act.now)
    game = catalogue().get(act.game)  # it may be installed no more
    if act.was_held is not None and act.now_held is not None and game is not None:
        yield from changed_settings(game, act.was_held, act.now_held)


def _clock(minute: int) -> str:
    hours, minutes = divmod(minute, 60)
    return f"{hours:02}:{minutes:02}"


def one(programme: RecurringTournament, held: Occurrence, then: Occurrence, reader: Reader) -> ui.Screen:
    """All there is to say of one, and what can be done. `held`: the next; `then`: the one after it."""
    record = programme.record
    title = _("🔁 {name}", name=record.settings.name)
    zone = _(
        "Time zone {zone}, in {channel}.", zone=Markup(f"`{record.rule.zone}`"), channel=_place(programme)
    )
    trouble = record.trouble
    return ui.screen(
        ui.Accent.SAND if trouble is None else ui.Accent.AMBER,
        ui.block(
            ui.heading(reader, title),
            reader(schedule(record.rule)),
            *map(reader, _state(programme, held, then)),
            most=1200,
        ),
        None
        if trouble is None
        else ui.block(reader(_("⚠️ I couldn't announce the last one. {why}", why=trouble)), most=500),
        ui.block(ui.small(reader(zone)), most=300),
        list(ui.rows(_ways(programme, held, reader))),
    )


def _place(programme: RecurringTournament) -> Markup:
    return Markup(f"<#{programme.record.channel}>")


def _state(programme: RecurringTournament, held: Occurrence, then: Occurrence) -> list[Text]:
    record = programme.record
    if record.stopped:
        return [_("Stopped: it no longer repeats.")]
    said = [_next(programme, held, then)]
    if record.missed:
        said.append(
            _n("I was away: {count} was left out.", "I was away: {count} were left out.", record.missed)
        )
    return said


def _next(programme: RecurringTournament, held: Occurrence, then: Occurrence) -> Text:
    starts = clocks.day_and_time(held.starts)
    if programme.record.skip == held.starts:
        after = clocks.day_and_time(then.starts)
        return _("⏭️ {when} is skipped. The next one is {then}.", when=starts, then=after)
    opens = clocks.relative_time(held.announced)
    return _("Next: {when}. I announce it {opens}.", when=starts, opens=opens)


def _ways(programme: RecurringTournament, held: Occurrence, reader: Reader) -> list[ui.Button]:
    def way(text: Text, what: str, style: int = ui.SECONDARY, start: float = 0.0) -> ui.Button:
        return ui.button(reader, text, "recurring", programme.id, what, int(start), style=style)

    if programme.record.stopped:
        return [
            way(_("Start again"), "resume", ui.PRIMARY),
            way(_("Remove"), "remove", ui.DANGER),
        ]
    skipped = programme.record.skip == held.starts
    skip = (
        way(_("Hold it after all"), "hold") if skipped else way(_("Skip this one"), "skip", start=held.starts)
    )
    copy = [way(_("Copy the latest one"), "copy")] if programme.record.last else []
    return [skip, way(_("Change"), "edit"), *copy, way(_("Stop"), "stop")]


def several(programmes: Sequence[RecurringTournament], reader: Reader) -> ui.Screen:
    """All of a server, each with the way to it."""
    if not programmes:
        how = _("Nothing repeats here yet. Press Every week at a tournament's desk.")
        return ui.screen(ui.Accent.SAND, ui.block(reader(how), most=300))
    return ui.screen(
        ui.Accent.SAND,
        ui.block(ui.heading(reader, _("Recurring tournaments")), most=200),
        [_entry(programme, reader) for programme in programmes],
    )


def _entry(programme: RecurringTournament, reader: Reader) -> ui.Row:
    name, when = programme.record.settings.name, schedule(programme.record.rule)
    stopped = _("{name}. Stopped", name=name)
    text = stopped if programme.record.stopped else _("{name}. {when}", name=name, when=when)
    return ui.Row((ui.button(reader, text, "recurring", programme.id, "show", 0),))


def window(custom_id: str, rule: Recurrence | None, zone: str, reader: Reader) -> ui.Modal:
    """Asks when it comes again. `rule`: how it stands so far, or would."""
    when = "" if rule is None else _typed(rule, reader)
    weeks, ahead = (1, 2 * DAY) if rule is None else (rule.weeks, rule.ahead)
    like = _("For example Friday 20:00, or Tue, Fri 19:30")

    def line(name: str, why: Text, value: str, like: Text | None = None) -> ui.Label:
        return text_line(reader, name, why, value, like, label=LABELS[name], longest=_LONGEST)

    return ui.modal(
        reader,
        _("Every week"),
        custom_id,
        line(WHEN, _("In the time zone {zone}", zone=zone), when, like),
        line(WEEKS, _("1: each week. At most {most}", most=MOST_WEEKS), str(weeks)),
        line(
            AHEAD,
            _("How long before the start, such as 2 days. I announce it then"),
            clocks.typed_duration(ahead, reader),
            _("For example 6 hours or 2 days"),
        ),
    )


def _typed(rule: Recurrence, reader: Reader) -> str:
    days = ", ".join(weekday_name(day, reader.locale) for day in rule.days)
    return f"{days} {_clock(rule.minute)}"

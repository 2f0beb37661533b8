"""How far a tournament is and what comes next, in a few lines: where every page about it begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.i18n import Markup
from bot.screens import clocks
from bot.screens.clocks import Unix
from bot.screens.tournaments import settings_text
from bot.tournaments import rounds
from bot.tournaments.formats.engine import goes_by_fixtures, is_over, plan
from bot.tournaments.model import Tournament
from bot.tournaments.pairing.event import Event, PairingError
from bot.tournaments.schedule import next_round_at
from games.text import Text, _

Links = Mapping[str, str]
"""Where the tournament's messages stand, by their kind."""


def in_lines(tournament: Tournament, now: float, unix: Unix, links: Links) -> list[Text]:
    """What is going on. `now`: Unix seconds."""
    match tournament.phase:
        case "open":
            return [*_before_the_start(tournament, now), *_trouble(tournament)]
        case "running":
            return [*_held_up(tournament), *_running(tournament, unix, links), *_trouble(tournament)]
        case "over":
            return [_("🏁 The tournament is over."), *_linked(_FINAL, links.get("final"))]
        case "cancelled":
            return [_("⚓ The tournament was cancelled. What was played so far has no winner.")]


_FINAL = _("Final standings")


def _before_the_start(tournament: Tournament, now: float) -> list[Text]:
    settings = tournament.settings
    said: list[Text] = []
    if settings.opens is not None and now < settings.opens:
        when, date = clocks.relative_time(settings.opens), clocks.date_and_time(settings.opens)
        said.append(_("🔒 Entries open {when}: {date}.", when=when, date=date))
    elif tournament.record.checking_in:
        said.append(_("🔔 Check-in: whoever wants to play presses I am here now."))
    else:
        said += _entries(settings.entries_close, now)
    if settings.starts is None:
        said.append(_("It starts when the organiser says so."))
    else:
        when, date = clocks.relative_time(settings.starts), clocks.date_and_time(settings.starts)
        said.append(_("It starts {when}: {date}.", when=when, date=date))
    return said


def _entries(closes: float | None, now: float) -> list[Text]:
    if closes is None:
        return [_("🏴‍☠️ Entries are open: press Join.")]
    if now >= closes:
        return [_("🔒 Entries are closed.")]
    return [_("🏴‍☠️ Entries are open: press Join."), settings_text.closing(closes)]


def _held_up(tournament: Tournament) -> list[Text]:
    if tournament.record.paused is None:
        return []
    return [_("⏸️ The organiser has stopped all clocks. The games can be played on meanwhile.")]


def _trouble(tournament: Tournament) -> list[Text]:
    if not tournament.record.trouble:
        return []
    return [_("⚠️ It does not go on by itself just now: the organiser finds the reason at their desk.")]


def _running(tournament: Tournament, unix: Unix, links: Links) -> list[Text]:
    event, drawn = tournament.record.event, tournament.record.drawn
    if event is None:
        return []
    said: list[Text] = []
    running = tournament.running_round
    if running is not None and drawn is None:
        said += _round(tournament, event, unix)
    if drawn is not None:
        said.append(opening(tournament, unix))
    shown = drawn or running
    return (
        said
        if shown is None
        else [*said, *_linked(_pods_of(shown.number), links.get(f"round {shown.number}"))]
    )


def _round(tournament: Tournament, event: Event, unix: Unix) -> list[Text]:
    """The round that is played, or what is waited for after it."""
    waiting = tournament.open_pods()
    if not waiting:
        return [_round_over(tournament, event)]
    latest = event.rounds[-1]
    still = sum(one.number == latest.number for one, _pod in waiting)
    ended = _(
        "Pods that have ended: {ended} of {count}", ended=len(latest.pods) - still, count=len(latest.pods)
    )
    playing = _(
        "⚔️ Round {round} of {rounds} is being played.", round=latest.number, rounds=rounds_in_all(event)
    )
    return [playing, ended, *time_up(tournament, unix), *_next_by_the_calendar(tournament, event)]


def _next_by_the_calendar(tournament: Tournament, event: Event) -> list[Text]:
    """When the next round is drawn, if that waits for no result."""
    settings = tournament.settings
    by_calendar = settings.every and not settings.by_hand and not tournament.stands_still
    if not by_calendar or is_over(event) or not goes_by_fixtures(event):
        return []
    when = clocks.relative_time(next_round_at(tournament))
    return [_("The next round begins {when}, whether or not all results are in.", when=when)]


def time_up(tournament: Tournament, unix: Unix) -> list[Text]:
    """When robots play the running round's games to their end, if that is known."""
    ends = [] if tournament.stands_still else list(_deadlines(tournament))
    if not ends:
        return []
    when = clocks.relative_time(unix(min(ends)))
    return [_("⏱️ The round's time is up {when}; then robots play its games to the end.", when=when)]


def _deadlines(tournament: Tournament) -> Iterator[float]:
    """When the time of those pods is up that people still play in, in house time."""
    for table in rounds.open_tables(tournament):
        end = rounds.deadline(tournament, table)
        if end is not None and not table.finish:
            yield end


def _round_over(tournament: Tournament, event: Event) -> Text:
    settings, number = tournament.settings, len(event.rounds)
    if is_over(event):
        return _("🏁 All results are in.")
    if settings.by_hand:
        return _("All results of round {round} are in. The organiser draws the next one.", round=number)
    if settings.every:
        when = clocks.relative_time(next_round_at(tournament))
        return _("All results of round {round} are in. The next one begins {when}.", round=number, when=when)
    return _("All results of round {round} are in. The next one is being drawn.", round=number)


def opening(tournament: Tournament, unix: Unix) -> Text:
    """When the tables of the round that is drawn open."""
    record, settings = tournament.record, tournament.settings
    number = 0 if record.drawn is None else record.drawn.number
    if settings.by_hand:
        return _("📣 Round {round} is drawn. Its tables open when the organiser says so.", round=number)
    if tournament.stands_still:
        return _("📣 Round {round} is drawn. Its tables open when the clocks run again.", round=number)
    when = clocks.relative_time(unix(record.drawn_at + settings.between))
    return _("📣 Round {round} is drawn. Its tables open {when}.", round=number, when=when)


def rounds_in_all(event: Event) -> int:
    """How many rounds it will be, as far as that is known."""
    if event.rounds and is_over(event):
        return len(event.rounds)
    try:
        planned = len(plan(event.options, len(event.playing(1))))
    except PairingError:  # so many have had their data erased, or the options are another version's
        planned = 0
    return max(planned, len(event.rounds))


def _pods_of(number: int) -> Text:
    """What leads to a round's pods."""
    return _("Pods of round {round}", round=number)


def _linked(text: Text, link: str | None) -> list[Text]:
    return [] if link is None else [_("{what}: {link}", what=text, link=Markup(link))]

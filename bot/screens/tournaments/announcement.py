"""The announcement: what a tournament is, who is in, how far it has come. One public message all its life."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from bot.i18n import Markup, Reader
from bot.screens import clocks
from bot.screens.clocks import Unix
from bot.screens.pod_names import round_name
from bot.screens.tournaments import pages, settings_text
from bot.screens.tournaments.lines import called, joined, name_of
from bot.screens.tournaments.settings_entry import champion_in_lines, tables_in_lines
from bot.teams.screens import in_teams
from bot.tournaments import rounds
from bot.tournaments.entries import can_be_entered, has_room
from bot.tournaments.formats.arena import free
from bot.tournaments.formats.contract import RoundPlan
from bot.tournaments.formats.engine import goes_by_fixtures, is_over, plan
from bot.tournaments.model import SEAL_DIGITS, Tournament
from bot.tournaments.outbox import ALL_ALONG
from bot.tournaments.pairing.event import Event, PairingError, Stage
from bot.tournaments.schedule import arena_ends, next_round_at
from bot.ui import components as ui
from bot.ui.limits import TEXT
from games.fairness import commitment
from games.text import Text, Value, _, _n, labelled

Links = Mapping[str, str]
"""Where the tournament's messages stand, by their kind."""
PAGE = "page"
"""Among them, where it can be looked at in a browser."""
LATEST = 3
"""Acts of organisers that stand here; all of them are in the log."""
MOST_NAMED = 16
"""Of those who entered; Who is in, behind Information, names everybody."""
MOST_NAMES = 1200
LEAST_NAMES = 400
"""Characters for those who entered, however much else there is to say."""
LEAST_CHOSEN = 300
"""And for what is chosen, before the organiser's own words."""

_ACCENTS = {
    "open": ui.Accent.TEAL,
    "running": ui.Accent.NAVY,
    "over": ui.Accent.GOLD,
    "cancelled": ui.Accent.GREY,
}


def announcement(
    tournament: Tournament,
    reader: Reader,
    *,
    now: float,
    unix: Unix,
    plan: RoundPlan | None,
    lately: Sequence[Text],
    links: Links,
) -> ui.Screen:
    """The tournament as it stands. `now`: Unix seconds; `plan`: for those who are in now; `lately`: acts."""
    heading = title(tournament, reader)
    going_on = ui.block(*map(reader, progress_lines(tournament, now, unix, links)), most=500)
    planned = _plan(tournament, reader, plan) if tournament.phase == "open" else None
    acts = _lately(lately[-LATEST:], reader)
    foot = id_and_organiser(tournament, reader)
    sealed = ui.block(seal(tournament, reader), most=150)
    rest = TEXT - ui.text_length(heading, going_on, planned, acts, foot, sealed)
    words = _words(tournament, reader, rest - LEAST_NAMES - LEAST_CHOSEN)
    rest -= ui.text_length(words)
    chosen = _chosen(tournament, reader, rest - LEAST_NAMES)
    return ui.screen(
        _ACCENTS[tournament.phase],
        heading,
        words,
        going_on,
        _entrants(tournament, reader, min(MOST_NAMES, rest - ui.text_length(chosen))),
        planned,
        ui.Separator(),
        chosen,
        acts,
        _buttons(tournament, reader, now),
        foot,
        sealed,
    )


def title(tournament: Tournament, reader: Reader) -> ui.TextBlock | None:
    """The tournament's name, and what is played."""
    game = tournament.game.title
    return ui.block(
        ui.title(reader, _("🏆 {name}", name=called(tournament))),
        ui.small(reader(game)),
        most=250,
    )


def id_and_organiser(tournament: Tournament, reader: Reader) -> ui.TextBlock | None:
    """How to name it in a command, and whose it is."""
    organiser: Value = tournament.record.organiser_name or _("a former organiser")
    said = _(
        "Tournament {id}, organised by {organiser}", id=Markup(f"`{tournament.id}`"), organiser=organiser
    )
    return ui.block(ui.small(reader(said)), most=160)


# How far it is, and what comes next


def progress_lines(tournament: Tournament, now: float, unix: Unix, links: Links) -> Iterator[Text]:
    """What is going on. `now`: Unix seconds."""
    match tournament.phase:
        case "open":
            yield from _before_the_start(tournament, now)
        case "running":
            if tournament.record.paused is not None:
                yield _("⏸️ All clocks are stopped. You can keep playing.")
            yield from _running(tournament, unix, links)
        case "over":
            yield _("🏁 The tournament is over.")
            yield from _linked(_("Final standings"), links.get("final"))
        case "cancelled":
            yield _("⚓ Cancelled. Nobody wins.")
    yield from _linked(_("🌐 For everyone to watch"), links.get(PAGE))
    if tournament.record.trouble and tournament.phase in ("open", "running"):
        yield _("⚠️ Stuck: the organiser's desk says why.")


def _before_the_start(tournament: Tournament, now: float) -> Iterator[Text]:
    settings = tournament.settings
    closes = settings.entries_close
    if settings.opens is not None and now < settings.opens:
        when, date = clocks.relative_time(settings.opens), clocks.date_and_time(settings.opens)
        yield _("🔒 {said}", said=_("Entries open {when}: {date}.", when=when, date=date))
    elif tournament.record.checking_in:
        yield _("🔔 Check-in: playing? Press “I am here” now.")
    elif closes is not None and now >= closes:
        yield _("🔒 Entries are closed.")
    else:
        if has_room(tournament):
            yield _("🏴‍☠️ Entries are open: press Join.")
        elif settings.waiting_list:
            yield _("🏴‍☠️ Join puts you on the waiting list.")
        else:
            yield _("🏴‍☠️ All places are taken.")
        if closes is not None:
            yield settings_text.closing(closes)
    yield settings_text.start_in_words(settings, stuck=bool(tournament.record.trouble))


def _running(tournament: Tournament, unix: Unix, links: Links) -> Iterator[Text]:
    event, drawn, running = tournament.record.event, tournament.record.drawn, tournament.running_round
    if event is None:
        return
    if tournament.is_arena:
        yield from arena_in_words(tournament)
        yield from _linked(_("Standings"), links.get(f"standings {ALL_ALONG}"))
        return
    if drawn is not None:
        yield opening(tournament, unix)
    elif running is not None:
        yield from _round(tournament, event, unix)
    shown = drawn or running
    if shown is not None:
        yield from _linked(round_name(shown.number, shown.stage), links.get(f"round {shown.number}"))


def arena_in_words(tournament: Tournament) -> list[Text]:
    """Until when an arena goes on, how many tables are played, and who waits for the next; else nothing."""
    event, still = tournament.record.event, len(tournament.open_pods())
    if event is None or tournament.phase != "running" or not tournament.is_arena:
        return []
    playing = [_n("{count} table is playing", "{count} tables are playing", still)] if still else []
    if is_over(event):
        return [joined(_("⚔️ No more tables open"), *playing)]
    waiting = len(free(event))
    waits = [_n("{count} waits", "{count} wait", waiting)] if waiting else []
    return [joined(_("⚔️ Until {time}", time=arena_end(tournament)), *playing, *waits)]


def arena_end(tournament: Tournament) -> Markup:
    """The hour at which an arena is over."""
    return clocks.about_when(arena_ends(tournament), tournament.settings.lasts)


def _round(tournament: Tournament, event: Event, unix: Unix) -> list[Text]:
    """The round that is played, or what is waited for after it."""
    waiting = tournament.open_pods()
    if not waiting:
        return [_round_over(tournament, event)]
    latest = event.rounds[-1]
    still = sum(one.number == latest.number for one, _pod in waiting)
    playing = (
        _("⚔️ The final is being played.")
        if latest.stage is Stage.FINAL
        else _(
            "⚔️ Round {round} of {rounds} is being played.", round=latest.number, rounds=rounds_in_all(event)
        )
    )
    ended = [] if len(latest.pods) == 1 else [tables_ended(len(latest.pods) - still, len(latest.pods))]
    return [playing, *ended, *time_up(tournament, unix), *_next_by_the_calendar(tournament, event)]


def tables_ended(ended: int, count: int) -> Text:
    """How many of a round's tables have a result."""
    return _n(
        "{ended} of {count} tables has ended.",
        "{ended} of {count} tables have ended.",
        ended,
        ended=ended,
        count=count,
    )


def _next_by_the_calendar(tournament: Tournament, event: Event) -> list[Text]:
    """When the next round is drawn, if that waits for no result."""
    settings = tournament.settings
    by_calendar = settings.every and not settings.by_hand and not tournament.stands_still
    if not by_calendar or is_over(event) or not goes_by_fixtures(event):
        return []
    when = clocks.relative_time(next_round_at(tournament))
    return [_("Next round {when}, results or not.", when=when)]


def time_up(tournament: Tournament, unix: Unix) -> list[Text]:
    """When robots play the running round's games to their end, if that is known."""
    ends = [] if tournament.stands_still else list(_deadlines(tournament))
    if not ends:
        return []
    when = clocks.relative_time(unix(min(ends)))
    return [_("⏱️ Time's up {when}; then robots finish the games.", when=when)]


def _deadlines(tournament: Tournament) -> Iterator[float]:
    """When the time of those pods is up that people still play in, in awake time."""
    for table in rounds.open_tables(tournament):
        end = rounds.deadline(tournament, table)
        if end is not None and not table.finish:
            yield end


def _round_over(tournament: Tournament, event: Event) -> Text:
    settings, number = tournament.settings, len(event.rounds)
    if is_over(event):
        return _("🏁 All results are in.")
    if settings.by_hand:
        return _("Round {round} is done. The organiser draws the next.", round=number)
    if settings.every:
        when = clocks.relative_time(next_round_at(tournament))
        return _("Round {round} is done. The next begins {when}.", round=number, when=when)
    return _("Round {round} is done. Drawing the next.", round=number)


def opening(tournament: Tournament, unix: Unix) -> Text:
    """When the tables of the round that is drawn open."""
    record, settings = tournament.record, tournament.settings
    assert record.drawn is not None
    round = round_name(record.drawn.number, record.drawn.stage)
    if settings.by_hand:
        return _("📣 {round}: drawn. The organiser opens the tables.", round=round)
    if tournament.stands_still:
        return _("📣 {round}: drawn. The tables open once the clocks restart.", round=round)
    when = clocks.relative_time(unix(record.drawn_at + settings.between))
    return _("📣 {round}: drawn. The tables open {when}.", round=round, when=when)


def rounds_in_all(event: Event) -> int:
    """How many rounds it will be, as far as that is known."""
    if event.rounds and is_over(event):
        return len(event.rounds)
    try:
        planned = len(plan(event.options, len(event.playing(1))))
    except PairingError:  # so many have had their data erased, or the options are another version's
        planned = 0
    return max(planned, len(event.rounds))


def _linked(text: Text, link: str | None) -> list[Text]:
    return [] if link is None else [labelled(text, Markup(link))]


# Who is in


def _entrants(tournament: Tournament, reader: Reader, most: int) -> ui.TextBlock | None:
    over = tournament.phase not in ("open", "running")
    event = tournament.record.event
    drawn = None if event is None else {entrant.id for entrant in event.entrants}
    there = [
        entry
        for entry in tournament.entrants
        if entry.state == "in" or (over and (drawn is None or entry.id in drawn))
    ]
    heading = ui.strong(reader, _how_many(tournament, len(there)))
    waiting = _waiting(tournament, reader)
    here = tournament.phase == "open" and tournament.record.checking_in
    room = most - len(heading) - sum(len(line) + 1 for line in waiting) - 2
    nobody = _("Nobody's in yet: be the first!")
    shown = [
        _("✅ {name}", name=name_of(entry)) if here and entry.here else name_of(entry) for entry in there
    ]
    names = named(in_teams(tournament, there, shown), reader, room) if there else reader(nobody)
    return ui.block(heading, names, *waiting, most=most)


def _how_many(tournament: Tournament, count: int) -> Text:
    cap = tournament.settings.cap
    if tournament.phase != "open":
        return _n("{count} player", "{count} players", count)
    if cap:
        return _n("{taken} of {count} place taken", "{taken} of {count} places taken", cap, taken=count)
    return _n("{count} has entered", "{count} have entered", count)


def _waiting(tournament: Tournament, reader: Reader) -> list[str]:
    """How many wait for a place: Who is in, behind Information, names them."""
    entries = tournament.waiting
    if not entries or tournament.phase != "open":
        return []
    return [reader(_n("{count} waits", "{count} wait", len(entries)))]


def named(names: Sequence[Value], reader: Reader, most: int) -> str:
    """As many of the names as fit and can be read, one after another, and how many more there are."""
    if len(names) <= MOST_NAMED and len(whole := reader.listed(names)) <= most:
        return whole
    fewest, too_many = 0, min(len(names), MOST_NAMED + 1)
    while too_many - fewest > 1:
        some = (fewest + too_many) // 2
        fits = len(reader.listed([*names[:some], _more(len(names) - some)])) <= most
        fewest, too_many = (some, too_many) if fits else (fewest, some)
    return reader.listed([*names[:fewest], _more(len(names) - fewest)])


def _more(count: int) -> Text:
    return _n("{count} more", "{count} more", count)


# What it is


def _plan(tournament: Tournament, reader: Reader, plan: RoundPlan | None) -> ui.TextBlock | None:
    game, settings = tournament.game, tournament.settings
    if plan is None and not settings.lasts:
        line = settings_text.too_few(settings)
    else:
        line = settings_text.rounds_and_end(game, settings, plan or ())
    return ui.block(reader(_("⏳ {line}", line=line)), most=400)


def _chosen(tournament: Tournament, reader: Reader, most: int) -> ui.TextBlock | None:
    """What is played, how fast and in which format, and what is unusual: Information has all else."""
    settings = tournament.settings
    if tournament.record.checking_in:  # that is said above
        settings = msgspec.structs.replace(settings, check_in=0.0)
    told = map(reader, settings_text.announced_in_lines(tournament.game, settings))
    lines = ui.bulleted(told) if tournament.phase == "open" else map(ui.small, told)
    return ui.block(*lines, most=min(1400, most))


def _words(tournament: Tournament, reader: Reader, most: int) -> ui.TextBlock | None:
    """What the organiser says of it, as long as anybody can enter."""
    settings = tournament.settings
    if not can_be_entered(tournament):
        return None
    calls = tournament.phase == "open" and settings.ping
    called = (
        [reader(_("📯 {role}, this one's for you!", role=Markup(f"<@&{settings.ping}>")))] if calls else []
    )
    where = [*champion_in_lines(settings), *tables_in_lines(settings)]
    return ui.block(*called, *settings_text.own_words(settings, reader), *map(reader, where), most=most)


def _lately(acts: Sequence[Text], reader: Reader) -> ui.TextBlock | None:
    if not acts:
        return None
    told = (ui.small(reader(each)) for each in reversed(acts))
    return ui.block(ui.small(reader(_("Latest from the organisers:"))), *told, most=700)


def seal(tournament: Tournament, reader: Reader) -> str:
    """What the draw is bound to since the announcement; How it is drawn has all of it."""
    digits = seal_digits(fingerprint(tournament))
    return ui.small(reader(_("🔏 Seal {digits} proves a fair draw.", digits=digits)))


def seal_digits(whole: str) -> Markup:
    """As much of a fingerprint as nobody can find another secret for."""
    return Markup(f"`{whole[:SEAL_DIGITS]}`")


def fingerprint(tournament: Tournament) -> str:
    """The SHA-256 of the seed, which is public before the seed is."""
    return commitment(bytes.fromhex(tournament.record.seed))


def _buttons(tournament: Tournament, reader: Reader, now: float) -> ui.Row | None:
    id, settings = tournament.id, tournament.settings
    information, desk = pages.information(reader, id), pages.desk(reader, id)
    match tournament.phase:
        case "open":
            shut = settings.opens is not None and now < settings.opens
            closes, here = settings.entries_close, tournament.record.checking_in
            closed = shut or (closes is not None and now >= closes)
            return ui.row(
                pages.here(reader, id) if here else None,
                None if closed else pages.join(reader, id, ui.SECONDARY if here else ui.PRIMARY),
                None if shut else pages.withdraw(reader, id),
                information,
                desk,
            )
        case "running":
            return ui.row(
                pages.join(reader, id, ui.SECONDARY) if can_be_entered(tournament) else None,
                pages.mine(reader, id),
                pages.withdraw(reader, id),
                information,
                desk,
            )
        case "over" | "cancelled":
            standings = pages.standings(reader, id) if tournament.record.event is not None else None
            return ui.row(standings, information, desk)

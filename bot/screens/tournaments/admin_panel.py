"""The organiser's panel: how the tournament stands, who is missing what, and everything that can be done.
Private.

It shows no more of a game than its public board does: an organiser may be playing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from bot.i18n import Markup, Reader
from bot.screens import clocks
from bot.screens.admin_actions import action_select
from bot.screens.pod_names import in_all, in_round, round_name
from bot.screens.tournaments import pages
from bot.screens.tournaments.action_targets import LETTER, NOBODY
from bot.screens.tournaments.announcement import arena_in_words
from bot.screens.tournaments.lines import name_of, not_open_yet
from bot.screens.tournaments.settings_text import start_in_words
from bot.tournaments import actions, rounds
from bot.tournaments.model import Entry, Tournament
from bot.tournaments.pairing.event import Pod, Round, Stage
from bot.ui import components as ui
from games.text import Listed, Text, _, _n, labelled

_MISSING, _PEOPLE = 2000, 600
"""Characters for those who are waited for, and for those who are gone."""
_NAMED = 8
"""Who is gone, by name; of more it is said how many."""


class PendingPod(msgspec.Struct, frozen=True):
    """A pod that has not ended, and what it waits for. Moments are Unix seconds."""

    round: Round
    pod: Pod
    why: Literal["turn", "arrival", "robots", "table", "paused", "hour"]
    """Somebody's move; players who have not come; nobody (robots play on); its table, which does not stand
    yet; the end of a pause; the hour at which it is played (`until`), of which `players` have said nothing.
    """
    where: str = ""
    """The address of its table."""
    players: tuple[str, ...] = ()
    since: float | None = None
    until: float | None = None


def by_urgency(behind: Sequence[PendingPod]) -> list[PendingPod]:
    """Those first that have waited longest; those last that wait for nobody."""
    never = float("inf")
    return sorted(behind, key=lambda each: (each.since or never, each.round.number, each.pod.number))


LEFT, NOT_CHECKED_IN = _("Left the server"), _("Hasn't checked in")
NOT_AT_TABLE, STOOD_IN_FOR = _("Not at their table"), _("A robot plays for them")
"""Why somebody is missing, in a few words."""


def panel(
    tournament: Tournament,
    behind: Sequence[PendingPod],
    trouble: Text | None,
    page: int,
    reader: Reader,
    unix: clocks.Unix,
    not_posted: Text | None = None,
    missing_people: Mapping[str, Text] = NOBODY,
) -> ui.Screen:
    """The whole of it. `trouble`: why it does not go on by itself; `not_posted`: what stands nowhere;
    `missing_people`: why somebody is missing, by their entries.
    """
    heading, missing = _missing(tournament, behind, reader)
    words = _("Back"), _("More")
    turned = ui.paginate(ui.bulleted(map(reader, missing)), _MISSING)
    page = max(0, min(page, len(turned) - 1))
    title = _("Organiser's desk: {name}", name=tournament.settings.name)
    return ui.screen(
        ui.Accent.SAND if trouble is None and not_posted is None else ui.Accent.AMBER,
        ui.block(
            ui.heading(reader, title),
            None if not_posted is None else reader(not_posted),
            *map(reader, _state(tournament, behind, unix)),
            None if trouble is None else reader(trouble),
            most=900,
        ),
        ui.block(*map(reader, _who_is_not_there(tournament, missing_people, behind)), most=_PEOPLE),
        ui.block(ui.strong(reader, heading), *turned[page], most=_MISSING + 100) if missing else None,
        ui.rows(
            [
                *_post_again(tournament, not_posted, reader),
                *ui.page_buttons(reader, page, len(turned), words, "tdesk", tournament.id),
                *_at_once(tournament, reader),
                ui.button(reader, _("Refresh"), "tdesk", tournament.id, page),
                *_pages(tournament, reader),
            ]
        ),
        action_select(
            tournament.id,
            LETTER,
            actions.offered(tournament),
            reader,
            before_start=tournament.phase == "open",
        ),
    )


def _post_again(tournament: Tournament, not_posted: Text | None, reader: Reader) -> list[ui.Button]:
    """The one press that mends it, where something stands nowhere."""
    if not_posted is None:
        return []
    return [ui.button(reader, _("Post everything again"), "trepost", tournament.id, style=ui.PRIMARY)]


def _state(tournament: Tournament, behind: Sequence[PendingPod], unix: clocks.Unix) -> list[Text]:
    """How it stands, in up to two lines."""
    match tournament.phase:
        case "open":
            return [_entries(tournament), _start(tournament)]
        case "running":
            posted = [one for one in behind if _is_posted(tournament, one)]
            return [_rounds(tournament, posted), *_clocks(tournament, posted, unix)]
        case "over":
            return [_over(tournament)]
        case _:
            return [_("The tournament was cancelled.")]


def _is_posted(tournament: Tournament, one: PendingPod) -> bool:
    """Whether its players can see the table: until then no clock of theirs runs."""
    table = tournament.table_of(one.round.number, one.pod.number)
    return bool(one.where) and table is not None and table.unseen is None


def _entries(tournament: Tournament) -> Text:
    waiting, there = len(tournament.waiting), len(tournament.playing)
    entered = _n("{count} has entered", "{count} have entered", there)
    if not waiting:
        return entered
    return _("{some} · {more}", some=entered, more=_n("{count} waits", "{count} wait", waiting))


def _start(tournament: Tournament) -> Text:
    return start_in_words(tournament.settings, own=True, stuck=bool(tournament.record.trouble))


def _rounds(tournament: Tournament, posted: Sequence[PendingPod]) -> Text:
    now, drawn = tournament.running_round, tournament.record.drawn
    if drawn is not None:
        return not_open_yet(drawn)
    if now is None:
        return _("The first round isn't drawn yet.")
    if tournament.is_arena:
        return arena_in_words(tournament)[0]
    there = len(now.pods)
    ended = there - sum(one == now for one, _pod in tournament.open_pods())
    if now.stage is Stage.FINAL and posted:
        return _("⚔️ The final is being played.")
    return _n(
        "{round}: {ended} of {count} table has ended.",
        "{round}: {ended} of {count} tables have ended.",
        there,
        round=round_name(now.number, now.stage),
        ended=ended,
    )


def _clocks(tournament: Tournament, posted: Sequence[PendingPod], unix: clocks.Unix) -> Iterator[Text]:
    """When the clocks of the pods run out, in words; nothing where none runs."""
    record = tournament.record
    if record.paused is not None:
        yield _("⏸️ The clocks are stopped.")
        return
    tables = (tournament.table_of(one.round.number, one.pod.number) for one in posted)
    ends = [end for one in tables if one is not None and (end := rounds.deadline(tournament, one))]
    if ends:
        yield _("The round ends {when}.", when=clocks.relative_time(unix(min(ends))))
    elif record.drawn is not None and not tournament.settings.by_hand:
        opens = unix(record.drawn_at + tournament.settings.between)
        yield _("The tables open {when}.", when=clocks.relative_time(opens))
    elif posted:
        yield _("The clocks are running.")


def _over(tournament: Tournament) -> Text:
    now, event = tournament.running_round, tournament.record.event
    if now is None or event is None or rounds.is_over(event):
        return _("It's over: all rounds have been played.")
    return _("It's over: it was ended after round {round}.", round=now.number)


# who is missing what


def _missing(tournament: Tournament, behind: Sequence[PendingPod], reader: Reader) -> tuple[Text, list[Text]]:
    """Who or what is missing: a heading, and a line for each."""
    if tournament.phase == "open":
        return _not_here(tournament)
    told = [_line(each, reader) for each in by_urgency(behind)]
    return _n("{count} table hasn't ended", "{count} tables haven't ended", len(told)), told


def _not_here(tournament: Tournament) -> tuple[Text, list[Text]]:
    """Who has not checked in, if everybody was asked to; those who wait for a place behind the others."""
    missing = [entry for entry in (*tournament.playing, *tournament.waiting) if not entry.here]
    heading = _n("{count} hasn't checked in yet", "{count} haven't checked in yet", len(missing))
    asked = tournament.record.checking_in
    return heading, [_unseen(entry) for entry in missing] if asked else []


def _unseen(entry: Entry) -> Text:
    name = name_of(entry)
    return _("⏳ {name}", name=name) if entry.state == "waiting" else _("{player}", player=name)


def _who_is_not_there(
    tournament: Tournament, missing: Mapping[str, Text], behind: Sequence[PendingPod]
) -> Iterator[Text]:
    """Who left the server, who does not play though they are in, and who is out."""
    begun = {who for each in behind if each.why in ("turn", "robots") for who in each.pod.seats}
    waited = tournament.phase == "running" and tournament.settings.longest_wait > 0

    def because(reason: Text) -> list[Entry]:
        found = (tournament.entry(who) for who, why in missing.items() if why == reason)
        return [entry for entry in found if entry is not None]

    out = [entry for entry in tournament.record.entries if not entry.plays_as]
    dropped = [entry for entry in out if entry.state == "dropped"]
    groups = (
        (LEFT, because(LEFT)),
        (
            NOT_AT_TABLE,
            [entry for entry in because(NOT_AT_TABLE) if waited and entry.id in begun],
        ),
        (STOOD_IN_FOR, because(STOOD_IN_FOR)),
        (_("Not checked in at the start"), [entry for entry in dropped if entry.missed_start]),
        (_("Dropped out"), [entry for entry in dropped if not entry.missed_start]),
        (_("Disqualified"), [entry for entry in out if entry.state == "disqualified"]),
    )
    for said, people in groups:
        if people:
            yield labelled(said, _some(people))


def _some(people: Sequence[Entry]) -> Listed:
    more = len(people) - _NAMED
    return Listed(
        (*map(name_of, people[:_NAMED]), *([_n("{count} more", "{count} more", more)] if more > 0 else []))
    )


def _line(each: PendingPod, reader: Reader) -> Text:
    pod, players = _pod(each, reader), Listed(each.players)
    match each.why:
        case "table":
            return _("{pod}: its table is being opened.", pod=pod)
        case "robots":
            return _("{pod}: only robots are left.", pod=pod)
        case "paused":
            return _("{pod}: the clocks are stopped.", pod=pod)
        case "arrival":
            return _arrival(pod, players, each.until)
        case "hour":
            return _hour(pod, players, each.until)
        case "turn":
            return _turn(pod, players, each.since, each.until)


def _arrival(pod: Markup, players: Listed, until: float | None) -> Text:
    if until is None:
        return _("{pod}: not there yet: {players}.", pod=pod, players=players)
    when = clocks.relative_time(until)
    return _("{pod}: not there yet: {players}. It begins {until}.", pod=pod, players=players, until=when)


def _hour(pod: Markup, silent: Listed, hour: float | None) -> Text:
    """When it is played as things stand, and who has not said when they can."""
    when = clocks.date_and_time(hour or 0.0)
    if not silent.items:
        return _("{pod}: plays {when}.", pod=pod, when=when)
    return _("{pod}: plays {when}. No times yet from {players}.", pod=pod, when=when, players=silent)


def _turn(pod: Markup, players: Listed, since: float | None, until: float | None) -> Text:
    """Whose move it is, since when, and until when they have time."""
    if since is None:
        return _("{pod}: {players} to move.", pod=pod, players=players)
    asked = clocks.relative_time(since)
    if until is None:
        return _("{pod}: {players} to move, asked {since}.", pod=pod, players=players, since=asked)
    return _(
        "{pod}: {players} to move, asked {since}. Time's up {until}.",
        pod=pod,
        players=players,
        since=asked,
        until=clocks.relative_time(until),
    )


def _pod(each: PendingPod, reader: Reader) -> Markup:
    """What the pod is called, with the way to its table."""
    name = reader.plain(in_all(in_round(each.round, each.pod)))
    return Markup(f"[{name}]({each.where})" if each.where else name)


# what can be done


def _at_once(tournament: Tournament, reader: Reader) -> list[ui.Button]:
    """Buttons for what needs no list to choose from; the first leads on, unless it is about the clocks."""
    acts = [
        act
        for act in actions.offered(tournament)
        if not (act.target or act.person or act.needs_reason) or act is actions.AddPlayer
    ]
    forward = acts[0] if acts and tournament.record.paused is None else None
    return [
        ui.button(
            reader,
            act.label,
            f"{LETTER}sure",
            *(tournament.id, act.kind(), ""),
            style=ui.PRIMARY if act is forward and act is not actions.Pause else ui.SECONDARY,
        )
        for act in acts
    ]


def _pages(tournament: Tournament, reader: Reader) -> list[ui.Button]:
    """The buttons to the other pages about the tournament."""
    done = ui.button(reader, _("Log"), "taudit", tournament.id, 0)
    settings = ui.button(reader, _("Settings"), "tsetup", tournament.id, "all")
    about = (
        [settings, done] if tournament.phase == "open" else [done, pages.information(reader, tournament.id)]
    )
    return [*about, pages.again(reader, tournament.id), pages.repeat(reader, tournament)]

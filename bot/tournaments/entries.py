"""Who is in: entering, withdrawing, saying that one is here, the waiting list. Pure functions.

A tournament and who asks go in; the changed tournament comes out, with what to tell them, or a `Refusal`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from bot.i18n import Markup
from bot.refusal import Refusal
from bot.tables.model import Press
from bot.teams import roster
from bot.tournaments.formats import engine
from bot.tournaments.formats.catalogue import format_of
from bot.tournaments.game_lengths import misfit
from bot.tournaments.model import (
    ERASED_USER,
    Entry,
    Named,
    PendingChange,
    Tournament,
    TournamentRecord,
    TournamentSettings,
)
from bot.tournaments.outbox import MovedUp, outbox_entry
from bot.tournaments.pairing.event import PairingError, PairingProblem
from bot.tournaments.qualification import Applicant, require_qualified
from bot.tournaments.requirements import refusal_of
from bot.tournaments.settings import MOST_ENTRANTS, checked_settings, require_fit
from games.text import Text, _
from storage.models import OutboxEntry


def settings_changed(t: Tournament, changes: Mapping[str, Any], now: float) -> PendingChange:
    """The organiser wants it otherwise. Refusal once it has begun. `now`: in Unix seconds."""
    if t.phase != "open":
        raise Refusal(
            "late",
            _("It has begun, so its settings are fixed. The organiser's desk shows what you can still do."),
        )
    was, settings = t.settings, replace(t.settings, **changes)
    same_moments = _moments(settings) == _moments(was)
    if not same_moments:
        t = t.with_record(checking_in=False, check_in_ends=0.0)
    settings = checked_settings(t.game, settings, 0.0 if same_moments else now)  # which may have passed since
    if misfit(t.game, was) is None:  # what was announced otherwise may stay so
        require_fit(t.game, settings)
    if settings.cap and len(t.playing) > settings.cap:
        raise Refusal(
            "few",
            _(
                "{count} are already in. Choose at least that many, or take somebody out first.",
                count=len(t.playing),
            ),
        )
    after, outbox = moved_up(t.with_record(settings=settings, trouble=""))
    return PendingChange(after, _("Done: the announcement shows it."), outbox)


def _moments(settings: TournamentSettings) -> tuple[float | None, ...]:
    return settings.opens, settings.starts, settings.check_in


def entered(t: Tournament, press: Press, applicant: Applicant, now: float) -> PendingChange:
    """They have a place, or one on the waiting list. `now`: in Unix seconds."""
    _require_not_ended(t)
    known = t.entry_of(press.user)
    if known is not None and known.state == "waiting" and t.phase == "running":
        _require_late_entry(t)  # else they would wait for a place that nobody can have any more
    if known is not None and not (known.missed_start and can_be_entered(t)):
        raise _known_already(t, known)
    require_qualified(t, applicant, now)
    if t.phase == "open":
        _require_open(t, now)
    else:
        _require_late_entry(t)
    if len(t.record.entries) >= MOST_ENTRANTS:
        raise Refusal("full", _("It's full to the brim. See you at the next one!"))
    return _seated(without_entry(t, known) if known is not None else t, press, now)


def can_be_added(t: Tournament) -> bool:
    """Whether an organiser may add somebody: before the start, or as long as one can begin to play."""
    event = t.record.event
    if t.phase != "running" or event is None:
        return t.phase == "open"
    return not engine.is_over(event) and format_of(event.options).admits(event, len(event.rounds) + 1)


def added(t: Tournament, press: Press, now: float) -> Tournament:
    """They are in as an organiser wants it, on the waiting list if there is no place. `now`: Unix seconds."""
    known = t.entry_of(press.user)
    if known is not None and not (known.state == "dropped" and (t.phase == "open" or known.missed_start)):
        raise _known_to_organiser(known)
    if not can_be_added(t):
        raise refusal_of(PairingProblem.LATE_ENTRY)
    if len(t.record.entries) >= MOST_ENTRANTS:
        raise Refusal("full", _("It's full to the brim. See you at the next one!"))
    return _seated(without_entry(t, known) if known is not None else t, press, now).tournament


def _seated(t: Tournament, press: Press, now: float) -> PendingChange:
    number = t.record.entered + 1
    entry = Entry(
        str(number),
        press.user,
        press.name,
        str(press.id),
        now,
        here=t.record.checking_in,
        named="name" if t.settings.public_page else "",  # Join says that results are public
        username=press.username,
    )
    if not has_room(t):
        if not t.settings.waiting_list:
            raise Refusal("full", _("All places are taken. /tournament list shows what else is on."))
        entry = replace(entry, state="waiting")
        t = t.with_record(entries=(*t.record.entries, entry), entered=number)
        return PendingChange(
            t,
            _("It's full just now."),
        )
    t = t.with_record(entries=(*t.entrants, entry, *t.waiting), entered=number)
    if t.record.event is None:
        return PendingChange(t, _("Welcome aboard!"))
    t = roster.with_place(t, entry.id)
    try:
        return PendingChange(_drawn_from_now_on(t, entry.id), _("You're in, from the next round on."))
    except PairingError as impossible:
        raise refusal_of(impossible.trouble) from None


def _drawn_from_now_on(t: Tournament, id: str) -> Tournament:
    """An entry of a tournament that has begun is in the draw. PairingError if nobody can be any more."""
    event, entry = t.record.event, t.entry(id)
    assert event is not None
    assert entry is not None
    return t.with_record(event=engine.with_entrant(event, id, entry.team))


def named(t: Tournament, user: int, how: Named) -> PendingChange:
    """They are called so on pages and in files from now on."""
    entry = t.entry_of(user)
    if entry is None:
        raise Refusal("foreign", _("You're not in this tournament, so you're not on its page."))
    return PendingChange(with_entry(t, replace(entry, named=how)))


def has_room(t: Tournament) -> bool:
    """Whether there is a place for one more."""
    return not t.settings.cap or len(t.playing) < t.settings.cap


def _require_not_ended(t: Tournament) -> None:
    if t.phase not in ("open", "running"):
        raise Refusal("over", _("This tournament is over. /tournament list shows what's on."))


def _known_already(t: Tournament, entry: Entry) -> Refusal:
    if entry.state == "disqualified":
        return Refusal("shut", _("You were disqualified. The organiser can tell you more."))
    if entry.missed_start:
        return Refusal(
            "late", _("You hadn't checked in when it began. The organiser can still let you in: ask now!")
        )
    if entry.state == "dropped" and entry.out:
        return Refusal(
            "shut",
            _("The organiser took you out. /tournament me says why; only they can let you back in."),
        )
    if entry.state == "dropped":
        return Refusal(
            "late",
            _("You dropped out. To come back, ask the organiser."),
        )
    if entry.state == "waiting":
        return Refusal("twice", _("You're on the waiting list already. I'll tell you when a place opens up."))
    return Refusal("twice", _("You're already in. See /tournament me."))


def _known_to_organiser(entry: Entry) -> Refusal:
    match entry.state:
        case "in":
            return Refusal("twice", _("They're already in."))
        case "waiting":
            return Refusal("twice", _("They're on the waiting list already."))
        case _:
            return Refusal("late", _("They're out. “Let somebody back in” brings them back."))


def _require_open(t: Tournament, now: float) -> None:
    opens = t.settings.opens
    if opens is not None and now < opens:
        raise Refusal(
            "early",
            _("Entries open {when}. Press Join again then.", when=Markup(f"<t:{int(opens)}:R>")),
        )
    closed = t.settings.entries_close
    if closed is not None and now >= closed:
        raise Refusal(
            "late",
            _(
                "Entries closed {when}. See you at the next one!",
                when=Markup(f"<t:{int(closed)}:R>"),
            ),
        )


def _require_late_entry(t: Tournament) -> None:
    if not can_be_entered(t):
        raise Refusal(
            "late",
            _("It has begun, and entries are closed. See you at the next one!"),
        )


def can_be_entered(t: Tournament) -> bool:
    """Whether whoever waits may still have a place."""
    event = t.record.event
    if t.phase != "running" or event is None:
        return t.phase == "open"
    number = len(t.published) + 1
    admits = format_of(event.options).admits(event, number)
    return number <= t.settings.late and admits and not engine.is_over(event)


def withdrawn(t: Tournament, user: int) -> PendingChange:
    """They give their place up; once it has begun they are not drawn any more."""
    _require_not_ended(t)
    entry = t.entry_of(user)
    if entry is None:
        raise Refusal("foreign", _("You're not in this tournament anyway."))
    if entry.state in ("dropped", "disqualified"):
        raise Refusal("twice", _("You've already left this tournament."))
    if t.phase == "open" or entry.state == "waiting":
        after, moved = moved_up(without_entry(t, entry))
        return PendingChange(after, _("You're out. You can rejoin while entries are open."), moved)
    after, moved = moved_up(dropped(t, entry))
    return PendingChange(
        after,
        _("You dropped out and keep your points. Finish your game, or hand it to a robot with /table leave."),
        moved,
    )


def without_entry(t: Tournament, entry: Entry) -> Tournament:
    """The tournament as if they had never entered."""
    return t.with_record(entries=tuple(one for one in t.record.entries if one.id != entry.id))


def with_entry(t: Tournament, entry: Entry) -> Tournament:
    """The tournament with this instead of the entry of the same id."""
    return t.with_record(entries=tuple(entry if one.id == entry.id else one for one in t.record.entries))


def dropped(t: Tournament, entry: Entry, *, out: bool = False, disqualified: bool = False) -> Tournament:
    """They are drawn no more. `out`: a robot plays on at their table."""
    state = "disqualified" if disqualified else "dropped"
    t = with_entry(t, replace(entry, state=state, out=out))
    event = t.record.event
    if event is None or all(one.id != entry.id for one in event.entrants):
        return t
    return t.with_record(event=engine.without(event, entry.id, disqualified=disqualified))


def back_in(t: Tournament, entry: Entry) -> Tournament:
    """They are in again; before the start only if there is a place, else on the waiting list."""
    full = t.phase == "open" and not has_room(t)
    state = "waiting" if full else "in"
    back = replace(entry, state=state, out=False, no_show=False, asked=0, missed_start=False)
    t = with_entry(t, back)
    t = t.with_record(entries=(*t.entrants, *t.waiting))
    event = t.record.event
    if event is None:
        return t
    if any(one.id == entry.id for one in event.entrants):
        return t.with_record(event=engine.with_reinstated(event, entry.id))
    return _drawn_from_now_on(roster.with_place(t, entry.id), entry.id)


def moved_up(t: Tournament) -> tuple[Tournament, tuple[OutboxEntry, ...]]:
    """Whoever waits first has each place that is free; while people say that they are here, those first.

    Once it has begun, as long as one may enter late.
    """
    users = list[int]()
    while t.waiting and has_room(t) and can_be_entered(t):
        by_turn = sorted(t.waiting, key=lambda entry: t.record.checking_in and not entry.here)
        entry = replace(by_turn[0], state="in")
        others = tuple(one for one in t.waiting if one.id != entry.id)
        moved = t.with_record(entries=(*t.entrants, entry, *others))
        if t.record.event is not None:
            try:
                moved = _drawn_from_now_on(roster.with_place(moved, entry.id), entry.id)
            except PairingError:  # from here on only those play who have won their way on
                break
        t = moved
        users.append(entry.user)
    return t, (outbox_entry("moved-up", MovedUp(tuple(users))),) if users else ()


def with_here(t: Tournament, entry: Entry, *, here: bool) -> Tournament:
    """The tournament with this entrant checked in, or not."""
    return with_entry(t, replace(entry, here=here))


def checked_in(t: Tournament, user: int) -> PendingChange:
    """The change by which this user is there for the start. Refusal if they are not in, or it is not asked
    for.
    """
    _require_not_ended(t)
    entry = t.entry_of(user)
    if entry is None or entry.state in ("dropped", "disqualified"):
        raise Refusal("foreign", _("You're not in yet. Press Join first, if you still can."))
    if t.phase == "running":
        raise Refusal(
            "late", _("It has begun. Press “I am here” at your table: the round's message links to it.")
        )
    if not t.record.checking_in:
        raise Refusal("early", _not_asked_yet(t))
    if entry.here:
        raise Refusal("twice", _("Got it already: you're here. Just wait for the start."))
    here = with_here(t, entry, here=True)
    if entry.state == "waiting":
        return PendingChange(
            here,
            _("Thanks! You get the first free place at the start."),
        )
    return PendingChange(here, _("Thanks! You're in the draw."))


def _not_asked_yet(t: Tournament) -> Text:
    if t.settings.check_in and t.settings.starts is not None:
        asked = int(t.settings.starts - t.settings.check_in)
        return _(
            "Too early: I'll ask {when}, right here.",
            when=Markup(f"<t:{asked}:R>"),
        )
    return _("No check-in needed here. You're in.")


def without_absent(t: Tournament) -> tuple[Tournament, tuple[OutboxEntry, ...]]:
    """At the start: those who did not say that they are here are not in the draw; others get their place."""
    if not t.record.checking_in:
        return t, ()
    known = tuple(
        replace(entry, state="dropped", missed_start=True)
        if entry.state in ("in", "waiting") and not entry.here
        else entry
        for entry in t.record.entries
    )
    t = t.with_record(entries=known)
    return moved_up(t.with_record(entries=(*t.entrants, *t.waiting)))


def can_still_check_in(t: Tournament) -> bool:
    """Whether somebody who had not checked in may still be: it has begun, and no table is open yet."""
    event = t.record.event
    return t.phase == "running" and event is not None and not event.rounds


def checked_in_late(t: Tournament, entry: Entry) -> Tournament:
    """They are in after all: the round that is drawn is drawn anew with them."""
    return back_in(t, replace(entry, missed_start=False, here=True))


def anonymised(record: TournamentRecord, user: int) -> TournamentRecord:
    """The record without anything that names them."""
    mine = record.organiser == user
    return replace(
        record,
        organiser=ERASED_USER if mine else record.organiser,
        organiser_name="" if mine else record.organiser_name,
        crowned=ERASED_USER if record.crowned == user else record.crowned,
        entries=tuple(_entry_anonymised(entry, user) for entry in record.entries),
        teams=tuple(
            replace(team, name="", by=ERASED_USER) if team.by == user else team for team in record.teams
        ),
    )


def _entry_anonymised(entry: Entry, user: int) -> Entry:
    if user in entry.former_users:
        former = tuple(zip(entry.formerly, entry.former_users, strict=True))
        entry = replace(
            entry,
            formerly=tuple("" if who == user else name for name, who in former),
            former_users=tuple(ERASED_USER if who == user else who for _name, who in former),
        )
    return replace(entry, user=ERASED_USER, name="", username="", out=True) if entry.user == user else entry


def data_erased(t: Tournament, user: int) -> PendingChange:
    """They had their data erased: they drop out, and nothing names them any more."""
    entry, outbox = t.entry_of(user), ()
    if entry is not None and (t.phase == "open" or entry.state == "waiting"):
        t, outbox = moved_up(without_entry(t, entry))
    elif entry is not None and entry.state == "in" and t.phase == "running":
        t, outbox = moved_up(dropped(t, entry, out=True))
    return PendingChange(replace(t, record=anonymised(t.record, user)), outbox=outbox)

"""My tournament: whether I am in, where I stand, where I play next, what I have reached. Private."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from bot.i18n import Markup, Reader
from bot.i18n.sanitising import escape_markdown
from bot.screens import clocks
from bot.screens.admin_actions import LONGEST_REASON
from bot.screens.pod_names import beside_round, in_all, in_round, round_name
from bot.screens.tournaments import lines, pages
from bot.screens.tournaments.announcement import arena_end
from bot.screens.tournaments.information import head, ways
from bot.screens.tournaments.settings_text import exact, own_words, start_in_words
from bot.tables.pod_model import PodVerdict
from bot.teams.screens import may_choose_team, team_in_words, team_list
from bot.tournaments.attendance import another_for_all, may_sit_out, sat_out, sits_out
from bot.tournaments.entries import can_be_entered, can_still_check_in
from bot.tournaments.formats.arena import free
from bot.tournaments.formats.engine import is_over
from bot.tournaments.model import Entry, Tournament
from bot.tournaments.pairing.event import Pod, Round, Stage
from bot.tournaments.pairing.standings import Score, Standings, scores
from bot.tournaments.public_names import publicly_named
from bot.tournaments.verdicts import verdict_of
from bot.ui import components as ui
from games.text import Listed, Text, Value, _, _n


class PendingCheckIn(msgspec.Struct, frozen=True):
    """A table whose game has not begun: who plays has to say so first."""

    for_reader: bool = False
    """Whoever reads has not said so yet."""
    until: float | None = None
    """When the game begins without those who are missing, in Unix seconds; None: its clock stands still."""
    instead: Text | None = None
    """Why there is nothing to press yet: nobody can see it, or the hour is yet to come."""


class Upcoming(msgspec.Struct, frozen=True):
    """What is to come, in Unix seconds; None where nobody can say."""

    opens: float | None = None
    """When the tables of the round that is drawn open."""
    ends: Mapping[tuple[int, int], float] | None = None
    """By round and pod, when robots play a game to its end."""
    waiting: Mapping[tuple[int, int], PendingCheckIn] | None = None
    """By round and pod, the tables that wait for their players."""


def mine(
    tournament: Tournament,
    user: int,
    order: Standings,
    links: Mapping[tuple[int, int], str],
    moments: Upcoming,
    reader: Reader,
    said: Text | None = None,
    *,
    page: str = "",
    why: str = "",
) -> ui.Screen:
    """All that concerns one person. `said`: what has just come of a press; `page`: where everybody can look
    at the tournament, empty: nowhere; `why`: the reason for which an organiser took them out.
    """
    entry = tournament.entry_of(user)
    here = _Participation(tournament, user, entry, order, links, moments)
    return ui.screen(
        ui.Accent.GREEN if entry is not None and _plays_now(tournament, entry) else ui.Accent.TEAL,
        head(tournament, reader),
        ui.block(None if said is None else reader(said), most=700),
        ui.block(*map(reader, here.state()), _why(entry, why, reader), most=1200),
        ui.block(*own_words(tournament.settings, reader), most=1300) if tournament.phase == "open" else None,
        ui.block(*ui.bulleted(map(reader, here.rounds())), most=1600),
        ui.block(*map(reader, _in_public(tournament, entry, page)), most=700),
        ui.block(*(ui.small(reader(each)) for each in here.way_out()), most=500),
        team_list(tournament, entry, reader),
        ways(
            tournament,
            "mine",
            reader,
            *_entry_state(tournament, entry, order, reader),
            *(_other_name(tournament, entry, reader) if page else ()),
        ),
    )


def _why(entry: Entry | None, reason: str, reader: Reader) -> str | None:
    if entry is None or entry.state not in ("dropped", "disqualified") or not reason:
        return None
    return reader(_("Reason: {reason}", reason=Markup(escape_markdown(reason, LONGEST_REASON))))


def _in_public(tournament: Tournament, entry: Entry | None, page: str) -> Iterator[Text]:
    """That everybody can see the results, and as whom they stand there."""
    if not page or entry is None:
        return
    called = publicly_named(tournament, "page").entry(entry.id)
    yield _(
        "🌐 Results are public: {link}. You're {name} there.",
        link=Markup(page),
        name=lines.name_of(called),
    )


def _other_name(tournament: Tournament, entry: Entry | None, reader: Reader) -> Iterator[ui.Button]:
    if entry is not None:
        short = entry.named != "name"
        label = _("Show my name") if short else _("Show only my initial")
        yield ui.button(reader, label, "tnamed", tournament.id, "name" if short else "initial")


def _plays_now(tournament: Tournament, entry: Entry) -> bool:
    return any(entry.id in pod.seats for _round, pod in tournament.open_pods())


def _entry_state(
    tournament: Tournament, entry: Entry | None, order: Standings, reader: Reader
) -> Iterator[ui.Button]:
    """In, here, and out, as far as they are open."""
    if tournament.phase not in ("open", "running"):
        return
    if entry is None or entry.missed_start:
        if can_be_entered(tournament):
            yield pages.join(reader, tournament.id)
        return
    if tournament.phase == "open" and tournament.record.checking_in and not entry.here:
        yield pages.here(reader, tournament.id, style=ui.SUCCESS)
    if _out_since(entry, order) and entry.state == "in" and tournament.phase == "running":
        yield pages.stand_by(reader, tournament.id, on=not entry.stands_by)
        return
    if _is_asked(tournament, entry):
        yield pages.still_in(reader, tournament.id, entry.asked, back=entry.no_show)
    if may_choose_team(tournament, entry):
        yield ui.button(reader, _("New team"), "tfound", tournament.id, emoji="🤝")
    if may_sit_out(tournament, entry):
        on = not sits_out(tournament, entry)
        yield (pages.pause if tournament.is_arena else pages.sit_out)(reader, tournament.id, on=on)
    if entry.state in ("in", "waiting"):
        yield pages.withdraw(reader, tournament.id)


def _out_since(entry: Entry, order: Standings) -> int:
    """The round after which they did not go on; 0 if they are in it."""
    return next((line.out_since for line in order if line.entrant == entry.id), 0)


def _is_asked(tournament: Tournament, entry: Entry) -> bool:
    """Whether they missed a round, or several, and can say that they play on."""
    event = tournament.record.event
    if tournament.phase != "running" or event is None or not another_for_all(event, len(event.rounds)):
        return False
    return entry.no_show or (entry.state == "in" and entry.asked > 0)


class _Participation(msgspec.Struct, frozen=True):
    """One person's part in it."""

    tournament: Tournament
    user: int
    entry: Entry | None
    order: Standings
    links: Mapping[tuple[int, int], str]
    moments: Upcoming

    def state(self) -> Iterator[Text]:
        """Whether they are in, where they stand, and what comes next for them."""
        entry, tournament = self.entry, self.tournament
        if entry is None:
            yield from self._outside()
            return
        match entry.state:
            case "waiting" if not can_be_entered(tournament):
                yield _("No place opened up this time. See you at the next one!")
            case "waiting":
                ahead = [each.id for each in tournament.waiting].index(entry.id)
                yield _(
                    "⏳ You're number {place} on the waiting list. I'll tell you when you're in.",
                    place=ahead + 1,
                )
                yield from self._check_in(entry)
            case "dropped" if entry.no_show and tournament.phase == "running":
                yield _("You missed two rounds, so I took you out. Press below to play on.")
            case "dropped" if entry.missed_start:
                yield _("You hadn't checked in when it began, so you're not in the draw.")
                if can_still_check_in(tournament):
                    yield _("Until the tables open, the organiser can still check you in: ask now.")
            case "dropped" if entry.out:
                yield _("The organiser took you out. Only they can let you back in.")
            case "dropped":
                yield _("You're not playing any more. Your points stay in the standings.")
            case "disqualified":
                yield _("You were disqualified.")
            case "in":
                yield from self._in(entry)
        if tournament.phase != "open":
            yield from self._standing(entry)
        if tournament.phase == "open":
            yield start_in_words(tournament.settings, stuck=bool(tournament.record.trouble))

    def _outside(self) -> Iterator[Text]:
        tournament = self.tournament
        places = (one for one in tournament.record.entries if self.user in one.former_users)
        taken = next(places, None)
        if taken is not None:
            player = lines.name_of(taken)
            yield _("{player} took over your place, with the points won so far.", player=player)
        match tournament.phase:
            case "open":
                yield _("You're not in. Press Join for a place.")
            case "running" if can_be_entered(tournament):
                yield _("You're not in. You can still press Join.")
            case _ if taken is not None:
                return
            case "running":
                yield _("You're not in, and entries are closed.")
            case _:
                yield _("You didn't play in this one.")

    def _in(self, entry: Entry) -> Iterator[Text]:
        tournament = self.tournament
        if tournament.phase == "cancelled":
            yield _("The tournament was cancelled.")
        elif tournament.phase == "open":
            if not (tournament.record.checking_in and entry.here):
                number = [each.id for each in tournament.playing].index(entry.id) + 1
                yield _("✅ You're in, number {number} so far.", number=number)
            yield from team_in_words(tournament, entry)
            yield from self._check_in(entry)
        elif tournament.phase == "running" and (number := _out_since(entry, self.order)):
            line = next(each for each in self.order if each.entrant == entry.id)
            yield (
                _("⚓ You're out after round {round}: the lot decided. Well sailed!", round=number)
                if line.out_by_lot
                else _("⚓ You're out after round {round}. Well sailed!", round=number)
            )
            yield (
                _("You said you'd stand in if somebody has to go.")
                if entry.stands_by
                else _("Want to stand in if somebody has to go?")
            )
        elif tournament.phase == "running":
            if _is_asked(tournament, entry):
                yield _("⚠️ You missed the last round. Still in? Press below.")
            if tournament.is_arena:
                yield from self._in_arena(entry)
            elif tournament.record.drawn is None and (number := sits_out(tournament, entry)):
                yield _("🏖️ You sit out round {round}.", round=number)
            yield from self._next(entry)

    def _in_arena(self, entry: Entry) -> Iterator[Text]:
        """Whether they are drawn for the next table, and with how many others."""
        tournament, event = self.tournament, self.tournament.record.event
        there = () if event is None else tuple(each.id for each in free(event))
        if event is None or is_over(event):
            if not _plays_now(tournament, entry):
                yield _("🏁 No more tables open. Your points stay.")
        elif sits_out(tournament, entry):
            yield _("⏸️ You're paused: no new table until you press Back in.")
        elif entry.id in there:
            others = len(there) - 1
            waits = [_n("{count} other waits", "{count} others wait", others)] if others else []
            until = arena_end(tournament)
            yield lines.joined(_("⏳ Until {time}: you're in for the next table", time=until), *waits)

    def _check_in(self, entry: Entry) -> Iterator[Text]:
        """Whether they have checked in, or when they are asked to."""
        settings, waits = self.tournament.settings, entry.state == "waiting"
        if self.tournament.phase != "open":
            return
        if self.tournament.record.checking_in:
            if entry.here:
                yield _("✅ You've checked in.")
            elif waits:
                yield _("⚠️ Press “I am here”: free places go to those who are.")
            else:
                yield _("⚠️ Press “I am here” before the start, or you're left out.")
        elif settings.check_in and settings.starts is not None:
            when = clocks.date_and_time(settings.starts - settings.check_in)
            yield (
                _(
                    "🔔 Check-in begins {when}. Free places go to those who press “I am here” then.",
                    when=when,
                )
                if waits
                else _("🔔 Check-in begins {when}. Press “I am here” then, or you're left out.", when=when)
            )

    def _standing(self, entry: Entry) -> Iterator[Text]:
        line = next((each for each in self.order if each.entrant == entry.id), None)
        yield from team_in_words(self.tournament, entry)
        has_played = any(self.rounds()) or self.tournament.phase != "running"
        counts = self.tournament.has_results and not lines.has_no_winner(self.tournament)
        if line is not None and counts and has_played:
            yield _n(
                "🏅 Place {place} of {people}, with {points} point",
                "🏅 Place {place} of {people}, with {points} points",
                lines.number(line.points),
                place=line.place,
                people=len(self.order),
                points=exact(line.points),
            )

    def _next(self, entry: Entry) -> Iterator[Text]:
        """The table at which they play, or what they wait for."""
        record = self.tournament.record
        if record.paused is not None:
            yield _("⏸️ The organiser stopped the clocks.")
        playing = [(one, pod) for one, pod in self.tournament.open_pods() if entry.id in pod.seats]
        for one, pod in playing:
            yield from self._table(one, pod)
        if record.drawn is not None:
            yield from self._drawn(record.drawn, entry)
        elif not playing and not self.tournament.is_arena:
            yield from self._nothing_now(entry)

    def _table(self, one: Round, pod: Pod) -> Iterator[Text]:
        key = one.number, pod.number
        link, where = self.links.get(key), self._with_whom(one, pod)
        waiting = (self.moments.waiting or {}).get(key)
        if waiting is not None:
            yield (
                _("🎴 Your table is open. {where} /hand takes you there.", where=where)
                if link is None
                else _("🎴 Your table is open. {where} {link}", where=where, link=Markup(link))
            )
            yield from _what_it_waits_for(waiting)
            return
        yield (
            _("🎴 You're playing. {where} /hand opens your cards.", where=where)
            if link is None
            else _("🎴 You're playing. {where} {link}", where=where, link=Markup(link))
        )
        ends = (self.moments.ends or {}).get(key)
        if ends is not None:
            yield _("⏱️ Time's up {when}; then robots finish the games.", when=clocks.relative_time(ends))

    def _drawn(self, one: Round, entry: Entry) -> Iterator[Text]:
        pod = next((pod for pod in one.pods if entry.id in pod.seats), None)
        if pod is not None:
            opens = self.moments.opens
            where = self._with_whom(one, pod)
            yield (
                _("🎴 Next: {where} The organiser opens the table.", where=where)
                if opens is None
                else _(
                    "🎴 Next: {where} The table opens {when}.", where=where, when=clocks.relative_time(opens)
                )
            )
        else:
            yield from self._rests(one, entry)

    def _nothing_now(self, entry: Entry) -> Iterator[Text]:
        one = self.tournament.running_round
        if one is not None:
            played = [pod for pod in one.pods if entry.id in pod.seats]
            if not played:
                yield from self._rests(one, entry)
            verdicts = (verdict_of(self.tournament, one, pod) for pod in played)
            if any(verdict is not None and verdict.waits for verdict in verdicts):
                yield _("Your table is over. Whether you go on is clear once the others are.")
            else:
                yield _("Nothing to do. I'll ping you for the next round.")

    def _rests(self, one: Round, entry: Entry) -> Iterator[Text]:
        if entry.id in one.byes:
            yield _(
                "☕ Round {round}: a bye. You rest and still get points.",
                round=one.number,
            )
        elif sat_out(self.tournament, entry, one.number):
            yield _("🏖️ You sit out round {round}.", round=one.number)
        else:
            yield _("You're not playing in round {round}.", round=one.number)

    def _with_whom(self, one: Round, pod: Pod) -> Text:
        names = self._others(pod)
        return _("{pod}, with {names}.", pod=in_all(in_round(one, pod)), names=names)

    def _others(self, pod: Pod) -> Listed:
        others = [seat for seat in pod.seats if self.entry is None or seat != self.entry.id]
        return Listed(tuple(lines.who(self.tournament, seat) for seat in others))

    def rounds(self) -> Iterator[Text]:
        """What came of each round in which they were drawn, the latest first."""
        entry, event = self.entry, self.tournament.record.event
        if entry is None or event is None:
            return
        score = scores(event)[entry.id] if any(each.id == entry.id for each in event.entrants) else Score()
        for one in reversed(event.rounds):
            points = score.points.get(one.number, Fraction(0))
            if entry.id in one.byes:
                yield _n(
                    "{round}: a bye, {points} point",
                    "{round}: a bye, {points} points",
                    lines.number(points),
                    round=round_name(one.number, one.stage),
                    points=exact(points),
                )
            for pod in one.pods:
                verdict = verdict_of(self.tournament, one, pod)
                if entry.id in pod.seats and verdict is not None:
                    yield self._result(one, pod, verdict, points)

    def _result(self, one: Round, pod: Pod, verdict: PodVerdict, points: Fraction) -> Text:
        assert self.entry is not None
        seat = verdict.seats[pod.seats.index(self.entry.id)]
        counted = lines.number(points)
        figures: dict[str, Value] = {
            "round": beside_round(in_round(one, pod))
            if self.tournament.is_arena
            else round_name(one.number, one.stage),
            "place": seat.place,
            "people": len(pod.seats),
            "points": exact(points),
            "names": self._others(pod),
        }
        if verdict.play_off and not verdict.void and seat.place:
            return _("{round}: place {place} in the play-off with {names}", **figures)
        if verdict.void:
            return _n(
                "{round}: the table with {names} doesn't count; {points} point",
                "{round}: the table with {names} doesn't count; {points} points",
                counted,
                **figures,
            )
        if seat.remark in ("absent", "robot"):
            return _n(
                "{round}: you didn't come; {points} point",
                "{round}: you didn't come; {points} points",
                counted,
                **figures,
            )
        if seat.remark == "idle":
            return _n(
                "{round}: a robot played for you; {points} point, with {names}",
                "{round}: a robot played for you; {points} points, with {names}",
                counted,
                **figures,
            )
        if verdict.played_out:
            return _n(
                "{round}: place {place} of {people}, {points} point, with {names}; robots finished the game",
                "{round}: place {place} of {people}, {points} points, with {names}; robots finished the game",
                counted,
                **figures,
            )
        return _n(
            "{round}: place {place} of {people}, {points} point, with {names}",
            "{round}: place {place} of {people}, {points} points, with {names}",
            counted,
            **figures,
        )

    def way_out(self) -> Iterator[Text]:
        """What to do if one cannot play on."""
        entry, phase = self.entry, self.tournament.phase
        if entry is None or entry.state not in ("in", "waiting") or phase not in ("open", "running"):
            return
        if _out_since(entry, self.order):
            return
        if entry.state == "waiting":
            yield _("Can't make it? Withdraw takes you off the waiting list.")
        elif phase == "open":
            yield _("Can't make it? Withdraw makes room for somebody else.")
        else:
            yield from self._way_out_of_what_runs(entry)

    def _way_out_of_what_runs(self, entry: Entry) -> Iterator[Text]:
        """No Pause to whoever is paused, and no seat to leave for whoever has none."""
        at_table = _plays_now(self.tournament, entry)
        if self.tournament.is_arena:
            further = may_sit_out(self.tournament, entry) and not sits_out(self.tournament, entry)
        else:
            now = self.tournament.running_round
            further = now is None or now.stage is not Stage.FINAL
        if not further:
            if at_table:
                yield _("Have to go? /table leave hands your seat to a robot.")
        elif self.tournament.is_arena:
            yield (
                _("Have to go? Pause takes you out of the draw; /table leave gives your seat to a robot.")
                if at_table
                else _("Have to go? Pause takes you out of the draw.")
            )
        else:
            yield (
                _("Have to go? Withdraw skips the coming rounds; /table leave hands your seat to a robot.")
                if at_table
                else _("Have to go? Withdraw skips the coming rounds.")
            )


def _what_it_waits_for(table: PendingCheckIn) -> Iterator[Text]:
    if table.instead is not None:
        yield table.instead
        return
    if table.for_reader:
        yield _("⚠️ Press “I am here” at your table.")
    if table.until is not None:
        yield _("I deal when all are here, or {when}.", when=clocks.relative_time(table.until))


def confirm_withdrawal(tournament: Tournament, reader: Reader) -> ui.Screen:
    """Whether somebody means to drop out of a tournament that has begun."""
    asked = _(
        "Drop out of {tournament}? You keep your points but get no more tables. Finish your current game, "
        "or use /table leave.",
        tournament=tournament.settings.name,
    )
    out = ui.button(reader, _("Drop out"), "tleavenow", tournament.id, style=ui.DANGER)
    stay = pages.to(reader, _("Stay"), tournament.id, pages.MINE)
    return ui.screen(ui.Accent.AMBER, ui.block(reader(asked), most=700), ui.Row((out, stay)))

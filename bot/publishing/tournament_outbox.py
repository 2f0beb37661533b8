"""Tournaments' outbox entries: what must be published once, however often the bot is killed meanwhile."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from bot.client.servers import Servers
from bot.i18n import Markup, Reader
from bot.preferences.people import (
    PersonPreferences,
    PersonPreferencesRepository,
    quiet_until,
    zone_of,
)
from bot.publishing.message_state import OUTDATED, has_button
from bot.publishing.messages import Handler, IsIt
from bot.publishing.tournament_content import (
    ACTED,
    ANNOUNCEMENT,
    FINAL,
    OPEN,
    OVER,
    ROUND,
    SERIES,
    TROUBLE,
    UNSEEN,
    passing_kind,
    round_kind,
    standings_kind,
)
from bot.publishing.tournament_messages import TournamentMessages, TournamentQueries
from bot.publishing.tournament_on_server import TournamentOnServer
from bot.runtime.outbox import RetryLater
from bot.screens import audit_log, clocks, pod_names
from bot.screens.tournaments import calls, lines, pages
from bot.screens.tournaments.pages import Page
from bot.tournaments import attendance, rounds
from bot.tournaments.actions import (
    UNDO,
    ActionTaken,
    AddPlayer,
    Correct,
    MessagePod,
    Remind,
    Substitute,
    concerned,
)
from bot.tournaments.model import ERASED_USER, Tournament
from bot.tournaments.outbox import (
    FatesChanged,
    KnockedOut,
    MissedRound,
    MovedUp,
    RoundMessage,
    StuckTables,
    Trouble,
    payload_of,
)
from bot.tournaments.requirements import trouble_of
from bot.ui.components import Screen
from bot.ui.views import walk_components
from games.text import Text, _
from storage.models import OutboxRow

HICCUP = 10.0
"""Seconds for which it is not told that something cannot be posted, where nothing forbids it."""
_MENTION = re.compile(r"<@(\d+)>")


class TournamentOutbox:
    """Does what tournaments' outbox entries say: `handlers`, by their kinds. The caller has its turn."""

    def __init__(
        self,
        messages: TournamentMessages,
        servers: Servers,
        service: Callable[[], TournamentQueries],
        people: PersonPreferencesRepository,
    ) -> None:
        self._messages = messages
        self._people = people
        on_server = TournamentOnServer(servers, messages.clock, service, self._tell_organiser)
        self.handlers: Mapping[str, Handler[Tournament]] = {
            "announce": self._announce,
            "check-in": self._check_in,
            "moved-up": self._moved_up,
            "round": self._round,
            "standings": self._standings,
            "final": self._final,
            "series": self._series,
            "season": self._series,
            "missed": self._missed,
            "out": self._out,
            "changed": self._changed,
            "stuck": self._stuck,
            "trouble": self._trouble,
            "unseen": self._unseen,
            "acted": self._acted,
            "champion": on_server.crown,
            "event": on_server.keep_event,
        }

    async def _post(self, tournament: Tournament, entry: OutboxRow, kind: str, is_it: IsIt) -> None:
        await self._messages.post_kind(tournament, entry, kind, await self._messages.place(tournament), is_it)

    async def _announce(self, tournament: Tournament, entry: OutboxRow) -> None:
        """The announcement, in the tournament's channel. It calls the role that the organiser chose, and no
        later message does.
        """
        await self._messages.post_kind(
            tournament,
            entry,
            ANNOUNCEMENT,
            await self._messages.place(tournament),
            lambda message: has_button(message, "tdesk", tournament.id),
            call=[tournament.settings.ping] if tournament.settings.ping else [],
        )

    async def _round(self, tournament: Tournament, entry: OutboxRow) -> None:
        """A round's pods. A round that is drawn anew shows them in the message that is there."""
        about = payload_of(entry, RoundMessage)
        round = tournament.published_round(about.round)
        if round is not None and round.draw == about.draw:
            is_it = _has_page(tournament, Page("pods", about.round))
            await self._post(tournament, entry, round_kind(about.round), is_it)

    async def _standings(self, tournament: Tournament, entry: OutboxRow) -> None:
        """Who stands where after a round."""
        number = payload_of(entry, RoundMessage).round
        is_it, place = _has_page(tournament, pages.after(number)), await self._messages.busy_place(tournament)
        await self._messages.post_kind(tournament, entry, standings_kind(number), place, is_it)

    async def _final(self, tournament: Tournament, entry: OutboxRow) -> None:
        """Posts the result of a tournament that is over."""
        await self._post(tournament, entry, FINAL, _has_page(tournament, Page("seed")))

    async def _series(self, tournament: Tournament, entry: OutboxRow) -> None:
        """Who leads the season after this tournament; or that it has ended, which leads to no tournament."""
        shown = tournament.settings.series, "show", str(tournament.record.season), "0"
        is_after = _has_page(tournament, pages.STANDINGS)
        await self._post(
            tournament,
            entry,
            entry.kind,
            lambda message: (
                has_button(message, "series", *shown) and is_after(message) == (entry.kind == SERIES)
            ),
        )

    async def _check_in(self, tournament: Tournament, entry: OutboxRow) -> None:
        """Whoever is in and has not said so is asked whether they are here."""
        if tournament.phase != "open":
            return
        reader = Reader(tournament.record.locale, tournament.game)
        for waiting, there in ((False, tournament.playing), (True, tournament.waiting)):
            await self._mention_all(
                tournament,
                entry,
                [entrant.user for entrant in there if not entrant.here],
                lambda users, waiting=waiting: calls.check_in_call(
                    tournament, users, reader, waiting=waiting
                ),
                lambda message: has_button(message, "there", tournament.id),
                OPEN,
            )

    async def _moved_up(self, tournament: Tournament, entry: OutboxRow) -> None:
        """Those are told for whom a place has become free."""
        reader = Reader(tournament.record.locale, tournament.game)
        is_about = _has_page(tournament, pages.ABOUT)
        still_in = {entrant.user for entrant in tournament.entrants}
        await self._mention_all(
            tournament,
            entry,
            [user for user in payload_of(entry, MovedUp).users if user in still_in],
            lambda users: calls.moved_up_call(tournament, users, reader),
            lambda message: is_about(message) and not has_button(message, "tdesk", tournament.id),
            *_for_now(tournament),
        )

    async def _missed(self, tournament: Tournament, entry: OutboxRow) -> None:
        """Whoever did not come to a round is asked, or told that they are out and how to come back."""
        about = payload_of(entry, MissedRound)
        state = "dropped" if about.out else "in"
        absent = [found for who in about.entrants if (found := tournament.entry(who)) is not None]
        reader = Reader(tournament.record.locale, tournament.game)
        if tournament.phase == "running":
            await self._mention_all(
                tournament,
                entry,
                [each.user for each in absent if each.state == state],
                lambda users: calls.missed_call(tournament, about.round, about.out, users, reader),
                lambda message: has_button(message, "tstill", tournament.id, str(about.round)),
                OVER if about.out else ROUND,
                about.round + 1,
            )

    async def _out(self, tournament: Tournament, entry: OutboxRow) -> None:
        """Whoever does not go on is told so as they are told of turns: directly, here, or not at all."""
        about = payload_of(entry, KnockedOut)
        found = [each for who in about.entrants if (each := tournament.entry(who)) is not None]
        reader, here = Reader(tournament.record.locale, tournament.game), dict[tuple[bool, bool], list[int]]()
        missed = attendance.missed(tournament, about.round)
        by_lot = {each.user for each in found if each.id in about.by_lot}
        for user, came in ((each.user, each.id not in missed) for each in found if each.user != ERASED_USER):
            preferences = await self._people.of(user)
            if tournament.phase != "running" or not self._may_be_told(preferences):
                continue
            own = Reader(preferences.locale or tournament.record.locale, tournament.game)
            lot = user in by_lot
            told = calls.out_call(tournament, about.round, came, (), own, by_lot=lot).payload()
            if preferences.nudges == "channel" or not await self._messages.tell_directly(entry, user, told):
                here.setdefault((came, lot), []).append(user)
        for (came, lot), users in here.items():
            await self._mention_all(
                tournament,
                entry,
                users,
                lambda some, came=came, lot=lot: calls.out_call(
                    tournament, about.round, came, some, reader, by_lot=lot
                ),
                _has_page(tournament, pages.out_after(about.round)),
                OVER,
            )

    async def _changed(self, tournament: Tournament, entry: OutboxRow) -> None:
        """Whoever was told something of a round that does not hold any more is told by name what does."""
        about, record = payload_of(entry, FatesChanged), tournament.record
        known = record.told_on or ()
        on = [each for who in about.on if who in known and (each := tournament.entry(who)) is not None]
        off = [each for who in about.off if who not in known and (each := tournament.entry(who)) is not None]
        people = [each.user for each in (*on, *off) if each.user != ERASED_USER]
        if not people:
            return
        reader = Reader(record.locale, tournament.game)
        payload = calls.changed_call(tournament, about.round, on, off, people, entry.id, reader).payload()
        until, round = _for_now(tournament)
        kind, is_it = passing_kind(until, entry.id, round), _has_page(tournament, Page("log", entry.id))
        await self._messages.post_passing(tournament, entry, kind, payload, is_it, people)

    def _may_be_told(self, preferences: PersonPreferences) -> bool:
        """Whether they want to be told things, and not just now want quiet."""
        quiet, now = preferences.quiet, self._messages.clock.now()
        is_quiet = quiet is not None and quiet_until(quiet, zone_of(preferences.zone), now) is not None
        return preferences.nudges != "none" and not is_quiet

    async def _stuck(self, tournament: Tournament, entry: OutboxRow) -> None:
        """Its organiser is told once of each table at which nothing goes on."""
        reader, found = Reader(tournament.record.locale, tournament.game), list[Markup]()
        for number, pod in payload_of(entry, StuckTables).pods:
            if tournament.result_of(number, pod) is None:
                link = (await self._messages.table_links(tournament, number)).get(pod)
                found.append(_table_named(tournament, number, pod, link, reader))
        if found:
            people = [user for user in (tournament.record.organiser,) if user != ERASED_USER]
            payload = calls.stuck_call(tournament, found[:10], people, entry.id, reader).payload()
            is_it = _has_page(tournament, Page("log", entry.id))
            until, round = _for_now(tournament)
            kind = passing_kind(until, entry.id, round)
            await self._messages.post_passing(tournament, entry, kind, payload, is_it, people)

    async def _trouble(self, tournament: Tournament, entry: OutboxRow) -> None:
        """Its organiser is told once why it does not go on."""
        why = trouble_of(tournament)
        if why is None or tournament.record.trouble != payload_of(entry, Trouble).trouble:
            return
        people = [user for user in (tournament.record.organiser,) if user != ERASED_USER]
        reader = Reader(tournament.record.locale, tournament.game)
        payload = calls.trouble_call(tournament, why, people, entry.id, reader).payload()
        is_it = _has_page(tournament, Page("log", entry.id))
        kind = passing_kind(TROUBLE, entry.id)
        await self._messages.post_passing(tournament, entry, kind, payload, is_it, people)

    async def _tell_organiser(self, tournament: Tournament, entry: OutboxRow, told: Text) -> None:
        """Something could not be done on the server: its organiser is told once."""
        people = [user for user in (tournament.record.organiser,) if user != ERASED_USER]
        reader = Reader(tournament.record.locale, tournament.game)
        payload = calls.action_notice(tournament, told, people, entry.id, reader).payload()
        place, is_it = (
            await self._messages.busy_place(tournament),
            _has_page(tournament, Page("log", entry.id)),
        )
        await self._messages.post_once(tournament, entry, place, payload, is_it, mention=people)

    async def _unseen(self, tournament: Tournament, entry: OutboxRow) -> None:
        """Its organiser is told directly that something of it can be posted nowhere. Not of a mishap that has
        passed when it is looked at again.
        """
        user = tournament.record.organiser
        if user == ERASED_USER or not rounds.is_unseen(tournament):
            return
        if not entry.attempts and await self._messages.refused_channel(tournament) is None:
            raise RetryLater(HICCUP)
        why = await self._messages.not_posted(tournament)
        if why is not None:
            own = Reader((await self._people.of(user)).locale or tournament.record.locale, tournament.game)
            refused = await self._messages.refused_channel(tournament)
            gone = refused is not None and self._messages.channels.is_deleted(refused)
            screen = calls.not_posted_call(tournament, why, own, gone=gone)
            told = await self._messages.tell_directly(entry, user, screen.payload())
            if told is not None:  # looked at after each start, too: see `end_unseen`
                kind = passing_kind(UNSEEN, entry.id)
                await self._messages.posts.posted(tournament.id, kind, *told, OUTDATED)

    async def _mention_all(
        self,
        tournament: Tournament,
        entry: OutboxRow,
        users: Sequence[int],
        screen_for: Callable[[Sequence[int]], Screen],
        is_one: IsIt,
        until: str,
        round: int = 0,
    ) -> None:
        """Mention everybody once, some in each message. Whom an earlier attempt has mentioned is left out.

        `until`, `round`: when the messages are removed.
        """
        place = await self._messages.busy_place(tournament)
        mentioned = {ERASED_USER}
        if entry.attempts:
            for message in filter(is_one, await self._messages.own_latest(tournament, place)):
                texts = (getattr(part, "content", "") for part in walk_components(message.components))
                mentioned.update(int(user) for text in texts for user in _MENTION.findall(text))
        missing = [user for user in dict.fromkeys(users) if user not in mentioned]
        for start in range(0, len(missing), calls.MOST_MENTIONS):
            some = missing[start : start + calls.MOST_MENTIONS]
            payload, mark = screen_for(some).payload(), f"{entry.id}.{some[0] % 10**8}"
            kind = passing_kind(until, mark, round)
            if not await self._messages.post_passing(tournament, entry, kind, payload, None, some, mark=mark):
                return

    async def _acted(self, tournament: Tournament, entry: OutboxRow) -> None:
        """What an organiser did is said once, unless it is quiet; whoever it concerns is mentioned."""
        acted = payload_of(entry, ActionTaken)
        if isinstance(acted.act, Remind):
            await self._reminded(tournament, entry, acted.act)
        if isinstance(acted.act, MessagePod):
            await self._pod_message(tournament, entry, acted, acted.act)
        await self._tell_why(tournament, entry, acted)
        if acted.act.quiet:
            return
        named = [acted.about, acted.act.user if isinstance(acted.act, Substitute) else None]
        people = tuple(dict.fromkeys(user for user in named if user is not None and user != ERASED_USER))
        reader, done = (
            Reader(tournament.record.locale, tournament.game),
            audit_log.of_action_taken(acted, tournament),
        )
        follows = await self._what_follows(tournament, acted, reader)
        was_added = isinstance(acted.act, AddPlayer) and acted.kind != UNDO and people
        is_it = _has_page(tournament, Page("log", entry.id))
        if was_added:
            until, round = _for_now(tournament)
            screen, kind = (
                calls.added_call(tournament, done, people[0], entry.id, reader),
                passing_kind(until, entry.id, round),
            )
        else:
            screen = calls.action_notice(tournament, done, people, entry.id, reader, follows)
            kind = passing_kind(ACTED, "latest")
        await self._messages.post_passing(tournament, entry, kind, screen.payload(), is_it, people)

    async def _what_follows(self, tournament: Tournament, acted: ActionTaken, reader: Reader) -> list[Text]:
        """Where a substitute plays, and by when they have to be there; how a pod counts now."""
        act = acted.act
        if isinstance(act, Correct) and (one := tournament.published_round(act.round)) is not None:
            pod = next((each for each in one.pods if each.number == act.pod), None)
            return [] if pod is None else [lines.pod_line(tournament, one, pod, corrected=False)]
        if not isinstance(act, Substitute) or acted.kind == UNDO:
            return []
        where = await self._tables_of(tournament, {act.entrant: act.user}, reader)
        if act.user not in where:
            return []
        told = [
            _(
                "🎴 {player} plays here: {table}",
                player=lines.who(tournament, act.entrant),
                table=where[act.user],
            )
        ]
        ends = [end for end in self._due(tournament, act.entrant) if end is not None]
        if ends:
            until = clocks.relative_time(self._messages.clock.unix(min(ends)))
            told.append(_("Be there by {when}.", when=until))
        return told

    def _due(self, tournament: Tournament, entrant: str) -> Iterator[float | None]:
        """Until when the entrant's tables wait for them or, from then on, are played, in awake time."""
        if tournament.stands_still:
            return
        for one, pod in tournament.open_pods():
            table = tournament.table_of(one.number, pod.number)
            if table is None or table.since is None or entrant not in pod.seats:
                continue
            waits = table.since + tournament.settings.longest_wait + rounds.extra_time(tournament, table)
            yield waits if waits > self._messages.clock.awake() else rounds.deadline(tournament, table)

    async def _tell_why(self, tournament: Tournament, entry: OutboxRow, acted: ActionTaken) -> None:
        """Whom it is about, somebody or a whole pod, learns why in a direct message, where that is nobody
        else's business. Whoever cannot or does not want to be written to finds it in the organisers' log.
        """
        if not acted.reason or acted.openly:
            return
        deed = audit_log.of_action_taken(acted, tournament, openly=True)
        for user in concerned(tournament, acted.about, acted.act, acted.opened):
            preferences = await self._people.of(user)
            if self._may_be_told(preferences):
                reader = Reader(preferences.locale or tournament.record.locale, tournament.game)
                told = calls.reason_notice(tournament, deed, reader).payload()
                await self._messages.tell_directly(entry, user, told)

    async def _reminded(self, tournament: Tournament, entry: OutboxRow, act: Remind) -> None:
        """Those who were missing are mentioned, once."""
        reader = Reader(tournament.record.locale, tournament.game)
        entrants = [found for who in act.entrants if (found := tournament.entry(who)) is not None]
        missing = {each.id: each.user for each in entrants if each.state == "in"}
        tables = await self._tables_of(tournament, missing, reader)
        await self._mention_all(
            tournament,
            entry,
            list(missing.values()),
            lambda users: calls.reminder(tournament, users, entry.id, reader, tables),
            _has_page(tournament, Page("log", entry.id)),
            *_for_now(tournament),
        )

    async def _tables_of(
        self, tournament: Tournament, missing: Mapping[str, int], reader: Reader
    ) -> dict[int, Markup]:
        """By user the ways to the open tables of these entrants; to one that stands nowhere, the command."""
        rounds = {one.number for one, _pod in tournament.open_pods()}
        links = {number: await self._messages.table_links(tournament, number) for number in rounds}
        found: dict[int, Markup] = {}
        for one, pod in tournament.open_pods():
            link = links[one.number].get(pod.number)
            named = _table_named(tournament, one.number, pod.number, link, reader)
            if link is None:
                named = Markup(reader.plain(_("{table}: /hand opens your cards", table=named)))
            for user in (missing[who] for who in pod.seats if who is not None and who in missing):
                found[user] = Markup(f"{found[user]} {named}" if user in found else named)
        return found

    async def _pod_message(
        self, tournament: Tournament, entry: OutboxRow, acted: ActionTaken, act: MessagePod
    ) -> None:
        """The organiser's words, where the pod's table is played at; its players are mentioned once."""
        place = await self._messages.table_place(tournament, act.round, act.pod)
        round = tournament.published_round(act.round)
        pod = None if round is None else next((one for one in round.pods if one.number == act.pod), None)
        if place is None or pod is None:
            return
        entrants = [found for who in pod.seats if (found := tournament.entry(who or "")) is not None]
        people = [each.user for each in entrants if each.user != ERASED_USER and not each.out]
        reader = Reader(tournament.record.locale, tournament.game)
        screen = calls.pod_message(tournament, acted.who, acted.reason, people, entry.id, reader)
        is_it = _has_page(tournament, Page("log", entry.id))
        await self._messages.post_once(tournament, entry, place, screen.payload(), is_it, mention=people)


def _table_named(tournament: Tournament, round: int, pod: int, link: str | None, reader: Reader) -> Markup:
    """What a pod is called, with the way to its table if it stands."""
    name = reader.plain(pod_names.in_all(pod_names.numbered(tournament, round, pod)))
    return Markup(name if link is None else f"[{name}]({link})")


def _for_now(tournament: Tournament) -> tuple[str, int]:
    """Until when something matters that is said now: until the start, then while a round lasts."""
    published = tournament.published
    return (ROUND, published[-1].number) if published else (OPEN, 0)


def _has_page(tournament: Tournament, page: Page) -> IsIt:
    """Whether a message has the button that opens this page about the tournament."""
    return lambda message: has_button(message, "tinfo", tournament.id, str(page))

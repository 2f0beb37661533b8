"""Tells the channel about tournaments, once each, and keeps what stands there up to date."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence

from bot.client.channels import Channels
from bot.client.servers import Servers
from bot.i18n import Markup, Reader
from bot.images.service import ImageService
from bot.preferences.people import (
    PersonPreferences,
    PersonPreferencesRepository,
    quiet_until,
    zone_of,
)
from bot.publishing.message_state import OUTDATED, PostedMessages, has_button
from bot.publishing.messages import Handler, IsIt, PublishingPauses
from bot.publishing.redraws import Redraws
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
from bot.runtime.clock import Clock
from bot.runtime.load_gate import LoadGate
from bot.runtime.outbox import RetryLater
from bot.screens import audit_log, clocks, pod_names
from bot.screens.tournaments import calls, lines, pages
from bot.screens.tournaments.lines import not_posted
from bot.screens.tournaments.pages import Page
from bot.tables.model import Table
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
    DIRECT_KINDS,
    SERVER_KINDS,
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
from bot.ui.views import Payload, walk_components
from games.text import Text, _
from storage.models import WHOLE, OutboxRow, Post, Shard
from storage.sql.tournaments import TournamentStore

HICCUP = 10.0
"""Seconds for which it is not told that something cannot be posted, where nothing forbids it."""
_MENTION = re.compile(r"<@(\d+)>")


class DiscordTournamentPublisher:
    """`TournamentPublisher` over Discord. `attach` comes before anything else.

    `tables`: the tables' posts, to which pods lead. `ready` returns when the bot knows its servers.
    `page_base`: where pages for everybody are served; empty: nowhere.
    """

    def __init__(
        self,
        channels: Channels,
        servers: Servers,
        store: TournamentStore,
        tables: PostedMessages,
        load_gate: LoadGate,
        clock: Clock,
        ready: Callable[[], Awaitable[None]],
        image_service: ImageService,
        pauses: PublishingPauses,
        people: PersonPreferencesRepository,
        page_base: str = "",
        shard: Shard = WHOLE,
    ) -> None:
        self._people = people
        self.messages = TournamentMessages(
            channels,
            PostedMessages(store, shard),
            clock,
            image_service,
            self.redraw,
            pauses,
            tables,
            lambda: self.service,
            page_base,
        )
        on_server = TournamentOnServer(servers, clock, lambda: self.service, self._tell_organiser)
        self._handlers: Mapping[str, Handler[Tournament]] = {
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
        self.redraws = Redraws("tournament", self._refresh, load_gate.wait_until_quiet, pauses.redraw)
        self._ready = ready
        self._service: TournamentQueries | None = None

    def attach(self, service: TournamentQueries) -> None:
        """Publish the tournaments of this service."""
        self._service = service

    @property
    def service(self) -> TournamentQueries:
        """The service whose tournaments these are."""
        if self._service is None:
            raise RuntimeError("the publisher is not attached to a tournament service yet")
        return self._service

    async def close(self) -> None:
        """Stop drawing; what was not drawn is found at the next start."""
        await self.redraws.close()

    # what the tournament service asks

    def changed(self, tournament: Tournament) -> None:
        """Redraw soon whatever shows this tournament. Never blocks or raises."""
        self.redraw(tournament.id)

    async def run(self, tournament: Tournament, entry: OutboxRow) -> None:
        """Do what the outbox entry says, as far as that is possible; raises what may pass by itself."""
        await self._ready()
        in_channel = entry.kind not in SERVER_KINDS | DIRECT_KINDS
        try:
            await self.messages.publish(self._handlers, tournament, entry)
        except RetryLater:
            if in_channel and self.messages.blocked_channel(tournament.id) is not None:
                await self.service.set_unposted(tournament.id, True)
            raise
        if in_channel:
            await self.service.set_unposted(tournament.id, False)
        self.redraw(tournament.id)  # messages lead to each other

    # what others ask

    def redraw(self, tournament: str) -> None:
        """Look at the tournament's messages soon, whether or not it has changed."""
        self.redraws.soon(tournament)

    def table_posted(self, table: Table) -> None:
        """A table's board stands: if it is a pod's, the pods lead to it from now on."""
        if table.record.pod is not None:
            self.redraw(table.record.pod.tournament)

    async def put_back(self, tournament: Tournament, here: int) -> Post | None:
        """See to it that the announcement can be seen, here if not where it was; None if nowhere.

        Raises `ERRORS` that may pass by themselves.
        """
        async with self.messages.turns.turn(tournament.id):
            post = await self.messages.put_back(tournament, here)
            if post is not None:
                await self.messages.put_rounds_back(tournament)
        if post is not None:
            await self.service.set_unposted(tournament.id, False)
        self.redraw(tournament.id)
        return post

    async def not_posted(self, tournament: Tournament) -> Text | None:
        """What of it stands nowhere, though it should, and why; None if all does."""
        if tournament.phase not in ("open", "running"):
            return None
        channel = await self.messages.refused_channel(tournament)
        tables = await self.messages.unseen_tables(tournament)
        if channel is None and not tables:
            return None
        gone = channel is not None and self.messages.channels.is_deleted(channel)
        lacking = None if channel is None else self.messages.lacking(tournament.guild, channel)
        return not_posted(channel, lacking, gone=gone, tables=tables)

    async def is_homeless(self, tournament: Tournament) -> bool:
        """Whether the channel is gone in which it was announced."""
        place = await self.messages.place(tournament)
        return await self.messages.channels.is_gone(tournament.guild, place)

    async def channel_deleted(self, guild: int, channel: int) -> None:
        """A channel is no more: the organisers are told whose tournaments were announced there."""
        self.messages.channels.note_deleted(guild, channel)
        for tournament in await self.service.tournaments_in(guild):
            if channel == await self.messages.place(tournament):
                await self.service.set_unposted(tournament.id, True)

    async def look_for_deleted(self) -> None:
        """The same for channels that were deleted while nobody listened."""
        channels = self.messages.channels
        for tournament in await self.service.tournaments_that_go_on():
            place = await self.messages.place(tournament)
            unknown = channels.granted(tournament.guild, place) is None
            if unknown and await channels.is_gone(tournament.guild, place):
                await self.channel_deleted(tournament.guild, place)

    async def permissions_changed(self, guild: int) -> None:
        """What could not be posted on the server is tried again."""
        await self.service.retry(self.messages.try_again(guild))

    async def post(self, tournament: Tournament, kind: str = ANNOUNCEMENT) -> Post | None:
        """Where the tournament's message of this kind stands, if it does."""
        return (await self.messages.posts.of(tournament.id, tournament.guild)).get(kind)

    def problem_for_organiser(self, tournament: Tournament, user: int) -> Text | None:
        """What its organiser has to be told, once: that it cannot be shown, and what to do about it."""
        organiser = user == tournament.record.organiser
        return self.messages.take_problem(tournament.id) if organiser else None

    async def _refresh(self, id: str) -> bool:
        await self._ready()
        tournament = await self.service.tournament(id)
        if tournament.record.shut is not None:
            return True  # there is no way into its server
        async with self.messages.turns.turn(id):
            await self.messages.end_unseen(tournament, lambda: self._seen_again(tournament))
            return await self.messages.refresh(tournament)

    async def _seen_again(self, tournament: Tournament) -> Payload:
        """For its organiser, in their language."""
        people = await self._people.of(tournament.record.organiser)
        return calls.seen_again(tournament, Reader(people.locale or tournament.record.locale)).payload()

    # outbox entries: what must be published once, however often the bot is killed meanwhile

    def tables_place(self, tournament: Tournament) -> int:
        """Where its tables are opened."""
        return self.messages.tables_place(tournament)

    async def _post(self, tournament: Tournament, entry: OutboxRow, kind: str, is_it: IsIt) -> None:
        await self.messages.post_kind(tournament, entry, kind, await self.messages.place(tournament), is_it)

    async def _announce(self, tournament: Tournament, entry: OutboxRow) -> None:
        """The announcement, in the tournament's channel. It calls the role that the organiser chose, and no
        later message does.
        """
        await self.messages.post_kind(
            tournament,
            entry,
            ANNOUNCEMENT,
            await self.messages.place(tournament),
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
        is_it, place = _has_page(tournament, pages.after(number)), await self.messages.busy_place(tournament)
        await self.messages.post_kind(tournament, entry, standings_kind(number), place, is_it)

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
            if preferences.nudges == "channel" or not await self.messages.tell_directly(entry, user, told):
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
        await self.messages.post_passing(tournament, entry, kind, payload, is_it, people)

    def _may_be_told(self, preferences: PersonPreferences) -> bool:
        """Whether they want to be told things, and not just now want quiet."""
        quiet, now = preferences.quiet, self.messages.clock.now()
        is_quiet = quiet is not None and quiet_until(quiet, zone_of(preferences.zone), now) is not None
        return preferences.nudges != "none" and not is_quiet

    async def _stuck(self, tournament: Tournament, entry: OutboxRow) -> None:
        """Its organiser is told once of each table at which nothing goes on."""
        reader, found = Reader(tournament.record.locale, tournament.game), list[Markup]()
        for number, pod in payload_of(entry, StuckTables).pods:
            if tournament.result_of(number, pod) is None:
                link = (await self.messages.table_links(tournament, number)).get(pod)
                found.append(_table_named(tournament, number, pod, link, reader))
        if found:
            people = [user for user in (tournament.record.organiser,) if user != ERASED_USER]
            payload = calls.stuck_call(tournament, found[:10], people, entry.id, reader).payload()
            is_it = _has_page(tournament, Page("log", entry.id))
            until, round = _for_now(tournament)
            kind = passing_kind(until, entry.id, round)
            await self.messages.post_passing(tournament, entry, kind, payload, is_it, people)

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
        await self.messages.post_passing(tournament, entry, kind, payload, is_it, people)

    async def _tell_organiser(self, tournament: Tournament, entry: OutboxRow, told: Text) -> None:
        """Something could not be done on the server: its organiser is told once."""
        people = [user for user in (tournament.record.organiser,) if user != ERASED_USER]
        reader = Reader(tournament.record.locale, tournament.game)
        payload = calls.action_notice(tournament, told, people, entry.id, reader).payload()
        place, is_it = (
            await self.messages.busy_place(tournament),
            _has_page(tournament, Page("log", entry.id)),
        )
        await self.messages.post_once(tournament, entry, place, payload, is_it, mention=people)

    async def _unseen(self, tournament: Tournament, entry: OutboxRow) -> None:
        """Its organiser is told directly that something of it can be posted nowhere. Not of a mishap that has
        passed when it is looked at again.
        """
        user = tournament.record.organiser
        if user == ERASED_USER or not rounds.is_unseen(tournament):
            return
        if not entry.attempts and await self.messages.refused_channel(tournament) is None:
            raise RetryLater(HICCUP)
        why = await self.not_posted(tournament)
        if why is not None:
            own = Reader((await self._people.of(user)).locale or tournament.record.locale, tournament.game)
            refused = await self.messages.refused_channel(tournament)
            gone = refused is not None and self.messages.channels.is_deleted(refused)
            screen = calls.not_posted_call(tournament, why, own, gone=gone)
            told = await self.messages.tell_directly(entry, user, screen.payload())
            if told is not None:  # looked at after each start, too: see `end_unseen`
                kind = passing_kind(UNSEEN, entry.id)
                await self.messages.posts.posted(tournament.id, kind, *told, OUTDATED)

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
        place = await self.messages.busy_place(tournament)
        mentioned = {ERASED_USER}
        if entry.attempts:
            for message in filter(is_one, await self.messages.own_latest(tournament, place)):
                texts = (getattr(part, "content", "") for part in walk_components(message.components))
                mentioned.update(int(user) for text in texts for user in _MENTION.findall(text))
        missing = [user for user in dict.fromkeys(users) if user not in mentioned]
        for start in range(0, len(missing), calls.MOST_MENTIONS):
            some = missing[start : start + calls.MOST_MENTIONS]
            payload, mark = screen_for(some).payload(), f"{entry.id}.{some[0] % 10**8}"
            kind = passing_kind(until, mark, round)
            if not await self.messages.post_passing(tournament, entry, kind, payload, None, some, mark=mark):
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
        await self.messages.post_passing(tournament, entry, kind, screen.payload(), is_it, people)

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
            until = clocks.relative_time(self.messages.clock.unix(min(ends)))
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
            yield waits if waits > self.messages.clock.awake() else rounds.deadline(tournament, table)

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
                await self.messages.tell_directly(entry, user, told)

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
        links = {number: await self.messages.table_links(tournament, number) for number in rounds}
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
        place = await self.messages.table_place(tournament, act.round, act.pod)
        round = tournament.published_round(act.round)
        pod = None if round is None else next((one for one in round.pods if one.number == act.pod), None)
        if place is None or pod is None:
            return
        entrants = [found for who in pod.seats if (found := tournament.entry(who or "")) is not None]
        people = [each.user for each in entrants if each.user != ERASED_USER and not each.out]
        reader = Reader(tournament.record.locale, tournament.game)
        screen = calls.pod_message(tournament, acted.who, acted.reason, people, entry.id, reader)
        is_it = _has_page(tournament, Page("log", entry.id))
        await self.messages.post_once(tournament, entry, place, screen.payload(), is_it, mention=people)


def _table_named(tournament: Tournament, round: int, pod: int, link: str | None, reader: Reader) -> Markup:
    """What a pod is called, with the way to its table if it stands."""
    name = reader.plain(pod_names.in_words(pod_names.numbered(tournament, round, pod)))
    return Markup(name if link is None else f"[{name}]({link})")


def _for_now(tournament: Tournament) -> tuple[str, int]:
    """Until when something matters that is said now: until the start, then while a round lasts."""
    published = tournament.published
    return (ROUND, published[-1].number) if published else (OPEN, 0)


def _has_page(tournament: Tournament, page: Page) -> IsIt:
    """Whether a message has the button that opens this page about the tournament."""
    return lambda message: has_button(message, "tinfo", tournament.id, str(page))

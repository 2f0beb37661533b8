"""The publisher of tournaments at a playground: everything is posted once, and what stands is up to date."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest
from msgspec import Struct
from msgspec.structs import replace

from bot.client.channels import Channels
from bot.client.rate_limits import RequestBudget
from bot.client.servers import Servers
from bot.images.service import ImageService
from bot.preferences.people import PersonPreferencesRepository, QuietHours
from bot.preferences.servers import ServerPreferencesRepository
from bot.publishing import message_state, messages
from bot.publishing.message_state import PostedMessages, is_history
from bot.publishing.messages import DEFAULT_PAUSES, PublishingPauses
from bot.publishing.tournament_publisher import DiscordTournamentPublisher
from bot.refusal import Refusal
from bot.runtime.clock import SystemClock
from bot.runtime.load_gate import LoadGate
from bot.runtime.outbox import RetryLater
from bot.tournaments import rounds
from bot.tournaments.actions import (
    ActionTaken,
    AnyAction,
    Begin,
    CheckIn,
    Correct,
    Disqualify,
    Extend,
    HidePage,
    Pause,
    Redraw,
    Remind,
)
from bot.tournaments.formats import engine
from bot.tournaments.formats.contract import RoundPlan
from bot.tournaments.formats.engine import DRAWS, plan
from bot.tournaments.model import ERASED_USER, Tournament, TournamentSettings, to_row
from bot.tournaments.outbox import (
    KnockedOut,
    MissedRound,
    MovedUp,
    OutboxKind,
    RoundMessage,
    StuckTables,
    Trouble,
    outbox_entry,
)
from bot.tournaments.pairing.event import EventOptions, Result
from bot.tournaments.pairing.standings import Standings
from games.catalogue import catalogue
from games.text import _
from playground import Playground, Seen, Visitor
from storage import open_store
from storage.models import AuditRow, Change, OutboxRow, Post, TableRow, TournamentChange
from storage.sql.store import Store
from tests.bot.screens.tournaments.making import (
    announced,
    begun,
    drawn,
    entered,
    in_order,
    opened,
    played,
    replaced,
)
from tests.support.bare_bot import BareBot
from tests.support.bare_bot import running as logged_in
from tests.support.bot import SHORT_PAUSES
from tests.support.database import made
from tests.support.idle import until

POST = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
HISTORY = "GET /channels/{channel_id}/messages"
GAME = "skull-king"
CUP = TournamentSettings("Evening cup", how=EventOptions(preferred=4))


class Service:
    """As much of the tournament service as the publisher asks for, over a real database."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.latest: dict[str, Tournament] = {}
        self.unposted: dict[str, bool] = {}

    async def tournament(self, id: str) -> Tournament:
        """As it is now."""
        if id not in self.latest:
            raise Refusal("gone", _("There's no such tournament."))
        return self.latest[id]

    async def standings(self, tournament: Tournament) -> Standings:
        """By all results there are."""
        event = tournament.record.event
        return () if event is None else engine.standings(event)

    async def plan(self, tournament: Tournament) -> RoundPlan | None:
        """For those who are in."""
        count = len(tournament.entrants)
        return plan(tournament.settings.how, count) if count >= 3 else None

    async def crowned(self, guild: int, role: int) -> list[Tournament]:
        """Nobody wears anything here."""
        return []

    async def set_crowned(self, id: str, user: int) -> None:
        """Nobody does afterwards."""

    async def set_event(self, id: str, event: int) -> None:
        """Nor is there an event."""

    async def set_unposted(self, id: str, unposted: bool) -> None:
        """It is known here whether it stands somewhere."""
        self.unposted[id] = unposted

    async def tournaments_in(self, guild: int) -> list[Tournament]:
        """All that there are."""
        return [each for each in self.latest.values() if each.guild == guild]

    async def tournaments_that_go_on(self) -> list[Tournament]:
        """Nobody starts anew here."""
        return []

    async def retry(self, ids: Collection[str]) -> None:
        """Nothing is tried here but what a test has tried."""

    async def season(self, tournament: Tournament) -> None:
        """It counts for no series."""

    async def audit(self, tournament: Tournament) -> list[AuditRow]:
        """All that was done."""
        return await self.store.audit.of_tournament(tournament.id)


class Hall:
    """A channel, a publisher that posts tournaments in it, and people who read that."""

    def __init__(
        self, pg: Playground, client: discord.Client, store: Store, pauses: PublishingPauses
    ) -> None:
        self.pg = pg
        self.store = store
        self.service = Service(store)
        self.tables = PostedMessages(store)
        self._client = client
        self._pauses = pauses
        self.tournament_publisher = self._new_publisher()
        self.guild, self.channel = int(pg.guild().id), int(pg.channel("tavern").id)

    def _new_publisher(self) -> DiscordTournamentPublisher:
        made = DiscordTournamentPublisher(
            Channels(self._client, RequestBudget()),
            Servers(self._client, RequestBudget()),
            self.store.tournaments,
            self.tables,
            LoadGate(),
            SystemClock(),
            self._client.wait_until_ready,
            ImageService(None, ServerPreferencesRepository(self.store.servers)),
            self._pauses,
            PersonPreferencesRepository(self.store.people),
        )
        made.attach(self.service)
        return made

    async def restart(self, *, minutes_later: bool = False) -> None:
        """All that was only remembered is forgotten; and by Discord its nonces, if it took minutes."""
        await self.tournament_publisher.close()
        self.tournament_publisher = self._new_publisher()
        if minutes_later:
            self.pg.world.nonces.clear()

    async def keep(
        self, tournament: Tournament, *kinds: tuple[OutboxKind, Struct | None]
    ) -> tuple[OutboxRow, ...]:
        """Store this as the tournament's next revision, with these outbox entries."""
        known = self.service.latest.get(tournament.id)
        kept = replace(
            tournament,
            guild=self.guild,
            channel=self.channel,
            revision=1 if known is None else known.revision + 1,
        )
        self.service.latest[tournament.id] = kept
        outbox = tuple(outbox_entry(kind, payload) for kind, payload in kinds)
        return await self.store.tournaments.commit(TournamentChange(to_row(kept), outbox=outbox))

    async def run(self, row: OutboxRow) -> None:
        """One attempt at the outbox entry."""
        await self.store.tournaments.outbox_begun(row.id)
        await self.tournament_publisher.run(self.service.latest[row.table], row)
        await self.store.tournaments.outbox_done(row.id)

    async def told(self, tournament: Tournament, kind: OutboxKind, payload: Struct | None = None) -> None:
        """The tournament stands like this, and the outbox entry is done."""
        for row in await self.keep(tournament, (kind, payload)):
            await self.run(row)

    async def changes(self, tournament: Tournament) -> None:
        """The tournament stands like this, and the publisher hears of it."""
        await self.keep(tournament)
        self.tournament_publisher.changed(self.service.latest[tournament.id])

    async def again(self, row: OutboxRow) -> None:
        """The next attempt at an outbox entry that was begun before."""
        await self.run(replace(row, attempts=row.attempts + 1))

    def messages(self, channel: str = "tavern") -> list[Seen]:
        """All that stands in the channel, the oldest first."""
        return self.pg.person("Anne").sees(channel)

    def with_title(self, title: str) -> list[Seen]:
        """The messages that have this heading."""
        return [seen for seen in self.messages() if title in seen.text.splitlines()[0]]

    def the(self, title: str) -> Seen:
        """The one message that has this heading."""
        (found,) = self.with_title(title)
        return found

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait until the channel looks like that."""
        await until(holds)

    async def post(self, tournament: str, kind: str) -> Post:
        """What storage knows of a message."""
        posts = {post.kind: post for post in await self.store.tournaments.posts(tournament)}
        return posts[kind]

    async def is_history(self, tournament: str, kind: str) -> int:
        """Wait until storage knows that a message shows history; which version of it that is."""

        async def shown() -> Post | None:
            return post if is_history(post := await self.post(tournament, kind)) else None

        return (await until(shown)).revision


@asynccontextmanager
async def hall_at(
    pg: Playground, folder: Path, pauses: PublishingPauses = SHORT_PAUSES
) -> AsyncIterator[Hall]:
    """The channel, with an empty database."""
    store = await open_store(await made(folder / "tortuga.db"), say=lambda *_said, **_about: None)
    client = BareBot()
    async with logged_in(client, pg):
        hall = Hall(pg, client, store, pauses)
        try:
            yield hall
        finally:
            await hall.tournament_publisher.close()
            await store.close()


@pytest.fixture
async def hall(pg: Playground, tmp_path: Path) -> AsyncIterator[Hall]:
    """The publisher at work, and quicker at it than Discord would allow."""
    async with hall_at(pg, tmp_path) as there:
        yield there


def cup(count: int, **told: Any) -> Tournament:
    """A tournament in a real game."""
    return announced(count, game=catalogue()[GAME], **{"settings": CUP, **told})


def peopled(hall: Hall, count: int) -> tuple[Tournament, list[Visitor]]:
    """A tournament whose entrants are people of the server, and those people."""
    people = hall.pg.add_people(*(f"Sailor {number}" for number in range(count)))
    entries = tuple(
        replace(entry, user=int(person.id), name=person.name)
        for entry, person in zip(entered(count), people, strict=True)
    )
    return cup(0, entries=entries), people


def after_one_round(hall_cup: Tournament) -> Tournament:
    """Its first round is played."""
    return played(opened(drawn(begun(hall_cup))), None, in_order)


# Told once


async def test_an_announcement_is_posted_silently_and_drawn_anew_where_it_stands(hall: Hall) -> None:
    await hall.told(cup(2), "announce")
    posted = hall.the("🏆 Evening cup")
    assert "Anne and Bart" in posted.text
    assert posted.notified == []
    await hall.changes(cup(3))
    await hall.until(lambda: "Anne, Bart and Calico" in hall.the("🏆 Evening cup").text)
    assert hall.the("🏆 Evening cup").id == posted.id


async def test_what_changes_in_quick_succession_is_drawn_together(pg: Playground, tmp_path: Path) -> None:
    async with hall_at(pg, tmp_path, PublishingPauses(redraw=0.5)) as hall:
        await hall.told(cup(1), "announce")
        before = len([each for each in hall.pg.requests if each.route == EDIT])
        for count in range(2, 42):
            await hall.changes(cup(count))
        await hall.until(lambda: "**41 have entered**" in hall.the("🏆 Evening cup").text)
        assert len([each for each in hall.pg.requests if each.route == EDIT]) - before <= 3


def stages(hall: Hall) -> dict[str, tuple[Tournament, OutboxKind, Struct | None, str]]:
    """Each outbox entry with how the tournament stands then, and the message's heading (or what is in it)."""
    some, people = peopled(hall, 8)
    after = after_one_round(some)
    user = int(people[2].id)
    deed = ActionTaken("disqualify", "Olga", user, people[2].name, "He cheats.", Disqualify("3"))
    return {
        "announce": (some, "announce", None, "## 🏆 Evening cup\n"),
        "check-in": (replaced(some, checking_in=True), "check-in", None, "Press “I am here”"),
        "moved-up": (some, "moved-up", MovedUp((user,)), "A place opened up"),
        "round": (drawn(begun(some)), "round", RoundMessage(1, 0), "### Evening cup: Round 1"),
        "standings": (after, "standings", RoundMessage(1, 0), "standings after 1 round"),
        "final": (replaced(after, "over"), "final", None, "## 🏆 Evening cup: the end"),
        "acted": (after, "acted", deed, "Olga disqualified"),
        "missed": (after, "missed", MissedRound(1, ("3",), False), "You missed round 1"),
        "out": (after, "out", KnockedOut(1, ("3", "4")), "sails on without you"),
        "trouble": (
            replaced(after, trouble="nobody-came"),
            "trouble",
            Trouble("nobody-came"),
            "Nobody came to the last round",
        ),
        "stuck": (opened(drawn(begun(some))), "stuck", StuckTables(((1, 1),)), "nothing moves at"),
        "reminded": (
            opened(drawn(begun(some))),
            "acted",
            ActionTaken("remind", "Olga", None, "", "", Remind(("3",))),
            "your table is waiting",
        ),
    }


KINDS = (
    *("announce", "check-in", "moved-up", "round", "standings", "final", "acted"),
    *("missed", "out", "trouble", "stuck", "reminded"),
)


@pytest.mark.parametrize("kind", KINDS)
async def test_an_outbox_entry_that_is_done_twice_is_told_once(hall: Hall, kind: str) -> None:
    there, what, payload, heading = stages(hall)[kind]
    (row,) = await hall.keep(there, (what, payload))
    await hall.run(row)
    await hall.again(row)
    assert len([seen for seen in hall.messages() if heading in seen.text]) == 1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("minutes_later", [False, True])
async def test_a_crash_right_after_the_post_leads_to_one_message(
    hall: Hall, kind: str, minutes_later: bool
) -> None:
    there, what, payload, heading = stages(hall)[kind]
    (row,) = await hall.keep(there, (what, payload))
    hall.pg.fail_next(POST, None, after_doing=True)
    with pytest.raises(RetryLater):
        await hall.run(row)
    await hall.restart(minutes_later=minutes_later)
    await hall.again(row)
    assert len([seen for seen in hall.messages() if heading in seen.text]) == 1
    assert await hall.store.tournaments.outbox() == []


async def test_what_was_posted_before_a_crash_is_brought_up_to_date_when_it_is_found(hall: Hall) -> None:
    (row,) = await hall.keep(cup(2), ("announce", None))
    hall.pg.fail_next(POST, None, after_doing=True)
    with pytest.raises(RetryLater):
        await hall.run(row)
    await hall.restart()
    await hall.keep(cup(3))
    await hall.again(row)
    await hall.until(lambda: "Calico" in hall.the("🏆 Evening cup").text)


async def test_what_has_waited_for_days_and_fails_then_is_tried_again_as_late_as_anything(hall: Hall) -> None:
    """Each look at a channel that is locked counts as an attempt."""
    (row,) = await hall.keep(cup(2), ("announce", None))
    hall.pg.fail_next(POST, None)
    with pytest.raises(RetryLater) as later:
        await hall.run(replace(row, attempts=5_000))
    assert later.value.seconds == messages.LONGEST_RETRY_PAUSE


@pytest.mark.parametrize("kind", KINDS)
async def test_a_crash_right_before_the_post_leads_to_one_message(hall: Hall, kind: str) -> None:
    there, what, payload, heading = stages(hall)[kind]
    (row,) = await hall.keep(there, (what, payload))
    hall.pg.fail_next(POST, None)
    with pytest.raises(RetryLater):
        await hall.run(row)
    await hall.restart(minutes_later=True)
    await hall.again(row)
    assert len([seen for seen in hall.messages() if heading in seen.text]) == 1


@pytest.mark.parametrize("kind", KINDS)
async def test_two_tournaments_in_one_channel_are_not_taken_for_each_other(hall: Hall, kind: str) -> None:
    there, what, payload, heading = stages(hall)[kind]
    await hall.told(there, what, payload)
    (row,) = await hall.keep(replace(there, id="t8ynrs"), (what, payload))
    await hall.again(row)
    assert len([seen for seen in hall.messages() if heading in seen.text]) == 2


async def test_everybody_is_called_to_check_in_once_however_often_it_is_interrupted(hall: Hall) -> None:
    some, people = peopled(hall, 170)
    (row,) = await hall.keep(replaced(some, checking_in=True), ("check-in", None))
    failing = itertools.chain([True, False, True], itertools.repeat(None))
    for after_doing in failing:
        if after_doing is None:
            break
        hall.pg.fail_next(POST, None, after_doing=after_doing)
        with pytest.raises(RetryLater):
            await hall.again(row)
        await hall.restart(minutes_later=True)
        row = replace(row, attempts=row.attempts + 1)
    await hall.again(row)
    notified = [name for seen in hall.messages() for name in seen.notified]
    assert sorted(notified) == sorted(person.name for person in people)
    assert all(len(seen.notified) <= 80 for seen in hall.messages())


async def test_a_substitute_who_is_out_again_is_told_so_again_also_after_a_crash(hall: Hall) -> None:
    some, people = peopled(hall, 8)
    after = after_one_round(some)
    await hall.told(after, "out", KnockedOut(1, ("3", "4")))
    (row,) = await hall.keep(after, ("out", KnockedOut(2, ("3",))))
    await hall.again(row)
    out = [seen.notified for seen in hall.messages() if "sails on without you" in seen.text]
    assert [people[2].name in notified for notified in out] == [True, True]


async def test_who_has_checked_in_is_not_called_and_who_waits_is_called_apart(hall: Hall) -> None:
    some, people = peopled(hall, 4)
    here, waits, *others = some.record.entries
    entries = (replace(here, here=True), *others, replace(waits, state="waiting"))
    await hall.told(replaced(some, checking_in=True, entries=entries), "check-in")
    calls = sorted(hall.messages(), key=lambda seen: len(seen.notified))
    assert [sorted(call.notified) for call in calls] == [
        [people[1].name],
        [person.name for person in people[2:]],
    ]
    assert "you're left out of the draw" not in calls[0].text
    assert all([button.label for button in call.buttons] == ["I am here", "Withdraw"] for call in calls)


async def test_only_those_are_told_who_moved_up_and_are_still_in(hall: Hall) -> None:
    some, people = peopled(hall, 4)
    gone = some.record.entries[1]
    there = replaced(some, entries=(some.record.entries[0], *some.record.entries[2:]))
    await hall.told(there, "moved-up", MovedUp((int(people[0].id), gone.user)))
    (told,) = hall.messages()
    assert told.notified == [people[0].name]


async def test_only_the_person_is_mentioned_whom_an_act_is_about(hall: Hall) -> None:
    some, people = peopled(hall, 4)
    about = int(people[1].id)
    reason = f"@everyone <@{people[0].id}>"
    deed = ActionTaken("disqualify", "Olga", about, people[1].name, reason, Disqualify("2"))
    await hall.told(after_one_round(some), "acted", deed)
    (told,) = hall.messages()
    assert told.notified == [people[1].name]


@pytest.mark.parametrize(
    ("act", "messages"),
    [(Pause(), 1), *((act, 0) for act in (Begin(), Redraw(), Extend(60.0), CheckIn("1"), HidePage()))],
)
async def test_an_act_about_nobody_is_said_silently_if_players_have_to_know(
    hall: Hall, act: AnyAction, messages: int
) -> None:
    deed = ActionTaken(act.kind(), "Olga", None, "", "", act)
    await hall.told(after_one_round(cup(4)), "acted", deed)
    assert len(hall.messages()) == messages
    assert [seen.notified for seen in hall.messages()] == [[]] * messages


async def test_who_missed_a_round_is_asked_and_only_if_they_are_still_in(hall: Hall) -> None:
    some, people = peopled(hall, 8)
    after = after_one_round(some)
    gone = replace(after.record.entries[3], state="dropped")
    after = replaced(after, entries=(*after.record.entries[:3], gone, *after.record.entries[4:]))
    await hall.told(after, "missed", MissedRound(1, ("3", "4"), False))
    (asked,) = [seen for seen in hall.messages() if "You missed round 1" in seen.text]
    assert asked.notified == [people[2].name]
    assert {button.label for button in asked.buttons} == {"I'm still in", "Withdraw"}
    await hall.told(after, "missed", MissedRound(1, ("3", "4"), True))
    (told,) = [seen for seen in hall.messages() if "I've taken you out" in seen.text]
    assert told.notified == [people[3].name]
    assert [button.label for button in told.buttons] == ["Count me in again"]


async def test_who_is_out_is_told_as_they_want_to_be_told_of_their_turns(hall: Hall) -> None:
    some, people = peopled(hall, 8)
    preferences = PersonPreferencesRepository(hall.store.people)
    await preferences.change(int(people[1].id), nudges="direct", locale="de")
    await preferences.change(int(people[2].id), nudges="none")
    await preferences.change(int(people[3].id), quiet=QuietHours(0, 24 * 60 - 1))
    await hall.told(after_one_round(some), "out", KnockedOut(1, ("1", "2", "3", "4")))
    (told,) = [seen for seen in hall.messages() if "sails on without you" in seen.text]
    assert told.notified == [people[0].name]
    (direct,) = people[1].sees(people[1].direct_messages)
    assert "segelt nach Runde 1 ohne dich weiter" in direct.text
    assert [button.label for button in direct.buttons] == ["Ich springe ein"]


async def test_an_act_is_said_anew_in_place_of_the_one_before(hall: Hall) -> None:
    deed = ActionTaken("pause", "Olga", None, "", "", Pause())
    there = after_one_round(cup(4))
    await hall.told(there, "acted", deed)
    (row,) = await hall.keep(there, ("acted", deed))
    (before,) = hall.messages()
    await hall.again(row)
    (after,) = hall.messages()
    assert after.id != before.id


async def test_an_outbox_entry_of_a_later_version_is_dropped(hall: Hall) -> None:
    (row,) = await hall.keep(cup(4), ("announce", None))
    await hall.run(replace(row, kind="fireworks"))
    assert hall.messages() == []


async def test_public_messages_are_in_the_servers_language(hall: Hall) -> None:
    await hall.told(cup(4, locale="de"), "announce")
    (posted,) = hall.messages()
    assert posted.button(custom_id="tjoin:t7x9qp").label == "Mitspielen"


# Up to date


async def test_a_round_drawn_anew_is_shown_in_the_message_that_is_there(hall: Hall) -> None:
    first = drawn(begun(cup(16)))
    await hall.told(first, "round", RoundMessage(1, 0))
    posted = hall.the("Round 1").text
    await hall.told(drawn(begun(cup(16)), draw=DRAWS), "round", RoundMessage(1, DRAWS))
    await hall.until(lambda: "Draw number 2" in hall.the("Round 1").text)
    assert hall.the("Round 1").text != posted


async def test_a_draw_that_no_longer_holds_is_not_published(hall: Hall) -> None:
    await hall.told(drawn(begun(cup(16)), draw=1), "round", RoundMessage(1, 0))
    assert hall.messages() == []
    await hall.told(drawn(begun(cup(16)), draw=1), "round", RoundMessage(7, 0))
    assert hall.messages() == []


@pytest.mark.parametrize("phase", ["running", "over", "cancelled"])
async def test_pods_that_no_longer_hold_are_called_off_where_they_were_published(
    hall: Hall, phase: Any
) -> None:
    published = drawn(begun(cup(4)))
    await hall.told(published, "round", RoundMessage(1, 0))
    assert "The tables open" in hall.the("Round 1").text
    await hall.changes(replaced(rounds.unpublished(published), phase))
    await hall.until(lambda: "no longer counts" in hall.the("Round 1").text)
    assert "The tables open" not in hall.the("Round 1").text
    if phase == "running":
        await hall.told(drawn(begun(cup(4))), "round", RoundMessage(1, 0))
        await hall.until(lambda: "The tables open" in hall.the("Round 1").text)


async def test_a_reminder_leads_to_the_table_at_which_somebody_is_missing(hall: Hall) -> None:
    some, people = peopled(hall, 8)
    there = opened(drawn(begun(some)))
    (pod,) = (pod for _round, pod in there.open_pods() if "3" in pod.seats)
    table = there.table_of(1, pod.number)
    assert table is not None
    await hall.store.commit(Change(_table_row(table.table, hall)))
    await hall.tables.posted(table.table, "thread", 78, 78, 1)
    await hall.told(there, "acted", ActionTaken("remind", "Olga", None, "", "", Remind(("3",))))
    (told,) = (seen for seen in hall.messages() if "your table is waiting" in seen.text)
    assert f"[Round 1, Pod {pod.number}](https://discord.com/channels/" in told.text
    assert told.text.count("/78)") == 1
    assert told.notified == [people[2].name]


async def test_a_reminder_says_the_way_that_works_to_a_table_that_stands_nowhere(hall: Hall) -> None:
    some, _people = peopled(hall, 4)
    there = opened(drawn(begun(some)))
    await hall.told(there, "acted", ActionTaken("remind", "Olga", None, "", "", Remind(("3",))))
    (told,) = (seen for seen in hall.messages() if "your table is waiting" in seen.text)
    assert "Round 1: /hand opens your cards" in told.text
    assert "https://" not in told.text


async def test_pods_lead_to_their_tables_as_soon_as_those_stand(hall: Hall) -> None:
    there = opened(drawn(begun(cup(4))))
    await hall.told(there, "round", RoundMessage(1, 0))
    assert "channels" not in hall.the("Round 1").text
    table = there.record.tables[0].table
    await hall.store.commit(Change(_table_row(table, hall)))
    await hall.tables.posted(table, "lobby", hall.channel, 77, 1)
    hall.tournament_publisher.redraw(there.id)
    await hall.until(lambda: f"channels/{hall.guild}/{hall.channel}/77)" in hall.the("Round 1").text)
    await hall.tables.posted(table, "thread", 78, 78, 1)
    hall.tournament_publisher.redraw(there.id)
    await hall.until(lambda: f"channels/{hall.guild}/78)" in hall.the("Round 1").text)


def _table_row(id: str, hall: Hall) -> TableRow:
    return TableRow(id, hall.guild, hall.channel, GAME, "lobby", 1, 0, b"{}", None, 0.0, 0.0)


async def test_messages_lead_to_each_other(hall: Hall) -> None:
    there = drawn(begun(cup(8)))
    await hall.told(there, "announce")
    await hall.told(there, "round", RoundMessage(1, 0))
    link = f"https://discord.com/channels/{hall.guild}/{hall.channel}/{hall.the('Round 1').id}"
    await hall.until(lambda: f"Round 1: {link}" in hall.with_title("🏆 Evening cup")[0].text)


async def test_standings_stay_as_they_were_when_the_next_round_is_played(hall: Hall) -> None:
    one = after_one_round(cup(8))
    await hall.told(one, "standings", RoundMessage(1, 0))
    before = hall.the("standings").text
    two = played(opened(drawn(one)), 1)
    await hall.told(two, "round", RoundMessage(2, 0))
    await hall.until(lambda: "1 of 2 tables has ended" in hall.the("Round 2").text)
    await hall.tournament_publisher.redraws.settled()
    assert hall.the("standings").text == before
    assert await hall.store.tournaments.outdated() == []


async def test_a_round_that_is_history_is_drawn_for_the_last_time_with_all_that_came_of_it(
    hall: Hall,
) -> None:
    running_one = opened(drawn(begun(cup(8))))
    await hall.told(running_one, "round", RoundMessage(1, 0))
    two = opened(drawn(played(running_one)))
    await hall.changes(two)
    await hall.until(lambda: "All results of this round are in" in hall.the("Round 1").text)


def _places_won_by_the_last(tournament: Tournament) -> tuple[int, ...]:
    event = tournament.record.event
    assert event is not None
    (pod,) = event.rounds[0].pods
    return tuple({"4": 1, "3": 2, "2": 3, "1": 4}[seat or ""] for seat in pod.seats)


def won_by_the_last(tournament: Tournament) -> Tournament:
    """The first round's result corrected: Dampier has won, not Anne."""
    event = tournament.record.event
    assert event is not None
    result = Result(round=1, pod=1, places=_places_won_by_the_last(tournament))
    return replaced(tournament, event=engine.with_result(event, result))


async def test_history_is_corrected_with_the_result_and_with_what_takes_that_back(hall: Hall) -> None:
    one = after_one_round(cup(4))
    await hall.told(opened(drawn(begun(cup(4)))), "round", RoundMessage(1, 0))
    await hall.told(one, "standings", RoundMessage(1, 0))
    two = opened(drawn(one))
    await hall.told(two, "round", RoundMessage(2, 0))
    await hall.until(lambda: "1. Anne" in hall.the("Round 1").text)
    places = _places_won_by_the_last(two)
    deed = ActionTaken("correct", "Olga", None, "", "Misread.", Correct(1, 1, places))
    await hall.told(won_by_the_last(two), "acted", deed)
    await hall.until(lambda: "1. Dampier" in hall.the("Round 1").text)
    await hall.until(lambda: "🥇 1. Dampier: 60 points" in hall.the("standings").text)
    await hall.tournament_publisher.redraws.settled()  # that it was shown has been noted as well
    await hall.restart()
    await hall.changes(two)
    await hall.until(lambda: "1. Anne" in hall.the("Round 1").text)
    await hall.until(lambda: "🥇 1. Anne: 60 points" in hall.the("standings").text)


async def test_history_is_right_again_although_nobody_knew_that_its_correction_could_be_seen(
    hall: Hall,
) -> None:
    one = after_one_round(cup(4))
    await hall.told(opened(drawn(begun(cup(4)))), "round", RoundMessage(1, 0))
    await hall.told(one, "standings", RoundMessage(1, 0))
    two = opened(drawn(one))
    await hall.changes(two)
    await hall.until(lambda: "1. Anne" in hall.the("Round 1").text)
    settled = await hall.is_history(two.id, "round 1")
    hall.pg.fail_next(
        f"PATCH /channels/{hall.channel}/messages/{hall.the('Round 1').id}", None, 1000, after_doing=True
    )
    await hall.changes(won_by_the_last(two))
    await hall.until(lambda: "1. Dampier" in hall.the("Round 1").text)
    await hall.restart()
    assert "round 1" in [post.kind for post in await hall.store.tournaments.outdated()]
    hall.pg.backend.faults.waiting.clear()
    await hall.changes(two)
    await hall.until(lambda: "1. Anne" in hall.the("Round 1").text)
    assert await hall.is_history(two.id, "round 1") == settled


async def test_whoever_has_their_data_erased_is_named_in_no_message_any_more_not_even_in_history(
    hall: Hall,
) -> None:
    one = after_one_round(cup(4))
    await hall.told(one, "announce")
    await hall.told(one, "round", RoundMessage(1, 0))
    await hall.told(one, "standings", RoundMessage(1, 0))
    two = opened(drawn(one))
    await hall.changes(two)
    await hall.until(lambda: "Round 2 of 2 is being played" in hall.with_title("🏆")[0].text)
    entries = tuple(
        replace(entry, user=ERASED_USER, name="") if entry.name == "Calico" else entry
        for entry in two.record.entries
    )
    await hall.changes(replaced(two, entries=entries))
    await hall.until(lambda: not [seen for seen in hall.messages() if "Calico" in seen.text])
    assert len(hall.messages()) == 3


async def test_what_a_crash_left_outdated_is_drawn_at_the_next_start(hall: Hall) -> None:
    await hall.told(cup(2), "announce")
    await hall.keep(cup(3))
    await hall.restart()
    for post in await hall.store.tournaments.outdated():
        hall.tournament_publisher.changed(hall.service.latest[post.table])
    await hall.until(lambda: "Calico" in hall.the("🏆 Evening cup").text)
    await hall.tournament_publisher.redraws.settled()
    assert await hall.store.tournaments.outdated() == []


# Trouble


async def test_an_edit_that_fails_for_the_moment_is_tried_again(hall: Hall) -> None:
    await hall.told(cup(2), "announce")
    await hall.tournament_publisher.redraws.settled()
    hall.pg.fail_next(EDIT, None)
    await hall.changes(cup(3))
    await hall.until(lambda: "Calico" in hall.the("🏆 Evening cup").text)


async def test_an_announcement_that_somebody_deleted_is_posted_again_while_it_is_needed(hall: Hall) -> None:
    await hall.told(cup(2), "announce")
    hall.pg.delete(hall.the("🏆 Evening cup"))
    await hall.changes(cup(3))
    await hall.until(lambda: hall.with_title("🏆 Evening cup"))
    assert "Calico" in hall.the("🏆 Evening cup").text
    hall.pg.delete(hall.the("🏆 Evening cup"))
    await hall.changes(replaced(cup(3), "cancelled"))
    await hall.tournament_publisher.redraws.settled()
    assert hall.messages() == []


async def test_where_the_bot_may_not_write_the_organiser_is_told_once_and_can_put_it_back(
    hall: Hall,
) -> None:
    hall.pg.forget_permission("tavern", "send_messages")
    there = cup(2)
    with pytest.raises(RetryLater):
        await hall.told(there, "announce")
    assert hall.service.unposted[there.id]
    await hall.changes(cup(3))
    now = hall.service.latest[there.id]
    word = hall.tournament_publisher.problem_for_organiser(now, now.record.organiser)
    assert word is not None
    assert "I need" in word.message
    assert hall.tournament_publisher.problem_for_organiser(now, now.record.organiser) is None
    assert await hall.tournament_publisher.put_back(now, hall.channel) is None
    hall.pg.give_permission("tavern", "send_messages")
    post = await hall.tournament_publisher.put_back(now, hall.channel)
    assert post is not None
    assert "Calico" in hall.the("🏆 Evening cup").text
    assert await hall.tournament_publisher.put_back(now, hall.channel) == post


async def test_only_the_organiser_is_told_that_it_cannot_be_shown(hall: Hall) -> None:
    hall.pg.forget_permission("tavern", "send_messages")
    with pytest.raises(RetryLater):
        await hall.told(cup(2), "announce")
    now = hall.service.latest["t7x9qp"]
    assert hall.tournament_publisher.problem_for_organiser(now, 5) is None
    assert hall.tournament_publisher.problem_for_organiser(now, now.record.organiser) is not None


async def test_a_tournament_whose_channel_was_deleted_goes_on_where_it_is_put_back(hall: Hall) -> None:
    there = drawn(begun(cup(4)))
    await hall.told(there, "announce")
    hall.pg.delete_channel("tavern")
    await hall.changes(there)
    await hall.tournament_publisher.redraws.settled()
    elsewhere = int(hall.pg.channel("captains-table").id)
    post = await hall.tournament_publisher.put_back(hall.service.latest[there.id], elsewhere)
    assert post is not None
    assert post.channel == elsewhere
    await hall.told(there, "round", RoundMessage(1, 0))
    shown = [seen.text for seen in hall.messages("captains-table")]
    assert len(shown) == 2
    assert "Evening cup: Round 1" in shown[1]


async def test_in_a_channel_that_is_closed_it_does_not_hammer_at_the_door(hall: Hall) -> None:
    await hall.told(cup(2), "announce")
    hall.pg.forget_permission("tavern", "view_channel", "send_messages")
    refused = len(hall.pg.violations)
    for count in range(3, 8):
        await hall.changes(cup(count))
        await hall.tournament_publisher.redraws.settled()
    assert len(hall.pg.violations) - refused <= 2


async def test_on_a_server_that_the_bot_has_left_nothing_is_drawn(hall: Hall) -> None:
    await hall.told(cup(2), "announce")
    await hall.tournament_publisher.redraws.settled()
    before = len(hall.pg.requests)
    await hall.changes(replaced(cup(3), shut=5.0))
    await hall.tournament_publisher.redraws.settled()
    assert len(hall.pg.requests) == before
    await hall.changes(cup(3))
    await hall.until(lambda: "Calico" in hall.the("🏆 Evening cup").text)


async def test_an_announcement_in_a_thread_that_was_put_away_is_drawn_all_the_same(hall: Hall) -> None:
    await hall.told(cup(2), "announce")
    under = int(hall.the("🏆").id)
    thread = await hall.tournament_publisher.messages.channels.open_thread(
        hall.guild, hall.channel, under, "Cups"
    )
    in_the_thread = replace(cup(2), id="t8ynrs")
    await hall.keep(in_the_thread)
    assert await hall.tournament_publisher.put_back(hall.service.latest["t8ynrs"], thread) is not None
    place = hall.pg.world.channel(str(thread))
    posted = hall.pg.person("Anne").sees(place)[-1]
    hall.pg.archive(place)
    await hall.changes(replace(cup(3), id="t8ynrs"))
    await hall.until(lambda: "Calico" in posted.refresh().text)


@asynccontextmanager
async def strict_hall(folder: Path, pauses: PublishingPauses) -> AsyncIterator[Hall]:
    """One at which Discord's own limits are enforced, hours after an announcement for two was posted."""
    async with Playground.start(limits="discord") as pg, hall_at(pg, folder, pauses) as hall:
        await hall.told(cup(2), "announce")
        pg.clock.advance(7200)
        yield hall


async def test_an_announcement_that_is_too_old_to_be_edited_is_posted_anew_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(message_state, "OLDEST_EDITED", 0.0)
    async with strict_hall(tmp_path, DEFAULT_PAUSES) as hall:
        old, now = hall.the("🏆 Evening cup"), hall.pg.clock.now()
        # So many edits of old messages that all attempts of the library's are refused.
        hall.pg.world.old_edits[old.channel_id] = [now - 20 + at / 2 for at in range(1, 41)]
        await hall.changes(cup(3))
        await hall.until(lambda: [seen for seen in hall.with_title("🏆 Evening cup") if seen.id != old.id])
        await hall.until(lambda: old.is_gone)
        assert "Calico" in hall.the("🏆 Evening cup").text
        assert hall.the("🏆 Evening cup").notified == []
        assert (await hall.post("t7x9qp", "announcement")).message == int(hall.the("🏆 Evening cup").id)


async def test_old_messages_are_edited_so_seldom_that_discord_allows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(message_state, "OLDEST_EDITED", 0.0)
    pause = 1.0
    async with strict_hall(tmp_path, PublishingPauses(redraw=0.02, old_edits=pause)) as hall:
        began = asyncio.get_running_loop().time()
        for count in range(3, 40):
            await hall.changes(cup(count))
        await hall.until(lambda: "**39 have entered**" in hall.the("🏆 Evening cup").text)
        pauses = (asyncio.get_running_loop().time() - began) / pause
        edits = [each.status for each in hall.pg.requests if each.route == EDIT]
        assert set(edits) == {200}
        assert len(edits) <= 1 + pauses
        assert hall.pg.violations == []

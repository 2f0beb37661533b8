"""What a tournament does on its server: the champion's role goes round, Discord's event keeps in step."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.app import Tortuga
from bot.tables.model import Press
from bot.tournaments.actions import Begin, Cancel
from bot.tournaments.formats.engine import next_round, with_result, with_round
from bot.tournaments.model import Tournament
from bot.tournaments.pairing.event import Entrant, Event, Result
from bot.tournaments.qualification import Applicant
from bot.tournaments.requirements import OrganiserRights
from bot.tournaments.settings import default_settings
from games.catalogue import game
from playground import Playground, Seen, Visitor
from playground.model import EventStatus, ScheduledEvent
from tests.bot.test_tournament_extras import page, published, said
from tests.bot.test_tournaments import shown, turn
from tests.support.bot import tortuga
from tests.support.idle import until_told
from tests.support.table_play import GAME

ROLE, OWN = "Quartermaster", "Tortuga"
HOUR = 3600.0
ROLES = "/guilds/{guild_id}/members/{user_id}/roles/{role_id}"
EVENTS = "/guilds/{guild_id}/scheduled-events"


class Host:
    """The bot's tournaments, held without anybody at a table."""

    def __init__(self, pg: Playground, bot: Tortuga) -> None:
        self.pg, self.service, self.clock = pg, bot.services.tournament_service, bot.services.tables.clock
        self._store = bot.store.tournaments
        self._presses = iter(range(5000, 6000))
        self._organiser = int(pg.person("Morgan").id)

    @property
    def role(self) -> str:
        """The champion's role's id."""
        return next(role.id for role in self.pg.guild().roles.values() if role.name == ROLE)

    async def announced(self, people: Sequence[Visitor] = (), **settings: object) -> Tournament:
        """A tournament in which these people are."""
        wanted = replace(default_settings(game(GAME), "Evening cup"), **settings)
        done = await self.service.create(
            self._press(self._organiser),
            OrganiserRights(self._organiser, manages=True),
            guild=int(self.pg.guild().id),
            channel=int(self.pg.channel("tavern").id),
            game=GAME,
            settings=wanted,
            locale="en",
        )
        for person in people:
            press = self._press(int(person.id), person.name)
            done = await self.service.enter(press, done.tournament.id, Applicant())
        return done.tournament

    async def won(self, t: Tournament, winner: Visitor) -> None:
        """It is over, and they have won it; or that is what a correction says now."""
        first = t.entry_of(int(winner.id))
        assert first is not None
        entrants = tuple(Entrant(id=entry.id, joined=at) for at, entry in enumerate(t.entrants, 1))
        event = Event(options=t.settings.how, seed=t.record.seed, entrants=entrants)
        event = with_round(event, next_round(event))
        [pod] = event.rounds[0].pods
        others = iter(range(2, len(pod.seats) + 1))
        order = tuple(1 if who == first.id else next(others) for who in pod.seats)
        event = with_result(event, Result(round=1, pod=1, places=order))
        await self.service.scheduler.change(t.id, lambda t: replace(t, phase="over").with_record(event=event))

    async def act(self, t: Tournament, act: Begin | Cancel) -> None:
        """The organiser does this."""
        rights = OrganiserRights(self._organiser, manages=True)
        await self.service.organising.act(self._press(self._organiser), rights, t.id, act, "")

    async def changed(self, t: Tournament, **settings: object) -> None:
        """The organiser wants it otherwise."""
        rights = OrganiserRights(self._organiser, manages=True)
        await self.service.set(self._press(self._organiser), rights, t.id, **settings)

    def _press(self, user: int, name: str = "Morgan") -> Press:
        return Press(next(self._presses), user, name)

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait until it is so, and the outbox is through."""
        await until_told(self._store, holds)

    def wears(self, person: Visitor) -> bool:
        """Whether they have the role."""
        return self.role in self.pg.guild().members[person.id].roles

    @property
    def events(self) -> list[ScheduledEvent]:
        """All there ever were."""
        return list(self.pg.world.state.scheduled_events.get(self.pg.guild().id, {}).values())


@pytest.fixture
def host(pg: Playground, bot: Tortuga) -> Host:
    """With all rights that it takes."""
    pg.change_role(OWN, "manage_roles", "create_events")
    return Host(pg, bot)


@pytest.fixture
def crew(pg: Playground, bot: Tortuga) -> list[Visitor]:
    """Three people."""
    del bot
    return [pg.person(name) for name in ("Anne", "Calico", "Dampier")]


async def test_the_role_goes_from_champion_to_champion_and_a_correction_moves_it(
    host: Host, crew: list[Visitor]
) -> None:
    anne, calico, dampier = crew
    first = await host.announced(crew, champion_role=int(host.role))
    await host.won(first, anne)
    await host.until(lambda: host.wears(anne))
    second = await host.announced(crew, champion_role=int(host.role))
    assert host.wears(anne)
    await host.won(second, calico)
    await host.until(lambda: host.wears(calico) and not host.wears(anne))
    await host.won(second, dampier)
    await host.until(lambda: host.wears(dampier) and not host.wears(calico))
    await host.won(first, calico)  # the last one but one is corrected: that is history
    await host.until(lambda: True)
    assert [host.wears(person) for person in crew] == [False, False, True]


async def test_of_two_tournaments_that_end_in_one_moment_one_has_the_champion(
    host: Host, crew: list[Visitor]
) -> None:
    first = await host.announced(crew, champion_role=int(host.role))
    second = await host.announced(crew, champion_role=int(host.role))
    await asyncio.gather(host.won(first, crew[0]), host.won(second, crew[1]))
    await host.until(lambda: any(map(host.wears, crew)))
    assert sum(map(host.wears, crew)) == 1


async def test_what_is_asked_of_discord_twice_is_done_once(
    pg: Playground, host: Host, crew: list[Visitor]
) -> None:
    pg.fail_next(f"PUT {ROLES}", None, after_doing=True)
    t = await host.announced(crew, champion_role=int(host.role))
    await host.won(t, crew[0])
    await host.until(lambda: host.wears(crew[0]))
    given = [request for request in pg.requests if request.route == f"PUT {ROLES}"]
    assert len(given) <= 2
    assert (await host.service.tournament(t.id)).record.crowned == int(crew[0].id)


async def test_a_bot_that_was_killed_crowns_after_its_start(pg: Playground, tmp_path: Path) -> None:
    pg.change_role(OWN, "manage_roles", "create_events")
    async with tortuga(pg, tmp_path) as bot:
        host, crew = Host(pg, bot), [pg.person(name) for name in ("Anne", "Calico", "Dampier")]
        pg.fail_next(f"PUT {ROLES}", 503, times=100)
        t = await host.announced(crew, champion_role=int(host.role))
        await host.won(t, crew[1])
        await pg.wait_for_request(f"PUT {ROLES}", earlier=True)
        assert not host.wears(crew[1])
    pg.backend.faults.waiting.clear()
    async with tortuga(pg, tmp_path) as bot:
        host = Host(pg, bot)
        await host.until(lambda: host.wears(crew[1]))


@pytest.mark.parametrize("why", ["permission", "position", "power", "gone", "left"])
async def test_what_keeps_the_role_from_the_champion_is_told_to_the_organiser_once(
    pg: Playground, host: Host, morgan: Visitor, crew: list[Visitor], why: str
) -> None:
    t = await host.announced(crew, champion_role=int(host.role))
    guild = pg.guild()
    match why:
        case "permission":
            pg.change_role(OWN, permissions="0")
        case "position":
            pg.change_role(ROLE, position=9)
        case "power":
            pg.change_role(ROLE, "manage_messages")
        case "gone":
            await host.changed(t, champion_role=12345)
        case _:
            del guild.members[crew[0].id]
    t = await host.service.tournament(t.id)
    await host.won(t, crew[0])
    told = await morgan.wait_for(lambda seen: "I couldn't hand out the champion's role" in seen.text)
    assert told.notified == ["Morgan"]
    expected = {
        "permission": "I need Manage Roles",
        "position": "stands above my own role",
        "power": "can moderate",
        "gone": "That role is gone",
        "left": "has left this server",
    }
    assert expected[why] in told.text
    await host.until(lambda: True)
    assert len([seen for seen in morgan.pings() if "champion's role" in seen.text]) == 1
    assert not any(host.wears(person) for person in crew[1:])


async def test_only_a_role_is_promised_that_the_organiser_and_the_bot_may_give(
    pg: Playground, morgan: Visitor
) -> None:
    async def choosing(role: str = ROLE) -> str:
        screen, id = await page(morgan)
        return await said(await morgan.choose(screen, f"tset:{id}:champion_role", role))

    async def promised(role: str = ROLE) -> str:
        screen, id = await page(morgan)
        screen = await shown(await morgan.choose(screen, f"tset:{id}:champion_role", role))
        return (await turn(morgan, screen, "Overview")).text

    assert "I need Manage Roles" in await choosing()
    pg.change_role(OWN, "manage_roles")
    assert "The winner wears <@&" in await promised()
    assert "You can't give" in await choosing("Moderator")
    pg.change_role(ROLE, "kick_members")
    assert "can moderate" in await choosing()
    pg.change_role(ROLE, permissions="0", position=5)
    assert "You can't give" in await choosing()
    pg.change_role("Moderator", permissions="32", position=7)
    assert "You can't give" in await choosing()


async def test_a_role_that_moderates_in_a_single_channel_is_refused_too(
    pg: Playground, morgan: Visitor
) -> None:
    pg.change_role(OWN, "manage_roles")
    role = next(each for each in pg.guild().roles.values() if each.name == ROLE)
    pg.give_permission("captains-table", "manage_messages", who=role.id)
    screen, id = await page(morgan)
    assert "can moderate" in await said(await morgan.choose(screen, f"tset:{id}:champion_role", ROLE))


# Discord's event


async def test_the_event_is_made_with_a_start_moves_with_it_begins_and_is_called_off(
    pg: Playground, host: Host, crew: list[Visitor]
) -> None:
    now = host.clock.now()
    t = await host.announced(crew, scheduled_event=True, description="Come *all*")
    await host.until(lambda: True)
    assert host.events == []
    await host.changed(t, starts=now + 5 * HOUR)
    await host.until(lambda: host.events)
    [event] = host.events
    assert (event.name, event.status) == ("Evening cup", EventStatus.SCHEDULED)
    assert "Come *all*" in (event.description or "")
    assert event.entity_metadata["location"].endswith(f"/{pg.channel('tavern').id}")
    assert event.scheduled_end_time > event.scheduled_start_time
    await host.changed(t, starts=now + 8 * HOUR, name="Night cup")
    await host.until(lambda: host.events[0].name == "Night cup")
    assert host.events[0].scheduled_start_time > event.scheduled_start_time
    await host.act(t, Begin())
    await host.until(lambda: host.events[0].status == EventStatus.ACTIVE)
    await host.act(t, Cancel())
    await host.until(lambda: host.events[0].status == EventStatus.COMPLETED)
    assert len(host.events) == 1
    assert (await host.service.tournament(t.id)).record.event_id == 0


async def test_an_event_that_is_not_wanted_any_more_is_called_off_and_a_new_one_can_be_made(
    host: Host,
) -> None:
    t = await host.announced(scheduled_event=True, starts=host.clock.now() + HOUR)
    await host.until(lambda: host.events)
    await host.changed(t, scheduled_event=False)
    await host.until(lambda: host.events[0].status == EventStatus.CANCELED)
    await host.changed(t, scheduled_event=True)
    await host.until(lambda: len(host.events) == 2)
    assert host.events[1].status == EventStatus.SCHEDULED


async def test_an_event_whose_answer_was_lost_is_found_again_and_made_once(
    pg: Playground, host: Host
) -> None:
    pg.fail_next(f"POST {EVENTS}", None, after_doing=True)
    t = await host.announced(scheduled_event=True, starts=host.clock.now() + HOUR)
    await host.until(lambda: host.events)
    assert [event.id for event in host.events] == [str((await host.service.tournament(t.id)).record.event_id)]


async def test_an_event_that_somebody_has_deleted_is_left_alone(pg: Playground, host: Host) -> None:
    t = await host.announced(scheduled_event=True, starts=host.clock.now() + HOUR)
    await host.until(lambda: host.events)
    pg.world.state.scheduled_events[pg.guild().id].clear()
    await host.changed(t, starts=host.clock.now() + 2 * HOUR)
    await host.until(lambda: True)
    assert host.events == []


async def test_the_permission_for_an_event_is_asked_for_when_it_is_wanted_and_missed_aloud(
    pg: Playground, bot: Tortuga, morgan: Visitor
) -> None:
    screen, _id = await page(morgan)
    assert "I need Create Events" in await said(await morgan.press(screen, "A Discord event too"))
    pg.change_role(OWN, "create_events")
    screen, _id = await page(morgan, start="in 2 h")
    screen = await shown(await morgan.press(screen, "A Discord event too"))
    assert "among this server's Discord events" in screen.text
    host = Host(pg, bot)
    await published(morgan, screen)
    await host.until(lambda: host.events)
    pg.change_role(OWN, permissions=str(1 << 10 | 1 << 11 | 1 << 16))
    [t] = await bot.services.tournament_service.tournaments_in(int(pg.guild().id))
    await host.changed(t, starts=host.clock.now() + 3 * HOUR)
    told = await morgan.wait_for(_complains)
    assert "I lack the permission" in told.text
    assert told.notified == ["Morgan"]


def _complains(seen: Seen) -> bool:
    return "couldn't keep the Discord event" in seen.text

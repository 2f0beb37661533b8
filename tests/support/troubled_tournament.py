"""A tournament whose bot is in trouble all the time: who does what in it, and what must hold at its end."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Collection, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from bot.tournaments.export import Exported
from bot.tournaments.formats import engine
from bot.tournaments.pairing.event import Event, Round
from playground import Playground, Seen, Visitor
from storage import opened
from storage.sql.changes import TABLES, TOURNAMENTS
from tests.bot import command
from tests.support.chaos.answer_log import AnswerLog, wrong_shuffles
from tests.support.child import ChildBot
from tests.support.database import examined, rows_of
from tests.support.fast_bot import FastTime
from tests.support.idle import until
from tests.support.table_play import CHOICES, table_of
from tests.support.tournament_play import (
    Channels,
    Setup,
    does,
    exported_with_page,
    faults,
    organise,
    round_of,
    shown,
)
from tests.support.troubled_bot import TroubledBot, persistently

TOO_LATE = 10062
"""The code for an answer that came when nobody waited for it any more: the network had been gone."""
PATIENCE = 400.0
"""Seconds for a round, on a machine that has much else to do, with a bot that is away now and then."""


_LINK = re.compile(r"/channels/\d+/(\d+)/(\d+)")


BEGUN = 4
"""Moves at a table of a round that is halted: its game is under way, and far from its end."""


class UnhurriedTime:
    """Time that passes only while nobody who was called is on the way, and nobody has a move to make: on
    however slow a machine, people are late only if they choose to be.

    `halts`: rounds that wait for the desk, which comes late where the bot is away: after a few moves nobody
    plays on there until the desk has done what it does in that round.
    """

    def __init__(self, now: FastTime, speed: float, halts: Iterable[int] = ()) -> None:
        self._now, self._speed = now, speed
        self._now.flow(speed)
        self._over = {number: asyncio.Event() for number in halts}
        self._moves = Counter[str]()
        """How many were made at each table."""
        self._busy = set[Seen]()
        """The calls of those who are on the way to a table, or about to move there."""

    @asynccontextmanager
    async def round(self, number: int) -> AsyncIterator[None]:
        """What is done in here is done while that round, which waits for it, is played."""
        yield
        self._over[number].set()

    async def pause(self, call: Seen, what: str) -> None:
        """Somebody comes to their table, or moves there: see `tests.support.tournament_play.Pause`."""
        if what in ("came", "moved"):
            self._busy.discard(call)
            self._moves[table_of(call)] += what == "moved"  # not what was pressed while the bot was away
        else:
            self._busy.add(call)
        self._now.flow(0.0 if self._busy else self._speed)
        over = self._over.get(round_of(call))
        if what == "move" and over is not None and self._moves[table_of(call)] >= BEGUN:
            await over.wait()


@dataclass
class TroubledTournament:
    """A tournament at a playground, from its announcement on."""

    pg: Playground
    troubled: TroubledBot
    channels: Channels
    organiser: Visitor
    name: str
    announcement: Seen

    @classmethod
    async def announced(
        cls, troubled: TroubledBot, channels: Channels, setup: Setup, name: str
    ) -> TroubledTournament:
        """As it is set up."""
        announcement = await setup.announce()
        return cls(troubled.pg, troubled, channels, setup.organiser, name, announcement)

    @property
    def id(self) -> str:
        """The id of the tournament, as its announcement's buttons have it."""
        return _custom_ids(self.announcement, "tinfo")[0].split(":")[1]

    # what people do

    async def joined_by(self, people: Collection[Visitor]) -> None:
        """They press Join, all at the same time, and again as long as nobody answers."""
        await asyncio.gather(*(self.pressed(person, self.announcement, "tjoin") for person in people))

    async def pressed(self, person: Visitor, message: Seen, verb: str) -> Seen:
        """Somebody presses the button that does this; what they are told."""

        async def attempt() -> Seen:
            [custom_id, *_others] = [*_custom_ids(message.refresh(), verb), ""]
            return await shown(await person.press(message, custom_id=custom_id))

        return await persistently(attempt, f"{person.name} presses {verb}")

    async def organise(self, act: str, **options: Any) -> str:
        """What the organiser does, in a calm moment; what they are told."""
        async with self.troubled.calm():
            return (await organise(self.organiser, act, **options)).text

    async def substitute(self, gone: Visitor, person: Visitor) -> None:
        """The organiser puts somebody in another's place; they are pinged, and find their table."""
        said = await self.organise("substitute", player=gone.name, member=person.id)
        done = f"Morgan put {person.name} in for {gone.name}."
        assert done in said, said
        notice = await self.says(person.mention, done)

        async def attempt() -> Seen | None:
            [to_mine] = [each for each in _custom_ids(notice, "tinfo") if ":mine" in each]
            mine = await shown(await person.press(notice, custom_id=to_mine))
            links = _LINK.findall(mine.text)  # none: that game is over, they are called to the next one
            return Seen(self.pg.world, self.pg.world.post(*links[0])) if links else None

        if (table := await persistently(attempt, f"{person.name} looks for their table")) is not None:
            self.channels.called[person.id].put_nowait(table)

    async def ban(self, person: Visitor) -> None:
        """From this server, out of all that they are in."""
        async with self.troubled.calm():
            opened = await self.organiser.slash("moderate ban", member=person.id, reason="Spoils games")
            assert opened.modal is not None, opened.text
            fields: dict[str, Any] = {"person": person.id, "games": ["go"]}
            asked = {each.custom_id for each in opened.modal.questions}
            given = {name: value for name, value in fields.items() if name in asked}
            said = await shown(await self.organiser.submit(opened.modal, given))
        assert f"{person.name} is banned until" in said.text, said.text

    # what stands there

    async def says(self, *words: str, does_this: str = "") -> Seen:
        """A public message with these words, as soon as there is one."""
        return await self.channels.until(
            self.organiser,
            lambda seen: (
                all(each in seen.text for each in words) and (not does_this or does(seen, does_this))
            ),
            PATIENCE,
        )

    async def called(self, person: Visitor, round: int) -> None:
        """They have been called to a table of that round."""
        await until(lambda: round in self.rounds_of(person))

    def rounds_of(self, person: Visitor) -> list[int]:
        """Of the tables to which they have been called so far, one after the other."""
        return [call.round for call in self.channels.calls if call.person == person.id]

    def told(self, *words: str) -> Counter[str]:
        """Whom messages with these words have notified, by their ids, and how often."""
        return Counter(
            person for said, person in self.channels.notified if all(each in said for each in words)
        )

    async def asks(self, person: Visitor, verb: str, *words: str) -> Seen:
        """The message with these words that mentions them and has a button that does this."""
        return await self.says(person.mention, *words, does_this=verb)


def _custom_ids(seen: Seen, verb: str) -> list[str]:
    return [str(each.custom_id) for each in seen.buttons if (each.custom_id or "").startswith(f"{verb}:")]


# What holds at the end of any of them.


@dataclass(frozen=True)
class Ended:
    """A tournament that is over, as its files tell it."""

    whole: Exported
    event: Event
    page: bytes
    final: Seen

    @property
    def people(self) -> dict[str, str]:
        """Who everybody is in the end, by their ids in the draw: a substitute may have two of these."""
        return {player.id: player.user for player in self.whole.players}

    @property
    def champion(self) -> str:
        """The id of the person who stands first in the end."""
        return self.people[self.whole.standings[0].entrant]

    def rounds_of(self, person: Visitor) -> list[int]:
        """In which rounds they had a seat, or a bye."""
        mine = {id for id, each in self.people.items() if each == person.id}
        return [one.number for one in self.event.rounds if mine & in_round(one)]


def in_round(one: Round) -> set[str]:
    """Everybody at a table of this round, or with a bye."""
    return {who for pod in one.pods for who in pod.seats if who is not None} | set(one.byes)


async def ended(cup: TroubledTournament, folder: Path) -> Ended:
    """The files, all of which are right; the bot has left after that."""
    final = await cup.says(f"{cup.name}: the end")
    async with cup.troubled.calm():
        content, whole, page = await exported_with_page(cup.pg, cup.organiser)
        await all_is_posted(cup.troubled.bot)
        assert await cup.troubled.bot.stop() == 0
    over = Ended(whole, engine.imported(bytes(whole.event)), page, final.refresh())
    (folder / f"{whole.id}.html").write_bytes(page)
    await verified(folder, content)
    await nothing_is_lost(cup.pg, cup.troubled.bot, folder, cup.channels, [one.table for one in whole.tables])
    assert len(whole.tables) == len(list(over.event.pods()))
    nobody_played_in_vain(whole, over.event)
    assert any(player.name in over.final.text for player in whole.players if player.user == over.champion)
    return over


async def verified(folder: Path, content: bytes) -> None:
    """`tortuga verify-tournament` says that all is right."""
    (folder / "tournament.json").write_bytes(content)
    result = await asyncio.to_thread(command.process, folder, "verify-tournament", "tournament.json")
    assert result.returncode == 0, result.stdout + result.stderr


async def all_is_posted(bot: ChildBot) -> None:
    """Once the bot has done all it still has to; AssertionError with what is left after a minute."""
    left = list[tuple[str, str]]()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        left = await rows_of(
            bot.place,
            f"SELECT {TABLES.column}, kind FROM {TABLES.outbox}"
            f" UNION ALL SELECT {TOURNAMENTS.column}, kind FROM {TOURNAMENTS.outbox}",
        )
        if not left:
            return
        await asyncio.sleep(0.2)
    raise AssertionError(f"not posted: {left}")


async def nothing_is_lost(
    pg: Playground, bot: ChildBot, folder: Path, channels: Channels, tables: list[str]
) -> None:
    """The file is sound; there are these tables and no others, and they are over; each press that was
    answered is stored, none twice; nobody learned what is not theirs, and the bot had nothing to complain of.
    """
    assert len(set(tables)) == len(tables)
    async with examined(bot.place, folder) as rows:
        phases = Counter(phase for (phase,) in await rows("SELECT phase FROM standing"))
    assert phases == {"over": len(tables)}
    async with opened(bot.place) as store:
        assert [*await store.outbox(), *await store.tournaments.outbox()] == []
    assert {call.table for call in channels.calls} <= set(tables)
    answers = AnswerLog(pg)
    for one in pg.backend.interactions.by_id.values():
        custom_id = str(one.data.get("custom_id", ""))
        if custom_id.startswith(CHOICES):
            answers.saw(custom_id.split(":")[1], one)
    wrong = [
        *await answers.wrong(bot.place, tables),
        *await wrong_shuffles(bot.place, tables),
        *(f"a hand in public: {each}" for each in channels.leaks),
        *(str(each) for each in faults(pg) if each.code != TOO_LATE),
        *(line for line in bot.log.splitlines() if _is_complaint(line)),
    ]
    assert not wrong, "\n".join(wrong[:50])


def _is_complaint(line: str) -> bool:
    if line.startswith("{"):
        return json.loads(line)["level"] in ("error", "critical")
    return "Traceback" in line or "Error" in line  # a process that was killed leaves other words as well


def nobody_played_in_vain(whole: Exported, event: Event) -> None:
    """Who has won has come to a table and played there; who never came stands behind whoever did."""
    came, never = set[str](), set[str]()
    results = event.results_by_pod()
    for one, pod in event.pods():
        away = results[one.number, pod.number].away
        for seat, who in enumerate(pod.seats):
            if who is not None:
                (never if seat in away else came).add(who)
    never -= came
    assert whole.standings[0].entrant in came
    if event.options.format == "swiss":  # else by how far they came
        last = [line.entrant in never for line in whole.standings if not line.disqualified]
        assert last == sorted(last)


def team_points_add_up(over: Ended) -> None:
    """Each team has the points of its members, and they stand in that order; equals by their best member."""
    places = {line.entrant: line.place for line in over.whole.standings}
    points = {line.entrant: Fraction(line.points) for line in over.whole.standings}
    out = {line.entrant for line in over.whole.standings if line.disqualified}
    for team in over.whole.teams:
        assert Fraction(team.points) == sum(
            (points[each] for each in team.members if each not in out), Fraction()
        )
        assert list(team.members) == sorted(team.members, key=places.__getitem__)
    order = sorted(
        over.whole.teams,
        key=lambda team: (-Fraction(team.points), min(places[each] for each in team.members)),
    )
    assert [team.place for team in order] == list(range(1, len(order) + 1))
    everybody = [each for team in over.whole.teams for each in team.members]
    assert sorted(everybody) == sorted(points)


def tied(whole: Exported) -> bool:
    """Whether two teams have equal points."""
    points = [team.points for team in whole.teams]
    return len(set(points)) < len(points)

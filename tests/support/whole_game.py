"""One game of any rule book from its lobby to its end, through the whole bot, with everything searched."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import aiohttp
import pytest

from bot.__main__ import CommandFailed, verify
from bot.app import Tortuga
from bot.settings import LocalSettings
from bot.tables.lobby import seed_of_record
from bot.tables.model import Table
from playground import Playground, Seen, Visitor
from playground.interactions import Kind
from playground.model import Channel, Post
from tests.games.playing import Beginning
from tests.support.bot import tortuga
from tests.support.forged_interactions import Crafted, Option, Typed, commands_of, reply_to
from tests.support.idle import until
from tests.support.leak_detector import LeakDetector, Sent, bare, forms, written
from tests.support.ports import free_port
from tests.support.reader_views import otherwise
from tests.support.renderer import InlineRenderer
from tests.support.table_play import board_of, hand, open_lobby, play_on, press, table_of
from tests.support.week.bot import InPlace

PEOPLE = ("Anne", "Calico", "Bartholomew", "Eve", "Flint", "Grace", "Henry", "Isabel")
"""The names of those who play."""
LOOK_ON = ("Dampier", "Morgan")
"""Nobody in particular, and a moderator."""
READS = ("hand", "log", "rules", "more", "sheet", "plan", "leave", "concede", "proof", "replay", "watch")
"""Buttons that show something about a table. Those who may not press them are told so."""
PARTS: Mapping[str, str] = {"log": ":-1", "rules": ":0", "replay": ":0:all:x", "watch": ":missed:words"}
"""What follows the table in their custom_ids."""
ASKED = (
    *("hand", "log", "rules", "turns", "table list", "replay", "stats", "leaderboard"),
    *("privacy export", "moderate table", "moderate log"),
)
"""Commands that tell something about tables, or about whoever asks."""
PAGES = ("metrics", "health")
SLOW = 0.001
"""The speed of the tables' clocks: that somebody has to be reminded is a change of a table, and what is asked
first before it and then after it is not answered alike.
"""
PATIENCE = 120.0
"""Seconds until it has come to rest, on a machine that has much else to do."""


@dataclass(frozen=True)
class More:
    """What can be asked where there is more than one table."""

    tables: Sequence[str] = ()
    """The others, in play as well."""
    presses: Sequence[str] = ()
    commands: Collection[str] = ()


NO_MORE = More()


@dataclass
class Searched:
    """What a game came to."""

    moves: int = 0
    messages: int = 0
    pictures: int = 0
    names: int = 0
    """How often a card's name was looked for."""
    buttons: int = 0
    """Cards on buttons, each of which was held against those."""
    moments: int = 0
    """At which all that can be asked was asked twice, with other hidden cards the second time."""
    answers: int = 0
    """That were the same both times."""


async def search(beginning: Beginning, *, stops: int, robots: int = 0) -> Searched:
    """Play it to its end; raise AssertionError if anybody learns what is not theirs to know.

    `stops`: at so many moments everybody asks everything. `robots`: so many of the players are.
    """
    found = Searched()
    random, usual = Random(beginning.chance), sum(1 for _moment in beginning.play())
    async with _table(beginning, robots) as (pg, bot, port, folder, board):
        table = await bot.services.tables.table(table_of(board))
        people = [pg.person(name) for name in PEOPLE[: beginning.players - robots]]
        detector = LeakDetector(pg, bot, table.id)
        with detector.open():
            hands = {person.name: await hand(person, board) for person in people}
            for _stop in range(stops):  # somewhere in each part of a game of the usual length, before its end
                part = usual * len(people) // beginning.players // stops
                presses = random.randint(1, max(1, part - 1))
                await play_on(pg, hands, random=random, presses=presses)
                await come_to_rest(bot)
                table = await bot.services.tables.table(table.id)
                if table.phase != "playing":
                    break
                everybody = [*people, *map(pg.person, LOOK_ON)]
                found.answers += await ask_twice(pg, bot, board, everybody, random)
                found.moments += 1
                detector.note(None, await operators_ways(port, folder, table))
                require_sealed(pg, detector.sent, table)
            await play_on(pg, hands, random=random)
        leaks = await detector.leaks()
        assert not leaks, "\n".join(leaks[:20])
    table = await bot.services.tables.table(table.id)
    return replace(
        found,
        moves=table.actions,
        messages=len(detector.sent),
        pictures=detector.pictures,
        names=detector.compared,
        buttons=detector.buttons,
    )


@asynccontextmanager
async def _table(
    beginning: Beginning, robots: int
) -> AsyncIterator[tuple[Playground, Tortuga, int, Path, Seen]]:
    """The bot with such a table, at which the cards are dealt."""
    game, port = beginning.game, free_port()
    with TemporaryDirectory() as path:
        folder = Path(path)
        async with (
            Playground.start(limits="off") as pg,
            tortuga(pg, folder, SLOW, pictures=False, metrics_port=port) as bot,
        ):
            bot.services.image_service.renderer = InlineRenderer()
            bot.services.tables.robots.robot_pool = InPlace(beginning.chance)
            pg.add_people(*PEOPLE[3:])
            people = [pg.person(name) for name in PEOPLE[: beginning.players - robots]]
            given = beginning.options.model_dump(mode="json", exclude_defaults=True)
            typed = " ".join(f"{name}={_typed(value)}" for name, value in given.items())
            lobby = await open_lobby(
                *people, game=game.slug, seats=beginning.players, **({"options": typed} if typed else {})
            )
            for _robot in range(robots):
                await press(people[0], lobby, "robot")
            await press(people[0], lobby, "start")
            yield pg, bot, port, folder, await board_of(people[0], lobby)


def _typed(value: Any) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


# everybody asks everything


async def ask_twice(
    pg: Playground,
    bot: Tortuga,
    board: Seen,
    people: list[Visitor],
    random: Random,
    *,
    more: More = NO_MORE,
) -> int:
    """Each of them, first as it is and then with everything drawn anew that they cannot know; how many
    answers were the same. AssertionError if one was another.

    `board`: of the table that is asked about; `more`: what else is asked, and what other tables there are.
    """
    await come_to_rest(bot)
    tables = [await bot.services.tables.table(id) for id in (table_of(board), *more.tables)]
    same = 0
    for person in people:
        user = int(person.id)
        await bot.services.people.speaks(user, person.person.locale)  # as their first press would note
        first = await _answers(pg, person, board, more)
        await come_to_rest(bot)
        with ExitStack() as instead:
            for table in tables:
                instead.enter_context(_instead(bot, otherwise(table, table.seat_of(user), random)))
            second = await _answers(pg, person, board, more)
            await come_to_rest(bot)
        differ = [name for name in first if first[name] != second[name]]
        assert not differ, f"{person.name} can tell it from the answers to {differ}"
        same += len(first)
    after = [await bot.services.tables.table(table.id) for table in tables]
    changed = [now.id for now, then in zip(after, tables, strict=True) if now.revision != then.revision]
    assert not changed, f"asking has changed {changed}"
    return same


async def come_to_rest(bot: Tortuga) -> None:
    """Wait until it draws and sends nothing before somebody presses, but for what everybody may see.

    Whatever is on its way to one person is drawn from the table as the house knows it at that moment: an open
    hand that follows a move must not be drawn from cards that its owner does not hold.
    """
    await until(lambda: _is_at_rest(bot))


async def _is_at_rest(bot: Tortuga) -> bool:
    if await bot.store.outbox() or await bot.store.tournaments.outbox():
        return False
    services, publisher = bot.services, bot.services.table_publisher
    tables, drawing = services.tables, not (publisher.hand_redraws.is_idle and publisher.moments.is_idle)
    moving = tables.robots.tasks or tables.plans.planned_moves.tasks or tables.repository.standing
    sending = (
        services.error_handler.load_gate.under_way
        or services.error_handler.deferred_images.waiting
        or services.image_service.waiting
    )
    return not (drawing or moving or sending or services.tournament_service.repository.standing)


@contextmanager
def _instead(bot: Tortuga, other: Table) -> Iterator[None]:
    """The house takes this for the table."""
    known = bot.services.tables.repository.cached
    kept = known[other.id]
    known[other.id] = other
    try:
        yield
    finally:
        known[other.id] = kept


async def _answers(pg: Playground, person: Visitor, board: Seen, more: More) -> dict[str, str]:
    """Everything that can be asked about the table, with its answer."""
    table = table_of(board)
    presses = [*(f"{verb}:{table}{PARTS.get(verb, '')}" for verb in READS), *more.presses]
    answers = {press: await _answer(pg, person, Crafted(press), board.post) for press in presses}
    channel = pg.world.channel(board.channel_id)
    for path, options in commands_of(pg):
        if path in ASKED or path in more.commands:
            given = [_option(each, table) for each in options if each["name"] == "table"]
            answers[f"/{path}"] = await _answer(pg, person, Typed(path, tuple(given)), channel)
            for each in given:
                typing = Typed(path, (_option(each, ""),), focused="table")
                answers[f"/{path} ..."] = await _answer(pg, person, typing, channel)
    return answers


def _option(known: Option, value: str) -> Option:
    return {"name": known["name"], "type": known["type"], "value": value}


async def _answer(pg: Playground, person: Visitor, asked: Crafted | Typed, source: Post | Channel) -> str:
    """Every byte of it, but for what differs each time."""
    reply = await reply_to(pg, person, asked, source)
    if reply.modal is not None:
        return bare(str(reply.modal.json))
    if asked.kind is Kind.AUTOCOMPLETE:
        return str(reply.interaction.choices)
    shown = await reply.settled()
    assert shown is not None, asked
    return bare(written(pg, shown.post))


# what does not go through Discord


async def operators_ways(port: int, folder: Path, table: Table) -> str:
    """What the operator is told of the running game: figures, health, and by the command line."""
    async with aiohttp.ClientSession() as session:
        told = [await (await session.get(f"http://127.0.0.1:{port}/{page}")).text() for page in PAGES]
    given = LocalSettings(_env_file=None, database_path=folder / "tortuga.db")  # pyright: ignore[reportCallIssue]
    with pytest.raises(CommandFailed) as refused:
        await asyncio.to_thread(verify, given, table.id, None)
    return "\n".join((*told, str(refused.value)))


def require_sealed(pg: Playground, heard: Iterable[Sent], *tables: Table) -> None:
    """Neither the seed of these tables nor its secret has been told to anybody, nor any token."""
    secrets = [bytes.fromhex(table.record.secret) for table in tables]
    require_untold(pg, heard, *secrets, *(seed_of_record(table.record) for table in tables))


def require_untold(pg: Playground, heard: Iterable[Sent], *sealed: bytes) -> None:
    """None of this has been told to anybody in any way of writing it, nor any token."""
    secrets = set[str]().union(*map(forms, sealed))
    secrets |= forms(pg.token.encode()) | {each.token for each in pg.backend.interactions.by_id.values()}
    told = [each for each in heard if any(secret in each.written for secret in secrets)]
    assert not told, f"a secret stands in {told[0]}"

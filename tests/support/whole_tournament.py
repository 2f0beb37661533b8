"""A tournament of any game from its announcement on, through the whole bot, with everything searched.

All its tables are played at the same time: what is told of the tournament is held against all their cards.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import get_args

from structlog.testing import capture_logs

from bot.app import Tortuga
from bot.pace import DAILY
from bot.screens.tournaments.pages import What
from bot.tables.model import Press, Table
from bot.tournaments import actions
from bot.tournaments.actions import AnyAction
from bot.tournaments.model import Tournament, TournamentSettings
from bot.tournaments.pairing.event import EventOptions, Fill
from bot.tournaments.requirements import OrganiserRights
from bot.tournaments.settings import fitted_to_game
from games.contract import AnyGame
from playground import Playground, Seen, Visitor
from tests.support.bot import tortuga
from tests.support.idle import until
from tests.support.leak_detector import LeakDetector
from tests.support.ports import free_port
from tests.support.renderer import InlineRenderer
from tests.support.table_play import choices, choose_any, hand, is_board, lists
from tests.support.week.bot import InPlace
from tests.support.whole_game import (
    LOOK_ON,
    PEOPLE,
    SLOW,
    More,
    Searched,
    ask_twice,
    come_to_rest,
    operators_ways,
    require_sealed,
    require_untold,
)

PATIENCE = 900.0
"""Seconds for a round, on a machine that has much else to do."""
COMMANDS = tuple(
    f"tournament {what}" for what in ("list", "show", "me", "standings", "pods", "log", "desk", "export")
)
PAGES = get_args(What)
ORGANISER = "Morgan"
"""The name of whoever organises the tournament, and moderates as well."""


@dataclass(frozen=True)
class Cup:
    """A tournament, and all that it takes to look at it."""

    pg: Playground
    bot: Tortuga
    id: str
    people: Mapping[int, Visitor]
    """Those who entered, by their user ids."""
    random: Random

    async def now(self) -> Tournament:
        """The tournament as the bot has it now."""
        return await self.bot.services.tournament_service.tournament(self.id)

    async def entered(self) -> None:
        """Everybody presses Join on the tournament's announcement."""
        looking = self.pg.person(LOOK_ON[0])
        announcement = await looking.wait_for(lambda seen: f"tjoin:{self.id}" in _custom_ids(seen))
        for person in self.people.values():
            await person.press(announcement, custom_id=f"tjoin:{self.id}")

    async def act(self, act: AnyAction, reason: str = "") -> None:
        """The organiser does this act, for this reason."""
        await self.bot.services.tournament_service.organising.act(
            *_organising(self.pg, self.random), self.id, act, reason
        )

    async def tables(self) -> list[Table]:
        """Of the rounds that were opened, with a game that goes on."""
        made = await self.now()
        there = [await self.bot.services.tables.table(one.table) for one in made.record.tables if one.opened]
        return [table for table in there if table.phase == "playing"]


def _organising(pg: Playground, random: Random) -> tuple[Press, OrganiserRights]:
    """A press of the organiser's."""
    organiser = pg.person(ORGANISER)
    press = Press(random.getrandbits(50), int(organiser.id), organiser.name)
    return press, OrganiserRights(int(organiser.id), manages=True)


async def announced(
    pg: Playground,
    bot: Tortuga,
    game: AnyGame,
    settings: TournamentSettings,
    people: Sequence[Visitor],
    random: Random,
) -> Cup:
    """A tournament that these people may enter; its pods are fitted to the game."""
    said = await bot.services.tournament_service.create(
        *_organising(pg, random),
        guild=int(pg.guild().id),
        channel=int(pg.channel("tavern").id),
        game=game.slug,
        settings=fitted_to_game(game, settings),
        locale="en-US",
    )
    return Cup(pg, bot, said.tournament.id, {int(person.id): person for person in people}, random)


def settings_for(name: str, pod: int, rounds: int) -> TournamentSettings:
    """Tables of so many, filled up with robots; all happens when the organiser says so."""
    how = EventOptions(fill=Fill.ROBOTS, rounds=rounds, fewest=pod, preferred=pod, most=pod)
    return TournamentSettings(name, pace=DAILY, how=how, show_up=0.0, between=0.0, by_hand=True)


async def search(
    game: AnyGame, chance: int, *, people: int, pod: int, rounds: int, to_the_end: bool = True
) -> Searched:
    """Play it; raise AssertionError if anybody learns what is not theirs to know.

    `pod`: how many sit at a table; where people are too few, robots do. In each round everybody asks
    everything once; with that the last one ends, unless it is played `to_the_end`.
    """
    found, random = Searched(), Random(chance)
    with TemporaryDirectory() as path:
        folder, port = Path(path), free_port()
        async with Playground.start(limits="off") as pg, tortuga(pg, folder, SLOW, metrics_port=port) as bot:
            bot.services.image_service.renderer = InlineRenderer()
            bot.services.tables.robots.robot_pool = InPlace(chance)
            pg.add_people(*PEOPLE[3:])
            detector = LeakDetector(pg, bot)
            with detector.open(), capture_logs() as logged:
                entering = [pg.person(name) for name in PEOPLE[:people]]
                settings = settings_for("Evening cup", pod, rounds)
                cup = await announced(pg, bot, game, settings, entering, random)
                await cup.entered()
                require_untold(pg, detector.sent, bytes.fromhex((await cup.now()).record.seed))
                await cup.act(actions.Begin())
                for number in range(1, rounds + 1):
                    boards, hands = await _opened(cup, detector, number)
                    found.answers += await _ask(cup, boards)
                    found.moments += 1
                    tables = await cup.tables()
                    told = (await operators_ways(port, folder, tables[0]), *map(str, logged))
                    detector.note(None, "\n".join(told).replace(game.slug, ""))  # "skull-king" names no king
                    require_sealed(pg, detector.sent, *tables)
                    if to_the_end or number < rounds:
                        await _play_on(cup, detector, hands)
            leaks = await detector.leaks()
            assert not leaks, "\n".join(leaks[:20])
            tables = [await bot.services.tables.table(id) for id in detector.tables]
    found.moves = sum(table.actions for table in tables)
    found.messages, found.pictures, found.names = len(detector.sent), detector.pictures, detector.compared
    return found


Hands = Mapping[str, Seen]
"""Of the people at one table, by name."""


async def _opened(cup: Cup, detector: LeakDetector, number: int) -> tuple[list[Seen], dict[str, Hands]]:
    """A round is drawn and its tables are opened and played at for a while: their boards and hands."""
    if number > 1:
        await cup.act(actions.Draw())
    drawn = [one for one in (await cup.now()).record.tables if one.round == number]
    detector.tables += [one.table for one in drawn]
    await come_to_rest(cup.bot)
    require_untold(cup.pg, detector.sent, *(bytes.fromhex(one.secret) for one in drawn))
    await cup.act(actions.OpenRound())
    boards = {one.table: await _board(cup, one.table) for one in drawn}
    hands = {table: await _hands(cup, table, board) for table, board in boards.items()}
    for table, held in hands.items():
        await _play(cup, table, held, cup.random.randint(4, 12))
    await come_to_rest(cup.bot)
    return list(boards.values()), hands


async def _play_on(cup: Cup, detector: LeakDetector, hands: Mapping[str, Hands]) -> None:
    """One table after the other to its end, until the round is over."""
    for table, held in hands.items():
        await _play(cup, table, held)
        require_sealed(cup.pg, detector.sent, *await cup.tables())

    async def has_ended() -> bool:
        return not (await cup.now()).open_pods()

    await until(has_ended)
    await come_to_rest(cup.bot)


async def played_at(cup: Cup, table: str) -> None:
    """The game of this table, to its end, by those who sit there."""
    await _play(cup, table, await _hands(cup, table, await _board(cup, table)))


async def _board(cup: Cup, table: str) -> Seen:
    """Of this table, as soon as it stands in its thread; a card in the channel leads there."""
    channel = cup.pg.channel("tavern").id
    return await cup.pg.person(ORGANISER).wait_for(
        lambda seen: is_board(seen, table) and seen.channel_id != channel, PATIENCE
    )


async def _hands(cup: Cup, table: str, board: Seen) -> Hands:
    seats = (await cup.bot.services.tables.table(table)).people
    return {cup.people[user].name: await hand(cup.people[user], board) for user in seats}


async def _play(cup: Cup, table: str, hands: Hands, presses: int | None = None) -> None:
    """Anything that can be chosen, to the end of the game or so often."""
    async with asyncio.timeout(PATIENCE):
        while presses != 0 and (await cup.bot.services.tables.table(table)).phase == "playing":
            able = [name for name, shown in hands.items() if choices(shown.refresh()) or lists(shown)]
            if able:
                await choose_any(cup.pg.person(able[0]), hands[able[0]], cup.random)
                presses = None if presses is None else presses - 1
                continue
            await come_to_rest(cup.bot)  # robots think, or a hand is drawn
            for name, shown in hands.items():
                await _look_again(cup.pg.person(name), shown.refresh(), table)


async def _look_again(person: Visitor, shown: Seen, table: str) -> None:
    """The way back where a first step has left nothing for the second, or else the hand as it is now."""
    there = [f"hand:{table}", *(each for each in _custom_ids(shown) if each.startswith("back:"))]
    if there[-1] in _custom_ids(shown):
        await person.press(shown, custom_id=there[-1])


async def _ask(cup: Cup, boards: list[Seen]) -> int:
    """One of each table and those who look on, about the first table and the tournament."""
    first, *others = tables = await cup.tables()
    about = next(board for board in boards if first.id in "".join(_custom_ids(board)))
    people = [*(cup.people[table.people[0]] for table in tables), *map(cup.pg.person, LOOK_ON)]
    more = More(
        tables=[table.id for table in others],
        presses=[
            *(f"tinfo:{cup.id}:{page}-0-0" for page in PAGES),
            *(f"tdesk:{cup.id}:0", f"taudit:{cup.id}:0", f"mdesk:{first.id}:0"),
            *(f"{verb}:{table.id}" for table in others for verb in ("hand", "more", "sheet")),
        ],
        commands=COMMANDS,
    )
    return await ask_twice(cup.pg, cup.bot, about, people, cup.random, more=more)


def _custom_ids(seen: Seen) -> list[str]:
    return [str(each.custom_id) for each in seen.buttons if each.custom_id]

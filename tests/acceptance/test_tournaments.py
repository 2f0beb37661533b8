"""Whole tournaments over real sockets, run by slash commands, buttons and windows, as people would.

The longer cup: `CUP_LENGTH=swift make test`, or any other length of the game.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from bot.tournaments.export import Exported
from bot.tournaments.formats import engine
from bot.tournaments.pairing.event import Event
from bot.tournaments.pairing.standings import decimal
from playground import Playground
from playground.recorder import Request
from tests.bot import command
from tests.bot.tournaments.pairing.evening import recompute
from tests.support.child import ChildBot
from tests.support.database import rows_of
from tests.support.idle import until
from tests.support.processes import running_bot
from tests.support.tournament_play import (
    PATIENCE,
    Channels,
    Player,
    Setup,
    correct,
    does,
    exported,
    faults,
    headed,
    organise,
    playing,
    shown,
    standings_in,
    standings_page,
    take_back,
)

LENGTH = os.environ.get("CUP_LENGTH", "bedtime")
"""Of the cup's games. The shortest one takes half a minute, five rounds of five cards take one or two."""
SPEED = "60"
"""A second is a minute: time enough to press, for whoever is there."""
FASTER = "120"
"""A round of ten minutes takes five seconds: robots play longer games to their ends."""
NO_SHOWS = 4
IN_THE_MIDDLE = 10
"""Messages and threads of a round that opens, after which the bot is killed."""
MANY_CARDS = 5
"""That hardly ever come to two people in one tournament."""
WHOLE = 300.0
"""Seconds for all that people play in a tournament, which takes half a minute where nothing else runs."""
IN_PLAY = 20
"""Moves of people in a round, after which the bot is stopped."""


async def test_a_cup_of_32_goes_on_through_restarts_to_its_final_standings(
    pg: Playground, tmp_path: Path
) -> None:
    channels, morgan = Channels(pg), pg.person("Morgan")
    *sailors, late = pg.add_people(*(f"Sailor {number}" for number in range(1, 34)))
    async with running_bot(pg, tmp_path, CLOCK_SPEED=SPEED) as bot:
        setup = await Setup.begun(morgan, name="Evening cup", game="skull-king", pod=4)
        await setup.choose("game", "option.length", LENGTH)
        await setup.choose("rounds", "rounds", "4")
        await setup.write(
            "course", "lengths", show_up="3 min", between="1 min", round_lasts="40 min", every="0"
        )
        await setup.choose("entry", "late", "2")
        announcement = await setup.announce()
        for sailor in sailors:
            await sailor.press(announcement, "Join")
        await channels.until(
            morgan, lambda seen: seen.id == announcement.id and "**32 have entered**" in seen.text
        )

        async with playing([*sailors[NO_SHOWS:], late], channels) as players:
            await organise(morgan, "begin")
            await channels.until(morgan, lambda seen: does(seen, "here"))
            await late.press(announcement, "Join")

            await channels.until(morgan, headed("Evening cup: standings after 1 round"))
            await a_round_is_opening(pg, IN_THE_MIDDLE)
            await bot.kill()
            await bot.start()

            # the organiser steps in
            cheat = sailors[-1]
            said = await organise(morgan, "disqualify", player=cheat.name, reason="Looked at cards")
            assert f"Morgan disqualified {cheat.name}." in said.text
            said = await correct(morgan, "1.1", "They told me")
            assert "Morgan corrected a result: Round 1, Pod 1." in said.text
            said = await correct(morgan, "1.2", "A mistake")
            assert "Undone" in (await take_back(morgan, said)).text

            await channels.until(morgan, headed("Evening cup: Round 3"))
            before = sum(player.moves for player in players)
            await until(lambda: sum(player.moves for player in players) >= before + IN_PLAY)
            assert await bot.stop() == 0
            await bot.start()

            await channels.until(morgan, headed("Evening cup: the end"))
        content, whole = await exported(pg, sailors[0])
        log = await shown(await sailors[0].slash("tournament log"))
        page = await standings_page(sailors[0])
        assert await bot.stop() == 0

    event = engine.imported(bytes(whole.event))
    # Who did not come to the first two rounds is drawn no more; one came late, one was disqualified.
    assert [len(round.pods) for round in event.rounds] == [8, 8, 7, 7]
    assert [len(event.playing(number)) for number in (1, 2, 3, 4)] == [32, 33, 28, 28]
    never = {player.id for player in whole.players if player.name in {who.name for who in sailors[:NO_SHOWS]}}
    corrected = event.rounds[0].pods[0].seats  # points for whoever the organiser placed, there or not
    assert never.difference(corrected) <= {line.entrant for line in whole.standings[-NO_SHOWS - 1 : -1]}
    standings_are_recomputed(event, whole, page)
    everybody_was_called_once(pg, channels, event, whole)
    await each_pod_had_one_table(pg, bot, event, whole)
    nobody_saw_a_hand(channels, players)
    await the_file_verifies(tmp_path, content)
    for deed in ("disqualified Sailor 32", "corrected a result", "undid", "began"):
        assert deed in log.text
    last = standings_in(page)
    assert cheat.name not in [name for _place, name, _points in last[:31]]
    assert all(player.moves for player in players if player.person is not late)
    assert faults(pg) == []


async def a_round_is_opening(pg: Playground, many: int) -> None:
    """So many messages and threads of its tables are there."""
    opened = 0

    def is_one(request: Request) -> bool:
        nonlocal opened
        opened += request.method == "POST" and request.template.endswith(("/messages", "/threads"))
        return opened >= many

    await pg.wait_for_request(is_one, timeout=PATIENCE)


# what holds at the end of any of them


def standings_are_recomputed(event: Event, whole: Exported, page: str) -> None:
    """What is told of it follows from the seed, the entrants and the results."""
    again = recompute(event)
    assert again.differs_from is None
    names = {player.id: player.name for player in whole.players}
    lines = [(line.place, names[line.entrant], decimal(line.points)) for line in again.standings]
    told = standings_in(page)
    assert len(told) >= min(len(lines), 32)
    if event.options.format == "knock-out":  # points there are those of the last round that they reached
        lines, told = [line[:2] for line in lines], [line[:2] for line in told]
    assert told == lines[: len(told)]


def everybody_was_called_once(pg: Playground, channels: Channels, event: Event, whole: Exported) -> None:
    """To each table at which somebody was to play, and nowhere else."""
    names = {player.id: player.name for player in whole.players}
    tables = {(table.round, table.pod): table.table for table in whole.tables}
    due = Counter(
        (names[who], tables[round.number, pod.number])
        for round, pod in event.pods()
        for who in pod.seats
        if who is not None
    )
    assert Counter((pg.world.person(call.person).name, call.table) for call in channels.calls) == due


async def each_pod_had_one_table(pg: Playground, bot: ChildBot, event: Event, whole: Exported) -> None:
    """In the database and in the channel, and it was played to its end."""
    pods = len(list(event.pods()))
    assert len({table.table for table in whole.tables}) == len(whole.tables) == pods
    ended = Counter(phase for (phase,) in await rows_of(bot.place, "SELECT phase FROM standing"))
    assert ended == {"over": pods}
    assert sum(channel.is_thread for channel in pg.world.state.channels.values()) == pods


def nobody_saw_a_hand(channels: Channels, players: Sequence[Player]) -> None:
    """Of anybody else's."""
    assert channels.leaks == []
    for player in players:
        assert player.hands
        others = [rows for reader, rows in channels.cards.items() if reader != player.person.id]
        # (A few cards are soon seen by all, or dealt to somebody again.)
        mine = {row for row in player.hands if len(row) >= MANY_CARDS}
        assert mine.isdisjoint(set().union(*others)), player.person.name


async def the_file_verifies(folder: Path, content: bytes) -> None:
    """`tortuga verify-tournament` says that all is right."""
    (folder / "tournament.json").write_bytes(content)
    verified = await asyncio.to_thread(command.process, folder, "verify-tournament", "tournament.json")
    assert verified.returncode == 0, verified.stdout + verified.stderr


# other formats


async def test_a_knock_out_of_12_is_played_to_the_winner(pg: Playground, tmp_path: Path) -> None:
    channels, morgan = Channels(pg), pg.person("Morgan")
    people = pg.add_people(*(f"Captain {number}" for number in range(1, 13)))
    async with running_bot(pg, tmp_path, CLOCK_SPEED=FASTER) as bot:
        setup = await Setup.begun(morgan, name="Sea fight", game="corsari", format="knock-out", pod=4)
        await setup.choose("rounds", "fewest", "3")
        await setup.choose("rounds", "go_on", "2")
        await setup.write("course", "lengths", show_up="5 min", between="0", round_lasts="2 h", every="0")
        announcement = await setup.announce()
        for person in people:
            await person.press(announcement, "Join")
        async with playing(people, channels) as players:
            await organise(morgan, "begin")
            final = await channels.until(morgan, headed("Sea fight: the end"), WHOLE)
        content, whole = await exported(pg, people[0])
        page = await standings_page(people[0])
    event = engine.imported(bytes(whole.event))
    assert [[len(pod.seats) for pod in round.drawn_pods] for round in event.rounds] == [
        [4, 4, 4],
        [3, 3],
        [4],
    ]
    winner = next(player.name for player in whole.players if player.id == whole.standings[0].entrant)
    assert f"**{winner}** wins the tournament. Yo-ho-ho!" in final.text
    standings_are_recomputed(event, whole, page)
    everybody_was_called_once(pg, channels, event, whole)
    await each_pod_had_one_table(pg, bot, event, whole)
    nobody_saw_a_hand(channels, players)
    await the_file_verifies(tmp_path, content)
    assert sum(player.moves for player in players) > 50
    assert pg.violations == []

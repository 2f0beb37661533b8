"""The bot's process is killed at random moments, and nothing that was answered is lost or done twice."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from playground import Playground, Seen, Visitor, acts
from playground.interactions import Interaction
from tests.support.child import ChildBot
from tests.support.tavern import choices, deal, hand, table_of

KILLS = 50
CREW = ("Anne", "Bartholomew", "Calico", "Dampier")


@dataclass(frozen=True)
class Sailor:
    """A person with a hand open."""

    person: Visitor
    hand: Seen


class Witness:
    """What people pressed, and which of it was answered as played."""

    def __init__(self) -> None:
        self.played: list[int] = []
        self.unanswered: list[int] = []

    def answered(self, interaction: Interaction, sailor: Sailor) -> None:
        """A press was answered; it was played, unless there is a second step or a reason why not."""
        shown = sailor.hand.refresh()
        half_done = any((button.custom_id or "").startswith("back:") for button in shown.buttons)
        refused = any(words in shown.text for words in ("already decided", "has passed"))
        if not half_done and not refused:
            self.played.append(int(interaction.id))


def begin_press(bot: ChildBot, sailor: Sailor, random: Random) -> Interaction:
    """The sailor presses something that can be played; the answer is still to come."""
    custom_id = random.choice(choices(sailor.hand.refresh()))
    return acts.press(bot.pg.backend, sailor.person.person, sailor.hand.post, custom_id)


async def press_and_kill(bot: ChildBot, sailor: Sailor, witness: Witness, random: Random) -> None:
    """The sailor presses; a moment later the bot is killed, before, while or after it answers."""
    interaction = begin_press(bot, sailor, random)
    await asyncio.sleep(random.uniform(0.0, 0.012))
    await bot.kill()
    if interaction.answer is None:
        witness.unanswered.append(int(interaction.id))
    else:
        witness.answered(interaction, sailor)


@pytest.mark.timeout(400)
async def test_fifty_kills_lose_nothing_and_repeat_nothing(pg: Playground, tmp_path: Path) -> None:
    random = Random(50)
    witness = Witness()
    bot = ChildBot(pg, tmp_path)
    await bot.start()
    people = [pg.person(name) for name in CREW]
    board = await deal(*people)
    sailors = [Sailor(person, await hand(person, board)) for person in people]

    for _kill in range(KILLS):
        for _press in range(random.randint(0, 4)):
            sailor = await someone_who_can_play(sailors)
            interaction = begin_press(bot, sailor, random)
            await interaction.outcome
            witness.answered(interaction, sailor)
        await press_and_kill(bot, await someone_who_can_play(sailors), witness, random)
        await bot.start()
    await someone_who_can_play(sailors)
    assert await bot.stop() == 0

    assert len(witness.played) > KILLS / 2
    table = table_of(board)
    with closing(sqlite3.connect(bot.database)) as database:
        actions = database.execute(
            "SELECT number, user FROM actions WHERE table_id = ? ORDER BY number", (table,)
        ).fetchall()
        stored = {row[0] for row in database.execute("SELECT id FROM interactions")}
    assert [number for number, _user in actions] == list(range(1, len(actions) + 1))
    assert set(witness.played) <= stored
    came_through = stored & set(witness.unanswered)
    assert len(actions) == len(witness.played) + len(came_through)


async def someone_who_can_play(sailors: list[Sailor]) -> Sailor:
    """A sailor whose turn it is. A hand from before a kill is brought up to date by its old button."""
    for sailor in sailors:
        await sailor.person.press(sailor.hand, "Refresh")
        if choices(sailor.hand.refresh()):
            return sailor
    raise AssertionError("the table waits for nobody")

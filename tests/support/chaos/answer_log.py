"""What people chose and what they were answered, held against what was stored: an answered move is in the log
once, a refused one is not, one without an answer is there once or not at all.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict, deque
from pathlib import Path
from typing import Literal

from bot.tables.verify import verify_table
from playground import Playground, Seen
from playground.interactions import Interaction
from playground.model import Post
from storage import opened
from tests.support.database import Rows, reading
from tests.support.table_play import did_nothing

Verdict = Literal["played", "not played", "trouble", "unanswered"]


class AnswerLog:
    """Of every table of a run."""

    def __init__(self, pg: Playground) -> None:
        self._pg = pg
        self._chosen: defaultdict[str, list[Interaction]] = defaultdict(list)
        self.recent: deque[Interaction] = deque(maxlen=20)
        """What people did last, whatever it was."""
        self.answers = 0
        self.slowest = 0.0
        """Seconds until an answer was there, or the word that it would come."""

    def saw(self, table: str, interaction: Interaction) -> None:
        """Somebody chose something on their hand."""
        self._chosen[table].append(interaction)

    async def answer_to(self, interaction: Interaction) -> None:
        """Return when it is answered, or the answer put off. InteractionFailed if it is neither in time."""
        self.recent.append(interaction)
        began = time.monotonic()
        await interaction.outcome
        self.answers += 1
        self.slowest = max(self.slowest, time.monotonic() - began)

    def verdict(self, interaction: Interaction) -> Verdict:
        """What whoever pressed was told became of it."""
        if interaction.said is None:
            return "unanswered"
        said = Seen(self._pg.world, Post(interaction.said))
        ids = [button.custom_id or "" for button in said.buttons] + [one.custom_id for one in said.selects]
        _verb, table, decision, *_rest = str(interaction.data["custom_id"]).split(":")
        if did_nothing(said):
            return "not played"
        if any(
            one.split(":")[:3] in ([kind, table, decision] for kind in ("pick", "picks", "back"))
            for one in ids
        ):
            return "not played"
        is_hand = any(one.startswith((f"hand:{table}", f"more:{table}", f"rematch:{table}")) for one in ids)
        return "played" if is_hand else "trouble"

    def verdicts(self) -> Counter[Verdict]:
        """How many there were of each."""
        return Counter(self.verdict(one) for chosen in self._chosen.values() for one in chosen)

    async def wrong(self, place: Path | str, tables: list[str]) -> list[str]:
        """What does not hold of these tables in a database that no bot has open."""
        async with reading(place) as rows:
            return [line for table in tables for line in await self._wrong_at(rows, table)]

    async def _wrong_at(self, rows: Rows, table: str) -> list[str]:
        found: list[str] = []
        [(phase,)] = await rows("SELECT phase FROM standing WHERE table_id = ?", table)
        if phase != "over":
            found.append(f"{table} is {phase}")
        actions = await rows('SELECT number, "user" FROM actions WHERE table_id = ? ORDER BY number', table)
        if [number for number, _user in actions] != list(range(1, len(actions) + 1)):
            found.append(f"{table}: the actions are not numbered one by one")
        stored = {str(row[0]) for row in await rows("SELECT id FROM interactions")}
        for one in self._chosen[table]:
            verdict, is_stored = self.verdict(one), one.id in stored
            if (verdict, is_stored) in (("played", False), ("not played", True)):
                found.append(f"{table}: {one.id} was answered as {verdict}: {one.data}, {one.said}")
        came = Counter(one.user_id for one in self._chosen[table] if one.id in stored)
        made = Counter(str(user) for _number, user in actions if user is not None)  # else: a robot
        if came != made:
            found.append(
                f"{table}: {came.total()} presses stored, {made.total()} moves made, by {came} and {made}"
            )
        return found


async def wrong_shuffles(place: Path | str, tables: list[str]) -> list[str]:
    """What `tortuga verify` finds wrong with these games: replayed from their secrets and logs."""
    async with opened(place) as store:
        findings = [(table, one) for table in tables for one in await verify_table(store, table)]
    return [f"{table}: {finding.what}" for table, finding in findings if not finding.right]

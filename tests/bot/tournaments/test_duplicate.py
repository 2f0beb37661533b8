"""A duplicate cup: every pod of a round is dealt the same cards, and nobody learns of them before the last is
over.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.lobby import seed_of
from bot.tables.model import Table
from bot.tournaments.actions import Begin
from bot.tournaments.export import files
from bot.tournaments.formats import engine
from bot.tournaments.model import Tournament
from bot.tournaments.verify import verify_tournament
from games.replay import first_state
from tests.bot.tournaments.conftest import Evening


async def cup(evening: Evening, people: int = 6, rounds: int = 2, pod: int = 3) -> Tournament:
    """A duplicate cup that has begun."""
    how = {"fewest": pod, "most": pod, "preferred": pod, "rounds": rounds}
    t = await evening.announced("duplicate", how=how)
    t = await evening.join(t, *range(101, 101 + people))
    await evening.act(t, Begin())
    await evening.settled()
    return await evening.now(t)


def hands_dealt(table: Table) -> Sequence[object]:
    """What each seat was dealt at first."""
    state = first_state(table.game, table.options, len(table.seats), seed_of(table))
    return [table.game.observe(state, seat) for seat in range(len(table.seats))]


async def test_a_cup_is_played_to_its_end_with_the_same_deals_in_every_pod(evening: Evening) -> None:
    t = await evening.played(await cup(evening))
    event = t.record.event
    assert event is not None
    assert (t.phase, [len(one.pods) for one in event.rounds]) == ("over", [2, 2])
    tables = {table.id: table for table in await evening.pod_tables(t)}
    of_round = [[tables[one.table] for one in t.record.tables if one.round == each] for each in (1, 2)]
    for first, second in of_round:
        assert seed_of(first) == seed_of(second)
        assert hands_dealt(first) == hands_dealt(second)
    assert seed_of(of_round[0][0]) != seed_of(of_round[1][0])
    over = {id: table for id, table in tables.items() if table.phase == "over"}
    exported = next(
        file for file in files(t, engine.standings(event), over) if file.name == "tournament.json"
    )
    assert all(finding.right for finding in verify_tournament(exported.content))

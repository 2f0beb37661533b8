"""Nobody is told what they may not know, whatever game is played: not by a message, a picture, a file's name,
a custom_id, a refusal, a log or the file of all that is stored about them.

`FOREIGN_EYES=2000` looks at so many moments of games instead of a few.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.i18n import reader_for
from bot.privacy.export import export_person
from bot.tables import plans, repository
from bot.tables.model import Plan, PlannedMove, Table
from bot.tables.repository import table_to_row
from storage import open_store
from storage.models import Change, Draft
from tests.games.playing import Moment, beginnings
from tests.games.test_pictures import names_in_hand, spoken, stands_in
from tests.support.examples import examples
from tests.support.reader_views import (
    NAMES,
    SECRET,
    first_path,
    heard_by,
    log_of,
    log_pages,
    otherwise,
    shown_to,
    table_of,
    user_in,
)

MOMENTS = int(os.environ.get("FOREIGN_EYES", "20"))
some = examples(MOMENTS, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@st.composite
def steps(draw: st.DrawFn) -> tuple[Moment, Moment]:
    """A move of any game that is not over with it: how it was before and after."""
    beginning = draw(beginnings())
    course = [moment for moment in beginning.play() if moment.game.to_act(moment.state)]
    at = round(draw(st.floats(0, 1)) * (len(course) - 2)) if len(course) > 1 else 0
    return course[at], course[min(at + 1, len(course) - 1)]


def with_plans(table: Table) -> Table:
    """Everybody who can has planned the last thing that they can plan, and wants forced moves made."""
    planned: dict[int, Plan] = {}
    for seat in range(len(table.seats)):
        offered = plans.plan_menu(table, seat)
        if offered is not None:
            choice = offered.choices[-1]
            planned[seat] = Plan(True, PlannedMove(str(choice.action), choice.label, table.actions))
    return replace(table, plans=planned)


@some
@given(steps(), st.integers(0, 2**32))
def test_nobody_sees_a_difference_where_only_hidden_things_differ(
    step: tuple[Moment, Moment], chance: int
) -> None:
    moment, random = step[1], Random(chance)
    table = with_plans(table_of(moment))
    for watcher in moment.watchers:
        path = () if watcher is None else first_path(table, watcher)
        shown = shown_to(table, watcher, path)
        other = shown_to(otherwise(table, watcher, random), watcher, path)
        assert {name for name in shown if shown[name] != other.get(name)} == set(), watcher
        assert shown.keys() == other.keys()
        told = "".join(shown.values())
        assert SECRET not in told
        assert moment.beginning.seed.hex() not in told


@some
@given(steps())
def test_the_log_names_no_card_that_somebody_else_holds(step: tuple[Moment, Moment]) -> None:
    before, after = step
    table, log = table_of(after), log_of(after)
    for watcher in after.watchers:
        lines = heard_by(table, log, watcher)
        new = lines[len(heard_by(table_of(before), log_of(before), watcher)) :]
        seen = [*spoken(before, watcher), *spoken(after, watcher)]
        others = [seat for seat in after.seats if seat != watcher]
        held, had = (
            Counter(name for seat in others for name in names_in_hand(each, seat)) for each in step[::-1]
        )
        secret = [name for name in held if held[name] >= had[name] > 0 and not stands_in(name, seen)]
        assert [name for name in secret if stands_in(name, new)] == [], watcher
        assert not {told for audience, told in whispered(table, after) if watcher not in audience} & {*new}
        assert SECRET not in log_pages(table, log, watcher)


def whispered(table: Table, moment: Moment) -> Iterator[tuple[tuple[int, ...], str]]:
    """What this move has told to some only, and to whom."""
    reader = reader_for(table, "en-GB")
    for event in moment.events:
        line = None if event.audience is None else table.game.narrate(event)
        if line is not None:
            yield event.audience or (), reader(line)


@settings(some, max_examples=max(4, some.max_examples // 6))
@given(steps(), st.integers(0, 2**32))
def test_the_file_of_all_that_is_stored_about_somebody_tells_nothing_of_others_hands(
    step: tuple[Moment, Moment], chance: int
) -> None:
    moment, random = step[1], Random(chance)
    table = with_plans(table_of(moment))
    seat = random.choice(moment.seats)
    told = asyncio.run(_exported(table, moment, seat))
    assert told == asyncio.run(_exported(otherwise(table, seat, random), moment, seat))
    assert SECRET.encode() not in told
    assert b"annes choice" not in told or seat == 0
    assert all(name.encode() not in told for name in NAMES if name != NAMES[seat])


async def _exported(table: Table, moment: Moment, seat: int) -> bytes:
    """The file, from a store in which this table is the only one, with each seat's half-made choice."""
    with TemporaryDirectory() as folder:
        store = await open_store(Path(folder) / "tortuga.db")
        try:
            rows = tuple(repository.plan_to_row(table.id, at, plan) for at, plan in table.plans.items())
            row = replace(table_to_row(table), revision=1, actions=0)  # none of them is needed here
            await store.commit(Change(row, users=table.owners, plans=rows))
            await store.draft(Draft(table.id, 0, "decision", ("annes choice",)))
            return msgspec.json.encode(await export_person(store, user_in(seat), 0.0))
        finally:
            await store.close()

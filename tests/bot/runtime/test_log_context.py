"""An operator follows one table through the log by its id, and learns nobody's hand from it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from bot.runtime import log_context
from playground import Playground
from tests.bot.test_secrets import NUMBERED
from tests.support.child import child_bot
from tests.support.table_play import (
    board_of,
    choices,
    choose_first,
    hand,
    open_lobby,
    play_on,
    press,
    table_of,
)


async def test_the_log_tells_the_story_of_a_table_by_its_id(pg: Playground, tmp_path: Path) -> None:
    anne, calico, dampier = pg.person("Anne"), pg.person("Calico"), pg.person("Dampier")
    async with child_bot(pg, tmp_path, LOG_LEVEL="DEBUG", CLOCK_SPEED="60") as child:
        other = await open_lobby(dampier)
        lobby = await open_lobby(anne, calico, options="edition=beck length=bedtime")
        await press(calico, lobby, "start")
        await press(anne, lobby, "start")
        board = await board_of(anne, lobby)
        hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
        await press(anne, hands["Anne"], "more")
        pg.fail_next("POST /interactions/{interaction_id}/{interaction_token}/callback", 400)
        await press(anne, hands["Anne"], "hand")
        await press(anne, hands["Anne"], "hand")
        await choose_first(anne, hands["Anne"])
        offered = [custom_id for shown in hands.values() for custom_id in choices(shown.refresh())]
        await play_on(pg, hands)
        await child.stop()
    lines = [json.loads(line) for line in child.log.splitlines() if line.startswith("{")]
    table = table_of(lobby)
    story = [line for line in lines if line.get("table") == table]
    # As `grep` finds it in the text.
    assert len(story) == child.log.count(f'"table": "{table}"')

    told = [line["event"] for line in story]
    turning_points = ["a table was opened", "a game began", "a game has ended"]
    assert [event for event in told if event in turning_points] == turning_points
    attended = [(line["kind"], line["ended"]) for line in story if line["event"] == "attended to"]
    assert {
        ("table create", "answered"),
        ("join", "answered"),
        ("start", "refused"),
        ("start", "answered"),
    } <= set(attended)
    assert attended.count(("pick", "answered")) >= 4
    revisions = [line["revision"] for line in story if "revision" in line]
    assert revisions == [*range(1, len(revisions) + 1)]
    assert {"lobby", "open"} <= {line["kind"] for line in story if line["event"] == "an outbox entry was run"}
    assert "an interaction failed" in told

    others = [line["event"] for line in lines if line.get("table") == table_of(other)]
    assert others[0] == "a table was opened"
    hidden = json.dumps(story)
    assert offered
    assert NUMBERED.findall(hidden) == []
    assert [custom_id for custom_id in offered if custom_id in hidden] == []
    assert re.findall(r"\b(play|bid)[ :][a-z]*\d+", hidden) == []
    assert [person.id for person in (anne, calico) if person.id in hidden] == []


@pytest.fixture
def lines() -> Iterator[list[dict[str, Any]]]:
    """What is logged, as it would be written."""
    before = structlog.get_config()
    written = structlog.testing.LogCapture()
    structlog.configure(processors=[structlog.contextvars.merge_contextvars, written])
    try:
        yield written.entries  # pyright: ignore[reportReturnType]
    finally:
        structlog.configure(**before)


async def test_tasks_that_are_begun_for_a_table_are_about_it_too(lines: list[dict[str, Any]]) -> None:
    async def work() -> None:
        structlog.get_logger().info("at work")

    with log_context.log_context("table", "k3"):
        task = asyncio.create_task(work())
    await task
    assert [line.get("table") for line in lines] == ["k3"]


async def test_a_task_that_goes_on_for_others_is_about_nobody(lines: list[dict[str, Any]]) -> None:
    async def work() -> None:
        structlog.get_logger().info("at work")

    with log_context.log_context("table", "k3"):
        await log_context.create_detached_task(work(), "work")
        subject = log_context.current_log_context()
    with log_context.use_log_context(subject):
        structlog.get_logger().info("on behalf")
    assert [line.get("table") for line in lines] == [None, "k3"]

"""Commands that the bot does not know as they come, and presses on messages that go away in that moment."""

from __future__ import annotations

from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.app import Tortuga
from bot.commands.tree import ALL, declared
from playground import Playground, Seen, Visitor, places, posts
from playground.interactions import Interaction, Kind
from playground.model import Channel
from playground.rules.commands import CHAT_INPUT, SUBCOMMAND
from tests.support.table_play import open_lobby

HERE, IN_A_DM, IN_A_GROUP = 0, 1, 2
EVERYWHERE = {"turns", "settings", "vacation", "privacy", "puzzle", "rules", "score"}
TAKEN_ALONG = {"play", "learn", "turns", "privacy", "puzzle", "rules", "score", "table"}
"""By those who have installed the bot for themselves, to servers where it is no member, and to groups."""


def given(name: str, *options: dict[str, Any]) -> dict[str, Any]:
    """A command as Discord sends it."""
    return {"id": "1", "name": name, "type": CHAT_INPUT, "options": list(options)}


async def answer_to(pg: Playground, visitor: Visitor, data: dict[str, Any], channel: Channel) -> Seen:
    """The private message with which it is answered."""
    interactions = pg.backend.interactions
    reply = await visitor.answered(interactions.begin(Kind.COMMAND, visitor.id, channel, data))
    assert reply.message is not None
    assert reply.message.is_ephemeral
    return reply.message


@pytest.mark.parametrize(
    "data",
    [
        given("sail"),
        given("table", {"name": "sink", "type": SUBCOMMAND, "options": []}),
        given("table"),
        given("table", {"name": "create", "type": SUBCOMMAND, "options": []}),
    ],
    ids=["gone", "subcommand gone", "a group by itself", "without a required option"],
)
async def test_what_has_changed_is_answered_with_what_to_do_and_an_id_of_the_log(
    pg: Playground, bot: Tortuga, anne: Visitor, data: dict[str, Any]
) -> None:
    with capture_logs() as lines:
        said = await answer_to(pg, anne, data, pg.channel("tavern"))
    assert "This command has changed. Press Ctrl-R" in said.text
    [line] = [line for line in lines if line["log_level"] == "error"]
    assert line["error"] in said.text
    assert await bot.store.tables() == []


@pytest.mark.parametrize("name", sorted({command.name for command in ALL} - EVERYWHERE))
async def test_what_is_not_offered_in_direct_messages_is_refused_there(
    pg: Playground, bot: Tortuga, anne: Visitor, name: str
) -> None:
    said = await answer_to(pg, anne, given(name), places.direct_messages(pg.world, anne.id))
    assert "works on a server only" in said.text
    assert await bot.store.tables() == []


async def test_where_commands_are_offered_is_said_in_the_way_that_is_not_deprecated(bot: Tortuga) -> None:
    declared_now = await declared(bot.tree)
    told = {command["name"]: command for command in declared_now if command["type"] == CHAT_INPUT}
    assert len(told) == len(ALL)
    assert not any("dm_permission" in command for command in declared_now)
    for name, command in told.items():
        offered = {HERE: True, IN_A_DM: name in EVERYWHERE, IN_A_GROUP: name in TAKEN_ALONG}
        assert command["contexts"] == [where for where in offered if offered[where]]
        assert command["integration_types"] == ([0, 1] if name in TAKEN_ALONG else [0])


@pytest.fixture
def vanishing(pg: Playground, monkeypatch: pytest.MonkeyPatch) -> list[Seen]:
    """Messages that are deleted after the next press on them has arrived, before it is answered."""
    gone: list[Seen] = []
    original = pg.backend.interactions.to_answer

    def to_answer(interaction_id: str, token: str) -> Interaction:
        while gone:
            posts.delete(pg.world, gone.pop().post)
        return original(interaction_id, token)

    monkeypatch.setattr(pg.backend.interactions, "to_answer", to_answer)
    return gone


async def test_a_press_on_a_message_that_is_deleted_in_that_moment_is_answered_privately(
    bot: Tortuga, anne: Visitor, calico: Visitor, vanishing: list[Seen]
) -> None:
    lobby = await open_lobby(anne)
    vanishing.append(lobby)
    joined = await calico.press(lobby, "Join")
    assert joined.message is not None
    assert joined.message.is_ephemeral
    assert "Calico" in joined.text
    [row] = await bot.store.tables()
    assert {seat.user for seat in (await bot.services.tables.table(row.id)).seats} >= {int(calico.id)}

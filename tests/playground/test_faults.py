"""Trouble made on purpose: requests that fail, before or after they were carried out, or take their time;
interactions that arrive late, twice or out of order; a bot that is kicked and invited again.
"""

import asyncio
from itertools import cycle

import aiohttp
import discord
import pytest

from playground import InteractionFailed, Playground
from playground.errors import TOO_MANY_OLD_EDITS, Scope
from playground.faults import Fault, failure
from tests.support.bare_bot import BareBot, running
from tests.support.bare_rest import BareRest

pytestmark = pytest.mark.breaks_discords_rules
POST = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
ANSWER = "POST /interactions/{interaction_id}/{interaction_token}/callback"


async def test_the_next_requests_of_a_route_fail_and_nothing_is_done(pg: Playground, rest: BareRest) -> None:
    pg.fail_next(POST, status=503, times=2)
    assert (await rest.call("GET", "/users/@me")).status == 200
    assert [(await rest.post({"content": "x"})).status for _ in range(3)] == [503, 503, 200]
    assert len(pg.person("Anne").sees()) == 1


async def test_a_route_can_be_meant_in_one_channel_only(pg: Playground, rest: BareRest) -> None:
    pg.fail_next(f"POST /channels/{pg.channel('captains-table').id}/messages", status=500)
    assert (await rest.post({"content": "x"})).status == 200
    assert (await rest.post({"content": "x"}, channel="captains-table")).status == 500


async def test_an_answer_can_be_lost_after_the_deed(pg: Playground, rest: BareRest) -> None:
    pg.fail_next(POST, status=502, after_doing=True)
    assert (await rest.post({"content": "x"})).status == 502
    assert len(pg.person("Anne").sees()) == 1


async def test_a_connection_can_break(pg: Playground, rest: BareRest) -> None:
    pg.fail_next(POST, status=None, after_doing=True)
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await rest.post({"content": "x"})
    assert len(pg.person("Anne").sees()) == 1


async def test_requests_are_recorded_and_can_be_waited_for(pg: Playground, rest: BareRest) -> None:
    await rest.post({"content": "x"})
    found = await pg.wait_for_request(POST, earlier=True)
    assert (found.json, found.status) == ({"content": "x"}, 200)
    with pytest.raises(TimeoutError):
        await pg.wait_for_request(POST, timeout=0.01)


async def test_what_was_ordered_is_told_from_what_the_bot_did_wrong(pg: Playground, rest: BareRest) -> None:
    pg.fail_next(POST, status=500)
    await rest.post({"content": "x"})
    await rest.post({"content": ""})
    assert [(found.status, found.ordered) for found in pg.violations] == [(500, True), (400, False)]


@pytest.mark.parametrize("scope", ["user", "shared", "global"])
async def test_a_route_can_ask_for_a_pause(pg: Playground, rest: BareRest, scope: Scope) -> None:
    pg.limit_next(POST, 1.5, scope=scope)
    refused = await rest.post({"content": "x"})
    assert refused.status == 429
    assert (refused.json["retry_after"], refused.json["global"]) == (1.5, scope == "global")
    assert (refused.headers["Retry-After"], refused.headers["X-RateLimit-Scope"]) == ("1.5", scope)
    assert ("X-RateLimit-Global" in refused.headers) == (scope == "global")
    assert refused.headers["Via"]
    assert (await rest.post({"content": "x"})).status == 200


async def test_edits_of_old_messages_can_be_too_many_at_once(pg: Playground, rest: BareRest) -> None:
    posted = (await rest.post({"content": "x"})).json
    pg.limit_next(EDIT, 2.0, refusal=TOO_MANY_OLD_EDITS)
    place = f"/channels/{posted['channel_id']}/messages/{posted['id']}"
    assert (await rest.call("PATCH", place, {"content": "y"})).refusal == (429, 30046)
    assert pg.person("Anne").last().text == "x"


async def test_a_request_can_arrive_late(pg: Playground, rest: BareRest) -> None:
    pg.hold_back_next(f"POST /channels/{pg.channel('tavern').id}/messages", 0.2)
    late, early = await asyncio.gather(
        rest.post({"content": "x"}), rest.post({"content": "x"}, channel="captains-table")
    )
    assert late.status == 200
    assert int(early.json["id"]) < int(late.json["id"])


async def test_an_answer_can_come_late_to_what_was_done_at_once(pg: Playground, rest: BareRest) -> None:
    pg.hold_back_next(POST, 0.2, after_doing=True)
    posting = asyncio.create_task(rest.post({"content": "x"}))
    await pg.person("Anne").wait_for(lambda seen: seen.text == "x")
    assert not posting.done()
    assert (await posting).status == 200
    assert len(pg.person("Anne").sees()) == 1


async def test_requests_can_be_left_to_chance_behind_what_is_ordered(pg: Playground, rest: BareRest) -> None:
    asked: list[str] = []
    faults = cycle((failure(502), None))

    def chance(route: str) -> Fault | None:
        asked.append(route)
        return next(faults)

    pg.leave_to_chance(chance)
    pg.fail_next(POST, status=500)
    assert [(await rest.post({"content": "x"})).status for _ in range(4)] == [500, 502, 200, 502]
    assert asked == [POST] * 3
    pg.leave_to_chance()
    assert (await rest.post({"content": "x"})).status == 200


# interactions


class Parrot(BareBot):
    """Answers every press with its number, in the order in which they arrive."""

    def __init__(self) -> None:
        super().__init__()
        self.arrived: list[int] = []
        self.refused: list[int] = []

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.arrived.append(interaction.id)
        try:
            await interaction.response.send_message("squawk", ephemeral=True)
        except discord.HTTPException as error:
            self.refused.append(error.code)


async def _shows_a_button(pg: Playground, bot: BareBot):
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Squawk", custom_id="squawk"))
    await bot.channel_called("tavern").send("Polly", view=view)
    return pg.person("Anne").last()


async def test_an_interaction_can_be_overtaken_by_a_later_one(pg: Playground) -> None:
    async with running(bot := Parrot(), pg):
        shown = await _shows_a_button(pg, bot)
        pg.deliver_next(0.2)
        first, second = await asyncio.gather(*(pg.person(name).press(shown) for name in ("Anne", "Calico")))
        assert bot.arrived == [int(second.interaction.id), int(first.interaction.id)]


async def test_an_interaction_can_be_delivered_twice(pg: Playground) -> None:
    async with running(bot := Parrot(), pg):
        shown = await _shows_a_button(pg, bot)
        pg.deliver_next(0.0, 0.0)
        reply = await pg.person("Anne").press(shown)
        await pg.wait_for_request(lambda asked: asked.route == ANSWER and asked.status == 400, earlier=True)
        assert bot.arrived == [int(reply.interaction.id)] * 2


@pytest.mark.three_seconds
async def test_an_interaction_that_arrives_after_three_seconds_cannot_be_answered(pg: Playground) -> None:
    async with running(bot := Parrot(), pg):
        shown = await _shows_a_button(pg, bot)
        pg.leave_to_chance(interactions=lambda: (3.1,))
        with pytest.raises(InteractionFailed):
            await pg.person("Anne").press(shown)
        asked = await pg.wait_for_request(lambda asked: asked.route == ANSWER)
        assert asked.status == 404


# the server


async def test_a_bot_that_was_kicked_can_be_invited_again(pg: Playground, rest: BareRest) -> None:
    bot = BareBot()
    bot.note("guild_remove")
    bot.note("guild_join")
    async with running(bot, pg):
        pg.remove_bot()
        await bot.hears("guild_remove")
        assert (await rest.post({"content": "x"})).status == 403
        pg.invite_bot()
        await bot.hears("guild_join")
        assert (await rest.post({"content": "x"})).status == 200


async def test_rights_that_were_taken_away_can_be_given_back(pg: Playground, rest: BareRest) -> None:
    pg.forget_permission("tavern", "send_messages")
    assert (await rest.post({"content": "x"})).status == 403
    pg.give_permission("tavern", "send_messages")
    assert (await rest.post({"content": "x"})).status == 200


async def test_a_thread_can_be_deleted(pg: Playground, rest: BareRest) -> None:
    posted = (await rest.post({"content": "x"})).json
    opened = await rest.call(
        "POST", f"/channels/{posted['channel_id']}/messages/{posted['id']}/threads", {"name": "aside"}
    )
    pg.delete_channel(opened.json["id"])
    gone = await rest.post({"content": "x"}, channel=posted["channel_id"])
    assert gone.status == 200
    assert (await rest.call("GET", f"/channels/{opened.json['id']}")).refusal == (404, 10003)

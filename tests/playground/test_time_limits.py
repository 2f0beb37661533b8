"""What Discord limits by time: buckets, the global limit, renames, edits of old messages."""

from collections.abc import AsyncIterator

import pytest

from playground import Clock, Playground
from playground.buckets import LIMITS, Limit
from tests.support.bare_bot import BareBot, running
from tests.support.bare_rest import BareRest, bare_rest

pytestmark = pytest.mark.breaks_discords_rules


@pytest.fixture
async def pg() -> AsyncIterator[Playground]:
    async with Playground.start(limits="discord") as playground:
        yield playground


@pytest.fixture
async def rest(pg: Playground) -> AsyncIterator[BareRest]:
    async with bare_rest(pg) as caller:
        yield caller


async def test_a_channel_takes_five_messages_in_five_seconds(pg: Playground, rest: BareRest) -> None:
    left = [(await rest.post({"content": "x"})).headers["X-RateLimit-Remaining"] for _ in range(5)]
    assert left == ["4", "3", "2", "1", "0"]
    refused = await rest.post({"content": "x"})
    assert refused.status == 429
    assert 0 < refused.json["retry_after"] <= 5
    assert refused.json["global"] is False
    assert refused.headers["Via"]
    assert (await rest.post({"content": "x"}, channel="captains-table")).status == 200
    pg.clock.advance(5)
    assert (await rest.post({"content": "x"})).status == 200


class StandingClock(Clock):
    """A clock that does not go by itself, so that any number of requests fall into one second."""

    def now(self) -> float:
        return 1_800_000_000.0


async def test_fifty_requests_a_second_are_all_except_for_answers_to_interactions() -> None:
    async with Playground.start(limits="discord", clock=StandingClock()) as pg, bare_rest(pg) as rest:
        for path in ("/users/{}", "/channels/{}", "/guilds/{}", "/guilds/{}/roles", "/guilds/{}/channels"):
            for number in range(10):
                assert (await rest.call("GET", path.format(number))).status == 404
        refused = await rest.call("GET", "/users/@me")
        assert (refused.status, refused.json["global"]) == (429, True)
        assert refused.headers["X-RateLimit-Scope"] == "global"
        interaction = await rest.call("POST", "/interactions/1/token/callback", {"type": 5})
        assert interaction.refusal == (404, 10062)


async def test_a_thread_is_renamed_twice_in_ten_minutes(pg: Playground, rest: BareRest) -> None:
    path = f"/channels/{pg.channel('tavern').id}/threads"
    thread = (await rest.call("POST", path, {"name": "one", "type": 11})).json
    renames = [
        (await rest.call("PATCH", f"/channels/{thread['id']}", {"name": str(n)})).status for n in range(3)
    ]
    assert renames == [200, 200, 429]
    assert (await rest.call("PATCH", f"/channels/{thread['id']}", {"archived": True})).status == 200
    pg.clock.advance(600)
    body = {"name": "again", "archived": False}
    assert (await rest.call("PATCH", f"/channels/{thread['id']}", body)).status == 200


async def test_messages_older_than_an_hour_are_edited_seldom(pg: Playground, rest: BareRest) -> None:
    message = (await rest.post({"content": "old"})).json
    path = f"/channels/{message['channel_id']}/messages/{message['id']}"

    async def edit() -> tuple[int, int | None]:
        pg.clock.advance(5)
        return (await rest.call("PATCH", path, {"content": "new"})).refusal

    assert [await edit() for _ in range(5)] == [(200, None)] * 5
    pg.clock.advance(3600)
    assert [await edit() for _ in range(4)] == [(200, None)] * 3 + [(429, 30046)]
    pg.clock.advance(20)
    assert await edit() == (200, None)


async def test_discord_py_waits_as_it_is_told_and_loses_nothing(
    pg: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "POST /channels/{channel_id}/messages", Limit(5, 0.5))
    bot = BareBot()
    async with running(bot, pg):
        channel = bot.channel_called("tavern")
        for number in range(6):
            await channel.send(str(number))
    assert [message.text for message in pg.person("Anne").sees()] == ["0", "1", "2", "3", "4", "5"]
    assert pg.violations == []

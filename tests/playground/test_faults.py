"""Trouble made on purpose: requests that fail, before or after they were carried out."""

import aiohttp
import pytest

from playground import Playground
from tests.support.bare_rest import BareRest

pytestmark = pytest.mark.breaks_discords_rules
POST = "POST /channels/{channel_id}/messages"


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

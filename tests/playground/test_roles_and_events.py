"""Roles given to members and events in a server's list: what Discord lets a bot do, and how it refuses."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from playground import Playground
from tests.support.bare_rest import Answer, BareRest

pytestmark = pytest.mark.breaks_discords_rules


def role_named(pg: Playground, name: str) -> str:
    return next(role.id for role in pg.guild().roles.values() if role.name == name)


async def role(rest: BareRest, method: str, name: str = "Quartermaster", who: str = "Anne") -> Answer:
    user = rest.pg.person(who).id if who else "123456789012345678"
    path = f"/guilds/{rest.pg.guild().id}/members/{user}/roles/{role_named(rest.pg, name)}"
    return await rest.call(method, path)


async def test_a_role_is_given_and_taken_by_whoever_manages_roles_and_stands_above_it(rest: BareRest) -> None:
    pg = rest.pg
    assert (await role(rest, "PUT")).refusal == (403, 50013)
    pg.change_role("Tortuga", "manage_roles")
    assert (await role(rest, "PUT")).status == 204
    assert (await role(rest, "PUT")).status == 204
    assert pg.guild().members[pg.person("Anne").id].roles == [role_named(pg, "Quartermaster")]
    assert (await role(rest, "DELETE")).status == 204
    assert pg.guild().members[pg.person("Anne").id].roles == []
    pg.change_role("Quartermaster", position=9)
    assert (await role(rest, "PUT")).refusal == (403, 50013)
    assert (await role(rest, "PUT", "Tortuga")).refusal == (400, 50028)
    assert (await role(rest, "PUT", who="")).refusal == (404, 10007)


def event(pg: Playground, begins: float = 3600.0, lasts: float = 3600.0, **changes: Any) -> dict[str, Any]:
    """What makes an event; a field that is None is left out."""
    start = datetime.fromtimestamp(pg.clock.now(), UTC) + timedelta(seconds=begins)
    form = {
        "name": "Cup",
        "privacy_level": 2,
        "entity_type": 3,
        "entity_metadata": {"location": "the tavern"},
        "scheduled_start_time": start.isoformat(),
        "scheduled_end_time": (start + timedelta(seconds=lasts)).isoformat(),
        **changes,
    }
    return {key: value for key, value in form.items() if value is not None}


async def events(rest: BareRest, method: str, body: object = None, id: str = "") -> Answer:
    return await rest.call(method, f"/guilds/{rest.pg.guild().id}/scheduled-events{id and f'/{id}'}", body)


async def test_an_event_takes_the_permission_a_place_and_times_to_come(rest: BareRest) -> None:
    pg = rest.pg
    assert (await events(rest, "POST", event(pg))).refusal == (403, 50013)
    pg.change_role("Tortuga", "create_events")
    wrong_ones: list[dict[str, Any]] = [
        {"name": None},
        {"name": ""},
        {"entity_metadata": None},
        {"entity_metadata": {"location": "x" * 101}},
        {"scheduled_end_time": None},
        {"privacy_level": 1},
    ]
    for wrong in wrong_ones:
        assert (await events(rest, "POST", event(pg, **wrong))).refusal == (400, 50035)
    assert (await events(rest, "POST", event(pg, begins=-5.0))).refusal == (400, 50035)
    assert (await events(rest, "POST", event(pg, lasts=-5.0))).refusal == (400, 50035)
    assert (await events(rest, "POST", event(pg))).status == 200
    assert [each["name"] for each in (await events(rest, "GET")).json] == ["Cup"]


async def test_an_event_begins_and_ends_by_itself_and_is_then_history(rest: BareRest) -> None:
    pg = rest.pg
    pg.change_role("Tortuga", "create_events")
    id = (await events(rest, "POST", event(pg))).json["id"]
    assert (await events(rest, "PATCH", {"status": 3}, id)).refusal == (400, 50035)
    assert (await events(rest, "PATCH", {"name": "Night cup"}, id)).json["name"] == "Night cup"
    pg.clock.advance(3700)
    assert (await events(rest, "GET", id=id)).json["status"] == 2
    moved = event(pg)["scheduled_start_time"], event(pg)["scheduled_end_time"]
    later = dict(zip(("scheduled_start_time", "scheduled_end_time"), moved, strict=True))
    assert (await events(rest, "PATCH", later, id)).refusal == (400, 50035)
    assert (await events(rest, "PATCH", {"scheduled_end_time": moved[1]}, id)).status == 200
    pg.clock.advance(9000)
    assert (await events(rest, "GET")).json == []
    assert (await events(rest, "PATCH", {"name": "x"}, id)).refusal == (400, 180000)


async def test_an_event_is_called_off_or_deleted(rest: BareRest) -> None:
    pg = rest.pg
    pg.change_role("Tortuga", "create_events")
    id = (await events(rest, "POST", event(pg))).json["id"]
    assert (await events(rest, "PATCH", {"status": 4}, id)).json["status"] == 4
    other = (await events(rest, "POST", event(pg))).json["id"]
    assert (await events(rest, "DELETE", id=other)).status == 204
    assert (await events(rest, "GET", id=other)).refusal == (404, 10070)
    assert (await events(rest, "GET")).json == []


async def test_a_hundred_events_are_enough(rest: BareRest) -> None:
    rest.pg.change_role("Tortuga", "create_events")
    for _number in range(100):
        assert (await events(rest, "POST", event(rest.pg))).status == 200
    assert (await events(rest, "POST", event(rest.pg))).refusal == (400, 30038)

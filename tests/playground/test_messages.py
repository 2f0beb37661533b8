"""Messages over REST: posted, read, edited, deleted, with files, mentions and nonces, and refused as Discord
refuses.
"""

import json
import struct
import zlib
from typing import Any

import pytest

from playground import Playground
from tests.support.bare_rest import BareRest

V2 = 1 << 15
breaks_rules = pytest.mark.breaks_discords_rules


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


def png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IEND", b"")


def url(pg: Playground, message: Any = None, channel: str = "tavern") -> str:
    base = f"/channels/{pg.channel(channel).id}/messages"
    return f"{base}/{message['id']}" if message else base


async def test_a_message_is_posted_edited_and_deleted(pg: Playground, rest: BareRest) -> None:
    posted = (await rest.post({"content": "Ahoy"})).json
    assert pg.person("Anne").last().text == "Ahoy"
    edited = (await rest.call("PATCH", url(pg, posted), {"content": "Ahoy there"})).json
    assert (edited["content"], edited["id"]) == ("Ahoy there", posted["id"])
    assert edited["edited_timestamp"]
    assert (await rest.call("GET", url(pg, posted))).json["content"] == "Ahoy there"
    assert (await rest.call("DELETE", url(pg, posted))).status == 204
    assert pg.person("Anne").sees() == []


@breaks_rules
async def test_an_edit_leaves_something_of_a_message(pg: Playground, rest: BareRest) -> None:
    posted = (await rest.post({"content": "Ahoy"})).json
    assert (await rest.call("PATCH", url(pg, posted), {"content": ""})).refusal == (400, 50006)
    assert pg.person("Anne").last().text == "Ahoy"


@breaks_rules
async def test_what_is_gone_is_unknown(pg: Playground, rest: BareRest) -> None:
    posted = (await rest.post({"content": "Ahoy"})).json
    pg.delete(pg.person("Anne").last())
    assert (await rest.call("PATCH", url(pg, posted), {"content": "x"})).refusal == (404, 10008)
    place = url(pg)
    pg.delete_channel("tavern")
    assert (await rest.call("POST", place, {"content": "x"})).refusal == (404, 10003)


@breaks_rules
@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({}, (400, 50006)),
        ({"content": ""}, (400, 50006)),
        ({"content": "x" * 2001}, (400, 50035)),
        ({"content": "x", "nonce": "x" * 26}, (400, 50035)),
        ({"content": "x", "flags": V2, "components": [text("y")]}, (400, 50035)),
        ({"embeds": [{"title": "x"}], "flags": V2, "components": [text("y")]}, (400, 50035)),
        ({"components": [text("no flag")]}, (400, 50035)),
        ({"flags": V2}, (400, 50006)),
        ({"embeds": [{"title": "x" * 257}]}, (400, 50035)),
        ({"embeds": [{"description": "x" * 4000}] * 2}, (400, 50035)),
        ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["5"]}}, (400, 50035)),
        ({"content": "x", "message_reference": {"message_id": "5"}}, (400, 50035)),
        ({"content": "x", "sticker_ids": ["1"]}, (501, 0)),
        ({"content": "x", "poll": {"question": {"text": "?"}}}, (501, 0)),
    ],
)
async def test_a_message_against_the_rules_is_refused(
    rest: BareRest, body: dict[str, Any], refusal: tuple[int, int]
) -> None:
    assert (await rest.post(body)).refusal == refusal


@breaks_rules
async def test_a_refused_form_says_what_is_wrong_where(rest: BareRest) -> None:
    button = {"type": 2, "style": 1, "label": "x" * 81, "custom_id": "go"}
    answer = await rest.post({"components": [{"type": 1, "components": [button]}]})
    assert answer.json["message"] == "Invalid Form Body"
    assert answer.error_codes() == {"components.0.components.0.label": ["BASE_TYPE_MAX_LENGTH"]}
    assert rest.pg.violations[0].reason.endswith(
        "components.0.components.0.label: Must be 80 or fewer in length."
    )


@breaks_rules
async def test_a_message_with_components_v2_keeps_the_flag_for_life(pg: Playground, rest: BareRest) -> None:
    posted = (await rest.post({"flags": V2, "components": [text("one")]})).json
    edited = await rest.call("PATCH", url(pg, posted), {"components": [text("two")]})
    assert edited.json["flags"] & V2
    assert (await rest.call("PATCH", url(pg, posted), {"flags": 0})).refusal == (400, 50035)
    assert (await rest.call("PATCH", url(pg, posted), {"content": "text"})).refusal == (400, 50035)


async def test_a_plain_message_can_become_one_with_components_v2(pg: Playground, rest: BareRest) -> None:
    posted = (await rest.post({"content": "plain"})).json
    body = {"content": None, "flags": V2, "components": [text("new")]}
    assert (await rest.call("PATCH", url(pg, posted), body)).status == 200
    assert pg.person("Anne").last().text == "new"


@breaks_rules
async def test_the_bot_edits_its_own_messages_only(pg: Playground, rest: BareRest) -> None:
    said = pg.person("Anne").says("mine")
    path = f"{url(pg)}/{said.id}"
    assert (await rest.call("PATCH", path, {"content": "x"})).refusal == (403, 50005)
    assert (await rest.call("DELETE", path)).refusal == (403, 50013)


async def test_without_the_intent_the_bot_reads_what_others_say_only_when_it_is_meant(
    pg: Playground, rest: BareRest
) -> None:
    anna = pg.person("Anne")
    anna.says("a secret")
    anna.says(f"<@{pg.world.bot.id}> come here")
    contents = [message["content"] for message in (await rest.call("GET", url(pg))).json]
    assert contents == [f"<@{pg.world.bot.id}> come here", ""]


async def test_history_is_read_in_parts_newest_first(pg: Playground, rest: BareRest) -> None:
    posted = [(await rest.post({"content": str(n)})).json for n in range(6)]

    async def read(**query: str) -> str:
        return "".join(message["content"] for message in (await rest.call("GET", url(pg), **query)).json)

    assert await read() == "543210"
    assert await read(limit="2") == "54"
    assert await read(before=posted[4]["id"], limit="2") == "32"
    assert await read(after=posted[1]["id"], limit="2") == "32"
    assert await read(around=posted[3]["id"], limit="3") == "432"


@breaks_rules
async def test_history_is_read_a_hundred_at_most(pg: Playground, rest: BareRest) -> None:
    assert (await rest.call("GET", url(pg), limit="101")).refusal == (400, 50035)


async def test_an_enforced_nonce_posts_once(pg: Playground, rest: BareRest) -> None:
    body = {"content": "once", "nonce": "17", "enforce_nonce": True}
    first, second = (await rest.post(body)).json, (await rest.post(body)).json
    assert first["id"] == second["id"]
    assert len(pg.person("Anne").sees()) == 1
    pg.clock.advance(301)
    assert (await rest.post(body)).json["id"] != first["id"]


async def test_enforcing_no_nonce_enforces_nothing(pg: Playground, rest: BareRest) -> None:
    for _ in range(2):
        await rest.post({"content": "again", "enforce_nonce": True})
    assert len(pg.person("Anne").sees()) == 2


async def test_a_nonce_that_is_not_enforced_posts_each_time(pg: Playground, rest: BareRest) -> None:
    for _ in range(2):
        await rest.post({"content": "again", "nonce": "17"})
    assert len(pg.person("Anne").sees()) == 2


async def test_only_allowed_mentions_notify_and_edits_never_do(pg: Playground, rest: BareRest) -> None:
    anna, calico = pg.person("Anne"), pg.person("Calico")
    content = f"{anna.mention} and {calico.mention} and @everyone"
    none = (await rest.post({"content": content, "allowed_mentions": {"parse": []}})).json
    assert none["mentions"] == []
    assert anna.last().notified == []

    some = (await rest.post({"content": content, "allowed_mentions": {"users": [anna.id]}})).json
    assert [user["id"] for user in some["mentions"]] == [anna.id]
    assert anna.last().notified == ["Anne"]
    assert len(anna.pings()) == 1

    await rest.call("PATCH", url(pg, none), {"content": content, "allowed_mentions": {"parse": ["users"]}})
    assert len(anna.pings()) == 1
    assert calico.pings() == []


async def test_everyone_is_called_only_by_who_may(pg: Playground, rest: BareRest) -> None:
    await rest.post({"content": "@everyone hear"})
    assert pg.person("Anne").last().notified == []
    pg.give_permission("tavern", "mention_everyone")
    await rest.post({"content": "@everyone hear"})
    assert pg.person("Anne").last().notified == ["Anne", "Bartholomew", "Calico", "Dampier", "Morgan"]


async def test_mentions_in_text_displays_notify_too(pg: Playground, rest: BareRest) -> None:
    anna = pg.person("Anne")
    await rest.post({"flags": V2, "components": [text(f"Your turn, {anna.mention}")]})
    assert anna.last().notified == ["Anne"]


async def test_a_picture_is_stored_and_served_and_shown_by_its_component(
    pg: Playground, rest: BareRest
) -> None:
    picture = png(300, 200)
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}, "description": "alt"}]}
    described = [{"id": 0, "description": "a board"}]
    body = json.dumps({"flags": V2, "attachments": described, "components": [gallery]})
    posted = (await rest.upload(url(pg), body, ("board.png", picture))).json
    attachment = posted["attachments"][0]
    assert (attachment["width"], attachment["height"], attachment["description"]) == (300, 200, "a board")
    shown = posted["components"][0]["items"][0]["media"]
    assert shown["url"] == attachment["url"]
    async with rest.session.get(shown["url"]) as response:
        assert (response.content_type, await response.read()) == ("image/png", picture)
    assert pg.person("Anne").last().alt_texts == ["alt"]


async def test_an_edit_keeps_the_attachments_that_it_lists(pg: Playground, rest: BareRest) -> None:
    posted = (await rest.upload(url(pg), '{"content": "log"}', ("a.txt", b"a"), ("b.txt", b"b"))).json
    first, second = posted["attachments"]
    kept = await rest.call("PATCH", url(pg, posted), {"attachments": [{"id": second["id"]}]})
    assert [attachment["filename"] for attachment in kept.json["attachments"]] == ["b.txt"]
    assert set(pg.world.state.files) == {second["id"]}
    async with rest.session.get(first["url"]) as response:
        assert response.status == 200  # for whoever is just about to show it
    body = f'{{"attachments": [{{"id": "{second["id"]}"}}, {{"id": 0}}]}}'
    added = await rest.upload(url(pg, posted), body, ("c.txt", b"c"), method="PATCH")
    assert [attachment["filename"] for attachment in added.json["attachments"]] == ["b.txt", "c.txt"]


@breaks_rules
async def test_a_component_cannot_show_a_picture_that_is_not_there(rest: BareRest) -> None:
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://none.png"}}]}
    answer = await rest.post({"flags": V2, "components": [gallery]})
    assert answer.error_codes() == {
        "components.0.items.0.media.url": ["UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"]
    }
    assert rest.pg.world.state.files == {}


@breaks_rules
async def test_more_than_ten_mebibytes_are_too_much(pg: Playground, rest: BareRest) -> None:
    answer = await rest.upload(url(pg), "{}", ("big.bin", b"x" * (10 * 1024 * 1024 + 1)))
    assert answer.refusal == (413, 40005)


async def test_a_reply_points_at_what_it_answers(pg: Playground, rest: BareRest) -> None:
    said = pg.person("Anne").says("who leads?")
    reply = (await rest.post({"content": "Calico", "message_reference": {"message_id": said.id}})).json
    assert (reply["type"], reply["referenced_message"]["id"]) == (19, said.id)


async def test_direct_messages_reach_their_person_alone(pg: Playground, rest: BareRest) -> None:
    anna = pg.person("Anne")
    opened = (await rest.call("POST", "/users/@me/channels", {"recipient_id": anna.id})).json
    again = (await rest.call("POST", "/users/@me/channels", {"recipient_id": anna.id})).json
    assert opened["id"] == again["id"]
    await rest.post({"content": "Your turn"}, channel=opened["id"])
    assert anna.last(anna.direct_messages).text == "Your turn"
    assert pg.person("Calico").sees(anna.direct_messages) == []


@breaks_rules
async def test_closed_direct_messages_take_none(pg: Playground, rest: BareRest) -> None:
    anna = pg.person("Anne")
    anna.closes_dms()
    opened = (await rest.call("POST", "/users/@me/channels", {"recipient_id": anna.id})).json
    assert (await rest.post({"content": "Psst"}, channel=opened["id"])).refusal == (403, 50007)


@breaks_rules
async def test_without_the_right_token_nothing_is_answered(rest: BareRest) -> None:
    rest.token = "Bot wrong"
    assert (await rest.call("GET", "/users/@me")).refusal == (401, 0)


@breaks_rules
async def test_what_is_not_modelled_is_said(rest: BareRest) -> None:
    answer = await rest.call("GET", "/guilds/1/audit-logs")
    assert answer.status == 501
    assert "does not model" in answer.json["message"]


@breaks_rules
async def test_a_body_that_is_no_json_is_refused(pg: Playground, rest: BareRest) -> None:
    headers = {"Authorization": rest.token, "Content-Type": "application/json"}
    async with rest.session.post(pg.api_base + url(pg), data=b"{", headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)


async def test_answers_are_json_with_nothing_behind_it(rest: BareRest) -> None:
    answer = await rest.call("GET", "/users/@me")
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["X-RateLimit-Limit"]


@pytest.mark.parametrize("head", [b"GIF87a", b"GIF89a"])
async def test_how_large_an_animated_picture_is_stands_in_its_header(
    rest: BareRest, pg: Playground, head: bytes
) -> None:
    picture = head + (300).to_bytes(2, "little") + (200).to_bytes(2, "little") + bytes(8)
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://seen.gif"}}]}
    body = json.dumps({"flags": V2, "components": [gallery]})
    posted = (await rest.upload(url(pg), body, ("seen.gif", picture))).json
    attachment = posted["attachments"][0]
    assert (attachment["width"], attachment["height"]) == (300, 200)

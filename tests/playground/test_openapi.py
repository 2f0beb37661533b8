"""The check of requests against Discord's document: that it is there, and that it finds what is wrong."""

import msgspec
import pytest

from playground.recorder import Request
from tests.support import limits
from tests.support.openapi import Document, document_path
from tests.support.plugin import discord_document

CHANNEL = "/channels/{channel_id}/messages"


def request(
    template: str, method: str = "POST", body: object = None, path: str = "", **query: str
) -> Request:
    raw = b"" if body is None else msgspec.json.encode(body)
    path = path or template.replace("{channel_id}", "123").replace("{webhook_id}", "5")
    return Request(method, template, path, query, raw, (), 200, b"")


@pytest.fixture
def document() -> Document:
    if (found := discord_document()) is None:
        pytest.skip(f"requests are not validated: Discord's OpenAPI document is not at {document_path()}")
    return found


def test_a_proper_message_has_no_faults(document: Document) -> None:
    button = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
    body = {"content": "hello", "components": [{"type": 1, "components": [button]}], "nonce": "1"}
    assert document.faults(request(CHANNEL, body=body)) == []


@pytest.mark.parametrize(
    "body",
    [
        {"content": 5},
        {"content": "x" * 4001},
        {"contents": "a field that Discord does not know"},
        {"components": [{"type": 1, "components": [{"type": 2, "style": 9, "label": "x"}]}]},
        {"components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "x" * 81}]}]},
        {"components": [{"type": 17, "components": []}]},
        {"allowed_mentions": {"parse": ["nobody"]}},
    ],
)
def test_a_message_that_discord_does_not_know_is_found(document: Document, body: object) -> None:
    assert document.faults(request(CHANNEL, body=body))


def test_paths_methods_and_queries_are_looked_at_too(document: Document) -> None:
    assert document.faults(request("/channels/{channel_id}/jokes"))
    assert document.faults(request(CHANNEL, method="PUT", body={}))
    assert document.faults(request(CHANNEL, method="GET", limit="100", after="5")) == []
    assert document.faults(request(CHANNEL, method="GET", limit="101"))
    assert document.faults(request(CHANNEL, method="GET", since="5"))
    assert document.faults(request(CHANNEL, body={}, path="/channels/me/messages"))


@pytest.mark.parametrize(
    "message",
    [
        {"content": "x" * 2001},
        {"content": "text", "flags": 1 << 15},
        {"components": [{"type": 10, "content": "no flag"}]},
        {"flags": 1 << 15, "components": [{"type": 10, "content": "x"}] * 41},
        {"flags": 1 << 15, "components": [{"type": 10, "content": "x" * 2001}] * 2},
        {"components": [{"type": 1, "components": [{"type": 2, "style": 1, "custom_id": "a"}] * 2}]},
        {"components": [{"type": 1, "components": [{"type": 2, "style": 1, "custom_id": "a" * 101}]}]},
    ],
)
def test_what_is_beyond_the_limits_is_found(message: dict[str, object]) -> None:
    assert limits.faults(request(CHANNEL, body=message))


def test_a_modal_beyond_the_limits_is_found() -> None:
    callback = "/interactions/{interaction_id}/{interaction_token}/callback"
    bare_input = {"type": 1, "components": [{"type": 4, "custom_id": "a", "style": 1, "label": "Word"}]}
    found = limits.faults(
        request(callback, body={"type": 9, "data": {"title": "x" * 46, "components": [bare_input]}})
    )
    assert len(found) == 2

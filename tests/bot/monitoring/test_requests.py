"""Requests are counted by route, in which nothing names anybody or anything."""

from __future__ import annotations

import pytest

from bot.monitoring.metrics import route_of


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/api/v10/channels/117/messages/118", "/channels/{}/messages/{}"),
        ("/api/channels/117/messages", "/channels/{}/messages"),
        ("/api/v10/interactions/118/aW50ZXI/callback", "/interactions/{}/{}/callback"),
        ("/api/v10/webhooks/11/aW50ZXI/messages/@original", "/webhooks/{}/{}/messages/@original"),
        ("/api/v10/channels/117/thread-members/@me", "/channels/{}/thread-members/@me"),
        ("/api/v10/applications/11/commands", "/applications/{}/commands"),
        ("/api/v10/users/@me/channels", "/users/@me/channels"),
        ("/api/v10/gateway", "/gateway"),
        ("/", "/"),
        (
            "/api/v10/channels/117/messages/118/reactions/anything%20else",
            "/channels/{}/messages/{}/{}/{}",
        ),
    ],
)
def test_a_route_has_a_place_for_each_id_and_token(path: str, told: str) -> None:
    assert route_of(path) == told


def test_a_token_that_is_spelled_like_a_word_is_as_good_as_none() -> None:
    """At worst it is another route, of which there are few."""
    assert route_of("/interactions/1/messages/callback") == "/interactions/{}/messages/callback"

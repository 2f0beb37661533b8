"""Where discord.py is replaced it still looks that up; and what we wait for, place by place, to leave it be.

A row that fails after an upgrade is read together with what the library does now. What comes of each is tried
by the other tests of this folder, of the process and of the screens.
"""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Callable, Iterator
from importlib.metadata import version
from types import CodeType
from typing import Any, NamedTuple

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, Route, handle_message_parameters
from discord.interactions import Interaction, InteractionResponse
from discord.state import ConnectionState
from discord.webhook.async_ import AsyncWebhookAdapter, Webhook
from packaging.requirements import Requirement

from bot.client import connection
from tests.project.supply.locks import ROOT


class Seam(NamedTuple):
    """A place of the library's at which something of ours is found."""

    name: str
    looked_up_by: Callable[..., Any]
    until: str


SEAMS = (
    Seam("BASE", Route.__init__, "a client takes the address of the API"),
    Seam(
        "DEFAULT_GATEWAY", DiscordWebSocket.from_client, "a client asks for the gateway's address by itself"
    ),
    Seam("DiscordWebSocket", discord.Client.connect, "a client takes the class of its gateway connection"),
    Seam("ExponentialBackoff", discord.Client.connect, "a client takes the pauses between its attempts"),
    Seam(
        "Attempting a reconnect in %.2fs", discord.Client.connect, "a failed attempt is told without a trace"
    ),
    Seam("_discord_parsers", DiscordWebSocket.from_client, "an event can be put aside before it is read"),
    Seam(
        "_discord_parsers", DiscordWebSocket.received_message, "an event can be put aside before it is read"
    ),
    Seam(
        "_decompressor", DiscordWebSocket.received_message, "what cannot be read does not end the connection"
    ),
    Seam("parsers", ConnectionState.__init__, "events of an intent can be left unread"),
    Seam("http_trace", HTTPClient.static_login, "a client without metrics traces its requests, too"),
    Seam("async_context", InteractionResponse.send_message, "an answer need not become a message"),
    Seam("async_context", InteractionResponse.edit_message, "an answer need not become a message"),
    Seam("async_context", Interaction.edit_original_response, "an answer need not become a message"),
    Seam("async_context", Webhook.send, "an answer need not become a message"),
    Seam("is_finished", InteractionResponse.send_message, "a view is not kept that nobody dispatches"),
    Seam("to_components", handle_message_parameters, "a message takes components as they are"),
    Seam("warn_nacl", discord.Client.__init__, "nobody is warned of voice who has not asked for it"),
    Seam("warn_dave", discord.Client.__init__, "nobody is warned of voice who has not asked for it"),
)


def looked_up(code: CodeType) -> Iterator[str]:
    """The names and strings in a function, and in those within it."""
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from looked_up(each)
        elif isinstance(each, str):
            yield each


@pytest.mark.parametrize("seam", SEAMS, ids=lambda seam: f"{seam.looked_up_by.__qualname__} {seam.name}")
def test_the_library_still_looks_up_what_is_replaced(seam: Seam) -> None:
    function: Any = inspect.unwrap(seam.looked_up_by)
    assert seam.name in looked_up(function.__code__), f"leave it alone if {seam.until}"


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        (DiscordWebSocket.from_client, connection.GatewayWebSocket.from_client),
        (DiscordWebSocket.received_message, connection.GatewayWebSocket.received_message),
        (AsyncWebhookAdapter.request, connection.AnswerAdapter.request),
        (
            AsyncWebhookAdapter.create_interaction_response,
            connection.AnswerAdapter.create_interaction_response,
        ),
    ],
    ids=lambda function: function.__qualname__,
)
def test_what_takes_the_place_of_a_method_takes_what_it_takes(
    theirs: Callable[..., Any], ours: Callable[..., Any]
) -> None:
    taken = inspect.signature(ours).parameters
    rest = any(each.kind is inspect.Parameter.VAR_KEYWORD for each in taken.values())
    assert rest or inspect.signature(theirs).parameters.keys() == taken.keys()
    named = {name for name, each in taken.items() if each.kind not in (each.VAR_KEYWORD, each.VAR_POSITIONAL)}
    assert named <= inspect.signature(theirs).parameters.keys()


def test_the_library_is_of_the_version_against_which_that_was_read() -> None:
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    [bound] = [Requirement(each) for each in asked if each.startswith("discord.py")]
    assert version("discord.py") in bound.specifier
    major, minor, *_patch = map(int, version("discord.py").split("."))
    assert f"{major}.{minor + 1}" not in bound.specifier, "the next one is read first"

"""What the bot asks for when it is invited: its commands, and the fewest permissions that do."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import discord

from bot.client.channels import NEEDED_PERMISSIONS, invite_link, missing_for_tables, missing_permissions


def test_the_invite_link_asks_for_exactly_what_is_needed() -> None:
    asked = parse_qs(urlsplit(invite_link(4711)).query)
    assert asked["client_id"] == ["4711"]
    assert asked["scope"] == ["bot applications.commands"]
    granted = discord.Permissions(int(asked["permissions"][0]))
    assert {name for name, given in granted if given} == {
        "read_messages",  # as discord.py calls View Channel
        "send_messages",
        "send_messages_in_threads",
        "create_public_threads",
        "read_message_history",
    }


def test_a_channel_needs_less_than_a_thread_and_what_is_missing_is_named() -> None:
    assert (
        missing_for_tables(NEEDED_PERMISSIONS, thread=False)
        == missing_for_tables(NEEDED_PERMISSIONS, thread=True)
        == ()
    )
    silent = discord.Permissions(NEEDED_PERMISSIONS.value)
    silent.send_messages = False
    assert missing_for_tables(silent, thread=False) == ("send_messages",)
    assert missing_for_tables(silent, thread=True) == ()
    assert missing_permissions(silent) == ("send_messages",)

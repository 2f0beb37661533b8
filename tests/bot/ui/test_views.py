"""Screens as they are handed to discord.py."""

from __future__ import annotations

from bot.ui.views import SentFile


def test_the_content_of_what_was_sent_is_let_go_without_a_look_for_garbage() -> None:
    sent = SentFile(b"a picture", "hand.png")
    sent.reset(seek=1)  # as the library does before it tries again
    assert sent.fp.read() == b"a picture"
    sent.close()
    assert sent.fp.closed

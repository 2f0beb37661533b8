"""`tortuga health`: whether the bot on this machine is alive, for a HEALTHCHECK and for people."""

from __future__ import annotations

from bot.heartbeat import OVERDUE, silence
from bot.settings import LocalSettings


def health(settings: LocalSettings) -> int:
    """Say when the bot last showed a sign of life; 0 if that is recent, else 1."""
    age = silence(settings.heartbeat_path)
    if age is None:
        print(f"not running: there is no sign of life at {settings.heartbeat_path}")
        return 1
    if age > OVERDUE:
        print(f"not well: the last sign of life is {age:.0f} s old, more than {OVERDUE:.0f} s")
        return 1
    print(f"well: the last sign of life is {age:.0f} s old")
    return 0

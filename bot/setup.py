"""`tortuga setup`: asks for the token, lets Discord judge it, keeps it, and says how to go on."""

from __future__ import annotations

import getpass
import os
import re
import sys
from pathlib import Path

from bot import settings
from bot.monitoring.doctor import discord_findings, show

_WHERE_FROM = """\
Tortuga needs the token of a bot of yours on Discord:
  1. https://discord.com/developers/applications, "New Application", a name
  2. page "Bot", "Reset Token", "Copy"; it needs none of the privileged intents
"""


async def ask() -> int:
    """The exit status: 0 if the token is kept. SettingsError if it cannot be one. Nothing is kept that
    Discord does not know.
    """
    path = settings.own_file()
    print(_WHERE_FROM)
    token = _asked().strip()
    if not token:
        raise settings.SettingsError("DISCORD_TOKEN was not given, so nothing was kept")
    given = settings.load(settings.Settings, discord_token=token)
    states: set[str] = set()
    async for finding in discord_findings(given):
        show(finding)
        states.add(finding.state)
    if "wrong" in states:
        print("Nothing was kept. Mend that, and run it again.")
        return 1
    _keep(path, token)
    print(f"\nThe token is in {path}, for you alone to read. Open the link above to invite the bot; then:")
    print("    make run" if settings.is_checkout() else "    tortuga run")
    if os.environ.get("DISCORD_TOKEN"):
        print("(DISCORD_TOKEN is set in the environment, too, which wins.)")
    return 0


def _asked() -> str:
    """Without showing it. From a pipe, its first line."""
    if sys.stdin.isatty():
        return getpass.getpass("The token (it is not shown): ")
    return sys.stdin.readline()


_LINE = re.compile(r"^[ \t]*(?:export[ \t]+)?DISCORD_TOKEN[ \t]*=.*$", re.M)


def _keep(path: Path, token: str) -> None:
    """The line in the file, in the place of an earlier one; all else there stays. SettingsError if it cannot
    be written.
    """
    line, part = f"DISCORD_TOKEN={token}", path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        before = path.read_text("utf-8") if path.exists() else ""
        ends = "" if not before or before.endswith("\n") else "\n"
        after = _LINE.sub(line, before) if _LINE.search(before) else f"{before}{ends}{line}\n"
        part.unlink(missing_ok=True)
        with os.fdopen(
            os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8"
        ) as file:
            file.write(after)
        part.replace(path)
    except OSError as error:
        raise settings.SettingsError(f"{path} cannot be written ({error.strerror})") from None

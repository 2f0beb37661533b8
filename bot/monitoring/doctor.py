"""What can be wrong, looked at: `tortuga doctor` says it all, `/health` what a running bot knows of itself.

A finding never has a secret in it. What is told at `/health`, which asks for no password, names no path.
"""

from __future__ import annotations

import logging
import os
import platform
import shutil
import sys
import tempfile
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import msgspec

from bot import __version__, settings
from bot.monitoring.heartbeat import OVERDUE, read_backup_note, seconds_since_heartbeat

NEWEST_PYTHON = (3, 14)
"""For later ones not every dependency has a wheel."""
LITTLE_SPACE = 1 << 30
"""Bytes on the disk from which on somebody should look."""
SLOW_SYNC = 0.05
"""Seconds that a move may wait for the disk without being felt."""
SYNCS = 7
"""Of which the one in the middle counts."""
CLOCK_OFF = 2.0
"""Seconds by which times that people are shown may be wrong."""
ERRORS_KEPT = 10
ASK_FOR_VERIFICATION, VERIFIED_ABOVE = 75, 100
"""Servers from which on Discord verifies a bot, and above which it wants that."""


class Diagnosis(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the doctor says of one thing that was looked at."""

    what: str
    state: Literal["well", "look", "wrong", "unknown"]
    """Look: it works, and somebody should look at it. Wrong: it does not work."""
    said: str
    hint: str = ""
    """What to do about it."""


Diagnoses = Sequence[Diagnosis]


# What the machine shows, whether or not the bot runs.


def machine_findings(local: settings.LocalSettings) -> Iterator[Diagnosis]:
    """What can be seen in a few milliseconds. It writes to the disk: not in the event loop."""
    import storage

    packages = ", ".join(f"{name} {version(name)}" for name in ("discord.py", "aiohttp", "pydantic"))
    python = f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"
    said = f"Tortuga {__version__}, {python}, SQLite {storage.SQLITE_VERSION}, {packages}"
    if sys.version_info[:2] > NEWEST_PYTHON:
        yield Diagnosis("versions", "look", said, "this Python was never tried: take 3.11 to 3.14")
    else:
        yield Diagnosis("versions", "well", said)
    yield _disk(local.database_path.absolute().parent)
    yield _fonts()
    packs = "ISA-L" if find_spec("isal") else "zlib, as ISA-L is not installed: pictures take longer"
    yield Diagnosis("packing", "well", packs)


def _disk(folder: Path) -> Diagnosis:
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    try:
        free, took = shutil.disk_usage(folder).free, _sync_seconds(folder)
    except OSError as error:
        why = error.strerror or type(error).__name__
        return Diagnosis(
            "disk", "wrong", f"the database's folder cannot be written ({why})", "free space, or its rights"
        )
    said = f"{free / 1e9:.1f} GB free, a commit waits {1000 * took:.1f} ms for it"
    if free < LITTLE_SPACE:
        return Diagnosis(
            "disk", "look", said, "free some space before it is full: then nothing can be stored"
        )
    if took > SLOW_SYNC:
        return Diagnosis(
            "disk", "look", said, "each move waits for that: a network file system, a busy disk?"
        )
    return Diagnosis("disk", "well", said)


def _sync_seconds(folder: Path) -> float:
    """How long the disk takes until a page of the database would be safe on it."""
    took: list[float] = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _each in range(SYNCS):
            began = time.perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
            took.append(time.perf_counter() - began)
    return sorted(took)[SYNCS // 2]


def _fonts() -> Diagnosis:
    from bot.images.fonts import FONT_FILES

    lacking = [path.name for path in FONT_FILES.values() if not path.is_file() or not path.stat().st_size]
    if lacking:
        return Diagnosis("fonts", "wrong", f"{', '.join(lacking)} missing", "install Tortuga anew")
    return Diagnosis("fonts", "well", f"{len(FONT_FILES)} there")


def drawn(given: settings.LocalSettings) -> Diagnosis:
    """Whether a picture can be drawn, found out by drawing one."""
    if not getattr(given, "pictures", True):
        return Diagnosis("pictures", "well", "off (PICTURES=False): everything is said in words")
    from bot.images.painter import empty_drawing, painted

    try:
        content = painted(empty_drawing().drawing)
    except Exception as error:
        hint = "install thorvg-cython or resvg, or set PICTURES=False and have no warning"
        return Diagnosis(
            "pictures", "look", f"none, everything is said in words ({type(error).__name__})", hint
        )
    by = "ThorVG" if "bot.images.rasteriser" in sys.modules else "resvg, as ThorVG cannot be loaded"
    return Diagnosis("pictures", "well", f"drawn by {by} (one of {len(content)} bytes)")


def settings_findings() -> Iterator[Diagnosis]:
    """What is set, without secrets; a file that is read; names that look like a slip."""
    kind: type[settings.LocalSettings] = settings.Settings
    try:
        given: settings.LocalSettings = settings.load(settings.Settings)
    except settings.SettingsError as error:
        yield Diagnosis("settings", "wrong", str(error), "docs/running.md lists them")
        kind = settings.LocalSettings
        try:
            given = settings.load(settings.LocalSettings)
        except settings.SettingsError:
            return  # the same sentence once more
    shown = [
        f"{name.upper()}={_without_secret(value)}"
        for name in kind.model_fields
        if name in given.model_fields_set and (value := getattr(given, name)) not in ("", None)
    ]
    read = [str(file) for file in settings.files() if file.is_file()]
    said = f"from {' and '.join(read) or 'no file'} and the environment: {', '.join(shown) or 'nothing set'}"
    yield Diagnosis("settings", "well", said)
    for told in settings.misspelt():
        yield Diagnosis("settings", "look", told, "mend the name, or take the line out")


def _without_secret(value: object) -> str:
    """Of an address that may hold a password, the host alone."""
    text = str(value)  # of a SecretStr: stars
    return text if "@" not in text else f"...@{text.rpartition('@')[2]}"


async def database_finding(local: settings.LocalSettings) -> Diagnosis:
    """Where the games are, and in which form."""
    import storage
    from storage.errors import StorageError, TooNew

    place = storage.name_of(local.database)
    if isinstance(local.database, Path) and not local.database.is_file():
        return Diagnosis(
            "database", "look", f"none at {place}", "the first start makes it; else look at the path"
        )
    try:
        layout, known = await storage.look_at(local.database)
    except TooNew as error:
        return Diagnosis("database", "wrong", str(error), "docs/stability.md says how to go back a version")
    except StorageError as error:
        return Diagnosis("database", "wrong", str(error), "docs/runbook.md, 'The database'")
    size = f", {local.database.stat().st_size / 1e6:.1f} MB" if isinstance(local.database, Path) else ""
    said = f"{place}: schema {layout} of {known}{size}"
    hint = "the next start brings it up to date, after a copy" if layout < known else ""
    return Diagnosis("database", "look" if layout < known else "well", said, hint)


def copies_finding(local: settings.LocalSettings) -> Diagnosis:
    """How the copies go that `tortuga backup --keep` makes."""
    if not isinstance(local.database, Path):
        return Diagnosis("copies", "unknown", "PostgreSQL's own means make them", "docs/running.md says how")
    note = read_backup_note(local.backup_note_path)
    if note is None:
        return Diagnosis("copies", "look", "none made by tortuga backup --keep", "docs/running.md, 'Backups'")
    if trouble := note.trouble(time.time()):
        return Diagnosis("copies", "wrong", trouble, "docs/runbook.md, 'TortugaCopyFailed'")
    return Diagnosis("copies", "well", f"the latest is {(time.time() - note.made) / 3600:.0f} hours old")


# What a running bot knows of itself: told at /health, and left in the sign of life for `tortuga doctor`.


class RecentErrors(logging.Handler):
    """The ids that people were shown of late in place of an answer; the log has their lines."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        super().__init__(logging.ERROR)
        self._now = now
        self._latest: deque[str] = deque(maxlen=ERRORS_KEPT)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the id and the moment, and nothing that an error says."""
        event: Any = record.msg
        if isinstance(event, dict) and "error" in event:
            at = time.strftime("%Y-%m-%d %H:%M", time.gmtime(self._now()))
            self._latest.append(f"{event['error']} ({at} UTC)")

    def finding(self) -> Diagnosis:
        """The latest errors by their ids, the newest first; all is well if there were none."""
        if not self._latest:
            return Diagnosis("errors", "well", "none since the start")
        return Diagnosis(
            "errors",
            "look",
            f"the last: {', '.join(reversed(self._latest))}",
            "search the log for the id: its line has the table and the trace",
        )


@asynccontextmanager
async def remembering_errors() -> AsyncIterator[RecentErrors]:
    """Of all that is logged as long as the block lasts."""
    errors, root = RecentErrors(), logging.getLogger()
    root.addHandler(errors)
    try:
        yield errors
    finally:
        root.removeHandler(errors)


def clock_finding(ahead: float) -> Diagnosis:
    """How far this machine's clock is ahead of Discord's, in seconds."""
    said = (
        f"{abs(ahead):.1f} s {'ahead of' if ahead > 0 else 'behind'} Discord's" if ahead else "as Discord's"
    )
    if abs(ahead) > CLOCK_OFF:
        return Diagnosis(
            "clock", "look", said, "people read wrong times: let the machine set its clock (NTP)"
        )
    return Diagnosis("clock", "well", said)


def encoded(findings: Diagnoses) -> bytes:
    """As they are left in the sign of life."""
    return msgspec.json.encode(findings)


def process_findings(local: settings.LocalSettings) -> Iterator[Diagnosis]:
    """Whether the bot lives on this machine, and what it left word of."""
    age = seconds_since_heartbeat(local.heartbeat_path)
    if age is None:
        yield Diagnosis("bot", "look", "does not run here", "start it: tortuga run")
        return
    if age > OVERDUE:
        hint = "it is cut off from Discord, or hangs: docs/runbook.md, 'TortugaCutOff'"
        yield Diagnosis("bot", "wrong", f"its last sign of life is {age:.0f} s old", hint)
    else:
        yield Diagnosis("bot", "well", f"runs; its last sign of life is {age:.0f} s old")
    try:
        told = msgspec.json.decode(local.heartbeat_path.read_bytes(), type=list[Diagnosis])
    except (OSError, msgspec.MsgspecError):
        yield Diagnosis("bot", "unknown", "it says nothing of itself", "another version runs, or just began")
        return
    yield from told


# What Discord says.


async def discord_findings(given: settings.Settings, server: int | None = None) -> AsyncIterator[Diagnosis]:
    """Whether Discord can be reached and knows the token; how the application is set up; what the bot may do
    in each channel of the server.
    """
    import aiohttp
    import discord
    from discord.http import Route

    from bot.client import connection
    from bot.client.channels import invite_link
    from bot.client.error_handler import ClockDifference

    began = time.perf_counter()
    try:
        await connection.use_api_base(given.discord_api_base, given.discord_rest_proxy)
    except settings.SettingsError as error:
        yield Diagnosis("Discord", "wrong", str(error), "is the network there? a firewall, a proxy, DNS?")
        return
    requests, clock = aiohttp.TraceConfig(), ClockDifference()
    clock.hear(requests)
    connector = connection.connector_for(given.discord_api_base)
    async with discord.Client(intents=discord.Intents(guilds=True), connector=connector) as client:
        client.http.http_trace = requests
        try:
            await connection.log_in(client, given)
            info = await client.application_info()
            gateway = await client.http.request(Route("GET", "/gateway/bot"))
        except settings.SettingsError as error:
            yield Diagnosis(
                "Discord", "wrong", str(error), "reset the token in the developer portal, if it is lost"
            )
            return
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
            yield Diagnosis(
                "Discord", "wrong", f"it refused to answer ({error})", "is Discord well? discordstatus.com"
            )
            return
        took = time.perf_counter() - began
        yield Diagnosis("Discord", "well", f"knows the token of {info.name} ({took:.1f} s for four requests)")
        yield clock_finding(clock.ahead)
        yield application_finding(info)
        for finding in size_findings(info, gateway, given.shard_count, verified=_is_verified(client)):
            yield finding
        if server is not None:
            async for finding in _channels(client, server):
                yield finding
        yield Diagnosis("invite", "well", invite_link(info.id))


def _is_verified(client: Any) -> bool:
    return client.user is not None and client.user.public_flags.verified_bot


def application_finding(info: Any) -> Diagnosis:
    """What the application's page in the developer portal says: the figures are Discord's `info`."""
    if info.interactions_endpoint_url:
        hint = (
            "empty 'Interactions Endpoint URL' in the developer portal: presses go there, and not to the bot"
        )
        return Diagnosis("application", "wrong", "presses are sent to an address", hint)
    flags = info.flags
    privileged = {
        "presence": flags.gateway_presence or flags.gateway_presence_limited,
        "members": flags.gateway_guild_members or flags.gateway_guild_members_limited,
        "message content": flags.gateway_message_content or flags.gateway_message_content_limited,
    }
    unneeded = [name for name, on in privileged.items() if on]
    if unneeded:
        said = f"privileged intents are on: {', '.join(unneeded)}"
        return Diagnosis(
            "intents", "look", said, "the bot needs none: turn them off on the portal's page Bot"
        )
    return Diagnosis("intents", "well", "no privileged ones, as it should be")


def size_findings(info: Any, gateway: Any, shards: int, *, verified: bool) -> Iterator[Diagnosis]:
    """How near it is to what Discord allows a bot of its size."""
    servers, limit = info.approximate_guild_count or 0, gateway["session_start_limit"]
    said = f"{servers} servers, {shards} shards, {limit['remaining']} of {limit['total']} sessions left today"
    if gateway["shards"] > shards:
        hint = f"Discord recommends SHARD_COUNT={gateway['shards']}"
    elif limit["remaining"] < limit["total"] / 10:
        hint = "it begins sessions again and again: look into the log before the token is reset"
    elif servers >= ASK_FOR_VERIFICATION and not verified:
        hint = f"have it verified in the portal: without that, it can join no more than {VERIFIED_ABOVE}"
    else:
        hint = ""
    yield Diagnosis("size", "look" if hint else "well", said, hint)


async def _channels(client: Any, server: int) -> AsyncIterator[Diagnosis]:
    import discord

    from bot.client.channels import missing_permissions

    try:
        guild = await client.fetch_guild(server)
        places, me = await guild.fetch_channels(), await guild.fetch_member(client.user.id)
    except discord.HTTPException as error:
        yield Diagnosis("server", "wrong", f"{server} cannot be read ({error})", "is the bot a member there?")
        return
    for place in sorted(places, key=lambda place: place.position):
        if isinstance(place, discord.TextChannel):
            name = "".join(filter(str.isprintable, place.name))
            lacking = [each.replace("_", " ") for each in missing_permissions(place.permissions_for(me))]
            if not lacking:
                yield Diagnosis(f"#{name}", "well", "all that is needed")
            else:
                yield Diagnosis(
                    f"#{name}", "look", f"lacks: {', '.join(lacking)}", "if people are to play there, give it"
                )


# The command.


MARKS = {"well": "ok", "look": "LOOK", "wrong": "WRONG", "unknown": "?"}


def show(finding: Diagnosis) -> None:
    """For the operator, and for whoever is pasted it."""
    print(f"{MARKS[finding.state]:<6}{finding.what:<13} {finding.said}", flush=True)
    if finding.hint:
        print(f"{'':<19} -> {finding.hint}", flush=True)


async def examine(server: int | None = None) -> int:
    """Print everything; 1 if something is wrong, else 0."""
    states: list[str] = []
    async for finding in _everything(server):
        show(finding)
        states.append(finding.state)
    wrong, look = states.count("wrong"), states.count("look")
    print(f"{len(states)} things looked at: {wrong} wrong, {look} to look at.")
    return 1 if wrong else 0


async def _everything(server: int | None) -> AsyncIterator[Diagnosis]:
    for finding in settings_findings():
        yield finding
    try:
        local = settings.load(settings.LocalSettings)
    except settings.SettingsError:
        local = settings.LocalSettings.model_construct()
    for finding in machine_findings(local):
        yield finding
    given = _complete()
    yield drawn(given or local)
    yield await database_finding(local)
    yield copies_finding(local)
    for finding in process_findings(local):
        yield finding
    if given is None:
        yield Diagnosis("Discord", "unknown", "not asked, as the settings are not complete", "tortuga setup")
        return
    async for finding in discord_findings(given, server):
        yield finding


def _complete() -> settings.Settings | None:
    try:
        return settings.load(settings.Settings)
    except settings.SettingsError:
        return None

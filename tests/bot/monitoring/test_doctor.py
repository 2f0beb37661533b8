"""`tortuga doctor`: what it finds, that it hints at what to do, and that it never tells a secret."""

from __future__ import annotations

import logging
import os
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
import structlog

from bot.monitoring import doctor
from bot.monitoring.doctor import (
    Diagnosis,
    RecentErrors,
    clock_finding,
    copies_finding,
    database_finding,
    discord_findings,
    drawn,
    encoded,
    examine,
    machine_findings,
    process_findings,
    settings_findings,
)
from bot.monitoring.heartbeat import note_backup
from bot.settings import LocalSettings
from playground import Playground
from storage import migrate
from tests.support.bot import settings_for
from tests.support.ports import free_port

TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"


@pytest.fixture
def local(tmp_path: Path) -> LocalSettings:
    """Games in an empty folder."""
    return LocalSettings(database_path=tmp_path / "games.db")


def found(findings: Any, what: str) -> Diagnosis:
    """The one finding of the doctor's that is about that subject."""
    [one] = [finding for finding in findings if finding.what == what]
    return one


async def asked(settings: Any, server: int | None = None) -> list[Diagnosis]:
    """What Discord says of the application and of the channels."""
    return [finding async for finding in discord_findings(settings, server)]


def test_a_machine_on_which_all_is_well(local: LocalSettings) -> None:
    findings = list(machine_findings(local))
    assert [finding.what for finding in findings] == ["versions", "disk", "fonts", "packing"]
    assert found(findings, "fonts").state == "well"
    assert str(local.database_path.parent) not in str(findings), "paths are for nobody else"


class Usage(NamedTuple):
    """What the doctor finds out about a disk."""

    free: int


@pytest.mark.parametrize(
    ("free", "seconds", "state", "hint"),
    [
        (1 << 40, 0.001, "well", ""),
        (1 << 20, 0.001, "look", "free some space"),
        (1 << 40, 0.2, "look", "each move waits"),
    ],
)
def test_a_disk_that_is_slow_or_nearly_full(
    free: int, seconds: float, state: str, hint: str, local: LocalSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: Usage(free))
    monkeypatch.setattr(doctor, "_sync_seconds", lambda _folder: seconds)
    disk = found(machine_findings(local), "disk")
    assert (disk.state, disk.hint.startswith(hint)) == (state, True)


def test_a_disk_that_takes_nothing(local: LocalSettings, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    disk = found(machine_findings(local), "disk")
    assert (disk.state, "No space left" in disk.said) == ("wrong", True)


def test_a_python_that_was_never_tried(local: LocalSettings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "NEWEST_PYTHON", (3, 10))
    assert found(machine_findings(local), "versions").state == "look"


def test_where_nothing_can_draw_everything_is_in_words(
    local: LocalSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "by ThorVG" in drawn(local).said
    for library, module in (("thorvg_cython", "rasteriser"), ("resvg", "resvg_painter")):
        monkeypatch.setitem(sys.modules, library, None)
        monkeypatch.delitem(sys.modules, f"bot.images.{module}", raising=False)
        monkeypatch.delattr(f"bot.images.{module}", raising=False)
    missing = drawn(local)
    assert (missing.state, "in words" in missing.said) == ("look", True)


async def test_a_database_that_is_not_there_there_and_not_ours(local: LocalSettings) -> None:
    assert (await database_finding(local)).state == "look"
    await migrate(local.database_path)
    well = await database_finding(local)
    assert (well.state, well.hint) == ("well", "")
    local.database_path.write_bytes(b"a letter to the governor" * 1000)
    assert (await database_finding(local)).state == "wrong"


def test_how_the_copies_go(local: LocalSettings) -> None:
    assert copies_finding(local).state == "look"
    note_backup(local.backup_note_path)
    assert copies_finding(local).state == "well"
    note_backup(local.backup_note_path, "the disk is full")
    assert copies_finding(local).state == "wrong"


@pytest.mark.parametrize(("ahead", "state"), [(0.0, "well"), (1.5, "well"), (2.5, "look"), (-9.0, "look")])
def test_a_clock_that_is_wrong(ahead: float, state: str) -> None:
    assert clock_finding(ahead).state == state


def test_what_a_running_bot_left_word_of_is_told(local: LocalSettings) -> None:
    assert [finding.state for finding in process_findings(local)] == ["look"]
    local.heartbeat_path.write_bytes(encoded([Diagnosis("pools", "well", "1 of 1 painters draw")]))
    assert found(process_findings(local), "pools").said == "1 of 1 painters draw"
    local.heartbeat_path.write_bytes(b"")
    assert [finding.state for finding in process_findings(local)] == ["well", "unknown"]
    os.utime(local.heartbeat_path, (0, 0))
    assert found(list(process_findings(local))[:1], "bot").state == "wrong"


def test_the_ids_of_the_last_errors_are_kept_and_nothing_else() -> None:
    errors = RecentErrors(now=lambda: 0.0)
    assert errors.finding().state == "well"
    logger = logging.getLogger("tests.doctor")
    logger.addHandler(errors)
    log = structlog.wrap_logger(
        logger,
        processors=[structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    log.error("an interaction failed", error="k3p0qa", trace="somebody's hand")
    log.error("a picture was not drawn", trace="another hand")
    log.warning("a warning", error="notthis")
    logger.removeHandler(errors)
    told = errors.finding()
    assert (told.state, told.said) == ("look", "the last: k3p0qa (1970-01-01 00:00 UTC)")


def test_settings_are_told_without_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", "postgresql://tortuga:doubloon@db/games")
    monkeypatch.setenv("DISCORD_REST_PROXY", "https://somebody:doubloon@proxy.example.org/api/v10")
    monkeypatch.setenv("LOG_LEVL", "DEBUG")
    told = list(settings_findings())
    assert "DISCORD_REST_PROXY=...@proxy.example.org/api/v10" in told[0].said
    assert "DISCORD_TOKEN=*" in told[0].said
    assert told[1].said == "LOG_LEVL is not a setting: did you mean LOG_LEVEL?"
    assert TOKEN not in str(told)
    assert "doubloon" not in str(told)


async def test_discord_is_asked_for_the_application_and_each_channel(pg: Playground, tmp_path: Path) -> None:
    [server, *_others] = pg.world.state.guilds
    findings = await asked(settings_for(pg, tmp_path), int(server))
    assert {finding.state for finding in findings} == {"well"}, findings
    assert {"Discord", "clock", "intents", "size", "invite"} < {finding.what for finding in findings}
    assert [finding.said for finding in findings if finding.what.startswith("#")]


async def test_a_channel_in_which_the_bot_may_not_write_is_named(pg: Playground, tmp_path: Path) -> None:
    [server, *_others] = pg.world.state.guilds.values()
    for role in server.roles.values():
        role.permissions = "0"
    told = [each for each in await asked(settings_for(pg, tmp_path), int(server.id)) if each.what[0] == "#"]
    assert told
    assert {each.state for each in told} == {"look"}
    assert "send messages" in told[0].said


async def test_a_server_where_it_is_no_member(pg: Playground, tmp_path: Path) -> None:
    assert found(await asked(settings_for(pg, tmp_path), 1), "server").state == "wrong"


async def test_a_wrong_token_and_no_discord(pg: Playground, tmp_path: Path) -> None:
    right = settings_for(pg, tmp_path)
    wrong = right.model_copy(update={"discord_token": type(right.discord_token)(TOKEN)})
    assert [(each.state, "refused" in each.said) for each in await asked(wrong)] == [("wrong", True)]
    nowhere = right.model_copy(update={"discord_api_base": f"http://127.0.0.1:{free_port()}/api/v10"})
    assert [(each.what, each.state) for each in await asked(nowhere)] == [("Discord", "wrong")]


INTENTS = ("presence", "guild_members", "message_content")


def application(**others: Any) -> Any:
    """Its page, as discord.py reads it."""
    flags = {f"gateway_{name}{ending}": False for name in INTENTS for ending in ("", "_limited")}
    page = {"interactions_endpoint_url": None, "approximate_guild_count": 5}
    given = {name: others.pop(name) for name in page if name in others}
    return SimpleNamespace(**{**page, **given}, flags=SimpleNamespace(**{**flags, **others}))


def test_an_application_to_whose_address_presses_go() -> None:
    page = application(interactions_endpoint_url="https://example.org/interactions")
    assert doctor.application_finding(page).state == "wrong"
    assert doctor.application_finding(application()).state == "well"
    assert "members" in doctor.application_finding(application(gateway_guild_members_limited=True)).said


@pytest.mark.parametrize(
    ("servers", "verified", "shards", "left", "hint"),
    [
        (5, False, 1, 999, ""),
        (80, False, 1, 999, "have it verified"),
        (80, True, 1, 999, ""),
        (5, False, 3, 999, "Discord recommends SHARD_COUNT=3"),
        (5, False, 1, 9, "it begins sessions"),
    ],
)
def test_a_bot_that_grows(servers: int, verified: bool, shards: int, left: int, hint: str) -> None:
    gateway = {"shards": shards, "session_start_limit": {"remaining": left, "total": 1000}}
    [told] = doctor.size_findings(application(approximate_guild_count=servers), gateway, 1, verified=verified)
    assert told.hint.startswith(hint)
    assert (told.state == "look") == bool(hint)


async def test_all_of_it_can_be_pasted(
    pg: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", pg.token)
    monkeypatch.setenv("DISCORD_API_BASE", pg.api_base)
    monkeypatch.setenv("PICTURES", "False")
    assert await examine() == 0
    told = capsys.readouterr().out
    assert pg.token not in told
    assert told.splitlines()[-1].endswith(" 0 wrong, 3 to look at.")
    monkeypatch.setenv("LOG_LEVEL", "LOUD")
    assert await examine() == 1
    assert "LOG_LEVEL must be" in capsys.readouterr().out

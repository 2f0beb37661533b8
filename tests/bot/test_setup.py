"""`tortuga setup`: the token is asked for, judged by Discord, and kept where the bot finds it."""

from __future__ import annotations

import asyncio
import io
import sys
from pathlib import Path

import pytest

from bot.settings import SettingsError
from bot.setup import ask
from playground import Playground

TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"


@pytest.fixture
def file(pg: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where it is to be kept."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_API_BASE", pg.api_base)
    monkeypatch.setenv("SETTINGS_FILE", str(tmp_path / "somewhere/settings.env"))
    return tmp_path / "somewhere/settings.env"


def typed(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """By the operator, or in a pipe."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{line}\n"))


async def test_the_token_is_kept_for_its_owner_alone(
    pg: Playground, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, f" {pg.token} ")
    assert await ask() == 0
    assert await asyncio.to_thread(file.read_text) == f"DISCORD_TOKEN={pg.token}\n"
    assert file.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in file.parent.iterdir()] == [file.name]
    told = capsys.readouterr().out
    assert "https://discord.com/oauth2/authorize?client_id=" in told
    assert pg.token not in told


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("LOG_LEVEL=DEBUG", "LOG_LEVEL=DEBUG\nDISCORD_TOKEN={}\n"),
        ("export DISCORD_TOKEN = old\nTHINKING=0\n", "DISCORD_TOKEN={}\nTHINKING=0\n"),
        ("# DISCORD_TOKEN=of yesterday\n", "# DISCORD_TOKEN=of yesterday\nDISCORD_TOKEN={}\n"),
    ],
)
async def test_what_else_is_in_the_file_stays(
    before: str, after: str, pg: Playground, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.parent.mkdir()
    file.write_text(before)
    typed(monkeypatch, pg.token)
    assert await ask() == 0
    assert file.read_text() == after.format(pg.token)


async def test_a_token_that_discord_does_not_know_is_not_kept(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, TOKEN)
    assert await ask() == 1
    assert not file.exists()
    assert "DISCORD_TOKEN was refused by Discord" in capsys.readouterr().out


@pytest.mark.parametrize("line", ["", f"Bot {TOKEN}"])
async def test_what_is_no_token_is_refused_in_a_sentence(
    line: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, line)
    with pytest.raises(SettingsError, match="DISCORD_TOKEN"):
        await ask()
    assert not file.exists()

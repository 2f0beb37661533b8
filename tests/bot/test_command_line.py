"""The command line as an operator meets it: its exit status, and lines that can be read.

Most commands run in this process; those that are asked with `process` show that it is so in one of their own.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NoReturn

import msgspec
import pytest

from bot.monitoring.heartbeat import BackupNote, report_health
from bot.settings import LocalSettings
from bot.tournaments.export import files
from bot.tournaments.formats.engine import standings
from storage import sole_use
from tests.bot import command
from tests.bot.tournaments.cups import cup
from tests.storage.make_database import DATABASES

WRONG_SETTING = 78
"""The exit status that tells a service manager not to try again (EX_CONFIG)."""
TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"

PAGE = (command.ROOT / "docs/command-line.md").read_text("utf-8")
ROWS = {row[1]: row[0] for row in re.finditer(r"^\| `([a-z-]+).*$", PAGE, re.M)}
"""What the page says of each command."""

Result = subprocess.CompletedProcess[str]
Tortuga = Callable[..., Result]


@pytest.fixture
def tortuga(tmp_path: Path) -> Tortuga:
    """Runs a command in an empty folder. Settings are keyword arguments."""
    return partial(command.tortuga, tmp_path)


@pytest.fixture
def process(tmp_path: Path) -> Tortuga:
    """As `tortuga`, in a process of its own."""
    return partial(command.process, tmp_path)


def fails_in_one_line(result: Result, status: int = 1) -> str:
    """What was told on standard error, which must be all of it."""
    assert result.returncode == status, result
    assert result.stdout == ""
    [line] = result.stderr.splitlines()
    assert line.startswith("tortuga: ")
    return line.removeprefix("tortuga: ")


@pytest.mark.parametrize("name", ["run", "sync"])
def test_without_a_token_nothing_starts(name: str, process: Tortuga):
    assert fails_in_one_line(process(name), WRONG_SETTING).startswith("DISCORD_TOKEN is missing")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DISCORD_TOKEN", f"'{TOKEN}'"),
        ("DISCORD_API_BASE", "discord"),
        ("DISCORD_API_BASE", "http://example.org"),
        ("DATABASE_PATH", "."),
        ("LOG_LEVEL", "LOUD"),
        ("LOG_FORMAT", "xml"),
    ],
)
def test_a_wrong_setting_ends_the_start_in_one_line(name: str, value: str, tortuga: Tortuga):
    told = fails_in_one_line(tortuga("run", **({"DISCORD_TOKEN": TOKEN} | {name: value})), WRONG_SETTING)
    assert told.startswith(name)
    assert TOKEN not in told


def test_a_wrong_line_in_the_settings_file_ends_the_start_in_one_line(tmp_path: Path, tortuga: Tortuga):
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\nLOG_LEVEL=loud\n")
    assert fails_in_one_line(tortuga("run"), WRONG_SETTING).startswith("LOG_LEVEL must be")


def test_a_slip_in_a_setting_is_named_at_the_start(tortuga: Tortuga):
    told = tortuga("migrate", DATABSE_PATH="/somewhere/else.db")
    assert told.returncode == 0
    assert "DATABSE_PATH is not a setting: did you mean DATABASE_PATH?" in told.stderr


def test_a_server_that_is_not_there_ends_the_start_in_one_line(process: Tortuga):
    told = process("run", DISCORD_TOKEN=TOKEN, DISCORD_API_BASE="http://127.0.0.1:9/api/v10")
    assert told.returncode == 1
    assert "Traceback" not in told.stderr
    assert "http://127.0.0.1:9/api/v10" in told.stderr.splitlines()[-1]


def test_an_unknown_command_is_refused_with_the_right_ones(process: Tortuga):
    told = process("dance")
    assert told.returncode == 2
    for name in ROWS:
        assert name in told.stderr


def test_the_page_lists_every_command_with_its_options(tortuga: Tortuga):
    listed = re.findall(r"^ {4}([a-z][a-z-]*)", tortuga("--help").stdout, re.M)
    assert sorted(listed) == sorted(ROWS)
    for name, row in ROWS.items():
        assert set(re.findall(r"--[a-z-]+", tortuga(name, "--help").stdout)) - {"--help"} <= {
            *re.findall(r"--[a-z-]+", row)
        }, name


def test_health_without_a_bot(tortuga: Tortuga):
    told = tortuga("health")
    assert told.returncode == 1
    assert told.stdout == "not running: there is no sign of life at data/tortuga.db.heartbeat\n"


@pytest.mark.parametrize(("age", "status", "words"), [(2, 0, "well: "), (300, 1, "not well: ")])
def test_health_goes_by_the_age_of_the_last_sign(
    age: int, status: int, words: str, tmp_path: Path, tortuga: Tortuga
):
    sign = tmp_path / "games.db.heartbeat"
    sign.touch()
    os.utime(sign, (time.time() - age, time.time() - age))
    told = tortuga("health", DATABASE_PATH="games.db")
    assert (told.returncode, told.stderr) == (status, "")
    assert told.stdout.startswith(words)


@pytest.mark.parametrize("where", ["full", "read-only"])
def test_health_notices_a_disk_that_takes_nothing_more(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    settings = LocalSettings(database_path=tmp_path / "games.db")
    settings.heartbeat_path.touch()
    assert report_health(settings) == 0

    def refuse(*_given: object, **_named: object) -> NoReturn:
        raise OSError(errno.ENOSPC if where == "full" else errno.EROFS, "as ordered")

    monkeypatch.setattr(os, "posix_fallocate", refuse)
    assert report_health(settings) == 1
    assert "not well: nothing can be written to" in capsys.readouterr().out
    assert [file.name for file in tmp_path.iterdir()] == ["games.db.heartbeat"]


def test_health_tells_how_the_copies_go(tmp_path: Path, tortuga: Tortuga):
    assert tortuga("health", "--backup").returncode == 1
    tortuga("migrate")
    (tmp_path / "copies").mkdir()
    tortuga("backup", "--keep", "2", "copies")
    assert (told := tortuga("health", "--backup")).returncode == 0
    assert told.stdout == "well: the latest copy is 0 hours old\n"
    tortuga("backup", "--keep", "2", "nowhere")
    assert (told := tortuga("health", "--backup")).returncode == 1
    assert "the latest copy of the database failed: nowhere/tortuga-" in told.stdout
    note = BackupNote(time.time() - 3 * 24 * 3600)
    (tmp_path / "data/tortuga.db.backup").write_bytes(msgspec.json.encode(note))
    assert tortuga("health", "--backup").stdout == "not well: no copy of the database was made for 72 hours\n"


def test_a_path_begins_at_home_wherever_it_is_given(tmp_path: Path, tortuga: Tortuga):
    home = tmp_path / "home"
    home.mkdir()
    at_home = {"HOME": str(home), "DATABASE_PATH": "~/games/x.db"}
    assert tortuga("migrate", **at_home).returncode == 0
    assert tortuga("backup", "~/copy.db", **at_home).returncode == 0
    assert (home / "games/x.db").is_file()
    assert (home / "copy.db").is_file()
    assert [found.name for found in tmp_path.iterdir()] == ["home"]
    told = tortuga("migrate", DATABASE_PATH="~nobodyofthatname/x.db")
    assert told.returncode == 78
    assert "DATABASE_PATH begins with ~nobodyofthatname, which is nobody's home" in told.stderr


def test_migrate_leaves_a_file_alone_on_which_a_bot_runs(tmp_path: Path, tortuga: Tortuga):
    """The bot would not understand what it finds from then on: no move could be stored any more."""
    path = tmp_path / "games.db"
    shutil.copyfile(sorted(DATABASES.glob("*.sqlite3"))[0], path)
    before = path.read_bytes()
    with sole_use(path):
        for asked in (("migrate",), ("verify", "k3")):
            told = tortuga(*asked, DATABASE_PATH="games.db")
            assert told.returncode == 1
            assert told.stderr.splitlines()[-1].startswith("tortuga: A bot runs on games.db already")
    assert path.read_bytes() == before
    assert tortuga("migrate", DATABASE_PATH="games.db").returncode == 0


def test_migrate_makes_the_database(tmp_path: Path, tortuga: Tortuga):
    assert tortuga("migrate").returncode == 0
    with sqlite3.connect(tmp_path / "data/tortuga.db") as db:
        assert db.execute("PRAGMA user_version").fetchone()[0] > 0


def test_migrate_refuses_what_is_no_database_and_leaves_it_alone(tmp_path: Path, tortuga: Tortuga):
    other = tmp_path / "shopping.txt"
    other.write_text("limes, rope, " * 1000)
    before = other.read_bytes()
    told = tortuga("migrate", DATABASE_PATH=str(other))
    assert told.returncode == 1
    assert "Traceback" not in told.stderr
    assert told.stderr.splitlines()[-1].startswith(f"tortuga: {other}")
    assert other.read_bytes() == before


def test_backup_makes_a_sound_copy_and_says_how_far_it_is(tmp_path: Path, tortuga: Tortuga):
    tortuga("migrate")
    told = tortuga("backup", "copy.db")
    assert (told.returncode, told.stdout) == (0, "")
    assert told.stderr.startswith("copying data/tortuga.db to copy.db ...\n")
    assert "copying data/tortuga.db to copy.db: done in" in told.stderr
    with sqlite3.connect(tmp_path / "copy.db") as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_backup_overwrites_nothing(tmp_path: Path, tortuga: Tortuga):
    tortuga("migrate")
    (tmp_path / "copy.db").write_text("last year's")
    told = tortuga("backup", "copy.db")
    assert told.returncode == 1
    assert told.stderr.splitlines()[-1].startswith("tortuga: copy.db is already there")
    assert (tmp_path / "copy.db").read_text() == "last year's"


def test_backup_to_standard_output_is_the_copy_and_nothing_else(tmp_path: Path, tortuga: Tortuga):
    tortuga("migrate")
    with (tmp_path / "copy.db").open("wb") as output:
        told = command.tortuga_into(tmp_path, output, "backup", "-")
    assert told.returncode == 0
    with sqlite3.connect(tmp_path / "copy.db") as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_backup_keeps_as_many_as_were_asked_for_and_says_which_is_new(tmp_path: Path, tortuga: Tortuga):
    tortuga("migrate")
    (tmp_path / "copies").mkdir()
    for day in ("01", "02", "03"):
        (tmp_path / f"copies/tortuga-2026-09-{day}T030000Z.db").touch()
    told = tortuga("backup", "--keep", "2", "copies")
    assert told.returncode == 0
    kept = {f"copies/{file.name}" for file in (tmp_path / "copies").iterdir()}
    assert kept == {"copies/tortuga-2026-09-03T030000Z.db", told.stdout.strip()}
    assert "how many copies? 1 or more" in tortuga("backup", "--keep", "0", "copies").stderr
    assert fails_in_one_line(tortuga("backup", "--keep", "2", "-")).startswith("--keep wants a folder")


def test_restore_puts_a_copy_back_and_says_where_the_old_one_is(tmp_path: Path, tortuga: Tortuga):
    tortuga("migrate")
    tortuga("backup", "copy.db")
    told = tortuga("restore", "copy.db")
    assert told.returncode == 0
    was, kept = told.stdout.removesuffix(".\n").split(". What was there before is ")
    assert was == "data/tortuga.db is as copy.db was"
    assert (tmp_path / kept).is_file()


def test_backup_of_nothing_is_refused(tmp_path: Path, tortuga: Tortuga):
    told = tortuga("backup", "copy.db")
    assert told.returncode == 1
    assert "There is no database at data/tortuga.db" in told.stderr.splitlines()[-1]
    assert list(tmp_path.iterdir()) == []


def test_commands_work_with_postgres_but_those_that_are_for_files(tmp_path: Path, postgres_url: str):
    tortuga = partial(command.tortuga, tmp_path, DATABASE_URL=postgres_url)
    assert tortuga("migrate").returncode == 0
    assert "There is no table k3" in tortuga("verify", "k3").stderr
    for asked in (("backup", "copy.db"), ("backup", "--keep", "2", "copies"), ("restore", "copy.db")):
        assert "pg_dump" in fails_in_one_line(tortuga(*asked))
    assert list(tmp_path.iterdir()) == []


def test_an_address_that_only_a_person_can_mend_is_not_tried_again_and_again(
    tmp_path: Path, postgres_url: str
):
    told = command.tortuga(tmp_path, "migrate", DATABASE_URL=f"{postgres_url}&channel_binding=require")
    assert told.returncode == WRONG_SETTING
    assert "channel_binding is no parameter that is known here" in told.stderr
    assert "Traceback" not in told.stderr


def test_verify_without_a_database_is_refused_and_makes_none(tmp_path: Path, tortuga: Tortuga):
    assert fails_in_one_line(tortuga("verify", "k3")).startswith("There is no database at data/tortuga.db")
    assert list(tmp_path.iterdir()) == []


def test_verify_of_an_unknown_table_is_refused(tortuga: Tortuga):
    tortuga("migrate")
    told = tortuga("verify", "k3")
    assert told.returncode == 1
    assert told.stderr.splitlines()[-1].startswith("tortuga: There is no table k3")


def an_export() -> bytes:
    """A whole tournament of eleven."""
    tournament = cup()
    assert tournament.record.event is not None
    return files(tournament, standings(tournament.record.event), {})[-1].content


def test_verify_tournament_needs_no_database_and_says_what_it_checked(tmp_path: Path, tortuga: Tortuga):
    (tmp_path / "tournament.json").write_bytes(an_export())
    told = tortuga("verify-tournament", "tournament.json")
    assert told.returncode == 0
    assert {line.split()[0] for line in told.stdout.splitlines()} == {"right"}
    assert "Round 3: 3 pods and 0 byes come out of draw 0 as they were published." in told.stdout
    assert {file.name for file in tmp_path.iterdir()} == {"tournament.json"}


def test_verify_tournament_fails_if_anything_is_wrong(tmp_path: Path, tortuga: Tortuga):
    (tmp_path / "tournament.json").write_bytes(an_export())
    told = tortuga("verify-tournament", "tournament.json", "--commitment", "ab" * 32)
    assert told.returncode == 1
    assert [line.split()[0] for line in told.stdout.splitlines()].count("WRONG") == 1


def test_verify_tournament_of_something_else_is_refused_in_one_line(tmp_path: Path, tortuga: Tortuga):
    (tmp_path / "shopping.txt").write_text("limes, rope")
    told = tortuga("verify-tournament", "shopping.txt")
    assert told.returncode == 1
    assert told.stderr.splitlines()[-1].startswith("tortuga: This is not the tournament.json of an export")
    told = tortuga("verify-tournament", "nowhere.json")
    assert told.stderr.splitlines()[-1].startswith("tortuga: nowhere.json cannot be read")


def test_move_takes_all_games_to_postgres_and_back_and_says_what_to_set(
    tmp_path: Path, tortuga: Tortuga, postgres_url: str
):
    assert tortuga("migrate", DATABASE_PATH="games.db").returncode == 0
    with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as db:
        db.execute("INSERT INTO people VALUES (7, x'7b7d'), (8, x'7b7d')")
    url = postgres_url.replace("tortuga@", "tortuga:parrot@")
    there = tortuga("move", "--to", url, DATABASE_PATH="games.db")
    again = tortuga("move", "--to", url, DATABASE_PATH="games.db")
    back = tortuga("move", "--to", "back.db", DATABASE_URL=url)
    assert (there.returncode, again.returncode, back.returncode) == (0, 1, 0), (there, again, back)
    line, *told = there.stdout.splitlines()
    assert re.fullmatch(r"the same +2  people \([0-9a-f]{32}\)", line)
    assert told[0].startswith("All 2 rows are in test_")
    assert "set DATABASE_URL" in told[0]
    assert back.stdout.splitlines()[0] == line
    assert "set DATABASE_PATH=back.db" in back.stdout
    assert "is not empty" in again.stderr.splitlines()[-1]
    for result in (there, again, back):
        assert "parrot" not in result.stdout + result.stderr


@pytest.mark.parametrize(
    "place",
    [
        *("mysql://anne:parrot@db/games", "postgresql://anne:par/rot@db/games"),
        *("postgresql://anne:par@rot@db/games", "postgresql://anne:par#rot@db/games"),
    ],
)
def test_move_to_what_is_no_address_is_refused_without_its_password(place: str, tortuga: Tortuga):
    told = tortuga("move", "--to", place)
    assert told.returncode == 2
    assert "postgresql://" in told.stderr.splitlines()[-1]
    assert "parrot" not in told.stderr
    assert "Traceback" not in told.stderr

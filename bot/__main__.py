"""The bot's command line: `python -m bot` or, once installed, `tortuga`."""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

# structlog loads rich wherever it is installed, for traces that show the values of variables. Ours must not
# show them, and a start would take a tenth longer.
_rich = sys.modules.setdefault("rich", None)  # pyright: ignore[reportArgumentType]
import structlog

if _rich is None:
    del sys.modules["rich"]

from bot import __version__, settings
from bot.monitoring.heartbeat import note_backup, report_backups, report_health
from bot.runtime import logs
from storage.address import is_postgres
from storage.errors import StorageError, WrongAddress

if TYPE_CHECKING:
    from bot.tables.verify import Finding

log = structlog.get_logger("bot")

WRONG_SETTING = 78
"""The exit status where only a person can help, so that a service manager need not try again and again: the
`EX_CONFIG` of sysexits.h, which systemd's RestartPreventExitStatus= names.
"""

Command = Callable[[argparse.Namespace], int]
"""Runs one command; the exit status."""


class CommandFailed(Exception):
    """A command cannot do what was asked. The text is one line for the operator."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit status; whatever goes wrong is one line on standard error."""
    logs.configure_logging(
        settings.LocalSettings.model_construct()
    )  # until the settings are known, as they are without any
    arguments = _parser().parse_args(argv)
    try:
        return arguments.command(arguments)
    except settings.SettingsError as error:
        _fail(str(error))
        return 1 if isinstance(error, settings.NotNow) else WRONG_SETTING
    except (StorageError, CommandFailed) as error:
        _fail(str(error))
        return WRONG_SETTING if isinstance(error, WrongAddress) else 1
    except KeyboardInterrupt:
        _fail("stopped")
        return 130
    except Exception as error:
        log.exception("an error in Tortuga itself")
        return _fail(
            f"stopped by an error in Tortuga itself ({type(error).__name__}); please report the trace above"
        )


def _fail(reason: str) -> int:
    print("tortuga:", " ".join(reason.split()), file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tortuga",
        description="A Discord bot that plays pirate card games. Settings: the environment or .env.",
    )
    parser.add_argument("--version", action="version", version=f"tortuga {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, does: str, command: Command) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=does, description=does[0].upper() + does[1:] + ".")
        added.set_defaults(command=command)
        return added

    add("run", "be the bot, until SIGTERM or Ctrl-C", _run)
    demo = add("demo", "play in the browser, without Discord: the bot with a stand-in for it", _demo)
    demo.add_argument("--no-browser", action="store_true", help="open no browser; the address is printed")
    demo.add_argument("--port", metavar="N", help="the page's port")
    demo.add_argument("--speed", metavar="N", help="how many times as fast clocks run, to watch days go by")
    add("setup", "ask for the bot's token, check it, keep it, and print the invite link", _setup)
    doctor = add("doctor", "look at everything that can be wrong, with a hint for each", _doctor)
    doctor.add_argument(
        "--server", type=_id, metavar="ID", help="also what the bot may do in each channel of this server"
    )
    add("sync", "bring the slash commands to Discord now; run does it when they have changed", _sync)
    health = add("health", "say whether the bot on this machine is alive; exit status 1 if not", _health)
    health.add_argument(
        "--backup", action="store_true", help="say how the latest backup --keep went, in place of that"
    )
    _add_database_commands(add)
    verify = add("verify", "deal a finished game again and say whether every card was as committed", _verify)
    verify.add_argument("table", metavar="TABLE", help="the table's id, as its messages show it")
    verify.add_argument("--commitment", metavar="HEX", help="the one that the lobby showed, to compare with")
    tournament = add(
        "verify-tournament",
        "draw an exported tournament again and say whether every pod and place was right",
        _verify_tournament,
    )
    tournament.add_argument(
        "file", metavar="FILE", type=_path, help="tournament.json, as /tournament export gave it"
    )
    tournament.add_argument(
        "--commitment", metavar="HEX", help="the seed's, which the announcement showed, to compare with"
    )
    return parser


def _add_database_commands(add: Callable[[str, str, Command], argparse.ArgumentParser]) -> None:
    add("migrate", "bring the database to this version's form; run does it by itself", _migrate)
    backup = add("backup", "copy the database, also while the bot runs", _backup)
    backup.add_argument(
        "file",
        metavar="FILE",
        type=_path,
        help="where to, a file that does not exist yet; -: standard output",
    )
    backup.add_argument(
        "--keep",
        metavar="N",
        type=_at_least_one,
        help="FILE is a folder: copies of the latest N days stay there",
    )
    restore = add("restore", "put a copy in the database's place; the bot must not run", _restore)
    restore.add_argument("file", metavar="FILE", type=_path, help="the copy, as backup made it; it stays")
    move = add(
        "move",
        "copy all games into another kind of database, PostgreSQL or a file; the bot must not run",
        _move,
    )
    move.add_argument(
        "--to",
        metavar="PLACE",
        type=_place,
        required=True,
        help="postgresql://user:password@host/database, or a file; a new one, without games",
    )


# Each imports what it needs itself: `health`, asked twice a minute, waits neither for discord.py nor games.


def _run(_arguments: argparse.Namespace) -> int:
    from bot.runtime import memory

    memory.share_one_heap()
    memory.begin_without_collecting()
    given = _online()
    import storage

    check = storage.begin_check(given.database)  # while the rest of the bot is loaded
    from bot.process import run_bot

    return asyncio.run(run_bot(given, check))


def _demo(arguments: argparse.Namespace) -> int:
    """The playground keeps its tables among the user's files, and heeds no setting but the environment's."""
    environment = {name: value for name, value in os.environ.items() if name not in _ANOTHERS}
    environment |= {"SETTINGS_FILE": os.devnull, "PYTHONSAFEPATH": "1"}  # a folder `bot` here is not ours
    if settings.is_checkout():
        environment["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parents[1]), *sys.path])
    folder = settings.data_folder() / "playground"
    command = [sys.executable, "-m", "playground", "--data", str(folder)]
    command += [] if arguments.no_browser else ["--open"]
    command += [f"--port={arguments.port}"] if arguments.port else []
    command += [f"--speed={arguments.speed}"] if arguments.speed else []
    if sys.platform == "win32":
        return subprocess.call(command, env=environment)
    os.execve(sys.executable, command, environment)


_ANOTHERS = (
    "DISCORD_TOKEN_FILE",
    "DATABASE_URL",
    "DATABASE_URL_FILE",
    "DISCORD_REST_PROXY",
    "SHARD_COUNT",
    "SHARDS",
)
"""Settings of a bot on Discord, which would lead the playground's to its games."""


def _setup(_arguments: argparse.Namespace) -> int:
    from bot.setup import ask

    return asyncio.run(ask())


def _doctor(arguments: argparse.Namespace) -> int:
    from bot.monitoring.doctor import examine

    return asyncio.run(examine(arguments.server))


def _id(given: str) -> int:
    if not given.isdecimal():
        raise argparse.ArgumentTypeError("a server's id is a number: right-click the server, Copy Server ID")
    return int(given)


def _sync(_arguments: argparse.Namespace) -> int:
    given = _online()
    from bot.app import sync_commands

    with progress("bringing the commands to Discord"):
        asyncio.run(sync_commands(given))
    return 0


def _health(arguments: argparse.Namespace) -> int:
    return (report_backups if arguments.backup else report_health)(_local())


def _migrate(_arguments: argparse.Namespace) -> int:
    import storage

    place = _local().database
    with progress(f"bringing {storage.name_of(place)} up to date") as say:
        asyncio.run(storage.migrate(place, say))
    return 0


def _at_least_one(given: str) -> int:
    if not given.isdecimal() or not (number := int(given)):
        raise argparse.ArgumentTypeError("how many copies? 1 or more")
    return number


def _backup(arguments: argparse.Namespace) -> int:
    import storage

    local = _local()
    path = storage.require_file(local.database)
    target, keep = arguments.file, arguments.keep
    to_stream = str(target) == "-"
    if to_stream and keep is not None:
        raise CommandFailed("--keep wants a folder, and - is none. Leave one of the two out.")
    if to_stream and sys.stdout.isatty():
        raise CommandFailed(
            "The copy is no text for a terminal. Lead it into a file: tortuga backup - > FILE"
        )
    with progress(f"copying {path} to {'standard output' if to_stream else target}") as say:
        if to_stream:
            asyncio.run(storage.copy_to_stream(path, sys.stdout.buffer, say))
        elif keep is not None:
            with _noted(local.backup_note_path):
                made = asyncio.run(storage.copy_into_folder(path, target, keep, say))
            print(made)
        else:
            asyncio.run(storage.backup(path, target, say))
    return 0


@contextmanager
def _noted(note: Path) -> Iterator[None]:
    """Whoever watches over the bot is told how the block ended."""
    try:
        yield
    except Exception as error:
        note_backup(note, str(error) if isinstance(error, StorageError) else type(error).__name__)
        raise
    note_backup(note)


def _restore(arguments: argparse.Namespace) -> int:
    import storage

    path = storage.require_file(_local().database)
    with storage.sole_use(path), progress(f"putting {arguments.file} in the place of {path}") as say:
        kept = asyncio.run(storage.restore(arguments.file, path, say))
    print(f"{path} is as {arguments.file} was." + (f" What was there before is {kept}." if kept else ""))
    return 0


def _place(given: str) -> Path | str:
    try:
        if is_postgres(given):
            return given
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"this {error}") from None
    if "://" in given:
        raise argparse.ArgumentTypeError("an address must begin with postgresql://")
    return _path(given)


def _path(given: str) -> Path:
    try:
        return settings.at_home(Path(given))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{given} {error}") from None


def _move(arguments: argparse.Namespace) -> int:
    import storage

    source, target = _local().database, arguments.to
    with progress(f"moving {storage.name_of(source)} to {storage.name_of(target)}") as say:
        moved = asyncio.run(storage.move(source, target, say))
    for table in moved:
        if table.rows:
            print(f"the same  {table.rows:>11,}  {table.name} ({table.digest})")
    print(f"All {sum(table.rows for table in moved):,} rows are in {storage.name_of(target)}.", end=" ")
    if isinstance(target, Path):
        print(f"Now set DATABASE_PATH={target}, leave DATABASE_URL empty, and start the bot.")
    else:
        print("Now set DATABASE_URL to the address that was given here, and start the bot.")
    print(f"{storage.name_of(source)} is as it was: keep it until you trust the new one, no longer.")
    return 0


def _verify(arguments: argparse.Namespace) -> int:
    return verify(_local(), arguments.table, arguments.commitment)


def verify(local: settings.LocalSettings, table: str, commitment: str | None) -> int:
    """Deal a finished game again and print what was found; 0 if every card was as committed, else 1.

    CommandFailed if there is nothing to check.
    """
    import storage
    from bot.tables.verify import NotVerifiable, verify_table

    async def findings() -> list[Finding]:
        async with storage.opened(local.database) as store:
            return await verify_table(store, table, commitment)

    if isinstance(local.database, Path) and not local.database.is_file():
        raise CommandFailed(f"There is no database at {local.database}. Look at DATABASE_PATH.")
    try:
        with progress(f"dealing the game of table {table} again"):
            found = asyncio.run(findings())
    except NotVerifiable as error:
        raise CommandFailed(str(error)) from error
    return _print_findings(found)


def _verify_tournament(arguments: argparse.Namespace) -> int:
    from bot.tables.verify import NotVerifiable
    from bot.tournaments.verify import verify_tournament

    try:
        content = arguments.file.read_bytes()
    except OSError as error:
        raise CommandFailed(
            f"{arguments.file} cannot be read ({error.strerror}). Look at its name."
        ) from error
    try:
        with progress(f"computing the tournament of {arguments.file} again"):
            found = verify_tournament(content, arguments.commitment)
    except NotVerifiable as error:
        raise CommandFailed(str(error)) from error
    return _print_findings(found)


def _print_findings(found: Sequence[Finding]) -> int:
    for finding in found:
        print("right" if finding.right else "WRONG", finding.what, sep="  ")
    return 0 if all(finding.right for finding in found) else 1


def _online() -> settings.Settings:
    given = settings.load(settings.Settings)
    logs.configure_logging(given, given.discord_token)
    _name_misspelt()
    return given


def _local() -> settings.LocalSettings:
    given = settings.load(settings.LocalSettings)
    logs.configure_logging(given)
    _name_misspelt()
    return given


def _name_misspelt() -> None:
    for told in settings.misspelt():
        log.warning(told)


@contextmanager
def progress(doing: str) -> Iterator[Callable[[str], None]]:
    """Show on standard error that `doing` ("copying the database") is under way, and at the end how long it
    took: one line that changes for people, a line each time for files. The command says how far it is by
    calling what it gets.
    """
    began, screen = time.monotonic(), sys.stderr
    width = shutil.get_terminal_size().columns - 1 if screen.isatty() else 0

    def say(words: str, end: str = "") -> None:
        line = doing + words
        if not width:
            print(line, file=screen, flush=True)
        else:  # in the place of what stood there before
            print(f"\r{line if end else line[:width]:<{width}}", end=end, file=screen, flush=True)

    say(" ...")
    try:
        yield lambda words: say(f": {words}")
    except BaseException:
        if width:
            print(file=screen)  # what went wrong is told on the next line
        raise
    say(f": done in {time.monotonic() - began:.1f} s", "\n")


if __name__ == "__main__":
    sys.exit(main())

"""The bot's command line: `python -m bot` or, once installed, `tortuga`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import structlog

from bot import __version__, settings
from bot.cli import CommandFailed
from bot.monitoring.heartbeat import report_health
from bot.runtime import logs
from storage.errors import StorageError

log = structlog.get_logger("bot")

Command = Callable[[argparse.Namespace], int]
"""Runs one command; the exit status."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit status; whatever goes wrong is one line on standard error."""
    logs.configure_logging(
        settings.LocalSettings.model_construct()
    )  # until the settings are known, as they are without any
    arguments = _parser().parse_args(argv)
    try:
        return arguments.command(arguments)
    except (settings.SettingsError, StorageError, CommandFailed) as error:
        return _fail(str(error))
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
    add("sync", "bring the slash commands to Discord now; run does it when they have changed", _sync)
    add("health", "say whether the bot on this machine is alive; exit status 1 if not", _health)
    add("migrate", "bring the database to this version's form; run does it by itself", _migrate)
    backup = add("backup", "copy the database, also while the bot runs", _backup)
    backup.add_argument("file", metavar="FILE", type=Path, help="where to; must not exist yet")
    verify = add("verify", "deal a finished game again and say whether every card was as committed", _verify)
    verify.add_argument("table", metavar="TABLE", help="the table's id, as its messages show it")
    verify.add_argument("--commitment", metavar="HEX", help="the one that the lobby showed, to compare with")
    tournament = add(
        "verify-tournament",
        "draw an exported tournament again and say whether every pod and place was right",
        _verify_tournament,
    )
    tournament.add_argument(
        "file", metavar="FILE", type=Path, help="tournament.json, as /tournament export gave it"
    )
    tournament.add_argument(
        "--commitment", metavar="HEX", help="the seed's, which the announcement showed, to compare with"
    )
    return parser


# Each imports its module itself: `health`, asked twice a minute, waits neither for discord.py nor for games.


def _run(_arguments: argparse.Namespace) -> int:
    from bot.cli.online import run

    return run()


def _sync(_arguments: argparse.Namespace) -> int:
    from bot.cli.online import sync

    return sync()


def _health(_arguments: argparse.Namespace) -> int:
    return report_health(_local())


def _migrate(_arguments: argparse.Namespace) -> int:
    from bot.cli.maintenance import migrate

    return migrate(_local())


def _backup(arguments: argparse.Namespace) -> int:
    from bot.cli.maintenance import backup

    return backup(_local(), arguments.file)


def _verify(arguments: argparse.Namespace) -> int:
    from bot.cli.verification import verify

    return verify(_local(), arguments.table, arguments.commitment)


def _verify_tournament(arguments: argparse.Namespace) -> int:
    from bot.cli.verification import verify_tournament

    return verify_tournament(arguments.file, arguments.commitment)


def _local() -> settings.LocalSettings:
    given = settings.load(settings.LocalSettings)
    logs.configure_logging(given)
    return given


if __name__ == "__main__":
    sys.exit(main())

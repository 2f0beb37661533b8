"""The bot's command line: `python -m bot` or, once installed, `tortuga`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import structlog

from bot import __version__, logs, settings
from bot.cli import database, online
from bot.cli.health import health
from storage.doors import StorageError

log = structlog.get_logger("bot")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit status; whatever goes wrong is one line on standard error."""
    arguments = _parser().parse_args(argv)
    try:
        return arguments.command(arguments)
    except (settings.SettingsError, StorageError) as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return _fail("stopped")
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

    def add(name: str, words: str, command: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=words, description=words[0].upper() + words[1:] + ".")
        added.set_defaults(command=command)
        return added

    add("run", "be the bot, until SIGTERM or Ctrl-C", lambda _: online.run())
    add(
        "sync",
        "bring the slash commands to Discord now (run does it by itself when they have changed)",
        lambda _: online.sync(),
    )
    add(
        "health",
        "say whether the bot on this machine is alive; exit status 1 if not",
        lambda _: health(_local()),
    )
    add(
        "migrate",
        "bring the database to this version's form (run does it by itself)",
        lambda _: database.migrate(_local()),
    )
    backup = add(
        "backup",
        "copy the database, also while the bot runs",
        lambda given: database.backup(_local(), given.file),
    )
    backup.add_argument("file", metavar="FILE", type=Path, help="where to; must not exist yet")
    verify = add(
        "verify",
        "deal a finished game again from its proof and say whether every card was as committed",
        lambda given: database.verify(_local(), given.table),
    )
    verify.add_argument("table", metavar="TABLE", help="the table's id, as its messages show it")
    return parser


def _local() -> settings.LocalSettings:
    given = settings.load(settings.LocalSettings)
    logs.set_up(given)
    return given


if __name__ == "__main__":
    sys.exit(main())

"""`python -m playground`: Discord's stand-in with its page, and the unchanged bot as its child."""

import argparse
import asyncio
import logging
import signal
import socket
import sys
import tempfile
import webbrowser
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import msgspec

from playground.bot_process import COMMAND, BotProcess
from playground.clock import Clock
from playground.default_world import add_forum, add_server_without_bot, add_servers_for_shards, default_world
from playground.gateway_session import UNHURRIED, GatewayRules
from playground.playground import Playground
from playground.snapshot import Keeper, read_world

WORLD_FILE, DATABASE_FILE = "world.json", "tortuga.db"
REQUESTS_KEPT = 1000
USUAL_PORT = 8150
"""Where the page is found, so that an open tab finds it again after a restart."""


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m playground", description=__doc__)
    parser.add_argument(
        "--port", type=int, help=f"the page's port (default: {USUAL_PORT}, or any other if that is taken)"
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="keep the bot's database and the channels here (default: both are new each time)",
    )
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    parser.add_argument("--no-bot", action="store_true", help="start no bot; print how one finds this place")
    parser.add_argument(
        "--no-limits", action="store_true", help="lift all that Discord limits by time, for measuring"
    )
    parser.add_argument(
        "--answer-seconds",
        type=float,
        metavar="S",
        help="give the bot more than Discord's three seconds for an answer, on a busy machine",
    )
    parser.add_argument(
        "--forum",
        action="store_true",
        help="with a forum, whose posts are threads",
    )
    parser.add_argument(
        "--outside",
        action="store_true",
        help="add a server where the bot is no member, and a group; everybody has installed it",
    )
    parser.add_argument(
        "--speed",
        type=float,
        default=1.0,
        metavar="N",
        help="let the bot's clocks run N times as fast, to watch days of play go by",
    )
    parser.add_argument(
        "--shards",
        type=int,
        default=1,
        metavar="N",
        help="divide the gateway: two servers on each shard, and SHARD_COUNT for the bot",
    )
    parser.add_argument(
        "--processes",
        type=int,
        default=1,
        metavar="M",
        help="start the bot so many times; more than once needs --database-url",
    )
    parser.add_argument(
        "--database-url", metavar="URL", help="the database that the bot is given, and its processes share"
    )
    wanted = parser.parse_args(given)
    if wanted.shards < 1 or wanted.processes < 1:
        parser.error("--shards and --processes are at least 1")
    if wanted.processes > 1 and not wanted.database_url:
        parser.error(
            f"--processes {wanted.processes} needs --database-url postgresql://...: "
            "without it each process would keep games of its own, in a file that no other one reads"
        )
    return wanted


def main() -> int:
    logging.basicConfig(level=logging.WARNING, format="playground: %(message)s", stream=sys.stderr)
    wanted = arguments()
    try:
        with ExitStack() as cleanup:
            folder = wanted.data or Path(
                cleanup.enter_context(tempfile.TemporaryDirectory(prefix="tortuga-"))
            )
            folder.mkdir(parents=True, exist_ok=True)
            asyncio.run(run(wanted, folder))
    except (OSError, msgspec.DecodeError) as error:
        print(f"The playground cannot start: {error}", file=sys.stderr)
        return 1
    return 0


def free_port() -> int:
    """The usual port, or 0 (any) if somebody else is there."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", USUAL_PORT))
        except OSError:
            return 0
    return USUAL_PORT


async def run(wanted: argparse.Namespace, folder: Path) -> None:
    """Serves until SIGINT or SIGTERM."""
    asked_to_stop = told_to_stop()  # before anybody is told that it is there, and may stop it
    world = read_world(folder / WORLD_FILE, Clock()) or default_world(Clock())
    if wanted.forum:
        add_forum(world)
    if wanted.outside:
        add_server_without_bot(world)
    if wanted.shards > 1:
        add_servers_for_shards(world, wanted.shards)
    limits = "off" if wanted.no_limits else "discord"
    async with Playground.start(
        limits=limits,
        rules=replace(UNHURRIED if wanted.no_limits else GatewayRules(), shards=wanted.shards),
        port=free_port() if wanted.port is None else wanted.port,
        world=world,
        keep_requests=REQUESTS_KEPT,
        answer_seconds=wanted.answer_seconds,
    ) as pg:
        keeper = Keeper(pg.world, folder / WORLD_FILE)
        keeper.write()
        show(f"Open {pg.address}/ in a browser.")
        if wanted.open:
            await asyncio.to_thread(webbrowser.open, f"{pg.address}/")
        if wanted.no_bot:
            shown = " ".join(f"{name}={value}" for name, value in settings_for(pg, wanted).items())
            show(f"A bot finds this place with: {shown}")
            await asked_to_stop.wait()
        else:
            await run_with_bots(pg, settings_of_processes(pg, wanted, folder), asked_to_stop)
        keeper.write()


def settings_for(pg: Playground, wanted: argparse.Namespace) -> dict[str, str]:
    """What a bot needs to find this place, to keep its time and to serve its shards."""
    settings = dict(pg.environment)
    if wanted.speed != 1:
        settings["CLOCK_SPEED"] = f"{wanted.speed:g}"
    if wanted.shards > 1:
        settings["SHARD_COUNT"] = str(wanted.shards)
    return settings


def settings_of_processes(pg: Playground, wanted: argparse.Namespace, folder: Path) -> list[dict[str, str]]:
    """What each of the bot's processes needs. What one keeps beside its database is not another one's."""
    shared = settings_for(pg, wanted)
    if wanted.database_url:
        shared["DATABASE_URL"] = wanted.database_url
    names = [DATABASE_FILE, *(f"process-{number}.db" for number in range(2, wanted.processes + 1))]
    return [shared | {"DATABASE_PATH": str(folder / name)} for name in names]


async def run_with_bots(
    pg: Playground,
    settings: Sequence[Mapping[str, str]],
    asked_to_stop: asyncio.Event,
    command: Sequence[str] = COMMAND,
) -> None:
    """The bot as a child, once for each of the settings, until it is asked to stop."""

    def tell(line: str) -> None:
        show(line)
        pg.page_sockets.notice(line)

    several = len(settings) > 1
    bots = [
        BotProcess(each, tell, command, f"Process {number} of the bot" if several else "The bot")
        for number, each in enumerate(settings, 1)
    ]
    running = [asyncio.create_task(bot.keep_running()) for bot in bots]
    try:
        await asked_to_stop.wait()
    finally:
        await asyncio.gather(*(bot.stop() for bot in bots))
        for one in running:
            one.cancel()


def told_to_stop() -> asyncio.Event:
    """Is set by SIGINT and SIGTERM from now on."""
    loop, asked = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        if sys.platform == "win32":  # its event loop knows no signals
            signal.signal(number, lambda *_signal: loop.call_soon_threadsafe(asked.set))
        else:
            loop.add_signal_handler(number, asked.set)
    return asked


def show(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())

"""`python -m playground` as a program: one address, the bot as its child, and a world that is kept."""

import asyncio
import os
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp

from playground import Clock, Playground
from playground.__main__ import arguments, run_with_bots, settings_of_processes
from playground.bot_process import BotProcess
from playground.snapshot import read_world, write_world
from tests.support.bare_rest import bare_rest
from tests.support.idle import until


@asynccontextmanager
async def program(*arguments: str, cwd: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """The program, running; what is still alive at the end is asked to stop, as a person does with Ctrl+C."""
    root = str(Path(__file__).parents[2])
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "playground",
        *arguments,
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": root},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield child
    finally:
        if child.returncode is None:
            child.send_signal(signal.SIGINT)
            await asyncio.wait_for(child.wait(), 10)


async def line(child: asyncio.subprocess.Process) -> str:
    assert child.stdout is not None
    return (await asyncio.wait_for(child.stdout.readline(), 10)).decode()


async def test_it_prints_one_address_and_serves_the_page_there(tmp_path: Path) -> None:
    async with program("--no-bot", cwd=tmp_path) as child:
        shown = await line(child)
        assert shown.startswith("Open http://127.0.0.1:")
        assert "DISCORD_API_BASE=http://127.0.0.1:" in await line(child)
        async with aiohttp.ClientSession() as session, session.get(shown.split()[1]) as response:
            assert (response.status, response.content_type) == (200, "text/html")
        child.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(child.wait(), 10) == 0


async def test_a_bot_of_ones_own_is_told_how_fast_its_clocks_run(tmp_path: Path) -> None:
    async with program("--no-bot", "--speed", "3600", cwd=tmp_path) as child:
        await line(child)
        assert "CLOCK_SPEED=3600" in await line(child)


async def test_a_sharded_bot_of_ones_own_is_told_how_many_there_are(tmp_path: Path) -> None:
    async with program("--no-bot", "--shards", "4", cwd=tmp_path) as child:
        address = (await line(child)).split()[1]
        assert "SHARD_COUNT=4" in await line(child)
        async with aiohttp.ClientSession() as session, session.ws_connect(f"{address}page/socket") as socket:
            hello = await socket.receive_json()
        assert Counter(int(guild["id"]) >> 22 & 3 for guild in hello["guilds"]) == dict.fromkeys(range(4), 2)


async def test_several_processes_without_a_database_to_share_are_refused_in_one_line(tmp_path: Path) -> None:
    async with program("--processes", "2", cwd=tmp_path) as child:
        assert await asyncio.wait_for(child.wait(), 10) == 2
        assert child.stderr is not None
        assert "needs --database-url" in (await child.stderr.read()).decode().splitlines()[-1]


async def test_each_process_of_the_bot_is_told_what_it_shares_and_what_is_its_own(tmp_path: Path) -> None:
    wanted = arguments(
        ["--shards", "4", "--processes", "2", "--database-url", "postgresql://somewhere/tortuga"]
    )
    tell_all = "' '.join(os.environ[name] for name in ('SHARD_COUNT', 'DATABASE_URL', 'DISCORD_API_BASE'))"
    code = (
        "import os, pathlib, signal\n"
        f"pathlib.Path(os.environ['DATABASE_PATH']).write_text({tell_all})\n"
        "signal.pause()\n"
    )
    asked_to_stop = asyncio.Event()
    async with Playground.start() as pg:
        settings = settings_of_processes(pg, wanted, tmp_path)
        running = asyncio.create_task(
            run_with_bots(pg, settings, asked_to_stop, (sys.executable, "-c", code))
        )
        for name in ("tortuga.db", "process-2.db"):
            await _until_written(tmp_path / name, b"4 postgresql://somewhere/tortuga " + pg.api_base.encode())
        asked_to_stop.set()
        await running


async def test_a_port_that_is_taken_is_said_in_one_line(tmp_path: Path) -> None:
    async with Playground.start() as pg:
        port = pg.address.rpartition(":")[2]
        async with program("--no-bot", "--port", port, cwd=tmp_path) as child:
            assert await asyncio.wait_for(child.wait(), 10) == 1
            assert child.stderr is not None
            errors = (await child.stderr.read()).decode()
            assert errors.startswith("The playground cannot start: ")
            assert "Traceback" not in errors


async def test_a_world_that_cannot_be_read_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "world.json").write_text("{")
    async with program("--no-bot", "--data", str(tmp_path), cwd=tmp_path) as child:
        assert await asyncio.wait_for(child.wait(), 10) == 1
        assert child.stderr is not None
        assert "Traceback" not in (await child.stderr.read()).decode()


async def test_a_kept_world_goes_on_after_the_program_was_killed(tmp_path: Path) -> None:
    async with program("--no-bot", "--data", str(tmp_path), cwd=tmp_path) as child:
        address = (await line(child)).split()[1]
        async with aiohttp.ClientSession() as session:
            await _say(session, address, "remember me")
        await _until_written(tmp_path / "world.json", b"remember me")
        child.kill()
        await child.wait()
    async with program("--no-bot", "--data", str(tmp_path), cwd=tmp_path) as child:
        address = (await line(child)).split()[1]
        async with aiohttp.ClientSession() as session, session.ws_connect(f"{address}page/socket") as socket:
            hello = await socket.receive_json()
            [messages] = [found for found in hello["messages"].values() if found]
            assert [message["content"] for message in messages] == ["remember me"]


async def _say(session: aiohttp.ClientSession, address: str, text: str) -> None:
    async with session.ws_connect(f"{address}page/socket") as socket:
        hello = await socket.receive_json()
        await socket.send_json({"type": "say", "channel_id": hello["channels"][0]["id"], "content": text})
        while (await socket.receive_json())["type"] != "message":
            pass


async def _until_written(file: Path, wanted: bytes) -> None:
    await until(lambda: file.exists() and wanted in file.read_bytes())


async def test_what_was_uploaded_is_found_under_the_new_address(tmp_path: Path) -> None:
    file = tmp_path / "world.json"
    async with Playground.start(limits="off") as pg, bare_rest(pg) as rest:
        path = f"/channels/{pg.channel('tavern').id}/messages"
        gallery = (
            '{"flags":32768,"components":[{"type":12,"items":[{"media":{"url":"attachment://a.png"}}]}]}'
        )
        await rest.upload(path, gallery, ("a.png", b"picture"))
        write_world(pg.world, file)
    world = read_world(file, Clock())
    async with Playground.start(world=world) as pg, aiohttp.ClientSession() as session:
        message = pg.person("Anne").last().json
        for url in (message.attachments[0].url, message.components[0]["items"][0]["media"]["url"]):
            assert url.startswith(pg.address)
            async with session.get(url) as response:
                assert await response.read() == b"picture"


async def test_a_bot_that_dies_is_started_again_and_told_of() -> None:
    told: asyncio.Queue[str] = asyncio.Queue()
    bot = BotProcess({}, told.put_nowait, (sys.executable, "-c", "raise SystemExit(3)"))
    running = asyncio.create_task(bot.keep_running())
    assert "status 3" in await asyncio.wait_for(told.get(), 5)
    assert "status 3" in await asyncio.wait_for(told.get(), 10)
    await bot.stop()
    running.cancel()


async def test_a_bot_is_stopped_with_sigterm(tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    marker = tmp_path / "stopped"
    script.write_text(
        "import pathlib, signal, sys\n"
        f"def stop(*_): pathlib.Path({str(marker)!r}).write_text('in good order'); sys.exit(0)\n"
        "signal.signal(signal.SIGTERM, stop)\n"
        f"pathlib.Path({str(tmp_path / 'up')!r}).write_text('')\n"
        "signal.pause()\n"
    )
    bot = BotProcess({}, lambda line: None, (sys.executable, str(script)))
    running = asyncio.create_task(bot.keep_running())
    await until(lambda: (tmp_path / "up").exists())
    await bot.stop()
    await running
    assert marker.read_text() == "in good order"
    assert bot.pid is None


async def test_the_world_goes_on_while_the_bot_is_killed_and_started_again() -> None:
    echo_bot = (sys.executable, "-m", "tests.support.echo_bot")
    async with Playground.start(limits="off") as pg:
        settings = pg.environment | {"GATEWAY": pg.gateway_url}
        told: asyncio.Queue[str] = asyncio.Queue()
        bot = BotProcess(settings, told.put_nowait, echo_bot)
        running = asyncio.create_task(bot.keep_running())
        await pg.wait_until_connected()
        anna = pg.person("Anne")
        first = bot.pid
        assert first is not None
        message = (await anna.slash("echo")).message
        assert message is not None
        assert (await anna.press(message, "Echo")).text == f"from-{first} answered by {first}"

        os.kill(first, signal.SIGKILL)
        assert "signal SIGKILL" in await asyncio.wait_for(told.get(), 5)
        await pg.wait_until_connected()
        assert (await anna.press(message, "Echo")).text == f"from-{first} answered by {bot.pid}"
        await bot.stop()
        await running

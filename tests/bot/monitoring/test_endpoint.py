"""What an operator can ask the running bot on a port of its own: figures, and how it is."""

from __future__ import annotations

import json
import logging
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import aiohttp
import pytest
from structlog.testing import capture_logs

from bot.app import Tortuga, opened
from bot.client.error_handler import TakenAnswers
from bot.monitoring.metrics import Metrics
from bot.settings import SettingsError
from playground import Playground
from storage import StorageError
from storage.sqlite.store import SqliteStore
from tests.support.bot import settings_for, tortuga
from tests.support.database import locked
from tests.support.idle import until
from tests.support.ports import free_port
from tests.support.table_play import board_of, choose_first, hand, open_lobby, table_of


class Operator:
    """Asks the port."""

    def __init__(self, bot: Tortuga, port: int, session: aiohttp.ClientSession) -> None:
        self.bot = bot
        self._address = f"http://127.0.0.1:{port}"
        self._session = session

    async def text(self) -> str:
        """All figures, as Prometheus reads them."""
        async with self._session.get(f"{self._address}/metrics") as answer:
            assert answer.status == 200
            assert answer.content_type == "text/plain"
            return await answer.text()

    async def figures(self) -> dict[str, float]:
        """All figures, by name and labels."""
        lines = [line for line in (await self.text()).splitlines() if not line.startswith("#")]
        return {name: float(figure) for name, _, figure in (line.rpartition(" ") for line in lines)}

    async def health(self) -> tuple[int, dict[str, Any]]:
        """The status, and what is said."""
        async with self._session.get(f"{self._address}/health") as answer:
            return answer.status, await answer.json()

    async def asked(self, what: str) -> tuple[int, str]:
        """The status and the words at another address."""
        async with self._session.get(f"{self._address}/{what}") as answer:
            return answer.status, await answer.text()

    async def until(self, wanted: int) -> dict[str, Any]:
        """What is said as soon as that is the status."""

        async def told() -> dict[str, Any] | None:
            status, said = await self.health()
            return said if status == wanted else None

        return await until(told)

    async def counted(self, name: str, least: float = 1, **labels: str) -> dict[str, float]:
        """All figures as soon as one is no less than that."""

        async def enough() -> dict[str, float] | None:
            figures = await self.figures()
            return figures if total(figures, name, **labels) >= least else None

        return await until(enough)


@asynccontextmanager
async def watched(pg: Playground, folder: Path, **settings: Any) -> AsyncIterator[Operator]:
    """The bot, with somebody who watches over it."""
    port = free_port()
    async with (
        tortuga(pg, folder, metrics_port=port, **settings) as bot,
        aiohttp.ClientSession() as session,
    ):
        yield Operator(bot, port, session)


def total(figures: dict[str, float], name: str, **labels: str) -> float:
    """The sum over all that have these labels."""
    wanted = [f'{label}="{value}"' for label, value in labels.items()]
    return sum(
        figure
        for key, figure in figures.items()
        if key.partition("{")[0] == name and all(label in key for label in wanted)
    )


async def test_a_few_presses_are_counted_timed_and_told_by_verb(pg: Playground, tmp_path: Path) -> None:
    async with watched(pg, tmp_path) as operator:
        anne, calico = pg.person("Anne"), pg.person("Calico")
        lobby = await open_lobby(anne, calico)
        await calico.press(lobby, "Start")  # which is the host's to press
        await anne.press(lobby, "Start")
        board = await board_of(anne, lobby)
        shown = await hand(anne, board)
        await choose_first(anne, shown)
        await hand(calico, board)
        figures = await operator.figures()

    def asked(**labels: str) -> float:
        return total(figures, "tortuga_interactions_total", **labels)

    assert asked(by="command", kind="table create", ended="answered") == 1
    assert asked(by="press", kind="join", ended="answered") == 1
    assert asked(by="press", kind="hand") == 2
    assert asked(by="press", kind="start", ended="refused") == 1
    assert asked(by="press", kind="pick", ended="answered") == 1
    assert asked() == total(figures, "tortuga_answer_seconds_count") == 7
    assert total(figures, "tortuga_acknowledgement_seconds_count") == 7
    assert total(figures, "tortuga_refusals_total", reason="foreign") == asked(ended="refused") == 1
    assert total(figures, "tortuga_tables", phase="playing", game="skull-king") == 1
    assert total(figures, "tortuga_actions_total") >= 1
    assert total(figures, "tortuga_transactions_total", ended="stored") >= 4
    assert total(figures, "tortuga_transactions_total", ended="failed") == 0
    assert total(figures, "tortuga_transaction_writes_sum") >= total(figures, "tortuga_transactions_total")
    callback = {"route": "/interactions/{}/{}/callback", "method": "POST"}
    assert total(figures, "tortuga_discord_requests_total", status="200", **callback) >= 4
    assert total(figures, "tortuga_discord_requests_total", status="204", **callback) >= 1  # drawn in place
    assert total(figures, "tortuga_gateway_connected") == 1
    assert total(figures, "tortuga_gateway_connections_total", how="new") == 1
    assert total(figures, "tortuga_servers") >= 1
    assert total(figures, "tortuga_shards") == 1
    assert total(figures, "tortuga_database_bytes", file="database") > 0
    assert total(figures, "process_resident_memory_bytes") > 0


@pytest.mark.three_seconds
async def test_an_answer_that_is_put_off_and_what_could_not_be_stored_are_counted(
    pg: Playground, tmp_path: Path
) -> None:
    async with watched(pg, tmp_path) as operator:
        lobby = await open_lobby(pg.person("Anne"))
        await until(lambda: not operator.bot.services.error_handler.load_gate.under_way)
        with locked(tmp_path):
            await (await pg.person("Calico").press(lobby, "Join")).settled()
        figures = await operator.figures()
    join = {"by": "press", "kind": "join"}
    assert total(figures, "tortuga_interactions_total", **join, ended="not stored") == 1
    assert total(figures, "tortuga_deferrals_total", **join) == 1
    assert total(figures, "tortuga_transactions_total", ended="failed") >= 1
    assert total(figures, "tortuga_acknowledgement_seconds_bucket", le="1.0") == 1  # the lobby's own
    assert total(figures, "tortuga_acknowledgement_seconds_bucket", le="2.5") == 2
    assert total(figures, "tortuga_answer_seconds_sum", **join) > 1.5


async def test_no_figure_says_who_or_which_table(pg: Playground, tmp_path: Path) -> None:
    async with watched(pg, tmp_path) as operator:
        anne = pg.person("Anne")
        lobby = await open_lobby(anne, pg.person("Calico"))
        await anne.press(lobby, "Start")
        await hand(anne, await board_of(anne, lobby))
        text = await operator.text()
        table = await operator.bot.services.tables.table(table_of(lobby))
    assert "tortuga_interactions_total{" in text
    labels = " ".join(re.findall(r"\{(.*)\}", text))
    known = [pg.token, table.id, table.guild, table.channel, *(seat.user for seat in table.seats)]
    known += [interaction.token for interaction in pg.backend.interactions.by_id.values()]
    assert [secret for secret in known if str(secret) in labels] == []
    assert re.findall(r"\d{6,}", labels) == []


async def test_health_is_bad_while_the_gateway_is_gone_and_good_again_afterwards(
    pg: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Else by chance, up to several seconds.
    monkeypatch.setattr("bot.client.connection.ReconnectBackoff.delay", lambda _backoff: 0.3)

    async def at_once(_shard: int | None, *, initial: bool = False) -> None:
        """Discord wants five seconds between two new sessions, the playground none."""

    async with watched(pg, tmp_path) as operator:
        monkeypatch.setattr(operator.bot, "before_identify_hook", at_once)
        well = {
            "status": "ok",
            "gateway": "connected",
            "database": "writable",
            "answers": "given by this bot",
            "shards": [0],
        }
        status, said = await operator.health()
        found = [finding["what"] for finding in said.pop("findings")]
        assert (status, said) == (200, well)
        assert found == [
            *("shards", "clock", "pools", "pictures", "errors"),
            *("versions", "disk", "fonts", "packing"),
        ]
        assert str(tmp_path) not in str(said), "paths are for nobody else"
        assert await operator.asked("ready") == (
            200,
            json.dumps(well | {"findings": []}, separators=(",", ":")) + "\n",
        )
        pg.fail_next("GET /gateway", 503)
        pg.invalidate_session()
        gone = await operator.until(503)
        assert gone["status"] == "unwell"
        assert gone["gateway"].startswith("not connected")
        assert gone["database"] == "writable"
        assert await operator.asked("live") == (200, "alive\n"), "a restart would mend nothing"
        assert (await operator.until(200))["status"] == "ok"
        figures = await operator.counted("tortuga_gateway_connections_total", 2)
    assert total(figures, "tortuga_gateway_disconnections_total") >= 1


async def test_a_second_bot_on_the_same_token_raises_an_alarm_that_names_it(
    pg: Playground, tmp_path: Path
) -> None:
    anne, first, second = pg.person("Anne"), tmp_path / "first", tmp_path / "second"
    with capture_logs() as lines:
        async with watched(pg, first) as one, watched(pg, second) as other:
            assert (await one.health())[0] == (await other.health())[0] == 200
            for _press in range(20):  # each is sent to both, and one of them is faster
                await anne.slash("help")
            handlers = [each.bot.services.error_handler for each in (one, other)]
            await until(lambda: not any(each.load_gate.under_way for each in handlers))
            found = [await one.health(), await other.health()]
            figures = [await one.figures(), await other.figures()]
    alarmed = [health for status, health in found if status == 503]
    assert alarmed
    assert all("second bot" in health["answers"] for health in alarmed)
    taken = [total(each, "tortuga_interactions_total", ended="taken") for each in figures]
    assert sum(taken) == 20
    alarms = [line for line in lines if line["log_level"] == "error"]
    assert len(alarms) == len(alarmed), "once an hour, by each that loses many"
    assert all("a second bot runs on the same token" in line["likely"] for line in alarms)


async def test_what_the_owner_of_a_shard_before_has_answered_raises_no_alarm(
    pg: Playground, tmp_path: Path
) -> None:
    """Whoever takes over a shard asks Discord first, as the one before may live on and answer."""
    anne, first, second = pg.person("Anne"), tmp_path / "first", tmp_path / "second"
    with capture_logs() as lines:
        async with watched(pg, first), watched(pg, second) as next_owner:
            handler = next_owner.bot.services.error_handler
            handler.asks_at = lambda: 0.5
            for _press in range(20):
                await anne.slash("help")
            await next_owner.counted("tortuga_interactions_total", 20, ended="taken")
            assert (await next_owner.health())[0] == 200
    assert [line for line in lines if line["log_level"] == "error"] == []


def test_lost_replies_now_and_then_raise_no_alarm_and_it_ends_an_hour_later() -> None:
    now = 0.0
    taken = TakenAnswers(lambda: now)
    for number in range(200):
        taken.note(number % 10 == 0)
        assert not taken.too_many
    with capture_logs() as lines:
        for _answer in range(30):
            taken.note(True)
            now += 60
    assert taken.too_many
    assert len(lines) == 1
    now += 3601
    assert not taken.too_many


async def test_health_is_bad_while_the_database_cannot_be_written(
    pg: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with watched(pg, tmp_path) as operator:

        async def full() -> None:
            raise StorageError(f"The disk under {tmp_path} is full.")

        with monkeypatch.context() as patch:
            patch.setattr(operator.bot.store.monitoring, "try_to_write", full)
            status, said = await operator.health()
        assert (status, said["gateway"]) == (503, "connected")
        assert said["database"].startswith("cannot be written")
        assert str(tmp_path) not in str(said)
        assert (await operator.health())[0] == 200


async def test_pictures_and_the_event_loop_are_measured(pg: Playground, tmp_path: Path) -> None:
    async with watched(pg, tmp_path, pictures=True) as operator:
        await operator.counted("tortuga_loop_delay_seconds_count")
        figures = await operator.counted("tortuga_pictures_total")
    assert total(figures, "tortuga_picture_seconds_count") >= 1
    assert total(figures, "tortuga_loop_delay_worst_seconds") > 0


async def test_lines_of_the_log_that_tell_of_trouble_are_counted(pg: Playground, tmp_path: Path) -> None:
    async with watched(pg, tmp_path) as operator:
        before = await operator.figures()
        logging.getLogger("somewhere").warning("something is odd")
        logging.getLogger("somewhere").error("something is wrong")
        logging.getLogger("somewhere").info("something is")
        after = await operator.figures()
    for level in ("warning", "error"):
        lines = [total(each, "tortuga_log_lines_total", level=level) for each in (before, after)]
        assert lines[1] - lines[0] == 1


async def test_nothing_listens_unless_a_port_is_set(pg: Playground, tmp_path: Path) -> None:
    async with tortuga(pg, tmp_path) as bot:
        assert bot.metrics is None
        assert cast(SqliteStore, bot.store).database.on_transaction is None
        requests = bot.http.http_trace
        assert requests is not None
        assert (len(requests.on_request_end), len(requests.on_request_exception)) == (1, 0), "for the clock"


async def test_a_port_that_is_taken_ends_the_start_in_one_sentence(pg: Playground, tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(SettingsError, match=rf"METRICS_PORT: nothing can listen on port {port} of"):
            async with opened(settings_for(pg, tmp_path, metrics_port=port)):
                raise AssertionError("it listens nevertheless")


async def test_an_address_that_is_not_this_machines_ends_the_start_in_one_sentence(
    pg: Playground, tmp_path: Path
) -> None:
    with pytest.raises(SettingsError, match="METRICS_HOST"):
        async with opened(settings_for(pg, tmp_path, metrics_port=free_port(), metrics_host="192.0.2.1")):
            raise AssertionError("it listens nevertheless")


def test_two_bots_in_one_process_have_figures_of_their_own() -> None:
    one, other = Metrics(), Metrics()
    one.rate_limited("user")
    name = "tortuga_discord_rate_limits_total"
    assert one.registry.get_sample_value(name, {"scope": "user"}) == 1
    assert other.registry.get_sample_value(name, {"scope": "user"}) == 0

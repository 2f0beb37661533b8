"""The log: one form for our lines and the libraries', and no secret in it."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import warnings
from collections.abc import Iterator
from typing import Any

import aiohttp
import pytest
import structlog
from pydantic import SecretStr

from bot.runtime import logs
from bot.settings import LocalSettings, LogFormat, LogLevel

TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Leave the process's logging as it was found."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level
    for package in logs.OURS:
        logging.getLogger(package).setLevel(logging.NOTSET)
    logging.captureWarnings(False)
    structlog.reset_defaults()


def set_up(form: LogFormat = "json", level: LogLevel = "INFO") -> None:
    logs.configure_logging(LocalSettings(log_format=form, log_level=level), SecretStr(TOKEN))


def lines(captured: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """What was logged as JSON."""
    return [json.loads(line) for line in captured.readouterr().err.splitlines()]


def test_our_lines_and_those_of_libraries_have_the_same_form(capsys: pytest.CaptureFixture[str]):
    set_up()
    structlog.get_logger("bot.tables").info("a table was opened", table="k3")
    logging.getLogger("discord.client").info("logging in using %s", "a token")
    ours, theirs = lines(capsys)
    assert ours.keys() - {"table"} == theirs.keys()
    assert (ours["event"], ours["level"], ours["logger"]) == ("a table was opened", "info", "bot.tables")
    assert (theirs["event"], theirs["level"], theirs["logger"]) == (
        "logging in using a token",
        "info",
        "discord.client",
    )


def test_what_is_bound_to_the_context_is_in_the_libraries_lines_too(capsys: pytest.CaptureFixture[str]):
    set_up()
    with structlog.contextvars.bound_contextvars(table="k3"):
        logging.getLogger("discord.http").warning("rate limited")
    assert lines(capsys)[0]["table"] == "k3"


@pytest.mark.parametrize("form", ["console", "json"])
def test_the_token_is_in_no_line_whatever_brings_it_there(
    form: LogFormat, capsys: pytest.CaptureFixture[str]
):
    set_up(form)
    structlog.get_logger("bot").info(f"token {TOKEN}", given=TOKEN, nested={"headers": [f"Bot {TOKEN}"]})
    logging.getLogger("aiohttp").error("request with %s failed", {"Authorization": f"Bot {TOKEN}"})
    try:
        raise aiohttp.ClientError(f"refused: {TOKEN}")
    except aiohttp.ClientError:
        structlog.get_logger("bot").exception("login")
        logging.getLogger("discord").exception("login")
    written = capsys.readouterr().err
    assert "ClientError: refused: [secret]" in written
    assert TOKEN not in written
    assert written.count("[secret]") == 6


@pytest.mark.parametrize(
    "path", ["/webhooks/11/{}/messages/@original", "/interactions/11/{}/callback", "/webhooks/11/{}?x=1"]
)
def test_an_interactions_token_is_in_no_line(path: str, capsys: pytest.CaptureFixture[str]):
    set_up()
    logging.getLogger("discord.http").warning(
        "retrying POST https://discord.com/api/v10%s", path.format("aW50ZXI-x_1")
    )
    assert lines(capsys)[0]["event"].endswith(path.format("[secret]"))


@pytest.mark.parametrize("form", ["console", "json"])
def test_a_trace_shows_where_but_not_what_was_in_the_hand(
    form: LogFormat, capsys: pytest.CaptureFixture[str]
):
    set_up(form)

    def play(hand: list[str]) -> None:
        raise ValueError(f"these cards are unknown: {hand}")

    hand = ["".join(("the black ", "flag"))]
    try:
        play(hand)
    except ValueError:
        structlog.get_logger("bot").exception("a press failed")
        logging.getLogger("discord.client").exception("Ignoring exception")
    written = capsys.readouterr().err
    assert written.count("in play") == 2
    assert written.count("ValueError") == 2 + written.count("raise ValueError")
    assert "the black flag" not in written


def test_an_error_for_which_nobody_waits_is_told_without_what_the_loop_was_handed(
    capsys: pytest.CaptureFixture[str],
):
    async def play(hand: list[str]) -> None:
        raise ValueError(f"these cards are unknown: {hand}")

    def stumble(hand: list[str]) -> None:
        raise KeyError(hand[0])

    async def run() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(logs.log_unhandled_error)
        loop.call_soon(stumble, [flag])
        task = loop.create_task(play([flag]))
        await asyncio.wait([task])
        del task
        gc.collect()

    set_up()
    flag = "".join(("the black ", "flag"))
    asyncio.run(run())
    callback, task = lines(capsys)
    assert callback["what"].startswith("Exception in callback")
    assert callback["trace"].endswith("KeyError")
    assert task["what"] == "Task exception was never retrieved"
    assert task["trace"].endswith("ValueError")
    assert flag not in f"{callback}{task}"


def test_debugging_shows_our_lines_and_not_what_libraries_send(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    set_up(level="DEBUG")
    structlog.get_logger("bot.tables").debug("ours")
    for library in ("discord.http", "discord.gateway", "aiosqlite", "asyncio"):
        logging.getLogger(library).debug("a whole request, hand and all")
        monkeypatch.setattr(logging.getLogger(library), "level", logging.DEBUG)
        logging.getLogger(library).debug("a whole request, hand and all")
    assert [line["event"] for line in lines(capsys)] == ["ours"]


def test_a_higher_level_silences_what_is_below_it(capsys: pytest.CaptureFixture[str]):
    set_up(level="ERROR")
    structlog.get_logger("bot").warning("ours")
    logging.getLogger("discord").warning("theirs")
    structlog.get_logger("bot").error("told")
    assert [line["event"] for line in lines(capsys)] == ["told"]


def test_warnings_of_python_are_logged(capsys: pytest.CaptureFixture[str]):
    set_up()
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        logging.captureWarnings(False)
        logging.captureWarnings(True)
        warnings.warn("this will change", DeprecationWarning, stacklevel=1)
    assert "this will change" in lines(capsys)[0]["event"]


def test_a_trace_stands_below_its_line_for_people_and_in_it_for_programs(capsys: pytest.CaptureFixture[str]):
    set_up("console")
    structlog.get_logger("bot").error("a press failed", id="k3", trace="in play\nin rules")
    assert capsys.readouterr().err.splitlines()[1:] == ["in play", "in rules"]
    set_up("json")
    structlog.get_logger("bot").error("a press failed", id="k3", trace="in play\nin rules")
    assert lines(capsys)[0]["trace"] == "in play\nin rules"

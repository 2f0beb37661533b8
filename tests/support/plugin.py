"""For every test: whatever a playground was asked in it is held against Discord's document and limits at its
end. And Discord is patient: a busy machine is no bot that is too slow. A report has what each test computed.

A test that breaks rules on purpose is marked `breaks_discords_rules`, one that is about Discord's three
seconds `three_seconds`, one that is about how a worker process begins `begins_workers`.
"""

import resource
import time
from collections.abc import AsyncIterator, Generator
from functools import cache
from typing import Any

import pytest

from bot.client import interaction_context
from bot.runtime import worker_process
from playground import Playground, interactions
from playground.people import PATIENCE
from playground.recorder import Recorder
from tests.support import limits, openapi
from tests.support.bare_rest import BareRest, bare_rest
from tests.support.deployment import started_playground
from tests.support.worker_template import Copies

MARKER = "breaks_discords_rules"
THREE_SECONDS = "three_seconds"
BEGINS_WORKERS = "begins_workers"
VALIDATED = pytest.StashKey[int]()
BEGAN = pytest.StashKey[float]()
BEGUN = worker_process.begin_process
COPIES = Copies(BEGUN)
"""How worker processes begin in life, and in tests of anything else."""
INVALID_FORM_BODY, NOT_MODELLED = 50035, 501
RECORDERS: list[Recorder] = []
"""Of the playgrounds that were started in the running test."""
PATIENT = {
    (interactions, "ANSWER_SECONDS"): PATIENCE,
    (interaction_context, "DEFER_AFTER"): PATIENCE / 2,
    (interaction_context, "SUSPICIOUS_AGE"): PATIENCE / 2,
}
"""A bot has a minute for an answer, and one in this process half of it before it defers."""
USUAL = {(module, name): getattr(module, name) for module, name in PATIENT}


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{MARKER}: sends Discord what it refuses, so that its answer is seen")
    config.addinivalue_line(
        "markers",
        f"{THREE_SECONDS}: presses fail after Discord's three seconds, and the bot defers before that",
    )
    config.addinivalue_line(
        "markers", f"{BEGINS_WORKERS}: worker processes begin as they do in life, not as copies of one"
    )
    config.stash[VALIDATED] = 0
    make = Recorder.__init__

    def remember(self: Recorder, keep: int | None) -> None:
        make(self, keep)
        RECORDERS.append(self)

    Recorder.__init__ = remember


def pytest_report_header() -> str:
    path = openapi.document_path()
    if path.is_file():
        return f"requests are validated against {path.name}"
    return f"requests are NOT validated against Discord's OpenAPI document: there is none at {path}"


@cache
def discord_document() -> openapi.Document | None:
    """Discord's OpenAPI document; None where there is none."""
    path = openapi.document_path()
    return openapi.Document(path) if path.is_file() else None


@pytest.fixture
async def pg() -> AsyncIterator[Playground]:
    """A playground without limits by time."""
    async with started_playground() as playground:
        yield playground


@pytest.fixture
async def rest(pg: Playground) -> AsyncIterator[BareRest]:
    """The REST API of `pg`, called without a library."""
    async with bare_rest(pg) as caller:
        yield caller


# Around every test; no fixtures, which would be made for thousands of tests that start no playground.


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, None, None]:
    item.stash[BEGAN] = _cpu_seconds()
    RECORDERS.clear()
    for (module, name), seconds in (USUAL if item.get_closest_marker(THREE_SECONDS) else PATIENT).items():
        setattr(module, name, seconds)
    worker_process.begin_process = BEGUN if item.get_closest_marker(BEGINS_WORKERS) else COPIES.begin
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, None, None]:
    try:
        done = yield
        _hold_against_discord(item)
        return done
    finally:
        item.user_properties.append(("cpu", f"{_cpu_seconds() - item.stash[BEGAN]:.4f}"))


def _cpu_seconds() -> float:
    """Of this process so far, and of those that it has begun and waited for: the same on a busy machine, so
    that `tools.durations` reads it in a report.
    """
    others = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + others.ru_utime + others.ru_stime + COPIES.seconds


def _hold_against_discord(item: pytest.Item) -> None:
    """Fails a test whose bot sent something that is against Discord's document or limits."""
    if not RECORDERS or item.get_closest_marker(MARKER):
        return
    sent = [one for recorder in RECORDERS for one in recorder.requests]
    faults = [fault for one in sent for fault in limits.faults(one)]
    if document := discord_document():
        faults += [fault for one in sent for fault in document.faults(one)]
        item.config.stash[VALIDATED] += len(sent)
    for recorder in RECORDERS:
        told_off = [v for v in recorder.violations if v.code == INVALID_FORM_BODY or v.status == NOT_MODELLED]
        faults += [f"{v.method} {v.path}: {v.status} {v.reason}" for v in told_off]
    if faults:
        shown = "\n".join(dict.fromkeys(faults[:20]))
        pytest.fail(
            f"The bot sent what Discord would not take ({len(faults)} faults):\n{shown}", pytrace=False
        )


# With pytest-xdist the counts of the workers come together in the summary.


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput[MARKER] = session.config.stash[VALIDATED]  # type: ignore[attr-defined]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    node.config.stash[VALIDATED] += getattr(node, "workeroutput", {}).get(MARKER, 0)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if not openapi.document_path().is_file():
        terminalreporter.write_line(
            f"NOT validated against Discord's OpenAPI document, which is not at {openapi.document_path()}: "
            "no request of any test (set DISCORD_OPENAPI)",
            yellow=True,
        )
    elif config.stash[VALIDATED]:
        terminalreporter.write_line(
            f"{config.stash[VALIDATED]} requests validated against Discord's OpenAPI document"
        )

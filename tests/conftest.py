"""What holds for every test: no setting of the developer's leaks in, and slow machines are no failures."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import hypothesis
import pytest

from bot.settings import Settings
from games.catalogue import catalogue
from tests.support.examples import PROFILES, USUAL

pytest_plugins = [
    "tests.support.postgres",
    "tests.support.deployment",
    "tests.support.plugin",
    "tests.support.quick",
    "tests.support.deals",
]

for _name in Settings.model_fields:
    os.environ.pop(_name.upper(), None)

for _name, _times in PROFILES.items():
    hypothesis.settings.register_profile(
        _name,
        max_examples=round(USUAL * _times),
        deadline=None,
        derandomize="DEALS" not in os.environ,
        print_blob=True,
        suppress_health_check=[hypothesis.HealthCheck.too_slow],
    )
hypothesis.settings.load_profile("usual")

MEMORY, ROOM = Path("/dev/shm"), 2**30
"""A folder that is no disk, and the bytes that must be free there.

The databases of tests lie there, so that no commit waits for a disk. What that must be given when,
`tests/storage` asks by itself. PYTEST_DEBUG_TEMPROOT names another place.
"""
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


gc.disable()
"""Until all tests are known: nearly all that comes to be meanwhile stays."""


def pytest_collection_finish() -> None:
    """No search for garbage looks through what there is by now, which is most: some tests search often."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With GAME=ghost-ship those tests are left out that are another game's own."""
    if alone := os.environ.get("GAME"):
        if alone not in catalogue():
            raise pytest.UsageError(f"There is no game {alone}: GAME is one of {', '.join(catalogue())}.")
        others = [name for slug in catalogue() for name in _names(slug)]
        left_out = [
            item for item in items if _names_any(others, item) and not _names_any(_names(alone), item)
        ]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def _names(slug: str) -> Sequence[str]:
    return slug, slug.replace("-", "_")


def _names_any(names: Sequence[str], item: pytest.Item) -> bool:
    return any(name in item.nodeid for name in names)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two for each core: half of a test's time is waiting for sockets, clocks and other processes. One, where
    those tests are left out: each worker reads all tests for itself.
    """
    return (1 if config.getoption("quick") else 2) * (os.cpu_count() or 1)


def pytest_report_header() -> str:
    """Say at the top whether the browser's tests can run."""
    found = (
        os.environ.get("CHROMIUM")
        or shutil.which("chromium")
        or shutil.which("chromium-browser")
        or shutil.which("google-chrome")
    )
    return f"chromium: {found}" if found else "chromium: none found, so the tests in a browser are skipped"

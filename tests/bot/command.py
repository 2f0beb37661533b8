"""Runs the command line as an operator does: in a folder, with settings of its own."""

from __future__ import annotations

import contextlib
import gc
import io
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import IO, Any

import pytest
import structlog

from bot.__main__ import main
from bot.runtime import logs

ROOT = Path(__file__).parents[2]


def tortuga_into(folder: Path, output: IO[bytes], *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """As `process`, with its standard output in a file."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=output,
        stderr=subprocess.PIPE,
        timeout=300,
        check=False,
    )


def process(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run one command in `folder` to its end, as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **settings},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def tortuga(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run one command in `folder` to its end in this process, which goes on as it was."""
    output, errors = io.StringIO(), io.StringIO()
    with (
        pytest.MonkeyPatch.context() as patch,
        contextlib.redirect_stdout(output),
        contextlib.redirect_stderr(errors),
        _logging_kept(),
    ):
        patch.chdir(folder)
        for name, value in settings.items():
            patch.setenv(name, value)
        # A logger that is kept would go on as this command configured it.
        patch.setattr(structlog, "configure", partial(_without_keeping_loggers, structlog.configure))
        try:
            status = main(arguments)
        except SystemExit as ended:  # as argparse does
            status = int(ended.code or 0)
    return subprocess.CompletedProcess(arguments, status, output.getvalue(), errors.getvalue())


def _without_keeping_loggers(configure: Callable[..., None], **given: Any) -> None:
    configure(**given | {"cache_logger_on_first_use": False})


@contextlib.contextmanager
def _logging_kept() -> Iterator[None]:
    """The process logs, and collects garbage, as before."""
    root, structured = logging.getLogger(), structlog.get_config()
    handlers, level = root.handlers[:], root.level
    root.handlers.clear()  # so that they are not closed in favour of the command's own
    try:
        yield
    finally:
        root.handlers[:], root.level = handlers, level
        for package in logs.OURS:
            logging.getLogger(package).setLevel(logging.NOTSET)
        logging.captureWarnings(False)
        structlog.configure(**structured)
        gc.enable()

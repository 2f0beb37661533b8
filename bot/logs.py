"""One log for our own lines and those of the libraries, readable or as JSON, in which no secret stands.

Kept out of it, whoever logs: the bot's token; the tokens of interactions, with which anybody could read the
private message that answered one; the values of local variables in a trace, among which a hand may be; and
the libraries' debugging lines, which repeat whole requests and stored states.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Callable
from typing import cast

import structlog
from pydantic import SecretStr
from structlog.typing import EventDict, Processor, WrappedLogger

from bot.settings import LocalSettings

OURS = ("bot", "games", "storage")
"""Packages whose loggers follow LOG_LEVEL below INFO too."""

INTERACTION_TOKEN = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/?\s\"']+")
"""Its place in the addresses of Discord's API."""


def set_up(settings: LocalSettings, *secrets: SecretStr) -> None:
    """Send every log line of this process to standard error, without any of `secrets`."""
    level = logging.getLevelNamesMapping()[settings.log_level]
    structlog.configure(
        processors=[*_facts(settings), structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.ExtraAdder(), *_facts(settings)],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *_renderers(settings),
                cast(Processor, scrubber(*secrets)),
            ],
        )
    )
    logging.basicConfig(handlers=[handler], level=max(level, logging.INFO), force=True)
    for package in OURS:
        logging.getLogger(package).setLevel(level)
    logging.captureWarnings(True)


def _facts(settings: LocalSettings) -> list[Processor]:
    """What each line tells beside its event: people read their own clock, programs UTC."""
    as_json = settings.log_format == "json"
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso" if as_json else "%Y-%m-%d %H:%M:%S", utc=as_json),
        structlog.processors.StackInfoRenderer(),
    ]


def _renderers(settings: LocalSettings) -> list[Processor]:
    if settings.log_format == "json":
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    plain = structlog.dev.plain_traceback
    console = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)
    return [_trace_below, console]


def _trace_below(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Shows a `trace` under its line instead of in it, as the renderer does with `exception`."""
    if "trace" in event:
        event["exception"] = event.pop("trace")
    return event


def scrubber(*secrets: SecretStr) -> Callable[[WrappedLogger, str, str | EventDict], str]:
    """A last processor, which takes the secrets out of the finished line: whatever brought them there."""
    values = sorted((secret.get_secret_value() for secret in secrets), key=len, reverse=True)
    known = re.compile("|".join(re.escape(value) for value in values if value) or r"(?!)")

    def scrub(_logger: WrappedLogger, _method: str, line: str | EventDict) -> str:
        return INTERACTION_TOKEN.sub(r"\1[secret]", known.sub("[secret]", str(line)))

    return scrub

"""One log for our own lines and those of the libraries, readable or as JSON, in which no secret stands.

Kept out of it, whoever logs: the bot's token; the tokens of interactions, with which anybody could read the
private message that answered one; the values of local variables in a trace, among which a hand may be, and
the words of an error, which may have been made from one; and the libraries' debugging, which repeats whole
requests and stored states, or what the event loop hands on.
"""

from __future__ import annotations

import asyncio
import logging
import re
import sys
from collections.abc import Callable
from typing import Any, cast

import structlog
from pydantic import SecretStr
from structlog.typing import EventDict, Processor, WrappedLogger

from bot.runtime.log_context import trace
from bot.settings import LocalSettings

log = structlog.get_logger(__name__)

OURS = ("bot", "games", "storage")
"""Packages whose loggers follow LOG_LEVEL below INFO too."""

INTERACTION_TOKEN = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/?\s\"']+")
"""Its place in the addresses of Discord's API."""


def configure_logging(settings: LocalSettings, *secrets: SecretStr) -> None:
    """Send every log line of this process to standard error, without any of `secrets`."""
    level = logging.getLevelNamesMapping()[settings.log_level]
    structlog.configure(
        processors=[*_processors(settings), structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.ExtraAdder(), *_processors(settings)],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *_renderers(settings),
                cast(Processor, scrubber(*secrets)),
            ],
        )
    )
    handler.addFilter(_is_for_operators)
    logging.basicConfig(handlers=[handler], level=max(level, logging.INFO), force=True)
    for package in OURS:
        logging.getLogger(package).setLevel(level)
    logging.captureWarnings(True)


def _is_for_operators(record: logging.LogRecord) -> bool:
    """Whether it is no library's debugging, whatever level somebody has given that library's logger.

    The event loop, while it is debugged, warns of what is slow with the very things that it was handed.
    """
    package = record.name.partition(".")[0]
    return package in OURS or record.levelno >= (logging.ERROR if package == "asyncio" else logging.INFO)


def log_unhandled_error(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """An event loop's exception handler: its own one repeats what a callback was given, or a task made."""
    what, error = str(context["message"]).partition("(")[0], context.get("exception")
    traced = {} if error is None else {"trace": trace(error)}
    log.error("an error for which nobody waited", what=what, **traced)


def _processors(settings: LocalSettings) -> list[Processor]:
    """What each line has beside its event: people read their own clock, programs UTC."""
    as_json = settings.log_format == "json"
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso" if as_json else "%Y-%m-%d %H:%M:%S", utc=as_json),
        structlog.processors.StackInfoRenderer(),
        _exception_without_message,
    ]


def _exception_without_message(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """An error is logged as the places that it came through, without its words."""
    given = event.pop("exc_info", None)
    error = sys.exception() if given is True else given[1] if isinstance(given, tuple) else given
    if isinstance(error, BaseException):
        event["trace"] = trace(error)
    return event


def _renderers(settings: LocalSettings) -> list[Processor]:
    if settings.log_format == "json":
        return [structlog.processors.JSONRenderer()]
    colours = sys.stderr.isatty() and sys.platform != "win32"  # there it would need another package
    return [_trace_below, structlog.dev.ConsoleRenderer(colors=colours)]


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

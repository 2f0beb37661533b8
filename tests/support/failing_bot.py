"""The bot, which stumbles over every seventh step with everybody's cards in its hands, as a program.

An error's words, its local variables, what a callback is given and what a task ends with: all of it is cards.
The libraries' loggers are set to DEBUG and the event loop is debugged. What it logs then must name no card,
but for the lines that say `ON_PURPOSE`: they show to whoever searches the log that a card would be found.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
import logging
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any, NoReturn

import structlog

from bot.__main__ import main
from bot.commands import arguments, playing
from bot.images import service
from bot.images.model import ImageRequest
from bot.publishing import table_publisher
from bot.tables import play
from bot.tables.model import Table
from games.text import english

LIBRARIES = (
    *("aiohttp", "aiohttp.client", "aiosqlite", "asyncio", "concurrent.futures"),
    *("discord", "discord.client", "discord.gateway", "discord.http", "discord.webhook.async_"),
)
ON_PURPOSE = "these cards are told on purpose"
SLOW = 0.12
"""Seconds: a debugged event loop tells of every callback that takes longer than 0.1."""
WAYS = 8


def cards_at(table: Table) -> list[str]:
    """What everybody at the table holds, and what the game knows besides."""
    if table.state is None:
        return []
    hands = [table.game.hand(table.game.observe(table.state, seat)) for seat in range(len(table.seats))]
    return [*(english(card) for hand in hands if hand is not None for card in hand.cards), str(table.state)]


def stumble(cards: list[str]) -> NoReturn:
    """Raises a ValueError out of a KeyError, whose words name cards of a hand."""
    try:
        raise KeyError(cards[0] if cards else "")
    except KeyError as error:
        raise ValueError(f"these are too many: {cards}") from error


async def stumble_alone(cards: list[str]) -> NoReturn:
    """In a task for which nobody waits."""
    stumble(cards)


def dawdle(cards: list[str]) -> list[str]:
    """Sleeps for `SLOW` seconds in the event loop, and gives the cards back."""
    time.sleep(SLOW)
    return cards


def library_stumbles(cards: list[str]) -> None:
    """A library logs an error that it has caught."""
    try:
        stumble(cards)
    except ValueError:
        logging.getLogger("discord.client").exception("Ignoring exception in %s", "on_interaction")


def stumbles(step: int, cards: list[str]) -> None:
    """Goes wrong in one of `WAYS` ways, by the step: an error, a task, a slow callback or a line of the
    log.
    """
    loop = asyncio.get_running_loop()
    match step % WAYS:
        case 1:
            stumble(cards)
        case 2:
            loop.call_soon(stumble, cards)
        case 3:
            loop.create_task(stumble_alone(cards))  # noqa: RUF006 - that nobody has it is what is tried
        case 4:
            loop.call_soon(dawdle, cards)
        case 5:
            library_stumbles(cards)
        case 6:
            logging.getLogger("discord.http").debug("POST %s with %s", "/interactions", cards)
        case 7:
            structlog.get_logger("bot.tests").debug(ON_PURPOSE, cards=cards)
        case _:
            pass


def clumsy(do: Callable[..., Any]) -> Callable[..., Any]:
    """The function, which stumbles over the table that it is given."""
    steps = itertools.count()

    @functools.wraps(do)
    def done(*given: Any, **named: Any) -> Any:
        for table in (each for each in given if isinstance(each, Table)):
            stumbles(next(steps), cards_at(table))
        return do(*given, **named)

    return done


def clumsily_drawn(get: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Pictures, of which every third is spoiled in the process in which they are drawn."""
    steps = itertools.count()

    @functools.wraps(get)
    async def got(self: Any, whom: int, wanted: ImageRequest | None, *more: Any) -> Any:
        if wanted is not None and next(steps) % 3 == 1:
            wanted = ImageRequest(stumble, ([str(wanted.args)],))
        return await get(self, whom, wanted, *more)

    return got


if __name__ == "__main__":
    for library in LIBRARIES:
        logging.getLogger(library).setLevel(logging.DEBUG)
    playing.hand_page = table_publisher.hand_page = clumsy(playing.hand_page)
    play.pick = clumsy(play.pick)
    arguments.table_label = clumsy(arguments.table_label)
    for kind in ("for_one", "for_all"):
        setattr(service.ImageService, kind, clumsily_drawn(getattr(service.ImageService, kind)))
    sys.exit(main())

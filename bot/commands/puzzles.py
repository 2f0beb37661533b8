"""`/puzzle`: the puzzle of the day, answered by one press."""

from __future__ import annotations

from bot.commands import responses
from bot.commands.context import Context
from bot.commands.verbs import button, select
from bot.images.model import MessageImage
from bot.profiles.puzzles import DailyPuzzle, answered, count_key, day_at, earlier_days, puzzle_of
from bot.refusal import Refusal
from bot.screens import puzzle as screens
from bot.ui.components import Screen
from games.contract import Action
from games.text import _

START = "-"
"""The path of nothing chosen yet."""


async def today(context: Context) -> None:
    """The puzzle of this day."""
    await _show(context, puzzle_of(day_at(context.tables.clock.now())), START)


@button("puzzle")
async def choose(context: Context, day: int, path: str) -> None:
    """A choice in the puzzle of that day, or (`START`) none yet."""
    await _show(context, puzzle_of(day), path)


@select("puzzles")
async def choose_from_list(context: Context, day: int, path: str, at: int) -> None:
    """Takes one step in the puzzle of this day, by what was chosen from a list."""
    await choose(context, day, str(at) if path == START else f"{path}.{at}")


async def _show(context: Context, daily: DailyPuzzle, path: str, *, shared: bool = False) -> None:
    chosen, action = followed(daily, path)
    reader = screens.puzzle_reader(daily, context.locale)
    wanted = screens.puzzle_image(daily, chosen if action is None else (), reader)
    mine = await context.people.of(context.user)
    if action is not None and daily.day == day_at(context.tables.clock.now()) and mine.puzzle_day < daily.day:
        right = daily.is_right(action)
        await context.press.require_answerable()
        mine = await context.people.update(context.user, lambda now: answered(now, daily.day, right))
        # Apart from who chose it: a stop in between leaves one answer out of the figures.
        await context.services.store.count_up(count_key(daily.day, action))
    counts = {} if action is None else await context.services.store.counts(count_key(daily.day))

    def page(picture: MessageImage | None) -> Screen:
        if action is None:
            return screens.puzzle_screen(daily, chosen, "" if path == START else path, reader, picture)
        way = "" if shared else path
        on_server = bool(context.guild) and not context.is_outside
        return screens.solved_screen(daily, action, mine, reader, picture, counts, way, wanted=on_server)

    await responses.show_with_image(context, wanted, page)


@button("sharepuzzle")
async def share(context: Context, day: int, path: str) -> None:
    """How somebody's first answer to that day's puzzle went, for all to see here. Once: the button goes."""
    daily, mine = puzzle_of(day), await context.people.of(context.user)
    if mine.puzzle_day != day:
        raise Refusal("stale", _("You can share your latest answer only. /puzzle shows today's."))
    if not context.may_write:
        raise Refusal("shut", _("You can't write in this channel, so share it in another one."))
    await _show(context, daily, path, shared=True)
    counts = await context.services.store.counts(count_key(day))
    server = await context.tables.servers.of(context.guild)
    reader = screens.puzzle_reader(daily, server.locale or context.public_locale)
    shown = screens.shared_screen(daily, context.name, mine, reader, counts)
    await context.follow_up(shown, public=True)


@button("puzzledays")
async def earlier(context: Context, before: int) -> None:
    """The puzzles before that day, which count for nothing any more."""
    days = earlier_days(before, day_at(context.tables.clock.now()))
    await context.show(screens.archive_screen([puzzle_of(day) for day in days], context.reader()))


@select("puzzleof")
async def choose_day(context: Context, day: int) -> None:
    """The puzzle of the day that was chosen."""
    await _show(context, puzzle_of(day), START)


def followed(daily: DailyPuzzle, path: str) -> tuple[tuple[str, ...], Action | None]:
    """The values that a path stands for, and the action that they make, if it is whole. Refusal if the puzzle
    offers no such choice: an earlier version's may have done so that day.
    """
    chosen: tuple[str, ...] = ()
    for at in () if path == START else path.split("."):
        menu = daily.game.steps(daily.seen, chosen)
        offered = () if menu is None else menu.choices
        choice = offered[int(at)] if at.isascii() and at.isdigit() and int(at) < len(offered) else None
        if choice is None or choice.why_not is not None:
            raise Refusal("stale", _("This puzzle has changed. /puzzle shows today's."))
        if choice.action is not None:
            return chosen, choice.action
        chosen = (*chosen, choice.value)
    return chosen, None

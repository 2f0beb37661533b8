"""`/puzzle`: the puzzle of the day, answered by one press."""

from __future__ import annotations

from bot.commands import responses
from bot.commands.context import Context
from bot.commands.verbs import button, select
from bot.images.model import MessageImage
from bot.profiles.puzzles import DailyPuzzle, answered, day_at, puzzle_of
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


async def _show(context: Context, daily: DailyPuzzle, path: str) -> None:
    chosen, action = followed(daily, path)
    reader = screens.puzzle_reader(daily, context.locale)
    wanted = screens.puzzle_image(daily, chosen if action is None else (), reader)
    mine = await context.people.of(context.user)
    if action is not None and daily.day == day_at(context.tables.clock.now()):
        right = daily.is_right(action)
        await context.press.require_answerable()
        mine = await context.people.update(context.user, lambda now: answered(now, daily.day, right))

    def page(picture: MessageImage | None) -> Screen:
        if action is None:
            return screens.puzzle_screen(daily, chosen, "" if path == START else path, reader, picture)
        on_server = bool(context.guild) and not context.is_outside
        return screens.solved_screen(daily, action, mine, reader, picture, wanted=on_server)

    await responses.show_with_image(context, wanted, page)


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

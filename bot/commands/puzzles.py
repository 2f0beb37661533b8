"""`/puzzle`: the puzzle of the day, answered by one press."""

from __future__ import annotations

from bot.client.interaction_context import InteractionContext
from bot.commands import responses
from bot.images.model import MessageImage
from bot.profiles.puzzles import DailyPuzzle, answered, day_at, puzzle_of
from bot.refusal import Refusal
from bot.screens import puzzle as screens
from bot.services import Services
from bot.ui.components import Screen
from games.contract import Action
from games.text import _

START = "-"
"""The path of nothing chosen yet."""


async def today(services: Services, context: InteractionContext) -> None:
    """The puzzle of this day."""
    await _show(services, context, puzzle_of(day_at(services.tables.clock.now())), START)


async def choose(services: Services, context: InteractionContext, day: str, path: str) -> None:
    """A choice in the puzzle of that day, or (`START`) none yet."""
    daily = puzzle_of(int(day))
    await _show(services, context, daily, path)


async def choose_from_list(services: Services, context: InteractionContext, day: str, path: str) -> None:
    """Takes one step in the puzzle of this day, by what was chosen from a list."""
    at = context.values[0]
    await choose(services, context, day, at if path == START else f"{path}.{at}")


async def _show(services: Services, context: InteractionContext, daily: DailyPuzzle, path: str) -> None:
    chosen, action = followed(daily, path)
    reader = screens.puzzle_reader(daily, context.locale)
    wanted = screens.puzzle_image(daily, chosen if action is None else (), reader)
    mine = await services.people.of(context.user)
    if action is not None and daily.day == day_at(services.tables.clock.now()):
        right = daily.is_right(action)
        await context.press.require_answerable()
        mine = await services.people.update(context.user, lambda now: answered(now, daily.day, right))

    def page(picture: MessageImage | None) -> Screen:
        if action is None:
            return screens.puzzle_screen(daily, chosen, "" if path == START else path, reader, picture)
        return screens.solved_screen(daily, action, mine, reader, picture)

    await responses.show_with_image(services, context, wanted, page)


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

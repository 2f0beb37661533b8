"""Going on vacation, and coming back."""

from __future__ import annotations

from datetime import date

from bot.asked import Asked
from bot.screens import clocks, notice
from bot.tables.refusal import Refusal
from bot.tavern import Tavern
from games.text import Text, _, _n


async def start(tavern: Tavern, asked: Asked, days: int | None, until: str | None) -> None:
    """From now on, for so many days or until the last one."""
    if (days is None) == (until is None):
        raise Refusal("input", _("Say either for how many days or until which day: write one of the two."))
    last = None if until is None else _day(until)
    end = await tavern.house.holidays.begin(asked.user, days=days, last=last)
    on = _(
        "🏖️ You are on vacation until {when}: your clocks stand still at all tables but those that play in "
        "minutes. It ends as soon as you make a move, or with /vacation end; days that have not begun then "
        "are given back.",
        when=clocks.date(end),
    )
    await _tell(tavern, asked, on)


async def end(tavern: Tavern, asked: Asked) -> None:
    """Back."""
    if not await tavern.house.holidays.end(asked.user):
        raise Refusal("stale", _("You are not on vacation. /vacation start begins one."))
    await _tell(tavern, asked, _("Welcome back: your clocks go on."))


async def _tell(tavern: Tavern, asked: Asked, text: Text) -> None:
    left = await tavern.house.holidays.left(asked.user)
    budget = _n(
        "You have {count} day of vacation left this year.",
        "You have {count} days of vacation left this year.",
        left,
    )
    await asked.tell(notice.said(text, await tavern.reader(asked), budget).payload())


def _day(typed: str) -> date:
    try:
        return date.fromisoformat(typed.strip())
    except ValueError:
        raise Refusal(
            "input",
            _("“{typed}” is not a day that I can read. Write year, month and day: 2027-08-20.", typed=typed),
        ) from None

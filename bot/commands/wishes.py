"""What I prefer: shown, and changed by lists and buttons, everything at once where it is read."""

from __future__ import annotations

from typing import Any, get_args

from bot.asked import Asked
from bot.page import Payload
from bot.screens import wishes as screens
from bot.tables.refusal import Refusal
from bot.tavern import Tavern
from bot.wishes.people import PersonWishes, Told
from bot.wishes.quiet import Quiet, zone_named
from games.text import _

_HOURS = frozenset(map(str, screens.HOURS))
_USUAL_NIGHT = 9 * 60
"""Minutes for which quiet hours last if only their beginning was chosen."""


async def show(tavern: Tavern, asked: Asked) -> None:
    """All that I prefer, in private."""
    await asked.tell(await _screen(tavern, asked, await tavern.people.of(asked.user)))


async def chosen(tavern: Tavern, asked: Asked, name: str) -> None:
    """Something else was chosen from one of the lists."""
    value, now = asked.values[0], await tavern.people.of(asked.user)
    match name:
        case "nudges" if value in get_args(Told):
            await _change(tavern, asked, nudges=value)
        case "begin" if value == screens.NEVER or value in _HOURS:
            await _change(tavern, asked, quiet=_beginning(now.quiet, value))
        case "end" if value in _HOURS:
            begin = 22 * 60 if now.quiet is None else now.quiet.begin
            await _change(tavern, asked, quiet=Quiet(begin, int(value) * 60))
        case "zone" if value == screens.OTHER:
            window = screens.zone_window(now, await tavern.reader(asked)).payload()
            if not await asked.ask(window):
                raise Refusal(
                    "late", _("That took too long, so the window could not be opened. Choose it once more.")
                )
        case "zone":
            await _change(tavern, asked, zone=zone_named(value) or "")
        case _:
            raise _stale()


def _beginning(quiet: Quiet | None, value: str) -> Quiet | None:
    if value == screens.NEVER:
        return None
    begin = int(value) * 60
    if quiet is None or quiet.end == begin:
        return Quiet(begin, (begin + _USUAL_NIGHT) % (24 * 60))
    return Quiet(begin, quiet.end)


async def zone_written(tavern: Tavern, asked: Asked, what: str) -> None:
    """A time zone that is not in the list."""
    del what
    written = asked.written(screens.ZONE)
    found = zone_named(written)
    if found is None:
        raise Refusal(
            "input",
            _(
                "I know no time zone “{written}”. Write a large city in it, such as Berlin or New York, or "
                "its name, such as Asia/Kathmandu.",
                written=written,
            ),
        )
    await _change(tavern, asked, zone=found)


async def switched(tavern: Tavern, asked: Asked, name: str, value: str) -> None:
    """One of the buttons."""
    if name not in screens.SWITCHES:
        raise _stale()
    await _change(tavern, asked, **{name: value == "1"})


def _stale() -> Refusal:
    return Refusal("stale", _("That can no longer be chosen. /settings me shows what there is now."))


async def _change(tavern: Tavern, asked: Asked, **changes: Any) -> None:
    """Keep it, and show how it stands now. Whoever never said where they live does so with quiet hours."""
    now = await tavern.people.of(asked.user)
    if "quiet" in changes and not now.zone:
        changes["zone"] = screens.usual_zone(asked.locale)
    changed = await tavern.people.change(asked.user, locale=asked.locale, **changes)
    tavern.messenger.nudges.wishes_changed(asked.user)
    await asked.redraw(await _screen(tavern, asked, changed))


async def _screen(tavern: Tavern, asked: Asked, now: PersonWishes) -> Payload:
    return screens.wishes(now, await tavern.reader(asked), tavern.house.clock.now()).payload()

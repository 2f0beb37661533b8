"""Standing orders: planning the next move, and letting forced moves make themselves."""

from __future__ import annotations

from collections.abc import Awaitable, Collection

from bot.asked import Asked
from bot.commands.hand import as_it_is_now, redraw_hand
from bot.screens import notice
from bot.screens import plan as screens
from bot.tables import planning
from bot.tables.press import Done
from bot.tables.refusal import Refusal
from bot.tavern import Tavern
from games.contract import PlanMenu
from games.text import _


async def plan(tavern: Tavern, asked: Asked, table_id: str) -> None:
    """What can be planned."""
    offered = await _offered(tavern, asked, table_id, None)
    if offered is not None:
        table = await tavern.house.table(table_id)
        await asked.redraw(screens.what(table, offered, await tavern.reader(asked, table_id)).payload())


async def planned(tavern: Tavern, asked: Asked, table_id: str, actions: str, index: str) -> None:
    """A choice; now what would cancel it."""
    await _unless(tavern, asked, table_id, int(actions), int(index), None)


async def plans(tavern: Tavern, asked: Asked, table_id: str, actions: str) -> None:
    """The same, from a list."""
    await _unless(tavern, asked, table_id, int(actions), int(asked.values[0]), None)


async def unless(tavern: Tavern, asked: Asked, table_id: str, actions: str, index: str) -> None:
    """These surprises are to cancel it."""
    await _unless(tavern, asked, table_id, int(actions), int(index), asked.values)


async def _unless(
    tavern: Tavern, asked: Asked, table_id: str, actions: int, index: int, named: Collection[str] | None
) -> None:
    """`named`: the surprises that were chosen, by index; None: those that usually are."""
    offered = await _offered(tavern, asked, table_id, actions)
    if offered is None:
        return
    if not 0 <= index < len(offered.choices):
        raise planning.too_late()
    table, reader = await tavern.house.table(table_id), await tavern.reader(asked, table_id)
    bits = sum(1 << at for at in range(len(offered.surprises)) if named is not None and str(at) in named)
    chosen = screens.usual(offered) if named is None else bits
    await asked.redraw(screens.unless(table, offered, actions, index, chosen, reader).payload())


async def order(tavern: Tavern, asked: Asked, table_id: str, actions: str, index: str, named: str) -> None:
    """That is the plan."""
    doing = tavern.house.plan(asked.press, table_id, int(actions), int(index), int(named))
    await _and_my_hand(tavern, asked, table_id, doing)


async def unplan(tavern: Tavern, asked: Asked, table_id: str) -> None:
    """No plan after all."""
    await _and_my_hand(tavern, asked, table_id, tavern.house.unplan(asked.press, table_id))


async def forced(tavern: Tavern, asked: Asked, table_id: str, on: str) -> None:
    """Forced moves make themselves, or do not any more."""
    await tavern.house.set_forced(asked.press, table_id, on == "1")
    switched_on = _(
        "From now on a move in which you have no choice is made for you here, a moment after it is your "
        "turn. Others may guess from its speed that you had no choice, or had planned it."
    )
    switched_off = _("You make all your moves here yourself again.")
    reader = await tavern.reader(asked, table_id)
    said = switched_on if on == "1" else switched_off
    payload = notice.said(said, reader, hand_button=table_id).payload()
    await (asked.redraw(payload) if asked.on_private_message else asked.tell(payload))


async def _and_my_hand(tavern: Tavern, asked: Asked, table_id: str, doing: Awaitable[Done]) -> None:
    with tavern.messenger.hand_pressed(table_id, asked.user):
        try:
            done = await doing
        except Refusal as refusal:
            done = await as_it_is_now(tavern, asked, table_id, refusal)
        await redraw_hand(tavern, asked, done.table, done.said)


async def _offered(tavern: Tavern, asked: Asked, table_id: str, actions: int | None) -> PlanMenu | None:
    """What could be planned then; None if nothing can be now, and the hand is shown instead."""
    table = await tavern.house.table(table_id)
    try:
        return await tavern.house.plans_at(table, asked.user, actions)
    except Refusal as refusal:
        with tavern.messenger.hand_pressed(table_id, asked.user):
            done = await as_it_is_now(tavern, asked, table_id, refusal)
            await redraw_hand(tavern, asked, done.table, done.said)
        return None

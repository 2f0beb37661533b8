"""`/settings server`: what those who manage a server choose for it. Who may is asked at every press."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, get_args

from bot.asked import Asked
from bot.page import Payload
from bot.screens import ids
from bot.screens import server as screens
from bot.tables.refusal import Refusal
from bot.tavern import Tavern
from bot.wishes.servers import ServerLocale, ServerPace, ServerWishes
from games.text import _


async def show(tavern: Tavern, asked: Asked) -> None:
    """How the server wants it."""
    _require_manager(asked)
    wishes = await tavern.house.servers.of(asked.guild)
    await asked.tell(await _drawn(tavern, asked, wishes))


async def choose(tavern: Tavern, asked: Asked, what: str, value: str) -> None:
    """Something was chosen, from a list or with a button (`value`)."""
    _require_manager(asked)
    chosen = [value] if value else list(asked.values)
    wishes = await tavern.house.servers.change(asked.guild, **_wish(what, chosen))
    if what == "language":
        await tavern.house.speak(asked.guild, wishes.locale or asked.public_locale)
        await tavern.office.speak(asked.guild, wishes.locale or asked.public_locale)
    if what == "text":
        for table in await tavern.house.tables_in(asked.guild):
            tavern.messenger.redraw(table.id)
        for tournament in await tavern.office.tournaments_in(asked.guild):
            tavern.herald.redraw(tournament.id)
    await asked.redraw(await _drawn(tavern, asked, wishes))


def _wish(what: str, chosen: Sequence[str]) -> dict[str, Any]:
    """What is to be changed in the wishes. Refusal if it is nothing that can be chosen."""
    one = chosen[0] if chosen else screens.ANY
    match what:
        case "language" if one == screens.ANY or one in get_args(ServerLocale):
            return {"locale": "" if one == screens.ANY else one}
        case "pace" if one in get_args(ServerPace):
            return {"pace": one}
        case "text":
            return {"text_mode": one == "1"}
        case "channels" | "roles" | "organisers" if one == screens.ANY or all(map(ids.is_id, chosen)):
            return {what: () if one == screens.ANY else tuple(map(int, chosen))}
        case "tables" if one == screens.ANY or one in map(str, screens.NUMBERS):
            return {"tables": 0 if one == screens.ANY else int(one)}
        case _:
            raise Refusal(
                "stale", _("That can no longer be chosen. /settings server shows what there is now.")
            )


async def _drawn(tavern: Tavern, asked: Asked, wishes: ServerWishes) -> Payload:
    return screens.server(wishes, await tavern.reader(asked), _there(asked)).payload()


def _there(asked: Asked) -> Collection[int]:
    """The channels and roles of the server, as far as they are known: others cannot be shown as chosen."""
    guild = asked.interaction.guild
    if guild is None:
        return ()
    return {channel.id for channel in guild.channels} | {role.id for role in guild.roles}


def _require_manager(asked: Asked) -> None:
    """Refusal to those who may not manage the server just now, however they got at the command or screen."""
    if not asked.manages:
        raise Refusal(
            "foreign",
            _(
                "Only those who may manage this server choose how it wants things. Ask one of them; what you "
                "yourself would like you choose with /settings me."
            ),
        )

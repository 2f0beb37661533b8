"""Every press of a button, choice from a list and submitted window: told apart by its custom_id, and passed
on.

This is the one router. It keeps nothing: all that a press needs is in its custom_id, so old buttons work
after a restart.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import discord

from bot.asked import Asked, Mode
from bot.commands import (
    data,
    finding,
    hand,
    leaving,
    lobby,
    moderating,
    opening,
    plan,
    reading,
    records,
    server,
    which,
    wishes,
)
from bot.commands.tournaments import desk, entering, setup
from bot.commands.tournaments import reading as tournament_pages
from bot.commands.tournaments import which as which_tournament
from bot.question import on_own_private_message
from bot.screens import ids
from bot.tables.refusal import Refusal
from bot.tavern import Tavern
from games.text import _


@dataclass(frozen=True)
class Button:
    """What a verb does, and where the answer may stand.

    `redraws`: "public" in the message with the button, whoever sees that; "private": there only if nobody
    else sees it, else in a new private message; "never": always in a new one if it has to be put off.
    """

    answer: Callable[..., Awaitable[None]]
    redraws: str = "never"


async def _play(tavern: Tavern, asked: Asked, game: str) -> None:
    await opening.play(tavern, asked, game, {})


BUTTONS: Mapping[str, Button] = {
    "join": Button(lobby.join, "public"),
    "leave": Button(lobby.leave, "public"),
    "cut": Button(lobby.cut),
    "robot": Button(lobby.robot, "public"),
    "start": Button(lobby.start, "public"),
    "options": Button(lobby.options, "private"),
    "doors": Button(lobby.doors, "private"),
    "option": Button(lobby.option, "private"),
    "pace": Button(lobby.pace, "private"),
    "ownpace": Button(lobby.own_pace),
    "seats": Button(lobby.seats, "private"),
    "strength": Button(lobby.strength, "private"),
    "remove": Button(lobby.remove, "private"),
    "lock": Button(lobby.lock, "private"),
    "rate": Button(lobby.rate, "private"),
    "invite": Button(lobby.invite, "private"),
    "invited": Button(lobby.invited, "private"),
    "close": Button(lobby.close),
    "here": Button(hand.here),
    "closeconfirm": Button(lobby.close_now, "private"),
    "leaverobot": Button(leaving.to_robot, "private"),
    "concede": Button(leaving.concede, "private"),
    "concedeconfirm": Button(leaving.concede_now, "private"),
    "call": Button(leaving.call, "private"),
    "uncall": Button(leaving.uncall, "private"),
    "take": Button(leaving.take),
    "pause": Button(lobby.pause, "private"),
    "unpause": Button(lobby.unpause, "private"),
    "hand": Button(hand.show, "private"),
    "nudged": Button(hand.nudged, "private"),
    "pick": Button(hand.pick, "private"),
    "picks": Button(hand.picks, "private"),
    "back": Button(hand.back, "private"),
    "plan": Button(plan.plan, "private"),
    "planned": Button(plan.planned, "private"),
    "plans": Button(plan.plans, "private"),
    "unless": Button(plan.unless, "private"),
    "order": Button(plan.order, "private"),
    "unplan": Button(plan.unplan, "private"),
    "forced": Button(plan.forced, "private"),
    "which": Button(which.chosen, "private"),
    "log": Button(reading.log),
    "rules": Button(reading.rules, "private"),
    "rulesof": Button(reading.rules_of, "private"),
    "more": Button(reading.more),
    "sheet": Button(reading.sheet),
    "show": Button(reading.show),
    "proof": Button(reading.proof),
    "replay": Button(records.replay, "private"),
    "rounds": Button(records.replay_round, "private"),
    "leaderboard": Button(records.leaderboard, "private"),
    "newseason": Button(records.new_season, "private"),
    "rematch": Button(opening.rematch),
    "server": Button(server.choose, "private"),
    "export": Button(data.export),
    "forgetconfirm": Button(data.forget_now, "private"),
    "play": Button(_play),
    "wish": Button(wishes.chosen, "private"),
    "wished": Button(wishes.switched, "private"),
    "tdesk": Button(desk.show, "private"),
    "tacts": Button(desk.ACTING.acts, "private"),
    "tact": Button(desk.ACTING.act, "private"),
    "twhich": Button(desk.ACTING.which, "private"),
    "tsure": Button(desk.ACTING.sure),
    "tback": Button(desk.ACTING.back),
    "tbacks": Button(desk.ACTING.backs, "private"),
    "taudit": Button(desk.log, "private"),
    "mdesk": Button(moderating.show, "private"),
    "macts": Button(moderating.ACTING.acts, "private"),
    "mact": Button(moderating.ACTING.act, "private"),
    "mwhich": Button(moderating.ACTING.which, "private"),
    "msure": Button(moderating.ACTING.sure),
    "mback": Button(moderating.ACTING.back),
    "mbacks": Button(moderating.ACTING.backs, "private"),
    "mlog": Button(moderating.log, "private"),
    "tjoin": Button(entering.join, "private"),
    "tleave": Button(entering.withdraw, "private"),
    "tleavenow": Button(entering.withdraw_now, "private"),
    "there": Button(entering.check_in, "private"),
    "tinfo": Button(tournament_pages.page, "private"),
    "tsetup": Button(setup.page, "private"),
    "tset": Button(setup.choose, "private"),
    "tput": Button(setup.put, "private"),
    "twrite": Button(setup.write),
    "tannounce": Button(setup.announce, "private"),
    "whicht": Button(which_tournament.chosen, "private"),
}
"""By verb; the parts of the custom_id follow as arguments."""

WINDOWS: Mapping[str, Button] = {
    "cut": Button(lobby.cut_with),
    "pace": Button(lobby.pace_with, "private"),
    "zone": Button(wishes.zone_written, "private"),
    "tsure": Button(desk.ACTING.sure_with, "private"),
    "tback": Button(desk.ACTING.back_with, "private"),
    "msure": Button(moderating.ACTING.sure_with, "private"),
    "mback": Button(moderating.ACTING.back_with, "private"),
    "twrite": Button(setup.written, "private"),
}
"""Submitted windows, likewise."""


async def on_press(tavern: Tavern, interaction: discord.Interaction) -> None:
    """Answer a press of a button or a choice from a list."""
    await _pass_on(tavern, interaction, BUTTONS)


async def on_window(tavern: Tavern, interaction: discord.Interaction) -> None:
    """Answer a submitted window."""
    await _pass_on(tavern, interaction, WINDOWS)


async def _pass_on(tavern: Tavern, interaction: discord.Interaction, known: Mapping[str, Button]) -> None:
    data: Any = interaction.data
    try:
        verb, parts = ids.decode(data["custom_id"])
        button = known[verb]
        if known is BUTTONS:
            ids.require_chosen(verb, data.get("values", ()))
    except (ValueError, KeyError):
        await tavern.boundary.attend(Asked(interaction, "private"), "an unknown button", None, _unknown)
        return

    table = ids.named(verb, parts, "table")

    async def answer(asked: Asked) -> None:
        if table is not None:
            await finding.table_here(tavern, asked, table)
        await button.answer(tavern, asked, *parts)

    asked = Asked(interaction, _mode(button, interaction))
    asked.tournament = ids.named(verb, parts, "tournament")
    await tavern.boundary.attend(asked, verb, table, answer)


def _mode(button: Button, interaction: discord.Interaction) -> Mode:
    if button.redraws == "public":
        return "redraw"
    own = button.redraws == "private" and on_own_private_message(interaction)
    return "redraw" if own else "private"


async def _unknown(asked: Asked) -> None:
    raise Refusal("stale", _("This button is from another version of Tortuga. /table show brings a new one."))

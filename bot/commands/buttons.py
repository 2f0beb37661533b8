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
from bot.screens import ids
from bot.tables.refusal import Refusal
from bot.tavern import Tavern
from games.text import _


@dataclass(frozen=True)
class Button:
    """What a verb does, and what becomes of its message if the answer has to be put off.

    `redraws`: "always" the message with the button; "private": only a private one, else the answer is a new
    private message; "never".
    """

    answer: Callable[..., Awaitable[None]]
    redraws: str = "never"


async def _play(tavern: Tavern, asked: Asked, game: str) -> None:
    await opening.play(tavern, asked, game, {})


BUTTONS: Mapping[str, Button] = {
    "join": Button(lobby.join, "always"),
    "leave": Button(lobby.leave, "always"),
    "cut": Button(lobby.cut),
    "robot": Button(lobby.robot, "always"),
    "start": Button(lobby.start, "always"),
    "options": Button(lobby.options, "private"),
    "doors": Button(lobby.doors, "always"),
    "option": Button(lobby.option, "always"),
    "pace": Button(lobby.pace, "always"),
    "ownpace": Button(lobby.own_pace),
    "seats": Button(lobby.seats, "always"),
    "strength": Button(lobby.strength, "always"),
    "remove": Button(lobby.remove, "always"),
    "lock": Button(lobby.lock, "always"),
    "rate": Button(lobby.rate, "always"),
    "invite": Button(lobby.invite, "always"),
    "invited": Button(lobby.invited, "always"),
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
    "pick": Button(hand.pick, "always"),
    "picks": Button(hand.picks, "always"),
    "back": Button(hand.back, "always"),
    "plan": Button(plan.plan, "always"),
    "planned": Button(plan.planned, "always"),
    "plans": Button(plan.plans, "always"),
    "unless": Button(plan.unless, "always"),
    "order": Button(plan.order, "always"),
    "unplan": Button(plan.unplan, "always"),
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
    "server": Button(server.choose, "always"),
    "export": Button(data.export),
    "forgetconfirm": Button(data.forget_now, "always"),
    "play": Button(_play),
    "wish": Button(wishes.chosen, "always"),
    "wished": Button(wishes.switched, "always"),
    "tdesk": Button(desk.show, "private"),
    "tacts": Button(desk.ACTING.acts, "always"),
    "tact": Button(desk.ACTING.act, "private"),
    "twhich": Button(desk.ACTING.which, "always"),
    "tsure": Button(desk.ACTING.sure),
    "tback": Button(desk.ACTING.back),
    "tbacks": Button(desk.ACTING.backs, "always"),
    "taudit": Button(desk.log, "private"),
    "mdesk": Button(moderating.show, "private"),
    "macts": Button(moderating.ACTING.acts, "always"),
    "mact": Button(moderating.ACTING.act, "private"),
    "mwhich": Button(moderating.ACTING.which, "always"),
    "msure": Button(moderating.ACTING.sure),
    "mback": Button(moderating.ACTING.back),
    "mbacks": Button(moderating.ACTING.backs, "always"),
    "mlog": Button(moderating.log, "private"),
    "tjoin": Button(entering.join, "private"),
    "tleave": Button(entering.withdraw, "private"),
    "tleavenow": Button(entering.withdraw_now, "private"),
    "there": Button(entering.check_in, "private"),
    "tinfo": Button(tournament_pages.page, "private"),
    "tsetup": Button(setup.page, "private"),
    "tset": Button(setup.choose, "always"),
    "tput": Button(setup.put, "always"),
    "twrite": Button(setup.write),
    "tannounce": Button(setup.announce, "always"),
    "whicht": Button(which_tournament.chosen, "private"),
}
"""By verb; the parts of the custom_id follow as arguments."""

WINDOWS: Mapping[str, Button] = {
    "cut": Button(lobby.cut_with),
    "pace": Button(lobby.pace_with, "always"),
    "zone": Button(wishes.zone_written, "always"),
    "tsure": Button(desk.ACTING.sure_with, "private"),
    "tback": Button(desk.ACTING.back_with, "private"),
    "msure": Button(moderating.ACTING.sure_with, "private"),
    "mback": Button(moderating.ACTING.back_with, "private"),
    "twrite": Button(setup.written, "always"),
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
    except (ValueError, KeyError):
        await tavern.boundary.attend(Asked(interaction, "private"), "an unknown button", None, _unknown)
        return

    async def answer(asked: Asked) -> None:
        await button.answer(tavern, asked, *parts)

    asked = Asked(interaction, _mode(button, interaction))
    asked.tournament = ids.named(verb, parts, "tournament")
    await tavern.boundary.attend(asked, verb, ids.named(verb, parts, "table"), answer)


def _mode(button: Button, interaction: discord.Interaction) -> Mode:
    if button.redraws == "always":
        return "redraw"
    message = interaction.message
    private = message is not None and message.flags.ephemeral
    return "redraw" if button.redraws == "private" and private else "private"


async def _unknown(asked: Asked) -> None:
    raise Refusal("stale", _("This button is from another version of Tortuga. /table show brings a new one."))

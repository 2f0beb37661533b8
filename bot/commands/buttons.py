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
import structlog

from bot.client.interaction_context import AnswerPlace, InteractionContext
from bot.commands import (
    information,
    moderation,
    playing,
    preferences,
    profiles,
    puzzles,
    server_moderation,
    solo,
    tables,
)
from bot.commands.slash import tables as slash_tables
from bot.commands.slash import tournaments
from bot.commands.tournaments import admin_panel, recurring, series, setup, views
from bot.refusal import Refusal
from bot.services import Services
from bot.tables.model import SoloWish
from bot.tables.options import check_game
from bot.ui import custom_ids
from games.text import _
from storage.errors import Conflict, StorageError

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Handler:
    """What a verb does, and where the answer may stand."""

    answer: Callable[..., Awaitable[None]]
    place: AnswerPlace = "new"


async def _play(services: Services, context: InteractionContext, game: str) -> None:
    await solo.play_alone(services, context, check_game(game).slug, SoloWish())


BUTTONS: Mapping[str, Handler] = {
    "join": Handler(tables.join, "public"),
    "leave": Handler(tables.leave, "public"),
    "cut": Handler(tables.ask_for_cut),
    "robot": Handler(tables.add_robot, "public"),
    "start": Handler(tables.start, "public"),
    "when": Handler(tables.set_when, "public"),
    "options": Handler(tables.show_options, "private"),
    "optionpage": Handler(tables.show_options, "private"),
    "doors": Handler(tables.show_seat_options, "private"),
    "option": Handler(tables.set_option, "private"),
    "pace": Handler(tables.set_pace, "private"),
    "ownpace": Handler(tables.ask_for_own_pace),
    "seats": Handler(tables.set_capacity, "private"),
    "strength": Handler(tables.add_robot_of_strength, "private"),
    "remove": Handler(tables.remove_player, "private"),
    "readmit": Handler(tables.readmit, "private"),
    "lock": Handler(tables.set_locked, "private"),
    "rate": Handler(tables.set_rated, "private"),
    "hints": Handler(tables.allow_hints, "private"),
    "invite": Handler(tables.invite, "private"),
    "invited": Handler(tables.set_by_invitation, "private"),
    "close": Handler(tables.ask_to_close, "private"),
    "here": Handler(playing.mark_present),
    "hour": Handler(playing.find_hour, "private"),
    "hourzone": Handler(playing.choose_zone, "private"),
    "hourday": Handler(playing.show_hours_of_day, "private"),
    "hourset": Handler(playing.choose_hours, "private"),
    "closeconfirm": Handler(tables.close, "private"),
    "leaverobot": Handler(tables.leave_to_robot, "private"),
    "concede": Handler(tables.ask_to_concede, "private"),
    "concedeconfirm": Handler(tables.concede, "private"),
    "call": Handler(tables.call_substitute, "private"),
    "uncall": Handler(tables.withdraw_call, "private"),
    "take": Handler(tables.take_seat),
    "pause": Handler(tables.pause, "private"),
    "unpause": Handler(tables.unpause, "private"),
    "hand": Handler(playing.show_hand, "private"),
    "nudged": Handler(playing.show_hand_from_notification, "private"),
    "pick": Handler(playing.choose, "private"),
    "picks": Handler(playing.choose_from_list, "private"),
    "slot": Handler(playing.show_hand_from_slot, "private"),
    "back": Handler(playing.restart_choice, "private"),
    "plan": Handler(playing.show_plans, "private"),
    "planned": Handler(playing.choose_plan, "private"),
    "plans": Handler(playing.choose_plan_from_list, "private"),
    "unless": Handler(playing.choose_conditions, "private"),
    "order": Handler(playing.store_plan, "private"),
    "unplan": Handler(playing.cancel_plan, "private"),
    "forced": Handler(playing.set_forced, "private"),
    "which": Handler(slash_tables.run_at_chosen, "private"),
    "log": Handler(information.log, "private"),
    "rules": Handler(information.rules, "private"),
    "rulesof": Handler(information.rules_of, "private"),
    "more": Handler(information.more, "private"),
    "thistable": Handler(information.this_table, "private"),
    "sheet": Handler(information.sheet, "private"),
    "words": Handler(information.words, "private"),
    "watch": Handler(information.watch, "private"),
    "puzzle": Handler(puzzles.choose, "private"),
    "puzzles": Handler(puzzles.choose_from_list, "private"),
    "hint": Handler(playing.show_hint, "private"),
    "figure": Handler(playing.show_figure, "private"),
    "textmode": Handler(playing.choose_text_mode, "private"),
    "show": Handler(information.show_table, "private"),
    "analysis": Handler(profiles.analysis, "private"),
    "analysed": Handler(profiles.share_analysis, "private"),
    "proof": Handler(information.proof, "private"),
    "replay": Handler(profiles.replay, "private"),
    "why": Handler(profiles.why, "private"),
    "rounds": Handler(profiles.replay_round, "private"),
    "leaderboard": Handler(profiles.leaderboard, "private"),
    "newseason": Handler(profiles.new_season, "private"),
    "rematch": Handler(solo.rematch),
    "server": Handler(preferences.choose_for_server, "private"),
    "export": Handler(preferences.export_data),
    "forgetconfirm": Handler(preferences.erase_data, "private"),
    "play": Handler(_play, "private"),
    "lessons": Handler(playing.set_lessons, "private"),
    "help": Handler(information.help, "private"),
    "helpgame": Handler(information.help_on_game, "private"),
    "helpcommands": Handler(information.help_on_commands, "private"),
    "vacation": Handler(preferences.begin_vacation, "private"),
    "zone": Handler(preferences.ask_for_zone),
    "against": Handler(solo.play_against, "private"),
    "learn": Handler(solo.learn, "private"),
    "course": Handler(solo.learn_here, "private"),
    "anew": Handler(solo.anew, "private"),
    "share": Handler(solo.share, "private"),
    "wish": Handler(preferences.choose_personal, "private"),
    "wished": Handler(preferences.switch_personal, "private"),
    "tdesk": Handler(admin_panel.show, "private"),
    "trepost": Handler(admin_panel.post_again, "private"),
    "tacts": Handler(admin_panel.ADMIN_ACTIONS.acts, "private"),
    "tact": Handler(admin_panel.ADMIN_ACTIONS.act, "private"),
    "twhich": Handler(admin_panel.ADMIN_ACTIONS.which, "private"),
    "tsure": Handler(admin_panel.ADMIN_ACTIONS.sure),
    "tdo": Handler(admin_panel.ADMIN_ACTIONS.do, "private"),
    "tback": Handler(admin_panel.ADMIN_ACTIONS.back),
    "tbacks": Handler(admin_panel.ADMIN_ACTIONS.backs, "private"),
    "taudit": Handler(admin_panel.log, "private"),
    "mdesk": Handler(moderation.show, "private"),
    "macts": Handler(moderation.ADMIN_ACTIONS.acts, "private"),
    "mact": Handler(moderation.ADMIN_ACTIONS.act, "private"),
    "mwhich": Handler(moderation.ADMIN_ACTIONS.which, "private"),
    "msure": Handler(moderation.ADMIN_ACTIONS.sure),
    "mback": Handler(moderation.ADMIN_ACTIONS.back),
    "mbacks": Handler(moderation.ADMIN_ACTIONS.backs, "private"),
    "mlog": Handler(moderation.log, "private"),
    "sback": Handler(server_moderation.ADMIN_ACTIONS.back),
    "sbacks": Handler(server_moderation.ADMIN_ACTIONS.backs, "private"),
    "sban": Handler(server_moderation.ask_to_ban_again),
    "sbans": Handler(server_moderation.show_bans, "private"),
    "slift": Handler(server_moderation.ask_to_lift),
    "slifts": Handler(server_moderation.choose_ban, "private"),
    "sclose": Handler(server_moderation.confirm_close),
    "tjoin": Handler(views.by_id(views.join), "private"),
    "tleave": Handler(views.by_id(views.withdraw), "private"),
    "tleavenow": Handler(views.by_id(views.withdraw_now), "private"),
    "there": Handler(views.by_id(views.check_in), "private"),
    "tstand": Handler(views.stand_by, "private"),
    "tsit": Handler(views.by_id(views.sit_out), "private"),
    "tstill": Handler(views.by_id(views.still_in), "private"),
    "tnamed": Handler(views.by_id(views.named), "private"),
    "tteam": Handler(views.by_id(views.choose_team), "private"),
    "tfound": Handler(views.by_id(views.ask_for_team)),
    "tinfo": Handler(views.by_id(views.page), "private"),
    "tsetup": Handler(setup.page, "private"),
    "tset": Handler(setup.choose, "private"),
    "tput": Handler(setup.choose, "private"),
    "twrite": Handler(setup.write),
    "tannounce": Handler(setup.announce, "private"),
    "tagain": Handler(views.by_id(setup.again)),
    "trepeat": Handler(views.by_id(recurring.ask)),
    "recurring": Handler(recurring.pressed, "private"),
    "series": Handler(series.pressed, "private"),
    "newseries": Handler(series.ask_for_new),
    "whicht": Handler(tournaments.chosen, "private"),
}
"""By verb; the parts of the custom_id follow as arguments."""

MODERATING = frozenset(("mdesk", "macts", "mact", "mwhich", "msure", "mback", "mbacks"))
"""Verbs of those who moderate: of any table on their server."""

# fmt: off
LOBBY = frozenset((
    "join", "cut", "robot", "start", "when", "options", "optionpage", "doors", "option", "pace", "ownpace",
    "seats", "strength", "remove", "readmit", "lock", "rate", "invite", "invited",
))
# fmt: on
"""Verbs of a lobby, which may be read long after the game has begun."""

MODALS: Mapping[str, Handler] = {
    "cut": Handler(tables.cut),
    "pace": Handler(tables.set_own_pace, "private"),
    "zone": Handler(preferences.set_zone, "private"),
    "tsure": Handler(admin_panel.ADMIN_ACTIONS.sure_with, "private"),
    "tback": Handler(admin_panel.ADMIN_ACTIONS.back_with, "private"),
    "msure": Handler(moderation.ADMIN_ACTIONS.sure_with, "private"),
    "mback": Handler(moderation.ADMIN_ACTIONS.back_with, "private"),
    "sback": Handler(server_moderation.ADMIN_ACTIONS.back_with, "private"),
    "sban": Handler(server_moderation.ban, "private"),
    "slift": Handler(server_moderation.lift, "private"),
    "sclose": Handler(server_moderation.close, "private"),
    "twrite": Handler(setup.written, "private"),
    "trepeat": Handler(views.by_id(recurring.asked), "private"),
    "recurring": Handler(recurring.edited, "private"),
    "tfound": Handler(views.by_id(views.found_team), "private"),
    "series": Handler(series.written, "private"),
    "newseries": Handler(series.written_new, "private"),
}
"""Submitted windows, likewise. The button of the same custom_id opens the window, if there is one."""
OPENED_BY = {"pace": "ownpace"}
"""Verbs of windows that another verb's button opens."""


BACK: Mapping[str, Callable[..., tuple[str, ...]]] = {
    "twrite": lambda tournament, what: ("tsetup", tournament, setup.page_of(what)),
    **dict.fromkeys(("tsure", "tback", "trepeat"), lambda tournament, *_: ("tdesk", tournament, "0")),
    **dict.fromkeys(("msure", "mback"), lambda table, *_: ("mdesk", table, "0")),
    "recurring": lambda plan, *_: ("recurring", plan, "show", "0"),
    "series": lambda plan, _what, season, page: ("series", plan, "show", season, page),
    "pace": lambda table: ("options", table),
}
"""By a window's verb, what shows again the screen from which it was opened."""


async def on_interaction(services: Services, interaction: discord.Interaction) -> None:
    """Answer a press of a button, a choice from a list or a submitted window."""
    is_press = interaction.type is discord.InteractionType.component
    data: Any = interaction.data
    try:
        verb, parts = custom_ids.decode(data["custom_id"])
        handler = (BUTTONS if is_press else MODALS)[verb]
        if is_press:
            custom_ids.require_valid_values(verb, data.get("values", ()))
    except (ValueError, KeyError):
        context = InteractionContext(interaction, "an unknown button")
        await services.error_handler.handle(context, _refuse_unknown)
        return

    async def do(context: InteractionContext) -> None:
        try:
            await handler.answer(services, context, *parts)
        except Refusal as refusal:
            if verb not in LOBBY or context.table is None:
                raise
            await playing.show_hand_after_lobby(services, context, context.table, refusal)

    async def answer(context: InteractionContext) -> None:
        if context.table is not None:
            to_moderate = verb in MODERATING
            await context.table_here(services.tables, context.table, to_moderate=to_moderate)
        if context.table is None or not context.is_on_private_message:
            await do(context)
            return
        open_hands = services.table_publisher.open_hands
        with open_hands.pressed(context.table, context.user):
            await do(context)
            if context.shown_in == context.message:
                open_hands.covered(context.table, context.interaction, context.message)

    named = dict(zip(custom_ids.VERBS[verb], parts, strict=True))
    table, tournament = named.get("table"), named.get("tournament")
    context = InteractionContext(interaction, verb, handler.place, table=table, tournament=tournament)
    opener = verb if is_press else OPENED_BY.get(verb, verb)
    if opener in BUTTONS:
        context.opened_by = custom_ids.encode(opener, *parts)
    if not is_press and verb in BACK:
        context.back = custom_ids.encode(*BACK[verb](*parts))
    await services.error_handler.handle(context, answer)
    if context.answered is not None and not context.was_taken and (table or tournament):
        await _note_language(services, context)


async def _note_language(services: Services, context: InteractionContext) -> None:
    """Whoever plays is written to in the language in which they were just answered."""
    try:
        await services.people.speaks(context.user, context.locale)
    except (StorageError, Conflict) as error:  # their next press says it again
        log.info("a language was not noted", why=type(error).__name__)


async def _refuse_unknown(context: InteractionContext) -> None:
    raise Refusal("stale", _("That's an old button. /table show brings a new one."))

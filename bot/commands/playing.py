"""A player's private hand: shown, played from, shown again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Collection
from dataclasses import replace
from typing import Literal

import msgspec

from bot.commands.context import Context
from bot.commands.responses import prefer
from bot.commands.verbs import button, select
from bot.publishing.open_hands import FIRST_PATIENCE, HAND_PATIENCE, hand_page
from bot.refusal import Refusal
from bot.screens import plans as plan_screens
from bot.screens.watching import LEAST_MISSED
from bot.tables import plans, play
from bot.tables.model import PressResult, Table
from bot.ui import notices
from bot.ui.views import Payload
from games.contract import PlanMenu
from games.text import Text, _
from games.thinking.hints import Hint

STILL_HAS_A_HAND = ("stale", "twice", "illegal", "over", "late", "early")
"""Refusals after which the hand is shown as it is now, with the reason above it."""


@button("hand")
async def show_hand(context: Context, table: Table, *, said: Text | None = None) -> None:
    """My hand: as a new private message, on a hand as that hand anew. `said`: what is told beside it."""
    with context.publisher.open_hands.pressed(table.id, context.user):
        table = await context.tables.seating.came_back(context.user, table.id)
        play.require_seat(table, context.user)
        missed = await context.tables.logs.moves_missed_by(table, context.user)
        offers_watching = missed >= LEAST_MISSED and not table.record.learning
        await answer_with_hand(context, table, said, offers_watching=offers_watching)


@button("textmode")
async def choose_text_mode(context: Context, table: Table) -> None:
    """No pictures any more, as was offered with the first one."""
    await prefer(context, text_mode=True)
    await answer_with_hand(context, table, _("Text mode is on. /settings me brings the pictures back."))


@button("here", "new")
async def mark_present(context: Context, table: Table) -> None:
    """I am here, at a tournament's table. The answer is the hand, or becomes it when the cards are dealt."""
    done = await context.tables.pods.check_in(context.press, table.id)
    play.require_seat(done.table, context.user)
    await answer_with_hand(context, done.table, done.said, "new")


@button("nudged")
async def show_hand_from_notification(context: Context, table: Table, user: str) -> None:
    """My hand, from a message that tells somebody of their turn, maybe not me; also in direct messages."""
    del user
    await show_hand(context, table)


@button("slot")
async def show_hand_from_slot(context: Context, table: Table, index: int) -> None:
    """My hand, from a button on it that nobody can press: a stale one, or a forged one."""
    del index
    await show_hand(context, table)


@button("pick")
@select("picks")
async def choose(context: Context, table: Table, decision: str, depth: int, index: int) -> None:
    """A choice on the hand: one press plays. A second tap of the same finger chooses nothing."""
    if context.publisher.open_hands.is_second_tap(table.id, context.user, context.place):
        await show_hand(context, table, said=_("Your hand had just changed, so that tap did nothing."))
        return
    ahead = HandAhead(context)
    doing = _choose(context, ahead, table, decision, depth, index)
    try:
        await _act_on_hand(context, table, doing, ahead)
    finally:
        ahead.cancel()


async def _choose(
    context: Context, ahead: HandAhead, table: Table, decision: str, depth: int, index: int
) -> PressResult:
    """The choice, and that the lesson beside it has been read: they share a transaction."""
    tables, press, noting = context.tables, context.press, None
    if name := await tables.lessons.answered(table, context.user):
        noting = asyncio.create_task(tables.lessons.told(context.user, table.game.slug, name))
    elif context.services.error_handler.load_gate.under_way == 1:
        press = replace(press, on_begun=ahead.draw)
    try:
        return await tables.playing.choose(press, table.id, decision, depth, index)
    finally:
        if noting is not None:
            await noting


class HandAhead:
    """The hand that a press will be answered with, drawn while the move is stored: if nobody else presses at
    that moment, this takes none of their time.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._shows: PressResult | None = None
        self._drawing: asyncio.Task[tuple[Payload, bool]] | None = None

    def draw(self, done: PressResult) -> None:
        """Begin to draw what the press comes to."""
        self.cancel()
        drawing = _drawn(self._context, done.table, done.said)
        self._shows, self._drawing = done, asyncio.create_task(drawing)
        # What went wrong is raised to whoever wants the hand; where nobody does, it is no error of the loop.
        self._drawing.add_done_callback(lambda drawn: drawn.cancelled() or drawn.exception())

    async def drawn(self, table: Table, said: Text | None) -> tuple[Payload, bool] | None:
        """What `_drawn` makes of that, if it has been drawn; None if it has not."""
        done, drawing = self._shows, self._drawing
        return await drawing if done and drawing and done.table is table and done.said is said else None

    def cancel(self) -> None:
        """Stops drawing the hand that was begun ahead, as nobody wants it any more."""
        if self._drawing is not None:
            self._drawing.cancel()


@button("figure")
async def show_figure(context: Context, table: Table) -> None:
    """The same hint, and by how much its choice is better."""
    await show_hint(context, table, by_how_much=True)


@button("hint")
async def show_hint(context: Context, table: Table, *, by_how_much: bool = False) -> None:
    """What is best here and why, above the hand."""
    try:
        table, hint = await context.tables.playing.hint(context.press, table.id)
    except Refusal as refusal:
        done = await current_hand(context, table, refusal)
        await answer_with_hand(context, done.table, done.said)
        return
    if by_how_much and hint.figure is not None:
        told = _("{hint} {figure}", hint=hint.why, figure=hint.figure)
        hint = msgspec.structs.replace(hint, why=told, figure=None)
    await answer_with_hand(context, table, hint=hint)


@button("lessons")
async def set_lessons(context: Context, table: Table, on: bool) -> None:
    """Nothing is explained any more, or what is left is."""
    await prefer(context, no_lessons=not on)
    await show_hand(context, table)


@button("back")
async def take_step_back(context: Context, table: Table, decision: str) -> None:
    """Takes back what was chosen last of a decision, and shows the hand anew. Refusal if it is outdated."""
    await _act_on_hand(context, table, context.tables.playing.step_back(context.press, table.id, decision))


async def _act_on_hand(
    context: Context, table: Table, doing: Awaitable[PressResult], ahead: HandAhead | None = None
) -> None:
    """Do it and answer with the hand as it is then, a refusal above it if there was one."""
    with context.publisher.open_hands.pressed(table.id, context.user):
        try:
            done = await doing
        except Refusal as refusal:
            done = await current_hand(context, table, refusal)
        await answer_with_hand(context, done.table, done.said, ahead=ahead)


async def current_hand(context: Context, table: Table, refusal: Refusal) -> PressResult:
    """The table, with why nothing was done. The refusal itself for somebody who has no hand there."""
    if refusal.reason not in STILL_HAS_A_HAND:
        raise refusal
    context.refused = refusal.reason
    table = await context.tables.seating.came_back(context.user, table.id)
    if table.seat_of(context.user) is None:
        raise refusal
    return PressResult(table, refusal.text)


async def show_hand_after_lobby(context: Context, table_id: str, refusal: Refusal) -> None:
    """The hand, for a player who was late on a page of the lobby. The refusal itself for everybody else."""
    table = await context.tables.table(table_id)
    if table.phase != "playing" or table.seat_of(context.user) is None:
        raise refusal
    context.refused = refusal.reason
    said = _("The game has begun. Here's your hand.")
    await answer_with_hand(context, table, said, "in place" if context.is_on_private_message else "new")


async def answer_with_hand(
    context: Context,
    table: Table,
    said: Text | None = None,
    place: Literal["in place", "new", "below"] = "in place",
    *,
    offers_watching: bool = False,
    hint: Hint | None = None,
    ahead: HandAhead | None = None,
) -> None:
    """The hand, `said` above it: in the private message whose button was pressed, if there is one; in a new
    one; or in one below the answer. `offers_watching`: with a way to what was played meanwhile. `hint`: with
    what is best.
    """
    drawn = None if ahead is None else await ahead.drawn(table, said)
    if drawn is None:
        drawn = await _drawn(context, table, said, offers_watching=offers_watching, hint=hint)
    hand, offers_text = drawn
    if offers_text and hand.pictures:
        # Remembered first, so that it is never said twice.
        await context.people.change(context.user, text_mode_offered=True)
    message = None
    if place == "below":
        message = await context.follow_up(hand)
        seen = message is not None
    else:
        seen = await (context.redraw(hand) if place == "in place" else context.send(hand))
    message = message or context.followed
    if seen:
        context.publisher.open_hands.opened(table, context.interaction, hand, message, context.shown_in)
        await context.publisher.hand_opened(table, context.user)
    await warn_host(context, table)


async def _drawn(
    context: Context,
    table: Table,
    said: Text | None,
    *,
    offers_watching: bool = False,
    hint: Hint | None = None,
) -> tuple[Payload, bool]:
    """The hand as `answer_with_hand` shows it, and whether a way without pictures is offered beside them."""
    open_hands, preferences = context.publisher.open_hands, await context.people.of(context.user)
    is_first = not open_hands.is_open(table.id, context.user)
    offers_text = not (preferences.text_mode or preferences.text_mode_offered)
    hand = await hand_page(
        *(
            context.tables,
            context.services.image_service,
            table,
            context.user,
            preferences,
            context.locale,
            said,
        ),
        patience=FIRST_PATIENCE if is_first else HAND_PATIENCE,
        offers_text=offers_text,
        offers_watching=offers_watching,
        hint=hint,
        result=open_hands.shows_result(table, context.user),
    )
    return hand, offers_text


async def warn_host(context: Context, table: Table) -> None:
    """Tell a host, once, if their table cannot be shown as it should."""
    words = context.publisher.problem_for_host(table, context.user)
    if words is not None:
        await context.follow_up(notices.info(words, context.reader(table)))


# Plans: planning the next move, and letting forced moves make themselves.


@button("plan")
async def show_plans(context: Context, table: Table) -> None:
    """Shows in place what can be planned for a coming turn."""
    offered = await _plan_menu(context, table, None)
    if offered is not None:
        seat = table.seat_of(context.user)
        await context.redraw(plan_screens.plan_screen(table, offered, context.reader(table), seat))


@button("planned")
@select("plans")
async def choose_plan(context: Context, table: Table, actions: int, index: int) -> None:
    """A choice; now what would cancel it."""
    await _show_conditions(context, table, actions, index, None)


@select("unless")
async def choose_conditions(
    context: Context, table: Table, actions: int, index: int, named: list[int]
) -> None:
    """Shows a plan with the surprises, chosen from a list, that are to cancel it."""
    await _show_conditions(context, table, actions, index, named)


async def _show_conditions(
    context: Context, table: Table, actions: int, index: int, named: Collection[int] | None
) -> None:
    """`named`: the surprises that were chosen, by index; None: those that usually are."""
    offered = await _plan_menu(context, table, actions)
    if offered is None:
        return
    if not 0 <= index < len(offered.choices):
        raise plans.cannot_plan_now()
    reader = context.reader(table)
    bits = sum(1 << at for at in range(len(offered.surprises)) if named is not None and at in named)
    chosen = plan_screens.usual_surprises(offered) if named is None else bits
    await context.redraw(plan_screens.plan_conditions_screen(table, offered, actions, index, chosen, reader))


@button("order")
async def store_plan(context: Context, table: Table, actions: int, index: int, named: int) -> None:
    """Keeps a choice of the plan menu until its turn comes. Refusal if the menu is outdated."""
    doing = context.tables.plans.make(context.press, table.id, actions, index, named)
    await _act_on_hand(context, table, doing)


@button("unplan")
async def cancel_plan(context: Context, table: Table) -> None:
    """Takes away the plan of whoever pressed, and shows the hand. Refusal if they do not sit there."""
    await _act_on_hand(
        context, table, context.tables.plans.change(context.press, table.id, plans.without_planned_move)
    )


@button("forced")
async def set_forced(context: Context, table: Table, on: bool) -> None:
    """Forced moves make themselves, or do not any more."""
    await context.tables.plans.change(context.press, table.id, plans.with_forced_moves, on)
    switched_on = _("Forced moves now play themselves here. Others may guess from the speed.")
    switched_off = _("You play every move yourself again.")
    said, reader = switched_on if on else switched_off, context.reader(table)
    await context.redraw(notices.info(said, reader, hand_button=table.id, in_place=True))


async def _plan_menu(context: Context, table: Table, actions: int | None) -> PlanMenu | None:
    """What could be planned then; None if nothing can be now, and the hand is shown instead."""
    try:
        return await context.tables.plans.plan_menu(table, context.user, actions)
    except Refusal as refusal:
        with context.publisher.open_hands.pressed(table.id, context.user):
            done = await current_hand(context, table, refusal)
            await answer_with_hand(context, done.table, done.said)
        return None

"""A player's private hand: shown, played from, shown again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Collection
from dataclasses import replace
from typing import Literal

import msgspec

from bot.client.interaction_context import InteractionContext
from bot.commands.responses import prefer
from bot.preferences.people import zone_of
from bot.preferences.zone_names import zone_named
from bot.publishing.open_hands import FIRST_PATIENCE, HAND_PATIENCE, hand_page
from bot.refusal import Refusal
from bot.screens import hand as screens
from bot.screens.hours import hours_screen, zone_screen
from bot.screens.preferences import usual_zone
from bot.screens.watching import LEAST_MISSED
from bot.services import Services
from bot.tables import hours, lobby, planning, play
from bot.tables.model import PressResult, Table
from bot.ui import notices
from bot.ui.views import Payload
from games.contract import PlanMenu
from games.text import Text, _
from games.thinking.hints import Hint

STILL_HAS_A_HAND = ("stale", "twice", "illegal", "over", "late", "early")
"""Refusals after which the hand is shown as it is now, with the reason above it."""


async def show_hand(
    services: Services, context: InteractionContext, table_id: str, said: Text | None = None
) -> None:
    """My hand: as a new private message, on a hand as that hand anew. `said`: what is told beside it."""
    with services.table_publisher.open_hands.pressed(table_id, context.user):
        table = await services.tables.seating.came_back(context.user, table_id)
        play.require_seat(table, context.user)
        missed = await services.tables.logs.moves_missed_by(table, context.user)
        await answer_with_hand(services, context, table, said, offers_watching=missed >= LEAST_MISSED)


async def choose_text_mode(services: Services, context: InteractionContext, table_id: str) -> None:
    """No pictures any more, as was offered with the first one."""
    await prefer(services, context, text_mode=True)
    table = await services.tables.table(table_id)
    said = _("Text mode is on. /settings me brings the pictures back.")
    await answer_with_hand(services, context, table, said)


async def mark_present(services: Services, context: InteractionContext, table_id: str) -> None:
    """I am here, at a tournament's table. The answer is the hand, or becomes it when the cards are dealt."""
    done = await services.tables.pods.check_in(context.press, table_id)
    play.require_seat(done.table, context.user)
    await answer_with_hand(services, context, done.table, done.said, "new")


async def find_hour(
    services: Services, context: InteractionContext, table_id: str, day: int | None = None
) -> None:
    """When everybody at a tournament's table can play; `day`: whose hours can be chosen."""
    await context.show(await _hours_page(services, context, table_id, day))

    async def draw() -> Payload:
        try:
            return await _hours_page(services, context, table_id, day)
        except Refusal as refusal:
            return notices.info(refusal.text, await services.reader(context, table_id)).payload()

    services.error_handler.open_pages.opened(table_id, context, draw)


async def _hours_page(
    services: Services, context: InteractionContext, table_id: str, day: int | None
) -> Payload:
    """As things stand. Refusal if no hour is looked for there (any more)."""
    table = await services.tables.table(table_id)
    play.require_seat(table, context.user)
    if not table.is_early:
        lobby.require_lobby(table)
        raise Refusal("late", _("It's time: press “I am here” at your table."))
    name, now = await _zone_of_reader(services, context), services.tables.clock.now()
    reader = await services.reader(context, table_id)
    if hours.is_open(table) and not (await services.people.of(context.user)).zone:
        return zone_screen(table, reader, name).payload()
    return hours_screen(table, reader, context.user, (name, zone_of(name)), now, day).payload()


async def choose_zone(services: Services, context: InteractionContext, table_id: str) -> None:
    """Where I live; then the hours are told in that time zone."""
    zone = zone_named(context.values[0])
    if zone is None:
        raise Refusal("stale", _("That's an old list. Press Find a time again."))
    await prefer(services, context, locale=context.locale, zone=zone)
    await find_hour(services, context, table_id)


async def show_hours_of_day(services: Services, context: InteractionContext, table_id: str) -> None:
    """The hours of a day."""
    await find_hour(services, context, table_id, int(context.values[0]))


async def choose_hours(services: Services, context: InteractionContext, table_id: str, day: str) -> None:
    """I can play at these hours of those that were listed."""
    table, now, begin = await services.tables.table(table_id), services.tables.clock.now(), int(day)
    zone = zone_of(await _zone_of_reader(services, context))
    listed = hours.hours_of(table, begin, now, zone) if begin else list(hours.proposed(table))
    chosen = list(map(int, context.values))
    await services.tables.change(context.press, table_id, hours.choose, listed, chosen, now)
    await find_hour(services, context, table_id, begin or None)


async def _zone_of_reader(services: Services, context: InteractionContext) -> str:
    return (await services.people.of(context.user)).zone or usual_zone(context.locale)


async def show_hand_from_notification(
    services: Services, context: InteractionContext, table_id: str, user: str
) -> None:
    """My hand, from a message that tells somebody of their turn, maybe not me; also in direct messages."""
    del user
    await show_hand(services, context, table_id)


async def show_hand_from_slot(
    services: Services, context: InteractionContext, table_id: str, index: str
) -> None:
    """My hand, from a button on it that nobody can press: a stale one, or a forged one."""
    del index
    await show_hand(services, context, table_id)


async def choose(
    services: Services, context: InteractionContext, table_id: str, decision: str, depth: str, index: str
) -> None:
    """A choice on the hand: one press plays. A second tap of the same finger chooses nothing."""
    if services.table_publisher.open_hands.is_second_tap(table_id, context.user, context.place):
        nothing = _("Your hand had just changed, so that tap did nothing.")
        await show_hand(services, context, table_id, nothing)
        return
    ahead = HandAhead(services, context)
    doing = _choose(services, context, ahead, table_id, decision, int(depth), int(index))
    try:
        await _act_on_hand(services, context, table_id, doing, ahead)
    finally:
        ahead.cancel()


async def _choose(
    services: Services,
    context: InteractionContext,
    ahead: HandAhead,
    table_id: str,
    decision: str,
    depth: int,
    index: int,
) -> PressResult:
    """The choice, and that the lesson beside it has been read: they share a transaction."""
    tables = services.tables
    table, press, noting = await tables.table(table_id), context.press, None
    if name := await tables.lessons.answered(table, context.user):
        noting = asyncio.create_task(tables.lessons.told(context.user, table.game.slug, name))
    elif services.error_handler.under_way == 1:
        press = replace(press, on_begun=ahead.draw)
    try:
        return await tables.playing.choose(press, table_id, decision, depth, index)
    finally:
        if noting is not None:
            await noting


class HandAhead:
    """The hand that a press will be answered with, drawn while the move is stored: if nobody else presses at
    that moment, this takes none of their time.
    """

    def __init__(self, services: Services, context: InteractionContext) -> None:
        self._services = services
        self._context = context
        self._shows: PressResult | None = None
        self._drawing: asyncio.Task[Payload] | None = None

    def draw(self, done: PressResult) -> None:
        """Begin to draw what the press comes to."""
        self.cancel()
        drawing = _drawn(self._services, self._context, done.table, done.said)
        self._shows, self._drawing = done, asyncio.create_task(drawing)
        # What went wrong is raised to whoever wants the hand; where nobody does, it is no error of the loop.
        self._drawing.add_done_callback(lambda drawn: drawn.cancelled() or drawn.exception())

    async def drawn(self, table: Table, said: Text | None) -> Payload | None:
        """The hand, if it has been drawn for that; None if it has not."""
        done, drawing = self._shows, self._drawing
        return await drawing if done and drawing and done.table is table and done.said is said else None

    def cancel(self) -> None:
        """Stops drawing the hand that was begun ahead, as nobody wants it any more."""
        if self._drawing is not None:
            self._drawing.cancel()


async def choose_from_list(
    services: Services, context: InteractionContext, table_id: str, decision: str, depth: str
) -> None:
    """Takes one step of a decision, by what was chosen from a list under the hand."""
    await choose(services, context, table_id, decision, depth, context.values[0])


async def show_figure(services: Services, context: InteractionContext, table_id: str) -> None:
    """The same hint, and by how much its choice is better."""
    await show_hint(services, context, table_id, by_how_much=True)


async def show_hint(
    services: Services, context: InteractionContext, table_id: str, *, by_how_much: bool = False
) -> None:
    """What is best here and why, above the hand."""
    try:
        table, hint = await services.tables.playing.hint(context.press, table_id)
    except Refusal as refusal:
        done = await current_hand(services, context, table_id, refusal)
        await answer_with_hand(services, context, done.table, done.said)
        return
    if by_how_much and hint.figure is not None:
        told = _("{hint} {figure}", hint=hint.why, figure=hint.figure)
        hint = msgspec.structs.replace(hint, why=told, figure=None)
    await answer_with_hand(services, context, table, hint=hint)


async def set_lessons(services: Services, context: InteractionContext, table_id: str, on: str) -> None:
    """Nothing is explained any more, or what is left is."""
    await prefer(services, context, no_lessons=on != "1")
    await show_hand(services, context, table_id)


async def restart_choice(
    services: Services, context: InteractionContext, table_id: str, decision: str
) -> None:
    """Takes back all that was chosen so far of a decision, and shows the hand anew. Refusal if it is
    outdated.
    """
    doing = services.tables.playing.discard_draft(context.press, table_id, decision)
    await _act_on_hand(services, context, table_id, doing)


async def _act_on_hand(
    services: Services,
    context: InteractionContext,
    table_id: str,
    doing: Awaitable[PressResult],
    ahead: HandAhead | None = None,
) -> None:
    """Do it and answer with the hand as it is then, a refusal above it if there was one."""
    with services.table_publisher.open_hands.pressed(table_id, context.user):
        try:
            done = await doing
        except Refusal as refusal:
            done = await current_hand(services, context, table_id, refusal)
        await answer_with_hand(services, context, done.table, done.said, ahead=ahead)


async def current_hand(
    services: Services, context: InteractionContext, table_id: str, refusal: Refusal
) -> PressResult:
    """The table, with why nothing was done. The refusal itself for somebody who has no hand there."""
    if refusal.reason not in STILL_HAS_A_HAND:
        raise refusal
    context.refused = refusal.reason
    table = await services.tables.seating.came_back(context.user, table_id)
    if table.seat_of(context.user) is None:
        raise refusal
    return PressResult(table, refusal.text)


async def show_hand_after_lobby(
    services: Services, context: InteractionContext, table_id: str, refusal: Refusal
) -> None:
    """The hand, for a player who was still on a page of the lobby. The refusal itself for everybody else."""
    table = await services.tables.table(table_id)
    if refusal.reason != "late" or table.phase != "playing" or table.seat_of(context.user) is None:
        raise refusal
    context.refused = refusal.reason
    said = _("The game has begun. Here's your hand.")
    await answer_with_hand(
        services, context, table, said, "in place" if context.is_on_private_message else "new"
    )


async def answer_with_hand(
    services: Services,
    context: InteractionContext,
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
    hand = None if ahead is None else await ahead.drawn(table, said)
    if hand is None:
        hand = await _drawn(services, context, table, said, offers_watching=offers_watching, hint=hint)
    if hand.pictures and await _offers_text(services, context):
        # Remembered first, so that it is never said twice.
        await services.people.change(context.user, text_mode_offered=True)
    message = None
    if place == "below":
        message = await context.follow_up(hand)
        seen = message is not None
    else:
        seen = await (context.redraw(hand) if place == "in place" else context.send(hand))
    if seen:
        publisher = services.table_publisher
        publisher.open_hands.opened(table, context.interaction, hand, message, context.shown_in)
        await publisher.hand_opened(table, context.user)
    await warn_host(services, context, table)


async def _offers_text(services: Services, context: InteractionContext) -> bool:
    preferences = await services.people.of(context.user)
    return not (preferences.text_mode or preferences.text_mode_offered)


async def _drawn(
    services: Services,
    context: InteractionContext,
    table: Table,
    said: Text | None,
    *,
    offers_watching: bool = False,
    hint: Hint | None = None,
) -> Payload:
    """The hand as `answer_with_hand` shows it."""
    open_hands = services.table_publisher.open_hands
    is_first = not open_hands.is_open(table.id, context.user)
    return await hand_page(
        *(services.tables, services.image_service, table, context.user, context.locale, said),
        patience=FIRST_PATIENCE if is_first else HAND_PATIENCE,
        offers_text=await _offers_text(services, context),
        offers_watching=offers_watching,
        hint=hint,
        result=open_hands.shows_result(table, context.user),
    )


async def warn_host(services: Services, context: InteractionContext, table: Table) -> None:
    """Tell a host, once, if their table cannot be shown as it should."""
    words = services.table_publisher.problem_for_host(table, context.user)
    if words is not None:
        await context.follow_up(notices.info(words, await services.reader(context, table.id)).payload())


# Standing orders: planning the next move, and letting forced moves make themselves.


async def show_plans(services: Services, context: InteractionContext, table_id: str) -> None:
    """Shows in place what can be planned for a coming turn."""
    offered = await _plan_menu(services, context, table_id, None)
    if offered is not None:
        table, reader = await services.tables.table(table_id), await services.reader(context, table_id)
        seat = table.seat_of(context.user)
        await context.redraw(screens.plan_screen(table, offered, reader, seat).payload())


async def choose_plan(
    services: Services, context: InteractionContext, table_id: str, actions: str, index: str
) -> None:
    """A choice; now what would cancel it."""
    await _show_conditions(services, context, table_id, int(actions), int(index), None)


async def choose_plan_from_list(
    services: Services, context: InteractionContext, table_id: str, actions: str
) -> None:
    """Asks what is to cancel the plan that was chosen from a list."""
    await _show_conditions(services, context, table_id, int(actions), int(context.values[0]), None)


async def choose_conditions(
    services: Services, context: InteractionContext, table_id: str, actions: str, index: str
) -> None:
    """Shows a plan with the surprises, chosen from a list, that are to cancel it."""
    await _show_conditions(services, context, table_id, int(actions), int(index), context.values)


async def _show_conditions(
    services: Services,
    context: InteractionContext,
    table_id: str,
    actions: int,
    index: int,
    named: Collection[str] | None,
) -> None:
    """`named`: the surprises that were chosen, by index; None: those that usually are."""
    offered = await _plan_menu(services, context, table_id, actions)
    if offered is None:
        return
    if not 0 <= index < len(offered.choices):
        raise planning.cannot_plan_now()
    table, reader = await services.tables.table(table_id), await services.reader(context, table_id)
    bits = sum(1 << at for at in range(len(offered.surprises)) if named is not None and str(at) in named)
    chosen = screens.usual_surprises(offered) if named is None else bits
    await context.redraw(
        screens.plan_conditions_screen(table, offered, actions, index, chosen, reader).payload()
    )


async def store_plan(
    services: Services, context: InteractionContext, table_id: str, actions: str, index: str, named: str
) -> None:
    """Keeps a choice of the plan menu until its turn comes. Refusal if the menu is outdated."""
    doing = services.tables.orders.plan(context.press, table_id, int(actions), int(index), int(named))
    await _act_on_hand(services, context, table_id, doing)


async def cancel_plan(services: Services, context: InteractionContext, table_id: str) -> None:
    """Takes away the plan of whoever pressed, and shows the hand. Refusal if they do not sit there."""
    await _act_on_hand(
        services,
        context,
        table_id,
        services.tables.orders.change(context.press, table_id, planning.without_plan),
    )


async def set_forced(services: Services, context: InteractionContext, table_id: str, on: str) -> None:
    """Forced moves make themselves, or do not any more."""
    await services.tables.orders.change(context.press, table_id, planning.with_forced_moves, on == "1")
    switched_on = _("Forced moves now play themselves here. Others may guess from the speed.")
    switched_off = _("You play every move yourself again.")
    reader = await services.reader(context, table_id)
    said = switched_on if on == "1" else switched_off
    payload = notices.info(said, reader, hand_button=table_id, in_place=True).payload()
    await context.redraw(payload)


async def _plan_menu(
    services: Services, context: InteractionContext, table_id: str, actions: int | None
) -> PlanMenu | None:
    """What could be planned then; None if nothing can be now, and the hand is shown instead."""
    table = await services.tables.table(table_id)
    try:
        return await services.tables.orders.plan_menu(table, context.user, actions)
    except Refusal as refusal:
        with services.table_publisher.open_hands.pressed(table_id, context.user):
            done = await current_hand(services, context, table_id, refusal)
            await answer_with_hand(services, context, done.table, done.said)
        return None

"""What becomes of plans: pure functions over a table and its log.

A plan is judged when its seat is asked for something, by what the seat itself may know: the game as it sees
it, and the events that it could hear. So a plan is carried out or dropped exactly as its player would have
done it, and tells nobody more than the move does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from bot.refusal import Refusal
from bot.tables import clocks, history
from bot.tables.model import NO_PLAN, Plan, PlannedMove, PlanOutcome, Table
from games.contract import Action, AnyGame, Choice, Event, Observation, PlanMenu
from games.text import Seat, Text, _
from storage.models import ActionRow


class PlanDecision(msgspec.Struct, frozen=True):
    """What a plan comes to: the action that it brings, if any, and what is left of it."""

    action: Action | None
    plan: Plan


# Making a plan


def plan_menu(table: Table, seat: Seat) -> PlanMenu | None:
    """What the seat can plan now: only while nobody waits for it."""
    if table.phase != "playing" or seat in table.game.to_act(table.state):
        return None
    offered: PlanMenu | None = table.game.plans(table.game.observe(table.state, seat))
    return offered


def plan_menu_after(table: Table, log: Sequence[ActionRow], seat: Seat, actions: int) -> PlanMenu:
    """What the seat could plan after so many actions. Refusal if it could not, or has moved since then."""
    if not 0 <= actions <= table.actions or any(row.seat == seat for row in log[actions:]):
        raise cannot_plan_now()
    before = table
    if actions != table.actions:
        *_earlier, (state, _events) = history.replay_states(table, log[:actions])
        before = replace(table, state=state, actions=actions)
    offered = plan_menu(before, seat)
    if offered is None:
        raise cannot_plan_now()
    return offered


def cannot_plan_now() -> Refusal:
    """The refusal that says that nothing can be planned just now."""
    return Refusal(
        "stale",
        _("You can't plan just now: it's your turn, or the game has moved on."),
    )


def with_planned_move(
    table: Table, seat: Seat, offered: PlanMenu, index: int, named: int, since: int
) -> Plan:
    """The plan with this move: the choice at `index`, and the surprises whose bits are set in `named`.

    Refusal if it is not on offer (any more).
    """
    now = plan_menu(table, seat)
    if now is None or not 0 <= index < len(offered.choices):
        raise cannot_plan_now()
    choice = offered.choices[index]
    if choice.action is None or choice.action not in {other.action for other in now.choices}:
        raise Refusal("stale", _("Too late for that. Here's your hand now."))
    if choice.why_not is not None:
        raise Refusal("illegal", choice.why_not)
    surprises = tuple(
        surprise for at, surprise in enumerate(offered.surprises) if surprise.fixed or named >> at & 1
    )
    move = PlannedMove(choice.action, choice.label, since, surprises, only_if=True)
    return replace(table.plans.get(seat, NO_PLAN), move=move, told=None)


def without_planned_move(table: Table, seat: Seat) -> Plan:
    """The plan without its move, and without what became of the last one. Refusal if no move is planned."""
    plan = table.plans.get(seat, NO_PLAN)
    if plan.move is None:
        raise Refusal("stale", _("No plan is left. Here's your hand."))
    return replace(plan, move=None, told=None)


def with_forced_moves(table: Table, seat: Seat, forced: bool) -> Plan:
    """The plan, by which the seat's forced moves make themselves, or do not any more."""
    return replace(table.plans.get(seat, NO_PLAN), forced=forced)


# Carrying it out


def seats_due(table: Table) -> list[Seat]:
    """The seats that are asked for something and have a plan for it."""
    if not table.plans or table.phase != "playing":
        return []
    if table.timing.paused is not None or table.timing.shut:
        return []
    return [seat for seat in table.game.to_act(table.state) if _wants(table, seat)]


def _wants(table: Table, seat: Seat) -> bool:
    plan = table.plans.get(seat)
    if plan is None or table.seats[seat].person is None or clocks.is_played_by_robot(table, seat):
        return False
    return plan.move is not None or (plan.forced and _forced(table, seat) is not None)


def _forced(table: Table, seat: Seat) -> Action | None:
    return table.game.forced(table.game.observe(table.state, seat))


def decide_plan(table: Table, log: Sequence[ActionRow], seat: Seat) -> PlanDecision:
    """What the plan of a seat that is due comes to now. `log` is needed for a planned move only."""
    plan = table.plans.get(seat, NO_PLAN)
    told = plan.told
    if plan.move is not None:
        told = _plan_outcome(table, log, seat, plan.move)
        if told is not None and told.kind == "planned":
            return PlanDecision(plan.move.action, Plan(plan.forced, told=told))
    forced = _forced(table, seat) if plan.forced else None
    if forced is not None:
        told = PlanOutcome("forced", label_of(table.game, table.game.observe(table.state, seat), forced))
    return PlanDecision(forced, Plan(plan.forced, told=told))


def _plan_outcome(
    table: Table, log: Sequence[ActionRow], seat: Seat, move: PlannedMove
) -> PlanOutcome | None:
    """None for a planned move that has been overtaken by a move of the seat itself."""
    if any(row.seat == seat for row in log[move.since :]):
        return None
    observation = table.game.observe(table.state, seat)
    events = tuple(_visible_events(table, log, seat, move.since))
    for surprise in move.surprises:
        if table.game.surprised(surprise.name, move.action, observation, events):
            return PlanOutcome("unmet" if move.only_if else "surprised", move.label, surprise.label)
    if move.action not in observation.legal:
        return PlanOutcome("illegal", move.label)
    return PlanOutcome("planned", move.label)


def _visible_events(table: Table, log: Sequence[ActionRow], seat: Seat, since: int) -> Iterator[Event]:
    """What the seat may know of all that has happened after so many actions."""
    for number, (_state, events) in enumerate(history.replay_states(table, log)):
        if number > since:
            yield from (event for event in events if event.audience is None or seat in event.audience)


def label_of(game: AnyGame, observation: Observation, action: Action) -> Text:
    """The action as it is said in full. ValueError if no button makes it."""
    return _choice_of(game, observation, action).label


def called(game: AnyGame, observation: Observation, action: Action) -> Text:
    """The action in few words, behind whose it was. ValueError if no button makes it."""
    choice = _choice_of(game, observation, action)
    return choice.called or choice.short or choice.label


def _choice_of(game: AnyGame, observation: Observation, action: Action) -> Choice:
    for choice in _choices(game, observation, ()):
        if choice.action == action:
            return choice
    raise ValueError(f"nothing that can be pressed makes {action}")


def _choices(game: AnyGame, observation: Observation, chosen: tuple[str, ...]) -> Iterator[Choice]:
    step = game.steps(observation, chosen)
    for choice in () if step is None else step.choices:
        yield choice
        if choice.action is None and choice.why_not is None:
            yield from _choices(game, observation, (*chosen, choice.value))


# With every change


def with_initial_plans(table: Table, forced_move_users: Collection[int]) -> Table:
    """The table at which the game begins. The forced moves of these users make themselves."""
    plan = Plan(forced=True)
    return replace(
        table, plans={at: plan for at, seat in enumerate(table.seats) if seat.person in forced_move_users}
    )


def without_stale_plans(before: Table | None, after: Table) -> Table:
    """The table after a change, without the plans of those who do not play here any more."""
    if not after.plans or (after.phase == "playing" and (before is None or before.phase != "playing")):
        return after
    if before is None or after.phase != "playing":
        return replace(after, plans={})
    same = {
        seat: plan
        for seat, plan in after.plans.items()
        if seat < len(before.seats) and before.seats[seat].person == after.seats[seat].person
    }
    return after if len(same) == len(after.plans) else replace(after, plans=same)
